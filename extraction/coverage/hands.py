"""The two kinds of hands: one examines batches of declarations, one judges theorems.

Each owns a process, replaces it when it dies or overstays, and goes on with the rest.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from denotary.extraction.coverage.records import ORDER, Record, Stage
from denotary.extraction.coverage.server import COMMAND
from denotary.extraction.process import Child, describe_death
from denotary.extraction.projects import Root
from denotary.extraction.worker import OutOfTime, Request, Worker
from denotary.interpreter.judgement.verdict import TheoremResult

GRACE = 2.0
"""Seconds past its limit for a process to report what it has, before it is stopped."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A declaration whose process ended before it could answer."""

    key: str
    after: Stage
    message: str
    late: bool
    """It overstayed its time; otherwise the process died."""


class Examiner:
    """Has batches of declarations examined. `memory`: bytes at which its process is replaced."""

    def __init__(
        self, root: Root, upto: Stage, limit: float, memory: int, command: Sequence[str] = ()
    ) -> None:
        self._root, self._upto, self._limit, self._memory = root, upto, limit, memory
        self._command = tuple(command) or COMMAND
        self._child: Child | None = None
        self._closed = False

    def work(self, task: Sequence[str], give: Callable[[Record | Lost], None]) -> None:
        rest = list(task)
        while rest and not self._closed:
            if self._child is None:
                self._child = Child(
                    self._command, self._root.encode(), what="the elaborating process"
                )
                if self._closed:
                    self._drop()
                    return
            lost = self._batch(self._child, rest, give)
            if lost is not None and not self._closed:
                give(lost)
                rest.remove(lost.key)

    def _batch(
        self, child: Child, rest: list[str], give: Callable[[Record | Lost], None]
    ) -> Lost | None:
        """Have `rest` examined and take out what is done; the declaration at hand if that fails."""
        child.send({"examine": list(rest), "upto": self._upto.value, "limit": self._limit})
        patience = self._limit + max(GRACE, self._limit / 4)
        at, deadline = Stage.LISTED, time.monotonic() + patience
        while True:
            try:
                message = child.receive(deadline)
            except queue.Empty:
                self._drop()
                return self._late(rest[0], at)
            if message is None:
                if self._closed:
                    return None
                text = describe_death(at.value, child.status())
                self._child = None
                return Lost(rest[0], _before(at), text, late=False)
            if "begin" in message:
                at, deadline = Stage.LISTED, time.monotonic() + patience
            elif "stage" in message:
                at = Stage(message["stage"])
            elif "record" in message:
                give(Record.decode(message["record"]))
                rest.pop(0)
                deadline = time.monotonic() + patience
            elif "late" in message:
                give(self._late(rest.pop(0), at))
                deadline = time.monotonic() + patience
            elif "done" in message:
                if message["done"] > self._memory:
                    self._drop()
                return None

    def _late(self, key: str, at: Stage) -> Lost:
        text = f"stopped after {self._limit:g} s, before it was {at.value}"
        return Lost(key, _before(at), text, late=True)

    def _drop(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.close()

    def close(self) -> None:
        self._closed = True
        self._drop()


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
