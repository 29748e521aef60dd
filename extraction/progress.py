"""How a run is watched: a live line on a terminal, a line a theorem elsewhere."""

from __future__ import annotations

from typing import Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
)

from denotary.extraction.catalogue import Entry
from denotary.extraction.report import MARKS, verdict
from denotary.interpreter.judgement.verdict import TheoremResult

STAGES = {
    "start": "starting JAX",
    "parse": "parsing",
    "elaborate": "elaborating",
    "trace": "tracing",
    "compile": "compiling",
    "run": "running",
}
"""What the live line says of a stage; a stage that is not here is shown as it is called."""


class Bar:
    """A progress bar that is shown while the `with` block runs."""

    def __init__(self, console: Console, *columns: ProgressColumn) -> None:
        self._progress = Progress(*columns, console=console, transient=True)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *raised: object) -> None:
        self._progress.stop()


class Lines:
    """Lines for a log; nothing to be begun or ended."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        pass


class LiveWatcher(Bar):
    """A progress bar with the theorem at hand and its stage; results scroll above it."""

    def __init__(self, console: Console) -> None:
        super().__init__(
            console,
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.description}"),
        )
        self._task = self._progress.add_task("", total=None)
        self._name = ""

    def started(self, target: Entry, position: int, total: int) -> None:
        self._name = target.name
        self._progress.update(self._task, completed=position, total=total, description=target.name)

    def stage(self, stage: str) -> None:
        text = f"{self._name} [dim]{STAGES.get(stage, stage)}[/dim]"
        self._progress.update(self._task, description=text)

    def finished(self, result: TheoremResult) -> None:
        self._progress.console.print(verdict(result.status), result.name)


class PlainWatcher(Lines):
    """A line for each theorem that finished, for logs."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._count = ""

    def started(self, target: Entry, position: int, total: int) -> None:
        self._count = f"[{position + 1}/{total}]"

    def stage(self, stage: str) -> None:
        pass

    def finished(self, result: TheoremResult) -> None:
        mark, _ = MARKS[result.status]
        line = f"{self._count} {mark} {result.status.value} {result.name}"
        self._console.print(f"{line} ({result.total_seconds:.1f} s)", markup=False, soft_wrap=True)


def watcher(console: Console) -> LiveWatcher | PlainWatcher:
    return LiveWatcher(console) if console.is_terminal else PlainWatcher(console)
