"""Rules used: matched against terms, their variables found and their hypotheses shown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from denotary.spec.terms import Lam, Proj, Proof, Term, app, beta, spine

from .rules import Rule, head_key

if TYPE_CHECKING:
    from .search import Search

Used = tuple[str, ...]
Rewritten = tuple[Term, bool, Used]
"""A term that is equal, whether by an equation from left to right, and what shows it."""


class Applying:
    """Uses the rules of one search."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.matching = 0
        """Rules that are being matched, inside one another."""
        self._rewrites: dict[Term, tuple[Rewritten, ...]] = {}
        self._rewriting: set[Term] = set()

    def by_rules(self, a: Term, b: Term) -> bool:
        """`a = b` by a rule, and what that leaves to show."""
        return self.by_equation(a, b) or self.by_rewriting(a, b)

    def by_equation(self, a: Term, b: Term) -> bool:
        """An equation whose sides are both sides of the goal, which has no unknowns."""
        if self.search.unknowns.open(a) or self.search.unknowns.open(b):
            return False
        free = self.search.unknowns.free
        for x, y in ((a, b), (b, a)):
            for rule, forward in self.search.rules.sides.get(head_key(x), ()):
                side, other = rule.side(forward), rule.side(not forward)
                assert side is not None and other is not None
                if free(other) & frozenset(rule.vars) <= free(side):
                    continue  # rewriting does the same
                if head_key(other) not in (head_key(y), None) and spine(other)[0] not in rule.vars:
                    continue
                with self.using(rule) as use, self.search.trying() as ok:
                    near, far = use.side(forward), use.side(not forward)
                    assert near is not None and far is not None
                    ok[0] = (
                        len(spine(near)[1]) == len(spine(x)[1])
                        and self.fits(near, x)
                        and self.fits(far, y)
                        and self.finished(use)
                    )
                    if ok[0]:
                        self.search.used.append(rule.name)
                if ok[0]:
                    return True
        return False

    def by_rewriting(self, a: Term, b: Term) -> bool:
        for x, y in ((a, b), (b, a)):
            if self.search.unknowns.open(x):
                continue
            for new, forward, used in self.rewrites(x):
                if not (forward or self.search.freely or self._leads(new, y)):
                    continue
                with self.search.trying() as ok:
                    self.search.used.extend(used)
                    ok[0] = self.search.equal(new, y)
                if ok[0]:
                    return True
        return False

    def _leads(self, new: Term, goal: Term) -> bool:
        """Whether a term has the head of another, at once or after a step."""
        wanted = head_key(goal)
        step = None if head_key(new) == wanted else self.search.steps.next(new)
        return head_key(new) == wanted or (step is not None and head_key(step) == wanted)

    def rewrites(self, term: Term) -> tuple[Rewritten, ...]:
        """What equations make of `term`, a view without unknowns, at its head."""
        found = self._rewrites.get(term)
        if found is None:
            if term in self._rewriting:
                return ()
            self._rewriting.add(term)
            try:
                with self.search.inside(self.search.given | self.search.unknowns.locals(term)):
                    found = tuple(self._rewritten(term))
            finally:
                self._rewriting.discard(term)
            self._rewrites[term] = found
        return found

    def _rewritten(self, term: Term) -> Iterator[Rewritten]:
        head, args = spine(term)
        if isinstance(head, Proj):
            for new, forward, used in self.rewrites(head.expr):
                new = app(Proj(head.struct, head.index, new), *args)
                yield self.search.steps.view(new), forward, used
        for rule, forward in self.search.rules.sides.get(head_key(term), ()):
            side = rule.side(forward)
            assert side is not None
            count = len(spine(side)[1])
            if count > len(args):
                continue
            begun = len(self.search.used)
            with self.using(rule) as use, self.search.trying():
                near, far = use.side(forward), use.side(not forward)
                assert near is not None and far is not None
                part = app(head, *args[:count])
                if self.fits(near, part) and self.finished(use):
                    new = beta(self.search.unknowns.resolve(far), args[count:])
                    if not self.search.unknowns.open(new) and new is not term:
                        used = tuple(dict.fromkeys((*self.search.used[begun:], rule.name)))
                        yield self.search.steps.view(new), forward, used

    @contextmanager
    def using(self, rule: Rule) -> Iterator[Rule]:
        """The rule over unknowns that nothing else uses at the same time."""
        copy = rule.copy(rule.busy[0])
        rule.busy[0] += 1
        self.matching += 1
        mark = self.search.unknowns.mark()
        try:
            for var, type in zip(copy.vars, copy.types, strict=True):
                self.search.unknowns.declare(var, type, self.search.scope)
            yield copy
        finally:
            self.search.unknowns.release(copy.vars, mark)
            self.matching -= 1
            rule.busy[0] -= 1

    def fits(self, pattern: Term, term: Term) -> bool:
        """Equal heads, argument by argument: a rule is not unfolded to fit."""
        pattern = self.search.unknowns.resolve(pattern)
        if pattern is term:
            return True
        if self.search.flexible(pattern):
            return self.search.equal(pattern, term)
        alike = head_key(pattern) == head_key(term)
        if alike and self.search.congruence.holds_for(pattern, term, True):
            return True
        step = self.search.steps.next(term) if not isinstance(pattern, Lam) else None
        if isinstance(pattern, Lam) or isinstance(term, Lam):
            return self.search.equal(pattern, term)
        return step is not None and self.search.equal(pattern, term)

    def finished(self, rule: Rule) -> bool:
        """Show the rule's hypotheses; whether all its variables are found, and of their types."""
        todo = [v for v in rule.vars if v in rule.proofs]
        while todo:
            again = []
            for var in todo:
                claim = self.search.unknowns.resolve(self.search.typer.local(var))
                if not self.search.holds(claim):
                    if not self.search.unknowns.open(claim):
                        return False
                    again.append(var)
            if len(again) == len(todo):
                return False
            todo = again
        for var in rule.vars:
            type = self.search.unknowns.resolve(self.search.typer.local(var))
            if var in rule.proofs:
                if self.search.unknowns.open(type):
                    return False
                if var not in self.search.unknowns.values:
                    self.search.unknowns.assign(var, self._evidence(type))
                continue
            value = self.search.unknowns.resolve(var)
            if self.search.unknowns.open(value) or self.search.unknowns.open(type):
                return False
            if not self.search.congruence.fixed(type, self.search.typer.infer(value)):
                return False
        return True

    def _evidence(self, claim: Term) -> Term:
        """A proof of what was shown: the hypothesis that says it, for terms to stay the same."""
        return next((var for _, fact, var in self.search.facts if fact is claim), Proof(claim))

    def by_claim(self, claim: Term) -> bool:
        """A theorem that says it, of any terms."""
        for rule in self.search.rules.claims.get(head_key(claim), ()):
            with self.using(rule) as use, self.search.trying() as ok:
                assert use.claim is not None
                alike = self.search.congruence.holds_for(use.claim, claim, True)
                ok[0] = alike and self.finished(use)
                if ok[0]:
                    self.search.used.append(rule.name)
            if ok[0]:
                return True
        return False
