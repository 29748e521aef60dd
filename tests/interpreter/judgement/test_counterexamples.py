"""Counterexamples: made small, told in Lean's words, exact where they can be, judged again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from denotary.interpreter.judgement.refutation import Saved
from denotary.interpreter.judgement.verdict import Status, TheoremResult

REFUTED = Status.REFUTED


def again(run, text: str, result: TheoremResult) -> TheoremResult:
    """The counterexample of a result judged by itself."""
    saved = Saved.of(result.refutation.origin, result.refutation.arrays)
    return run(text, saved=saved)


MEAN = """
theorem it {n : ℕ} (hn : 0 < n) (x : Vec n) :
    (∑ i, x i ^ 2) / n = ((∑ i, x i) / n) ^ 2 := by sorry
"""


def test_sizes_and_entries_become_small(run):
    result = run(MEAN)
    assert result.status is REFUTED
    # one entry is its own mean; of two, one may be 0
    assert result.refutation.lean == ("let n : ℕ := 2", "let x : Vec 2 := ![0, 1]")
    (leaf,) = result.leaves
    assert leaf.exactly
    assert leaf.counterexample.exact == ("1/2", "1/4")


def test_the_same_counterexample_is_found_again(run):
    assert run(MEAN).refutation == run(MEAN).refutation


def test_a_counterexample_is_judged_again(run):
    first = run(MEAN)
    second = again(run, MEAN, first)
    assert second.status is REFUTED
    assert second.samples == 1
    assert second.leaves[0].counterexample == first.leaves[0].counterexample
    assert second.refutation.lean == first.refutation.lean


def test_hypotheses_stay_true(run):
    result = run("""
    theorem it {n : ℕ} (hn : 3 ≤ n) (x : Vec n) (hx : ∀ i, 2 ≤ x i) :
        ∑ i, x i = ∏ i, x i := by sorry
    """)
    assert result.status is REFUTED
    assert result.refutation.lean == ("let n : ℕ := 3", "let x : Vec 3 := ![2, 2, 2]")
    assert result.leaves[0].counterexample.exact == ("6", "8")


def test_a_saved_instance_that_fails_a_hypothesis_counts_for_nothing(run):
    text = "theorem it (x : ℝ) (hx : 0 < x) : x = 2 * x := by sorry"
    saved = Saved.of(run(text).refutation.origin, {"x": np.asarray(-1.0)})
    result = run(text, saved=saved)
    assert result.status is Status.VACUOUS
    assert "`hx`" in result.message


def test_a_saved_instance_of_another_theorem_is_refused(run):
    first = run(MEAN)
    arrays = {"x": np.zeros(7)}
    result = run(MEAN, saved=replace(Saved.of(first.refutation.origin, arrays), arrays=arrays))
    assert result.status is Status.ERROR
    assert "shape (7,)" in result.message and "shape (2,)" in result.message
    other = run(MEAN, saved=replace(Saved.of(first.refutation.origin, {}), arrays={}))
    assert "no array `x`" in other.message


def test_the_leaf_that_failed_is_the_one_that_still_fails(run):
    result = run("""
    theorem it (x y : ℝ) : x + y = y + x ∧ x * x = x ∧ y - x = x - y := by sorry
    """)
    assert result.leaves[0].status is Status.CONFIRMED
    assert result.refutation.leaf == "2"
    assert result.leaves[1].counterexample.exact == ("4", "2")


def test_a_leaf_that_holds_at_the_first_counterexample_gets_its_own(run):
    result = run("""
    theorem it (x y : ℝ) : x * x = x ∧ x * x + y = x + y ∧ y * y = y := by sorry
    """)
    assert [found.leaf for found in result.refutations] == ["1", "3"]
    assert [found.lean for found in result.refutations] == [
        ("let x : ℝ := 2", "let y : ℝ := 0"),
        ("let x : ℝ := 0", "let y : ℝ := 2"),
    ]
    assert [leaf.counterexample.exact for leaf in result.leaves] == [("4", "2")] * 3
    assert "2" in result.instance["x"]
    again = Saved.of(result.refutations[1].origin, result.refutations[1].arrays)
    assert [
        leaf.status.value
        for leaf in run(
            """
    theorem it (x y : ℝ) : x * x = x ∧ x * x + y = x + y ∧ y * y = y := by sorry
    """,
            saved=again,
        ).leaves
    ] == ["confirmed", "confirmed", "refuted"]


def test_roots_and_exponentials_are_told_apart_between_bounds(run):
    result = run("theorem it (x y : ℝ) : Real.exp (x + y) = Real.exp x + Real.exp y := by sorry")
    (leaf,) = result.leaves
    assert leaf.exactly
    assert result.refutation.lean == ("let x : ℝ := 0", "let y : ℝ := 0")
    root = run("theorem it (x : ℝ) (h : 1 < x) : Real.sqrt (x + 1) = Real.sqrt x := by sorry")
    assert "60 digits" in root.leaves[0].message
    assert root.leaves[0].counterexample.exact is None


def test_what_floats_cannot_tell_is_decided_exactly(run):
    """A difference of 10⁻³⁰ is far below float64's rounding of numbers near 1."""
    text = "theorem it (x : ℝ) (h : x = 1) : x + 1 / 10 ^ 30 {} x := by sorry"
    assert run(text.format("≤")).leaves[0].message == "decided exactly"
    assert run(text.format("≤")).status is REFUTED
    assert run(text.format("≠")).status is Status.CONFIRMED


def test_functions_and_structures_are_told(run):
    result = run("""
    structure P (n : ℕ) where
      a : Vec n
      ε : ℝ
    theorem it (f : ℝ → ℝ) (p : P 2) (b : Bool) : f (p.a 0 + p.ε) = f 0 + (if b then 1 else 2) := by
      sorry
    """)
    assert result.status is REFUTED
    assert result.refutation.lean[0].startswith("let f : ℝ → ℝ := fun x => ")
    assert result.refutation.lean[1:] == ("let p : P 2 := ⟨![0, 0], 0⟩", "let b : Bool := false")


@pytest.mark.parametrize("claim", ["x i = x 0", "x i ≤ x 0"])
def test_an_index_is_told_where_the_leaf_fails(run, claim):
    result = run(f"theorem it (x : Vec 3) (i : Fin 3) : {claim} := by sorry")
    (leaf,) = result.leaves
    assert result.refutation.lean[1] == f"let i : Fin 3 := {leaf.counterexample.index[0]}"


def test_a_refutation_by_derivatives_is_kept_by_the_rule_of_noise(run):
    text = "theorem it (x : ℝ) : deriv (fun t => t ^ 3) x = 2 * x ^ 2 := by sorry"
    result = run(text)
    assert result.status is REFUTED
    assert not result.leaves[0].exactly
    assert again(run, text, result).status is REFUTED


def test_a_confirmed_theorem_has_none(run):
    assert run("theorem it (x : ℝ) : x + 0 = x := by sorry").refutation is None
