"""Which functions a statement about all functions is judged on."""

from __future__ import annotations

import pytest

from denotary.interpreter.judgement.verdict import Status

HOMOGENEOUS = """
theorem it {{n : ℕ}} (hn : 0 < n) (f : Vec n → Vec n) (t : ℝ)
    (hf : ∀ x, f (t • x) = t • f x) (X Y : Vec n) : {claim} := by sorry
"""


def test_a_homogeneous_function_is_tried_at_other_numbers_than_1(run):
    good = run(HOMOGENEOUS.format(claim="f (t • t • X) = t • t • f X"))
    assert good.status is Status.CONFIRMED, good.message


@pytest.mark.parametrize("claim", ["f X = t • f X", "f (t • X) = f X", "f (t • X) = t • t • f X"])
def test_what_holds_at_a_special_number_alone_is_refuted(run, claim):
    """A smooth function is homogeneous at `t = 1`; a linear one shows the rest."""
    assert run(HOMOGENEOUS.format(claim=claim)).status is Status.REFUTED


def test_what_holds_of_linear_functions_alone_is_refuted(run):
    bad = run(HOMOGENEOUS.format(claim="f (X + Y) = f X + f Y"))
    assert bad.status is Status.REFUTED


def test_functions_without_hypotheses_are_tried_as_they_are(run):
    """A hypothesis that speaks of no function asks for no other family."""
    text = "theorem it (f : ℝ → ℝ) (t : ℝ) (ht : 0 < t) (x : ℝ) : f (t + x) = f (x + t) := by sorry"
    assert run(text, samples=1).instance["f"] == "a smooth function"
