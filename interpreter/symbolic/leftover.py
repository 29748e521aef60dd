"""Equations of reals that no lemma states: by algebra over parts that are not looked into.

What is neither a sum nor a product of reals, nor becomes one by a lemma, is a part: a variable of
polynomials, the same for equal parts. What holds for all values of the parts holds.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from denotary.spec import nat
from denotary.spec.terms import Const, Proj, Term, const, spine

from .above import above

if TYPE_CHECKING:
    from .search import Search

ARITHMETIC = "arithmetic"
"""What a claim is said to use where this was needed."""
ROUNDS = 4
"""How often a part is unfolded."""
LARGEST = 120
"""Sums and products in one side, and terms of a polynomial, at most."""
POWER = 8
"""The largest exponent that is multiplied out."""

Mono = tuple[tuple[int, int], ...]
"""Parts by number, each with an exponent; `-1 - k` is the inverse of part `k`."""
Poly = dict[Mono, Fraction]

_OPERATIONS = {
    "Real.add": 2, "Real.sub": 2, "Real.mul": 2, "Real.div": 2, "Real.neg": 1, "Real.inv": 1,
    "Real.npow": 2, "Nat.cast": 3, "Real.natCast": 1,
}  # fmt: skip
"""What is read, and with how many arguments."""


class Large(Exception):
    """More terms than are worth it."""


class Leftover:
    """Decides equations of one search."""

    def __init__(self, search: Search) -> None:
        self.search = search

    def equal(self, a: Term, b: Term) -> bool:
        """Whether two reals, views without unknowns, are equal by algebra over their parts."""
        if self.arithmetic(a) is None and self.arithmetic(b) is None:
            return False
        opened: set[Term] = set()
        for _ in range(ROUNDS):
            reading = _Reading(self, opened)
            try:
                left, right = reading.read(a), reading.read(b)
            except Large:
                return False
            if left == right:
                self.search.used.append(ARITHMETIC)
                return True
            lonely = reading.lonely(left, right)
            if lonely is None:
                return False
            opened.add(lonely)
        return False

    def arithmetic(self, term: Term) -> Term | None:
        """`term` as an operation of reals, a numeral or a size, if it is one after its classes."""
        for _ in range(LARGEST):
            head, args = spine(term)
            if nat.numeral(term) is not None:
                return term
            if isinstance(head, Const) and _OPERATIONS.get(head.name) == len(args):
                return term
            if not self.of_class(head):
                return None
            step = self.search.steps.next(term)
            if step is None:
                return None
            term = step
        return None

    def of_class(self, head: Term) -> bool:
        """Whether a term with this head waits for an instance, which is no definition to keep."""
        env = self.search.statement.env
        if isinstance(head, Proj):
            return env[head.struct].is_class
        if not isinstance(head, Const):
            return False
        owner = env[head.name].inductive
        return bool(owner) and env[owner].is_class


class _Reading:
    """Both sides of one equation as polynomials over one list of parts."""

    def __init__(self, leftover: Leftover, opened: set[Term]) -> None:
        """The parts in `opened` are unfolded to arithmetic."""
        self.opened = opened
        self.leftover = leftover
        self.search = leftover.search
        self.parts: list[Term] = []
        self.nonzero: dict[int, bool] = {}
        self.size = 0
        self.memo: dict[Term, Poly] = {}

    def read(self, term: Term) -> Poly:
        term = self.search.steps.view(term)
        found = self.memo.get(term)
        if found is None:
            self.size += 1
            if self.size > LARGEST:
                raise Large
            found = self.memo[term] = self._read(term)
            if len(found) > LARGEST:
                raise Large
        return found

    def _read(self, term: Term) -> Poly:
        found = self.leftover.arithmetic(term)
        if found is None:
            found = self.unfolded(term) if term in self.opened else self.by_lemma(term)
        if found is None:
            return self.part(term)
        value = nat.numeral(found)
        if value is not None:
            return _constant(Fraction(value))
        head, args = spine(found)
        assert isinstance(head, Const)
        match head.name:
            case "Real.add":
                return _sum(self.read(args[0]), self.read(args[1]))
            case "Real.sub":
                return _sum(self.read(args[0]), _times(_constant(Fraction(-1)), self.read(args[1])))
            case "Real.neg":
                return _times(_constant(Fraction(-1)), self.read(args[0]))
            case "Real.mul":
                return self.product(self.read(args[0]), self.read(args[1]))
            case "Real.inv":
                return self.inverse(found, args[0])
            case "Real.div":
                inverse = self.inverse(const("Real.inv", args[1]), args[1])
                return self.product(self.read(args[0]), inverse)
            case "Real.npow":
                return self.power(found, args[1], nat.literal(args[0]))
            case _:
                return self.size_of(args[-1])

    # ---- operations

    def product(self, x: Poly, y: Poly) -> Poly:
        """The product, with `p p⁻¹ = 1` where `p` is known not to be 0."""
        out: Poly = {}
        for mono, c in _times(x, y).items():
            exponents = dict(mono)
            for part in [p for p in exponents if p >= 0 and -1 - p in exponents]:
                if self.nonzero.get(part):
                    common = min(exponents[part], exponents[-1 - part])
                    exponents[part] -= common
                    exponents[-1 - part] -= common
            key = tuple(sorted((p, e) for p, e in exponents.items() if e))
            out[key] = out.get(key, Fraction(0)) + c
        return {mono: c for mono, c in out.items() if c}

    def inverse(self, whole: Term, of: Term) -> Poly:
        """`(a b)⁻¹ = a⁻¹ b⁻¹`; the inverse of a sum is a part."""
        inner = self.read(of)
        if not inner:
            return {}
        if len(inner) > 1:
            return self.part(whole)
        ((mono, c),) = inner.items()
        return {tuple(sorted((-1 - p, e) for p, e in mono)): 1 / c}

    def power(self, whole: Term, base: Term, exponent: int | None) -> Poly:
        if exponent is None or exponent > POWER:
            return self.part(whole)
        result = _constant(Fraction(1))
        for _ in range(exponent):
            result = self.product(result, self.read(base))
        return result

    def size_of(self, term: Term) -> Poly:
        """A natural number as a real."""
        value = nat.literal(term)
        if value is not None:
            return _constant(Fraction(value))
        op = nat.operation(term)
        if op is not None and op.name == "Nat.mul":
            return self.product(self.size_of(op.left), self.size_of(op.right))
        if op is not None and op.name == "Nat.add":
            return _sum(self.size_of(op.left), self.size_of(op.right))
        found = self.part(const("Real.natCast", term))
        (((part, _),),) = found
        if part not in self.nonzero:
            self.nonzero[part] = above(self.search, term)
        return found

    # ---- parts

    def by_lemma(self, term: Term) -> Term | None:
        """What a lemma makes of a part, if that is arithmetic again after a few steps."""
        for new, forward, used in self.search.applying.rewrites(term):
            if not forward:
                continue
            for step in self.search.unfolding.ahead(new):
                found = self.leftover.arithmetic(step)
                if found is not None:
                    self.search.used.extend(used)
                    return found
        return None

    def unfolded(self, term: Term) -> Term | None:
        """A part as arithmetic, if a few steps make it that."""
        found = (self.leftover.arithmetic(step) for step in self.search.unfolding.ahead(term))
        return next((step for step in found if step is not None), None)

    def lonely(self, left: Poly, right: Poly) -> Term | None:
        """The tallest part of one side alone that can be unfolded to arithmetic."""
        sides = ({max(p, -1 - p) for mono in side for p, _ in mono} for side in (left, right))
        one, other = sides
        parts = [self.parts[k] for k in one ^ other]
        parts.sort(key=self.search.steps.height, reverse=True)
        return next((part for part in parts if self.unfolded(part) is not None), None)

    def part(self, term: Term) -> Poly:
        """The variable for a part: that of one that a few steps of computation make equal."""
        same = (k for k, known in enumerate(self.parts) if self.search.unfolding.meet(known, term))
        number = next(same, len(self.parts))
        if number == len(self.parts):
            self.parts.append(term)
        return {((number, 1),): Fraction(1)}


def _constant(value: Fraction) -> Poly:
    return {(): value} if value else {}


def _sum(x: Poly, y: Poly) -> Poly:
    out = dict(x)
    for mono, c in y.items():
        out[mono] = out.get(mono, Fraction(0)) + c
    return {mono: c for mono, c in out.items() if c}


def _times(x: Poly, y: Poly) -> Poly:
    if len(x) * len(y) > LARGEST * LARGEST:
        raise Large
    out: Poly = {}
    for a, c in x.items():
        for b, d in y.items():
            exponents = dict(a)
            for part, e in b:
                exponents[part] = exponents.get(part, 0) + e
            key = tuple(sorted(exponents.items()))
            out[key] = out.get(key, Fraction(0)) + c * d
    return {mono: c for mono, c in out.items() if c}


__all__ = ["ARITHMETIC", "Leftover"]
