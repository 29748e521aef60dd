"""The losses' divisors, by algebra: for every R, N, K, B and α, with what cancels."""

from __future__ import annotations

import pytest
from spine_changes import bundled

from denotary.interpreter.judgement.verdict import ALL_SIZES, Status
from denotary.interpreter.symbolic import prove_everywhere

LOSSES = {
    "Proofs.SyncKit.replicaLossCot_eq": {"(R) * (1/R) = 1", "(R) * (1/(K*R)) = 1/K"},
    "Proofs.SyncKit.replicaLossCot_oneHot": {"(R) * (1/R) = 1", "(R) * (1/(K*R)) = 1/K"},
    "Proofs.ResNet50SyncTieB.replicaBceLossCot_eq": {"(R) * (1/(K*N*R)) = 1/(K*N)"},
}


@pytest.mark.parametrize("name", LOSSES)
def test_a_replica_of_n_examples_hands_on_r_times_its_share(name: str) -> None:
    result = prove_everywhere(bundled().environment, name)
    assert result.status is Status.PROVED, result.message
    assert result.symbolic is not None
    assert result.symbolic.scope == ALL_SIZES
    (leaf,) = result.leaves
    assert leaf.symbolic is not None
    assert leaf.symbolic.steps[0] == "divisors"
    assert set(leaf.symbolic.derivation) == LOSSES[name]
    assert "case K = 0" in result.symbolic.derivation
