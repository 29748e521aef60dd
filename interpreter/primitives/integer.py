"""Integers and rationals. Integers are Python's or int numbers; rationals are exact constants."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from denotary.interpreter.machine.sizes import Size

from .operations import documented, operations
from .real import constant
from .registry import primitive

if TYPE_CHECKING:
    from denotary.interpreter.machine import Machine

operations(
    {
        "Int.add": ("add", "the sum"),
        "Int.sub": ("sub", "the difference"),
        "Int.mul": ("mul", "the product"),
        "Int.ediv": ("div", "the Euclidean quotient, what `/` means; `m / 0 = 0`"),
        "Int.emod": ("mod", "the Euclidean remainder, what `%` means; `m % 0 = m`"),
        "Int.pow": ("pow", "`m ^ n` for natural `n`; `0 ^ 0 = 1`"),
        "Int.le": ("le", "`m ≤ n`"),
        "Int.lt": ("lt", "`m < n`"),
    },
    "int",
    2,
    __name__,
)
operations({"Int.neg": ("neg", "`-n`"), "Int.sign": ("sign", "-1, 0 or 1")}, "int", 1, __name__)
operations(
    {
        "Rat.add": ("add", "the sum"),
        "Rat.sub": ("sub", "the difference"),
        "Rat.mul": ("mul", "the product"),
        "Rat.div": ("div", "the quotient; `q / 0 = 0`"),
        "Rat.le": ("le", "`a ≤ b`"),
        "Rat.lt": ("lt", "`a < b`"),
    },
    "real",
    2,
    __name__,
)
operations(
    {
        "Rat.neg": ("neg", "`-q`"),
        "Rat.inv": ("inv", "`q⁻¹`; `0⁻¹ = 0`"),
        "Rat.floor": ("floor", "`⌊q⌋ : ℤ`"),
        "Rat.ceil": ("ceil", "`⌈q⌉ : ℤ`"),
    },
    "real",
    1,
    __name__,
)


def _tdiv(m: Machine, a: Any, b: Any) -> Any:
    """The quotient of the absolute values, with the product's sign."""
    op = m.domain.apply
    size = op("div", op("abs", a), op("abs", b))
    return op("mul", op("mul", op("sign", a), op("sign", b)), size)


def _fdiv(m: Machine, a: Any, b: Any) -> Any:
    """`a / b` for `b ≥ 0`, and `-a / -b` for `b < 0`: the Euclidean quotient rounds down there."""
    op = m.domain.apply
    side = op("sign", b)
    return op("div", op("mul", side, a), op("mul", side, b))


def _quotient(divide: Callable[..., Any]) -> Callable[..., Any]:
    def run(m: Machine, a: Any, b: Any) -> Any:
        return m.plain(divide(m, m.number(a, "int"), m.number(b, "int")))

    return run


def _rest(divide: Callable[..., Any]) -> Callable[..., Any]:
    def run(m: Machine, a: Any, b: Any) -> Any:
        x, y = m.number(a, "int"), m.number(b, "int")
        return m.plain(m.domain.apply("sub", x, m.domain.apply("mul", y, divide(m, x, y))))

    return run


documented(
    {
        "Int.tdiv": (_quotient(_tdiv), 2, "the quotient rounded towards 0; `m / 0 = 0`"),
        "Int.tmod": (_rest(_tdiv), 2, "the remainder of `tdiv`; `m % 0 = m`"),
        "Int.fdiv": (_quotient(_fdiv), 2, "the quotient rounded down; `m / 0 = 0`"),
        "Int.fmod": (_rest(_fdiv), 2, "the remainder of `fdiv`; `m % 0 = m`"),
    },
    __name__,
)


@primitive("Int.ofNat", arity=1)
def of_nat(m: Machine, n: Any) -> Any:
    """`Int.ofNat n`: the natural number as an integer."""
    n = m.force(n)
    return int(n) if isinstance(n, int) else n


@primitive("Int.negSucc", arity=1)
def neg_succ(m: Machine, n: Any) -> Any:
    """`Int.negSucc n`: `-(n + 1)`."""
    n = m.force(n)
    if isinstance(n, int):
        return -int(n) - 1
    return m.plain(m.domain.apply("sub", m.number(-1, "int"), m.number(n, "int")))


@primitive("Int.toNat", arity=1)
def to_nat(m: Machine, n: Any) -> Any:
    """`Int.toNat n`: `n`, or 0 for a negative `n`."""
    n = m.force(n)
    if isinstance(n, int):
        return Size(max(int(n), 0))
    return m.plain(m.domain.apply("max", m.number(n, "int"), m.number(0, "int")))


@primitive("Int.natAbs", arity=1)
def nat_abs(m: Machine, n: Any) -> Any:
    """`Int.natAbs n`: `|n|` as a natural number."""
    n = m.force(n)
    if isinstance(n, int):
        return Size(abs(int(n)))
    return m.plain(m.domain.apply("abs", m.number(n, "int")))


def _fraction(m: Machine, q: Any) -> Fraction:
    known = m.domain.known(m.number(q, "real"))
    if known is None:
        raise m.stuck("expected a concrete rational")
    return Fraction(known)


@primitive("Rat.num", arity=1)
def numerator(m: Machine, q: Any) -> Any:
    """`Rat.num q`: the numerator in lowest terms, with the sign."""
    return _fraction(m, q).numerator


@primitive("Rat.den", arity=1)
def denominator(m: Machine, q: Any) -> Any:
    """`Rat.den q`: the denominator in lowest terms."""
    return Size(_fraction(m, q).denominator)


@primitive("Rat.ofInt", arity=1)
def rat_of_int(m: Machine, n: Any) -> Any:
    """`Rat.ofInt n`: the integer as a rational."""
    n = m.force(n)
    if isinstance(n, int):
        return constant(m, int(n))
    return m.domain.apply("to_real", m.number(n, "int"))


@primitive("Rat.divInt", "mkRat", arity=2)
def div_int(m: Machine, a: Any, b: Any) -> Any:
    """`Rat.divInt a b`, `mkRat a b`: `a / b`, 0 for `b = 0`."""
    return m.domain.apply("div", rat_of_int(m, a), rat_of_int(m, b))


@primitive("Rat.pow", arity=2)
def rat_pow(m: Machine, q: Any, n: Any) -> Any:
    """`Rat.pow q n`: `q ^ n`; `0 ^ 0 = 1`."""
    return m.domain.apply("pow", m.number(q, "real"), m.number(n, "int"))
