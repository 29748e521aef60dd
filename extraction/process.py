"""A child process that answers in JSON lines and can be stopped at any moment.

    → {"open": …}
    ← {"ready": …}          or {"failure": text}
    → one request
    ← any number of messages

Whatever a library prints to standard output inside the child goes to standard error.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO, TypeVar

START_LIMIT = 180.0
"""Seconds for a child to import what it needs and to read the project."""

Opened = TypeVar("Opened")
Emit = Callable[[Mapping[str, Any]], None]


class ProcessFailure(Exception):
    """The child could not start; the text is for the user."""


class Child:
    """The parent's end of one process."""

    def __init__(
        self,
        command: Sequence[str],
        opening: Mapping[str, Any],
        *,
        what: str = "the process",
        limit: float = START_LIMIT,
    ) -> None:
        """Start it and wait until it is ready. Raises `ProcessFailure`."""
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            start_new_session=True,  # Ctrl-C reaches the parent alone, which then decides
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        assert self._process.stdout is not None
        threading.Thread(
            target=_drain, args=(self._process.stdout, self._lines), daemon=True
        ).start()
        self.send({"open": opening})
        try:
            message = self.receive(time.monotonic() + limit)
        except queue.Empty:
            self.close()
            raise ProcessFailure(f"{what} did not start within {limit:.0f} s") from None
        if message is None:
            raise ProcessFailure(describe_death("start", self.status()))
        if "failure" in message:
            self.close()
            raise ProcessFailure(message["failure"])
        self.ready: Any = message["ready"]

    def send(self, message: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError):
            pass  # the process died or was closed; `receive` reports it

    def receive(self, deadline: float) -> dict[str, Any] | None:
        """The next message; `None` when the process has ended.

        Raises `queue.Empty` when `time.monotonic()` passes `deadline` first.
        """
        line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        return None if line is None else json.loads(line)

    def status(self) -> int:
        """The exit status of a process that has ended; it is cleared away."""
        found = self._process.wait()
        self.close()
        return found

    def close(self) -> None:
        """Stop the process, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError, ValueError):
                    pipe.close()


def _drain(stream: TextIO, lines: queue.Queue[str | None]) -> None:
    try:
        for line in stream:
            lines.put(line)
    except ValueError:
        pass  # closed by `close`
    lines.put(None)


def describe_death(stage: str, status: int | None, advice: str = "") -> str:
    """Why a process ended that should not have."""
    if status in (-9, 137):
        return f"the process was killed in stage `{stage}`, as happens when memory runs out" + (
            f"; {advice}" if advice else ""
        )
    return f"the process ended in stage `{stage}` with status {status}"


# ---- the child's end


def requests(stream: TextIO) -> Iterator[dict[str, Any]]:
    """The requests that come in. The process exits when its parent does, whatever it is doing."""
    inbox: queue.Queue[dict[str, Any]] = queue.Queue()

    def read() -> None:
        for line in stream:
            inbox.put(json.loads(line))
        os._exit(0)  # even in the middle of a compilation: nobody is listening

    threading.Thread(target=read, daemon=True).start()
    while True:
        yield inbox.get()


def opening(
    stream: TextIO, emit: Emit, opener: Callable[[Mapping[str, Any]], tuple[Opened, Any]]
) -> tuple[Opened, Iterator[dict[str, Any]]] | None:
    """What `opener` makes of the first request, which says what it is ready with, and the others.

    `None` where it fails, which is told.
    """
    inbox = requests(stream)
    try:
        opened, ready = opener(next(inbox)["open"])
    except Exception as error:
        emit({"failure": explain(error)})
        return None
    emit({"ready": ready})
    return opened, inbox


def explain(error: Exception) -> str:
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


def emitter() -> Emit:
    """Takes the real standard output for messages; what is printed goes to standard error."""
    messages = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def emit(message: Mapping[str, Any]) -> None:
        messages.write(json.dumps(message) + "\n")
        messages.flush()

    sys.stdout.flush()
    return emit
