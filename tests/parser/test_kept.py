"""Elaborated declarations kept between runs: found again as they were, and only where they hold."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

import denotary.proofs
from denotary.parser import Project, load_project
from denotary.spec.declarations import Declaration
from denotary.spec.diagnostics import LeanError

PROOFS = Path(next(iter(denotary.proofs.__path__)))


class Shelf:
    """A store in memory that counts what was found."""

    def __init__(self) -> None:
        self.texts: dict[tuple[str, bytes], str] = {}
        self.found = 0

    def get(self, kind: str, keys: Iterable[bytes]) -> dict[bytes, str]:
        out = {k: self.texts[kind, k] for k in keys if (kind, k) in self.texts}
        self.found += len(out) if kind == "declarations" else 0
        return out

    @property
    def elaborated(self) -> int:
        return sum(kind == "declarations" for kind, _ in self.texts)

    def put(self, kind: str, texts: Iterable[tuple[bytes, str]]) -> None:
        self.texts |= {(kind, key): text for key, text in texts}


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.lean").write_text(text, encoding="utf-8")


def declared(project: Project, name: str) -> object:
    """All that a declaration holds, or its error, as data."""
    try:
        found = project.declare(name)
    except LeanError as error:
        return type(error), error.diagnostic
    return everything(found), [(type(e), e.diagnostic) for e in project.errors.get(name, ())]


def everything(found: Declaration) -> dict[str, object]:
    state = found.__getstate__()
    assert state["value"] is found.value
    return state


def run(folder: Path, shelf: Shelf, *names: str) -> tuple[list[object], int]:
    """What is declared, and how many of the texts were found."""
    project = load_project(folder, shelf, b"1")
    before = shelf.found
    out = [declared(project, name) for name in names]
    project.keep()
    return out, shelf.found - before


BASE = {
    "A": "def two : ℕ := 2\nclass Sized (α : Type) where\n  size : α → ℕ\n"
    "def P.v : ℕ := 1\ndef Q.v : ℕ := 2\n",
    "B": 'import A\nvariable (n : ℕ)\nopen P\nlocal notation "twice" => two + two\n'
    "def d := twice + n + v\ndef e : ℕ := Sized.size (3 : ℤ)\n",
    "C": "import A\ninstance sizedInt : Sized ℤ := ⟨fun _ => 7⟩\n",
    "D": "import B\nimport C\ndef f : ℕ := Sized.size (3 : ℤ) + d 1\n",
    "Other": "import A\ninstance another : Sized ℤ := ⟨fun _ => 9⟩\n",
}


def members(project: Project, name: str) -> list[str]:
    try:
        found = project.declare(name)
    except LeanError:
        return []
    return [*found.constructors, *(f"{name}.{field.name}" for field in found.fields)]


def test_our_own_proofs_come_back_as_the_same_objects() -> None:
    """Every term of every declaration is the very object, with and without what was kept."""
    shelf = Shelf()
    made = load_project(PROOFS, shelf, b"1")
    plain = [declared(made, n) for name in made.names() for n in (name, *members(made, name))]
    made.keep()
    kept = load_project(PROOFS, shelf, b"1")
    asked = [n for name in kept.names() for n in (name, *members(kept, name))]
    elaborated = shelf.elaborated
    assert [declared(kept, n) for n in asked] == plain
    kept.keep()
    assert shelf.elaborated == elaborated, "nothing had to be made anew"
    assert len(list(kept.environment.loaded())) < len(list(made.environment.loaded()))


def test_a_failure_is_kept_with_its_place(tmp_path: Path) -> None:
    shelf = Shelf()
    write(tmp_path, **BASE)
    ((_, errors),), _ = run(tmp_path, shelf, "e")  # the instance is in a file not imported
    assert [d.span.line for _, d in errors] == [6]
    again, found = run(tmp_path, shelf, "e")
    assert again == [(again[0][0], errors)] and found


CHANGES = {
    "a definition of an imported file": ("A", "def two : ℕ := 2", "def two : ℤ := 3", "d"),
    "a notation": ("B", '"twice" => two + two', '"twice" => two * two', "d"),
    "a variable": ("B", "variable (n : ℕ)", "variable (n : ℤ)", "d"),
    "an open": ("B", "open P", "open Q", "d"),
    "an instance of an imported file": (
        "C",
        "⟩\n",
        "⟩\ninstance w : Sized ℤ := ⟨id ∘ Int.natAbs⟩\n",
        "f",
    ),
    "what imported files import": ("C", "import A", "import A\nimport Other", "f"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_it_is_made_anew_when_something_changes(tmp_path: Path, what: str) -> None:
    file, old, new, name = CHANGES[what]
    shelf = Shelf()
    write(tmp_path, **BASE)
    first, _ = run(tmp_path, shelf, name)
    again, found = run(tmp_path, shelf, name)
    assert found and again == first
    write(tmp_path, **{file: BASE[file].replace(old, new)})
    kept, _ = run(tmp_path, shelf, name)
    assert kept == run(tmp_path, Shelf(), name)[0] != first
    write(tmp_path, **{file: BASE[file]})
    back, found = run(tmp_path, shelf, name)
    assert found and back == first


def test_a_file_that_is_not_imported_may_change(tmp_path: Path) -> None:
    shelf = Shelf()
    write(tmp_path, **BASE)
    first, _ = run(tmp_path, shelf, "f")
    write(tmp_path, Other=BASE["Other"] + "def more : ℕ := 5\n")
    elaborated = shelf.elaborated
    again, found = run(tmp_path, shelf, "f")
    assert again == first and found and shelf.elaborated == elaborated


def test_advice_that_names_other_declarations_does_not_outlive_them(tmp_path: Path) -> None:
    shelf = Shelf()
    write(tmp_path, A="def g : ℕ := lengthy\n", Other="def lengthx : ℕ := 1\n")
    ((_, [(_, first)]),), _ = run(tmp_path, shelf, "g")
    assert "`lengthx`" in first.advice
    write(tmp_path, Other="def lenghty : ℕ := 1\n")
    ((_, [(_, after)]),), _ = run(tmp_path, shelf, "g")
    assert "`lenghty`" in after.advice


def test_another_version_of_denotary_takes_nothing(tmp_path: Path) -> None:
    shelf = Shelf()
    write(tmp_path, **BASE)
    run(tmp_path, shelf, "d")
    project = load_project(tmp_path, shelf, b"2")
    assert project.declare("d").value is not None and shelf.found == 0


@pytest.mark.parametrize(
    "damage", ["", "{", "[]", '{"name": "d"}', "null", '{"name":"d","rows":3}']
)
def test_damaged_texts_are_made_anew(tmp_path: Path, damage: str) -> None:
    shelf = Shelf()
    write(tmp_path, **BASE)
    first, _ = run(tmp_path, shelf, "d")
    shelf.texts = dict.fromkeys(shelf.texts, damage)
    again, found = run(tmp_path, shelf, "d")
    assert again == first and found


def test_the_text_of_another_declaration_is_not_taken(tmp_path: Path) -> None:
    shelf = Shelf()
    write(tmp_path, A="def a : ℕ := 1\ndef b : ℕ := 2\n")
    first, _ = run(tmp_path, shelf, "a", "b")
    keys = list(shelf.texts)
    shelf.texts = dict(zip(keys, [*list(shelf.texts.values())[1:], ""], strict=True))
    assert run(tmp_path, shelf, "a", "b")[0] == first


def test_members_that_nobody_asked_for_are_made_from_what_is_kept(tmp_path: Path) -> None:
    text = (
        "structure P (α : Type) where\n  x : α\n  y : ℕ := 3\n"
        "inductive T (α : Type) where\n  | leaf\n  | node (l : T α) (v : α)\n"
        "def g (n : ℕ) : ℕ := h 1\nwhere h (k : ℕ) : ℕ := k + n\n"
    )
    write(tmp_path, A=text)
    shelf = Shelf()
    run(tmp_path, shelf, "P", "T", "g.h")
    asked = ("P.mk", "P.x", "P.y", "T.leaf", "T.node", "g", "g.h")
    assert run(tmp_path, shelf, *asked)[0] == run(tmp_path, Shelf(), *asked)[0]


def test_what_is_made_while_it_is_needed_is_not_kept(tmp_path: Path) -> None:
    """`p`'s value sees `q` without its value, so what it is depends on who asked first."""
    text = (
        "def q : ℕ → Type := fun n => match n with | 0 => ℕ | n + 1 => p n\n"
        "def p : ℕ → Type := fun n => match n with | 0 => ℕ | n + 1 => q n\n"
    )
    write(tmp_path, A=text)
    shelf, other = Shelf(), Shelf()
    one = run(tmp_path, shelf, "p", "q")[0]
    two = run(tmp_path, other, "q", "p")[0]
    assert one == two[::-1]
    assert run(tmp_path, shelf, "q", "p")[0] == two
