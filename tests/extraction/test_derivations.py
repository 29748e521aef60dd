"""Why a theorem is proved by algebra, as it is printed."""

from __future__ import annotations

from denotary.extraction.derivations import LEAVES, LINES, lines
from denotary.interpreter.judgement.verdict import ALL_SIZES, Leaf, Status, Symbolic, TheoremResult


def leaf(id: str, *derivation: str) -> Leaf:
    symbolic = Symbolic(ALL_SIZES, ("divisors", "expand"), derivation=derivation)
    return Leaf(id, Status.PROVED, symbolic=symbolic)


def proved(*leaves: Leaf) -> TheoremResult:
    cases = Symbolic(ALL_SIZES, ("divisors",), derivation=("case K = 0",))
    return TheoremResult("t", Status.PROVED, leaves=leaves, symbolic=cases)


def test_cancellations_and_cases() -> None:
    assert lines(proved(leaf("conclusion", "(R) * (1/R) = 1"))) == (
        "conclusion: by divisors, expand",
        "  (R) * (1/R) = 1",
        "case K = 0",
    )


def test_what_is_long_is_counted() -> None:
    tree = [f"rule {k}" for k in range(LINES + 3)]
    found = lines(proved(*[leaf(f"{k}", *tree) for k in range(LEAVES + 2)]))
    assert found[LINES + 1] == "  … and 3 more lines; --json has them all"
    assert found[-2] == "… and 2 more leaves; --json has them all"


def test_what_is_not_proved_has_no_derivation() -> None:
    assert lines(TheoremResult("t", Status.CONFIRMED)) == ()
    remainder = Symbolic("n=2", remainder="x", derivation=("not for all sizes",))
    assert lines(TheoremResult("t", Status.REFUTED, symbolic=remainder)) == ()
