"""Notations that a file declares: their names, their tokens, and the tables the parser needs."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache

from denotary.parser.syntax.operators import LEAD
from denotary.parser.syntax.tree import NotationDecl

TRAILING = 4
"""The shape, in a table of infix signs, of a notation that starts with an operand."""


@dataclass(frozen=True, slots=True)
class Table:
    """Notations in scope, indexed by how they begin."""

    infix: dict[str, tuple[int, int, int, str, int]] = field(default_factory=dict)
    trailing: dict[str, tuple[NotationDecl, ...]] = field(default_factory=dict)
    """Notations that start with an operand and are no plain operator, by their first literal."""
    starting: dict[str, tuple[NotationDecl, ...]] = field(default_factory=dict)
    tokens: frozenset[str] = frozenset()


_EMPTY = Table()


def name(decl: NotationDecl) -> str:
    """What `Notation.name` is for a use of `decl`: its literals, `_` for an operand."""
    return " ".join(item if isinstance(item, str) else "_" for item in decl.items)


def symbols(decl: NotationDecl) -> set[str]:
    """How a use of `decl` is named in the tree: its whole shape, or its only literal."""
    literals = [item for item in decl.items if isinstance(item, str)]
    return {name(decl), literals[0]} if len(literals) == 1 else {name(decl)}


@lru_cache(maxsize=256)
def index(notations: tuple[NotationDecl, ...]) -> Table:
    """The table of `notations`; later declarations come first."""
    if not notations:
        return _EMPTY
    infix: dict[str, tuple[int, int, int, str, int]] = {}
    starting: dict[str, tuple[NotationDecl, ...]] = {}
    trailing: dict[str, tuple[NotationDecl, ...]] = {}
    tokens: set[str] = set()
    for decl in notations:
        tokens |= {item for item in decl.items if isinstance(item, str)}
        prec = decl.precedence
        items = decl.items
        if decl.kind in ("infix", "infixl", "infixr") and isinstance(items[0], str):
            left = prec if decl.kind == "infixl" else prec + 1
            right = prec if decl.kind == "infixr" else prec + 1
            infix[items[0]] = (prec, left, right, items[0], 0)
        elif decl.kind == "postfix" and isinstance(items[0], str):
            infix[items[0]] = (prec, prec, 0, items[0], 2)
        elif items and isinstance(items[0], str):
            starting[items[0]] = (decl, *starting.get(items[0], ()))
        elif len(items) == 2 and isinstance(items[1], str):
            infix[items[1]] = (prec, 0, 0, items[1], 2)
        elif len(items) > 2 and isinstance(items[1], str) and not isinstance(items[0], str):
            trailing[items[1]] = (decl, *trailing.get(items[1], ()))
            infix[items[1]] = (min(prec, LEAD), items[0][1], 0, items[1], TRAILING)
    for key, decls in trailing.items():
        # `notation:65 a " ⊞ " b:66 => …` is an infix operator in other words.
        if len(decls) == 1 and len(items := decls[0].items) == 3 and not isinstance(items[2], str):
            infix[key] = (*infix[key][:2], items[2][1], key, 0)
    return Table(infix, trailing, starting, frozenset(tokens))


def is_symbol_name(key: str) -> bool:
    """Single signs that stand for a value in some library's notation: `★`, `𝟙`, …"""
    return len(key) == 1 and key not in "·|:;,@" and unicodedata.category(key) in (
        "So", "Nd", "No", "Lo", "Lu", "Ll",
    )  # fmt: skip
