"""What is known of the signs of expressions."""

from __future__ import annotations

from fractions import Fraction

from .poly import NOT_NEGATIVE, Atom, Mono, Poly, content, scaled


class Signs:
    """Signs as numbers: 2 above 0, 1 not below 0, 3 not 0, 0 where nothing is known."""

    def __init__(self) -> None:
        self._known: dict[Poly, int] = {}
        self._everywhere: dict[Atom, int] = {}

    def __bool__(self) -> bool:
        return bool(self._known)

    def get(self, x: Poly) -> int:
        """What was learned of `x` itself."""
        return self._known.get(x, 0)

    def learn(self, x: Poly, sign: int) -> None:
        """Remember the sign of `x`. Not below 0 and not 0 together are above 0."""
        if x.constant is not None:
            return
        self._learn(x, sign)
        if sign == 3:
            self._learn(scaled(x, -1), sign)
        if sign != 1:
            c, factor, rest = content(x)
            if not factor:
                self._learn(rest, sign if c > 0 else 3)

    def _learn(self, x: Poly, sign: int) -> None:
        known = self._known.get(x, 0)
        self._known[x] = 2 if {known, sign} == {1, 3} else known if known == 2 else sign

    def learn_everywhere(self, function: Atom, sign: int) -> None:
        """Remember the sign of all values of a function."""
        known = self._everywhere.get(function, 0)
        self._everywhere[function] = 2 if {known, sign} == {1, 3} or 2 in (known, sign) else sign

    def of(self, x: Poly, shallow: bool = False) -> int:
        """The sign of `x`, from those of what it is made of."""
        c = x.constant
        if c is not None:
            return 2 if c > 0 else 1 if c == 0 else 0
        known = self._known.get(x, 0)
        if known:
            return known
        if shallow and len(x.terms) > 4:
            return 0
        strict = False
        for mono, c in x.terms.items():
            here = self._mono(mono)
            if c < 0 or not here:
                return self._scaled(x)
            strict = strict or here == 2
        return 2 if strict else 1

    def _scaled(self, x: Poly) -> int:
        one = x.single
        if one is not None and one[1] > 0:
            signs = [self._known.get(Poly({((a, 1),): 1}), 0) for a, _ in one[0]]
            return 3 if all(k in (2, 3) for k in signs) else 0
        if self._known:
            c, _, _ = content(x)
            if c > 0 and c != 1:
                return self._known.get(scaled(x, Fraction(1) / c), 0)
        return 0

    def _mono(self, mono: Mono) -> int:
        least = 2
        for atom, e in mono:
            known = self.of_atom(atom)
            if known == 0 or known == 3:
                if e % 2:
                    return 0
                known = 2 if known == 3 else 1
            least = min(least, known)
        return least

    def of_atom(self, atom: Atom) -> int:
        """The sign of an atom."""
        known = self._known.get(Poly({((atom, 1),): 1}), 0) if self._known else 0
        if known:
            return known
        if atom.kind == "exp":
            return 2
        if atom.kind == "sqrt":
            return 2 if self.of(atom.args[0]) == 2 else 1
        if atom.kind == "inv":
            return self.of(atom.args[0])
        if atom.kind == "app":
            return self._everywhere.get(atom.args[0], 0)
        if atom.kind == "sum":
            return 1 if self.of(atom.args[2]) in (1, 2) else 0
        if atom.kind == "name":
            return self.of(atom.args[0])
        if atom.kind == "max":
            signs = [self.of(x) for x in atom.args[0]]
            return 2 if 2 in signs else 1 if 1 in signs else 0
        return 1 if atom.kind in NOT_NEGATIVE else 0
