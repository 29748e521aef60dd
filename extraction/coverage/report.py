"""A coverage run for a reader: tables a terminal shows, and the JSON of the contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from denotary.extraction.coverage import summary
from denotary.extraction.coverage.records import ORDER, VERDICTS, PartKind, Record, Stage
from denotary.extraction.coverage.run import Options, Outcome
from denotary.extraction.coverage.summary import Reason, Row
from denotary.extraction.documents import document
from denotary.extraction.projects import Root

REASONS = 12
"""Reasons shown for each stage; the JSON has them all."""

_MARKS = {
    "confirmed": "✓",
    "refuted": "✗",
    "vacuous": "∅",
    "inconclusive": "~",
    "unsupported": "?",
    "error": "!",
    "timeout": "⧖",
}


def encode(root: Root, options: Options, outcome: Outcome) -> dict[str, Any]:
    """The JSON of `denotary coverage`."""
    return document(
        "coverage",
        project=str(root.path),
        upto=outcome.upto.value,
        selection={
            "pattern": options.pattern,
            "kinds": list(options.kinds),
            "equations": options.equations,
            "sample": options.sample,
            "seed": options.seed,
        },
        summary=summary.encode(outcome.records),
        declarations=[record.encode() for record in outcome.records],
        asked=outcome.total,
        unfinished=outcome.unfinished,
        unclassified=outcome.unclassified,
        interrupted=outcome.interrupted,
        seconds=outcome.seconds,
    )


def show(console: Console, outcome: Outcome) -> None:
    """Print the tables, the ranked reasons, and what was left undone."""
    records = outcome.records
    if records:
        rows = summary.folders(records)
        if len(rows) > 1:
            rows.append(summary.whole(records))
        console.print(folder_table(rows, outcome.upto))
        if outcome.upto > Stage.LISTED:
            console.print()
            console.print(part_table(summary.parts(records), outcome.upto))
    found = summary.reasons(records)
    for stage in Stage:
        group = [reason for reason in found if reason.after is stage]
        if group:
            console.print()
            console.print(reason_table(stage, group))
            if len(group) > REASONS:
                console.print(f"… and {len(group) - REASONS} more reasons; --json has them all")
    for note in notes(outcome):
        console.print(Text("note: ", style="bold") + Text(note), soft_wrap=True)
    for line in (verdicts(outcome), last_line(outcome)):
        if line is not None:
            console.print(line, soft_wrap=True)


def folder_table(rows: Sequence[Row], upto: Stage) -> Table:
    """Declarations by folder; of theorems, their verdicts."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("folder", overflow="fold", min_width=12)
    stages = [stage for stage in Stage if stage <= min(upto, Stage.CHECKED)]
    for stage in stages:
        table.add_column(stage.value, justify="right", no_wrap=True)
    verdicts = upto > Stage.CHECKED
    if verdicts:
        table.add_column("theorems", justify="right", no_wrap=True)
        table.add_column("runnable", justify="right", no_wrap=True)
    if upto is Stage.JUDGED:
        for status, mark in _MARKS.items():
            table.add_column(f"{mark} {status}", justify="right", overflow="fold")
    for row in rows:
        last = row is rows[-1] and row.label == "all"
        cells = [row.label, *(str(row.reached[stage]) for stage in stages)]
        if verdicts:
            cells += [str(row.theorems), str(row.reached[Stage.RUNNABLE])]
        if upto is Stage.JUDGED:
            cells += [str(row.statuses[status] or "") for status in _MARKS]
        table.add_row(*cells, style="bold" if last else None)
    return table


def part_table(rows: Sequence[Row], upto: Stage) -> Table:
    """Signatures and bodies by kind, with per cent of all of that kind."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("part")
    table.add_column("listed", justify="right")
    stages = [stage for stage in Stage if Stage.LISTED < stage <= min(upto, Stage.CHECKED)]
    for stage in stages:
        table.add_column(stage.value, justify="right", no_wrap=True)
    for row in rows:
        counts = (row.reached[stage] for stage in stages)
        table.add_row(row.label, str(row.count), *(of(count, row.count) for count in counts))
    return table


def of(count: int, total: int) -> str:
    """A count and its share; only a whole is called 100 %."""
    found = summary.share(count, total)
    if found is None:
        return ""
    text = f"{found:.1f}" if count == total else f"{min(found, 99.9):.1f}"
    return f"{count} ({text} %)"


def reason_table(stage: Stage, group: Sequence[Reason]) -> Table:
    """Why declarations went no further than a stage."""
    title = "stopped while being read" if stage is Stage.LISTED else f"stopped after {stage.value}"
    if stage is Stage.JUDGED:
        title = "judged, and not confirmed"
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("", justify="right", no_wrap=True)
    table.add_column(title, overflow="fold", ratio=3)
    table.add_column("most often about", overflow="fold", ratio=2)
    table.add_column("for example", overflow="fold", ratio=2)
    for reason in group[:REASONS]:
        about = ", ".join(f"{name} ({count})" for name, count in reason.subjects)
        text = f"{reason.status}: {reason.reason}" if reason.status else reason.reason
        table.add_row(str(reason.count), Text(text), Text(about), Text(reason.place))
    return table


def notes(outcome: Outcome) -> list[str]:
    """What a reader must know beyond the tables."""
    said = []
    whole = summary.whole(outcome.records)
    if whole.assumed:
        said.append(
            f"{whole.assumed} of the {whole.statuses['confirmed']} confirmed theorems rest on "
            "hypotheses that were taken on trust, not evaluated"
        )
    if whole.sampled:
        said.append(
            f"{whole.sampled} of the {whole.statuses['confirmed']} confirmed theorems quantify "
            "inside their conclusion over more values than can be gone through; some were tried"
        )
    if outcome.unclassified:
        said.append(
            f"{outcome.unclassified} theorems were drawn that do not elaborate, so that it is not "
            "known whether they are equations; they are not counted"
        )
    cached = sum(record.cached for record in outcome.records)
    if cached:
        said.append(f"{cached} results were taken from the cache (--fresh makes them anew)")
    if outcome.unfinished:
        why = "interrupted" if outcome.interrupted else "the time budget ended"
        said.append(
            f"{outcome.unfinished} of {outcome.total} declarations were not looked at ({why}); "
            "a further run goes on from here"
        )
    unjudged = [r for r in outcome.records if waiting(r, outcome.upto)]
    if unjudged:
        why = "interrupted" if outcome.interrupted else "the time budget ended"
        said.append(f"{len(unjudged)} theorems were not judged ({why})")
    return said


def waiting(record: Record, upto: Stage) -> bool:
    """A theorem whose turn to be judged did not come."""
    return (
        record.kind == "theorem"
        and record.stop is None
        and not record.status
        and ORDER[record.stage] < ORDER[upto]
    )


def complete(outcome: Outcome) -> int:
    """How many declarations got as far as they were asked to; of theorems to be judged, confirmed.

    What was not looked at counts as not having got there.
    """
    return sum(r.stop is None and not waiting(r, outcome.upto) for r in outcome.records)


def share_complete(outcome: Outcome) -> float:
    """The same in per cent of what was asked for."""
    return summary.share(complete(outcome), outcome.total) or 0.0


def verdicts(outcome: Outcome) -> Text | None:
    """How many theorems ran, and with what verdicts, in per cent of those asked for and of those
    that ran."""
    whole = summary.whole(outcome.records)
    if outcome.upto is not Stage.JUDGED or not whole.theorems:
        return None
    ran = whole.reached[Stage.JUDGED]
    said = [
        f"{of(whole.statuses[status], ran)} {status}"
        for status in VERDICTS
        if whole.statuses[status]
    ]
    line = f"{of(ran, whole.theorems)} of {whole.theorems} theorems ran"
    return Text(line + (": " + ", ".join(said) if said else ""))


def last_line(outcome: Outcome) -> Text:
    """How many got as far as they were asked to, in how long."""
    records, good = outcome.records, complete(outcome)
    statements = [r for r in records if any(p.kind is PartKind.STATEMENT for p in r.parts)]
    line = Text(
        f"{len(records)} declaration{'' if len(records) == 1 else 's'}, {len(statements)} of them "
        f"theorems; {good} went as far as `{outcome.upto.value}` asks"
    )
    line += Text(f" ({outcome.seconds:.1f} s)")
    if outcome.interrupted:
        line += Text("; interrupted", style="bold yellow")
    return line
