"""Running theorems: which ones, in what order, within what time, with what exit status."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from denotary.extraction import binders, names
from denotary.extraction.catalogue import Entry, entries, excerpts
from denotary.extraction.costs import Reach
from denotary.extraction.errors import UsageError
from denotary.extraction.projects import Root
from denotary.extraction.settings import Settings
from denotary.extraction.worker import Listener, OutOfTime, Request
from denotary.interpreter.judgement.verdict import SAMPLES, Status, TheoremResult
from denotary.parser.project import Project

PRECISIONS = ("f64", "f32", "bf16")

GOOD = frozenset((Status.CONFIRMED, Status.PROVED))
"""Verdicts with which a run that was asked for by name succeeds."""
GRACE = 2.0
"""Seconds past a theorem's limit for the judge to report what it has seen; then it is stopped."""


def precisions(text: str) -> tuple[str, ...]:
    """`f64,f32` as a tuple, in the order of `PRECISIONS`; `UsageError` for another word."""
    asked = {word.strip() for word in text.split(",")}
    unknown = sorted(asked - set(PRECISIONS))
    if unknown or not {"f64", "f32"} <= asked:
        raise UsageError(
            f"--precision cannot be `{text}`",
            expected="f64,f32 (a verdict compares the two), and bf16 beside them if wanted",
            found=", ".join(f"`{word}`" for word in unknown) or f"`{text}`",
            advice="write --precision f64,f32,bf16",
        )
    return tuple(word for word in PRECISIONS if word in asked)


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asked for; `None` leaves it to `denotary.toml` or its defaults."""

    sizes: Mapping[str, str] = field(default_factory=dict)
    devices: int | None = None
    samples: int = SAMPLES
    seed: int = 0
    precisions: tuple[str, ...] = ("f64", "f32")
    timeout: float | None = None
    budget: float | None = None
    symbolic: bool = False
    """Prove by algebra instead of running."""
    counterexamples: str | None = None
    """Folder for counterexamples; the user's cache folder by default."""
    instance: str | None = None
    """A file with the instance to judge, in place of sampled ones."""
    controls: bool = True
    """Run the controls of theorems over replicas."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A theorem that was not run, and why."""

    name: str
    reason: str

    def encode(self) -> dict[str, str]:
        return {"name": self.name, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Plan:
    """The theorems to run, in running order."""

    targets: tuple[Entry, ...]
    left_out: tuple[LeftOut, ...] = ()
    by_name: bool = False
    """Whether the user asked for these theorems by name."""


class Judge(Protocol):
    """What runs a theorem; `denotary.extraction.worker.Worker` is the real one."""

    environment: dict[str, Any]

    def judge(self, request: Request, limit: float, listen: Listener) -> TheoremResult: ...

    def close(self) -> None: ...


class Watcher(Protocol):
    """Who is told how a run goes."""

    def started(self, target: Entry, position: int, total: int) -> None: ...

    def stage(self, stage: str) -> None: ...

    def finished(self, result: TheoremResult) -> None: ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """A run that ended, or was interrupted."""

    results: tuple[TheoremResult, ...]
    left_out: tuple[LeftOut, ...] = ()
    by_name: bool = False
    interrupted: bool = False
    seconds: float = 0.0
    environment: Mapping[str, Any] = field(default_factory=dict)

    @property
    def exit_status(self) -> int:
        """0 confirmed or proved, 1 refuted, 2 error, 3 named but not decided, 130 interrupted."""
        statuses = {result.status for result in self.results}
        if self.interrupted:
            return 130
        if Status.REFUTED in statuses:
            return 1
        if Status.ERROR in statuses:
            return 2
        blind = any(c.outcome in ("failed", "error") for r in self.results for c in r.controls)
        if self.by_name and (blind or statuses - GOOD):
            return 3
        return 0


def plan(project: Project, root: Root, settings: Settings, asked: Sequence[str]) -> Plan:
    """The theorems called `asked`, or every theorem of the project, cheap ones first.

    Raises `UsageError` for a name that is unknown, ambiguous, or not a theorem's.
    """
    known = entries(project, root)
    theorems = [entry for entry in known.values() if entry.kind == "theorem"]
    if asked:
        chosen = [_theorem(list(known.values()), theorems, name, root) for name in asked]
        return Plan(tuple(dict.fromkeys(chosen)), by_name=True)
    if not theorems:
        raise UsageError(
            f"{root.label} states no theorem",
            expected="at least one `theorem` or `lemma`",
            found=f"{len(known)} other declarations",
            advice="`denotary list` shows what there is",
        )
    skipped = tuple(
        LeftOut(entry.name, settings.of(entry.name).skip)
        for entry in theorems
        if settings.of(entry.name).skip
    )
    reach = Reach(excerpts(project))
    run = [entry for entry in theorems if not settings.of(entry.name).skip]
    run.sort(key=lambda entry: reach.cost(entry.key))
    return Plan(tuple(run), skipped)


def _theorem(known: Sequence[Entry], theorems: Sequence[Entry], name: str, root: Root) -> Entry:
    if not names.matches(theorems, name):
        others = names.matches(known, name)
        if others:
            entry = others[0]
            raise UsageError(
                f"`{entry.name}` is not a theorem",
                expected="the name of a theorem: an equation to run",
                found=f"{entry.kind} at {entry.file}:{entry.line}",
                advice="`denotary list --kind theorem` shows the theorems",
            )
    return names.resolve(theorems, name, what="theorem", where=root.label)


def check_sizes(project: Project, plan: Plan, sizes: Mapping[str, str]) -> None:
    """For theorems asked for by name, look at `--set` before anything is run.

    Raises `UsageError` (a binder that none has, a value that misfits) or `LeanError`.
    """
    if sizes and plan.by_name:
        binders.check([project.declare(target.key) for target in plan.targets], sizes)


def run(
    plan: Plan, settings: Settings, options: Options, judge: Judge, watcher: Watcher
) -> Outcome:
    """Judge the plan's theorems one after another.

    A run of everything stops when its budget is spent and says what it did not reach; theorems
    asked for by name each have their own limit only. Ctrl-C ends the run, keeping what finished.
    """
    begun = time.monotonic()
    budget = None
    if not plan.by_name or options.budget is not None:
        budget = options.budget if options.budget is not None else settings.budget
    results: list[TheoremResult] = []
    left_out = list(plan.left_out)
    interrupted = False
    for position, target in enumerate(plan.targets):
        remaining = None if budget is None else budget - (time.monotonic() - begun)
        if interrupted or (remaining is not None and remaining <= 0):
            reason = "interrupted" if interrupted else _spent(budget)
            left_out.append(LeftOut(target.name, reason))
            continue
        try:
            watcher.started(target, position, len(plan.targets))
            result = _judge_one(target, settings, options, judge, watcher, remaining)
            if result is None:
                left_out.append(LeftOut(target.name, _spent(budget)))
            else:
                results.append(result)
                watcher.finished(result)
        except KeyboardInterrupt:
            interrupted = True
            if not (results and results[-1].name == target.name):
                left_out.append(LeftOut(target.name, "interrupted while it ran"))
    judge.close()
    return Outcome(
        results=tuple(results),
        left_out=tuple(left_out),
        by_name=plan.by_name,
        interrupted=interrupted,
        seconds=time.monotonic() - begun,
        environment=judge.environment,
    )


def _spent(budget: float | None) -> str:
    return f"the run's budget of {budget:.0f} s was spent (--budget)"


def _judge_one(
    target: Entry,
    settings: Settings,
    options: Options,
    judge: Judge,
    watcher: Watcher,
    remaining: float | None,
) -> TheoremResult | None:
    """The theorem's result; `None` when the run's budget ended before its own limit did."""
    own = settings.of(target.name)
    timeout = options.timeout or own.timeout or settings.timeout
    limit = timeout if remaining is None else min(timeout, remaining)
    request = Request(
        name=target.key,
        sizes={k: v for k, v in own.sizes.items() if k not in options.sizes},
        wanted=dict(options.sizes),
        devices=options.devices,
        samples=options.samples,
        seed=options.seed,
        precisions=options.precisions,
        timeout=limit,
        symbolic=options.symbolic,
        counterexamples=options.counterexamples,
        instance=options.instance,
        controls=options.controls,
    )
    try:
        result = judge.judge(request, limit + max(GRACE, limit / 10), watcher.stage)
    except OutOfTime as late:
        if limit < timeout:
            return None
        result = TheoremResult(
            target.name,
            Status.INCONCLUSIVE,
            message=(
                f"stopped after {timeout:g} s, in stage `{late.stage}`; "
                "give it longer with --timeout, or make it smaller with --set"
            ),
        )
    return replace(result, name=target.name, file=target.file, line=target.line, proof=target.proof)
