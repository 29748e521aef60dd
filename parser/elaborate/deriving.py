"""`deriving`: the instance that Lean would generate for a structure or inductive type, as a term.

`BEq` and `Ord` compare constructors, then fields in order; `Inhabited` takes the first constructor
whose fields are inhabited; `Repr` is generated for types without fields. `DecidableEq` needs
nothing, as equality is decided classically. Of other classes there is an instance without a value,
whose use says so; so is `Inhabited` of a structure with default values, where versions of Lean
differ in the inhabitant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from denotary.parser.elaborate.context import Context, Local
from denotary.parser.elaborate.elaborator import Elaborator
from denotary.parser.elaborate.matching import close_clause
from denotary.parser.syntax.tree import Range
from denotary.spec.declarations import Declaration
from denotary.spec.terms import (
    Clause,
    Const,
    Lam,
    Lit,
    Match,
    Pi,
    Proof,
    Sort,
    Term,
    Unsupported,
    abstract,
    app,
    const,
    constants,
    instantiate,
)

CLASSES = ("BEq", "Hashable", "Inhabited", "Nonempty", "Ord", "Repr", "ToExpr", "Fintype")
"""Classes that instances are derived of; `DecidableEq` is there for every type."""


@dataclass(frozen=True, slots=True)
class Derived:
    """An instance: its type, and its value under the same binders."""

    type: Term
    value: Term


def derive(
    elab: Elaborator, cls: str, name: str, owner: Declaration, place: str, span: Range
) -> Derived | None:
    """The instance of `cls` for `owner`, itself called `name`; None where the class is unknown."""
    if elab.core.env.find(cls) is None:
        return None
    if cls == "Inhabited":
        for given in (False, True):
            made = _Deriving(elab, cls, name, owner, place, span, given)
            value = made.inhabitant()
            if value is not None:
                return made.close(value)
        return None
    made = _Deriving(elab, cls, name, owner, place, span, True)
    build: dict[str, Callable[[], Term | None]] = {
        "BEq": made.equality, "Ord": made.order, "Repr": made.text, "Nonempty": made.proof,
    }  # fmt: skip
    value = build[cls]() if cls in build else None
    return made.close(value if value is not None else made.missing())


class _Deriving:
    """One instance under construction: the type's parameters are opened."""

    def __init__(
        self, elab: Elaborator, cls: str, name: str, owner: Declaration, place: str, span: Range,
        given: bool,
    ) -> None:  # fmt: skip
        self.elab, self.cls, self.owner, self.place, self.span = elab, cls, owner, place, span
        core = elab.core
        self.ctx = Context.empty()
        self.binders: list[Local] = []
        self.params: list[Term] = []
        insts: list[Local] = []
        type: Term = owner.type
        while isinstance(type, Pi):
            info = "inst" if type.info == "inst" else "implicit"
            loc = core.local(type.name, type.type, info)
            type = instantiate(type.body, [loc.fvar])
            self._bind(loc)
            self.params.append(loc.fvar)
            if given and isinstance(loc.type, Sort):
                insts.append(core.local("inst", const(cls, loc.fvar), "inst"))
        self.indexed = len(self.params) > owner.params
        for loc in insts:
            self._bind(loc)
        self.self_type = app(Const(owner.name), *self.params)
        self.self = app(Const(name), *[loc.fvar for loc in self.binders])
        self.name = name

    def _bind(self, loc: Local) -> None:
        self.binders.append(loc)
        self.ctx = self.ctx.with_local(loc, "")

    def close(self, value: Term) -> Derived:
        goal = const(self.cls, self.self_type)
        self.elab.settle()
        return Derived(
            self.elab.finish(self.elab.leave(self.binders, goal, lam=False), self.span),
            self.elab.finish(self.elab.leave(self.binders, value, lam=True), self.span),
        )

    def missing(self) -> Term:
        reason = f"the derived instance `{self.cls}` of `{self.owner.name}` is not generated"
        return Unsupported(const(self.cls, self.self_type), reason, self.place)

    def proof(self) -> Term:
        return Proof(const(self.cls, self.self_type))

    # ---- constructors

    def constructors(self) -> list[str]:
        return list(self.owner.constructors)

    def fields(self, constructor: str, suffix: str) -> list[Local]:
        """Fresh locals for the fields of a constructor of the opened type."""
        out: list[Local] = []
        type: Term = self.elab.core.env[constructor].type
        for p in self.params[: self.owner.params]:
            assert isinstance(type, Pi)
            type = instantiate(type.body, [p])
        while isinstance(type, Pi):
            loc = self.elab.core.local(f"{type.name}{suffix}", type.type)
            out.append(loc)
            type = instantiate(type.body, [loc.fvar])
        return out

    def made(self, constructor: str, fields: Sequence[Local]) -> Term:
        params = self.params[: self.owner.params]
        return app(Const(constructor), *params, *[loc.fvar for loc in fields])

    def data(self, fields: Sequence[Local]) -> list[int] | None:
        """Positions of the fields that are not proofs; None where types hang on other fields."""
        core = self.elab.core
        earlier = {loc.fvar for loc in fields}
        out: list[int] = []
        for i, loc in enumerate(fields):
            if core.is_prop(loc.type):
                continue
            if self.elab.metas.fvars_of(loc.type) & earlier:
                return None
            out.append(i)
        return out

    def instance(self, type: Term) -> Term | None:
        found = self.elab.search.find(const(self.cls, type), self.ctx, self.span)
        return found if isinstance(found, Term) else None

    # ---- the classes

    def inhabitant(self) -> Term | None:
        if self.indexed:
            return None
        for constructor in self.constructors():
            fields = self.fields(constructor, "")
            values: list[Term] = []
            for i, loc in enumerate(fields):
                type = instantiate_locals(loc.type, fields[:i], values)
                value = self._default(type)
                if value is None:
                    break
                values.append(value)
            else:
                if any(f.default is not None for f in self.owner.fields):
                    return self.missing()
                head = app(Const(constructor), *self.params[: self.owner.params])
                return const("Inhabited.mk", self.self_type, app(head, *values))
        return None

    def _default(self, type: Term) -> Term | None:
        if self.elab.core.is_prop(type):
            return None
        inst = self.instance(type)
        if inst is None or self.name in constants(inst):
            return None
        return const("Inhabited.default", type, inst)

    def by_pairs(
        self, result: Term, same: Callable[[Sequence[tuple[Term, Term, Term, Term]]], Term],
        clauses: Callable[[list[str]], list[Clause]],
    ) -> Term | None:  # fmt: skip
        """`fun a b => match a, b with …`: one clause a constructor, then `clauses`."""
        if self.indexed:
            return None
        out: list[Clause] = []
        for constructor in self.constructors():
            left, right = self.fields(constructor, "₁"), self.fields(constructor, "₂")
            kept = self.data(left)
            if kept is None:
                return None
            pairs: list[tuple[Term, Term, Term, Term]] = []
            for i in kept:
                inst = self.instance(left[i].type)
                if inst is None:
                    return None
                pairs.append((left[i].type, inst, left[i].fvar, right[i].fvar))
            patterns = [self.made(constructor, left), self.made(constructor, right)]
            out.append(close_clause(self.elab, [*left, *right], patterns, same(pairs)))
        if len(self.constructors()) > 1:
            out += clauses(self.constructors())
        motive = Lam("a", self.self_type, Lam("b", self.self_type, result))
        a = self.elab.core.local("a", self.self_type)
        b = self.elab.core.local("b", self.self_type)
        return self.elab.leave([a, b], Match(motive, (a.fvar, b.fvar), tuple(out)), lam=True)

    def equality(self) -> Term | None:
        def same(pairs: Sequence[tuple[Term, Term, Term, Term]]) -> Term:
            return _folded("BEq.beq", "and", Const("Bool.true"), pairs)

        def other(_: list[str]) -> list[Clause]:
            return [self._any(Const("Bool.false"))]

        fn = self.by_pairs(Const("Bool"), same, other)
        return None if fn is None else const("BEq.mk", self.self_type, fn)

    def _any(self, body: Term) -> Clause:
        a = self.elab.core.local("a", self.self_type)
        b = self.elab.core.local("b", self.self_type)
        return close_clause(self.elab, [a, b], [a.fvar, b.fvar], body)

    def order(self) -> Term | None:
        ordering = Const("Ordering")

        def same(pairs: Sequence[tuple[Term, Term, Term, Term]]) -> Term:
            return _folded("Ord.compare", "Ordering.then", Const("Ordering.eq"), pairs)

        def other(names: list[str]) -> list[Clause]:
            out: list[Clause] = []
            for c in names[:-1]:
                for left in (True, False):
                    fields = self.fields(c, "")
                    any = self.elab.core.local("b", self.self_type)
                    mine = self.made(c, fields)
                    patterns = [mine, any.fvar] if left else [any.fvar, mine]
                    body = Const("Ordering.lt" if left else "Ordering.gt")
                    out.append(close_clause(self.elab, [*fields, any], patterns, body))
            return out

        fn = self.by_pairs(ordering, same, other)
        return None if fn is None else const("Ord.mk", self.self_type, fn)

    def text(self) -> Term | None:
        clauses: list[Clause] = []
        if self.owner.name.startswith("_"):
            return None  # the key of a private name is not what Lean shows
        for constructor in self.constructors():
            if self.indexed or self.fields(constructor, ""):
                return None
            body = const("Std.Format.mk", Lit(constructor))
            clauses.append(close_clause(self.elab, [], [self.made(constructor, [])], body))
        a = self.elab.core.local("a", self.self_type)
        prec = self.elab.core.local("prec", Const("Nat"))
        motive = Lam("a", self.self_type, Const("Std.Format"))
        term = Match(motive, (a.fvar,), tuple(clauses))
        fn = self.elab.leave([a, prec], term, lam=True)
        return const("Repr.mk", self.self_type, fn)


def _folded(
    compare: str, join: str, none: Term, pairs: Sequence[tuple[Term, Term, Term, Term]]
) -> Term:
    """Fields compared one by one and joined, the last without anything after it."""
    out = none
    for k, (type, inst, x, y) in enumerate(reversed(pairs)):
        one = const(compare, type, inst, x, y)
        out = one if k == 0 else const(join, one, out)
    return out


def instantiate_locals(type: Term, locals: Sequence[Local], values: Sequence[Term]) -> Term:
    """`type` with the locals replaced by values."""
    return instantiate(abstract(type, [loc.fvar for loc in locals]), list(values))


__all__ = ["CLASSES", "Derived", "derive"]
