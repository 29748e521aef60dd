"""A theorem's statement opened: binders as locals, hypotheses told from data, replicas found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from denotary.spec.depth import deep
from denotary.spec.environment import Environment
from denotary.spec.infer import Locals, NotTyped, Typer
from denotary.spec.reduce import reducer
from denotary.spec.terms import (
    App,
    BinderInfo,
    Const,
    FVar,
    Pi,
    Term,
    head_const,
    instantiate,
    spine,
    subterms,
)

FIRST_LOCAL = 1 << 40
"""Ids of a statement's locals start here, away from those that type inference makes up."""


@dataclass(frozen=True, slots=True)
class Binder:
    """One binder of a statement; `type` mentions the locals of the earlier ones."""

    var: FVar
    type: Term
    info: BinderInfo = "explicit"
    is_hypothesis: bool = False

    @property
    def name(self) -> str:
        return self.var.name


@dataclass(frozen=True, slots=True)
class Statement:
    """A theorem: its data binders and hypotheses in order, and its conclusion over their locals."""

    env: Environment
    binders: tuple[Binder, ...]
    conclusion: Term

    @property
    def data(self) -> tuple[Binder, ...]:
        return tuple(b for b in self.binders if not b.is_hypothesis)

    @property
    def hypotheses(self) -> tuple[Binder, ...]:
        return tuple(b for b in self.binders if b.is_hypothesis)

    def typer(self, extra: Iterable[Binder] = ()) -> Typer:
        """Type inference over the statement's locals."""
        types = {b.var: b.type for b in (*self.binders, *extra)}
        return Typer(reducer(self.env), Locals(types))


@deep
def open_statement(env: Environment, type: Term) -> Statement:
    """The statement whose type is `type`."""
    binders: list[Binder] = []
    vars: list[Term] = []
    locals = Locals()
    typer = Typer(reducer(env), locals)
    while isinstance(type, Pi):
        domain = instantiate(type.type, vars)
        var = FVar(FIRST_LOCAL + len(vars), _readable(type.name, len(vars)))
        try:
            hypothesis = typer.is_prop(domain)
        except NotTyped:
            hypothesis = False
        locals.types[var] = domain
        binders.append(Binder(var, domain, type.info, hypothesis))
        vars.append(var)
        type = type.body
    return Statement(env, tuple(binders), instantiate(type, vars))


def _readable(name: str, position: int) -> str:
    return name if name and name != "_" else f"h{position}"


def conjuncts(term: Term) -> list[Term]:
    """`A ∧ (B ∧ C)` as `A, B, C`."""
    found = []
    while isinstance(term, App) and term.fn is Const("And") and len(term.args) == 2:
        found.append(term.args[0])
        term = term.args[1]
    return [*found, term]


def free(term: Term) -> set[FVar]:
    """The locals that a term mentions."""
    if not term.has_fvar:
        return set()
    return {t for t in subterms(term) if isinstance(t, FVar)}


def bound_size(env: Environment, type: Term) -> Term | None:
    """`n` if `type` is `Fin n`."""
    head, args = spine(reducer(env).whnf(type))
    return args[0] if head is Const("Fin") and args else None


@dataclass(frozen=True, slots=True)
class Replicas:
    """`size` counts replicas: `index` is the binder `r : Fin size`, if there is one."""

    size: FVar
    index: FVar | None
    certain: bool
    """Whether a family of values over the replicas is given; else only a sum over them tells."""


def replicas(statement: Statement, definitions: Mapping[FVar, Term]) -> Replicas | None:
    """The binder that may count replicas: one with a family over `Fin R`, or an index `r : Fin R`.

    Arrays of numbers are families only if a hypothesis gives them replica by replica: by itself
    `Fin n → ℝ` is a vector.
    """
    families: list[FVar] = []
    indices: list[tuple[FVar, FVar]] = []
    for binder in statement.data:
        size = bound_size(statement.env, binder.type)
        if isinstance(size, FVar):
            indices.append((size, binder.var))
        over, is_array = _family(statement.env, binder.type)
        if over is not None and (not is_array or binder.var in definitions):
            families.append(over)
    for size, index in reversed(indices):
        if size in families:
            return Replicas(size, index, True)
    if families:
        return Replicas(families[0], None, True)
    if indices:
        size, index = indices[-1]
        return Replicas(size, index, False)
    return None


def _family(env: Environment, type: Term) -> tuple[FVar | None, bool]:
    """`R` if `type` is `Fin R → T`, and whether `T` is a number or an array of them."""
    type = reducer(env).whnf(type)
    if not isinstance(type, Pi):
        return None, False
    over = bound_size(env, type.type)
    while isinstance(type, Pi):
        if bound_size(env, type.type) is None:
            return None, False
        type = reducer(env).whnf(instantiate(type.body, [FVar(-1, type.name)]))
    is_array = head_const(type) in ("Real", "Nat", "Int", "Rat", "Bool", "Fin")
    return (over if isinstance(over, FVar) else None), is_array


def ordered(binders: Sequence[Binder], definitions: Mapping[FVar, Term]) -> list[Binder]:
    """The binders in an order in which each comes after all that its type and definition need."""
    by_var = {b.var: b for b in binders}
    done: dict[FVar, None] = {}

    def visit(binder: Binder) -> None:
        if binder.var in done:
            return
        for var in sorted(needs(binder, definitions), key=lambda v: v.id):
            if var in by_var:
                visit(by_var[var])
        done[binder.var] = None

    for binder in binders:
        visit(binder)
    return [by_var[var] for var in done]


def needs(binder: Binder, definitions: Mapping[FVar, Term]) -> set[FVar]:
    found = free(binder.type)
    if binder.var in definitions:
        found = found | free(definitions[binder.var])
    return found


__all__ = [
    "Binder", "Replicas", "Statement", "bound_size", "conjuncts", "free", "needs", "open_statement",
    "ordered", "replicas",
]  # fmt: skip
