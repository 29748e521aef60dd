"""`denotary coverage`: how far declarations get."""

from __future__ import annotations

from pathlib import Path

import click

from denotary.options import (
    budget_option,
    cache_option,
    fail_under_option,
    fresh_option,
    jobs_option,
    json_option,
    kind_option,
    project_option,
    seed_option,
    timeout_option,
)
from denotary.output import carried_out


@click.command("coverage")
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
@seed_option("Seed of the draw.")
@click.option(
    "--upto",
    type=click.Choice(["listed", "parsed", "elaborated", "checked", "runnable", "judged"]),
    default="judged",
    show_default=True,
    help="How far to go.",
)
@jobs_option
@timeout_option("Seconds for one declaration, and again for judging it.", default=60.0)
@fail_under_option("Exit with 1 when fewer than P per cent get as far as --upto asks.")
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
    outcome = carried_out(
        Run,
        lambda run: run.outcome(),
        report,
        options,
        project,
        no_cache=no_cache,
        fresh=fresh,
        json_to=json_to,
    )
    if outcome is None:
        return 2
    if outcome.interrupted:
        return 130
    return 1 if fail_under is not None and report.share_complete(outcome) < fail_under else 0
