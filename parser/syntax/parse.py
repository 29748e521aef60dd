"""The parser's verbs: from a file's text, and from what the splitter found, to syntax trees.

All raise `LeanError` where the text is not what they read.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from denotary.parser.syntax import declarations as ds
from denotary.parser.syntax.notations import index
from denotary.parser.syntax.pratt import Parser
from denotary.parser.syntax.tokens import tokenize
from denotary.parser.syntax.tree import (
    Binder,
    Body,
    Constructor,
    DeclText,
    Expr,
    FileText,
    NotationDecl,
    Range,
    Signature,
    StructureText,
    VariableText,
)
from denotary.spec.declarations import Span

Notations = tuple[NotationDecl, ...]


def parse_signature(file: FileText, decl: DeclText, more: Notations = ()) -> Signature:
    """Binders and type. `more` are notations that other files put in scope."""
    p = ds.parser_for(file, decl.signature, more + decl.scope.notations)
    return ds.signature(p, decl.kind in ("structure", "class"))


def parse_body(file: FileText, decl: DeclText, more: Notations = ()) -> Body | None:
    """The value: a term, `Equations`, or `WhereBody`; None without one.

    Structures and inductives have none: see `parse_structure` and `parse_constructors`.
    """
    if decl.body[0] == decl.body[1] or decl.kind in (
        "structure", "class", "inductive", "class inductive",
    ):  # fmt: skip
        return None
    return ds.body(ds.parser_for(file, decl.body, more + decl.scope.notations), decl)


def parse_where(file: FileText, decl: DeclText, more: Notations = ()) -> tuple[DeclText, ...]:
    """The auxiliary definitions after a body's `where`, named under the declaration."""
    if "where" not in file.text[decl.body[0] + 1 : decl.body[1]]:
        return ()
    p = ds.parser_for(file, decl.body, more + decl.scope.notations)
    ds.body(p, decl)
    return ds.auxiliary(p, decl) if p.keys[p.i] == "where" else ()


def parse_structure(file: FileText, decl: DeclText, more: Notations = ()) -> StructureText:
    """A structure or class: binders, parents, constructor, fields, derived classes."""
    p = ds.parser_for(file, (decl.signature[0], decl.body[1]), more + decl.scope.notations)
    return ds.structure(p, file, decl)


def parse_constructors(
    file: FileText, decl: DeclText, more: Notations = ()
) -> tuple[Constructor, ...]:
    """The constructors of an inductive, in order."""
    return ds.constructors(ds.parser_for(file, decl.body, more + decl.scope.notations))[0]


def parse_deriving(file: FileText, decl: DeclText, more: Notations = ()) -> tuple[str, ...]:
    """The classes that a structure or inductive derives."""
    if decl.kind in ("structure", "class"):
        return parse_structure(file, decl, more).deriving
    return ds.constructors(ds.parser_for(file, decl.body, more + decl.scope.notations))[1]


def parse_variables(
    file: FileText, v: VariableText, notations: Notations = ()
) -> tuple[Binder, ...]:
    """The binders of a `variable` command. `(x)` alone, which changes binder info, has no type."""
    p = ds.parser_for(file, (v.start, v.end), notations)
    binders = ds.bd.declared(p)
    ds.finish(p, "a binder in brackets")
    return binders


def parse_notation_rhs(file: FileText, n: NotationDecl, notations: Notations = ()) -> Expr:
    """What a notation stands for; its operands are identifiers with their names.

    In a macro's quotation they stand as `$x`: the sign is read over.
    """
    if n.kind == "macro":
        start, end = n.rhs
        text = file.text[:start] + file.text[start:end].replace("$", " ") + file.text[end:]
        file = replace(file, text=text)
    p = ds.parser_for(file, n.rhs, notations)
    made = p.term()
    ds.finish(p, "an operator or the end of the notation")
    return made


def parse_term(text: str, path: str = "<string>", notations: Notations = ()) -> Expr:
    """A text that is one term."""
    p = Parser(tokenize(text, extra=index(notations).tokens), path, notations)
    made = p.term()
    ds.finish(p, "an operator, an argument, or the end of the text")
    return made


def span(file: FileText, at: Range) -> Span:
    """A range of a file as lines and columns, counted from 1."""
    line_start = file.text.rfind("\n", 0, at[0]) + 1
    line = file.text.count("\n", 0, at[0]) + 1
    return Span(Path(file.path), at[0], at[1], line, at[0] - line_start + 1)
