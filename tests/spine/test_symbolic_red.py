"""Mistakes in a copy of the Lean text, by algebra: never proved, and refuted with what is left.

The changes are those that the runs of `test_spine_red` and `test_resnet_red` see, at smaller sizes.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from spine_changes import Change, bundled
from test_resnet_red import CASES as BLOCKS
from test_resnet_red import DIVISORS, LINKS, OVERWRITING
from test_spine_red import SMALL

from denotary.interpreter.judgement.statement import open_statement
from denotary.interpreter.judgement.verdict import Status
from denotary.interpreter.symbolic import prove_all, prove_at
from denotary.parser.project import Project

KERNEL_UNSCALED = Change(
    "ResNet50/SyncTie.lean",
    """\
    (hdy : ∀ r, dys r = batchShard R N (oc * h * w) ((R : ℝ) • DY) r) :
    ConvWSyncAt""",
    """\
    (hdy : ∀ r, dys r = batchShard R N (oc * h * w) DY r) :
    ConvWSyncAt""",
)
ONE: dict[str, int | str] = {
    "bf16": "true",
    "N": 1,
    "c": 1,
    "ic": 1,
    "oc": 1,
    "mid": 1,
    "rd": 1,
    "k": 1,
    "h": 1,
    "w": 1,
}
CELLS = {"R": 2, "N": 1, "c": 1, "h": 1, "w": 2}
KERNEL = {"R": 2, "N": 1, "ic": 1, "oc": 1, "k": 1, "h": 1, "w": 2}
STEM: dict[str, int | str] = {
    "bf16": "true",
    "R": 2,
    "N": 1,
    "ic": 1,
    "oc": 1,
    "k": 1,
    "h": 1,
    "w": 1,
}
SEEN = {
    "cotangents without R": (KERNEL_UNSCALED, "convWSyncAt_of_shard", KERNEL),
    **{
        f"a site: {case}": (change, name, CELLS)
        for case, (change, (name, _)) in SMALL.items()
        if name == "den_bnSyncSiteLA"
    },
    **{
        f"the divisor of {loss}": (change, name.rpartition(".")[2], {"R": 2, "N": 1, "K": 2})
        for loss, (name, change) in DIVISORS.items()
    },
    **{
        f"a link: {case}": (LINKS[case][2], LINKS[case][0].rpartition(".")[2], sizes)
        for case, sizes in {
            "the kernel is not turned": {
                "ic": 1, "oc": 1, "kH": 1, "kW": 3, "h": 1, "w": 2,
            },
            "a chain that forgets the factor": {"N": 1, "c": 1, "h": 1, "w": 2},
            "the mean taken for the whole": CELLS,
            "the second mean at a replica's own statistics": CELLS,
        }.items()
    },
}  # fmt: skip
"""Mistakes whose theorem is looked at for all sizes too: the change, the theorem, small sizes."""
LEFT = {
    "the mask's sign": ("reluBack_isVJP", "[y[k10] > 0]*dy[k10]*v[k10]"),
    "a strided kernel's gradient reads one cell on": ("convStridedGradWB_isVJP", "DY["),
    "BatchNorm's cotangent without its mean": ("bnInB_isVJP", "γ"),
}
"""Links that are about derivatives: what is left for all sizes. They have no small sizes."""
AT_SIZES = {
    "the pool's scatter overwrites": (OVERWRITING, "sum_maxPoolBack", {"c": 1, "h": 1, "w": 2}),
    "even cells, conv": (SMALL["even cells, conv"][0], "stemSync_shard", STEM),
}
SLOW = {
    "even cells, depthwise": (
        SMALL["even cells, depthwise"][0], "mbStridedSync_shard", {**ONE, "R": 2}
    ),
    "skip omitted": (SMALL["skip omitted"][0], "mbSkipSync_shard", {**ONE, "R": 2, "w": 2}),
    **{
        f"a block: {case}": (change, f"{block}_syncTied", {**ONE, "R": 2})
        for case, (change, block, _, _) in BLOCKS.items()
        if block != "stem"
    },
    "a block: the pool's scatter overwrites": (
        BLOCKS["the pool's scatter overwrites"][0], "stem_syncTied", {**STEM, "w": 2}
    ),
}  # fmt: skip


def changed(change: Change, end: str, to: Path) -> tuple[Project, str]:
    project = change.apply(to)
    (name,) = [name for name in project.names() if name.endswith(f".{end}")]
    return project, name


def assert_refuted(project: Project, name: str, sizes: Mapping[str, int | str]) -> None:
    """At small sizes: with the remainder, and numbers at which it is not zero."""
    env = project.environment
    named = {binder.name for binder in open_statement(env, env[name].type).binders}
    fixed = {binder: str(size) for binder, size in sizes.items() if binder in named}
    result = prove_at(env, name, sizes=fixed)
    assert result.status is Status.REFUTED, result.message
    (leaf, *_) = [leaf for leaf in result.leaves if leaf.status is Status.REFUTED]
    assert leaf.symbolic is not None
    assert leaf.symbolic.remainder not in ("", "0")
    assert leaf.counterexample is not None
    assert leaf.counterexample.left != leaf.counterexample.right


@pytest.mark.parametrize("case", SEEN)
def test_not_proved_and_refuted_with_a_remainder(case: str, tmp_path: Path) -> None:
    change, end, sizes = SEEN[case]
    project, name = changed(change, end, tmp_path)
    env = project.environment
    everywhere = prove_all(env, env[name].type)
    assert not everywhere.proved
    assert "not shown to be zero" in everywhere.reason
    assert_refuted(project, name, sizes)


@pytest.mark.parametrize("case", LEFT)
def test_a_derivative_that_is_wrong_is_not_proved(case: str, tmp_path: Path) -> None:
    name, left = LEFT[case]
    right = bundled().environment
    assert prove_all(right, right[f"Proofs.{name}"].type).proved
    project, wrong = changed(LINKS[case][2], name, tmp_path)
    everywhere = prove_all(project.environment, project.environment[wrong].type)
    assert not everywhere.proved
    assert "not shown to be zero" in everywhere.reason
    assert left in everywhere.reason


@pytest.mark.parametrize("case", AT_SIZES)
def test_refuted_with_a_remainder(case: str, tmp_path: Path) -> None:
    change, end, sizes = AT_SIZES[case]
    assert_refuted(*changed(change, end, tmp_path), sizes)


@pytest.mark.slow
@pytest.mark.parametrize("case", SLOW)
def test_a_block_is_refuted_with_a_remainder(case: str, tmp_path: Path) -> None:
    change, end, sizes = SLOW[case]
    assert_refuted(*changed(change, end, tmp_path), sizes)
