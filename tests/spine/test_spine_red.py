"""Red on demand: one thing changed in a copy of the Lean text, and the theorem is refuted.

A check that nobody has seen fail is only a hope. Each change is a mistake that a data-parallel
program could really make.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from spine_changes import NETWORK, NETWORK_SIZES, Change, refuted_leaf, verdict

SITE = ("den_bnSyncSiteLA", {"N": 2, "c": 3, "h": 2, "w": 2})
SKIP = ("mbSkipSync_shard", {"N": 2, "ic": 3, "mid": 4, "rd": 2, "k": 3, "h": 2, "w": 2})
STRIDED = ("mbStridedSync_shard", {**SKIP[1], "oc": 2})
STEM = ("stemSync_shard", {"N": 2, "ic": 3, "oc": 2, "k": 3, "h": 2, "w": 2})

CHAN_DROPPED = Change(
    "Sync/Site.lean",
    "fun r => .chanF (.bnVarF (x r)) (.bnMeanF (x r)) μ",
    "fun r => .bnVarF (x r)",
)
OWN_VARIANCE = Change(
    "Sync/Site.lean",
    "ε γ β stats (x r))",
    "ε γ β (.syncStatsF μ (.bnVarF (x r))) (x r))",
)
EPSILON_OUTSIDE = Change(
    "StableHLO/Graph.lean",
    "      bnApply γ β (statsMean (den stats)) (statsVar (den stats)) ε (den e)",
    """\
      fun idx =>
        let q := finProdFinEquiv.symm (finProdFinEquiv.symm idx).2
        γ q.1 * (den e idx - statsMean (den stats) q.1)
          * (1 / (Real.sqrt (statsVar (den stats) q.1) + ε)) + β q.1""",
)
EVEN_CONV = Change(
    "StableHLO/Ops.lean",
    "flatConvStridedXla (fun o ch kh kw => roundIf",
    "flatConvStrided (fun o ch kh kw => roundIf",
)
EVEN_DEPTHWISE = Change(
    "StableHLO/Ops.lean",
    "flatDepthwiseStridedXla (fun ch kh kw => roundIf",
    "flatDepthwiseStrided (fun ch kh kw => roundIf",
)
SHARDS_SWAPPED = Change(
    "Sync/Site.lean",
    "(he : ∀ r, den (e r) = batchShard R N (c * h * w) X r) (r : Fin R) :",
    "(he : ∀ r, den (e r) = batchShard R N (c * h * w) X ⟨R - 1 - r.val, by omega⟩) (r : Fin R) :",
)
SHARD_ZERO = Change("Sync/Site.lean", "ε γ β stats (x r))", "ε γ β stats (x ⟨0, hR⟩))")
SKIP_OMITTED = Change("EfficientNet/SyncGraph.lean", "fun r => .addV (y r) (e r)", "fun r => y r")

SMALL = {
    "Chan's term dropped": (CHAN_DROPPED, SITE),
    "own variance": (OWN_VARIANCE, SITE),
    "epsilon outside the root": (EPSILON_OUTSIDE, SITE),
    "even cells, conv": (EVEN_CONV, STEM),
    "even cells, depthwise": (EVEN_DEPTHWISE, STRIDED),
    "shards swapped": (SHARDS_SWAPPED, SITE),
    "shard 0 everywhere": (SHARD_ZERO, SITE),
    "skip omitted": (SKIP_OMITTED, SKIP),
}


@pytest.mark.parametrize(
    ("case", "replicas"),
    [
        *((case, 2) for case in SMALL),
        ("Chan's term dropped", 4),
        *(pytest.param(case, 4, marks=pytest.mark.slow) for case in list(SMALL)[1:]),
    ],
)
def test_refuted(case: str, replicas: int, tmp_path: Path) -> None:
    change, (name, sizes) = SMALL[case]
    project = change.apply(tmp_path)
    full = f"Proofs.StableHLO.{name}"
    result = verdict(project, full, {**sizes, "R": replicas}, samples=1)
    leaf = refuted_leaf(result)
    assert leaf.noise is not None
    assert leaf.residual["f64"] > 100 * leaf.noise
    assert Path(result.file).is_relative_to(tmp_path)


@pytest.mark.parametrize("case", ["Chan's term dropped", "even cells, depthwise", "skip omitted"])
def test_refuted_where_the_change_is_one_block_deeper(case: str, tmp_path: Path) -> None:
    change, _ = SMALL[case]
    name, sizes = ("mbSkipSync_shard", SKIP[1]) if case != "even cells, depthwise" else STRIDED
    result = verdict(change.apply(tmp_path), f"Proofs.StableHLO.{name}", {**sizes, "R": 2})
    refuted_leaf(result)


def test_a_refutation_shows_the_sizes_it_happened_at(tmp_path: Path) -> None:
    name, sizes = SITE
    project = CHAN_DROPPED.apply(tmp_path)
    result = verdict(project, f"Proofs.StableHLO.{name}", {**sizes, "R": 2}, samples=1)
    assert refuted_leaf(result)
    assert {k: result.instance[k] for k in ("R", "N", "c")} == {"R": "2", "N": "2", "c": "3"}


def test_a_change_on_both_sides_alike_is_not_refuted(tmp_path: Path) -> None:
    """The control: with ε outside the root in the function both sides use, they agree."""
    both = Change(
        "Layers/BatchNorm.lean",
        "(1 / Real.sqrt (v q.1 + ε))",
        "(1 / (Real.sqrt (v q.1) + ε))",
    )
    name, sizes = SITE
    result = verdict(both.apply(tmp_path), f"Proofs.StableHLO.{name}", {**sizes, "R": 2})
    assert result.status.value == "confirmed", result.message


B3_SKIP_OMITTED = Change(
    "EfficientNet/SyncGraph.lean",
    'mbSkipSync (h := 56) (w := 56) R hR "b3" epsStr w.b3 bf16 e2',
    'mbConvSync (h := 56) (w := 56) R hR "b3" epsStr w.b3 bf16 e2',
)
INPUT_SWAPPED = Change(
    "EfficientNet/SyncShard.lean",
    "(he : ∀ r, den (e r) = batchShard R N (3 * 224 * 224) X r) (r : Fin R) :",
    "(he : ∀ r, den (e r) = batchShard R N (3 * 224 * 224) X ⟨R - 1 - r.val, by omega⟩)"
    " (r : Fin R) :",
)
FULL = {
    "Chan's term dropped": CHAN_DROPPED,
    "own variance": OWN_VARIANCE,
    "epsilon outside the root": EPSILON_OUTSIDE,
    "even cells, conv": EVEN_CONV,
    "shards swapped": INPUT_SWAPPED,
    "the skip of b3 omitted": B3_SKIP_OMITTED,
}


@pytest.mark.slow
@pytest.mark.parametrize("case", FULL)
def test_the_network_is_refuted(case: str, tmp_path: Path) -> None:
    sizes = {**NETWORK_SIZES, "bf16": "true"}  # one value of the switch: these runs are long
    result = verdict(FULL[case].apply(tmp_path), NETWORK, sizes, samples=1)
    leaf = refuted_leaf(result)
    assert leaf.shape[-1] == 10
