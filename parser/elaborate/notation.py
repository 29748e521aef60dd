"""Declared notations: `notation`, `infix`, `prefix`, `postfix`, expanded where they are used."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from denotary.parser.elaborate.elaborator import Elaborator
from denotary.parser.syntax import notations, tree


def expand(elab: Elaborator, symbol: str, args: tuple[tree.Expr, ...]) -> tree.Expr | None:
    """The right side of the notation that `symbol` (its literals, `_` for operands) names."""
    for decl in elab.library.notations(elab.file, elab.scope):
        operands = [item[0] for item in decl.items if not isinstance(item, str)]
        if decl.kind in ("infix", "infixl", "infixr", "prefix", "postfix"):
            if symbol not in (decl.items[0], notations.name(decl)):
                continue
            rhs = elab.library.notation_rhs(elab.file, decl)
            span = (args[0].span[0], args[-1].span[1])
            return tree.AppExpr(rhs, args, span=span)
        literals = [item for item in decl.items if isinstance(item, str)]
        plain = len(literals) == 1 and symbol == literals[0]
        if (symbol == notations.name(decl) or plain) and len(operands) == len(args):
            rhs = elab.library.notation_rhs(elab.file, decl)
            return substitute(rhs, dict(zip(operands, args, strict=True)))
    return None


def substitute(node: Any, operands: dict[str, tree.Expr]) -> Any:
    """Replace the identifiers named in `operands` in a syntax tree."""
    if isinstance(node, tree.Ident):
        return operands.get(node.name, node)
    if isinstance(node, tuple):
        return tuple(substitute(x, operands) for x in node)
    if is_dataclass(node) and not isinstance(node, type):
        changed = {
            f.name: new
            for f in fields(node)
            if (new := substitute(old := getattr(node, f.name), operands)) is not old
        }
        return replace(node, **changed) if changed else node
    return node
