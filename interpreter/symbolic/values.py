"""Roots and functions of rationals."""

from __future__ import annotations

import math
from fractions import Fraction

LARGEST_PRIME = 1_000
"""Primes that are looked for under a root."""
VALUES = {
    ("log", Fraction(0)): 0, ("log", Fraction(1)): 0, ("log", Fraction(-1)): 0,
    ("sin", Fraction(0)): 0, ("cos", Fraction(0)): 1, ("tan", Fraction(0)): 0,
    ("tanh", Fraction(0)): 0, ("sinh", Fraction(0)): 0, ("cosh", Fraction(0)): 1,
    ("arctan", Fraction(0)): 0, ("arcsin", Fraction(0)): 0, ("arccos", Fraction(1)): 0,
    ("erf", Fraction(0)): 0,
}  # fmt: skip
"""Values at rationals (Lean's `log 0 = 0` and `log (-x) = log x`)."""


def square_free(n: int) -> tuple[int, list[int]]:
    """`n = a² · p · q …` as `a` and factors that are primes, but for a last one of large primes."""
    outside, inside, p = 1, [], 2
    while p * p <= n and p <= LARGEST_PRIME:
        while n % (p * p) == 0:
            n //= p * p
            outside *= p
        if n % p == 0:
            n //= p
            inside.append(p)
        p += 1
    root = math.isqrt(n)
    if root * root == n:
        return outside * root, inside
    return outside, [*inside, n]
