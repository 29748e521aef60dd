"""Sums over windows as XLA's convolutions: forward, kernel gradient, grouped, any stride.

A window is a read of an array at `offset + stride·i + dilation·k`, zero outside the array, times
another factor, summed over `k` and perhaps over channels. It is found in the graph's structure,
never by a name: which of `i` and `k` is summed tells a forward convolution from a kernel's
gradient, and an axis of both factors that is not summed is a group. Only the order in which the sum
is taken changes. `compile(..., windows="none")` leaves them out; tests compare the two.

What is left out is a product of the other factor with the windows laid out (`contract`), the
default on a CPU. Measured there (jaxlib 0.10, float64): a forward convolution alone takes a quarter
to the whole of the product's processor time, but a dilated or a depthwise one twice, and the
single-device side of ResNet-50's step at 96 pixels 9.1 s instead of 2.3 s.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import jax
from jax import lax

from ..graph import Axis, Num, sub, unclipped
from .trace import Trace, broadcast, sizes


@dataclass(frozen=True, slots=True)
class Read:
    """An array read at affine places, zero where they leave it."""

    source: Num
    places: dict[Axis, Num]
    """Of each axis that is read away, the affine index along it."""


@dataclass(frozen=True, slots=True)
class Along:
    """A window along one axis of the array: place `offset + stride·i + dilation·k`.

    `outer` are the digits of `i`, `inner` those of `k`, most significant first; a negative
    dilation runs backwards.
    """

    axis: Axis
    offset: int
    outer: tuple[Axis, ...]
    stride: int
    inner: tuple[Axis, ...]
    dilation: int


def convolve(trace: Trace, node: Num) -> jax.Array | None:
    """The local part of a sum over products, if one factor reads windows; else None."""
    (x,), (op, axes) = node.args, node.attrs
    if op != "sum" or x.op != "mul" or x.dtype != "real":
        return None
    summed = frozenset(axes) - {trace.mesh_axis}
    for factor, other in (x.args, x.args[::-1]):
        found = read(factor)
        if found is None:
            continue
        windows = [_along(a, i, summed, other) for a, i in found.places.items()]
        if all(windows) and any(w is not None and w.inner for w in windows):
            value = _convolve(trace, node, found, [w for w in windows if w], other, summed)
            if value is not None:
                return value
    return None


# ---- the read


def read(node: Num) -> Read | None:
    """A gather, or one that a condition guards, if it is zero exactly where it leaves the array."""
    guards: frozenset[Num] | None = frozenset()
    if node.op == "select" and node.args[2].is_const and node.args[2].value == 0:
        guards, node = _bounds(node.args[0]), node.args[1]
    if node.op != "gather" or guards is None:
        return None
    (axes,) = node.attrs
    places: dict[Axis, Num] = {}
    needed: set[Num] = set()
    seen: set[Axis] = set(node.args[0].axes - frozenset(axes))
    for axis, index in zip(axes, node.args[1:], strict=True):
        inner = unclipped(index, axis.size)
        if inner is None or not seen.isdisjoint(inner.axes):
            return None
        seen |= inner.axes
        places[axis] = inner
        inside = (sub(inner, 0), sub(axis.size - 1, inner))
        needed.update(each for each in inside if each.bounds[0] < 0)
    return Read(node.args[0], places) if guards == needed else None


def _bounds(condition: Num) -> frozenset[Num] | None:
    """A conjunction of comparisons of affine integers as what has to be at least 0."""
    found: set[Num] = set()
    stack = [condition]
    while stack:
        each = stack.pop()
        if each.op == "and":
            stack.extend(each.args)
            continue
        if each.op not in ("le", "lt") or any(a.linear is None for a in each.args):
            return None
        low, high = each.args
        found.add(sub(high, low) if each.op == "le" else sub(sub(high, low), 1))
    return frozenset(found)


# ---- the window


def _along(axis: Axis, index: Num, summed: frozenset[Axis], other: Num) -> Along | None:
    """The parts of an index: what stays, what is summed with the other factor."""
    assert index.linear is not None
    offset, terms = index.linear
    outer = [(a, c) for a, c in terms if a not in summed and a not in other.axes]
    inner = [(a, c) for a, c in terms if a in summed and a in other.axes]
    if len(outer) + len(inner) != len(terms) or axis.kind == "replica":
        return None
    one, two = _digits(outer), _digits(inner)
    if one is None or two is None or one[1] <= 0:
        return None
    return Along(axis, offset, *one, *two)


def _digits(terms: Sequence[tuple[Axis, int]]) -> tuple[tuple[Axis, ...], int] | None:
    """Axes as the digits of one number, and its coefficient; no axes are a number that is 0."""
    if not terms:
        return (), 1
    ordered = sorted(terms, key=lambda term: abs(term[1]))
    step = weight = ordered[0][1]
    for axis, coeff in ordered:
        if coeff != weight or axis.kind == "replica":
            return None
        weight *= axis.size
    return tuple(axis for axis, _ in reversed(ordered)), step


def _convolve(
    trace: Trace,
    node: Num,
    found: Read,
    windows: Sequence[Along],
    other: Num,
    summed: frozenset[Axis],
) -> jax.Array | None:
    left = [a for a in trace.dims(found.source.axes) if a not in found.places]
    inner = {a for w in windows for a in w.inner}
    right = [a for a in trace.dims(other.axes) if a not in inner]
    if trace.mesh_axis in inner or any(trace.mesh_axis in (w.axis, *w.outer) for w in windows):
        return None
    shared = [a for a in left if a in right]
    groups = [a for a in shared if a not in summed]
    channels = [a for a in shared if a in summed]
    batch = [a for a in left if a not in shared]
    features = [a for a in right if a not in shared]
    if not summed.isdisjoint((*batch, *features)) or summed != {*inner, *channels}:
        return None

    spatial = [w.axis for w in windows]
    lhs = _grouped(trace, found.source, batch, (*groups, *channels), *[[a] for a in spatial])
    rhs = _grouped(trace, other, (*groups, *features), channels, *[w.inner for w in windows])
    backwards = [k + 2 for k, w in enumerate(windows) if w.dilation < 0]
    if backwards:
        rhs = lax.rev(rhs, backwards)
    steps = [w.dilation if len(w.inner) else 1 for w in windows]
    offsets = [
        w.offset + min(0, step * (_count(w.inner) - 1))
        for w, step in zip(windows, steps, strict=True)
    ]
    padding = []
    for w, step, offset in zip(windows, steps, offsets, strict=True):
        last = offset + w.stride * (_count(w.outer) - 1) + abs(step) * (_count(w.inner) - 1)
        padding.append((-offset, last + 1 - w.axis.size))
    value = lax.conv_general_dilated(
        lhs,
        rhs,
        window_strides=[w.stride for w in windows],
        padding=padding,
        rhs_dilation=[abs(step) for step in steps],
        feature_group_count=_count(groups),
        precision=lax.Precision.HIGHEST,
        preferred_element_type=trace.real,
    )
    dims = (*batch, *groups, *features, *[a for w in windows for a in w.outer])
    return broadcast(lax.reshape(value, sizes(dims)), dims, trace.dims(node.axes))


def _grouped(trace: Trace, node: Num, *groups: Iterable[Axis]) -> jax.Array:
    """The node's value with one dimension a group of its axes."""
    groups = tuple(tuple(group) for group in groups)
    value = broadcast(
        trace.known[node], trace.dims(node.axes), tuple(a for group in groups for a in group)
    )
    return lax.reshape(value, [_count(group) for group in groups])


def _count(axes: Iterable[Axis]) -> int:
    return math.prod(int(axis.size) for axis in axes)
