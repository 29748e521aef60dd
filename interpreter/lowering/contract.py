"""Sums of products as matrix products.

Found in the graph's structure, never by a name; only the order in which the sum is taken changes.
`compile(..., contractions=False)` leaves them out; tests compare the two.
"""

from __future__ import annotations

import jax
from jax import lax

from ..graph import Axis, Num
from .trace import Trace, broadcast


def contract(trace: Trace, node: Num) -> jax.Array | None:
    """The local part of a sum over products, if it is a matrix product; else None."""
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
