"""Weak head normalisation of core terms without metavariables.

Rules: beta, zeta, delta, projections of constructors, `match` on constructors (structure eta for
the discriminant included), `Nat` literals, and `ite`/`dite`/`decide` on closed `Nat` propositions.
"""

from __future__ import annotations

from dataclasses import dataclass

from denotary.spec import nat
from denotary.spec.declarations import Declaration, Kind
from denotary.spec.depth import deep
from denotary.spec.environment import Environment
from denotary.spec.matching import Stuck, select
from denotary.spec.recursors import iota
from denotary.spec.terms import (
    App,
    Const,
    Lam,
    Let,
    Lit,
    Match,
    Proj,
    Proof,
    Term,
    beta,
    const,
    constants,
    instantiate,
)


@dataclass(frozen=True, slots=True)
class Fuel:
    """The bounds of reduction and conversion; running out raises `FuelExhausted`."""

    unfoldings: int = 20_000
    """Definitions unfolded by one call from outside."""
    comparisons: int = 500_000
    """Pairs of terms compared by one conversion problem."""
    exponent: int = 4096
    """Bits of the largest `Nat` power or shift that is computed."""
    multiplier: int = 64
    """The largest `k` for which `a * k` and `a ^ k` are unfolded when conversion is stuck."""


class FuelExhausted(Exception):
    """A bound of `Fuel` was reached: a diverging definition, or a bound that is too small."""

    def __init__(self, bound: str, limit: int, term: Term) -> None:
        super().__init__(f"out of fuel: `Fuel.{bound}` = {limit} was reached")
        self.bound, self.limit, self.term = bound, limit, term


class Reducer:
    """Normal forms over one environment, memoised by term. Stale once a declaration is replaced."""

    def __init__(self, env: Environment, fuel: Fuel | None = None) -> None:
        self.env = env
        self.fuel = fuel or Fuel()
        self._core: dict[Term, Term] = {}
        self._whnf: dict[Term, Term] = {}
        self._recursive: dict[str, bool] = {}
        self._mentioned: dict[str, frozenset[str]] = {}
        self._heights: dict[str, int] = {}
        self._nesting = 0
        self._unfolded = 0

    # -- entry points

    def whnf(self, term: Term) -> Term:
        """The weak head normal form. A definition stuck on its own `match` is left folded."""
        if not isinstance(term, _REDUCIBLE):
            return term
        found = self._whnf.get(term)
        if found is not None:
            return found
        self.enter()
        try:
            result = term
            while True:
                result = self.whnf_core(result)
                step = self.nat_step(result)
                if step is None:
                    step = self.unfold(result)
                if step is None:
                    break
                result = step
        finally:
            self.leave()
        self._whnf[term] = result
        return result

    def enter(self) -> None:
        """Begin a computation; the outermost one starts with full fuel. Pair with `leave`."""
        if self._nesting == 0:
            self._unfolded = 0
        self._nesting += 1

    def leave(self) -> None:
        self._nesting -= 1

    def whnf_core(self, term: Term) -> Term:
        """Weak head normal form without unfolding definitions at the head."""
        if not isinstance(term, _REDUCIBLE):
            return term
        found = self._core.get(term)
        if found is not None:
            return found
        result = term
        while True:
            step = self.step(result)
            if step is None:
                break
            result = step
        self._core[term] = result
        return result

    def step(self, term: Term) -> Term | None:
        """One step of `whnf_core`, `None` where there is none."""
        match term:
            case App(Lam() as fn, args):
                return beta(fn, args)
            case App(Const(name), args):
                return self._const_step(term, name, args)
            case App(fn, args):
                head = self.whnf_core(fn)
                return None if head is fn else beta(head, args)
            case Let(_, _, value, body):
                return instantiate(body, [value])
            case Proj(_, index, expr):
                return self._field(expr, index)
            case Match(_, discrs, clauses):
                chosen = select(self, discrs, clauses)
                return None if isinstance(chosen, Stuck) else chosen
        return None

    def _const_step(self, term: Term, name: str, args: tuple[Term, ...]) -> Term | None:
        if name in _CONDITIONALS:
            return self._conditional(name, args)
        if nat.operation(term) is not None or nat.numeral(term) is not None:
            return None
        if name.endswith(".rec"):
            return iota(self, name, args)
        owner = self.projection(name)
        if owner is None:
            return None
        params, index = owner
        if len(args) <= params:
            return None
        field = self._field(args[params], index)
        return None if field is None else beta(field, args[params + 1 :])

    # -- delta

    def projection(self, name: str) -> tuple[int, int] | None:
        """`(parameters, field index)` when `name` is a projection function of a structure."""
        declaration = self.env[name]
        if declaration.kind is not Kind.PROJECTION:
            return None
        return self.env[declaration.inductive].params, declaration.index

    def definition(self, term: Term) -> Declaration | None:
        """The declaration at the head of `term`, when it has a value that may be unfolded."""
        head = term.fn if isinstance(term, App) else term
        if not isinstance(head, Const) or head.name in nat.OPERATIONS or head.name in _CONDITIONALS:
            return None
        if isinstance(term, App) and (nat.operation(term) or nat.numeral(term) is not None):
            return None
        found = self.env[head.name]
        return found if found.kind is Kind.DEF and found.value is not None else None

    def unfold(self, term: Term) -> Term | None:
        """One delta step, unless it only exposes a `match` or `if` that is stuck."""
        result = self._delta(term)
        if result is None or is_stuck(self.whnf_core(result)):
            return None
        return result

    def expose(self, term: Term) -> Term | None:
        """One delta step even into a stuck `match`; never for a recursive definition."""
        found = self.definition(term)
        if found is None or self.recursive(found):
            return None
        return self._delta(term)

    def _delta(self, term: Term) -> Term | None:
        found = self.definition(term)
        if found is None:
            return None
        assert found.value is not None
        self._unfolded += 1
        if self._unfolded > self.fuel.unfoldings:
            raise FuelExhausted("unfoldings", self.fuel.unfoldings, term)
        return beta(found.value, term.args) if isinstance(term, App) else found.value

    def recursive(self, declaration: Declaration) -> bool:
        """Whether the definition mentions itself, directly or through one other definition."""
        known = self._recursive.get(declaration.name)
        if known is None:
            name, mentioned = declaration.name, self.mentioned(declaration.name)
            known = name in mentioned or any(name in self.mentioned(m) for m in mentioned)
            self._recursive[name] = known
        return known

    def mentioned(self, name: str) -> frozenset[str]:
        """The constants in the value of a definition."""
        known = self._mentioned.get(name)
        if known is None:
            found = self.env.find(name)
            value = found.value if found is not None and found.kind is Kind.DEF else None
            known = frozenset(constants(value)) if value is not None else frozenset()
            self._mentioned[name] = known
        return known

    def height(self, name: str) -> int:
        """Definitional height: 0 for a primitive, else one more than the tallest it mentions."""
        known = self._heights.get(name)
        if known is not None:
            return known
        self._heights[name] = 0  # what a recursive occurrence sees
        found = self.env.find(name)
        if found is not None and found.kind is Kind.DEF and found.value is not None:
            below = [self.height(n) for n in self.mentioned(name) if n != name]
            self._heights[name] = 1 + max(below, default=0)
        return self._heights[name]

    # -- structures

    def constructor(self, term: Term) -> tuple[Declaration, tuple[Term, ...]] | None:
        """Declaration and all arguments, when `term` is a saturated constructor application."""
        head, args = (term.fn, term.args) if isinstance(term, App) else (term, ())
        if not isinstance(head, Const):
            return None
        found = self.env[head.name]
        if found.kind is not Kind.CONSTRUCTOR:
            return None
        return found, args

    def _field(self, expr: Term, index: int) -> Term | None:
        made = self.constructor(self.whnf(expr))
        if made is None or len(made[1]) <= made[0].params + index:
            return None
        return made[1][made[0].params + index]

    # -- Nat

    def nat_value(self, term: Term) -> int | None:
        """The number that `term` evaluates to, when it is a closed `Nat`."""
        base, offset = self.nat_view(term)
        return offset if base is None else None

    def nat_view(self, term: Term) -> tuple[Term | None, int]:
        """`term` as `base + offset` by Lean's own computation rules; no base for a literal."""
        offset = 0
        while True:
            term = self.whnf(term)
            value = nat.literal(term)
            if value is not None:
                return None, offset + value
            match term:
                case App(Const("Nat.succ"), (inner,)):
                    term, offset = inner, offset + 1
                    continue
            op = nat.operation(term)
            if op is not None and op.name == "Nat.add":
                base, k = self.nat_view(op.right)
                if base is not None:
                    return (const("Nat.add", op.left, base) if k else term), offset + k
                term, offset = op.left, offset + k
                continue
            if op is not None and op.name == "Nat.sub":
                base, k = self.nat_view(op.right)
                left, j = self.nat_view(op.left)
                if base is None and (j >= k or left is None):
                    return left, offset + max(0, j - k)
            return term, offset

    def nat_step(self, term: Term) -> Term | None:
        """Compute a `Nat` operation whose arguments evaluate to literals."""
        if not isinstance(term, App) or not isinstance(term.fn, Const):
            return None
        raw = nat.literal(term)
        if raw is not None:
            return Lit(raw)
        name, args = term.fn.name, term.args
        if name in ("Nat.succ", "Nat.pred", "Nat.log2") and len(args) == 1:
            value = self.nat_value(args[0])
            if value is None:
                return None
            if name == "Nat.log2":
                return Lit(max(0, value.bit_length() - 1))
            return Lit(value + 1 if name == "Nat.succ" else max(0, value - 1))
        compare = nat.COMPARISONS.get(name)
        if compare is not None and len(args) == 2:
            a, b = self.nat_value(args[0]), self.nat_value(args[1])
            if a is None or b is None:
                return None
            return Const("Bool.true" if compare(a, b) else "Bool.false")
        op = nat.operation(term)
        if op is None:
            return None
        b = self.nat_value(op.right)
        if b == 0 and op.name in ("Nat.mul", "Nat.pow"):
            return Lit(0 if op.name == "Nat.mul" else 1)
        a = self.nat_value(op.left) if b is not None else None
        if a is None or b is None:
            return None
        if op.name in ("Nat.pow", "Nat.shiftLeft"):
            bits = b * a.bit_length() if op.name == "Nat.pow" else b + a.bit_length()
            if bits > self.fuel.exponent:
                raise FuelExhausted("exponent", self.fuel.exponent, term)
        return Lit(nat.OPERATIONS[op.name](a, b))

    # -- conditions

    def truth(self, prop: Term) -> bool | None:
        """Decide a closed proposition about `Nat`, `Bool` or `String` literals; else `None`."""
        prop = self.whnf_core(prop)
        match prop:
            case Const("True"):
                return True
            case Const("False"):
                return False
            case App(Const("Not"), (inner,)):
                value = self.truth(inner)
                return None if value is None else not value
            case App(Const("Ne"), (type_, a, b)):
                value = self._equal(type_, a, b)
                return None if value is None else not value
            case App(Const("Eq"), (type_, a, b)):
                return self._equal(type_, a, b)
            case App(Const("And" | "Or" as name), (a, b)):
                left, right = self.truth(a), self.truth(b)
                if left is None or right is None:
                    return None
                return (left and right) if name == "And" else (left or right)
            case App(Const("Nat.le"), (a, b)):
                m, n = self.nat_value(a), self.nat_value(b)
                return None if m is None or n is None else m <= n
            case App(Const(name), (type_, _, a, b)) if name in nat.RELATIONS and type_ is nat.NAT:
                m, n = self.nat_value(a), self.nat_value(b)
                return None if m is None or n is None else nat.RELATIONS[name](m, n)
        return None

    def _equal(self, type_: Term, a: Term, b: Term) -> bool | None:
        type_ = self.whnf(type_)
        if type_ is nat.NAT:
            m, n = self.nat_value(a), self.nat_value(b)
            return None if m is None or n is None else m == n
        if isinstance(type_, Const) and type_.name in ("Bool", "String"):
            left, right = self.whnf(a), self.whnf(b)
            known = {Const("Bool.true"), Const("Bool.false")}
            if all(t in known or isinstance(t, Lit) for t in (left, right)):
                return left is right
        return None

    def _conditional(self, name: str, args: tuple[Term, ...]) -> Term | None:
        if name == "Decidable.decide":
            if len(args) != 2:
                return None
            value = self._decision(args[0], args[1])
            return None if value is None else Const("Bool.true" if value else "Bool.false")
        if len(args) < 5:
            return None
        _, prop, decision, then, other = args[:5]
        value = self._decision(prop, decision)
        if value is None:
            return None
        branch = then if value else other
        if name == "dite":
            branch = beta(branch, [Proof(prop if value else const("Not", prop))])
        return beta(branch, args[5:])

    def _decision(self, prop: Term, decision: Term) -> bool | None:
        value = self.truth(prop)
        if value is None:
            made = self.constructor(self.whnf(decision))
            if made is not None:
                return made[0].name == "Decidable.isTrue"
        return value


_CONDITIONALS = frozenset({"ite", "dite", "Decidable.decide"})
_REDUCIBLE = (App, Const, Let, Proj, Match)


def is_stuck(term: Term) -> bool:
    """Whether a `match`, projection or conditional at the head waits for its scrutinee."""
    head = term.fn if isinstance(term, App) else term
    return isinstance(head, Match) or (isinstance(head, Const) and head.name in _CONDITIONALS)


def reducer(env: Environment) -> Reducer:
    """The environment's shared reducer."""
    found = env.derived.get(Reducer)
    if found is None:
        found = env.derived[Reducer] = Reducer(env)
    return found


@deep
def whnf(env: Environment, term: Term) -> Term:
    """The weak head normal form of `term` over `env`.

    Raises `FuelExhausted` for a diverging definition, `UnknownConstant` for a missing one.
    """
    return reducer(env).whnf(term)
