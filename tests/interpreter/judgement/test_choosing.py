"""Type variables: which types are chosen, and that false statements over them are refuted."""

from __future__ import annotations

import pytest

from denotary.interpreter.judgement.verdict import Status

EUCLIDEAN = "EuclideanSpace ℝ (Fin 3)"


@pytest.mark.parametrize(
    ("binders", "true", "false", "types"),
    [
        ("{ι : Type*} [Fintype ι] (f g : ι → ℝ)", "∑ i, (f i + g i) = ∑ i, f i + ∑ i, g i",
         "∑ i, (f i + g i) = ∑ i, f i - ∑ i, g i", {"ι": "Fin 3"}),
        ("{ι κ : Type*} [Fintype ι] [DecidableEq ι] [Fintype κ] (A : Matrix ι κ ℝ)",
         "∑ i, ∑ j, A i j = ∑ j, ∑ i, A i j", "∀ i, ∑ j, A i j = 0", {"ι": "Fin 3", "κ": "Fin 2"}),
        ("{α : Type*} [CommRing α] (a b : α)", "(a + b) ^ 2 = a ^ 2 + 2 * a * b + b ^ 2",
         "(a + b) ^ 2 = a ^ 2 + a * b + b ^ 2", {"α": "ℝ"}),
        ("{α : Type*} [LinearOrder α] (a b : α)", "max a b = max b a", "max a b = min b a",
         {"α": "ℕ"}),
        ("{E : Type*} [NormedAddCommGroup E] [InnerProductSpace ℝ E] (x y : E)",
         "‖x + y‖ ≤ ‖x‖ + ‖y‖", "‖x + y‖ ≤ ‖x‖", {"E": EUCLIDEAN}),
        ("{E : Type*} [NormedAddCommGroup E] [NormedSpace ℝ E] (c : ℝ) (x : E)",
         "‖c • x‖ = |c| * ‖x‖", "‖c • x‖ = c * ‖x‖", {"E": EUCLIDEAN}),
    ],
)  # fmt: skip
def test_types_are_chosen_by_their_classes(run, binders, true, false, types):
    good = run(f"theorem it {binders} : {true} := by sorry")
    assert good.status is Status.CONFIRMED, good.message
    assert {name: good.instance[name] for name in types} == types
    assert run(f"theorem it {binders} : {false} := by sorry").status is Status.REFUTED


def test_a_class_that_no_type_has_is_named(run):
    result = run("""
    class Odd' (α : Type) where
      it : α → ℝ
    theorem it {α : Type} [Odd' α] (a : α) : Odd'.it a = Odd'.it a := by sorry
    """)
    assert result.status is Status.UNSUPPORTED
    assert "Odd'" in result.message
