"""Comparisons, propositional connectives and selection."""

from __future__ import annotations

from .arithmetic import Operand, coerce, ordered, pair, sub
from .num import Num, boolean, make

# ---- comparisons


def lt(x: Operand, y: Operand) -> Num:
    """`x < y` on reals or ints."""
    x, y = pair(x, y)
    if x is y:
        return boolean(False)
    if x.is_const and y.is_const:
        return boolean(x.value < y.value)
    if x.dtype == "int":
        low, high = sub(x, y).bounds
        if high < 0 or low >= 0:
            return boolean(high < 0)
    return make("lt", (x, y), "bool")


def le(x: Operand, y: Operand) -> Num:
    """`x ≤ y` on reals or ints."""
    x, y = pair(x, y)
    if x is y:
        return boolean(True)
    if x.is_const and y.is_const:
        return boolean(x.value <= y.value)
    if x.dtype == "int":
        low, high = sub(x, y).bounds
        if high <= 0 or low > 0:
            return boolean(high <= 0)
    return make("le", (x, y), "bool")


def eq(x: Operand, y: Operand) -> Num:
    """`x = y` on reals, ints or bools."""
    x, y = pair(x, y)
    if x.dtype == "bool":
        return iff(x, y)
    if x is y:
        return boolean(True)
    if x.is_const and y.is_const:
        return boolean(x.value == y.value)
    if x.dtype == "int":
        low, high = sub(x, y).bounds
        if low > 0 or high < 0:
            return boolean(False)
        if low == high == 0:
            return boolean(True)
    return make("eq", ordered(x, y), "bool")


def ne(x: Operand, y: Operand) -> Num:
    """`x ≠ y`."""
    return not_(eq(x, y))


# ---- connectives


def not_(x: Num) -> Num:
    """`¬ x`."""
    x = coerce(x, "bool")
    if x.is_const:
        return boolean(not x.value)
    if x.op == "not":
        return x.args[0]
    return make("not", (x,), "bool")


def and_(x: Operand, y: Operand) -> Num:
    """`x ∧ y`."""
    x, y = coerce(x, "bool"), coerce(y, "bool")
    for one, other in ((x, y), (y, x)):
        if one.is_const:
            return other if one.value else one
    return x if x is y else make("and", ordered(x, y), "bool")


def or_(x: Operand, y: Operand) -> Num:
    """`x ∨ y`."""
    x, y = coerce(x, "bool"), coerce(y, "bool")
    for one, other in ((x, y), (y, x)):
        if one.is_const:
            return one if one.value else other
    return x if x is y else make("or", ordered(x, y), "bool")


def xor(x: Operand, y: Operand) -> Num:
    """Exclusive or."""
    x, y = coerce(x, "bool"), coerce(y, "bool")
    for one, other in ((x, y), (y, x)):
        if one.is_const:
            return not_(other) if one.value else other
    return boolean(False) if x is y else make("xor", ordered(x, y), "bool")


def iff(x: Operand, y: Operand) -> Num:
    """`x ↔ y`."""
    return not_(xor(x, y))


def implies(x: Operand, y: Operand) -> Num:
    """`x → y`."""
    return or_(not_(coerce(x, "bool")), y)


# ---- selection


def select(condition: Num, x: Operand, y: Operand) -> Num:
    """`if condition then x else y`. Both branches are computed: guard what is not total."""
    condition = coerce(condition, "bool")
    if condition.is_const and isinstance(x, Num) and isinstance(y, Num):
        return x if condition.value else y
    x, y = pair(x, y)
    if condition.is_const:
        return x if condition.value else y
    if x is y:
        return x
    if condition.op == "not":
        condition, x, y = condition.args[0], y, x
    if x.dtype == "bool" and (x.is_const or y.is_const):
        if x.is_const:
            return or_(condition, y) if x.value else and_(not_(condition), y)
        return or_(not_(condition), x) if y.value else and_(condition, x)
    if x.op == "select" and x.args[0] is condition:
        x = x.args[1]
    if y.op == "select" and y.args[0] is condition:
        y = y.args[2]
    low = min(x.bounds[0], y.bounds[0])
    high = max(x.bounds[1], y.bounds[1])
    return make("select", (condition, x, y), x.dtype, bounds=(low, high))
