"""A run for a reader: the table, what was found, and the JSON of the contract."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from denotary.extraction import derivations, lemmas
from denotary.extraction.checks import GOOD, LeftOut, Outcome
from denotary.extraction.doctor import versions
from denotary.extraction.documents import document
from denotary.extraction.names import abbreviate
from denotary.interpreter.judgement.verdict import (
    ALL_SIZES,
    Leaf,
    Status,
    Symbolic,
    TheoremResult,
)

_SHOWN = 10
"""How many leaves of a theorem, or theorems left out, are listed before a count."""

MARKS: Mapping[Status, tuple[str, str]] = {
    Status.PROVED: ("∎", "bold green"),
    Status.CONFIRMED: ("✓", "green"),
    Status.REFUTED: ("✗", "bold red"),
    Status.VACUOUS: ("∅", "yellow"),
    Status.INCONCLUSIVE: ("~", "yellow"),
    Status.UNSUPPORTED: ("?", "magenta"),
    Status.ERROR: ("!", "bold red"),
}

UNIT_ROUNDOFF = {"f64": 2.0**-53, "f32": 2.0**-24, "bf16": 2.0**-8}


def encode(outcome: Outcome) -> dict[str, Any]:
    """The JSON of `denotary check`."""
    return document(
        "check",
        environment=dict(outcome.environment) or {"versions": versions()},
        theorems=[result.encode() for result in outcome.results],
        left_out=[item.encode() for item in outcome.left_out],
        interrupted=outcome.interrupted,
        seconds=outcome.seconds,
        exit_status=outcome.exit_status,
    )


def verdict(status: Status, symbolic: Symbolic | None = None) -> Text:
    mark, style = MARKS[status]
    text = f"{mark} {status.value}"
    if status is Status.PROVED and symbolic is not None:
        scope = symbolic.scope or "its only instance"
        text += f" ({scope})" if scope == ALL_SIZES else f" (at {scope})"
    return Text(text, style=style)


def show(console: Console, outcome: Outcome) -> None:
    """Print the table, what is not confirmed and why, what to know, and the sum."""
    if outcome.results:
        console.print(table(outcome.results, console.width))
    for result in outcome.results:
        if result.status not in GOOD:
            console.print(details(result), crop=False)
        why = derivations.lines(result) if len(outcome.results) <= _SHOWN else ()
        if why:
            console.print(Text(f"\n{result.name}", style="bold"))
            console.print(Text("\n".join(f"  {line}" for line in why)))
        if result.lemmas:
            console.print(Text(f"\nlemmas of {result.name}, by what proves them", style="bold"))
            console.print(Text("\n".join(lemmas.lines(result.lemmas))))
    for result in outcome.results:
        if result.controls:
            console.print(controls(result))
    for note in notes(outcome.results):
        console.print(Text("note: ", style="bold") + Text(note))
    if outcome.left_out:
        console.print(left_out(outcome.left_out))
    console.print(summary(outcome))


def table(results: Sequence[TheoremResult], width: int = 160) -> Table:
    """One row a theorem, for a terminal of `width` columns.

    Where there is little room, sizes, devices and collectives go under the name; where there is
    less, residuals are given in units of the noise alone.
    """
    wide, narrow = width >= 130, width < 104
    grid = Table(box=None, pad_edge=False, header_style="bold")
    grid.add_column("theorem", overflow="fold", min_width=20)
    grid.add_column("verdict", no_wrap=True)
    grid.add_column("leaves", justify="right", no_wrap=True)
    if wide:
        grid.add_column("sizes", overflow="fold", max_width=24)
        grid.add_column("devices", no_wrap=True)
        grid.add_column("collectives", no_wrap=True)
    for precision in ("f64", "f32"):
        title = f"{precision}/noise" if narrow else f"{precision} (×noise)"
        grid.add_column(title, justify="right", no_wrap=True)
    grid.add_column("seconds", justify="right", no_wrap=True)
    short = abbreviate([result.name for result in results])
    for result in results:
        name = Text(short[result.name])
        run = (_sizes(result.instance), _devices(result), _collectives(result))
        for line in () if wide else (run[0], ", ".join(part for part in run[1:] if part)):
            name += Text(f"\n  {line}" if line else "", style="dim")
        grid.add_row(
            name,
            verdict(result.status, result.symbolic),
            _leaves(result),
            *(Text(part) for part in run if wide),
            _worst(result.leaves, "f64", brief=narrow),
            _worst(result.leaves, "f32", brief=narrow),
            f"{result.total_seconds:.1f}" if result.total_seconds else "",
        )
    return grid


def _leaves(result: TheoremResult) -> str:
    if not result.leaves:
        return ""
    good = sum(leaf.status in GOOD for leaf in result.leaves)
    return str(good) if good == len(result.leaves) else f"{good}/{len(result.leaves)}"


def _sizes(instance: Mapping[str, str]) -> str:
    """The binders whose values are short: sizes and flags. Arrays are left to the JSON."""
    return " ".join(f"{name}={value}" for name, value in instance.items() if len(value) <= 8)


def _devices(result: TheoremResult) -> str:
    if not result.devices:
        return ""
    what = f"{result.devices} {result.platform}".rstrip()
    return what + (", emulated" if result.emulated else "")


def _collectives(result: TheoremResult) -> str:
    return ", ".join(f"{count} {op}" for op, count in result.collectives.items())


def ratio(leaf: Leaf, precision: str) -> float | None:
    """The residual in units of the noise expected at that precision.

    `noise` is a side's own float32 rounding noise; another precision's scales with its unit
    roundoff, and is never taken to be less than one unit in the last place (docs/judging.md).
    """
    if precision not in leaf.residual or not leaf.noise:
        return None
    unit = UNIT_ROUNDOFF[precision]
    return leaf.residual[precision] / max(leaf.noise * unit / UNIT_ROUNDOFF["f32"], 2 * unit)


def _worst(leaves: Sequence[Leaf], precision: str, *, brief: bool) -> str:
    """The residual that stands out most from its noise, among a theorem's leaves."""
    measured = [leaf for leaf in leaves if precision in leaf.residual]
    if not measured:
        return ""

    def severity(leaf: Leaf) -> tuple[float, float]:
        residual, times = leaf.residual[precision], ratio(leaf, precision)
        size = math.inf if math.isnan(residual) else residual
        return (size if times is None or math.isnan(times) else times, size)

    worst = max(measured, key=severity)
    residual, times = worst.residual[precision], ratio(worst, precision)
    if times is None:
        return number(residual)
    return f"{times:.2g}" if brief else f"{number(residual)} ({times:.2g})"


def number(value: float) -> str:
    return "0" if value == 0 else f"{value:.1e}"


def details(result: TheoremResult) -> RenderableType:
    """Why a theorem is not confirmed: its message, and each leaf that is not."""
    head = verdict(result.status) + Text(f"  {result.name}", style="bold")
    head += Text(f"  {result.file}:{result.line}", style="dim")
    parts = [Text(), head, Text(f"  {result.sentence}")]
    if result.message:
        parts.append(Text(_indent(result.message)))
    for found in result.refutations:
        which = f" to leaf {found.leaf}" if len(result.refutations) > 1 else ""
        parts.append(Text(f"  a counterexample{which}:"))
        parts += [Text("    " + line) for line in found.lean]
        if found.replay:
            again = Text("  again: ", no_wrap=True, overflow="ignore")
            parts.append(again + Text(found.replay, style="bold"))
    if not result.refutations and result.status is Status.REFUTED and result.instance:
        parts.append(Text("  at " + ", ".join(f"{k} = {v}" for k, v in result.instance.items())))
    bad = [leaf for leaf in result.leaves if leaf.status not in GOOD]
    for leaf in bad[:_SHOWN]:
        said = verdict(leaf.status) + Text(" (exactly)" if leaf.exactly else "")
        parts += [Text("  leaf ") + Text(leaf.id, style="bold") + Text(": ") + said]
        parts += [Text("    " + line) for line in _leaf(leaf)]
    if len(bad) > _SHOWN:
        parts.append(Text(f"  … and {len(bad) - _SHOWN} more leaves; --json has them all"))
    return Group(*parts)


def _leaf(leaf: Leaf) -> list[str]:
    lines = []
    example = leaf.counterexample
    if example is not None:
        where = (
            f"at index ({', '.join(map(str, example.index))})" if example.index else "as numbers"
        )
        left, right = example.exact or (repr(example.left), repr(example.right))
        exactly = " (exact)" if example.exact else ""
        lines.append(f"{where}: left {left}, right {right}{exactly}")
    if leaf.residual:
        sizes = ", ".join(f"{name} {number(value)}" for name, value in leaf.residual.items())
        noise = "" if leaf.noise is None else f"; float32 noise {number(leaf.noise)}"
        lines.append(f"residual: {sizes}{noise}")
    if leaf.message:
        lines += leaf.message.splitlines()
    return lines


OUTCOMES: Mapping[str, tuple[str, str]] = {
    "passed": ("✓", "green"),
    "failed": ("✗", "bold red"),
    "error": ("!", "bold red"),
    "not run": ("-", "yellow"),
}


def controls(result: TheoremResult) -> RenderableType:
    """The controls of a theorem over replicas, a line each, or one where they say the same."""
    parts = [Text("controls of ") + Text(result.name, style="bold")]
    for _, alike in groupby(result.controls, lambda c: (c.outcome, c.message, c.value)):
        control, *others = alike
        named = ", ".join((control.name, *(other.name for other in others)))
        mark, style = OUTCOMES[control.outcome]
        line = Text(f"  {mark} {named} {control.outcome}", style=style)
        value = "" if control.value is None else f" ({control.value:.3g})"
        parts.append(line + Text(f": {control.message}{value}", style="default"))
    return Group(*parts)


def _indent(text: str) -> str:
    return "\n".join("  " + line for line in text.splitlines())


def notes(results: Sequence[TheoremResult]) -> list[str]:
    """What a reader must know beyond the verdicts: missing proofs, emulation, assumptions."""
    said = []
    for proof, text in (
        ("sorry", "stated but not proved in Lean (`sorry`)"),
        ("axiom", "assumed in Lean (`axiom`), not proved"),
    ):
        which = [result.name for result in results if result.proof == proof]
        if which:
            said.append(f"{text}: {_some(which)}")
    which = [result.name for result in results if result.emulated]
    if which:
        said.append(
            "emulated, for there are fewer devices than replicas (on a CPU, --devices K makes K): "
            + _some(which)
        )
    for result in results:
        assumed = [h.name for h in result.hypotheses if h.treatment == "assumed"]
        if assumed:
            said.append(f"hypotheses taken on trust in {result.name}: {', '.join(assumed)}")
        tested = [h.name for h in result.hypotheses if h.treatment == "tested"]
        if tested:
            said.append(f"hypotheses tested at some values in {result.name}: {', '.join(tested)}")
        sampled = [
            f"{name} at {count} value{'' if count == 1 else 's'}"
            for name, count in result.sampled.items()
        ]
        if sampled:
            said.append(f"sampled inside the conclusion of {result.name}: {', '.join(sampled)}")
    return said


def _some(which: Sequence[str]) -> str:
    more = f" and {len(which) - _SHOWN} more" if len(which) > _SHOWN else ""
    return ", ".join(which[:_SHOWN]) + more


def left_out(items: Sequence[LeftOut]) -> RenderableType:
    """The theorems that were not run, grouped by reason."""
    parts: list[Text] = []
    for reason, count in Counter(item.reason for item in items).items():
        which = [item.name for item in items if item.reason == reason]
        parts.append(Text(f"left out ({count}): ", style="bold") + Text(reason))
        parts.append(Text("  " + _some(which)))
    return Group(*parts)


def summary(outcome: Outcome) -> Text:
    """The last line: how many of each verdict, in how long."""
    counts = Counter(result.status for result in outcome.results)
    total = len(outcome.results)
    line = Text(f"{total} theorem{'' if total == 1 else 's'}: ")
    said = [
        Text(f"{counts[status]} {status.value}", style=MARKS[status][1])
        for status in Status
        if counts[status]
    ]
    line += Text(", ").join(said) if said else Text("none was run")
    if outcome.left_out:
        line += Text(f"; {len(outcome.left_out)} left out")
    line += Text(f" ({outcome.seconds:.1f} s)")
    if outcome.interrupted:
        line += Text("; interrupted", style="bold yellow")
    return line
