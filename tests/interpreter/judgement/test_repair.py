"""Hypotheses that numbers are moved to meet, structures with laws, quantifiers that are tested.

Each with a true conclusion, and with a false one that must not be confirmed.
"""

from __future__ import annotations

import pytest

from denotary.interpreter.judgement.verdict import Status

CONFIRMED, REFUTED = Status.CONFIRMED, Status.REFUTED

FLOAT = """
structure FM where
  rnd : ℝ → ℝ
  u : ℝ
  u_nonneg : 0 ≤ u
  err : ∀ x : ℝ, |rnd x - x| ≤ u * |x|
"""
VJP = """
noncomputable def pd {m n : ℕ} (f : Vec m → Vec n) (x : Vec m) (i : Fin m) (j : Fin n) : ℝ :=
  fderiv ℝ f x (fun k => if k = i then 1 else 0) j
structure HV {m n : ℕ} (f : Vec m → Vec n) where
  backward : Vec m → Vec n → Vec m
  correct : ∀ x dy i, backward x dy i = ∑ j, pd f x i j * dy j
"""


def treatments(result):
    return {h.name: h.treatment for h in result.hypotheses}


@pytest.mark.parametrize(
    ("binders", "true", "false"),
    [
        ("{n : ℕ} (hn : 0 < n) (x : Vec n) (C : ℝ) (h : ∀ i, |x i| ≤ C)",
         "∑ i, |x i| ≤ n * C", "∑ i, |x i| ≤ n * C - C / 2"),
        ("(x y : Vec 3) (h : ∀ i, |y i - x i| ≤ 1 / 100)",
         "|∑ i, y i - ∑ i, x i| ≤ 3 / 100", "|∑ i, y i - ∑ i, x i| ≤ 1 / 100"),
        ("(x : EuclideanSpace ℝ (Fin 50)) (h : ‖x‖ < 1 / 10)", "x 0 ≤ 1 / 10", "x 0 ≤ -1 / 10"),
        ("(x : EuclideanSpace ℝ (Fin 5)) (h : ‖x‖ = 1)", "∑ i, x i ^ 2 = 1", "∑ i, x i ^ 2 = x 0"),
        ("(U : Matrix (Fin 3) (Fin 3) ℝ) (h : Uᵀ * U = 1)", "U * Uᵀ = 1", "U = 1"),
        ("(a b c : ℝ) (h₁ : 0 < a) (h₂ : a < b) (h₃ : b < c) (h₄ : c < 1 / 100)", "a < c", "c < a"),
        ("(x y : ℝ) (h : x * y = 1)", "x = y⁻¹", "x = 2 * y⁻¹"),
        ("(x y : ℝ) (h : x ^ 2 + y ^ 2 = 1)", "y ^ 2 = 1 - x ^ 2", "y = 1 - x"),
    ],
)  # fmt: skip
def test_numbers_are_moved_until_a_hypothesis_holds(run, binders, true, false):
    good = run(f"theorem it {binders} : {true} := by sorry")
    assert good.status is CONFIRMED, good.message
    assert set(treatments(good).values()) == {"evaluated"}
    assert run(f"theorem it {binders} : {false} := by sorry").status is REFUTED


def test_an_equation_is_solved_to_its_rounding(run):
    statement = "(x y : ℝ) (h : x ^ 2 + y ^ 2 = 1) : y ^ 2 = 1 - x ^ 2"
    result = run(f"theorem it {statement} := by sorry")
    assert result.status is CONFIRMED, result.message
    assert result.samples >= 7


def test_what_cannot_hold_stays_vacuous(run):
    result = run("theorem it (a : ℝ) (h : 0 < a) (k : a < 0) : a = 1 := by sorry")
    assert result.status is Status.VACUOUS


def test_a_side_that_is_zero_is_not_scaled(run):
    """`max x 0 - |x|` is 0 at a positive `x`, and no factor makes it -1."""
    result = run("theorem it (x : ℝ) (h : 0 < x ∧ max x 0 - |x| = -1) : x = 1 := by sorry")
    assert result.status is Status.VACUOUS, result.message


@pytest.mark.parametrize(
    ("claim", "status"), [("|v 0| ≤ 1 / 10", CONFIRMED), ("v 0 + v 1 ≤ 1 / 10", REFUTED)]
)
def test_premises_inside_a_conclusion_are_met(run, claim, status):
    text = f"theorem it : ∀ v : Vec 3, (∀ k, |v k| ≤ 1 / 10) → {claim} := by sorry"
    assert run(text).status is status


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("|M.rnd (x + y) - (x + y)| ≤ M.u * |x + y|", CONFIRMED),
        ("|M.rnd (x + y) - (x + y)| ≤ M.u * |x|", REFUTED),
        ("M.u ≤ 1 / 1000 → |M.rnd x - x| ≤ |x| / 1000", CONFIRMED),
        ("M.u ≤ 1 / 1000 → |M.rnd x - x| ≤ |x| / 10000", REFUTED),
    ],
)
def test_a_law_confines_the_function_of_a_structure(run, claim, status):
    result = run(f"{FLOAT} theorem it (M : FM) (x y : ℝ) : {claim} := by sorry")
    assert result.status is status
    found = treatments(result)
    assert (found["M.u_nonneg"], found["M.err"]) == ("evaluated", "solved")


@pytest.mark.parametrize(("factor", "status"), [("1", CONFIRMED), ("2", REFUTED)])
def test_a_law_determines_the_function_of_a_structure(run, factor, status):
    result = run(f"""{VJP}
    theorem it {{n : ℕ}} (f : Vec n → Vec n) (v w : HV f) (x dy : Vec n) :
        v.backward x dy = {factor} • w.backward x dy := by sorry
    """)
    assert result.status is status
    assert treatments(result) == {"v.correct": "solved", "w.correct": "solved"}


@pytest.mark.parametrize(
    ("hypothesis", "claim", "treatment", "status"),
    [
        ("∀ x, 0 ≤ f x", "|f a| = f a", "solved", CONFIRMED),
        ("∀ x, 0 ≤ f x", "|f a| = -f a", "solved", REFUTED),
        ("∀ x y, f (x + y) = f x + f y", "f (a + a) = 2 * f a", "tested", CONFIRMED),
        ("∀ x y, f (x + y) = f x + f y", "f (a + a) = 3 * f a", "tested", REFUTED),
        ("StrictMono f", "f a < f (a + 1)", "tested", CONFIRMED),
        ("StrictMono f", "f (a + 1) < f a", "tested", Status.INCONCLUSIVE),
        ("f 0 = 1", "f (a - a) = 1", "evaluated", CONFIRMED),
        ("f 0 = 1", "f (a - a) = 2", "evaluated", REFUTED),
    ],
)
def test_hypotheses_on_functions(run, hypothesis, claim, treatment, status):
    result = run(f"theorem it (f : ℝ → ℝ) (h : {hypothesis}) (a : ℝ) : {claim} := by sorry")
    assert result.status is status, result.message
    assert treatments(result) == {"h": treatment}
