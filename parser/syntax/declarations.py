"""Parsing what the splitter found: signatures, bodies, structures, constructors, `where`."""

from __future__ import annotations

from itertools import pairwise

from denotary.parser.syntax import (  # noqa: F401  (each fills the table of prefix rules)
    atoms,
    binding,
    blocks,
    braces,
    brackets,
    control,
    programs,
)
from denotary.parser.syntax import binders as bd
from denotary.parser.syntax.notations import index
from denotary.parser.syntax.pratt import Parser
from denotary.parser.syntax.tokens import EOF, IDENT, plain_name, tokenize
from denotary.parser.syntax.tree import (
    Binder,
    Body,
    Constructor,
    DeclText,
    Equations,
    Expr,
    FieldInit,
    FileText,
    NotationDecl,
    Range,
    Signature,
    StructField,
    StructureText,
    WhereBody,
)
from denotary.spec.terms import BinderInfo

ENDS = frozenset(["where", "termination_by", "decreasing_by", "deriving", EOF])
"""What may follow a whole body."""


def parser_for(file: FileText, at: Range, notations: tuple[NotationDecl, ...] = ()) -> Parser:
    """A parser over a range of a file with the notations in scope."""
    return Parser(tokenize(file.text, *at, index(notations).tokens), file.path, notations)


def finish(p: Parser, expected: str) -> None:
    """Fails unless everything was read."""
    if p.keys[p.i] != EOF:
        p.fail(expected)


def signature(p: Parser, extends: bool = False) -> Signature:
    start = p.starts[0]
    binders = bd.declared(p)
    kind = p.term() if p.accept(":") else None
    if not (extends and p.keys[p.i] == "extends"):
        finish(p, "a binder, `:` and the type, or `:=`" if kind is None else "an operator or `:=`")
    return Signature(binders, kind, span=(start, p.ends[max(0, p.i - 1)]))


def body(p: Parser, decl: DeclText) -> Body | None:
    """The declaration's value, up to `where`, `termination_by`, `deriving` or the end."""
    key = p.keys[0]
    made: Body
    if key == ":=":
        p.i = 1
        made = p.term()
        if p.keys[p.i] not in ENDS:
            p.fail("an operator, an argument, or the end of the declaration")
    elif key == "|":
        made = Equations(bd.alternatives(p))
        if p.keys[p.i] not in ENDS:
            p.fail("an operator, `|`, or the end of the declaration")
    elif key == "where":
        p.i = 1
        made = WhereBody(where_fields(p))
        if p.keys[p.i] not in ENDS:
            p.fail("a field in the column of the others, or the end of the declaration")
    else:
        return None
    return made


def where_fields(p: Parser) -> tuple[FieldInit, ...]:
    out: list[FieldInit] = []
    column = p.cols[p.i]
    with p.saved(column):
        while p.keys[p.i] not in ENDS and p.cols[p.i] >= column:
            out.append(bd.field_init(p, False))
            if not (p.accept(",") or p.accept(";")) and not p.first[p.i]:
                break
    return tuple(out)


def auxiliary(p: Parser, decl: DeclText) -> tuple[DeclText, ...]:
    """The declarations after the `where` that follows a body, the cursor on `where`."""
    p.i += 1
    keys, cols, first = p.keys, p.cols, p.first
    column = cols[p.i]
    heads = []
    depth = 0
    stop = len(keys) - 1
    for j in range(p.i, len(keys)):
        key = keys[j]
        if depth == 0:
            if key in ("termination_by", "decreasing_by") and cols[j] <= column:
                stop = min(stop, j)
                break
            # A keyword or `|` there goes on with the definition before it.
            if (first[j] and cols[j] == column and key in (IDENT, "@")) or j == p.i:
                heads.append(j)
        if brackets.is_opener(key):
            depth += 1
        elif key in brackets.CLOSERS:
            depth -= 1
    heads.append(stop)
    out = []
    for a, b in pairwise(heads):
        made = _auxiliary_one(p, a, b, decl)
        if made is not None:
            out.append(made)
    return tuple(out)


def _auxiliary_one(p: Parser, a: int, b: int, decl: DeclText) -> DeclText | None:
    keys = p.keys
    i = a
    while i < b and keys[i] == "@":
        p.i = i + 1
        i = atoms.closing(p, i + 1) + 1
    if keys[i] in ("termination_by", "decreasing_by"):
        return None
    if keys[i] != IDENT:
        p.i = i
        p.fail("the name of an auxiliary definition", advice="`where` is followed by definitions")
    name = plain_name(p.raws[i])
    depth = 0
    sign = b
    lets = 0
    for j in range(i + 1, b):
        key = keys[j]
        if brackets.is_opener(key):
            depth += 1
        elif key in brackets.CLOSERS:
            depth -= 1
        elif depth == 0:
            if key in ("let", "have"):
                lets += 1
            elif key == ":=" and lets:
                lets -= 1
            elif key == ":=" or (key == "|" and p.spaced[j + 1]):
                sign = j
                break
    end = p.ends[b - 1]
    at = p.starts[sign] if sign < b else end
    return DeclText(
        "def",
        name,
        f"{decl.full_name}.{name}",
        decl.scope,
        (p.starts[a], end),
        (p.starts[i], p.ends[i]),
        (p.ends[i], at),
        (at, end),
        p.tokens.docs.get(a, ""),
        (),
        decl.modifiers,
        (),
        "sorry" in keys[sign:b],
        decl.mutual,
        decl.in_opens,
    )


# ---- structures and inductives


def structure(p: Parser, file: FileText, decl: DeclText) -> StructureText:
    """A structure or class from its binders on: the parser covers signature and body."""
    binders = bd.declared(p)
    parents: tuple[Expr, ...] = ()
    kind: Expr | None = None
    if p.accept("extends"):
        parents = _parents(p)
    if p.accept(":"):
        kind = p.term()
    if not parents and p.accept("extends"):
        parents = _parents(p)
    constructor, doc = "mk", ""
    fields: tuple[StructField, ...] = ()
    if p.accept("where") or p.accept(":="):
        i = p.i
        while p.keys[i] == IDENT and p.raws[i] in ("private", "protected"):
            i += 1
        if p.keys[i] == IDENT and p.keys[i + 1] == "::":
            constructor, doc = plain_name(p.raws[i]), p.tokens.docs.get(p.i, "")
            p.i = i + 2
        fields = _fields(p)
    deriving = _deriving(p)
    finish(p, "a field, `deriving`, or the end of the structure")
    return StructureText(binders, kind, parents, constructor, fields, deriving, doc, span=decl.span)


_SORTS = frozenset(("Prop", "Type", "Sort"))


def _parents(p: Parser) -> tuple[Expr, ...]:
    out = []
    while True:
        i = p.i
        if p.keys[i] == IDENT and p.keys[i + 1] == ":" and p.keys[i + 2] not in _SORTS:
            p.i += 2  # `toFoo : Foo`: the projection's name is Lean's own in all but rare cases
        out.append(p.term())
        if not p.accept(","):
            return tuple(out)


def _fields(p: Parser) -> tuple[StructField, ...]:
    out: list[StructField] = []
    column = p.cols[p.i]
    keys = p.keys
    with p.saved(column):
        while keys[p.i] not in ENDS and p.cols[p.i] >= column:
            at = p.i
            doc = p.tokens.docs.get(at, "")
            while keys[p.i] == "@":
                p.i = atoms.closing(p, p.i + 1) + 1
                doc = doc or p.tokens.docs.get(p.i, "")
            while keys[p.i] == IDENT and p.raws[p.i] in ("private", "protected"):
                p.i += 1
            out += _field(p, doc)
            p.accept(";")
    return tuple(out)


_INFO: dict[str, tuple[str, BinderInfo]] = {
    "(": (")", "explicit"),
    "{": ("}", "implicit"),
    "⦃": ("⦄", "strict"),
    "[": ("]", "inst"),
}


def _field(p: Parser, doc: str) -> list[StructField]:
    opened = p.i
    start = p.starts[opened]
    info: BinderInfo = "explicit"
    close = ""
    if p.keys[p.i] in _INFO:
        close, info = _INFO[p.keys[p.i]]
        p.i += 1
    names: list[str] = []
    if info == "inst" and not (p.keys[p.i] == IDENT and p.keys[p.i + 1] == ":"):
        names.append("")
        with p.bracket():
            kind: Expr | None = p.term()
        p.expect("]", opened=opened)
        return [StructField("", info, (), kind, None, doc, span=p.since(start))]
    while p.keys[p.i] == IDENT and (not names or p.cols[p.i] > p.column):
        names.append(plain_name(p.raws[p.i]))
        p.i += 1
    if not names:
        p.fail("a field's name", advice="fields are written `name : type`, one a line")
    if close:
        with p.bracket():
            binders, kind, default = _field_type(p)
        p.expect(close, opened=opened)
    else:
        binders, kind, default = _field_type(p)
    span = p.since(start)
    return [StructField(n, info, binders, kind, default, doc, span=span) for n in names]


def _field_type(p: Parser) -> tuple[tuple[Binder, ...], Expr | None, Expr | None]:
    binders: list[Binder] = []
    while p.keys[p.i] in bd.BINDER_START and p.cols[p.i] > p.column:
        binders += bd.bracket_binders(p)
    kind = p.term() if p.accept(":") else None
    default = p.term() if p.accept(":=") else None
    if kind is None and default is None:
        p.fail("`:` and the field's type")
    return tuple(binders), kind, default


def _deriving(p: Parser) -> tuple[str, ...]:
    out: list[str] = []
    while p.accept("deriving"):
        while p.keys[p.i] == IDENT:
            out.append(p.name())
            while p.keys[p.i] not in (",", EOF, "deriving"):
                p.i += 1
            if not p.accept(","):
                break
    return tuple(out)


def constructors(p: Parser) -> tuple[tuple[Constructor, ...], tuple[str, ...]]:
    """The constructors and derived classes of an inductive, the cursor on `where` or `|`."""
    out: list[Constructor] = []
    if not p.accept("where"):
        p.accept(":=")
    keys = p.keys
    while keys[p.i] == "|" or (keys[p.i] == IDENT and keys[p.i + 1] == IDENT):
        start = p.starts[p.i]
        doc = p.tokens.docs.get(p.i, "")
        column = p.cols[p.i]
        p.expect("|")
        doc = p.tokens.docs.get(p.i, "") or doc
        while keys[p.i] == "@":
            p.i = atoms.closing(p, p.i + 1) + 1
        while keys[p.i] == IDENT and p.raws[p.i] in ("private", "protected"):
            p.i += 1
        name = p.name("the constructor's name")
        with p.saved(column):
            binders = bd.declared(p)
            kind = p.term() if p.accept(":") else None
        out.append(Constructor(name, binders, kind, doc, span=p.since(start)))
    derived = _deriving(p)
    if keys[p.i] not in ENDS:
        p.fail("`|` and a constructor, `deriving`, or the end of the declaration")
    return tuple(out), derived
