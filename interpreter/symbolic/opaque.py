"""Functions of which only a hypothesis is known: `∀ x, f (t • x) = t ^ k • f x`.

Such an equation is no rule from left to right: what `f` is applied to is seldom written `t • x`. So
factors are taken out of the argument's entries instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from denotary.spec.terms import FVar, Term, spine

from .meanings import REAL
from .parts import Part, parts
from .poly import ONE, ZERO, Atom, Poly, alone, content, quotient, scaled
from .scaling import is_scaling, scaling_of, swapped
from .unread import Unread

if TYPE_CHECKING:
    from .reduction import Rewrite
    from .terms import Reader

DEGREES = (1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Law:
    """`head` is homogeneous of this degree in the argument at a position, for one factor or all."""

    name: str
    head: FVar
    position: int
    degree: int
    factor: Atom | None
    """The one factor that may be taken out, a local; None for any."""


def law(reader: Reader, rule: Rewrite) -> Law | None:
    """The law that a hypothesis states, if it states one."""
    head, args = spine(rule.left)
    if not isinstance(head, FVar) or head in rule.vars:
        return None
    found = [(k, s) for k, arg in enumerate(args) if (s := scaling_of(arg)) is not None]
    if len(found) != 1:
        return None
    ((position, scaling),) = found
    if scaling.term is not args[position]:
        return None
    others = [arg for k, arg in enumerate(args) if k != position]
    free = [*others, scaling.x, *([scaling.t] if scaling.t in rule.vars else [])]
    if len(set(free)) != len(free) or set(free) != set(rule.vars):
        return None
    plain = swapped(rule.left, scaling.term, scaling.x)
    try:
        if not is_scaling(reader, scaling):
            return None
        degree = _degree(reader, rule, scaling.t, plain)
        factor = None if scaling.t in rule.vars else alone(reader.real(scaling.t))
    except Unread:
        return None
    if degree is None or (factor is None and scaling.t not in rule.vars):
        return None
    return Law(rule.name, head, position, degree, factor)


def _degree(reader: Reader, rule: Rewrite, t: FVar, plain: Term) -> int | None:
    """`k` if the right side is `t ^ k` times `plain`, entry by entry."""
    a = reader.algebra
    degrees = set(DEGREES)
    for part in parts(reader, Part(reader.infer(plain), plain, rule.right)):
        if part.type is not REAL:
            return None
        x, y = reader.real(part.left), reader.real(part.right)
        degrees = {k for k in degrees if y == a.mul(a.power(reader.real(t), k), x)}
    return degrees.pop() if len(degrees) == 1 else None


def taken_out(reader: Reader, atom: Atom) -> Poly:
    """An application of a local, the factors that laws take out before it."""
    a = reader.algebra
    root = atom.args[0] if atom.kind == "app" else None
    laws = reader.opaque.get(root.args[0]) if isinstance(root, Atom) else None
    if not laws:
        return a.of(atom)
    keys = list(atom.args)
    outside = ONE
    for law in laws:
        split = _split(reader, keys[law.position + 1], law.factor, frozenset())
        if split is None:
            continue
        factor, keys[law.position + 1] = split
        if factor != ONE:
            reader.used.add(law.name)
            outside = a.mul(outside, a.power(factor, law.degree))
    return a.mul(outside, a.of(a.atom("app", *keys))) if outside else ZERO


def _split(
    reader: Reader, key: Any, only: Atom | None, bound: frozenset[Atom]
) -> tuple[Poly, Any] | None:
    """A vector as a factor that does not depend on its indices, and the rest."""
    a = reader.algebra
    if isinstance(key, Atom) and key.kind == "lam":
        binders, body = a.opened(key)
        split = _split(reader, body, only, bound | set(binders))
        return None if split is None else (split[0], a.lam(binders, split[1]))
    if not isinstance(key, Poly):
        return None
    if not key:
        return None if only is not None else (ZERO, key)
    c, common, _ = content(key)
    if only is not None:
        powers = {atom: e for atom, e in common if atom is only and e > 0}
        c = 1
    else:
        powers = {atom: e for atom, e in common if atom.free.isdisjoint(bound)}
    factor = tuple(sorted(powers.items(), key=lambda item: item[0].uid))
    rest = Poly({quotient(mono, powers): d for mono, d in key.terms.items()})
    return Poly({factor: c}), scaled(rest, Fraction(1) / c)
