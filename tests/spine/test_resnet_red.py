"""Mistakes in ResNet-50's step, each made in a copy of the Lean text: the right leaves go red."""

from __future__ import annotations

from pathlib import Path

import pytest
from spine_changes import Change, refuted_leaf, verdict
from test_resnet_confirmed import IDENTITY, NETWORK, STEM, STRIDED, TIE, parameters

from denotary.interpreter.judgement.verdict import Status, TheoremResult

IDENTITY_LEAVES = parameters("ConvWSyncAt", "ConvWSyncAt", "ConvWSyncAt")
STRIDED_LEAVES = parameters(
    "ConvWSyncAt", "ConvStridedWSyncAt", "ConvWSyncAt", "ConvStridedWSyncAt"
)
STEM_LEAVES = parameters("ConvStridedWSyncAt")

UNSCALED = Change(
    "ResNet50/SyncTie.lean",
    """\
    (hdy : ∀ r, dys r = batchShard R N (ic * h * w) ((R : ℝ) • DY) r) :
    identitySyncTied""",
    """\
    (hdy : ∀ r, dys r = batchShard R N (ic * h * w) DY r) :
    identitySyncTied""",
)
SUM_FOR_MEAN = Change(
    "Sync/BackSite.lean",
    'fun r => .bnCotMeanF s!"%{q}g" γ (d r)',
    'fun r => .dropoutB "sum" (fun _ => (R : ℝ)) (.bnCotMeanF s!"%{q}g" γ (d r))',
)
OWN_STATISTICS = Change(
    "Sync/BackSite.lean",
    ".bnSyncGammaGradF epsStr ε stats (u r) (d r)",
    ".bnGammaGradF epsStr ε (u r) (d r)",
)
FIRST_SITE_AT_THE_SMALL_GRID = Change(
    "ResNet50/SyncBack.lean",
    """\
    reluBack (S r).y1 (batchMap N (flatConvStridedBack p.c2.W) (u2 r))
  let u1 := bnSyncInB R hR N vN cotN epsStr p.c1.ε p.c1.γ (fun r => (S r).u1) y1
""",
    """\
    reluBack (S r).y1 (batchMap N (flatConvStridedBack p.c2.W) (u2 r))
  let small : Vec (N * (mid * (2 * h) * (2 * w))) → Vec (N * (mid * h * w)) :=
    batchMap N fun x => flatten3 (evenCells (unflatten3 x))
  let at_small := bnSyncInB R hR N vN cotN epsStr p.c1.ε p.c1.γ (fun r => small (S r).u1)
    fun r => small (y1 r)
  let u1 : Fin R → Vec (N * (mid * (2 * h) * (2 * w))) := fun r =>
    batchMap N (fun x => flatten3 (spreadEven (unflatten3 x))) (at_small r)
""",
)
WRONG_PLACE = Change(
    "ResNet50/SyncBack.lean",
    "reluBack (S r).y1 (batchMap N (flatConvBack p.c2.W) (u2 r))",
    "reluBack (S r).y1 (batchMap N (flatConvBack p.c2.W) (y2 r))",
)


def overwriting() -> str:
    """The scatter where the last window to reach a cell is the one that counts."""
    kept = "0"
    for kh in range(3):
        for kw in range(3):
            piece = (
                f"padRead (spreadEven (poolTake x dy {kh} {kw})) 1 1 ch"
                f" (a.val + {2 - kh}) (b.val + {2 - kw})"
            )
            kept = f"(let v := {piece}; if v = 0 then {kept} else v)"
    return kept


SCATTER = """\
  ∑ kh : Fin 3, ∑ kw : Fin 3,
    padRead (spreadEven (poolTake x dy kh kw)) 1 1 ch (a.val + (2 - kh.val)) (b.val + (2 - kw.val))
"""
OVERWRITING = Change("Layers/Pool.lean", SCATTER, f"  {overwriting()}\n")
OVERWRITING_ON_THE_REPLICAS = Change(
    "ResNet50/SyncBack.lean",
    "(batchMapAux N (flatMaxPoolBack (c := oc) (h := h) (w := w)) (S r).a (dy r))",
    "(batchMapAux N (fun (x : Vec (oc * (2 * h) * (2 * w))) (dy : Vec (oc * h * w)) =>"
    " flatten3 (let x := unflatten3 x; let dy := unflatten3 dy; fun ch a b =>"
    f" {overwriting()})) (S r).a (dy r))",
)

CASES = {
    "cotangents without R": (UNSCALED, "identity", IDENTITY, IDENTITY_LEAVES),
    "a sum for a mean": (SUM_FOR_MEAN, "identity", IDENTITY, IDENTITY_LEAVES[:7]),
    "γ at a replica's own statistics": (
        OWN_STATISTICS,
        "identity",
        IDENTITY,
        [leaf for leaf in IDENTITY_LEAVES if "Gamma" in leaf],
    ),
    "bn₁ over the output's grid": (
        FIRST_SITE_AT_THE_SMALL_GRID,
        "strided",
        STRIDED,
        STRIDED_LEAVES[:1],
    ),
    "a cotangent from the wrong place": (WRONG_PLACE, "identity", IDENTITY, IDENTITY_LEAVES[:3]),
    "the pool's scatter overwrites": (OVERWRITING_ON_THE_REPLICAS, "stem", STEM, STEM_LEAVES),
}
"""The change, the block that it is seen in, the sizes, and exactly the leaves that go red."""


def red(result: TheoremResult) -> list[str]:
    return [leaf.id for leaf in result.leaves if leaf.status is Status.REFUTED]


def colours(result: TheoremResult) -> set[Status]:
    return {leaf.status for leaf in result.leaves}


@pytest.mark.parametrize("case", CASES)
def test_exactly_the_leaves_that_the_mistake_reaches(case: str, tmp_path: Path) -> None:
    change, block, sizes, expected = CASES[case]
    result = verdict(change.apply(tmp_path), f"{TIE}{block}_syncTied", sizes, samples=1)
    assert result.status is Status.REFUTED, result.message
    assert red(result) == expected
    assert colours(result) <= {Status.REFUTED, Status.CONFIRMED}
    for leaf in result.leaves:
        if leaf.status is Status.REFUTED:
            assert leaf.noise is not None
            assert leaf.residual["f64"] > 100 * leaf.noise


DIVISORS = {
    "label-smoothed cross entropy": (
        "Proofs.SyncKit.replicaLossCot_eq",
        Change(
            "Sync/Loss.lean",
            "    smoothedCECotB N B α (batchShard R N K T r) (batchShard R N K Z r)\n      = ",
            "    smoothedCECotB N ((R : ℝ) * B) α (batchShard R N K T r) (batchShard R N K Z r)\n"
            "      = ",
        ),
    ),
    "BCE with logits": (
        f"{TIE}replicaBceLossCot_eq",
        Change(
            "ResNet50/SyncTie.lean",
            "    bceCotB N ((N : ℝ) * (K : ℝ)) (batchShard R N K T r) (batchShard R N K Z r)\n"
            "      = ",
            "    bceCotB N (((R : ℝ) * (N : ℝ)) * (K : ℝ)) (batchShard R N K T r)"
            " (batchShard R N K Z r)\n      = ",
        ),
    ),
}


@pytest.mark.parametrize("loss", DIVISORS)
def test_a_replica_that_divides_by_the_global_count(loss: str, tmp_path: Path) -> None:
    name, change = DIVISORS[loss]
    leaf = refuted_leaf(verdict(change.apply(tmp_path), name, {"R": 2, "N": 2, "K": 5}))
    assert leaf.residual["f64"] == pytest.approx(0.5)  # half of what it should be


@pytest.mark.parametrize("name", ["sum_maxPoolBack", "flatMaxPoolBack_isVJP"])
def test_a_scatter_that_overwrites_is_not_certified(name: str, tmp_path: Path) -> None:
    sizes = {"c": 2, "h": 3, "w": 4}
    result = verdict(OVERWRITING.apply(tmp_path), f"Proofs.{name}", sizes, samples=1)
    assert result.status is Status.REFUTED, result.message
    assert colours(result) == {Status.REFUTED}


CONV = {"ic": 3, "oc": 2, "kH": 3, "kW": 5, "h": 3, "w": 2}
CELLS = {"N": 2, "c": 3, "h": 3, "w": 2}
LINKS = {
    "the kernel is not turned": (
        "conv2d_adjoint",
        CONV,
        Change("Layers/ConvBack.lean", "W o ch kh.rev kw.rev", "W o ch kh kw"),
    ),
    "a strided kernel's gradient reads one cell on": (
        "convStridedGradWB_isVJP",
        {**CONV, "N": 2},
        Change(
            "Layers/ConvBack.lean",
            "(2 * i.val + kh.val) (2 * j.val + kw.val)",
            "(2 * i.val + 1 + kh.val) (2 * j.val + kw.val)",
        ),
    ),
    "the mask's sign": (
        "reluBack_isVJP",
        {"n": 4},
        Change("Layers/PointwiseBack.lean", "if 0 < y i then dy i", "if y i < 0 then dy i"),
    ),
    "BatchNorm's cotangent without its mean": (
        "bnInB_isVJP",
        CELLS,
        Change(
            "Layers/BatchNormBack.lean", "(γ q.1 * DY idx - m q.1 - xhat", "(γ q.1 * DY idx - xhat"
        ),
    ),
    "a chain that forgets the factor": (
        "bnInB_smul",
        CELLS,
        Change(
            "Layers/BatchNormBack.lean",
            "bnInB N γ ε X (t • DY) = t • bnInB N γ ε X DY",
            "bnInB N γ ε X (t • DY) = bnInB N γ ε X DY",
        ),
    ),
    "the mean taken for the whole": (
        "StableHLO.den_bnBetaSite",
        {**CELLS, "R": 2},
        Change(
            "Sync/BackSite.lean",
            "= (1 / (R : ℝ)) • den (.bnBetaGradF",
            "= den (.bnBetaGradF",
        ),
    ),
    "the second mean at a replica's own statistics": (
        "StableHLO.bnSyncInB_shard",
        {**CELLS, "R": 2},
        Change(
            "Sync/BackSite.lean",
            '.bnCotXhatMeanF s!"%{q}g" epsStr ε γ stats (u r) (d r)',
            '.bnCotXhatMeanF s!"%{q}g" epsStr ε γ (.syncStatsF (.bnMeanF (u r)) (.bnVarF (u r)))'
            " (u r) (d r)",
        ),
    ),
    "a skip's cotangent left out": (
        "identityBackB_isVJP",
        {"N": 2, "ic": 3, "mid": 2, "h": 2, "w": 1},
        Change(
            "ResNet50/Backward.lean",
            "{ D with x := fun i => D.x i + D.s i }",
            "{ D with x := fun i => D.x i }",
        ),
    ),
}
"""The mistake, the lemma that sees it, the sizes, and the change."""


@pytest.mark.parametrize("case", LINKS)
def test_a_link_that_is_wrong(case: str, tmp_path: Path) -> None:
    name, sizes, change = LINKS[case]
    result = verdict(change.apply(tmp_path), f"Proofs.{name}", sizes, samples=1)
    assert result.status is Status.REFUTED, result.message
    assert colours(result) == {Status.REFUTED}


HYPOTHESIS = "    (hgs : ∀ r, gs r = batchShard R N nCls {} r) :\n    r50NetSyncTiedB"
NETWORK_CASES = {
    "cotangents without R": (
        Change(
            "ResNet50/SyncTie.lean",
            HYPOTHESIS.format("((R : ℝ) • G)"),
            HYPOTHESIS.format("G"),
        ),
        lambda block: True,
    ),
    "a cotangent from the wrong place in s2b2": (
        Change(
            "ResNet50/SyncBack.lean",
            "let s2b1 := identityBackSync R hR N vN cotN epsStr w.s2b1 (fun r => (S r).s2b1)\n"
            "    fun r => (s2b2 r).x",
            "let s2b1 := identityBackSync R hR N vN cotN epsStr w.s2b1 (fun r => (S r).s2b1)\n"
            "    fun r => (s2b2 r).s",
        ),
        lambda block: block in ("stemTied", "s2b0Tied", "s2b1Tied") or block.startswith("s1"),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", NETWORK_CASES)
def test_the_network_is_red_at_the_block_and_upstream_of_it(case: str, tmp_path: Path) -> None:
    change, reached = NETWORK_CASES[case]
    result = verdict(change.apply(tmp_path), f"{TIE}r50_net_syncTiedB", NETWORK, samples=1)
    assert result.status is Status.REFUTED, result.message
    for leaf in result.leaves:
        block = leaf.id.split("/")[0].split(":")[1]
        assert (leaf.status is Status.REFUTED) == reached(block), leaf.id
