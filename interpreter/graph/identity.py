"""Identity testing: whether graphs are equal as expressions, by evaluating them in a finite field.

Inputs become random elements of the integers modulo a prime, constants their residues. Field
operations are what they are; a root, an exponential or a comparison becomes a random function of
its argument. Two graphs that give the same array are then equal wherever nothing is divided by
zero, whatever those functions are, but for a chance of about degree / 2³¹ a round (Schwartz and
Zippel: a polynomial of degree d that is not zero vanishes at no more than that part of all points).
Graphs that give different arrays may be equal all the same, by a law of roots or exponentials.

A derivative along a direction is taken by dual numbers: a pair of a value and its slope.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from .axis import Axis, by_creation
from .evaluate import STRUCTURE, align, value_of
from .num import Num, walk

PRIME = 2**31 - 1
"""Products of residues fit into 64 bits."""
ROUNDS = 2
WORK = 4_000_000
"""Scalars of all nodes together at most."""

Array = Any
Dual = tuple[Array, Array | None]
"""A value and its slope; `None` for a slope that is zero."""


class _Untold(Exception):
    """A node of which nothing can be said in this way."""


def residues(
    outputs: Sequence[tuple[Num, Sequence[Axis]]], round: int = 0
) -> list[np.ndarray | None]:
    """The outputs in the field, dimension `k` along the `k`-th of the axes given with each.

    The same input names mean the same elements, in whatever graph. `None` for an output of which
    nothing can be said: an index in it depends on inputs, or there are over `WORK` operations.
    """
    nodes = list(walk(num for num, _ in outputs))
    if sum(node.size for node in nodes) > WORK:
        return [None] * len(outputs)
    with np.errstate(all="ignore"):
        done = _Field(round).values(nodes, {})
    found: list[np.ndarray | None] = []
    for num, axes in outputs:
        if num not in done:
            found.append(None)
            continue
        aligned = align(done[num][0], num.axes, tuple(axes))
        found.append(np.broadcast_to(aligned, [axis.size for axis in axes]))
    return found


class _Field:
    def __init__(self, round: int) -> None:
        self.round = round

    def values(self, nodes: Sequence[Num], bound: Mapping[Num, Dual]) -> dict[Num, Dual]:
        done: dict[Num, Dual] = dict(bound)
        for node in nodes:
            # The body of a derivative waits for its placeholder.
            if node in done or node.free - bound.keys():
                continue
            needed = node.args[1:] if node.op == "derivative" else node.args
            if any(arg not in done for arg in needed):
                continue
            shape = [axis.size for axis in by_creation(node.axes)]
            try:
                value, slope = self.value(node, done)
            except _Untold:
                continue
            done[node] = (
                np.broadcast_to(value, shape),
                None if slope is None else np.broadcast_to(slope, shape),
            )
        return done

    def value(self, node: Num, done: Mapping[Num, Dual]) -> Dual:
        order = by_creation(node.axes)
        match node.op:
            case "const":
                return self.constant(node), None
            case "input":
                return self.input(node), None
            case "derivative":
                return self.derivative(node, done), None
            case "placeholder":
                raise _Untold("a placeholder")
        if node.dtype == "int":
            return self.integer(node, done), None
        if node.op in ("rename", "split", "merge", "gather"):
            return self.structural(node, done)
        if node.op == "reduce":
            return self.reduce(node, done)
        args: list[Dual] = []
        for arg in node.args:
            value, slope = done[arg]
            moved = None if slope is None else align(slope, arg.axes, order)
            args.append((align(value, arg.axes, order), moved))
        ints = bool(node.args) and node.args[0].dtype == "int"
        if ints and node.op in _INT_RELATIONS:
            found = _INT_RELATIONS[node.op](*[a for a, _ in args])
            return np.asarray(found, dtype=np.int64), None
        if node.op in ("pow", "round_to"):
            return self.special(node, args)
        rule = _RULES.get(node.op)
        if rule is None:
            raise _Untold(node.op)
        return rule(self, *args)

    # ---- leaves

    def constant(self, node: Num) -> Array:
        if node.dtype == "int":
            return np.asarray(node.value, dtype=np.int64)
        value = Fraction(node.value)
        return np.asarray(value.numerator * pow(value.denominator, -1, PRIME) % PRIME)

    def input(self, node: Num) -> Array:
        name, axes, _ = node.attrs
        if node.dtype == "int":
            raise _Untold("an input of integers")
        shape = [axis.size for axis in axes]
        seed = zlib.crc32(name.encode()) + (self.round << 40)
        count = int(np.prod(shape, dtype=np.int64))
        value = _scramble(np.arange(count, dtype=np.uint64), seed).reshape(shape)
        return np.transpose(value, [axes.index(axis) for axis in by_creation(node.axes)])

    def integer(self, node: Num, done: Mapping[Num, Dual]) -> Array:
        """An index or a size, as it is: it must not depend on the inputs."""
        known: dict[Num, Array] = {}
        for arg in node.args:
            value = done[arg][0]
            if arg.dtype == "bool" and np.all((value == 0) | (value == 1)):
                value = value.astype(np.bool_)  # only by an odd chance where it is not known
            elif arg.dtype != "int":
                raise _Untold("an integer that depends on the inputs")
            known[arg] = value
        return np.asarray(value_of(node, known))

    # ---- structure

    def structural(self, node: Num, done: Mapping[Num, Dual]) -> Dual:
        values = {arg: done[arg][0] for arg in node.args}
        x = node.args[0]
        slope = done[x][1]
        moved = None
        if slope is not None:
            moved = np.asarray(STRUCTURE[node.op](node, {**values, x: slope}))
        return np.asarray(STRUCTURE[node.op](node, values)), moved

    def reduce(self, node: Num, done: Mapping[Num, Dual]) -> Dual:
        (x,), (op, axes) = node.args, node.attrs
        dims = tuple(k for k, axis in enumerate(by_creation(x.axes)) if axis in axes)
        value, slope = done[x]
        if op == "sum":
            return value.sum(axis=dims) % PRIME, None if slope is None else slope.sum(
                axis=dims
            ) % PRIME
        fold = {"max": _maximum, "min": _minimum, "any": _or, "all": _and, "prod": _mul}.get(op)
        if fold is None:
            raise _Untold(op)
        kept = [k for k in range(value.ndim) if k not in dims]
        sizes = [value.shape[k] for k in kept]

        def rows(array: Array | None) -> Array | None:
            if array is None:
                return None
            return np.transpose(array, [*dims, *kept]).reshape([-1, *sizes])

        values, slopes = rows(value), rows(slope)
        assert values is not None
        total: Dual = (values[0], None if slopes is None else slopes[0])
        for k in range(1, len(values)):
            total = fold(self, total, (values[k], None if slopes is None else slopes[k]))
        return total

    def derivative(self, node: Num, done: Mapping[Num, Dual]) -> Array:
        body, at, tangent = node.args
        (q,), order = node.attrs, by_creation(node.axes)
        own = by_creation(q.axes)
        shape = [axis.size for axis in own]
        if any(done[arg][1] is not None for arg in (at, tangent)):
            raise _Untold("a derivative of a derivative")
        point, slope = (
            np.broadcast_to(align(done[arg][0], arg.axes, own), shape) for arg in (at, tangent)
        )
        outer = {n: v for n, v in done.items() if q not in n.free}
        found = self.values(list(walk([body])), {**outer, q: (point, slope)})
        if body not in found:
            raise _Untold("the body of a derivative")
        change = found[body][1]
        if change is None:
            return np.zeros([axis.size for axis in order], dtype=np.int64)
        return np.broadcast_to(align(change, body.axes, order), [axis.size for axis in order])

    # ---- operations with parameters

    def special(self, node: Num, args: Sequence[Dual]) -> Dual:
        (x, slope), *rest = args
        if node.op == "round_to":
            if slope is not None:
                raise _Untold("round_to")
            return self.random(f"round_to {node.attrs}", x), None
        n = rest[0][0]
        if node.args[1].dtype != "int":
            raise _Untold("a power of reals")
        value = _power(x, n)
        if slope is None:
            return value, None
        return value, _power(x, n - 1) * (n % PRIME) % PRIME * slope % PRIME

    def random(self, name: str, *args: Array) -> Array:
        """A function of its arguments that nothing is known of."""
        seed = zlib.crc32(name.encode()) + (self.round << 40)
        total = np.zeros((), dtype=np.uint64)
        for arg in args:
            total = _scramble(total + np.asarray(arg).astype(np.uint64), seed).astype(np.uint64)
        return total.astype(np.int64)


def _scramble(x: Array, seed: int) -> Array:
    """Residues that look random (the finaliser of splitmix64)."""
    mask = np.uint64(0xFFFFFFFFFFFFFFFF)
    x = np.asarray(x, dtype=np.uint64)
    z = (x + np.uint64((seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) % 2**64)) & mask
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    return (z % np.uint64(PRIME)).astype(np.int64)


def _power(x: Array, n: Array) -> Array:
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
    return _power(x, np.asarray(PRIME - 2))


# ---- rules: each from duals to a dual


def _slopes(*terms: tuple[Array | int, Array | None]) -> Array | None:
    """The sum of coefficient times slope."""
    total = None
    for coefficient, slope in terms:
        if slope is not None:
            part = coefficient * slope % PRIME
            total = part if total is None else (total + part) % PRIME
    return total


def _add(f: _Field, a: Dual, b: Dual) -> Dual:
    return (a[0] + b[0]) % PRIME, _slopes((1, a[1]), (1, b[1]))


def _sub(f: _Field, a: Dual, b: Dual) -> Dual:
    return (a[0] - b[0]) % PRIME, _slopes((1, a[1]), (PRIME - 1, b[1]))


def _neg(f: _Field, a: Dual) -> Dual:
    return -a[0] % PRIME, _slopes((PRIME - 1, a[1]))


def _mul(f: _Field, a: Dual, b: Dual) -> Dual:
    return a[0] * b[0] % PRIME, _slopes((b[0], a[1]), (a[0], b[1]))


def _inv(f: _Field, a: Dual) -> Dual:
    value = _inverse(a[0])
    return value, _slopes((-(value * value % PRIME) % PRIME, a[1]))


def _div(f: _Field, a: Dual, b: Dual) -> Dual:
    return _mul(f, a, _inv(f, b))


def _same(f: _Field, a: Dual) -> Dual:
    return a[0] % PRIME, a[1]


def _sign(f: _Field, a: Dual) -> Dual:
    small = np.minimum(a[0], PRIME - a[0])
    value = f.random("sign", small)
    return np.where(a[0] == 0, 0, np.where(a[0] == small, value, PRIME - value)), None


def _abs(f: _Field, a: Dual) -> Dual:
    sign = _sign(f, a)[0]
    return a[0] * sign % PRIME, _slopes((sign, a[1]))


def _maximum(f: _Field, a: Dual, b: Dual) -> Dual:
    return _halved(_add(f, _add(f, a, b), _abs(f, _sub(f, a, b))))


def _minimum(f: _Field, a: Dual, b: Dual) -> Dual:
    return _halved(_sub(f, _add(f, a, b), _abs(f, _sub(f, a, b))))


_HALF = (PRIME + 1) // 2


def _halved(a: Dual) -> Dual:
    return a[0] * _HALF % PRIME, _slopes((_HALF, a[1]))


def _sqrt(f: _Field, a: Dual) -> Dual:
    value = f.random("sqrt", a[0])
    return value, _slopes((_inverse(2 * value % PRIME), a[1]))


def _exp(f: _Field, a: Dual) -> Dual:
    small = np.minimum(a[0], PRIME - a[0])
    value = f.random("exp", small)
    value = np.where(a[0] == 0, 1, np.where(a[0] == small, value, _inverse(value)))
    return value, _slopes((value, a[1]))


def _log(f: _Field, a: Dual) -> Dual:
    return f.random("log", a[0]), _slopes((_inverse(a[0]), a[1]))


def _sin(f: _Field, a: Dual) -> Dual:
    return f.random("sin", a[0]), _slopes((f.random("cos", a[0]), a[1]))


def _cos(f: _Field, a: Dual) -> Dual:
    return f.random("cos", a[0]), _slopes((PRIME - f.random("sin", a[0]), a[1]))


def _tanh(f: _Field, a: Dual) -> Dual:
    value = f.random("tanh", a[0])
    return value, _slopes(((1 - value * value) % PRIME, a[1]))


def _unknown(name: str) -> Callable[..., Dual]:
    def rule(f: _Field, *args: Dual) -> Dual:
        if any(slope is not None for _, slope in args):
            raise _Untold(f"the derivative of {name}")
        return f.random(name, *[value for value, _ in args]), None

    return rule


# Truth values are 0 and 1, or elements that a comparison became; connectives are polynomials.


def _lt(f: _Field, a: Dual, b: Dual) -> Dual:
    return f.random("lt", (b[0] - a[0]) % PRIME), None


def _le(f: _Field, a: Dual, b: Dual) -> Dual:
    return _not(f, _lt(f, b, a))


def _eq(f: _Field, a: Dual, b: Dual) -> Dual:
    gap = (a[0] - b[0]) % PRIME
    return np.where(gap == 0, 1, f.random("eq", np.minimum(gap, PRIME - gap))), None


def _not(f: _Field, a: Dual) -> Dual:
    return (1 - a[0]) % PRIME, None


def _and(f: _Field, a: Dual, b: Dual) -> Dual:
    return a[0] * b[0] % PRIME, None


def _or(f: _Field, a: Dual, b: Dual) -> Dual:
    return (a[0] + b[0] - a[0] * b[0]) % PRIME, None


def _xor(f: _Field, a: Dual, b: Dual) -> Dual:
    return (a[0] + b[0] - 2 * (a[0] * b[0] % PRIME)) % PRIME, None


def _select(f: _Field, condition: Dual, a: Dual, b: Dual) -> Dual:
    c = condition[0]
    value = (c * a[0] % PRIME + (1 - c) % PRIME * b[0] % PRIME) % PRIME
    return value, _slopes((c, a[1]), ((1 - c) % PRIME, b[1]))


_RULES: dict[str, Callable[..., Dual]] = {
    "add": _add, "sub": _sub, "mul": _mul, "neg": _neg, "inv": _inv, "div": _div,
    "to_real": _same, "abs": _abs, "sign": _sign, "max": _maximum, "min": _minimum,
    "sqrt": _sqrt, "exp": _exp, "log": _log, "sin": _sin, "cos": _cos, "tanh": _tanh,
    "lt": _lt, "le": _le, "eq": _eq, "not": _not, "and": _and, "or": _or, "xor": _xor,
    "select": _select,
    **{
        name: _unknown(name)
        for name in (
            "tan", "sinh", "cosh", "arctan", "arcsin", "arccos", "erf", "floor", "ceil", "round",
            "rpow",
        )
    },
}  # fmt: skip
_INT_RELATIONS: dict[str, Callable[..., Array]] = {
    "lt": np.less, "le": np.less_equal, "eq": np.equal,
}  # fmt: skip
