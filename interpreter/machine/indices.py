"""Values of `Fin n` as mixed-radix digits: joining, splitting, and to and from integers."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

from .sizes import Size
from .values import Index

if TYPE_CHECKING:
    from .machine import Machine

Digits = tuple[tuple[Any, int], ...]


def along(m: Machine, axes: Sequence[Any], size: Size) -> Index:
    """The index that runs along `axes`, most significant first."""
    return m.index([(m.iota(a), a.size) for a in axes], size)


def concrete(m: Machine, value: int, size: Size) -> Index:
    """The index `value`, its digits those of the size's factors; 0s in an empty type, where no
    entry reads it."""
    digits: list[tuple[int, int]] = []
    for radix in reversed(size.factors):
        value, digit = divmod(value, radix) if radix else (0, 0)
        digits.append((digit, radix))
    return m.index(digits[::-1], size)


def known(index: Index) -> int | None:
    """The value of an index that depends on nothing."""
    value = 0
    for digit, radix in index.digits:
        if not isinstance(digit, int):
            return None
        value = value * radix + digit
    return value


def value(m: Machine, index: Index) -> Any:
    """`Fin.val`: a `Size` or an int number."""
    if index.val is None:
        found = known(index)
        if found is not None:
            index.val = Size(found)
        else:
            index.val = as_int(m, index.digits)
            m.int_digits.setdefault(index.val, index)
    return index.val


def as_int(m: Machine, digits: Digits) -> Any:
    """The digits as one int number."""
    total: Any = 0
    for digit, radix in digits:
        total = int_op(m, "add", int_op(m, "mul", total, radix), digit)
    return total


def int_op(m: Machine, op: str, x: Any, y: Any) -> Any:
    """`add`, `mul`, `div`, `mod` (by more than 0) or `natsub` of ints that may be Python's."""
    if isinstance(x, int) and isinstance(y, int):
        x, y = int(x), int(y)
        match op:
            case "add":
                return x + y
            case "mul":
                return x * y
            case "div":
                return x // y
            case "mod":
                return x % y
            case "natsub":
                return max(x - y, 0)
    return m.plain(m.domain.apply(op, m.number(x, "int"), m.number(y, "int")))


def join(m: Machine, high: Index, low: Index, size: Size) -> Index:
    """`finProdFinEquiv (high, low)`: the digits of both."""
    return m.index(high.digits + low.digits, size)


def divide(m: Machine, index: Index, high: Size, low: Size) -> tuple[Index, Index]:
    """`finProdFinEquiv.symm index`, of `Fin high` and `Fin low`."""
    top, bottom = cut(m, index.digits, int(low))
    return m.index(top, high), m.index(bottom, low)


def cut(m: Machine, digits: Digits, low: int) -> tuple[Digits, Digits]:
    """The digits above and below weight `low`; of no index at all they are zeros."""
    if low == 0:
        return ((0, 0),), ((0, 0),)
    weight, k = 1, len(digits)
    while k > 0 and digits[k - 1][1] and low % (weight * digits[k - 1][1]) == 0:
        weight *= digits[k - 1][1]
        k -= 1
    if weight == low:
        return digits[:k], digits[k:]
    need = low // weight
    if k > 0 and digits[k - 1][1] % need == 0:
        digit, radix = digits[k - 1]
        high_digit = (int_op(m, "div", digit, need), radix // need)
        low_digit = (int_op(m, "mod", digit, need), need)
        return (*digits[: k - 1], high_digit), (low_digit, *digits[k:])
    whole, total = as_int(m, digits), prod(r for _, r in digits)
    return (
        ((int_op(m, "div", whole, low), -(-total // low)),),
        ((int_op(m, "mod", whole, low), low),),
    )


def from_int(m: Machine, number: Any, size: Size) -> Index:
    """`⟨number, _⟩ : Fin size`, with the digits that the number was made of where that shows."""
    if isinstance(number, int):
        return concrete(m, int(number), size)
    origin = m.int_digits.get(number)
    if origin is not None and origin.size == size:
        return m.index(origin.digits, size)
    digits = affine_digits(m, number, int(size))
    return m.index(digits if digits is not None else ((number, int(size)),), size)


def affine_digits(m: Machine, number: Any, size: int) -> Digits | None:
    """`Σ coeff · iota + const` as digits, if the coefficients are the weights of a mixed radix.

    So `i * n + j` is the digits `(i, j)`, and `2 * i + 1` the digits `(i, 1)`.
    """
    form = m.domain.affine(number)
    if form is None or size <= 0:
        return None
    const, terms = form
    digits: list[tuple[Any, int]] = []
    weight = 1
    for axis, coeff in sorted(terms.items(), key=lambda term: term[1]):
        if coeff <= 0 or coeff % weight:
            return None
        gap = coeff // weight
        if gap > 1:
            const, digit = divmod(const, gap)
            digits.append((digit, gap))
        if const % axis.size:
            return None
        const //= axis.size
        digits.append((m.iota(axis), axis.size))
        weight = coeff * axis.size
    if size % weight or not 0 <= const < size // weight:
        return None
    digits.append((const, size // weight))
    return tuple(digits[::-1])


def same_radices(a: Index, b: Index) -> bool:
    return [r for _, r in a.digits] == [r for _, r in b.digits]
