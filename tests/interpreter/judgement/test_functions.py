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


PROPORTIONAL = [
    ("(f : Vec 2 → Vec 2) (x y z : Vec 2)",
     "(f x 0 - f z 0) * (f y 1 - f z 1) = (f x 1 - f z 1) * (f y 0 - f z 0)"),
    ("(f : Fin 2 → ℝ → ℝ) (x y z : ℝ)",
     "(f 0 x - f 0 z) * (f 1 y - f 1 z) = (f 1 x - f 1 z) * (f 0 y - f 0 z)"),
    ("(f : Fin 2 → Vec 2 → Vec 3) (x y z : Vec 2)",
     "(f 1 x 0 - f 1 z 0) * (f 1 y 2 - f 1 z 2) = (f 1 x 2 - f 1 z 2) * (f 1 y 0 - f 1 z 0)"),
    ("(n : ℕ) (f : Vec n → Vec n) (hf : ∀ x y, f (x + y) = f x + f y) (x y : Vec n) (i j : Fin n)",
     "f x i * f y j = f x j * f y i"),
]  # fmt: skip


@pytest.mark.parametrize(("binders", "claim"), PROPORTIONAL)
def test_no_entry_of_a_function_tells_the_others(run, binders, claim):
    """One combination of the arguments for all entries would make their changes proportional."""
    assert run(f"theorem it {binders} : {claim} := by sorry").status is Status.REFUTED


SPECIAL = [
    ("(x y : ℝ)", "f x + f (-x) = f y + f (-y)", "ℝ → ℝ"),
    ("(x y u v : Vec 2)",
     "fderiv ℝ f x u * fderiv ℝ f y v = fderiv ℝ f x v * fderiv ℝ f y u", "Vec 2 → ℝ"),
]  # fmt: skip


@pytest.mark.parametrize(("binders", "claim", "type"), SPECIAL)
def test_what_holds_of_waves_along_one_direction_alone_is_refuted(run, binders, claim, type):
    """`c + d · sin (w · x)` is odd but for a constant, and all its gradients are along `w`."""
    bad = run(f"theorem it (f : {type}) (hf : Differentiable ℝ f) {binders} : {claim} := by sorry")
    assert bad.status is Status.REFUTED


def test_a_function_of_several_arguments_and_indices_is_one_function(run):
    good = run("""
    theorem it (n : ℕ) (f : ℝ → Fin n → Vec 3 → Fin 2 → ℝ) (t : ℝ) (x : Vec 3) (i : Fin n) :
        (fun k => f t i x (Fin.rev k)) = fun k => f t i (fun j => x j) (1 - k) := by sorry
    """)
    assert good.status is Status.CONFIRMED, good.message
