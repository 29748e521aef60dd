"""Theorems proved for all sizes: statements over symbols, their sides as polynomials over atoms."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from denotary.interpreter.judgement.statement import Statement, open_statement
from denotary.spec.depth import deep
from denotary.spec.environment import Environment
from denotary.spec.infer import NotTyped
from denotary.spec.terms import Const, FVar, Lit, Term

from .claims import Attempt, Leaf, SizeSplit, Way
from .poly import TooLarge
from .supposed import substituted, with_value
from .unread import Empty, Split, Unread

CASES = 24
"""Cases (a size that is 0, a truth value) that one theorem is split into at most."""
WAYS = (Way(True, 8), Way(False, 8), Way(False, 60), Way(False, None))
"""In the order in which they are tried."""
OTHERS = {
    "orders": Way(False, None, numbers_last=True),
    "few": Way(False, 60, written_out=True),
    "derivatives": Way(False, None, roots_above=True),
}
"""Tried after them where they make a difference."""


class Late(Exception):
    """The time for a theorem is over."""


@dataclass
class Proof:
    """What was shown of a theorem."""

    leaves: dict[str, Leaf] = field(default_factory=dict)
    cases: list[str] = field(default_factory=list)
    hypotheses: set[str] = field(default_factory=set)
    """Those that were used as equations."""
    problem: str = ""
    large: bool = False
    """Whether expressions were named that could be multiplied out."""
    late: bool = False
    """Whether its time was over."""
    has: set[str] = field(default_factory=set)
    """What one of the other ways may make a difference to."""

    @property
    def proved(self) -> bool:
        return (
            not self.problem
            and bool(self.leaves)
            and all(leaf.proved for leaf in self.leaves.values())
        )

    @property
    def reason(self) -> str:
        """Why it is not proved."""
        return self.problem or next(
            (f"{leaf.id}: {leaf.reason}" for leaf in self.leaves.values() if not leaf.proved), ""
        )


@deep
def prove_all(env: Environment, type: Term, *, timeout: float | None = None) -> Proof:
    """Prove the proposition `type` for all sizes, as far as that can be done.

    Every case that the proof needs is proved too: a size that it divides by may be 0, unless a
    hypothesis says otherwise, and a local of type `Bool` has two values.
    """
    deadline = None if timeout is None else time.monotonic() + timeout

    def check() -> None:
        if deadline is not None and time.monotonic() > deadline:
            raise Late

    statement = substituted(open_statement(env, type))

    def attempted(way: Way) -> Proof:
        proof = Proof()
        try:
            _Cases(env, proof, check, way).run(statement, "")
        except Late:
            proof.problem, proof.late = "stopped when its time was spent", True
        except (Unread, NotTyped, TooLarge, RecursionError) as error:
            proof.problem = str(error) or "too deep"
        return proof

    proof = Proof()
    for way in WAYS:
        proof = attempted(way)
        if proof.proved or proof.late or not (proof.large or proof.problem):
            break
    for what, way in OTHERS.items():
        if what in proof.has and not proof.proved and not proof.late:
            other = attempted(way)
            proof = other if other.proved else proof
    return proof


@dataclass
class _Cases:
    env: Environment
    proof: Proof
    check: Callable[[], None]
    way: Way = WAYS[0]
    count: int = 0

    def run(
        self, statement: Statement, case: str, apart: tuple[tuple[FVar, int], ...] = ()
    ) -> None:
        """Prove the statement, and the cases that its proof leaves open."""
        self.count += 1
        if self.count > CASES:
            raise Unread(f"more than {CASES} cases")
        attempt = Attempt(statement, self.check, self.way, apart)
        for binder in statement.data if self.way.written_out else ():
            values = attempt.reader.listed(binder.type)
            if values is not None and binder.type is not Const("Bool"):
                for k, value in enumerate(values):
                    fixed = with_value(statement, binder.var, value)
                    self.run(fixed, _and(case, f"{binder.name} = {k}"), apart)
                return
        try:
            leaves = attempt.leaves()
        except Empty:
            return
        except Split as split:
            for value in ("true", "false"):
                fixed = with_value(statement, split.on, Const(f"Bool.{value}"))
                self.run(fixed, _and(case, f"{split.on.name} = {value}"), apart)
            return
        except SizeSplit as split:
            others = tuple(one for one in apart if one[0] is not split.on)
            fixed = with_value(statement, split.on, Lit(split.number))
            self.run(statement, case, (*apart, (split.on, split.number)))
            self.run(fixed, _and(case, f"{split.on.name} = {split.number}"), others)
            return
        for leaf in leaves:
            known = self.proof.leaves.get(leaf.id)
            if known is None or (known.proved and not leaf.proved):
                self.proof.leaves[leaf.id] = leaf
        self.proof.hypotheses |= attempt.reader.used
        reader = attempt.reader
        few = reader.has_few or attempt.algebra.has_largest
        has = {"orders": reader.orders, "few": few, "derivatives": reader.derivatives > 0}
        self.proof.has |= {what for what, found in has.items() if found}
        self.proof.large = self.proof.large or attempt.algebra.names > 0
        if case:
            self.proof.cases.append(case)
        if all(leaf.proved for leaf in leaves):
            for size in attempt.open_sizes():
                fixed = with_value(statement, size, Lit(0))
                others = tuple(one for one in apart if one[0] is not size)
                self.run(fixed, _and(case, f"{size.name} = 0"), others)


def _and(case: str, more: str) -> str:
    return f"{case}, {more}" if case else more


__all__ = ["Leaf", "Proof", "prove_all"]
