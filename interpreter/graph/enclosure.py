"""Closed graphs between decimal bounds: every real is an interval that surely holds it.

What binary floats cannot hold (`10112 choose 9762`, `(9594/10000) ^ 9762`) has an exponent to spare
here. A comparison is decided only where the intervals are apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import (
    MAX_EMAX,
    MIN_EMIN,
    ROUND_CEILING,
    ROUND_FLOOR,
    Context,
    Decimal,
    InvalidOperation,
)
from fractions import Fraction
from typing import Any

import numpy as np

from .axis import Axis
from .exact import FOLDS, RULES, Inexact, by_parts, folded_value
from .num import Num

DIGITS = 60
WORK = 400_000
"""Scalar operations at most."""


@dataclass(frozen=True, slots=True)
class Interval:
    """The reals from `low` to `high`."""

    low: Decimal
    high: Decimal


_TRAPS = [InvalidOperation]
_DOWN = Context(DIGITS, ROUND_FLOOR, MIN_EMIN, MAX_EMAX, traps=_TRAPS)
_UP = Context(DIGITS, ROUND_CEILING, MIN_EMIN, MAX_EMAX, traps=_TRAPS)


class Undecided(Inexact):
    """Two intervals overlap, so that which is less is not known."""


def enclosed(num: Num, axes: Sequence[Axis] = ()) -> np.ndarray:
    """The array of a graph without inputs; a real entry is an `Interval`."""
    return by_parts(num, axes, _value, WORK)


def _value(node: Num, done: dict[Num, Any]) -> Any:
    return folded_value(node, done, _rule(node), _fold(node), _constant)


def below(a: Any, b: Any) -> bool:
    """Whether `a < b`, of intervals. Raises `Undecided`."""
    if a.high < b.low:
        return True
    if a.low >= b.high:
        return False
    raise Undecided("two numbers are equal to 60 digits")


def at_most(a: Any, b: Any) -> bool:
    """Whether `a ≤ b`."""
    if a.high <= b.low:
        return True
    if a.low > b.high:
        return False
    raise Undecided("two numbers are equal to 60 digits")


def meet(a: Any, b: Any) -> bool:
    """Whether two reals agree to 40 digits; False if they surely differ. Raises `Undecided`."""
    if a.high < b.low or b.high < a.low:
        return False
    span = _UP.subtract(max(a.high, b.high), min(a.low, b.low))
    size = max(abs(x) for x in (a.low, a.high, b.low, b.high))
    if span > _DOWN.multiply(size, Decimal(10) ** -40):
        raise Undecided("the bounds of two numbers are too wide to tell them apart")
    return True


def _constant(value: Any) -> Any:
    if isinstance(value, Fraction):
        top, bottom = Decimal(value.numerator), Decimal(value.denominator)
        return Interval(_DOWN.divide(top, bottom), _UP.divide(top, bottom))
    return value


def _add(a: Interval, b: Interval) -> Interval:
    return Interval(_DOWN.add(a.low, b.low), _UP.add(a.high, b.high))


def _neg(a: Interval) -> Interval:
    return Interval(a.high.copy_negate(), a.low.copy_negate())


def _mul(a: Interval, b: Interval) -> Interval:
    pairs = [(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    return Interval(
        min(_DOWN.multiply(x, y) for x, y in pairs),
        max(_UP.multiply(x, y) for x, y in pairs),
    )


def _inv(a: Interval) -> Interval:
    if a.low == a.high == 0:
        return a
    if a.low <= 0 <= a.high:
        raise Undecided("a denominator may be 0")
    one = Decimal(1)
    return Interval(_DOWN.divide(one, a.high), _UP.divide(one, a.low))


def _pow(a: Interval, n: int) -> Interval:
    if n < 0:
        return _inv(_pow(a, -n))
    result = Interval(Decimal(1), Decimal(1))
    while n:
        if n & 1:
            result = _mul(result, a)
        n >>= 1
        if n:
            a = _square(a)
    return result


def _square(a: Interval) -> Interval:
    found = _mul(a, a)
    return Interval(max(found.low, Decimal(0)), found.high)


def _around(x: Decimal, function: str) -> Interval:
    """A correctly rounded function, and its neighbours."""
    context = Context(DIGITS, Emin=MIN_EMIN, Emax=MAX_EMAX, traps=_TRAPS)
    value = getattr(context, function)(x)
    return Interval(context.next_minus(value), context.next_plus(value))


def _monotone(function: str) -> Callable[[Interval], Interval]:
    return lambda a: Interval(_around(a.low, function).low, _around(a.high, function).high)


def _sqrt(a: Interval) -> Interval:
    if a.high <= 0:
        return Interval(Decimal(0), Decimal(0))
    low = _around(a.low, "sqrt").low if a.low > 0 else Decimal(0)
    return Interval(max(low, Decimal(0)), _around(a.high, "sqrt").high)


def _log(a: Interval) -> Interval:
    if a.low <= 0:
        raise Inexact("the logarithm of a number that is not above 0")
    return _monotone("ln")(a)


def _abs(a: Interval) -> Interval:
    if a.low >= 0:
        return a
    return _neg(a) if a.high <= 0 else Interval(Decimal(0), max(a.low.copy_negate(), a.high))


def _equal(a: Interval, b: Interval) -> bool:
    if a.high < b.low or b.high < a.low:
        return False
    raise Undecided("two numbers are equal to 60 digits")


_REAL: dict[str, Callable[..., Any]] = {
    "add": _add, "neg": _neg, "mul": _mul, "inv": _inv, "abs": _abs, "pow": _pow, "sqrt": _sqrt,
    "sub": lambda a, b: _add(a, _neg(b)), "div": lambda a, b: _mul(a, _inv(b)),
    "exp": _monotone("exp"), "log": _log,
    "max": lambda a, b: Interval(max(a.low, b.low), max(a.high, b.high)),
    "min": lambda a, b: Interval(min(a.low, b.low), min(a.high, b.high)),
    "lt": below, "le": at_most, "eq": _equal,
    "select": lambda c, x, y: x if c else y,
    "to_real": lambda n: _constant(Fraction(int(n))),
}  # fmt: skip


def _rule(node: Num) -> Callable[..., Any] | None:
    real = node.dtype == "real" or any(arg.dtype == "real" for arg in node.args)
    return (_REAL if real else RULES).get(node.op)


def _fold(node: Num) -> Callable[[Any, Any], Any] | None:
    if node.op != "reduce":
        return None
    real = {"sum": _add, "prod": _mul, "max": _REAL["max"], "min": _REAL["min"]}
    return (real if node.dtype == "real" else FOLDS)[node.attrs[0]]


__all__ = ["Interval", "Undecided", "at_most", "below", "enclosed", "meet"]
