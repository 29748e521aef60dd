"""`denotary list`: the declarations of a project, filtered, as a table or JSON."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Sequence
from typing import Any

import click

from denotary.extraction.catalogue import Entry
from denotary.extraction.documents import document
from denotary.extraction.projects import Root


def select(entries: Iterable[Entry], pattern: str = "", kinds: Sequence[str] = ()) -> list[Entry]:
    """The entries of the given kinds whose name contains `pattern`, or matches it as a glob.

    A pattern in lower case is compared case-blind.
    """
    blind = pattern == pattern.lower()
    glob = any(c in pattern for c in "*?[")

    def fits(entry: Entry) -> bool:
        name = entry.name.lower() if blind else entry.name
        return fnmatch.fnmatchcase(name, pattern) if glob else pattern in name

    return [entry for entry in entries if (not kinds or entry.kind in kinds) and fits(entry)]


def encode(root: Root, entries: Sequence[Entry], problems: Sequence[str]) -> dict[str, Any]:
    """The JSON of `denotary list`."""
    return document(
        "list",
        project=str(root.path),
        declarations=[entry.encode() for entry in entries],
        problems=list(problems),
    )


def lines(entries: Sequence[Entry]) -> list[str]:
    """One aligned line a declaration, and a count. Plain text: a project may have thousands."""
    if not entries:
        return [count(entries)]
    name = max(len(entry.name) for entry in entries)
    kind = max(len(entry.kind) for entry in entries)
    return [
        f"{entry.name:<{name}}  {entry.kind:<{kind}}  {_proof(entry.proof)}"
        + click.style(f"  {entry.file}:{entry.line}", dim=True)
        for entry in entries
    ] + [count(entries)]


def _proof(proof: str) -> str:
    return click.style(f"{proof:<5}", fg="yellow" if proof in ("sorry", "axiom") else None)


def count(entries: Sequence[Entry]) -> str:
    theorems = [entry for entry in entries if entry.kind == "theorem"]
    unproved = sum(entry.proof == "sorry" for entry in theorems)
    text = f"{len(entries)} declarations, {len(theorems)} of them theorems"
    return text + (f", {unproved} with `sorry`" if unproved else "")
