"""Constants whose meaning is given in Python, one module a family. See `PRIMITIVES`."""

from . import (
    analysis,
    collections,
    fin,
    finite_sets,
    finset,
    integer,
    logic,
    nat,
    real,
    strings,
)
from .registry import PRIMITIVES, Primitive, primitive

__all__ = [
    "PRIMITIVES", "Primitive", "analysis", "collections", "fin", "finite_sets", "finset", "integer",
    "logic", "nat", "primitive", "real", "strings",
]  # fmt: skip
