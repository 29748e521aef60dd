"""Arithmetic of dual numbers modulo a prime: the rules of `identity`, one an operation.

A root, an exponential or a comparison is a random function of its argument.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

PRIME = 2**31 - 1
"""Products of residues fit into 64 bits."""

Array = Any
Dual = tuple[Array, Array | None]
"""A value and its slope; `None` for a slope that is zero."""


class Untold(Exception):
    """A node of which nothing can be said in this way."""


class Random(Protocol):
    """Where the random functions come from."""

    def random(self, name: str, *args: Array) -> Array: ...


def scramble(x: Array, seed: int) -> Array:
    """Residues that look random (the finaliser of splitmix64)."""
    mask = np.uint64(0xFFFFFFFFFFFFFFFF)
    x = np.asarray(x, dtype=np.uint64)
    z = (x + np.uint64((seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) % 2**64)) & mask
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    return (z % np.uint64(PRIME)).astype(np.int64)


def power(x: Array, n: Array) -> Array:
    """`x ^ n` modulo the prime, `n` of either sign; `0 ^ -n` is 0."""
    n = np.where(n < 0, (n % (PRIME - 1)), n)
    x, n = np.broadcast_arrays(np.asarray(x, dtype=np.int64), np.asarray(n, dtype=np.int64))
    result = np.ones(x.shape, dtype=np.int64)
    base, n = x.copy(), n.copy()
    while np.any(n):
        result = np.where(n & 1, result * base % PRIME, result)
        base = base * base % PRIME
        n >>= 1
    return result


def _inverse(x: Array) -> Array:
    return power(x, np.asarray(PRIME - 2))


# ---- rules: each from duals to a dual


def total_slope(*terms: tuple[Array | int, Array | None]) -> Array | None:
    """The sum of coefficient times slope."""
    total = None
    for coefficient, slope in terms:
        if slope is not None:
            part = coefficient * slope % PRIME
            total = part if total is None else (total + part) % PRIME
    return total


def _add(f: Random, a: Dual, b: Dual) -> Dual:
    return (a[0] + b[0]) % PRIME, total_slope((1, a[1]), (1, b[1]))


def _sub(f: Random, a: Dual, b: Dual) -> Dual:
    return (a[0] - b[0]) % PRIME, total_slope((1, a[1]), (PRIME - 1, b[1]))


def _neg(f: Random, a: Dual) -> Dual:
    return -a[0] % PRIME, total_slope((PRIME - 1, a[1]))


def product(f: Random, a: Dual, b: Dual) -> Dual:
    return a[0] * b[0] % PRIME, total_slope((b[0], a[1]), (a[0], b[1]))


def _inv(f: Random, a: Dual) -> Dual:
    value = _inverse(a[0])
    return value, total_slope((-(value * value % PRIME) % PRIME, a[1]))


def _div(f: Random, a: Dual, b: Dual) -> Dual:
    return product(f, a, _inv(f, b))


def _same(f: Random, a: Dual) -> Dual:
    return a[0] % PRIME, a[1]


def _sign(f: Random, a: Dual) -> Dual:
    small = np.minimum(a[0], PRIME - a[0])
    value = f.random("sign", small)
    return np.where(a[0] == 0, 0, np.where(a[0] == small, value, PRIME - value)), None


def _abs(f: Random, a: Dual) -> Dual:
    sign = _sign(f, a)[0]
    return a[0] * sign % PRIME, total_slope((sign, a[1]))


def _maximum(f: Random, a: Dual, b: Dual) -> Dual:
    return _halved(_add(f, _add(f, a, b), _abs(f, _sub(f, a, b))))


def _minimum(f: Random, a: Dual, b: Dual) -> Dual:
    return _halved(_sub(f, _add(f, a, b), _abs(f, _sub(f, a, b))))


_HALF = (PRIME + 1) // 2


def _halved(a: Dual) -> Dual:
    return a[0] * _HALF % PRIME, total_slope((_HALF, a[1]))


def _sqrt(f: Random, a: Dual) -> Dual:
    value = f.random("sqrt", a[0])
    return value, total_slope((_inverse(2 * value % PRIME), a[1]))


def _exp(f: Random, a: Dual) -> Dual:
    small = np.minimum(a[0], PRIME - a[0])
    value = f.random("exp", small)
    value = np.where(a[0] == 0, 1, np.where(a[0] == small, value, _inverse(value)))
    return value, total_slope((value, a[1]))


def _log(f: Random, a: Dual) -> Dual:
    return f.random("log", a[0]), total_slope((_inverse(a[0]), a[1]))


def _sin(f: Random, a: Dual) -> Dual:
    return f.random("sin", a[0]), total_slope((f.random("cos", a[0]), a[1]))


def _cos(f: Random, a: Dual) -> Dual:
    return f.random("cos", a[0]), total_slope((PRIME - f.random("sin", a[0]), a[1]))


def _tanh(f: Random, a: Dual) -> Dual:
    value = f.random("tanh", a[0])
    return value, total_slope(((1 - value * value) % PRIME, a[1]))


def _unknown(name: str) -> Callable[..., Dual]:
    def rule(f: Random, *args: Dual) -> Dual:
        if any(slope is not None for _, slope in args):
            raise Untold(f"the derivative of {name}")
        return f.random(name, *[value for value, _ in args]), None

    return rule


# Truth values are 0 and 1, or elements that a comparison became; connectives are polynomials.


def _lt(f: Random, a: Dual, b: Dual) -> Dual:
    return f.random("lt", (b[0] - a[0]) % PRIME), None


def _le(f: Random, a: Dual, b: Dual) -> Dual:
    return _not(f, _lt(f, b, a))


def _eq(f: Random, a: Dual, b: Dual) -> Dual:
    gap = (a[0] - b[0]) % PRIME
    return np.where(gap == 0, 1, f.random("eq", np.minimum(gap, PRIME - gap))), None


def _not(f: Random, a: Dual) -> Dual:
    return (1 - a[0]) % PRIME, None


def conjunction(f: Random, a: Dual, b: Dual) -> Dual:
    return a[0] * b[0] % PRIME, None


def disjunction(f: Random, a: Dual, b: Dual) -> Dual:
    return (a[0] + b[0] - a[0] * b[0]) % PRIME, None


def _xor(f: Random, a: Dual, b: Dual) -> Dual:
    return (a[0] + b[0] - 2 * (a[0] * b[0] % PRIME)) % PRIME, None


def _select(f: Random, condition: Dual, a: Dual, b: Dual) -> Dual:
    c = condition[0]
    value = (c * a[0] % PRIME + (1 - c) % PRIME * b[0] % PRIME) % PRIME
    return value, total_slope((c, a[1]), ((1 - c) % PRIME, b[1]))


RULES: dict[str, Callable[..., Dual]] = {
    "add": _add, "sub": _sub, "mul": product, "neg": _neg, "inv": _inv, "div": _div,
    "to_real": _same, "abs": _abs, "sign": _sign, "max": _maximum, "min": _minimum,
    "sqrt": _sqrt, "exp": _exp, "log": _log, "sin": _sin, "cos": _cos, "tanh": _tanh,
    "lt": _lt, "le": _le, "eq": _eq, "select": _select,
    "not": _not, "and": conjunction, "or": disjunction, "xor": _xor,
    **{
        name: _unknown(name)
        for name in (
            "tan", "sinh", "cosh", "arctan", "arcsin", "arccos", "erf", "floor", "ceil", "round",
            "rpow",
        )
    },
}  # fmt: skip
INT_RELATIONS: dict[str, Callable[..., Array]] = {
    "lt": np.less, "le": np.less_equal, "eq": np.equal,
}  # fmt: skip
