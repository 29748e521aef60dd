"""What judging a theorem starts from: its statement with types chosen, opened and solved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from denotary.spec.declarations import Declaration
from denotary.spec.environment import Environment, UnknownConstant
from denotary.spec.terms import Term

from .choosing import chosen
from .opening import opened
from .solving import Solution, solve
from .statement import Statement, open_statement
from .verdict import Status, TheoremResult


@dataclass(frozen=True, slots=True)
class Prepared:
    """A theorem's statement with types for its type variables, opened and solved."""

    declaration: Declaration
    statement: Statement
    solution: Solution
    types: Mapping[str, str]
    """Type variable to the type chosen for it."""


def prepare(
    env: Environment,
    name: str,
    sizes: Mapping[str, str],
    instances: Callable[[Term], Term | None] | None,
) -> Prepared | TheoremResult:
    """What judging `name` starts from, or the result if that cannot be had."""
    try:
        declaration = env[name]
        made = chosen(open_statement(env, declaration.type), instances)
        if made.missing:
            reason = f"no type with an instance of `{made.missing}` is among those tried"
            return _unread(declaration, Status.UNSUPPORTED, reason)
        statement = opened(made.statement, frozenset(sizes))
        return Prepared(declaration, statement, solve(statement, set(sizes)), made.types)
    except UnknownConstant as error:
        return TheoremResult(name, Status.ERROR, message=str(error))


def _unread(declaration: Declaration, status: Status, message: str) -> TheoremResult:
    """The result of a theorem that no instance was made of."""
    span = declaration.span
    place = {"file": str(span.file), "line": span.line} if span else {}
    return TheoremResult(declaration.name, status, message=message, **place)
