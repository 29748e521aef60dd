"""The mutants of one theorem after another: listed, and tried."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

from denotary.extraction import binders
from denotary.extraction.audit import status_of
from denotary.extraction.mutation.arms import Reached
from denotary.extraction.mutation.mutants import Mutant, Theorem, overlay
from denotary.extraction.mutation.records import Fate, Listing, Outline, Record
from denotary.extraction.mutation.source import Difference
from denotary.extraction.mutation.weaker import comparison
from denotary.interpreter.judgement.judge import judge
from denotary.interpreter.judgement.trial import Tried, attempt
from denotary.interpreter.judgement.verdict import Status, TheoremResult
from denotary.interpreter.symbolic import prove_at, prove_everywhere
from denotary.parser.project import Project
from denotary.spec.depth import deep
from denotary.spec.diagnostics import LeanError
from denotary.spec.environment import Environment
from denotary.spec.terms import Term

FURTHER = 3
"""How many times as many samples are drawn of a mutant that the check confirms."""
PROOF = 10.0
"""Seconds for a proof by algebra that a mutant is true."""
FACTOR, LEAST = 5.0, 20.0
"""A mutant may take so many times what the theorem takes, and no less than so many seconds."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A theorem whose mutants are asked for."""

    key: str
    sizes: Mapping[str, str]
    """Binders that must exist (from `denotary.toml`)."""
    wanted: Mapping[str, str]
    """Binders to fix where the theorem has them."""
    operators: tuple[str, ...]
    sample: int | None = None
    seed: int = 0
    samples: int = 2
    timeout: float | None = None


class Unfit(Exception):
    """A theorem of which no mutants are tried, and why."""

    def __init__(self, status: str, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


class Mutator:
    """Lists and tries the mutants of theorems of one project; keeps the last theorem ready."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._ready: tuple[Asked, Bench] | None = None

    def bench(self, asked: Asked) -> Bench:
        """The theorem, made ready. Raises `Unfit`."""
        if self._ready is None or self._ready[0] != asked:
            self._ready = None
            self._ready = (asked, Bench(self._project, asked))
        return self._ready[1]

    @deep
    def list(self, asked: Asked) -> Listing:
        """The mutants to be tried: those that are reached and well typed, a sample if asked for."""
        try:
            return self.bench(asked).listing()
        except Unfit as reason:
            return Listing(asked.key, status=reason.status, message=reason.message)

    @deep
    def prepare(self, asked: Asked) -> None:
        self.bench(asked)

    @deep
    def record(self, asked: Asked, number: int) -> Record:
        """What becomes of one mutant."""
        begun = time.perf_counter()
        found = self.bench(asked).record(number)
        return replace(found, seconds=time.perf_counter() - begun)


class Bench:
    """One theorem with all that trying its mutants needs."""

    def __init__(self, project: Project, asked: Asked) -> None:
        self.project, self.asked = project, asked
        self.env = project.environment
        begun = time.perf_counter()
        try:
            self.theorem = Theorem(project, asked.key)
        except LeanError as error:
            raise Unfit(status_of(error).value, str(error)) from error
        if asked.sizes:
            binders.check([self.theorem.declaration], asked.sizes)
        self.sizes = binders.fit(self.theorem.declaration, {**asked.sizes, **asked.wanted})
        self.known = self.attempt(self.env)
        if self.known.result.status is not Status.CONFIRMED:
            result = self.judge(self.env)
            if result.status is not Status.CONFIRMED:
                raise Unfit(result.status.value, result.message)
        self.seconds = time.perf_counter() - begun
        self.mutants = list(self.theorem.mutants(asked.operators))
        self.limit = asked.timeout or max(LEAST, FACTOR * self.seconds)

    def attempt(
        self,
        env: Environment,
        *,
        samples: int | None = None,
        seed: int | None = None,
        sizes: Mapping[str, str] | None = None,
        known: Mapping[str, str] | None = None,
        dry: bool = False,
        timeout: float | None = None,
        name: str | None = None,
    ) -> Tried:
        return attempt(
            env,
            name or self.asked.key,
            sizes=self.sizes if sizes is None else sizes,
            samples=samples or self.asked.samples,
            seed=self.asked.seed if seed is None else seed,
            known=known,
            dry=dry,
            timeout=timeout,
            instances=self.instance,
        )

    def judge(self, env: Environment, timeout: float | None = None) -> TheoremResult:
        """What `denotary check` says."""
        return judge(
            env,
            self.asked.key,
            sizes=self.sizes,
            samples=self.asked.samples,
            seed=self.asked.seed,
            timeout=timeout,
            instances=self.instance,
            controls=False,
        )

    def instance(self, goal: Term) -> Term | None:
        return self.project.instance(goal, self.asked.key)

    # ---- which

    def listing(self) -> Listing:
        reached = Reached(self.theorem, lambda env: self.attempt(env, dry=True), self.known)
        found = [m for m in self.mutants if reached.reaches(m.owner, m.place)]
        wanted = self.asked.sample
        order = list(found)
        if wanted is not None:
            random.Random(self.asked.seed).shuffle(order)
        chosen: list[Mutant] = []
        ill_typed = 0
        for looked, mutant in enumerate(order):
            if wanted is not None and len(chosen) == wanted:
                left = len(order) - looked
                break
            if self.theorem.fault(mutant) is None:
                chosen.append(mutant)
            else:
                ill_typed += 1
        else:
            left = 0
        chosen.sort(key=lambda mutant: mutant.number)
        return Listing(
            self.asked.key,
            tuple(map(self.outline, chosen)),
            changes=len(self.mutants),
            unreached=len(self.mutants) - len(found),
            ill_typed=ill_typed,
            left=left,
            seconds=self.seconds,
        )

    def outline(self, mutant: Mutant) -> Outline:
        before, after = mutant.texts(self.env)
        difference = Difference(self.env, mutant.original, mutant.changed())
        offset = difference.offset(self.project, mutant.owner)
        return Outline(mutant.number, mutant.operator, mutant.owner, offset, before, after)

    # ---- what becomes of one

    def record(self, number: int) -> Record:
        mutant = self.mutants[number]
        changed = mutant.changed()
        fate, message, instance = self.fate(mutant, overlay(self.env, changed))
        difference = ""
        if fate in (Fate.SURVIVED, Fate.UNDECIDED):
            difference = Difference(self.env, mutant.original, changed).text
        return Record(self.asked.key, number, fate, message, difference, instance)

    def fate(self, mutant: Mutant, env: Environment) -> tuple[Fate, str, Mapping[str, str]]:
        deadline = time.monotonic() + self.limit
        tried = self.attempt(env, known=self.known.meanings, timeout=self.limit)
        result = tried.result
        if mutant.about_hypothesis and (tried.same or result.status is Status.CONFIRMED):
            found = self.opposed(mutant, tried, deadline)
            if found is not None:
                return found
        if tried.same:
            return Fate.EQUIVALENT, "", {}
        shown = result.status is Status.CONFIRMED and tried.proved
        if not shown and result.status in (Status.CONFIRMED, Status.INCONCLUSIVE):
            result = self.judge(env, _left(deadline))
        if result.status is Status.CONFIRMED and tried.proved:
            return Fate.TRUE, "", {}
        if result.status is Status.CONFIRMED:
            return self.confirmed(mutant, env, deadline)
        return _fate(result)

    def confirmed(
        self, mutant: Mutant, env: Environment, deadline: float
    ) -> tuple[Fate, str, Mapping[str, str]]:
        """What becomes of a mutant that the check confirms, and whose sides are not equal."""
        bounds = self.bounds(mutant, deadline)
        if bounds is Status.PROVED:
            return Fate.WEAKER, "", {}
        proof = prove_everywhere(env, self.asked.key, timeout=min(PROOF, _left(deadline)))
        if proof.status is Status.PROVED:
            return Fate.TRUE, "it is proved by algebra, for all sizes", {}
        said = self.further(env, deadline)
        if bounds is Status.CONFIRMED:
            said += "; bounds are only loosened at every instance tried, which is not shown"
        return Fate.SURVIVED, said, {}

    def bounds(self, mutant: Mutant, deadline: float) -> Status | None:
        """Whether it follows from the theorem, as an inequality whose bounds are only loosened.

        `PROVED` where the signs of expressions show it at the sizes tried, `CONFIRMED` where it is
        seen at all instances and not shown; `None` for what is no such inequality.
        """
        declarations = comparison(self.theorem, mutant)
        if declarations is None:
            return None
        env, name = overlay(self.env, *declarations), declarations[-1].name
        tried = self.attempt(env, name=name, timeout=_left(deadline))
        if tried.result.status is not Status.CONFIRMED:
            return tried.result.status
        if tried.proved:
            return Status.PROVED
        shown = prove_at(
            env, name, sizes=self.sizes, seed=self.asked.seed, timeout=_left(deadline),
            instances=self.instance,
        )  # fmt: skip
        return Status.PROVED if shown.status is Status.PROVED else Status.CONFIRMED

    def opposed(
        self, mutant: Mutant, tried: Tried, deadline: float
    ) -> tuple[Fate, str, Mapping[str, str]] | None:
        """A statement that holds with less of a hypothesis is tried where the hypothesis fails.

        The sizes that it speaks of are then free, whatever was asked for.
        """
        env = overlay(self.env, mutant.opposed())
        sizes = {k: v for k, v in self.sizes.items() if k not in mutant.spoken_of()}
        there = self.attempt(env, sizes=sizes, timeout=_left(deadline))
        status = there.result.status
        if status is Status.REFUTED:
            where = ", ".join(f"{k} = {v}" for k, v in there.result.instance.items())
            return Fate.SURVIVED, f"it is false where the hypothesis fails, at {where}", {}
        if status is Status.CONFIRMED:
            return Fate.TRUE, "it is confirmed where the hypothesis fails, too", {}
        if status is Status.VACUOUS and (tried.proved or tried.same):
            return Fate.TRUE, "no instance was found where the hypothesis fails", {}
        return None

    def further(self, env: Environment, deadline: float) -> str:
        """What more samples, and other sizes, say of a mutant that the check confirms."""
        samples = FURTHER * self.asked.samples
        for sizes, what in ((self.sizes, "these sizes"), ({}, "sizes of its own choice")):
            left = deadline - time.monotonic()
            if left <= 0:
                return "its time was over before more samples were drawn"
            tried = self.attempt(
                env, samples=samples, seed=self.asked.seed + 1, sizes=sizes, timeout=left
            )
            if tried.result.status is Status.REFUTED:
                return f"{samples} samples of another seed, at {what}, refute it"
        return f"{samples} samples of another seed, at these and at other sizes, confirm it"


def _left(deadline: float) -> float:
    """Seconds left of a mutant's time; one at least, so that what is asked can say so."""
    return max(1.0, deadline - time.monotonic())


def _fate(result: TheoremResult) -> tuple[Fate, str, Mapping[str, str]]:
    """The fate that a verdict other than `confirmed` gives."""
    match result.status:
        case Status.REFUTED:
            return Fate.KILLED, "", result.instance
        case Status.UNSUPPORTED | Status.ERROR:
            return Fate.UNSUPPORTED, result.message, {}
    if "its time was spent" in result.message:
        return Fate.TIMEOUT, result.message, {}
    return Fate.UNDECIDED, f"{result.status.value}: {result.message}", {}
