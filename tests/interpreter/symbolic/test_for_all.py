"""Proofs for all sizes, by domain; and statements that each rule must refuse."""

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
def mean {n : ℕ} (x : Vec n) : ℝ := (∑ i, x i) / (n : ℝ)
def var {n : ℕ} (x : Vec n) : ℝ := (∑ i, (x i - mean x) ^ 2) / (n : ℝ)
def shard (R m : ℕ) (X : Vec (R * m)) (r : Fin R) : Vec m := fun i => X (finProdFinEquiv (r, i))
def masked {n : ℕ} (y x : Vec n) : Vec n := fun i => if 0 < y i then x i else 0
def batchMap (N : ℕ) {a b : ℕ} (f : Vec a → Vec b) (X : Vec (N * a)) : Vec (N * b) := fun idx =>
  let p := finProdFinEquiv.symm idx
  f (fun j => X (finProdFinEquiv (p.1, j))) p.2
def part (R N a : ℕ) (X : Vec ((R * N) * a)) (r : Fin R) : Vec (N * a) := fun idx =>
  let p := finProdFinEquiv.symm idx
  X (finProdFinEquiv (finProdFinEquiv (r, p.1), p.2))
inductive Graph : ℕ → Type
  | value {n : ℕ} (v : Vec n) : Graph n
  | pair (x y : ℝ) : Graph 2
  | sum {n : ℕ} (a b : Graph n) : Graph n
def den : {n : ℕ} → Graph n → Vec n
  | _, .value v => v
  | _, .pair x y => ![x, y]
  | _, .sum a b => fun i => den a i + den b i
def dot {n : ℕ} (x y : Vec n) : ℝ := ∑ i, x i * y i
def padded {h : ℕ} (x : Vec h) (p i : ℕ) : ℝ :=
  if hin : p ≤ i ∧ i < h + p then x ⟨i - p, by omega⟩ else 0
variable {R N m n a b h k K : ℕ}
"""


def proof(text: str) -> Proof:
    project = load_text(f"{HEADER}\ntheorem it {text} := by sorry\n")
    return prove_all(project.environment, project.environment["it"].type)


@cache
def statements() -> Project:
    """All statements below as one text: theorem `it7` is the seventh."""
    proved = [text for texts in PROVED.values() for text in texts]
    lines = [
        f"theorem it{k} {text} := by sorry" for k, text in enumerate([*proved, *REFUSED.values()])
    ]
    return load_text("\n".join([HEADER, *lines]))


def listed(number: int) -> Proof:
    env = statements().environment
    return prove_all(env, env[f"it{number}"].type)


PROVED = {
    "linearity": [
        "(y x : Vec n) (t : ℝ) : masked y (t • x) = t • masked y x",
        "(x : Vec n) (t : ℝ) : (fun i => (t • x) i - mean (t • x)) = t • fun i => x i - mean x",
        "(x : Vec h) (p i : ℕ) (t : ℝ) : padded (t • x) p i = t * padded x p i",
        "(x : Vec n) (t : ℝ) : var (t • x) = t ^ 2 * var x",
        "(x : Vec n) (t : ℝ) : dot (t • x) x = t * dot x x",
        "(x : Vec n) (t : ℝ) : dot (t • x) (t • x) = t ^ 2 * dot x x",
    ],
    "separability": [
        "(f : Vec a → Vec b) (t : ℝ) (hf : ∀ x, f (t • x) = t • f x) (X : Vec (N * a)) :"
        " batchMap N f (t • X) = t • batchMap N f X",
        "(f : Vec a → Vec b) (X : Vec ((R * N) * a)) (r : Fin R) :"
        " part R N b (batchMap (R * N) f X) r = batchMap N f (part R N a X r)",
        "(X : Vec ((R * N) * a)) (Y : Vec ((R * N) * a)) (r : Fin R) :"
        " part R N a (masked Y X) r = masked (part R N a Y r) (part R N a X r)",
    ],
    "divisors": [
        "(X : Vec (R * m)) : (1 / (R : ℝ)) * ∑ r, mean (shard R m X r) = mean X",
        "(X : Vec (R * m)) : (1 / (R : ℝ)) * ∑ r, (var (shard R m X r)"
        " + (mean (shard R m X r) - mean X) ^ 2) = var X",
        "(x : Vec n) : (∑ i, (x i - mean x) ^ 2) / ((n : ℝ) - 1) * ((n : ℝ) - 1) = n * var x",
        "(hR : 0 < R) (B x : ℝ) : x / B = (R : ℝ) * (x / ((R : ℝ) * B))",
        "(hR : 0 < R) (x : ℝ) : x / ((N : ℝ) * (K : ℝ))"
        " = (R : ℝ) * (x / (((R : ℝ) * (N : ℝ)) * (K : ℝ)))",
    ],
    "normal form": [
        "(M : Fin n → Fin m → ℝ) (y : Vec n) : (fun i => y i * ∑ j, M i j)"
        " = fun i => ∑ j, y i * M i j",
        "(X : Vec (n * m)) (y : Vec m) : (fun j => y j + ∑ i, X (finProdFinEquiv (i, j)))"
        " = fun j => ∑ i, X (finProdFinEquiv (i, j)) + y j",
        "(x y : Vec n) : ∑ i, (x i + y i) ^ 2 = ∑ i, x i ^ 2 + 2 * ∑ i, x i * y i + ∑ i, y i ^ 2",
        "(M : Fin m → Fin n → ℝ) : ∑ i, ∑ j, M i j = ∑ j, ∑ i, M i j",
        "(x y : Vec n) : (∑ i, x i) * (∑ j, y j) = ∑ i, ∑ j, x i * y j",
        "(x : Vec (m * n)) : ∑ k, x k = ∑ i, ∑ j, x (finProdFinEquiv (i, j))",
        "(g : Fin R → Vec n) (y : Vec n) (hg : ∀ r, g r = fun i => 2 * y i) (r : Fin R) (i : Fin n)"
        " : g r i = y i + y i",
        "(hm : m = n * 2) (x : Vec m) (y : Vec (n * 2)) (h : ∀ i, x i = y (Fin.cast hm i)) :"
        " ∑ i, x i = ∑ i, ∑ j, y (finProdFinEquiv (i, j))",
        "(f : Vec n → ℝ) (s : ℝ) (hf : ∀ (t : ℝ) x, f (t • x) = t ^ 2 * f x) (x : Vec n) :"
        " f (fun i => s * x i / 2) = s ^ 2 * f (-x) / 4",
        "(f : Vec n → Vec m → ℝ) (s : ℝ) (hf : ∀ (t : ℝ) x y, f (t • x) y = t * f x y)"
        " (x : Vec n) (y : Vec m) : f (fun i => s * x i) (s • y) = s * f x (s • y)",
        "(M : Fin n → Fin 2 → ℝ) (x : ℝ) (i : Fin n) : (if ∀ k, 0 < M i k then x else 0)"
        " = (if 0 < M i 0 ∧ 0 < M i 1 then x else 0)",
        "(M : Fin n → ℝ) (x t : ℝ) : (if ∀ k, 0 < M k then t * x else 0)"
        " = t * (if ¬ ∃ k, M k ≤ 0 then x else 0)",
        "(M : Fin n → Fin n → ℝ) (i j : Fin n) :"
        " ∑ k, ∑ l, (if k = i ∧ l = j then M k l else 0) = M i j",
        "(x : Vec (m * n)) (i : Fin m) (j : Fin n) :"
        " ∑ k, (if k = finProdFinEquiv (i, j) then x k else 0) = x (finProdFinEquiv (i, j))",
        "(i : Fin m) : ∑ k : Fin n, (if k.val = i.val then 1 else 0)"
        " = if i.val < n then (1 : ℝ) else 0",
        "(a b : Graph n) : den (.sum a b) = fun i => den b i + den a i",
        "(i : Fin 3) (x : ℝ) : ![x, x + 1, x + 2] i = x + i.val",
        "(x : ℝ) : ∑ k : Fin 4, (k.val : ℝ) * x = 6 * x",
        "{α β : Type} [Fintype α] [Fintype β] (f : α → β → ℝ) : ∑ i, ∑ j, f i j = ∑ j, ∑ i, f i j",
        "{α : Type} [Fintype α] [DecidableEq α] (f : α → ℝ) (a : α) :"
        " ∑ i, (if i = a then f i else 0) = f a",
        "(f : ℕ → ℝ) : ∑ i ∈ Finset.range n, f i = ∑ i : Fin n, f i.val",
        "(y : Vec n) : ∑ i, max (y i) 0 - ∑ i, max (- y i) 0 = ∑ i, y i",
        "(x : ℝ) (hn : 2 < n) : x / ((n : ℝ) - 2) * ((n : ℝ) - 2) = x",
        "(x : ℝ) : max 0 x = (x + |x|) / 2",
        "(x : ℝ) : Real.sqrt 2 * Real.sqrt 8 * x = 4 * x",
        "(x : ℝ) : x / Real.sqrt 12 = Real.sqrt 3 / 6 * x",
        "(x : Vec (2 * h)) (y : Vec h) :"
        " ∑ i : Fin (2 * h), (if i.val % 2 = 0 then x i * y ⟨i.val / 2, by omega⟩ else 0)"
        " = ∑ i : Fin h, x ⟨2 * i.val, by omega⟩ * y i",
        "(x : Vec n) : 0 ≤ var x",
        "(x : Vec n) (ε : ℝ) (h : 0 < ε) : 0 < var x + ε",
        "(x : Vec n) (ε : ℝ) (h : 0 < ε) : var x + ε ≠ 0",
        "(x y : Vec n) (h : ∀ i, 0 < x i) (i : Fin n) : y i / x i * x i = y i",
    ],
}


NAMES = [domain for domain, texts in PROVED.items() for _ in texts]


@pytest.mark.parametrize(("number", "domain"), list(enumerate(NAMES)))
def test_proved_for_all_sizes(number: int, domain: str) -> None:
    found = listed(number)
    assert found.proved, found.reason
    assert {leaf.domain for leaf in found.leaves.values()} == {domain}


REFUSED = {
    "a condition on the argument": "(x : Vec n) (t : ℝ) : masked (t • x) x = t • masked x x",
    "a sum with something of degree 0": "(x : Vec n) (c t : ℝ) :"
    " (fun i => (t • x) i + c) = t • fun i => x i + c",
    "an argument that is read elsewhere too": "(x : Vec n) (t : ℝ) :"
    " dot (t • x) x = t ^ 2 * dot x x",
    "a degree too low": "(x : Vec n) (t : ℝ) : var (t • x) = t * var x",
    "division by the argument": "(x : Vec n) (t : ℝ) : mean (fun i => 1 / (t • x) i)"
    " = t * mean (fun i => 1 / x i)",
    "a function of which nothing is known": "(f : Vec n → ℝ) (x : Vec n) (t : ℝ) :"
    " f (t • x) = t * f x",
    "a function that is homogeneous for another factor": "(f : Vec a → Vec b) (t s : ℝ)"
    " (hf : ∀ x, f (t • x) = t • f x) (X : Vec (N * a)) :"
    " batchMap N f (s • X) = s • batchMap N f X",
    "a function that is homogeneous of another degree": "(f : Vec n → ℝ) (s : ℝ)"
    " (hf : ∀ (t : ℝ) x, f (t • x) = t ^ 2 * f x) (x : Vec n) : f (s • x) = s * f x",
    "a function that is homogeneous in another argument": "(f : Vec n → Vec n → ℝ) (s : ℝ)"
    " (hf : ∀ (t : ℝ) x y, f (t • x) y = t * f x y) (x y : Vec n) : f x (s • y) = s * f x y",
    "a function that is homogeneous on a diagonal": "(f : Vec n → Vec n → ℝ) (s : ℝ)"
    " (hf : ∀ (t : ℝ) x, f (t • x) x = t * f x x) (x y : Vec n) : f (s • x) y = s * f x y",
    "a factor that depends on the index": "(f : Vec n → ℝ) (y : Vec n)"
    " (hf : ∀ (t : ℝ) x, f (t • x) = t * f x) (x : Vec n) (i : Fin n) :"
    " f (fun j => y j * x j) = y i * f x",
    "a condition on some for one on all": "(M : Fin n → ℝ) (x : ℝ) :"
    " (if ∀ k, 0 < M k then x else 0) = (if ∃ k, 0 < M k then x else 0)",
    "a condition on all of none": "(x : ℝ) : (if ∀ _k : Fin n, 0 < x then x else 0)"
    " = (if 0 < x then x else 0)",
    "sizes that are equal to something else": "(hm : m = n * 2) (x : Vec m) (y : Vec (n * 2))"
    " (h : ∀ i, x i = y (Fin.cast hm i)) : ∑ i, x i = ∑ i, y i + n",
    "one index for another": "(M : Fin n → Fin n → ℝ) (i j : Fin n) :"
    " ∑ k, ∑ l, (if k = i ∧ l = j then M k l else 0) = M j i",
    "one digit of an index for another": "(x : Vec (m * m)) (i j : Fin m) :"
    " ∑ k, (if k = finProdFinEquiv (i, j) then x k else 0) = x (finProdFinEquiv (j, i))",
    "numbers that are no digits": "(x : ℝ) (i j k l : ℕ) :"
    " (if n * i + j = n * k + l then x else 0) = if i = k ∧ j = l then x else 0",
    "an index that may be out of range": "(i : Fin m) :"
    " ∑ k : Fin n, (if k.val = i.val then 1 else 0) = (1 : ℝ)",
    "the smaller for the larger": "(x : ℝ) : max 0 x = (x - |x|) / 2",
    "a root of another number": "(x : ℝ) : x / Real.sqrt 12 = Real.sqrt 3 / 2 * x",
    "the odd cells for the even": "(x : Vec (2 * h)) (y : Vec h) :"
    " ∑ i : Fin (2 * h), (if i.val % 2 = 0 then x i * y ⟨i.val / 2, by omega⟩ else 0)"
    " = ∑ i : Fin h, x ⟨2 * i.val + 1, by omega⟩ * y i",
    "a variance above zero": "(x : Vec n) : 0 < var x",
    "a sum of squares less something": "(x : Vec n) : mean x ≤ var x",
    "an ε that may be zero": "(x : Vec n) (ε : ℝ) (h : 0 ≤ ε) : 0 < var x + ε",
    "divisors that may be zero": "(x y : Vec n) (h : ∀ i, 0 ≤ x i) (i : Fin n) :"
    " y i / x i * x i = y i",
    "divisors known on a diagonal": "(x : Fin n → Fin n → ℝ) (h : ∀ i, x i i ≠ 0) (i j : Fin n) :"
    " x i j / x i j = 1",
    "divisors known for some indices": "(x : Vec n) (h : ∀ i, 0 < i.val → x i ≠ 0) (i : Fin n) :"
    " x i / x i = 1",
    "the mean mixes examples": "(X : Vec ((R * N) * a)) (r : Fin R) :"
    " part R N a (fun i => X i - mean X) r = fun i => part R N a X r i - mean (part R N a X r)",
    "another example": "(X : Vec (R * m)) (r s : Fin R) : shard R m X r = shard R m X s",
    "without Chan's term": "(X : Vec (R * m)) : (1 / (R : ℝ)) * ∑ r, var (shard R m X r) = var X",
    "a divisor that may be 0": "(x : ℝ) : x = (R : ℝ) * (x / (R : ℝ))",
    "another graph": "(a b : Graph n) : den (.sum a b) = den a",
    "a value among few": "(i : Fin 3) (x : ℝ) : ![x, x + 1, x + 3] i = x + i.val",
    "a sum of few": "(x : ℝ) : ∑ k : Fin 4, (k.val : ℝ) * x = 5 * x",
    "a type's values in another order": "{α : Type} [Fintype α] (f : α → α → ℝ) :"
    " ∑ i, ∑ j, f i j * f j i = ∑ i, ∑ j, f i j * f i j",
    "one value of a type for another": "{α : Type} [Fintype α] [DecidableEq α] (f : α → ℝ)"
    " (a b : α) : ∑ i, (if i = a then f i else 0) = f b",
    "a range that is one longer": "(f : ℕ → ℝ) :"
    " ∑ i ∈ Finset.range n, f i = ∑ i : Fin (n + 1), f i.val",
    "a sum of larger ones": "(y : Vec n) : ∑ i, max (y i) 0 + ∑ i, max (- y i) 0 = ∑ i, y i",
    "a size that may be 2": "(x : ℝ) : x / ((n : ℝ) - 2) * ((n : ℝ) - 2) = x",
    "a size that may be 0": "(c : ℝ) : mean (fun _ : Fin n => c) = c",
    "another divisor": "(hR : 0 < R) (B x : ℝ) : x / B = x / ((R : ℝ) * B)",
    "the wrong count": "(x : Vec n) : ∑ i, (x i + 1) = ∑ i, x i + 1",
    "a sum of products": "(x y : Vec n) : (∑ i, x i) * (∑ j, y j) = ∑ i, x i * y i",
    "another bound": "(x : Vec n) (y : Vec m) : ∑ i, ∑ j, x i * y j = (m : ℝ) * ∑ i, x i",
    "a transposed read": "(M : Fin m → Fin m → ℝ) : (fun i j => M i j) = fun i j => M j i",
    "bound variables that are not the same": "(M : Fin m → Fin m → ℝ) :"
    " ∑ i, ∑ j, M i j * M j i = ∑ i, ∑ j, M i j * M i j",
    "functions of nested variables": "(g : (ℝ → ℝ) → ℝ) :"
    " g (fun x => g fun y => x + y) = g (fun x => g fun y => y + y)",
    "an index that is bounded under its condition alone": "(x : Vec h) (i p : ℕ) :"
    " padded x p i = if p ≤ i then padded x p i + (if i - p < h then 0 else 1) else 0",
    "a hypothesis used at another value": "(g : Fin R → Vec n) (y : Vec n) (s : Fin R)"
    " (hg : g s = y) (r : Fin R) : g r = y",
    "truncated subtraction": "(x : ℝ) : ((N - 1 : ℕ) : ℝ) * x = (N : ℝ) * x - x",
    "division that drops a remainder": "(x : ℝ) : ((N / 2 : ℕ) : ℝ) * 2 * x = (N : ℝ) * x",
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    found = listed(len(NAMES) + list(REFUSED).index(name))
    assert not found.proved
    assert found.reason


def test_a_size_that_may_be_zero_is_a_case_of_its_own() -> None:
    found = proof("(X : Vec (R * m)) : (1 / (R : ℝ)) * ∑ r, mean (shard R m X r) = mean X")
    assert {"R = 0", "m = 0"} <= set(found.cases)
    known = proof(
        "(hR : 0 < R) (hm : 0 < m) (X : Vec (R * m)) :"
        " (1 / (R : ℝ)) * ∑ r, mean (shard R m X r) = mean X"
    )
    assert known.proved
    assert known.cases == []


def test_a_switch_is_two_cases() -> None:
    found = proof("(b : Bool) (x : ℝ) : (match b with | true => x + x | false => 2 * x) = 2 * x")
    assert found.proved, found.reason
    assert found.cases == ["b = true", "b = false"]


def test_the_derivation_names_its_rules() -> None:
    found = proof("(y x : Vec n) (t : ℝ) : masked y (t • x) = t • masked y x")
    (leaf,) = found.leaves.values()
    assert leaf.derivation == (
        "unfold `masked` (degree 1)",
        "  a condition independent of the argument (degree 1)",
        "    the argument, at an index (degree 1)",
        "    independent of the argument (any degree)",
    )


def test_the_cancellation_is_a_formula() -> None:
    found = proof("(hR : 0 < R) (B x : ℝ) : x / B = (R : ℝ) * (x / ((R : ℝ) * B))")
    (leaf,) = found.leaves.values()
    assert leaf.derivation == ("(R) * (1/R) = 1",)
