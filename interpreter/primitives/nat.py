"""Natural numbers: concrete ones as `Size`s, those that depend on an index as int numbers.

`a - b` stops at 0, `n / 0 = 0`, `n % 0 = n`. Products remember their factors.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from denotary.interpreter.machine import propositions
from denotary.interpreter.machine.sizes import Size

from .operations import documented
from .registry import primitive

if TYPE_CHECKING:
    from denotary.interpreter.machine import Machine


def _binary(op: str, concrete: Callable[[Size, Size], int | bool]) -> Callable[..., Any]:
    def run(m: Machine, a: Any, b: Any) -> Any:
        a, b = m.nat(a), m.nat(b)
        if isinstance(a, Size) and isinstance(b, Size):
            value = concrete(a, b)
            return value if isinstance(value, bool | Size) else Size(value)
        return m.plain(m.domain.apply(op, m.number(a, "int"), m.number(b, "int")))

    return run


def _add(a: Size, b: Size) -> Size:
    return b if a == 0 else a if b == 0 else Size(int(a) + int(b))


def _sub(a: Size, b: Size) -> Size:
    return a if b == 0 else Size(max(int(a) - int(b), 0))


def _mod(a: Size, b: Size) -> Size:
    return a if b == 0 else Size(int(a) % int(b))


def _pow(a: Size, n: Size) -> Size:
    factors = a.factors * int(n) if a and 0 < n <= 64 else None
    return Size(int(a) ** int(n), factors)


def _log(b: int, n: int) -> int:
    k = 0
    while b > 1 and n >= b:
        n, k = n // b, k + 1
    return k


def _clog(b: int, n: int) -> int:
    k = 0
    while b > 1 and b**k < n:
        k += 1
    return k


def _concrete(what: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def run(m: Machine, *args: Any) -> Any:
        value = function(*[int(m.concrete(a, f"argument of {what}")) for a in args])
        return value if isinstance(value, bool) else Size(value)

    return run


def _is_prime(n: int) -> bool:
    return n > 1 and all(n % k for k in range(2, math.isqrt(n) + 1))


documented(
    {
        "Nat.add": (_binary("add", _add), 2, "the sum"),
        "Nat.sub": (_binary("natsub", _sub), 2, "`a - b`, 0 for `a ≤ b`"),
        "Nat.mul": (_binary("mul", Size.times), 2, "the product; it remembers its factors"),
        "Nat.div": (_binary("div", Size.over), 2, "the quotient rounded down; `n / 0 = 0`"),
        "Nat.mod": (_binary("mod", _mod), 2, "the remainder; `n % 0 = n`"),
        "Nat.pow": (_binary("pow", _pow), 2, "`a ^ n`; `0 ^ 0 = 1`"),
        "Nat.min": (_binary("min", min), 2, "the smaller of two"),
        "Nat.max": (_binary("max", max), 2, "the larger of two"),
        "Nat.gcd": (_binary("gcd", math.gcd), 2, "the greatest common divisor; `gcd 0 n = n`"),
        "Nat.le": (_binary("le", lambda a, b: a <= b), 2, "`n ≤ m`"),
        "Nat.lt": (_binary("lt", lambda a, b: a < b), 2, "`n < m`"),
        "Nat.ble": (_binary("le", lambda a, b: a <= b), 2, "whether `n ≤ m`"),
        "Nat.blt": (_binary("lt", lambda a, b: a < b), 2, "whether `n < m`"),
        "Nat.beq": (_binary("eq", lambda a, b: int(a) == int(b)), 2, "whether `n = m`"),
        "Nat.log2": (_concrete("log2", lambda n: max(n.bit_length() - 1, 0)), 1, "`⌊log₂ n⌋`"),
        "Nat.sqrt": (_concrete("sqrt", math.isqrt), 1, "`⌊√n⌋`"),
        "Nat.land": (_concrete("land", lambda a, b: a & b), 2, "bitwise and"),
        "Nat.lor": (_concrete("lor", lambda a, b: a | b), 2, "bitwise or"),
        "Nat.xor": (_concrete("xor", lambda a, b: a ^ b), 2, "bitwise exclusive or"),
        "Nat.log": (_concrete("log", _log), 2, "`⌊log_b n⌋`; 0 for `b ≤ 1` or `n = 0`"),
        "Nat.clog": (_concrete("clog", _clog), 2, "the least `k` with `n ≤ b ^ k`"),
        "Nat.factorial": (_concrete("factorial", math.factorial), 1, "`n!`"),
        "Nat.choose": (_concrete("choose", math.comb), 2, "the binomial coefficient"),
        "Nat.Prime": (_concrete("Prime", _is_prime), 1, "primality"),
    },
    __name__,
)


@primitive("Nat.zero", arity=0)
def zero(m: Machine) -> Any:
    """`Nat.zero`: 0."""
    return Size(0)


@primitive("Nat.succ", arity=1)
def succ(m: Machine, n: Any) -> Any:
    """`Nat.succ n`: `n + 1`."""
    n = m.nat(n)
    if isinstance(n, Size):
        return Size(int(n) + 1)
    return m.plain(m.domain.apply("add", n, m.number(1, "int")))


@primitive("Nat.rec", arity=4)
def rec(m: Machine, motive: Any, zero: Any, succ: Any, t: Any) -> Any:
    """`Nat.rec zero succ t`: structural recursion, at a concrete number."""
    value = zero
    for k in range(m.concrete(t, "number to recur on")):
        value = m.deferred(lambda k=k, value=value: m.apply(succ, [Size(k), value]), (succ, value))
    return m.force(value)


@primitive("Nat.find", arity=3)
def find(m: Machine, predicate: Any, decidable: Any, proof: Any) -> Any:
    """`Nat.find`: the least number that satisfies a predicate decided without inputs."""
    for k in range(100_000):
        holds = propositions.truth(m, m.apply(predicate, [Size(k)]))
        if not isinstance(holds, bool):
            raise m.stuck("expected a predicate that is decided at every number")
        if holds:
            return Size(k)
    raise m.unsupported("Nat.find", "no number below 100000 satisfies the predicate")


def _divides(m: Machine, a: Any, b: Any) -> Any:
    a, b = m.force(a), m.force(b)
    if isinstance(a, int) and isinstance(b, int):
        return int(b) == 0 if a == 0 else int(b) % int(a) == 0
    x, y = m.number(a, "int"), m.number(b, "int")
    return m.plain(m.domain.apply("eq", m.domain.apply("mod", y, x), m.number(0, "int")))


@primitive("Nat.instDvdNat", "Int.instDvdInt", arity=0)
def dvd_instance(m: Machine) -> Any:
    """`Nat.instDvdNat`, `Int.instDvdInt`: `a ∣ b` as `b % a = 0`, and `0 ∣ b` as `b = 0`."""
    return m.data("Dvd.mk", m.type("Nat"), m.builtin(_divides, (), 2))


def _parity(remainder: int) -> Callable[..., Any]:
    def run(m: Machine, type: Any, instance: Any, a: Any) -> Any:
        name = getattr(m.force(type), "name", "?")
        if name not in ("Nat", "Int"):
            raise m.unsupported("Even", f"parity in `{name}`")
        a = m.force(a)
        if isinstance(a, int):
            return int(a) % 2 == remainder
        rest = m.domain.apply("mod", m.number(a, "int"), m.number(2, "int"))
        return m.plain(m.domain.apply("eq", rest, m.number(remainder, "int")))

    return run


documented(
    {
        "Even": (_parity(0), 3, "evenness of an integer, as `a % 2 = 0`"),
        "Odd": (_parity(1), 3, "oddness of an integer, as `a % 2 = 1`"),
    },
    __name__,
)
