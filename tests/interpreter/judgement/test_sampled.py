"""Quantifiers inside a conclusion: at how many values they were tried, and what that tells."""

from __future__ import annotations

import pytest

from denotary.interpreter.judgement.rehearse import rehearse
from denotary.interpreter.judgement.verdict import READY, Status
from denotary.parser import load_text


def test_a_leaf_says_at_how_many_values_its_quantifier_was_tried(run) -> None:
    result = run("theorem it (n : ℕ) : n = n ∧ ∀ x : ℝ, ∀ v : Vec n, 0 ≤ x ^ 2 ∧ v = v := by sorry")
    assert result.status is Status.CONFIRMED
    plain, *under = result.leaves
    assert plain.sampled == {}
    for leaf in under:
        assert set(leaf.sampled) == {"∀x", "∀v"}
        assert leaf.sampled["∀x"] >= 4
    assert result.encode()["leaves"][1]["sampled"] == dict(under[0].sampled)


def test_values_that_a_premise_sorts_out_do_not_count(run) -> None:
    result = run("theorem it : True ∧ ∀ x : ℝ, x * x < 0 → 0 < -x := by sorry")
    assert result.leaves[1].sampled == {}
    assert result.leaves[1].status is Status.VACUOUS


def test_a_text_is_one_value_an_instance(run) -> None:
    result = run('theorem it : True ∧ ∀ s : String, s ++ "" = s := by sorry', samples=3)
    assert result.status is Status.CONFIRMED
    assert result.sampled["∀s"] == result.samples


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("∃ y : ℝ, ∀ x : ℝ, y * x = x", Status.CONFIRMED),
        ("∃ y : ℝ, ∀ x : ℝ, y = x", Status.INCONCLUSIVE),
        ("∃ y : ℝ, ∀ x : ℝ, x < y", Status.INCONCLUSIVE),
        ("∃ f : ℝ → ℝ, ∀ x : ℝ, f x = x", Status.CONFIRMED),
        ("¬ ∀ x : ℝ, 0 < x", Status.CONFIRMED),
        ("¬ ∀ x : ℝ, 0 ≤ x * x", Status.INCONCLUSIVE),
        ("¬ ∀ x y : Vec 3, ∑ i, x i * y i = ∑ i, y i * x i", Status.INCONCLUSIVE),
        ("¬ ∀ x y : Vec 3, ∑ i, x i * y i = ∑ i, x i * x i", Status.CONFIRMED),
    ],
)
def test_one_value_says_nothing_of_a_quantifier_under_a_witness(run, claim, status) -> None:
    assert run(f"theorem it : {claim} := by sorry").status is status


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("∃ y : ℝ, y * (1 + x 0 ^ 2) = 1", Status.CONFIRMED),
        ("∀ i, ∃ y : ℝ, y = x i + 1", Status.CONFIRMED),
        ("∃ y : ℝ, ∀ i, y = x i", Status.INCONCLUSIVE),
        ("∃ v : Vec 3, ∀ i, v i + 2 * x i = 1", Status.CONFIRMED),
        ("∃ v : Vec 3, ∑ i, v i = 1 ∧ v 0 = x 1", Status.CONFIRMED),
        ("∃ y : ℝ, x 0 < y ∧ y < x 0 + x 1 ^ 2 + 1", Status.CONFIRMED),
        ("∃ y : ℝ, x 0 < y ∧ y < x 0", Status.INCONCLUSIVE),
        ("∃ C : ℝ, ∀ i, |x i| ≤ C", Status.CONFIRMED),
        ("∃ y : ℝ, y ^ 2 = -1 - x 0 ^ 2", Status.INCONCLUSIVE),
    ],
)
def test_a_witness_is_looked_for_at_every_draw(run, claim, status) -> None:
    assert run(f"theorem it (x : Vec 3) : {claim} := by sorry").status is status


def test_one_witness_an_instance_settles_a_claim_without_other_numbers(run) -> None:
    claim = "theorem it (n : ℕ) : ¬ ∀ v : Vec (n + {}), ∑ i, v i = 0 := by sorry"
    assert run(claim.format(1)).status is Status.CONFIRMED
    assert run(claim.format(0), sizes={"n": 0}).status is Status.INCONCLUSIVE


def test_a_part_that_is_a_quantifier_is_tried_at_many_values(run) -> None:
    result = run("theorem it (a : ℝ) : (∀ x : ℝ, a * x = 0) ↔ a = 0 := by sorry")
    assert result.status is Status.CONFIRMED
    assert result.sampled["∀x"] % 24 == 0


def test_what_fails_where_a_quantifier_was_only_tried_is_not_called_refuted(run) -> None:
    result = run("theorem it (a : ℝ) : (∀ x : ℝ, x ≤ a + 10 ^ 40) → False := by sorry")
    assert result.status is not Status.REFUTED
    result = run("theorem it : (∀ x : ℝ, x ≤ 10 ^ 40) ↔ (1 : ℝ) = 2 := by sorry")
    assert result.status is Status.INCONCLUSIVE
    assert "only" not in result.message
    assert "holds at the values tried" in result.message


def test_a_part_that_fails_at_an_edge_is_not_passed_over(run) -> None:
    """`a = 0`, where the left side holds, is an edge that only further draws visit."""
    result = run("theorem it (a : ℝ) : (∀ x : ℝ, a * x = 0) ↔ a = 1 := by sorry")
    assert result.status is Status.INCONCLUSIVE
    assert "holds at the values tried" in result.message


def test_a_rehearsal_chooses_types_as_judging_does() -> None:
    project = load_text("theorem t {α : Type} [AddCommGroup α] (x : α) : x - x = 0 := by sorry\n")
    found = rehearse(project.environment, "t", instances=lambda goal: project.instance(goal, "t"))
    assert (found.status, found.message) == (Status.INCONCLUSIVE, READY)
