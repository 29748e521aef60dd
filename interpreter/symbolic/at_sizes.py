"""Theorems proved at concrete sizes: every real a symbol, both sides polynomials over atoms."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from denotary.interpreter.graph import Num
from denotary.interpreter.graph.exact import Inexact
from denotary.interpreter.judgement.build import Choice, Instance
from denotary.interpreter.judgement.decisions import Exactly
from denotary.interpreter.judgement.hypotheses import Condition
from denotary.interpreter.judgement.plan import Node, Plan
from denotary.interpreter.judgement.preparing import Prepared, prepare
from denotary.interpreter.judgement.session import Session, tag
from denotary.interpreter.judgement.summary import hypotheses
from denotary.interpreter.judgement.verdict import (
    Counterexample,
    Leaf,
    Status,
    Symbolic,
    TheoremResult,
)
from denotary.spec.environment import Environment
from denotary.spec.terms import Term

from .algebra import Algebra
from .entries import Entries, poly
from .numbers import Point
from .poly import ONE, Atom, Poly, TooLarge
from .printing import Printer
from .refuting import Draws
from .vanish import EXPAND, Unshown, Vanishing, replaced

SIZES = ((2, 2, 2, 2, 2, 2, 2, 2), (1, 3, 2, 1, 3, 2, 1, 3), (3, 1, 2, 3, 1, 2, 3, 1))
"""Sizes that theorems are tried at where nothing else is asked for, binder by binder. The last ones
are for theorems of several: of two, each is the smaller once."""
RELATIONS = ("=", "≠", "≤", "<", "holds", "fails")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a claim: where it is, and both sides there."""

    place: tuple[int, ...]
    left: Poly
    right: Poly


@dataclass
class Finding:
    """What was found of one leaf at one instance."""

    status: Status
    message: str = ""
    steps: tuple[str, ...] = ()
    remainder: str = ""
    shape: tuple[int, ...] = ()
    example: Counterexample | None = None


@dataclass
class Proving(Session):
    """A session whose leaves are proved instead of run."""

    findings: dict[str, list[Finding]] = field(default_factory=dict)
    tried: list[dict[str, str]] = field(default_factory=list)
    refuted_at: list[dict[str, str]] = field(default_factory=list)
    """The first instance at which something is false."""
    families: dict[str, str] = field(default_factory=dict)
    compared: int = 0
    """Instances that satisfied the hypotheses."""

    def sample(self, sample: int) -> bool:
        if sample >= len(SIZES):
            return False
        names = [self.builder.labels[b.var] for b in self.builder.sizes]
        sizes = {name: SIZES[sample][k % len(SIZES[0])] for k, name in enumerate(names)}
        for attempt in range(len(SIZES[0]) + 4):
            choices = self.builder.combinations(sizes, 0, (self.seed, sample))
            if attempt:
                choices = self.builder.choices(0, attempt, self.seed)
            held = [self.instance(choice, sample) for choice in choices]
            if None in held:
                return False
            if any(held):
                break
        return len(names) > sample and self.holds()

    def holds(self) -> bool:
        """Whether every leaf is proved at what was tried."""
        found = {f.status for found in self.findings.values() for f in found}
        return found == {Status.PROVED}

    def more(self) -> None:
        """Further samples tell nothing of one that is proved."""

    def conclude(self) -> None:
        """The sizes are small."""

    def control(self) -> None:
        """Nothing is run that could be controlled."""

    def judge_plan(
        self, instance: Instance, made: Plan, conditions: Sequence[Condition], sample: int
    ) -> bool | None:
        self.listen("prove")
        proof = Proof(self, instance, made, conditions)
        self.families.update(instance.sampler.functions)
        try:
            possible = proof.suppose()
        except (Inexact, TooLarge) as error:
            if not self.records.lenient:
                self.problem = (Status.UNSUPPORTED, f"a hypothesis: {error}")
            return None
        if not possible:
            return False
        seen: dict[str, Finding] = {}
        try:
            for node in made.nodes:
                id = f"{node.id}{tag(instance)}"
                seen[id] = Finding(Status.INCONCLUSIVE, "stopped when its time was spent")
                seen[id] = proof.node(node)
        finally:
            open = {found.status for found in seen.values()} - {Status.PROVED}
            if not self.records.lenient or open <= {Status.REFUTED}:
                for id, finding in seen.items():
                    self.findings.setdefault(id, []).append(finding)
        if self.records.lenient and not open <= {Status.REFUTED}:
            return True
        self.compared += 1
        self.tried.append(self.told(instance.choice, instance))
        if Status.REFUTED in open and not self.refuted_at:
            self.refuted_at = self.tried[-1:]
        return True

    def told(self, choice: Choice, instance: Instance) -> dict[str, str]:
        """What was fixed in an instance."""
        found = {k: v for k, v in self.given.items()}
        found |= {k: str(v) for k, v in choice.sizes.items()}
        found |= {k: "true" if v else "false" for k, v in choice.bools.items()}
        known = {b.name for b in self.statement.data}
        found = {k: v for k, v in found.items() if k in known}
        return found | dict(instance.sampler.notes)

    def outcome(self) -> TheoremResult:
        leaves = tuple(self._leaf(id, found) for id, found in self.findings.items())
        status = Status.worst(leaf.status for leaf in leaves) if leaves else Status.VACUOUS
        message = next((leaf.message for leaf in leaves if leaf.status is status), "")
        if self.problem is not None and (not leaves or self.problem[0].rank > status.rank):
            status, message = self.problem
        elif not leaves:
            message = "; ".join(self.notes) or "no instance of the hypotheses was found"
            status = Status.INCONCLUSIVE if self.notes else status
        where = self.refuted_at or self.tried
        shown = _together(where)
        steps = tuple(dict.fromkeys(s for f in self.findings.values() for x in f for s in x.steps))
        return TheoremResult.about(
            self.prepared.declaration,
            status,
            instance={**self.prepared.types, **shown},
            samples=self.compared,
            seed=self.seed,
            leaves=leaves,
            hypotheses=tuple(hypotheses(self)),
            message=message,
            symbolic=Symbolic(scope=told(where), steps=steps),
        )

    def _leaf(self, id: str, found: list[Finding]) -> Leaf:
        worst = max(found, key=lambda f: f.status.rank)
        if worst.status is Status.PROVED and self.families:
            names = ", ".join(f"`{name}`" for name in self.families)
            worst = replace(
                worst,
                status=Status.INCONCLUSIVE,
                message=f"shown for one family of functions alone: {names}",
            )
        steps = tuple(dict.fromkeys(s for f in found for s in f.steps))
        scope = told(self.refuted_at if worst.status is Status.REFUTED else self.tried)
        return Leaf(
            id,
            worst.status,
            shape=worst.shape,
            counterexample=worst.example,
            message=worst.message,
            symbolic=Symbolic(scope=scope, steps=steps, remainder=worst.remainder),
        )


def told(instances: list[dict[str, str]]) -> str:
    """`R=2, N=1; R=4, N=1`: the instances that a proof is about."""
    texts = dict.fromkeys(", ".join(f"{k}={v}" for k, v in one.items()) for one in instances)
    return "; ".join(texts)


def _together(instances: list[dict[str, str]]) -> dict[str, str]:
    found: dict[str, dict[str, None]] = {}
    for one in instances:
        for name, value in one.items():
            found.setdefault(name, {})[value] = None
    return {name: ", ".join(values) for name, values in found.items()}


class Proof:
    """The claims of one instance, over one algebra."""

    def __init__(
        self, session: Proving, instance: Instance, made: Plan, conditions: Sequence[Condition]
    ) -> None:
        self.session, self.instance, self.made = session, instance, made
        self.conditions = conditions
        self.algebra = Algebra()
        self.algebra.check = session.programs.check_time
        self.entries = Entries(self.algebra, session.programs.check_time)
        self.vanishing = Vanishing(self.algebra)
        self.printer = Printer(self.algebra)
        self.solved: dict[Atom, Poly] = {}
        self.draws = Draws(session, instance, conditions, self.entries)

    # ---- hypotheses

    def suppose(self) -> bool:
        """Make use of the hypotheses on numbers; False if they contradict one another."""
        for condition in self.conditions:
            if condition.number is not None and not self._assume(condition.number):
                return False
        return True

    def _assume(self, node: Num) -> bool:
        if node.op == "and":
            return all([self._assume(arg) for arg in node.args])
        for entry in self.entries.array(node).flat:
            if entry is False:
                return False
            if isinstance(entry, Poly):
                self._learn(entry)
        return True

    def _learn(self, truth: Poly) -> None:
        """What follows for signs from an indicator being 1."""
        a = self.algebra
        one = truth.single
        if one is not None and one[1] == 1:
            for atom, _ in one[0]:
                if atom.kind == "pos":
                    a.learn(atom.args[0], 2)
                elif atom.kind == "zero":
                    self.solved |= self.vanishing.solved(atom.args[0])
            return
        rest = a.sub(ONE, truth)
        one = rest.single
        if one is not None and one[1] == 1 and len(one[0]) == 1:
            atom = one[0][0][0]
            if atom.kind == "pos":
                a.learn(a.neg(atom.args[0]), 1)
            elif atom.kind == "zero":
                a.learn(atom.args[0], 3)
            return
        for atom in truth.atoms:
            if atom.kind == "pos":
                x = atom.args[0]
                if rest == a.add(a.of(atom), a.zero(x)):
                    a.learn(a.neg(x), 2)
                elif truth == a.add(a.of(atom), a.zero(x)):
                    a.learn(x, 1)

    # ---- claims

    def node(self, node: Node) -> Finding:
        if node.fault is not None:
            return Finding(Status.UNSUPPORTED, str(node.fault))
        if node.differ:
            return Finding(Status.REFUTED, node.differ)
        if node.relation not in RELATIONS:
            return Finding(Status.UNSUPPORTED, f"a claim with {node.relation} is not algebra")
        try:
            return self._claim(node)
        except (Inexact, TooLarge) as error:
            return Finding(Status.UNSUPPORTED, str(error))

    def _claim(self, node: Node) -> Finding:
        steps: dict[str, None] = {}
        shape: tuple[int, ...] = ()
        unknown: Finding | None = None
        for left, right, guard, shape in self.pairs(node):
            for entry in entries(self.algebra, left, right, shape):
                mask = ONE if guard is None else _mask(self.algebra, guard, entry.place)
                found = self.entry(node.relation, entry, mask)
                if isinstance(found, Finding):
                    found.shape = shape
                    if found.status is Status.REFUTED:
                        return found
                    unknown = unknown or found
                else:
                    steps.update(dict.fromkeys(found))
        if unknown is not None:
            return unknown
        return Finding(Status.PROVED, steps=tuple(steps) or (EXPAND,), shape=shape)

    def pairs(self, node: Node) -> Iterator[tuple[Any, Any, Any, tuple[int, ...]]]:
        """Arrays of both sides, of the guard, and their shape."""
        outputs = {**self.made.near, **self.made.far}
        array = self.entries.array
        claim: Any = getattr(node.decide, "__self__", None)
        if isinstance(claim, Exactly):
            guard = None
            if claim.guard is not True:
                guard = array(claim.guard, claim.guard_axes).reshape(node.sizes)
            for a, b in claim.pairs:
                single = node.relation in ("holds", "fails")
                left = array(b.value, b.axes)
                yield (left if single else array(a.value, a.axes)), left, guard, b.shape
            return
        if node.decide is not None:
            raise Inexact("that a function is smooth is not algebra")
        guard = array(*outputs[node.guard]).reshape(node.sizes) if node.guard else None
        for pairing in node.pairings:
            if pairing.words is not None:
                if pairing.words[0] != pairing.words[1]:
                    raise Inexact("strings that differ")
                continue
            right = array(*outputs[pairing.right])
            left = array(*outputs[pairing.left]) if pairing.left else right
            yield left, right, guard, pairing.shape

    def entry(self, relation: str, entry: Entry, mask: Poly) -> tuple[str, ...] | Finding:
        """The steps that prove an entry, or what is known of it otherwise."""
        a = self.algebra
        if not mask:
            return (EXPAND,)
        difference = a.mul(mask, a.sub(entry.left, entry.right))
        if relation == "holds":
            difference = a.mul(mask, a.sub(entry.right, ONE))
        elif relation == "fails":
            difference = a.mul(mask, entry.right)
        elif relation in ("≤", "<", "≠"):
            return self.ordered(relation, entry, mask)
        if self.solved:
            difference = replaced(a, difference, self.solved)
        if self.draws.differ(difference):
            return self.unshown(relation, entry, difference, difference)
        try:
            return tuple(self.vanishing.steps(difference))
        except Unshown as error:
            return self.unshown(relation, entry, difference, error.remainder)

    def ordered(self, relation: str, entry: Entry, mask: Poly) -> tuple[str, ...] | Finding:
        """`left ≤ right`, `left < right` or `left ≠ right`, by the sign of what is between them."""
        a = self.algebra
        gap = a.sub(entry.right, entry.left)
        enough = {"≤": (1, 2), "<": (2,), "≠": (2, 3)}[relation]
        if a.sign(gap) in enough or (relation == "≠" and a.sign(a.neg(gap)) in enough):
            return ("sign",)
        wrong = {"≤": (-1,), "<": (-1, 0), "≠": (0,)}[relation]
        point, _ = self.draws.where(
            gap, lambda point: point.value(mask) == 1 and point.sign(gap) in wrong
        )
        text = self.printer.factored(a.neg(gap))
        if point is None:
            return Finding(Status.UNSUPPORTED, f"the sign of {text} is not seen")
        example = self.example(point, entry)
        message = f"left {relation} right fails: left − right is {text}"
        return Finding(Status.REFUTED, message, remainder=text, example=example)

    def example(self, point: Point, entry: Entry) -> Counterexample:
        left, right = (_float(point.value(x)) for x in (entry.left, entry.right))
        return Counterexample(entry.place, left, right)

    def unshown(self, relation: str, entry: Entry, difference: Poly, rest: Poly) -> Finding:
        """A numeric instance at which a remainder is not zero, if one is found."""
        remainder = self.printer.factored(difference)
        point, reason = self.draws.apart(difference)
        if point is not None:
            example = self.example(point, entry)
            place = "".join(f"[{i}]" for i in entry.place)
            message = f"left − right is not zero{' at ' if place else ''}{place}: {remainder}"
            if self.solved:
                message += ", where hypotheses were solved"
            return Finding(Status.REFUTED, message, remainder=remainder, example=example)
        message = f"not shown to be zero: {self.printer.factored(rest)}"
        if reason:
            message += f"; {reason}"
        return Finding(Status.INCONCLUSIVE, message, remainder=remainder)


def _float(value: Any) -> float:
    return float(value) if isinstance(value, Fraction) else float((value.low + value.high) / 2)


def entries(
    algebra: Algebra, left: np.ndarray, right: np.ndarray, shape: tuple[int, ...]
) -> Iterator[Entry]:
    """The entries of two arrays, in order."""
    flat = zip(left.reshape(-1), right.reshape(-1), strict=True)
    for place, (x, y) in zip(product(*map(range, shape)), flat, strict=True):
        yield Entry(place, poly(algebra, x), poly(algebra, y))


def _mask(algebra: Algebra, guard: np.ndarray, place: tuple[int, ...]) -> Poly:
    """The premises of an entry: those of its quantifiers' values."""
    return poly(algebra, guard[place[: guard.ndim]])


def prove_at(
    env: Environment,
    name: str,
    *,
    sizes: Mapping[str, str] | None = None,
    seed: int = 0,
    timeout: float | None = None,
    progress: Callable[[str], None] | None = None,
    instances: Callable[[Term], Term | None] | None = None,
) -> TheoremResult:
    """Prove the theorem `name` of `env` at small sizes, those in `sizes` fixed.

    The arguments are those of `judge`. Never raises for what the theorem says.
    """
    begun = time.perf_counter()
    listen = progress or (lambda stage: None)
    listen("elaborate")
    prepared = prepare(env, name, sizes or {}, instances)
    if isinstance(prepared, TheoremResult):
        return prepared
    return prove_prepared(env, prepared, sizes or {}, seed, timeout, listen, begun)


def prove_prepared(
    env: Environment,
    prepared: Prepared,
    sizes: Mapping[str, str],
    seed: int,
    timeout: float | None,
    listen: Callable[[str], None],
    begun: float,
) -> TheoremResult:
    """`prove_at` for a statement that need not be one of the environment's."""
    session = Proving(env, prepared, dict(sizes), len(SIZES), seed, ("f64", "f32"))
    elaborate = time.perf_counter() - begun
    session.run(None, None if timeout is None else time.monotonic() + timeout, listen)
    seconds = {"elaborate": elaborate, "run": time.perf_counter() - begun - elaborate}
    return replace(session.outcome(), seconds=seconds)
