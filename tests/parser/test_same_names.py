"""One name in several files that do not import each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from denotary.parser import Project, load_project, load_text
from denotary.spec.pretty import pretty
from denotary.spec.terms import Unsupported

FILES = {
    "A.lean": "def size : ℕ := 1\nstructure Box where\n  x : ℝ\ndef Box.get (b : Box) : ℝ := b.x\n",
    "B.lean": "def size : ℕ := 2\nstructure Box where\n  y : ℕ\ndef Box.get (b : Box) : ℕ := b.y\n"
    "def half : ℕ := size\ndef boxed (b : Box) : ℕ := b.get\ndef made : Box := .mk 3\n",
    "C.lean": "import B\ndef user : ℕ := size\ndef got (b : Box) : ℕ := b.get + b.y\n",
    "D.lean": "def stray : ℕ := size\n",
    "In/D.lean": "def halved : ℕ := half\n",
    "In/B.lean": "def size : ℕ := 3\nprivate def own : ℕ := size\n",
    "In/E.lean": "import In.B\ndef deep : ℕ := size\nprivate def own : ℕ := size\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return load_project(tmp_path)


def shown(project: Project, name: str) -> str:
    decl = project.declare(name)
    assert decl.value is not None
    assert name not in project.errors
    return pretty(project.environment, decl.value)


def test_each_has_a_name_of_its_own(project: Project) -> None:
    assert [n for n in project.names() if n.endswith("size")] == [
        "size", "_file.B.0.size", "_file.In.B.0.size",
    ]  # fmt: skip
    assert project.duplicates == ["_file.B.0.size", "_file.B.0.Box", "_file.B.0.Box.get",
                                  "_file.In.B.0.size"]  # fmt: skip
    assert [project.full_name(n) for n in ("_file.B.0.size", "_file.B.0.Box.y")] == [
        "size", "Box.y",
    ]  # fmt: skip
    assert Path(project.text("_file.In.B.0.size")[0].path).parts[-2:] == ("In", "B.lean")


def test_a_file_means_its_own_then_an_imported(project: Project) -> None:
    assert shown(project, "size") == "1"
    assert shown(project, "half") == "_file.B.0.size"
    assert shown(project, "user") == "_file.B.0.size"
    assert shown(project, "deep") == "_file.In.B.0.size"


@pytest.mark.parametrize(("name", "home"), [("stray", "A.lean"), ("halved", "B.lean")])
def test_what_is_not_imported_is_not_there(project: Project, name: str, home: str) -> None:
    assert isinstance(project.declare(name).value, Unsupported)
    (error,) = project.errors[name]
    assert error.diagnostic.message.startswith("unknown identifier")
    assert error.diagnostic.advice.startswith("import the file that declares it")
    assert Path(error.diagnostic.advice.strip("`")).name.endswith(home)


def test_members_and_dotted_functions_go_with_their_type(project: Project) -> None:
    assert shown(project, "boxed") == "fun b => _file.B.0.Box.get b"
    assert shown(project, "made") == "⟨3⟩"
    assert shown(project, "got") == "fun b => _file.B.0.Box.get b + b.y"
    assert shown(project, "Box.get") == "fun b => b.x"


def test_private_names_of_files_with_one_stem(project: Project) -> None:
    assert shown(project, "_private.In.B.0.own") == "_file.In.B.0.size"
    assert shown(project, "_private.In.E.0.own") == "_file.In.B.0.size"


def test_twice_in_one_file() -> None:
    project = load_text("def a : ℕ := 1\ndef a : ℕ := 2\ndef a : ℕ := 3\n")
    assert project.names() == ["a", "_file.Snippet.0.a", "_file.Snippet.1.a"]
    assert [shown(project, n) for n in project.names()] == ["1", "2", "3"]


def test_a_name_of_the_prelude() -> None:
    project = load_text("def Real.sqrt (x : ℝ) : ℝ := x\ndef d : ℝ := Real.sqrt 2\n")
    assert shown(project, "d") == "_file.Snippet.0.Real.sqrt 2"
