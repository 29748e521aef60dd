"""Where a graph is differentiable or continuous in its placeholders, by its form.

Every operation between a placeholder and the result is smooth except at known places: a quotient
where its denominator is 0, `|x|` at 0, a selection where its condition changes. `requirements`
lists what has to be different from 0; if all of that is, the result is differentiable there. That
is enough and not necessary: `x · |x|` is differentiable at 0, and this does not find it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from . import arithmetic
from .num import Num, walk

NEGATIVE, ZERO, POSITIVE = 1, 2, 4
ANY = 7


class Rough(Exception):
    """An operation of which it is not known where it is differentiable."""


def requirements(y: Num, continuous: bool = False) -> list[Num]:
    """Nodes whose being different from 0 makes `y` differentiable in its placeholders.

    With `continuous`, continuous. Raises `Rough`.
    """
    found: dict[Num, None] = {}
    for node in walk([y]):
        if not node.free or node.op == "placeholder":
            continue
        for need in _needs(node, continuous):
            if need.free or not need.is_const:
                found[need] = None
            elif need.value == 0:
                raise Rough(node.op)
    return list(found)


def _needs(node: Num, continuous: bool) -> list[Num]:
    args = node.args
    varying = [arg for arg in args if arg.free]
    match node.op:
        case "add" | "sub" | "mul" | "neg" | "rename" | "split" | "merge" | "derivative":
            return []
        case "exp" | "sin" | "cos" | "tanh" | "sinh" | "cosh" | "arctan" | "erf":
            return []
        case "tan":
            return [arithmetic.unary("cos", args[0])]
        case "div":
            return [args[1]] if args[1].free else []
        case "inv" | "log":
            return [args[0]]
        case "sqrt" | "abs":
            return [] if continuous else [args[0]]
        case "max" | "min" if node.dtype == "real":
            return [] if continuous else [arithmetic.sub(*args)]
        case "sign":
            return [args[0]]
        case "arcsin" | "arccos":
            gap = arithmetic.sub(1, arithmetic.mul(args[0], args[0]))
            return [] if continuous else [gap]
        case "pow" if not args[1].free:
            low = args[1].bounds[0]
            return [] if low >= 0 else [args[0]]
        case "rpow":
            return [args[0]]
        case "gather":
            if any(arg.free for arg in args[1:]):
                raise Rough("a read at a computed place")
            return []
        case "reduce":
            op = node.attrs[0]
            if op in ("sum", "prod") or (continuous and op in ("max", "min")):
                return []
        case "select":
            return _changes(args[0]) if args[0].free else []
        case "lt" | "le" | "eq" | "not" | "and" | "or" | "xor":
            return []  # looked at where it is selected on
        case "to_real" if not varying:
            return []
    if node.dtype == "bool":
        return []
    raise Rough(node.op)


def _changes(condition: Num) -> list[Num]:
    """What is 0 where a condition changes."""
    found: list[Num] = []
    stack = [condition]
    while stack:
        node = stack.pop()
        if not node.free:
            continue
        if node.op in ("and", "or", "xor", "not", "rename", "split", "merge"):
            stack += [arg for arg in node.args if arg.dtype == "bool"]
        elif node.op in ("lt", "le", "eq") and node.args[0].dtype == "real":
            found.append(arithmetic.sub(*node.args))
        else:
            raise Rough(f"a condition on `{node.op}`")
    return found


# ---- signs


def sign(node: Num, known: Callable[[Num], int], memo: dict[Num, int] | None = None) -> int:
    """Which signs a node may have whatever its placeholders are: a sum of `NEGATIVE`, …

    `known` gives the signs of nodes without placeholders.
    """
    memo = {} if memo is None else memo
    for each in walk([node]):
        if each.dtype == "real" and each not in memo:
            memo[each] = known(each) if not each.free else _sign(each, memo)
    return memo.get(node, ANY)


def sign_of_all(node: Num) -> int:
    """Which signs a node may have whatever its inputs are."""
    memo: dict[Num, int] = {}
    for each in walk([node]):
        if each.dtype == "real":
            memo[each] = of_constant(each.value) if each.is_const else _sign(each, memo)
    return memo.get(node, ANY)


def _flip(mask: int) -> int:
    return (
        (mask & ZERO) | (POSITIVE if mask & NEGATIVE else 0) | (NEGATIVE if mask & POSITIVE else 0)
    )


def _plus(a: int, b: int) -> int:
    if a | b in (POSITIVE, POSITIVE | ZERO):
        return POSITIVE if POSITIVE in (a, b) else a | b
    if a | b in (NEGATIVE, NEGATIVE | ZERO):
        return NEGATIVE if NEGATIVE in (a, b) else a | b
    return ZERO if a == b == ZERO else ANY


def _times(a: int, b: int) -> int:
    result = 0
    for x in (NEGATIVE, ZERO, POSITIVE):
        for y in (NEGATIVE, ZERO, POSITIVE):
            if a & x and b & y:
                result |= ZERO if ZERO in (x, y) else POSITIVE if x == y else NEGATIVE
    return result


def _magnitude(mask: int) -> int:
    return (mask & (ZERO | POSITIVE)) | (POSITIVE if mask & NEGATIVE else 0)


def _sign(node: Num, memo: Mapping[Num, int]) -> int:
    args = [memo.get(arg, ANY) for arg in node.args]
    match node.op:
        case "add":
            return _plus(*args)
        case "sub":
            return _plus(args[0], _flip(args[1]))
        case "neg":
            return _flip(args[0])
        case "mul":
            if node.args[0] is node.args[1]:
                return _magnitude(args[0])
            return _times(*args)
        case "div":
            return _times(*args)
        case "inv" | "tanh" | "sinh" | "arctan" | "erf" | "sign":
            return args[0]
        case "abs":
            return _magnitude(args[0])
        case "exp" | "cosh":
            return POSITIVE
        case "sqrt":
            rest = ZERO if args[0] & (NEGATIVE | ZERO) else 0
            return (args[0] & POSITIVE) | rest
        case "pow":
            exponent = node.args[1]
            if exponent.is_const and exponent.value > 0:
                return _magnitude(args[0]) if exponent.value % 2 == 0 else args[0]
        case "max":
            if POSITIVE in args:
                return POSITIVE
            return (args[0] | args[1]) & ((ZERO | POSITIVE) if _no_negative(args) else ANY)
        case "rename" | "split" | "merge" | "gather":
            return args[0]
        case "select":
            return args[1] | args[2]
        case "reduce":
            if node.attrs[0] in ("sum", "max", "min", "prod"):
                if args[0] in (POSITIVE, ZERO | POSITIVE, ZERO):
                    return args[0]
                if node.attrs[0] == "sum" and args[0] in (NEGATIVE, NEGATIVE | ZERO):
                    return args[0]
    return ANY


def _no_negative(args: list[int]) -> bool:
    """Whether one of two numbers is never below 0, so that the larger is not."""
    return any(not arg & NEGATIVE for arg in args)


def of_constant(value: Fraction) -> int:
    return POSITIVE if value > 0 else NEGATIVE if value < 0 else ZERO


__all__ = ["ANY", "NEGATIVE", "POSITIVE", "ZERO", "Rough", "requirements", "sign", "sign_of_all"]
