"""Which arm of a `match` is taken, and what its pattern variables are bound to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from denotary.spec import nat
from denotary.spec.declarations import Kind
from denotary.spec.terms import (
    App,
    BVar,
    Clause,
    Const,
    Lit,
    Proj,
    Proof,
    Term,
    instantiate,
    spine,
)

if TYPE_CHECKING:
    from denotary.spec.reduce import Reducer


@dataclass(frozen=True, slots=True)
class Stuck:
    """The match cannot proceed: `on` is the scrutinee whose constructor is not known."""

    on: Term


class _Refuted(Exception):
    """The scrutinee is built by another constructor than the pattern."""


class _Blocked(Exception):
    """The scrutinee's constructor is not known."""

    def __init__(self, on: Term) -> None:
        self.on = on


def select(reducer: Reducer, discrs: tuple[Term, ...], clauses: tuple[Clause, ...]) -> Term | Stuck:
    """The body of the first arm that matches, instantiated; `Stuck` when none is decided.

    An arm is passed over only when some constructor refutes it, as in Lean.
    """
    for clause in clauses:
        try:
            values = _Matcher(reducer, clause).run(discrs)
        except _Refuted:
            continue
        except _Blocked as blocked:
            return Stuck(blocked.on)
        return instantiate(clause.body, values)
    return Stuck(discrs[0])


class _Matcher:
    """Matches one clause. Inaccessible patterns bind what nothing else has bound, and never fail.

    `n + k` is a pattern when it is where `n` gets its value, and inaccessible otherwise; so such
    patterns are left for last.
    """

    def __init__(self, reducer: Reducer, clause: Clause) -> None:
        self.reducer = reducer
        self.clause = clause
        self.bound: dict[int, Term] = {}
        self.proofs: set[int] = set()
        self.deferred: list[tuple[Term, Term]] = []
        self.soft: list[tuple[Term, Term]] = []

    def run(self, discrs: tuple[Term, ...]) -> list[Term]:
        blocked: _Blocked | None = None
        for pattern, discr in zip(self.clause.patterns, discrs, strict=True):
            try:
                self.match(pattern, discr)
            except _Blocked as error:  # a later column may refute the arm all the same
                blocked = blocked or error
        if blocked is not None:
            raise blocked
        for pattern, discr in self.deferred:
            if any(i not in self.bound for i in _variables(pattern)):
                self.successor(pattern, discr)
        for pattern, discr in self.soft:
            self.infer(pattern, discr)
        return self.values(discrs)

    def values(self, discrs: tuple[Term, ...]) -> list[Term]:
        out: list[Term] = []
        n = len(self.clause.vars)
        for i, (_, type_) in enumerate(self.clause.vars):
            value = self.bound.get(n - 1 - i)
            if value is None:
                if n - 1 - i not in self.proofs:
                    raise _Blocked(discrs[0])
                value = Proof(instantiate(type_, out))
            out.append(value)
        return out

    def match(self, pattern: Term, discr: Term) -> None:
        if isinstance(pattern, BVar):
            self.bound.setdefault(pattern.index, discr)
            return
        if isinstance(pattern, Lit):
            self.literal(pattern, discr)
            return
        if nat.literal(pattern) is not None:
            self.number(pattern, discr)
            return
        if nat.numeral(pattern) is not None:
            self.numeral(pattern, discr)
            return
        if _successor(pattern) is not None:
            self.deferred.append((pattern, discr))
            return
        made = self.reducer.constructor(pattern)
        if made is None:
            self.soft.append((pattern, discr))
            return
        if made[0].name == "Nat.succ":
            self.deferred.append((pattern, discr))
            return
        self.constructor(pattern, discr)

    def constructor(self, pattern: Term, discr: Term) -> None:
        head, parts = spine(pattern)
        assert isinstance(head, Const)
        declaration = self.reducer.env[head.name]
        params = declaration.params
        value = self.reducer.whnf(discr)
        if isinstance(value, Proof):
            for part in parts:
                self.proofs.update(_variables(part))
            return
        made = self.reducer.constructor(value)
        if made is None:
            owner = self.reducer.env[declaration.inductive]
            if owner.kind is not Kind.STRUCTURE:
                raise _Blocked(value)
            for i, part in enumerate(parts[params:]):
                self.match(part, Proj(owner.name, i, value))
            return
        found, args = made
        if found.name != head.name:
            raise _Refuted
        self.soft.extend(zip(parts[:params], args[:params], strict=False))
        for part, arg in zip(parts[params:], args[params:], strict=True):
            self.match(part, arg)

    def literal(self, pattern: Lit, discr: Term) -> None:
        if isinstance(pattern.value, int):
            self.number(pattern, discr)
            return
        value = self.reducer.whnf(discr)
        if not isinstance(value, Lit):
            raise _Blocked(value)
        if value is not pattern:
            raise _Refuted

    def number(self, pattern: Term, discr: Term) -> None:
        wanted = nat.literal(pattern)
        assert wanted is not None
        base, offset = self.reducer.nat_view(discr)
        if base is None and offset == wanted:
            return
        if base is None or offset > wanted:
            raise _Refuted
        raise _Blocked(base)

    def numeral(self, pattern: Term, discr: Term) -> None:
        """A numeral of another type: equal numerals match, and `Fin` compares its value."""
        if discr is pattern:
            return
        wanted, given = nat.numeral(pattern), nat.numeral(discr)
        if wanted is None:
            raise _Blocked(discr)
        bound = self._fin_bound(pattern)
        if bound is None:
            raise _Blocked(discr)
        if given is None:
            made = self.reducer.constructor(self.reducer.whnf(discr))
            given = self.reducer.nat_value(made[1][1]) if made and len(made[1]) == 3 else None
        if given is None:
            raise _Blocked(discr)
        if given % bound != wanted % bound:
            raise _Refuted

    def _fin_bound(self, pattern: Term) -> int | None:
        assert isinstance(pattern, App)
        match self.reducer.whnf(pattern.args[0]):
            case App(Const("Fin"), (size,)):
                return self.reducer.nat_value(size) or None
        return None

    def successor(self, pattern: Term, discr: Term) -> None:
        step = _successor(pattern)
        assert step is not None
        inner, k = step
        base, offset = self.reducer.nat_view(discr)
        if offset >= k:
            self.match(inner, nat.plus(base, offset - k))
            if self.deferred and self.deferred[-1][0] is inner:
                self.successor(*self.deferred.pop())
        elif base is None:
            raise _Refuted
        else:
            raise _Blocked(base)

    def infer(self, pattern: Term, value: Term) -> None:
        """Read variables off an inaccessible term by comparing it with what stands there."""
        if isinstance(pattern, BVar):
            self.bound.setdefault(pattern.index, value)
            return
        head, parts = spine(pattern)
        other, args = spine(value if spine(value)[0] is head else self.reducer.whnf(value))
        if head is other and len(parts) == len(args):
            for part, arg in zip(parts, args, strict=True):
                if part.loose:
                    self.infer(part, arg)


def _successor(pattern: Term) -> tuple[Term, int] | None:
    """`(p, k)` for the pattern `p + k`, `k > 0`, in any spelling."""
    match pattern:
        case App(Const("Nat.succ"), (inner,)):
            return inner, 1
    op = nat.operation(pattern)
    if op is not None and op.name == "Nat.add":
        k = nat.literal(op.right)
        if k:
            return op.left, k
    return None


def _variables(pattern: Term) -> set[int]:
    """The loose indices of a pattern (patterns have no binders that matter)."""
    if isinstance(pattern, BVar):
        return {pattern.index}
    return {i for p in spine(pattern)[1] if p.loose for i in _variables(p)}
