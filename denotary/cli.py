"""The command line: its commands, and how errors become messages and exit statuses."""

from __future__ import annotations

import os
import sys
import traceback
from typing import Any, NoReturn

import click

from denotary.commands.check import check_command
from denotary.commands.coverage import coverage_command
from denotary.commands.doctor import doctor_command
from denotary.commands.listing import list_command
from denotary.commands.mutate import mutate_command
from denotary.commands.show import show_command
from denotary.extraction.errors import UsageError
from denotary.options import EXIT_HELP
from denotary.spec.diagnostics import LeanError


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


@click.group(cls=Group, epilog=EXIT_HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="denotary")
def cli() -> None:
    """Check what Lean theorems about numerical programs claim, by running both sides."""


for command in (
    list_command,
    show_command,
    check_command,
    coverage_command,
    mutate_command,
    doctor_command,
):
    cli.add_command(command)


def main() -> NoReturn:
    """The console script."""
    cli.main(prog_name="denotary")
    raise AssertionError("unreachable")
