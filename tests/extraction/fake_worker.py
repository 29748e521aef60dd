"""A worker that speaks the real protocol and judges by the theorem's name alone."""

from __future__ import annotations

import os
import signal
import time

from denotary.extraction.errors import UsageError
from denotary.extraction.projects import Root
from denotary.extraction.worker import Judge, Listener, Request, main
from denotary.interpreter.judgement.controls import switched_off
from denotary.interpreter.judgement.verdict import Status, TheoremResult


def open_fake(root: Root, devices: int | None) -> tuple[Judge, dict[str, object]]:
    if devices == 13:
        raise UsageError("no machine has 13 devices", advice="ask for fewer")

    def judge(request: Request, listen: Listener) -> TheoremResult:
        listen("compile")
        match request.name.rpartition(".")[2]:
            case "slow":
                time.sleep(60)
            case "hungry":
                os.kill(os.getpid(), signal.SIGKILL)
            case "crash":
                os._exit(3)
            case "raise":
                raise ZeroDivisionError("by hand")
            case "misuse":
                raise UsageError("binder `R` cannot be `x`", expected="a natural number")
            case "chatty":
                print("a library prints to standard output")
            case "false":
                return TheoremResult(request.name, Status.REFUTED, seconds={"run": 0.5})
        controls = switched_off() if not request.controls else ()
        return TheoremResult(
            request.name,
            Status.CONFIRMED,
            controls=controls,
            instance={**request.sizes, **request.wanted},
            devices=devices or 1,
            seed=request.seed,
        )

    return judge, {"platform": "fake", "devices": devices or 1}


if __name__ == "__main__":
    main(open_fake)
