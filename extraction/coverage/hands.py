"""The two kinds of hands: one examines batches of declarations, one judges theorems.

Each owns a process, replaces it when it dies or overstays, and goes on with the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from denotary.extraction.batches import GRACE, Batches
from denotary.extraction.coverage.records import ORDER, Record, Stage
from denotary.extraction.coverage.server import COMMAND
from denotary.extraction.process import Child
from denotary.extraction.projects import Root
from denotary.extraction.worker import OutOfTime, Request, Worker
from denotary.interpreter.judgement.verdict import TheoremResult


@dataclass(frozen=True, slots=True)
class Lost:
    """A declaration whose process ended before it could answer."""

    key: str
    after: Stage
    message: str
    late: bool
    """It overstayed its time; otherwise the process died."""


class Examiner(Batches[str, Record | Lost]):
    """Has batches of declarations examined. `memory`: bytes at which its process is replaced."""

    first = Stage.LISTED.value

    def __init__(
        self, root: Root, upto: Stage, limit: float, memory: int, command: Sequence[str] = ()
    ) -> None:
        super().__init__(limit, memory)
        self._root, self._upto = root, upto
        self._command = tuple(command) or COMMAND

    def start(self) -> Child:
        return Child(self._command, self._root.encode(), what="the elaborating process")

    def request(self, items: Sequence[str]) -> Mapping[str, Any]:
        return {"examine": list(items), "upto": self._upto.value, "limit": self._limit}

    def decode(self, record: Any) -> Record:
        return Record.decode(record)

    def lost(self, item: str, stage: str, message: str, *, late: bool) -> Lost:
        return Lost(item, _before(Stage(stage)), message, late)

    def late(self, item: str, stage: str) -> Lost:
        text = f"stopped after {self._limit:g} s, before it was {stage}"
        return self.lost(item, stage, text, late=True)


def _before(stage: Stage) -> Stage:
    return list(Stage)[max(0, ORDER[stage] - 1)]


class Judge:
    """Has theorems judged; the project's own settings come with each request."""

    def __init__(self, root: Root, devices: int | None, command: Sequence[str] = ()) -> None:
        self._worker = Worker(root, devices, command)
        self._closed = False

    def work(self, task: Request, give: Callable[[TheoremResult | Lost], None]) -> None:
        limit = task.timeout or 0.0
        try:
            result = self._worker.judge(task, limit + max(GRACE, limit / 10), lambda stage: None)
        except OutOfTime as late:
            text = f"stopped after {limit:g} s, in stage `{late.stage}`"
            give(Lost(task.name, Stage.CHECKED, text, late=True))
            return
        if not self._closed:
            give(replace(result, name=task.name))  # by its key

    def close(self) -> None:
        self._closed = True
        self._worker.close()
