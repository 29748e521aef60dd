"""The finite sets of Mathlib: how they are made, and membership."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product as cartesian
from math import prod
from typing import TYPE_CHECKING, Any

from denotary.interpreter.machine import families, merging, propositions
from denotary.interpreter.machine.sizes import Size
from denotary.interpreter.machine.values import UNIT, Choice, Data, TypeValue

from .collections import to_list
from .finset import fold, members
from .registry import primitive

if TYPE_CHECKING:
    from denotary.interpreter.machine import Machine


@primitive("Finset.univ", arity=2)
def univ(m: Machine, type: Any, finite: Any) -> Any:
    """`Finset.univ`: every element of a finite type, by its form or else its `Fintype` instance."""
    if families.enumerable(m, type):
        return m.data("Finset.univ", type)
    return m.project("Fintype", 0, m.force(finite))


@primitive("Denotary.finElems", arity=1)
def fin_elements(m: Machine, n: Any) -> Any:
    """`Denotary.finElems n`: every index below `n`."""
    return m.data("Finset.univ", m.type("Fin", n))


def interval(m: Machine, low: int, high: int) -> Any:
    return m.data("Finset.interval", Size(low) if low >= 0 else low, Size(max(high, low, 0)))


@primitive("Finset.range", arity=1)
def range_(m: Machine, n: Any) -> Any:
    """`Finset.range n`: the natural numbers below `n`."""
    return interval(m, 0, int(m.concrete(n, "bound of a range")))


def _bounds(field: int, below: int, above: int) -> Callable[..., Any]:
    def run(m: Machine, type: Any, order: Any, finite: Any, a: Any, b: Any) -> Any:
        value = m.force(type)
        if isinstance(value, TypeValue) and value.name in ("Nat", "Int"):
            low, high = m.force(a), m.force(b)
            if isinstance(low, int) and isinstance(high, int):
                return interval(m, int(low) + below, int(high) + above)
            raise m.stuck("expected an interval with concrete bounds")
        return m.apply(m.project("LocallyFiniteOrder", field, m.force(finite)), [a, b])

    run.__doc__ = "An interval: `Icc` has both ends, `Ico` the first, `Ioc` the last, `Ioo` none."
    run.__module__ = __name__
    return run


primitive("Finset.Icc", arity=5)(_bounds(0, 0, 1))
primitive("Finset.Ico", arity=5)(_bounds(1, 0, 0))
primitive("Finset.Ioc", arity=5)(_bounds(2, 1, 1))
primitive("Finset.Ioo", arity=5)(_bounds(3, 1, 0))


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
    """`Finset.empty`, `∅`: no elements."""
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
    if isinstance(s, Choice):
        return merging.split(m, s, lambda t: contains(m, type, t, a))
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


def within(m: Machine, type: Any, s: Any, t: Any) -> Any:
    """Whether `s ⊆ t`, one element after the other."""
    result: Any = True
    for x, condition in members(m, s):
        inside = propositions.or_(m, propositions.not_(m, condition), contains(m, type, t, x))
        result = propositions.and_(m, result, inside)
    return result


def same(m: Machine, type: Any, s: Any, t: Any) -> Any:
    """Whether two finite sets have the same elements."""
    return propositions.and_(m, within(m, type, s, t), within(m, type, t, s))


propositions.EQUALITIES["Finset"] = same


@primitive("Finset.instHasSubset", arity=1)
def subset_instance(m: Machine, type: Any) -> Any:
    """`Finset.instHasSubset`: `s ⊆ t`, looking at the elements of `s` alone."""
    return m.data("HasSubset.mk", m.type("Finset", type), m.builtin(within, (type,), 2))


# ---- algebra of sets


def _holds(m: Machine, type: Any, t: Any, wanted: Any, x: Any) -> Any:
    """Whether membership of `x` in `t` is `wanted`."""
    inside = contains(m, type, t, x)
    return inside if wanted else propositions.not_(m, inside)


def _either(m: Machine, type: Any, s: Any, t: Any, x: Any) -> Any:
    return propositions.or_(m, contains(m, type, s, x), contains(m, type, t, x))


def _differs(m: Machine, type: Any, a: Any, x: Any) -> Any:
    return propositions.not_(m, propositions.equal(m, type, x, a))


@primitive("Finset.cons", arity=4)
def cons(m: Machine, type: Any, a: Any, s: Any, proof: Any) -> Any:
    """`Finset.cons a s h`: `insert` of an element that is not in."""
    return listed(m, type, [*members(m, s), (a, True)])


@primitive("Finset.erase", arity=4)
def erase(m: Machine, type: Any, decidable: Any, s: Any, a: Any) -> Any:
    """`Finset.erase s a`: `s` without `a`."""
    return m.data("Finset.filtered", type, m.builtin(_differs, (type, a)), s)


@primitive("Finset.union", arity=4)
def union(m: Machine, type: Any, decidable: Any, s: Any, t: Any) -> Any:
    """`s ∪ t`."""
    if families.enumerable(m, type):
        within = m.builtin(_either, (type, s, t))
        return m.data("Finset.filtered", type, within, m.data("Finset.univ", type))
    return listed(m, type, [*members(m, s), *members(m, t)])


@primitive("Finset.inter", arity=4)
def inter(m: Machine, type: Any, decidable: Any, s: Any, t: Any) -> Any:
    """`s ∩ t`."""
    return m.data("Finset.filtered", type, m.builtin(_holds, (type, t, True)), s)


@primitive("Finset.sdiff", arity=4)
def sdiff(m: Machine, type: Any, decidable: Any, s: Any, t: Any) -> Any:
    """`Finset.sdiff s t`: the elements of `s` that are not in `t`."""
    return m.data("Finset.filtered", type, m.builtin(_holds, (type, t, False)), s)


@primitive("Finset.biUnion", arity=5)
def bi_union(m: Machine, source: Any, target: Any, decidable: Any, s: Any, t: Any) -> Any:
    """`Finset.biUnion s t`: the union of `t x` over `x ∈ s`, listed."""
    found = [
        (y, propositions.and_(m, c, d))
        for x, c in members(m, s)
        for y, d in members(m, m.apply(t, [x]))
    ]
    return listed(m, target, found)


@primitive("Finset.disjSum", arity=4)
def disj_sum(m: Machine, left: Any, right: Any, s: Any, t: Any) -> Any:
    """`Finset.disjSum s t`: the disjoint union, listed."""
    found = [(m.data("Sum.inl", left, right, x), c) for x, c in members(m, s)]
    found += [(m.data("Sum.inr", left, right, y), c) for y, c in members(m, t)]
    return _distinct(m, m.type("Sum", left, right), found)


@primitive("Finset.sigma", arity=4)
def sigma(m: Machine, index: Any, family: Any, s: Any, t: Any) -> Any:
    """`Finset.sigma s t`: the dependent pairs, listed."""
    found = [
        (m.data("Sigma.mk", index, family, x, y), propositions.and_(m, c, d))
        for x, c in members(m, s)
        for y, d in members(m, m.apply(t, [x]))
    ]
    return _distinct(m, m.type("Sigma", index, family), found)


@primitive("Finset.subtype", arity=4)
def subtype(m: Machine, type: Any, predicate: Any, decidable: Any, s: Any) -> Any:
    """`Finset.subtype p s`: the elements of `s` with `p`, each with its proof, listed."""
    found = []
    for x, c in members(m, s):
        c = propositions.and_(m, c, propositions.truth(m, m.apply(predicate, [x])))
        found.append((m.data("Subtype.mk", type, predicate, x, UNIT), c))
    return _distinct(m, m.type("Subtype", type, predicate), found)


@primitive("Finset.attach", arity=2)
def attach(m: Machine, type: Any, s: Any) -> Any:
    """`Finset.attach s`: the elements of `s`, each with its proof, listed."""
    predicate = m.builtin(_holds, (type, s, True))
    found = [(m.data("Subtype.mk", type, predicate, x, UNIT), c) for x, c in members(m, s)]
    return _distinct(m, m.type("Subtype", type, predicate), found)


def _distinct(m: Machine, type: Any, found: list[tuple[Any, Any]]) -> Any:
    """The set of elements that differ by how they were made."""
    if any(not isinstance(c, bool) for _, c in found):
        raise m.stuck("expected a set whose elements do not depend on an index")
    return m.data("Finset.list", type, *[x for x, c in found if c])


@primitive("Finset.toList", arity=2)
def as_list(m: Machine, type: Any, s: Any) -> Any:
    """`Finset.toList s`: the elements, in the order in which they are enumerated."""
    return to_list(m, type, as_python(m, s))


def as_python(m: Machine, s: Any) -> list[Any]:
    """The elements of a set that is known."""
    found = members(m, s)
    if any(not isinstance(c, bool) for _, c in found):
        raise m.stuck("expected a set whose elements do not depend on an index")
    return [x for x, c in found if c]


@primitive("Nat.card", arity=1)
def nat_card(m: Machine, type: Any) -> Any:
    """`Nat.card α`: the number of elements of a type that is finite by its form."""
    return m.plain(families.fold(m, type, lambda _: Size(1), (), "sum", "int"))


@primitive("Fintype.ofFinite", arity=2)
def of_finite(m: Machine, type: Any, finite: Any) -> Any:
    """`Fintype.ofFinite α`: the elements of a type that is finite by its form."""
    return m.data("Fintype.mk", type, m.data("Finset.univ", type), UNIT)


@primitive("Fintype.piFinset", arity=5)
def pi_finset(m: Machine, source: Any, family: Any, decidable: Any, finite: Any, t: Any) -> Any:
    """`Fintype.piFinset t`: the functions with `f a ∈ t a`, listed; 4096 of them at most."""
    keys = list(families.elements(m, source))
    choices = [[x for x, _ in members(m, m.apply(t, [k]))] for k in keys]
    if prod(len(c) for c in choices) > 4096:
        raise m.unsupported("Fintype.piFinset", "more than 4096 functions")
    found = [m.builtin(_lookup, (source, *row)) for row in cartesian(*choices)]
    return m.data("Finset.list", m.pi(source, family), *found)


def _lookup(m: Machine, source: Any, *row: Any) -> Any:
    """A function given by its values, in the order of its argument's type."""
    *values, arg = row
    result = values[-1]
    keys = list(families.elements(m, source))
    for key, value in list(zip(keys, values, strict=True))[-2::-1]:
        here = propositions.equal(m, source, arg, key)
        result = merging.select(m, here, value, result)
    return m.force(result)


@primitive("Finset.powerset", arity=2)
def powerset(m: Machine, type: Any, s: Any) -> Any:
    """`Finset.powerset s`: the subsets of a set of at most 12 elements, listed."""
    found = as_python(m, s)
    if len(found) > 12:
        raise m.unsupported("Finset.powerset", "the subsets of more than 12 elements")
    subsets = [
        m.data("Finset.list", type, *[x for k, x in enumerate(found) if bits >> k & 1])
        for bits in range(1 << len(found))
    ]
    return m.data("Finset.list", m.type("Finset", type), *subsets)


@primitive("Finset.sort", arity=4)
def sort(m: Machine, type: Any, relation: Any, decidable: Any, s: Any) -> Any:
    """`Finset.sort r s`: the elements in increasing order of a relation decided without inputs."""
    ordered: list[Any] = []
    for x in as_python(m, s):
        place = 0
        while place < len(ordered):
            before = propositions.truth(m, m.apply(relation, [ordered[place], x]))
            if not isinstance(before, bool):
                raise m.stuck("expected an order of the elements that does not depend on inputs")
            if not before:
                break
            place += 1
        ordered.insert(place, x)
    return to_list(m, type, ordered)


@primitive("Set.toFinset", arity=3)
def set_to_finset(m: Machine, type: Any, s: Any, finite: Any) -> Any:
    """`Set.toFinset s`: the elements of a finite type that lie in `s`."""
    if not families.enumerable(m, type):
        raise m.unsupported("Set.toFinset", "a set in a type that is not finite by its form")
    return m.data("Finset.filtered", type, s, m.data("Finset.univ", type))


@primitive("Set.ncard", arity=2)
def set_ncard(m: Machine, type: Any, s: Any) -> Any:
    """`Set.ncard s`: the number of elements, in a finite type."""
    inside = set_to_finset(m, type, s, UNIT)
    return m.plain(fold(m, inside, lambda _: Size(1), (s,), "sum", "int"))
