"""How a run of many things is watched: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time
from typing import Protocol

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from denotary.extraction.progress import Bar, Lines

EVERY = 10.0
"""Seconds between lines where there is no terminal."""


class Named(Protocol):
    """What has finished."""

    @property
    def name(self) -> str: ...


class LiveWatcher(Bar):
    """A bar a phase, with the last thing that finished."""

    def __init__(self, console: Console) -> None:
        super().__init__(
            console,
            TextColumn("{task.description}"),
            BarColumn(bar_width=30),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            TextColumn("[dim]{task.fields[last]}[/dim]"),
        )
        self._task = self._progress.add_task("listing", total=None, last="")

    def phase(self, what: str, total: int | None) -> None:
        self._progress.reset(self._task, description=what, total=total, last="")

    def grow(self, total: int) -> None:
        """There is more to do than was thought."""
        self._progress.update(self._task, total=total)

    def finished(self, record: Named) -> None:
        self._progress.update(self._task, advance=1, last=record.name)


class PlainWatcher(Lines):
    """A line when a phase begins and ends, and every few seconds between, for logs."""

    def __init__(self, console: Console, every: float = EVERY) -> None:
        self._console, self._every = console, every
        self._what, self._count = "", 0
        self._total: int | None = 0
        self._begun = self._said = time.monotonic()

    def phase(self, what: str, total: int | None) -> None:
        self._what, self._total, self._count = what, total, 0
        self._begun = time.monotonic()
        self._say()

    def grow(self, total: int) -> None:
        """There is more to do than was thought."""
        self._total = total

    def finished(self, record: Named) -> None:
        self._count += 1
        if self._count == self._total or time.monotonic() - self._said >= self._every:
            self._say()

    def _say(self) -> None:
        self._said = time.monotonic()
        took = self._said - self._begun
        if self._total is None:
            self._console.print(self._what, markup=False, soft_wrap=True)
            return
        share = f"{100 * self._count // self._total} %" if self._total else "nothing to do"
        text = f"{self._what} {self._count}/{self._total} ({share}, {took:.0f} s)"
        self._console.print(text, markup=False, soft_wrap=True)


def watcher(console: Console) -> LiveWatcher | PlainWatcher:
    return LiveWatcher(console) if console.is_terminal else PlainWatcher(console)
