"""Rules of nodes that relabel, read and reduce, and the collectives among them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import jax
import jax.numpy as jnp
from jax import lax

from ..graph import Axis, Num, unclipped
from .contract import contract
from .elementwise import mesh_index
from .trace import INT, MESH_NAME, LoweringError, Rule, Trace, broadcast, sizes
from .windows import convolve

Array = jax.Array

# ---- the mesh axis as a dimension, and back


def collect(trace: Trace, node: Num) -> tuple[Array, tuple[Axis, ...]]:
    """The node's value with the mesh axis as a leading dimension: an all-gather."""
    assert trace.mesh_axis is not None
    value, dims = trace.known[node], trace.dims(node.axes)
    gathered = lax.all_gather(value, MESH_NAME)
    return gathered, (trace.mesh_axis, *dims)


def source(trace: Trace, node: Num, bound: Sequence[Axis]) -> tuple[Array, tuple[Axis, ...]]:
    """The value and dimensions of an argument whose axes `bound` disappear in its user."""
    if trace.mesh_axis is not None and trace.mesh_axis in node.axes and trace.mesh_axis in bound:
        return collect(trace, node)
    return trace.known[node], trace.dims(node.axes)


def settle(trace: Trace, value: Array, dims: Sequence[Axis], node: Num) -> Array:
    """`value` in the node's own order; a mesh axis that became a dimension is sliced."""
    dims = tuple(dims)
    if trace.mesh_axis in dims:
        place = dims.index(trace.mesh_axis)
        value = lax.dynamic_index_in_dim(value, mesh_index(), place, keepdims=False)
        dims = dims[:place] + dims[place + 1 :]
    return broadcast(value, dims, trace.dims(node.axes))


# ---- relabelling


def rename(trace: Trace, node: Num) -> Array:
    """Axes for axes: a transpose, or nothing."""
    mapping = dict(node.attrs)
    value, dims = source(trace, node.args[0], tuple(mapping))
    return settle(trace, value, [mapping.get(axis, axis) for axis in dims], node)


def split(trace: Trace, node: Num) -> Array:
    """A dimension as several: a reshape."""
    axis, parts = node.attrs
    value, dims = source(trace, node.args[0], (axis,))
    now = [part for each in dims for part in (parts if each is axis else (each,))]
    return settle(trace, lax.reshape(value, sizes(now)), now, node)


def merge(trace: Trace, node: Num) -> Array:
    """Several dimensions as one: a transpose that brings them together, and a reshape."""
    parts, axis = node.attrs
    value, dims = source(trace, node.args[0], parts)
    place = min(k for k, each in enumerate(dims) if each in parts)
    rest = [each for each in dims if each not in parts]
    before = [each for each in dims[:place] if each not in parts]
    now = [*before, *parts, *rest[len(before) :]]
    value = broadcast(value, dims, now)
    now = [*before, axis, *rest[len(before) :]]
    return settle(trace, lax.reshape(value, sizes(now)), now, node)


# ---- reading


def gather(trace: Trace, node: Num) -> Array:
    """Read along axes at computed, in-range indices."""
    x, (axes,) = node.args[0], node.attrs
    index = dict(zip(axes, node.args[1:], strict=True))
    value, dims = source(trace, x, axes)
    for axis in axes:
        if index[axis].is_const:
            place = dims.index(axis)
            value = lax.index_in_dim(value, index[axis].value, place, keepdims=False)
            dims = dims[:place] + dims[place + 1 :]
            del index[axis]
    if not index:
        return settle(trace, value, dims, node)
    value, dims = _slices(value, dims, index)
    if not index:
        return settle(trace, value, dims, node)
    kept = [axis for axis in dims if axis not in index]
    index_axes = frozenset().union(*(trace.dims(each.axes) for each in index.values()))
    shared = [axis for axis in kept if axis in index_axes]
    crossed = not index_axes.isdisjoint(index)  # an index runs along an axis that is read away
    if shared or crossed or len(index) == 1 or not _separable(trace, index):
        value, dims = _gather_points(trace, value, dims, index)
    else:
        # One axis at a time: an outer product of reads, each a table of few indices.
        for axis in sorted(index, key=lambda a: math.prod(trace.shape(index[a])) / a.size):
            value, dims = _gather_points(trace, value, dims, {axis: index[axis]})
    return settle(trace, value, dims, node)


def _slices(
    value: Array, dims: tuple[Axis, ...], index: dict[Axis, Num]
) -> tuple[Array, tuple[Axis, ...]]:
    """Take the reads at `clip (first + step · iota)` as strided slices, backwards if `step < 0`.

    Places clipped away at either end repeat the edge, for `step > 0`; a read backwards must be
    inside. What was taken leaves `index`.
    """
    for axis, node in list(index.items()):
        inner = unclipped(node, axis.size)
        if inner is None or inner.linear is None or len(inner.linear[1]) != 1:
            continue
        first, ((along, step),) = inner.linear
        others = {a for each in index.values() if each is not node for a in each.axes}
        if along.kind == "replica" or along in others or along in dims:
            continue
        places = range(first, first + step * along.size, step)
        if step < 0:
            if places[0] < axis.size and places[-1] >= 0:
                dim = dims.index(axis)
                value = lax.slice_in_dim(value, places[-1], places[0] + 1, -step, dim)
                value, dims = lax.rev(value, (dim,)), (*dims[:dim], along, *dims[dim + 1 :])
                del index[axis]
            continue
        below = sum(place < 0 for place in places)
        above = sum(place >= axis.size for place in places)
        inside = places[below : len(places) - above]
        if not inside:
            continue
        dim = dims.index(axis)
        taken = lax.slice_in_dim(value, inside[0], inside[-1] + 1, step, dim)
        if below or above:
            # Zero padding is cheap, and the edge is put back where it was padded.
            pads = [(0, 0, 0)] * len(dims)
            pads[dim] = (below, above, 0)
            padded = lax.pad(taken, lax.full((), 0, value.dtype), pads)
            place = lax.broadcasted_iota(INT, padded.shape, dim)
            low = lax.slice_in_dim(value, 0, 1, 1, dim)
            high = lax.slice_in_dim(value, axis.size - 1, axis.size, 1, dim)
            every = tuple(range(len(dims)))
            first_kept, last_kept = below, below + len(inside) - 1
            if below:
                low = lax.broadcast_in_dim(low, padded.shape, every)
                padded = lax.select(lax.lt(place, lax.full_like(place, first_kept)), low, padded)
            if above:
                high = lax.broadcast_in_dim(high, padded.shape, every)
                padded = lax.select(lax.gt(place, lax.full_like(place, last_kept)), high, padded)
            taken = padded
        value, dims = taken, (*dims[:dim], along, *dims[dim + 1 :])
        del index[axis]
    return value, dims


def _separable(trace: Trace, index: dict[Axis, Num]) -> bool:
    seen: set[Axis] = set()
    for each in index.values():
        if seen.intersection(each.axes):
            return False
        seen.update(each.axes)
    return True


def _gather_points(
    trace: Trace, value: Array, dims: Sequence[Axis], index: dict[Axis, Num]
) -> tuple[Array, tuple[Axis, ...]]:
    """One `lax.gather`: result dimensions are the index axes, then what stays of `dims`."""
    dims = tuple(dims)
    index_axes = trace.dims(frozenset().union(*(each.axes for each in index.values())))
    shared = tuple(axis for axis in index_axes if axis in dims and axis not in index)
    read = tuple(axis for axis in dims if axis in index)
    stay = tuple(axis for axis in dims if axis not in index and axis not in shared)
    table = jnp.stack([trace.aligned(index[axis], index_axes) for axis in read], axis=-1)
    table = lax.convert_element_type(table, jnp.int32)
    numbers = lax.GatherDimensionNumbers(
        offset_dims=tuple(range(len(index_axes), len(index_axes) + len(stay))),
        collapsed_slice_dims=tuple(dims.index(axis) for axis in read),
        start_index_map=tuple(dims.index(axis) for axis in read),
        operand_batching_dims=tuple(dims.index(axis) for axis in shared),
        start_indices_batching_dims=tuple(index_axes.index(axis) for axis in shared),
    )
    window = tuple(int(axis.size) if axis in stay else 1 for axis in dims)
    result = lax.gather(value, table, numbers, window, mode=lax.GatherScatterMode.PROMISE_IN_BOUNDS)
    return result, (*index_axes, *stay)


# ---- reducing

_REDUCE: dict[str, Callable[[Array, Sequence[int]], Array]] = {
    "sum": lax.reduce_sum,
    "prod": lax.reduce_prod,
    "max": lax.reduce_max,
    "min": lax.reduce_min,
    "any": lax.reduce_or,
    "all": lax.reduce_and,
}


def reduce(trace: Trace, node: Num) -> Array:
    """A reduction over dimensions, and over the mesh where the mesh axis is among them."""
    op, axes = node.attrs
    value = convolve(trace, node) if trace.windows != "none" else None
    if value is None and trace.contractions:
        value = contract(trace, node)
    if value is None:
        value = _over_dimensions(trace, node)
    if trace.mesh_axis in axes:
        value = _over_mesh(op, value)
    return value


def _over_dimensions(trace: Trace, node: Num) -> Array:
    (x,), (op, axes) = node.args, node.attrs
    value, dims = trace.known[x], trace.dims(x.axes)
    places = tuple(k for k, axis in enumerate(dims) if axis in axes)
    return _REDUCE[op](value, places) if places else value


def _over_mesh(op: str, value: Array) -> Array:
    if op == "sum":
        return lax.psum(value, MESH_NAME)
    if op in ("max", "min"):
        return (lax.pmax if op == "max" else lax.pmin)(value, MESH_NAME)
    if op in ("any", "all"):
        as_int = lax.convert_element_type(value, jnp.int32)
        joined = (lax.pmax if op == "any" else lax.pmin)(as_int, MESH_NAME)
        return lax.convert_element_type(joined, jnp.bool_)
    return lax.reduce_prod(lax.all_gather(value, MESH_NAME), (0,))


def arg(trace: Trace, node: Num) -> Array:
    """First place of the largest or smallest entry, row-major over the listed axes."""
    (x,), (op, axes) = node.args, node.attrs
    value, dims = source(trace, x, axes)
    rest = trace.dims(node.axes)
    value = broadcast(value, dims, (*rest, *axes))
    value = lax.reshape(value, (*sizes(rest), math.prod(sizes(axes))))
    find = lax.argmax if op == "argmax" else lax.argmin
    return find(value, len(rest), INT)


# ---- inputs and derivatives


def input(trace: Trace, node: Num) -> Array:
    """A named array in the node's own order of dimensions."""
    name, axes, _ = node.attrs
    value, dims = trace.inputs[name], axes
    if trace.mesh_axis in axes:
        place = axes.index(trace.mesh_axis)
        value = lax.squeeze(value, (place,))
        dims = axes[:place] + axes[place + 1 :]
    return broadcast(value, dims, trace.dims(node.axes))


def derivative(trace: Trace, node: Num) -> Array:
    """`jax.jvp` of the body as a function of its placeholder."""
    body, at, tangent = node.args
    (q,) = node.attrs
    dims = trace.dims(q.axes)

    def function(point: Array) -> Array:
        inner = trace.child({**trace.known, q: point})
        inner.run([body])
        return inner.known[body]

    point, direction = trace.aligned(at, dims), trace.aligned(tangent, dims)
    _, result = jax.jvp(function, (point,), (direction,))
    return broadcast(result, trace.dims(body.axes), trace.dims(node.axes))


def placeholder(trace: Trace, node: Num) -> Array:
    """Only a derivative gives a placeholder a value."""
    raise LoweringError(f"expected no free placeholder, got {node!r}")


STRUCTURAL: dict[str, Rule] = {
    "rename": rename,
    "split": split,
    "merge": merge,
    "gather": gather,
    "reduce": reduce,
    "arg": arg,
    "input": input,
    "derivative": derivative,
    "placeholder": placeholder,
}
