"""Types and instances chosen for type variables: `{E : Type*} [NormedAddCommGroup E]`.

A type variable becomes the first of a few types for which every class that the statement asks of it
has an instance; the instances are those that Lean's search finds, which the caller provides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from denotary.spec.depth import deep
from denotary.spec.environment import Environment
from denotary.spec.pretty import pretty
from denotary.spec.reduce import reducer
from denotary.spec.terms import Const, FVar, Lit, Pi, Sort, Term, abstract, app, instantiate, spine

from .statement import Binder, Statement, free

Find = Callable[[Term], Term | None]
"""Instance search for a closed class."""

REAL = Const("Real")
SIZES = (3, 2, 4, 5)
SPACES = frozenset((
    "NormedSpace", "InnerProductSpace", "Module", "NormedAddCommGroup", "FiniteDimensional",
    "SeminormedAddCommGroup", "Inner", "AddCommGroup", "AddCommMonoid", "TopologicalSpace",
))  # fmt: skip
FINITE = frozenset(("Fintype", "Finite", "Unique", "Encodable"))
TRIES = 400
"""Instance searches for one statement at most."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The statement without its type variables, and what was put for each."""

    statement: Statement
    types: dict[str, str]
    missing: str = ""
    """The class for which no choice was found, if so."""


@deep
def chosen(statement: Statement, find: Find | None) -> Chosen:
    """Types for the type variables that classes are asked of; the rest is left as it is."""
    env = statement.env
    classes = [b for b in statement.binders if class_of(env, b.type) is not None]
    if find is None or not classes:
        return Chosen(statement, {})
    return _Chooser(statement, find).run()


def class_of(env: Environment, type: Term) -> str | None:
    """The class that a binder asks an instance of, quantifiers looked through."""
    while isinstance(type, Pi):
        type = type.body
    head, _ = spine(type)
    declaration = env.find(head.name) if isinstance(head, Const) else None
    if declaration is None:
        return None
    if declaration.is_class:
        return declaration.name
    if declaration.name.startswith("Decidable"):
        return "Decidable"
    return None


class _Chooser:
    def __init__(self, statement: Statement, find: Find) -> None:
        self.statement = statement
        self.env = statement.env
        self.find = find
        self.tries = 0
        self.furthest = (-1, "")

    def run(self) -> Chosen:
        found = self.go(0, {}, {})
        if found is None:
            return Chosen(self.statement, {}, self.furthest[1])
        put, types = found
        binders = [
            replace(b, type=_put(b.type, put)) for b in self.statement.binders if b.var not in put
        ]
        conclusion = _put(self.statement.conclusion, put)
        return Chosen(Statement(self.env, tuple(binders), conclusion), types)

    def go(
        self, k: int, put: dict[FVar, Term], types: dict[str, str]
    ) -> tuple[dict[FVar, Term], dict[str, str]] | None:
        """A choice for the binders from the `k`-th on, the earlier ones being chosen."""
        if k == len(self.statement.binders):
            return put, types
        binder = self.statement.binders[k]
        type = _put(binder.type, put)
        if isinstance(reducer(self.env).whnf(type), Sort) and not _is_prop(self.env, type):
            wanted = self.classes(binder.var)
            if not wanted:
                return self.go(k + 1, put, types)
            for choice in candidates(wanted, len(types)):
                shown = {**types, binder.name: pretty(self.env, choice)}
                found = self.go(k + 1, {**put, binder.var: choice}, shown)
                if found is not None or self.tries > TRIES:
                    return found
            return None
        name = class_of(self.env, type)
        if name is None or free(type) or name.startswith("Decidable"):
            return self.go(k + 1, put, types)
        self.tries += 1
        instance = self.find(type)
        if instance is not None:
            return self.go(k + 1, {**put, binder.var: instance}, types)
        if binder.is_hypothesis:
            return self.go(k + 1, put, types)
        if k > self.furthest[0]:
            self.furthest = (k, pretty(self.env, type))
        return None

    def classes(self, var: FVar) -> set[str]:
        """The classes that are asked of a type variable."""
        return {
            name
            for b in self.statement.binders
            if var in free(b.type) and (name := class_of(self.env, b.type)) is not None
        }


def candidates(classes: set[str], used: int) -> Iterator[Term]:
    """Types to try, the likeliest first. `used` counts the variables that were chosen before."""
    index = app(Const("Fin"), Lit(SIZES[used % len(SIZES)]))
    vector = Pi("i", index, REAL)
    euclidean = app(Const("EuclideanSpace"), REAL, index)
    numbers: list[Term] = [REAL, Const("Int"), Const("Nat"), Const("Rat")]
    if classes & FINITE:
        order: list[Term] = [index, Const("Bool"), *numbers]
    elif classes & SPACES and not any(
        "Field" in c or "Ring" in c or c == "RCLike" for c in classes
    ):
        order = [euclidean, vector, *numbers, index]
    elif classes <= {
        "DecidableEq",
        "Inhabited",
        "Nonempty",
        "BEq",
        "Hashable",
        "LinearOrder",
        "Decidable",
    }:
        order = [Const("Nat"), REAL, index]
    else:
        order = [*numbers, euclidean, vector, index]
    yield from order


def _is_prop(env: Environment, type: Term) -> bool:
    sort = reducer(env).whnf(type)
    return isinstance(sort, Sort) and sort.level == 0


def _put(term: Term, put: dict[FVar, Term]) -> Term:
    if not put or not term.has_fvar:
        return term
    vars: Sequence[FVar] = list(put)
    return instantiate(abstract(term, vars), [put[v] for v in vars])


__all__ = ["Binder", "Chosen", "chosen"]
