"""Types as families of values: folding over all their elements, and the types of fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from denotary.spec.declarations import Declaration, Kind
from denotary.spec.terms import Pi, Sort

from . import indices
from .domain import Dtype
from .sizes import Size
from .values import UNIT, PiValue, SortValue, TypeValue, Value

if TYPE_CHECKING:
    from .machine import Machine

#: fold → the operation that combines two results, and the result over no elements
COMBINE: dict[str, tuple[str, Any]] = {
    "sum": ("add", 0), "prod": ("mul", 1), "all": ("and", True), "any": ("or", False),
    "max": ("max", None), "min": ("min", None),
}  # fmt: skip


def fold(
    m: Machine,
    type: Any,
    use: Callable[[Any], Any],
    held: Sequence[Any],
    op: str,
    dtype: Dtype,
    what: str = "a fold",
) -> Any:
    """`use` at every element of a finite type, combined by `op`; None over no elements if it has
    no unit.

    `held` are the values that `use` reads: bound axes are chosen apart from theirs.
    """
    type = m.force(type)
    if isinstance(type, TypeValue):
        if type.name == "Fin":
            return _fold_fin(m, m.concrete(type.args[0], "size"), use, held, op, dtype)
        if type.name == "Bool":
            return combine(m, [m.number(use(v), dtype) for v in (False, True)], op, dtype)
        declaration = m.rules[type.name].declaration
        if declaration is not None and _by_constructors(declaration):
            parts = [
                _fold_fields(m, name, type.args[: declaration.params], use, held, op, dtype, what)
                for name in declaration.constructors
            ]
            return combine(m, [p for p in parts if p is not None], op, dtype)
    raise m.unsupported(
        type.name if isinstance(type, TypeValue) else "∀",
        f"{what} over a type that is not finite, or not known to be",
    )


def _fold_fin(
    m: Machine, n: Size, use: Callable[[Any], Any], held: Sequence[Any], op: str, dtype: Dtype
) -> Any:
    if not m.domain.symbolic or n == 0:
        values = [m.number(use(indices.concrete(m, i, n)), dtype) for i in range(n)]
        return combine(m, values, op, dtype)
    avoid = m.union_axes(held)
    if m.counts_replicas(n) and m.replica not in avoid:
        axes: tuple[Any, ...] = (m.replica,)
    else:
        axes = m.fresh(n.factors, avoid)
    body = m.number(use(indices.along(m, axes, n)), dtype)
    return m.domain.reduce(op, body, axes)


def _fold_fields(
    m: Machine,
    constructor: str,
    params: tuple[Any, ...],
    use: Callable[[Any], Any],
    held: Sequence[Any],
    op: str,
    dtype: Dtype,
    what: str,
) -> Any:
    declaration = m.rules[constructor].declaration
    if declaration is None:
        raise m.unsupported(constructor, "its declaration is not known")

    def go(args: tuple[Any, ...], type: Any) -> Any:
        type = m.force(type)
        if not isinstance(type, PiValue):
            return use(m.call(constructor, args))
        domain = m.force(type.domain)
        if is_proposition(m, domain):
            raise m.unsupported(constructor, f"{what} over a type of values that satisfy a law")
        if isinstance(domain, TypeValue) and domain.name == declaration.inductive:
            raise m.unsupported(domain.name, f"{what} over a type that is not finite")

        def with_field(value: Any) -> Any:
            return go((*args, value), m.apply(type.codomain, [value]))

        return fold(m, domain, with_field, (*held, *args), op, dtype, what)

    return go(params, telescope(m, declaration.type, params))


def _by_constructors(declaration: Declaration) -> bool:
    """Whether a type's values are those of its constructors; `Empty` has none."""
    return bool(declaration.constructors) or declaration.kind is Kind.INDUCTIVE


def combine(m: Machine, values: Sequence[Any], op: str, dtype: Dtype) -> Any:
    """Values combined one after the other; None for none where there is no unit."""
    operation, unit = COMBINE[op]
    if not values:
        return None if unit is None else m.domain.constant(unit, dtype)
    result = values[0]
    for value in values[1:]:
        result = m.domain.apply(operation, result, value)
    return result


def enumerable(m: Machine, type: Any) -> bool:
    """Whether `fold` and `elements` can go through a type."""
    type = m.force(type)
    if not isinstance(type, TypeValue):
        return False
    if type.name in ("Fin", "Bool"):
        return True
    declaration = m.rules[type.name].declaration
    if declaration is None or type.name in ("Nat", "Int") or is_proposition(m, type):
        return False
    if not declaration.constructors or len(type.args) != declaration.params:
        return False
    for name in declaration.constructors:
        rest = m.force(telescope(m, m.env[name].type, type.args))
        while isinstance(rest, PiValue):
            domain = m.force(rest.domain)
            if is_proposition(m, domain) or domain is type or not enumerable(m, domain):
                return False
            rest = m.force(m.apply(rest.codomain, [_sample(m, domain)]))
    return True


def elements(m: Machine, type: Any) -> Iterator[Any]:
    """The elements of a finite type, concretely and in order."""
    type = m.force(type)
    if isinstance(type, TypeValue) and type.name == "Fin":
        n = m.concrete(type.args[0], "size")
        yield from (indices.concrete(m, i, n) for i in range(n))
    elif isinstance(type, TypeValue) and type.name == "Bool":
        yield from (False, True)
    elif isinstance(type, TypeValue) and (d := m.rules[type.name].declaration) and d.constructors:
        for name in d.constructors:
            params = type.args[: d.params]
            yield from _with_fields(m, name, params, telescope(m, m.env[name].type, params))
    else:
        raise m.unsupported(
            type.name if isinstance(type, TypeValue) else "Fintype", "a type not known to be finite"
        )


def _with_fields(m: Machine, name: str, args: tuple[Any, ...], type: Any) -> Iterator[Any]:
    type = m.force(type)
    if not isinstance(type, PiValue):
        yield m.call(name, args)
        return
    for value in elements(m, type.domain):
        yield from _with_fields(m, name, (*args, value), m.apply(type.codomain, [value]))


def telescope(m: Machine, type: Any, args: Sequence[Any]) -> Any:
    """What is left of a constant's declared type once it has `args`."""
    value = m.eval(m.closer.erase(type), ())
    for arg in args:
        if not isinstance(value, PiValue):
            raise m.ill_typed("more arguments than the constant's type has arrows")
        value = m.apply(value.codomain, [arg])
    return value


def fields(m: Machine, constructor: str, args: Sequence[Any]) -> Iterator[tuple[str, Any, Any]]:
    """`(name, type, value)` of the fields of a constructor's value, proofs and types left out."""
    rule = m.rules[constructor]
    assert rule.declaration is not None
    names = binder_names(rule.declaration.type)
    value = m.eval(m.closer.erase(rule.declaration.type), ())
    for k, arg in enumerate(args):
        assert isinstance(value, PiValue)
        if k >= rule.params:
            domain = m.force(value.domain)
            if not (isinstance(domain, SortValue) or is_proposition(m, domain)):
                yield names[k], domain, arg
        value = m.apply(value.codomain, [arg])


def build(m: Machine, type: Any, given: dict[str, Any]) -> Any:
    """A structure of a type from the values of its own and inherited data fields."""
    type = m.force(type)
    if not isinstance(type, TypeValue):
        raise m.ill_typed(f"expected the type of a structure, got {type!r}")
    declaration = m.env[type.name]
    constructor = declaration.constructors[0]
    names = binder_names(m.env[constructor].type)
    args = list(type.args[: declaration.params])
    rest = m.force(telescope(m, m.env[constructor].type, args))
    while isinstance(rest, PiValue):
        name, domain = names[len(args)], m.force(rest.domain)
        if is_proposition(m, domain):
            value: Any = UNIT
        else:
            value = given[name] if name in given else build(m, domain, given)
        args.append(value)
        rest = m.force(m.apply(rest.codomain, [value]))
    return m.call(constructor, tuple(args))


def binder_names(type: Any) -> list[str]:
    names = []
    while isinstance(type, Pi):
        names.append(type.name)
        type = type.body
    return names


def is_proposition(m: Machine, type: Any) -> bool:
    """Whether the value of a type is a proposition, so that its elements are proofs."""
    type = m.force(type)
    if isinstance(type, bool):
        return True
    if isinstance(type, TypeValue):
        declaration = m.rules[type.name].declaration
        return declaration is not None and result_sort(declaration.type) == 0
    if isinstance(type, PiValue):
        return _is_proposition_body(m, type)
    return not isinstance(type, Value | int | str) and m.domain.dtype(type) == "bool"


def _is_proposition_body(m: Machine, type: PiValue) -> bool:
    def body() -> bool:
        arg = _sample(m, m.force(type.domain))
        return is_proposition(m, m.apply(type.codomain, [arg]))

    return bool(m.attempt(body))


def _sample(m: Machine, type: Any) -> Any:
    """Something to put for a variable when only the form of a type is asked for."""
    if isinstance(type, TypeValue) and type.name == "Fin":
        n = m.nat(type.args[0])
        if isinstance(n, Size) and m.domain.symbolic:
            return indices.along(m, m.fresh(n.factors, frozenset()), n)
    if isinstance(type, TypeValue) and type.name == "Real":
        return m.domain.constant(1, "real")
    if isinstance(type, TypeValue) and type.name in ("Nat", "Int"):
        return Size(1)
    if isinstance(type, PiValue):
        return m.builtin(_sampled, (type.codomain,))
    return UNIT


def _sampled(m: Machine, codomain: Any, arg: Any) -> Any:
    return _sample(m, m.force(m.apply(codomain, [arg])))


def result_sort(type: Any) -> int | None:
    """The sort that a constant's type ends in, as written: 0 for one that makes propositions."""
    while isinstance(type, Pi):
        type = type.body
    return type.level if isinstance(type, Sort) else None
