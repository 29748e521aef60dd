"""Hypotheses tried on an instance: decided, left to the numbers, or taken on trust."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from denotary.interpreter.machine import EvaluationError, Machine
from denotary.interpreter.machine.propositions import truth
from denotary.spec.depth import deep
from denotary.spec.reduce import FuelExhausted, reducer
from denotary.spec.terms import Const, Term, spine

from .build import Instance
from .inputs import EDGES, Manner, draw_all, of_each
from .instances import NoSample
from .quantifiers import Tester
from .regularity import CLAIMS, Regularity, regularity
from .repair import holds, only_equations, repair
from .statement import Statement, free

_LAST = (Manner.ONE, Manner.EDGES, Manner.ZERO)
_LEFT_OUT = (*_LAST, *EDGES)
Evaluate = Callable[..., np.ndarray]
MANNERS = (*(manner for manner in Manner if manner not in _LEFT_OUT), *_LAST)
"""In the order in which they are tried: the more special, the later."""
ROUNDS = 6
"""How often all failed conditions are repaired in turn: to meet one can spoil another."""


@dataclass
class Tally:
    """How a hypothesis fared over all that was tried."""

    name: str
    held: int = 0
    failed: int = 0
    reason: str = ""
    """Why it could not be evaluated, if so."""
    tested: int = 0
    """On how many values a quantifier of it was tried, if it has one that can only be sampled."""


@dataclass
class Counts:
    """Instances drawn that did not count."""

    rejected: int = 0


@dataclass(frozen=True, slots=True)
class Condition:
    """A hypothesis whose truth depends on the numbers of an instance."""

    name: str
    number: Any
    binders: tuple[str, ...]
    wished: bool = False
    """Whether draws that fail it count all the same: a premise inside the conclusion, or what a
    witness is to fulfil."""
    only: frozenset[str] = frozenset()
    """The inputs that may be moved to meet it, if not all."""
    claim: Regularity | None = None
    """A claim that a function is smooth, in place of the number."""

    def holds(self, arrays: Mapping[str, np.ndarray], evaluate: Evaluate) -> bool:
        """Whether it is true of the numbers of a draw."""
        if self.claim is not None:
            return self.claim.holds(arrays, evaluate)
        return holds(self.number, arrays, evaluate)


@dataclass
class Terms:
    """What the hypotheses of an instance ask: conditions on its numbers, and guards on indices."""

    holds: bool = True
    conditions: list[Condition] = field(default_factory=list)
    guards: list[Any] = field(default_factory=list)
    weak: set[str] = field(default_factory=set)
    """Hypotheses that could hold by luck at the values that they are tested at."""

    def govern(self, functions: AbstractSet[str]) -> bool:
        """Whether a condition on numbers speaks of one of these binders."""
        return any(
            condition.number is not None and not functions.isdisjoint(condition.binders)
            for condition in self.conditions
        )


def examine(
    m: Machine, statement: Statement, instance: Instance, tallies: dict[str, Tally]
) -> Terms:
    """Evaluate the hypotheses, as far as that needs no numbers."""
    terms = Terms()
    mentioned = {instance.labels.get(v): v for v in instance.labels}
    jobs: list[tuple[str, Any, tuple[str, ...]]] = []
    parts = [(h.name, part) for h in statement.hypotheses for part in _parts(statement, h.type)]
    for name, part in parts:
        claim = _smoothness(m, part, instance)
        if claim is not None:
            tallies.setdefault(name, Tally(name))
            terms.conditions.append(Condition(name, None, (), claim=claim))
            continue
        binders = tuple(instance.labels[v] for v in free(part) if v in instance.labels)
        jobs.append((name, m.lazy(instance.close(part), instance.env), binders))
    for name, proposition in instance.sampler.laws:
        owner = name.split(".", 1)[0]
        jobs.append((name, proposition, (owner,) if owner in mentioned else ()))
    axes = frozenset(instance.scope.axes)
    tester = Tester(m, instance.sampler)
    for name, proposition, binders in jobs:
        tally = tallies.setdefault(name, Tally(name))
        try:
            with tester.hypothesis(name):
                found = m.run(lambda p=proposition: truth(m, p))
        except (EvaluationError, NoSample) as error:
            tally.reason = str(error)
            continue
        tally.tested = max(tally.tested, tester.tested)
        if tester.tested and not isinstance(found, bool) and not only_equations(found):
            terms.weak.add(name)
        if found is True:
            tally.held += 1
        elif found is False:
            tally.failed += 1
            terms.holds = False
        elif m.axes_of(found):
            assert m.axes_of(found) <= axes
            terms.guards.append(found)
            tally.held += 1
        else:
            terms.conditions.append(Condition(name, found, binders))
    return terms


@deep
def _parts(statement: Statement, type: Term) -> list[Term]:
    """The conjuncts of a hypothesis, named conjunctions looked through."""
    head, args = spine(type)
    if isinstance(head, Const) and head.name not in CLAIMS and head.name != "And":
        try:
            inner, found = spine(reducer(statement.env).whnf(type))
        except FuelExhausted:
            return [type]
        if inner is not Const("And"):
            return [type]
        head, args = inner, found
    if head is Const("And") and len(args) == 2:
        return [part for arg in args for part in _parts(statement, arg)]
    return [type]


def _smoothness(m: Machine, type: Term, instance: Instance) -> Regularity | None:
    """The claim that a function is smooth, if a hypothesis is one that can be looked into."""
    head, args = spine(type)
    if not isinstance(head, Const) or head.name not in CLAIMS:
        return None

    def look() -> Regularity:
        return regularity(m, head.name, [m.lazy(instance.close(a), instance.env) for a in args])

    try:
        found = m.run(look)
    except (EvaluationError, NoSample):
        return None
    return None if found.reason else found


def satisfy(
    instance: Instance,
    conditions: Sequence[Condition],
    manner: Manner,
    seed: tuple[int, ...],
    evaluate: Evaluate,
    tallies: dict[str, Tally],
    attempts: int = 80,
    counts: Counts | None = None,
) -> dict[str, np.ndarray] | None:
    """Numbers that satisfy the conditions; None if none were found.

    Numbers that fail are moved to where they hold (`repair`). Where that does not help, binders
    that a failed condition mentions are drawn in other manners, the rest stay as asked. Conditions
    that are only wished for are met if that is easy.
    """
    binders = {made.binder for made in instance.inputs.values()}
    order = [instance.labels[v] for v in instance.vars if v in instance.labels]
    manners = of_each(instance.inputs, manner, seed[-1] if seed else 0)
    suspects: dict[str, None] = {}
    needed = [condition for condition in conditions if not condition.wished]
    rng = np.random.default_rng([*seed, 3])
    for attempt in range(attempts if conditions else 1):
        if attempt:
            for binder in suspects:
                turn = attempt - 1 if len(suspects) == 1 else int(rng.integers(len(MANNERS)))
                manners[binder] = MANNERS[turn % len(MANNERS)]
        arrays = draw_all(instance.inputs, manners, (*seed, attempt))
        if attempt % 2 == 0 or attempt < 4:
            arrays, fine = _moved(instance, conditions, order, arrays, evaluate, rng)
            if fine:
                for condition in needed:
                    tallies[condition.name].held += 1
                return arrays
        fine = True
        for condition in needed:
            if condition.holds(arrays, evaluate):
                tallies[condition.name].held += 1
            else:
                tallies[condition.name].failed += 1
                fine = False
                suspects.update(dict.fromkeys(b for b in condition.binders if b in binders))
        if fine:
            return arrays
        if counts is not None:
            counts.rejected += 1
    return None


def _moved(
    instance: Instance,
    conditions: Sequence[Condition],
    order: Sequence[str],
    arrays: dict[str, np.ndarray],
    evaluate: Evaluate,
    rng: np.random.Generator,
) -> tuple[dict[str, np.ndarray], bool]:
    """The numbers moved, in as many rounds as that seems to help; whether all conditions hold."""
    for _ in range(ROUNDS):
        failed = [c for c in conditions if not c.holds(arrays, evaluate)]
        if not failed:
            return arrays, True
        before = dict(arrays)
        for condition in failed:
            if condition.number is None:
                continue
            trial = dict(arrays)
            met = repair(
                condition.number, instance.inputs, order, trial, evaluate, rng, condition.only
            )
            spoilt = condition.wished and not all(
                c.holds(trial, evaluate) for c in conditions if not c.wished
            )
            if (met or not condition.wished) and not spoilt:
                arrays = trial
        if all(arrays[name] is before[name] for name in arrays):
            break
    return arrays, False


def never(tallies: Mapping[str, Tally]) -> str:
    """Which hypotheses kept every instance away."""
    alone = [t.name for t in tallies.values() if t.failed and not t.held]
    if alone:
        names = ", ".join(f"`{name}`" for name in alone)
        return f"no instance was found that satisfies {names}"
    together = ", ".join(f"`{t.name}`" for t in tallies.values() if t.failed)
    return f"no instance was found that satisfies {together} together"


__all__ = ["Condition", "Counts", "Tally", "Term", "Terms", "examine", "never", "satisfy"]
