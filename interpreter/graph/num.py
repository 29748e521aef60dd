"""Nodes of the tensor graph, hash-consed: structurally equal nodes are one object."""

from __future__ import annotations

import itertools
import math
from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction
from typing import Any, Literal
from weakref import WeakValueDictionary

from .axis import Axis, by_creation

Dtype = Literal["real", "int", "bool"]
Bounds = tuple[float, float]
Affine = tuple[int, tuple[tuple[Axis, int], ...]]

UNBOUNDED: Bounds = (-math.inf, math.inf)
_EMPTY: frozenset = frozenset()
_counter = itertools.count()


class GraphError(ValueError):
    """A node that cannot be built: the text says what was expected and what was given."""


class Num:
    """A number that depends on its free axes. Immutable; equality is identity.

    `bounds` and `linear` describe int nodes only: an interval that holds every entry, and the
    affine form in iotas if the node has one. `free` are the placeholders that the node depends on.
    Build nodes with the functions of this package, never directly.
    """

    __slots__ = (
        "__weakref__", "args", "attrs", "axes", "bounds", "dtype", "free", "linear", "op", "uid",
    )  # fmt: skip

    op: str
    args: tuple[Num, ...]
    attrs: tuple
    dtype: Dtype
    axes: frozenset[Axis]
    bounds: Bounds
    linear: Affine | None
    free: frozenset[Num]
    uid: int

    @property
    def is_const(self) -> bool:
        return self.op == "const"

    @property
    def value(self) -> Any:
        """The value of a constant: a `Fraction`, `int` or `bool`, as its dtype says."""
        if self.op != "const":
            raise GraphError(f"expected a constant, got {self!r}")
        return self.attrs[0]

    @property
    def size(self) -> int:
        """Number of entries."""
        return math.prod(axis.size for axis in self.axes)

    def __repr__(self) -> str:
        axes = ", ".join(map(repr, by_creation(self.axes)))
        if self.op == "const":
            return f"<{self.attrs[0]} : {self.dtype}>"
        args = " ".join(f"%{arg.uid}" for arg in self.args)
        return f"<%{self.uid} = {self.op} {args} {self.attrs or ''} : {self.dtype}[{axes}]>"


_table: WeakValueDictionary[tuple, Num] = WeakValueDictionary()


def make(
    op: str,
    args: tuple[Num, ...],
    dtype: Dtype,
    attrs: tuple = (),
    *,
    axes: frozenset[Axis] | None = None,
    bounds: Bounds = UNBOUNDED,
    linear: Affine | None = None,
    free: frozenset[Num] | None = None,
) -> Num:
    """Intern a node. `axes` and `free` default to the union over `args`."""
    key: tuple[Hashable, ...] = (op, dtype, args, attrs)
    found = _table.get(key)
    if found is not None:
        return found
    node = object.__new__(Num)
    node.op, node.args, node.attrs, node.dtype = op, args, attrs, dtype
    node.axes = union(arg.axes for arg in args) if axes is None else axes
    node.bounds, node.linear = bounds, linear
    node.free = union(arg.free for arg in args) if free is None else free
    node.uid = next(_counter)
    _table[key] = node
    return node


def union(sets: Iterable[frozenset]) -> frozenset:
    """Union that returns an operand itself where it can: nodes share their sets."""
    result = _EMPTY
    for each in sets:
        if result is each or not each:
            continue
        result = each if result <= each else result if each <= result else result | each
    return result


def real(value: Fraction | int | float | str) -> Num:
    """An exact real constant. A float stands for the dyadic rational that it is."""
    return make("const", (), "real", (Fraction(value),))


def integer(value: int) -> Num:
    """An int constant; a subclass of `int` is taken at its plain value."""
    value = int(value)
    return make("const", (), "int", (value,), bounds=(value, value), linear=(value, ()))


def boolean(value: bool) -> Num:
    """A bool constant."""
    return make("const", (), "bool", (bool(value),))


def constant(value: Fraction | int | bool, dtype: Dtype) -> Num:
    """A constant of the given dtype."""
    return {"real": real, "int": integer, "bool": boolean}[dtype](value)


def affine_node(const: int, terms: Iterable[tuple[Axis, int]]) -> Num:
    """`const + Σ coeff · iota(axis)`, the canonical node of that affine form."""
    total: dict[Axis, int] = {}
    for axis, coeff in terms:
        if axis.size != 1:
            total[axis] = total.get(axis, 0) + coeff
    items = tuple((axis, total[axis]) for axis in by_creation(total) if total[axis] != 0)
    const = int(const)
    if not items:
        return integer(const)
    low = const + sum(min(0, c * (a.size - 1)) for a, c in items)
    high = const + sum(max(0, c * (a.size - 1)) for a, c in items)
    axes = frozenset(total_axis for total_axis, _ in items)
    linear = (const, items)
    return make("affine", (), "int", linear, axes=axes, bounds=(low, high), linear=linear)


def iota(axis: Axis) -> Num:
    """The index along `axis`: `0 … size-1`; the constant 0 along an axis of size 1."""
    return affine_node(0, [(axis, 1)])


def input(
    name: str, axes: tuple[Axis, ...], dtype: Dtype = "real", bounds: Bounds = UNBOUNDED
) -> Num:
    """A named array, `axes[k]` being its dimension `k`. `bounds` promises a range for ints."""
    axes = tuple(axes)
    if len(set(axes)) != len(axes):
        raise GraphError(f"expected distinct axes for input {name!r}, got {axes}")
    return make("input", (), dtype, (name, axes, bounds), axes=frozenset(axes), bounds=bounds)


def placeholder(name: str, axes: tuple[Axis, ...] = (), dtype: Dtype = "real") -> Num:
    """A fresh unknown to differentiate by (`derivative`): two calls never give the same node.

    Its axes must be fresh too: an array that replaces it may depend on any other axis.
    """
    axes = tuple(axes)
    node = make("placeholder", (), dtype, (name, axes, next(_counter)), axes=frozenset(axes))
    node.free = frozenset([node])
    return node


def affine(node: Num) -> tuple[int, dict[Axis, int]] | None:
    """`(constant, {axis: coefficient})` of an int node that is affine in iotas, else None."""
    if node.linear is None:
        return None
    return node.linear[0], dict(node.linear[1])


def bounds(node: Num) -> Bounds:
    """An interval that holds every entry of an int node; infinite where nothing is known."""
    return node.bounds


def walk(outputs: Iterable[Num]) -> Iterator[Num]:
    """Every node below `outputs` once, arguments before users. No recursion."""
    seen: set[Num] = set()
    for output in outputs:
        stack: list[tuple[Num, bool]] = [(output, False)]
        while stack:
            node, ready = stack.pop()
            if ready:
                yield node
            elif node not in seen:
                seen.add(node)
                stack.append((node, True))
                stack.extend((arg, False) for arg in reversed(node.args) if arg not in seen)
