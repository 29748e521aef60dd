"""Judging the bundled proofs, and copies of them in which exactly one thing was changed."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from denotary.interpreter.judgement.judge import judge
from denotary.interpreter.judgement.verdict import Leaf, Status, TheoremResult
from denotary.parser.project import Project, load_project

PROOFS = Path(__file__).parents[2] / "proofs"
NETWORK = "Proofs.StableHLO.efficientnetFwdGraphSyncFull_shard"
NETWORK_SIZES = {"R": 2, "N": 1, "nCls": 10}


@dataclass(frozen=True)
class Change:
    """A literal replacement in one Lean file; `old` must occur there exactly once."""

    file: str
    old: str
    new: str

    def apply(self, to: Path) -> Project:
        """A copy of the proofs in folder `to`, changed."""
        folder = to / "proofs"
        shutil.copytree(PROOFS, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
        path = folder / "Proofs" / self.file
        text = path.read_text(encoding="utf-8")
        assert text.count(self.old) == 1, f"{self.file} has this {text.count(self.old)} times"
        path.write_text(text.replace(self.old, self.new), encoding="utf-8")
        return load_project(folder)


@cache
def bundled() -> Project:
    return load_project(PROOFS)


def verdict(
    project: Project, name: str, sizes: Mapping[str, int | str], **options: int
) -> TheoremResult:
    texts = {binder: str(size) for binder, size in sizes.items()}
    return judge(project.environment, name, sizes=texts, **options)  # type: ignore[arg-type]


def refuted_leaf(result: TheoremResult) -> Leaf:
    """The worst leaf of a refutation, whose place and values must be named and must differ."""
    assert result.status is Status.REFUTED, f"{result.status.value}: {result.message}"
    leaves = [leaf for leaf in result.leaves if leaf.status is Status.REFUTED]
    for leaf in leaves:
        found = leaf.counterexample
        assert leaf.id.startswith("conclusion")
        assert found is not None
        assert len(found.index) == len(leaf.shape)
        assert all(0 <= i < n for i, n in zip(found.index, leaf.shape, strict=True))
        assert found.left != found.right
    return leaves[0]
