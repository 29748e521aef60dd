"""The process that judges: it holds JAX and the project, and can be stopped at any moment.

XLA's compiler cannot be interrupted from Python, so a theorem's time limit, Ctrl-C and a process
killed for memory all need a second process. The two speak JSON lines over pipes:

    → {"open": {"project", "origin", "devices"}}
    ← {"ready": environment}                      or {"failure": text}
    → {"judge": {"name", "sizes", "wanted", …}}
    ← {"stage": text} …, then {"result": …}

Whatever a library prints to standard output inside the worker goes to standard error.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TextIO

from denotary.extraction import binders
from denotary.extraction.projects import Root, open_project
from denotary.interpreter.judgement.verdict import Status, TheoremResult
from denotary.spec.diagnostics import LeanError

COMMAND = (sys.executable, "-P", "-m", "denotary.extraction.worker")
"""`-P`: the user's working directory may hold a folder of our name."""

START_LIMIT = 180.0
"""Seconds for the worker to import JAX, find the devices and read the project."""


@dataclass(frozen=True, slots=True)
class Request:
    """One theorem to judge."""

    name: str
    sizes: Mapping[str, str]
    """Binders that must exist (from `denotary.toml`)."""
    wanted: Mapping[str, str]
    """Binders to fix where the theorem has them (from `--set`)."""
    devices: int | None = None
    samples: int = 2
    seed: int = 0
    precisions: tuple[str, ...] = ("f64", "f32")
    timeout: float | None = None


class OutOfTime(Exception):
    """The theorem did not finish within its limit; `stage` is what it was doing."""

    def __init__(self, limit: float, stage: str) -> None:
        super().__init__(f"stopped after {limit:.0f} s while in stage `{stage}`")
        self.limit, self.stage = limit, stage


class WorkerFailure(Exception):
    """The worker could not start; the text is for the user."""


Listener = Callable[[str], None]
"""Told the stage that a theorem has reached."""


class Worker:
    """The parent's end. Starts the process on first use, and again after it was stopped."""

    def __init__(self, root: Root, devices: int | None, command: Sequence[str] = ()) -> None:
        self._opening = {"project": str(root.path), "origin": root.origin, "devices": devices}
        self._command = tuple(command) or COMMAND
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self.environment: dict[str, Any] = {}

    def judge(self, request: Request, limit: float, listen: Listener) -> TheoremResult:
        """Judge one theorem. Raises `OutOfTime` or `WorkerFailure`; the process is then gone."""
        if self._process is None:
            listen("start")
            self._start()
        self._send({"judge": asdict(request)})
        stage = "elaborate"
        deadline = time.monotonic() + limit
        while True:
            try:
                message = self._receive(deadline - time.monotonic())
            except queue.Empty:
                self.close()
                raise OutOfTime(limit, stage) from None
            if message is None:
                return TheoremResult(request.name, Status.ERROR, message=self._death(stage))
            if "stage" in message:
                stage = message["stage"]
                listen(stage)
            elif "result" in message:
                return TheoremResult.decode(message["result"])

    def close(self) -> None:
        """Stop the process, whatever it is doing."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()

    def _start(self) -> None:
        process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            start_new_session=True,  # Ctrl-C reaches the parent alone, which then decides
        )
        self._process = process
        self._lines = queue.Queue()
        assert process.stdout is not None
        threading.Thread(target=_drain, args=(process.stdout, self._lines), daemon=True).start()
        self._send({"open": self._opening})
        try:
            message = self._receive(START_LIMIT)
        except queue.Empty:
            self.close()
            raise WorkerFailure(f"JAX did not start within {START_LIMIT:.0f} s") from None
        if message is None:
            raise WorkerFailure(self._death("start"))
        if "failure" in message:
            self.close()
            raise WorkerFailure(message["failure"])
        self.environment = message["ready"]

    def _send(self, message: Mapping[str, Any]) -> None:
        assert self._process is not None and self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # the process died; `_receive` reports it

    def _receive(self, limit: float) -> dict[str, Any] | None:
        """The next message; `None` when the process has ended. `queue.Empty` past the limit."""
        line = self._lines.get(timeout=max(0.0, limit))
        return None if line is None else json.loads(line)

    def _death(self, stage: str) -> str:
        process = self._process
        status = process.wait() if process is not None else None
        self.close()
        if status in (-9, 137):
            return (
                f"the process was killed in stage `{stage}`, as happens when memory runs out; "
                "reduce sizes with --set, first the batch"
            )
        return f"the process ended in stage `{stage}` with status {status}"


def _drain(stream: TextIO, lines: queue.Queue[str | None]) -> None:
    try:
        for line in stream:
            lines.put(line)
    except ValueError:
        pass  # closed by `close`
    lines.put(None)


# ---- the worker's own end


Emit = Callable[[Mapping[str, Any]], None]
Judge = Callable[[Request, Listener], TheoremResult]
Opener = Callable[[Root, int | None], tuple[Judge, dict[str, Any]]]
"""Loads a project; gives the judge and the environment that reports carry."""


def serve(opener: Opener, requests: TextIO, emit: Emit) -> None:
    """Answer requests until the input ends. The process exits when its parent does."""
    inbox: queue.Queue[dict[str, Any]] = queue.Queue()

    def read() -> None:
        for line in requests:
            inbox.put(json.loads(line))
        os._exit(0)  # even in the middle of a compilation: nobody is listening

    threading.Thread(target=read, daemon=True).start()
    opening = inbox.get()["open"]
    try:
        judge, environment = opener(
            Root(Path(opening["project"]), opening["origin"]), opening["devices"]
        )
    except Exception as error:
        emit({"failure": _explain(error)})
        return
    emit({"ready": environment})
    while True:
        data = inbox.get()["judge"]
        request = Request(**{**data, "precisions": tuple(data["precisions"])})
        try:
            result = judge(request, lambda stage: emit({"stage": stage}))
        except Exception as error:
            result = TheoremResult(request.name, Status.ERROR, message=_explain(error))
        emit({"result": result.encode()})


def _explain(error: Exception) -> str:
    """An error's own text where it is one of ours; else where in Denotary it arose."""
    if hasattr(error, "diagnostic"):
        return str(error)
    if os.environ.get("DENOTARY_DEBUG"):
        traceback.print_exception(error)
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return (
        f"internal error{where}: {type(error).__name__}: {error}\n"
        "This is a fault of denotary; DENOTARY_DEBUG=1 prints the whole traceback."
    )


def open_judge(root: Root, devices: int | None) -> tuple[Judge, dict[str, Any]]:
    """The real opener: JAX's devices first, then the project, then the judge."""
    from denotary.extraction import doctor
    from denotary.extraction.audit import Audit, status_of
    from denotary.interpreter.judgement.judge import judge

    doctor.start_devices(devices)
    begun = time.perf_counter()
    project = open_project(root)
    audit = Audit(project)
    splitting = [time.perf_counter() - begun]  # counted with the first theorem judged

    def answer(request: Request, listen: Listener) -> TheoremResult:
        begun = time.perf_counter()
        try:
            declaration = project.declare(request.name)
        except LeanError as error:
            return TheoremResult(request.name, status_of(error), message=str(error))
        signature = time.perf_counter() - begun
        if request.sizes:
            binders.check([declaration], request.sizes)
        result = judge(
            project.environment,
            request.name,
            sizes=binders.fit(declaration, {**request.sizes, **request.wanted}),
            devices=request.devices,
            samples=request.samples,
            seed=request.seed,
            precisions=request.precisions,
            timeout=request.timeout,
            progress=listen,
        )
        result = audit(result)
        seconds = dict(result.seconds)
        seconds["parse"] = seconds.get("parse", 0.0) + (splitting.pop() if splitting else 0.0)
        seconds["elaborate"] = seconds.get("elaborate", 0.0) + signature
        return replace(result, seconds=seconds)

    return answer, doctor.environment()


def main(opener: Opener = open_judge) -> None:
    """Serve on the standard streams, keeping the real standard output for messages."""
    messages = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def emit(message: Mapping[str, Any]) -> None:
        messages.write(json.dumps(message) + "\n")
        messages.flush()

    serve(opener, sys.stdin, emit)


if __name__ == "__main__":
    main()
