"""One construct each: the elaborated value, as text. What `value` returns has been checked."""

from __future__ import annotations

import pytest
from elaborating import type_of, value

NUMBERS = {
    # numerals and decimals take the type that their place asks for
    "def d : ℝ := 2": "2",
    "def d : ℝ := 1.5": "1.5",
    "def d : ℝ := 1e-3": "0.001",
    "def d : ℝ := 25e-1": "2.5",
    "def d := 3": "3",
    # casts go in at the leaves, unless the text closes them in
    "def d (N h w : ℕ) : ℝ := ((N * (h * w) : ℕ) : ℝ)": "fun N h w => ↑(N * (h * w))",
    "def d (N h w : ℕ) : ℝ := N * (h * w)": "fun N h w => ↑N * (↑h * ↑w)",
    "def d (n : ℕ) (x : ℝ) : ℝ := (n + 1) * x / 2": "fun n x => (↑n + 1) * x / 2",
    "def d (n : ℕ) : ℝ := (n : ℝ) - 1": "fun n => ↑n - 1",
    "def d (n : ℕ) : ℝ := ((n - 1 : ℕ) : ℝ)": "fun n => ↑(n - 1)",
    "def d (n : ℕ) : ℝ := ((n / 2 : ℕ) : ℝ) / 2": "fun n => ↑(n / 2) / 2",
    "def d (n : ℕ) : ℝ := ↑n / 2": "fun n => ↑n / 2",
    "def d (z : ℤ) (x : ℝ) : ℝ := z * x": "fun z x => ↑z * x",
    "def d (N : ℕ) (f : ℕ → ℕ) (x : ℝ) : ℝ := f (N + 1) * x": "fun N f x => ↑(f (N + 1)) * x",
    "def d (l : List ℕ) : List ℝ := l.map fun n => (n : ℝ) / 2":
        "fun l => List.map (fun n => ↑n / 2) l",
    "def d {n : ℕ} (i : Fin n) : ℝ := i.val / n": "fun n i => ↑i.val / ↑n",
    "def d {n : ℕ} (i : Fin n) : ℝ := (i : ℕ)": "fun n i => ↑i.val",
    # powers keep their exponent's own type
    "def d (x : ℝ) : ℝ := x ^ 2": "fun x => x ^ 2",
    "def d (x : ℝ) (n : ℕ) : ℝ := x ^ n": "fun x n => x ^ n",
    "def d (x y : ℝ) : ℝ := x ^ y": "fun x y => x ^ y",
    "def d (x : ℝ) : ℝ := x ^ (1/2 : ℝ)": "fun x => x ^ (1 / 2)",
    "def d (x : ℝ) : ℝ := -x": "fun x => -x",
    "def d (x : ℝ) : ℝ := -x ^ 2": "fun x => -x ^ 2",
    "def d (x : ℝ) : ℝ := (-x) ^ 2": "fun x => (-x) ^ 2",
    "def d (x y z : ℝ) : ℝ := x - y - z": "fun x y z => x - y - z",
    "def d (x y z : ℝ) : ℝ := x - (y - z)": "fun x y z => x - (y - z)",
    "def d (x : ℝ) : ℝ := |x|": "fun x => |x|",
    "def d (x : ℝ) : ℝ := x⁻¹": "fun x => x⁻¹",
    "def d (x y : ℝ) : ℝ := max x 0 + min y 1": "fun x y => Max.max x 0 + Min.min y 1",
    "def d (c : ℝ) (v w : Fin 3 → ℝ) : Fin 3 → ℝ := c • v + w": "fun c v w => c • v + w",
    "def d (n : ℕ) (v : Fin 3 → ℝ) : Fin 3 → ℝ := (n : ℝ) • v": "fun n v => ↑n • v",
    "def d (v w : Fin 3 → ℝ) : Fin 3 → ℝ := -v - w": "fun v w => -v - w",
}  # fmt: skip

PROPOSITIONS = {
    "def d (n : ℕ) (x : ℝ) : Prop := n < x": "fun n x => ↑n < x",
    "def d (n : ℕ) (x : ℝ) : Prop := n + 1 ≤ x": "fun n x => ↑n + 1 ≤ x",
    "def d (n : ℕ) (x : ℝ) : Prop := x = n + 1": "fun n x => x = ↑n + 1",
    "def d (n : ℕ) (x : ℝ) : Prop := n = x": "fun n x => ↑n = x",
    "def d (x : ℝ) : Prop := x > 0 ∧ x ≠ 1": "fun x => x > 0 ∧ x ≠ 1",
    "def d (p q : Prop) : Prop := p ∧ ¬q ∨ (p ↔ q) → q": "fun p q => p ∧ ¬q ∨ (p ↔ q) → q",
    "def d (n : ℕ) : Prop := ∃ i < n, i * i = n": "fun n => ∃ i, i < n ∧ i * i = n",
    "def d (n : ℕ) : Prop := ∀ i < n, i * i < n": "fun n => ∀ (i : ℕ), i < n → i * i < n",
    "def d : Prop := ∃ x y : ℝ, x < y ∧ y < 1": "∃ x, ∃ y, x < y ∧ y < 1",
    "def d (n : ℕ) : Prop := ∀ i j : Fin n, i = j": "fun n => ∀ (i j : Fin n), i = j",
    "def d : Set ℕ := {n | n < 3}": "setOf (fun n => n < 3)",
    "def d : Type := {x : ℝ // 0 < x}": "{ x // 0 < x }",
    "def d (s : {x : ℝ // 0 < x}) : ℝ := s.val + s.1": "fun s => s.val + s.val",
}

FINITE = {
    "def d (n : ℕ) (f : Fin n → ℝ) : ℝ := ∑ i, f i": "fun n f => ∑ i, f i",
    "def d (n : ℕ) (f : Fin n → ℝ) : ℝ := ∏ i, f i": "fun n f => ∏ i, f i",
    "def d (n : ℕ) (f : ℕ → ℝ) : ℝ := ∑ i ∈ Finset.range n, f i":
        "fun n f => ∑ i ∈ Finset.range n, f i",
    "def d (n : ℕ) (f : ℕ → ℝ) : ℝ := ∑ i ∈ Finset.range n with i % 2 = 0, f i":
        "fun n f => ∑ i ∈ Finset.filter (fun i => i % 2 = 0) (Finset.range n), f i",
    "def d (n : ℕ) (f : Fin n → ℝ) : ℝ := ∑ i with i.val < 2, f i":
        "fun n f => ∑ i ∈ Finset.filter (fun i => i.val < 2) Finset.univ, f i",
    "def d (m n : ℕ) (f : Fin m → Fin n → ℝ) : ℝ := ∑ i, ∑ j, f i j":
        "fun m n f => ∑ i, ∑ j, f i j",
    "def d (m n : ℕ) (f : Fin m → Fin n → ℝ) : ℝ := ∑ i, ∑ j : Fin n, f i j * 2":
        "fun m n f => ∑ i, ∑ j, f i j * 2",
    # the body of a sum is a product, its tail is not in it
    "def d (n : ℕ) (f : Fin n → ℝ) : ℝ := ∑ i, f i * 2 + 1": "fun n f => ∑ i, f i * 2 + 1",
    "def d (n : ℕ) (f : Fin n → ℝ) : ℝ := (∑ i, f i) / n": "fun n f => (∑ i, f i) / ↑n",
    "def d : Fin 3 → ℝ := ![1, 2, 3]":
        "Matrix.vecCons 1 (Matrix.vecCons 2 (Matrix.vecCons 3 Matrix.vecEmpty))",
    "def d {m n : ℕ} (i : Fin m) (j : Fin n) : Fin (m * n) := finProdFinEquiv (i, j)":
        "fun m n i j => finProdFinEquiv (i, j)",
    "def d {m n : ℕ} (k : Fin (m * n)) : Fin m × Fin n := finProdFinEquiv.symm k":
        "fun m n k => (Equiv.symm finProdFinEquiv) k",
    "def d {m n : ℕ} (k : Fin (m * n)) : Fin m := (finProdFinEquiv.symm k).1":
        "fun m n k => ((Equiv.symm finProdFinEquiv) k).fst",
}  # fmt: skip

FORMS = {
    "def d (n : ℕ) (v : Fin n → ℝ) (i : ℕ) : ℝ := if h : i < n then v ⟨i, h⟩ else 0":
        "fun n v i => if h : i < n then v ⟨i, ⋯⟩ else 0",
    "def d (n : ℕ) : ℕ := if n = 0 ∧ ¬ n < 3 then 1 else if n ∣ 3 then 2 else 3":
        "fun n => if n = 0 ∧ ¬n < 3 then 1 else if n ∣ 3 then 2 else 3",
    "def d (x : ℝ) : ℝ :=\n  let y := x + 1\n  let f (z : ℝ) := z * y\n  f y":
        "fun x => let y := x + 1; let f := fun z => z * y; f y",
    "def d (x : ℝ) : ℝ :=\n  have _h : x = x := rfl\n  x": "fun x => x",
    "def d (p : ℕ × ℝ) : ℝ :=\n  let (a, b) := p\n  a * b":
        "fun p => match p with | (a, b) => ↑a * b",
    "def d (p : ℕ × ℝ) : ℝ :=\n  let ⟨a, b⟩ := p\n  a * b":
        "fun p => match p with | (a, b) => ↑a * b",
    "def d (p : ℕ × ℝ) : ℝ := p.1 + p.2": "fun p => ↑p.fst + p.snd",
    "def d (f : ℝ → ℝ → ℝ) : ℝ → ℝ := (f · 2)": "fun f ·0 => f ·0 2",
    "def d (f g : ℝ → ℝ) : ℝ → ℝ := f ∘ g": "fun f g => f ∘ g",
    "def d (f g : ℝ → ℝ) : ℝ → ℝ := f.comp g": "fun f g => f ∘ g",
    "def d (x : ℝ) : ℝ := x |> Real.sqrt |> Real.exp": "fun x => Real.exp (Real.sqrt x)",
    "def d (x : ℝ) : ℝ := max x <| Real.exp <| x + 1": "fun x => Max.max x (Real.exp (x + 1))",
    "def d (l : List ℕ) : ℕ := l |>.map (fun n => n + 1) |>.length":
        "fun l => List.length (List.map (fun n => n + 1) l)",
    'def d : List (ℕ × String) := [(1, "a"), (2, "b")]': '[(1, "a"), (2, "b")]',
    "def d (o : Option ℝ) : ℝ := o.getD 0": "fun o => Option.getD o 0",
    'def d (q : String) : String := s!"%{q}g"':
        'fun q => String.append (String.append "%" q) "g"',
    'def d (q : String) (n : ℕ) : String := s!"{q}{n + 1}"':
        "fun q n => String.append q (ToString.toString (n + 1))",
    'def d (a b : String) : String := a ++ "-" ++ b': 'fun a b => a ++ "-" ++ b',
    "def d (x : ℝ) : ℝ := by exact x + 1": "fun x => x + 1",
    "def d (x : ℝ) : ℝ := by refine x + 1": "fun x => x + 1",
    "def e (x : ℝ) : ℝ := x\ndef d (x : ℝ) : ℝ := by\n  unfold e\n  exact x": "fun x => x",
    "def d (x : ℝ) : ℝ := by\n  have _h : 0 = 0 := rfl\n  exact x": "fun x => x",
    "def d : ℕ → ℝ → ℝ := by\n  intro n x\n  exact n * x": "fun a a_1 => ↑a * a_1",
    "def d (x : ℝ) : ℝ := show ℝ from x": "fun x => x",
    "def d (x : ℝ) : ℝ := (fun (y : ℝ) => y + 1) x": "fun x => (fun y => y + 1) x",
    "def d (x : ℝ) : ℝ := id x": "fun x => id x",
}  # fmt: skip

MATCHING = {
    "def d : ℕ → ℕ\n  | 0 => 1\n  | n + 1 => (n + 1) * d n":
        "fun a => match a with | 0 => 1 | Nat.succ n => (n + 1) * d n",
    "def d : ℕ → Bool\n  | 0 | 1 => true\n  | _ + 2 => false":
        "fun a => match a with | 0 => true | 1 => true | Nat.succ (Nat.succ _) => false",
    "def d : List ℕ → List ℕ\n  | [] => []\n  | l@(_ :: _) => l":
        "fun a => match a with | [] => [] | x :: x_1 => x :: x_1",
    "def d : List ℕ → ℕ\n  | [a, b] => a + b\n  | _ => 0":
        "fun a => match a with | [a_1, b] => a_1 + b | _ => 0",
    "def d : ℕ × ℝ → ℝ\n  | (n, x) => n * x": "fun a => match a with | (n, x) => ↑n * x",
    "def d (o : Option ℕ) : ℕ := if let some n := o then n else 0":
        "fun o => match o with | some n => n | _ => 0",
    "def d : ℕ → ℕ := fun\n  | 0 => 1\n  | n + 1 => n":
        "fun a => match a with | 0 => 1 | Nat.succ n => n",
    "def d (m n : ℕ) : ℕ := match m, n with\n  | 0, _ => 1\n  | _, 0 => 2"
    "\n  | m + 1, n + 1 => m * n":
        "fun m n => match m, n with | 0, _ => 1 | _, 0 => 2"
        " | Nat.succ m_1, Nat.succ n_1 => m_1 * n_1",
    'def d : String → ℕ\n  | "a" => 1\n  | _ => 0': 'fun a => match a with | "a" => 1 | _ => 0',
    "def d : Bool → ℝ → ℝ\n  | true, x => x\n  | false, _ => 0":
        "fun a a_1 => match a, a_1 with | true, x => x | false, _ => 0",
    "def d : Option (ℕ × ℕ) → ℕ\n  | some (a, _) => a\n  | .none => 0":
        "fun a => match a with | some (a_1, _) => a_1 | none => 0",
}  # fmt: skip


@pytest.mark.parametrize("text", NUMBERS)
def test_numbers_and_operators(text: str) -> None:
    assert value(text) == NUMBERS[text]


@pytest.mark.parametrize("text", PROPOSITIONS)
def test_propositions_and_sets(text: str) -> None:
    assert value(text) == PROPOSITIONS[text]


@pytest.mark.parametrize("text", FINITE)
def test_sums_and_indices(text: str) -> None:
    assert value(text) == FINITE[text]


@pytest.mark.parametrize("text", FORMS)
def test_forms(text: str) -> None:
    assert value(text) == FORMS[text]


@pytest.mark.parametrize("text", MATCHING)
def test_matching(text: str) -> None:
    assert value(text) == MATCHING[text]


def test_a_decimal_where_no_type_is_asked_for() -> None:
    assert type_of("def d := 1.5") == "Float"


def test_the_operations_are_those_of_the_type() -> None:
    """`n * m` cast as a whole is `ℕ`'s product, and uncast `ℝ`'s: the text looks alike."""
    text = "theorem d (n m : ℕ) : ((n * m : ℕ) : ℝ) = n * m := sorry"
    assert type_of(text) == "∀ (n m : ℕ), ↑(n * m) = ↑n * ↑m"
