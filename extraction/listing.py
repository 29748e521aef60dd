"""`denotary list`: the declarations of a project, filtered, as a table or JSON."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from denotary.extraction.catalogue import Entry
from denotary.extraction.projects import Root
from denotary.extraction.report import document


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


def show(console: Console, entries: Sequence[Entry]) -> None:
    """One row a declaration, and a count."""
    grid = Table(box=None, pad_edge=False, header_style="bold")
    grid.add_column("name", overflow="fold")
    grid.add_column("kind", no_wrap=True)
    grid.add_column("place", overflow="fold", style="dim")
    grid.add_column("proof", no_wrap=True)
    for entry in entries:
        proof = Text(entry.proof, style="" if entry.proof in ("", "proof") else "yellow")
        grid.add_row(Text(entry.name), entry.kind, f"{entry.file}:{entry.line}", proof)
    if entries:
        console.print(grid)
    theorems = [entry for entry in entries if entry.kind == "theorem"]
    unproved = sum(entry.proof == "sorry" for entry in theorems)
    text = f"{len(entries)} declarations, {len(theorems)} of them theorems"
    console.print(Text(text + (f", {unproved} with `sorry`" if unproved else "")))
