"""Binders, and the fields of structure instances, which bind like definitions."""

from __future__ import annotations

from dataclasses import replace

from denotary.parser.syntax.operators import RELATIONS, signs
from denotary.parser.syntax.pratt import Parser
from denotary.parser.syntax.tokens import EOF, FIELD, IDENT, plain_name
from denotary.parser.syntax.tree import (
    Alternative,
    Binder,
    Expr,
    FieldInit,
    Ident,
    LambdaMatch,
)
from denotary.spec.terms import BinderInfo

BINDER_START = signs("( { [ ⦃")


def bracket_binders(p: Parser) -> tuple[Binder, ...]:
    """`(x y : A := d)`, `{x : A}`, `⦃x⦄`, `[C]`, the cursor on the bracket."""
    opened = p.i
    key = p.keys[opened]
    if key == "[":
        return (_instance(p),)
    if key == "{" and p.keys[opened + 1] == "{":
        return _double(p)
    close, info = _CLOSE[key]
    p.i += 1
    names: list[tuple[str, int]] = []
    keys = p.keys
    with p.bracket():
        while keys[p.i] == IDENT:
            names.append((plain_name(p.raws[p.i]), p.i))
            p.i += 1
        if not names:
            p.fail("the name that the binder gives")
        kind = p.term() if p.accept(":") else None
        default: Expr | None = None
        if p.accept(":="):
            default = p.term()
    p.expect(close, opened=opened)
    end = p.ends[p.i - 1]
    return tuple(
        Binder(n, kind, info, default, span=(p.starts[i], end if kind else p.ends[i]))
        for n, i in names
    )


_CLOSE: dict[str, tuple[str, BinderInfo]] = {
    "(": (")", "explicit"),
    "{": ("}", "implicit"),
    "⦃": ("⦄", "strict"),
}


def _double(p: Parser) -> tuple[Binder, ...]:
    """`{{x : A}}`: the old spelling of `⦃x : A⦄`."""
    p.i += 1
    inner = bracket_binders(p)
    p.expect("}")
    return tuple(Binder(b.name, b.type, "strict", span=b.span) for b in inner)


def _instance(p: Parser) -> Binder:
    opened = p.i
    p.i += 1
    name = ""
    if p.keys[p.i] == IDENT and p.keys[p.i + 1] == ":":
        name = p.name()
        p.i += 1
    with p.bracket():
        kind = p.term()
    p.expect("]", opened=opened)
    return Binder(name, kind, "inst", span=p.since(p.starts[opened]))


def declared(p: Parser) -> tuple[Binder, ...]:
    """The binders of a declaration's header: bracketed groups and bare names."""
    out: list[Binder] = []
    keys = p.keys
    while True:
        i = p.i
        key = keys[i]
        if key in BINDER_START:
            out += bracket_binders(p)
        elif key == IDENT:
            p.i += 1
            out.append(Binder(plain_name(p.raws[i]), None, span=(p.starts[i], p.ends[i])))
        else:
            return tuple(out)


Bound = tuple[str, Expr] | None


def quantified(p: Parser) -> tuple[tuple[Binder, ...], Bound]:
    """What stands between a quantifier and its comma, and the bound of `x ∈ s`.

    `x y : A`, `(x : A) {y}`, `x ∈ s`, `x > 0`, `⟨a, b⟩ : A`.
    """
    out: list[Binder] = []
    keys = p.keys
    bare = 0
    while True:
        i = p.i
        key = keys[i]
        if key == IDENT:
            p.i += 1
            out.append(Binder(plain_name(p.raws[i]), None, span=(p.starts[i], p.ends[i])))
            bare += 1
        elif key == "(" and not _is_binder(p, i):
            out.append(_pattern(p))
            bare += 1
        elif key in BINDER_START:
            out += bracket_binders(p)
        elif key == "⟨":
            out.append(_pattern(p))
            bare += 1
        elif key == ":":
            p.i += 1
            kind = p.term()
            out = _typed(out, kind, p)
            if keys[p.i] in RELATIONS and keys[p.i] != "∈":
                break
        elif key in RELATIONS and bare:
            p.i += 1
            return tuple(out), (key, p.term(51))
        else:
            break
    if not out:
        p.fail("the name of a bound variable")
    return tuple(out), None


def _typed(binders: list[Binder], kind: Expr, p: Parser) -> list[Binder]:
    """Gives the type after a bare `:` to every bare name before it."""
    return [
        b if b.type is not None or b.info != "explicit"
        else Binder(b.name, kind, pattern=b.pattern, span=b.span)
        for b in binders
    ]  # fmt: skip


def _is_binder(p: Parser, i: int) -> bool:
    """Whether the parenthesis at `i` holds `x y : A` or bare names, not a pattern."""
    keys = p.keys
    j = i + 1
    while keys[j] == IDENT:
        j += 1
    return j > i + 1 and (keys[j] in (":", ":=", ")") or keys[j] in RELATIONS)


def _pattern(p: Parser) -> Binder:
    start = p.starts[p.i]
    pattern = p.term(1024)
    return Binder("_", None, pattern=pattern, span=(start, pattern.span[1]))


def lambda_binders(p: Parser) -> tuple[Binder, ...]:
    """What stands between `fun` and its arrow: names, groups, patterns, one type for all."""
    out: list[Binder] = []
    keys = p.keys
    while True:
        i = p.i
        key = keys[i]
        if key == IDENT:
            if keys[i + 1] == "@" and not p.spaced[i + 1]:
                out.append(_pattern(p))
                continue
            p.i += 1
            out.append(Binder(plain_name(p.raws[i]), None, span=(p.starts[i], p.ends[i])))
        elif key in ("=>", "↦"):
            break
        elif key == ":":
            p.i += 1
            out = _typed(out, p.term(), p)
            break
        elif key == "(":
            if _is_binder(p, i) and _not_constructor(p, i):
                out += bracket_binders(p)
            else:
                out.append(_pattern(p))
        elif key in ("{", "⦃", "["):
            out += bracket_binders(p)
        elif key in ("⟨", FIELD, "NUM", "STR", ".("):
            out.append(_pattern(p))
        else:
            break
    if not out:
        p.fail("the name of the function's argument, or `|`")
    return tuple(out)


def _not_constructor(p: Parser, i: int) -> bool:
    """`(some x)` is a pattern, `(x y)` names two arguments: told apart by the dots and shape."""
    keys, raws = p.keys, p.raws
    j = i + 1
    while keys[j] == IDENT:
        if "." in raws[j]:
            return False
        j += 1
    return keys[j] != ")" or raws[i + 1] not in ("some", "inl", "inr", "succ")


# ---- alternatives


def alternatives(p: Parser) -> tuple[Alternative, ...]:
    """`| p, q | r, s => e | …`: as far as bars stand at or right of the first one's column."""
    out: list[Alternative] = []
    column = p.cols[p.i]
    with p.saved(column):
        while p.keys[p.i] == "|" and p.cols[p.i] >= column:
            start = p.starts[p.i]
            rows = pattern_rows(p)
            body = p.term()
            out.append(Alternative(rows, body, span=(start, body.span[1])))
    return tuple(out)


def pattern_rows(p: Parser) -> tuple[tuple[Expr, ...], ...]:
    """`| p, q | r, s =>`: the patterns of one alternative, the arrow included."""
    rows: list[tuple[Expr, ...]] = []
    while p.accept("|"):
        row = [p.term()]
        while p.accept(","):
            row.append(p.term())
        rows.append(tuple(row))
    p.expect_any("=>", "↦")
    return tuple(rows)


def proof_name(p: Parser) -> str:
    """The `h` of `h : e`, as in `match h : e with`; empty where no name is given."""
    if p.keys[p.i] != IDENT or p.keys[p.i + 1] != ":":
        return ""
    name = p.name()
    p.i += 1
    return name


def discriminants(p: Parser) -> tuple[tuple[str, Expr], ...]:
    """`h : e, f`: what is matched on, each with the name of its equation."""
    out: list[tuple[str, Expr]] = []
    while True:
        out.append((proof_name(p), p.term()))
        if not p.accept(","):
            return tuple(out)


# ---- fields of instances


def field_init(p: Parser, abbreviated: bool) -> FieldInit:
    """`x.y (binders) : T := e`, `x | p => e`, or `x` alone when `abbreviated` allows it."""
    i = p.i
    start = p.starts[i]
    if p.keys[i] != IDENT:
        p.fail("a field's name", advice="fields are written `name := value`")
    path = p.name()
    while p.keys[p.i] in (FIELD, "[") and not p.spaced[p.i]:
        p.i += 1
        path += p.raws[p.i - 1]
        if p.keys[p.i - 1] == "[":
            while not p.accept("]"):
                path += p.raws[p.i]
                p.i += 1
            path += "]"
    name = (p.starts[i], p.ends[p.i - 1])
    if abbreviated and p.keys[p.i] in ("}", ",", EOF, "..", ":"):
        return FieldInit(path, (), None, Ident(path, span=name), span=name)
    if abbreviated and p.first[p.i] and p.keys[p.i] == IDENT and p.cols[p.i] <= p.column:
        return FieldInit(path, (), None, Ident(path, span=name), span=name)
    binders = _field_binders(p)
    kind = p.term() if p.accept(":") else None
    if p.keys[p.i] == "|":
        alts = alternatives(p)
        value: Expr = LambdaMatch(alts, span=(alts[0].span[0], alts[-1].span[1]))
    else:
        if p.keys[p.i] != ":=":
            p.fail("`:=` and the field's value")
        p.i += 1
        value = p.term()
    return FieldInit(path, binders, kind, value, span=(start, value.span[1]))


def _field_binders(p: Parser) -> tuple[Binder, ...]:
    out: list[Binder] = []
    while True:
        key = p.keys[p.i]
        if key == IDENT and p.cols[p.i] > p.column:
            out += declared_one(p)
        elif key == "⟨" or (key == "(" and not _is_binder(p, p.i)):
            out.append(_pattern(p))
        elif key in BINDER_START:
            out += bracket_binders(p)
        else:
            return tuple(out)


def declared_one(p: Parser) -> tuple[Binder, ...]:
    i = p.i
    p.i += 1
    return (Binder(plain_name(p.raws[i]), None, span=(p.starts[i], p.ends[i])),)


def ident_names(p: Parser) -> tuple[tuple[Binder, ...], tuple[str, Expr] | None] | None:
    """The binders that close a set of values: `{f x | (x : A) (y)}`, `… x : A}`, `… x ∈ s}`.

    None if a predicate stands there.
    """
    mark = p.i
    out: list[Binder] = []
    while p.keys[p.i] in ("(", IDENT):
        if p.keys[p.i] == "(":
            if not _is_binder(p, p.i):
                break
            out += bracket_binders(p)
        else:
            out += declared_one(p)
    bound: tuple[str, Expr] | None = None
    bare = bool(out) and all(b.type is None for b in out)
    if bare and p.keys[p.i] == ":":
        p.i += 1
        kind = p.term()
        out = [replace(b, type=kind) for b in out]
    elif bare and len(out) == 1 and p.keys[p.i] in RELATIONS:
        op = p.keys[p.i]
        p.i += 1
        bound = op, p.term(51)
    if p.keys[p.i] == "}" and out:
        return tuple(out), bound
    p.i = mark
    return None
