"""Recursors on constructors (iota), and transport along equalities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from denotary.spec import nat
from denotary.spec.terms import Const, Pi, Term, app, beta, spine

if TYPE_CHECKING:
    from denotary.spec.reduce import Reducer

TRANSPORT: Final[dict[str, tuple[int, int, int, int]]] = {
    "cast": (0, 1, 3, 4),
    "Eq.mp": (0, 1, 3, 4),
    "Eq.mpr": (0, 1, 3, 4),
    "Eq.rec": (1, 4, 3, 6),
    "Eq.ndrec": (1, 4, 3, 6),
    "Eq.recOn": (1, 3, 5, 6),
}
"""Positions of the two ends of the equality and of the value, and the arity. When the ends are
definitionally equal, so are the transported value and the value (Lean's rule for `Eq.rec`)."""


def iota(reducer: Reducer, name: str, args: tuple[Term, ...]) -> Term | None:
    """One step of `I.rec params motive minors major`, for a family without indices.

    A minor premise takes the constructor's fields and then one hypothesis for each field of type
    `I …`. Fields that are functions into `I` are not supported: the recursor stays as it is.
    """
    owner = reducer.env.find(name.removesuffix(".rec"))
    if owner is None or not owner.constructors:
        return None
    params, count = owner.params, len(owner.constructors)
    at = params + 1 + count
    if len(args) <= at:
        return None
    made = _constructor(reducer, owner.name, args[at])
    if made is None:
        return None
    index, fields = made
    maker = reducer.env[owner.constructors[index]]
    type_ = maker.type
    for _ in range(params):
        if not isinstance(type_, Pi):
            return None
        type_ = type_.body
    hypotheses: list[Term] = []
    for field in fields:
        if not isinstance(type_, Pi):
            return None
        head = spine(type_.type)[0]
        if isinstance(head, Pi):
            return None
        if head is Const(owner.name):
            hypotheses.append(app(Const(name), *args[:at], field))
        type_ = type_.body
    return beta(args[params + 1 + index], [*fields, *hypotheses, *args[at + 1 :]])


def _constructor(reducer: Reducer, owner: str, major: Term) -> tuple[int, list[Term]] | None:
    if owner == "Nat":
        base, offset = reducer.nat_view(major)
        if offset == 0:
            return (0, []) if base is None else None
        return 1, [nat.plus(base, offset - 1)]
    made = reducer.constructor(reducer.whnf(major))
    if made is None or made[0].inductive != owner:
        return None
    return made[0].index, list(made[1][made[0].params :])
