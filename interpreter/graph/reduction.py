"""Reductions over axes."""

from __future__ import annotations

import math
from collections.abc import Iterable

from .arithmetic import mul, power, power_bounds
from .axis import Axis, by_creation
from .num import UNBOUNDED, GraphError, Num, constant, integer, make

REDUCTIONS = ("sum", "prod", "max", "min", "any", "all", "argmax", "argmin")
_EMPTY = {"sum": 0, "prod": 1, "any": False, "all": True}


def reduce(op: str, x: Num, axes: Iterable[Axis]) -> Num:
    """`x` reduced over `axes`; `op` is one of `REDUCTIONS`.

    Over axes that `x` does not have, a sum multiplies by their size and a product is a power.
    Empty: sum 0, prod 1, any false, all true; the others are an error. `argmax` and `argmin`
    give the first place, row-major over `axes` as listed.
    """
    axes = tuple(dict.fromkeys(axes))
    if op not in REDUCTIONS:
        raise GraphError(f"expected one of {', '.join(REDUCTIONS)}, got op={op!r}")
    if (x.dtype == "bool") != (op in ("any", "all")):
        raise GraphError(f"expected {'bool' if op in ('any', 'all') else 'real or int'}, got {x!r}")
    if any(axis.size == 0 for axis in axes):
        if op not in _EMPTY:
            empty = [axis for axis in axes if axis.size == 0]
            raise GraphError(f"expected something to take the {op} of, got the empty axes {empty}")
        return constant(_EMPTY[op], x.dtype)
    if op.startswith("arg"):
        return _arg(op, x, axes)
    missing = math.prod(axis.size for axis in axes if axis not in x.axes)
    present = by_creation(axis for axis in axes if axis in x.axes)
    if op == "sum" and missing != 1:
        x = mul(x, missing)
    elif op == "prod" and missing != 1:
        x = power(x, missing)
    if not present:
        return x
    if op in ("sum", "max", "min", "any", "all") and x.op == "reduce" and x.attrs[0] == op:
        present = by_creation((*present, *x.attrs[1]))
        x = x.args[0]
    rest = x.axes.difference(present)
    bounds = UNBOUNDED
    if x.dtype == "int" and op in ("max", "min"):
        bounds = x.bounds
    elif x.dtype == "int" and op == "sum":
        count = math.prod(axis.size for axis in present)
        bounds = (x.bounds[0] * count, x.bounds[1] * count)
    elif x.dtype == "int" and op == "prod":
        bounds = power_bounds(x, math.prod(axis.size for axis in present))
    return make("reduce", (x,), x.dtype, (op, present), axes=rest, bounds=bounds)


def _arg(op: str, x: Num, axes: tuple[Axis, ...]) -> Num:
    if not x.axes.intersection(axes):
        return integer(0)
    count = math.prod(axis.size for axis in axes)
    rest = x.axes.difference(axes)
    return make("arg", (x,), "int", (op, axes), axes=rest, bounds=(0, count - 1))
