"""ResNet-50's step as it is: the blocks' parameters, one leaf each, on a device per replica."""

from __future__ import annotations

from collections import Counter

import pytest
from spine_changes import bundled, verdict

from denotary.interpreter.judgement.verdict import Status, TheoremResult

TIE = "Proofs.ResNet50SyncTieB."
IDENTITY = {"R": 2, "N": 2, "ic": 3, "mid": 2, "h": 2, "w": 1, "bf16": "true"}
STRIDED = {**IDENTITY, "oc": 2}
STEM = {"R": 2, "N": 2, "ic": 2, "oc": 2, "k": 7, "h": 2, "w": 1, "bf16": "true"}
NETWORK = {"R": 2, "N": 2, "q": 1, "nCls": 10, "bf16": "true"}


def parameters(*kernels: str) -> list[str]:
    """The ids of a block's leaves: each kernel, then its BatchNorm's pair."""
    ids: list[str] = []
    for k, kernel in enumerate(kernels):
        ids.append(f"{2 * k + 1}:{kernel}")
        ids += [f"{2 * k + 2}:BnSyncAt/{pair}" for pair in ("1:BnGammaSyncAt", "2:BnBetaSyncAt")]
    return ids


CONV, STRIDED_CONV = "ConvWSyncAt", "ConvStridedWSyncAt"
BLOCKS = {
    "stem_syncTied": (STEM, [STRIDED_CONV], 7),
    "identity_syncTied": (IDENTITY, [CONV] * 3, 21),
    # The projection's BatchNorm and the branch's last read one cotangent: one β gradient.
    "projected_syncTied": (STRIDED, [CONV] * 4, 27),
    "strided_syncTied": (STRIDED, [CONV, STRIDED_CONV, CONV, STRIDED_CONV], 27),
}
"""Theorem to its sizes, its kernels, and its collectives: 7 a kernel with its BatchNorm."""


def assert_confirmed(result: TheoremResult) -> None:
    assert result.status is Status.CONFIRMED, result.message
    assert result.devices == 2
    assert not result.emulated
    for leaf in result.leaves:
        assert leaf.status is Status.CONFIRMED
        assert leaf.noise is not None
        assert leaf.noise > 0
        assert leaf.residual["f64"] <= 1e-6 * leaf.noise


@pytest.mark.parametrize("name", BLOCKS)
def test_a_block_has_a_leaf_a_parameter(name: str) -> None:
    sizes, kernels, collectives = BLOCKS[name]
    result = verdict(bundled(), TIE + name, sizes, samples=1)
    assert_confirmed(result)
    assert [leaf.id for leaf in result.leaves] == parameters(*kernels)
    assert result.collectives == {"all-reduce": collectives}


SITE = {"R": 2, "N": 2, "c": 3, "h": 2, "w": 1}
GRADIENTS = {
    "bnSyncInB_shard": (SITE, 4),
    "den_bnGammaSite": (SITE, 3),
    "den_bnBetaSite": (SITE, 1),
    "den_allReduce_convGradW": ({**STEM, "kH": 3, "kW": 5}, 1),
    "den_allReduce_convStridedGradW": ({**STEM, "kH": 3, "kW": 5}, 1),
    "den_allReduce_denseGradW": ({"R": 2, "N": 2, "m": 3, "n": 4}, 1),
}


@pytest.mark.parametrize("name", GRADIENTS)
def test_the_links_that_hold_a_collective(name: str) -> None:
    sizes, collectives = GRADIENTS[name]
    sizes = {k: v for k, v in sizes.items() if k != "k"}
    result = verdict(bundled(), f"Proofs.StableHLO.{name}", sizes, samples=1)
    assert_confirmed(result)
    assert result.collectives == {"all-reduce": collectives}


CERTIFIED = {
    "flatMaxPoolBack_isVJP": {"c": 2, "h": 2, "w": 1},
    "identityBackB_isVJP": {"N": 2, "ic": 3, "mid": 2, "h": 2, "w": 1},
    "stridedBackB_isVJP": {"N": 2, "ic": 3, "mid": 2, "oc": 2, "h": 2, "w": 1},
    "poolStemBackB_isVJP": {"N": 2, "ic": 2, "oc": 2, "k": 7, "h": 2, "w": 1},
}


@pytest.mark.parametrize("name", CERTIFIED)
def test_the_chain_is_the_derivative_of_the_forward(name: str) -> None:
    result = verdict(bundled(), f"Proofs.{name}", CERTIFIED[name], samples=1)
    assert result.status is Status.CONFIRMED, result.message
    assert all(h.treatment == "evaluated" for h in result.hypotheses)


def test_unsynchronised_gradients_are_shown_to_differ() -> None:
    result = verdict(bundled(), "Proofs.SyncKit.dpMeanGrad_ne_globalBatchGrad", {})
    assert result.status is Status.CONFIRMED, result.message


@pytest.mark.parametrize("smoothing", ["0", "1/10", "1"])
@pytest.mark.parametrize("name", ["replicaLossCot_eq", "replicaLossCot_oneHot"])
def test_the_loss_of_a_replica(name: str, smoothing: str) -> None:
    sizes = {"R": 3, "N": 2, "K": 5, "α": smoothing}
    result = verdict(bundled(), f"Proofs.SyncKit.{name}", sizes, samples=1)
    assert result.status is Status.CONFIRMED, result.message
    assert result.instance["α"] == smoothing


STAGES = {1: 3, 2: 4, 3: 6, 4: 3}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "smoothing"),
    [
        ("r50_net_syncTiedB", None),
        *(("r50_net_syncTiedB_smoothedCE", α) for α in ("0", "1/10", "1")),
        *(("r50_net_syncTiedB_labels", α) for α in ("0", "1/10")),
        ("r50_net_syncTiedB_bce", None),
    ],
)
def test_the_whole_step(name: str, smoothing: str | None) -> None:
    sizes = NETWORK if smoothing is None else {**NETWORK, "α": smoothing}
    result = verdict(bundled(), TIE + name, sizes, samples=1)
    assert_confirmed(result)
    assert len({leaf.id for leaf in result.leaves}) == len(result.leaves) == 161
    blocks = [f"s{stage}b{block}Tied" for stage, size in STAGES.items() for block in range(size)]
    found = Counter(leaf.id.split("/")[0].split(":")[1] for leaf in result.leaves)
    assert found == {
        "stemTied": 3,
        "headSyncTied": 2,
        **{block: 12 if block.endswith("b0Tied") else 9 for block in blocks},
    }
    # 53 sites with their kernels, and the head; each projected block shares a β gradient.
    assert result.collectives == {"all-reduce": 7 * 53 + 2 - 4}
