"""A hand that has batches of items done by a process of its own, item after item.

→ a request for some items
← for each of them `{"begin": …}`, `{"stage": text}` …, then `{"record": …}` or `{"late": …}`;
  at the end `{"done": bytes of memory used}`

A process that dies or overstays is replaced, and the rest of the batch goes on.
"""

from __future__ import annotations

import queue
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from denotary.extraction.process import Child, describe_death

Item = TypeVar("Item")
Result = TypeVar("Result")

GRACE = 2.0
"""Seconds past its limit for a process to report what it has, before it is stopped."""


class Batches(ABC, Generic[Item, Result]):
    """Works on batches. `limit`: seconds for one item; `memory`: bytes of a process too large."""

    first = "start"
    """The stage of an item of which nothing was heard yet."""

    def __init__(self, limit: float, memory: int) -> None:
        self._limit, self._memory = limit, memory
        self._child: Child | None = None
        self._closed = False

    @abstractmethod
    def start(self) -> Child:
        """A process that is ready."""

    @abstractmethod
    def request(self, items: Sequence[Item]) -> Mapping[str, Any]: ...

    @abstractmethod
    def decode(self, record: Any) -> Result: ...

    @abstractmethod
    def lost(self, item: Item, stage: str, message: str, *, late: bool) -> Result:
        """What is said of an item that was not finished; it had reached `stage`."""

    def late(self, item: Item, stage: str) -> Result:
        return self.lost(item, stage, f"stopped after {self._limit:g} s", late=True)

    def work(self, task: Sequence[Item], give: Callable[[Result], None]) -> None:
        rest = list(task)
        while rest and not self._closed:
            if self._child is None:
                self._child = self.start()
                if self._closed:
                    self._drop()
                    return
            lost = self._batch(self._child, rest, give)
            if lost is not None and not self._closed:
                give(lost)
                rest.pop(0)

    def _batch(
        self, child: Child, rest: list[Item], give: Callable[[Result], None]
    ) -> Result | None:
        """Have `rest` done and take out what is; what is said of the item at hand if that fails."""
        child.send(self.request(rest))
        patience = self._limit + max(GRACE, self._limit / 4)
        stage, deadline = self.first, time.monotonic() + patience
        while True:
            try:
                message = child.receive(deadline)
            except queue.Empty:
                self._drop()
                return self.late(rest[0], stage)
            if message is None:
                if self._closed:
                    return None
                text = describe_death(stage, child.status())
                self._child = None
                return self.lost(rest[0], stage, text, late=False)
            if "begin" in message:
                stage, deadline = self.first, time.monotonic() + patience
            elif "stage" in message:
                stage = message["stage"]
            elif "record" in message:
                give(self.decode(message["record"]))
                rest.pop(0)
                deadline = time.monotonic() + patience
            elif "late" in message:
                give(self.late(rest.pop(0), stage))
                deadline = time.monotonic() + patience
            elif "done" in message:
                if message["done"] > self._memory:
                    self._drop()
                return None

    def _drop(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.close()

    def close(self) -> None:
        """Stop the process, whatever it is doing."""
        self._closed = True
        self._drop()
