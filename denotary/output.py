"""Where commands write to, and the runs that share their work out to processes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from denotary.extraction.errors import UsageError

if TYPE_CHECKING:
    from rich.console import Console

Run = TypeVar("Run")
Outcome = TypeVar("Outcome")


def carried_out(
    kind: Callable[..., Run],
    outcome_of: Callable[[Run], Outcome],
    report: Any,
    options: Any,
    project: Path | None,
    *,
    no_cache: bool,
    fresh: bool,
    json_to: str | None,
) -> Outcome | None:
    """Do a run that shares its work out to processes, and report it; `None` where one could not
    start, as is told.

    `kind` makes the run of a project, and the module `report` has the `encode` and `show` of its
    outcome.
    """
    from denotary.extraction.coverage.progress import watcher
    from denotary.extraction.process import ProcessFailure
    from denotary.extraction.projects import discover, open_project
    from denotary.extraction.settings import load_settings
    from denotary.extraction.store import Store

    root = discover(project, Path.cwd(), keep=not (no_cache or fresh))
    settings = load_settings(root.folder)
    store = None if no_cache else Store()
    try:
        with watcher(console(stderr=True)) as watching:
            run = kind(
                open_project(root), root, settings, options, watching, store=store, fresh=fresh
            )
            outcome = outcome_of(run)
    except ProcessFailure as error:
        failed(error)
        return None
    finally:
        if store is not None:
            store.close()
    if json_to is not None:
        write_json(json_to, report.encode(root, options, outcome))
    report.show(console(stderr=json_to == "-"), outcome)
    return outcome


def failed(error: Exception) -> None:
    """Say that a process that does the work could not start."""
    click.echo(f"error: {str(error).removeprefix('error: ')}", err=True)


def console(stderr: bool = False) -> Console:
    """A console that does not break long lines where nobody sees them as lines."""
    from rich.console import Console

    console = Console(stderr=stderr, highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        return Console(stderr=stderr, highlight=False, width=200)
    return console


def write_json(to: str, document: Any) -> None:
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2)
    if to == "-":
        click.echo(text)
        return
    try:
        Path(to).write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(
            f"cannot write `{to}`",
            expected="a file that can be written",
            found=error.strerror or str(error),
            advice="check the path and its permissions",
        ) from error
