"""Constants whose meaning is given in Python, one module a family. See `PRIMITIVES`."""

from . import fin, finset, integer, logic, nat, real
from .registry import PRIMITIVES, Primitive, primitive

__all__ = [
    "PRIMITIVES", "Primitive", "fin", "finset", "integer", "logic", "nat", "primitive", "real",
]  # fmt: skip
