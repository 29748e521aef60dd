"""Evaluating a graph on JAX values: one traced operation a node, without recursion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ..graph import Axis, Num, by_creation

REAL_TYPES = {"f64": jnp.float64, "f32": jnp.float32, "bf16": jnp.bfloat16}
MESH_NAME = "replica"
INT = np.int64


Windows = Literal["none", "all"]
"""Which sums over windows become convolutions."""


class LoweringError(ValueError):
    """A graph that cannot be lowered; the text says which node and why."""


class Trace:
    """Values of nodes while a program is traced.

    A value's dimensions are the node's axes in order of creation, the mesh axis left out: along
    that one, every device holds its own slice.
    """

    def __init__(
        self,
        precision: str,
        inputs: Mapping[str, jax.Array],
        mesh_axis: Axis | None,
        rules: Mapping[str, Rule],
        contractions: bool = True,
        known: Mapping[Num, jax.Array] | None = None,
        orders: dict[frozenset[Axis], tuple[Axis, ...]] | None = None,
        windows: Windows = "none",
    ) -> None:
        self.precision = precision
        self.real = REAL_TYPES[precision]
        self.inputs = inputs
        self.mesh_axis = mesh_axis
        self.rules = rules
        self.contractions = contractions
        self.windows: Windows = windows
        self.known: dict[Num, jax.Array] = dict(known or {})
        self._orders = {} if orders is None else orders
        self._aligned: dict[tuple[Num, tuple[Axis, ...]], jax.Array] = {}

    def child(self, known: Mapping[Num, jax.Array]) -> Trace:
        """A trace of the body of a derivative."""
        return Trace(
            self.precision, self.inputs, self.mesh_axis, self.rules, self.contractions, known,
            self._orders, self.windows,
        )  # fmt: skip

    def run(self, outputs: Iterable[Num]) -> None:
        """Make the values of `outputs` known."""
        for node in schedule(outputs, self.known):
            self.known[node] = self.rules[node.op](self, node)

    # ---- dimensions

    def dims(self, axes: frozenset[Axis]) -> tuple[Axis, ...]:
        """The axes that are dimensions on a device, in order."""
        found = self._orders.get(axes)
        if found is None:
            found = tuple(axis for axis in by_creation(axes) if axis is not self.mesh_axis)
            self._orders[axes] = found
        return found

    def shape(self, node: Num) -> tuple[int, ...]:
        """Shape of the node's value on a device."""
        return sizes(self.dims(node.axes))

    def aligned(self, node: Num, target: Sequence[Axis]) -> jax.Array:
        """The node's value broadcast to the dimensions `target`, any order; made once."""
        key = (node, tuple(target))
        found = self._aligned.get(key)
        if found is None:
            found = broadcast(self.known[node], self.dims(node.axes), target)
            self._aligned[key] = found
        return found

    # ---- constants

    def constant(self, value: Fraction | int | bool, dtype: str) -> jax.Array:
        """A scalar of the program's type for `dtype`."""
        if dtype == "bool":
            return jnp.asarray(np.bool_(value))
        if dtype == "int":
            if not -(2**63) <= value < 2**63:
                raise LoweringError(f"expected an integer of 64 bits, got {value}")
            return jnp.asarray(INT(value))
        return jnp.asarray(self.rounded(value))

    def rounded(self, value: Fraction | int | bool) -> np.generic:
        """A real constant as the program has it."""
        try:
            with np.errstate(over="ignore"):
                return np.float64(float(value)).astype(self.real)
        except OverflowError:
            raise LoweringError(f"expected a real in the range of float64, got {value}") from None

    def dtype(self, node: Num):
        """The JAX type of a node."""
        return {"real": self.real, "int": INT, "bool": np.bool_}[node.dtype]


Rule = Callable[[Trace, Num], jax.Array]


def sizes(axes: Iterable[Axis]) -> tuple[int, ...]:
    """Sizes of axes, as plain ints."""
    return tuple(int(axis.size) for axis in axes)


def broadcast(value: jax.Array, own: Sequence[Axis], target: Sequence[Axis]) -> jax.Array:
    """`value` with dimensions `own` as an array with dimensions `target`, a superset."""
    own, target = tuple(own), tuple(target)
    if own == target:
        return value
    places = [target.index(axis) for axis in own]
    if places != sorted(places):
        order = sorted(range(len(places)), key=places.__getitem__)
        value = lax.transpose(value, order)
        places = sorted(places)
        if len(own) == len(target):
            return value
    return lax.broadcast_in_dim(value, sizes(target), places)


def dependencies(node: Num) -> tuple[Num, ...]:
    """The nodes to evaluate before `node`: of a derivative's body, what does not vary in it."""
    if node.op != "derivative":
        return node.args
    body, at, tangent = node.args
    (q,) = node.attrs
    outside: list[Num] = []
    seen = {body}
    stack = [body]
    while stack:
        each = stack.pop()
        if q not in each.free:
            outside.append(each)
            continue
        for arg in dependencies(each):
            if arg not in seen:
                seen.add(arg)
                stack.append(arg)
    return (at, tangent, *outside)


def schedule(outputs: Iterable[Num], known: Mapping[Num, jax.Array]) -> list[Num]:
    """The nodes to evaluate for `outputs`, dependencies first, `known` ones left out."""
    order: list[Num] = []
    seen = set(known)
    for output in outputs:
        stack: list[tuple[Num, bool]] = [(output, False)]
        while stack:
            node, ready = stack.pop()
            if ready:
                order.append(node)
            elif node not in seen:
                seen.add(node)
                stack.append((node, True))
                stack.extend((arg, False) for arg in dependencies(node) if arg not in seen)
    return order
