"""Hypotheses of lemmas about sizes: that one is above 0, or not 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

from denotary.spec import nat
from denotary.spec.terms import Const, Term, spine

if TYPE_CHECKING:
    from .search import Search

_ORDERS = ("LT.lt", "GT.gt")


def positive(search: Search, claim: Term) -> bool:
    """Whether `0 < n` or `n > 0` holds for a natural number, by the goal's hypotheses."""
    head, args = spine(claim)
    if not isinstance(head, Const) or head.name not in _ORDERS or len(args) != 4:
        return False
    if args[0] is not nat.NAT:
        return False
    low, high = args[2:] if head.name == "LT.lt" else args[:1:-1]
    return nat.literal(low) == 0 and above(search, high)


def nonzero(search: Search, claim: Term) -> bool:
    """Whether `n ≠ 0` holds for a natural number, or for one read as a real."""
    head, args = spine(claim)
    if head is not Const("Ne") or len(args) != 3 or nat.numeral(args[2]) != 0:
        return False
    cast, inner = spine(args[1])
    if args[0] is nat.NAT:
        return above(search, args[1])
    return (
        args[0] is Const("Real")
        and cast is Const("Nat.cast")
        and bool(inner)
        and above(search, inner[-1])
    )


def above(search: Search, size: Term) -> bool:
    """Whether a natural number is above 0."""
    size = search.steps.view(size)
    value = nat.literal(size)
    if value is not None:
        return value > 0
    for name, fact, _ in search.facts:
        head, args = spine(fact)
        if (
            head is Const("LT.lt")
            and len(args) == 4
            and args[0] is nat.NAT
            and nat.literal(args[2]) == 0
            and search.equal(args[3], size, rules=False)
        ):
            search.used.append(name)
            return True
    op = nat.operation(size)
    if op is not None and op.name == "Nat.mul":
        return above(search, op.left) and above(search, op.right)
    if op is not None and op.name == "Nat.add":
        return above(search, op.left) or above(search, op.right)
    step = search.steps.next(size) if op is None else None
    return step is not None and above(search, step)
