"""A run of mutants for a reader: a table, the survivors, and the JSON of the contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from denotary.extraction import names
from denotary.extraction.documents import document
from denotary.extraction.mutation.records import Fate, Power, Record
from denotary.extraction.mutation.run import Options, Outcome, Tested
from denotary.extraction.projects import Root

SHOWN = (Fate.SURVIVED, Fate.UNDECIDED)
"""The fates of mutants that are listed one by one."""
MOST = 40
"""How many of them at most; the JSON has them all."""


def encode(root: Root, options: Options, outcome: Outcome) -> dict[str, Any]:
    """The JSON of `denotary mutate`."""
    return document(
        "mutate",
        project=str(root.path),
        selection={
            "operators": list(options.operators),
            "sample": options.sample,
            "seed": options.seed,
            "samples": options.samples,
            "set": dict(options.sizes),
        },
        summary=outcome.power.encode(),
        theorems=[_theorem(outcome, tested) for tested in outcome.theorems],
        interrupted=outcome.interrupted,
        late=outcome.late,
        seconds=outcome.seconds,
    )


def _theorem(outcome: Outcome, tested: Tested) -> dict[str, Any]:
    entry, listing = tested.entry, tested.listing
    return {
        "name": entry.name,
        "file": entry.file,
        "line": entry.line,
        "status": listing.status if listing is not None else "unfinished",
        "message": listing.message if listing is not None else "",
        "changes": listing.changes if listing is not None else 0,
        "unreached": listing.unreached if listing is not None else 0,
        "ill_typed": listing.ill_typed if listing is not None else 0,
        "left_out": listing.left if listing is not None else 0,
        "unfinished": tested.unfinished,
        **tested.power.encode(),
        "mutants": [_mutant(outcome, tested, record) for record in tested.records],
    }


def _mutant(outcome: Outcome, tested: Tested, record: Record) -> dict[str, Any]:
    outline = tested.outline(record)
    owner = outcome.entries[outline.owner]
    return {
        "number": record.number,
        "operator": outline.operator,
        "declaration": owner.name,
        "file": owner.file,
        "line": owner.line + outline.offset,
        "before": outline.before,
        "after": outline.after,
        "status": record.fate.value,
        "message": record.message,
        "difference": record.difference,
        "instance": dict(record.instance),
        "seconds": record.seconds,
        "cached": record.cached,
    }


def show(console: Console, outcome: Outcome) -> None:
    """Print the table, each survivor with its place and difference, and what was left undone."""
    console.print(table(outcome))
    listed = [
        (tested, record)
        for fate in SHOWN
        for tested in outcome.theorems
        for record in tested.records
        if record.fate is fate
    ]
    for tested, record in listed[:MOST]:
        console.print()
        console.print(survivor(outcome, tested, record), soft_wrap=True)
    if len(listed) > MOST:
        console.print(f"\n… and {len(listed) - MOST} more; --json has them all")
    for note in notes(outcome):
        console.print(Text("note: ", style="bold") + Text(note), soft_wrap=True)
    console.print(last_line(outcome), soft_wrap=True)


def table(outcome: Outcome) -> Table:
    """A row a theorem: how many of its mutants had which fate, and the kill rate."""
    made = Table(box=None, pad_edge=False, header_style="bold")
    made.add_column("theorem", overflow="fold", min_width=12)
    fates = [f for f in Fate if f in (Fate.KILLED, Fate.SURVIVED) or outcome.power.count(f)]
    made.add_column("tried", justify="right", no_wrap=True)
    for fate in fates:
        made.add_column(fate.value, justify="right", no_wrap=True)
    made.add_column("kill rate", justify="right", no_wrap=True)
    short = names.abbreviate([tested.entry.name for tested in outcome.theorems])
    for tested in outcome.theorems:
        if tested.listing is not None and tested.listing.status == "confirmed":
            made.add_row(short[tested.entry.name], *_cells(tested.power, fates))
    if len(outcome.theorems) > 1:
        made.add_row("all", *_cells(outcome.power, fates), style="bold")
    return made


def _cells(power: Power, fates: Sequence[Fate]) -> list[str]:
    return [str(power.tried), *(str(power.count(f) or "") for f in fates), rate(power)]


def rate(power: Power) -> str:
    """The kill rate; only where none survived it is called 100 %."""
    found = power.rate
    if found is None:
        return ""
    return "100 %" if not power.count(Fate.SURVIVED) else f"{min(found, 99.9):.1f} %"


def survivor(outcome: Outcome, tested: Tested, record: Record) -> Text:
    """A mutant with its place, what was changed, and what is known of it."""
    outline = tested.outline(record)
    owner = outcome.entries[outline.owner]
    text = Text(f"{record.fate.value}", style="bold")
    text.append(f"  {outline.operator} in {owner.name}", style="default")
    text.append(f"  {owner.file}:{owner.line + outline.offset}", style="default")
    if owner.key != tested.entry.key:
        text.append(f"  (of {tested.entry.name})", style="default")
    before, after = _one_line(outline.before), _one_line(outline.after)
    text.append(f"\n  {before}  ↦  {after or 'nothing'}", style="default")
    for line in record.difference.splitlines():
        text.append(f"\n  {line}", style="red" if line.startswith("-") else "green")
    if record.message:
        text.append(f"\n  {record.message}", style="dim")
    return text


def _one_line(text: str, limit: int = 100) -> str:
    text = " ".join(text.split())
    return text if len(text) <= limit else f"{text[:limit]}…"


def notes(outcome: Outcome) -> list[str]:
    """What a reader must know beyond the table."""
    said = []
    for tested in outcome.theorems:
        listing = tested.listing
        if listing is not None and listing.status != "confirmed":
            said.append(
                f"{tested.entry.name} is {listing.status}, so that none of its mutants was tried"
                + (f": {_one_line(listing.message, 300)}" if listing.message else "")
            )
    listings = [t.listing for t in outcome.theorems if t.listing is not None]
    unreached = sum(listing.unreached for listing in listings)
    if unreached:
        said.append(f"{unreached} changes are in places that running the theorem does not reach")
    left = sum(listing.left for listing in listings)
    if left:
        said.append(f"{left} changes are not in the sample (--sample)")
    cached = sum(record.cached for tested in outcome.theorems for record in tested.records)
    if cached:
        said.append(f"{cached} results were taken from the cache (--fresh makes them anew)")
    unknown = sum(tested.listing is None for tested in outcome.theorems)
    unfinished = sum(tested.unfinished for tested in outcome.theorems)
    why = "interrupted" if outcome.interrupted else "the time budget ended"
    if unknown:
        said.append(f"{why}: the mutants of {unknown} theorems were not listed")
    if unfinished:
        said.append(f"{why}: {unfinished} mutants were not tried")
    return said


def last_line(outcome: Outcome) -> Text:
    power = outcome.power
    parts = [f"{power.count(fate)} {fate.value}" for fate in Fate if power.count(fate)]
    found = rate(power)
    told = f"; kill rate {found}" if found else ""
    said = ", ".join(parts) or "none"
    text = f"{_count(power.tried, 'mutant')} of {_count(len(outcome.theorems), 'theorem')}: {said}"
    return Text(f"{text}{told} ({outcome.seconds:.0f} s)")


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
