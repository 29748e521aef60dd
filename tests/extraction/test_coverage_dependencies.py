"""What a result depends on: a change re-runs what may see it, and nothing that cannot."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from denotary.extraction.dependencies import Dependencies
from denotary.parser import load_project

BASE = """\
/-- Twice. -/
def double (n : ℕ) : ℕ := n + n

def other (n : ℕ) : ℕ := n * n

def four (n : ℕ) : ℕ := double (double n)

namespace A

theorem uses (n : ℕ) : four n = 4 * n := by
  simp [four, double]

theorem apart (n : ℕ) : other n = n * n := rfl

end A
"""


def hashes(folder: Path, files: Mapping[str, str]) -> dict[str, bytes]:
    folder.mkdir(exist_ok=True)
    for old in folder.rglob("*.lean"):
        old.unlink()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    project = load_project(folder)
    made = Dependencies(project)
    return {name: made.of(name) for name in project.names()}


def changed(tmp_path: Path, before: str, after: str, file: str = "A.lean") -> set[str]:
    """The declarations of both texts whose hash differs."""
    one, two = hashes(tmp_path / "p", {file: before}), hashes(tmp_path / "p", {file: after})
    return {name for name in one.keys() & two.keys() if one[name] != two[name]}


def test_a_definition_takes_what_reaches_it_along(tmp_path: Path) -> None:
    after = BASE.replace("n + n", "2 * n")
    assert changed(tmp_path, BASE, after) == {"double", "four", "A.uses"}


def test_what_nothing_reaches_goes_alone(tmp_path: Path) -> None:
    after = BASE.replace("(n : ℕ) : four n", "(k n : ℕ) : four n")
    assert changed(tmp_path, BASE, after) == {"A.uses"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("simp [four, double]", "omega"),
        ("/-- Twice. -/", "/-- Twice the number `other`. -/"),
        ("namespace A", "\n-- a remark about double\n\nnamespace A"),
        ("end A", "def unseen : ℕ := 1\n\nend A"),
    ],
    ids=["a proof", "a docstring", "a remark between declarations", "a declaration"],
)
def test_what_says_nothing_changes_nothing(tmp_path: Path, old: str, new: str) -> None:
    assert changed(tmp_path, BASE, BASE.replace(old, new)) == set()


def test_a_declaration_that_is_added_in_between_is_seen(tmp_path: Path) -> None:
    after = BASE.replace("theorem uses", "def four (n : ℕ) : ℕ := n\n\ntheorem uses")
    assert changed(tmp_path, BASE, after) == {"A.uses"}


def test_a_member_after_a_dot_may_be_of_any_type(tmp_path: Path) -> None:
    text = """\
structure S where
  x : ℕ

def S.size (s : S) : ℕ := s.x

def T.size (n : ℕ) : ℕ := n

def f (s : S) : ℕ := s.size

def size : ℕ := 1

def g : ℕ := size
"""
    after = text.replace("s.x\n", "s.x + 1\n")
    assert changed(tmp_path, text, after) == {"S.size", "f"}


def test_a_variable_counts_for_what_stands_below_it(tmp_path: Path) -> None:
    text = "def above : ℕ := 1\n\nvariable (x : ℕ)\n\ndef below : ℕ := 2\n"
    assert changed(tmp_path, text, text.replace("x : ℕ", "x : ℤ")) == {"below"}


def test_a_notation_counts_where_it_is_written(tmp_path: Path) -> None:
    text = """\
def twice (n : ℕ) : ℕ := n + n

local prefix:max "⊙" => twice

def with_it : ℕ := ⊙ 3

def without : ℕ := 3
"""
    after = text.replace("n + n", "2 * n")
    assert changed(tmp_path, text, after) == {"twice", "with_it"}
    assert changed(tmp_path, text, text.replace("max", "70")) == {"with_it"}


def test_an_instance_counts_where_its_type_is_reached(tmp_path: Path) -> None:
    text = """\
structure Pair where
  x : ℕ

instance : Add Pair where
  add p q := ⟨p.x + q.x⟩

def sum (p q : Pair) : Pair := p + q

def number (n : ℕ) : ℕ := n + n
"""
    after = text.replace("p.x + q.x", "q.x + p.x")
    assert changed(tmp_path, text, after) == {"Pair", "instAddPair", "sum"}


def test_an_instance_for_no_type_of_the_project_counts_everywhere(tmp_path: Path) -> None:
    text = "instance : Add Bool where\n  add p q := p || q\n\ndef f : ℕ := 1\n"
    after = text.replace("p || q", "q || p")
    assert "f" in changed(tmp_path, text, after)


def test_options_and_imports_count_in_their_file(tmp_path: Path) -> None:
    text = "def f : ℕ := 1\n"
    assert changed(tmp_path, text, "set_option autoImplicit false\n" + text) == {"f"}
    folder = tmp_path / "p"
    files = {"B.lean": "def b : ℕ := 1\n", "C.lean": "def c : ℕ := 1\n"}
    one = hashes(folder, files)
    two = hashes(folder, {**files, "C.lean": "import B\n\n" + files["C.lean"]})
    assert {name for name in one if one[name] != two[name]} == {"c"}


def test_mutual_recursion_is_one_thing(tmp_path: Path) -> None:
    text = """\
mutual
def even : ℕ → Bool
  | 0 => true
  | n + 1 => odd n
def odd : ℕ → Bool
  | 0 => false
  | n + 1 => even n
end

def sees : Bool := even 2
"""
    assert changed(tmp_path, text, text.replace("=> false", "=> true")) == {"even", "odd", "sees"}


def test_a_private_name_of_another_file_is_not_seen(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    files = {"B.lean": "private def h : ℕ := 1\n", "C.lean": "def c (h : ℕ) : ℕ := h\n"}
    one = hashes(folder, files)
    two = hashes(folder, {**files, "B.lean": "private def h : ℕ := 2\n"})
    assert {name for name in one if one[name] != two.get(name)} == {"_private.B.0.h"}
