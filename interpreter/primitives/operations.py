"""Rules that are one operation of the domain, made from tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from denotary.interpreter.machine.domain import Dtype

from .registry import define

if TYPE_CHECKING:
    from denotary.interpreter.machine import Machine

#: Lean name → (operation of the domain, what it means)
Rows = dict[str, tuple[str, str]]


def operations(rows: Rows, dtype: Dtype, arity: int, family: str) -> None:
    """Register rules `name x … = op x …` on numbers of `dtype`."""
    for name, (op, meaning) in rows.items():
        define(name, arity, _documented(_operation(op, dtype), name, meaning, family))


def _operation(op: str, dtype: Dtype) -> Callable[..., Any]:
    def run(m: Machine, *args: Any) -> Any:
        return m.plain(m.domain.apply(op, *[m.number(a, dtype) for a in args]))

    return run


def _documented(
    run: Callable[..., Any], name: str, meaning: str, family: str
) -> Callable[..., Any]:
    run.__doc__ = f"`{name}`: {meaning}"
    run.__name__ = name
    run.__module__ = family
    return run


def documented(rows: dict[str, tuple[Callable[..., Any], int, str]], family: str) -> None:
    """Register rules given as functions, with their arity and meaning."""
    for name, (run, arity, meaning) in rows.items():

        def rule(m: Machine, *args: Any, _run: Callable[..., Any] = run) -> Any:
            return _run(m, *args)

        define(name, arity, _documented(rule, name, meaning, family))
