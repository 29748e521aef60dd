"""Theorems proved for all sizes from others that are: by `compose`, and each of those in turn.

Which theorems may be lemmas of which is told from outside, and is a hint: a lemma counts only once
it is proved here, by this or by another domain, and never by way of what it is to prove.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from denotary.interpreter.judgement.verdict import (
    ALL_SIZES,
    Leaf,
    Status,
    Symbolic,
    TheoremResult,
)
from denotary.spec.diagnostics import LeanError
from denotary.spec.environment import Environment, UnknownConstant
from denotary.spec.terms import Term

from .check import prove_everywhere
from .compose import Composition, compose
from .search import STEPS

LEMMAS = "lemmas"
"""The domain of a theorem that follows from others."""
COMPUTATION = "computation"
"""The domain of one whose sides are equal by unfolding alone."""
FEW = 25_000
"""Steps of a first search, before another domain is tried."""
SHORT = 5.0
"""Seconds of another domain's first try."""

Named = Callable[[str], Sequence[tuple[str, int]]]
"""The theorems that a theorem's proof names, and those that theirs do, with depths from 1."""


@dataclass(frozen=True, slots=True)
class Ways:
    """What a search may use, and how long it may be."""

    deepest: int
    """Lemmas named at most so deep."""
    steps: int
    freely: bool = False


ALONE = Ways(0, FEW)
FIRST = Ways(1, FEW)
LATER = (Ways(1, STEPS), Ways(1 << 30, STEPS, freely=True))


class Lemmas:
    """Proves theorems of one environment, remembering what is proved of which."""

    def __init__(
        self,
        env: Environment,
        named: Named,
        *,
        deadline: float | None = None,
        longest: float = 20.0,
        listen: Callable[[str], None] = lambda stage: None,
    ) -> None:
        """`deadline` is a time of `time.monotonic`; `longest` is what another domain may take of
        one theorem, in seconds. `listen` is told what is proved."""
        self.env = env
        self.named = named
        self.deadline = deadline
        self.longest = longest
        self.listen = listen
        self.results: dict[str, TheoremResult] = {}
        self.uses: dict[str, tuple[str, ...]] = {}
        """The lemmas from which a theorem was proved."""
        self._open: list[str] = []
        self._circular = False

    # ---- time

    def left(self) -> float:
        """Seconds that are left, at most `longest`."""
        if self.deadline is None:
            return self.longest
        return min(self.longest, self.deadline - time.monotonic())

    # ---- proving

    def prove(self, name: str) -> TheoremResult:
        """The theorem `name` for all sizes: `PROVED`, or else `INCONCLUSIVE` with a reason."""
        found = self.results.get(name)
        if found is None:
            self.listen(f"lemma {name}" if self._open else "prove from lemmas")
            outer, self._circular = self._circular, False
            self._open.append(name)
            try:
                found = self._prove(name)
            finally:
                self._open.pop()
            if found.status is Status.PROVED or not self._circular:
                self.results[name] = found
            self._circular = self._circular or outer
        return found

    def _prove(self, name: str) -> TheoremResult:
        try:
            statement = self.env[name].type  # elaborated when it is read
        except (LeanError, UnknownConstant) as error:
            return TheoremResult(name, Status.ERROR, message=str(error))
        near = self._usable(name, FIRST)
        reasons: list[str] = []
        if near:
            result = self._composed(name, statement, FIRST, reasons)
            if result is not None:
                return result
        result = self._alone(name, SHORT if near else self.longest)
        if result.status is Status.PROVED:
            return result
        for ways in LATER if near else (ALONE,):
            found = self._composed(name, statement, ways, reasons)
            if found is not None:
                return found
        if near:
            result = self._alone(name, self.longest)
        if result.status is Status.PROVED or not near:
            return result
        message = "; ".join(dict.fromkeys((*reasons, result.message)))
        return replace(result, message=message)

    def _usable(self, name: str, ways: Ways) -> list[str]:
        """The theorems that may be lemmas of `name`."""
        usable: list[str] = []
        for other, depth in self.named(name):
            if depth > ways.deepest or other == name:
                continue
            if other in self._open:
                self._circular = True
                continue
            usable.append(other)
        return usable

    def _composed(
        self, name: str, statement: Term, ways: Ways, reasons: list[str]
    ) -> TheoremResult | None:
        """The theorem from lemmas that are proved, or None and a reason."""
        seconds = 0.0
        usable = self._usable(name, ways)
        while True:
            lemmas = {other: type for other in usable if (type := self._type(other)) is not None}
            begun = time.perf_counter()
            found = compose(
                self.env,
                statement,
                lemmas,
                ways.steps,
                freely=ways.freely,
                deadline=self.deadline,
            )
            seconds += time.perf_counter() - begun
            if not found.proved:
                reasons.append(f"not from lemmas: {found.reason}")
                return None
            missing = [o for o in found.used if self.prove(o).status is not Status.PROVED]
            if not missing:
                self.uses[name] = found.used
                return self._result(name, found, seconds)
            why = self.prove(missing[0]).message
            reasons.append(f"it follows from `{missing[0]}`, which is not proved ({why})")
            usable = [other for other in usable if other not in missing]

    def _type(self, name: str) -> Term | None:
        """A theorem's statement, if it can be read."""
        try:
            return self.env[name].type
        except (LeanError, UnknownConstant):
            return None

    def _alone(self, name: str, seconds: float) -> TheoremResult:
        """The theorem by the other domains."""
        left = min(seconds, self.left())
        if left <= 0:
            return TheoremResult(name, Status.INCONCLUSIVE, message="no time was left")
        return prove_everywhere(self.env, name, timeout=left)

    def _result(self, name: str, found: Composition, seconds: float) -> TheoremResult:
        domain = LEMMAS if found.used else COMPUTATION
        leaves = tuple(
            Leaf(
                claim.id,
                Status.PROVED,
                symbolic=Symbolic(
                    ALL_SIZES,
                    (LEMMAS if any(u in found.used for u in claim.used) else COMPUTATION,),
                    derivation=(f"used: {', '.join(claim.used)}",) if claim.used else (),
                ),
            )
            for claim in found.claims
        )
        symbolic = Symbolic(ALL_SIZES, (domain,), derivation=tuple(self.lines(found.used)))
        return TheoremResult.about(
            self.env[name],
            Status.PROVED,
            leaves=leaves,
            seconds={"run": seconds},
            symbolic=symbolic,
        )

    # ---- what was used

    def lines(self, used: Sequence[str]) -> list[str]:
        """Lemmas with the domains that prove them."""
        return [f"{name}: {by(self.results[name])}" for name in used]

    def below(self, name: str) -> list[str]:
        """The lemmas that the proof of a theorem rests on, each before those that use it."""
        order: dict[str, None] = {}

        def visit(at: str) -> None:
            for other in self.uses.get(at, ()):
                if other not in order:
                    visit(other)
                    order[other] = None

        visit(name)
        return list(order)


def by(result: TheoremResult) -> str:
    """What proves a theorem, in words."""
    symbolic = result.symbolic
    return " and ".join(symbolic.steps) if symbolic is not None else "nothing"


__all__ = ["COMPUTATION", "LEMMAS", "Lemmas", "by"]
