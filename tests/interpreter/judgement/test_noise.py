"""Ill-conditioned cases: decided in higher precision, or left open with the reason."""

from __future__ import annotations

import pytest

from denotary.interpreter.judgement.verdict import Status

CONFIRMED, REFUTED, OPEN = Status.CONFIRMED, Status.REFUTED, Status.INCONCLUSIVE

LAYERS = """
noncomputable def mean {n : ℕ} (x : Vec n) : ℝ := (∑ i, x i) / n
noncomputable def var {n : ℕ} (x : Vec n) : ℝ := (∑ i, (x i - mean x) ^ 2) / n
noncomputable def norm {n : ℕ} (ε : ℝ) (x : Vec n) : Vec n :=
  fun i => (x i - mean x) / Real.sqrt (var x + ε)
noncomputable def softmax {n : ℕ} (x : Vec n) : Vec n :=
  fun i => Real.exp (x i) / ∑ j, Real.exp (x j)
"""


def test_a_variance_of_zero_with_epsilon_zero(run):
    """In float64 the mean of seven tenths is not a tenth, and what is left of it is normalised."""
    text = LAYERS + "theorem it (x : Vec 7) (h : ∀ i, x i = 1 / 10) : norm 0 x = CLAIM := by sorry"
    good = run(text.replace("CLAIM", "fun _ => 0"))
    assert good.status is CONFIRMED, good.message
    assert run(text.replace("CLAIM", "fun _ => 1")).status is REFUTED


@pytest.mark.parametrize("spread", ["1 / 10 ^ 12", "1 / 2 ^ 60"])
def test_a_variance_near_zero(run, spread):
    text = (
        LAYERS
        + f"""
    theorem it (x : Vec 3) (h : ∀ i, x i = 1 + i.val * ({spread})) : norm 0 x = CLAIM := by sorry
    """
    )
    exact = "fun i => (i.val - 1) / Real.sqrt (2 / 3)"
    good = run(text.replace("CLAIM", exact))
    assert good.status is CONFIRMED, good.message
    assert run(text.replace("CLAIM", "fun i => (i.val - 1 : ℝ)")).status is REFUTED


def test_a_softmax_of_large_logits(run):
    text = (
        LAYERS
        + """
    theorem it (x : Vec 3) (h : ∀ i, x i = 1000 * i.val) : softmax CLAIM = softmax x := by sorry
    """
    )
    good = run(text.replace("CLAIM", "(fun i => x i + 5)"))
    assert good.status is CONFIRMED, good.message
    assert "40 digits" in good.leaves[0].message
    assert run(text.replace("CLAIM", "(fun i => 2 * x i)")).status is REFUTED


def test_a_softmax_too_large_for_digits_is_left_open(run):
    result = run(
        LAYERS
        + """
    theorem it (x : Vec 60000) (h : ∀ i, x i = 1000 * i.val) :
        softmax (fun i => x i + 5) = softmax x := by sorry
    """
    )
    assert result.status is OPEN
    assert "overflows" in result.message or "bounds" in result.message


def test_a_derivative_at_a_kink_is_not_guessed(run):
    """Lean's derivative of `max t 0` at 0 is 0, a program's is that of one side or of both."""
    text = "theorem it (x : ℝ) HYP : deriv (fun t => max t 0) x = CLAIM := by sorry"
    step = "(if 0 < x then 1 else 0)"
    good = run(text.replace("HYP", "").replace("CLAIM", step), samples=6)
    assert good.status is CONFIRMED, good.message
    at_kink = run(text.replace("HYP", "(h : x = 0)").replace("CLAIM", step))
    assert at_kink.status is OPEN, at_kink.message
    assert run(text.replace("HYP", "").replace("CLAIM", "1"), samples=6).status is REFUTED
    beside = run(text.replace("HYP", "(h : x = 1)").replace("CLAIM", "2"))
    assert beside.status is REFUTED, beside.message


TIE = """
theorem it (x : ℝ) HYP : (if Real.sqrt x * Real.sqrt x < x then (1 : ℝ) else 0) = 0 := by sorry
"""


@pytest.mark.parametrize("hypothesis", ["(h : x = 3)", "(h : x = 2)", "(h : 0 < x)"])
def test_a_tie_of_computed_numbers_is_not_guessed(run, hypothesis):
    """Which is larger, `√3 · √3` or 3, no float knows, and sixty digits do not either."""
    for seed in range(4):
        result = run(TIE.replace("HYP", hypothesis), seed=seed)
        assert result.status in (OPEN, CONFIRMED), result.leaves
        if hypothesis == "(h : x = 3)":
            assert result.status is OPEN
            assert "60 digits" in result.message


def test_numbers_far_out_of_range_are_left_open_or_decided(run):
    text = "theorem it (x : ℝ) : Real.exp (x + 900) = Real.exp x * Real.exp CLAIM := by sorry"
    good = run(text.replace("CLAIM", "900"))
    assert good.status is CONFIRMED and "digits" in good.leaves[0].message
    assert run(text.replace("CLAIM", "901")).status is REFUTED
