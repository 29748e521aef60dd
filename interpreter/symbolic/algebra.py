"""Arithmetic of polynomials over atoms: the normal form in which two expressions are compared.

Two atoms of equal arguments are one object, so that equal polynomials are found equal by comparing
coefficients. The laws that multiplication applies are those that hold for every real in Lean, where
`x / 0 = 0` and `√x = 0` for `x ≤ 0`; `docs/symbolic.md` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from .laws import lawful
from .poly import (
    INDICATORS,
    LAWFUL,
    ONE,
    ZERO,
    Atom,
    Mono,
    Poly,
    TooLarge,
    content,
    flat,
    scaled,
    short,
)
from .signs import Signs
from .values import VALUES, square_free

LARGEST = 200_000
"""Terms of a polynomial at most."""
NAMED = 1_500
"""Products of terms from which on an expression is named instead of multiplied out."""
OFTEN = 16
"""Terms of an expression from which on its products look at the clock."""
FEW = 8
"""Terms of an expression that is multiplied out all the same."""


class Algebra:
    """Polynomials with what is known of the signs of some of them."""

    def __init__(self) -> None:
        self._atoms: dict[tuple[Any, ...], Atom] = {}
        self.signs = Signs()
        self.used: set[Atom] = set()
        """Sizes whose being above 0 was made use of."""
        self.divided: set[Atom] = set()
        """Sizes that were divided by."""
        self.cancelled: dict[tuple[Mono, Mono], None] = {}
        """Products in which a size met its inverse."""
        self._invertible: dict[Atom, bool] = {}
        self.check: Callable[[], None] = lambda: None
        """Called often where there is much to do; may raise to end it."""
        self.conditions = False
        """Whether the largest of some expressions is written by conditions at once."""
        self.roots_above = False
        """Whether `1 / √x` is written `√x / x`."""
        self.has_largest = False
        self.names = 0
        """How often an expression was named."""

    # ---- atoms

    def atom(self, kind: str, *args: Any) -> Atom:
        """The atom of a kind and arguments: polynomials, atoms, or anything hashable."""
        key = (kind, *args)
        found = self._atoms.get(key)
        if found is None:
            found = object.__new__(Atom)
            found.kind, found.args, found.uid = kind, args, len(self._atoms)
            parts = [a for a in flat(args) if isinstance(a, Poly | Atom)]
            found.free = frozenset().union(*(p.free for p in parts))
            found.height = max((p.height for p in parts), default=0)
            if kind == "var":
                found.free = frozenset((found,))
            self._atoms[key] = found
        return found

    def symbol(self, kind: str, *args: Any) -> Poly:
        return self.of(self.atom(kind, *args))

    def of(self, atom: Atom) -> Poly:
        """An atom as a polynomial."""
        if atom.kind == "exp" and not atom.args[0]:
            return ONE
        return Poly({((atom, 1),): 1})

    def const(self, value: Fraction | int) -> Poly:
        return Poly({(): short(value)}) if value else ZERO

    # ---- ring operations

    def add(self, *polys: Poly) -> Poly:
        if len(polys) == 2:
            x, y = polys
            if not x:
                return y
            if not y:
                return x
        total: dict[Mono, Fraction | int] = dict(polys[0].terms) if polys else {}
        for poly in polys[1:]:
            for mono, c in poly.terms.items():
                s = total.get(mono, 0) + c
                if s:
                    total[mono] = s
                else:
                    del total[mono]
        result = Poly(total)
        if self.signs and len(polys) > 1:
            known = [self.signs.of(p, shallow=True) for p in polys]
            if all(k in (1, 2) for k in known) and any(self.signs.get(p) for p in polys):
                self.learn(result, max(known))
        return result

    def scale(self, x: Poly, c: Fraction | int) -> Poly:
        return scaled(x, c)

    def neg(self, x: Poly) -> Poly:
        return self.scale(x, -1)

    def sub(self, x: Poly, y: Poly) -> Poly:
        return self.add(x, self.neg(y))

    def mul(self, x: Poly, y: Poly) -> Poly:
        if not x or not y:
            return ZERO
        if len(x.terms) < len(y.terms):
            x, y = y, x
        c = y.constant
        if c is not None:
            return self.scale(x, c)
        if len(x.terms) * len(y.terms) > NAMED:
            return self.mul(self.named(x), y if len(y.terms) < FEW else self.named(y))
        if len(x.terms) >= OFTEN:
            self.check()
        total: dict[Mono, Fraction | int] = {}
        for m, c in x.terms.items():
            for n, d in y.terms.items():
                self._put(total, m, n, c * d)
        if len(total) > LARGEST:
            raise TooLarge(f"an expression of {len(total)} terms")
        result = Poly(total)
        if x == y:
            self.learn(result, 1)
        elif self.signs:
            a, b = self.signs.get(x), self.signs.get(y)
            if a or b:
                a, b = self.signs.of(x, shallow=True), self.signs.of(y, shallow=True)
                if a in (1, 2) and b in (1, 2):
                    self.learn(result, min(a, b))
        return result

    def named(self, x: Poly) -> Poly:
        """`x` as an atom that stands for it, its factors taken out.

        Where two sides are equal, they mostly are so by naming equal expressions.
        """
        c, factor, rest = content(x)
        if rest.constant is not None:
            return x
        if self.signs.get(x) and c > 0 and not factor:
            self.learn(rest, self.signs.get(x))
        self.names += 1
        atom = self.of(self.atom("name", rest))
        if self.signs.get(rest):
            self.learn(atom, self.signs.get(rest))
        return self.mul(Poly({factor: c}), atom)

    def product(self, factors: Iterable[Poly]) -> Poly:
        result = ONE
        for factor in factors:
            result = self.mul(result, factor)
        return result

    def power(self, x: Poly, n: int) -> Poly:
        if n < 0:
            return self.power(self.inv(x), -n)
        result = ONE
        half = self.power(x, n // 2) if n > 1 else None
        if half is not None:
            result = self.mul(half, half)
        return self.mul(result, x) if n % 2 else result

    def _put(self, total: dict[Mono, Fraction | int], m: Mono, n: Mono, c: Fraction | int) -> None:
        """Add `c · m · n`, reduced by the laws of the atoms."""
        if not m or not n:
            mono = m or n
        else:
            powers: dict[Atom, int] = dict(m)
            special = any(atom.kind in LAWFUL for atom, _ in n)
            for atom, e in n:
                before = powers.get(atom, 0)
                powers[atom] = before + e
                if atom.kind == "size" and before * e < 0:
                    self.cancelled.setdefault((m, n))
            special = special or any(atom.kind in LAWFUL for atom, _ in m)
            if special:
                found = lawful(self, powers)
                if found is not None:
                    for mono, d in found.terms.items():
                        self._count(total, mono, c * d)
                    return
            mono = tuple(
                sorted(((a, e) for a, e in powers.items() if e), key=lambda item: item[0].uid)
            )
        self._count(total, mono, c)

    @staticmethod
    def _count(total: dict[Mono, Fraction | int], mono: Mono, c: Fraction | int) -> None:
        s = total.get(mono, 0) + c
        if s:
            total[mono] = s
        else:
            del total[mono]

    # ---- division and functions

    def inv(self, x: Poly) -> Poly:
        """`x⁻¹`, with `0⁻¹ = 0`."""
        c = x.constant
        if c is not None:
            return self.const(Fraction(1) / c) if c else ZERO
        one = x.single
        if one is not None:
            mono, c = one
            return self.scale(self.product(self._inverse(a, e) for a, e in mono), Fraction(1) / c)
        c, common, rest = content(x)
        if common:
            known = self.sign(x)
            if known in (2, 3):
                above = c > 0 and all(self.signs.of_atom(a) in (1, 2) for a, _ in common)
                self.learn(rest, known if above else 3)
            outer = self.inv(Poly({common: 1}))
            return self.scale(self.mul(outer, self.inv(rest)), Fraction(1) / c)
        return self.scale(self.symbol("inv", rest), Fraction(1) / c)

    def _inverse(self, a: Atom, e: int) -> Poly:
        if a.kind in INDICATORS:
            return self.of(a)
        if a.kind == "inv":
            return self.power(a.args[0], e)
        if a.kind == "exp":
            return self.exp(self.scale(a.args[0], -e))
        if a.kind == "sqrt" and (self.roots_above or a.args[0].constant is not None):
            return self.power(self.mul(self.of(a), self.inv(a.args[0])), e)
        if e < 0 or self.invertible(a):
            return Poly({((a, -e),): 1})
        return Poly({((self.atom("inv", self.of(a)), e),): 1})

    def invertible(self, a: Atom) -> bool:
        """Whether an atom is known not to be 0; that of a size is taken note of."""
        if a.kind == "size":
            self.used.add(a)
            self.divided.add(a)
            return True
        found = self._invertible.get(a)
        if found is None:
            found = a.kind not in INDICATORS and self.sign(self.of(a)) in (2, 3)
            self._invertible[a] = found
        return found

    def div(self, x: Poly, y: Poly) -> Poly:
        """`x / y`, with `x / 0 = 0`."""
        return self.mul(x, self.inv(y))

    def sqrt(self, x: Poly) -> Poly:
        """`√x`, which is 0 for `x ≤ 0`."""
        c = x.constant
        if c is not None:
            if c <= 0:
                return ZERO
            outside, inside = square_free(c.numerator * c.denominator)
            roots = [self.symbol("sqrt", self.const(p)) for p in inside]
            return self.scale(self.product(roots), Fraction(outside, c.denominator))
        c = abs(content(x)[0])
        if c != 1:
            rest = self.symbol("sqrt", self.scale(x, Fraction(1) / c))
            return self.mul(self.sqrt(self.const(c)), rest)
        return self.symbol("sqrt", x)

    def exp(self, x: Poly) -> Poly:
        return self.symbol("exp", x) if x else ONE

    def function(self, name: str, x: Poly) -> Poly:
        """A function of which nothing is known but its value at some rationals."""
        if x.constant is not None and (name, Fraction(x.constant)) in VALUES:
            return self.const(VALUES[name, Fraction(x.constant)])
        if name == "log":
            one = x.single
            if one is not None and one[1] == 1 and len(one[0]) == 1 and one[0][0][0].kind == "exp":
                return self.scale(one[0][0][0].args[0], one[0][0][1])
        return self.symbol("fn", name, x)

    def maximum(self, *xs: Poly) -> Poly:
        """The largest, an atom of the set of them, unless `conditions` are wanted."""
        if self.conditions:
            return self.as_conditions(*dict.fromkeys(xs))
        parts: set[Poly] = set()
        for x in xs:
            one = x.single
            if one is not None and one[1] == 1 and len(one[0]) == 1 and one[0][0][0].kind == "max":
                parts.update(one[0][0][0].args[0])
            else:
                parts.add(x)
        known = [x.constant for x in parts if x.constant is not None]
        if len(known) > 1:
            parts = {x for x in parts if x.constant is None} | {self.const(max(known))}
        if len(parts) == 1:
            return parts.pop()
        self.has_largest = True
        return self.symbol("max", frozenset(parts))

    def as_conditions(self, *xs: Poly) -> Poly:
        """The largest, as `y + [0 < x - y] (x - y)` from one to the next."""
        best, *rest = sorted(xs, key=lambda x: sorted((m, c) for m, c in _ordered(x)))
        for x in rest:
            best = self.select(self.pos(self.sub(x, best)), x, best)
        return best

    def minimum(self, *xs: Poly) -> Poly:
        return self.neg(self.maximum(*map(self.neg, xs)))

    def absolute(self, x: Poly) -> Poly:
        return self.mul(x, self.sub(self.scale(self.pos(x), 2), self.sub(ONE, self.zero(x))))

    # ---- truth values

    def pos(self, x: Poly) -> Poly:
        """1 where `0 < x`, else 0."""
        known = self.sign(x)
        if known == 2:
            return ONE
        c = x.constant
        if c is not None:
            return ONE if c > 0 else ZERO
        if self.sign(self.neg(x)) in (1, 2):
            return ZERO
        if known == 1:
            return self.sub(ONE, self.zero(x))
        c, _, _ = content(x)
        base = self.scale(x, Fraction(1) / c)
        if c > 0:
            return self.symbol("pos", base)
        return self.sub(self.sub(ONE, self.symbol("pos", base)), self.zero(base))

    def zero(self, x: Poly) -> Poly:
        """1 where `x = 0`, else 0."""
        c = x.constant
        if c is not None:
            return ZERO if c else ONE
        if self.sign(x) in (2, 3) or self.sign(self.neg(x)) == 2:
            return ZERO
        one = x.single
        if one is not None:
            atoms = [a for a, _ in one[0]]
            return self.sub(ONE, self.product(self._nonzero(a) for a in atoms))
        c, common, rest = content(x)
        if common:
            return self.sub(
                ONE,
                self.mul(
                    self.sub(ONE, self.zero(Poly({common: 1}))),
                    self.sub(ONE, self.zero(rest)),
                ),
            )
        return self.symbol("zero", rest)

    def _nonzero(self, a: Atom) -> Poly:
        """1 where an atom is not 0."""
        if self.signs.of_atom(a) in (2, 3):
            return ONE
        if a.kind == "sqrt":
            return self.pos(a.args[0])
        if a.kind == "inv":
            return self.sub(ONE, self.zero(a.args[0]))
        if a.kind in INDICATORS:
            return self.of(a)
        return self.sub(ONE, self.symbol("zero", self.of(a)))

    def negation(self, p: Poly) -> Poly:
        return self.sub(ONE, p)

    def either(self, p: Poly, q: Poly) -> Poly:
        return self.sub(self.add(p, q), self.mul(p, q))

    def select(self, condition: Poly, x: Poly, y: Poly) -> Poly:
        """`if condition then x else y`."""
        return y if x == y else self.add(y, self.mul(condition, self.sub(x, y)))

    # ---- signs

    def learn(self, x: Poly, sign: int) -> None:
        """Remember that `x` is above 0 (2), not below 0 (1), or not 0 (3)."""
        self.signs.learn(x, sign)

    def sign(self, x: Poly) -> int:
        """2 if `x` is above 0, 1 if it is not below 0, 3 if it is not 0, 0 if nothing is known."""
        return self.signs.of(x)

    def one_sum(self, x: Poly) -> Poly | None:
        """`P` if `x` is seen to be `Σ_k P`; there are no sums here."""
        return None

    def above_zero(self, x: Poly) -> bool:
        """Whether `x` is known to be above 0."""
        return self.sign(x) == 2


def _ordered(x: Poly) -> Iterable[tuple[tuple[tuple[int, int], ...], Fraction | int]]:
    return ((tuple((a.uid, e) for a, e in mono), c) for mono, c in x.terms.items())
