"""The table, the details below it, and the JSON."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from denotary.extraction import report
from denotary.extraction.checks import LeftOut, Outcome
from denotary.interpreter.judgement.verdict import (
    Control,
    Counterexample,
    Hypothesis,
    Leaf,
    Refutation,
    Status,
    TheoremResult,
)

SECONDS = {"parse": 0.1, "elaborate": 0.4, "trace": 1.2, "compile": 3.3, "run": 0.4}

CONFIRMED = TheoremResult(
    "Proofs.StableHLO.graph_shard",
    Status.CONFIRMED,
    file="Proofs/Graph.lean",
    line=20,
    proof="sorry",
    instance={"R": "4", "N": "1", "X": "[0.25, 0.5, 1.0]"},
    devices=4,
    platform="cpu",
    collectives={"all-reduce": 98},
    leaves=(Leaf("1", Status.CONFIRMED, {"f64": 3.1e-15, "f32": 2e-6}, 1.9e-6, (4, 10)),),
    hypotheses=(Hypothesis("hR", "evaluated"), Hypothesis("hd", "assumed")),
    seconds=SECONDS,
)
REFUTED = TheoremResult(
    "Proofs.SyncKit.chan_dropped",
    Status.REFUTED,
    file="Proofs/Chan.lean",
    line=40,
    instance={"R": "2", "X": "[0.5, -1.25]"},
    devices=1,
    platform="cpu",
    emulated=True,
    leaves=(
        Leaf("mean", Status.CONFIRMED, {"f64": 0.0, "f32": 0.0}, 0.0, (3,)),
        Leaf(
            "var",
            Status.REFUTED,
            {"f64": 0.31, "f32": 0.31},
            2e-7,
            (3,),
            Counterexample((1,), 0.75, 0.0625),
        ),
    ),
    seconds=SECONDS,
)
UNSUPPORTED = TheoremResult(
    "Proofs.integral",
    Status.UNSUPPORTED,
    file="Proofs/Chan.lean",
    line=90,
    message="`MeasureTheory.integral` at Proofs/Chan.lean:91:7 has no meaning here",
)
OUTCOME = Outcome(
    (CONFIRMED, REFUTED, UNSUPPORTED),
    left_out=(LeftOut("Proofs.big", "needs a GPU"), LeftOut("Proofs.bigger", "needs a GPU")),
    by_name=True,
    seconds=12.34,
    environment={"platform": "cpu"},
)


def shown(outcome: Outcome, width: int) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    report.show(console, outcome)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in text.splitlines())


def test_the_whole_report_on_a_wide_terminal() -> None:
    expected = Path(__file__).with_name("report_160.txt").read_text(encoding="utf-8")
    assert shown(OUTCOME, 160) + "\n" == expected


@pytest.mark.parametrize("width", [80, 100, 110, 129])
def test_a_narrow_table_keeps_every_verdict_and_number_whole(width: int) -> None:
    text = shown(OUTCOME, width)
    head = text.splitlines()
    assert all(len(line) <= width for line in head)
    for whole in (
        "✓ confirmed",
        "✗ refuted",
        "? unsupported",
        "8.3e+14",
        "1.6e+06",
        "98 all-reduce",
    ):
        assert whole in text


def test_residuals_are_compared_with_the_noise_of_their_own_precision() -> None:
    leaf = Leaf("1", Status.CONFIRMED, {"f64": 2.0**-50, "f32": 2.0**-20, "bf16": 1.0}, 2.0**-22)
    assert report.ratio(leaf, "f32") == 4.0
    assert report.ratio(leaf, "f64") == 2.0  # the noise in float64 is 2⁻²² · 2⁻⁵³ / 2⁻²⁴
    lucky = Leaf("1", Status.CONFIRMED, {"f64": 2.0**-52}, 2.0**-53)
    assert report.ratio(lucky, "f64") == 1.0  # noise below one unit in the last place
    exact = Leaf("1", Status.CONFIRMED, {"f64": 0.0}, 0.0)
    assert report.ratio(exact, "f64") is None


def test_an_interrupted_run_says_so() -> None:
    outcome = Outcome((), (LeftOut("A.a", "interrupted"),), interrupted=True)
    assert shown(outcome, 100).splitlines()[-1] == (
        "0 theorems: none was run; 1 left out (0.0 s); interrupted"
    )


def test_many_bad_leaves_are_counted() -> None:
    leaves = tuple(Leaf(str(i), Status.REFUTED) for i in range(30))
    text = shown(Outcome((TheoremResult("A.a", Status.REFUTED, leaves=leaves),)), 120)
    assert "… and 20 more leaves; --json has them all" in text


def test_lean_text_is_never_read_as_markup() -> None:
    result = TheoremResult("A.a", Status.ERROR, message="expected [bold] or [/red] here")
    assert "expected [bold] or [/red] here" in shown(Outcome((result,)), 120)


def test_controls_are_a_section_of_their_own() -> None:
    found = (
        Control("COLLECTIVE", "passed", "2 sums over replicas", 2.0),
        Control("CONTROL", "error", "cannot fire: every replica has the same terms"),
        Control("SENSITIVITY", "failed", "input +0.0001 does not show", 1.25e-16),
    )
    text = shown(Outcome((replace(CONFIRMED, controls=found),)), 120)
    assert (
        "controls of Proofs.StableHLO.graph_shard\n"
        "  ✓ COLLECTIVE passed: 2 sums over replicas (2)\n"
        "  ! CONTROL error: cannot fire: every replica has the same terms\n"
        "  ✗ SENSITIVITY failed: input +0.0001 does not show (1.25e-16)\n"
    ) in text


def test_a_counterexample_is_shown_as_lean_text_with_its_command() -> None:
    found = Refutation("var", ("let x : ℝ := 1/2",), "x.npz", "denotary check A.a --instance x.npz")
    example = Counterexample((1,), 0.75, 0.0625, ("3/4", "1/16"))
    leaf = replace(REFUTED.leaves[1], counterexample=example, message="decided exactly")
    result = replace(REFUTED, refutations=(found,), leaves=(leaf,))
    text = shown(Outcome((result,)), 120)
    assert "    let x : ℝ := 1/2\n  again: denotary check A.a --instance x.npz\n" in text
    assert (
        "  leaf var: ✗ refuted (exactly)\n    at index (1): left 3/4, right 1/16 (exact)\n" in text
    )
    assert "R = 2" not in text
    other = replace(found, leaf="mean", lean=("let x : ℝ := 2",))
    both = replace(result, refutations=(found, other))
    text = shown(Outcome((both,)), 120)
    assert "  a counterexample to leaf var:\n    let x : ℝ := 1/2\n" in text
    assert "  a counterexample to leaf mean:\n    let x : ℝ := 2\n" in text


def test_the_json_frame() -> None:
    data = json.loads(json.dumps(report.encode(OUTCOME), allow_nan=False))
    assert list(data) == [
        "schema",
        "command",
        "denotary",
        "environment",
        "theorems",
        "left_out",
        "interrupted",
        "seconds",
        "exit_status",
    ]
    assert (data["schema"], data["command"], data["exit_status"]) == (1, "check", 1)
    assert data["left_out"][0] == {"name": "Proofs.big", "reason": "needs a GPU"}
    back = [TheoremResult.decode(item) for item in data["theorems"]]
    assert [item.encode() for item in back] == data["theorems"]
