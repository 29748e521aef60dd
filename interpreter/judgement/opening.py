"""Structures with laws opened: a binder `M : S` becomes one binder a field, `M` their constructor.

Then a law of the structure is a hypothesis like any other: it can define a field, be met by moving
numbers, or be reported as assumed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from denotary.spec.declarations import Kind
from denotary.spec.depth import deep
from denotary.spec.infer import Locals, NotTyped, Typer
from denotary.spec.reduce import reducer
from denotary.spec.terms import (
    App,
    Const,
    FVar,
    Pi,
    Proj,
    Term,
    app,
    constants,
    instantiate,
    map_children,
    spine,
)

from .statement import FIRST_LOCAL, Binder, Statement

FIELD_LOCAL = FIRST_LOCAL + (1 << 30)
DEEPEST = 4
"""Structures within structures that are opened."""


@deep
def opened(statement: Statement, fixed: frozenset[str] = frozenset()) -> Statement:
    """The statement with every structure that has laws opened, binders in `fixed` aside."""
    return _Opener(statement, fixed).run()


class _Opener:
    def __init__(self, statement: Statement, fixed: frozenset[str]) -> None:
        self.statement = statement
        self.env = statement.env
        self.fixed = fixed
        self.locals = Locals({b.var: b.type for b in statement.binders})
        self.typer = Typer(reducer(self.env), self.locals)
        self.made: dict[FVar, tuple[str, list[Term], Term]] = {}
        self.count = 0

    def run(self) -> Statement:
        binders: list[Binder] = []
        for binder in self.statement.binders:
            self.add(replace(binder, type=self.put(binder.type)), binders, 0)
        if not self.made:
            return self.statement
        return Statement(self.env, tuple(binders), self.put(self.statement.conclusion))

    def add(self, binder: Binder, binders: list[Binder], depth: int) -> None:
        fields = None
        if not binder.is_hypothesis and binder.name not in self.fixed and depth < DEEPEST:
            fields = self.fields(binder)
        if fields is None:
            self.locals.types[binder.var] = binder.type
            binders.append(binder)
            return
        owner, constructor, params = fields
        args: list[Term] = list(params)
        own: list[Term] = []
        type = instantiate_all(self.env[constructor].type, params)
        while isinstance(type, Pi):
            var = FVar(FIELD_LOCAL + self.count, f"{binder.name}.{type.name or len(own)}")
            self.count += 1
            domain = self.put(type.type)
            self.locals.types[var] = domain
            inner = Binder(var, domain, "explicit", self.is_prop(domain))
            self.add(inner, binders, depth + 1)
            value = self.made[var][2] if var in self.made else var
            args.append(value)
            own.append(value)
            type = instantiate_all(type, [value])
        self.made[binder.var] = (owner, own, app(Const(constructor), *args))

    def fields(self, binder: Binder) -> tuple[str, str, list[Term]] | None:
        """The structure, its constructor and parameters, if the binder's type is one with laws."""
        head, args = spine(self.typer.reducer.whnf(binder.type))
        owner = self.env.find(head.name) if isinstance(head, Const) else None
        if owner is None or owner.kind is not Kind.STRUCTURE or owner.is_class:
            return None
        if len(owner.constructors) != 1 or len(args) != owner.params or owner.name in PLAIN:
            return None
        constructor = owner.constructors[0]
        type = instantiate_all(self.env[constructor].type, args)
        laws = False
        while isinstance(type, Pi):
            if owner.name in constants(type.type):
                return None
            var = FVar(FIELD_LOCAL + self.count, type.name)
            self.count += 1
            self.locals.types[var] = type.type
            laws = laws or self.is_prop(type.type)
            type = instantiate_all(type, [var])
        return (owner.name, constructor, list(args)) if laws else None

    def is_prop(self, type: Term) -> bool:
        try:
            return self.typer.is_prop(type)
        except (NotTyped, KeyError):
            return False

    def put(self, term: Term) -> Term:
        """The term with the opened binders replaced, projections of them by the fields."""
        if not self.made or not term.has_fvar:
            return term
        memo: dict[Term, Term] = {}

        def go(t: Term) -> Term:
            if not t.has_fvar:
                return t
            found = memo.get(t)
            if found is None:
                found = memo[t] = self.replaced(t, go)
            return found

        return go(term)

    def replaced(self, t: Term, go: Callable[[Term], Term]) -> Term:
        if isinstance(t, FVar):
            return self.made[t][2] if t in self.made else t
        if isinstance(t, Proj) and isinstance(t.expr, FVar) and t.expr in self.made:
            owner, own, _ = self.made[t.expr]
            if owner == t.struct:
                return own[t.index]
        if isinstance(t, App) and isinstance(t.fn, Const):
            declaration = self.env.find(t.fn.name)
            if declaration is not None and declaration.kind is Kind.PROJECTION:
                owner = self.env.find(declaration.inductive)
                place = owner.params if owner is not None else 0
                target = t.args[place] if place < len(t.args) else None
                if isinstance(target, FVar) and target in self.made:
                    made = self.made[target]
                    if made[0] == declaration.inductive:
                        rest = [go(a) for a in t.args[place + 1 :]]
                        return app(made[1][declaration.index], *rest)
        return map_children(t, lambda child, _: go(child))


def instantiate_all(type: Term, args: list[Term] | tuple[Term, ...]) -> Term:
    """The type of a constant applied to arguments."""
    for arg in args:
        assert isinstance(type, Pi)
        type = instantiate(type.body, [arg])
    return type


PLAIN = frozenset(("Fin", "Subtype", "Rat", "NNReal", "Real", "Complex"))
"""Types whose values are made up as they are."""

__all__ = ["opened"]
