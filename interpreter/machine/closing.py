"""Terms prepared for evaluation: what is irrelevant erased, what is captured made explicit.

A closure holds only the variables that its term mentions, in order, and the term is rewritten to
count among those. So two lambdas that differ only in where they stood become one, and what a
closure may depend on is what it captured.
"""

from __future__ import annotations

from collections.abc import Iterator

from denotary.spec.terms import (
    TYPE,
    App,
    BVar,
    Clause,
    Lam,
    Let,
    Match,
    Pi,
    Proj,
    Proof,
    Sort,
    Term,
    Unsupported,
    app,
    map_children,
)

Slots = tuple[int, ...]

_ANY_PROOF = Proof(Sort(0))
_EMPTY: frozenset[int] = frozenset()


def _crossing(term: Term) -> Iterator[tuple[Term, int]]:
    """Children with the number of binders crossed."""
    match term:
        case App(fn, args):
            yield fn, 0
            for arg in args:
                yield arg, 0
        case Lam(_, type, body) | Pi(_, type, body):
            yield type, 0
            yield body, 1
        case Let(_, type, value, body):
            yield type, 0
            yield value, 0
            yield body, 1
        case Proj(_, _, expr):
            yield expr, 0
        case Proof(prop):
            yield prop, 0
        case Unsupported(type):
            yield type, 0
        case Clause(vars, patterns, body):
            for i, (_, type) in enumerate(vars):
                yield type, i
            for pattern in patterns:
                yield pattern, len(vars)
            yield body, len(vars)
        case Match(motive, discrs, clauses):
            yield motive, 0
            for discr in discrs:
                yield discr, 0
            for clause in clauses:
                yield clause, 0


class Closer:
    """The tables of erased and closed terms."""

    def __init__(self) -> None:
        self._erased: dict[Term, Term] = {}
        self._free: dict[Term, frozenset[int]] = {}
        self._closed: dict[Term, tuple[Term, Slots]] = {}

    def erase(self, term: Term) -> Term:
        """`term` without proofs, motives and the types that evaluation never reads."""
        found = self._erased.get(term)
        if found is not None:
            return found
        match term:
            case Proof():
                result: Term = _ANY_PROOF
            case Let(name, _, value, body):
                result = Let(name, TYPE, self.erase(value), self.erase(body))
            case Unsupported(_, reason, place):
                result = Unsupported(TYPE, reason, place)
            case Clause():
                result = self._clause(term)
            case Match(_, discrs, clauses):
                result = Match(
                    TYPE,
                    tuple(self.erase(d) for d in discrs),
                    tuple(self._clause(c) for c in clauses),
                )
            case _:
                result = map_children(term, lambda child, _: self.erase(child))
        self._erased[term] = result
        return result

    def _clause(self, clause: Clause) -> Clause:
        return Clause(
            tuple((name, TYPE) for name, _ in clause.vars),
            tuple(self.erase(p) for p in clause.patterns),
            self.erase(clause.body),
        )

    def free(self, term: Term) -> frozenset[int]:
        """The loose indices that occur in `term`."""
        if term.loose == 0:
            return _EMPTY
        found = self._free.get(term)
        if found is not None:
            return found
        if isinstance(term, BVar):
            result = frozenset((term.index,))
        else:
            result = _EMPTY
            for child, crossed in _crossing(term):
                inner = self.free(child)
                if crossed:
                    inner = frozenset(i - crossed for i in inner if i >= crossed)
                result = result | inner
        self._free[term] = result
        return result

    def close(self, term: Term) -> tuple[Term, Slots]:
        """`term` over its own variables alone, and which of the context's those are.

        `slots` are outermost first, so that the captured values form the new context in order.
        """
        found = self._closed.get(term)
        if found is not None:
            return found
        slots = tuple(sorted(self.free(term), reverse=True))
        if slots == tuple(range(len(slots) - 1, -1, -1)):
            result = (term, slots)
        else:
            position = {index: len(slots) - 1 - k for k, index in enumerate(slots)}
            result = (_renumber(term, position), slots)
        self._closed[term] = result
        return result


def _renumber(term: Term, position: dict[int, int]) -> Term:
    memo: dict[tuple[Term, int], Term] = {}

    def go(t: Term, depth: int) -> Term:
        if t.loose <= depth:
            return t
        if isinstance(t, BVar):
            return BVar(position[t.index - depth] + depth)
        key = (t, depth)
        found = memo.get(key)
        if found is None:
            if isinstance(t, App):
                found = app(go(t.fn, depth), *[go(a, depth) for a in t.args])
            else:
                found = map_children(t, lambda c, k: go(c, depth + k))
            memo[key] = found
        return found

    return go(term, 0)


__all__ = ["Closer", "Slots"]
