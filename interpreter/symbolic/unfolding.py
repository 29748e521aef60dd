"""Computation on either side of an equation: which side, and where both sides meet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from denotary.spec.terms import Proj, Term, spine

if TYPE_CHECKING:
    from .search import Search

AHEAD = 6
"""Steps of computation that are looked ahead for the head of the other side."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """Two terms at which no rule goes on."""

    left: Term
    right: Term
    depth: int


class Unfolding:
    """Goes on by computation in one search."""

    def __init__(self, search: Search) -> None:
        self.search = search

    def by_computation(self, a: Term, b: Term, rules: bool) -> bool:
        x, y = self.search.steps.next(a), self.search.steps.next(b)
        if x is None and y is None:
            return self._written_out(a, b, rules) or self._no_way(a, b)
        if self.search.unknowns.open(b) and not self.search.unknowns.open(a):
            y = y if x is None and self._waits(b) else None  # what is known is unfolded to fit
        elif self.search.unknowns.open(a) and not self.search.unknowns.open(b):
            x = x if y is None and self._waits(a) else None
        if x is None and y is None:
            return False
        if x is not None and y is not None and spine(a)[0] is not spine(b)[0]:
            x, y = self._first(a, x, b, y)
        return self.search.equal(a if x is None else x, b if y is None else y, rules)

    def _waits(self, pattern: Term) -> bool:
        """Whether a pattern is an operation of a class: its instance may say which."""
        return self.search.leftover.of_class(spine(pattern)[0])

    def meet(self, a: Term, b: Term) -> bool:
        """Whether a few steps of computation give the same term."""
        if self.search.unknowns.open(a) or self.search.unknowns.open(b):
            return False
        seen = set(self.ahead(a))
        return any(term in seen for term in self.ahead(b))

    def ahead(self, term: Term) -> Iterator[Term]:
        """A term and what a few steps make of it."""
        step: Term | None = term
        for _ in range(AHEAD):
            if step is None:
                return
            yield step
            step = self.search.steps.next(step)

    def _first(self, a: Term, x: Term, b: Term, y: Term) -> tuple[Term | None, Term | None]:
        """Which side to unfold: one that comes to the other's head soon, else the taller."""
        ahead, behind = self._distance(x, b), self._distance(y, a)
        if ahead != behind:
            return (x, None) if ahead < behind else (None, y)
        i, j = self.search.steps.height(a), self.search.steps.height(b)
        return (x if i >= j else None), (y if j >= i else None)

    def _distance(self, term: Term, goal: Term) -> int:
        """Steps from a term until its head, below the fields that are taken, is that of another."""
        wanted = self.search.steps.innermost(goal)
        steps = enumerate(self.ahead(term))
        return next((k for k, t in steps if self.search.steps.innermost(t) == wanted), AHEAD)

    def _written_out(self, a: Term, b: Term, rules: bool) -> bool:
        """A structure that is written out, and one that is not, field by field."""
        for x, y in ((a, b), (b, a)):
            made = self.search.steps.constructor(x)
            if made is not None and self.search.steps.constructor(y) is None:
                struct, fields = made
                return all(
                    self.search.equal(field, Proj(struct, k, y), rules)
                    for k, field in enumerate(fields)
                )
        return False

    def _no_way(self, a: Term, b: Term) -> bool:
        """Remember where it went no further: the place that is deepest."""
        search = self.search
        if search.applying.matching == 0 and (
            search.stuck is None or search.depth > search.stuck.depth
        ):
            search.stuck = Stuck(a, b, search.depth)
        return False
