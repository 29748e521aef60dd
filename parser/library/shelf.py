"""Where texts are kept between runs; what implements it is not the parser's concern."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class Shelf(Protocol):
    """Texts under a kind and a key. Never raises; what cannot be read is not there."""

    def get(self, kind: str, keys: Iterable[bytes]) -> dict[bytes, str]: ...
    def put(self, kind: str, texts: Iterable[tuple[bytes, str]]) -> None: ...
