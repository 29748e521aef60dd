"""Substitution for placeholders, and directional derivatives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from weakref import WeakValueDictionary

from . import arithmetic, logic, reduction, structure
from .axis import Axis
from .num import GraphError, Num, make, placeholder, real, union, walk

_memo: WeakValueDictionary[tuple, Num] = WeakValueDictionary()


def derivative(y: Num, at_placeholder: Num, at: Num, tangent: Num) -> Num:
    """`D y(at) · tangent`, `y` being a function of `at_placeholder`: a Jacobian-vector product.

    `at` and `tangent` are arrays over the placeholder's axes; they may depend on further axes
    (one derivative a value of them), and so may `y`. Lowered by `jax.jvp`, so at a point where
    the function has no derivative this is one of the one-sided ones, not Lean's 0.
    """
    p = at_placeholder
    y = moving(y, p)
    if p.op != "placeholder" or y.dtype != "real" or at.dtype != "real" or tangent.dtype != "real":
        raise GraphError(f"expected a placeholder and real nodes, got {p!r}, {y!r}, {at!r}")
    if p not in y.free or (tangent.is_const and tangent.value == 0):
        return real(0)
    key = (y, p, at, tangent)
    found = _memo.get(key)
    if found is not None:
        return found
    extra = (at.axes | tangent.axes) - p.axes
    clash = {axis: axis.fresh() for axis in extra & _bound_axes(y, p)}
    point, direction = structure.rename(at, clash), structure.rename(tangent, clash)
    axes = p.attrs[1] + tuple(
        sorted((point.axes | direction.axes) - p.axes, key=lambda axis: axis.uid)
    )
    q = placeholder(p.attrs[0], axes)
    body = substitute(y, {p: q})
    free = union((body.free - {q}, point.free, direction.free))
    # Axes of the placeholder that the result has come through `body`, where they are its own.
    all_axes = body.axes | ((point.axes | direction.axes) - p.axes)
    args = (body, point, direction)
    node = make("derivative", args, "real", (q,), axes=frozenset(all_axes), free=free)
    _memo[key] = result = structure.rename(node, {new: old for old, new in clash.items()})
    return result


def moving(y: Num, p: Num) -> Num:
    """A function of `p` with the same derivatives: `y` without addends that do not depend on `p`.

    Looked for below sums, differences, choices, relabellings and factors that do not depend on `p`.
    Where one is taken away, the function has a derivative at the same points as before.
    """
    linear: set[Num] = set()
    stack = [y]
    while stack:
        node = stack.pop()
        if node not in linear and p in node.free:
            linear.add(node)
            stack += [node.args[k] for k in _linear_in(node, p)]
    done: dict[Num, Num] = {}
    for node in walk([y]):
        if node not in linear:
            continue
        args = list(node.args)
        for k in _linear_in(node, p):
            args[k] = done[args[k]] if p in args[k].free else real(0)
        same = all(new is old for new, old in zip(args, node.args, strict=True))
        done[node] = node if same else rebuild(node, args)
    return done.get(y, y)


def _linear_in(node: Num, p: Num) -> tuple[int, ...]:
    """The arguments whose addends are addends of the node, up to factors free of `p`."""
    match node.op:
        case "add" | "sub":
            return (0, 1)
        case "neg" | "rename" | "split" | "merge":
            return (0,)
        case "reduce" if node.attrs[0] == "sum":
            return (0,)
        case "select" if p not in node.args[0].free:
            return (1, 2)
        case "gather" if all(p not in index.free for index in node.args[1:]):
            return (0,)
        case "mul" | "div":
            moved = [k for k in (0, 1) if p in node.args[k].free]
            return tuple(moved) if moved == [0] or (moved == [1] and node.op == "mul") else ()
    return ()


def substitute(y: Num, values: Mapping[Num, Num]) -> Num:
    """`y` with placeholders replaced by arrays over (at least) their axes.

    Axes of a value beyond the placeholder's must not be bound inside `y`.
    """
    wanted = frozenset(values)
    done: dict[Num, Num] = dict(values)
    for node in walk([y]):
        if node in done:
            continue
        if node.free.isdisjoint(wanted):
            done[node] = node
        else:
            done[node] = rebuild(node, [done[arg] for arg in node.args])
    return done[y]


def aside(outputs: Iterable[Num], step: float) -> list[Num]:
    """The nodes with the point of every derivative in them moved by `step`, scaled to its size."""
    outputs = list(outputs)
    done: dict[Num, Num] = {}
    for node in walk(outputs):
        args = [done[arg] for arg in node.args]
        if node.op == "derivative":
            body, point, tangent = args
            size = arithmetic.add(arithmetic.absolute(point), real(1))
            moved = arithmetic.add(point, arithmetic.mul(real(step), size))
            done[node] = derivative(body, node.attrs[0], moved, tangent)
        elif all(new is old for new, old in zip(args, node.args, strict=True)):
            done[node] = node
        else:
            done[node] = rebuild(node, args)
    return [done[output] for output in outputs]


def _bound_axes(y: Num, p: Num) -> frozenset[Axis]:
    """Axes that some node between `p` and `y` binds."""
    bound: set[Axis] = set()
    for node in walk([y]):
        if p not in node.free:
            continue
        if node.op in ("reduce", "arg"):
            bound.update(node.attrs[1])
        elif node.op == "rename":
            bound.update(a for a, _ in node.attrs)
        elif node.op == "gather":
            bound.update(node.attrs[0])
        elif node.op == "split":
            bound.add(node.attrs[0])
        elif node.op == "merge":
            bound.update(node.attrs[0])
        elif node.op == "derivative":
            bound.update(node.attrs[0].axes)
    return frozenset(bound)


def rebuild(node: Num, args: list[Num]) -> Num:
    """The operation of `node` on other arguments, simplified afresh."""
    op = node.op
    if op in _PLAIN:
        return _PLAIN[op](*args)
    if op in arithmetic.TRANSCENDENTAL:
        return arithmetic.unary(op, *args)
    if op == "round_to":
        return arithmetic.round_to(args[0], node.attrs[0])
    if op in ("reduce", "arg"):
        return reduction.reduce(node.attrs[0], args[0], node.attrs[1])
    if op == "rename":
        return structure.rename(args[0], dict(node.attrs))
    if op == "split":
        return structure.split(args[0], *node.attrs)
    if op == "merge":
        return structure.merge(args[0], *node.attrs)
    if op == "gather":
        return structure.gather(args[0], dict(zip(node.attrs[0], args[1:], strict=True)))
    if op == "derivative":
        return derivative(args[0], node.attrs[0], args[1], args[2])
    return node


_PLAIN = {
    "add": arithmetic.add,
    "sub": arithmetic.sub,
    "mul": arithmetic.mul,
    "neg": arithmetic.neg,
    "inv": arithmetic.inv,
    "div": arithmetic.div,
    "ediv": arithmetic.div,
    "emod": arithmetic.mod,
    "gcd": arithmetic.gcd,
    "max": arithmetic.maximum,
    "min": arithmetic.minimum,
    "abs": arithmetic.absolute,
    "sign": arithmetic.sign,
    "pow": arithmetic.power,
    "rpow": arithmetic.rpow,
    "sqrt": arithmetic.sqrt,
    "to_real": arithmetic.to_real,
    "to_int": arithmetic.to_int,
    "floor": arithmetic.floor,
    "ceil": arithmetic.ceil,
    "round": arithmetic.nearest,
    "lt": logic.lt,
    "le": logic.le,
    "eq": logic.eq,
    "not": logic.not_,
    "and": logic.and_,
    "or": logic.or_,
    "xor": logic.xor,
    "select": logic.select,
}
