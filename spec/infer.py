"""Types of well-typed terms, read off without checking them.

Binders are opened with locals that are determined by name, type and depth, so that the same
subterm in the same context is the same object wherever it is met, and every table is keyed by the
term alone. Depth is passed along: all locals of ours in a term at depth `d` were opened below `d`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from denotary.spec.declarations import Declaration
from denotary.spec.environment import Environment
from denotary.spec.nat import NAT
from denotary.spec.reduce import Reducer, reducer
from denotary.spec.terms import (
    PROP,
    TYPE,
    App,
    BVar,
    Const,
    FVar,
    Lam,
    Let,
    Lit,
    Match,
    Pi,
    Proj,
    Proof,
    Sort,
    Term,
    Unsupported,
    abstract,
    beta,
    instantiate,
    spine,
)

STRING = Const("String")


class NotTyped(Exception):
    """The term has no type: something is applied that is no function, or the like."""

    def __init__(self, message: str, term: Term) -> None:
        super().__init__(message)
        self.message, self.term = message, term


class Locals:
    """The types of the free variables: those the caller gave, and those opened here."""

    def __init__(self, given: Mapping[FVar, Term] | None = None) -> None:
        self.types: dict[FVar, Term] = dict(given or {})
        self._opened: dict[tuple[str, Term, int], FVar] = {}

    def open(self, name: str, type_: Term, depth: int) -> FVar:
        """The local for a binder at `depth`. Our ids are negative, the elaborator's are not."""
        key = (name, type_, depth)
        found = self._opened.get(key)
        if found is None:
            found = self._opened[key] = FVar(-1 - len(self._opened), name)
            self.types[found] = type_
        return found


class Typer:
    """Infers types over one environment and one table of locals."""

    def __init__(self, reducer: Reducer, locals: Locals | None = None) -> None:
        self.env: Environment = reducer.env
        self.reducer = reducer
        self.locals = locals or Locals()
        self._types: dict[Term, Term] = {}

    def infer(self, term: Term, depth: int = 0) -> Term:
        """The type of a well-typed term without loose variables."""
        match term:
            case Const(name):
                return self.env[name].type
            case FVar():
                return self.local(term)
        found = self._types.get(term)
        if found is None:
            found = self._types[term] = self._infer(term, depth)
        return found

    def _infer(self, term: Term, depth: int) -> Term:
        match term:
            case App(fn, args):
                return self.applied(self.infer(fn, depth), args, term)
            case Lam():
                opened, body = self.telescope(term, Lam, depth)
                return close(opened, self.infer(body, depth + len(opened)))
            case Pi():
                opened, body = self.telescope(term, Pi, depth)
                return PROP if self.is_prop(body, depth + len(opened)) else TYPE
            case Let(_, _, value, body):
                return self.infer(instantiate(body, [value]), depth)
            case Lit(value):
                return STRING if isinstance(value, str) else NAT
            case Sort():
                return TYPE
            case Proj(struct, index, expr):
                return self.field(struct, index, expr, self.infer(expr, depth))
            case Proof(prop):
                return prop
            case Unsupported(type_):
                return type_
            case Match(motive, discrs, _):
                return beta(motive, discrs)
            case BVar():
                raise NotTyped("a bound variable escapes its binder", term)
        raise NotTyped(f"`{type(term).__name__}` has no place in a finished term", term)

    def local(self, var: FVar) -> Term:
        found = self.locals.types.get(var)
        if found is None:
            raise NotTyped(f"the local `{var.name}` is not in scope", var)
        return found

    def applied(self, fn_type: Term, args: Sequence[Term], term: Term) -> Term:
        """The type of a function of type `fn_type` applied to `args`."""
        start = 0
        for i in range(len(args)):
            if not isinstance(fn_type, Pi):
                fn_type = self.reducer.whnf(instantiate(fn_type, args[start:i]))
                start = i
                if not isinstance(fn_type, Pi):
                    raise NotTyped("this is applied but is not a function", term)
            fn_type = fn_type.body
        return instantiate(fn_type, args[start:])

    def telescope(
        self, term: Term, binder: type[Lam] | type[Pi], depth: int
    ) -> tuple[list[tuple[Lam | Pi, FVar]], Term]:
        """Open all leading binders of one kind: the binders with their locals, and the body."""
        opened: list[tuple[Lam | Pi, FVar]] = []
        vars: list[Term] = []
        while isinstance(term, binder):
            assert isinstance(term, (Lam, Pi))
            type_ = instantiate(term.type, vars)
            var = self.locals.open(term.name, type_, depth + len(vars))
            opened.append((term, var))
            vars.append(var)
            term = term.body
        return opened, instantiate(term, vars)

    def is_prop(self, term: Term, depth: int = 0) -> bool:
        """Whether `term` is a proposition (its type is `Prop`)."""
        if self._sort(term, depth) is PROP:
            return True
        reduced = self.reducer.whnf(term)
        return reduced is not term and self._sort(reduced, depth) is PROP

    def _sort(self, term: Term, depth: int) -> Term:
        return self.reducer.whnf(self.infer(term, depth))

    def is_proof(self, term: Term, depth: int = 0) -> bool:
        """Whether the type of `term` is a proposition."""
        if isinstance(term, Proof):
            return True
        return self.is_prop(self.infer(term, depth), depth)

    def structure(self, type_: Term) -> tuple[Declaration, tuple[Term, ...]] | None:
        """The one constructor and the parameters, when `type_` is an inductive with just one."""
        head, args = spine(self.reducer.whnf(type_))
        if not isinstance(head, Const):
            return None
        owner = self.env[head.name]
        if len(owner.constructors) != 1:
            return None
        return self.env[owner.constructors[0]], args[: owner.params]

    def field(self, struct: str, index: int, expr: Term, type_: Term) -> Term:
        """The type of field `index` of `expr : type_`, earlier fields being projections."""
        found = self.structure(type_)
        if found is None or found[0].inductive != struct:
            raise NotTyped(f"field {index} of `{struct}` is taken of something else", expr)
        maker, params = found
        earlier = [Proj(struct, i, expr) for i in range(index)]
        type_ = self.applied(maker.type, [*params, *earlier], expr)
        type_ = self.reducer.whnf(type_)
        if not isinstance(type_, Pi):
            raise NotTyped(f"`{struct}` has no field number {index}", expr)
        return type_.type


def close(opened: Sequence[tuple[Lam | Pi, FVar]], body: Term) -> Term:
    """The Pi type over the binders of a telescope whose body has type `body`."""
    result = abstract(body, [var for _, var in opened])
    for binder, _ in reversed(opened):
        result = Pi(binder.name, binder.type, result, binder.info)
    return result


def typer(env: Environment) -> Typer:
    """The environment's shared typer, for terms without locals of the caller's."""
    found = env.derived.get(Typer)
    if found is None:
        found = env.derived[Typer] = Typer(reducer(env))
    return found
