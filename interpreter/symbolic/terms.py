"""Core terms over sizes that are symbols, read as polynomials over atoms.

Definitions are unfolded down to the arithmetic of ℝ and ℕ, indices, sums over `Fin n` and
conditions; what a binder of the statement stands for is an atom. Nothing is evaluated at a size.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from denotary.spec import nat
from denotary.spec.infer import NotTyped, Typer
from denotary.spec.reduce import FuelExhausted, Reducer
from denotary.spec.terms import (
    App,
    Const,
    FVar,
    Lam,
    Match,
    Pi,
    Proj,
    Term,
    app,
    beta,
    instantiate,
    spine,
)

from .algebra import ONE, ZERO, Atom, Poly
from .sums import Indexed

REAL = Const("Real")
_CONDITIONALS = (Const("ite"), Const("dite"))
LOCAL = 1 << 52
"""Ids of the locals that are opened here start here."""
UNROLLED = 16
"""The largest number of values that a sum is written out over, where it has to be."""


class Unread(Exception):
    """A term without a meaning in this algebra; the text says which and why."""


class Split(Exception):
    """A `match` waits for a local of type `Bool`."""

    def __init__(self, on: FVar) -> None:
        super().__init__(f"a case for each value of `{on.name}`")
        self.on = on


class Empty(Exception):
    """A binder over `Fin 0`: what is said of all its values holds."""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A hypothesis `∀ vars, left = right`, used from left to right."""

    name: str
    vars: tuple[FVar, ...]
    left: Term
    right: Term


class Reader:
    """Reads terms over one algebra and one table of locals."""

    def __init__(
        self,
        typer: Typer,
        algebra: Indexed,
        rewrites: Sequence[Rewrite] = (),
        check: Callable[[], None] = lambda: None,
        limit: int | None = None,
    ) -> None:
        """`check` is called often, and may raise to end the reading.

        Expressions of more than `limit` terms get a name: equal ones the same.
        """
        self.limit = limit
        self.typer = typer
        self.reducer: Reducer = typer.reducer
        self.algebra = algebra
        self.rewrites = tuple(rewrites)
        self.check = check
        self.used: set[str] = set()
        """Hypotheses that were made use of."""
        self.values: dict[FVar, Poly] = {}
        """Locals that are indices, numbers or reals."""
        self.digits: dict[FVar, tuple[Atom, ...]] = {}
        self.heads: dict[Term, Term] = {}
        self.reals: dict[Term, Poly] = {}
        self.naturals: dict[Term, Poly] = {}
        self.opened: dict[tuple[str, Term, Term | None], FVar] = {}
        self.count = 0
        self.depth = 0

    # ---- locals

    def local(self, name: str, type: Term, owner: Term | None = None) -> FVar:
        """A local of a type; the same for the same owner. Raises `Empty` for `Fin 0`."""
        key = (name, type, owner)
        found = self.opened.get(key) if owner is not None else None
        if found is None:
            found = FVar(LOCAL + self.count, name)
            self.count += 1
            self.typer.locals.types[found] = type
            self.declare(found, type)
            if owner is not None:
                self.opened[key] = found
        return found

    def declare(self, var: FVar, type: Term) -> None:
        """What a local of this type stands for."""
        a = self.algebra
        type = self.whnf(type)
        head, args = spine(type)
        if type is REAL:
            self.values[var] = a.symbol("app", var)
        elif type is nat.NAT:
            self.values[var] = a.symbol("size", var.name, var)
        elif head is Const("Fin") and args:
            value, weight, digits = ZERO, ONE, []
            for radix in reversed(self.factors(args[0])):
                if not radix:
                    raise Empty
                if radix != ONE:
                    digit = a.fresh(radix)
                    digits.append(digit)
                    value = a.add(value, a.mul(weight, a.of(digit)))
                weight = a.mul(weight, radix)
            self.values[var] = value
            self.digits[var] = tuple(reversed(digits))

    def factors(self, size: Term) -> list[Poly]:
        """A size as a product, most significant factor first."""
        op = nat.operation(size)
        if op is not None and op.name == "Nat.mul":
            return [*self.factors(op.left), *self.factors(op.right)]
        if nat.literal(size) is None and not isinstance(size, FVar):
            step = self.reducer.unfold(size) if op is None else None
            if step is not None:
                return self.factors(self.reducer.whnf_core(step))
        return [self.natural(size)]

    # ---- reduction

    def whnf(self, term: Term) -> Term:
        try:
            return self.reducer.whnf(term)
        except FuelExhausted as error:
            raise Unread(str(error)) from None

    def head(self, term: Term) -> Term:
        """`term` reduced until its head is known here or nothing can be done."""
        found = self.heads.get(term)
        if found is None:
            self.check()
            found = self.heads[term] = self._head(term)
        return found

    def _head(self, term: Term) -> Term:
        while True:
            head, args = spine(term)
            if isinstance(head, Const) and (head.name in KNOWN or nat.numeral(term) is not None):
                return term
            step = self.next(term, head, args)
            if step is None:
                self.stuck(term)
                return term
            term = step

    def next(self, term: Term, head: Term, args: Sequence[Term]) -> Term | None:
        """`term` after one step: by a hypothesis, by computation, or by unfolding."""
        step = self.rewritten(term, head, args)
        if step is None and isinstance(head, Proj):
            inner = self.head(head.expr)
            if inner is not head.expr:
                return app(Proj(head.struct, head.index, inner), *args)
        if step is None:
            step = self.reducer.step(term)
        if step is None:
            step = self.reducer.unfold(term)
        if step is None:
            exposed = self.reducer.expose(term)
            if exposed is not None:
                exposed = self.reducer.whnf_core(exposed)
                if spine(exposed)[0] in _CONDITIONALS:
                    return exposed
        return step

    def stuck(self, term: Term) -> None:
        """Ask for cases where a definition waits for a truth value."""
        definition = self.reducer.definition(term)
        if definition is None or definition.value is None:
            waiting: Term = term
        else:
            waiting = self.reducer.whnf_core(
                beta(definition.value, term.args if isinstance(term, App) else ())
            )
        head, _ = spine(waiting)
        while isinstance(head, (Match, Proj)):
            if isinstance(head, Proj):
                head, _ = spine(head.expr)
                continue
            for discr in head.discrs:
                inner = self.whnf(discr)
                if isinstance(inner, FVar):
                    if self.whnf(self.typer.local(inner)) is Const("Bool"):
                        raise Split(inner)
                elif isinstance(spine(inner)[0], Match):
                    waiting = inner
                    break
            else:
                return
            head, _ = spine(waiting)

    def rewritten(self, term: Term, head: Term, args: Sequence[Term]) -> Term | None:
        """The term by a hypothesis, if one is about it."""
        for rule in self.rewrites:
            pattern_head, pattern = spine(rule.left)
            if pattern_head is not head or len(args) < len(pattern):
                continue
            found: dict[Term, Term] = {}
            if all(
                self.fits(p, a, rule.vars, found) for p, a in zip(pattern, args, strict=False)
            ) and len(found) == len(rule.vars):
                self.used.add(rule.name)
                right = _put(rule.right, rule.vars, [found[v] for v in rule.vars])
                return beta(right, args[len(pattern) :])
        return None

    def fits(
        self, pattern: Term, term: Term, vars: Sequence[FVar], found: dict[Term, Term]
    ) -> bool:
        """Match a hypothesis's side, its variables standing for anything."""
        if pattern in vars:
            return found.setdefault(pattern, term) is term
        if pattern is term:
            return True
        head, args = spine(pattern)
        other, others = spine(term)
        if isinstance(pattern, App) and head is other and len(args) == len(others):
            return all(self.fits(p, t, vars, found) for p, t in zip(args, others, strict=True))
        try:
            if self.infer(pattern) is nat.NAT and self.infer(term) is nat.NAT:
                return self.natural(pattern) == self.natural(term)
        except Unread:
            return False
        return False

    # ---- reals

    def real(self, term: Term) -> Poly:
        """A term of type `ℝ`. Raises `Unread` or `Split`."""
        found = self.reals.get(term)
        if found is None:
            found = self._real(self.head(term))
            if self.limit is not None and len(found.terms) > self.limit:
                found = self.algebra.named(found)
            self.reals[term] = found
        return found

    def _real(self, term: Term) -> Poly:
        if isinstance(term, FVar) and term in self.values:
            return self.values[term]
        value = nat.numeral(term)
        if value is not None:
            return self.algebra.const(value)
        head, args = spine(term)
        if isinstance(head, Const):
            rule = _REALS.get(head.name)
            if rule is not None:
                return rule(self, args)
            if head.name in KNOWN:
                raise Unread(f"`{head.name}` has no rule here")
        return self.algebra.of(self.neutral(term))

    def truth(self, term: Term) -> Poly:
        """A proposition as an indicator."""
        term = self.head(term)
        head, args = spine(term)
        rule = _TRUTHS.get(head.name) if isinstance(head, Const) else None
        if rule is None:
            raise Unread(f"the condition `{_name(head)}` has no rule here")
        return rule(self, args)

    # ---- naturals and indices

    def natural(self, term: Term) -> Poly:
        """A term of type `ℕ`."""
        found = self.naturals.get(term)
        if found is None:
            found = self.naturals[term] = self._natural(term)
        return found

    def _natural(self, term: Term) -> Poly:
        a = self.algebra
        while True:
            value = nat.literal(term)
            if value is not None:
                return a.const(value)
            op = nat.operation(term)
            if op is not None:
                return self.operation(op)
            if isinstance(term, FVar) and term in self.values:
                return self.values[term]
            head, args = spine(term)
            if head is Const("Nat.succ") and len(args) == 1:
                return a.add(self.natural(args[0]), ONE)
            if head is Const("ite") and len(args) == 5:
                return a.select(self.truth(args[1]), self.natural(args[3]), self.natural(args[4]))
            if isinstance(term, Proj) and term.struct == "Fin":
                return self.index(term.expr)
            if isinstance(head, Const) and head.name in ("Fin.val", "Fin.isLt") and len(args) == 2:
                return self.index(args[1])
            step = self.next(term, head, args)
            if step is None:
                self.stuck(term)
                return a.of(a.atom("nat", self.neutral(term)))
            term = step

    def operation(self, op: nat.NatOperation) -> Poly:
        a, x, y = self.algebra, self.natural(op.left), self.natural(op.right)
        match op.name:
            case "Nat.add":
                return a.add(x, y)
            case "Nat.mul":
                return a.mul(x, y)
            case "Nat.sub":
                return a.natural_sub(x, y)
            case "Nat.div":
                return a.div_mod(x, y)[0]
            case "Nat.mod":
                return a.div_mod(x, y)[1]
            case "Nat.pow" if y.constant is not None and y.constant <= UNROLLED:
                return a.power(x, int(y.constant))
        raise Unread(f"`{op.name}` has no rule here")

    def index(self, term: Term) -> Poly:
        """The number of a term of type `Fin n`."""
        a = self.algebra
        while True:
            if isinstance(term, FVar) and term in self.values:
                return self.values[term]
            value = nat.numeral(term)
            if value is not None:
                size = spine(self.whnf(self.infer(term)))[1]
                return a.div_mod(a.const(value), self.natural(size[0]))[1]
            head, args = spine(term)
            if head is Const("Fin.mk") and len(args) == 3:
                return a.clip(self.natural(args[1]), self.natural(args[0]))
            if head is Const("ite") and len(args) == 5:
                return a.select(self.truth(args[1]), self.index(args[3]), self.index(args[4]))
            step = self.next(term, head, args)
            if step is None:
                self.stuck(term)
                atom = a.atom("nat", self.neutral(term))
                size = spine(self.whnf(self.infer(term)))[1]
                if size:
                    a.radix.setdefault(atom, self.natural(size[0]))
                return a.of(atom)
            term = step

    def infer(self, term: Term) -> Term:
        try:
            return self.typer.infer(term)
        except NotTyped as error:
            raise Unread(str(error)) from None

    # ---- what is not computed

    def neutral(self, term: Term) -> Atom:
        """An application of a local, or of a constant without meaning here."""
        a = self.algebra
        head, args = spine(term)
        if isinstance(head, FVar) or (isinstance(head, Const) and head.name not in KNOWN):
            root = a.atom("head", head)
        elif isinstance(head, Proj):
            root = a.atom("proj", head.struct, head.index, self.value(head.expr))
        else:
            raise Unread(f"`{_name(head)}` has no rule here")
        if not args:
            return root
        type = self.infer(head)
        keys: list[Any] = []
        for arg in args:
            if not isinstance(type, Pi):
                type = self.whnf(type)
            if not isinstance(type, Pi):
                raise Unread(f"`{_name(head)}` is applied but is not a function")
            keys.append(self.key(arg, type.type))
            type = instantiate(type.body, [arg])
        return a.atom("app", root, *keys)

    def key(self, term: Term, type: Term) -> Any:
        """A term of a type as an argument: equal keys mean equal terms."""
        type = self.whnf(type)
        if type is REAL:
            return self.real(term)
        if type is nat.NAT:
            return self.natural(term)
        head, _ = spine(type)
        if head is Const("Fin"):
            return self.index(term)
        if isinstance(type, Pi):
            return self.function(term, type)
        if self.typer.is_prop(type):
            return "proof"
        return self.value(term)

    def function(self, term: Term, type: Pi) -> Any:
        """A function as its body over variables of its own, one for each depth of nesting."""
        self.depth += 1
        try:
            var = self.local(f"x{self.depth}", type.type, Const(f"argument {self.depth}"))
            body = self.key(beta(term, [var]), instantiate(type.body, [var]))
        except Empty:
            return "empty"
        finally:
            self.depth -= 1
        if isinstance(body, str) or self.typer.is_prop(type.type):
            return body
        binders = self.digits.get(var)
        if binders is None:
            return self.algebra.atom("fun", var, body)
        return self.algebra.lam(binders, body)

    def value(self, term: Term) -> Atom:
        """A term of any other type."""
        term = self.head(term)
        a = self.algebra
        made = self.reducer.constructor(term)
        if made is None:
            if isinstance(term, Lam) or not isinstance(spine(term)[0], (Const, FVar, Proj)):
                raise Unread(f"`{_name(spine(term)[0])}` has no rule here")
            return self.neutral(term)
        declaration, args = made
        type = declaration.type
        keys: list[Any] = []
        for k, arg in enumerate(args):
            type = type if isinstance(type, Pi) else self.whnf(type)
            assert isinstance(type, Pi)
            if k >= declaration.params:
                keys.append(self.key(arg, type.type))
            type = instantiate(type.body, [arg])
        return a.atom("data", declaration.name, *keys)

    # ---- sums

    def summed(self, args: Sequence[Term]) -> Poly:
        """`Finset.sum s f` over all of `Fin n`, at further arguments if there are any."""
        over, _, _, chosen, body, *rest = args
        over = self.whnf(over)
        if spine(self.head(chosen))[0] is not Const("Finset.univ"):
            raise Unread("a sum over a set that is not `Finset.univ`")
        return self.over(over, lambda x: app(beta(body, [x]), *rest), body)

    def over(self, type: Term, body: Callable[[Term], Term], owner: Term) -> Poly:
        """The sum over all values of a type."""
        a = self.algebra
        head, args = spine(type)
        if head is Const("Fin"):
            try:
                var = self.local("i", type, owner)
            except Empty:
                return ZERO
            result = self.real(_beta(body(var)))
            for digit in self.digits[var]:
                result = a.total(digit, result)
            return result
        if head is Const("Prod"):
            left, right = map(self.whnf, args)

            def inner(x: Term) -> Poly:
                return self.over(right, lambda y: body(app(Const("Prod.mk"), *args, x, y)), x)

            if spine(left)[0] is not Const("Fin"):
                raise Unread("a sum over pairs of other things than indices")
            try:
                var = self.local("i", left, app(Const("Prod.mk"), owner))
            except Empty:
                return ZERO
            result = inner(var)
            for digit in self.digits[var]:
                result = a.total(digit, result)
            return result
        raise Unread(f"a sum over `{_name(head)}`")


def _beta(term: Term) -> Term:
    head, args = spine(term)
    return beta(head, args) if isinstance(head, Lam) else term


def _put(term: Term, vars: Sequence[FVar], values: Sequence[Term]) -> Term:
    from denotary.spec.terms import abstract

    return instantiate(abstract(term, list(vars)), list(values))


def _name(head: Term) -> str:
    match head:
        case Const(name):
            return name
        case FVar(_, name):
            return name
        case _:
            return type(head).__name__.lower()


Rule = Callable[[Reader, Sequence[Term]], Poly]


def _binary(work: Callable[[Indexed, Poly, Poly], Poly]) -> Rule:
    return lambda r, args: work(r.algebra, r.real(args[-2]), r.real(args[-1]))


def _unary(work: Callable[[Indexed, Poly], Poly]) -> Rule:
    return lambda r, args: work(r.algebra, r.real(args[-1]))


def _ite(r: Reader, args: Sequence[Term]) -> Poly:
    condition = r.truth(args[1])
    then, other = (app(x, *args[5:]) for x in args[3:5])
    if condition == ONE:
        return r.real(_beta(then))
    if not condition:
        return r.real(_beta(other))
    return r.algebra.select(condition, r.real(_beta(then)), r.real(_beta(other)))


def _dite(r: Reader, args: Sequence[Term]) -> Poly:
    from denotary.spec.terms import Proof, const

    then = beta(args[3], [Proof(args[1]), *args[5:]])
    other = beta(args[4], [Proof(const("Not", args[1])), *args[5:]])
    return _ite(r, (*args[:3], then, other))


def _npow(r: Reader, args: Sequence[Term]) -> Poly:
    n = r.natural(args[0]).constant
    if n is None or n > UNROLLED:
        raise Unread("a power with an exponent that is not a small number")
    return r.algebra.power(r.real(args[1]), int(n))


_REALS: dict[str, Rule] = {
    "Real.add": _binary(lambda a, x, y: a.add(x, y)),
    "Real.sub": _binary(lambda a, x, y: a.sub(x, y)),
    "Real.mul": _binary(lambda a, x, y: a.mul(x, y)),
    "Real.div": _binary(lambda a, x, y: a.div(x, y)),
    "Real.neg": _unary(lambda a, x: a.neg(x)),
    "Real.inv": _unary(lambda a, x: a.inv(x)),
    "Real.max": _binary(lambda a, x, y: a.maximum(x, y)),
    "Real.min": _binary(lambda a, x, y: a.minimum(x, y)),
    "Real.zero": lambda r, args: ZERO,
    "Real.one": lambda r, args: ONE,
    "Real.natCast": lambda r, args: r.natural(args[0]),
    "Real.npow": _npow,
    "Real.sqrt": _unary(lambda a, x: a.sqrt(x)),
    "Real.exp": _unary(lambda a, x: a.exp(x)),
    **{
        f"Real.{name}": _unary(lambda a, x, name=name: a.function(name, x))
        for name in ("log", "sin", "cos", "tan", "sinh", "cosh", "tanh", "arctan")
    },
    "Finset.sum": lambda r, args: r.summed(args),
    "ite": _ite,
    "dite": _dite,
}


def _order(strict: bool) -> Rule:
    def rule(r: Reader, args: Sequence[Term]) -> Poly:
        type, left, right = r.whnf(args[0]), args[-2], args[-1]
        a = r.algebra
        if type is REAL:
            x, y = r.real(left), r.real(right)
            return a.pos(a.sub(y, x)) if strict else a.negation(a.pos(a.sub(x, y)))
        if type is nat.NAT:
            x, y = r.natural(left), r.natural(right)
        elif spine(type)[0] is Const("Fin"):
            x, y = r.index(left), r.index(right)
        else:
            raise Unread(f"an order of `{_name(spine(type)[0])}`")
        return a.below(x, y if strict else a.add(y, ONE))

    return rule


def _equal(r: Reader, args: Sequence[Term]) -> Poly:
    type, left, right = r.whnf(args[0]), args[1], args[2]
    a = r.algebra
    if type is REAL:
        return a.zero(a.sub(r.real(left), r.real(right)))
    if type is nat.NAT:
        return a.same_number(r.natural(left), r.natural(right))
    if spine(type)[0] is Const("Fin"):
        return a.same_number(r.index(left), r.index(right))
    if type is Const("Bool"):
        x, y = r.head(left), r.head(right)
        for side in (x, y):
            if isinstance(side, FVar):
                raise Split(side)
        known = {Const("Bool.true"), Const("Bool.false")}
        if x in known and y in known:
            return ONE if x is y else ZERO
    raise Unread(f"an equation of `{_name(spine(type)[0])}` as a condition")


_TRUTHS: dict[str, Rule] = {
    "And": lambda r, args: r.algebra.mul(r.truth(args[0]), r.truth(args[1])),
    "Or": lambda r, args: r.algebra.either(r.truth(args[0]), r.truth(args[1])),
    "Not": lambda r, args: r.algebra.negation(r.truth(args[0])),
    "True": lambda r, args: ONE,
    "False": lambda r, args: ZERO,
    "Eq": _equal,
    "Ne": lambda r, args: r.algebra.negation(_equal(r, args)),
    "LT.lt": _order(True),
    "LE.le": _order(False),
}

KNOWN = frozenset(_REALS) | frozenset(_TRUTHS) | {"Finset.univ", "Real"}
"""Constants whose applications are not reduced."""
