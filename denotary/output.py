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

    from denotary.extraction.coverage.progress import LiveWatcher, PlainWatcher
    from denotary.extraction.store import Store

Outcome = TypeVar("Outcome")


def carried_out(
    no_cache: bool, outcome_of: Callable[[LiveWatcher | PlainWatcher, Store | None], Outcome]
) -> Outcome | None:
    """A run that shares its work out to processes; `None` where one could not start, as is told."""
    from denotary.extraction.coverage.progress import watcher
    from denotary.extraction.process import ProcessFailure
    from denotary.extraction.store import Store

    store = None if no_cache else Store()
    try:
        with watcher(console(stderr=True)) as watching:
            return outcome_of(watching, store)
    except ProcessFailure as error:
        click.echo(f"error: {str(error).removeprefix('error: ')}", err=True)
        return None
    finally:
        if store is not None:
            store.close()


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
