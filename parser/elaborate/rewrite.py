"""Syntax made by rewriting: applications of constants by their full names."""

from __future__ import annotations

from denotary.parser.syntax import tree
from denotary.parser.syntax.tree import Range


def root(name: str, span: Range) -> tree.Ident:
    """The constant of this full name, whatever is open."""
    return tree.Ident(f"_root_.{name}", span=span)


def call(name: str, args: tuple[tree.Expr | tree.NamedArg, ...], span: Range) -> tree.Expr:
    """The constant of this full name applied to `args`."""
    return tree.AppExpr(root(name, span), args, span=span)
