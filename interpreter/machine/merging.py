"""`if condition then first else second` where the condition depends on an index or an input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import indices
from .domain import Dtype
from .sizes import Size
from .values import Builtin, Choice, Closure, Data, Index, PartialApp, Table, Unit, Value, identity

if TYPE_CHECKING:
    from .machine import Machine

_FUNCTIONS = (Closure, Table, Builtin, PartialApp)


def select(m: Machine, condition: Any, first: Any, second: Any) -> Any:
    """One value that is `first` where the condition holds and `second` elsewhere.

    Numbers are selected entry by entry, functions pointwise, structures field by field; what
    cannot be one value stays a `Choice`.
    """
    if isinstance(condition, bool):
        return m.force(first if condition else second)
    first, second = m.force(first), m.force(second)
    if identity(first) == identity(second):
        return first
    if isinstance(first, Size | bool | int) and isinstance(second, Size | bool | int):
        dtype = "bool" if isinstance(first, bool) else "int"
        return m.plain(m.domain.select(condition, m.number(first, dtype), m.number(second, dtype)))
    numeric = [v for v in (first, second) if not isinstance(v, Value | str | int)]
    if numeric and not any(isinstance(v, Value | str) for v in (first, second)):
        dtype = m.domain.dtype(numeric[0])
        return m.plain(m.domain.select(condition, m.number(first, dtype), m.number(second, dtype)))
    if isinstance(first, Unit) or isinstance(second, Unit):
        return second if isinstance(first, Unit) else first
    if isinstance(first, _FUNCTIONS) and isinstance(second, _FUNCTIONS):
        return m.builtin(_pointwise, (condition, first, second))
    if isinstance(first, Index) and isinstance(second, Index):
        return _index(m, condition, first, second)
    if isinstance(first, Data) and isinstance(second, Data) and _same_shape(first, second):
        rule = m.rules[first.name]
        args = [
            a if k < rule.params or identity(a) == identity(b) else _field(m, condition, a, b)
            for k, (a, b) in enumerate(zip(first.args, second.args, strict=True))
        ]
        return m.data(first.name, *args)
    return m.choice(condition, first, second)


def _same_shape(first: Data, second: Data) -> bool:
    """Whether both are made by one constructor; the forms of finite sets are none."""
    return first.name == second.name and not first.name.startswith("Finset.")


def _field(m: Machine, condition: Any, a: Any, b: Any) -> Any:
    return m.deferred(lambda: select(m, condition, a, b), (condition, a, b))


def _pointwise(m: Machine, condition: Any, first: Any, second: Any, arg: Any) -> Any:
    return select(m, condition, m.apply(first, [arg]), m.apply(second, [arg]))


def _index(m: Machine, condition: Any, first: Index, second: Index) -> Index:
    if indices.same_radices(first, second):
        digits = [
            (select(m, condition, Size(a) if isinstance(a, int) else a, b), radix)
            for (a, radix), (b, _) in zip(first.digits, second.digits, strict=True)
        ]
        return m.index([(int(d) if isinstance(d, int) else d, r) for d, r in digits], first.size)
    whole = select(m, condition, indices.value(m, first), indices.value(m, second))
    return indices.from_int(m, whole, first.size)


def apply(m: Machine, choice: Choice, args: Sequence[Any]) -> Any:
    """A choice of functions, applied."""
    first = m.deferred(lambda: m.apply(choice.first, args), (choice.first, *args))
    second = m.deferred(lambda: m.apply(choice.second, args), (choice.second, *args))
    return select(m, choice.condition, first, second)


def number(m: Machine, choice: Choice, dtype: Dtype) -> Any:
    """A choice that must be a number."""
    return m.domain.select(
        choice.condition, m.number(choice.first, dtype), m.number(choice.second, dtype)
    )


def split(m: Machine, choice: Choice, work: Any) -> Any:
    """`work` at both values of a choice, selected."""
    first = m.deferred(lambda: work(m.force(choice.first)), (choice.first,))
    second = m.deferred(lambda: work(m.force(choice.second)), (choice.second,))
    return select(m, choice.condition, first, second)
