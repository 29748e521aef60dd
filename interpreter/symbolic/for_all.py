"""Theorems proved for all sizes: statements over symbols, their sides as polynomials over atoms."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from denotary.interpreter.judgement.statement import Statement, open_statement
from denotary.spec.depth import deep
from denotary.spec.environment import Environment
from denotary.spec.infer import NotTyped
from denotary.spec.terms import Const, Lit, Term

from .claims import Attempt, Leaf
from .poly import TooLarge
from .supposed import substituted, with_value
from .unread import Empty, Split, Unread

CASES = 24
"""Cases (a size that is 0, a truth value) that one theorem is split into at most."""
WAYS = ((True, 8), (False, 8), (False, 60), (False, None))
"""In the order in which they are tried: whether sums under conditions are kept apart, and the
terms from which on expressions are named."""


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

    proof = Proof()
    statement = substituted(open_statement(env, type))
    for way in WAYS:
        proof = Proof()
        try:
            _Cases(env, proof, check, way).run(statement, "")
        except Late:
            proof.problem = "stopped when its time was spent"
            return proof
        except (Unread, NotTyped, TooLarge, RecursionError) as error:
            proof.problem = str(error) or "too deep"
            continue
        if proof.proved or not proof.large:
            return proof
    return proof


@dataclass
class _Cases:
    env: Environment
    proof: Proof
    check: Callable[[], None]
    way: tuple[bool, int | None] = WAYS[0]
    count: int = 0

    def run(self, statement: Statement, case: str) -> None:
        """Prove the statement, and the cases that its proof leaves open."""
        self.count += 1
        if self.count > CASES:
            raise Unread(f"more than {CASES} cases")
        attempt = Attempt(statement, self.check, self.way)
        try:
            leaves = attempt.leaves()
        except Empty:
            return
        except Split as split:
            for value in ("true", "false"):
                fixed = with_value(statement, split.on, Const(f"Bool.{value}"))
                self.run(fixed, _and(case, f"{split.on.name} = {value}"))
            return
        for leaf in leaves:
            known = self.proof.leaves.get(leaf.id)
            if known is None or (known.proved and not leaf.proved):
                self.proof.leaves[leaf.id] = leaf
        self.proof.hypotheses |= attempt.reader.used
        self.proof.large = self.proof.large or attempt.algebra.names > 0
        if case:
            self.proof.cases.append(case)
        if all(leaf.proved for leaf in leaves):
            for size in attempt.open_sizes():
                fixed = with_value(statement, size, Lit(0))
                self.run(fixed, _and(case, f"{size.name} = 0"))


def _and(case: str, more: str) -> str:
    return f"{case}, {more}" if case else more


__all__ = ["Leaf", "Proof", "prove_all"]
