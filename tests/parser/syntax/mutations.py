"""Damage to Lean text: what a half-finished edit leaves behind, at random places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from denotary.parser.syntax.commands import DECLARATIONS
from denotary.parser.syntax.tokens import EOF, Tokens, tokenize
from denotary.parser.syntax.tree import DeclText, FileText

_COMMANDS = {*DECLARATIONS, "end", "open", "in", "namespace", "section", "variable", "@", "#"}
"""Words that make other commands of what follows them: not moved about."""


def tokens_of(file: FileText, decl: DeclText) -> tuple[Tokens, list[int]]:
    """The tokens of a declaration behind its name, and the indices of those that may be damaged."""
    start, end = decl.name_span[1], decl.span[1]
    tokens = tokenize(file.text, start, end)
    free = [i for i, raw in enumerate(tokens.raws) if raw not in _COMMANDS and raw != ""]
    return tokens, [i for i in free if tokens.keys[i] != EOF]


def delete(text: str, t: Tokens, at: Sequence[int]) -> str:
    i = at[0]
    return text[: t.starts[i]] + text[t.ends[i] :]


def duplicate(text: str, t: Tokens, at: Sequence[int]) -> str:
    i = at[0]
    return text[: t.ends[i]] + " " + t.raws[i] + text[t.ends[i] :]


def swap(text: str, t: Tokens, at: Sequence[int]) -> str:
    i, j = min(at), max(at)
    middle = text[t.ends[i] : t.starts[j]]
    if i == j:
        return text
    return text[: t.starts[i]] + t.raws[j] + middle + t.raws[i] + text[t.ends[j] :]


DAMAGES: tuple[Callable[[str, Tokens, Sequence[int]], str], ...] = (delete, duplicate, swap)


def damaged(file: FileText, decl: DeclText, random: Random) -> str | None:
    """The file's text with one token of the declaration deleted, doubled or exchanged."""
    tokens, free = tokens_of(file, decl)
    if not free:
        return None
    at = [random.choice(free), random.choice(free)]
    return random.choice(DAMAGES)(file.text, tokens, at)
