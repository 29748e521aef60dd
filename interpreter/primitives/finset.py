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
from denotary.interpreter.machine.domain import Dtype
from denotary.interpreter.machine.leaves import DTYPES
from denotary.interpreter.machine.sizes import Size
from denotary.interpreter.machine.values import Data, PiValue, SortValue, TypeValue

from .registry import primitive

if TYPE_CHECKING:
    from denotary.interpreter.machine import Machine

Use = Callable[[Any], Any]


# ---- folding


def fold(m: Machine, s: Any, use: Use, held: Sequence[Any], op: str, dtype: Dtype) -> Any:
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
    m: Machine, low: int, high: int, use: Use, held: Sequence[Any], op: str, dtype: Dtype
) -> Any:
    n = max(high - low, 0)
    if m.domain.symbolic and n > 1:
        # Where the summand needs concrete numbers, as recursion does, it is evaluated at each.
        def at_once() -> Any:
            (axis,) = m.fresh([n], m.union_axes(held))
            number = m.plain(m.domain.apply("add", m.domain.iota(axis), m.number(low, "int")))
            return m.domain.reduce(op, m.number(use(number), dtype), (axis,))

        total = m.attempt(at_once)
        if total is not None:
            return total
    values = [m.number(use(Size(k) if k >= 0 else k), dtype) for k in range(low, high)]
    return families.combine(m, values, op, dtype)


def _fold_filtered(
    m: Machine, s: Data, use: Use, held: Sequence[Any], op: str, dtype: Dtype
) -> Any:
    _, predicate, inner = s.args
    _, unit = families.COMBINE[op]
    if unit is not None:
        rest = m.domain.constant(unit, dtype)

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
    if isinstance(s, merging.Choice):
        other = propositions.not_(m, s.condition)
        return [
            (x, propositions.and_(m, c, side))
            for part, side in ((s.first, s.condition), (s.second, other))
            for x, c in members(m, part)
        ]
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


def over(m: Machine, type: Any, s: Any, f: Any, op: str, instance: Any = None) -> Any:
    """`Σ`, `Π`, … of `f` over `s` in a type: numbers at once, functions pointwise.

    In any other type the elements are combined one by one, as the instance says.
    """
    type = m.force(type)
    if isinstance(type, TypeValue) and type.name in DTYPES:
        dtype = DTYPES[type.name]
        result = fold(m, s, lambda x: m.apply(f, [x]), (s, f), op, dtype)
        if result is None:
            raise m.stuck(f"the {op} over an empty set")
        return m.plain(result)
    if isinstance(type, PiValue) and not families.is_proposition(m, type):
        return m.builtin(_at, (op, type, s, f))
    if isinstance(type, SortValue) and type.level == 0:
        return m.plain(
            fold(m, s, lambda x: propositions.truth(m, m.apply(f, [x])), (s, f), op, "bool")
        )
    if op in _LATTICE:
        combine = next(filter(None, (_method(m, instance, c) for c in _LATTICE[op])), None)
        if combine is not None:
            return _without_unit(m, s, f, combine, op)
    operation, unit = _MONOID.get(op, (None, None))
    combine, start = _method(m, instance, operation), _method(m, instance, unit)
    if combine is None or start is None:
        raise m.unsupported(
            type.name if isinstance(type, TypeValue) else "Finset.sum", f"a {op} in this type"
        )
    return one_by_one(m, s, f, combine, start)


#: how a fold's operation and unit are found in an instance: the class that holds each
_MONOID = {"sum": ("Add.mk", "Zero.mk"), "prod": ("Mul.mk", "One.mk")}
#: how an extremum of two is found in the instance of a linear order or of a semilattice
_LATTICE = {"max": ("SemilatticeSup.mk", "Max.mk"), "min": ("SemilatticeInf.mk", "Min.mk")}


def _method(m: Machine, instance: Any, constructor: str | None) -> Any:
    """The method of the class with this constructor inside an algebraic instance."""
    value: Any = m.force(instance) if instance is not None and constructor is not None else None
    if not isinstance(value, Data):
        return None
    rule = m.rules[value.name]
    if value.name == constructor:
        return value.args[-1]
    declaration = rule.declaration
    owner = m.env.find(declaration.inductive) if declaration is not None else None
    if owner is None or not owner.is_class:
        return None
    for field in value.args[rule.params :]:
        found = _method(m, field, constructor)
        if found is not None:
            return found
    return None


def one_by_one(m: Machine, s: Any, f: Any, combine: Any, start: Any) -> Any:
    """`f` over the elements listed, by a binary function, from `start`."""
    result = start
    for x, holds in members(m, s):
        more = m.deferred(
            lambda x=x, r=result: m.apply(combine, [r, m.apply(f, [x])]),
            (f, x, result),
        )
        result = merging.select(m, holds, more, result)
    return m.force(result)


def _without_unit(m: Machine, s: Any, f: Any, combine: Any, op: str) -> Any:
    """`f` over the elements of a nonempty set, by a binary function, from the first that is in."""
    total: Any = None
    for x, holds in members(m, s):
        value = m.apply(f, [x])
        if total is None:
            total = (holds, value)
            continue
        both = m.deferred(
            lambda t=total, v=value: m.apply(combine, [t[1], v]), (combine, total[1], value)
        )
        more = merging.select(m, total[0], both, value)
        total = (propositions.or_(m, total[0], holds), merging.select(m, holds, more, total[1]))
    if total is None:
        raise m.stuck(f"the {op} over an empty set")
    return total[1]


def _at(m: Machine, op: str, type: Any, s: Any, f: Any, arg: Any) -> Any:
    return over(m, m.apply(type.codomain, [arg]), s, m.builtin(_applied, (f, arg)), op)


def _applied(m: Machine, f: Any, arg: Any, x: Any) -> Any:
    return m.apply(f, [x, arg])


# ---- the folds of Mathlib


@primitive("Finset.sum", arity=5)
def sum_(m: Machine, index: Any, type: Any, monoid: Any, s: Any, f: Any) -> Any:
    """`Finset.sum s f`, `∑ x ∈ s, f x`; 0 over the empty set."""
    return over(m, type, s, f, "sum", monoid)


@primitive("Finset.prod", arity=5)
def prod_(m: Machine, index: Any, type: Any, monoid: Any, s: Any, f: Any) -> Any:
    """`Finset.prod s f`, `∏ x ∈ s, f x`; 1 over the empty set."""
    return over(m, type, s, f, "prod", monoid)


@primitive("Finset.sup'", arity=6)
def sup_(m: Machine, type: Any, index: Any, lattice: Any, s: Any, nonempty: Any, f: Any) -> Any:
    """`Finset.sup' s h f`: the largest `f x`."""
    return over(m, type, s, f, "max", lattice)


@primitive("Finset.inf'", arity=6)
def inf_(m: Machine, type: Any, index: Any, lattice: Any, s: Any, nonempty: Any, f: Any) -> Any:
    """`Finset.inf' s h f`: the smallest `f x`."""
    return over(m, type, s, f, "min", lattice)


@primitive("Finset.max'", arity=4)
def max_(m: Machine, type: Any, order: Any, s: Any, nonempty: Any) -> Any:
    """`Finset.max' s h`: the largest element."""
    return over(m, type, s, m.builtin(_itself), "max", order)


@primitive("Finset.min'", arity=4)
def min_(m: Machine, type: Any, order: Any, s: Any, nonempty: Any) -> Any:
    """`Finset.min' s h`: the smallest element."""
    return over(m, type, s, m.builtin(_itself), "min", order)


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
    if families.enumerable(m, value):
        return m.plain(families.fold(m, value, lambda _: Size(1), (), "sum", "int"))
    return card(m, type, m.project("Fintype", 0, m.force(finite)))


@primitive("Finset.fold", arity=8)
def fold_(m: Machine, a: Any, b: Any, op: Any, hc: Any, ha: Any, start: Any, f: Any, s: Any) -> Any:
    """`Finset.fold op b f s`: `op` over the values of `f`, from `b`."""
    return one_by_one(m, s, f, op, start)


def _bounded(op: str, method: str, unit: str) -> Callable[..., Any]:
    def run(m: Machine, type: Any, index: Any, lattice: Any, end: Any, s: Any, f: Any) -> Any:
        combine, start = _method(m, lattice, method), _method(m, end, unit)
        if combine is None or start is None:
            raise m.unsupported("Finset.sup", f"a {op} in an order whose instance is not known")
        return one_by_one(m, s, f, combine, start)

    run.__doc__ = f"`Finset.sup s f`, `Finset.inf s f`: the {op} of `f`, `⊥` or `⊤` if empty."
    run.__module__ = __name__
    return run


primitive("Finset.sup", arity=6)(_bounded("supremum", "SemilatticeSup.mk", "Bot.mk"))
primitive("Finset.inf", arity=6)(_bounded("infimum", "SemilatticeInf.mk", "Top.mk"))


@primitive("finsum", arity=4)
def finsum(m: Machine, type: Any, index: Any, monoid: Any, f: Any) -> Any:
    """`∑ᶠ x, f x` over a finite type: the sum."""
    return over(m, type, m.data("Finset.univ", index), f, "sum", monoid)
