"""Each operator on one construct: what it makes of it, and that ill-typed changes are left out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Changes = Callable[..., list[str]]

CASES = {
    "mean": (
        "def f (n : ℕ) (x : Fin n → ℝ) : ℝ := (∑ i, x i) / n",
        ["(∑ i, x i) / ↑n ↦ ∑ i, x i", "∑ i, x i ↦ (∑ i, x i) / ↑n"],
    ),
    "count": (
        "def f (n : ℕ) (a : ℝ) : ℝ := a / n + a / ((n : ℝ) - 1) + a / (a + 1)",
        ["a / ↑n ↦ a / (↑n - 1)", "a / (↑n - 1) ↦ a / ↑n"],
    ),
    "factor": (
        "def f (a b : ℝ) (v : Fin 3 → ℝ) : Fin 3 → ℝ := (a * b) • v",
        ["(a * b) • v ↦ v", "a * b ↦ a", "a * b ↦ b"],
    ),
    "batch": (
        "def f (R N : ℕ) (a : ℝ) : ℝ := a / N",
        ["↑N ↦ ↑(R * N)"],
    ),
    "addend": (
        "def f (a b : ℝ) : ℝ := a + b - a",
        ["a + b - a ↦ a + b", "a + b ↦ a", "a + b ↦ b"],
    ),
    "sign": (
        "def f (a b : ℝ) : ℝ := -a + b",
        ["-a + b ↦ -a - b", "-a ↦ a"],
    ),
    "epsilon": (
        "def f (a e : ℝ) : ℝ := 1 / Real.sqrt (a * a + e) + (Real.sqrt a + e)",
        ["Real.sqrt (a * a + e) ↦ Real.sqrt (a * a) + e", "Real.sqrt a + e ↦ Real.sqrt (a + e)"],
    ),
    "literal": (
        "def f (a : ℝ) : ℝ := a ^ 2 + 1e-5",
        ["2 ↦ 3", "2 ↦ 1", "0.00001 ↦ 0.00002", "0.00001 ↦ 0.00000"],
    ),
    "variable": (
        "def f (a b : ℝ) (n : ℕ) : ℝ := a * n",
        ["a ↦ b"],
    ),
    "arguments": (
        "def f (a b : ℝ) : ℝ := (a - b) * (a + b)",
        ["a - b ↦ b - a"],
    ),
    "index": (
        "def f (n : ℕ) (x : Fin n → ℝ) (i : Fin n) : ℝ := x i",
        ["i ↦ Fin.rev i"],
    ),
    "branch": (
        "def f (b : Bool) (a : ℝ) : ℝ := if b then a else 0",
        ["if b = true then a else 0 ↦ if b = true then 0 else a"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("operator", CASES)
def test_an_operator_changes_its_construct(changes: Changes, operator: str) -> None:
    definition, expected = CASES[operator]
    text = f"{definition}\ntheorem t : f = f := rfl\n"
    assert changes(text, operator, of="f") == expected


def test_a_match_on_two_constants_has_its_arms_swapped(changes: Changes) -> None:
    text = """
def f (b : Bool) (a : ℝ) : ℝ := match b with | true => a | false => 0
theorem t : f = f := rfl
"""
    (found,) = changes(text, "branch", of="f")
    assert "true => a" in found.split(" ↦ ")[0] and "true => 0" in found.split(" ↦ ")[1]


def test_a_hypothesis_is_dropped_from_the_statement(changes: Changes) -> None:
    text = "theorem t (a b : ℝ) (h : a = b) (n : ℕ) : a + n = b + n := by rw [h]\n"
    assert changes(text, "hypothesis") == ["(h : a = b) ↦ "]


def test_another_field_of_the_same_type(changes: Changes) -> None:
    text = """
structure P where
  a : ℝ
  b : ℝ
  n : ℕ
def f (p : P) : ℝ := p.a
theorem t : f = f := rfl
"""
    assert changes(text, "variable", of="f") == ["p.a ↦ p.b"]


def test_what_is_ill_typed_is_left_out(changes: Changes) -> None:
    text = """
def f (m n : ℕ) (x : Fin m → ℝ) (y : Fin n → ℝ) (i : Fin m) (j : Fin n) : ℝ := x i * y j
def g (n : ℕ) (x : Fin (n + 1) → ℝ) : ℝ := f (n + 1) (n + 1) x x 0 0
theorem t : g = g := rfl
"""
    assert changes(text, "variable", "arguments", of="f") == []
    everything = changes(text, "literal", of="g", all=True)
    typed = changes(text, "literal", of="g")
    assert "1 ↦ 2" in everything and "1 ↦ 2" not in typed


def test_a_change_that_makes_a_user_ill_typed_is_left_out(changes: Changes) -> None:
    """The size of `g`'s vector is what `w` says: another `w` breaks `g`, not `w` itself."""
    text = """
def w : ℕ := 3
def g (x : Fin w → ℝ) : Fin 3 → ℝ := x
theorem t : g = g := rfl
"""
    assert changes(text, "literal", of="w", all=True) == ["3 ↦ 4", "3 ↦ 2"]
    assert changes(text, "literal", of="w") == []


def test_constants_of_lean_and_theorems_are_left_alone(changes: Changes) -> None:
    text = """
theorem lemma_ (a : ℝ) : a + 0 = a := by simp
def f (x : Fin 2 → ℝ) : ℝ := List.sum (List.ofFn x)
theorem t : f = f := rfl
"""
    assert changes(text) == []
