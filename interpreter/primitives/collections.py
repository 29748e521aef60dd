"""Lists: the few operations that Lean text does not define, and conversions for other families."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from denotary.interpreter.machine import indices, merging
from denotary.interpreter.machine.sizes import Size
from denotary.interpreter.machine.values import Choice, Data, Index

from .registry import primitive

if TYPE_CHECKING:
    from denotary.interpreter.machine import Machine


def to_list(m: Machine, type: Any, elements: Iterable[Any]) -> Any:
    """A Lean list of Python's elements."""
    result = m.data("List.nil", type)
    for element in reversed(list(elements)):
        result = m.data("List.cons", type, element, result)
    return result


def from_list(m: Machine, value: Any) -> list[Any]:
    """The elements of a Lean list, not forced."""
    out: list[Any] = []
    value = m.force(value)
    while isinstance(value, Data) and value.name == "List.cons":
        out.append(value.args[1])
        value = m.force(value.args[2])
    if not (isinstance(value, Data) and value.name == "List.nil"):
        raise m.stuck("expected a list whose length is known")
    return out


@primitive("List.get", arity=3)
def get(m: Machine, type: Any, elements: Any, index: Any) -> Any:
    """`List.get l i`: the element at a position; selected from all where that is not known."""
    values, position = from_list(m, elements), m.force(index)
    if isinstance(position, Choice):
        return merging.split(m, position, lambda i: get(m, type, elements, i))
    assert isinstance(position, Index)
    known = indices.known(position)
    if known is not None:
        return m.force(values[known])
    where = m.number(indices.value(m, position), "int")
    result = values[-1]
    for k in range(len(values) - 2, -1, -1):
        here = m.plain(m.domain.apply("eq", where, m.number(k, "int")))
        result = merging.select(m, here, values[k], result)
    return result


@primitive("List.finRange", arity=1)
def fin_range(m: Machine, n: Any) -> Any:
    """`List.finRange n`: every index below `n` in order."""
    size = m.concrete(n, "length")
    return to_list(m, m.type("Fin", size), (indices.concrete(m, k, size) for k in range(size)))


@primitive("List.range", arity=1)
def range_(m: Machine, n: Any) -> Any:
    """`List.range n`: the natural numbers below `n` in order."""
    return to_list(m, m.type("Nat"), (Size(k) for k in range(m.concrete(n, "length"))))


@primitive("List.rec", arity=5)
def rec(m: Machine, type: Any, motive: Any, nil: Any, cons: Any, elements: Any) -> Any:
    """`List.rec nil cons l`: structural recursion."""
    values = from_list(m, elements)
    result, tail = nil, m.data("List.nil", type)
    for head in reversed(values):
        args = [head, tail, result]
        result = m.deferred(lambda a=args: m.apply(cons, a), (cons, *args))
        tail = m.data("List.cons", type, head, tail)
    return m.force(result)


@primitive("List.length", arity=2)
def length(m: Machine, type: Any, elements: Any) -> Any:
    """`List.length l`: counted without recursion."""
    return Size(len(from_list(m, elements)))
