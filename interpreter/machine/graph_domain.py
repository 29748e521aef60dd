"""The tensor graph as a `Domain`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from denotary.interpreter import graph

from .domain import OPERATIONS
from .errors import TooWide

LIMIT = 2**63
_NAMES = {
    "max": "maximum", "min": "minimum", "abs": "absolute", "pow": "power", "round": "nearest",
    "not": "not_", "and": "and_", "or": "or_",
}  # fmt: skip


class GraphDomain:
    """Numbers as nodes of `denotary.interpreter.graph`."""

    symbolic = True

    def __init__(self) -> None:
        self._operations: dict[str, Any] = {}
        for name in OPERATIONS:
            function = getattr(graph, _NAMES.get(name, name), None)
            if function is None:
                function = _transcendental(name)
            self._operations[name] = function

    def constant(self, value: Any, dtype: Any) -> Any:
        return graph.constant(value, dtype)

    def known(self, x: Any) -> Any:
        return x.value if x.is_const else None

    def is_number(self, x: object) -> bool:
        return isinstance(x, graph.Num)

    def dtype(self, x: Any) -> Any:
        return x.dtype

    def axes(self, x: Any) -> frozenset[Any]:
        return x.axes

    def axis(self, size: int, name: str = "", kind: Any = "plain") -> Any:
        return graph.Axis(int(size), kind, name)

    def iota(self, axis: Any) -> Any:
        return graph.iota(axis)

    def affine(self, x: Any) -> tuple[int, Mapping[Any, int]] | None:
        return graph.affine(x)

    def apply(self, op: str, *operands: Any) -> Any:
        return _held(self._operations[op](*operands))

    def select(self, condition: Any, x: Any, y: Any) -> Any:
        return graph.select(condition, x, y)

    def reduce(self, op: str, x: Any, axes: Iterable[Any]) -> Any:
        return _held(graph.reduce(op, x, axes))

    def read(self, x: Any, indices: Mapping[Any, Any]) -> Any:
        return graph.gather(x, indices)

    def merge(self, x: Any, parts: tuple[Any, ...], axis: Any) -> Any:
        return graph.merge(x, parts, axis)

    def input(self, name: str, axes: tuple[Any, ...], dtype: Any, bounds: Any = None) -> Any:
        if bounds is None:
            return graph.input(name, axes, dtype)
        return graph.input(name, axes, dtype, bounds)

    def placeholder(self, name: str, axes: tuple[Any, ...]) -> Any:
        return graph.placeholder(name, axes)

    def derivative(self, y: Any, unknowns: list[Any], at: list[Any], along: list[Any]) -> Any:
        total = graph.real(0)
        for k, unknown in enumerate(unknowns):
            others = {u: a for j, (u, a) in enumerate(zip(unknowns, at, strict=True)) if j != k}
            part = graph.substitute(y, others) if others else y
            total = graph.add(total, graph.derivative(part, unknown, at[k], along[k]))
        return total


def _held(x: graph.Num) -> graph.Num:
    """`x`, if arrays can hold it: integers that depend on something have 64 bits."""
    low, high = x.bounds
    if (
        x.dtype == "int"
        and not x.is_const
        and not ((math.isinf(low) or low >= -LIMIT) and (math.isinf(high) or high < LIMIT))
    ):
        raise TooWide("an integer that depends on an input or an index may need over 64 bits")
    return x


def _transcendental(name: str) -> Any:
    return lambda x: graph.unary(name, x)
