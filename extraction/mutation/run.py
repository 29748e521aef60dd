"""A run of mutants: of which theorems, over how many processes, within what time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Protocol

from denotary.extraction import checks, doctor
from denotary.extraction.catalogue import Entry, entries
from denotary.extraction.checks import Plan
from denotary.extraction.crew import Crew
from denotary.extraction.errors import UsageError
from denotary.extraction.mutation.cache import Cache
from denotary.extraction.mutation.examine import FACTOR, LEAST, Asked
from denotary.extraction.mutation.operators import OPERATORS
from denotary.extraction.mutation.records import Listing, Outline, Power, Record
from denotary.extraction.mutation.server import LIST, Batch, Hand
from denotary.extraction.projects import Root
from denotary.extraction.settings import Settings
from denotary.extraction.store import Store
from denotary.parser.project import Project

BATCH = 10
"""Mutants of one theorem handed to a process at a time."""
GETTING_READY = 60.0
"""Seconds that a process may take, besides, to read what a theorem reaches."""
_NO_LIMIT = 2**60


@dataclass(frozen=True, slots=True)
class Options:
    """What is asked for. `None` stands for all, or for no limit."""

    sizes: Mapping[str, str] = field(default_factory=dict)
    operators: tuple[str, ...] = tuple(OPERATORS)
    sample: int | None = None
    """Mutants of each theorem."""
    seed: int = 0
    samples: int = 2
    jobs: int | None = None
    timeout: float | None = None
    """Seconds for one mutant."""
    budget: float | None = None


def operators(text: str) -> tuple[str, ...]:
    """`mean,count` as operators, in their own order; `UsageError` for a word that is none."""
    asked = {word.strip() for word in text.split(",") if word.strip()}
    unknown = sorted(asked - set(OPERATORS))
    if unknown or not asked:
        raise UsageError(
            f"--operators cannot be `{text}`",
            expected="some of " + ", ".join(OPERATORS),
            found=", ".join(f"`{word}`" for word in unknown) or "nothing",
            advice="write e.g. --operators mean,count",
        )
    return tuple(name for name in OPERATORS if name in asked)


@dataclass(frozen=True, slots=True)
class Tested:
    """A theorem whose mutants were tried."""

    entry: Entry
    listing: Listing | None
    """`None` where the run ended before its mutants were known."""
    records: tuple[Record, ...] = ()

    @property
    def power(self) -> Power:
        return Power.of(self.records)

    @property
    def unfinished(self) -> int:
        """Mutants that were listed and not tried."""
        return len(self.listing.mutants) - len(self.records) if self.listing is not None else 0

    def outline(self, record: Record) -> Outline:
        assert self.listing is not None
        return next(m for m in self.listing.mutants if m.number == record.number)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A run that ended, or was interrupted."""

    theorems: tuple[Tested, ...]
    entries: Mapping[str, Entry]
    """All declarations of the project, by key."""
    by_name: bool = False
    interrupted: bool = False
    late: bool = False
    """The budget ended the run."""
    seconds: float = 0.0

    @property
    def power(self) -> Power:
        return Power.of([record for tested in self.theorems for record in tested.records])

    @property
    def exit_status(self) -> int:
        """0 tried; 3 a theorem asked for by name is not confirmed, so has none; 130 interrupted."""
        if self.interrupted:
            return 130
        unfit = [t for t in self.theorems if t.listing and t.listing.status != "confirmed"]
        if self.by_name and unfit:
            broken = any(t.listing and t.listing.status == "error" for t in unfit)
            return 2 if broken else 3
        return 0


class Watcher(Protocol):
    """Who is told how a run goes."""

    def phase(self, what: str, total: int) -> None: ...

    def finished(self, record: Entry | Record) -> None: ...


@dataclass
class Run:
    """One run over an opened project."""

    project: Project
    root: Root
    settings: Settings
    options: Options
    watcher: Watcher
    hand: Callable[[], Hand] | None = None
    """How a hand is made; by default one that owns a real process."""
    store: Store | None = None
    fresh: bool = False
    """Whether to make everything anew, and keep that."""
    listings: dict[str, Listing] = field(default_factory=dict)
    records: dict[tuple[str, int], Record] = field(default_factory=dict)
    late: bool = False

    def outcome(self, names: Sequence[str]) -> Outcome:
        """Try the mutants of the theorems called `names`, or of all. Ctrl-C ends it early.

        Raises `UsageError` for a name that is unknown, ambiguous, or not a theorem's.
        """
        begun = time.monotonic()
        plan = checks.plan(self.project, self.root, self.settings, names)
        checks.check_sizes(self.project, plan, self.options.sizes)
        budget = self.options.budget
        self.deadline = None if budget is None else begun + budget
        self.cache = Cache(self.project, self.store) if self.store is not None else None
        interrupted = False
        try:
            self.run(plan)
        except KeyboardInterrupt:
            interrupted = True
        return Outcome(
            tuple(map(self.tested, plan.targets)),
            entries(self.project, self.root),
            plan.by_name,
            interrupted,
            self.late,
            time.monotonic() - begun,
        )

    def tested(self, entry: Entry) -> Tested:
        listing = self.listings.get(entry.key)
        numbers = [m.number for m in listing.mutants] if listing is not None else []
        found = [self.records[entry.key, n] for n in numbers if (entry.key, n) in self.records]
        return Tested(entry, listing, tuple(found))

    def asked(self, entry: Entry) -> Asked:
        own, options = self.settings.of(entry.name), self.options
        return Asked(
            entry.key,
            {k: v for k, v in own.sizes.items() if k not in options.sizes},
            dict(options.sizes),
            options.operators,
            options.sample,
            options.seed,
            options.samples,
            options.timeout,
        )

    def run(self, plan: Plan) -> None:
        """List, then try. A hand is kept for both, so that what it has read is not lost."""
        asked = {entry.key: self.asked(entry) for entry in plan.targets}
        self.targets = {entry.key: entry for entry in plan.targets}
        self.watcher.phase("listing mutants", len(asked))
        if self.cache is not None and not self.fresh:
            for each in asked.values():
                listing = self.cache.listing(each)
                if listing is not None:
                    self.listed(listing)
        tasks = [
            Batch(each, (LIST,), self.settings.of(self.targets[key].name).timeout
                  or self.settings.timeout)
            for key, each in asked.items()
            if key not in self.listings
        ]  # fmt: skip

        def listed(found: Listing | Record) -> None:
            if isinstance(found, Listing):
                if self.cache is not None:
                    self.cache.keep_listing(asked[found.key], found)
                self.listed(found)

        self.share(tasks, listed)
        if not self.late:
            self.attempt(asked)

    def attempt(self, asked: Mapping[str, Asked]) -> None:
        """Try what was listed."""
        total = sum(len(listing.mutants) for listing in self.listings.values())
        self.watcher.phase("trying mutants", total)
        tasks: list[Batch] = []
        limits: dict[str, float] = {}
        for key, each in asked.items():
            listing = self.listings.get(key)
            if listing is None:
                continue
            limits[key] = self.options.timeout or max(LEAST, FACTOR * listing.seconds)
            if self.cache is not None and not self.fresh:
                for record in self.cache.records(each, listing, limits[key]).values():
                    self.add(record)
            todo = [m.number for m in listing.mutants if (key, m.number) not in self.records]
            limit = limits[key] + GETTING_READY + listing.seconds
            tasks += [
                Batch(each, tuple(todo[n : n + BATCH]), limit) for n in range(0, len(todo), BATCH)
            ]

        def tried(found: Listing | Record) -> None:
            if isinstance(found, Record):
                if self.cache is not None:
                    self.cache.keep(asked[found.key], found, limits[found.key])
                self.add(found)

        self.share(tasks, tried)

    def share(self, tasks: Sequence[Batch], handle: Callable[[Listing | Record], None]) -> None:
        """Have a crew do the tasks; it is stopped when the time is over or the run is."""
        if not tasks:
            return
        jobs = max(1, min(self.options.jobs or doctor.cpus(), len(tasks)))
        memory = (doctor.memory()[0] or _NO_LIMIT) // 2 // jobs
        make = self.hand or (lambda: Hand(self.root, memory))
        crew = Crew([make() for _ in range(jobs)], tasks)
        try:
            with closing(crew.results(self.deadline)) as results:
                for found in results:
                    handle(found)
        except KeyboardInterrupt:
            for found in crew.rest():
                handle(found)
            raise
        self.late = self.deadline is not None and time.monotonic() >= self.deadline

    # ---- what was found

    def listed(self, listing: Listing) -> None:
        self.listings[listing.key] = listing
        self.watcher.finished(self.targets[listing.key])

    def add(self, record: Record) -> None:
        self.records[record.key, record.number] = record
        self.watcher.finished(record)
