"""Equality by lemmas: a check of definitional equality that may use equations on its way.

To show `a = b`, in this order: the same term; equal heads with arguments equal one by one; an
equation one of whose sides is `a` (and the other `b`), or that rewrites `a` or `b`; one step of
computation on one side, and so on from there. Functions are compared at a local of their own.
Nothing is expanded: equal pairs are met once, and terms share their parts.

What makes this sound: every step shows an equality that holds in Lean. Arguments that types
mention are compared by computation alone, so that both sides keep their type; an equation is used
at terms of its variables' types, after each of its hypotheses is shown; a pair that is being shown
is no reason for itself.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from denotary.interpreter.judgement.statement import Statement, conjuncts
from denotary.spec import nat
from denotary.spec.convert import Converter
from denotary.spec.environment import UnknownConstant
from denotary.spec.infer import NotTyped
from denotary.spec.reduce import FuelExhausted
from denotary.spec.terms import (
    Const,
    FVar,
    Lam,
    Lit,
    Pi,
    Proof,
    Sort,
    Term,
    app,
    beta,
    instantiate,
    spine,
)

from .above import nonzero, positive
from .applying import Applying, Used
from .congruence import Congruence
from .leftover import Leftover
from .rules import Rules
from .steps import Steps
from .terms import REAL
from .unfolding import Stuck, Unfolding
from .unknowns import UNKNOWN, Unknowns

LOCAL = 1 << 54
"""Ids of the locals that are opened here start here."""
STEPS = 100_000
"""Pairs that one theorem may compare."""
DEEPEST = 1_500
"""Comparisons inside one another."""


class Spent(Exception):
    """The bound on steps, or the time, was reached."""


class Search:
    """Shows equations of one statement by its hypotheses and the rules that were added."""

    def __init__(
        self,
        statement: Statement,
        limit: int = STEPS,
        *,
        freely: bool = False,
        deadline: float | None = None,
    ) -> None:
        """With `freely`, equations are used from right to left wherever they fit.

        Otherwise only where that gives the head that is looked for. `Spent` is raised after
        `limit` steps, and at `deadline`, a time of `time.monotonic`.
        """
        self.statement = statement
        self.deadline = deadline
        self.freely = freely
        self.limit = limit
        self.typer = statement.typer()
        self.steps = Steps(self.typer)
        self.unknowns = Unknowns(self.typer)
        self.converter = Converter(self.typer)
        self.rules = Rules(self.typer, self.steps.view)
        self.facts: list[tuple[str, Term, FVar]] = []
        for binder in statement.hypotheses:
            for part in conjuncts(binder.type):
                self.facts.append((binder.name, part, binder.var))
            self.rules.add(binder.name, binder.type, given=True)
        self.count = 0
        self.stuck: Stuck | None = None
        self.used: list[str] = []
        self._known: dict[tuple[Term, Term, bool], Used | None] = {}
        self._busy: set[tuple[Term, Term, bool]] = set()
        self.scope: frozenset[FVar] = frozenset(b.var for b in statement.binders)
        self.given = self.scope
        self.congruence = Congruence(self)
        self.applying = Applying(self)
        self.unfolding = Unfolding(self)
        self.leftover = Leftover(self)
        self._locals: dict[tuple[Term, int], FVar] = {}
        self.depth = 0

    # ---- bookkeeping

    def tick(self) -> None:
        self.count += 1
        if self.count > self.limit:
            raise Spent(f"stopped after {self.limit} steps")
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise Spent("stopped when its time was spent")

    @contextmanager
    def trying(self) -> Iterator[list[bool]]:
        """Undo what was found and used unless the one entry of the list is set to True."""
        mark, used = self.unknowns.mark(), len(self.used)
        ok = [False]
        try:
            yield ok
        finally:
            if not ok[0]:
                self.unknowns.undo(mark)
                del self.used[used:]

    def local(self, name: str, type: Term, *terms: Term) -> FVar:
        """A local of a closed type that occurs in none of the terms, nor in the scope."""
        taken = self.scope | self.unknowns.locals(type, *terms)
        k = 0
        while True:
            key = (type, k)
            found = self._locals.get(key)
            if found is None:
                found = self._locals[key] = FVar(LOCAL + len(self._locals), name)
                self.typer.locals.types[found] = type
            if found not in taken:
                return found
            k += 1

    @contextmanager
    def inside(self, scope: frozenset[FVar]) -> Iterator[None]:
        outer, self.scope = self.scope, scope
        try:
            yield
        finally:
            self.scope = outer

    def infer(self, term: Term) -> Term:
        return self.unknowns.resolve(self.typer.infer(term))

    # ---- equality

    def equal(self, a: Term, b: Term, rules: bool = True) -> bool:
        """Whether `a = b` can be shown; unknowns in them may be found on the way.

        Without `rules`, by computation alone. Both are of one type. Raises `Spent`.
        """
        self.tick()
        view, resolve = self.steps.view, self.unknowns.resolve
        a, b = view(resolve(a)), view(resolve(b))
        if a is b:
            return not self.steps.blind(a)
        if self.depth > DEEPEST:
            return False
        self.depth += 1
        try:
            if self.unknowns.open(a) or self.unknowns.open(b):
                with self.trying() as ok:
                    ok[0] = self._compare(a, b, rules)
                return ok[0]
            return self._closed(a, b, rules)
        except (NotTyped, FuelExhausted, UnknownConstant):
            return False
        finally:
            self.depth -= 1

    def _closed(self, a: Term, b: Term, rules: bool) -> bool:
        """Equality of terms without unknowns: shown once."""
        key = (a, b, rules) if id(a) < id(b) else (b, a, rules)
        if key in self._known:
            known = self._known[key]
            self.used.extend(known or ())
            return known is not None
        if key in self._busy:
            return False
        self._busy.add(key)
        begun = len(self.used)
        try:
            with self.inside(self.given | self.unknowns.locals(a, b)), self.trying() as ok:
                ok[0] = self._compare(a, b, rules)
        finally:
            self._busy.discard(key)
        self._known[key] = tuple(dict.fromkeys(self.used[begun:])) if ok[0] else None
        return ok[0]

    def _compare(self, a: Term, b: Term, rules: bool) -> bool:
        for x, y in ((a, b), (b, a)):
            if self.flexible(x):
                return self._solve(x, y, rules)
        if isinstance(a, Lam) or isinstance(b, Lam):
            return self._functions(a, b, rules)
        if isinstance(a, Pi) and isinstance(b, Pi):
            return self._quantified(a, b, rules)
        if isinstance(a, Sort | Lit) and isinstance(b, Sort | Lit):
            return False
        if self._proof(a) and self._proof(b):
            return True
        if nat.operation(a) or nat.operation(b) or isinstance(a, Lit) or isinstance(b, Lit):
            found = self._numbers(a, b)
            if found is not None:
                return found
        if self.unfolding.meet(a, b) or self.congruence.holds_for(a, b, rules):
            return True
        if rules and (self.applying.by_rules(a, b) or self._by_algebra(a, b)):
            return True
        return self.unfolding.by_computation(a, b, rules)

    def flexible(self, term: Term) -> bool:
        head, _ = spine(term)
        return isinstance(head, FVar) and head.id >= UNKNOWN

    def _solve(self, x: Term, y: Term, rules: bool) -> bool:
        """`?m … = y`: what `?m` stands for, if that is determined."""
        var = self.unknowns.solve(x, y)
        if var is None:
            return self._first_order(x, y, rules)
        expected, value = self.infer(var), self.unknowns.values[var]
        if self.equal(expected, self.infer(value), rules=False):
            return True
        return self.unknowns.open(expected)  # checked again when the rule is used

    def _first_order(self, x: Term, y: Term, rules: bool) -> bool:
        """`?m a = f b`: `?m = f` and `a = b`, where `?m` is not applied to locals."""
        head, args = spine(x)
        other, others = spine(y)
        if len(others) < len(args) or not args:
            return False
        rest = app(other, *others[: len(others) - len(args)])
        pairs = zip(args, others[len(others) - len(args) :], strict=True)
        return self.equal(head, rest, False) and all(self.equal(p, q, rules) for p, q in pairs)

    def _proof(self, term: Term) -> bool:
        return isinstance(term, Proof) or self.typer.is_proof(term)

    def _functions(self, a: Term, b: Term, rules: bool) -> bool:
        """Functions at a local of their own."""
        domains = []
        for f in (a, b):
            type = f if isinstance(f, Lam) else self.steps.reducer.whnf(self.infer(f))
            if not isinstance(type, Lam | Pi):
                return False
            domains.append(type.type)
        if not self.equal(*domains, rules=False):
            return False
        domain = self.unknowns.resolve(domains[0])
        if self.unknowns.open(domain):
            return False
        name = next(f.name for f in (a, b) if isinstance(f, Lam))
        var = self.local(name, domain, a, b)
        with self.inside(self.scope | {var}):
            return self.equal(beta(a, [var]), beta(b, [var]), rules)

    def _quantified(self, a: Pi, b: Pi, rules: bool) -> bool:
        if not self.equal(a.type, b.type, rules=False):
            return False
        domain = self.unknowns.resolve(a.type)
        if self.unknowns.open(domain):
            return False
        var = self.local(a.name, domain, a, b)
        with self.inside(self.scope | {var}):
            return self.equal(instantiate(a.body, [var]), instantiate(b.body, [var]), rules)

    def _numbers(self, a: Term, b: Term) -> bool | None:
        """Natural numbers by Lean's computation; no answer for other types, or with unknowns."""
        if self.unknowns.open(a) or self.unknowns.open(b):
            return None
        if self.infer(a) is not nat.NAT or self.infer(b) is not nat.NAT:
            return None
        return True if self.converter.mismatch(a, b) is None else None

    # ---- congruence

    def holds(self, claim: Term) -> bool:
        """Whether a proposition can be shown; its unknowns may be found on the way."""
        self.tick()
        claim = self.steps.view(self.unknowns.resolve(claim))
        if self.depth > DEEPEST or self.steps.blind(claim):
            return False
        self.depth += 1
        try:
            with self.trying() as ok:
                ok[0] = self._holds(claim)
            return ok[0]
        except (NotTyped, FuelExhausted, UnknownConstant):
            return False
        finally:
            self.depth -= 1

    def _holds(self, claim: Term) -> bool:
        if isinstance(claim, Pi):
            domain = self.unknowns.resolve(claim.type)
            if self.typer.is_prop(domain) or self.unknowns.open(domain):
                return False
            var = self.local(claim.name, domain, claim)
            with self.inside(self.scope | {var}):
                return self.holds(instantiate(claim.body, [var]))
        head, args = spine(claim)
        if head is Const("True"):
            return True
        if head is Const("And"):
            return all([self.holds(part) for part in conjuncts(claim)])
        if head is Const("Eq") and len(args) == 3:
            return self.equal(args[1], args[2])
        for name, fact, _ in self.facts:
            if spine(fact)[0] is head and self.equal(claim, fact, rules=False):
                self.used.append(name)
                return True
        if not self.unknowns.open(claim) and (positive(self, claim) or nonzero(self, claim)):
            return True
        return self.applying.by_claim(claim) or self._unfolded(claim)

    def _unfolded(self, claim: Term) -> bool:
        step = self.steps.next(claim)
        return step is not None and self.holds(step)

    # ---- computation

    def _by_algebra(self, a: Term, b: Term) -> bool:
        """Reals that are equal by algebra over their parts."""
        if self.unknowns.open(a) or self.unknowns.open(b) or self.infer(a) is not REAL:
            return False
        with self.trying() as ok:
            ok[0] = self.leftover.equal(a, b)
        return ok[0]


__all__ = ["STEPS", "Search", "Spent", "Stuck"]
