"""The table of primitives: constants whose meaning is given in Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Primitive:
    """A constant's meaning: `run(machine, *arity arguments)`, the arguments not yet forced."""

    name: str
    arity: int
    """Arguments needed, implicit ones and instances included."""
    run: Callable[..., Any]
    family: str

    @property
    def doc(self) -> str:
        return self.run.__doc__ or ""


PRIMITIVES: dict[str, Primitive] = {}
"""Every primitive by its Lean name."""


def primitive(*names: str, arity: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a rule under its Lean names."""

    def register(run: Callable[..., Any]) -> Callable[..., Any]:
        for name in names:
            define(name, arity, run)
        return run

    return register


def define(name: str, arity: int, run: Callable[..., Any]) -> None:
    if name in PRIMITIVES:
        raise ValueError(f"expected one meaning a constant, got a second one for {name}")
    PRIMITIVES[name] = Primitive(name, arity, run, run.__module__.rsplit(".", 1)[-1])
