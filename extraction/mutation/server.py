"""The process that tries mutants: it holds the elaborated project and JAX.

→ {"open": {"project", "origin", "keep"}}
← {"ready": {}}
→ {"asked": …, "items": ["list"]} or {"asked": …, "items": [number, …]}
← for each {"begin": item}, then {"record": …}; at the end {"done": bytes of memory used}
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol, TextIO

from denotary.extraction.batches import Batches
from denotary.extraction.mutation.examine import Asked, Mutator
from denotary.extraction.mutation.records import Fate, Listing, Record
from denotary.extraction.process import Child, Emit, emitter, explain, opening
from denotary.extraction.projects import Root, open_project

COMMAND = (sys.executable, "-P", "-m", "denotary.extraction.mutation.server")

LIST = -1
"""The item that asks for the list of mutants."""


class Tries(Protocol):
    """What answers; `Mutator` is the real one."""

    def list(self, asked: Asked) -> Listing: ...

    def record(self, asked: Asked, number: int) -> Record: ...


def serve(opener: Callable[[Root], Tries], stream: TextIO, emit: Emit) -> None:
    """Answer requests until the input ends."""
    opened = opening(stream, emit, lambda asked: (opener(Root.decode(asked)), {}))
    if opened is None:
        return
    mutator, inbox = opened
    for message in inbox:
        asked = Asked(**{**message["asked"], "operators": tuple(message["asked"]["operators"])})
        for item in message["items"]:
            emit({"begin": item})
            emit({"record": answer(mutator, asked, item)})
        emit({"done": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024})


def answer(mutator: Tries, asked: Asked, item: int) -> Mapping[str, Any]:
    """A listing, or the record of one mutant; an error of ours is told in it."""
    try:
        if item == LIST:
            return {"listing": mutator.list(asked).encode()}
        return mutator.record(asked, item).encode()
    except Exception as error:
        text = explain(error)
        if item == LIST:
            return {"listing": Listing(asked.key, status="error", message=text).encode()}
        return Record(asked.key, item, Fate.UNSUPPORTED, text).encode()


def open_mutator(root: Root) -> Tries:
    from denotary.extraction import doctor

    doctor.start_devices(1)
    return Mutator(open_project(root))


# ---- the parent's end


@dataclass(frozen=True, slots=True)
class Batch:
    """Some mutants of one theorem; or `LIST`."""

    asked: Asked
    items: tuple[int, ...]
    limit: float
    """Seconds for one of them; the first may have to wait for the theorem."""


class Hand:
    """Works on batches. `memory`: bytes at which its process is replaced."""

    def __init__(self, root: Root, memory: int, command: Sequence[str] = ()) -> None:
        self._clerk = _Clerk(root, memory, tuple(command) or COMMAND)

    def prefers(self, task: Batch) -> bool:
        """Whether the task is about the theorem that its process has ready."""
        return self._clerk.is_ready(task)

    def work(self, task: Batch, give: Callable[[Listing | Record], None]) -> None:
        self._clerk.take(task)
        self._clerk.work(task.items, give)

    def close(self) -> None:
        self._clerk.close()


class _Clerk(Batches[int, Listing | Record]):
    first = "run"

    def __init__(self, root: Root, memory: int, command: tuple[str, ...]) -> None:
        super().__init__(0.0, memory)
        self._root, self._command = root, command
        self._batch_at_hand: Batch | None = None

    def is_ready(self, batch: Batch) -> bool:
        last = self._batch_at_hand
        return self._child is not None and last is not None and last.asked == batch.asked

    def take(self, batch: Batch) -> None:
        self._batch_at_hand, self._limit = batch, batch.limit

    def start(self) -> Child:
        return Child(self._command, self._root.encode(), what="the process that tries mutants")

    def request(self, items: Sequence[int]) -> Mapping[str, Any]:
        assert self._batch_at_hand is not None
        return {"asked": asdict(self._batch_at_hand.asked), "items": list(items)}

    def decode(self, record: Any) -> Listing | Record:
        return Listing.decode(record["listing"]) if "listing" in record else Record.decode(record)

    def lost(self, item: int, stage: str, message: str, *, late: bool) -> Listing | Record:
        assert self._batch_at_hand is not None
        key = self._batch_at_hand.asked.key
        if item == LIST:
            return Listing(key, status="timeout" if late else "error", message=message)
        return Record(key, item, Fate.TIMEOUT if late else Fate.UNSUPPORTED, message, lost=True)


if __name__ == "__main__":
    serve(open_mutator, sys.stdin, emitter())
