"""Claims decided exactly: integers and truth values, and reals that are rational or enclosed.

No program is compiled for a claim between integers: its numbers are evaluated as they are. A claim
between reals is run like any other; where its arithmetic is out of a float's range, where rounding
leaves it open, and where floats say that it fails, it is decided at the numbers of the draw, which
are rationals: in rationals where no root or exponential is involved, else between bounds of 60
digits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from denotary.interpreter import graph
from denotary.interpreter.graph.enclosure import (
    Interval,
    Undecided,
    at_most,
    below,
    bounds,
    enclosed,
    equal,
    meet,
)
from denotary.interpreter.graph.exact import Inexact, exact

from .compare import Decision
from .sides import Side
from .verdict import EXACTLY, Counterexample, Status

Evaluate = Callable[..., np.ndarray]
Inputs = Mapping[str, np.ndarray]
Relation = Callable[[Any, Any], Any]
BETWEEN = "decided exactly, between bounds of 60 digits"
NEAR = "equal to 40 digits"
CLOSED_WORK = 400_000
"""Scalar operations on reals of a claim that reads no input, which is decided once."""
WORK = 100_000
"""Those of a claim that reads inputs, which is decided at more than one draw."""


@dataclass(frozen=True)
class Exactly:
    """A claim as pairs of graphs; `guard` masks entries. `fails`, `holds`: the left side alone."""

    relation: str
    pairs: tuple[tuple[Side, Side], ...]
    guard: Any = True
    guard_axes: tuple[Any, ...] = ()
    outer: int = 0
    """Dimensions that belong to quantifiers."""
    reals: bool = False
    """Whether a graph has reals in it; else everything is an integer or a truth value."""
    closed: bool = False
    """Whether no input is read."""

    def cost(self) -> int:
        """Scalar operations of both sides."""
        nodes = [side.value for pair in self.pairs for side in pair]
        return graph.estimate(nodes).operations

    def decide(self, inputs: Inputs, evaluate: Evaluate) -> Decision:
        """Whether the claim holds for the numbers of a draw. Raises `Inexact`."""
        if not self.reals:
            return self.valued(lambda node, axes: _integers(node, axes, inputs, evaluate))
        try:
            return self.enclosed(inputs)
        except (Inexact, ArithmeticError) as error:
            if not self.closed:
                raise
            try:
                return self.valued(lambda node, axes: exact(node, axes))
            except Inexact:
                raise error from None

    def proved(self) -> bool:
        """Whether it reads no input and exact arithmetic shows it, so that it is a fact."""
        if not self.closed:
            return False
        try:
            found = self.decide({}, graph.evaluate)
        except (Inexact, Undecided, ArithmeticError, MemoryError):
            return False
        return found.status is Status.CONFIRMED and found.message != NEAR

    def valued(self, values: Callable[[Any, Sequence[Any]], np.ndarray]) -> Decision:
        """The claim decided by the values of both sides, none of them an interval."""
        mask = None if self.guard is True else values(self.guard, self.guard_axes).astype(bool)
        found = [(values(a.value, a.axes), values(b.value, b.axes)) for a, b in self.pairs]
        return self.told(found, mask, lambda a, b: ~np.asarray(_FAILS[self.relation](a, b), bool))

    def enclosed(self, inputs: Inputs) -> Decision:
        """The claim decided in rationals or between bounds. Raises `Undecided`, `Inexact`."""
        work = CLOSED_WORK if self.closed else WORK
        mask = None
        if self.guard is not True:
            mask = enclosed(self.guard, self.guard_axes, inputs, work).astype(bool)
        found = [
            (enclosed(a.value, a.axes, inputs, work), enclosed(b.value, b.axes, inputs, work))
            for a, b in self.pairs
        ]
        relation = _ENCLOSED[self.relation]
        try:
            return self.told(found, mask, np.frompyfunc(_or_none(relation), 2, 1))
        except Undecided:
            if self.relation != "=":
                raise
        near = np.frompyfunc(meet, 2, 1)
        return self.told(found, mask, lambda a, b: near(_to_reals(a), _to_reals(b)), NEAR)

    def told(
        self,
        values: Sequence[tuple[np.ndarray, np.ndarray]],
        mask: np.ndarray | None,
        relation: Relation,
        message: str = "",
    ) -> Decision:
        """What entries say: each is true, false or, if that is not known, None.

        Raises `Undecided` if no entry fails and one is not known.
        """
        rational = all(not isinstance(x, Interval) for pair in values for v in pair for x in v.flat)
        message = message or (EXACTLY if rational else BETWEEN)
        fine_at: np.ndarray | None = None
        for (left, _), (a, b) in zip(self.pairs, values, strict=True):
            a, b = np.asarray(a).reshape(left.shape), np.asarray(b).reshape(left.shape)
            fine = np.asarray(relation(a, b), dtype=object).reshape(left.shape)
            if mask is not None:
                skip = np.broadcast_to(~self.spread(mask, left), left.shape)
                fine = np.where(skip, True, fine)
            if self.relation == "≠":
                inner = tuple(range(self.outer, fine.ndim))
                here = _any(fine, inner)
                fine_at = here if fine_at is None else _any(np.stack([fine_at, here]), (0,))
                continue
            failing = np.asarray(fine == False, dtype=bool)  # noqa: E712  (None is not False)
            if np.any(failing):
                place = _worst(a, b, failing)
                example = counterexample(place, a[place], b[place])
                return Decision(Status.REFUTED, message.replace(NEAR, BETWEEN), example=example)
            if any(x is None for x in fine.flat):
                raise Undecided("two numbers are equal to 60 digits")
        if self.relation == "≠":
            found = [False] if fine_at is None else list(np.asarray(fine_at, object).flat)
            if any(x is False for x in found):
                return Decision(Status.REFUTED, f"{message}: both sides are the same")
            if any(x is None for x in found):
                raise Undecided("two numbers are equal to 60 digits")
        return Decision(Status.CONFIRMED, message)

    def spread(self, mask: np.ndarray, side: Side) -> np.ndarray:
        """The mask of a guard, over the quantifiers' dimensions, in a shape to go with a side."""
        return mask.reshape(side.shape[: self.outer] + (1,) * (len(side.shape) - self.outer))


def counterexample(place: tuple[Any, ...], left: Any, right: Any) -> Counterexample:
    """An entry at which a claim fails; rationals are told exactly."""
    known = not (isinstance(left, Interval) or isinstance(right, Interval))
    return Counterexample(
        tuple(int(i) for i in place),
        _float(left),
        _float(right),
        (str(left), str(right)) if known and not isinstance(left, bool | np.bool_) else None,
    )


def _integers(node: Any, axes: Sequence[Any], inputs: Inputs, evaluate: Evaluate) -> np.ndarray:
    return exact(node, axes) if node.is_const else graph.evaluate(node, inputs, axes)


def _or_none(relation: Relation) -> Relation:
    """A relation that says None where it cannot tell."""

    def told(a: Any, b: Any) -> Any:
        try:
            return bool(relation(a, b))
        except Undecided:
            return None

    return told


def _any(entries: np.ndarray, axes: tuple[int, ...]) -> np.ndarray:
    """Whether an entry along the axes is true; None where that is not known."""
    yes = np.any(entries == True, axis=axes)  # noqa: E712
    no = np.all(entries == False, axis=axes)  # noqa: E712
    return np.where(yes, True, np.where(no, False, np.array(None, dtype=object)))


def _worst(a: np.ndarray, b: np.ndarray, failing: np.ndarray) -> tuple[Any, ...]:
    """The failing entry at which the sides are furthest apart."""
    gap = np.abs(np.frompyfunc(_float, 1, 1)(a) - np.frompyfunc(_float, 1, 1)(b))
    size = np.where(failing, np.nan_to_num(np.asarray(gap, float), nan=np.inf), -1.0)
    return np.unravel_index(int(np.argmax(size)), failing.shape)


def _to_reals(values: np.ndarray) -> np.ndarray:
    """Numbers of any type as reals: that two truth values agree is no matter of digits."""
    return np.asarray(np.frompyfunc(_to_real, 1, 1)(values), dtype=object)


def _to_real(x: Any) -> Fraction | Interval:
    return x if isinstance(x, Interval) else Fraction(int(x) if isinstance(x, bool) else x)


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
    """The claim, to be decided at the numbers of a draw, if it has no derivative in it."""
    nodes = _nodes(relation, pairs, guard)
    if nodes is None:
        return None
    ops = {node.op for node in graph.walk(nodes)}
    if ops & {"derivative", "placeholder"}:
        return None
    closed = "input" not in ops
    return Exactly(relation, tuple(pairs), guard, axes, outer, reals=True, closed=closed)


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
    if isinstance(value, Interval):
        value = bounds(value).low
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

_ENCLOSED: dict[str, Relation] = {
    "=": equal, "≠": lambda a, b: not equal(a, b), "≤": at_most, "<": below,
    "holds": lambda a, b: a, "fails": lambda a, b: not a,
}  # fmt: skip
"""The same of two reals, each a rational or an interval, or of a truth value."""

__all__ = ["EXACTLY", "Exactly", "Inexact", "counterexample", "exactly", "rationally"]
