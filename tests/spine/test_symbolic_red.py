"""Mistakes in a copy of the Lean text, by algebra: never proved, and refuted with the remainder."""

from __future__ import annotations

from pathlib import Path

import pytest
from spine_changes import Change
from test_resnet_red import DIVISORS
from test_spine_red import CHAN_DROPPED

from denotary.interpreter.judgement.verdict import Status
from denotary.interpreter.symbolic import prove_all, prove_at

KERNEL_UNSCALED = Change(
    "ResNet50/SyncTie.lean",
    """\
    (hdy : ∀ r, dys r = batchShard R N (oc * h * w) ((R : ℝ) • DY) r) :
    ConvWSyncAt""",
    """\
    (hdy : ∀ r, dys r = batchShard R N (oc * h * w) DY r) :
    ConvWSyncAt""",
)
CELLS = {"R": 2, "N": 1, "c": 1, "h": 1, "w": 2}
KERNEL = {"R": 2, "N": 1, "ic": 1, "oc": 1, "k": 1, "h": 1, "w": 2}
CASES = {
    "Chan's term dropped": (CHAN_DROPPED, "den_bnSyncSiteLA", CELLS),
    "cotangents without R": (KERNEL_UNSCALED, "convWSyncAt_of_shard", KERNEL),
    **{
        f"the divisor of {loss}": (change, name.rpartition(".")[2], {"R": 2, "N": 1, "K": 2})
        for loss, (name, change) in DIVISORS.items()
    },
}


@pytest.mark.parametrize("case", CASES)
def test_not_proved_and_refuted_with_a_remainder(case: str, tmp_path: Path) -> None:
    change, end, sizes = CASES[case]
    project = change.apply(tmp_path)
    (name,) = [name for name in project.names() if name.endswith(f".{end}")]
    env = project.environment
    everywhere = prove_all(env, env[name].type, timeout=60)
    assert not everywhere.proved
    assert "not shown to be zero" in everywhere.reason
    result = prove_at(env, name, sizes={k: str(v) for k, v in sizes.items()})
    assert result.status is Status.REFUTED, result.message
    (leaf, *_) = [leaf for leaf in result.leaves if leaf.status is Status.REFUTED]
    assert leaf.symbolic is not None
    assert leaf.symbolic.remainder not in ("", "0")
    assert leaf.counterexample is not None
    assert leaf.counterexample.left != leaf.counterexample.right
