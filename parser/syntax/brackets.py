"""Forms in brackets: parentheses, tuples, anonymous constructors, lists, sets, instances."""

from __future__ import annotations

from denotary.parser.syntax.binders import (
    bracket_binders,
)
from denotary.parser.syntax.dotree import RangeLit
from denotary.parser.syntax.operators import signs
from denotary.parser.syntax.pratt import Parser, prefix
from denotary.parser.syntax.tokens import EOF, IDENT
from denotary.parser.syntax.tree import (
    Anonymous,
    Ascription,
    BigOp,
    Binder,
    Expr,
    Ident,
    Lambda,
    ListLit,
    Notation,
    Paren,
    PiExpr,
    TupleExpr,
)

OPENERS = signs("( [ { ⟨ ⦃")
CLOSERS = signs(") ] } ⟩ ⦄")


def is_opener(key: str) -> bool:
    """Whether the token opens a bracket; `![`, `→L[` and `.{` do as well."""
    return key in OPENERS or (len(key) > 1 and key[-1] in "[({")


# ---- parentheses


@prefix("(", argument=True)
def paren(p: Parser, least: int) -> Expr:
    """`()`, `(e)`, `(a, b)`, `(e : T)`, `(f ·)`, and `(x : A) → B` when an arrow may stand here."""
    opened = p.i
    start = p.starts[opened]
    if least <= 35 and (sign := _after_binder(p, opened)):
        if sign in _SIGMA:
            binders = bracket_binders(p)
            p.i += 1
            body = p.term(35)
            return BigOp(_SIGMA[sign], binders, None, None, body, span=(start, body.span[1]))
        if least <= 25:
            return arrow(p, bracket_binders(p), start)
    p.i += 1
    if p.accept(")"):
        return TupleExpr((), span=p.since(start))
    names: list[str] = []
    p.dots.append(names)
    kind: Expr | None = None
    ascribed = False
    items: list[Expr] = []
    try:
        with p.bracket():
            inner = p.term()
            if p.keys[p.i] == ":":
                p.i += 1
                ascribed = True
                if p.keys[p.i] != ")":
                    kind = p.term()
            elif p.keys[p.i] == ",":
                items.append(inner)
                while p.accept(","):
                    if p.keys[p.i] == ")":
                        break
                    items.append(p.term())
            else:
                while p.accept(";"):
                    inner = p.term()
    finally:
        p.dots.pop()
    p.expect(")", opened=opened)
    span = p.since(start)
    result: Expr
    if items:
        result = TupleExpr(tuple(items), span=span)
    elif ascribed:
        result = Ascription(inner, kind, span=span)
    else:
        result = inner
    if names:
        binders = tuple(Binder(n, None, span=span) for n in names)
        return Paren(Lambda(binders, result, span=span), span=span)
    return result if items or ascribed else Paren(inner, span=span)


_SIGMA = {"×": "Σ", "×'": "Σ'"}


def _after_binder(p: Parser, opened: int) -> str:
    """The `→` or `×` after `(x y : A)` at `opened`, which makes it a binder; else nothing."""
    keys = p.keys
    j = opened + 1
    if keys[j] != IDENT:
        return ""
    while keys[j] == IDENT:
        j += 1
    if keys[j] != ":":
        return ""
    depth = 1
    while depth:
        key = keys[j]
        if key == EOF:
            return ""
        if is_opener(key):
            depth += 1
        elif key in CLOSERS:
            depth -= 1
        j += 1
    return keys[j] if keys[j] in ("→", "->", "×", "×'") else ""


def arrow(p: Parser, binders: tuple[Binder, ...], start: int) -> Expr:
    p.expect_any("→", "->")
    body = p.term(25)
    return PiExpr(binders, body, arrow=True, span=(start, body.span[1]))


# ---- ⟨…⟩, […]


def _items(p: Parser, close: str, opened: int) -> tuple[Expr, ...]:
    items: list[Expr] = []
    with p.bracket():
        while p.keys[p.i] != close:
            items.append(p.term())
            if not p.accept(","):
                break
    p.expect(close, "`,`", opened=opened)
    return tuple(items)


@prefix("⟨", argument=True)
def anonymous(p: Parser, least: int) -> Expr:
    opened = p.i
    p.i += 1
    items = _items(p, "⟩", opened)
    return Anonymous(items, span=p.since(p.starts[opened]))


@prefix("[", argument=True)
def list_literal(p: Parser, least: int) -> Expr:
    """`[a, b]`, or the instance binder of `[C] → B`."""
    opened = p.i
    start = p.starts[opened]
    if least <= 25 and _instance_arrow(p, opened):
        return arrow(p, bracket_binders(p), start)
    p.i += 1
    items: list[Expr] = []
    with p.bracket():
        if p.keys[p.i] == ":":
            return _range(p, None, opened)
        while p.keys[p.i] != "]":
            items.append(p.term())
            if len(items) == 1 and p.keys[p.i] == ":":
                return _range(p, items[0], opened)
            if not p.accept(","):
                break
    p.expect("]", "`,`", opened=opened)
    return ListLit("list", tuple(items), span=p.since(start))


def _range(p: Parser, first: Expr | None, opened: int) -> Expr:
    """`[a:b:c]` from its first colon on."""
    p.expect(":")
    stop = p.term()
    step = p.term() if p.accept(":") else None
    p.expect("]", opened=opened)
    return RangeLit(first, stop, step, span=p.since(p.starts[opened]))


def _instance_arrow(p: Parser, opened: int) -> bool:
    keys = p.keys
    named = keys[opened + 1] == IDENT and keys[opened + 2] == ":"
    depth, j = 0, opened
    while True:
        key = keys[j]
        if key == EOF or (key == "," and depth == 1 and not named):
            return False
        if is_opener(key):
            depth += 1
        elif key in CLOSERS:
            depth -= 1
            if depth == 0:
                return j > opened + 1 and keys[j + 1] in ("→", "->")
        j += 1


@prefix("#[", "#v[", argument=True)
def array(p: Parser, least: int) -> Expr:
    opened = p.i
    p.i += 1
    items = _items(p, "]", opened)
    return ListLit("array", items, span=p.since(p.starts[opened]))


@prefix("![", argument=True)
def vector(p: Parser, least: int) -> Expr:
    opened = p.i
    p.i += 1
    items = _items(p, "]", opened)
    return ListLit("vector", items, span=p.since(p.starts[opened]))


@prefix("!![", argument=True)
def matrix(p: Parser, least: int) -> Expr:
    """`!![a, b; c, d]`: a list of rows."""
    opened = p.i
    p.i += 1
    rows: list[Expr] = []
    row: list[Expr] = []
    with p.bracket():
        at = p.starts[p.i]
        while p.keys[p.i] not in ("]", EOF):
            row.append(p.term())
            if p.accept(","):
                continue
            if p.accept(";"):
                rows.append(ListLit("vector", tuple(row), span=(at, p.ends[p.i - 1])))
                row, at = [], p.starts[p.i]
                continue
            break
        if row:
            rows.append(ListLit("vector", tuple(row), span=(at, p.ends[p.i - 1])))
    p.expect("]", "`,` or `;`", opened=opened)
    return ListLit("matrix", tuple(rows), span=p.since(p.starts[opened]))


@prefix("s(", argument=True)
def unordered_pair(p: Parser, least: int) -> Expr:
    opened = p.i
    p.i += 1
    items = _items(p, ")", opened)
    return Notation("s(_,_)", items, span=p.since(p.starts[opened]))


def _fenced(name: str, close: str, *others: str) -> None:
    """Registers a form with its own brackets and one operand."""

    def rule(p: Parser, least: int) -> Expr:
        opened = p.i
        p.i += 1
        items: list[Expr] = []
        with p.bracket():
            items.append(p.term())
            while p.accept(","):
                items.append(p.term())
        for other in others:
            if p.accept(other):
                form = name.replace(close, other)
                return Notation(form, tuple(items), span=p.since(p.starts[opened]))
        p.expect(close, opened=opened)
        return Notation(name, tuple(items), span=p.since(p.starts[opened]))

    prefix(name[0], argument=True)(rule)


_fenced("⌊_⌋", "⌋", "⌋₊")
_fenced("⌈_⌉", "⌉", "⌉₊")
_fenced("‹_›", "›")
_fenced("⁅_,_⁆", "⁆")
_fenced("⟦_⟧", "⟧")


@prefix("⟪", argument=True)
def inner_product(p: Parser, least: int) -> Expr:
    """`⟪x, y⟫_ℝ`: the field is the third argument; absent for `⟪x, y⟫`."""
    opened = p.i
    p.i += 1
    with p.bracket():
        items = [p.term()]
        while p.accept(","):
            items.append(p.term())
    if p.accept("⟫_"):
        items.append(p.term(1024))
    else:
        p.expect("⟫", opened=opened)
        i = p.i
        if p.keys[i] == IDENT and not p.spaced[i] and p.raws[i][0] == "_":
            p.i += 1
            items.append(Ident(p.raws[i][1:], span=(p.starts[i] + 1, p.ends[i])))
    return Notation("⟪_,_⟫", tuple(items), span=p.since(p.starts[opened]))


@prefix("𝓝[", argument=True)
def within(p: Parser, least: int) -> Expr:
    """`𝓝[s] x`, `𝓝[≠] x`, `𝓝[<] x`."""
    opened = p.i
    p.i += 1
    i = p.i
    where: Expr
    if p.keys[i] in ("≠", "<", ">", "≤", "≥"):
        p.i += 1
        where = Ident(p.keys[i], span=(p.starts[i], p.ends[i]))
    else:
        with p.bracket():
            where = p.term()
    p.expect("]", opened=opened)
    at = p.term(100)
    return Notation("𝓝[_]", (where, at), span=p.since(p.starts[opened]))
