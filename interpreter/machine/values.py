"""What terms evaluate to. Values are immutable and interned: equal ones are one object.

Numbers are a `Domain`'s, ℕ's concrete values are `Size`s, ℤ's are plain `int`s, strings and
concrete propositions are Python's. Everything else is a `Value` of this module. `axes` of a value
are the axes that it may depend on: those of what it captured, so an upper bound.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from denotary.spec.terms import Lam, Term

from .sizes import Size

NONE: frozenset[Any] = frozenset()


class Value:
    """A heap value; identity is equality."""

    __slots__ = ("axes",)
    axes: frozenset[Any]


class Thunk(Value):
    """A term under captured values, evaluated at most once."""

    __slots__ = ("code", "env", "value")
    code: Term
    env: tuple[Any, ...]
    value: Any


class Deferred(Value):
    """A Python computation, done at most once."""

    __slots__ = ("compute", "value")
    compute: Callable[[], Any]
    value: Any


class Closure(Value):
    """A lambda under captured values. `table` is its array if it has one, `False` if it cannot."""

    __slots__ = ("env", "lam", "points", "size", "table")
    lam: Lam
    env: tuple[Any, ...]
    size: Any
    table: Any
    points: dict[Any, Any] | None


class Table(Value):
    """A function of indices that is an array: `binders[k]` are the axes of argument `k`'s digits.

    A binder whose size is 1 has no axes.
    """

    __slots__ = ("binders", "number", "sizes")
    number: Any
    binders: tuple[tuple[Any, ...], ...]
    sizes: tuple[Size, ...]


class Index(Value):
    """A value of `Fin size`: digits `(int or int number, radix)`, most significant first.

    Digits of radix 1 are left out, so the index of `Fin 1` has none.
    """

    __slots__ = ("digits", "size", "val")
    digits: tuple[tuple[Any, int], ...]
    size: Size
    val: Any


class Data(Value):
    """A constructor applied to all its arguments, parameters included."""

    __slots__ = ("args", "name")
    name: str
    args: tuple[Any, ...]


class PartialApp(Value):
    """A constant with too few arguments to reduce."""

    __slots__ = ("args", "name")
    name: str
    args: tuple[Any, ...]


class Builtin(Value):
    """A Python function of `arity` arguments, as `run(*held, *args)`."""

    __slots__ = ("arity", "held", "run")
    run: Callable[..., Any]
    held: tuple[Any, ...]
    arity: int


class Choice(Value):
    """`if condition then first else second` of values that cannot be one value."""

    __slots__ = ("condition", "first", "second")
    condition: Any
    first: Any
    second: Any


class TypeValue(Value):
    """An inductive type or structure applied to arguments: `Fin n`, `ℝ`, `α × β`."""

    __slots__ = ("args", "name")
    name: str
    args: tuple[Any, ...]


class PiValue(Value):
    """`(x : domain) → codomain x`; a proposition where the codomain is one."""

    __slots__ = ("codomain", "domain")
    domain: Any
    codomain: Any


class SortValue(Value):
    """`Prop` (0) or `Type` (1)."""

    __slots__ = ("level",)
    level: int


class Unit(Value):
    """Any proof."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "UNIT"


UNIT = Unit()
UNIT.axes = NONE


def identity(value: Any) -> Any:
    """A hashable key under which equal values, and only those, agree."""
    if isinstance(value, Value):
        return value
    if isinstance(value, Size):
        return ("n", value.factors, value.replicas)
    if isinstance(value, (bool, int, str)):
        return (type(value), value)
    return value
