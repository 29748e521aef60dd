"""An examining process that speaks the real protocol and dies, hangs or answers by name."""

from __future__ import annotations

import os
import signal
import sys
import time
from dataclasses import replace

from denotary.extraction.coverage.examine import Examiner, Listener
from denotary.extraction.coverage.records import Record, Stage
from denotary.extraction.coverage.server import serve
from denotary.extraction.process import emitter
from denotary.extraction.projects import Root, open_project


def open_fake(root: Root):
    real = Examiner(open_project(root), root)

    def examine(key: str, upto: Stage, listen: Listener) -> Record:
        if key.startswith("hungry"):
            listen(Stage.PARSED)
            listen(Stage.ELABORATED)
            os.kill(os.getpid(), signal.SIGKILL)
        if key.startswith("crash"):
            os._exit(11)
        if key.startswith("hang"):
            listen(Stage.PARSED)
            print("hanging", flush=True)  # which goes to standard error
            time.sleep(60)
        if key.startswith("stubborn"):
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
            time.sleep(60)
        record = real(key, upto, listen)
        return replace(record, assumed=(str(os.getpid()),)) if key.startswith("pid") else record

    return examine


if __name__ == "__main__":
    serve(open_fake, sys.stdin, emitter())
