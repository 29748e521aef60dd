"""Axes: the named dimensions of a tensor graph."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Literal

_counter = itertools.count()

Kind = Literal["plain", "replica"]


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Axis:
    """A dimension, equal only to itself.

    `size` is the number of values of the binder that the axis stands for, `kind` is `replica` for
    a binder over `Fin R` that a mesh may distribute. `uid` orders axes by creation.
    """

    size: int
    kind: Kind = "plain"
    name: str = ""
    uid: int = field(default_factory=lambda: next(_counter), init=False)

    def __post_init__(self) -> None:
        if self.size < 0:
            raise ValueError(f"expected a size of at least 0, got size={self.size} for {self.name}")

    def fresh(self) -> Axis:
        """A new axis of the same size and name; always plain, as a copy names no mesh."""
        return Axis(int(self.size), "plain", self.name)

    def __repr__(self) -> str:
        mark = "ρ" if self.kind == "replica" else ""
        return f"{mark}{self.name or 'a'}#{self.uid}:{self.size}"


def by_creation(axes) -> tuple[Axis, ...]:
    """The canonical order of axes: by creation."""
    return tuple(sorted(axes, key=lambda axis: axis.uid))
