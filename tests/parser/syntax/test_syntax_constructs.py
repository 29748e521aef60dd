"""Constructs of Lean files that are not declarations of ours, each in a few lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from reading import read_all

from denotary.parser.syntax import split

CONSTRUCTS = {
    "the module system": (
        "module\n\npublic import A.B\nimport all C\nmeta import D\n@[expose] public section\n"
        "public def f : ℕ := 1\n@[expose] public noncomputable def g : ℕ := 2\nend\n"
        "private section\ndef h := 1\nend",
        ["f", "g", "h"],
    ),
    "guillemets": (
        "def «a b» : ℕ := 1\nnamespace «N m»\ndef «x.y» := «a b»\nend «N m»",
        ["a b", "N m.«x.y»"],
    ),
    "names with signs of their own": (
        "def αβ₁' := 1\ndef 𝔽 := 2\ndef «∑» := 3",
        ["αβ₁'", "𝔽", "∑"],
    ),
    "open, in all its forms": (
        "open A hiding b c\nopen A renaming b → c, d → e\nopen scoped A B\nopen A (b c) in\n"
        "open D in\ndef f := 1",
        ["f"],
    ),
    "variable updates, omit and include": (
        "variable {α : Type*} [Add α]\nvariable (α) in\ndef f := 1\nomit [Add α] in\n"
        "theorem h : p := x\ninclude hx in\n/-- doc -/\ntheorem k : p := x",
        ["f", "h", "k"],
    ),
    "mutual with termination": (
        "mutual\n/-- d -/\ndef a : ℕ → ℕ\n  | 0 => 1\n  | n + 1 => b n\ntermination_by n => n\n"
        "def b : ℕ → ℕ\n  | 0 => 1\n  | n + 1 => a n\ndecreasing_by omega\nend\ndef c := 1",
        ["a", "b", "c"],
    ),
    "nested where": (
        "def f (n : ℕ) : ℕ := go n\nwhere\n  go : ℕ → ℕ\n  | 0 => inner 1\n  | n + 1 => go n\n"
        "  where inner (k : ℕ) := k\n  other := 2\ndef g := 1",
        ["f", "g"],
    ),
    "deriving": (
        "structure S where\n  x : ℕ\n  deriving Repr, BEq\nderiving instance DecidableEq for S\n"
        "inductive T | a | b\nderiving Inhabited\ndef f := 1",
        ["S", "T", "f"],
    ),
    "syntax of one's own": (
        'macro "foo" x:term : term => `($x + 1)\nmacro_rules | `(bar) => `(1)\n'
        'syntax "bar" : term\nelab "e" : term => do\n  return x\n'
        "declare_syntax_cat zoo\ndef f := 1",
        ["f"],
    ),
    "commands that look": (
        "#eval 1 + 1\n#check f\n#print axioms f\n#guard 1 = 1\n#guard_msgs in\n#eval 2\n"
        "#reduce x\ndef f := 1",
        ["f"],
    ),
    "comments": (
        "/-! module\ndef x := 1 -/\n/- a /- nested -/ def y := 1 -/\n/-- doc -/\ndef f := 1\n"
        "-- def z := 1\n/-- dangling -/",
        ["f"],
    ),
    "strings and characters": (
        'def s := r#"a "b" c"#\ndef t := s!"x {f "q"} y {g {a := 1}} "\ndef c := \'\\\'\'\n'
        "def d := '\"'\ndef e := \"--\"",
        ["s", "t", "c", "d", "e"],
    ),
    "modifiers": (
        "private def a := 1\nprotected noncomputable def b := 1\nunsafe def c := 1\n"
        "partial def d := 1\nnoncomputable section\ndef e := 1\nend\nprotected\ndef f := 1",
        list("abcdef"),
    ),
    "other commands": (
        "alias foo := bar\nexport A (x y)\nuniverse u v\ninitialize r : IORef ℕ ← IO.mkRef 0\n"
        'run_cmd do\n  logInfo "def x := 1"\nadd_decl_doc foo "doc"\nexample : p := h\ndef f := 1',
        ["foo", "_example_1", "f"],
    ),
    "options and attributes in front": (
        "set_option maxHeartbeats 400 in\n@[simp,\n  norm_cast] theorem f : p := by\n"
        "  set_option x true in simp\nattribute [instance] f in\ndef g := 1",
        ["f", "g"],
    ),
    "instances without a name": (
        "instance : Add S where\n  add := f\ninstance [Add α] : Add (List α) where\n  add := f\n"
        "instance (priority := 100) : Add S := x\nscoped instance : C := x",
        ["instAddS", "instAddList", "instAddS_1", "instC"],
    ),
    "namespaces with dots": (
        "namespace A.B\ndef f := 1\nend A.B\nnamespace A\nnamespace B\ndef g := 1\nend B\n"
        "def _root_.h := 1\nend A",
        ["A.B.f", "A.B.g", "h"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_constructs(name: str) -> None:
    text, names = CONSTRUCTS[name]
    file, errors = read_all(text)
    assert [d.full_name for d in file.declarations] == names
    assert (file.problems, [str(e) for e in errors]) == ((), [])


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("def f : ℕ := 1\ndef g (x : ℕ", ["f", "g"]),
        ("def f : ℕ := 1\ndef", ["f"]),
        ("def f : ℕ := 1\ndef g : ℕ := r#\"", ["f", "g"]),
        ("def f : ℕ := 1\n@[simp", ["f"]),
        ("def f : ℕ := 1\ndef g := s!\"{", ["f", "g"]),
        ("section A\ndef f := 1\nend B\ndef g := 1", ["f", "g"]),
        ("end\ndef f := 1\nend A.B", ["f"]),
    ],
)  # fmt: skip
def test_text_that_breaks_off(text: str, names: list[str]) -> None:
    assert [d.full_name for d in read_all(text)[0].declarations] == names


def test_a_command_of_the_project_ends_a_declaration() -> None:
    text = 'syntax "note" str : command\ndef f : ℕ := 1\nnote "def g := 2"\ndef h := 1\n'
    assert [d.full_name for d in read_all(text)[0].declarations] == ["f", "h"]
    elsewhere = split(Path("U.lean"), 'def f := 1\nnote "x"\ndef g := 2', frozenset(["note"]))
    assert elsewhere.text[slice(*elsewhere.declarations[0].body)] == ":= 1"
