"""The truth of propositions, and equality by type.

A proposition evaluates to a bool, to a bool number, or to the type that it is (`Eq a b`, `∀ x, p`);
`truth` turns each into a bool or a bool number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import families, indices, merging
from .domain import Dtype
from .values import (
    UNIT,
    Choice,
    Data,
    Index,
    PiValue,
    SortValue,
    TypeValue,
    Unit,
    Value,
    identity,
)

if TYPE_CHECKING:
    from .machine import Machine

Truth = Any
"""A bool, or a bool number."""


def truth(m: Machine, proposition: Any) -> Truth:
    """Whether a proposition holds."""
    p = m.force(proposition)
    if isinstance(p, bool):
        return p
    if isinstance(p, PiValue):
        return _forall(m, p)
    if isinstance(p, TypeValue):
        return _connective(m, p)
    if isinstance(p, Choice):
        return merging.split(m, p, lambda q: truth(m, q))
    if isinstance(p, Value | int | str):
        raise m.ill_typed(f"expected a proposition, got {p!r}")
    return m.plain(p)


def not_(m: Machine, a: Truth) -> Truth:
    return (not a) if isinstance(a, bool) else m.plain(m.domain.apply("not", a))


def and_(m: Machine, a: Truth, b: Truth) -> Truth:
    if isinstance(a, bool):
        return b if a else False
    if isinstance(b, bool):
        return a if b else False
    return m.plain(m.domain.apply("and", a, b))


def or_(m: Machine, a: Truth, b: Truth) -> Truth:
    if isinstance(a, bool):
        return True if a else b
    if isinstance(b, bool):
        return True if b else a
    return m.plain(m.domain.apply("or", a, b))


def _connective(m: Machine, p: TypeValue) -> Truth:
    args = p.args
    match p.name:
        case "True":
            return True
        case "False":
            return False
        case "And":
            left = truth(m, args[0])
            return False if left is False else and_(m, left, truth(m, args[1]))
        case "Or":
            left = truth(m, args[0])
            return True if left is True else or_(m, left, truth(m, args[1]))
        case "Iff":
            return equal_bools(m, truth(m, args[0]), truth(m, args[1]))
        case "Eq":
            return equal(m, args[0], args[1], args[2])
        case "HEq":
            return equal(m, args[0], args[1], args[3])
        case "Exists":
            return m.plain(
                families.fold(
                    m,
                    args[0],
                    lambda x: truth(m, m.apply(args[1], [x])),
                    (args[1],),
                    "any",
                    "bool",
                    "a quantifier",
                )
            )
    declaration = m.rules[p.name].declaration
    if declaration is not None and len(declaration.constructors) == 1:
        return _structure(m, p, declaration.constructors[0], declaration.params)
    raise m.unsupported(p.name, "a proposition without a meaning in Python")


def _structure(m: Machine, p: TypeValue, constructor: str, params: int) -> Truth:
    """A structure of proofs holds if all its fields do; an index family is not looked into."""
    if len(p.args) != params:
        raise m.unsupported(p.name, "an inductive proposition with indices")
    type = m.force(families.telescope(m, m.env[constructor].type, p.args))
    result: Truth = True
    while isinstance(type, PiValue):
        if not families.is_proposition(m, type.domain):
            raise m.unsupported(p.name, "a proposition that holds data")
        result = and_(m, result, truth(m, type.domain))
        if result is False:
            return False
        type = m.force(m.apply(type.codomain, [UNIT]))
    return result


def _forall(m: Machine, p: PiValue) -> Truth:
    domain = m.force(p.domain)
    if families.is_proposition(m, domain):
        premise = truth(m, domain)
        if premise is False:
            return True
        return or_(m, not_(m, premise), truth(m, m.apply(p.codomain, [UNIT])))
    if m.quantify is not None and not families.enumerable(m, domain):
        return m.quantify(p)
    return m.plain(
        families.fold(
            m,
            domain,
            lambda x: truth(m, m.apply(p.codomain, [x])),
            (p.codomain,),
            "all",
            "bool",
            "a quantifier",
        )
    )


# ---- equality


def equal_bools(m: Machine, a: Truth, b: Truth) -> Truth:
    if isinstance(a, bool):
        return b if a else not_(m, b)
    if isinstance(b, bool):
        return a if b else not_(m, a)
    return m.plain(m.domain.apply("iff", a, b))


_NUMBERS: dict[str, Dtype] = {
    "Real": "real", "Rat": "real", "NNRat": "real", "Float": "real", "Nat": "int", "Int": "int"
}  # fmt: skip

EQUALITIES: dict[str, Callable[[Machine, Any, Any, Any], Truth]] = {}
"""Equality at types of elements (`Finset α`) whose values have many forms, by the type's name."""


def equal(m: Machine, type: Any, a: Any, b: Any) -> Truth:
    """`a = b` at a type: numbers as floats, functions at every argument, data by constructor."""
    if identity(a) == identity(b) and not isinstance(a, Value):
        return True
    type = m.force(type)
    match type:
        case TypeValue(name=name) if name in _NUMBERS:
            dtype = _NUMBERS[name]
            return m.plain(m.domain.apply("eq", m.number(a, dtype), m.number(b, dtype)))
        case TypeValue(name="Bool"):
            return equal_bools(m, truth(m, a), truth(m, b))
        case TypeValue(name="Fin"):
            return _equal_indices(m, m.force(a), m.force(b))
        case TypeValue(name="String"):
            return _equal_strings(m, m.force(a), m.force(b))
        case TypeValue(name=name) if name in EQUALITIES:
            return EQUALITIES[name](m, type.args[0], a, b)
        case PiValue() if m.quantify is not None and not families.enumerable(m, type.domain):
            return m.quantify(m.pi(type.domain, m.builtin(_equal_at, (type, a, b))))
        case PiValue():
            return m.plain(
                families.fold(
                    m,
                    type.domain,
                    lambda x: equal(
                        m, m.apply(type.codomain, [x]), m.apply(a, [x]), m.apply(b, [x])
                    ),
                    (type.codomain, a, b),
                    "all",
                    "bool",
                    "an equality of functions",
                )
            )
        case SortValue(level=0):
            return equal_bools(m, truth(m, a), truth(m, b))
        case SortValue():
            return m.force(a) is m.force(b)
        case TypeValue():
            if families.is_proposition(m, type):
                return True
            return _equal_data(m, m.force(a), m.force(b))
    raise m.ill_typed(f"expected a type to compare at, got {type!r}")


def _equal_at(m: Machine, type: Any, a: Any, b: Any, x: Any) -> Truth:
    """Whether two functions agree at an argument."""
    return equal(m, m.apply(type.codomain, [x]), m.apply(a, [x]), m.apply(b, [x]))


def _equal_indices(m: Machine, a: Any, b: Any) -> Truth:
    if isinstance(a, Choice):
        return merging.split(m, a, lambda x: _equal_indices(m, x, b))
    if isinstance(b, Choice):
        return merging.split(m, b, lambda x: _equal_indices(m, a, x))
    assert isinstance(a, Index) and isinstance(b, Index)
    if not indices.same_radices(a, b):
        x, y = indices.value(m, a), indices.value(m, b)
        return m.plain(m.domain.apply("eq", m.number(x, "int"), m.number(y, "int")))
    result: Truth = True
    for (x, _), (y, _) in zip(a.digits, b.digits, strict=True):
        if isinstance(x, int) and isinstance(y, int):
            same: Truth = x == y
        else:
            same = m.plain(m.domain.apply("eq", m.number(x, "int"), m.number(y, "int")))
        result = and_(m, result, same)
    return result


def _equal_strings(m: Machine, a: Any, b: Any) -> Truth:
    if isinstance(a, Choice):
        return merging.split(m, a, lambda x: _equal_strings(m, x, b))
    if isinstance(b, Choice):
        return merging.split(m, b, lambda x: _equal_strings(m, a, x))
    return a == b


def _equal_data(m: Machine, a: Any, b: Any) -> Truth:
    if a is b:
        return True
    if isinstance(a, Choice):
        return merging.split(m, a, lambda x: _equal_data(m, x, b))
    if isinstance(b, Choice):
        return merging.split(m, b, lambda x: _equal_data(m, a, x))
    if isinstance(a, Unit) or isinstance(b, Unit):
        return True
    if not (isinstance(a, Data) and isinstance(b, Data)):
        raise m.stuck(f"cannot compare {a!r} and {b!r}")
    if a.name != b.name:
        return False
    result: Truth = True
    left = families.fields(m, a.name, a.args)
    for (_, type, x), (_, _, y) in zip(left, families.fields(m, b.name, b.args), strict=True):
        result = and_(m, result, equal(m, type, x, y))
        if result is False:
            return False
    return result
