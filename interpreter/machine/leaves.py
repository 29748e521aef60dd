"""Values taken apart into arrays by their types, and fresh inputs put together the same way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import families, indices
from .domain import Dtype
from .sizes import Size
from .values import UNIT, Choice, Data, Index, PiValue, SortValue, TypeValue, Value

if TYPE_CHECKING:
    from .machine import Machine

DTYPES: dict[str, Dtype] = {
    "Real": "real", "Rat": "real", "NNRat": "real", "Float": "real", "Nat": "int", "Int": "int",
    "Bool": "bool",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Leaf:
    """An array inside a value, or something that is none: a string.

    `path` are the fields, list positions and concrete arguments that lead to it. `binders[k]` are
    the axes of its `k`-th index argument (digits, most significant first), `sizes[k]` its size.
    """

    path: tuple[str, ...]
    value: Any
    dtype: str
    binders: tuple[tuple[Any, ...], ...] = ()
    sizes: tuple[int, ...] = ()

    @property
    def axes(self) -> tuple[Any, ...]:
        """The bound axes in order, as dimensions of the array."""
        return tuple(axis for binder in self.binders for axis in binder)


def tabulate(m: Machine, value: Any, type: Any, avoid: frozenset[Any] = frozenset()) -> list[Leaf]:
    """The leaves of a value of a type, evaluated."""
    return m.run(lambda: list(_leaves(m, m.force(type), value, (), (), (), avoid)))


def _leaves(
    m: Machine,
    type: Any,
    value: Any,
    path: tuple[str, ...],
    binders: tuple[tuple[Any, ...], ...],
    sizes: tuple[int, ...],
    avoid: frozenset[Any],
) -> Iterator[Leaf]:
    if isinstance(type, TypeValue):
        dtype = DTYPES.get(type.name)
        if dtype is not None:
            yield Leaf(path, m.number(value, dtype), dtype, binders, sizes)
            return
        value = m.force(value)
        if type.name == "Fin" and isinstance(value, Index):
            yield Leaf(path, m.number(indices.value(m, value), "int"), "int", binders, sizes)
        elif isinstance(value, str):
            yield Leaf(path, value, "string", binders, sizes)
        elif isinstance(value, Data):
            if len(m.env[m.env[value.name].inductive].constructors) > 1:
                path = (*path, value.name.rsplit(".", 1)[-1])
            for name, inner, part in families.fields(m, value.name, value.args):
                yield from _leaves(m, inner, part, (*path, name), binders, sizes, avoid)
        elif isinstance(value, Choice):
            raise m.stuck("a value whose constructor depends on an index cannot be an array")
        else:
            raise m.unsupported(type.name, "values of this type are not made of arrays")
    elif isinstance(type, PiValue):
        domain = m.force(type.domain)
        if isinstance(domain, TypeValue) and domain.name == "Fin" and m.domain.symbolic:
            n = m.concrete(domain.args[0], "size")
            taken = avoid | m.axes_of(value) | m.axes_of(type)
            axes = m.fresh(n.factors, taken.union(*binders))
            index = indices.along(m, axes, n)
            inner, part = m.apply(type.codomain, [index]), m.apply(value, [index])
            yield from _leaves(m, inner, part, path, (*binders, axes), (*sizes, int(n)), avoid)
            return
        for k, arg in enumerate(families.elements(m, domain)):
            inner, part = m.apply(type.codomain, [arg]), m.apply(value, [arg])
            yield from _leaves(m, inner, part, (*path, f"[{k}]"), binders, sizes, avoid)
    elif not isinstance(type, SortValue) and not families.is_proposition(m, type):
        raise m.ill_typed(f"expected a type of arrays, got {type!r}")


# ---- inputs


@dataclass(frozen=True, slots=True)
class Input:
    """A named array that was made up: dimension `k` of it runs along `axes[k]`."""

    name: str
    dtype: str
    axes: tuple[Any, ...]
    shape: tuple[int, ...]
    """The sizes of the arguments; the axes are their factors."""


@dataclass
class Inputs:
    """Fresh inputs for values of given types, and the list of the arrays made."""

    machine: Machine
    replica: Any = None
    """The axis that stands for a leading argument of type `Fin replica.size`."""
    made: list[Input] = field(default_factory=list)

    def table(self, name: str, type: Any) -> Any:
        """A value of a type of numbers, functions of indices, or structures of such."""
        return self.machine.run(lambda: self._make(name, self.machine.force(type), (), (), {}))

    def _make(
        self,
        name: str,
        type: Any,
        binders: tuple[tuple[Any, ...], ...],
        sizes: tuple[Size, ...],
        bounds: dict[str, Any],
    ) -> Any:
        m = self.machine
        if isinstance(type, PiValue):
            domain = m.force(type.domain)
            if families.is_proposition(m, domain):
                return UNIT
            if not (isinstance(domain, TypeValue) and domain.name == "Fin"):
                raise m.unsupported(name, "an input that is a function of something else than Fin")
            n = m.concrete(domain.args[0], "size")
            if self.replica is not None and not binders and self.replica.size == n:
                axes: tuple[Any, ...] = (self.replica,)
            else:
                axes = m.fresh(n.factors, frozenset(a for binder in binders for a in binder))
            codomain = m.apply(type.codomain, [indices.along(m, axes, n)])
            return self._make(name, codomain, (*binders, axes), (*sizes, n), bounds)
        if isinstance(type, TypeValue):
            dtype = DTYPES.get(type.name)
            if dtype is not None:
                number = self._array(name, dtype, binders, sizes)
                return m.table(number, binders, sizes) if binders else number
            if type.name == "Fin" and not binders:
                n = m.concrete(type.args[0], "size")
                number = m.domain.input(name, (), "int", (0, int(n) - 1))
                self.made.append(Input(name, "int", (), ()))
                return indices.from_int(m, number, n)
            declaration = m.rules[type.name].declaration
            if declaration is not None and len(declaration.constructors) == 1 and not binders:
                return self._structure(name, type, declaration.constructors[0], declaration.params)
        raise m.unsupported(name, "an input of a type that is not made of arrays")

    def _array(
        self, name: str, dtype: Dtype, binders: tuple[tuple[Any, ...], ...], sizes: tuple[Size, ...]
    ) -> Any:
        axes = tuple(axis for binder in binders for axis in binder)
        self.made.append(Input(name, dtype, axes, tuple(int(n) for n in sizes)))
        return self.machine.domain.input(name, axes, dtype)

    def _structure(self, name: str, type: TypeValue, constructor: str, params: int) -> Any:
        m = self.machine
        args = list(type.args[:params])
        names = families.binder_names(m.env[constructor].type)
        rest = m.force(families.telescope(m, m.env[constructor].type, args))
        while isinstance(rest, PiValue):
            domain = m.force(rest.domain)
            if families.is_proposition(m, domain):
                value: Any = UNIT
            elif isinstance(domain, TypeValue) and domain.name == "String":
                value = f"{name}.{names[len(args)]}"
            else:
                value = self._make(f"{name}.{names[len(args)]}", domain, (), (), {})
            args.append(value)
            rest = m.force(m.apply(rest.codomain, [value]))
        return m.call(constructor, tuple(args))


def is_number(value: Any) -> bool:
    """Whether a value is a number, of Python or of a domain."""
    return not isinstance(value, Value | str)
