"""Verdicts other than confirmed and refuted: nothing to test, no meaning, and both precisions."""

from __future__ import annotations

from pathlib import Path

import pytest
from spine_changes import Change, bundled, verdict

from denotary.interpreter.judgement.verdict import Status, TheoremResult
from denotary.parser.project import load_text

SITE = {"N": 2, "c": 3, "h": 2, "w": 2, "R": 2}


def judged(text: str, name: str, **sizes: int) -> TheoremResult:
    return verdict(load_text(text), name, sizes, samples=1)


VACUOUS = {
    "h": "theorem t (n : ℕ) (v : Fin n → ℝ) (h : n < n) : v = 0 := sorry",
    "hx": "theorem t (x y : ℝ) (hx : x < y ∧ y < x) : x = y := sorry",
    "hv": "theorem t (v : Fin 3 → ℝ) (hp : 0 < v 0) (hv : ∀ i, v i < 0) : v 0 = v 1 := sorry",
    "h2": "theorem t (x : ℝ) (h1 : x = 1) (h2 : x = 2) : x = 3 := sorry",
}


@pytest.mark.parametrize("hypothesis", VACUOUS)
def test_hypotheses_that_nothing_satisfies(hypothesis: str) -> None:
    result = judged(VACUOUS[hypothesis], "t")
    assert result.status is Status.VACUOUS, (result.status, result.message)
    assert hypothesis in result.message
    assert result.samples == 0


def test_a_site_whose_hypothesis_nothing_satisfies(tmp_path: Path) -> None:
    change = Change(
        "Sync/Site.lean",
        "theorem den_bnSyncSiteLA (hR : 0 < R) ",
        "theorem den_bnSyncSiteLA (hR : 0 < R) (hbad : R + 1 ≤ R) ",
    )
    result = verdict(change.apply(tmp_path), "Proofs.StableHLO.den_bnSyncSiteLA", SITE)
    assert result.status is Status.VACUOUS, (result.status, result.message)
    assert "hbad" in result.message


UNSUPPORTED = {
    "opaque": (
        "opaque mystery (x : ℝ) : ℝ\n\ntheorem t (x : ℝ) : mystery x = x := sorry",
        "mystery",
        "",
    ),
    "behind a definition": (
        "axiom oracle : ℝ → ℝ\n\ndef twice (x : ℝ) : ℝ := 2 * oracle x\n\n"
        "theorem t (x : ℝ) : twice x = x := sorry",
        "oracle",
        "in twice at Snippet.lean:3:5",
    ),
    "a definition that was not elaborated": (
        "def broken (x : ℝ) : ℝ := by\n  ring\n\ntheorem t (x : ℝ) : broken x = x := sorry",
        "broken",
        "the tactic `ring` builds data here, which is not followed, in broken at Snippet.lean:1:5",
    ),
}


@pytest.mark.parametrize("case", UNSUPPORTED)
def test_a_constant_without_a_meaning(case: str) -> None:
    text, constant, place = UNSUPPORTED[case]
    result = judged(text, "t")
    assert result.status is Status.UNSUPPORTED, (result.status, result.message)
    assert f"`{constant}`" in result.message
    assert place in result.message
    assert Path(result.file).name == "Snippet.lean"
    assert result.line == text[: text.index("theorem")].count("\n") + 1


def test_both_values_of_the_precision_switch_are_judged() -> None:
    sizes = {"R": 2, "N": 2, "ic": 3, "oc": 2, "kH": 3, "kW": 3, "h": 3, "w": 2}
    result = verdict(bundled(), "Proofs.StableHLO.den_convAt_shard", sizes, samples=1)
    assert result.status is Status.CONFIRMED, result.message
    assert [leaf.id for leaf in result.leaves] == [
        "conclusion[bf16=false]",
        "conclusion[bf16=true]",
    ]


def test_a_change_under_the_precision_switch_is_seen_at_that_value_alone(tmp_path: Path) -> None:
    change = Change(
        "StableHLO/Ops.lean",
        "      flatConv (fun o ch kh kw => roundIf bf16 rnd (W o ch kh kw)) b",
        "      flatConv (fun o ch kh kw => roundIf bf16 (fun x => 2 * x) (W o ch kh kw)) b",
    )
    sizes = {"R": 2, "N": 2, "ic": 3, "oc": 2, "kH": 3, "kW": 3, "h": 3, "w": 2}
    project = change.apply(tmp_path)
    name = "Proofs.StableHLO.Bf16Fold.denOp_convAt_id"
    result = verdict(project, name, {k: v for k, v in sizes.items() if k not in "RN"}, samples=1)
    assert {leaf.id: leaf.status for leaf in result.leaves} == {
        "conclusion[bf16=false]": Status.CONFIRMED,
        "conclusion[bf16=true]": Status.REFUTED,
    }


def test_masks_that_are_not_ones_are_sampled(tmp_path: Path) -> None:
    """Drop-path with its scale ignored on the graph's side: refuted only if some scale is not 1."""
    change = Change("StableHLO/Graph.lean", "dropPath s (den e)", "den e")
    sizes = {"R": 2, "N": 2, "ic": 3, "mid": 4, "rd": 2, "k": 3, "h": 2, "w": 2}
    name = "Proofs.StableHLO.mbSkipDropSync_shard"
    result = verdict(change.apply(tmp_path), name, sizes, samples=1)
    assert result.status is Status.REFUTED, (result.status, result.message)
