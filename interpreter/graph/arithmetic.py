"""Arithmetic nodes: exact folding only, and Lean's values at the junk points.

Folding never changes a rounding: rationals are folded exactly while they stay small, and
identities such as `x * 0 = 0` hold for every real (there is no infinity or NaN in ℝ).
"""

from __future__ import annotations

import math
from fractions import Fraction

from .num import UNBOUNDED, Bounds, Dtype, GraphError, Num, affine_node, constant, make, real

Operand = Num | int | Fraction | bool

# A folded constant larger than this many bits is left as an operation.
_FOLD_BITS = 2048

#: unary ops real → real that are not folded except at the listed exact points
TRANSCENDENTAL: dict[str, dict[Fraction, Fraction]] = {
    "exp": {Fraction(0): Fraction(1)},
    "log": {Fraction(0): Fraction(0), Fraction(1): Fraction(0), Fraction(-1): Fraction(0)},
    "sin": {Fraction(0): Fraction(0)},
    "cos": {Fraction(0): Fraction(1)},
    "tan": {Fraction(0): Fraction(0)},
    "tanh": {Fraction(0): Fraction(0)},
    "sinh": {Fraction(0): Fraction(0)},
    "cosh": {Fraction(0): Fraction(1)},
    "arctan": {Fraction(0): Fraction(0)},
    "arcsin": {Fraction(0): Fraction(0)},
    "arccos": {Fraction(1): Fraction(0)},
    "erf": {Fraction(0): Fraction(0)},
}


def coerce(operand: Operand, dtype: Dtype) -> Num:
    """A Python number as a constant of `dtype`; a node as it is, its dtype checked."""
    if not isinstance(operand, Num):
        return constant(operand, dtype)
    if operand.dtype != dtype:
        raise GraphError(f"expected a node of dtype {dtype}, got {operand!r}")
    return operand


def pair(x: Operand, y: Operand) -> tuple[Num, Num]:
    """Both operands as nodes of one dtype."""
    dtype = x.dtype if isinstance(x, Num) else y.dtype if isinstance(y, Num) else None
    if dtype is None:
        raise GraphError(f"expected at least one node, got {x!r} and {y!r}")
    return coerce(x, dtype), coerce(y, dtype)


def ordered(x: Num, y: Num) -> tuple[Num, Num]:
    """Operands of a commutative operation in canonical order."""
    return (x, y) if x.uid <= y.uid else (y, x)


def _small(value: Fraction) -> bool:
    return value.numerator.bit_length() + value.denominator.bit_length() <= _FOLD_BITS


def _arith(x: Num, op: str) -> None:
    if x.dtype == "bool":
        raise GraphError(f"expected real or int operands for {op}, got {x!r}")


def _both(x: Num, y: Num) -> bool:
    return x.is_const and y.is_const


# ---- ring operations


def add(x: Operand, y: Operand) -> Num:
    """`x + y` on reals or ints."""
    x, y = pair(x, y)
    _arith(x, "add")
    if x.linear is not None and y.linear is not None:
        return affine_node(x.linear[0] + y.linear[0], x.linear[1] + y.linear[1])
    if x.is_const and x.value == 0:
        return y
    if y.is_const and y.value == 0:
        return x
    if x.dtype == "real" and _both(x, y) and _small(x.value + y.value):
        return real(x.value + y.value)
    (a, b), (c, d) = x.bounds, y.bounds
    return make("add", ordered(x, y), x.dtype, bounds=(a + c, b + d))


def neg(x: Num) -> Num:
    """`-x`."""
    _arith(x, "neg")
    if x.linear is not None:
        return affine_node(-x.linear[0], [(a, -c) for a, c in x.linear[1]])
    if x.is_const:
        return real(-x.value)
    if x.op == "neg":
        return x.args[0]
    return make("neg", (x,), x.dtype, bounds=(-x.bounds[1], -x.bounds[0]))


def sub(x: Operand, y: Operand) -> Num:
    """`x - y` on reals or ints (`natsub` is the subtraction of ℕ)."""
    x, y = pair(x, y)
    _arith(x, "sub")
    if x is y:
        return constant(0, x.dtype)
    if y.linear is not None and x.linear is not None:
        return add(x, neg(y))
    if y.is_const and y.value == 0:
        return x
    if x.is_const and x.value == 0:
        return neg(y)
    if x.dtype == "real" and _both(x, y) and _small(x.value - y.value):
        return real(x.value - y.value)
    (a, b), (c, d) = x.bounds, y.bounds
    return make("sub", (x, y), x.dtype, bounds=(a - d, b - c))


def natsub(x: Operand, y: Operand) -> Num:
    """Subtraction of ℕ, which stops at 0."""
    difference = sub(*pair(x, y))
    return maximum(difference, 0)


def mul(x: Operand, y: Operand) -> Num:
    """`x * y` on reals or ints."""
    x, y = pair(x, y)
    _arith(x, "mul")
    if x.is_const:
        x, y = y, x
    if y.is_const:
        k = y.value
        if k == 0:
            return y
        if k == 1:
            return x
        if x.linear is not None:
            return affine_node(x.linear[0] * k, [(a, c * k) for a, c in x.linear[1]])
        if k == -1:
            return neg(x)
        if x.is_const and _small(x.value * k):
            return real(x.value * k)
    return make("mul", ordered(x, y), x.dtype, bounds=product_bounds(x.bounds, y.bounds))


def product_bounds(x: Bounds, y: Bounds) -> Bounds:
    """Interval product, with `0 · ∞ = 0`."""
    corners = [0 if a == 0 or b == 0 else a * b for a in x for b in y]
    return min(corners), max(corners)


# ---- division


def inv(x: Num) -> Num:
    """`x⁻¹` on reals, with `0⁻¹ = 0`."""
    x = coerce(x, "real")
    if x.is_const:
        return real(0) if x.value == 0 else real(1 / x.value)
    return make("inv", (x,), "real")


def div(x: Operand, y: Operand) -> Num:
    """`x / y`: on reals with `x / 0 = 0`; on ints Lean's `Int.div`, which on ℕ is the floor.

    The int quotient leaves a remainder in `[0, |y|)` (`Int.ediv`), and `n / 0 = 0`.
    """
    x, y = pair(x, y)
    _arith(x, "div")
    if y.is_const and y.value == 0:
        return y
    if (x.is_const and x.value == 0) or (y.is_const and y.value == 1):
        return x
    if x.dtype == "int":
        return _int_div_mod(x, y)[0]
    if x.is_const and x.value == 1:
        return inv(y)
    if _both(x, y) and _small(x.value / y.value):
        return real(x.value / y.value)
    return make("div", (x, y), "real")


def mod(x: Operand, y: Operand) -> Num:
    """`x % y` on ints: Lean's `Int.emod`, which on ℕ is the remainder; `n % 0 = n`."""
    x, y = pair(x, y)
    if x.dtype != "int":
        raise GraphError(f"expected int operands for mod, got {x!r}")
    if (y.is_const and y.value == 0) or (x.is_const and x.value == 0):
        return x
    return _int_div_mod(x, y)[1]


def _int_div_mod(x: Num, y: Num) -> tuple[Num, Num]:
    if y.is_const:
        n = y.value
        if n < 0:
            quotient, remainder = _int_div_mod(x, constant(-n, "int"))
            return neg(quotient), remainder
        if x.linear is not None:
            const, terms = x.linear
            rest = [(a, c) for a, c in terms if c % n]
            low = const + sum(min(0, c * (a.size - 1)) for a, c in rest)
            high = const + sum(max(0, c * (a.size - 1)) for a, c in rest)
            if low // n == high // n:
                whole = [(a, c // n) for a, c in terms if c % n == 0]
                k = low // n
                return affine_node(k, whole), affine_node(const - n * k, rest)
        low, high = x.bounds
        if low >= 0 and high < n:
            return constant(0, "int"), x
        low, high = (b if math.isinf(b) else b // n for b in x.bounds)
        return (
            make("ediv", (x, y), "int", bounds=(low, high)),
            make("emod", (x, y), "int", bounds=(0, n - 1)),
        )
    quotient = UNBOUNDED
    remainder = UNBOUNDED
    if x.bounds[0] >= 0 and y.bounds[0] >= 0:
        quotient = remainder = (0, x.bounds[1])
    return (
        make("ediv", (x, y), "int", bounds=quotient),
        make("emod", (x, y), "int", bounds=remainder),
    )


def gcd(x: Operand, y: Operand) -> Num:
    """Greatest common divisor on ints, never negative."""
    x, y = pair(x, y)
    if _both(x, y):
        return constant(math.gcd(x.value, y.value), "int")
    return make("gcd", ordered(coerce(x, "int"), coerce(y, "int")), "int", bounds=(0, math.inf))


# ---- order


def _extremum(op: str, x: Operand, y: Operand) -> Num:
    x, y = pair(x, y)
    _arith(x, op)
    pick = max if op == "max" else min
    if x is y:
        return x
    if _both(x, y):
        return constant(pick(x.value, y.value), x.dtype)
    if x.dtype == "int":
        low, high = sub(x, y).bounds
        if low >= 0:
            return x if op == "max" else y
        if high <= 0:
            return y if op == "max" else x
    (a, b), (c, d) = x.bounds, y.bounds
    return make(op, ordered(x, y), x.dtype, bounds=(pick(a, c), pick(b, d)))


def maximum(x: Operand, y: Operand) -> Num:
    """The larger of two reals or ints."""
    return _extremum("max", x, y)


def minimum(x: Operand, y: Operand) -> Num:
    """The smaller of two reals or ints."""
    return _extremum("min", x, y)


def absolute(x: Num) -> Num:
    """`|x|` on reals or ints."""
    _arith(x, "abs")
    if x.is_const:
        return constant(abs(x.value), x.dtype)
    low, high = x.bounds
    if low >= 0:
        return x
    return make("abs", (x,), x.dtype, bounds=(0, max(-low, high)))


def sign(x: Num) -> Num:
    """-1, 0 or 1, in the dtype of `x`."""
    _arith(x, "sign")
    if x.is_const:
        return constant((x.value > 0) - (x.value < 0), x.dtype)
    return make("sign", (x,), x.dtype, bounds=(-1, 1))


# ---- powers


def power(x: Num, n: Num | int) -> Num:
    """`x ^ n`, `n` an int node or a Python int; a negative exponent of a real is `(x^|n|)⁻¹`.

    `0 ^ 0 = 1`. A negative exponent of an int base is refused where it is known, and is 0 else.
    """
    _arith(x, "power")
    n = coerce(n, "int")
    if n.is_const:
        k = n.value
        if k == 0:
            return constant(1, x.dtype)
        if k == 1:
            return x
        if k < 0:
            if x.dtype == "int":
                raise GraphError(f"expected an exponent of at least 0 for ints, got {k}")
            return inv(power(x, -k))
        if x.is_const and (
            k * (x.value.numerator.bit_length() + x.value.denominator.bit_length()) <= _FOLD_BITS
        ):
            return constant(x.value**k, x.dtype)
    return make("pow", (x, n), x.dtype, bounds=power_bounds(x, n.bounds[1]))


def power_bounds(x: Num, n: float) -> Bounds:
    """An interval that holds `x ^ k` for `0 ≤ k ≤ n`; beyond 64 bits it need not be tight."""
    if x.dtype != "int":
        return UNBOUNDED
    largest = max(abs(x.bounds[0]), abs(x.bounds[1]), 1)
    high = largest if largest <= 1 else math.inf
    if largest > 1 and not math.isinf(largest) and not math.isinf(n):
        high = largest ** min(max(int(n), 0), 64)
    return (0 if x.bounds[0] >= 0 else -high, high)


def rpow(x: Operand, y: Operand) -> Num:
    """`Real.rpow`: `exp (log x · y)`; `0^0 = 1`, `0^y = 0`, and for `x < 0` times `cos (y π)`."""
    x, y = pair(x, y)
    if y.is_const and y.value.denominator == 1 and abs(y.value) <= 64:
        return power(x, int(y.value))
    return make("rpow", (coerce(x, "real"), y), "real")


def sqrt(x: Num) -> Num:
    """`Real.sqrt`, 0 for `x ≤ 0`."""
    x = coerce(x, "real")
    if x.is_const:
        if x.value <= 0:
            return real(0)
        top, bottom = math.isqrt(x.value.numerator), math.isqrt(x.value.denominator)
        if top * top == x.value.numerator and bottom * bottom == x.value.denominator:
            return real(Fraction(top, bottom))
    return make("sqrt", (x,), "real")


def unary(op: str, x: Num) -> Num:
    """A transcendental function by name: a key of `TRANSCENDENTAL` (`log` is Lean's total one)."""
    x = coerce(x, "real")
    if x.is_const and x.value in TRANSCENDENTAL[op]:
        return real(TRANSCENDENTAL[op][x.value])
    return make(op, (x,), "real")


# ---- conversions


def to_real(x: Num) -> Num:
    """The cast of an int (or of a bool, as 0 or 1) into ℝ."""
    if x.dtype == "real":
        return x
    if x.is_const:
        return real(int(x.value))
    return make("to_real", (x,), "real")


def to_int(x: Num) -> Num:
    """A bool as 0 or 1; an int as it is."""
    if x.dtype == "int":
        return x
    if x.dtype == "real":
        raise GraphError(f"expected a bool or int, got {x!r}; use floor, ceil or nearest")
    if x.is_const:
        return constant(int(x.value), "int")
    return make("to_int", (x,), "int", bounds=(0, 1))


_TO_INT = {
    "floor": math.floor,
    "ceil": math.ceil,
    "round": lambda value: math.floor(value + Fraction(1, 2)),
}


def _integral(op: str, x: Num) -> Num:
    x = coerce(x, "real")
    if x.is_const:
        return constant(_TO_INT[op](x.value), "int")
    if x.op == "to_real" and x.args[0].dtype == "int":
        return x.args[0]
    return make(op, (x,), "int")


def floor(x: Num) -> Num:
    """`⌊x⌋ : ℤ`."""
    return _integral("floor", x)


def ceil(x: Num) -> Num:
    """`⌈x⌉ : ℤ`."""
    return _integral("ceil", x)


def nearest(x: Num) -> Num:
    """Mathlib's `round x = ⌊x + 1/2⌋ : ℤ`."""
    return _integral("round", x)


def round_to(x: Num, precision: str) -> Num:
    """`x` rounded to the nearest number of a format: `bf16`, `f16` or `f32`."""
    if precision not in ("bf16", "f16", "f32"):
        raise GraphError(f"expected one of bf16, f16, f32, got precision={precision!r}")
    return make("round_to", (coerce(x, "real"),), "real", (precision,))
