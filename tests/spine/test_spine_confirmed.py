"""The bundled proofs as they are are confirmed: 2 and 4 replicas, two all-reduces a BN site."""

from __future__ import annotations

import pytest
from spine_changes import NETWORK, NETWORK_SIZES, bundled, verdict

from denotary.interpreter.judgement.verdict import Status, TheoremResult

SITE = {"N": 2, "c": 3, "h": 3, "w": 2}
BLOCK = {"N": 2, "ic": 3, "mid": 4, "rd": 2, "k": 3, "h": 3, "w": 2}
STRIDED = {**BLOCK, "oc": 2, "h": 2}
SITES = {
    "den_bnSyncSiteLA": (SITE, 1, False),
    "stemSync_shard": ({"N": 2, "ic": 3, "oc": 2, "k": 3, "h": 2, "w": 2}, 1, True),
    "mbSkipSync_shard": (BLOCK, 3, True),
    "mbStridedSync_shard": (STRIDED, 3, True),
}
"""Theorem to its sizes, how many BatchNorm sites it has, and whether it has a precision switch."""


def assert_confirmed(result: TheoremResult, sites: int, switched: bool) -> None:
    assert result.status is Status.CONFIRMED, result.message
    assert result.collectives == {"all-reduce": 2 * sites}
    ids = ["conclusion[bf16=false]", "conclusion[bf16=true]"] if switched else ["conclusion"]
    assert [leaf.id for leaf in result.leaves] == ids
    for leaf in result.leaves:
        assert leaf.noise is not None
        assert leaf.noise > 0
        assert leaf.residual["f64"] <= 1e-6 * leaf.noise


@pytest.mark.parametrize(
    ("name", "replicas"),
    [
        *((name, 2) for name in SITES),
        ("den_bnSyncSiteLA", 4),
        *(pytest.param(name, 4, marks=pytest.mark.slow) for name in list(SITES)[1:]),
    ],
)
def test_confirmed_on_a_device_per_replica(name: str, replicas: int) -> None:
    sizes, sites, switched = SITES[name]
    result = verdict(bundled(), f"Proofs.StableHLO.{name}", {**sizes, "R": replicas}, samples=1)
    assert_confirmed(result, sites, switched)
    assert result.devices == replicas
    assert result.platform == "cpu"
    assert not result.emulated


@pytest.mark.parametrize(("replicas", "devices"), [(2, 1), (4, 2)])
def test_fewer_devices_than_replicas_are_emulated_and_said_so(replicas: int, devices: int) -> None:
    name = "Proofs.StableHLO.den_bnSyncSiteLA"
    result = verdict(bundled(), name, {**SITE, "R": replicas}, samples=1, devices=devices)
    assert result.status is Status.CONFIRMED, result.message
    assert result.emulated
    assert result.devices == 1


def test_every_hypothesis_of_a_confirmation_held() -> None:
    name = "Proofs.StableHLO.den_bnSyncSiteLA"
    result = verdict(bundled(), name, {**SITE, "R": 2}, samples=1)
    treatments = {h.name: h.treatment for h in result.hypotheses}
    assert treatments == {"hR": "evaluated", "he": "solved"}
    assert result.samples >= 1


def test_odd_sizes_and_three_replicas() -> None:
    name = "Proofs.StableHLO.den_bnSyncSiteLA"
    result = verdict(bundled(), name, {"N": 1, "c": 5, "h": 1, "w": 3, "R": 3}, samples=1)
    assert_confirmed(result, 1, False)


@pytest.mark.slow
def test_the_network() -> None:
    result = verdict(bundled(), NETWORK, NETWORK_SIZES, samples=1)
    assert_confirmed(result, 49, True)
    assert result.devices == 2
    assert not result.emulated


@pytest.mark.slow
def test_the_network_with_drop_path_and_dropout() -> None:
    name = "Proofs.StableHLO.efficientnetFwdGraphSyncFullDrop_shard"
    result = verdict(bundled(), name, NETWORK_SIZES, samples=1)
    assert_confirmed(result, 49, True)
