"""Graphs between decimal bounds: every real is a rational, or an interval that surely holds it.

Arithmetic stays rational until a root or an exponential, or a number of very many digits, makes an
interval of it: so a variance that is 0 is known to be 0, and its root too. What binary floats
cannot hold (`10112 choose 9762`, `(9594/10000) ^ 9762`) has an exponent to spare here. A comparison
is decided only where the intervals are apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from functools import cache
from typing import Any

import numpy as np

from .arithmetic import TRANSCENDENTAL
from .axis import Axis
from .exact import FOLDS, RULES, Inexact, by_parts, folded_value
from .num import Num

DIGITS = 60
WORK = 400_000
"""Scalar operations at most."""
KEPT = 1024
"""Bits of a rational at most; a longer one becomes an interval."""


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


def enclosed(
    num: Num,
    axes: Sequence[Axis] = (),
    inputs: Mapping[str, np.ndarray] | None = None,
    work: int = WORK,
) -> np.ndarray:
    """The array of a graph; a real entry is a `Fraction` or an `Interval`. Raises `Inexact`."""
    return by_parts(num, axes, _value, work, inputs)


def bounds(x: Fraction | Interval) -> Interval:
    """The interval of a real; of a rational the narrowest there is."""
    return _constant(x)


def _value(node: Num, done: dict[Num, Any]) -> Any:
    return folded_value(node, done, _rule(node), _fold(node), lambda value: value)


def below(a: Any, b: Any) -> bool:
    """Whether `a < b`, of two reals. Raises `Undecided`."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a < b
    a, b = bounds(a), bounds(b)
    if a.high < b.low:
        return True
    if a.low >= b.high:
        return False
    raise Undecided("two numbers are equal to 60 digits")


def at_most(a: Any, b: Any) -> bool:
    """Whether `a ≤ b`, of two reals. Raises `Undecided`."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a <= b
    a, b = bounds(a), bounds(b)
    if a.high <= b.low:
        return True
    if a.low > b.high:
        return False
    raise Undecided("two numbers are equal to 60 digits")


def meet(a: Any, b: Any) -> bool:
    """Whether two reals agree to 40 digits; False if they surely differ. Raises `Undecided`."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a == b
    a, b = bounds(a), bounds(b)
    if _apart(a, b):
        return False
    span = _UP.subtract(max(a.high, b.high), min(a.low, b.low))
    size = max(abs(x) for x in (a.low, a.high, b.low, b.high))
    if span > _DOWN.multiply(size, Decimal(10) ** -40):
        raise Undecided("the bounds of two numbers are too wide to tell them apart")
    return True


def _apart(a: Interval, b: Interval) -> bool:
    return a.high < b.low or b.high < a.low


def _constant(value: Any) -> Any:
    if isinstance(value, Fraction | int):
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


def _circular(function: str) -> Callable[[Interval], Interval]:
    """A function by mpmath's interval arithmetic; its numbers are binary."""

    def rule(a: Interval) -> Interval:
        context = _binary()
        found = getattr(context, function)(context.mpf([str(a.low), str(a.high)]))
        low, high = found._mpi_
        return Interval(_decimal(low, _DOWN), _decimal(high, _UP))

    return rule


@cache
def _binary() -> Any:
    """mpmath's interval arithmetic, of a few digits more."""
    from mpmath.ctx_iv import MPIntervalContext

    context = MPIntervalContext()
    context.dps = DIGITS + 8
    return context


def _decimal(number: tuple[int, int, int, int], context: Context) -> Decimal:
    """One of mpmath's floats `(sign, mantissa, exponent, bits)`, rounded as the context says."""
    sign, mantissa, exponent, _ = number
    if not mantissa and exponent:
        raise Inexact("a number that is not finite")
    top = -int(mantissa) if sign else int(mantissa)
    if exponent >= 0:
        return context.multiply(Decimal(top), Decimal(2**exponent))
    return context.divide(Decimal(top), Decimal(2**-exponent))


def _tanh(a: Interval) -> Interval:
    """`1 - 2 / (exp (2 x) + 1)`, each end by itself: it increases."""
    one, two = _constant(1), _constant(2)

    def at(x: Decimal) -> Interval:
        twice = _monotone("exp")(_mul(two, Interval(x, x)))
        return _add(one, _neg(_mul(two, _inv(_add(twice, one)))))

    return Interval(at(a.low).low, at(a.high).high)


def _hyperbolic(sign: int) -> Callable[[Interval], Interval]:
    """`(exp x ± exp (-x)) / 2`."""
    exp = _monotone("exp")

    def rule(a: Interval) -> Interval:
        other = exp(_neg(a))
        return _mul(_add(exp(a), other if sign > 0 else _neg(other)), _constant(Fraction(1, 2)))

    return rule


def _abs(a: Interval) -> Interval:
    if a.low >= 0:
        return a
    return _neg(a) if a.high <= 0 else Interval(Decimal(0), max(a.low.copy_negate(), a.high))


def equal(a: Any, b: Any) -> bool:
    """Whether two reals are equal; that intervals meet does not tell. Raises `Undecided`."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a == b
    if _apart(bounds(a), bounds(b)):
        return False
    raise Undecided("two numbers are equal to 60 digits")


_REAL: dict[str, Callable[..., Any]] = {
    "add": _add, "neg": _neg, "mul": _mul, "inv": _inv, "abs": _abs, "pow": _pow, "sqrt": _sqrt,
    "sub": lambda a, b: _add(a, _neg(b)), "div": lambda a, b: _mul(a, _inv(b)),
    "exp": _monotone("exp"), "log": _log, "tanh": _tanh,
    "sinh": _hyperbolic(-1), "cosh": _hyperbolic(1),
    "sin": _circular("sin"), "cos": _circular("cos"), "tan": _circular("tan"),
    "max": lambda a, b: Interval(max(a.low, b.low), max(a.high, b.high)),
    "min": lambda a, b: Interval(min(a.low, b.low), min(a.high, b.high)),
}  # fmt: skip
"""Of intervals; an integer exponent stays one."""

_ALIKE: dict[str, Callable[..., Any]] = {"lt": below, "le": at_most, "eq": equal}
"""Of rationals and intervals alike."""


def _kept(value: Fraction) -> Any:
    """A rational of not too many digits as it is, a longer one as an interval."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > KEPT:
        return _constant(value)
    return value


@cache
def operation(op: str) -> Callable[..., Any] | None:
    """An operation on reals: rational while it can be, on intervals otherwise.

    It raises `Inexact` where it has no value, and `Undecided` where bounds leave that open.
    """
    rational, interval = RULES.get(op), _REAL.get(op)
    if rational is None and interval is None:
        return None

    def rule(*args: Any) -> Any:
        plain = not any(isinstance(arg, Interval) for arg in args)
        if rational is not None and plain and (op != "pow" or _short(*args)):
            try:
                found = rational(*args)
                return found if op in _INTEGRAL else _kept(Fraction(found))
            except Inexact:
                pass
        if interval is None:
            raise Inexact(op)
        if op in TRANSCENDENTAL and args[0] in TRANSCENDENTAL[op]:
            return TRANSCENDENTAL[op][args[0]]
        if op == "log" and isinstance(args[0], Fraction):
            args = (abs(args[0]),)  # Lean's logarithm is even
        if op == "pow":
            return interval(_constant(args[0]), args[1])
        return interval(*map(_constant, args))

    return rule


def _short(x: Any, n: int) -> bool:
    x = Fraction(x)
    return max(x.numerator.bit_length(), x.denominator.bit_length()) * abs(n) <= KEPT


def _rule(node: Num) -> Callable[..., Any] | None:
    if node.op in ("select", "to_real", "to_int"):
        return None if node.op == "to_int" and node.args[0].dtype == "real" else RULES[node.op]
    if not (node.dtype == "real" or any(arg.dtype == "real" for arg in node.args)):
        return RULES.get(node.op)
    return _ALIKE.get(node.op) or operation(node.op)


_INTEGRAL = ("floor", "ceil", "round")


def _fold(node: Num) -> Callable[[Any, Any], Any] | None:
    if node.op != "reduce":
        return None
    if node.dtype != "real":
        return FOLDS[node.attrs[0]]
    return operation({"sum": "add", "prod": "mul", "max": "max", "min": "min"}[node.attrs[0]])


__all__ = [
    "Interval", "Undecided", "at_most", "below", "bounds", "enclosed", "equal", "meet", "operation",
]  # fmt: skip
