"""Rules of elementwise nodes, with Lean's values at the junk points.

A guarded operation replaces the operand before it operates (the "double where"), so that no NaN
is born that a derivative would carry on.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ..graph import Num
from .trace import INT, Rule, Trace

Array = jax.Array


def _full(like: Array, value: float | int) -> Array:
    return lax.full_like(like, value)


def _where(condition: Array, x: Array, y: Array) -> Array:
    return lax.select(condition, x, y)


# ---- reals


def _inv(x: Array) -> Array:
    return _div(_full(x, 1), x)


def _div(x: Array, y: Array) -> Array:
    zero = lax.eq(y, _full(y, 0))
    return _where(zero, _full(x, 0), lax.div(x, _where(zero, _full(y, 1), y)))


def _quotient(trace: Trace, node: Num) -> Array:
    x, y = _operands(trace, node)
    divisor = node.args[1]
    if divisor.is_const and trace.rounded(divisor.value) != 0:
        return lax.div(x, y)
    return _div(x, y)


def _sqrt(x: Array) -> Array:
    positive = lax.gt(x, _full(x, 0))
    return _where(positive, lax.sqrt(_where(positive, x, _full(x, 1))), _full(x, 0))


def _log(x: Array) -> Array:
    zero = lax.eq(x, _full(x, 0))
    return lax.log(_where(zero, _full(x, 1), lax.abs(x)))


def _arcsin(x: Array) -> Array:
    inside = lax.lt(lax.abs(x), _full(x, 1))
    ends = lax.mul(lax.sign(x), _full(x, math.pi / 2))
    return _where(inside, lax.asin(_where(inside, x, _full(x, 0))), ends)


def _arccos(x: Array) -> Array:
    return lax.sub(_full(x, math.pi / 2), _arcsin(x))


def _rpow(x: Array, y: Array) -> Array:
    zero, negative = lax.eq(x, _full(x, 0)), lax.lt(x, _full(x, 0))
    size = lax.pow(_where(zero, _full(x, 1), lax.abs(x)), y)
    turned = lax.mul(size, lax.cos(lax.mul(y, _full(y, math.pi))))
    at_zero = lax.convert_element_type(lax.eq(y, _full(y, 0)), x.dtype)
    return _where(zero, at_zero, _where(negative, turned, size))


def _round(x: Array) -> Array:
    return lax.floor(lax.add(x, _full(x, 0.5)))


# ---- ints


def _ediv(x: Array, y: Array) -> Array:
    zero = lax.eq(y, _full(y, 0))
    safe = _where(zero, _full(y, 1), y)
    quotient, remainder = lax.div(x, safe), lax.rem(x, safe)  # both truncate
    quotient = _where(lax.lt(remainder, _full(x, 0)), lax.sub(quotient, lax.sign(safe)), quotient)
    return _where(zero, _full(x, 0), quotient)


def _emod(x: Array, y: Array) -> Array:
    return lax.sub(x, lax.mul(y, _ediv(x, y)))


def _natural(function: Callable[..., Array], general: Callable[..., Array]) -> Rule:
    """Division of numbers that are at least 0 by a constant; `general` for all others."""

    def rule(trace: Trace, node: Num) -> Array:
        x, y = node.args
        plain = y.is_const and y.value > 0 and x.bounds[0] >= 0
        return (function if plain else general)(*_operands(trace, node))

    return rule


def _pow(trace: Trace, node: Num) -> Array:
    base, exponent = node.args
    dims = trace.dims(node.axes)
    x = trace.aligned(base, dims)
    if exponent.is_const:
        return lax.integer_pow(x, exponent.value)
    n = trace.aligned(exponent, dims)
    if base.dtype == "int":
        negative = lax.lt(n, _full(n, 0))
        return _where(negative, _full(x, 0), jnp.power(x, _where(negative, _full(n, 0), n)))
    negative = lax.lt(n, _full(n, 0))
    positive_power = lax.pow(x, lax.abs(n))
    return _where(negative, _inv(positive_power), positive_power)


# ---- tables


def _operands(trace: Trace, node: Num) -> list[Array]:
    dims = trace.dims(node.axes)
    return [trace.aligned(arg, dims) for arg in node.args]


def _elementwise(function: Callable[..., Array]) -> Rule:
    return lambda trace, node: function(*_operands(trace, node))


def _to_int(function: Callable[[Array], Array]) -> Rule:
    return lambda trace, node: lax.convert_element_type(function(*_operands(trace, node)), INT)


def _to_real(trace: Trace, node: Num) -> Array:
    (x,) = _operands(trace, node)
    return lax.convert_element_type(x, trace.real)


def _select(trace: Trace, node: Num) -> Array:
    condition, x, y = _operands(trace, node)
    return lax.select(condition, x, y)


def _round_to(trace: Trace, node: Num) -> Array:
    (x,) = _operands(trace, node)
    exponent, mantissa = {"bf16": (8, 7), "f16": (5, 10), "f32": (8, 23)}[node.attrs[0]]
    kept = jnp.finfo(x.dtype)
    if kept.nmant <= mantissa and kept.nexp <= exponent:
        return x
    return lax.reduce_precision(x, exponent, mantissa)


ELEMENTWISE: dict[str, Rule] = {
    "add": _elementwise(lax.add),
    "sub": _elementwise(lax.sub),
    "mul": _elementwise(lax.mul),
    "neg": _elementwise(lax.neg),
    "inv": _elementwise(_inv),
    "div": _quotient,
    "ediv": _natural(lax.div, _ediv),
    "emod": _natural(lax.rem, _emod),
    "gcd": _elementwise(lambda x, y: jnp.gcd(x, y)),
    "max": _elementwise(lax.max),
    "min": _elementwise(lax.min),
    "abs": _elementwise(lax.abs),
    "sign": _elementwise(lax.sign),
    "pow": _pow,
    "rpow": _elementwise(_rpow),
    "sqrt": _elementwise(_sqrt),
    "log": _elementwise(_log),
    "arcsin": _elementwise(_arcsin),
    "arccos": _elementwise(_arccos),
    "exp": _elementwise(lax.exp),
    "sin": _elementwise(lax.sin),
    "cos": _elementwise(lax.cos),
    "tan": _elementwise(lax.tan),
    "tanh": _elementwise(lax.tanh),
    "sinh": _elementwise(lax.sinh),
    "cosh": _elementwise(lax.cosh),
    "arctan": _elementwise(lax.atan),
    "erf": _elementwise(lax.erf),
    "floor": _to_int(lax.floor),
    "ceil": _to_int(lax.ceil),
    "round": _to_int(_round),
    "to_int": _to_int(lambda x: x),
    "to_real": _to_real,
    "round_to": _round_to,
    "lt": _elementwise(lax.lt),
    "le": _elementwise(lax.le),
    "eq": _elementwise(lax.eq),
    "not": _elementwise(lax.bitwise_not),
    "and": _elementwise(lax.bitwise_and),
    "or": _elementwise(lax.bitwise_or),
    "xor": _elementwise(lax.bitwise_xor),
    "select": _select,
}


def const(trace: Trace, node: Num) -> Array:
    """A constant of any dtype."""
    return trace.constant(node.value, node.dtype)


def affine(trace: Trace, node: Num) -> Array:
    """`const + Σ coeff · iota`; along the mesh axis, the device's own index."""
    constant, terms = node.attrs
    dims = trace.dims(node.axes)
    shape = trace.shape(node)
    total = lax.full(shape, INT(constant))
    for axis, coeff in terms:
        if axis is trace.mesh_axis:
            index = lax.broadcast(mesh_index(), shape)
        else:
            index = lax.broadcasted_iota(INT, shape, dims.index(axis))
        total = lax.add(total, lax.mul(index, lax.full(shape, INT(coeff))))
    return total


def mesh_index() -> Array:
    """This device's place on the mesh."""
    from .trace import MESH_NAME

    return lax.convert_element_type(lax.axis_index(MESH_NAME), np.int64)
