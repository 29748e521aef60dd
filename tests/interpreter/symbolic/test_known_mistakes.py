"""Mistakes of data-parallel training that are known by their numbers, by algebra.

`tests/interpreter/judgement/test_known_cases.py` runs them; here every number is a symbol, and what
is left says what the mistake leaves out.
"""

from __future__ import annotations

from functools import cache

import pytest

from denotary.interpreter.judgement.verdict import ALL_SIZES, Status, TheoremResult
from denotary.interpreter.symbolic import prove_theorem
from denotary.parser import Project, load_text

DEFINITIONS = """
import Mathlib
open Finset
abbrev Vec (n : ℕ) := Fin n → ℝ
noncomputable def mean {n : ℕ} (x : Vec n) : ℝ := (∑ i, x i) / n
noncomputable def variance {n : ℕ} (x : Vec n) : ℝ := (∑ i, (x i - mean x) ^ 2) / n
noncomputable def unbiased {n : ℕ} (x : Vec n) : ℝ := (∑ i, (x i - mean x) ^ 2) / (n - 1)
noncomputable def xhat {n : ℕ} (ε : ℝ) (x : Vec n) (i : Fin n) : ℝ :=
  (x i - mean x) / Real.sqrt (variance x + ε)
noncomputable def gammaGrad {n : ℕ} (ε : ℝ) (x dy : Vec n) : ℝ := mean (fun i => dy i * xhat ε x i)
noncomputable def shard {R m : ℕ} (X : Vec (R * m)) (r : Fin R) : Vec m :=
  fun i => X (finProdFinEquiv (r, i))
noncomputable def mean_of {R : ℕ} (f : Fin R → ℝ) : ℝ := (∑ r, f r) / R
"""


REFUTED = {
    "the mean of means of unequal counts": (
        "(a b c d : ℝ) : (mean ![a] + mean ![b, c, d]) / 2 = mean ![a, b, c, d]",
        "(3*a - b - c - d)/12",
    ),
    "of [0] and [3, 6, 9]: 3 for 9/2": (
        ": (mean ![(0 : ℝ)] + mean ![(3 : ℝ), 6, 9]) / 2 = mean ![(0 : ℝ), 3, 6, 9]",
        "-3/2",
    ),
    "Chan's identity with unequal counts: 12 for 45/4": (
        ": ((variance ![(0 : ℝ)] + (mean ![(0 : ℝ)] - 3) ^ 2)"
        " + (variance ![(3 : ℝ), 6, 9] + (mean ![(3 : ℝ), 6, 9] - 3) ^ 2)) / 2"
        " = variance ![(0 : ℝ), 3, 6, 9]",
        "3/4",
    ),
    "the mean of variances": (
        "(a b c d : ℝ) : (variance ![a, b] + variance ![c, d]) / 2 = variance ![a, b, c, d]",
        "-(a + b - c - d)**2/16",
    ),
    "of [0, 2] and [10, 14]: 5/2 for 131/4": (
        ": (variance ![(0 : ℝ), 2] + variance ![(10 : ℝ), 14]) / 2"
        " = variance ![(0 : ℝ), 2, 10, 14]",
        "-121/4",
    ),
    "biased for unbiased": (
        "(a b : ℝ) : variance ![a, b] = unbiased ![a, b]",
        "-(a - b)**2/4",
    ),
    "of [0, 2, 10, 14]: 131/4 for 131/3": (
        ": variance ![(0 : ℝ), 2, 10, 14] = unbiased ![(0 : ℝ), 2, 10, 14]",
        "-131/12",
    ),
    "by micro-batch for by token: [4] and [0, 0, 0]": (
        ": (mean ![(4 : ℝ)] + mean ![(0 : ℝ), 0, 0]) / 2 = mean ![(4 : ℝ), 0, 0, 0]",
        "1",
    ),
    "a replica's own statistics in γ's gradient": (
        "(ε x y d e : ℝ) : (gammaGrad ε ![x] ![d] + gammaGrad ε ![y] ![e]) / 2"
        " = gammaGrad ε ![x, y] ![d, e]",
        "",
    ),
    "of {0} and {2}: 0 for 1": (
        ": (gammaGrad 0 ![(0 : ℝ)] ![(1 : ℝ)] + gammaGrad 0 ![(2 : ℝ)] ![(3 : ℝ)]) / 2"
        " = gammaGrad 0 ![(0 : ℝ), 2] ![(1 : ℝ), 3]",
        "-1",
    ),
}
"""The mistake, and left side minus right side."""


@cache
def statements() -> tuple[Project, list[str]]:
    """All of them as one text: theorem `it7` is the seventh."""
    texts = [statement for statement, _ in REFUTED.values()]
    for statement, right, wrong in GENERAL.values():
        texts += [statement.replace("{}", side) for side in (right, wrong)]
    lines = [f"theorem it{k} {text} := by sorry" for k, text in enumerate(texts)]
    return load_text("\n".join([DEFINITIONS, *lines])), texts


def proved(statement: str) -> TheoremResult:
    project, texts = statements()
    return prove_theorem(project.environment, f"it{texts.index(statement)}")


@pytest.mark.parametrize("case", REFUTED)
def test_refuted_with_what_is_left(case: str) -> None:
    statement, remainder = REFUTED[case]
    result = proved(statement)
    assert result.status is Status.REFUTED, result.message
    (leaf,) = result.leaves
    assert leaf.symbolic is not None
    assert leaf.symbolic.remainder
    if remainder:
        assert leaf.symbolic.remainder == remainder
    assert leaf.counterexample is not None
    assert leaf.counterexample.left != leaf.counterexample.right


GENERAL = {
    "the mean of two means": (
        "{m n : ℕ} (hm : 0 < m) (hn : 0 < n) (x : Vec m) (y : Vec n) :"
        " {} = (∑ i, x i + ∑ j, y j) / (m + n)",
        "(m * mean x + n * mean y) / (m + n)",
        "(mean x + mean y) / 2",
    ),
    "the mean of variances": (
        "{R m : ℕ} (X : Vec (R * m)) : {} = variance X",
        "mean_of (fun r => variance (shard X r) + (mean (shard X r) - mean X) ^ 2)",
        "mean_of (fun r => variance (shard X r))",
    ),
    "the mean of means": (
        "{R m : ℕ} (X : Vec (R * m)) : {} = mean X",
        "mean_of (fun r => mean (shard X r))",
        "∑ r, mean (shard X r)",
    ),
    "two forms of the variance": (
        "{n : ℕ} (x : Vec n) : {} = variance x",
        "(∑ i, x i ^ 2) / n - mean x ^ 2",
        "(∑ i, x i ^ 2) / n - mean x",
    ),
    "the unbiased variance": (
        "{n : ℕ} (hn : 0 < n) (x : Vec n) : {} = variance x",
        "unbiased x * (n - 1) / n",
        "unbiased x",
    ),
}
"""A statement over sizes with a gap, what is right there, and what is wrong."""


@pytest.mark.parametrize("case", GENERAL)
def test_for_sizes_that_are_symbols(case: str) -> None:
    statement, right, wrong = GENERAL[case]
    good = proved(statement.replace("{}", right))
    assert good.status is Status.PROVED, good.message
    assert good.symbolic is not None
    assert good.symbolic.scope == ALL_SIZES
    bad = proved(statement.replace("{}", wrong))
    assert bad.status is Status.REFUTED, bad.message
    (leaf,) = bad.leaves
    assert leaf.symbolic is not None
    assert leaf.symbolic.remainder
