"""Verdicts on Lean snippets, each confirmed kind beside one that fails for the same reason."""

from __future__ import annotations

import time
from itertools import count

import pytest

from denotary.interpreter.judgement import session
from denotary.interpreter.judgement.verdict import SAMPLES, Status

CONFIRMED, REFUTED = Status.CONFIRMED, Status.REFUTED


def mean(correction: str) -> str:
    return f"""
    theorem it {{n : ℕ}} (hn : 0 < n) (x : Vec n) :
        ∑ i, (x i - (∑ j, x j) / n{correction}) = 0 := by sorry
    """


def test_an_equation_of_numbers(run):
    good = run(mean(""))
    assert good.status is CONFIRMED, good.message
    assert good.samples >= 2
    (leaf,) = good.leaves
    assert leaf.id == "conclusion"
    assert leaf.noise > 0  # the sum cancels: its residual is not 0 and still explained
    assert [h.treatment for h in good.hypotheses] == ["evaluated"]


def test_an_equation_that_fails_by_little(run):
    bad = run(mean(" + 1 / 10 ^ 8"))
    assert bad.status is REFUTED
    assert bad.leaves[0].residual["f64"] > 0


def test_a_refutation_shows_the_index_and_both_values(run):
    bad = run("""
    theorem it (x : Vec 3) : (fun i => x i + (if i = 1 then 1 else 0)) = x := by sorry
    """)
    assert bad.status is REFUTED
    worst = bad.leaves[0].counterexample
    assert worst.index == (1,)
    assert worst.left == pytest.approx(worst.right + 1)
    assert bad.leaves[0].shape == (3,)
    assert bad.instance["x"] == "ℝ array 3"


@pytest.mark.parametrize(("text", "shown"), [("0.1", "1/10"), ("1/4", "1/4"), ("-3", "-3")])
def test_a_number_that_is_set_is_shown(run, text, shown):
    result = run("theorem it (α x : ℝ) : x + α = α + x := by sorry", sizes={"α": text})
    assert result.status is CONFIRMED, result.message
    assert result.instance["α"] == shown


def test_leaves_of_named_propositions(run):
    text = """
    def Pair (x : ℝ) (y : ℝ) : Prop := x + y = y + x ∧ x * y = y * x + {}
    def All (x y : ℝ) : Prop := let z := x * y; Pair x y ∧ z = x * y ∧ ∀ i : Fin 2, z + i = i + z
    theorem it (x y : ℝ) : All x y := by sorry
    """
    good = run(text.format(0))
    assert good.status is CONFIRMED
    assert [leaf.id for leaf in good.leaves] == ["1:Pair/1", "1:Pair/2", "2", "3/∀i"]
    bad = run(text.format(1))
    assert [leaf.id for leaf in bad.leaves if leaf.status is REFUTED] == ["1:Pair/2"]


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("x ^ 2 ≥ 0", CONFIRMED),
        ("x ≤ x", CONFIRMED),
        ("x < x + 1", CONFIRMED),
        ("x ≤ x - 1", REFUTED),
        ("x < x", REFUTED),
        ("|x| = x", REFUTED),
        ("x + 1 ≠ x", CONFIRMED),
        ("x - x ≠ 0", REFUTED),
        ("¬ (x = x + 1)", CONFIRMED),
        ("∃ y : ℝ, 0 * y < x", Status.INCONCLUSIVE),
        ("∃ y : ℝ, y * y = -1", Status.INCONCLUSIVE),
        ("x ≤ 0 ∨ x = |x|", CONFIRMED),
        ("x = 1 ∨ x = 2", REFUTED),
        ("∀ y : ℝ, x + y = y + x", CONFIRMED),
        ("∀ y : ℝ, x + y = y", REFUTED),
        ("0 < x → |x| = x", CONFIRMED),
        ("0 < x → |x| = -x", REFUTED),
    ],
)
def test_relations(run, claim, status):
    result = run(f"theorem it (x : ℝ) : {claim} := by sorry")
    assert result.status is status, (result.message, result.leaves)


def test_one_witness_settles_a_closed_statement(run):
    assert run("theorem it : ∃ y : ℝ, y * y ≠ y := by sorry").status is CONFIRMED
    none = run("theorem it : ∃ y : ℝ, y * y = -1 := by sorry")
    assert none.status is Status.INCONCLUSIVE


def test_naturals_are_exact(run):
    assert run("theorem it (m n : ℕ) : m - n + n = max m n := by sorry").status is CONFIRMED
    assert run("theorem it (m n : ℕ) : m - n + n = m := by sorry").status is REFUTED


@pytest.mark.parametrize(
    "claim",
    [
        "0 < (f 0 + 10) ^ 30",
        "f 0 * 5000000000 * (f 1 * 5000000000) = f 1 * f 0 * 5000000000 ^ 2",
        "0 < ∏ i : Fin 40, (f 0 + i.val)",
        "(0 : ℝ) ≤ ((∑ i, (f i + 4000000000) * (f i + 4000000000) : ℕ) : ℝ)",
    ],
)
def test_integers_that_may_not_fit_are_refused_not_wrapped(run, claim):
    result = run(f"theorem it (n : ℕ) (f : Fin 2 → ℕ) : {claim} := by sorry")
    assert result.status is Status.UNSUPPORTED
    assert "over 64 bits" in result.message


@pytest.mark.parametrize("claim", ["f 0 + f 1 = f 1 + f 0", "f 0 * f 0 = (f 0) ^ 2", "0 ≤ |f 0|"])
def test_integers_in_arrays(run, claim):
    assert run(f"theorem it (f : Fin 2 → ℤ) : {claim} := by sorry").status is CONFIRMED


@pytest.mark.parametrize("claim", ["∀ i, 0 ≤ f i", "∀ i, f i ≤ 0"])
def test_integers_in_arrays_have_either_sign(run, claim):
    assert run(f"theorem it (f : Fin 8 → ℤ) : {claim} := by sorry").status is REFUTED


def test_a_hypothesis_on_the_sign_of_integers_is_met(run):
    good = run("theorem it (f : Fin 4 → ℤ) (h : ∀ i, 0 < f i) : |f 0| = f 0 := by sorry")
    assert good.status is CONFIRMED, good.message


def test_totality_of_division(run):
    assert run("theorem it (x : ℝ) : x / 0 = 0 := by sorry").status is CONFIRMED
    assert run("theorem it (x : ℝ) : x / x = 1 := by sorry", samples=6).status is REFUTED
    nonzero = "theorem it (x : ℝ) (hx : x ≠ 0) : x / x = 1 := by sorry"
    assert run(nonzero, samples=6).status is CONFIRMED


def test_bool_binders_are_tried_at_both_values(run):
    text = """
    def pick : Bool → ℝ → ℝ
      | true, x => x
      | false, x => {}
    theorem it (b : Bool) (x : ℝ) : pick b x = x := by sorry
    """
    good = run(text.format("x"))
    assert [leaf.id for leaf in good.leaves] == ["conclusion[b=false]", "conclusion[b=true]"]
    assert good.status is CONFIRMED
    bad = run(text.format("x + 1"))
    assert [leaf.status for leaf in bad.leaves] == [REFUTED, CONFIRMED]
    assert run(text.format("x + 1"), sizes={"b": "true"}).status is CONFIRMED


def test_functions_are_compared_at_samples(run):
    good = "theorem it (f g : Vec 3 → Vec 3) (h : g = f) : (fun x => f (g x)) = f ∘ f := by sorry"
    assert run(good).status is CONFIRMED
    bad = "theorem it (f g : Vec 3 → Vec 3) : f ∘ g = g ∘ f := by sorry"
    assert run(bad).status is REFUTED


def test_structures_are_compared_by_field(run):
    text = """
    structure P (n : ℕ) where
      a : Vec n
      ε : ℝ
      pos : 0 < ε
    def P.neg {n : ℕ} (p : P n) : P n := ⟨fun i => -p.a i, p.ε, p.pos⟩
    theorem it (p : P 3) : p.negNEG = p := by sorry
    """
    good = run(text.replace("NEG", ".neg"))
    assert good.status is CONFIRMED
    assert [leaf.id for leaf in good.leaves] == ["conclusion.a", "conclusion.ε"]
    assert "p.pos" in [h.name for h in good.hypotheses]
    bad = run(text.replace("NEG", ""))
    assert [leaf.status for leaf in bad.leaves] == [REFUTED, CONFIRMED]


def test_vacuous(run):
    result = run("theorem it (x : ℝ) (h : x < x) (k : 0 < x) : x = 1 := by sorry")
    assert result.status is Status.VACUOUS
    assert "`h`" in result.message and "`k`" not in result.message
    sizes = run("theorem it (n : ℕ) (h : n < 0) : n = 1 := by sorry")
    assert sizes.status is Status.VACUOUS


def test_an_unsupported_constant_is_named_with_its_place(run):
    result = run("""
    axiom mystery : ℝ → ℝ
    def deep (x : ℝ) : ℝ := mystery x
    theorem it (x : ℝ) : deep x = x := by sorry
    """)
    assert result.status is Status.UNSUPPORTED
    assert "`mystery`" in result.message
    assert "deep at " in result.message


def test_a_hypothesis_that_cannot_be_evaluated_is_assumed(run):
    text = """
    axiom Nice : (ℝ → ℝ) → Prop
    theorem it (f : ℝ → ℝ) (h : Nice f) (x : ℝ) : f x = {} := by sorry
    """
    good = run(text.format("f x"))
    assert good.status is CONFIRMED
    assert [h.treatment for h in good.hypotheses] == ["assumed"]
    bad = run(text.format("x + 9"))
    assert bad.status is Status.INCONCLUSIVE


def test_unknown_theorem(run):
    assert run("theorem other : 1 = 1 := rfl").status is Status.ERROR


def test_too_large_says_what_to_reduce(run):
    result = run(
        "theorem it {n : ℕ} (x : Vec n) (i j k : Fin n) : x i * x j = x j * x k := by sorry",
        sizes={"n": 5000},
    )
    assert result.status is Status.ERROR
    assert "GiB" in result.message and "n=5000" in result.message


def test_time_is_kept(run):
    result = run("theorem it (x : ℝ) : x = x := rfl", timeout=1e-9)
    assert result.status is Status.INCONCLUSIVE


DECIDED = """
def total : ℕ → ℕ
  | 0 => 0
  | n + 1 => total n + n
theorem it (n : ℕ) : 2 * total (n + 1) = n * (n + 1) := by sorry
"""


def test_how_many_samples_a_program_free_statement_gets_is_counted_in_work(run, monkeypatch):
    """By definitions unfolded, never by the clock: a busy machine draws no less."""
    ticks = count(step=3600)
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(ticks)))
    assert run(DECIDED).samples == session.EXACT_SAMPLES + 1  # the last one at n = 0
    monkeypatch.setattr(session, "CHEAP", 0)
    assert run(DECIDED).samples == SAMPLES


def test_an_index_of_a_product_with_nothing_is_no_error(run) -> None:
    claim = "(fun k : Fin (3 * n) => x (finProdFinEquiv.symm k).1) = fun k => 0"
    result = run(f"theorem it (n : ℕ) (h : n = 0) (x : Vec 3) : {claim} := by sorry")
    assert result.status is Status.VACUOUS
    assert result.message == "no instance was found that has an entry to compare"


def test_the_first_index_of_nothing_is_no_error(run) -> None:
    text = """
    theorem it (n : ℕ) (x : Fin n → Fin n → ℝ) (i j : Fin n) :
        x i ⟨0, Fin.pos j⟩ + x i j = x i j + x i ⟨0, Fin.pos i⟩ := by sorry
    """
    assert run(text).status is CONFIRMED
    empty = """
    theorem it (n : ℕ) (x : Fin n → Fin n → ℝ) : (fun i j : Fin n => x i ⟨0, Fin.pos j⟩ + x i j) =
        fun i j => x i j + x i ⟨0, Fin.pos i⟩ := by sorry
    """
    assert run(empty, sizes={"n": 0}).status is Status.VACUOUS


def test_instances_without_entries_do_not_count(run) -> None:
    """An odd size is found among small ones, of which many are zero."""
    text = "theorem it (n k : ℕ) (h : n % 7 = 5) (x : Fin (n * k) → {}) : x = {} := by sorry"
    for kind in ("ℝ", "ℤ"):
        assert run(text.format(kind, "x")).status is CONFIRMED
        assert run(text.format(kind, "0")).status is Status.REFUTED
