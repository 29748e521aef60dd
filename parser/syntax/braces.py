"""Forms in braces: structure instances, sets, subtypes, and the binder of `{x : A} → B`."""

from __future__ import annotations

from denotary.parser.syntax.binders import bracket_binders, field_init, ident_names
from denotary.parser.syntax.brackets import CLOSERS, arrow, is_opener
from denotary.parser.syntax.operators import RELATIONS
from denotary.parser.syntax.pratt import Parser, prefix
from denotary.parser.syntax.tokens import EOF, IDENT
from denotary.parser.syntax.tree import (
    AppExpr,
    Ascription,
    Binder,
    BinOp,
    Expr,
    Field,
    FieldInit,
    Ident,
    Notation,
    SetBuilder,
    SetLit,
    StructInst,
    UnOp,
)


@prefix("⦃", argument=True)
def strict_arrow(p: Parser, least: int) -> Expr:
    start = p.starts[p.i]
    return arrow(p, bracket_binders(p), start)


@prefix("{", argument=True)
def braces(p: Parser, least: int) -> Expr:
    """Structure instance, set-builder, subtype, set literal, or the binder of `{x : A} → B`."""
    opened = p.i
    start = p.starts[opened]
    sign = _kind(p, opened)
    if sign == "→":
        return arrow(p, bracket_binders(p), start)
    p.i += 1
    with p.bracket():
        if sign in (":=", "with", "..", "empty"):
            result = _instance(p, opened, sign)
        elif sign in ("|", "//"):
            result = _builder(p, sign)
        else:
            items: list[Expr] = []
            while p.keys[p.i] != "}":
                items.append(p.term())
                if not p.accept(","):
                    break
            result = SetLit(tuple(items))
    p.expect("}", opened=opened)
    object.__setattr__(result, "span", p.since(start))
    return result


def _kind(p: Parser, opened: int) -> str:
    """The first telling sign at the top level of the braces."""
    keys, spaced = p.keys, p.spaced
    depth = 0
    j = opened
    colon = False
    sign = ""
    while True:
        key = keys[j]
        if key == EOF:
            return sign
        if is_opener(key):
            depth += 1
        elif key in CLOSERS:
            depth -= 1
            if depth == 0:
                if j == opened + 1:
                    return "empty"
                if not sign and colon and keys[j + 1] in ("→", "->"):
                    return "→"
                return sign
        elif depth == 1:
            if key == ":":
                colon = True
            elif key in (":=", "with", "//") or (key == ".." and keys[j + 1] == "}"):
                return key
            elif key == "|":
                if j == opened + 1 or not (spaced[j] and spaced[j + 1]):
                    # A bar glued to one side is an absolute value's, unless it ends a name.
                    if spaced[j] or j == opened + 1 or "|" in keys[opened + 1 : j]:
                        j += 1
                        continue
                    return key
                return "with" if _equations_field(p, opened, j) else key
        j += 1


def _equations_field(p: Parser, opened: int, bar: int) -> bool:
    """`{ toFun | 0 => 1 | n + 1 => 2 }` and not `{x | p}`: an alternative's `=>` follows."""
    keys = p.keys
    depth = 0
    for j in range(bar + 1, len(keys)):
        key = keys[j]
        if is_opener(key):
            depth += 1
        elif key in CLOSERS:
            if depth == 0:
                return False
            depth -= 1
        elif depth == 0:
            if key == "=>":
                return True
            if key in ("fun", "λ", "match", EOF, "=", "<", ">", "≤", "≥", "∈", "∧", "∃", "∀"):
                return False
    return False


def _instance(p: Parser, opened: int, sign: str) -> Expr:
    sources: list[Expr] = []
    fields: list[FieldInit] = []
    kind: Expr | None = None
    ellipsis = False
    if sign == "with":
        mark = p.i
        sources.append(p.term())
        while p.accept(","):
            sources.append(p.term())
        if not p.accept("with"):
            p.i = mark
            sources = []
    column = p.cols[p.i]
    with p.saved(column):
        while p.keys[p.i] not in ("}", ":", EOF):
            if p.accept(".."):
                ellipsis = True
                if p.keys[p.i] not in ("}", ":", ","):
                    sources.append(p.term())
            else:
                fields.append(field_init(p, True))
            p.accept(",")
    if p.accept(":"):
        kind = p.term()
    return StructInst(tuple(sources), tuple(fields), kind, ellipsis)


def _builder(p: Parser, sign: str) -> Expr:
    """`x : A | p`, `x ∈ s | p`, `(a, b) | p`, `f x | p`, `x : A // p`."""
    start = p.starts[p.i]
    keys = p.keys
    subtype = sign == "//"
    bound: tuple[str, Expr] | None = None
    kind: Expr | None = None
    if keys[p.i] == IDENT and keys[p.i + 1] in (":", "|", "//"):
        name = p.name()
        if p.accept(":"):
            kind = p.term()
        binder = Binder(name, kind, span=p.since(start))
    elif keys[p.i] == IDENT and keys[p.i + 1] in RELATIONS:
        name = p.name()
        op = keys[p.i]
        p.i += 1
        bound = (op, p.term())
        binder = Binder(name, None, span=(start, p.ends[p.i - 1]))
    else:
        pattern = p.term()
        if p.accept(":"):
            kind = p.term()
        binder = Binder("_", kind, pattern=pattern, span=p.since(start))
    p.expect(sign)
    at = p.i
    if binder.pattern is not None and not subtype:
        found = None
        if isinstance(binder.pattern, AppExpr | BinOp | UnOp | Field) or p.keys[p.i] == "(":
            found = ident_names(p)
        elif (simple := ident_names(p)) is not None and simple[1] is None:
            found = simple
        if found is not None:
            # `{f x | (x : A) (y)}`: every value of the pattern over the binders.
            inner, bound = found
            names = (Ascription(Ident(b.name), b.type) if b.type else Ident(b.name) for b in inner)
            return SetBuilder(binder, Notation("binders", tuple(names)), bound)
        p.i = at
    pred = p.term()
    return SetBuilder(binder, pred, bound, subtype)
