"""Sums of products as matrix products, and sums over small windows as sums of slices.

Both are found in the graph's structure, never by a name, and change only the order in which a
sum is taken. `compile(..., contractions=False)` leaves them out; tests compare the two.
"""

from __future__ import annotations

import itertools
import math
from functools import reduce as fold

import jax
from jax import lax

from ..graph import Axis, Num, add, gather, integer, mul, reduce, walk
from ..graph.derivative import rebuild
from .trace import Trace, broadcast

# A window of more offsets than this is left to the plain sum: its program would be too long.
MAX_OFFSETS = 64


def contract(trace: Trace, node: Num) -> jax.Array | None:
    """The local part of a sum over products, if one of the two forms fits; else None."""
    (x,), (op, axes) = node.args, node.attrs
    if op != "sum" or x.op != "mul" or x.dtype != "real":
        return None
    a, b = x.args
    left, right = (frozenset(trace.dims(each.axes)) for each in (a, b))
    summed = frozenset(axes) - {trace.mesh_axis}
    both = left & right
    shared = summed & both
    if not shared or summed != shared:
        return None
    lone = (left - both, right - both)
    if all(lone) or (any(lone) and not both - summed):
        return _dot(trace, a, b, shared, node)
    if any(lone) and len(axes) == len(summed):
        return _window(trace, a, b, shared, node)
    return None


def _dot(trace: Trace, a: Num, b: Num, shared: frozenset[Axis], node: Num) -> jax.Array:
    left, right = trace.dims(a.axes), trace.dims(b.axes)
    batch = tuple(axis for axis in left if axis in right and axis not in shared)
    summed = tuple(axis for axis in left if axis in shared)
    numbers = (
        ([left.index(axis) for axis in summed], [right.index(axis) for axis in summed]),
        ([left.index(axis) for axis in batch], [right.index(axis) for axis in batch]),
    )
    value = lax.dot_general(
        trace.known[a],
        trace.known[b],
        numbers,
        precision=lax.Precision.HIGHEST,
        preferred_element_type=trace.real,
    )
    used = {*batch, *summed}
    dims = (*batch, *(x for x in left if x not in used), *(x for x in right if x not in used))
    return broadcast(value, dims, trace.dims(node.axes))


# ---- windows


def _window(trace: Trace, a: Num, b: Num, shared: frozenset[Axis], node: Num) -> jax.Array | None:
    """A product with a guarded read at affine places, summed offset by offset.

    Each term reads a strided slice, which XLA fuses; the read as a whole would be an array as
    many times larger than the image as the window has offsets.
    """
    if not (_is_window(a) or _is_window(b)):
        return None
    offsets = [axis for axis in shared if axis in _offset_axes(a) | _offset_axes(b)]
    if not offsets or math.prod(axis.size for axis in offsets) > MAX_OFFSETS:
        return None
    terms = []
    for place in itertools.product(*(range(axis.size) for axis in offsets)):
        values = dict(zip(offsets, map(integer, place), strict=True))
        terms.append(mul(at(a, values), at(b, values)))
    rest = shared - set(offsets)
    total = fold(add, (reduce("sum", term, rest) for term in terms))
    if total.axes != node.axes:
        return None
    trace.run([total])
    return trace.known[total]


def _is_window(x: Num) -> bool:
    return bool(_offset_axes(x))


def _offset_axes(x: Num) -> frozenset[Axis]:
    """Axes that a read adds to another axis to get its place, as `kh` in `x (i + kh - 1)`."""
    if x.op == "select" and x.args[2].is_const:
        x = x.args[1]
    if x.op != "gather":
        return frozenset()
    kept = x.args[0].axes - set(x.attrs[0])
    return frozenset().union(*(index.axes - kept for index in x.args[1:] if len(index.axes) > 1))


_PUSHED = frozenset({"select", "gather", "lt", "le", "eq", "and", "or", "not", "min", "max"})


def at(x: Num, values: dict[Axis, Num]) -> Num:
    """`x` at constant places of some axes, pushed down to what really depends on them.

    Guards and indices become those of one offset, so that what is always in range loses its guard.
    """
    done: dict[Num, Num] = {}
    for node in walk([x]):
        if not node.axes.intersection(values):
            done[node] = node
        elif node.op in _PUSHED and not _source(node).intersection(values):
            done[node] = rebuild(node, [done[arg] for arg in node.args])
        else:
            done[node] = gather(node, values)
    return done[x]


def _source(x: Num) -> frozenset[Axis]:
    return x.args[0].axes if x.op == "gather" else frozenset()
