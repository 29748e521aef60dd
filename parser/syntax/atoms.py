"""Atoms of the term language: literals, sorts, holes, dot-identifiers, `@`, prefix operators."""

from __future__ import annotations

from typing import Literal

from denotary.parser.syntax.operators import LEAD, MAX, PREFIX
from denotary.parser.syntax.pratt import Parser, prefix
from denotary.parser.syntax.tokens import (
    CHAR,
    FIELD,
    IDENT,
    INTERP,
    NUM,
    STR,
    interpolated_end,
    plain_name,
    string_value,
    tokenize,
    unescape,
)
from denotary.parser.syntax.tree import (
    Abs,
    Char,
    Coe,
    DotIdent,
    Explicit,
    Expr,
    Hole,
    Ident,
    Inaccessible,
    Interpolated,
    NamedPattern,
    Norm,
    Notation,
    Num,
    Scientific,
    Sorry,
    SortExpr,
    Str,
    UnOp,
)


@prefix(NUM, argument=True)
def number(p: Parser, least: int) -> Expr:
    i = p.i
    p.i += 1
    span = (p.starts[i], p.ends[i])
    raw = p.raws[i]
    if raw.isdigit():
        return Num(int(raw), span=span)
    raw = raw.replace("_", "")
    if raw[:2].lower() in ("0x", "0b", "0o"):
        return Num(int(raw, 0), span=span)
    mantissa, _, exponent = raw.lower().partition("e")
    if "." not in mantissa and not exponent:
        return Num(int(raw), span=span)
    whole, _, fraction = mantissa.partition(".")
    power = int(exponent or "0") - len(fraction)
    return Scientific(int(whole + fraction), power <= 0, abs(power), span=span)


@prefix(STR, argument=True)
def string(p: Parser, least: int) -> Expr:
    i = p.i
    p.i += 1
    return Str(string_value(p.raws[i]), span=(p.starts[i], p.ends[i]))


@prefix(CHAR, argument=True)
def char(p: Parser, least: int) -> Expr:
    i = p.i
    p.i += 1
    return Char(unescape(p.raws[i][1:-1]), span=(p.starts[i], p.ends[i]))


@prefix(INTERP, argument=True)
def interpolated(p: Parser, least: int) -> Expr:
    """`s!"…{e}…"`: every hole is parsed with a parser of its own."""
    i = p.i
    p.i += 1
    start, end = p.starts[i], p.ends[i]
    quote = p.text.index('"', start)
    parts: list[str | Expr] = []
    last = quote + 1
    for a, b in interpolated_end(p.text, quote)[1]:
        if a - 1 > last:
            parts.append(unescape(p.text[last : a - 1]))
        inner = Parser(tokenize(p.text, a, b, p.notations.tokens), p.file)
        inner.notations, inner.infix = p.notations, p.infix
        parts.append(inner.term())
        if inner.accept(":"):  # `{e:fmt}` of other string macros
            inner.i = len(inner.keys) - 1
        if inner.i != len(inner.keys) - 1:
            inner.fail("`}` closing the interpolated term")
        last = b + 1
    if end - 1 > last:
        parts.append(unescape(p.text[last : end - 1]))
    return Interpolated(p.text[start : quote - 1], tuple(parts), span=(start, end))


@prefix(FIELD, argument=True)
def dot_ident(p: Parser, least: int) -> Expr:
    """`.name`; a digit after the dot has nothing to be a field of."""
    i = p.i
    raw = p.raws[i][1:]
    if raw[0].isdigit():
        p.fail("a term", advice="a decimal needs a digit before the point: `0.5`")
    p.i += 1
    return DotIdent(plain_name(raw), span=(p.starts[i], p.ends[i]))


@prefix(".(", argument=True)
def inaccessible(p: Parser, least: int) -> Expr:
    opened = p.i
    p.i += 1
    with p.bracket():
        inner = p.term()
    p.expect(")", opened=opened)
    return Inaccessible(inner, span=p.since(p.starts[opened]))


def _level(p: Parser, least: int) -> None:
    """The universe level after `Type` or `Sort`, read over: levels are erased."""
    i = p.i
    if p.keys[i] == "*" and not p.spaced[i]:
        p.i += 1
    elif least <= LEAD and p.cols[i] > p.column and p.spaced[i]:
        if p.keys[i] in (IDENT, NUM):
            p.i += 1
            while p.keys[p.i] == "+" and p.keys[p.i + 1] == NUM:
                p.i += 2
        elif p.keys[i] == "(":
            p.i = closing(p, i) + 1


def closing(p: Parser, opened: int) -> int:
    """The index of the token that closes the bracket at `opened`."""
    keys = p.keys
    depth = 0
    for j in range(opened, len(keys)):
        key = keys[j]
        if key in ("(", "[", "{", "⟨", "⦃") or (len(key) > 1 and key[-1] in "[({"):
            depth += 1
        elif key in (")", "]", "}", "⟩", "⦄"):
            depth -= 1
            if depth == 0:
                return j
    p.i = len(keys) - 1
    p.fail(f"the bracket that closes `{p.raws[opened]}`")


SORTS: dict[str, Literal["Prop", "Type", "Sort"]] = {"Prop": "Prop", "Type": "Type", "Sort": "Sort"}
ARROWS: dict[str, Literal["↑", "⇑", "↥"]] = {"↑": "↑", "⇑": "⇑", "↥": "↥"}


@prefix(*SORTS, argument=True)
def sort(p: Parser, least: int) -> Expr:
    i = p.i
    p.i += 1
    level = SORTS[p.keys[i]]
    if level != "Prop":
        _level(p, least)
    return SortExpr(level, span=p.since(p.starts[i]))


@prefix("sorry", argument=True)
def sorry(p: Parser, least: int) -> Expr:
    p.i += 1
    return Sorry(span=p.since(p.starts[p.i - 1]))


@prefix("?", argument=True)
def hole(p: Parser, least: int) -> Expr:
    i = p.i
    p.i += 1
    name = "?"
    if p.keys[p.i] == IDENT and not p.spaced[p.i]:
        name = p.name()
    return Hole(name, span=p.since(p.starts[i]))


@prefix(*"⊤⊥∅∞𝟙𝟘★♯♭", argument=True)
def symbol(p: Parser, least: int) -> Expr:
    """A sign that stands for a value: an identifier with the sign as its name."""
    i = p.i
    p.i += 1
    return Ident(p.keys[i], span=(p.starts[i], p.ends[i]))


@prefix("·", argument=True)
def section_dot(p: Parser, least: int) -> Expr:
    """`·`: an argument of the function that the nearest parenthesis makes."""
    i = p.i
    if not p.dots:
        p.fail("a term", advice="`·` makes a function only inside parentheses: `(· + 1)`")
    p.i += 1
    names = p.dots[-1]
    name = f"·{len(names)}"
    names.append(name)
    return Ident(name, span=(p.starts[i], p.ends[i]))


@prefix("@", argument=True)
def explicit(p: Parser, least: int) -> Expr:
    i = p.i
    p.i += 1
    start = p.starts[i]
    j = p.i
    if p.keys[j] == "[" and not p.spaced[j]:  # `@[inline] e`: an attribute of a term
        p.i = closing(p, j) + 1
        return p.term(least)
    if p.keys[j] == "&":  # `@& A`: a borrow annotation, no part of the type
        p.i += 1
        return p.term(MAX if least == MAX else LEAD)
    if p.keys[j] == IDENT:
        p.i += 1
        left: Expr = Ident(plain_name(p.raws[j]), True, span=(start, p.ends[j]))
        return left
    if p.keys[j] == FIELD:
        return Explicit(dot_ident(p, MAX), span=p.since(start))
    return Explicit(p.term(MAX), span=p.since(start))


@prefix("↑", "⇑", "↥", argument=True)
def coercion(p: Parser, least: int) -> Expr:
    i = p.i
    p.i += 1
    if p.keys[p.i] == ")" and p.dots:  # `(↑)` is `(fun x => ↑x)`
        names = p.dots[-1]
        names.append(f"·{len(names)}")
        inner: Expr = Ident(names[-1], span=p.since(p.starts[i]))
    else:
        inner = p.term(MAX)
    return Coe(ARROWS[p.keys[i]], inner, span=p.since(p.starts[i]))


def _prefix_operator(p: Parser, least: int) -> Expr:
    i = p.i
    p.i += 1
    key = p.keys[i]
    inner = p.term(PREFIX[key])
    return UnOp(key, inner, span=p.since(p.starts[i]))


prefix(*(k for k in PREFIX if k not in ("-", "~", "#")))(_prefix_operator)
prefix("-", "~")(_prefix_operator)
prefix("!", "√", "¬", "#", "∛", "↿", "⋃₀", "⋂₀", argument=True)(_prefix_operator)


def _between_bars(p: Parser, bar: str) -> Expr:
    """What stands between two equal bars; within, a bar that is glued to the left closes."""
    p.i += 1
    p.frames.append(bar)
    column, p.column = p.column, -1
    p.depth += 1
    inner = p.term()
    p.depth -= 1
    p.column = column
    p.frames.pop()
    return inner


@prefix("|", argument=True)
def absolute(p: Parser, least: int) -> Expr:
    opened = p.i
    inner = _between_bars(p, "|")
    p.expect("|", opened=opened)
    return Abs(inner, span=p.since(p.starts[opened]))


@prefix("‖", argument=True)
def norm(p: Parser, least: int) -> Expr:
    opened = p.i
    inner = _between_bars(p, "‖")
    span = (p.starts[opened], p.ends[p.i])
    for closer in ("‖₊", "‖ₑ"):
        if p.accept(closer):
            return Notation("‖_" + closer, (inner,), span=span)
    p.expect("‖", opened=opened)
    return Norm(inner, span=span)


@prefix("`", "``", argument=True)
def name_literal(p: Parser, least: int) -> Expr:
    i = p.i
    while p.keys[p.i] == "`":
        p.i += 1
    p.i += 1
    name = Ident(p.raws[p.i - 1], span=p.since(p.starts[i]))
    return Notation("`", (name,), span=p.since(p.starts[i]))


@prefix("`(", "``(", argument=True)
def quotation(p: Parser, least: int) -> Expr:
    """Quoted syntax: metaprogramming, cut out."""
    i = p.i
    p.i = closing(p, i) + 1
    return Notation("`(", (), span=p.since(p.starts[i]))


def at_pattern(p: Parser) -> Expr | None:
    """`x@p`, the cursor on `x`; None when there is no `@` glued to it."""
    i = p.i
    if p.keys[i] == IDENT and p.keys[i + 1] == "@" and not p.spaced[i + 1]:
        p.i += 2
        return NamedPattern(plain_name(p.raws[i]), p.term(MAX), span=p.since(p.starts[i]))
    return None
