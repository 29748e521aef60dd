"""Atoms, and polynomials over them: what expressions are made of.

Every expression over ℝ (ℕ included: a cast is the identity) is a polynomial with rational
coefficients over *atoms*: symbols, and functions such as roots, exponentials and inverses of
polynomials. Truth values are polynomials over *indicators*, atoms that are 0 or 1. sympy's rings
need all generators beforehand, and atoms are met as evaluation goes: hence polynomials of our own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

Mono = tuple[tuple["Atom", int], ...]


class TooLarge(Exception):
    """An expression with more terms than are worked on."""


class Atom:
    """A function of arguments, or a symbol. Built by `Algebra.atom`; equality is identity.

    `free` are the index variables in it, `height` the depth to which sums are nested in it.
    """

    __slots__ = ("args", "free", "height", "kind", "uid")

    kind: str
    args: tuple[Any, ...]
    free: frozenset[Atom]
    height: int
    uid: int

    def __repr__(self) -> str:
        return f"{self.kind}#{self.uid}"


class Poly:
    """A polynomial: monomials with coefficients, none zero. Immutable."""

    __slots__ = ("_free", "_hash", "_height", "terms")

    def __init__(self, terms: Mapping[Mono, Fraction | int]) -> None:
        self.terms = terms
        self._hash: int | None = None
        self._free: frozenset[Atom] | None = None
        self._height = -1

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Poly) and self.terms == other.terms)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self.terms.items()))
        return self._hash

    def __bool__(self) -> bool:
        return bool(self.terms)

    @property
    def constant(self) -> Fraction | int | None:
        """The value of a constant polynomial."""
        if not self.terms:
            return 0
        if len(self.terms) == 1 and () in self.terms:
            return self.terms[()]
        return None

    @property
    def atoms(self) -> set[Atom]:
        """The atoms of the monomials, not those inside atoms."""
        return {atom for mono in self.terms for atom, _ in mono}

    @property
    def free(self) -> frozenset[Atom]:
        """The index variables in it."""
        if self._free is None:
            self._free = frozenset().union(*(atom.free for atom in self.atoms))
        return self._free

    @property
    def height(self) -> int:
        if self._height < 0:
            self._height = max((atom.height for atom in self.atoms), default=0)
        return self._height

    @property
    def single(self) -> tuple[Mono, Fraction | int] | None:
        """The term of a polynomial of one term."""
        return next(iter(self.terms.items())) if len(self.terms) == 1 else None

    def __repr__(self) -> str:
        return f"Poly({len(self.terms)} terms)"


ZERO = Poly({})
ONE = Poly({(): 1})
INDICATORS = frozenset(("pos", "zero", "truth", "all"))
"""Kinds of atoms that are 0 or 1."""
NATURAL = frozenset(("size", "card", "var", "nsub", "ndiv", "nmod", "nat", "clip"))
"""Kinds of atoms that are natural numbers."""
UNCOMMON = frozenset(("inv", "exp")) | INDICATORS
"""Kinds of atoms that are not taken out of a sum."""
LAWFUL = frozenset(("inv", "sqrt", "exp")) | INDICATORS
NOT_NEGATIVE = NATURAL | INDICATORS | {"sqrt", "abs"}


def short(value: Fraction | int) -> Fraction | int:
    """A rational as an `int` where it is one: those are many times faster."""
    return value if isinstance(value, int) or value.denominator != 1 else value.numerator


def flat(args: tuple[Any, ...]) -> Iterable[Any]:
    for arg in args:
        if isinstance(arg, tuple | frozenset):
            yield from flat(tuple(arg))
        else:
            yield arg


def scaled(x: Poly, c: Fraction | int) -> Poly:
    """`c · x`."""
    if c == 1:
        return x
    c = short(c)
    return Poly({mono: c * d for mono, d in x.terms.items()}) if c else ZERO


def content(x: Poly) -> tuple[Fraction | int, Mono, Poly]:
    """`x` as a rational, a monomial and a polynomial without common factor.

    The first coefficient of the last is 1, in an order that does not depend on `x`.
    """
    common: dict[Atom, int] = {}
    for k, mono in enumerate(x.terms):
        powers = dict(mono)
        for a in powers.keys() | common.keys():
            e = powers.get(a, 0)
            common[a] = e if k == 0 else min(common.get(a, 0), e)
    common = {a: e for a, e in common.items() if e and a.kind not in UNCOMMON}
    factor = tuple(sorted(common.items(), key=lambda item: item[0].uid))
    if factor:
        x = Poly({quotient(m, common): c for m, c in x.terms.items()})
    lead = min(x.terms, key=lambda m: tuple((a.uid, e) for a, e in m))
    c = x.terms[lead]
    return c, factor, scaled(x, Fraction(1) / c)


def quotient(mono: Mono, common: Mapping[Atom, int]) -> Mono:
    """A monomial divided by another."""
    powers = dict(mono)
    for a, e in common.items():
        powers[a] = powers.get(a, 0) - e
    return tuple(sorted(((a, e) for a, e in powers.items() if e), key=lambda item: item[0].uid))


def alone(x: Poly) -> Atom | None:
    """The atom that a polynomial is."""
    one = x.single
    if one is None or one[1] != 1 or len(one[0]) != 1 or one[0][0][1] != 1:
        return None
    return one[0][0][0]
