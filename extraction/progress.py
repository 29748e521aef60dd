"""How a run is watched: a live line on a terminal, a line a theorem elsewhere."""

from __future__ import annotations

from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

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


class LiveWatcher:
    """A progress bar with the theorem at hand and its stage; results scroll above it."""

    def __init__(self, console: Console) -> None:
        self._progress = Progress(
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.description}"),
            console=console,
            transient=True,
        )
        self._task = self._progress.add_task("", total=None)
        self._name = ""

    def __enter__(self) -> LiveWatcher:
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def started(self, target: Entry, position: int, total: int) -> None:
        self._name = target.name
        self._progress.update(self._task, completed=position, total=total, description=target.name)

    def stage(self, stage: str) -> None:
        text = f"{self._name} [dim]{STAGES.get(stage, stage)}[/dim]"
        self._progress.update(self._task, description=text)

    def finished(self, result: TheoremResult) -> None:
        self._progress.console.print(verdict(result.status), result.name)


class PlainWatcher:
    """A line for each theorem that finished, for logs."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._count = ""

    def __enter__(self) -> PlainWatcher:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        pass

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
