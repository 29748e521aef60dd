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
from dataclasses import dataclass

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
    Match,
    Pi,
    Proj,
    Proof,
    Sort,
    Term,
    app,
    beta,
    instantiate,
    spine,
)

from .above import nonzero, positive
from .heads import Heads, Kind
from .leftover import Leftover
from .rules import Rule, Rules, head_key
from .steps import Steps
from .terms import REAL
from .unknowns import UNKNOWN, Unknowns

LOCAL = 1 << 54
"""Ids of the locals that are opened here start here."""
STEPS = 100_000
"""Pairs that one theorem may compare."""
AHEAD = 6
"""Steps of computation that are looked ahead for the head of the other side."""
DEEPEST = 1_500
"""Comparisons inside one another."""

Used = tuple[str, ...]
Rewritten = tuple[Term, bool, Used]
"""A term that is equal, whether by an equation from left to right, and what shows it."""


class Spent(Exception):
    """The bound on steps, or the time, was reached."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """Two terms at which no rule goes on."""

    left: Term
    right: Term
    depth: int


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
        self.heads = Heads(self.typer)
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
        self._rewrites: dict[Term, tuple[Rewritten, ...]] = {}
        self._rewriting: set[Term] = set()
        self._scope: frozenset[FVar] = frozenset(b.var for b in statement.binders)
        self._fixed = self._scope
        self.leftover = Leftover(self)
        self._locals: dict[tuple[Term, int], FVar] = {}
        self._matching = 0
        self._depth = 0

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
        taken = self._scope | self.unknowns.locals(type, *terms)
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
        outer, self._scope = self._scope, scope
        try:
            yield
        finally:
            self._scope = outer

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
        if self._depth > DEEPEST:
            return False
        self._depth += 1
        try:
            if self.unknowns.open(a) or self.unknowns.open(b):
                with self.trying() as ok:
                    ok[0] = self._compare(a, b, rules)
                return ok[0]
            return self._closed(a, b, rules)
        except (NotTyped, FuelExhausted, UnknownConstant):
            return False
        finally:
            self._depth -= 1

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
            with self.inside(self._fixed | self.unknowns.locals(a, b)), self.trying() as ok:
                ok[0] = self._compare(a, b, rules)
        finally:
            self._busy.discard(key)
        self._known[key] = tuple(dict.fromkeys(self.used[begun:])) if ok[0] else None
        return ok[0]

    def _compare(self, a: Term, b: Term, rules: bool) -> bool:
        for x, y in ((a, b), (b, a)):
            if self._flexible(x):
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
        if self.meet(a, b) or self._congruent(a, b, rules):
            return True
        if rules and (
            self._by_equation(a, b) or self._by_rewriting(a, b) or self._by_algebra(a, b)
        ):
            return True
        return self._by_computation(a, b, rules)

    def _flexible(self, term: Term) -> bool:
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
        with self.inside(self._scope | {var}):
            return self.equal(beta(a, [var]), beta(b, [var]), rules)

    def _quantified(self, a: Pi, b: Pi, rules: bool) -> bool:
        if not self.equal(a.type, b.type, rules=False):
            return False
        domain = self.unknowns.resolve(a.type)
        if self.unknowns.open(domain):
            return False
        var = self.local(a.name, domain, a, b)
        with self.inside(self._scope | {var}):
            return self.equal(instantiate(a.body, [var]), instantiate(b.body, [var]), rules)

    def _numbers(self, a: Term, b: Term) -> bool | None:
        """Natural numbers by Lean's computation; no answer for other types, or with unknowns."""
        if self.unknowns.open(a) or self.unknowns.open(b):
            return None
        if self.infer(a) is not nat.NAT or self.infer(b) is not nat.NAT:
            return None
        return True if self.converter.mismatch(a, b) is None else None

    # ---- congruence

    def _congruent(self, a: Term, b: Term, rules: bool) -> bool:
        """Equal heads, and arguments equal one by one."""
        head, args = spine(a)
        other, others = spine(b)
        if len(args) != len(others):
            return False
        with self.trying() as ok:
            ok[0] = self._same_head(head, other, rules) and self._arguments(
                head, args, others, rules
            )
        return ok[0]

    def _same_head(self, head: Term, other: Term, rules: bool) -> bool:
        if head is other:
            return not self.steps.blind(head)
        match head, other:
            case Proj(s, i, x), Proj(t, j, y):
                return s == t and i == j and self.equal(x, y, rules)
            case Match(), Match():
                return (
                    head.clauses == other.clauses
                    and head.motive is other.motive
                    and not self.steps.blind(head)
                    and len(head.discrs) == len(other.discrs)
                    and all(
                        self.equal(x, y, rules)
                        for x, y in zip(head.discrs, other.discrs, strict=True)
                    )
                )
        return False

    def _arguments(
        self, head: Term, args: tuple[Term, ...], others: tuple[Term, ...], rules: bool
    ) -> bool:
        if not args:
            return True
        late: list[tuple[Kind, Term, Term]] = []
        pairs = list(zip(self.heads.kinds(head, args), args, others, strict=True))
        pairs.sort(key=lambda pair: pair[0] is not Kind.FIXED)
        for kind, x, y in pairs:
            if not self._argument(kind, x, y, rules):
                x, y = self.unknowns.resolve(x), self.unknowns.resolve(y)
                if not (self.unknowns.open(x) or self.unknowns.open(y)):
                    return False
                late.append((kind, x, y))
        while late:
            again = [part for part in late if not self._argument(*part, rules)]
            if len(again) == len(late):
                return False
            late = again
        return True

    def _argument(self, kind: Kind, x: Term, y: Term, rules: bool) -> bool:
        match kind:
            case Kind.PROOF | Kind.DECISION:
                return True
            case Kind.FIXED:
                return self._fixed_argument(x, y)
            case Kind.FREE:
                return self.equal(x, y, rules)

    def _fixed_argument(self, x: Term, y: Term) -> bool:
        x, y = self.unknowns.resolve(x), self.unknowns.resolve(y)
        if x is y:
            return True
        if self.unknowns.open(x) or self.unknowns.open(y):
            return self.equal(x, y, rules=False)
        return self.converter.mismatch(x, y) is None

    # ---- rules

    def _by_equation(self, a: Term, b: Term) -> bool:
        """An equation whose sides are both sides of the goal, which has no unknowns."""
        if self.unknowns.open(a) or self.unknowns.open(b):
            return False
        for x, y in ((a, b), (b, a)):
            for rule, forward in self.rules.sides.get(head_key(x), ()):
                side, other = rule.side(forward), rule.side(not forward)
                assert side is not None and other is not None
                if self.unknowns.free(other) & frozenset(rule.vars) <= self.unknowns.free(side):
                    continue  # rewriting does the same
                if head_key(other) not in (head_key(y), None) and spine(other)[0] not in rule.vars:
                    continue
                with self.using(rule) as use, self.trying() as ok:
                    near, far = use.side(forward), use.side(not forward)
                    assert near is not None and far is not None
                    ok[0] = (
                        len(spine(near)[1]) == len(spine(x)[1])
                        and self.equal_patterns(near, x)
                        and self.equal_patterns(far, y)
                        and self.finished(use)
                    )
                    if ok[0]:
                        self.used.append(rule.name)
                if ok[0]:
                    return True
        return False

    def _by_rewriting(self, a: Term, b: Term) -> bool:
        for x, y in ((a, b), (b, a)):
            if self.unknowns.open(x):
                continue
            for new, forward, used in self.rewrites(x):
                if not (forward or self.freely or self._leads(new, y)):
                    continue
                with self.trying() as ok:
                    self.used.extend(used)
                    ok[0] = self.equal(new, y)
                if ok[0]:
                    return True
        return False

    def _leads(self, new: Term, goal: Term) -> bool:
        """Whether a term has the head of another, at once or after a step."""
        wanted = head_key(goal)
        step = None if head_key(new) == wanted else self.steps.next(new)
        return head_key(new) == wanted or (step is not None and head_key(step) == wanted)

    def rewrites(self, term: Term) -> tuple[Rewritten, ...]:
        """What equations make of `term`, a view without unknowns, at its head."""
        found = self._rewrites.get(term)
        if found is None:
            if term in self._rewriting:
                return ()
            self._rewriting.add(term)
            try:
                with self.inside(self._fixed | self.unknowns.locals(term)):
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
                yield self.steps.view(new), forward, used
        for rule, forward in self.rules.sides.get(head_key(term), ()):
            side = rule.side(forward)
            assert side is not None
            count = len(spine(side)[1])
            if count > len(args):
                continue
            begun = len(self.used)
            with self.using(rule) as use, self.trying():
                near, far = use.side(forward), use.side(not forward)
                assert near is not None and far is not None
                part = app(head, *args[:count])
                if self.equal_patterns(near, part) and self.finished(use):
                    new = beta(self.unknowns.resolve(far), args[count:])
                    if not self.unknowns.open(new) and new is not term:
                        used = tuple(dict.fromkeys((*self.used[begun:], rule.name)))
                        yield self.steps.view(new), forward, used

    @contextmanager
    def using(self, rule: Rule) -> Iterator[Rule]:
        """The rule over unknowns that nothing else uses at the same time."""
        copy = rule.copy(rule.busy[0])
        rule.busy[0] += 1
        self._matching += 1
        mark = self.unknowns.mark()
        try:
            for var, type in zip(copy.vars, copy.types, strict=True):
                self.unknowns.declare(var, type, self._scope)
            yield copy
        finally:
            self.unknowns.release(copy.vars, mark)
            self._matching -= 1
            rule.busy[0] -= 1

    def equal_patterns(self, pattern: Term, term: Term) -> bool:
        """Equal heads, argument by argument: a rule is not unfolded to fit."""
        pattern = self.unknowns.resolve(pattern)
        if pattern is term:
            return True
        if self._flexible(pattern):
            return self.equal(pattern, term)
        if head_key(pattern) == head_key(term) and self._congruent(pattern, term, True):
            return True
        step = self.steps.next(term) if not isinstance(pattern, Lam) else None
        if isinstance(pattern, Lam) or isinstance(term, Lam):
            return self.equal(pattern, term)
        return step is not None and self.equal(pattern, term)

    def finished(self, rule: Rule) -> bool:
        """Show the rule's hypotheses; whether all its variables are found, and of their types."""
        todo = [v for v in rule.vars if v in rule.proofs]
        while todo:
            again = []
            for var in todo:
                claim = self.unknowns.resolve(self.typer.local(var))
                if not self.holds(claim):
                    if not self.unknowns.open(claim):
                        return False
                    again.append(var)
            if len(again) == len(todo):
                return False
            todo = again
        for var in rule.vars:
            type = self.unknowns.resolve(self.typer.local(var))
            if var in rule.proofs:
                if self.unknowns.open(type):
                    return False
                if var not in self.unknowns.values:
                    self.unknowns.assign(var, self._evidence(type))
                continue
            value = self.unknowns.resolve(var)
            if self.unknowns.open(value) or self.unknowns.open(type):
                return False
            if not self._fixed_argument(type, self.typer.infer(value)):
                return False
        return True

    def _evidence(self, claim: Term) -> Term:
        """A proof of what was shown: the hypothesis that says it, for terms to stay the same."""
        return next((var for _, fact, var in self.facts if fact is claim), Proof(claim))

    # ---- propositions

    def holds(self, claim: Term) -> bool:
        """Whether a proposition can be shown; its unknowns may be found on the way."""
        self.tick()
        claim = self.steps.view(self.unknowns.resolve(claim))
        if self._depth > DEEPEST or self.steps.blind(claim):
            return False
        self._depth += 1
        try:
            with self.trying() as ok:
                ok[0] = self._holds(claim)
            return ok[0]
        except (NotTyped, FuelExhausted, UnknownConstant):
            return False
        finally:
            self._depth -= 1

    def _holds(self, claim: Term) -> bool:
        if isinstance(claim, Pi):
            domain = self.unknowns.resolve(claim.type)
            if self.typer.is_prop(domain) or self.unknowns.open(domain):
                return False
            var = self.local(claim.name, domain, claim)
            with self.inside(self._scope | {var}):
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
        return self.by_claim(claim) or self._unfolded(claim)

    def by_claim(self, claim: Term) -> bool:
        """A theorem that says it, of any terms."""
        for rule in self.rules.claims.get(head_key(claim), ()):
            with self.using(rule) as use, self.trying() as ok:
                assert use.claim is not None
                ok[0] = self._congruent(use.claim, claim, True) and self.finished(use)
                if ok[0]:
                    self.used.append(rule.name)
            if ok[0]:
                return True
        return False

    def _unfolded(self, claim: Term) -> bool:
        step = self.steps.next(claim)
        return step is not None and self.holds(step)

    # ---- computation

    def _by_computation(self, a: Term, b: Term, rules: bool) -> bool:
        x, y = self.steps.next(a), self.steps.next(b)
        if x is None and y is None:
            return self._written_out(a, b, rules) or self._no_way(a, b)
        if self.unknowns.open(b) and not self.unknowns.open(a):
            y = y if x is None and self._waits(b) else None  # what is known is unfolded to fit
        elif self.unknowns.open(a) and not self.unknowns.open(b):
            x = x if y is None and self._waits(a) else None
        if x is None and y is None:
            return False
        if x is not None and y is not None and spine(a)[0] is not spine(b)[0]:
            x, y = self._first(a, x, b, y)
        return self.equal(a if x is None else x, b if y is None else y, rules)

    def _waits(self, pattern: Term) -> bool:
        """Whether a pattern is an operation of a class: its instance may say which."""
        return self.leftover.of_class(spine(pattern)[0])

    def meet(self, a: Term, b: Term) -> bool:
        """Whether a few steps of computation give the same term."""
        if self.unknowns.open(a) or self.unknowns.open(b):
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
            step = self.steps.next(step)

    def _first(self, a: Term, x: Term, b: Term, y: Term) -> tuple[Term | None, Term | None]:
        """Which side to unfold: one that comes to the other's head soon, else the taller."""
        ahead, behind = self._distance(x, b), self._distance(y, a)
        if ahead != behind:
            return (x, None) if ahead < behind else (None, y)
        i, j = self.steps.height(a), self.steps.height(b)
        return (x if i >= j else None), (y if j >= i else None)

    def _distance(self, term: Term, goal: Term) -> int:
        """Steps from a term until its head, below the fields that are taken, is that of another."""
        wanted = self.steps.innermost(goal)
        steps = enumerate(self.ahead(term))
        return next((k for k, t in steps if self.steps.innermost(t) == wanted), AHEAD)

    def _by_algebra(self, a: Term, b: Term) -> bool:
        """Reals that are equal by algebra over their parts."""
        if self.unknowns.open(a) or self.unknowns.open(b) or self.infer(a) is not REAL:
            return False
        with self.trying() as ok:
            ok[0] = self.leftover.equal(a, b)
        return ok[0]

    def _written_out(self, a: Term, b: Term, rules: bool) -> bool:
        """A structure that is written out, and one that is not, field by field."""
        for x, y in ((a, b), (b, a)):
            made = self.steps.constructor(x)
            if made is not None and self.steps.constructor(y) is None:
                struct, fields = made
                return all(
                    self.equal(field, Proj(struct, k, y), rules) for k, field in enumerate(fields)
                )
        return False

    def _no_way(self, a: Term, b: Term) -> bool:
        if not self._matching and (self.stuck is None or self._depth > self.stuck.depth):
            self.stuck = Stuck(a, b, self._depth)
        return False


__all__ = ["STEPS", "Search", "Spent", "Stuck"]
