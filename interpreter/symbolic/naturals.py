"""Arithmetic of ℕ over sizes and bounded index variables: what truncates, divides and compares."""

from __future__ import annotations

from fractions import Fraction

from .algebra import Algebra
from .poly import NATURAL, ONE, ZERO, Atom, Mono, Poly, quotient
from .vanish import outermost


class Naturals(Algebra):
    """Polynomials in which some atoms are natural numbers below others."""

    def __init__(self) -> None:
        super().__init__()
        self.radix: dict[Atom, Poly] = {}
        """Index variables and other bounded numbers, to what they are below."""

    def not_negative(self, x: Poly) -> bool:
        """Whether an integer is known not to be below 0, from the bounds of what is in it."""
        parts = []
        for mono, c in x.terms.items():
            if any(e < 0 or a.kind not in NATURAL for a, e in mono):
                return False
            part = Poly({mono: c})
            if c < 0:
                tops = {a: self.sub(self.radix[a], ONE) for a, _ in mono if a in self.radix}
                part = outermost(self, part, tops) if tops else part
            parts.append(part)
        lower = self.add(ZERO, *parts)
        if any(a in self.radix for a in lower.atoms) and any(c < 0 for c in lower.terms.values()):
            return False
        if all(c >= 0 for c in lower.terms.values()):
            return True
        sizes = {a for a in lower.atoms if a.kind == "size"}
        above = outermost(self, lower, {a: self.add(self.of(a), ONE) for a in sizes})
        if all(c >= 0 for c in above.terms.values()):
            self.used |= sizes
            return True
        return False

    def above_zero(self, x: Poly) -> bool:
        """Whether a real is above 0, sizes being so: those that it rests on are taken note of."""
        if self.sign(x) == 2:
            return True
        above = False
        for mono, c in x.terms.items():
            if c < 0:
                return False
            if all(self._above_zero(atom) for atom, _ in mono):
                above = True
            elif self.sign(Poly({mono: c})) not in (1, 2):
                return False
        return above

    def _above_zero(self, atom: Atom) -> bool:
        if atom.kind == "size":
            self.used.add(atom)
            return True
        if atom.kind == "sum":
            return self.above_zero(atom.args[2]) and all(map(self.above_zero, atom.args[0]))
        if atom.kind in ("inv", "name", "sqrt"):
            return self.above_zero(atom.args[0])
        return self.sign(self.of(atom)) == 2

    def natural_or_zero(self, x: Poly) -> Poly:
        """1 where an integer is not below 0, else 0."""
        return ONE if self.not_negative(x) else self.negation(self.pos(self.neg(x)))

    def natural_sub(self, x: Poly, y: Poly) -> Poly:
        """`x - y` in ℕ."""
        difference = self.sub(x, y)
        if self.not_negative(difference):
            return difference
        if self.not_negative(self.neg(difference)):
            return ZERO
        return self.symbol("nsub", difference)

    def clip(self, x: Poly, size: Poly) -> Poly:
        """`x` as an index below `size`.

        An index `⟨x, _⟩` under a condition that makes it one is clipped, so that its bound holds
        whether or not the condition does: where it does not, what is read there is multiplied by 0.
        """
        if self.not_negative(self.sub(self.sub(size, ONE), x)):
            return x
        atom = self.atom("clip", x, size)
        self.radix[atom] = size
        return self.of(atom)

    def div_mod(self, x: Poly, y: Poly) -> tuple[Poly, Poly]:
        """`x / y` and `x % y` in ℕ."""
        if not y:
            return ZERO, x
        one = y.single
        if one is not None and all(e > 0 for _, e in one[0]):
            quotient, rest = self._quotients(x, *one)
            top = self.sub(self.sub(y, ONE), rest)
            if self.not_negative(rest) and self.not_negative(top):
                return quotient, rest
        div, mod = self.atom("ndiv", x, y), self.atom("nmod", x, y)
        if one is not None and not one[0]:
            self.radix[mod] = y
        return self.of(div), self.of(mod)

    def _quotients(self, x: Poly, mono: Mono, c: Fraction | int) -> tuple[Poly, Poly]:
        """The terms of `x` that `c · mono` divides, divided, and the others."""
        whole: dict[Mono, Fraction | int] = {}
        rest: dict[Mono, Fraction | int] = {}
        for m, d in x.terms.items():
            powers = dict(m)
            times, left = divmod(d, c)
            if times and all(powers.get(a, 0) >= e for a, e in mono):
                whole[quotient(m, dict(mono))] = times
                if left:
                    rest[m] = left
            else:
                rest[m] = d
        return Poly(whole), Poly(rest)

    def below(self, x: Poly, y: Poly) -> Poly:
        """1 where `x < y` in ℕ, else 0."""
        difference = self.sub(y, x)
        if self.not_negative(self.sub(difference, ONE)):
            return ONE
        if self.not_negative(self.neg(difference)):
            return ZERO
        return self.pos(difference)

    def same_number(self, x: Poly, y: Poly) -> Poly:
        """1 where `x = y` in ℕ, else 0."""
        difference = self.sub(x, y)
        for side in (difference, self.neg(difference)):
            if self.not_negative(self.sub(side, ONE)):
                return ZERO
        for width in self._widths(x):
            (q, r), (s, t) = self.div_mod(x, width), self.div_mod(y, width)
            if not any(a.kind in ("ndiv", "nmod") for p in (q, r, s, t) for a in p.atoms):
                return self.mul(self.same_number(q, s), self.same_number(r, t))
        return self.zero(difference)

    def _widths(self, x: Poly) -> list[Poly]:
        """What digits of a mixed-radix number are multiplied by, without numbers and 1."""
        found: dict[Poly, None] = {}
        for mono in x.terms:
            rest = tuple((a, e) for a, e in mono if a.kind == "size")
            if rest and any(a.kind == "var" for a, _ in mono):
                found[Poly({rest: 1})] = None
        return list(found)
