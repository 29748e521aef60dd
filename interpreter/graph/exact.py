"""Graphs evaluated in exact rational arithmetic, where no root or exponential is involved.

Inputs, where a graph reads some, are taken for the dyadic rationals that their floats are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from .axis import Axis, by_creation
from .evaluate import STRUCTURE, align
from .num import Num, walk

WORK = 20_000_000
"""Scalar operations at most: each is Python's."""


BITS = 1 << 18
"""Of a power at most."""


class Inexact(Exception):
    """A graph with an operation that has no rational value, or of too many operations."""


def exact(
    num: Num, axes: Sequence[Axis] = (), inputs: Mapping[str, np.ndarray] | None = None
) -> np.ndarray:
    """The array of a graph, entries ints, bools and `Fraction`s."""
    return by_parts(num, axes, _value, WORK, inputs)


def by_parts(
    num: Num,
    axes: Sequence[Axis],
    value: Callable[[Num, dict[Num, Any]], Any],
    work: int,
    inputs: Mapping[str, np.ndarray] | None = None,
) -> np.ndarray:
    """The array of a graph: `value` of each node, from those of its arguments.

    Raises `Inexact` for more than `work` scalar operations, and for an input that is not given.
    """
    order = list(walk([num]))
    if sum(math.prod(axis.size for axis in node.axes) for node in order) > work:
        raise Inexact("too many operations")
    done: dict[Num, Any] = {}
    for node in order:
        if node.op == "input":
            done[node] = _given(node, inputs or {})
        else:
            done[node] = value(node, done)
    aligned = align(done[num], num.axes, tuple(axes))
    return np.broadcast_to(aligned, [axis.size for axis in axes])


def _given(node: Num, inputs: Mapping[str, np.ndarray]) -> np.ndarray:
    """An input's array with Python's numbers as entries, dimensions in the order of creation."""
    name, axes, _ = node.attrs
    if name not in inputs:
        raise Inexact("it reads inputs")
    array = np.asarray(inputs[name])
    if node.dtype == "real":
        if not np.all(np.isfinite(array)):
            raise Inexact("an input is not a number")
        entries = np.frompyfunc(Fraction, 1, 1)(array)
    else:
        entries = np.frompyfunc(bool if node.dtype == "bool" else int, 1, 1)(array)
    entries = entries if isinstance(entries, np.ndarray) else objects(entries)
    return np.transpose(entries, [axes.index(axis) for axis in by_creation(node.axes)])


def _value(node: Num, done: dict[Num, Any]) -> Any:
    fold = FOLDS[node.attrs[0]] if node.op == "reduce" else None
    return folded_value(node, done, RULES.get(node.op), fold, lambda value: value)


def folded_value(
    node: Num,
    done: dict[Num, Any],
    rule: Callable[..., Any] | None,
    fold: Callable[[Any, Any], Any] | None,
    constant: Callable[[Any], Any],
) -> Any:
    """A node's array of Python objects, by the rule of its operation or reduction."""
    order = by_creation(node.axes)
    shape = [axis.size for axis in order]
    if node.op == "const":
        return objects(constant(node.value))
    if node.op == "affine":
        const, terms = node.attrs
        index = np.full(shape, const, dtype=object)
        for axis, coeff in terms:
            along = [-1 if a is axis else 1 for a in order]
            index = index + np.array([coeff * k for k in range(axis.size)], object).reshape(along)
        return index
    if node.op == "reduce":
        if fold is None:
            raise Inexact(node.op)
        return _reduced(node, done, fold)
    if node.op == "gather":
        done = {**done, **{i: done[i].astype(np.int64) for i in node.args[1:]}}
        return np.asarray(STRUCTURE["gather"](node, done), dtype=object)
    if node.op in ("rename", "split", "merge"):
        return np.asarray(STRUCTURE[node.op](node, done), dtype=object)
    if rule is None:
        raise Inexact(node.op)
    args = [align(done[arg], arg.axes, order) for arg in node.args]
    with np.errstate(all="ignore"):
        found = np.frompyfunc(rule, len(args), 1)(*args)
    return np.broadcast_to(found if isinstance(found, np.ndarray) else objects(found), shape)


def objects(value: Any) -> np.ndarray:
    """An array of no dimensions that holds one Python object."""
    found = np.empty((), dtype=object)
    found[()] = value
    return found


def _reduced(node: Num, done: dict[Num, Any], fold: Callable[[Any, Any], Any]) -> Any:
    (x,), (_, axes) = node.args, node.attrs
    dims = by_creation(x.axes)
    value = done[x]
    combine = np.frompyfunc(fold, 2, 1)
    for k in sorted((dims.index(axis) for axis in axes), reverse=True):
        value = combine.reduce(value, axis=k)
    return value if isinstance(value, np.ndarray) else objects(value)


FOLDS: dict[str, Callable[[Any, Any], Any]] = {
    "sum": lambda x, y: x + y, "prod": lambda x, y: x * y, "max": max, "min": min,
    "any": lambda x, y: x or y, "all": lambda x, y: x and y,
}  # fmt: skip


def _div(x: Any, y: Any) -> Any:
    return Fraction(x) / y if y else Fraction(0)


def _ediv(x: int, y: int) -> int:
    return 0 if y == 0 else x // y if y > 0 else -(x // -y)


def _pow(x: Any, n: int) -> Any:
    if n < 0:
        return Fraction(0) if x == 0 else Fraction(1) / x**-n
    size = max(Fraction(x).numerator.bit_length(), Fraction(x).denominator.bit_length())
    if size * n > BITS:
        raise Inexact("a number of too many digits")
    return x**n


def _root(x: Any) -> Fraction:
    x = Fraction(x)
    if x <= 0:
        return Fraction(0)
    top, bottom = math.isqrt(x.numerator), math.isqrt(x.denominator)
    if top * top != x.numerator or bottom * bottom != x.denominator:
        raise Inexact("sqrt")
    return Fraction(top, bottom)


RULES: dict[str, Callable[..., Any]] = {
    "add": lambda x, y: x + y, "sub": lambda x, y: x - y, "mul": lambda x, y: x * y,
    "neg": lambda x: -x, "inv": lambda x: _div(1, x), "div": _div, "ediv": _ediv,
    "emod": lambda x, y: x - y * _ediv(x, y), "gcd": math.gcd, "max": max, "min": min,
    "abs": abs, "sign": lambda x: (x > 0) - (x < 0), "pow": _pow, "sqrt": _root,
    "floor": math.floor, "ceil": math.ceil, "round": lambda x: math.floor(x + Fraction(1, 2)),
    "to_real": lambda x: Fraction(int(x)), "to_int": int,
    "lt": lambda x, y: bool(x < y), "le": lambda x, y: bool(x <= y),
    "eq": lambda x, y: bool(x == y), "not": lambda x: not x,
    "and": lambda x, y: x and y, "or": lambda x, y: x or y, "xor": lambda x, y: x != y,
    "select": lambda c, x, y: x if c else y,
}  # fmt: skip
