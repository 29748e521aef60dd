"""`denotary show`: a declaration as written."""

from __future__ import annotations

from pathlib import Path

import click

from denotary.options import cache_option, json_option, project_option
from denotary.output import console, write_json


@click.command("show")
@click.argument("name")
@click.option("--unfold", is_flag=True, help="Also the definitions that the statement reaches.")
@cache_option
@project_option
@json_option
def show_command(
    name: str, unfold: bool, no_cache: bool, project: Path | None, json_to: str | None
) -> int:
    """Show a declaration as written: statement, docstring, place, and how it is proved.

    NAME may be the end of a full name where only one declaration ends in it.
    """
    from denotary.extraction import statement
    from denotary.extraction.projects import discover, open_project

    root = discover(project, Path.cwd(), keep=not no_cache)
    shown = statement.describe(open_project(root), root, name, unfold=unfold)
    if json_to is not None:
        write_json(json_to, statement.encode(shown))
    if json_to != "-":
        statement.show(console(), shown)
    return 2 if shown.problem else 0
