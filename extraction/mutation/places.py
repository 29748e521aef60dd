"""Places of a term that can be changed, each with its locals and the way back to the whole.

A place is an explicit argument, a body, a value, an arm: what somebody wrote. Types, implicit
arguments, instances and proofs are not places: they follow from the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from denotary.spec.environment import Environment, UnknownConstant
from denotary.spec.infer import Locals, NotTyped, Typer
from denotary.spec.reduce import FuelExhausted, reducer
from denotary.spec.terms import (
    App,
    Clause,
    Const,
    FVar,
    Lam,
    Let,
    Match,
    Pi,
    Proj,
    Proof,
    Sort,
    Term,
    Unsupported,
    abstract,
    instantiate,
)

Rebuild = Callable[[Term], Term]
Path = tuple[int, ...]
"""The way to a subterm: which child to take at each step, as `children` counts them; the body of
a clause is taken at the clause."""

LIMIT = 20_000
"""Places of one declaration at most: terms share subterms, and a tree of them may be huge."""


class Role(Enum):
    """What a place belongs to."""

    VALUE = "value"
    """A definition's."""
    CONCLUSION = "conclusion"
    HYPOTHESIS = "hypothesis"
    BINDER = "binder"
    """A whole hypothesis, as the binder of a statement."""


@dataclass(frozen=True, slots=True)
class Place:
    """A subterm whose bound variables are opened to locals."""

    term: Term
    locals: tuple[FVar, ...]
    """In scope, outermost first."""
    rebuild: Rebuild
    """The whole with another term at this place."""
    role: Role
    path: Path = ()
    arms: tuple[Path, ...] = ()
    """The arms of matches and branches of conditionals that it lies in, outermost first."""

    @property
    def depth(self) -> int:
        return len(self.locals)


class Walk:
    """The places of one term, in the order in which they are written."""

    def __init__(self, env: Environment) -> None:
        self.env = env
        self.typer = Typer(reducer(env), Locals())

    def value(self, term: Term) -> Iterator[Place]:
        """The places of a definition's value."""
        yield from self._walk(Place(term, (), lambda new: new, Role.VALUE))

    def statement(self, type: Term) -> Iterator[Place]:
        """The places of a theorem's hypotheses and of its conclusion."""
        yield from self._telescope(Place(type, (), lambda new: new, Role.CONCLUSION))

    def type_of(self, term: Term, depth: int) -> Term | None:
        """The weak head normal form of a term's type; `None` where it has none to be found."""
        try:
            return self.typer.reducer.whnf(self.typer.infer(term, depth))
        except (NotTyped, UnknownConstant, FuelExhausted):
            return None

    # ---- statements

    def _telescope(self, place: Place) -> Iterator[Place]:
        term = place.term
        if not isinstance(term, Pi):
            yield from self._walk(place)
            return
        if self._is_prop(term.type, place.depth):
            yield replace(place, role=Role.BINDER)
            domain = self._at(
                place, 0, term.type, lambda new: Pi(term.name, new, term.body, term.info)
            )
            yield from self._walk(replace(domain, role=Role.HYPOTHESIS))
        yield from self._telescope(self._under(term, term.body, place, 1))

    # ---- terms

    def _walk(self, place: Place) -> Iterator[Place]:
        term = place.term
        if isinstance(term, Sort | Proof | Unsupported):
            return
        yield place
        match term:
            case App():
                yield from self._application(term, place)
            case Lam():
                yield from self._walk(self._under(term, term.body, place, 1))
            case Pi() if self._is_prop(term, place.depth):
                if self._is_prop(term.type, place.depth):
                    yield from self._walk(
                        self._at(
                            place,
                            0,
                            term.type,
                            lambda new: Pi(term.name, new, term.body, term.info),
                        )
                    )
                yield from self._walk(self._under(term, term.body, place, 1))
            case Let(name, type, value, body):
                yield from self._walk(
                    self._at(place, 1, value, lambda new: Let(name, type, new, body))
                )
                yield from self._walk(self._under(term, body, place, 2))
            case Proj(struct, index, expr):
                yield from self._walk(
                    self._at(place, 0, expr, lambda new: Proj(struct, index, new))
                )
            case Match(motive, discrs, clauses):
                for k, discr in enumerate(discrs):
                    yield from self._walk(
                        self._at(
                            place,
                            1 + k,
                            discr,
                            lambda new, k=k: Match(motive, _put(discrs, k, new), clauses),
                        )
                    )
                for k, clause in enumerate(clauses):
                    yield from self._arm(self._clause(term, k, clause, place))
            case _:
                return

    def _at(self, place: Place, step: int, term: Term, make: Rebuild) -> Place:
        rebuild = place.rebuild
        return replace(
            place,
            term=term,
            rebuild=lambda new: rebuild(make(new)),
            path=(*place.path, step),
        )

    def _under(self, binder: Lam | Pi | Let, body: Term, place: Place, step: int) -> Place:
        """The body of a binder, opened."""
        var = self.typer.locals.open(binder.name, binder.type, place.depth)

        def make(new: Term) -> Term:
            closed = abstract(new, [var])
            if isinstance(binder, Let):
                return Let(binder.name, binder.type, binder.value, closed)
            return type(binder)(binder.name, binder.type, closed, binder.info)

        inside = self._at(place, step, instantiate(body, [var]), make)
        return replace(inside, locals=(*place.locals, var))

    def _application(self, term: App, place: Place) -> Iterator[Place]:
        if not isinstance(term.fn, Const | FVar):
            yield from self._walk(self._at(place, 0, term.fn, lambda new: App(new, term.args)))
        head = term.fn.name if isinstance(term.fn, Const) else ""
        branches = BRANCHES.get(head, ())
        for k in self.explicit(term, place.depth):
            arg = term.args[k]
            if self._is_erased(arg, place.depth):
                continue
            inner = self._at(
                place, 1 + k, arg, lambda new, k=k: App(term.fn, _put(term.args, k, new))
            )
            yield from self._arm(inner) if k in branches else self._walk(inner)

    def explicit(self, term: App, depth: int) -> list[int]:
        """Which arguments of an application are written."""
        type_ = self.type_of(term.fn, depth)
        found = []
        for k, arg in enumerate(term.args):
            if not isinstance(type_, Pi):
                type_ = self.typer.reducer.whnf(type_) if type_ is not None else None
            if not isinstance(type_, Pi):
                return [*found, *range(k, len(term.args))]
            if type_.info == "explicit":
                found.append(k)
            type_ = instantiate(type_.body, [arg])
        return found

    def _clause(self, term: Match, k: int, clause: Clause, place: Place) -> Place:
        vars: list[Term] = []
        for name, type_ in clause.vars:
            type_ = instantiate(type_, vars)
            vars.append(self.typer.locals.open(name, type_, place.depth + len(vars)))
        opened = [var for var in vars if isinstance(var, FVar)]

        def make(new: Term) -> Term:
            changed = Clause(clause.vars, clause.patterns, abstract(new, opened))
            return Match(term.motive, term.discrs, _put(term.clauses, k, changed))

        inside = self._at(place, 1 + len(term.discrs) + k, instantiate(clause.body, vars), make)
        return replace(inside, locals=(*place.locals, *opened))

    def _arm(self, place: Place) -> Iterator[Place]:
        yield from self._walk(replace(place, arms=(*place.arms, place.path)))

    # ---- what is no place

    def _is_prop(self, term: Term, depth: int) -> bool:
        try:
            return self.typer.is_prop(term, depth)
        except (NotTyped, UnknownConstant, FuelExhausted):
            return False

    def _is_erased(self, term: Term, depth: int) -> bool:
        """Whether a term is a proof or a type."""
        if isinstance(term, Proof | Sort):
            return True
        type_ = self.type_of(term, depth)
        if type_ is None:
            return True
        if isinstance(type_, Sort):
            return type_.level != 0  # a proposition is written; a type follows from the rest
        return self._is_prop(type_, depth)


BRANCHES: dict[str, tuple[int, ...]] = {"ite": (3, 4), "dite": (3, 4)}
"""Arguments of which one is chosen."""


def _put(items: tuple, k: int, new: object) -> tuple:
    return (*items[:k], new, *items[k + 1 :])


def put_at(term: Term, changes: Mapping[Path, Term]) -> Term:
    """`term` with closed terms at some paths, none of which leads through another."""
    if () in changes:
        return changes[()]
    below: dict[int, dict[Path, Term]] = {}
    for path, new in changes.items():
        below.setdefault(path[0], {})[path[1:]] = new
    if not below:
        return term

    def child(step: int, old: Term) -> Term:
        return put_at(old, below[step]) if step in below else old

    match term:
        case App(fn, args):
            return App(child(0, fn), tuple(child(1 + k, a) for k, a in enumerate(args)))
        case Lam(name, type, body, info):
            return Lam(name, child(0, type), child(1, body), info)
        case Pi(name, type, body, info):
            return Pi(name, child(0, type), child(1, body), info)
        case Let(name, type, value, body):
            return Let(name, child(0, type), child(1, value), child(2, body))
        case Proj(struct, index, expr):
            return Proj(struct, index, child(0, expr))
        case Match(motive, discrs, clauses):
            first = 1 + len(discrs)
            return Match(
                motive,
                tuple(child(1 + k, d) for k, d in enumerate(discrs)),
                tuple(
                    Clause(c.vars, c.patterns, child(first + k, c.body))
                    for k, c in enumerate(clauses)
                ),
            )
    raise ValueError(f"no path leads through a {type_name(term)}")


def type_name(term: Term) -> str:
    return term.__class__.__name__


__all__ = ["BRANCHES", "LIMIT", "Path", "Place", "Role", "Walk", "put_at"]
