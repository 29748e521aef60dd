"""Derivatives as Jacobian-vector products of the domain.

`fderiv ℝ f x v` evaluates `f` at an unknown of `x`'s type and asks the domain for the directional
derivative at `x` along `v`. Where `f` is not differentiable Mathlib's derivative is 0 and the
domain's is a one-sided one; a report that meets a derivative says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from denotary.interpreter.machine import families, indices
from denotary.interpreter.machine.leaves import DTYPES
from denotary.interpreter.machine.sizes import Size
from denotary.interpreter.machine.values import UNIT, Data, PiValue, TypeValue, identity

from .registry import primitive

if TYPE_CHECKING:
    from denotary.interpreter.machine import Machine


class Unknown:
    """A placeholder for a value of a type: numbers, functions of indices, structures of such."""

    def __init__(self, m: Machine, type: Any) -> None:
        self.m = m
        self.numbers: list[Any] = []
        self.reads: list[Any] = []
        self.value = self._make(m.force(type), (), (), lambda v: v)

    def _make(self, type: Any, binders: tuple[Any, ...], sizes: tuple[Size, ...], read: Any) -> Any:
        m = self.m
        if isinstance(type, PiValue):
            domain = m.force(type.domain)
            if isinstance(domain, TypeValue) and domain.name == "Fin":
                n = m.concrete(domain.args[0], "size")
                axes = tuple(m.domain.axis(k) for k in n.factors)
                index = indices.along(m, axes, n)
                inner = m.force(m.apply(type.codomain, [index]))
                return self._make(
                    inner, (*binders, axes), (*sizes, n), lambda v: m.apply(read(v), [index])
                )
        elif isinstance(type, TypeValue) and DTYPES.get(type.name) == "real":
            axes = tuple(a for binder in binders for a in binder)
            number = m.domain.placeholder(f"x{len(self.numbers)}", axes)
            self.numbers.append(number)
            self.reads.append(read)
            return m.table(number, binders, sizes) if binders else number
        elif isinstance(type, TypeValue) and not binders:
            return self._structure(type, read)
        raise m.unsupported("fderiv", "a derivative by a variable that is not made of arrays")

    def _structure(self, type: TypeValue, read: Any) -> Any:
        m = self.m
        declaration = m.rules[type.name].declaration
        if declaration is None or len(declaration.constructors) != 1:
            raise m.unsupported("fderiv", f"a derivative by a variable of type `{type.name}`")
        args = list(type.args[: declaration.params])
        rest = m.force(families.telescope(m, m.env[declaration.constructors[0]].type, args))
        while isinstance(rest, PiValue):
            field = len(args) - declaration.params
            inner = m.force(rest.domain)
            if families.is_proposition(m, inner):
                value: Any = UNIT
            else:
                value = self._make(
                    inner, (), (),
                    lambda v, k=field: m.project(type.name, k, m.force(read(v))),
                )  # fmt: skip
            args.append(value)
            rest = m.force(m.apply(rest.codomain, [value]))
        return m.call(declaration.constructors[0], tuple(args))

    def entries(self, value: Any) -> list[Any]:
        """The entries of a value of the type, along the placeholders' axes."""
        return [self.m.number(read(value), "real") for read in self.reads]


def unknown(m: Machine, source: Any, f: Any) -> tuple[Size, Any]:
    """The number of the unknown that `f` is evaluated at, always the same, and `f` there."""
    key = ("unknown", identity(source), identity(f))
    found = m.notes.get(key)
    if found is None:
        unknown = Unknown(m, source)
        number = Size(len(m.unknowns))
        m.unknowns.append(unknown)
        found = m.notes[key] = (number, m.apply(f, [unknown.value]))
    return found


@primitive("fderiv", arity=12)
def fderiv(m: Machine, field: Any, *rest: Any) -> Any:
    """`fderiv 𝕜 f x`: a continuous linear map; its value at `v` is a Jacobian-vector product."""
    source, target, f, x = rest[1], rest[5], rest[9], rest[10]
    if getattr(m.force(field), "name", "") != "Real":
        raise m.unsupported("fderiv", "a derivative over another field than ℝ")
    declared = m.rules["fderiv"].declaration
    directional = m.builtin(_directional, (source, target, f, x))
    if declared is None:
        return directional
    type = families.telescope(m, declared.type, (field, *rest))
    return families.build(m, type, {"toFun": directional})


def _directional(m: Machine, source: Any, target: Any, f: Any, x: Any, v: Any) -> Any:
    """`D f(x) · v`, in the type `target`."""
    number, y = unknown(m, source, f)
    return _along(m, target, y, number, x, v)


def _along(m: Machine, target: Any, y: Any, number: Size, x: Any, v: Any) -> Any:
    target = m.force(target)
    if isinstance(target, PiValue):
        return m.builtin(_pointwise, (target, y, number, x, v))
    if isinstance(target, TypeValue) and DTYPES.get(target.name) == "real":
        unknown = m.unknowns[number]
        return m.domain.derivative(
            m.number(y, "real"), unknown.numbers, unknown.entries(x), unknown.entries(v)
        )
    if isinstance(target, TypeValue):
        declaration = m.rules[target.name].declaration
        if declaration is not None and len(declaration.constructors) == 1:
            return _by_field(m, target, y, number, x, v)
    raise m.unsupported("fderiv", "a derivative of values that are not made of arrays")


def _by_field(m: Machine, target: TypeValue, y: Any, number: Size, x: Any, v: Any) -> Any:
    value = m.force(y)
    assert isinstance(value, Data)
    parts = {
        name: m.deferred(lambda t=type, p=part: _along(m, t, p, number, x, v), (part, x, v))
        for name, type, part in families.fields(m, value.name, value.args)
    }
    return families.build(m, target, parts)


def _pointwise(m: Machine, target: Any, y: Any, number: Any, x: Any, v: Any, arg: Any) -> Any:
    part = m.apply(y, [arg])
    return _along(m, m.apply(target.codomain, [arg]), part, number, x, v)
