"""The process that judges: it holds JAX and the project, and can be stopped at any moment.

XLA's compiler cannot be interrupted from Python, so a theorem's time limit, Ctrl-C and a process
killed for memory all need a second process. Over the protocol of `process`:

    → {"open": {"project", "origin", "keep", "devices"}}
    ← {"ready": environment}                      or {"failure": text}
    → {"judge": {"name", "sizes", "wanted", …}}
    ← {"stage": text} …, then {"result": …}
"""

from __future__ import annotations

import math
import queue
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from denotary.extraction import binders
from denotary.extraction.process import (
    Child,
    Emit,
    ProcessFailure,
    describe_death,
    emitter,
    explain,
    opening,
)
from denotary.extraction.projects import Root, open_project
from denotary.interpreter.judgement.verdict import ALL_SIZES, SAMPLES, Status, TheoremResult
from denotary.spec.diagnostics import LeanError
from denotary.spec.terms import Term

if TYPE_CHECKING:
    from denotary.extraction.lemmas import Mentions
    from denotary.parser.project import Project

COMMAND = (sys.executable, "-P", "-m", "denotary.extraction.worker")
"""`-P`: the user's working directory may hold a folder of our name."""

ADVICE = "reduce sizes with --set, first the batch"
"""What to do about a theorem that exhausts the memory."""


@dataclass(frozen=True, slots=True)
class Request:
    """One theorem to judge."""

    name: str
    sizes: Mapping[str, str]
    """Binders that must exist (from `denotary.toml`)."""
    wanted: Mapping[str, str]
    """Binders to fix where the theorem has them (from `--set`)."""
    devices: int | None = None
    samples: int = SAMPLES
    seed: int = 0
    precisions: tuple[str, ...] = ("f64", "f32")
    timeout: float | None = None
    symbolic: bool = False
    """Prove it by algebra instead of running it."""
    rehearse: bool = False
    """Go no further than to the programs that would be run."""
    counterexamples: str | None = None
    """Folder for counterexamples; the user's cache folder by default."""
    instance: str | None = None
    """A file with the instance to judge."""
    controls: bool = True
    """Run the controls of theorems over replicas."""


class OutOfTime(Exception):
    """The theorem did not finish within its limit; `stage` is what it was doing."""

    def __init__(self, limit: float, stage: str) -> None:
        super().__init__(f"stopped after {limit:.0f} s while in stage `{stage}`")
        self.limit, self.stage = limit, stage


WorkerFailure = ProcessFailure
"""The worker could not start; the text is for the user."""


Listener = Callable[[str], None]
"""Told the stage that a theorem has reached."""


class Worker:
    """The parent's end. Starts the process on first use, and again after it was stopped."""

    def __init__(self, root: Root, devices: int | None, command: Sequence[str] = ()) -> None:
        self._opening = {**root.encode(), "devices": devices}
        self._command = tuple(command) or COMMAND
        self._child: Child | None = None
        self.environment: dict[str, Any] = {}

    def judge(self, request: Request, limit: float, listen: Listener) -> TheoremResult:
        """Judge one theorem. Raises `OutOfTime` or `WorkerFailure`; the process is then gone."""
        child = self._child
        if child is None:
            listen("start")
            child = self._child = Child(self._command, self._opening, what="JAX")
            self.environment = child.ready
        child.send({"judge": asdict(request)})
        stage = "elaborate"
        deadline = time.monotonic() + limit
        while True:
            try:
                message = child.receive(deadline)
            except queue.Empty:
                self.close()
                raise OutOfTime(limit, stage) from None
            if message is None:
                death = describe_death(stage, child.status(), ADVICE)
                self._child = None
                return TheoremResult(request.name, Status.ERROR, message=death)
            if "stage" in message:
                stage = message["stage"]
                listen(stage)
            elif "result" in message:
                return TheoremResult.decode(message["result"])

    def close(self) -> None:
        """Stop the process, whatever it is doing."""
        child, self._child = self._child, None
        if child is not None:
            child.close()


# ---- the worker's own end


Judge = Callable[[Request, Listener], TheoremResult]
Opener = Callable[[Root, int | None], tuple[Judge, dict[str, Any]]]
"""Loads a project; gives the judge and the environment that reports carry."""


def serve(opener: Opener, stream: TextIO, emit: Emit) -> None:
    """Answer requests until the input ends. The process exits when its parent does."""
    opened = opening(stream, emit, lambda asked: opener(Root.decode(asked), asked["devices"]))
    if opened is None:
        return
    judge, inbox = opened
    for message in inbox:
        data = message["judge"]
        request = Request(**{**data, "precisions": tuple(data["precisions"])})
        try:
            result = judge(request, lambda stage: emit({"stage": stage}))
        except Exception as error:
            result = TheoremResult(request.name, Status.ERROR, message=explain(error))
        emit({"result": result.encode()})


def open_judge(root: Root, devices: int | None) -> tuple[Judge, dict[str, Any]]:
    """The real opener: JAX's devices first, then the project, then the judge."""
    from denotary.extraction import counterexamples, doctor, lemmas
    from denotary.extraction.audit import Audit, status_of
    from denotary.interpreter.judgement.judge import judge
    from denotary.interpreter.judgement.rehearse import rehearse

    doctor.start_devices(devices)
    begun = time.perf_counter()
    project = open_project(root)
    audit = Audit(project)
    mentions = cache(lambda: lemmas.Mentions(project))
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
        sizes = binders.fit(declaration, {**request.sizes, **request.wanted})

        def instances(goal: Term) -> Term | None:
            return project.instance(goal, request.name)

        if request.rehearse:
            return audit(
                rehearse(
                    project.environment,
                    request.name,
                    sizes=sizes,
                    seed=request.seed,
                    timeout=request.timeout,
                    progress=listen,
                    instances=instances,
                )
            )
        if request.symbolic:
            return audit(symbolic(project, mentions(), request, sizes, instances, listen))
        result = judge(
            project.environment,
            request.name,
            sizes=sizes,
            devices=request.devices,
            samples=request.samples,
            seed=request.seed,
            precisions=request.precisions,
            timeout=request.timeout,
            progress=listen,
            instances=instances,
            saved=counterexamples.load(Path(request.instance)) if request.instance else None,
            controls=request.controls,
        )
        result = audit(result)
        project.keep()
        if request.instance is None:
            folder = request.counterexamples
            result = counterexamples.keep(result, root, Path(folder) if folder else None)
        seconds = dict(result.seconds)
        seconds["parse"] = seconds.get("parse", 0.0) + (splitting.pop() if splitting else 0.0)
        seconds["elaborate"] = seconds.get("elaborate", 0.0) + signature
        return replace(result, seconds=seconds)

    return answer, doctor.environment()


LEMMA = 20.0
"""Seconds for a lemma for all sizes by algebra alone, and again for one at small sizes."""


def symbolic(
    project: Project,
    mentions: Mentions,
    request: Request,
    sizes: Mapping[str, str],
    instances: Callable[[Term], Term | None],
    listen: Listener,
) -> TheoremResult:
    """The theorem by algebra, from its lemmas where its proof names some.

    Where it is not proved for all sizes, what became of each of its lemmas is told as well.
    """
    from denotary.interpreter.symbolic import Lemmas, prove_at, prove_theorem, with_reason

    named = mentions.used
    below = named(request.name)
    if not below:
        return prove_theorem(
            project.environment,
            request.name,
            sizes=sizes,
            seed=request.seed,
            timeout=request.timeout,
            progress=listen,
            instances=instances,
        )
    limit = request.timeout or math.inf
    deadline = time.monotonic() + 0.8 * limit
    book = Lemmas(
        project.environment,
        named,
        deadline=None if deadline == math.inf else deadline,
        longest=LEMMA,
        listen=listen,
    )
    begun = time.perf_counter()
    composed = book.prove(request.name)
    composed = replace(composed, seconds={"run": time.perf_counter() - begun})
    if composed.status is Status.PROVED:
        used = tuple(book.results[name] for name in book.below(request.name))
        return replace(composed, lemmas=used)
    at_sizes = prove_at(
        project.environment,
        request.name,
        sizes=sizes,
        seed=request.seed,
        timeout=max(min(LEMMA, deadline - time.monotonic()), 1.0),
        progress=listen,
        instances=instances,
    )
    result = with_reason(at_sizes, composed)
    if result.status is Status.REFUTED:
        return result
    found: dict[str, TheoremResult] = {}
    for name, _ in sorted(below, key=lambda item: -item[1]):  # small ones are named deep down
        found[name] = book.prove(name)
    for name, before in found.items():
        left = min(LEMMA, deadline - time.monotonic())
        if before.status is not Status.INCONCLUSIVE or left <= 0:
            continue
        listen(f"lemma {name}")
        small = prove_at(
            project.environment,
            name,
            seed=request.seed,
            timeout=left,
            instances=lambda goal, at=name: project.instance(goal, at),
        )
        if small.status in (Status.PROVED, Status.REFUTED):
            found[name] = small
    whole_sizes = sum(
        r.symbolic is not None and r.symbolic.scope == ALL_SIZES for r in found.values()
    )
    message = f"{whole_sizes} of the {len(found)} lemmas of its proof are proved for {ALL_SIZES}"
    message = "; ".join(filter(None, (composed.message, result.message, message)))
    return replace(result, lemmas=tuple(found.values()), message=message)


def main(opener: Opener = open_judge) -> None:
    """Serve on the standard streams, keeping the real standard output for messages."""
    emit = emitter()
    serve(opener, sys.stdin, emit)


if __name__ == "__main__":
    main()
