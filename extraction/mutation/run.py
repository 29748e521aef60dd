"""A run of mutants: of which theorems, over how many processes, within what time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
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

    def phase(self, what: str, total: int | None) -> None: ...

    def grow(self, total: int) -> None:
        """There is more to do than was thought."""

    def finished(self, record: Record) -> None: ...


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
        """Have a crew list the mutants of each theorem, then try them; cheap theorems come first.

        It is stopped when the time is over, or the run is.
        """
        asked = {entry.key: self.asked(entry) for entry in plan.targets}
        self.watcher.phase("trying mutants", None)
        tasks: list[Batch] = []
        for entry in plan.targets:
            listing = self.cached(asked[entry.key])
            if listing is not None:
                self.listed(asked[entry.key], listing)
                tasks += self.batches(asked[entry.key], listing)
            else:
                limit = self.settings.of(entry.name).timeout or self.settings.timeout
                tasks.append(Batch(asked[entry.key], (LIST,), limit))
        if not tasks:
            return

        def more(found: Listing | Record) -> list[Batch]:
            return self.batches(asked[found.key], found) if isinstance(found, Listing) else []

        def handle(found: Listing | Record) -> None:
            if isinstance(found, Record):
                self.tried(asked[found.key], found)
                return
            if self.cache is not None:
                self.cache.keep_listing(asked[found.key], found)
            self.listed(asked[found.key], found)

        jobs = max(1, min(self.options.jobs or doctor.cpus(), self.most(tasks)))
        memory = doctor.share(jobs)
        make = self.hand or (lambda: Hand(self.root, memory))
        crew = Crew([make() for _ in range(jobs)], tasks, more)
        self.late = crew.drive(handle, self.deadline)

    def most(self, tasks: Sequence[Batch]) -> int:
        """How many processes could have something to do."""
        if any(task.items == (LIST,) for task in tasks):
            each = -(-(self.options.sample or 10 * BATCH) // BATCH)
            return len(tasks) * each
        return len(tasks)

    def batches(self, asked: Asked, listing: Listing) -> list[Batch]:
        """What is to be tried of a listing, and not known from an earlier run."""
        known = self.kept(asked, listing)
        todo = [m.number for m in listing.mutants if m.number not in known]
        limit = self.limit(listing) + GETTING_READY + listing.seconds
        return [Batch(asked, tuple(todo[n : n + BATCH]), limit) for n in range(0, len(todo), BATCH)]

    def limit(self, listing: Listing) -> float:
        """Seconds for one mutant."""
        return self.options.timeout or max(LEAST, FACTOR * listing.seconds)

    # ---- what is known from earlier runs

    def cached(self, asked: Asked) -> Listing | None:
        return None if self.cache is None or self.fresh else self.cache.listing(asked)

    def kept(self, asked: Asked, listing: Listing) -> Mapping[int, Record]:
        if self.cache is None or self.fresh:
            return {}
        return self.cache.records(asked, listing, self.limit(listing))

    # ---- what was found

    def listed(self, asked: Asked, listing: Listing) -> None:
        """A listing, with what is known of its mutants."""
        self.listings[listing.key] = listing
        self.watcher.grow(sum(len(each.mutants) for each in self.listings.values()))
        for record in self.kept(asked, listing).values():
            self.add(record)

    def tried(self, asked: Asked, record: Record) -> None:
        if self.cache is not None:
            self.cache.keep(asked, record, self.limit(self.listings[record.key]))
        self.add(record)

    def add(self, record: Record) -> None:
        self.records[record.key, record.number] = record
        self.watcher.finished(record)
