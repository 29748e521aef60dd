"""Terms as rows of plain data, and back: each distinct subterm once, after those it is made of.

A row is a list: the kind of term, then its parts, subterms by the number of their row. What is read
back is hash-consed like any term, so a dump of a term gives that very term. Rows come from files
that may be damaged: `load` builds what they say or raises `Damaged`, and runs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from denotary.spec.terms import (
    App,
    BVar,
    Clause,
    Const,
    Lam,
    Let,
    Lit,
    Match,
    Pi,
    Proj,
    Proof,
    Sort,
    Term,
    Unsupported,
    children,
)

Row = list[Any]

_INFOS = ("explicit", "implicit", "strict", "inst")


class Damaged(Exception):
    """These rows are no dump of terms."""


def dump(terms: Sequence[Term]) -> tuple[list[Row], list[int]]:
    """The rows of some terms, and the rows that they are.

    Raises `ValueError` for a term that has no meaning by itself (an open local, a metavariable).
    """
    at: dict[Term, int] = {}
    rows: list[Row] = []
    for root in terms:
        stack = [root]
        while stack:
            term = stack[-1]
            if term in at:
                stack.pop()
                continue
            waiting = [t for t in children(term) if t not in at]
            if waiting:
                stack += reversed(waiting)
                continue
            stack.pop()
            rows.append(_row(term, at))
            at[term] = len(at)
    return rows, [at[t] for t in terms]


def _row(term: Term, at: dict[Term, int]) -> Row:
    match term:
        case App(fn, args):
            return [0, at[fn], *[at[a] for a in args]]
        case BVar(index):
            return [1, index]
        case Const(name):
            return [2, name]
        case Lam(name, type, body, info):
            return [3, name, at[type], at[body], _INFOS.index(info)]
        case Pi(name, type, body, info):
            return [4, name, at[type], at[body], _INFOS.index(info)]
        case Let(name, type, value, body):
            return [5, name, at[type], at[value], at[body]]
        case Lit(value):
            # Decimal digits: what reads JSON may hold numbers to 64 bits
            return [6, value] if isinstance(value, str) else [7, str(value)]
        case Sort(level):
            return [8, level]
        case Proj(struct, index, expr):
            return [9, struct, index, at[expr]]
        case Proof(prop):
            return [10, at[prop]]
        case Clause(vars, patterns, body):
            names = [part for name, type in vars for part in (name, at[type])]
            return [11, names, [at[p] for p in patterns], at[body]]
        case Match(motive, discrs, clauses):
            return [12, at[motive], [at[d] for d in discrs], [at[c] for c in clauses]]
        case Unsupported(type, reason, place):
            return [13, at[type], reason, place]
    raise ValueError(f"a {term.__class__.__name__} has no meaning by itself")


def load(rows: Sequence[Row]) -> list[Term]:
    """The terms that the rows are. Raises `Damaged`."""
    made: list[Term] = []
    try:
        for row in rows:
            made.append(_MAKE[row[0]](made, *row[1:]))
    except (TypeError, ValueError, IndexError, AttributeError) as error:
        raise Damaged(f"row {len(made)} of a dump: {error}") from error
    return made


def _part(made: list[Term], at: int) -> Term:
    if at < 0:
        raise IndexError(at)
    return made[at]


def _app(made: list[Term], *parts: int) -> Term:
    if min(parts) < 0:
        raise IndexError(min(parts))
    return App(made[parts[0]], tuple([made[p] for p in parts[1:]]))


def _binder(kind: type[Lam] | type[Pi]) -> Callable[..., Term]:
    def make(made: list[Term], name: str, type: int, body: int, info: int) -> Term:
        return kind(_text(name), _part(made, type), _part(made, body), _INFOS[info])

    return make


def _clause(made: list[Term], names: Row, patterns: Row, body: int) -> Term:
    vars = [
        (_text(name), _part(made, at)) for name, at in zip(names[::2], names[1::2], strict=True)
    ]
    return Clause(tuple(vars), tuple(_part(made, p) for p in patterns), _part(made, body))


def _match(made: list[Term], motive: int, discrs: Row, clauses: Row) -> Term:
    arms = tuple(arm for c in clauses if isinstance(arm := _part(made, c), Clause))
    if len(arms) != len(clauses):
        raise ValueError("an arm of a match is no clause")
    return Match(_part(made, motive), tuple(_part(made, d) for d in discrs), arms)


def _text(found: Any) -> str:
    if not isinstance(found, str):
        raise TypeError(f"text expected, found {found!r}")
    return found


def _count(found: Any) -> int:
    if type(found) is not int or found < 0:
        raise TypeError(f"a count expected, found {found!r}")
    return found


_MAKE: tuple[Callable[..., Term], ...] = (
    _app,
    lambda made, index: BVar(_count(index)),
    lambda made, name: Const(_text(name)),
    _binder(Lam),
    _binder(Pi),
    lambda made, name, type, value, body: Let(
        _text(name), _part(made, type), _part(made, value), _part(made, body)
    ),
    lambda made, value: Lit(_text(value)),
    lambda made, digits: Lit(int(_text(digits))),
    lambda made, level: Sort(_count(level)),
    lambda made, struct, index, expr: Proj(_text(struct), _count(index), _part(made, expr)),
    lambda made, prop: Proof(_part(made, prop)),
    _clause,
    _match,
    lambda made, type, reason, place: Unsupported(_part(made, type), _text(reason), _text(place)),
)
"""By the number that a row begins with."""
