"""`denotary mutate`: whether checks would notice a mistake."""

from __future__ import annotations

from pathlib import Path

import click

from denotary.options import (
    EXIT_HELP,
    SetCommand,
    budget_option,
    cache_option,
    fail_under_option,
    fresh_option,
    jobs_option,
    json_option,
    project_option,
    seed_option,
    set_option,
    timeout_option,
)
from denotary.output import carried_out


@click.command("mutate", cls=SetCommand, epilog=EXIT_HELP)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@project_option
@set_option("Fix binders, as for `check`; small sizes are quicker.")
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
@seed_option("Seed of the draw of mutants, and of the instances.")
@jobs_option
@timeout_option("Seconds for one mutant. Default: 5 times what the theorem takes, and at least 20.")
@fail_under_option("Exit with 1 when fewer than P per cent of the mutants that count are killed.")
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
    outcome = carried_out(
        Run,
        lambda run: run.outcome(names),
        report,
        options,
        project,
        no_cache=no_cache,
        fresh=fresh,
        json_to=json_to,
    )
    if outcome is None:
        return 2
    rate = outcome.power.rate
    if not outcome.exit_status and fail_under is not None and (rate is None or rate < fail_under):
        return 1
    return outcome.exit_status
