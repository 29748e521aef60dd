"""Whether two closed terms are equal, or a theorem holds: by algebra."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from denotary.interpreter.judgement.choosing import chosen
from denotary.interpreter.judgement.opening import opened
from denotary.interpreter.judgement.preparing import Prepared
from denotary.interpreter.judgement.solving import solve
from denotary.interpreter.judgement.statement import open_statement
from denotary.interpreter.judgement.verdict import Status, TheoremResult
from denotary.spec.declarations import Declaration, Kind, ProofStatus
from denotary.spec.environment import Environment
from denotary.spec.infer import Locals, NotTyped, Typer
from denotary.spec.reduce import reducer
from denotary.spec.terms import FVar, Lam, Pi, Term, abstract, beta, const, instantiate

from .at_sizes import prove_prepared

LOCAL = 1 << 50
"""Ids of the locals that a statement is closed over start here."""


class Answer(Enum):
    """What algebra says of an equation."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Equality:
    """The answer, where it holds, and why."""

    answer: Answer
    scope: str = ""
    """The sizes at which it was proved or refuted."""
    message: str = ""
    """The remainder of a refutation, or why nothing can be said."""


def prove(
    env: Environment,
    left: Term,
    right: Term,
    *,
    sizes: Mapping[str, str] | None = None,
    seed: int = 0,
    timeout: float | None = None,
    instances: Callable[[Term], Term | None] | None = None,
) -> Equality:
    """Whether the closed terms `left` and `right`, of the same type, are equal at small sizes.

    Functions are compared at arguments that are symbols; `sizes` fixes arguments by name, as text.
    Their propositional arguments are hypotheses. `timeout` is in seconds.
    """
    begun = time.perf_counter()
    try:
        statement = equation(env, left, right)
    except NotTyped as error:
        return Equality(Answer.UNKNOWN, message=str(error))
    made = chosen(open_statement(env, statement), instances)
    if made.missing:
        return Equality(Answer.UNKNOWN, message=f"no type with an instance of `{made.missing}`")
    opening = opened(made.statement, frozenset(sizes or ()))
    declaration = Declaration("equation", Kind.THEOREM, statement, proof=ProofStatus.SORRY)
    prepared = Prepared(declaration, opening, solve(opening, set(sizes or ())), made.types)
    result = prove_prepared(env, prepared, sizes or {}, seed, timeout, lambda stage: None, begun)
    return answer(result)


def answer(result: TheoremResult) -> Equality:
    """A theorem's result as an answer."""
    scope = result.symbolic.scope if result.symbolic is not None else ""
    found = {Status.PROVED: Answer.PROVED, Status.REFUTED: Answer.REFUTED}
    return Equality(found.get(result.status, Answer.UNKNOWN), scope, result.message)


def equation(env: Environment, left: Term, right: Term) -> Term:
    """`∀ x …, left x … = right x …`, for as many arguments as one of the sides binds."""
    locals = Locals()
    typer = Typer(reducer(env), locals)
    type = typer.infer(left)
    binders: list[tuple[FVar, Pi]] = []
    vars: list[Term] = []
    while isinstance(left, Lam) or isinstance(right, Lam):
        pi = type if isinstance(type, Pi) else typer.reducer.whnf(type)
        if not isinstance(pi, Pi):
            raise NotTyped("this binds a variable but is not a function", left)
        var = FVar(LOCAL + len(vars), pi.name)
        locals.types[var] = pi.type
        binders.append((var, pi))
        vars.append(var)
        left, right = beta(left, [var]), beta(right, [var])
        type = instantiate(pi.body, [var])
    result = const("Eq", type, left, right)
    for var, pi in reversed(binders):
        result = Pi(var.name, pi.type, abstract(result, [var]), pi.info)
    return result
