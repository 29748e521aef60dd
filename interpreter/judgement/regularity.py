"""Claims that a function is differentiable or continuous, decided by the form of its graph.

They are confirmed if every operation between the variable and the value is smooth where it is
taken: for all values of the variable by the signs of what is divided by, rooted or compared, at a
point by what these are there. Otherwise one-sided slopes are compared, at the point or at 0: where
they differ, and stay apart as the step shrinks, the claim is refuted. What is left is not decided:
sampling cannot show smoothness.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from denotary.interpreter import graph
from denotary.interpreter.graph.regularity import (
    NEGATIVE,
    POSITIVE,
    ZERO,
    Rough,
    requirements,
    sign,
)
from denotary.interpreter.machine import Machine
from denotary.interpreter.machine import leaves as arrays
from denotary.interpreter.machine.families import binder_names
from denotary.interpreter.primitives.analysis import unknown

from .compare import Decision
from .verdict import Status

CLAIMS = {
    "Differentiable": (False, False), "DifferentiableAt": (False, True),
    "Continuous": (True, False), "ContinuousAt": (True, True),
    "ContDiff": (False, False), "ContDiffAt": (False, True),
}  # fmt: skip
"""Claim to whether it is of continuity alone, and whether at a point."""
STEPS = (2.0**-10, 2.0**-20)
"""Steps of one-sided slopes."""
NEAR = 2.0**-36
"""What is below this part of its own array's size is not told from 0."""

Evaluate = Callable[..., np.ndarray]


@dataclass(frozen=True)
class Regularity:
    """A claim about one function: what must not be 0, at a point or at all values."""

    needs: tuple[Any, ...]
    place: Mapping[Any, Any] | None
    """Placeholder to the entries of the point; None for a claim about all points."""
    values: tuple[Any, ...] = ()
    """The function's values at the placeholders."""
    unknowns: tuple[Any, ...] = ()
    continuous: bool = False
    reason: str = ""
    """Why it cannot be decided, if so."""

    def decide(self, inputs: Mapping[str, np.ndarray], evaluate: Evaluate) -> Decision:
        """Whether the claim holds for the numbers of a draw."""
        if self.reason:
            return Decision(Status.UNSUPPORTED, self.reason)
        memo: dict[Any, int] = {}
        known = _Signs(inputs, evaluate)
        for need in self.needs:
            if not sign(need, known, memo) & ZERO:
                continue
            if self.place is None:
                return self.kink(inputs, evaluate) or Decision(
                    Status.INCONCLUSIVE,
                    "an operation in it may meet a place where it has a kink or a jump, and "
                    "smoothness is not decided by sampling",
                )
            here = graph.substitute(need, dict(self.place))
            values = np.abs(evaluate(here, inputs, graph.by_creation(here.axes)))
            if values.size and float(np.min(values)) <= NEAR * max(1.0, float(np.max(values))):
                return self.kink(inputs, evaluate) or Decision(
                    Status.INCONCLUSIVE,
                    "an operation in it has a kink or a jump at the point, or too near to tell",
                )
        return Decision(Status.CONFIRMED, "by the form of the function")

    def kink(self, inputs: Mapping[str, np.ndarray], evaluate: Evaluate) -> Decision | None:
        """A refutation by one-sided slopes that differ, or values that jump; None without one."""
        start = self.place or {p: graph.real(0) for p in self.unknowns}

        def at(value: Any, step: float) -> np.ndarray:
            moved = {p: graph.add(x, graph.real(step)) for p, x in start.items()}
            there = graph.substitute(value, moved)
            return evaluate(there, inputs, graph.by_creation(there.axes | value.axes))

        for value in self.values:
            gaps: list[float] = []
            scale = 0.0
            for step in STEPS:
                here, left, right = at(value, 0.0), at(value, -step), at(value, step)
                unit = 1.0 if self.continuous else step
                jump = np.maximum(np.abs(right - here), np.abs(left - here))
                gap = jump if self.continuous else np.abs(right - 2 * here + left)
                gaps.append(float(np.max(gap / unit, initial=0.0)))
                scale = float(np.max(np.abs([right, left, here]), initial=0.0))
            if gaps[1] > 0.7 * gaps[0] and gaps[1] > 2.0**-6 * max(scale, 2.0**-6):
                what = "it jumps" if self.continuous else "its slopes from two sides differ"
                where = "there" if self.place is not None else "at 0"
                return Decision(Status.REFUTED, f"{what} {where}")
        return None

    def holds(self, inputs: Mapping[str, np.ndarray], evaluate: Evaluate) -> bool:
        return self.decide(inputs, evaluate).status is Status.CONFIRMED


@dataclass(frozen=True)
class Irregularity:
    """The negation of a claim."""

    claim: Regularity

    def decide(self, inputs: Mapping[str, np.ndarray], evaluate: Evaluate) -> Decision:
        """Whether the claim fails."""
        found = self.claim.decide(inputs, evaluate)
        opposite = {Status.CONFIRMED: Status.REFUTED, Status.REFUTED: Status.CONFIRMED}
        return Decision(opposite.get(found.status, found.status), found.message, found.tells)


@dataclass
class _Signs:
    """Signs of nodes without placeholders, evaluated."""

    inputs: Mapping[str, np.ndarray]
    evaluate: Evaluate

    def __call__(self, node: Any) -> int:
        values = self.evaluate(node, self.inputs, graph.by_creation(node.axes))
        found = 0
        for mask, there in (
            (NEGATIVE, values < 0), (ZERO, values == 0), (POSITIVE, values > 0)
        ):  # fmt: skip
            found |= mask if np.any(there) else 0
        return found


def regularity(m: Machine, name: str, args: Sequence[Any]) -> Regularity:
    """The claim `name args`, `name` in `CLAIMS`, looked into. Raises errors of evaluation."""
    continuous, pointwise = CLAIMS[name]
    declaration = m.rules[name].declaration
    assert declaration is not None
    given = dict(zip(binder_names(declaration.type), args, strict=False))
    source, target = (given[k] for k in (("X", "Y") if "X" in given else ("E", "F")))
    number, value = unknown(m, source, given["f"])
    made = m.unknowns[number]
    leaves = arrays.tabulate(m, value, target)
    place = None
    if pointwise:
        place = dict(zip(made.numbers, made.entries(given["x"]), strict=True))
    needs: dict[Any, None] = {}
    for leaf in leaves:
        if leaf.dtype != "real":
            return Regularity((), place, reason=f"`{name}`: values that are no reals")
        try:
            needs.update(dict.fromkeys(requirements(leaf.value, continuous)))
        except Rough as error:
            reason = f"`{name}`: where {error} is smooth is not looked into"
            return Regularity((), place, reason=reason)
    values = tuple(leaf.value for leaf in leaves)
    return Regularity(tuple(needs), place, values, tuple(made.numbers), continuous)
