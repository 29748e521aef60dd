"""Functions of indices as arrays: when a closure becomes one, and how one is read.

A closure over `Fin n` is evaluated once, at an index that runs along fresh axes; if that gives a
number, every later application reads the resulting array. It is evaluated point by point instead
at concrete indices, at a replica's index, and where what it captured varies with the index anyway
(an array over both would be larger than what is read).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from denotary.spec.terms import App, Const, Lam, Pi, Sort

from . import indices, merging
from .sizes import Size
from .values import Choice, Closure, Index, Table, TypeValue, Value, identity

if TYPE_CHECKING:
    from .machine import Machine

_UNKNOWN_SIZE = object()


def never_indexed(lam: Lam) -> bool:
    """Whether the type of the lambda's variable shows that it is no `Fin`."""
    type = lam.type
    if isinstance(type, Const | Pi | Sort):
        return True
    return isinstance(type, App) and isinstance(type.fn, Const) and type.fn.name in _PLAIN


_PLAIN = frozenset(("List", "Option", "Prod", "Eq", "LT.lt", "LE.le", "And"))


def binder(m: Machine, f: Closure) -> Size | None:
    """`n` if the closure's variable is of type `Fin n`."""
    if f.size is None:
        f.size = _UNKNOWN_SIZE
        if not never_indexed(f.lam):
            # A type that has no value is no `Fin` that could be tabulated.
            type = m.attempt(lambda: m.eval(f.lam.type, f.env))
            if isinstance(type, TypeValue) and type.name == "Fin":
                n = m.attempt(lambda: m.nat(type.args[0]))
                if isinstance(n, Size):
                    f.size = n
    return f.size if isinstance(f.size, Size) else None


def array(m: Machine, f: Closure, arg: Any) -> Table | None:
    """The array to read a closure over `Fin n` from at `arg`, if that is the way to apply it."""
    if not isinstance(arg, Index) or not m.domain.symbolic:
        return None
    if not arg.axes:
        return f.table or None
    if (m.replica is not None and m.replica in arg.axes) or not f.axes.isdisjoint(arg.axes):
        return None
    if f.table is None:
        f.table = materialise(m, f) or False
    return f.table or None


def single(m: Machine, f: Closure, arg: Any) -> Any:
    """A closure over `Fin n` at one index, without an array."""
    if isinstance(arg, Choice):
        return merging.split(m, arg, lambda index: m.apply(f, [index]))
    return point(m, f, arg)


def point(m: Machine, f: Closure, arg: Any) -> Any:
    """A closure's value at one argument, remembered."""
    if f.points is None:
        f.points = {}
    key = identity(arg)
    found = f.points.get(key)
    if found is None:
        found = f.points[key] = m.eval(f.lam.body, (*f.env, arg))
    return found


def materialise(m: Machine, f: Closure) -> Table | None:
    """The closure as an array, over as many of its arguments as are indices; None if it is not."""
    avoid, value = f.axes, f
    binders: list[tuple[Any, ...]] = []
    sizes: list[Size] = []
    while isinstance(value, Closure) and (n := binder(m, value)) is not None:
        axes = m.fresh(n.factors, avoid)
        avoid = avoid.union(axes)
        binders.append(axes)
        sizes.append(n)
        value = point(m, value, indices.along(m, axes, n))
    if isinstance(value, Table):
        own = {axis for binder in value.binders for axis in binder}
        clash = [axis for axis in own if axis in avoid]
        if clash:
            new = m.fresh([a.size for a in clash], avoid | m.domain.axes(value.number) | own)
            value = renamed(m, value, dict(zip(clash, new, strict=True)))
        return m.table(value.number, (*binders, *value.binders), (*sizes, *value.sizes))
    if isinstance(value, Value | str):
        return None
    return m.table(value, binders, sizes)


def renamed(m: Machine, table: Table, axes: dict[Any, Any]) -> Table:
    """The same table with other bound axes."""
    number = m.domain.read(table.number, {a: m.domain.iota(b) for a, b in axes.items()})
    binders = [tuple([axes.get(a, a) for a in binder]) for binder in table.binders]
    return m.table(number, binders, table.sizes)


def read(m: Machine, table: Table, args: list[Any]) -> Any:
    """A table at its first arguments, all at once: a table of the rest, or a number."""
    for k, arg in enumerate(args):
        if isinstance(arg, Choice):
            before, after = args[:k], args[k + 1 :]
            return merging.split(
                m, arg, lambda index, b=before, a=after: read(m, table, [*b, index, *a])
            )
        if not isinstance(arg, Index):
            raise m.ill_typed(f"expected an index into an array, got {arg!r}")
    constant = isinstance(table.number, int | str)
    number = table.number if constant else _read_number(m, table, args)
    if len(table.binders) > len(args):
        rest = _apart(m, table, args)
        if rest is not table:
            number = _read_number(m, rest, args)
        return m.table(number, rest.binders[len(args) :], table.sizes[len(args) :])
    return number if isinstance(number, int | str) else m.plain(number)


def _apart(m: Machine, table: Table, args: list[Any]) -> Table:
    """The table with the axes of the arguments that are left renamed out of the indices' way."""
    rest = {axis for binder in table.binders[len(args) :] for axis in binder}
    taken = m.union_axes(args)
    clash = [axis for axis in rest if axis in taken]
    if not clash or isinstance(table.number, int | str):
        return table
    new = m.fresh([axis.size for axis in clash], taken | m.axes_of(table.number) | rest)
    return renamed(m, table, dict(zip(clash, new, strict=True)))


def _read_number(m: Machine, table: Table, args: list[Any]) -> Any:
    where: dict[Any, Any] = {}
    number = table.number
    avoid = m.axes_of(number) | m.union_axes(args)
    for binder, arg in zip(table.binders, args, strict=False):
        number, avoid = _align(m, number, list(binder), list(arg.digits), where, avoid)
    nodes = {
        axis: m.number(digit, "int") for axis, digit in where.items() if digit is not m.iota(axis)
    }
    return m.domain.read(number, nodes) if nodes else number


def _align(
    m: Machine,
    number: Any,
    axes: list[Any],
    digits: list[tuple[Any, int]],
    where: dict[Any, Any],
    avoid: frozenset[Any],
) -> tuple[Any, frozenset[Any]]:
    """Add to `where` what to read a binder's axes at; axes may have to be merged first."""

    def op(name: str, x: Any, y: Any) -> Any:
        return indices.int_op(m, name, x, y)

    while axes and digits:
        axis, (digit, radix) = axes.pop(), digits.pop()
        while radix and axis.size > radix and axis.size % radix == 0 and digits:
            more, by = digits.pop()
            digit, radix = op("add", op("mul", more, radix), digit), radix * by
        if axis.size == radix:
            where[axis] = digit
        elif axis.size and radix > axis.size and radix % axis.size == 0:
            run, total = [axis], axis.size
            while axes and total < radix and radix % (total * axes[-1].size) == 0:
                total *= axes[-1].size
                run.insert(0, axes.pop())
            if total == radix and not isinstance(digit, int):
                (merged,) = m.fresh([radix], avoid)
                avoid = avoid | {merged}
                number = m.domain.merge(number, tuple(run), merged)
                where[merged] = digit
            else:
                where[axis] = op("mod", digit, axis.size)
                axes += run[:-1]
                digits.append((op("div", digit, axis.size), radix // axis.size))
        else:
            digits.append((digit, radix))
            axes.append(axis)
            whole = indices.as_int(m, tuple(digits))
            for one in reversed(axes):
                where[one] = op("mod", whole, one.size) if one.size else 0
                whole = op("div", whole, one.size) if one.size else 0
            axes = []
    for axis in axes:
        where[axis] = 0
    return number, avoid


__all__ = ["array", "binder", "materialise", "never_indexed", "point", "read", "single"]
