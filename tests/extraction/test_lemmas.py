"""Which lemmas a proof names, and how they are listed."""

from __future__ import annotations

from denotary.extraction.lemmas import Mentions, lines
from denotary.interpreter.judgement.verdict import ALL_SIZES, Leaf, Status, Symbolic, TheoremResult
from denotary.parser import load_text

TEXT = """
import Mathlib
namespace A
theorem base : 1 = 1 := rfl
theorem other : 2 = 2 := rfl
theorem middle : 1 = 1 := by exact base
end A
namespace B
theorem base : 3 = 3 := rfl
theorem top : 1 = 1 ∧ 3 = 3 := by
  -- not named: outer
  exact ⟨A.middle, base⟩
theorem outer : 1 = 1 := top.1
end B
"""


def test_the_lemmas_of_a_proof_and_theirs() -> None:
    project = load_text(TEXT)
    mentions = Mentions(project)
    assert dict(mentions.used("B.top")) == {"A.middle": 1, "B.base": 1, "A.base": 2}
    assert mentions.direct("B.top") == ("A.middle", "B.base")
    assert mentions.used("A.other") == []


def test_lemmas_are_listed_by_what_proves_them() -> None:
    def result(name: str, status: Status, **parts) -> TheoremResult:
        return TheoremResult(name, status, **parts)

    everywhere = Symbolic(ALL_SIZES, ("divisors",))
    leaf = Leaf("conclusion", Status.PROVED, symbolic=Symbolic(
        ALL_SIZES, ("divisors", "expand"), derivation=("(R) * (1/R) = 1",)
    ))  # fmt: skip
    found = lines([
        result("late", Status.INCONCLUSIVE, message="stopped when its time was spent"),
        result("small", Status.PROVED, symbolic=Symbolic("n=2")),
        result("one", Status.PROVED, symbolic=everywhere, leaves=(leaf,)),
        result("two", Status.PROVED, symbolic=Symbolic(ALL_SIZES, ("linearity",))),
    ])  # fmt: skip
    assert found == (
        "proved (all sizes), by divisors (1)",
        "  one: (R) * (1/R) = 1",
        "proved (all sizes), by linearity (1)",
        "  two",
        "proved at stated sizes only (1)",
        "  small: at n=2",
        "not proved (1)",
        "  late: stopped when its time was spent",
    )
