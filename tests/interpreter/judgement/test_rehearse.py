"""Everything but running: whether a theorem could be judged, and what keeps it."""

from __future__ import annotations

import pytest

from denotary.interpreter.judgement.rehearse import rehearse
from denotary.interpreter.judgement.verdict import READY, Status, TheoremResult
from denotary.parser import load_text


def ask(text: str) -> TheoremResult:
    return rehearse(load_text(text).environment, "t")


def test_what_could_run_is_ready_whether_true_or_not() -> None:
    for claim in ("x + y = y + x", "x = x + y"):
        found = ask(f"theorem t (x y : ℝ) : {claim} := by sorry\n")
        assert (found.status, found.message, found.leaves) == (Status.INCONCLUSIVE, READY, ())
        assert found.seconds["compile"] == found.seconds["run"] == 0.0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("axiom f : ℝ → ℝ\ntheorem t (x : ℝ) : f x = f x + 1 := by sorry\n", "`f`"),
        ("theorem t (x : ℝ) : sSup {x} = x := by sorry\n", "`Real.sSup`"),
    ],
)
def test_a_constant_without_a_meaning_keeps_it(text: str, said: str) -> None:
    found = ask(text)
    assert found.status is Status.UNSUPPORTED
    assert said in found.message


def test_sizes_that_no_hypothesis_allows_are_vacuous() -> None:
    found = ask("theorem t (n : ℕ) (h : n < 0) : n = n := by sorry\n")
    assert found.status is Status.VACUOUS
