"""The process that examines declarations: it holds the elaborated project and no JAX.

→ {"open": {"project", "origin", "keep"}}
← {"ready": {}}
→ {"examine": [key, …], "upto": stage, "limit": seconds}
← for each {"begin": key}, {"stage": …} …, {"record": …} or {"late": key};
  then {"done": bytes of memory used}

A declaration that overstays its limit is left from within where that is possible, so that what the
project has learned is not lost; the parent stops the process only if that fails.
"""

from __future__ import annotations

import resource
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from denotary.extraction.coverage.examine import Examine, Examiner
from denotary.extraction.coverage.records import Stage
from denotary.extraction.process import Emit, emitter, opening
from denotary.extraction.projects import Root, open_project

COMMAND = (sys.executable, "-P", "-m", "denotary.extraction.coverage.server")


def serve(opener: Callable[[Root], Examine], stream: TextIO, emit: Emit) -> None:
    """Answer requests until the input ends."""
    opened = opening(stream, emit, lambda asked: (opener(Root.decode(asked)), {}))
    if opened is None:
        return
    examine, inbox = opened
    for message in inbox:
        upto = Stage(message["upto"])
        for key in message["examine"]:
            emit({"begin": key})
            try:
                with within(message["limit"]):
                    record = examine(key, upto, lambda stage: emit({"stage": stage.value}))
                emit({"record": record.encode()})
            except Late:
                emit({"late": key})
        emit({"done": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024})


class Late(BaseException):
    """The time is over. No `Exception`: nothing on the way up may take it for its own fault."""


@contextmanager
def within(limit: float) -> Iterator[None]:
    """Raises `Late` in the middle of whatever is done here for longer than `limit` seconds."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_: object) -> None:
        raise Late

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, limit)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def open_examiner(root: Root) -> Examine:
    return Examiner(open_project(root), root)


if __name__ == "__main__":
    serve(open_examiner, sys.stdin, emitter())
