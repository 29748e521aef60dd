"""Both sides of an equation at arguments of their own, field by field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from denotary.spec import nat
from denotary.spec.environment import Environment
from denotary.spec.terms import Const, Pi, Proj, Term, beta, instantiate, spine

from .meanings import REAL
from .poly import Atom
from .unread import Empty

if TYPE_CHECKING:
    from .terms import Reader


@dataclass(frozen=True, slots=True)
class Part:
    """Two terms of a type without arguments or fields: reals, numbers, indices or others."""

    type: Term
    left: Term
    right: Term
    digits: tuple[Atom, ...] = ()
    """Those of the indices that the sides are taken at."""


def parts(reader: Reader, whole: Part) -> Iterator[Part]:
    """What two terms are made of. Equal terms have no parts, nor have functions from `Fin 0`."""
    if whole.left is whole.right:
        return
    type = reader.whnf(whole.type)
    if isinstance(type, Pi):
        values = reader.listed(type.type)
        if values is not None:
            for value in values:
                left, right = beta(whole.left, [value]), beta(whole.right, [value])
                inner = instantiate(type.body, [value])
                yield from parts(reader, Part(inner, left, right, whole.digits))
            return
        try:
            var = reader.local(type.name or "x", type.type)
        except Empty:
            return
        digits = (*whole.digits, *reader.digits.get(var, ()))
        inner = instantiate(type.body, [var])
        left, right = beta(whole.left, [var]), beta(whole.right, [var])
        yield from parts(reader, Part(inner, left, right, digits))
        return
    found = None if plain(type) else fields(reader.reducer.env, type)
    if found is None:
        yield Part(type, whole.left, whole.right, whole.digits)
        return
    name, count = found
    for k in range(count):
        left, right = Proj(name, k, whole.left), Proj(name, k, whole.right)
        yield from parts(reader, Part(reader.infer(left), left, right, whole.digits))


def plain(type: Term) -> bool:
    """Whether a type is that of reals, numbers or indices."""
    return type is REAL or type is nat.NAT or spine(type)[0] is Const("Fin")


def fields(env: Environment, type: Term) -> tuple[str, int] | None:
    """A structure's name and number of fields."""
    head, _ = spine(type)
    declaration = env.find(head.name) if isinstance(head, Const) else None
    if declaration is None or not declaration.fields or len(declaration.constructors) != 1:
        return None
    return declaration.name, len(declaration.fields)
