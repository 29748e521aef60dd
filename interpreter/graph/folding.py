"""Parts of a graph that depend on nothing but constants, as arrays.

A literal of 784 entries is a chain of 784 selections: cheap to evaluate once, and slow to compile.
Only what cannot round is folded: integers, truth values, and reals that are copied, not computed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from .axis import Axis
from .evaluate import value_of
from .num import Num, walk

LEAST = 16
"""Nodes below a node from which on folding is worth it."""
LARGEST = 1 << 18
"""Entries of an array that is folded at most."""
_COPIES = frozenset(("const", "select", "gather", "rename", "split", "merge"))
_OPAQUE = frozenset(("input", "placeholder", "derivative"))


def folded(
    outputs: Iterable[Num], apart: Axis | None = None, *, reals: bool = False
) -> dict[Num, np.ndarray]:
    """The largest parts below `outputs` that are constant, each with its array in float64 or int64.

    Dimensions are the node's axes in order of creation. Nothing along the axis `apart` is folded.
    With `reals`, real parts alone: an index that a program computes as it goes costs nothing there.
    """
    outputs = list(outputs)
    order = list(walk(outputs))
    weights: dict[Num, int] = {}
    for node in order:
        if _foldable(node, weights, apart):
            weights[node] = 1 + sum(weights[arg] for arg in node.args)
    wanted: dict[Num, None] = {}
    for node in order:
        if node not in weights:
            wanted.update((arg, None) for arg in node.args if weights.get(arg, 0) >= LEAST)
    wanted.update((node, None) for node in outputs if weights.get(node, 0) >= LEAST)
    if reals:
        wanted = {node: None for node in wanted if node.dtype == "real"}
    done: dict[Num, np.ndarray] = {}
    with np.errstate(all="ignore"):
        for node in walk(wanted):
            done[node] = value_of(node, done)
    return {node: done[node] for node in wanted}


def _foldable(node: Num, weights: dict[Num, int], apart: Axis | None) -> bool:
    if node.op in _OPAQUE or node.free or apart in node.axes:
        return False
    if math.prod(axis.size for axis in node.axes) > LARGEST:
        return False
    if any(arg not in weights for arg in node.args):
        return False
    if node.dtype == "real":
        return node.op in _COPIES or (node.op == "to_real" and _exact(node.args[0]))
    return all(arg.dtype != "real" for arg in node.args)


def _exact(x: Num) -> bool:
    """Whether float64 holds an integer without rounding."""
    return x.bounds[0] >= -(2.0**53) and x.bounds[1] <= 2.0**53
