"""The Python interface: what the command line does, for programs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from denotary.extraction import checks
from denotary.extraction.catalogue import Entry
from denotary.extraction.checks import Judge, Options, Outcome, Watcher
from denotary.extraction.projects import Root, discover, open_project
from denotary.extraction.settings import check_names, load_settings
from denotary.extraction.worker import Worker
from denotary.interpreter.judgement.verdict import SAMPLES, TheoremResult
from denotary.parser.project import Project


def load_project(path: str | Path | None = None) -> Project:
    """The Lean project at `path`; without one, the one around the working directory, else our own.

    Splits the files into declarations; elaborates them when they are asked for.
    Raises `UsageError` when there is no such project or a file cannot be read.
    """
    return open_project(discover(None if path is None else Path(path), Path.cwd()))


def check(
    *names: str,
    project: str | Path | None = None,
    sizes: Mapping[str, object] | None = None,
    devices: int | None = None,
    samples: int = SAMPLES,
    seed: int = 0,
    precisions: tuple[str, ...] = ("f64", "f32"),
    timeout: float | None = None,
    budget: float | None = None,
    symbolic: bool = False,
    counterexamples: str | Path | None = None,
    instance: str | Path | None = None,
    controls: bool = True,
) -> Outcome:
    """Run the theorems called `names`, or all that fit the time budget, in a process of their own.

    `sizes` fixes binders by name. `timeout` and `budget` are seconds. With `symbolic` they are
    proved by algebra instead of run. The counterexample of a refuted theorem is written into the
    folder `counterexamples` (the user's cache folder by default); given as `instance`, such a file
    is judged again. `controls` are run of theorems over replicas. Raises `UsageError` for a
    name or binder that does not exist, `LeanError` for Lean text that cannot be read.
    """
    root = discover(None if project is None else Path(project), Path.cwd())
    options = Options(
        sizes={name: str(value) for name, value in (sizes or {}).items()},
        devices=devices,
        samples=samples,
        seed=seed,
        precisions=precisions,
        timeout=timeout,
        budget=budget,
        symbolic=symbolic,
        counterexamples=None if counterexamples is None else str(counterexamples),
        instance=None if instance is None else str(instance),
        controls=controls,
    )
    return check_root(root, names, options, Worker(root, devices), Silent())


def check_root(
    root: Root, names: tuple[str, ...], options: Options, judge: Judge, watcher: Watcher
) -> Outcome:
    """Plan and run, with settings from the project's `denotary.toml`."""
    settings = load_settings(root.folder)
    project = open_project(root)
    check_names(settings, dict.fromkeys(map(project.full_name, project.names())))
    plan = checks.plan(project, root, settings, names)
    checks.check_sizes(project, plan, options.sizes)
    try:
        return checks.run(plan, settings, options, judge, watcher)
    finally:
        judge.close()


class Silent:
    """Watches nothing."""

    def started(self, target: Entry, position: int, total: int) -> None:
        pass

    def stage(self, stage: str) -> None:
        pass

    def finished(self, result: TheoremResult) -> None:
        pass
