"""Sample functions into discrete types, and predicates.

A function of integers is a table of `ENTRIES` values, read at a remainder of its arguments. One of
reals is read off a smooth function: its sign, or its whole part. One of strings or of structures is
drawn at each argument when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from denotary.interpreter.machine import Index, Machine, Size, TypeValue
from denotary.interpreter.machine.indices import concrete, from_int, int_op, known
from denotary.interpreter.machine.indices import value as index_value
from denotary.interpreter.machine.values import Data, PiValue, SortValue, Unit, Value

if TYPE_CHECKING:
    from .instances import Sampler

ENTRIES = 61
"""Values of a function of integers."""
STEPS = 4
"""How many different integers a function of reals takes, about."""


class Drawn(Value):
    """What a discrete function needs: how it is given, and for which type."""

    __slots__ = ("name", "sampler", "source", "type", "way")
    sampler: Sampler
    name: str
    type: Any
    way: str
    """`table`, `smooth`, `keys` or `constant`."""
    source: Any
    """The table, the smooth function, or the constant."""

    def __init__(self, sampler: Sampler, name: str, type: Any, way: str, source: Any) -> None:
        self.axes = frozenset()
        self.sampler, self.name, self.type = sampler, name, type
        self.way, self.source = way, source


def value(m: Machine, drawn: Drawn, *args: Any) -> Any:
    """The function at its arguments."""
    type = drawn.type
    for arg in args:
        type = m.force(m.apply(m.force(type).codomain, [arg]))
    match drawn.way:
        case "constant":
            return m.force(drawn.source)
        case "table":
            return m.apply(drawn.source, [_place(m, args)])
        case "smooth":
            return _whole(m, m.number(m.apply(drawn.source, list(args)), "real"), type)
    keys = [key(m, m.force(arg)) for arg in args]
    if None in keys:
        raise m.stuck(f"`{drawn.name}` was made up at known arguments alone")
    return drawn.sampler.once(f"{drawn.name}({', '.join(map(str, keys))})", type)


def _place(m: Machine, args: Sequence[Any]) -> Any:
    """An index into the table that differs with every argument."""
    total: Any = 0
    for k, arg in enumerate(args):
        arg = m.force(arg)
        if isinstance(arg, Index):
            arg = index_value(m, arg)
        if isinstance(arg, bool):
            arg = int(arg)
        elif not isinstance(arg, int) and m.domain.dtype(arg) == "bool":
            one, zero = m.domain.constant(1, "int"), m.domain.constant(0, "int")
            arg = m.domain.select(arg, one, zero)
        total = int_op(m, "add", int_op(m, "mul", total, 7 + k), arg)
    n = Size(ENTRIES)
    if isinstance(total, int):
        return concrete(m, int(total) % ENTRIES, n)
    rest = m.domain.apply("mod", total, m.domain.constant(ENTRIES, "int"))
    return from_int(m, m.plain(rest), n)


def _whole(m: Machine, number: Any, type: Any) -> Any:
    """A value of a discrete type read off a real number."""
    apply, constant = m.domain.apply, m.domain.constant
    if isinstance(type, SortValue) or type.name == "Bool":
        return m.plain(apply("lt", constant(0, "real"), number))
    whole = apply("floor", apply("mul", constant(STEPS, "real"), number))
    if type.name == "Int":
        return m.plain(whole)
    whole = apply("abs", whole)
    if type.name == "Nat":
        return m.plain(whole)
    n = m.concrete(type.args[0], "size")
    return from_int(m, m.plain(apply("mod", whole, constant(int(n), "int"))), n)


def domains(m: Machine, type: Any) -> list[Any]:
    """The types of a function's arguments, as for unknown ones."""
    from denotary.interpreter.machine.families import _sample

    found = []
    while isinstance(type, PiValue):
        domain = m.force(type.domain)
        found.append(domain)
        type = m.force(m.apply(type.codomain, [_sample(m, domain)]))
    return found


def integral(type: Any) -> bool:
    return isinstance(type, TypeValue) and type.name in ("Nat", "Int", "Fin", "Bool")


def key(m: Machine, arg: Any) -> str | None:
    """A text that tells an argument from others; None if it depends on an input or an index."""
    match arg:
        case bool() | int() | str():
            return repr(int(arg) if isinstance(arg, Size) else arg)
        case Index():
            found = known(arg)
            return None if found is None else repr(found)
        case Unit():
            return "_"
        case Data():
            parts = [key(m, m.force(a)) for a in arg.args[m.rules[arg.name].params :]]
            return None if None in parts else f"{arg.name}({', '.join(map(str, parts))})"
    if not isinstance(arg, Value) and m.domain.is_number(arg):
        exact = m.domain.known(arg)
        return None if exact is None else repr(exact)
    return None


def result_type(m: Machine, type: Any) -> tuple[Any, int]:
    """What a function type ends in, and how many arguments it takes; as for unknown arguments."""
    from denotary.interpreter.machine.families import _sample

    count = 0
    while isinstance(type, PiValue):
        type = m.force(m.apply(type.codomain, [_sample(m, m.force(type.domain))]))
        count += 1
    return type, count


def is_discrete(result: Any) -> bool:
    """Whether a function into this type is drawn point by point."""
    if isinstance(result, SortValue):
        return result.level == 0
    if not isinstance(result, TypeValue):
        return False
    return result.name not in ("Real", "Rat", "NNRat", "Float")


def readable(result: Any) -> bool:
    """Whether values of a type can be read off a smooth function."""
    return isinstance(result, SortValue) or result.name in ("Bool", "Nat", "Int", "Fin")


def realised(m: Machine, type: PiValue, count: int) -> Any:
    """The same function type with ℝ for its result."""
    return m.pi(type.domain, m.builtin(_codomain, (type, Size(count))))


def _codomain(m: Machine, type: Any, count: Any, arg: Any) -> Any:
    if int(count) == 1:
        return m.type("Real")
    inner = m.force(m.apply(type.codomain, [arg]))
    return realised(m, inner, int(count) - 1)
