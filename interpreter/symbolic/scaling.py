"""Equations `f (t • x) = t ^ k • f x`, decided by the degree of `f`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from denotary.spec.terms import (
    App,
    BVar,
    Const,
    FVar,
    Lam,
    Term,
    app,
    map_children,
    spine,
    subterms,
)

from .linear import Homogeneity
from .meanings import REAL
from .parts import Part, parts
from .reduction import put
from .unread import Unread

if TYPE_CHECKING:
    from .terms import Reader

LINES = 60
"""Lines of a derivation from which on a line is shown once."""


@dataclass(frozen=True, slots=True)
class Scaling:
    """The term `t • x`, or `fun i … => t * x i …`, of two locals."""

    term: Term
    t: FVar
    x: FVar


def scaled_equation(reader: Reader, whole: Part) -> tuple[str, ...] | None:
    """A derivation that decides `f (t • x) = t ^ k • f x`, if the equation is one.

    `x` may also stand elsewhere in `f`: the degree is that in a local of its own, which `t • x` and
    then `x` are put for. Raises `Unread` or `NotHomogeneous`.
    """
    for part in subterms(whole.left):
        scaling = scaling_of(part)
        if scaling is None:
            continue
        argument = reader.local("y", reader.infer(scaling.x), app(Const("scaled"), scaling.x))
        f = swapped(whole.left, scaling.term, argument)
        if any(v is scaling.t for v in subterms(f)) or not is_scaling(reader, scaling):
            continue
        return _derived(reader, Part(whole.type, f, whole.right), scaling, argument)
    return None


def scaling_of(term: Term) -> Scaling | None:
    """The scaling that a term is, or that it is an entry of."""
    head, args = spine(term)
    if head is Const("HSMul.hSMul") and len(args) >= 6:
        t, x = args[4:6]
        whole = app(head, *args[:6])
        return Scaling(whole, t, x) if isinstance(t, FVar) and isinstance(x, FVar) else None
    inner, count = term, 0
    while isinstance(inner, Lam):
        inner, count = inner.body, count + 1
    head, args = spine(inner)
    if not count or head is not Const("HMul.hMul") or len(args) != 6:
        return None
    t, (x, places) = args[4], spine(args[5])
    inside = tuple(BVar(count - 1 - k) for k in range(count))
    if isinstance(t, FVar) and isinstance(x, FVar) and places == inside:
        return Scaling(term, t, x)
    return None


def swapped(term: Term, part: Term, new: Term) -> Term:
    """`term` with a part replaced wherever it stands, applied or not."""
    memo: dict[Term, Term] = {}
    head, args = spine(part)
    count = len(args)

    def go(t: Term, depth: int) -> Term:
        if t is part:
            return new
        if count and isinstance(t, App) and t.fn is head and t.args[:count] == args:
            return app(new, *[go(arg, depth) for arg in t.args[count:]])
        if not t.has_fvar:
            return t
        found = memo.get(t)
        if found is None:
            found = memo[t] = map_children(t, go)
        return found

    return go(term, 0)


def is_scaling(reader: Reader, scaling: Scaling) -> bool:
    """Whether the scalar multiplication of the type is that of ℝ, entry by entry."""
    a = reader.algebra
    type = reader.infer(scaling.x)
    for part in parts(reader, Part(type, scaling.term, scaling.x)):
        if part.type is not REAL:
            return False
        if reader.real(part.left) != a.mul(reader.real(scaling.t), reader.real(part.right)):
            return False
    return True


def _derived(
    reader: Reader, whole: Part, scaling: Scaling, argument: FVar
) -> tuple[str, ...] | None:
    """The derivation of the left side, if the right is `t` to its degree times that of `x`."""
    homogeneity = Homogeneity(reader, argument)
    lines: list[str] = []
    for part in parts(reader, whole):
        if part.type is not REAL:
            raise Unread("it is not made of reals")
        derivation = homogeneity.derive(part.left)
        plain = put(part.left, [argument], [scaling.x])
        if not _power(reader, part.right, plain, scaling.t, derivation.degree):
            return None
        lines += list(derivation.lines())
    return tuple(dict.fromkeys(lines)) if len(lines) > LINES else tuple(lines)


def _power(reader: Reader, right: Term, plain: Term, t: FVar, degree: int | None) -> bool:
    """Whether a real is `t ^ degree` times another."""
    a = reader.algebra
    head, args = spine(reader.head(right))
    if degree == 1 and head is Const("Real.mul"):
        first, second = map(reader.head, args)
        if first is t and second is reader.head(plain):
            return True
    if degree is None:
        return not reader.real(right)
    return reader.real(right) == a.mul(a.power(reader.real(t), degree), reader.real(plain))
