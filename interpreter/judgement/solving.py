"""Hypotheses that define a variable: what has to be put for it so that they hold.

`x = t` and `∀ i, x i = t i` define `x`. `∀ i, f (x i) = t i`, with `x i` of an inductive type,
defines it by a constructor that `f` maps to its payload: `x i := C … (t i) …`. Whether a
hypothesis then holds is still evaluated.

`∀ x, |f x - t x| ≤ r x` and `∀ x, r x ≤ f x`, with `f` a function of more than indices, define it
as well: `f x := t x + r x * sin (s x)` and `r x + |s x|`, with `s` a new function.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from denotary.spec.convert import Converter
from denotary.spec.depth import deep
from denotary.spec.infer import NotTyped, Typer
from denotary.spec.reduce import FuelExhausted
from denotary.spec.terms import (
    Const,
    FVar,
    Lam,
    Pi,
    Term,
    abstract,
    app,
    head_const,
    instantiate,
    spine,
)

from .statement import FIRST_LOCAL, Binder, Statement, free, needs

EXTRA_LOCAL = FIRST_LOCAL << 1
BOUND_LOCAL = FIRST_LOCAL << 2


@dataclass
class Solution:
    """What was found. `extra` are data that a chosen constructor needs besides its payload."""

    definitions: dict[FVar, Term] = field(default_factory=dict)
    solved: dict[FVar, FVar] = field(default_factory=dict)
    """Variable to the hypothesis that defines it."""
    extra: list[Binder] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Equation:
    """`∀ bound, left = right` at `type`; or another `relation`, `≤` or `<`."""

    bound: tuple[tuple[FVar, Pi], ...]
    type: Term
    left: Term
    right: Term
    relation: str = "="


@deep
def solve(statement: Statement, fixed: set[str]) -> Solution:
    """Definitions for data binders, except those named in `fixed`."""
    return _Solver(statement, fixed).run()


class _Solver:
    def __init__(self, statement: Statement, fixed: set[str]) -> None:
        self.statement = statement
        self.env = statement.env
        self.typer: Typer = statement.typer()
        self.position = {b.var: k for k, b in enumerate(statement.data)}
        self.binders = {b.var: b for b in statement.data}
        self.fixed = {b.var for b in statement.data if b.name in fixed}
        self.solution = Solution()
        self.locals = 0

    def run(self) -> Solution:
        for hypothesis in self.statement.hypotheses:
            for equation in self.equations(hypothesis.type, ()):
                if equation.relation == "=":
                    self.define(hypothesis.var, equation)
                else:
                    self.confine(hypothesis.var, equation)
        return self.solution

    def equations(self, prop: Term, bound: tuple[tuple[FVar, Pi], ...]) -> Iterator[Equation]:
        """The equations that a proposition is a conjunction of, under its quantifiers."""
        name = head_const(prop)
        if name not in ("Eq", "And", "LE.le", "LT.lt") and not isinstance(prop, Pi):
            prop = self.typer.reducer.whnf(prop)
            name = head_const(prop)
        if isinstance(prop, Pi):
            try:
                if self.typer.is_prop(prop.type):
                    return
            except NotTyped:
                return
            var = FVar(BOUND_LOCAL + self.locals, prop.name)
            self.locals += 1
            self.typer.locals.types[var] = prop.type
            yield from self.equations(instantiate(prop.body, [var]), (*bound, (var, prop)))
        elif name == "And":
            for part in spine(prop)[1]:
                yield from self.equations(part, bound)
        elif name == "Eq" and len(spine(prop)[1]) == 3:
            type, left, right = spine(prop)[1]
            yield Equation(bound, type, left, right)
        elif name in ("LE.le", "LT.lt") and len(spine(prop)[1]) == 4:
            type, _, left, right = spine(prop)[1]
            if bound and self.typer.reducer.whnf(type) is Const("Real"):
                yield Equation(bound, type, left, right, "≤" if name == "LE.le" else "<")

    def define(self, hypothesis: FVar, equation: Equation) -> None:
        """Take the equation as the definition of a variable, the latest possible one."""
        sides = [(equation.left, equation.right), (equation.right, equation.left)]
        found: list[tuple[int, FVar, Term]] = []
        for left, right in sides:
            var = self.variable(left, equation.bound)
            if var is not None and self.may_define(var, right):
                found.append((self.position[var], var, self.close(equation.bound, left, right)))
        if not found:
            for left, right in sides:
                made = self.construct(left, right, equation)
                if made is not None:
                    found.append((self.position[made[0]], *made))
                    break
        if found:
            _, var, term = max(found, key=lambda item: item[0])
            self.solution.definitions[var] = term
            self.solution.solved[var] = hypothesis

    def variable(self, term: Term, bound: Sequence[tuple[FVar, Pi]]) -> FVar | None:
        """`x` if `term` is a data binder `x` applied to exactly the bound variables."""
        head, args = spine(term)
        if isinstance(head, FVar) and head in self.binders and set(args) == {v for v, _ in bound}:
            return head if len(args) == len(bound) else None
        return None

    def may_define(self, var: FVar, value: Term) -> bool:
        """Whether `var := value` is allowed and not circular."""
        if var in self.fixed or var in self.solution.definitions:
            return False
        seen: set[FVar] = set()
        stack = [v for v in free(value) if v in self.binders]
        while stack:
            v = stack.pop()
            if v is var:
                return False
            if v not in seen:
                seen.add(v)
                binder = self.binders[v]
                stack += [u for u in needs(binder, self.solution.definitions) if u in self.binders]
        return True

    def close(self, bound: Sequence[tuple[FVar, Pi]], left: Term, right: Term) -> Term:
        """`fun args => right`, in the order in which `left` takes its arguments."""
        types = {var: pi.type for var, pi in bound}
        _, args = spine(left)
        for k in range(len(args) - 1, -1, -1):
            var = args[k]
            assert isinstance(var, FVar)
            type = self.typer.locals.types.get(var, types.get(var))
            assert type is not None
            right = Lam(var.name, type, abstract(right, [var]))
        return right

    # ---- functions between bounds

    def confine(self, hypothesis: FVar, claim: Equation) -> None:
        """Take a bound on a function as its definition, if it is defined by nothing else."""
        head, args = spine(claim.left)
        if head is Const("abs") and len(args) >= 4:
            centre, target = self.centred(args[-1], claim.bound)
            radius = claim.right
            if target is not None and self.may_confine(target, radius, centre):
                wave = app(Const("Real.sin"), self.fresh(target, claim.bound))
                part = app(Const("Real.mul"), radius, wave)
                if claim.relation == "<":
                    part = app(Const("Real.mul"), app(Const("Real.inv"), self.two()), part)
                value = part if centre is None else app(Const("Real.add"), centre, part)
                self.conclude(hypothesis, target, value, claim)
            return
        for side, other, sign in (
            (claim.right, claim.left, "Real.add"), (claim.left, claim.right, "Real.sub"),
        ):  # fmt: skip
            target = self.function(side, claim.bound)
            if target is not None and self.may_confine(target, other, None):
                part = app(Const("Real.exp"), self.fresh(target, claim.bound))
                self.conclude(hypothesis, target, app(Const(sign), other, part), claim)
                return

    def conclude(self, hypothesis: FVar, target: Term, value: Term, claim: Equation) -> None:
        var, _ = spine(target)
        assert isinstance(var, FVar)
        self.solution.definitions[var] = self.close(claim.bound, target, value)
        self.solution.solved[var] = hypothesis

    def centred(
        self, term: Term, bound: Sequence[tuple[FVar, Pi]]
    ) -> tuple[Term | None, Term | None]:
        """`t` and `f x` if the term is `f x - t` or `t - f x`; None and `f x` if it is `f x`."""
        if self.function(term, bound) is not None:
            return None, term
        head, args = spine(term)
        if head is Const("HSub.hSub") and len(args) == 6:
            for target, centre in ((args[4], args[5]), (args[5], args[4])):
                if self.function(target, bound) is not None:
                    return centre, target
        return None, None

    def function(self, term: Term, bound: Sequence[tuple[FVar, Pi]]) -> Term | None:
        """The term if it is a data binder at the bound variables, one of which is no index."""
        if self.variable(term, bound) is None:
            return None
        for _, pi in bound:
            if head_const(self.typer.reducer.whnf(pi.type)) != "Fin":
                return term
        return None

    def may_confine(self, target: Term, radius: Term, centre: Term | None) -> bool:
        var, _ = spine(target)
        assert isinstance(var, FVar)
        return self.may_define(var, radius) and (centre is None or self.may_define(var, centre))

    def fresh(self, target: Term, bound: Sequence[tuple[FVar, Pi]]) -> Term:
        """A new function of the target's type, at the same arguments."""
        head, args = spine(target)
        assert isinstance(head, FVar)
        var = FVar(EXTRA_LOCAL + len(self.solution.extra), f"{head.name}.free")
        binder = Binder(var, self.binders[head].type)
        self.solution.extra.append(binder)
        self.typer.locals.types[var] = binder.type
        return app(var, *args)

    def two(self) -> Term:
        return app(Const("Real.add"), Const("Real.one"), Const("Real.one"))

    # ---- constructors

    def construct(self, left: Term, right: Term, equation: Equation) -> tuple[FVar, Term] | None:
        """`x := fun i => C … (right) …` for an equation `f (x i) = right`."""
        head, args = spine(left)
        if not isinstance(head, Const) or not args:
            return None
        target = args[-1]
        var = self.variable(target, equation.bound)
        if var is None or not self.may_define(var, right):
            return None
        owner_head, owner_args = spine(self.typer.reducer.whnf(self.typer.infer(target)))
        owner = self.env.find(owner_head.name) if isinstance(owner_head, Const) else None
        if owner is None or not owner.constructors:
            return None
        for name in owner.constructors:
            made = self.fill(name, owner.params, owner_args, right, equation, head, args)
            if made is not None:
                value, extra = made
                self.solution.extra += extra
                return var, self.close(equation.bound, target, value)
        return None

    def fill(
        self,
        constructor: str,
        params: int,
        wanted: Sequence[Term],
        payload: Term,
        equation: Equation,
        f: Term,
        f_args: Sequence[Term],
    ) -> tuple[Term, list[Binder]] | None:
        """The constructor with `payload` for one field and fresh locals for the others."""
        taken = self.match_result(constructor, params, wanted)
        if taken is None:
            return None
        fields = [k for k, arg in enumerate(taken) if arg is None]
        for place in fields:
            made = self.fields(constructor, taken, place, payload, equation)
            if made is None:
                continue
            value, extra = made
            for binder in extra:
                self.typer.locals.types[binder.var] = binder.type
            image = app(f, *f_args[:-1], value)
            if self.same(image, payload):
                return value, extra
        return None

    def match_result(
        self, constructor: str, params: int, wanted: Sequence[Term]
    ) -> list[Term | None] | None:
        """The constructor's arguments that its result type fixes; None if it makes another type."""
        opened: list[Term] = []
        type = self.env[constructor].type
        while isinstance(type, Pi):
            var = FVar(BOUND_LOCAL + self.locals, type.name)
            self.locals += 1
            opened.append(var)
            type = type.body
        _, result = spine(instantiate(type, opened))
        if len(result) != len(wanted):
            return None
        taken: list[Term | None] = [None] * len(opened)
        for k in range(params):
            taken[k] = wanted[k]
        for pattern, actual in zip(result[params:], wanted[params:], strict=True):
            if pattern not in opened:
                return None
            k = opened.index(pattern)
            known = taken[k]
            if known is not None and not self.same(known, actual):
                return None
            taken[k] = actual
        return taken

    def fields(
        self,
        constructor: str,
        taken: Sequence[Term | None],
        place: int,
        payload: Term,
        equation: Equation,
    ) -> tuple[Term, list[Binder]] | None:
        type = self.env[constructor].type
        args: list[Term] = []
        extra: list[Binder] = []
        bound = {var for var, _ in equation.bound}
        owner = self.env[constructor].inductive
        for k, given in enumerate(taken):
            assert isinstance(type, Pi)
            domain = instantiate(type.type, args)
            if given is not None:
                args.append(given)
            elif k == place:
                if not self.same(domain, equation.type):
                    return None
                args.append(payload)
            else:
                if free(domain) & bound or head_const(domain) == owner or self.is_prop(domain):
                    return None
                number = len(self.solution.extra) + len(extra)
                var = FVar(EXTRA_LOCAL + number, type.name or f"field{k}")
                extra.append(Binder(var, domain))
                args.append(var)
            type = type.body
        return app(Const(constructor), *args), extra

    def is_prop(self, type: Term) -> bool:
        try:
            return self.typer.is_prop(type)
        except NotTyped:
            return False

    def same(self, a: Term, b: Term) -> bool:
        """Whether two terms are definitionally equal, as far as can be told."""
        if a is b:
            return True
        try:
            return Converter(self.typer).mismatch(a, b) is None
        except (NotTyped, FuelExhausted, KeyError):
            return False
