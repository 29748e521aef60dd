"""Natural numbers that remember how they were multiplied together."""

from __future__ import annotations

from typing import ClassVar


class Size(int):
    """A concrete value of ℕ with the factors that it was multiplied from, most significant first.

    `Size` of `N * (c * h * w)` is one integer with the four factors `N, c, h, w`, so that a binder
    over `Fin` of it gets four axes. Factors equal to 1 are left out. `replicas` marks the value of
    the binder that counts a statement's replicas: a number that happens to be equal is not marked,
    nor is a product, `R * 1` included.
    """

    _table: ClassVar[dict[tuple[tuple[int, ...], bool], Size]] = {}
    factors: tuple[int, ...]
    replicas: bool

    def __new__(
        cls, value: int, factors: tuple[int, ...] | None = None, *, replicas: bool = False
    ) -> Size:
        value = int(value)
        if factors is None:
            factors = () if value == 1 else (value,)
        found = cls._table.get((factors, replicas))
        if found is None:
            found = super().__new__(cls, value)
            found.factors, found.replicas = factors, replicas
            cls._table[factors, replicas] = found
        return found

    def times(self, other: Size) -> Size:
        """The product, remembering both operands' factors."""
        if self == 0 or other == 0:
            return Size(0)
        return Size(int(self) * int(other), self.factors + other.factors)

    def over(self, other: Size) -> Size:
        """Lean's `self / other` on ℕ; an exact division takes the divisor's factors away."""
        if other == 0:
            return Size(0)
        quotient, n = int(self) // int(other), len(other.factors)
        if n and quotient * int(other) == int(self):
            if self.factors[-n:] == other.factors:
                return Size(quotient, self.factors[:-n])
            if self.factors[:n] == other.factors:
                return Size(quotient, self.factors[n:])
        return Size(quotient, self.factors) if other == 1 else Size(quotient)
