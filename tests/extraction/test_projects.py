"""Which project is meant, and what is said when there is none."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from denotary.extraction.errors import UsageError
from denotary.extraction.projects import Root, bundled, discover, files, open_project
from denotary.extraction.store import declarations


def test_the_lake_project_around_the_working_directory(lake: Root) -> None:
    assert discover(None, lake.path / "Toy") == lake


def test_no_lake_project_means_the_bundled_proofs(tmp_path: Path) -> None:
    root = discover(None, tmp_path)
    assert root == bundled()
    assert root.label == "the bundled proofs"
    assert (root.path / "Proofs" / "Foundation" / "Batch.lean").is_file()


def test_an_explicit_folder_is_not_searched_upwards(lake: Root) -> None:
    assert discover(lake.path / "Toy", Path("/")).origin == "directory"
    assert discover(Path("toy"), lake.path.parent) == lake


def test_one_lean_file_is_a_project(lake: Root) -> None:
    root = discover(lake.path / "Toy" / "Basic.lean", Path("/"))
    assert root.origin == "file"
    assert root.folder == lake.path / "Toy"


def test_a_missing_project_says_where_the_path_breaks(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        discover(tmp_path / "gone" / "deeper", tmp_path)
    said = caught.value.diagnostic
    assert said.message == f"there is no project at `{tmp_path / 'gone' / 'deeper'}`"
    assert said.found == f"`{tmp_path}` exists, and has no `gone` in it"


def test_a_folder_without_lean_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"holds no Lean project") as caught:
        discover(tmp_path, tmp_path)
    assert "lakefile.toml" in caught.value.diagnostic.expected


def test_a_file_that_is_not_lean_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello", encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        discover(tmp_path / "notes.txt", tmp_path)
    assert caught.value.diagnostic.expected == "a name ending in .lean"


def test_what_a_build_fetched_is_not_the_projects(lake: Root) -> None:
    for folder in (".lake/packages/mathlib", "build/lib", ".git"):
        (lake.path / folder).mkdir(parents=True)
        (lake.path / folder / "Other.lean").write_text("def other : ℕ := 1", encoding="utf-8")
    (lake.path / "lakefile.lean").write_text("", encoding="utf-8")
    assert "other" not in open_project(lake).names()
    assert "Toy.total" in open_project(lake).names()


def test_folders_that_tools_fill_are_not_entered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("B/Z.lean", "B.lean", "A.lean", "B/a/C.lean", ".lake/packages/M/M.lean",
                 "B/.hidden/H.lean", "build/X.lean", "lakefile.lean", "notes.txt"):  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    entered: list[Path] = []
    scandir = os.scandir
    monkeypatch.setattr(os, "scandir", lambda path: (entered.append(path), scandir(path))[1])
    found = [path.relative_to(tmp_path).as_posix() for path in files(tmp_path)]
    assert found == ["A.lean", "B/Z.lean", "B/a/C.lean", "B.lean"]
    assert entered == [tmp_path, tmp_path / "B", tmp_path / "B" / "a"]


def test_a_file_that_is_not_utf8_is_named(lake: Root) -> None:
    (lake.path / "Toy" / "Latin.lean").write_bytes(b"def a : Nat := 1\n-- caf\xe9\n")
    with pytest.raises(UsageError) as caught:
        open_project(lake)
    said = caught.value.diagnostic
    assert said.message == "`Toy/Latin.lean` is not UTF-8 text"
    assert said.found == "byte 0xe9 in line 2"


def test_a_file_that_cannot_be_read_is_named(lake: Root) -> None:
    gone = lake.path / "Toy" / "Gone.lean"
    gone.symlink_to(lake.path / "nowhere")
    with pytest.raises(UsageError) as caught:
        open_project(lake)
    said = caught.value.diagnostic
    assert said.message == f"cannot read `{gone}`"
    assert said.found == "No such file or directory"


def test_paths_are_shown_relative_to_the_project(lake: Root) -> None:
    assert lake.relative(lake.path / "Toy" / "Basic.lean") == "Toy/Basic.lean"
    assert lake.relative("/elsewhere/X.lean") == "/elsewhere/X.lean"


@pytest.fixture
def kept(lake: Root, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which what is elaborated is kept, filled by a first run."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(lake.path.parent / "cache"))
    assert loaded(lake) > 1
    return declarations().path


def loaded(root: Root) -> int:
    """How many declarations have to be looked at to have the value of `double`."""
    project = open_project(root)
    assert project.declare("Toy.double").value is not None
    project.keep()
    return len(list(project.env.loaded()))


def test_what_an_earlier_run_elaborated_is_taken(lake: Root, kept: Path) -> None:
    assert loaded(lake) == 1
    assert loaded(replace(lake, keep=False)) > 1


@pytest.mark.parametrize("damage", [b"no database", b"SQLite format 3\x00" * 500])
def test_a_damaged_cache_is_made_anew(lake: Root, kept: Path, damage: bytes) -> None:
    for file in kept.parent.glob(kept.name + "-*"):
        file.unlink()
    kept.write_bytes(damage)
    assert loaded(lake) > 1
    assert loaded(lake) == 1


def test_a_cache_that_cannot_be_written_is_done_without(lake: Root, kept: Path) -> None:
    shutil.rmtree(kept.parent)
    kept.parent.write_text("")
    assert loaded(lake) > 1
