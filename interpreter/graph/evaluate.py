"""A slow reference interpreter in numpy: tests compare the JAX lowering with it.

It needs no compiler, so that small graphs that are run once or twice are run by it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from .axis import Axis, by_creation
from .num import GraphError, Num, walk

Value = np.ndarray
_TYPES = {"real": np.float64, "int": np.int64, "bool": np.bool_}
REAL_TYPES = {"f64": np.float64, "f32": np.float32}


def evaluate(num: Num, inputs: Mapping[str, Value], axes: Sequence[Axis] = ()) -> Value:
    """The array of `num` in float64, dimension `k` running along `axes[k]`."""
    missing = num.axes.difference(axes)
    if missing:
        raise GraphError(f"expected every free axis of {num!r} to be listed, missing {missing}")
    value = _values(num, {}, inputs)[num]
    return np.broadcast_to(align(value, num.axes, tuple(axes)), [a.size for a in axes])


def evaluate_all(
    outputs: Mapping[str, tuple[Num, Sequence[Axis]]],
    inputs: Mapping[str, Value],
    precision: str = "f64",
) -> dict[str, Value]:
    """Several nodes at a precision, `f64` or `f32`; reals are given in float64."""
    real = REAL_TYPES[precision]
    done: dict[Num, Value] = {}
    with np.errstate(all="ignore"):
        for node in walk(num for num, _ in outputs.values()):
            if node.op == "derivative":
                raise GraphError("expected no derivative: it is only approximated here")
            value = _value(node, done, inputs)
            done[node] = value.astype(real) if value.dtype == np.float64 else value
    found: dict[str, Value] = {}
    for name, (num, axes) in outputs.items():
        value = align(done[num], num.axes, tuple(axes))
        value = np.broadcast_to(value, [axis.size for axis in axes])
        found[name] = value.astype(np.float64) if value.dtype == real else value
    return found


def value_of(node: Num, done: Mapping[Num, Value]) -> Value:
    """The array of a node that reads no input, its arguments' being known."""
    return _value(node, done, {})


def align(value: Value, axes: frozenset[Axis], target: Sequence[Axis]) -> Value:
    """`value` with its dimensions in the order of `target`, size 1 where it has none."""
    own = by_creation(axes)
    order = [own.index(axis) for axis in target if axis in axes]
    shape = [axis.size if axis in axes else 1 for axis in target]
    return np.transpose(value, order).reshape(shape)


def _values(root: Num, bound: Mapping[Num, Value], inputs: Mapping[str, Value]) -> dict[Num, Value]:
    done: dict[Num, Value] = dict(bound)
    with np.errstate(all="ignore"):
        for node in _order(root, done):
            done[node] = _value(node, done, inputs)
    return done


def _order(root: Num, known: Mapping[Num, Value]):
    """Like `walk`, but a derivative's body is left to the derivative."""
    if root.op == "derivative" or any(n.op == "derivative" for n in walk([root])):
        seen: set[Num] = set(known)
        stack = [(root, False)]
        while stack:
            node, ready = stack.pop()
            if ready:
                yield node
            elif node not in seen:
                seen.add(node)
                stack.append((node, True))
                args = node.args[1:] if node.op == "derivative" else node.args
                stack.extend((arg, False) for arg in args)
    else:
        yield from (node for node in walk([root]) if node not in known)


def _value(node: Num, done: Mapping[Num, Value], inputs: Mapping[str, Value]) -> Value:
    op, order = node.op, by_creation(node.axes)
    shape = [axis.size for axis in order]
    if op == "const":
        return np.asarray(node.value, dtype=_TYPES[node.dtype])
    if op == "affine":
        const, terms = node.attrs
        index = np.full(shape, const, dtype=np.int64)
        for axis, coeff in terms:
            along = [-1 if a is axis else 1 for a in order]
            index = index + coeff * np.arange(axis.size).reshape(along)
        return index
    if op == "input":
        name, axes, _ = node.attrs
        value = np.asarray(inputs[name], dtype=_TYPES[node.dtype])
        return np.transpose(value, [axes.index(axis) for axis in order])
    if op == "placeholder":
        raise GraphError(f"expected no free placeholder, got {node!r}")
    if op == "derivative":
        return _derivative(node, done, inputs)
    if op in STRUCTURE:
        return np.asarray(STRUCTURE[op](node, done))
    args = [align(done[arg], arg.axes, order) for arg in node.args]
    result = _ELEMENTWISE[op](*args) if op != "round_to" else _round_to(args[0], node.attrs[0])
    result = np.asarray(result, dtype=_TYPES[node.dtype])
    return np.broadcast_to(result, shape)


# ---- structure


def _reduce(node: Num, done: Mapping[Num, Value]) -> Value:
    (x,), (op, axes) = node.args, node.attrs
    dims = tuple(k for k, axis in enumerate(by_creation(x.axes)) if axis in axes)
    return getattr(np, op)(done[x], axis=dims)


def _arg(node: Num, done: Mapping[Num, Value]) -> Value:
    (x,), (op, axes) = node.args, node.attrs
    target = by_creation(node.axes) + axes
    value = np.broadcast_to(align(done[x], x.axes, target), [a.size for a in target])
    flat = value.reshape([a.size for a in by_creation(node.axes)] + [-1])
    return getattr(np, op)(flat, axis=-1)


def _rename(node: Num, done: Mapping[Num, Value]) -> Value:
    (x,), mapping = node.args, dict(node.attrs)
    now = [mapping.get(axis, axis) for axis in by_creation(x.axes)]
    return np.transpose(done[x], [now.index(axis) for axis in by_creation(node.axes)])


def _split(node: Num, done: Mapping[Num, Value]) -> Value:
    (x,), (axis, parts) = node.args, node.attrs
    now = [p for a in by_creation(x.axes) for p in (parts if a is axis else (a,))]
    value = done[x].reshape([a.size for a in now])
    return np.transpose(value, [now.index(a) for a in by_creation(node.axes)])


def _merge(node: Num, done: Mapping[Num, Value]) -> Value:
    (x,), (parts, axis) = node.args, node.attrs
    rest = by_creation(x.axes.difference(parts))
    target = rest + parts
    value = np.broadcast_to(align(done[x], x.axes, target), [a.size for a in target])
    value = value.reshape([a.size for a in rest] + [axis.size])
    now = [*rest, axis]
    return np.transpose(value, [now.index(a) for a in by_creation(node.axes)])


def _gather(node: Num, done: Mapping[Num, Value]) -> Value:
    x, order = node.args[0], by_creation(node.axes)
    index = dict(zip(node.attrs[0], node.args[1:], strict=True))
    places = []
    for axis in by_creation(x.axes):
        if axis in index:
            at = np.clip(done[index[axis]], 0, axis.size - 1)
            places.append(align(at, index[axis].axes, order))
        else:
            along = [-1 if a is axis else 1 for a in order]
            places.append(np.arange(axis.size).reshape(along))
    return np.broadcast_to(done[x][tuple(places)], [a.size for a in order])


STRUCTURE: dict[str, Callable[[Num, Mapping[Num, Value]], Value]] = {
    "reduce": _reduce,
    "arg": _arg,
    "rename": _rename,
    "split": _split,
    "merge": _merge,
    "gather": _gather,
}

# ---- elementwise


def _div(x: Value, y: Value) -> Value:
    return np.where(y == 0, 0.0, x / np.where(y == 0, 1, y))


def _ediv(x: Value, y: Value) -> Value:
    safe = np.where(y == 0, 1, y)
    return np.where(y == 0, 0, np.where(safe > 0, x // safe, -(x // -safe)))


def _pow(x: Value, n: Value) -> Value:
    if x.dtype == np.int64:
        return np.where(n < 0, 0, x ** np.maximum(n, 0))
    return np.where((x == 0) & (n < 0), 0.0, np.power(x, n.astype(np.float64)))


def _rpow(x: Value, y: Value) -> Value:
    size = np.power(np.where(x == 0, 1, np.abs(x)), y)
    return np.where(x == 0, np.where(y == 0, 1, 0), np.where(x < 0, size * np.cos(y * np.pi), size))


def _round_to(x: Value, precision: str) -> Value:
    if precision in ("f16", "f32"):
        return x.astype(np.float16 if precision == "f16" else np.float32).astype(np.float64)
    mantissa, exponent = np.frexp(x)
    return np.ldexp(np.rint(mantissa * 256), exponent - 8)


_ELEMENTWISE: dict[str, Callable[..., Value]] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "neg": np.negative,
    "inv": lambda x: _div(np.ones_like(x), x),
    "div": _div,
    "ediv": _ediv,
    "emod": lambda x, y: x - y * _ediv(x, y),
    "gcd": np.gcd,
    "max": np.maximum,
    "min": np.minimum,
    "abs": np.abs,
    "sign": np.sign,
    "pow": _pow,
    "rpow": _rpow,
    "sqrt": lambda x: np.sqrt(np.maximum(x, 0)),
    "log": lambda x: np.log(np.where(x == 0, 1, np.abs(x))),
    "arcsin": lambda x: np.arcsin(np.clip(x, -1, 1)),
    "arccos": lambda x: np.arccos(np.clip(x, -1, 1)),
    "erf": np.vectorize(math.erf, otypes=[np.float64]),
    **{f: getattr(np, f) for f in ("exp", "sin", "cos", "tan", "tanh", "sinh", "cosh", "arctan")},
    "floor": np.floor,
    "ceil": np.ceil,
    "round": lambda x: np.floor(x + 0.5),
    "to_real": lambda x: x,
    "to_int": lambda x: x,
    "lt": np.less,
    "le": np.less_equal,
    "eq": np.equal,
    "not": np.logical_not,
    "and": np.logical_and,
    "or": np.logical_or,
    "xor": np.logical_xor,
    "select": np.where,
}

# ---- derivatives, by finite differences: not the method of the lowering


def _derivative(node: Num, done: Mapping[Num, Value], inputs: Mapping[str, Value]) -> Value:
    body, at, tangent = node.args
    (q,), order = node.attrs, by_creation(node.axes)
    shape = [a.size for a in by_creation(q.axes)]
    point, direction = (
        np.broadcast_to(align(done[n], n.axes, by_creation(q.axes)), shape) for n in (at, tangent)
    )
    outer = {n: v for n, v in done.items() if q not in n.free}

    def along(h: float) -> Value:
        value = _values(body, {**outer, q: point + h * direction}, inputs)[body]
        return align(value, body.axes, order)

    def slope(h: float) -> Value:
        return (along(h) - along(-h)) / (2 * h)

    h = 1e-3
    result = (4 * slope(h / 2) - slope(h)) / 3  # error h⁴
    return np.broadcast_to(result, [a.size for a in order])
