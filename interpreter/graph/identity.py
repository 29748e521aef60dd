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
from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from .axis import Axis, by_creation
from .duals import (
    INT_RELATIONS,
    PRIME,
    RULES,
    Array,
    Dual,
    Untold,
    conjunction,
    disjunction,
    power,
    product,
    scramble,
    total_slope,
)
from .evaluate import STRUCTURE, align, value_of
from .num import Num, walk

ROUNDS = 2
WORK = 4_000_000
"""Scalars of all nodes together at most."""


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
        self.symbolic: set[Num] = set()
        """Nodes that depend on inputs: residues, and not the numbers themselves."""

    def values(self, nodes: Sequence[Num], bound: Mapping[Num, Dual]) -> dict[Num, Dual]:
        done: dict[Num, Dual] = dict(bound)
        for node in nodes:
            # The body of a derivative waits for its placeholder.
            if node in done or node.free - bound.keys():
                continue
            needed = node.args[1:] if node.op == "derivative" else node.args
            if any(arg not in done for arg in needed):
                continue
            if node.op in ("input", "placeholder") or not self.symbolic.isdisjoint(node.args):
                self.symbolic.add(node)
            shape = [axis.size for axis in by_creation(node.axes)]
            try:
                value, slope = self.value(node, done)
            except Untold:
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
                raise Untold("a placeholder")
        if node.dtype == "int" and node not in self.symbolic:
            return self.integer(node, done), None
        if node.op == "gather" and not self.symbolic.isdisjoint(node.args[1:]):
            raise Untold("an index that depends on the inputs")
        if node.op in ("rename", "split", "merge", "gather"):
            return self.structural(node, done)
        if node.op == "reduce":
            return self.reduce(node, done)
        if node.op not in RULES and node.op not in ("pow", "round_to"):
            raise Untold(node.op)
        args: list[Dual] = []
        for arg in node.args:
            value, slope = done[arg]
            moved = None if slope is None else align(slope, arg.axes, order)
            args.append((align(value, arg.axes, order), moved))
        ints = bool(node.args) and node.args[0].dtype == "int" and node not in self.symbolic
        if ints and node.op in INT_RELATIONS:
            found = INT_RELATIONS[node.op](*[a for a, _ in args])
            return np.asarray(found, dtype=np.int64), None
        if node.op in ("pow", "round_to"):
            return self.special(node, args)
        return RULES[node.op](self, *args)

    # ---- leaves

    def constant(self, node: Num) -> Array:
        if node.dtype == "int":
            return np.asarray(node.value, dtype=np.int64)
        value = Fraction(node.value)
        return np.asarray(value.numerator * pow(value.denominator, -1, PRIME) % PRIME)

    def input(self, node: Num) -> Array:
        name, axes, _ = node.attrs
        shape = [axis.size for axis in axes]
        seed = zlib.crc32(name.encode()) + (self.round << 40)
        count = int(np.prod(shape, dtype=np.int64))
        value = scramble(np.arange(count, dtype=np.uint64), seed).reshape(shape)
        return np.transpose(value, [axes.index(axis) for axis in by_creation(node.axes)])

    def integer(self, node: Num, done: Mapping[Num, Dual]) -> Array:
        """An index or a size that does not depend on the inputs, as it is."""
        known: dict[Num, Array] = {}
        for arg in node.args:
            if arg.dtype == "real":
                raise Untold("an integer made of a real")
            value = done[arg][0]
            known[arg] = value.astype(np.bool_) if arg.dtype == "bool" else value
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
        fold = {"any": disjunction, "all": conjunction, "prod": product}.get(op)
        if fold is None and op not in ("max", "min"):
            raise Untold(op)
        kept = [k for k in range(value.ndim) if k not in dims]
        sizes = [value.shape[k] for k in kept]

        def rows(array: Array) -> Array:
            return np.transpose(array, [*dims, *kept]).reshape([-1, *sizes])

        values, slopes = rows(value), None if slope is None else rows(slope)
        if fold is None:
            return self.extreme(op, values, slopes)
        total: Dual = (values[0], None if slopes is None else slopes[0])
        for k in range(1, len(values)):
            total = fold(self, total, (values[k], None if slopes is None else slopes[k]))
        return total

    def extreme(self, op: str, values: Array, slopes: Array | None) -> Dual:
        """The largest or smallest along the first dimension: known to be blind to the order, and to
        move with a constant that is added to all."""
        mean = values.sum(axis=0) % PRIME * pow(len(values), -1, PRIME) % PRIME
        apart = (values - mean) % PRIME
        whole = self.random(f"{op} of {len(values)}", *np.sort(apart, axis=0))
        found = (mean + whole) % PRIME
        if slopes is None:
            return found, None
        weights = [self.random(f"where {op}", own, whole) for own in apart]
        return found, total_slope(*zip(weights, slopes, strict=True))

    def derivative(self, node: Num, done: Mapping[Num, Dual]) -> Array:
        body, at, tangent = node.args
        (q,), order = node.attrs, by_creation(node.axes)
        own = by_creation(q.axes)
        shape = [axis.size for axis in own]
        if any(done[arg][1] is not None for arg in (at, tangent)):
            raise Untold("a derivative of a derivative")
        point, slope = (
            np.broadcast_to(align(done[arg][0], arg.axes, own), shape) for arg in (at, tangent)
        )
        outer = {n: v for n, v in done.items() if q not in n.free}
        found = self.values(list(walk([body])), {**outer, q: (point, slope)})
        if body not in found:
            raise Untold("the body of a derivative")
        change = found[body][1]
        if change is None:
            return np.zeros([axis.size for axis in order], dtype=np.int64)
        return np.broadcast_to(align(change, body.axes, order), [axis.size for axis in order])

    # ---- operations with parameters

    def special(self, node: Num, args: Sequence[Dual]) -> Dual:
        (x, slope), *rest = args
        if node.op == "round_to":
            if slope is not None:
                raise Untold("round_to")
            return self.random(f"round_to {node.attrs}", x), None
        n = rest[0][0]
        if node.args[1].dtype != "int":
            raise Untold("a power of reals")
        value = power(x, n)
        if slope is None:
            return value, None
        return value, power(x, n - 1) * (n % PRIME) % PRIME * slope % PRIME

    def random(self, name: str, *args: Array) -> Array:
        """A function of its arguments that nothing is known of."""
        seed = zlib.crc32(name.encode()) + (self.round << 40)
        total = np.zeros((), dtype=np.uint64)
        for arg in args:
            total = scramble(total + np.asarray(arg).astype(np.uint64), seed).astype(np.uint64)
        return total.astype(np.int64)
