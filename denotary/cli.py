"""The command line. Heavy modules are imported inside the commands that need them."""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from denotary.extraction.errors import UsageError
from denotary.spec.diagnostics import LeanError

if TYPE_CHECKING:
    from rich.console import Console

    from denotary.extraction.coverage.progress import LiveWatcher, PlainWatcher
    from denotary.extraction.store import Store

Outcome = TypeVar("Outcome")

EXIT_HELP = """Exit status: 0 all confirmed; 1 something refuted; 2 usage, parse or environment
error; 3 nothing refuted, but a theorem asked for by name is vacuous, inconclusive or unsupported,
or a control of it fails or cannot fire; 130 interrupted."""


class Group(click.Group):
    """Turns errors into a message and exit status 2, once, for every command."""

    def main(self, args: Any = None, prog_name: str | None = None, **extra: Any) -> NoReturn:  # type: ignore[override]
        extra["standalone_mode"] = False
        try:
            status = super().main(args, prog_name, **extra)
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            status = 2
        except click.ClickException as error:
            error.show()
            status = error.exit_code
        except (UsageError, LeanError) as error:
            click.echo(error.diagnostic.render(), err=True)
            status = 2
        except (click.Abort, KeyboardInterrupt):
            click.echo("interrupted", err=True)
            status = 130
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = 0
        except Exception as error:
            status = _internal(error)
        sys.exit(status if isinstance(status, int) else 0)


def _internal(error: Exception) -> int:
    """A fault of ours: never exit status 1, which would say that a theorem is refuted."""
    traceback.print_exception(error)
    click.echo("This is a fault of denotary, not of the Lean text.", err=True)
    return 2


class SetCommand(click.Command):
    """Lets `--set` take several assignments: `--set R=4 N=2` is `--set R=4 --set N=2`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, spread(args))


def spread(args: Sequence[str]) -> list[str]:
    """Put `--set` before each assignment that follows another one after a `--set`."""
    out: list[str] = []
    after_set = False
    for position, arg in enumerate(args):
        if arg == "--":
            return out + list(args[position:])
        if arg == "--set":
            after_set = True
            out.append(arg)
        elif after_set and "=" in arg and not arg.startswith("-"):
            out += [arg] if out[-1] == "--set" else ["--set", arg]
        else:
            after_set = arg.startswith("--set=") or (bool(out) and out[-1] == "--set")
            out.append(arg)
    return out


project_option = click.option(
    "--project",
    "-p",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Lean project: a Lake project, a folder of .lean files, or one file. Default: the Lake "
    "project around the working directory, else the bundled proofs.",
)


kind_option = click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice(
        [
            "theorem",
            "def",
            "abbrev",
            "structure",
            "class",
            "inductive",
            "instance",
            "axiom",
            "opaque",
        ]
    ),
    help="Only declarations of this kind; may be repeated.",
)


budget_option = click.option(
    "--budget",
    type=click.FloatRange(min=0, min_open=True),
    metavar="S",
    help="Seconds for the whole run; what does not fit is left out, and said.",
)


cache_option = click.option(
    "--no-cache", is_flag=True, help="Take nothing from earlier runs, and keep nothing."
)


fresh_option = click.option("--fresh", is_flag=True, help="Take nothing from earlier runs.")


jobs_option = click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N", help="Processes. Default: one a core."
)


def json_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--json",
        "json_to",
        metavar="FILE|-",
        help="Write the result as JSON to FILE, or - for stdout.",
    )(command)


@click.group(cls=Group, epilog=EXIT_HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="denotary")
def cli() -> None:
    """Check what Lean theorems about numerical programs claim, by running both sides."""


def main() -> NoReturn:
    """The console script."""
    cli.main(prog_name="denotary")
    raise AssertionError("unreachable")


@cli.command("list")
@click.argument("pattern", default="")
@kind_option
@cache_option
@project_option
@json_option
def list_command(
    pattern: str,
    kinds: tuple[str, ...],
    no_cache: bool,
    project: Path | None,
    json_to: str | None,
) -> int:
    """List declarations whose name contains PATTERN (or matches it, with * and ?)."""
    from denotary.extraction import listing
    from denotary.extraction.inventory import inventory
    from denotary.extraction.projects import discover
    from denotary.extraction.store import Store

    root = discover(project, Path.cwd())
    store = None if no_cache else Store()
    try:
        entries, problems = inventory(root, store)
    finally:
        if store is not None:
            store.close()
    found = listing.select(entries, pattern, kinds)
    if json_to is not None:
        _write_json(json_to, listing.encode(root, found, problems))
    if json_to != "-":
        click.echo("\n".join(listing.lines(found)))
    for problem in problems:
        click.echo(problem, err=True)
    return 0


@cli.command("show")
@click.argument("name")
@click.option("--unfold", is_flag=True, help="Also the definitions that the statement reaches.")
@cache_option
@project_option
@json_option
def show_command(
    name: str, unfold: bool, no_cache: bool, project: Path | None, json_to: str | None
) -> int:
    """Show a declaration as written: statement, docstring, place, and how it is proved.

    NAME may be the end of a full name where only one declaration ends in it.
    """
    from denotary.extraction import statement
    from denotary.extraction.projects import discover, open_project

    root = discover(project, Path.cwd(), keep=not no_cache)
    shown = statement.describe(open_project(root), root, name, unfold=unfold)
    if json_to is not None:
        _write_json(json_to, statement.encode(shown))
    if json_to != "-":
        statement.show(_console(), shown)
    return 2 if shown.problem else 0


@cli.command("check", cls=SetCommand, epilog=EXIT_HELP)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@project_option
@click.option(
    "--set",
    "assignments",
    multiple=True,
    metavar="BINDER=VALUE...",
    help="Fix binders, e.g. --set R=4 N=2; the rest are sampled from their types.",
)
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
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the sampling."
)
@click.option(
    "--precision",
    default="f64,f32",
    show_default=True,
    metavar="LIST",
    help="Of f64, f32, bf16. A verdict needs f64 and f32.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    metavar="S",
    help="Seconds for one theorem.",
)
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
        with watcher(_console(stderr=True)) as watching:
            outcome = check_root(root, names, options, Worker(root, devices), watching)
    except WorkerFailure as error:
        click.echo(
            f"error: {error}" if not str(error).startswith("error") else str(error), err=True
        )
        return 2
    if json_to is not None:
        _write_json(json_to, report.encode(outcome))
    report.show(_console(stderr=json_to == "-"), outcome)
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


@cli.command("coverage")
@click.argument("pattern", default="")
@project_option
@kind_option
@click.option(
    "--equations",
    is_flag=True,
    help="Only theorems that conclude in equations over reals, vectors, matrices and the like.",
)
@click.option(
    "--sample", type=click.IntRange(min=1), metavar="K", help="Only K declarations, at random."
)
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the draw."
)
@click.option(
    "--upto",
    type=click.Choice(["listed", "parsed", "elaborated", "checked", "runnable", "judged"]),
    default="judged",
    show_default=True,
    help="How far to go.",
)
@jobs_option
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="S",
    help="Seconds for one declaration, and again for judging it.",
)
@click.option(
    "--fail-under",
    type=click.FloatRange(min=0, max=100),
    metavar="P",
    help="Exit with 1 when fewer than P per cent get as far as --upto asks.",
)
@fresh_option
@cache_option
@budget_option
@json_option
def coverage_command(
    pattern: str,
    project: Path | None,
    kinds: tuple[str, ...],
    equations: bool,
    sample: int | None,
    seed: int,
    upto: str,
    jobs: int | None,
    timeout: float,
    fail_under: float | None,
    fresh: bool,
    no_cache: bool,
    budget: float | None,
    json_to: str | None,
) -> int:
    """How far the declarations whose name contains PATTERN get, and what stops them.

    listed → parsed → elaborated → checked → runnable → judged. Ctrl-C keeps what is finished.
    """
    from denotary.extraction.coverage import report
    from denotary.extraction.coverage.records import Stage
    from denotary.extraction.coverage.run import Options, Run
    from denotary.extraction.projects import discover, open_project
    from denotary.extraction.settings import load_settings

    options = Options(
        pattern=pattern,
        kinds=kinds,
        equations=equations,
        sample=sample,
        seed=seed,
        upto=Stage(upto),
        jobs=jobs,
        timeout=timeout,
        budget=budget,
    )
    root = discover(project, Path.cwd(), keep=not (no_cache or fresh))
    settings = load_settings(root.folder)

    outcome = _carried_out(
        no_cache,
        lambda watching, store: Run(
            open_project(root), root, settings, options, watching, store=store, fresh=fresh
        ).outcome(),
    )
    if outcome is None:
        return 2
    if json_to is not None:
        _write_json(json_to, report.encode(root, options, outcome))
    report.show(_console(stderr=json_to == "-"), outcome)
    if outcome.interrupted:
        return 130
    return 1 if fail_under is not None and report.share_complete(outcome) < fail_under else 0


@cli.command("mutate", cls=SetCommand, epilog=EXIT_HELP)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@project_option
@click.option(
    "--set",
    "assignments",
    multiple=True,
    metavar="BINDER=VALUE...",
    help="Fix binders, as for `check`; small sizes are quicker.",
)
@click.option("--operators", metavar="LIST", help="Only these operators, e.g. mean,count.")
@click.option(
    "--sample",
    type=click.IntRange(min=1),
    metavar="K",
    help="K mutants of each theorem, at random.",
)
@click.option(
    "--samples", type=click.IntRange(min=1), default=2, show_default=True, help="Instances to try."
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Seed of the draw of mutants, and of the instances.",
)
@jobs_option
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    metavar="S",
    help="Seconds for one mutant. Default: 5 times what the theorem takes, and at least 20.",
)
@click.option(
    "--fail-under",
    type=click.FloatRange(min=0, max=100),
    metavar="P",
    help="Exit with 1 when fewer than P per cent of the mutants that count are killed.",
)
@fresh_option
@cache_option
@budget_option
@json_option
def mutate_command(
    names: tuple[str, ...],
    project: Path | None,
    assignments: tuple[str, ...],
    operators: str | None,
    sample: int | None,
    samples: int,
    seed: int,
    jobs: int | None,
    timeout: float | None,
    fail_under: float | None,
    fresh: bool,
    no_cache: bool,
    budget: float | None,
    json_to: str | None,
) -> int:
    """Whether the checks of the theorems called NAME would notice if the Lean text were wrong.

    The statement and the definitions that it reaches are changed in one place at a time; a check
    should refute what comes of it. Ctrl-C keeps what is finished, and so does the cache.
    """
    from denotary.extraction import binders
    from denotary.extraction.mutation import report
    from denotary.extraction.mutation.operators import OPERATORS
    from denotary.extraction.mutation.run import Options, Run
    from denotary.extraction.mutation.run import operators as chosen
    from denotary.extraction.projects import discover, open_project
    from denotary.extraction.settings import load_settings

    options = Options(
        sizes=dict(binders.assignment(text) for text in assignments),
        operators=tuple(OPERATORS) if operators is None else chosen(operators),
        sample=sample,
        seed=seed,
        samples=samples,
        jobs=jobs,
        timeout=timeout,
        budget=budget,
    )
    root = discover(project, Path.cwd(), keep=not (no_cache or fresh))
    settings = load_settings(root.folder)

    outcome = _carried_out(
        no_cache,
        lambda watching, store: Run(
            open_project(root), root, settings, options, watching, store=store, fresh=fresh
        ).outcome(names),
    )
    if outcome is None:
        return 2
    if json_to is not None:
        _write_json(json_to, report.encode(root, options, outcome))
    report.show(_console(stderr=json_to == "-"), outcome)
    rate = outcome.power.rate
    if not outcome.exit_status and fail_under is not None and (rate is None or rate < fail_under):
        return 1
    return outcome.exit_status


@cli.command("doctor")
@project_option
@json_option
def doctor_command(project: Path | None, json_to: str | None) -> int:
    """Versions, devices, memory, and what would run where."""
    from denotary.extraction import doctor
    from denotary.extraction.documents import document
    from denotary.extraction.projects import discover

    findings = doctor.examine(discover(project, Path.cwd()))
    if json_to is not None:
        _write_json(json_to, document("doctor", findings=doctor.encode(findings)))
    if json_to != "-":
        doctor.show(_console(), findings)
    return 0 if all(finding.good for finding in findings) else 2


def _carried_out(
    no_cache: bool, outcome_of: Callable[[LiveWatcher | PlainWatcher, Store | None], Outcome]
) -> Outcome | None:
    """A run that shares its work out to processes; `None` where one could not start, as is told."""
    from denotary.extraction.coverage.progress import watcher
    from denotary.extraction.process import ProcessFailure
    from denotary.extraction.store import Store

    store = None if no_cache else Store()
    try:
        with watcher(_console(stderr=True)) as watching:
            return outcome_of(watching, store)
    except ProcessFailure as error:
        click.echo(f"error: {str(error).removeprefix('error: ')}", err=True)
        return None
    finally:
        if store is not None:
            store.close()


def _console(stderr: bool = False) -> Console:
    """A console that does not break long lines where nobody sees them as lines."""
    from rich.console import Console

    console = Console(stderr=stderr, highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        return Console(stderr=stderr, highlight=False, width=200)
    return console


def _write_json(to: str, document: Any) -> None:
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2)
    if to == "-":
        click.echo(text)
        return
    try:
        Path(to).write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(
            f"cannot write `{to}`",
            expected="a file that can be written",
            found=error.strerror or str(error),
            advice="check the path and its permissions",
        ) from error
