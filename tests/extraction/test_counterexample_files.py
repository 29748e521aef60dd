"""Counterexamples in files: written, named in the result, read again or refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from denotary.extraction import counterexamples
from denotary.extraction.errors import UsageError
from denotary.extraction.projects import Root
from denotary.interpreter.judgement.verdict import Refutation, Status, TheoremResult

ORIGIN = {
    "theorem": "A.it",
    "leaf": "conclusion",
    "given": {"R": "2"},
    "sizes": {"n": 2},
    "bools": {"b": True},
    "variant": 1,
    "choice_seed": [0, 1],
    "families": ["smooth"],
    "seed": [0, 1, 2],
}
ARRAYS = {"x": np.array([0.0, 0.5]), "file": np.array(3), "∀y/z.w": np.array([[True]])}
FOUND = TheoremResult(
    "A.it",
    Status.REFUTED,
    refutations=(
        Refutation("conclusion", ("let x : Vec 2 := ![0, 1/2]",), arrays=ARRAYS, origin=ORIGIN),
    ),
)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    root = Root(tmp_path / "a project", "lake")
    kept = counterexamples.keep(FOUND, root, tmp_path / "found").refutation
    assert kept is not None
    path = tmp_path / "found" / "A.it.npz"
    assert kept.file == str(path)
    assert kept.replay == (
        f"denotary check A.it --instance {path} --project '{tmp_path}/a project'"
    )
    saved = counterexamples.load(path)
    assert (saved.theorem, saved.given, saved.choice.sizes) == ("A.it", {"R": "2"}, {"n": 2})
    assert (saved.choice.bools, saved.choice.seed, saved.seed) == ({"b": True}, (0, 1), (0, 1, 2))
    assert saved.arrays.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert np.array_equal(saved.arrays[name], array)
        assert saved.arrays[name].dtype == array.dtype


def test_further_counterexamples_have_files_of_their_own(tmp_path: Path) -> None:
    (first,) = FOUND.refutations
    both = replace(FOUND, refutations=(first, replace(first, leaf="2:Pair/1")))
    kept = counterexamples.keep(both, Root(tmp_path, "lake"), tmp_path)
    names = ["A.it.npz", "A.it.2_Pair_1.npz"]
    assert [Path(found.file).name for found in kept.refutations] == names
    assert all(str(tmp_path / name) in found.replay
               for name, found in zip(names, kept.refutations, strict=True))  # fmt: skip


def test_numpy_opens_the_file(tmp_path: Path) -> None:
    counterexamples.keep(FOUND, Root(tmp_path, "bundled"), tmp_path)
    with np.load(tmp_path / "A.it.npz") as archive:
        assert archive["x"].tolist() == [0.0, 0.5]


def test_a_name_with_a_path_is_one_file(tmp_path: Path) -> None:
    kept = counterexamples.keep(
        replace(FOUND, name="src/A.lean:A.it'"), Root(tmp_path, "lake"), tmp_path
    )
    assert [path.name for path in tmp_path.iterdir()] == ["src_A.lean_A.it'.npz"]
    assert kept.refutation is not None and "'src/A.lean:A.it'\"'\"''" in kept.refutation.replay


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    kept = counterexamples.keep(FOUND, Root(tmp_path, "lake"), tmp_path / "taken")
    assert kept.status is Status.REFUTED
    assert "could not be written" in kept.message


def test_a_result_without_one_stays(tmp_path: Path) -> None:
    fine = TheoremResult("A.it", Status.CONFIRMED)
    assert counterexamples.keep(fine, Root(tmp_path, "lake"), tmp_path / "none") is fine
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("content", ["", "text", None])
def test_another_file_is_refused(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "other.npz"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    else:
        np.savez(path, x=np.zeros(2))
    with pytest.raises(UsageError, match="cannot read the instance"):
        counterexamples.load(path)
    with pytest.raises(UsageError, match="cannot read the instance"):
        counterexamples.load(tmp_path / "missing.npz")
