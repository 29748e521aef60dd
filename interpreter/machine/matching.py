"""Pattern matching: clauses against values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from denotary.spec.terms import App, BVar, Clause, Const, Lit, Term, head_const, spine

from . import indices, merging
from .errors import MatchFailure
from .sizes import Size
from .values import UNIT, Choice, Data, Index, Unit, Value

if TYPE_CHECKING:
    from .machine import Machine

Condition = Any
"""True, False, or a bool number."""

_NO = (False, None)


def evaluate(
    m: Machine, discrs: tuple[Term, ...], clauses: tuple[Clause, ...], env: tuple[Any, ...]
) -> Any:
    """`match discrs with | clauses` under `env`."""
    return choose(m, [m.delay(d, env) for d in discrs], clauses, env)


def choose(m: Machine, values: list[Any], clauses: tuple[Clause, ...], env: tuple[Any, ...]) -> Any:
    """The first clause whose patterns fit; a selection where that depends on an index."""
    pending: list[tuple[Condition, Any]] = []
    held = (*values, *env)
    result: Any = None
    for clause in clauses:
        bound: list[Any] = [None] * len(clause.vars)
        condition: Condition = True
        for pattern, value in zip(clause.patterns, values, strict=True):
            try:
                part = fit(m, pattern, value, bound)
            except _Undecided as undecided:
                return _split(m, undecided.value, values, clauses, env)
            condition = both(m, condition, part)
            if condition is False:
                break
        if condition is False:
            continue
        frame = (*env, *[UNIT if b is None else b for b in bound])
        if condition is True:
            if not pending:
                return m.eval(clause.body, frame)
            result = m.eval(clause.body, frame)
            break
        body = clause.body
        pending.append((condition, m.deferred(lambda b=body, f=frame: m.eval(b, f), held)))
    if result is None:
        if not pending:
            raise MatchFailure("no clause fits the value matched on", trace=m.frames())
        result = m.force(pending.pop()[1])  # Lean's clauses are exhaustive.
    for condition, arm in reversed(pending):
        result = merging.select(m, condition, arm, result)
    return result


class _Undecided(Exception):
    """A pattern met a `Choice`: both values have to be matched on their own."""

    def __init__(self, value: Choice) -> None:
        self.value = value


def _split(
    m: Machine,
    choice: Choice,
    values: list[Any],
    clauses: tuple[Clause, ...],
    env: tuple[Any, ...],
) -> Any:
    def side(pick: Any) -> Any:
        replaced = [pick if m.force(v) is choice else v for v in values]
        if all(a is b for a, b in zip(replaced, values, strict=True)):
            raise m.stuck("a match looks into a value that depends on an index, deeper than a case")
        return m.deferred(lambda: choose(m, replaced, clauses, env), (*replaced, *env))

    return merging.select(m, choice.condition, side(choice.first), side(choice.second))


def both(m: Machine, a: Condition, b: Condition) -> Condition:
    """Conjunction of conditions."""
    if a is False or b is False:
        return False
    if a is True:
        return b
    return a if b is True else m.plain(m.domain.apply("and", a, b))


def fit(m: Machine, pattern: Term, value: Any, bound: list[Any]) -> Condition:
    """When `value` has the form of `pattern`; binds the pattern's variables."""
    if isinstance(pattern, BVar):
        slot = len(bound) - 1 - pattern.index
        if slot >= 0 and bound[slot] is None:
            bound[slot] = value
        return True
    numeral = literal(pattern)
    if numeral is not None:
        return _fit_literal(m, numeral, value)
    head, args = spine(pattern)
    if not isinstance(head, Const):
        return True  # Inaccessible: fixed by typing.
    if head.name == "HAdd.hAdd" and len(args) == 6:
        step = literal(args[5])
        if isinstance(step, int):
            return _fit_successor(m, args[4], step, value, bound)
        return True
    rule = m.rules[head.name]
    if not is_constructor(m, head.name):
        return True
    value = m.force(value)
    if isinstance(value, Choice):
        raise _Undecided(value)
    if isinstance(value, Unit):
        for arg in args:
            fit(m, arg, UNIT, bound)
        return True
    if isinstance(value, Data):
        if value.name != head.name:
            return False
        condition: Condition = True
        for k, (arg, field) in enumerate(zip(args, value.args, strict=True)):
            if k < rule.params and not isinstance(arg, BVar):
                continue
            condition = both(m, condition, fit(m, arg, field, bound))
            if condition is False:
                return False
        return condition
    return _fit_special(m, head.name, args, value, bound)


def is_constructor(m: Machine, name: str) -> bool:
    declaration = m.rules[name].declaration
    return name in _SPECIAL or (declaration is not None and declaration.kind.value == "constructor")


_SPECIAL = frozenset((
    "Nat.zero", "Nat.succ", "Bool.true", "Bool.false", "Fin.mk", "Int.ofNat", "Int.negSucc",
    "Decidable.isTrue", "Decidable.isFalse", "True.intro",
))  # fmt: skip


def literal(pattern: Term) -> int | str | None:
    """The value of a literal pattern."""
    if isinstance(pattern, Lit):
        return pattern.value
    if head_const(pattern) == "OfNat.ofNat" and isinstance(pattern, App) and len(pattern.args) > 1:
        return literal(pattern.args[1])
    return None


def _fit_literal(m: Machine, numeral: int | str, value: Any) -> Condition:
    value = m.force(value)
    if isinstance(value, Choice):
        raise _Undecided(value)
    if isinstance(numeral, str):
        return value == numeral
    if isinstance(value, Index):
        numeral = numeral % int(value.size) if value.size else numeral
        value = indices.value(m, value)
    if isinstance(value, Data):
        raise m.ill_typed(f"expected a number to match the literal {numeral}, got `{value.name}`")
    if isinstance(value, int):
        return int(value) == numeral
    dtype = m.domain.dtype(value)
    return m.plain(m.domain.apply("eq", value, m.domain.constant(numeral, dtype)))


def _fit_successor(m: Machine, rest: Term, step: int, value: Any, bound: list[Any]) -> Condition:
    """`rest + step` against a natural number."""
    value = m.force(value)
    if isinstance(value, Choice):
        raise _Undecided(value)
    if isinstance(value, Value):
        return True
    if isinstance(value, int):
        if value < step:
            return False
        return fit(m, rest, Size(int(value) - step), bound)
    low = m.number(Size(step), "int")
    condition = m.plain(m.domain.apply("le", low, value))
    if condition is False:
        return False
    return both(m, condition, fit(m, rest, indices.int_op(m, "natsub", value, step), bound))


def _fit_special(
    m: Machine, name: str, args: tuple[Term, ...], value: Any, bound: list[Any]
) -> Condition:
    """Constructors of types whose values are numbers."""
    match name:
        case "Nat.zero":
            return _fit_literal(m, 0, value)
        case "Nat.succ":
            return _fit_successor(m, args[0], 1, value, bound)
        case "Bool.true" | "Decidable.isTrue":
            condition = value
        case "Bool.false" | "Decidable.isFalse":
            condition = (not value) if isinstance(value, bool) else m.domain.apply("not", value)
        case "Fin.mk" if isinstance(value, Index):
            fit(m, args[0], value.size, bound)
            condition = fit(m, args[1], indices.value(m, value), bound)
            fit(m, args[2], UNIT, bound)
            return condition
        case "Int.ofNat" if isinstance(value, int):
            return value >= 0 and fit(m, args[0], Size(abs(value)), bound)
        case "Int.negSucc" if isinstance(value, int):
            return value < 0 and fit(m, args[0], Size(abs(value) - 1), bound)
        case _:
            raise m.ill_typed(f"expected a value that `{name}` could have built, got {value!r}")
    for arg in args:
        fit(m, arg, UNIT, bound)
    return condition
