"""Tasks shared out to hands that work at the same time, each behind a process of its own."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from typing import Generic, Protocol, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")
Task_contra = TypeVar("Task_contra", contravariant=True)
Result_co = TypeVar("Result_co", covariant=True)

_POLL = 0.2
"""Seconds between looks at the clock; also how late Ctrl-C is noticed."""


class Hand(Protocol[Task_contra, Result_co]):
    """Works on one task at a time. `close` may come from another thread, in the middle of one.

    May have a method `prefers(task)`: whether it is ready for a task, as others are not.
    """

    def work(self, task: Task_contra, give: Callable[[Result_co], None]) -> None: ...

    def close(self) -> None: ...


class Crew(Generic[Task, Result]):
    """Some hands and what they have to do."""

    def __init__(
        self,
        hands: Sequence[Hand[Task, Result]],
        tasks: Iterable[Task],
        more: Callable[[Result], Iterable[Task]] = lambda result: (),
    ) -> None:
        """`more`: tasks that a result brings with it. It is called on the threads of the hands."""
        self._hands = hands
        self._tasks = list(tasks)
        self._more = more
        self._working = 0
        self._change = threading.Condition()
        self._results: queue.Queue[Result | Exception | None] = queue.Queue()
        self._stopped = threading.Event()

    def results(self, deadline: float | None = None) -> Generator[Result, None, None]:
        """What the hands give, in the order they give it, until all is done or time is up.

        Closing the iterator stops the hands, whatever they are doing. Raises what a hand raises.
        """
        threads = [
            threading.Thread(target=self._labour, args=(hand,), daemon=True) for hand in self._hands
        ]
        for thread in threads:
            thread.start()
        busy = len(threads)
        try:
            while busy and (deadline is None or time.monotonic() < deadline):
                try:
                    found = self._results.get(timeout=_POLL)
                except queue.Empty:
                    continue
                if found is None:
                    busy -= 1
                elif isinstance(found, Exception):
                    raise found
                else:
                    yield found
        finally:
            self._stopped.set()
            for hand in self._hands:
                hand.close()

    def drive(self, handle: Callable[[Result], None], deadline: float | None = None) -> bool:
        """Have everything done and `handle` what comes; whether the time was over.

        What was finished when Ctrl-C came is handled as well.
        """
        try:
            with closing(self.results(deadline)) as results:
                for result in results:
                    handle(result)
        except KeyboardInterrupt:
            for result in self.rest():
                handle(result)
            raise
        return deadline is not None and time.monotonic() >= deadline

    def rest(self) -> Iterator[Result]:
        """What the hands had given when they were stopped, and nobody had taken yet."""
        while True:
            try:
                found = self._results.get_nowait()
            except queue.Empty:
                return
            if found is not None and not isinstance(found, Exception):
                yield found

    def _labour(self, hand: Hand[Task, Result]) -> None:
        try:
            while (taken := self._take(hand)) is not None:
                try:
                    hand.work(taken[0], self._give)
                finally:
                    with self._change:
                        self._working -= 1
                        self._change.notify_all()
        except Exception as error:
            self._results.put(error)
        finally:
            self._results.put(None)

    def _take(self, hand: Hand[Task, Result]) -> tuple[Task] | None:
        """The next task of a hand; `None` when there is none, and none can come any more."""
        prefers = getattr(hand, "prefers", lambda task: False)
        with self._change:
            while not self._tasks and self._working and not self._stopped.is_set():
                self._change.wait(_POLL)
            if not self._tasks or self._stopped.is_set():
                return None
            at = next((k for k, task in enumerate(self._tasks) if prefers(task)), 0)
            self._working += 1
            return (self._tasks.pop(at),)

    def _give(self, result: Result) -> None:
        more = list(self._more(result))
        with self._change:
            self._tasks += more
            self._change.notify_all()
        self._results.put(result)
