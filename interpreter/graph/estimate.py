"""What a graph would cost to run, known before it runs."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from .axis import Axis
from .num import Num, walk

_BYTES = {"f64": 8, "f32": 4, "bf16": 2}
_FUSIBLE_EXCEPT = frozenset({"reduce", "arg", "derivative", "input", "placeholder"})


@dataclass(frozen=True)
class Estimate:
    """Nodes, peak bytes of live arrays, and scalar operations of one run."""

    nodes: int
    peak_bytes: int
    operations: int

    def __str__(self) -> str:
        return (
            f"{self.nodes} nodes, about {self.peak_bytes / 2**30:.2f} GiB at peak, "
            f"{self.operations:.2e} operations"
        )


def estimate(
    outputs: Iterable[Num], precision: str = "f64", mesh_axis: Axis | None = None
) -> Estimate:
    """Cost of computing `outputs`; with `mesh_axis`, the bytes on one device.

    An elementwise node or a read with one user is taken to be fused into it and to need no
    memory; so is everything computed from constants and iotas alone.
    """
    outputs = list(outputs)
    order = list(walk(outputs))
    users: dict[Num, int] = {}
    for node in order:
        for arg in node.args:
            users[arg] = users.get(arg, 0) + 1
    kept = set(outputs)
    real = _BYTES[precision]

    def entries(axes: Iterable[Axis]) -> int:
        return math.prod(axis.size for axis in axes if axis is not mesh_axis)

    def held(node: Num) -> int:
        if node.op in ("const", "affine"):
            return 0
        if node not in kept and node.op not in _FUSIBLE_EXCEPT and users.get(node, 0) == 1:
            return 0
        return entries(node.axes) * {"real": real, "int": 4, "bool": 1}[node.dtype]

    # A fused node keeps its own arguments alive until its user has run: die at the last real use.
    last: dict[Num, int] = {}
    position = {node: k for k, node in enumerate(order)}
    for node in reversed(order):
        end = position[node] if held(node) or node in kept else last.get(node, position[node])
        for arg in node.args:
            last[arg] = max(last.get(arg, 0), end)
    dying: dict[int, int] = {}
    for node in order:
        if node not in kept:
            end = last.get(node, position[node])
            dying[end] = dying.get(end, 0) + held(node)
    live = peak = operations = 0
    for k, node in enumerate(order):
        live += held(node)
        peak = max(peak, live)
        live -= dying.get(k, 0)
        if node.op == "reduce":
            operations += entries(node.args[0].axes)
        elif node.op not in ("const", "affine", "input"):
            operations += entries(node.axes)
    return Estimate(len(order), peak, operations)
