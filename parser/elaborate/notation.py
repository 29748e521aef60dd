"""Declared notations: `notation`, `infix`, `prefix`, `postfix`, expanded where they are used."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from denotary.parser.elaborate.elaborator import Elaborator
from denotary.parser.syntax import tree
from denotary.parser.syntax.tree import Range


def expand(
    elab: Elaborator, symbol: str, args: tuple[tree.Expr, ...], span: Range
) -> list[tree.Expr]:
    """What the notations in force that `symbol` names stand for, used at `span`.

    `symbol` is the notation's literals with `_` for the operands.
    """
    out: list[tree.Expr] = []
    for decl in elab.library.notations(elab.file, elab.scope).get(symbol, ()):
        operands = [item[0] for item in decl.items if not isinstance(item, str)]
        operator = decl.kind in ("infix", "infixl", "infixr", "prefix", "postfix")
        arity = len(operands)
        if operator:
            arity = 2 if decl.kind.startswith("infix") else 1
        if len(args) != arity:
            continue
        rhs = elab.library.notation_rhs(elab.file, decl)
        meant = substitute(rhs, {} if operator else dict(zip(operands, args, strict=True)), span)
        out.append(tree.AppExpr(meant, args, span=span) if operator else meant)
    return out


def substitute(node: Any, operands: dict[str, tree.Expr], span: Range) -> Any:
    """Replace the identifiers named in `operands`; the rest is said to stand at `span`."""
    if isinstance(node, tree.Ident) and node.name in operands:
        return operands[node.name]
    if isinstance(node, tuple):
        return tuple(substitute(x, operands, span) for x in node)
    if is_dataclass(node) and not isinstance(node, type):
        changed = {
            f.name: span if f.name == "span" else substitute(getattr(node, f.name), operands, span)
            for f in fields(node)
        }
        return replace(node, **changed)
    return node
