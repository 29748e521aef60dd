"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

EXIT_HELP = """Exit status: 0 all confirmed; 1 something refuted; 2 usage, parse or environment
error; 3 nothing refuted, but a theorem asked for by name is vacuous, inconclusive or unsupported,
or a control of it fails or cannot fire; 130 interrupted."""


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


def set_option(help: str) -> Callable[..., Any]:
    """`--set`, whose assignments come as `assignments`; the command is a `SetCommand`."""
    return click.option("--set", "assignments", multiple=True, metavar="BINDER=VALUE...", help=help)


def seed_option(help: str) -> Callable[..., Any]:
    return click.option(
        "--seed", type=click.IntRange(min=0), default=0, show_default=True, help=help
    )


def timeout_option(help: str, default: float | None = None) -> Callable[..., Any]:
    return click.option(
        "--timeout",
        type=click.FloatRange(min=0, min_open=True),
        default=default,
        show_default=default is not None,
        metavar="S",
        help=help,
    )


def fail_under_option(help: str) -> Callable[..., Any]:
    return click.option(
        "--fail-under", type=click.FloatRange(min=0, max=100), metavar="P", help=help
    )
