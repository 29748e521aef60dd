"""Relabelling and reading: rename, split, merge, gather."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from .arithmetic import add, coerce, div, maximum, minimum, mod, mul
from .axis import Axis, by_creation
from .num import Affine, GraphError, Num, affine_node, constant, integer, iota, make

# ---- rename


def rename(x: Num, mapping: Mapping[Axis, Axis]) -> Num:
    """`x` with axes replaced by axes of equal size, all at once.

    An axis that `x` does not have is ignored. If two axes of `x` end up the same axis, the
    result is the diagonal.
    """
    moved = {a: b for a, b in mapping.items() if a in x.axes and a is not b}
    if not moved:
        return x
    for a, b in moved.items():
        if a.size != b.size:
            raise GraphError(f"expected an axis of size {a.size} to replace {a!r}, got {b!r}")
    kept = x.axes - moved.keys()
    if len(kept | set(moved.values())) < len(x.axes):
        return gather(x, {a: iota(b) for a, b in moved.items()})
    if x.linear is not None:
        const, terms = x.linear
        return affine_node(const, [(moved.get(a, a), c) for a, c in terms])
    if x.op == "rename":
        links: tuple[tuple[Axis, Axis], ...] = x.attrs
        composed = {a: moved.get(b, b) for a, b in links}
        for a, b in moved.items():
            if a in x.args[0].axes:
                composed.setdefault(a, b)
        return rename(x.args[0], composed)
    attrs = tuple((a, moved[a]) for a in by_creation(moved))
    axes = frozenset(moved.get(a, a) for a in x.axes)
    return make("rename", (x,), x.dtype, attrs, axes=axes, bounds=x.bounds)


# ---- split and merge


def split(x: Num, axis: Axis, parts: Sequence[Axis]) -> Num:
    """`axis` as several, row-major (`parts[0]` is the slowest)."""
    parts = tuple(parts)
    if math.prod(part.size for part in parts) != axis.size or len(set(parts)) != len(parts):
        raise GraphError(f"expected distinct parts whose sizes multiply to {axis!r}, got {parts}")
    if axis not in x.axes:
        return x
    if len(parts) == 1:
        return rename(x, {axis: parts[0]})
    clash = {part: part.fresh() for part in parts if part in x.axes}
    if clash:
        apart = split(x, axis, [clash.get(part, part) for part in parts])
        return rename(apart, {new: old for old, new in clash.items()})
    if x.linear is not None:
        return substitute_affine(x, {axis: row_major(parts)})
    if x.op == "merge" and x.attrs[1] is axis and _sizes(x.attrs[0]) == _sizes(parts):
        return rename(x.args[0], dict(zip(x.attrs[0], parts, strict=True)))
    axes = (x.axes - {axis}) | set(parts)
    return make("split", (x,), x.dtype, (axis, parts), axes=axes, bounds=x.bounds)


def merge(x: Num, parts: Sequence[Axis], axis: Axis) -> Num:
    """Several axes as one, row-major; the inverse of `split`."""
    parts = tuple(parts)
    if math.prod(part.size for part in parts) != axis.size or len(set(parts)) != len(parts):
        raise GraphError(f"expected distinct parts whose sizes multiply to {axis!r}, got {parts}")
    if not x.axes.intersection(parts):
        return x
    if len(parts) == 1:
        return rename(x, {parts[0]: axis})
    if axis in x.axes and axis not in parts:
        new = axis.fresh()
        return rename(merge(x, parts, new), {new: axis})
    if axis in parts:
        new = axis.fresh()
        x, parts = rename(x, {axis: new}), tuple(new if p is axis else p for p in parts)
    if x.op == "split" and x.attrs[1] == parts:
        return rename(x.args[0], {x.attrs[0]: axis})
    axes = (x.axes - set(parts)) | {axis}
    return make("merge", (x,), x.dtype, (parts, axis), axes=axes, bounds=x.bounds)


def _sizes(axes: Sequence[Axis]) -> list[int]:
    return [axis.size for axis in axes]


def row_major(parts: Sequence[Axis]) -> Num:
    """The row-major index of the digits `iota(part)`."""
    index, weight = integer(0), 1
    for part in reversed(parts):
        index = add(index, mul(iota(part), weight))
        weight *= part.size
    return index


# ---- gather


def gather(x: Num, indices: Mapping[Axis, Num | int]) -> Num:
    """`x` read at `indices[axis]` along each `axis`, all at once; indices are clipped.

    An index may depend on axes of `x` that stay, which reads point by point along them. Reading
    along an empty axis gives 0 (or false): there is no element to read, so no value to get wrong.
    """
    nodes = {a: coerce(i, "int") for a, i in indices.items() if a in x.axes}
    if not nodes:
        return x
    if any(axis.size == 0 for axis in nodes):
        return constant(0, x.dtype)
    nodes = {axis: clip(index, axis.size) for axis, index in nodes.items()}
    if x.linear is not None and all(index.linear is not None for index in nodes.values()):
        return substitute_affine(x, nodes)
    if x.op == "rename" and any(new in nodes for _, new in x.attrs):
        origin = {b: a for a, b in x.attrs}
        inner = {origin.get(a, a): i for a, i in nodes.items()}
        for old, new in x.attrs:
            if new not in nodes:
                inner[old] = iota(new)
        return gather(x.args[0], inner)
    if x.op == "merge" and x.attrs[1] in nodes:
        composed = _through_merge(x, nodes)
        if composed is not None:
            return composed
    if x.op == "gather" and _affine_gather(x) and all(i.linear for i in nodes.values()):
        return _through_gather(x, nodes)
    return _relabelled(x, nodes)


def clip(index: Num, size: int) -> Num:
    """`index` clipped to `[0, size)`; itself where its bounds already say so."""
    return minimum(maximum(index, 0), size - 1)


def unclipped(index: Num, size: int) -> Num | None:
    """The affine node of which `index` is the clip to `[0, size)`, if there is one."""
    inner = index
    while inner.op in ("min", "max"):
        rest = [arg for arg in inner.args if not arg.is_const]
        if len(rest) != 1:
            return None
        (inner,) = rest
    return inner if inner.linear is not None and clip(inner, size) is index else None


def substitute_affine(x: Num, values: Mapping[Axis, Num]) -> Num:
    """An affine node with iotas replaced by affine nodes."""
    const, terms = _linear(x)
    replaced: list[tuple[Axis, int]] = []
    for axis, coeff in terms:
        value = values.get(axis)
        if value is None:
            replaced.append((axis, coeff))
        else:
            first, inner = _linear(value)
            const += coeff * first
            replaced.extend((a, coeff * c) for a, c in inner)
    return affine_node(const, replaced)


def _linear(x: Num) -> Affine:
    if x.linear is None:
        raise GraphError(f"expected an index that is affine in iotas, got {x!r}")
    return x.linear


def _through_merge(x: Num, nodes: dict[Axis, Num]) -> Num | None:
    """Read the parts of a merged axis by the digits of the index, if they stay affine."""
    parts, axis = x.attrs
    rest, digits = nodes[axis], {}
    for part in reversed(parts):
        digits[part] = mod(rest, part.size)
        rest = div(rest, part.size)
    if any(digit.linear is None for digit in digits.values()):
        return None
    others = {a: i for a, i in nodes.items() if a is not axis}
    return gather(x.args[0], others | digits)


def _affine_gather(x: Num) -> bool:
    return all(index.linear is not None for index in x.args[1:])


def _through_gather(x: Num, nodes: dict[Axis, Num]) -> Num:
    """Compose two affine reads into one, so that the first is never an array of its own."""
    inner = {
        axis: substitute_affine(index, nodes)
        for axis, index in zip(x.attrs[0], x.args[1:], strict=True)
    }
    # An axis of the source that stayed under the inner read may be read by the outer one.
    inner.update((a, i) for a, i in nodes.items() if a in x.args[0].axes and a not in inner)
    return gather(x.args[0], inner)


def _relabelled(x: Num, nodes: dict[Axis, Num]) -> Num:
    """Peel off reads that are only relabellings; what is left is a gather node."""
    keep = x.axes - nodes.keys()
    for axis, index in list(nodes.items()):
        if index.linear is None or index.linear[0] != 0:
            continue
        others = keep.union(*(i.axes for a, i in nodes.items() if a is not axis))
        if others & index.axes or (index.axes & nodes.keys()) - {axis}:
            continue
        parts = _digits(index, axis.size)
        if parts is None:
            continue
        rest = {a: i for a, i in nodes.items() if a is not axis}
        renamed = rename(x, {axis: parts[0]}) if len(parts) == 1 else split(x, axis, parts)
        return gather(renamed, rest) if rest else renamed
    axes = by_creation(nodes)
    free = (x.axes - nodes.keys()).union(*(index.axes for index in nodes.values()))
    args = (x, *(nodes[axis] for axis in axes))
    return make("gather", args, x.dtype, (axes,), axes=frozenset(free), bounds=x.bounds)


def _digits(index: Num, size: int) -> tuple[Axis, ...] | None:
    """Axes of which `index` is the row-major index, if it covers `size` exactly."""
    terms = sorted(_linear(index)[1], key=lambda term: -term[1])
    weight = size
    for axis, coeff in terms:
        if axis.size == 0 or coeff * axis.size != weight:
            return None
        weight = coeff
    return tuple(axis for axis, _ in terms) if weight == 1 and terms else None
