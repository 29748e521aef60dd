"""Room for recursion: terms nest deeper than Python's default limit allows."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

FRAMES = 20_000
"""Enough for chains of several thousand nested binders; one frame takes about half a kilobyte."""

P = ParamSpec("P")
R = TypeVar("R")


def deep(function: Callable[P, R]) -> Callable[P, R]:
    """Raise the recursion limit, for good, the first time that `function` is called."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        if sys.getrecursionlimit() < FRAMES:
            sys.setrecursionlimit(FRAMES)
        return function(*args, **kwargs)

    return call
