"""`denotary check`: both sides of theorems run."""

from __future__ import annotations

from pathlib import Path

import click

from denotary.extraction.errors import UsageError
from denotary.options import (
    EXIT_HELP,
    SetCommand,
    budget_option,
    cache_option,
    json_option,
    project_option,
    seed_option,
    set_option,
    timeout_option,
)
from denotary.output import console, failed, write_json


@click.command("check", cls=SetCommand, epilog=EXIT_HELP)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@project_option
@set_option("Fix binders, e.g. --set R=4 N=2; the rest are sampled from their types.")
@click.option(
    "--devices", type=click.IntRange(min=1), help="Devices to run replicas on (a CPU is split)."
)
@click.option(
    "--samples",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="Choices of sizes to try, each at several draws of numbers.",
)
@seed_option("Seed of the sampling.")
@click.option(
    "--precision",
    default="f64,f32",
    show_default=True,
    metavar="LIST",
    help="Of f64, f32, bf16. A verdict needs f64 and f32.",
)
@timeout_option("Seconds for one theorem.")
@cache_option
@click.option(
    "--symbolic", is_flag=True, help="Prove by algebra, every real a symbol, instead of running."
)
@click.option(
    "--counterexamples",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder for counterexamples. Default: one in the user's cache.",
)
@click.option(
    "--instance",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Judge again the counterexample in FILE, and nothing else.",
)
@click.option(
    "--controls/--no-controls",
    default=True,
    show_default=True,
    help="Run the controls of a theorem over replicas: they cost a program more.",
)
@budget_option
@json_option
def check_command(
    names: tuple[str, ...],
    project: Path | None,
    assignments: tuple[str, ...],
    devices: int | None,
    samples: int,
    seed: int,
    precision: str,
    timeout: float | None,
    no_cache: bool,
    symbolic: bool,
    counterexamples: Path | None,
    instance: Path | None,
    controls: bool,
    budget: float | None,
    json_to: str | None,
) -> int:
    """Run both sides of the theorems called NAME, or of all that fit the time budget.

    NAME may be the end of a full name where only one theorem ends in it.
    """
    from denotary.extraction import binders, report
    from denotary.extraction.api import check_root
    from denotary.extraction.checks import Options, precisions
    from denotary.extraction.progress import watcher
    from denotary.extraction.projects import discover
    from denotary.extraction.worker import Worker, WorkerFailure

    options = Options(
        sizes=dict(binders.assignment(text) for text in assignments),
        devices=devices,
        samples=samples,
        seed=seed,
        precisions=precisions(precision),
        timeout=timeout,
        budget=budget,
        symbolic=symbolic,
        counterexamples=None if counterexamples is None else str(counterexamples.absolute()),
        instance=None if instance is None else str(instance.absolute()),
        controls=controls,
    )
    if instance is not None:
        names = _replayed(instance, names, assignments)
    root = discover(project, Path.cwd(), keep=not no_cache)
    try:
        with watcher(console(stderr=True)) as watching:
            outcome = check_root(root, names, options, Worker(root, devices), watching)
    except WorkerFailure as error:
        failed(error)
        return 2
    if json_to is not None:
        write_json(json_to, report.encode(outcome))
    report.show(console(stderr=json_to == "-"), outcome)
    return outcome.exit_status


def _replayed(
    instance: Path, names: tuple[str, ...], assignments: tuple[str, ...]
) -> tuple[str, ...]:
    """The theorem that a saved instance is judged for."""
    from denotary.extraction.counterexamples import load

    saved = load(instance)
    if len(names) > 1 or assignments:
        raise UsageError(
            "--instance goes with one theorem, and its sizes are in the file",
            expected="at most one NAME, and no --set",
            found=" ".join((*names, *(f"--set {text}" for text in assignments))),
            advice="leave the others out",
        )
    return names or (saved.theorem,)
