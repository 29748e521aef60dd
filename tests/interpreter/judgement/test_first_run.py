"""What would be run first: the plan and the draw, with nothing compiled."""

from __future__ import annotations

from denotary.interpreter.judgement.rehearse import first_run
from denotary.parser import load_text

TEXT = """
theorem sums {n : ℕ} (x : Fin n → ℝ) : ∑ i, (x i + Real.exp (x i)) = ∑ i, Real.exp (x i) := by sorry
theorem decided : (2 : ℝ) + 2 = 4 := by sorry
"""


def test_the_plan_and_its_draw():
    first = first_run(load_text(TEXT).environment, "sums", sizes={"n": "5"})
    assert first is not None
    assert first.plan is not None
    assert [node.id for node in first.plan.nodes] == ["conclusion"]
    assert {array.shape for array in first.arrays.values()} == {(5,)}
    assert first.programs.seconds["compile"] == 0
    assert first.programs.seconds["run"] == 0


def test_nothing_where_it_is_decided_exactly():
    assert first_run(load_text(TEXT).environment, "decided") is None
