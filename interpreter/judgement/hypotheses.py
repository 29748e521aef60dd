"""Hypotheses tried on an instance: decided, left to the numbers, or taken on trust."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from denotary.interpreter.machine import EvaluationError, Machine
from denotary.interpreter.machine.propositions import truth
from denotary.spec.terms import Term

from .build import Instance
from .inputs import Manner, draw_all
from .statement import Statement, free

MANNERS = tuple(Manner)


@dataclass
class Tally:
    """How a hypothesis fared over all that was tried."""

    name: str
    held: int = 0
    failed: int = 0
    reason: str = ""
    """Why it could not be evaluated, if so."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A hypothesis whose truth depends on the numbers of an instance."""

    name: str
    number: Any
    binders: tuple[str, ...]


@dataclass
class Terms:
    """What the hypotheses of an instance ask: conditions on its numbers, and guards on indices."""

    holds: bool = True
    conditions: list[Condition] = field(default_factory=list)
    guards: list[Any] = field(default_factory=list)


def examine(
    m: Machine, statement: Statement, instance: Instance, tallies: dict[str, Tally]
) -> Terms:
    """Evaluate the hypotheses, as far as that needs no numbers."""
    terms = Terms()
    mentioned = {instance.labels.get(v): v for v in instance.labels}
    jobs: list[tuple[str, Any, tuple[str, ...]]] = []
    for hypothesis in statement.hypotheses:
        binders = tuple(instance.labels[v] for v in free(hypothesis.type) if v in instance.labels)
        proposition = m.lazy(instance.close(hypothesis.type), instance.env)
        jobs.append((hypothesis.name, proposition, binders))
    for name, proposition in instance.sampler.laws:
        owner = name.split(".", 1)[0]
        jobs.append((name, proposition, (owner,) if owner in mentioned else ()))
    axes = frozenset(instance.scope.axes)
    for name, proposition, binders in jobs:
        tally = tallies.setdefault(name, Tally(name))
        try:
            holds = m.run(lambda p=proposition: truth(m, p))
        except EvaluationError as error:
            tally.reason = str(error)
            continue
        if holds is True:
            tally.held += 1
        elif holds is False:
            tally.failed += 1
            terms.holds = False
        elif m.axes_of(holds):
            assert m.axes_of(holds) <= axes
            terms.guards.append(holds)
            tally.held += 1
        else:
            terms.conditions.append(Condition(name, holds, binders))
    return terms


Evaluate = Callable[[Any, Mapping[str, np.ndarray]], np.ndarray]


def satisfy(
    instance: Instance,
    conditions: Sequence[Condition],
    manner: Manner,
    seed: tuple[int, ...],
    evaluate: Evaluate,
    tallies: dict[str, Tally],
    attempts: int = 80,
) -> dict[str, np.ndarray] | None:
    """Numbers that satisfy the conditions; None if none were found.

    Binders that a failed condition mentions are drawn in other manners, the rest stay as asked.
    """
    binders = {made.binder for made in instance.inputs.values()}
    manners = dict.fromkeys(binders, manner)
    suspects: dict[str, None] = {}
    rng = np.random.default_rng([*seed, 3])
    for attempt in range(attempts if conditions else 1):
        if attempt:
            for binder in suspects:
                turn = attempt - 1 if len(suspects) == 1 else int(rng.integers(len(MANNERS)))
                manners[binder] = MANNERS[turn % len(MANNERS)]
        arrays = draw_all(instance.inputs, manners, (*seed, attempt))
        fine = True
        for condition in conditions:
            if bool(np.all(evaluate(condition.number, arrays))):
                tallies[condition.name].held += 1
            else:
                tallies[condition.name].failed += 1
                fine = False
                suspects.update(dict.fromkeys(b for b in condition.binders if b in binders))
        if fine:
            return arrays
    return None


def never(tallies: Mapping[str, Tally]) -> str:
    """Which hypotheses kept every instance away."""
    alone = [t.name for t in tallies.values() if t.failed and not t.held]
    if alone:
        names = ", ".join(f"`{name}`" for name in alone)
        return f"no instance was found that satisfies {names}"
    together = ", ".join(f"`{t.name}`" for t in tallies.values() if t.failed)
    return f"no instance was found that satisfies {together} together"


__all__ = ["Condition", "Tally", "Term", "Terms", "examine", "never", "satisfy"]
