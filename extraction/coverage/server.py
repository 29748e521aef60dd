"""The process that examines declarations: it holds the elaborated project and no JAX.

→ {"open": {"project", "origin"}}
← {"ready": {}}
→ {"examine": [key, …], "upto": stage}
← for each {"begin": key}, {"stage": …} …, {"record": …}; then {"done": bytes of memory used}
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from denotary.extraction.coverage.examine import Examine, Examiner
from denotary.extraction.coverage.records import Stage
from denotary.extraction.process import Emit, emitter, requests
from denotary.extraction.projects import Root, open_project
from denotary.extraction.worker import explain

COMMAND = (sys.executable, "-P", "-m", "denotary.extraction.coverage.server")


def serve(opener: Callable[[Root], Examine], stream: TextIO, emit: Emit) -> None:
    """Answer requests until the input ends."""
    inbox = requests(stream)
    opening = next(inbox)["open"]
    try:
        examine = opener(Root(Path(opening["project"]), opening["origin"]))
    except Exception as error:
        emit({"failure": explain(error)})
        return
    emit({"ready": {}})
    for message in inbox:
        upto = Stage(message["upto"])
        for key in message["examine"]:
            emit({"begin": key})
            record = examine(key, upto, lambda stage: emit({"stage": stage.value}))
            emit({"record": record.encode()})
        emit({"done": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024})


def open_examiner(root: Root) -> Examine:
    return Examiner(open_project(root), root)


if __name__ == "__main__":
    serve(open_examiner, sys.stdin, emitter())
