"""Statements of integers, strings, truth values and finite sets: decided exactly."""

from __future__ import annotations

import pytest

from denotary.interpreter.judgement.verdict import Status

CONFIRMED, REFUTED = Status.CONFIRMED, Status.REFUTED


@pytest.mark.parametrize(
    ("binders", "true", "false"),
    [
        ("(a b : ℕ)", "a + b = b + a", "a - b + b = a"),
        ("(a b : ℤ)", "a ∣ a * b", "a * b ∣ a"),
        ("(z : ℤ) (h : 0 ≤ z)", "(z.natAbs : ℤ) = z", "(z.natAbs : ℤ) < z"),
        ("", "(2 : ℕ) ^ 100 = 1267650600228229401496703205376",
         "(2 : ℕ) ^ 100 = 1267650600228229401496703205377"),
        ("", "(3 : ℝ) ^ 2000 < 3 ^ 2001", "(3 : ℝ) ^ 2001 < 3 ^ 2000"),
        ("", "(1 : ℝ) / 3 < 1 / 3 + 1 / 10 ^ 40", "(1 : ℝ) / 3 + 1 / 10 ^ 40 < 1 / 3"),
        ("", "Nat.Prime 17", "Nat.Prime 15"),
        ("(v : Fin 4 → ℕ)", "∑ i, (v i + 1) = ∑ i, v i + 4", "∑ i, (v i + 1) = ∑ i, v i + 3"),
        ("(l : List ℕ)", "(l ++ l).length = 2 * l.length", "(l ++ l).length = l.length"),
        ("(s t : String)", "(s ++ t).length = s.length + t.length", "(s ++ t).length = s.length"),
        ("(p q : Prop)", "p ∧ q ↔ q ∧ p", "p ∧ q ↔ q ∨ p"),
        ("(o : Option ℕ)", "o.isSome = !o.isNone", "o.isSome = true"),
        ("(c : Char)", "c.toString.length = 1", "c.toNat < 100"),
        ("(s t : Finset (Fin 3))", "(s ∪ t).card ≤ s.card + t.card", "s ∪ t = s"),
        ("(f : ℕ → ℕ → ℕ) (n : ℕ)", "f (n + 0) 2 = f n 2", "f (n + 1) 2 = f n 2"),
        ("(x : Fin 3 → Bool)", "(x 0 && x 1) = (x 1 && x 0)", "(x 0 && x 1) = x 1"),
    ],
)  # fmt: skip
def test_decided_exactly(run, binders, true, false):
    good = run(f"theorem it {binders} : {true} := by sorry")
    assert good.status is CONFIRMED, good.message
    assert "exactly" in good.leaves[0].message
    assert good.seconds["compile"] == 0 or "ℝ" in true
    bad = run(f"theorem it {binders} : {false} := by sorry")
    assert bad.status is REFUTED, bad.message


@pytest.mark.parametrize(
    ("binders", "true", "false"),
    [
        ("(s t : String → Bool) (x y : String)", 's x = s (x ++ "")', "s x = s y"),
        ("(s : String → ℝ) (x y : String)", 's x = s ("" ++ x)', "s x = s y"),
        ("(f : ℝ → ℕ) (x : ℝ)", "f (x + 0) = f x", "f (x + 1) = f x"),
        ("(s t : Set ℝ) (x : ℝ) (h : x ∈ s)", "x ∈ s ∪ t", "x ∈ s ∩ t"),
        ("(e : Equiv.Perm (Fin 3)) (x : Vec 3)", "∑ i, x (e i) = ∑ i, x i", "x (e 0) = x 0"),
        ("(p : Fin 3 → Prop) [DecidablePred p] (x : Vec 3)",
         "∑ i, (if p i then x i else 0) = ∑ i, x i - ∑ i, (if p i then 0 else x i)",
         "∑ i, (if p i then x i else 0) = ∑ i, x i"),
    ],
)  # fmt: skip
def test_functions_and_predicates_are_sampled(run, binders, true, false):
    good = run(f"theorem it {binders} : {true} := by sorry")
    assert good.status is CONFIRMED, good.message
    assert run(f"theorem it {binders} : {false} := by sorry").status is REFUTED


@pytest.mark.parametrize(("claim", "status"), [("p 3", CONFIRMED), ("¬ p 3", Status.INCONCLUSIVE)])
def test_a_predicate_that_holds_where_it_is_tested(run, claim, status):
    result = run(f"theorem it (p : ℕ → Prop) (h : ∀ n, p n) : {claim} := by sorry")
    assert result.status is status
    assert [h.treatment for h in result.hypotheses] == ["tested"]


def test_an_empty_index_type_is_no_instance(run):
    result = run("theorem it (n : ℕ) (h : n < 5) (i : Fin n) : i.val < 5 := by sorry")
    assert result.status is CONFIRMED, result.message
