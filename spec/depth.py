"""Room for recursion: terms nest deeper than Python's default limit allows."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

FRAMES = 20_000
"""Enough for chains of several thousand nested binders; one frame takes about half a kilobyte."""

READING = 8_000
"""Enough to parse and elaborate what people write; deeper text is refused in seconds."""

P = ParamSpec("P")
R = TypeVar("R")


def make_room(frames: int = READING) -> None:
    """Raise the recursion limit, for good, to at least `frames`."""
    if sys.getrecursionlimit() < frames:
        sys.setrecursionlimit(frames)


def deep(function: Callable[P, R]) -> Callable[P, R]:
    """Raise the recursion limit, for good, the first time that `function` is called."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        make_room(FRAMES)
        return function(*args, **kwargs)

    return call
