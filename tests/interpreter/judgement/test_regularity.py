"""Claims that a function is smooth, decided by its form; derivatives as claims and hypotheses."""

from __future__ import annotations

import pytest

from denotary.interpreter.judgement.verdict import Status

CONFIRMED, REFUTED, OPEN = Status.CONFIRMED, Status.REFUTED, Status.INCONCLUSIVE

FUNCTIONS = """
noncomputable def relu (x : ℝ) : ℝ := max x 0
noncomputable def sigmoid (x : ℝ) : ℝ := 1 / (1 + Real.exp (-x))
noncomputable def unit (ε : ℝ) (x : Vec 3) : Vec 3 :=
  fun i => x i / Real.sqrt (∑ j, x j ^ 2 + ε)
"""


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        (": Differentiable ℝ sigmoid", CONFIRMED),
        (": Differentiable ℝ relu", REFUTED),
        (": Continuous relu", CONFIRMED),
        (": Continuous (fun x : ℝ => if x < 0 then 1 else (0 : ℝ))", REFUTED),
        ("(x : ℝ) (h : x ≠ 0) : DifferentiableAt ℝ relu x", CONFIRMED),
        (": DifferentiableAt ℝ relu 0", REFUTED),
        (": ¬ DifferentiableAt ℝ relu 0", CONFIRMED),
        (": ¬ DifferentiableAt ℝ sigmoid 0", REFUTED),
        (": DifferentiableAt ℝ (fun x : ℝ => x * |x|) 0", OPEN),
        ("(ε : ℝ) (h : 0 < ε) : Differentiable ℝ (unit ε)", CONFIRMED),
        ("(ε : ℝ) : Differentiable ℝ (unit ε)", OPEN),
        ("(x : ℝ) : HasDerivAt (fun y => y ^ 3) (3 * x ^ 2) x", CONFIRMED),
        ("(x : ℝ) : HasDerivAt (fun y => y ^ 3) (2 * x ^ 2) x", REFUTED),
    ],
)
def test_smoothness(run, claim, status):
    result = run(f"{FUNCTIONS} theorem it {claim} := by sorry")
    assert result.status is status, result.message


@pytest.mark.parametrize(("factor", "status"), [("2 * f x", CONFIRMED), ("f x", REFUTED)])
def test_a_derivative_as_hypothesis(run, factor, status):
    result = run(f"""
    theorem it (f : ℝ → ℝ) (f' x : ℝ) (h : HasDerivAt f f' x) :
        HasDerivAt (fun y => f y ^ 2) ({factor} * f') x := by sorry
    """)
    assert result.status is status
    assert [h.treatment for h in result.hypotheses] == ["solved"]
    assert result.instance["f'"] == "solved from h"


def test_a_smooth_sample_satisfies_that_it_is_smooth(run):
    result = run("""
    theorem it (f : Vec 2 → ℝ) (h : Differentiable ℝ f) : f = f := by sorry
    """)
    assert [h.treatment for h in result.hypotheses] == ["evaluated"]
