"""Derivatives for all sizes: where a function is seen to be differentiable, and where it is not."""

from __future__ import annotations

from functools import cache

import pytest

from denotary.interpreter.symbolic import prove_all
from denotary.interpreter.symbolic.for_all import Proof
from denotary.parser import Project, load_text

HEADER = """
import Mathlib
open Finset
noncomputable section
abbrev Vec (n : ℕ) := Fin n → ℝ
def mean {n : ℕ} (x : Vec n) : ℝ := (∑ i, x i) / n
def var {n : ℕ} (x : Vec n) : ℝ := (∑ i, (x i - mean x) ^ 2) / n
def basis {n : ℕ} (i : Fin n) : Vec n := fun k => if k = i then 1 else 0
def pdiv {m n : ℕ} (f : Vec m → Vec n) (x : Vec m) (i : Fin m) (j : Fin n) : ℝ :=
  fderiv ℝ f x (basis i) j
def relu {n : ℕ} (x : Vec n) : Vec n := fun i => if 0 < x i then x i else 0
def softmax {n : ℕ} (x : Vec n) : Vec n := fun i => Real.exp (x i) / ∑ k, Real.exp (x k)
variable {m n : ℕ}
"""

PROVED = {
    "a square": "(a v : ℝ) : fderiv ℝ (fun x : ℝ => x ^ 2) a v = 2 * a * v",
    "a derivative of one real": "(a : ℝ) : deriv (fun x : ℝ => x ^ 3) a = 3 * a ^ 2",
    "the chain rule": "(a v : ℝ) : fderiv ℝ (fun x : ℝ => Real.exp (x ^ 2)) a v"
    " = 2 * a * Real.exp (a ^ 2) * v",
    "a quotient": "(a v : ℝ) (ha : a ≠ 0) : fderiv ℝ (fun x : ℝ => 1 / x) a v = -v / a ^ 2",
    "a logarithm": "(a v : ℝ) (ha : a ≠ 0) : fderiv ℝ (fun x : ℝ => Real.log x) a v = v / a",
    "a root": "(a v : ℝ) (ha : 0 < a) : fderiv ℝ (fun x : ℝ => Real.sqrt x) a v"
    " = v / (2 * Real.sqrt a)",
    "a root away from 0": "(a v ε : ℝ) (hε : 0 < ε) :"
    " fderiv ℝ (fun x : ℝ => Real.sqrt (x ^ 2 + ε)) a v = a * v / Real.sqrt (a ^ 2 + ε)",
    "a corner that is elsewhere": "(a v : ℝ) (ha : 0 < a) : fderiv ℝ (fun x : ℝ => |x|) a v = v",
    "the larger of two": "(a v : ℝ) (ha : 0 < a) : fderiv ℝ (fun x : ℝ => max x 0) a v = v",
    "a sum of squares": "(x v : Vec n) :"
    " fderiv ℝ (fun y : Vec n => ∑ i, y i ^ 2) x v = 2 * ∑ i, x i * v i",
    "a linear map": "(W : Fin m → Vec n) (x v : Vec n) (j : Fin m) :"
    " fderiv ℝ (fun y : Vec n => fun j => ∑ i, W j i * y i) x v j = ∑ i, W j i * v i",
    "a matrix": "(W V : Fin m → Vec n) (x : Vec n) (j : Fin m) :"
    " fderiv ℝ (fun W : Fin m → Vec n => fun j => ∑ i, W j i * x i) W V j = ∑ i, V j i * x i",
    "a partial derivative": "(W : Fin n → Fin m → ℝ) (x : Vec m) (i : Fin m) (j : Fin n) :"
    " pdiv (fun y j => ∑ i, W j i * y i) x i j = W j i",
    "a variance": "(x v : Vec n) :"
    " fderiv ℝ (fun y : Vec n => var y) x v = 2 * (∑ i, (x i - mean x) * v i) / n",
    "corners that are elsewhere": "(x : Vec n) (hx : ∀ i, x i ≠ 0) (v : Vec n) (i : Fin n) :"
    " fderiv ℝ relu x v i = if 0 < x i then v i else 0",
    "softmax": "(x v : Vec n) (j : Fin n) : fderiv ℝ softmax x v j"
    " = softmax x j * (v j - ∑ k, softmax x k * v k)",
    "normalised channel by channel": "(ε : ℝ) (hε : 0 < ε) (X V : Fin m → Vec n) (γ : Vec m) :"
    " fderiv ℝ (fun Y : Fin m → Vec n =>"
    " ∑ c, γ c * ∑ i, (Y c i - mean (Y c)) ^ 2 / Real.sqrt (var (Y c) + ε)) X V"
    " = ∑ c, γ c * ((2 * (∑ i, (X c i - mean (X c)) * V c i) / Real.sqrt (var (X c) + ε))"
    " - n * var (X c) * (((∑ i, (X c i - mean (X c)) * V c i) / n)"
    " / (Real.sqrt (var (X c) + ε) * (var (X c) + ε))))",
    "at a point that is computed": "(x v : Vec (m * n)) (j : Fin m) :"
    " fderiv ℝ (fun (y : Vec m) => fun i => y i ^ 2)"
    " (fun i => ∑ k, x (finProdFinEquiv (i, k))) (fun i => ∑ k, v (finProdFinEquiv (i, k))) j"
    " = 2 * (∑ k, x (finProdFinEquiv (j, k))) * ∑ k, v (finProdFinEquiv (j, k))",
}
REFUSED = {
    "a wrong factor": (PROVED["a square"].replace("2 * a", "3 * a"), "not shown to be zero"),
    "a pole": ("(a v : ℝ) : fderiv ℝ (fun x : ℝ => 1 / x) a v = -v / a ^ 2", "where a = 0"),
    "a logarithm's pole": (
        "(a v : ℝ) : fderiv ℝ (fun x : ℝ => Real.log x) a v = v / a", "where a = 0"
    ),
    "a corner": (
        "(a v : ℝ) : fderiv ℝ (fun x : ℝ => |x|) a v = if 0 < a then v else -v", "where a = 0"
    ),
    "a root at 0": (
        "(a v : ℝ) (ha : 0 ≤ a) : fderiv ℝ (fun x : ℝ => Real.sqrt x) a v"
        " = v / (2 * Real.sqrt a)",
        "where a = 0",
    ),
    "a tie": (
        "(a b v : ℝ) (ha : 0 < a) : fderiv ℝ (fun x : ℝ => max x b) a v = if b < a then v else 0",
        "where",
    ),
    "a corner at one of the entries": (
        "(x : Vec n) (i : Fin n) (hx : x i ≠ 0) (v : Vec n) :"
        " fderiv ℝ relu x v i = if 0 < x i then v i else 0",
        "where",
    ),
    "a corner in another component": (
        "(x v : Vec 2) : fderiv ℝ (fun y : Vec 2 => ![y 0, |y 1|]) x v 0 = v 0", ""
    ),
    "a jump": (
        "(a v : ℝ) : fderiv ℝ (fun x : ℝ => if 0 < x then 1 else 0) a v = (0 : ℝ)", "where a = 0"
    ),
    "a function of which nothing is known": (
        "(g : ℝ → ℝ) (a v : ℝ) : fderiv ℝ (fun x => g x) a v = v * g a", "derivative of `app`"
    ),
    "normalised by another factor": (
        "(ε : ℝ) (hε : 0 < ε) (X V : Fin m → Vec n) (γ : Vec m) :"
        " fderiv ℝ (fun Y : Fin m → Vec n =>"
        " ∑ c, γ c * ∑ i, (Y c i - mean (Y c)) ^ 2 / Real.sqrt (var (Y c) + ε)) X V"
        " = ∑ c, γ c * (2 * (∑ i, (X c i - mean (X c)) * V c i) / Real.sqrt (var (X c) + ε))",
        "not shown to be zero",
    ),
    "an entry for another": (
        "(x v : Vec n) (j k : Fin n) : fderiv ℝ (fun y : Vec n => fun i => y i ^ 2) x v j"
        " = 2 * x j * v k",
        "not shown to be zero",
    ),
    "softmax without its sum": (
        "(x v : Vec n) (j : Fin n) : fderiv ℝ softmax x v j = softmax x j * v j",
        "not shown to be zero",
    ),
}  # fmt: skip


@cache
def statements() -> Project:
    texts = [*PROVED.values(), *(text for text, _ in REFUSED.values())]
    lines = [f"theorem it{k} {text} := by sorry" for k, text in enumerate(texts)]
    return load_text("\n".join([HEADER, *lines]))


def proof(number: int) -> Proof:
    env = statements().environment
    return prove_all(env, env[f"it{number}"].type)


@pytest.mark.parametrize("name", PROVED)
def test_proved(name: str) -> None:
    found = proof(list(PROVED).index(name))
    assert found.proved, found.reason
    assert {leaf.domain for leaf in found.leaves.values()} == {"derivatives"}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    found = proof(len(PROVED) + list(REFUSED).index(name))
    assert not found.proved
    assert REFUSED[name][1] in found.reason
