"""Finite sets and what is folded over them.

A finite set is a `Data` of one of the forms below; only folding over it and membership look inside.

- `Finset.univ α`: every element of a finite type
- `Finset.interval lo hi`: the integers `lo ≤ k < hi`, concrete
- `Finset.list α x…`: the elements listed, known to differ
- `Finset.filtered α p s`, `Finset.mapped β f s` (`f` injective), `Finset.pairs α β s t`
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from denotary.interpreter.machine import families, merging, propositions
from denotary.interpreter.machine.errors import EvaluationError
from denotary.interpreter.machine.leaves import DTYPES
from denotary.interpreter.machine.sizes import Size
from denotary.interpreter.machine.values import UNIT, Data, PiValue, SortValue, TypeValue

from .registry import primitive

if TYPE_CHECKING:
    from denotary.interpreter.machine import Machine

Use = Callable[[Any], Any]


# ---- folding


def fold(m: Machine, s: Any, use: Use, held: Sequence[Any], op: str, dtype: str) -> Any:
    """`use` over a finite set, combined by `op`; None over no elements if it has no unit."""
    s = m.force(s)
    if isinstance(s, merging.Choice):
        return merging.split(m, s, lambda t: fold(m, t, use, held, op, dtype))
    if not isinstance(s, Data):
        raise m.ill_typed(f"expected a finite set, got {s!r}")
    match s.name:
        case "Finset.univ":
            return families.fold(m, s.args[0], use, held, op, dtype, "a sum")
        case "Finset.interval":
            return _fold_interval(m, int(s.args[0]), int(s.args[1]), use, held, op, dtype)
        case "Finset.list":
            values = [m.number(use(x), dtype) for x in s.args[1:]]
            return families.combine(m, values, op, dtype)
        case "Finset.mapped":
            _, function, inner = s.args
            return fold(
                m, inner, lambda x: use(m.apply(function, [x])), (*held, function), op, dtype
            )
        case "Finset.pairs":
            a, b, left, right = s.args

            def row(x: Any) -> Any:
                def cell(y: Any) -> Any:
                    return use(m.data("Prod.mk", a, b, x, y))

                return fold(m, right, cell, (*held, x, left), op, dtype)

            return fold(m, left, row, (*held, right), op, dtype)
        case "Finset.filtered":
            return _fold_filtered(m, s, use, held, op, dtype)
    raise m.unsupported(s.name, "a finite set that cannot be enumerated")


def _fold_interval(
    m: Machine, low: int, high: int, use: Use, held: Sequence[Any], op: str, dtype: str
) -> Any:
    n = max(high - low, 0)
    if m.domain.symbolic and n > 1:
        depth = len(m.trace)
        try:
            (axis,) = m.fresh([n], m.union_axes(held))
            number = m.plain(m.domain.apply("add", m.domain.iota(axis), m.number(low, "int")))
            return m.domain.reduce(op, m.number(use(number), dtype), (axis,))
        except EvaluationError:
            del m.trace[depth:]  # The summand needs concrete numbers, as recursion does.
    values = [m.number(use(Size(k) if k >= 0 else k), dtype) for k in range(low, high)]
    return families.combine(m, values, op, dtype)


def _fold_filtered(
    m: Machine, s: Data, use: Use, held: Sequence[Any], op: str, dtype: str
) -> Any:
    _, predicate, inner = s.args
    _, unit = families.COMBINE[op]
    if unit is not None:
        rest = m.domain.constant(unit, dtype)  # type: ignore[arg-type]

        def kept(x: Any) -> Any:
            holds = propositions.truth(m, m.apply(predicate, [x]))
            return merging.select(m, holds, m.deferred(lambda: use(x), (*held, x)), rest)

        return fold(m, inner, kept, (*held, predicate), op, dtype)
    total: Any = None
    operation = families.COMBINE[op][0]
    for x, holds in members(m, s):
        value = m.number(use(x), dtype)
        if total is None:
            total = (holds, value)
            continue
        both = m.domain.apply(operation, total[1], value)
        value = merging.select(m, holds, merging.select(m, total[0], both, value), total[1])
        total = (propositions.or_(m, total[0], holds), value)
    return None if total is None else total[1]


def members(m: Machine, s: Any) -> list[tuple[Any, Any]]:
    """The elements one by one, each with the condition that it is one."""
    s = m.force(s)
    if isinstance(s, Data):
        match s.name:
            case "Finset.univ":
                return [(x, True) for x in families.elements(m, s.args[0])]
            case "Finset.interval":
                return [
                    (Size(k) if k >= 0 else k, True) for k in range(int(s.args[0]), int(s.args[1]))
                ]
            case "Finset.list":
                return [(x, True) for x in s.args[1:]]
            case "Finset.mapped":
                return [(m.apply(s.args[1], [x]), c) for x, c in members(m, s.args[2])]
            case "Finset.pairs":
                a, b, left, right = s.args
                return [
                    (m.data("Prod.mk", a, b, x, y), propositions.and_(m, c, d))
                    for x, c in members(m, left)
                    for y, d in members(m, right)
                ]
            case "Finset.filtered":
                out = []
                for x, c in members(m, s.args[2]):
                    c = propositions.and_(m, c, propositions.truth(m, m.apply(s.args[1], [x])))
                    if c is not False:
                        out.append((x, c))
                return out
    raise m.stuck("expected a finite set that can be listed")


def over(m: Machine, type: Any, s: Any, f: Any, op: str) -> Any:
    """`Σ`, `Π`, … of `f` over `s` in a type: numbers, functions pointwise, structures by field."""
    type = m.force(type)
    if isinstance(type, TypeValue) and type.name in DTYPES:
        dtype = DTYPES[type.name]
        result = fold(m, s, lambda x: m.apply(f, [x]), (s, f), op, dtype)
        if result is None:
            raise m.stuck(f"the {op} over an empty set")
        return m.plain(result)
    if isinstance(type, PiValue):
        return m.builtin(_at, (op, type, s, f))
    if isinstance(type, SortValue) and type.level == 0:
        return m.plain(
            fold(m, s, lambda x: propositions.truth(m, m.apply(f, [x])), (s, f), op, "bool")
        )
    if isinstance(type, TypeValue) and op == "sum":
        return _by_field(m, type, s, f)
    raise m.unsupported(
        type.name if isinstance(type, TypeValue) else "Finset.sum", f"a {op} in this type"
    )


def _at(m: Machine, op: str, type: Any, s: Any, f: Any, arg: Any) -> Any:
    return over(m, m.apply(type.codomain, [arg]), s, m.builtin(_applied, (f, arg)), op)


def _applied(m: Machine, f: Any, arg: Any, x: Any) -> Any:
    return m.apply(f, [x, arg])


def _by_field(m: Machine, type: TypeValue, s: Any, f: Any) -> Any:
    declaration = m.rules[type.name].declaration
    if declaration is None or len(declaration.constructors) != 1:
        raise m.unsupported(type.name, "a sum in this type")
    constructor = declaration.constructors[0]
    args = list(type.args[: declaration.params])
    rest = m.force(families.telescope(m, m.env[constructor].type, args))
    while isinstance(rest, PiValue):
        field = len(args) - declaration.params
        inner = rest.domain
        if families.is_proposition(m, inner):
            value: Any = UNIT
        else:
            part = m.builtin(_projected, (type.name, Size(field), f))
            value = m.deferred(lambda i=inner, p=part: over(m, i, s, p, "sum"), (s, f))
        args.append(value)
        rest = m.force(m.apply(rest.codomain, [value]))
    return m.call(constructor, tuple(args))


def _projected(m: Machine, struct: str, field: Size, f: Any, x: Any) -> Any:
    return m.project(struct, int(field), m.apply(f, [x]))


# ---- the folds of Mathlib


@primitive("Finset.sum", arity=5)
def sum_(m: Machine, index: Any, type: Any, monoid: Any, s: Any, f: Any) -> Any:
    """`Finset.sum s f`, `∑ x ∈ s, f x`; 0 over the empty set."""
    return over(m, type, s, f, "sum")


@primitive("Finset.prod", arity=5)
def prod_(m: Machine, index: Any, type: Any, monoid: Any, s: Any, f: Any) -> Any:
    """`Finset.prod s f`, `∏ x ∈ s, f x`; 1 over the empty set."""
    return over(m, type, s, f, "prod")


@primitive("Finset.sup'", arity=6)
def sup_(m: Machine, type: Any, index: Any, lattice: Any, s: Any, nonempty: Any, f: Any) -> Any:
    """`Finset.sup' s h f`: the largest `f x`."""
    return over(m, type, s, f, "max")


@primitive("Finset.inf'", arity=6)
def inf_(m: Machine, type: Any, index: Any, lattice: Any, s: Any, nonempty: Any, f: Any) -> Any:
    """`Finset.inf' s h f`: the smallest `f x`."""
    return over(m, type, s, f, "min")


@primitive("Finset.max'", arity=4)
def max_(m: Machine, type: Any, order: Any, s: Any, nonempty: Any) -> Any:
    """`Finset.max' s h`: the largest element."""
    return over(m, type, s, m.builtin(_itself), "max")


@primitive("Finset.min'", arity=4)
def min_(m: Machine, type: Any, order: Any, s: Any, nonempty: Any) -> Any:
    """`Finset.min' s h`: the smallest element."""
    return over(m, type, s, m.builtin(_itself), "min")


def _itself(m: Machine, x: Any) -> Any:
    return m.force(x)


@primitive("Finset.card", arity=2)
def card(m: Machine, type: Any, s: Any) -> Any:
    """`Finset.card s`: the number of elements."""
    return m.plain(fold(m, s, lambda _: Size(1), (s,), "sum", "int"))


@primitive("Fintype.card", arity=2)
def fintype_card(m: Machine, type: Any, finite: Any) -> Any:
    """`Fintype.card α`: the number of elements."""
    value = m.force(type)
    if isinstance(value, TypeValue) and value.name == "Fin":
        return m.nat(value.args[0])
    return m.plain(families.fold(m, value, lambda _: Size(1), (), "sum", "int"))


# ---- sets


@primitive("Finset.univ", arity=2)
def univ(m: Machine, type: Any, finite: Any) -> Any:
    """`Finset.univ`: every element of a finite type."""
    return m.data("Finset.univ", type)


def interval(m: Machine, low: int, high: int) -> Any:
    return m.data("Finset.interval", Size(low) if low >= 0 else low, Size(max(high, low, 0)))


@primitive("Finset.range", arity=1)
def range_(m: Machine, n: Any) -> Any:
    """`Finset.range n`: the natural numbers below `n`."""
    return interval(m, 0, int(m.concrete(n, "bound of a range")))


def _bounds(below: int, above: int) -> Callable[..., Any]:
    def run(m: Machine, type: Any, order: Any, finite: Any, a: Any, b: Any) -> Any:
        value = m.force(type)
        if isinstance(value, TypeValue) and value.name in ("Nat", "Int"):
            low, high = m.force(a), m.force(b)
            if isinstance(low, int) and isinstance(high, int):
                return interval(m, int(low) + below, int(high) + above)
            raise m.stuck("expected an interval with concrete bounds")
        if isinstance(value, TypeValue) and value.name == "Fin":
            within = m.builtin(_within, (Size(below), Size(above), a, b))
            return m.data("Finset.filtered", type, within, m.data("Finset.univ", type))
        raise m.unsupported("Finset.Icc", "an interval in this type")

    run.__doc__ = "An interval of ℕ, ℤ or `Fin n`: `Icc` both ends, `Ico` the first, `Ioc` the last"
    run.__module__ = __name__
    return run


def _within(m: Machine, below: Any, above: Any, a: Any, b: Any, x: Any) -> Any:
    i, low, high = (m.number(m.project("Fin", 0, m.force(v)), "int") for v in (x, a, b))
    first = m.plain(m.domain.apply("lt" if below else "le", low, i))
    last = m.plain(m.domain.apply("le" if above else "lt", i, high))
    return propositions.and_(m, first, last)


primitive("Finset.Icc", arity=5)(_bounds(0, 1))
primitive("Finset.Ico", arity=5)(_bounds(0, 0))
primitive("Finset.Ioc", arity=5)(_bounds(1, 1))
primitive("Finset.Ioo", arity=5)(_bounds(1, 0))


@primitive("Finset.filter", arity=4)
def filter_(m: Machine, type: Any, predicate: Any, decidable: Any, s: Any) -> Any:
    """`Finset.filter p s`: the elements of `s` that satisfy `p`."""
    return m.data("Finset.filtered", type, predicate, s)


@primitive("Finset.map", arity=4)
def map_(m: Machine, source: Any, target: Any, embedding: Any, s: Any) -> Any:
    """`Finset.map f s`: the images under an injection."""
    function = m.project("Function.Embedding", 0, m.force(embedding))
    return m.data("Finset.mapped", target, function, s)


@primitive("Finset.image", arity=5)
def image(m: Machine, source: Any, target: Any, decidable: Any, f: Any, s: Any) -> Any:
    """`Finset.image f s`: the images, each once; of a set that can be listed."""
    return listed(m, target, [(m.apply(f, [x]), c) for x, c in members(m, s)])


@primitive("Finset.product", arity=4)
def product(m: Machine, a: Any, b: Any, s: Any, t: Any) -> Any:
    """`Finset.product s t`, `s ×ˢ t`: the pairs."""
    return m.data("Finset.pairs", a, b, s, t)


def listed(m: Machine, type: Any, elements: Sequence[tuple[Any, Any]]) -> Any:
    """The set of elements whose conditions and equalities are decided."""
    kept: list[Any] = []
    for x, condition in elements:
        if not isinstance(condition, bool):
            raise m.stuck("expected a set whose elements do not depend on an index")
        if not condition:
            continue
        same = [propositions.equal(m, type, x, y) for y in kept]
        if any(not isinstance(s, bool) for s in same):
            raise m.stuck("expected set elements that are known to be equal or to differ")
        if True not in same:
            kept.append(x)
    return m.data("Finset.list", type, *kept)


@primitive("Finset.empty", arity=1)
def empty(m: Machine, type: Any) -> Any:
    """`∅`."""
    return m.data("Finset.list", type)


@primitive("Finset.singleton", arity=2)
def singleton(m: Machine, type: Any, a: Any) -> Any:
    """`{a}`."""
    return m.data("Finset.list", type, a)


@primitive("Finset.insert", arity=4)
def insert(m: Machine, type: Any, decidable: Any, a: Any, s: Any) -> Any:
    """`insert a s`."""
    return listed(m, type, [*members(m, s), (a, True)])


@primitive("Finset.Mem", arity=3)
def mem(m: Machine, type: Any, s: Any, a: Any) -> Any:
    """`a ∈ s`."""
    return contains(m, type, s, a)


def contains(m: Machine, type: Any, s: Any, a: Any) -> Any:
    """Whether `a ∈ s`."""
    s = m.force(s)
    if isinstance(s, Data):
        match s.name:
            case "Finset.univ":
                return True
            case "Finset.interval":
                value, (low, high) = m.number(a, "int"), s.args
                first = m.plain(m.domain.apply("le", m.number(low, "int"), value))
                last = m.plain(m.domain.apply("lt", value, m.number(high, "int")))
                return propositions.and_(m, first, last)
            case "Finset.filtered":
                inner = contains(m, type, s.args[2], a)
                if inner is False:
                    return False
                holds = propositions.truth(m, m.apply(s.args[1], [a]))
                return propositions.and_(m, inner, holds)
            case "Finset.pairs":
                x, y = (m.project("Prod", k, m.force(a)) for k in (0, 1))
                left = contains(m, s.args[0], s.args[2], x)
                return propositions.and_(m, left, contains(m, s.args[1], s.args[3], y))
    result: Any = False
    for x, condition in members(m, s):
        same = propositions.and_(m, condition, propositions.equal(m, type, x, a))
        result = propositions.or_(m, result, same)
    return result
