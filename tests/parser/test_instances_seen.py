"""Which instances a file sees: those of the files that it imports, and of the prelude."""

from __future__ import annotations

from pathlib import Path

from denotary.parser import load_project
from denotary.parser.project import Project
from denotary.spec.pretty import pretty

CLASS = "class Sized (α : Type) where\n  size : α → ℕ\n"
USE = "def d : ℕ := Sized.size (3 : ℤ)\n"


def project(folder: Path, **files: str) -> Project:
    for name, text in files.items():
        (folder / f"{name}.lean").write_text(text, encoding="utf-8")
    return load_project(folder)


def messages(made: Project, name: str) -> list[str]:
    _ = made.declare(name).value
    return [e.diagnostic.message for e in made.errors.get(name, [])]


def test_an_imported_instance_is_found(tmp_path: Path) -> None:
    made = project(
        tmp_path,
        A=CLASS,
        B="import A\ninstance sizedInt : Sized ℤ := ⟨fun _ => 7⟩\n",
        C="import B\n" + USE,
    )
    value = made.declare("d").value
    assert value is not None and not made.errors
    assert "sizedInt" in repr(value) and "Sized.size" in pretty(made.environment, value)


def test_an_instance_of_a_file_that_is_not_imported_is_not(tmp_path: Path) -> None:
    made = project(
        tmp_path,
        A=CLASS,
        B="import A\ninstance : Sized ℤ := ⟨fun _ => 7⟩\n",
        C="import A\n" + USE,
    )
    assert messages(made, "d")


def test_files_do_not_share_what_they_did_not_find(tmp_path: Path) -> None:
    made = project(
        tmp_path,
        A=CLASS,
        B="import A\ninstance : Sized ℤ := ⟨fun _ => 7⟩\n",
        C="import A\n" + USE,
        D="import B\n" + USE.replace("def d", "def e"),
    )
    assert messages(made, "d")
    assert not messages(made, "e")


def test_the_prelude_does_not_see_the_project(tmp_path: Path) -> None:
    made = project(
        tmp_path,
        A="structure V where\n  x : ℝ\ninstance brokenGroup : AddCommGroup V := nowhere\n",
        B="def d : Module ℝ ℝ := inferInstance\n",
    )
    assert not messages(made, "d")
    assert "brokenGroup" not in {found.name for found in made.environment.loaded()}


def test_an_import_by_a_longer_name_is_one(tmp_path: Path) -> None:
    made = project(
        tmp_path,
        A=CLASS,
        B="import Whole.A\ninstance : Sized ℤ := ⟨fun _ => 7⟩\n",
        C="import Whole.B\n" + USE,
    )
    assert not messages(made, "d")


def test_sources_in_a_folder_of_their_own_import_each_other(tmp_path: Path) -> None:
    folder = tmp_path / "src" / "Lib"
    folder.mkdir(parents=True)
    project(
        folder,
        A=CLASS,
        B="import Lib.A\ninstance : Sized ℤ := ⟨fun _ => 7⟩\n",
        C="import Lib.B\n" + USE,
    )
    assert not messages(load_project(tmp_path), "d")


def test_a_local_instance_is_no_one_elses(tmp_path: Path) -> None:
    made = project(tmp_path, A=CLASS + "def own [Sized ℤ] : ℕ := Sized.size (3 : ℤ)\n" + USE)
    assert not messages(made, "own")
    assert messages(made, "d")
