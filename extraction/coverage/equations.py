"""Which theorems conclude in equations between numbers."""

from __future__ import annotations

from denotary.spec.environment import Environment
from denotary.spec.reduce import whnf
from denotary.spec.terms import App, Let, Pi, Term, head_const

_STEPS = 20
"""Nested arrows and products looked through, to be safe from endless types."""


def concludes_in_equations(env: Environment, statement: Term) -> bool:
    """Whether a statement ends in `=`, or a conjunction of them, over ℝ and families of reals.

    Families: functions into ℝ (vectors, matrices, tensors by whatever name, once unfolded) and
    tuples of such. A conclusion that is a named proposition is not unfolded.
    """
    term = statement
    while isinstance(term, Pi | Let):
        term = term.body
    head = head_const(term)
    if not isinstance(term, App):
        return False
    if head == "And":
        return all(concludes_in_equations(env, side) for side in term.args)
    return head == "Eq" and _numeric(env, term.args[0])


def _numeric(env: Environment, type_: Term, steps: int = _STEPS) -> bool:
    for _ in range(steps):
        if not isinstance(type_, Pi):
            try:
                type_ = whnf(env, type_)
            except Exception:  # a type that cannot be unfolded is not known to be numeric
                return False
        if isinstance(type_, Pi):
            type_ = type_.body
            continue
        head = head_const(type_)
        if head == "Prod" and isinstance(type_, App):
            return all(_numeric(env, side, steps - 1) for side in type_.args)
        return head == "Real"
    return False
