"""Constants whose meaning is given in Python, one module a family. See `PRIMITIVES`."""

from . import (
    analysis,
    collections,
    fin,
    finite_sets,
    finset,
    integer,
    logic,
    matrix,
    nat,
    real,
    strings,
)
from .absent import WITHOUT_MEANING
from .registry import PRIMITIVES, Primitive, primitive

__all__ = [
    "PRIMITIVES",
    "WITHOUT_MEANING",
    "Primitive",
    "analysis",
    "collections",
    "fin",
    "finite_sets",
    "finset",
    "integer",
    "logic",
    "matrix",
    "nat",
    "primitive",
    "real",
    "strings",
]
