"""Mistakes of data-parallel training that are known by their numbers, each as a statement."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from denotary.interpreter.judgement.refutation import Saved
from denotary.interpreter.judgement.verdict import Status

CONFIRMED, REFUTED = Status.CONFIRMED, Status.REFUTED

DEFINITIONS = """
noncomputable def mean {n : ℕ} (x : Vec n) : ℝ := (∑ i, x i) / n
noncomputable def variance {n : ℕ} (x : Vec n) : ℝ := (∑ i, (x i - mean x) ^ 2) / n
noncomputable def unbiased {n : ℕ} (x : Vec n) : ℝ := (∑ i, (x i - mean x) ^ 2) / (n - 1)
"""


def exact(run, left: str, right: str) -> tuple[Fraction, Fraction]:
    """Both sides of an equation that is false, in rationals."""
    result = run(DEFINITIONS + f"theorem it : {left} = {right} := by sorry")
    assert result.status is REFUTED, result.message
    (leaf,) = result.leaves
    assert leaf.exactly
    a, b = leaf.counterexample.exact
    return Fraction(a), Fraction(b)


def test_mean_of_shard_means_with_unequal_counts(run):
    naive = "(mean ![(0 : ℝ)] + mean ![(3 : ℝ), 6, 9]) / 2"
    assert exact(run, naive, "mean ![(0 : ℝ), 3, 6, 9]") == (3, Fraction(9, 2))
    spread = (
        "((variance ![(0 : ℝ)] + (mean ![(0 : ℝ)] - 3) ^ 2)"
        " + (variance ![(3 : ℝ), 6, 9] + (mean ![(3 : ℝ), 6, 9] - 3) ^ 2)) / 2"
    )
    assert exact(run, spread, "variance ![(0 : ℝ), 3, 6, 9]") == (12, Fraction(45, 4))


def test_mean_of_shard_means_in_general(run):
    text = (
        DEFINITIONS
        + """
    theorem it {m n : ℕ} (hm : 0 < m) (hn : 0 < n) (x : Vec m) (y : Vec n) :
        (WEIGHTS) = (∑ i, x i + ∑ j, y j) / (m + n) := by sorry
    """
    )
    assert run(text.replace("WEIGHTS", "(mean x + mean y) / 2")).status is REFUTED
    weighted = "(m * mean x + n * mean y) / (m + n)"
    assert run(text.replace("WEIGHTS", weighted)).status is CONFIRMED


def test_mean_of_shard_variances(run):
    naive = "(variance ![(0 : ℝ), 2] + variance ![(10 : ℝ), 14]) / 2"
    whole = "variance ![(0 : ℝ), 2, 10, 14]"
    assert exact(run, naive, whole) == (Fraction(5, 2), Fraction(131, 4))


def test_biased_and_unbiased_variance(run):
    batch = "![(0 : ℝ), 2, 10, 14]"
    found = exact(run, f"variance {batch}", f"unbiased {batch}")
    assert found == (Fraction("32.75"), Fraction(131, 3))


def test_gradient_by_micro_batch_and_by_token(run):
    found = exact(run, "(mean ![(4 : ℝ)] + mean ![(0 : ℝ), 0, 0]) / 2", "mean ![(4 : ℝ), 0, 0, 0]")
    assert found == (2, 1)


CANCELLING = (
    DEFINITIONS
    + """
theorem it (x : Vec 8) (hx : ∀ i, x i = 10000 + i.val) :
    (∑ i, x i ^ 2) / 8 - mean x ^ 2 = VALUE := by sorry
"""
)


def test_a_variance_that_cancels_in_float32(run):
    """`E[x²] − μ²` at 10⁴ + {0 … 7} is 5.25, and float32 has nothing of it left."""
    good = run(CANCELLING.replace("VALUE", "variance x"))
    assert good.status is CONFIRMED, good.message
    (leaf,) = good.leaves
    assert leaf.residual["f64"] < 1e-6
    assert leaf.noise > 0.01 and leaf.residual["f32"] > 0.01
    assert run(CANCELLING.replace("VALUE", "21 / 4")).status is CONFIRMED
    for value in ("5", "21 / 4 + 1 / 10 ^ 12"):
        bad = run(CANCELLING.replace("VALUE", value))
        assert bad.status is REFUTED, value
        assert bad.leaves[0].counterexample.exact[0] == "21/4"


GAMMA = (
    DEFINITIONS
    + """
noncomputable def xhat {n : ℕ} (x : Vec n) (i : Fin n) : ℝ :=
  (x i - mean x) / Real.sqrt (variance x)
noncomputable def gammaGrad {n : ℕ} (x dy : Vec n) : ℝ := mean (fun i => dy i * xhat x i)
"""
)


def test_batch_norm_gradients_of_replicas_apart(run):
    """{0} and {2}: alone each replica has no variance and no gradient; together they have."""
    apart = "(gammaGrad ![(0 : ℝ)] ![(1 : ℝ)] + gammaGrad ![(2 : ℝ)] ![(3 : ℝ)]) / 2"
    whole = "gammaGrad ![(0 : ℝ), 2] ![(1 : ℝ), 3]"
    result = run(GAMMA + f"theorem it : {apart} = {whole} := by sorry")
    assert result.status is REFUTED
    assert result.leaves[0].counterexample.exact == ("0", "1")
    assert run(GAMMA + f"theorem it : {apart} ≠ {whole} := by sorry").status is CONFIRMED


CHAN = (
    DEFINITIONS
    + """
theorem it (x : Fin 2 → Fin 64 → ℝ) :
    (∑ r, variance (x r)) / 2 = (∑ r, ∑ i, (x r i - (∑ q, mean (x q)) / 2) ^ 2) / (2 * 64) := by
  sorry
"""
)


@pytest.mark.parametrize(("shift", "shows"), [(2.0**-9.7, 1.5e-6), (0.67, 0.31)])
def test_a_dropped_term_hides_in_alike_shards(run, shift, shows):
    """The term is the variance of the shards' means: what is left of it where they are alike."""
    found = run(CHAN)
    assert found.status is REFUTED
    assert found.leaves[0].residual["f64"] > 0.1  # the draws are of shards that differ
    rng = np.random.default_rng(0)
    base = rng.standard_normal((1, 64))
    base = (base - base.mean()) / base.std()
    shards = np.concatenate([base - shift, base + shift]).astype(np.float32).astype(float)
    origin = {**found.refutation.origin, "families": ["smooth"]}
    result = run(CHAN, saved=Saved.of(origin, {"x": shards}))
    assert result.status is REFUTED, result.message
    assert result.leaves[0].residual["f64"] == pytest.approx(shows, rel=0.1)
