"""Notations of a project: where they are in force, and what they stand for."""

from __future__ import annotations

from pathlib import Path

import pytest
from elaborating import value

from denotary.parser import load_project
from denotary.spec.pretty import pretty


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('macro "dbl(" x:term ")" : term => `($x + $x)\ndef d (a : ℝ) : ℝ := dbl(a)',
         "fun a => a + a"),
        ('macro "twice" x:term:max : term => `(2 * $x)\ndef d (a : ℝ) : ℝ := twice a',
         "fun a => 2 * a"),
        ('notation:65 a " ⊞ " b:66 " by " c:66 => a + b * c\ndef d (x : ℝ) : ℝ := x ⊞ x by 3',
         "fun x => x + x * 3"),
        ('notation f "‹" x "›" => f x\ndef d (x : ℝ) : ℝ := Real.sqrt ‹x›', "fun x => Real.sqrt x"),
        ('notation "φ(" x ")" => Real.sqrt x\ndef d (φ : ℝ) : ℝ := φ(φ)', "fun φ => Real.sqrt φ"),
        ("def d : Set ℕ := {k * 2 | k : ℕ}", "setOf (fun a => ∃ k, k * 2 = a)"),
        ("def d : Set ℝ := {Real.sqrt x + y | (x : ℝ) (y : ℝ)}",
         "setOf (fun a => ∃ x, ∃ y, Real.sqrt x + y = a)"),
    ],
)  # fmt: skip
def test_notations(text: str, expected: str) -> None:
    assert value(text) == expected


FILES = {
    "A.lean": 'def dbl (x : ℝ) : ℝ := x + x\nnamespace A\nscoped prefix:80 "⍟" => dbl\n'
    'namespace I\nscoped prefix:80 "⍣" => Real.sqrt\ndef f : ℝ := ⍣ 1\nend I\nend A\n'
    'local notation "one" => (1 : ℝ)\nnotation "two" => (2 : ℝ)\n',
    "B.lean": "import A\ndef g : ℝ := two\nopen A in\ndef h : ℝ := ⍟ two\nopen A\nopen I\n"
    "def k : ℝ := ⍣ two\n",
    "C.lean": "import A\ndef no : ℝ := ⍟ 1\ndef one : ℝ := 3\n",
}


def test_where_notations_are_in_force(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    project = load_project(tmp_path)

    def shown(name: str) -> str:
        decl = project.declare(name)
        assert decl.value is not None and name not in project.errors
        return pretty(project.environment, decl.value)

    assert [shown(n) for n in ("g", "h", "k", "one")] == ["2", "dbl 2", "Real.sqrt 2", "3"]
    _ = project.declare("no").value
    assert "`⍟`" in str(project.errors["no"][0])
