"""Real numbers: arithmetic, order, conversions and the elementary functions.

Everything is total as in Mathlib: `x / 0 = 0`, `0⁻¹ = 0`, `√x = 0` for `x ≤ 0`, `log 0 = 0` and
`log (-x) = log x`.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .operations import operations
from .registry import primitive

if TYPE_CHECKING:
    from denotary.interpreter.machine import Machine

operations(
    {
        "Real.add": ("add", "the sum"),
        "Real.sub": ("sub", "the difference"),
        "Real.mul": ("mul", "the product"),
        "Real.div": ("div", "the quotient; `x / 0 = 0`"),
        "Real.le": ("le", "`x ≤ y`"),
        "Real.lt": ("lt", "`x < y`"),
        "Real.min": ("min", "the smaller of two"),
        "Real.max": ("max", "the larger of two"),
        "Real.rpow": (
            "rpow",
            "`x ^ y = exp (log x * y)` for `x > 0`; `0 ^ 0 = 1`, else `0 ^ y = 0`; "
            "for `x < 0` times `cos (y * π)`",
        ),
    },
    "real",
    2,
    __name__,
)
operations(
    {
        "Real.neg": ("neg", "`-x`"),
        "Real.inv": ("inv", "`x⁻¹`; `0⁻¹ = 0`"),
        "Real.sqrt": ("sqrt", "the square root; 0 for `x ≤ 0`"),
        "Real.exp": ("exp", "the exponential function"),
        "Real.log": ("log", "the natural logarithm of `|x|`; `log 0 = 0`"),
        "Real.sin": ("sin", "the sine"),
        "Real.cos": ("cos", "the cosine"),
        "Real.tan": ("tan", "the tangent"),
        "Real.sinh": ("sinh", "the hyperbolic sine"),
        "Real.cosh": ("cosh", "the hyperbolic cosine"),
        "Real.tanh": ("tanh", "the hyperbolic tangent"),
        "Real.arctan": ("arctan", "the arctangent"),
        "Real.floor": ("floor", "`⌊x⌋ : ℤ`"),
        "Real.ceil": ("ceil", "`⌈x⌉ : ℤ`"),
    },
    "real",
    1,
    __name__,
)


def constant(m: Machine, value: int | Fraction) -> Any:
    return m.domain.constant(Fraction(value), "real")


@primitive("Real.zero", arity=0)
def zero(m: Machine) -> Any:
    """`Real.zero`: 0."""
    return constant(m, 0)


@primitive("Real.one", arity=0)
def one(m: Machine) -> Any:
    """`Real.one`: 1."""
    return constant(m, 1)


#: π to 60 digits, exact enough for every format that numbers are lowered to.
PI = Fraction("3.141592653589793238462643383279502884197169399375105820974944592")


@primitive("Real.pi", arity=0)
def pi(m: Machine) -> Any:
    """`Real.pi`: π, as a rational right to 60 digits."""
    return constant(m, PI)


@primitive("Real.natCast", "Real.intCast", arity=1)
def of_int(m: Machine, n: Any) -> Any:
    """`Real.natCast`, `Real.intCast`: the integer as a real."""
    n = m.force(n)
    if isinstance(n, int):
        return constant(m, int(n))
    return m.domain.apply("to_real", m.number(n, "int"))


@primitive("Real.ratCast", arity=1)
def of_rat(m: Machine, q: Any) -> Any:
    """`Real.ratCast`: the rational as a real."""
    return m.number(q, "real")


@primitive("Real.ofScientific", "Rat.ofScientific", arity=3)
def of_scientific(m: Machine, mantissa: Any, negative: Any, exponent: Any) -> Any:
    """`ofScientific m s e`: `m * 10^-e` if `s`, else `m * 10^e`, exactly."""
    scale = Fraction(10) ** int(m.concrete(exponent, "exponent"))
    value = Fraction(int(m.concrete(mantissa, "mantissa")))
    return constant(m, value / scale if m.force(negative) else value * scale)


@primitive("Float.ofScientific", arity=3)
def float_of_scientific(m: Machine, mantissa: Any, negative: Any, exponent: Any) -> Any:
    """`Float.ofScientific m s e`: the double next to the decimal."""
    exact = m.domain.known(of_scientific(m, mantissa, negative, exponent))
    assert exact is not None
    try:
        return constant(m, Fraction(float(exact)))
    except OverflowError:
        raise m.unsupported("Float.ofScientific", "a literal beyond the largest double") from None


@primitive("Real.npow", arity=2)
def npow(m: Machine, n: Any, x: Any) -> Any:
    """`Real.npow n x`: `x ^ n`, with `0 ^ 0 = 1`."""
    return m.domain.apply("pow", m.number(x, "real"), m.number(n, "int"))


@primitive("Real.zpow", arity=2)
def zpow(m: Machine, n: Any, x: Any) -> Any:
    """`Real.zpow n x`: `x ^ n` for an integer `n`; `0 ^ 0 = 1`, `0 ^ n = 0` for `n < 0`."""
    return m.domain.apply("pow", m.number(x, "real"), m.number(n, "int"))


def _clamped(m: Machine, x: Any) -> Any:
    number = m.number(x, "real")
    low = m.domain.apply("max", number, constant(m, -1))
    return m.domain.apply("min", low, constant(m, 1))


@primitive("Real.arcsin", arity=1)
def arcsin(m: Machine, x: Any) -> Any:
    """`Real.arcsin`: the arcsine of `x` clamped to [-1, 1]."""
    return m.domain.apply("arcsin", _clamped(m, x))


@primitive("Real.arccos", arity=1)
def arccos(m: Machine, x: Any) -> Any:
    """`Real.arccos`: the arccosine of `x` clamped to [-1, 1]."""
    return m.domain.apply("arccos", _clamped(m, x))


@primitive("Real.arsinh", arity=1)
def arsinh(m: Machine, x: Any) -> Any:
    """`Real.arsinh`: `sign x * log (|x| + √(1 + x²))`."""
    d, number = m.domain, m.number(x, "real")
    size = d.apply("abs", number)
    root = d.apply("sqrt", d.apply("add", d.apply("mul", size, size), constant(m, 1)))
    return d.apply("mul", d.apply("sign", number), d.apply("log", d.apply("add", size, root)))


@primitive("Real.Gamma", arity=1)
def gamma(m: Machine, x: Any) -> Any:
    """`Real.Gamma`: at concrete integers only, `Γ n = (n-1)!` and 0 at the poles."""
    known = m.domain.known(m.number(x, "real"))
    if known is None or Fraction(known).denominator != 1:
        raise m.unsupported("Real.Gamma", "it has a meaning at concrete integers only")
    return constant(m, math.factorial(int(known) - 1) if known > 0 else 0)


@primitive("Complex.arg", arity=1)
def arg(m: Machine, z: Any) -> Any:
    """`Complex.arg z`: in (-π, π], π on the negative axis, `arg 0 = 0`.

    Twice the arctangent of `im / (|z| + re)`, or of the equal `(|z| - re) / im` to the left.
    """
    d, value = m.domain, m.force(z)
    re = m.number(m.project("Complex", 0, value), "real")
    im = m.number(m.project("Complex", 1, value), "real")
    size = d.apply("sqrt", d.apply("add", d.apply("mul", re, re), d.apply("mul", im, im)))
    left = d.apply("lt", re, constant(m, 0))
    tangent = d.select(
        left,
        d.apply("div", d.apply("sub", size, re), im),
        d.apply("div", im, d.apply("add", size, re)),
    )
    angle = d.apply("mul", d.apply("arctan", tangent), constant(m, 2))
    flat = d.apply("and", d.apply("eq", im, constant(m, 0)), left)
    return d.select(flat, constant(m, PI), angle)
