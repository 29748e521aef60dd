"""A coverage run: which declarations, how far, over how many processes, within what time."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from denotary.extraction import doctor, listing
from denotary.extraction.catalogue import Entry, entries
from denotary.extraction.coverage.cache import Cache
from denotary.extraction.coverage.examine import outline
from denotary.extraction.coverage.hands import Examiner, Judge, Lost
from denotary.extraction.coverage.reasons import classify, place_in
from denotary.extraction.coverage.records import VERDICTS, Part, Record, Stage, Stop
from denotary.extraction.crew import Crew, Hand, Result, Task
from denotary.extraction.errors import UsageError
from denotary.extraction.projects import Root
from denotary.extraction.settings import Settings
from denotary.extraction.store import Store
from denotary.extraction.worker import Request
from denotary.interpreter.judgement.verdict import READY, Status, TheoremResult
from denotary.parser.project import Project

BATCH = 40
"""Declarations handed to a process at a time: neighbours, which need the same definitions."""

TIMEOUT = 60.0
"""Seconds for one declaration to be elaborated, and for one theorem to be judged."""


@dataclass(frozen=True, slots=True)
class Options:
    """What is asked for. `None` stands for all, or for no limit."""

    pattern: str = ""
    kinds: tuple[str, ...] = ()
    equations: bool = False
    """Only theorems that conclude in equations between numbers."""
    sample: int | None = None
    seed: int = 0
    upto: Stage = Stage.JUDGED
    jobs: int | None = None
    timeout: float = TIMEOUT
    budget: float | None = None
    samples: int = 2
    """Instances tried for a theorem."""
    devices: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was found, in source order, and what was left undone."""

    records: tuple[Record, ...]
    upto: Stage
    total: int
    """Declarations that were asked for."""
    unclassified: int = 0
    """With `equations`: theorems drawn of which it is not known whether they are equations."""
    interrupted: bool = False
    late: bool = False
    """The budget ended the run."""
    seconds: float = 0.0

    @property
    def unfinished(self) -> int:
        return self.total - len(self.records)


class Watcher(Protocol):
    """Who is told how a run goes."""

    def phase(self, what: str, total: int) -> None: ...

    def finished(self, record: Record) -> None: ...


Examining = Callable[[], Hand[Sequence[str], Record | Lost]]
Judging = Callable[[], Hand[Request, TheoremResult | Lost]]


@dataclass
class Run:
    """One run over an opened project."""

    project: Project
    root: Root
    settings: Settings
    options: Options
    watcher: Watcher
    examining: Examining | None = None
    judging: Judging | None = None
    """How hands are made; by default those that own real processes."""
    store: Store | None = None
    """Where results of earlier runs are; without one, nothing is kept."""
    fresh: bool = False
    """Whether to make everything anew, and keep that."""
    found: dict[str, Record] = field(default_factory=dict)
    unclassified: int = 0
    late: bool = False

    def outcome(self) -> Outcome:
        """Run it. Ctrl-C ends it early, and what was finished by then is reported."""
        begun = time.monotonic()
        budget = self.options.budget
        self.deadline = None if budget is None else begun + budget
        self.entries = entries(self.project, self.root)
        self.cache: Cache | None = None
        if self.store is not None and self.options.upto > Stage.LISTED:
            self.cache = Cache(self.project, self.root, self.entries, self.store)
        chosen, total = self.choose(), 0
        interrupted = False
        try:
            if self.options.equations:
                chosen = self.equations(chosen)
                total = len(chosen)
            else:
                total = len(chosen)
                self.examine(chosen)
            if self.options.upto > Stage.CHECKED:
                self.judge(chosen)
        except KeyboardInterrupt:
            interrupted = True
            total = total or len(chosen)
        place = {key: n for n, key in enumerate(self.entries)}
        kept = [self.found[key] for key in chosen if key in self.found]
        kept.sort(key=lambda record: place[record.key])
        return Outcome(
            tuple(kept),
            self.options.upto,
            total,
            self.unclassified,
            interrupted,
            self.late,
            time.monotonic() - begun,
        )

    # ---- which declarations

    def choose(self) -> list[str]:
        """The keys asked for, drawn at random where a sample is."""
        options = self.options
        found = listing.select(self.entries.values(), options.pattern, options.kinds)
        if options.equations:
            found = [entry for entry in found if entry.kind == "theorem"]
        if not found:
            raise UsageError(
                f"nothing to cover in {self.root.label}",
                expected="at least one declaration of the kind and name asked for",
                found=f"{len(self.entries)} others" if self.entries else "no declaration at all",
                advice="`denotary list` shows what there is",
            )
        keys = [entry.key for entry in found]
        if options.sample is None:
            return keys
        random.Random(options.seed).shuffle(keys)
        return keys if options.equations else keys[: options.sample]

    def equations(self, drawn: list[str]) -> list[str]:
        """The theorems among those drawn that conclude in equations, as many as asked for.

        They are the first ones in the order of the draw, however many processes elaborate.
        """
        wanted = len(drawn) if self.options.sample is None else self.options.sample
        chosen: list[str] = []
        at = 0
        while at < len(drawn) and len(chosen) < wanted and not self.late:
            step = max(BATCH, 2 * (wanted - len(chosen)))
            block = drawn[at : at + step]
            at += step
            self.examine(block)
            for key in block:
                record = self.found.get(key)
                if record is None or len(chosen) == wanted:
                    continue
                self.unclassified += record.equation is None
                if record.equation:
                    chosen.append(key)
        return chosen

    # ---- the stages

    def examine(self, keys: Sequence[str]) -> None:
        """Take declarations as far as `CHECKED`."""
        upto = min(self.options.upto, Stage.CHECKED)
        if self.options.equations:
            upto = Stage.CHECKED
        if upto is Stage.LISTED:
            for key in keys:
                self.add(self.listed(self.entries[key]))
            return
        order = {key: n for n, key in enumerate(self.entries)}
        todo = sorted((k for k in keys if k not in self.found), key=order.__getitem__)
        limit = self.options.timeout
        self.watcher.phase("reading" if upto is Stage.PARSED else "elaborating", len(todo))
        if self.cache is not None and not self.fresh:
            for record in self.cache.terms(todo, upto).values():
                self.add(record)
            todo = [key for key in todo if key not in self.found]
        jobs = self.jobs(len(todo))
        size = max(1, min(BATCH, -(-len(todo) // (4 * jobs))))
        tasks = [todo[n : n + size] for n in range(0, len(todo), size)]
        share = doctor.share(jobs)
        make = self.examining or (lambda: Examiner(self.root, upto, limit, share))

        def examined(result: Record | Lost) -> None:
            record = self.lost(result) if isinstance(result, Lost) else result
            if self.cache is not None:
                self.cache.keep_terms(record)
            self.add(record)

        self.share([make() for _ in range(jobs)], tasks, examined)

    def judge(self, keys: Sequence[str]) -> None:
        """Judge the theorems that got as far as `CHECKED`."""
        todo = [
            key
            for key in keys
            if (record := self.found.get(key)) is not None
            and record.kind == "theorem"
            and record.stage is Stage.CHECKED
            and record.stop is None
        ]
        tasks: list[Request] = []
        for key in todo:
            own = self.settings.of(self.entries[key].name)
            if own.skip:
                stop = Stop(Stage.CHECKED, "left out by denotary.toml", own.skip)
                self.add(replace(self.found[key], stop=stop))
                continue
            limit = own.timeout or self.options.timeout
            tasks.append(
                Request(
                    key,
                    sizes=own.sizes,
                    wanted={},
                    devices=self.options.devices,
                    samples=self.options.samples,
                    seed=self.options.seed,
                    timeout=limit,
                    controls=False,
                    rehearse=self.options.upto is Stage.RUNNABLE,
                )
            )
        rehearsed = self.options.upto is Stage.RUNNABLE
        self.watcher.phase("rehearsing" if rehearsed else "judging", len(tasks))
        limits = {task.name: task.timeout or 0.0 for task in tasks}
        how = {task.name: repr(replace(task, timeout=None)) for task in tasks}
        if self.cache is not None and not self.fresh:
            for record in self.cache.verdicts(how, limits).values():
                self.add(record)
            tasks = [task for task in tasks if self.found[task.name].stage is Stage.CHECKED]
            tasks = [task for task in tasks if self.found[task.name].stop is None]
        jobs = self.jobs(len(tasks))
        make = self.judging or (lambda: Judge(self.root, self.options.devices))

        def judged(result: TheoremResult | Lost) -> None:
            record = self.judged(result)
            if self.cache is not None:
                self.cache.keep_verdict(record, how[record.key], limits[record.key])
            self.add(record)

        self.share([make() for _ in range(jobs)], tasks, judged)

    def share(
        self,
        hands: Sequence[Hand[Task, Result]],
        tasks: Sequence[Task],
        handle: Callable[[Result], None],
    ) -> None:
        """Have a crew do the tasks; it is stopped when the time is over or the run is."""
        if not tasks:
            return
        self.late = Crew(hands, tasks).drive(handle, self.deadline)

    def jobs(self, tasks: int) -> int:
        return max(1, min(self.options.jobs or doctor.cpus(), tasks))

    # ---- what came of a declaration

    def add(self, record: Record) -> None:
        self.found[record.key] = record
        self.watcher.finished(record)

    def listed(self, entry: Entry) -> Record:
        parts = tuple(Part(kind, 1) for kind in outline(*self.project.text(entry.key)))
        return Record(entry.key, entry.name, entry.kind, entry.file, entry.line, parts=parts)

    def lost(self, lost: Lost) -> Record:
        """A record of what overstayed its time or took its process down."""
        reason, subject = classify(lost.message)
        stop = Stop(lost.after, reason, lost.message, subject=subject)
        reached = {stage: 1 for stage in Stage if Stage.LISTED < stage <= lost.after}
        listed = self.listed(self.entries[lost.key])
        parts = tuple(replace(part, reached=reached, stop=stop) for part in listed.parts)
        status = "timeout" if lost.late else "error"
        return replace(listed, stage=lost.after, stop=stop, parts=parts, status=status)

    def judged(self, result: TheoremResult | Lost) -> Record:
        """The theorem's record with its verdict."""
        if isinstance(result, Lost):
            reason, subject = classify(result.message)
            stop = Stop(Stage.CHECKED, reason, result.message, subject=subject)
            return replace(self.found[result.key], stop=stop, status="timeout", cached=False)
        record = self.found[result.name]
        status = result.status.value
        stage = Stage.JUDGED if status in VERDICTS else Stage.CHECKED
        stop = None
        ready = result.message == READY
        if ready:
            stage, status = Stage.RUNNABLE, ""
        elif self.options.upto is Stage.RUNNABLE:
            stage = Stage.CHECKED
        if result.status is not Status.CONFIRMED and not ready:
            reason, subject = classify(result.message)
            place = place_in(result.message, self.root.relative)
            stop = Stop(stage, reason, result.message, place, subject)
        seconds = {"judged": result.total_seconds}
        return replace(
            record,
            stage=stage,
            stop=stop,
            status=status,
            cached=False,
            assumed=tuple(h.name for h in result.hypotheses if h.treatment == "assumed"),
            sampled=result.sampled,
            seconds={**record.seconds, **seconds},
        )
