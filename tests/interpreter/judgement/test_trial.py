"""Trials in haste: what they say of the sides, and that the verdict is that of the whole check."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from denotary.interpreter.judgement.trial import Tried, attempt
from denotary.interpreter.judgement.verdict import Status
from denotary.parser import load_text

Try = Callable[..., Tried]


@pytest.fixture
def tried() -> Try:
    def run(text: str, **options: object) -> Tried:
        project = load_text(text)
        return attempt(
            project.environment,
            "it",
            **{"sizes": {}, **options},  # type: ignore[arg-type]
            instances=lambda goal: project.instance(goal, "it"),
        )

    return run


SQUARES = "def f (x : ℝ) : ℝ := x * x\n"


def test_equal_expressions_are_shown_to_be(tried: Try) -> None:
    found = tried(SQUARES + "theorem it (x y : ℝ) : f (x + y) = f x + 2 * x * y + f y := sorry")
    assert (found.result.status, found.proved) == (Status.CONFIRMED, True)
    assert {"f", "HAdd.hAdd"} <= found.unfolded


def test_a_law_of_roots_is_confirmed_and_not_shown(tried: Try) -> None:
    found = tried("theorem it (x : ℝ) : √(x * x) = |x| := sorry")
    assert (found.result.status, found.proved) == (Status.CONFIRMED, False)


def test_a_false_statement_is_refuted_at_once(tried: Try) -> None:
    found = tried(SQUARES + "theorem it (x y : ℝ) : f (x + y) = f x + f y := sorry")
    assert (found.result.status, found.proved) == (Status.REFUTED, False)
    assert found.result.samples == 1


def test_division_by_zero_is_still_drawn(tried: Try) -> None:
    """As expressions the sides are equal; at 0, which is sampled, they are not."""
    found = tried("theorem it (n : ℕ) (x : ℝ) : (n : ℝ) * x / n = x := sorry", sizes={"n": "0"})
    assert found.result.status is Status.REFUTED


def test_an_instance_that_means_what_is_known_is_not_run(tried: Try) -> None:
    text = SQUARES + "theorem it (x : ℝ) : f x + 0 * x = x * x := sorry"
    first = tried(text)
    again = tried(text, known=first.meanings)
    other = tried(text.replace("0 * x", "0 * (x + 1)"), known=first.meanings)
    changed = tried(text.replace("f x + 0", "f (f x) + 0"), known=first.meanings)
    assert first.meanings and not first.same
    assert (again.same, again.result.samples) == (True, 0)
    assert (other.same, changed.same) == (True, False)


def test_a_dry_trial_says_what_cannot_be_evaluated(tried: Try) -> None:
    found = tried("opaque o : ℝ → ℝ\ntheorem it (x : ℝ) : o x = o x + 0 := sorry", dry=True)
    assert any("`o`" in fault for fault in found.faults)
    assert found.result.samples == 0


NUMBERS = """
def v (i : Fin 3) : ℝ := 1 / (i + 2)
theorem it : (fun i : Fin 3 => max (v i) (√2 * {k})) = fun i => {other} := sorry
"""


def test_what_samples_of_integers_confirm_is_not_shown(tried: Try) -> None:
    found = tried("theorem it (m n : ℕ) : m ≤ m + n * n := sorry")
    assert (found.result.status, found.proved) == (Status.CONFIRMED, False)
    assert not tried("theorem it (x : ℝ) : (3 : ℝ) ≤ 2 := sorry").proved


@pytest.mark.parametrize(
    ("k", "other", "proved"),
    [("0", "max (v i) 0", True), ("0", "v i", True), ("1", "√8 / 2", False), ("1", "2", None)],
)
def test_exact_arithmetic_shows_a_claim_that_reads_no_input(
    tried: Try, k: str, other: str, proved: bool | None
) -> None:
    """In rationals it is a fact; that irrational numbers agree in 40 digits is none."""
    found = tried(NUMBERS.format(k=k, other=other))
    wanted = Status.REFUTED if proved is None else Status.CONFIRMED
    assert (found.result.status, found.proved) == (wanted, bool(proved))
