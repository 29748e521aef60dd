"""`denotary doctor`: versions and devices."""

from __future__ import annotations

from pathlib import Path

import click

from denotary.options import json_option, project_option
from denotary.output import console, write_json


@click.command("doctor")
@project_option
@json_option
def doctor_command(project: Path | None, json_to: str | None) -> int:
    """Versions, devices, memory, and what would run where."""
    from denotary.extraction import doctor
    from denotary.extraction.documents import document
    from denotary.extraction.projects import discover

    findings = doctor.examine(discover(project, Path.cwd()))
    if json_to is not None:
        write_json(json_to, document("doctor", findings=doctor.encode(findings)))
    if json_to != "-":
        doctor.show(console(), findings)
    return 0 if all(finding.good for finding in findings) else 2
