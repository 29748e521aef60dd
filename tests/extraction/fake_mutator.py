"""A process that speaks the real protocol of mutants and answers, dies or hangs by number."""

from __future__ import annotations

import os
import signal
import sys
import time

from denotary.extraction.mutation.examine import Asked
from denotary.extraction.mutation.records import Fate, Listing, Outline, Record
from denotary.extraction.mutation.server import serve
from denotary.extraction.process import emitter
from denotary.extraction.projects import Root

FATES = {1: Fate.KILLED, 2: Fate.SURVIVED, 3: Fate.EQUIVALENT, 4: Fate.TRUE}


class Fake:
    """Six mutants of a theorem: 5 takes its process down in `crash`, 6 hangs in `hang`."""

    def list(self, asked: Asked) -> Listing:
        if asked.key.startswith("false"):
            return Listing(asked.key, status="refuted", message="the sides differ")
        found = [
            Outline(n, "mean", asked.key, n, f"a{n}", f"b{n}")
            for n in range(1, 1 + (asked.sample or 6))
        ]
        return Listing(asked.key, tuple(found), changes=9, unreached=2, ill_typed=1)

    def record(self, asked: Asked, number: int) -> Record:
        if number == 5 and asked.key.startswith("crash"):
            os.kill(os.getpid(), signal.SIGKILL)
        if number == 6 and asked.key.startswith("hang"):
            time.sleep(600)
        fate = FATES.get(number, Fate.KILLED)
        difference = "-a2\n+b2" if fate is Fate.SURVIVED else ""
        return Record(asked.key, number, fate, "more samples confirm it", difference)


def open_fake(root: Root) -> Fake:
    return Fake()


if __name__ == "__main__":
    serve(open_fake, sys.stdin, emitter())
