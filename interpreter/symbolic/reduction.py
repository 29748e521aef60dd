"""Locals of a statement over symbolic sizes, and terms reduced as far as they have to be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from denotary.spec import nat
from denotary.spec.infer import NotTyped, Typer
from denotary.spec.reduce import FuelExhausted, Reducer
from denotary.spec.terms import (
    App,
    Const,
    FVar,
    Lit,
    Match,
    Proj,
    Proof,
    Term,
    abstract,
    app,
    beta,
    instantiate,
    spine,
)

if TYPE_CHECKING:
    from .opaque import Law

from .meanings import CONDITIONALS, KNOWN, REAL
from .poly import ONE, ZERO, Atom, Poly
from .sums import Indexed
from .unread import Empty, Split, Unread

CASTS = (Const("cast"), Const("Eq.mp"), Const("Eq.mpr"))
FEW = 16
"""The most values of a type that are gone through one by one."""
LOCAL = 1 << 52
"""Ids of the locals that are opened here start here."""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A hypothesis `∀ vars, left = right`, used from left to right."""

    name: str
    vars: tuple[FVar, ...]
    left: Term
    right: Term


class Reduction:
    """Reduces terms over one algebra and one table of locals."""

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
        self.opaque: dict[FVar, list[Law]] = {}
        """What hypotheses say of functions."""
        self.used: set[str] = set()
        """Hypotheses that were made use of."""
        self.values: dict[FVar, Poly] = {}
        """Locals that are indices, numbers or reals."""
        self.digits: dict[FVar, tuple[Atom, ...]] = {}
        self.heads: dict[Term, Term] = {}
        self.reals: dict[Term, Poly] = {}
        self.naturals: dict[Term, Poly] = {}
        self.opened: dict[tuple[str, Term, Term | None], FVar] = {}
        self.numbers_last = False
        """Whether the least significant digits of an index are those below a number, as `2` in
        `Fin (2 * h)`: where an index is asked whether it is even, it is good to have a digit that
        says so."""
        self.orders = False
        """Whether that makes a difference."""
        self.written_out = False
        """Whether sums and functions over few values are written out."""
        self.derivatives = 0
        """How many derivatives were taken."""
        self.has_few = False
        """Whether that makes a difference."""
        self.count = 0
        self.depth = 0

    def forget(self) -> None:
        """Read terms anew, for more is known than when they were read."""
        self.heads.clear()
        self.reals.clear()
        self.naturals.clear()

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
        elif isinstance(head, FVar) and not args:
            card = a.atom("card", head)
            digit = a.fresh(a.of(card))
            self.values[var], self.digits[var] = a.of(digit), (digit,)
        elif head is Const("Fin") and args:
            value, weight, digits = ZERO, ONE, []
            for radix in reversed(self.radices(args[0])):
                if not radix:
                    raise Empty
                if radix != ONE:
                    digit = a.fresh(radix)
                    digits.append(digit)
                    value = a.add(value, a.mul(weight, a.of(digit)))
                weight = a.mul(weight, radix)
            self.values[var] = value
            self.digits[var] = tuple(reversed(digits))

    def few(self, type: Term) -> list[Term] | None:
        """The values of a type with few of them."""
        type = self.whnf(type)
        head, args = spine(type)
        if head is Const("Bool"):
            return [Const("Bool.false"), Const("Bool.true")]
        size = nat.literal(self.whnf(args[0])) if head is Const("Fin") and args else None
        if size is None or size > FEW:
            return None
        below = Proof(Const("True"))
        return [app(Const("Fin.mk"), args[0], Lit(k), below) for k in range(size)]

    def listed(self, type: Term) -> list[Term] | None:
        """The values of a type that are gone through one by one."""
        values = self.few(type)
        if values is None or self.written_out or spine(self.whnf(type))[0] is Const("Bool"):
            return values
        self.has_few = True
        return None

    def radices(self, size: Term) -> list[Poly]:
        """The radices of an index's digits, most significant first."""
        factors = self.factors(size)
        last = sorted(factors, key=lambda factor: factor.constant is not None)
        if last != factors:
            self.orders = True
        return last if self.numbers_last else factors

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
        if step is None and head in CASTS and len(args) >= 4:
            step = self.uncast(args)
        if step is None:
            step = self.reducer.step(term)
        if step is None:
            step = self.reducer.unfold(term)
        if step is None:
            exposed = self.reducer.expose(term)
            if exposed is not None:
                exposed = self.reducer.whnf_core(exposed)
                if spine(exposed)[0] in CONDITIONALS:
                    return exposed
        return step

    def uncast(self, args: Sequence[Term]) -> Term | None:
        """What is cast from a type to one that reduces to the same."""
        if self.whnf(args[0]) is not self.whnf(args[1]):
            return None
        return beta(args[3], args[4:])

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
                right = put(rule.right, rule.vars, [found[v] for v in rule.vars])
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

    def infer(self, term: Term) -> Term:
        try:
            return self.typer.infer(term)
        except NotTyped as error:
            raise Unread(str(error)) from None

    def natural(self, term: Term) -> Poly:
        """A term of type `ℕ`."""
        raise NotImplementedError


def put(term: Term, vars: Sequence[FVar], values: Sequence[Term]) -> Term:
    """`term` with values for locals."""
    return instantiate(abstract(term, list(vars)), list(values))
