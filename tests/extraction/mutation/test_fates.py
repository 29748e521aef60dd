"""What becomes of mutants: killed, survived, equivalent, still true."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from denotary.extraction.mutation.examine import Bench, Mutator, Unfit
from denotary.extraction.mutation.records import Fate, Power, Record

MakeBench = Callable[..., Bench]
Fates = Callable[..., dict[str, Record]]

MEAN = """
def mean (n : ℕ) (x : Fin n → ℝ) : ℝ := (∑ i, x i) / n
theorem t (n : ℕ) (x : Fin n → ℝ) (hn : 0 < n) : n * mean n x = ∑ i, x i := by sorry
"""


def test_a_wrong_divisor_is_killed(bench: MakeBench, fates: Fates) -> None:
    found = fates(bench(MEAN), "count", "mean")
    assert found["(∑ i, x i) / ↑n ↦ (∑ i, x i) / (↑n - 1)"].fate is Fate.KILLED
    killed = found["(∑ i, x i) / ↑n ↦ ∑ i, x i"]
    assert killed.fate is Fate.KILLED and "n" in killed.instance
    assert killed.difference == ""


def test_what_does_not_change_the_graph_is_equivalent(bench: MakeBench, fates: Fates) -> None:
    text = """
def f (x : ℝ) : ℝ := x + 0 * (x + 7)
theorem t (x : ℝ) : f x * f x = x * x := by sorry
"""
    found = fates(bench(text), "literal", "addend")
    assert found["7 ↦ 8"].fate is Fate.EQUIVALENT
    assert found["x + 0 * (x + 7) ↦ x"].fate is Fate.EQUIVALENT
    assert found["0 ↦ 1"].fate is Fate.KILLED


def test_what_changes_both_sides_alike_is_true_still(bench: MakeBench, fates: Fates) -> None:
    text = """
def f (a b : ℝ) : ℝ := a * b + a
theorem t (x y : ℝ) : f x y + f y x = f y x + f x y := by sorry
"""
    found = fates(bench(text), "addend", "factor")
    inside = [found["a * b + a ↦ a"], found["a * b ↦ b"]]
    assert [record.fate for record in inside] == [Fate.TRUE, Fate.TRUE]


def test_a_bound_with_room_to_spare_survives_when_it_is_tightened(
    bench: MakeBench, fates: Fates
) -> None:
    """An inequality notices no small change, and nothing shows that it holds still."""
    text = "theorem t (x : ℝ) : x * Real.exp (-(x * x)) ≤ 3 := by sorry\n"
    found = fates(bench(text), "literal")
    survivor = found["3 ↦ 2"]
    assert survivor.fate is Fate.SURVIVED
    assert "confirm it" in survivor.message and "loosened" not in survivor.message
    assert [line[0] for line in survivor.difference.splitlines()] == ["-", "+"]
    assert "≤ 3" in survivor.difference and "≤ 2" in survivor.difference
    assert found["3 ↦ 4"].fate is Fate.WEAKER


LOOSENED = [
    ("theorem t (x : ℝ) : Real.sin x < 2 ∧ x = x := by sorry", "literal", "2 ↦ 3"),
    ("theorem t (x : ℝ) : 2 ≥ Real.sin x := by sorry", "literal", "2 ↦ 3"),
    ("theorem t (x y : ℝ) : ∀ k : Fin 2, Real.sin x ≤ 1 + y ^ 2 + k := by sorry",
     "literal", "1 ↦ 2"),
    ("def f (x : ℝ) : ℝ := x ^ 2 + 1\ndef g (x : ℝ) : ℝ := f x + 1\n"
     "theorem t (x : ℝ) : Real.sin x ≤ g x := by sorry", "literal", "1 ↦ 2"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "operator", "change"), LOOSENED)
def test_what_follows_from_the_theorem_is_weaker(
    bench: MakeBench, fates: Fates, text: str, operator: str, change: str
) -> None:
    found = fates(bench(text), operator)
    assert found[change].fate is Fate.WEAKER, found[change].message


def test_a_bound_that_a_definition_tightens_survives(bench: MakeBench, fates: Fates) -> None:
    text = """
def f (x : ℝ) : ℝ := Real.sin x - |x| - 1
theorem t (x : ℝ) : f x ≤ |x| := by sorry
"""
    found = fates(bench(text), "addend")
    assert found["Real.sin x - |x| - 1 ↦ Real.sin x - |x|"].fate is Fate.SURVIVED


def test_a_looser_bound_that_is_not_shown_to_be_one_survives(
    bench: MakeBench, fates: Fates
) -> None:
    """That `arctan` increases is known to nobody here."""
    text = "theorem t (x : ℝ) : Real.sin x ≤ 1 + Real.arctan (5 * x ^ 2) := by sorry\n"
    found = fates(bench(text), "literal")["5 ↦ 6"]
    assert found.fate is Fate.SURVIVED
    assert "bounds are only loosened at every instance tried, which is not shown" in found.message


def test_a_mutant_that_algebra_proves_is_true(bench: MakeBench, fates: Fates) -> None:
    """`√x √x = x` where `0 ≤ x`: no law of a field, so that equal expressions do not show it."""
    text = """
def g (y : ℝ) : ℝ := y + 1
theorem t (x y : ℝ) (h : 0 ≤ x) : Real.sqrt x * Real.sqrt x * g y = x * g y := by sorry
"""
    found = fates(bench(text), "literal")["1 ↦ 2"]
    assert found.fate is Fate.TRUE
    assert "by algebra, for all sizes" in found.message


def test_what_a_derivative_does_not_see_is_equivalent(bench: MakeBench, fates: Fates) -> None:
    """An addend that does not depend on what is differentiated by, in a choice and a sum."""
    text = """
def f (n : ℕ) (x b : Fin n → ℝ) : ℝ := ∑ i, if i.val = 0 then 2 * x i + b i else b i * b i + 7
theorem t (n : ℕ) (x v b : Fin n → ℝ) :
    fderiv ℝ (fun x => f n x b) x v = ∑ i : Fin n, if i.val = 0 then 2 * v i else 0 := by sorry
"""
    found = fates(bench(text), "literal", "addend")
    assert found["7 ↦ 8"].fate is Fate.EQUIVALENT
    assert found["2 * x i + b i ↦ 2 * x i"].fate is Fate.EQUIVALENT
    assert found["2 ↦ 3"].fate is Fate.KILLED


def test_what_signs_or_a_witness_show_is_true_still(bench: MakeBench, fates: Fates) -> None:
    squares = "theorem t (x : ℝ) : x * x + 3 ≥ 0 := by sorry\n"
    assert fates(bench(squares), "literal")["3 ↦ 2"].fate is Fate.TRUE
    witness = "theorem t : ∃ x : ℝ, x * x ≠ 3 * x := by sorry\n"
    assert fates(bench(witness), "literal")["3 ↦ 4"].fate is Fate.TRUE


def test_a_hypothesis_that_is_needed_is_missed(bench: MakeBench, fates: Fates) -> None:
    text = "theorem t (x y : ℝ) (h : y = x * x) : y + x = x * x + x := by sorry\n"
    (record,) = fates(bench(text), "hypothesis").values()
    assert record.fate is Fate.KILLED


def test_a_hypothesis_that_sampling_never_fails_is_tried_where_it_fails(
    bench: MakeBench, fates: Fates
) -> None:
    """With `n` fixed at 3 no instance has `n = 0`: the check itself cannot miss the hypothesis."""
    text = """
theorem t (n : ℕ) (x : ℝ) (h : 0 < n) : (n : ℝ) * x / n = x := by sorry
"""
    (record,) = fates(bench(text, wanted={"n": "3"}), "hypothesis").values()
    assert record.fate is Fate.SURVIVED
    assert "it is false where the hypothesis fails, at n = 0" in record.message


def test_a_weaker_hypothesis_is_tried_where_the_stronger_one_fails(
    bench: MakeBench, fates: Fates
) -> None:
    """`n ≠ 1` in place of `n ≠ 0`: the sides are the same at every size but 0."""
    text = """
theorem t (n : ℕ) (x : ℝ) (h : n ≠ 0) : (n : ℝ) * x / n = x := by sorry
"""
    found = fates(bench(text, wanted={"n": "3"}), "literal")
    assert found["0 ↦ 1"].fate is Fate.SURVIVED
    assert "it is false where the hypothesis fails, at n = 0" in found["0 ↦ 1"].message


def test_a_hypothesis_that_is_not_needed(bench: MakeBench, fates: Fates) -> None:
    text = "theorem t (n : ℕ) (x : ℝ) (h : 0 < n) : n * x = x * n := by sorry\n"
    (record,) = fates(bench(text), "hypothesis").values()
    assert record.fate is Fate.TRUE
    assert record.message == "it is confirmed where the hypothesis fails, too"


def test_a_hypothesis_that_nothing_meets_is_undecided(bench: MakeBench, fates: Fates) -> None:
    text = "theorem t (n : ℕ) (x : ℝ) (h : n < n + 1) : n * x = x * n := by sorry\n"
    found = fates(bench(text), "addend")
    assert found["n + 1 ↦ n"].fate is Fate.UNDECIDED
    assert "vacuous: no instance was found that satisfies `h`" in found["n + 1 ↦ n"].message


def test_a_theorem_that_is_not_confirmed_has_no_mutants(bench: MakeBench) -> None:
    with pytest.raises(Unfit) as raised:
        bench("theorem t (x : ℝ) : x = x + 1 := by sorry\n")
    assert raised.value.status == "refuted"


def test_arms_that_are_not_reached_are_left_out(bench: MakeBench) -> None:
    text = """
inductive Op where
  | twice | thrice | square
def run (op : Op) (x : ℝ) : ℝ := match op with
  | .twice => 2 * x
  | .thrice => 3 * x
  | .square => x * x
def never (x : ℝ) : ℝ := 5 * x
def pick (b : Bool) (x : ℝ) : ℝ := if b = true then run .twice x else never x
theorem t (x : ℝ) : pick true x = x + x := by sorry
"""
    made = bench(text, operators=("literal", "factor"))
    listing = made.listing()
    texts = {f"{m.before} ↦ {m.after}" for m in listing.mutants}
    assert "2 * x ↦ x" in texts and "2 ↦ 3" in texts
    assert not any(m.owner == "never" for m in listing.mutants)
    assert not texts & {"3 * x ↦ x", "x * x ↦ x", "3 ↦ 4"}
    assert (listing.changes, listing.unreached) == (13, 9)
    assert (listing.status, listing.left) == ("confirmed", 0)


def test_a_place_is_told_by_its_line(bench: MakeBench) -> None:
    text = """
/-- Two lines. -/
def f (a b : ℝ) : ℝ :=
  a * a  -- a remark
    + b * 3
theorem t (x : ℝ) : f x x = x * x + 3 * x := by sorry
"""
    listing = bench(text, operators=("literal", "factor")).listing()
    lines = {f"{m.before} ↦ {m.after}": m.offset for m in listing.mutants if m.owner == "f"}
    assert lines["a * a ↦ a"] == 1
    assert (lines["b * 3 ↦ b"], lines["3 ↦ 4"]) == (2, 2)


def test_a_sample_is_the_same_for_the_same_seed(bench: MakeBench) -> None:
    def numbers(seed: int) -> list[int]:
        listing = bench(MEAN, sample=4, seed=seed).listing()
        assert len(listing.mutants) == 4 and listing.left
        return [m.number for m in listing.mutants]

    assert numbers(1) == numbers(1)
    assert len({tuple(numbers(seed)) for seed in range(4)}) > 1


def test_the_rate_counts_killed_and_survived_only() -> None:
    fates = [Fate.KILLED] * 3 + [Fate.SURVIVED] + [Fate.EQUIVALENT, Fate.TRUE, Fate.UNDECIDED] * 5
    power = Power.of([Record("t", n, fate) for n, fate in enumerate(fates)])
    assert (power.rate, power.tried) == (75.0, 19)
    assert Power.of([Record("t", 0, Fate.TRUE)]).rate is None


def test_an_unreadable_theorem_is_told_in_the_listing() -> None:
    from denotary.extraction.mutation.examine import Asked
    from denotary.parser.project import load_text

    asked = Asked("t", {}, {}, ("mean",))
    listing = Mutator(load_text("theorem t (x : ℝ) : nope x = x := rfl\n")).list(asked)
    assert listing.status == "error" and "nope" in listing.message
