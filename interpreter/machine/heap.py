"""The heap: values interned as they are made, so that equal ones are one object."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from denotary.spec.terms import Lam, Term

from .domain import Domain
from .sizes import Size
from .values import (
    NONE,
    Builtin,
    Choice,
    Closure,
    Data,
    Deferred,
    Index,
    PartialApp,
    PiValue,
    SortValue,
    Table,
    Thunk,
    TypeValue,
    Value,
    identity,
)


class Heap:
    """Makes values; knows which axes each may depend on."""

    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        self.trace: list[str] = []
        """The definitions being unfolded, by name."""
        self._interned: dict[Any, Any] = {}
        self._origin: dict[Term, str] = {}
        self._pool: dict[int, list[Any]] = {}
        self._iotas: dict[Any, Any] = {}

    def axes_of(self, value: Any) -> frozenset[Any]:
        """The axes that a value may depend on."""
        if isinstance(value, Thunk | Deferred):
            return value.axes if value.value is None else self.axes_of(value.value)
        if isinstance(value, Value):
            return value.axes
        if isinstance(value, int | str):
            return NONE
        return self.domain.axes(value)

    def union_axes(self, values: Sequence[Any]) -> frozenset[Any]:
        result = NONE
        for value in values:
            axes = self.axes_of(value)
            if axes and not axes <= result:
                result = result | axes if result else axes
        return result

    def _intern(self, cls: type, parts: tuple[Any, ...], held: Sequence[Any]) -> tuple[Any, bool]:
        key = (cls, *parts, *[identity(v) for v in held])
        found = self._interned.get(key)
        if found is not None:
            return found, True
        new = object.__new__(cls)
        new.axes = self.union_axes(held)
        self._interned[key] = new
        return new, False

    def thunk(self, code: Term, env: tuple[Any, ...]) -> Any:
        new, old = self._intern(Thunk, (code,), env)
        if not old:
            new.code, new.env, new.value = code, env, None
            if self.trace:
                self._origin.setdefault(code, self.trace[-1])
        return new

    def deferred(self, compute: Callable[[], Any], held: Sequence[Any]) -> Any:
        """`compute()`, done when needed; `held` are the values that it reads."""
        new = object.__new__(Deferred)
        new.axes = self.union_axes(held)
        new.compute, new.value = compute, None
        return new

    def closure(self, lam: Lam, env: tuple[Any, ...]) -> Any:
        """`lam`, already closed over `env`."""
        new, old = self._intern(Closure, (lam,), env)
        if not old:
            new.lam, new.env, new.table, new.points, new.size = lam, env, None, None, None
            if self.trace:
                self._origin.setdefault(lam, self.trace[-1])
        return new

    def data(self, name: str, *args: Any) -> Any:
        """Constructor `name` of `args`, parameters included."""
        new, old = self._intern(Data, (name, len(args)), args)
        if not old:
            new.name, new.args = name, args
        return new

    def partial(self, name: str, args: tuple[Any, ...]) -> Any:
        new, old = self._intern(PartialApp, (name, len(args)), args)
        if not old:
            new.name, new.args = name, args
        return new

    def builtin(self, run: Callable[..., Any], held: tuple[Any, ...] = (), arity: int = 1) -> Any:
        """A function given in Python; `run` must be a module-level function to be interned."""
        new, old = self._intern(Builtin, (run, arity), held)
        if not old:
            new.run, new.held, new.arity = run, held, arity
        return new

    def type(self, name: str, *args: Any) -> Any:
        new, old = self._intern(TypeValue, (name, len(args)), args)
        if not old:
            new.name, new.args = name, args
        return new

    def pi(self, domain: Any, codomain: Any) -> Any:
        new, old = self._intern(PiValue, (), (domain, codomain))
        if not old:
            new.domain, new.codomain = domain, codomain
        return new

    def choice(self, condition: Any, first: Any, second: Any) -> Any:
        new, old = self._intern(Choice, (), (condition, first, second))
        if not old:
            new.condition, new.first, new.second = condition, first, second
        return new

    def index(self, digits: Sequence[tuple[Any, int]], size: Size) -> Index:
        """A value of `Fin size`."""
        digits = tuple((d, r) for d, r in digits if r != 1)
        key = (Index, tuple((identity(d), r) for d, r in digits), size.factors)
        found = self._interned.get(key)
        if found is None:
            found = object.__new__(Index)
            found.axes = self.union_axes([d for d, _ in digits])
            found.digits, found.size, found.val = digits, size, None
            self._interned[key] = found
        return found

    def table(self, number: Any, binders: Sequence[Any], sizes: Sequence[Size]) -> Table:
        """The function whose entries are `number` along the binders' axes."""
        key = (Table, identity(number), tuple(binders), tuple(s.factors for s in sizes))
        found = self._interned.get(key)
        if found is None:
            found = object.__new__(Table)
            bound = {axis for binder in binders for axis in binder}
            found.axes = self.axes_of(number) - bound
            found.number, found.binders, found.sizes = number, tuple(binders), tuple(sizes)
            self._interned[key] = found
        return found

    def iota(self, axis: Any) -> Any:
        """The index along an axis, always the same object."""
        found = self._iotas.get(axis)
        if found is None:
            found = self._iotas[axis] = self.plain(self.domain.iota(axis))
        return found

    def fresh(self, sizes: Sequence[int], avoid: frozenset[Any]) -> tuple[Any, ...]:
        """Axes of the given sizes, none in `avoid`: always the same ones where possible.

        The choice depends on `avoid` alone, so terms equal up to bound names get equal numbers.
        """
        result: list[Any] = []
        for n in sizes:
            pool = self._pool.setdefault(n, [])
            for axis in pool:
                if axis not in avoid and axis not in result:
                    break
            else:
                axis = self.domain.axis(n)
                pool.append(axis)
            result.append(axis)
        return tuple(result)

    def sort(self, level: int) -> Any:
        new, old = self._intern(SortValue, (level,), ())
        if not old:
            new.level = level
        return new

    def plain(self, number: Any) -> Any:
        """A number of the domain; ints and bools that are known as Python's."""
        if self.domain.dtype(number) == "real":
            return number
        known = self.domain.known(number)
        return number if known is None else known
