"""Every real a symbol, at small sizes: what is proved, refuted with its remainder, or refused."""

from __future__ import annotations

import pytest

from denotary.interpreter.judgement.verdict import Status
from denotary.interpreter.symbolic import Answer, prove
from denotary.parser import load_text

PROVED = {
    "multiplied out": "theorem it (a b : ℝ) : (a + b) ^ 2 = a ^ 2 + 2 * a * b + b ^ 2 := by sorry",
    "a sum of squares about a mean": """
        theorem it (x : Vec 3) : ∑ i, (x i - (∑ j, x j) / 3) ^ 2
            = ∑ i, x i ^ 2 - (∑ i, x i) ^ 2 / 3 := by sorry""",
    "division by zero is zero": """
        theorem it (a b : ℝ) : a / b * b * b = a * b := by sorry""",
    "a divisor known not to be zero": """
        theorem it (a b : ℝ) (h : b ≠ 0) : a / b * b = a := by sorry""",
    "a sum of divisors above zero": """
        theorem it (a ε : ℝ) (h : 0 < ε) : 1 / (a ^ 2 + ε) * (a ^ 2 + ε) = 1 := by sorry""",
    "common denominators": """
        theorem it (a b : ℝ) (ha : 0 < a) (hb : 0 < b) :
            1 / (a + b) + a / (b * (a + b)) = 1 / b := by sorry""",
    "the square of a root": """
        theorem it (x : ℝ) (h : 0 ≤ x) : Real.sqrt x ^ 2 = x := by sorry""",
    "exponentials of sums": """
        theorem it (x y : ℝ) : Real.exp (x + y) * Real.exp (-y) = Real.exp x := by sorry""",
    "one condition on both sides": """
        theorem it (x y t : ℝ) : (if 0 < x then t * y else 0) = t * (if 0 < x then y else 0) := by
          sorry""",
    "opposite conditions": """
        theorem it (x y : ℝ) : (if 0 < x then y else 0) + (if x ≤ 0 then y else 0) = y := by
          sorry""",
    "an equation as hypothesis": """
        theorem it (x y z : ℝ) (h : 2 * x + 3 = z ^ 2 + y) : 2 * x + 3 - y = z ^ 2 := by sorry""",
    "an inequality by signs": "theorem it (x y : ℝ) : 0 ≤ x ^ 2 + y ^ 2 := by sorry",
}


@pytest.mark.parametrize("name", PROVED)
def test_proved(prove_small, name: str) -> None:
    result = prove_small(PROVED[name])
    assert result.status is Status.PROVED, result.message
    (leaf,) = result.leaves
    assert leaf.symbolic is not None
    assert leaf.symbolic.steps


REFUTED = {
    "a wrong coefficient": (
        "theorem it (a b : ℝ) : (a + b) ^ 2 = a ^ 2 + a * b + b ^ 2 := by sorry",
        "a*b",
    ),
    "cancelling what may be zero": (
        "theorem it (a b : ℝ) : a / b * b = a := by sorry",
        "-[b = 0]*a",
    ),
    "the square of a root that may not exist": (
        "theorem it (x : ℝ) : Real.sqrt x ^ 2 = x := by sorry",
        "x*([x > 0] - 1)",
    ),
    "the mean of shards' variances": (
        """
        theorem it (x y : ℝ) : (x ^ 2 + y ^ 2) / 2 = ((x + y) / 2) ^ 2 := by sorry""",
        "(x - y)**2/4",
    ),
}


@pytest.mark.parametrize("name", REFUTED)
def test_refuted_with_the_remainder(prove_small, name: str) -> None:
    text, remainder = REFUTED[name]
    result = prove_small(text)
    assert result.status is Status.REFUTED, result.message
    (leaf,) = result.leaves
    assert leaf.symbolic is not None
    assert leaf.symbolic.remainder == remainder
    assert leaf.counterexample is not None
    assert leaf.counterexample.left != leaf.counterexample.right


def test_a_hypothesis_that_is_no_condition_on_signs_does_not_prove(prove_small) -> None:
    text = "theorem it (x y : ℝ) (h : x ^ 2 = y ^ 2) : x ^ 4 = y ^ 4 := by sorry"
    result = prove_small(text)
    assert result.status is Status.INCONCLUSIVE
    assert "not shown to be zero" in result.message


def test_a_function_is_one_of_a_family(prove_small) -> None:
    text = "theorem it (f : ℝ → ℝ) (x : ℝ) : f x + f x = 2 * f x := by sorry"
    result = prove_small(text)
    assert result.status is Status.INCONCLUSIVE
    assert "one family of functions alone: `f`" in result.message


def test_the_sizes_are_told(prove_small) -> None:
    text = "theorem it (n : ℕ) (x : Vec n) (t : ℝ) : ∑ i, t * x i = t * ∑ i, x i := by sorry"
    result = prove_small(text)
    assert result.status is Status.PROVED
    assert result.symbolic is not None
    assert result.symbolic.scope == "n=2; n=1; n=0"
    fixed = prove_small(text, n=5)
    assert fixed.symbolic is not None
    assert fixed.symbolic.scope == "n=5"


@pytest.mark.parametrize(
    ("claim", "at"),
    [
        ("theorem it (n : ℕ) (x : Vec n) : ∑ i, x i + n / n = ∑ i, x i + 1", "n=0"),
        ("theorem it (a b : ℕ) (x : ℝ) : ((a - b : ℕ) : ℝ) * x = (a - b) * x", "a=1, b=3"),
    ],
)
def test_what_is_false_at_few_sizes_alone(prove_small, claim: str, at: str) -> None:
    result = prove_small(f"{claim} := by sorry")
    assert result.status is Status.REFUTED
    assert result.symbolic is not None
    assert result.symbolic.scope.endswith(at)
    assert ";" not in result.symbolic.scope


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("(x : ℝ) : x ≤ x ^ 2", "left ≤ right fails: left − right is -x*(x - 1)"),
        ("(a b : ℝ) (ha : 0 ≤ a) (hb : 0 ≤ b) : 0 ≤ a - b", "left ≤ right fails"),
        ("(x : ℝ) : x - x < 0", "left < right fails: left − right is 0"),
        ("(n : ℕ) (x : Vec n) (h : ∀ i, 0 < x i) : 0 < ∑ i, x i", "left − right is 0"),
        ("(x y : ℝ) (h : x = y) : x ≠ y", "left ≠ right fails"),
    ],
)
def test_an_order_that_is_wrong(prove_small, claim: str, text: str) -> None:
    result = prove_small(f"theorem it {claim} := by sorry")
    assert result.status is Status.REFUTED, result.message
    assert text in result.message


@pytest.mark.parametrize(
    "claim", ["(x y : ℝ) : x * y ≤ (x ^ 2 + y ^ 2) / 2", "(x : ℝ) (h : x < 0) : x < x ^ 2"]
)
def test_an_order_that_holds_is_never_refuted(prove_small, claim: str) -> None:
    result = prove_small(f"theorem it {claim} := by sorry")
    assert result.status in (Status.PROVED, Status.UNSUPPORTED), result.message


def test_a_number_that_was_picked_inside_the_conclusion_is_told(prove_small) -> None:
    result = prove_small("""
        def All (x : ℝ) : Prop := ∀ n : ℕ, x ^ (n * 0 + 2) = x * x
        theorem it (x : ℝ) : All x := by sorry""")
    assert result.status is Status.PROVED, result.message
    assert result.symbolic is not None
    assert "n=2" in result.symbolic.scope


def test_a_claim_that_is_not_algebra_is_unsupported(prove_small) -> None:
    result = prove_small("theorem it (x : ℝ) : ∃ y : ℝ, y * y = x ^ 2 := by sorry")
    assert result.status is Status.UNSUPPORTED


def test_closed_terms() -> None:
    project = load_text("""
        import Mathlib
        def first (n : ℕ) (x : Fin n → ℝ) : ℝ := ∑ i, 2 * x i
        def second (n : ℕ) (x : Fin n → ℝ) : ℝ := 2 * ∑ i, x i
        def third (n : ℕ) (x : Fin n → ℝ) : ℝ := 3 * ∑ i, x i
    """)
    env = project.environment
    first, second, third = (env[name].value for name in ("first", "second", "third"))
    assert first is not None
    assert second is not None
    assert third is not None
    same = prove(env, first, second)
    assert (same.answer, same.scope) == (Answer.PROVED, "n=2; n=1; n=0")
    other = prove(env, first, third)
    assert other.answer is Answer.REFUTED
    assert "x[0]" in other.message
