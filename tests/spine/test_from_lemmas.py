"""ResNet-50's step from its lemmas; and with a factor dropped from its hypothesis, not."""

from __future__ import annotations

from pathlib import Path

import pytest
from spine_changes import Change, bundled

from denotary.extraction.lemmas import Mentions
from denotary.interpreter.judgement.verdict import ALL_SIZES, Status
from denotary.interpreter.symbolic import Lemmas
from denotary.interpreter.symbolic.compose import Composition, compose
from denotary.parser.project import Project

STEPS = {"r50_net_syncTiedB": 20_000, "identity_syncTied": 5_000}
"""More than the true statements need."""
SPACE = "Proofs.ResNet50SyncTieB"
UNSCALED = {
    "r50_net_syncTiedB": Change(
        "ResNet50/SyncTie.lean",
        """\
    (hgs : ∀ r, gs r = batchShard R N nCls ((R : ℝ) • G) r) :
    r50NetSyncTiedB""",
        """\
    (hgs : ∀ r, gs r = batchShard R N nCls G r) :
    r50NetSyncTiedB""",
    ),
    "identity_syncTied": Change(
        "ResNet50/SyncTie.lean",
        """\
    (hdy : ∀ r, dys r = batchShard R N (ic * h * w) ((R : ℝ) • DY) r) :
    identitySyncTied""",
        """\
    (hdy : ∀ r, dys r = batchShard R N (ic * h * w) DY r) :
    identitySyncTied""",
    ),
}


def composed(project: Project, end: str) -> Composition:
    """The theorem from the lemmas that its proof names, which are taken to hold."""
    name = f"{SPACE}.{end}"
    env = project.environment
    lemmas = {other: env[other].type for other in Mentions(project).direct(name)}
    return compose(env, env[name].type, lemmas, STEPS[end])


@pytest.mark.parametrize("end", UNSCALED)
def test_follows_from_its_lemmas(end: str) -> None:
    found = composed(bundled(), end)
    assert found.proved, found.reason
    assert len(found.used) >= 3


@pytest.mark.parametrize("end", UNSCALED)
def test_does_not_follow_without_the_factor(end: str, tmp_path: Path) -> None:
    found = composed(UNSCALED[end].apply(tmp_path), end)
    assert not found.proved
    assert " from `" in found.reason  # the two terms at which it goes no further


def test_a_block_s_step_is_proved_with_all_below_it() -> None:
    project = bundled()
    book = Lemmas(project.environment, Mentions(project).used)
    name = f"{SPACE}.identity_syncTied"
    result = book.prove(name)
    assert result.status is Status.PROVED, result.message
    below = [book.results[lemma] for lemma in book.below(name)]
    assert all(lemma.symbolic is not None for lemma in below)
    assert {lemma.symbolic.scope for lemma in below if lemma.symbolic} == {ALL_SIZES}
    assert {"divisors", "linearity", "separability", "lemmas"} <= {
        step for lemma in below if lemma.symbolic for step in lemma.symbolic.steps
    }
    assert f"{SPACE}.convWSyncAt_of_shard" in book.uses[name]
