"""Claims decided exactly: integers and truth values, and closed rational arithmetic.

No program is compiled for a claim between integers: its numbers are evaluated as they are. A claim
between reals that reads no input is run like any other; where its arithmetic is out of a float's
range, or rounding leaves it open, it is decided in exact rationals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from denotary.interpreter import graph
from denotary.interpreter.graph.enclosure import at_most, below, enclosed, meet
from denotary.interpreter.graph.exact import Inexact, exact

from .compare import Decision
from .sides import Side
from .verdict import Counterexample, Status

Evaluate = Callable[..., np.ndarray]
Relation = Callable[[Any, Any], Any]
EXACTLY = "decided exactly"
BETWEEN = "decided exactly, between bounds of 60 digits"
NEAR = "equal to 40 digits"


@dataclass(frozen=True)
class Exactly:
    """A claim as pairs of graphs; `guard` masks entries. `fails`, `holds`: the left side alone."""

    relation: str
    pairs: tuple[tuple[Side, Side], ...]
    guard: Any = True
    guard_axes: tuple[Any, ...] = ()
    outer: int = 0
    """Dimensions that belong to quantifiers."""
    closed: bool = False
    """Whether in rationals, of a graph without inputs; else in integers, of any."""

    def decide(self, inputs: Mapping[str, np.ndarray], evaluate: Evaluate) -> Decision:
        """Whether the claim holds for the numbers of a draw. Raises `Inexact`."""
        if self.closed and self.relation in _APART:
            try:
                return self.enclosed()
            except (Inexact, ArithmeticError):
                pass
        try:
            return self.valued(inputs, evaluate)
        except Inexact:
            if self.closed and self.relation == "=":
                return self.near()
            raise

    def valued(self, inputs: Mapping[str, np.ndarray], evaluate: Evaluate) -> Decision:
        """The claim decided by the values of both sides. Raises `Inexact`."""

        def values(node: Any, axes: Sequence[Any]) -> np.ndarray:
            if self.closed or node.is_const:
                return exact(node, axes)
            return graph.evaluate(node, inputs, axes)

        mask = None if self.guard is True else values(self.guard, self.guard_axes).astype(bool)
        apart = False
        same_everywhere = None
        for left, right in self.pairs:
            a, b = values(left.value, left.axes), values(right.value, right.axes)
            bad = np.asarray(_FAILS[self.relation](a, b), dtype=bool).reshape(left.shape)
            if mask is not None:
                bad = bad & self.spread(mask, left)
            if self.relation == "≠":
                inner = tuple(range(self.outer, bad.ndim))
                here = np.all(bad, axis=inner)
                same_everywhere = here if same_everywhere is None else same_everywhere & here
            elif np.any(bad):
                place = np.unravel_index(int(np.argmax(bad)), bad.shape)
                x, y = (np.asarray(v).reshape(left.shape)[place] for v in (a, b))
                return Decision(
                    Status.REFUTED,
                    EXACTLY,
                    example=Counterexample(tuple(int(i) for i in place), _float(x), _float(y)),
                )
            apart = True
        if same_everywhere is not None and np.any(same_everywhere):
            return Decision(Status.REFUTED, f"{EXACTLY}: both sides are the same")
        if self.relation == "≠" and not apart:
            return Decision(Status.REFUTED, f"{EXACTLY}: both sides are the same")
        return Decision(Status.CONFIRMED, EXACTLY)

    def enclosed(self) -> Decision:
        """The claim decided between bounds of 60 digits. Raises `Undecided`, `Inexact`."""
        return self.between(_APART[self.relation], _EXACT[self.relation], BETWEEN)

    def near(self) -> Decision:
        """An equation of reals between bounds of 60 digits. Raises `Undecided`, `Inexact`."""
        return self.between(meet, None, NEAR)

    def between(self, reals: Relation, others: Relation | None, message: str) -> Decision:
        """Whether every pair of entries is so related, entries between bounds of 60 digits.

        `reals` takes two intervals, `others` two numbers of another type, if those are decided too;
        `message` is what a confirmation says.
        """
        mask = None if self.guard is True else enclosed(self.guard, self.guard_axes).astype(bool)
        for left, right in self.pairs:
            a, b = enclosed(left.value, left.axes), enclosed(right.value, right.axes)
            related = reals if left.value.dtype == "real" else others
            if related is None:
                raise Inexact("not an equation of reals")
            fine = np.asarray(np.frompyfunc(related, 2, 1)(a, b), dtype=bool).reshape(left.shape)
            if mask is not None:
                fine = fine | ~self.spread(mask, left)
            if not np.all(fine):
                return Decision(Status.REFUTED, BETWEEN)
        return Decision(Status.CONFIRMED, message)

    def spread(self, mask: np.ndarray, side: Side) -> np.ndarray:
        """The mask of a guard, over the quantifiers' dimensions, in a shape to go with a side."""
        return mask.reshape(side.shape[: self.outer] + (1,) * (len(side.shape) - self.outer))


def exactly(
    relation: str, pairs: Sequence[tuple[Side, Side]], guard: Any, axes: tuple[Any, ...], outer: int
) -> Exactly | None:
    """The claim, if it is one between integers, truth values or constants."""
    nodes = _nodes(relation, pairs, guard)
    if nodes is not None and all(node.is_const or whole(node) for node in nodes):
        return Exactly(relation, tuple(pairs), guard, axes, outer)
    return None


def rationally(
    relation: str, pairs: Sequence[tuple[Side, Side]], guard: Any, axes: tuple[Any, ...], outer: int
) -> Exactly | None:
    """The claim, if no input is read in it: to be decided in rationals, if that is possible."""
    nodes = _nodes(relation, pairs, guard)
    if nodes is None or any(
        n.op in ("input", "derivative", "placeholder") for n in graph.walk(nodes)
    ):
        return None
    return Exactly(relation, tuple(pairs), guard, axes, outer, closed=True)


def _nodes(relation: str, pairs: Sequence[tuple[Side, Side]], guard: Any) -> list[Any] | None:
    """The graphs of a claim, its guard included; None if it is not one between graphs."""
    nodes = [side.value for pair in pairs for side in pair]
    if guard is not True:
        nodes.append(guard)
    if any(not isinstance(node, graph.Num) for node in nodes) or relation not in _FAILS:
        return None
    return nodes


def whole(node: Any) -> bool:
    """Whether nothing in a graph is a real."""
    return all(n.dtype != "real" for n in graph.walk([node]))


def _float(value: Any) -> float:
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


_FAILS: dict[str, Relation] = {
    "=": lambda a, b: a != b,
    "≠": lambda a, b: a == b,
    "≤": lambda a, b: a > b,
    "<": lambda a, b: a >= b,
    "holds": lambda a, b: np.logical_not(a),
    "fails": lambda a, b: a,
}

_APART: dict[str, Relation] = {
    "≤": at_most, "<": below, "holds": lambda a, b: a, "fails": lambda a, b: not a,
}  # fmt: skip
"""What intervals decide: the relation of two reals, or a truth value."""
_EXACT: dict[str, Relation] = {
    **_APART, "≤": lambda a, b: a <= b, "<": lambda a, b: a < b,
}  # fmt: skip

__all__ = ["EXACTLY", "Exactly", "Inexact", "exactly", "rationally"]
