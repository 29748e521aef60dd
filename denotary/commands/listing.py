"""`denotary list`: declarations of a project."""

from __future__ import annotations

from pathlib import Path

import click

from denotary.options import cache_option, json_option, kind_option, project_option
from denotary.output import write_json


@click.command("list")
@click.argument("pattern", default="")
@kind_option
@cache_option
@project_option
@json_option
def list_command(
    pattern: str,
    kinds: tuple[str, ...],
    no_cache: bool,
    project: Path | None,
    json_to: str | None,
) -> int:
    """List declarations whose name contains PATTERN (or matches it, with * and ?)."""
    from denotary.extraction import listing
    from denotary.extraction.inventory import inventory
    from denotary.extraction.projects import discover
    from denotary.extraction.store import Store

    root = discover(project, Path.cwd())
    store = None if no_cache else Store()
    try:
        entries, problems = inventory(root, store)
    finally:
        if store is not None:
            store.close()
    found = listing.select(entries, pattern, kinds)
    if json_to is not None:
        write_json(json_to, listing.encode(root, found, problems))
    if json_to != "-":
        click.echo("\n".join(listing.lines(found)))
    for problem in problems:
        click.echo(problem, err=True)
    return 0
