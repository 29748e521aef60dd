"""How far one declaration gets, part by part; one construct a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from denotary.extraction.coverage.examine import Examiner
from denotary.extraction.coverage.records import PartKind, Record, Stage
from denotary.extraction.projects import Root, open_project


def examine(tmp_path: Path, text: str, name: str, upto: Stage = Stage.CHECKED) -> Record:
    (tmp_path / "A.lean").write_text(text, encoding="utf-8")
    root = Root(tmp_path, "directory")
    return Examiner(open_project(root), root)(name, upto)


def counts(record: Record) -> dict[PartKind, tuple[int, ...]]:
    """Part to its count, then how many were parsed, elaborated, checked."""
    stages = (Stage.PARSED, Stage.ELABORATED, Stage.CHECKED)
    return {p.kind: (p.count, *(p.reached.get(s, 0) for s in stages)) for p in record.parts}


def test_a_definition_has_a_signature_and_a_term(tmp_path: Path) -> None:
    record = examine(tmp_path, "\ndef f (n : ℕ) : ℕ := n + 1\n", "f")
    assert (record.stage, record.stop, record.line) == (Stage.CHECKED, None, 2)
    assert counts(record) == {PartKind.SIGNATURE: (1, 1, 1, 1), PartKind.TERM: (1, 1, 1, 1)}
    assert set(record.seconds) == {"parsed", "elaborated", "checked"}


def test_it_goes_no_further_than_asked(tmp_path: Path) -> None:
    record = examine(tmp_path, "def f (n : ℕ) : ℕ := nope\n", "f", Stage.PARSED)
    assert (record.stage, record.stop) == (Stage.PARSED, None)
    assert counts(record)[PartKind.TERM] == (1, 1, 0, 0)


def test_a_proof_is_not_looked_at(tmp_path: Path) -> None:
    record = examine(tmp_path, "theorem t (n : ℕ) : n = n := by )( nonsense\n", "t")
    assert (record.stage, record.stop) == (Stage.CHECKED, None)
    assert counts(record) == {PartKind.STATEMENT: (1, 1, 1, 1)}


def test_what_is_not_read_stops_with_its_place(tmp_path: Path) -> None:
    record = examine(tmp_path, "def f (n : ℕ) : ℕ := n +\n", "f")
    assert record.stage is Stage.LISTED
    assert record.stop is not None and record.stop.place.startswith("A.lean:")
    assert counts(record)[PartKind.SIGNATURE][1] == 1
    assert counts(record)[PartKind.TERM] == (1, 0, 0, 0)


def test_an_unknown_name_is_the_subject_of_a_reason_without_names(tmp_path: Path) -> None:
    record = examine(tmp_path, "theorem t (n : ℕ) : nope n = n := rfl\n", "t")
    assert record.stage is Stage.PARSED
    stop = record.stop
    assert stop is not None
    assert (stop.reason, stop.subject, stop.place) == (
        "unknown identifier `…`",
        "nope",
        "A.lean:1:21",
    )


def test_a_body_under_a_signature_that_stopped_counts_as_stopped(tmp_path: Path) -> None:
    record = examine(tmp_path, "def f (n : Nope) : ℕ := 1\n", "f")
    assert counts(record) == {PartKind.SIGNATURE: (1, 1, 0, 0), PartKind.TERM: (1, 1, 0, 0)}
    assert [part.stop and part.stop.reason for part in record.parts] == [
        "unknown identifier `…`",
        "its signature stopped",
    ]
    assert record.stop is record.parts[0].stop


def test_arms_count_one_by_one(tmp_path: Path) -> None:
    text = "def f : ℕ → ℕ\n  | 0 => 1\n  | 1 => nope\n  | n + 2 => n\n"
    record = examine(tmp_path, text, "f")
    assert counts(record)[PartKind.ARM] == (3, 3, 2, 2)
    assert record.stop is not None and record.stop.place == "A.lean:3:10"


def test_where_bodies_and_what_follows_where(tmp_path: Path) -> None:
    text = """\
structure P where
  x : ℕ
  y : ℕ

def p : P where
  x := 1
  y := 2

def q (n : ℕ) : ℕ := twice n
where
  twice (m : ℕ) : ℕ := m + m
"""
    assert counts(examine(tmp_path, text, "P")) == {PartKind.TYPE: (1, 1, 1, 1)}
    assert counts(examine(tmp_path, text, "p"))[PartKind.FIELDS] == (1, 1, 1, 1)
    assert counts(examine(tmp_path, text, "q")) == {
        PartKind.SIGNATURE: (1, 1, 1, 1),
        PartKind.TERM: (1, 1, 1, 1),
        PartKind.AUXILIARY: (1, 1, 1, 1),
    }


def test_data_by_tactics_is_counted_apart(tmp_path: Path) -> None:
    text = "def f : ℕ := by exact 3\ndef g : ℕ := by decide\n"
    assert counts(examine(tmp_path, text, "f"))[PartKind.TACTIC] == (1, 1, 1, 1)
    assert counts(examine(tmp_path, text, "g"))[PartKind.TACTIC] == (1, 1, 0, 0)


@pytest.mark.parametrize(
    ("conclusion", "expected"),
    [
        ("x = x", True),
        ("f = f", True),
        ("x = x ∧ f 0 = f 0", True),
        ("(x, f) = (x, f)", True),
        ("v = v", True),
        ("x = x ∧ 0 ≤ 1", False),
        ("(0 : ℕ) = 0", False),
        ("x ≤ x", False),
        ("∀ y : ℝ, y = y", True),
        ("x = x ↔ f = f", False),
    ],
)
def test_equations_between_numbers_are_told_from_others(
    tmp_path: Path, conclusion: str, expected: bool
) -> None:
    text = "abbrev Row (n : ℕ) := Fin n → ℝ\ndef Deep (n : ℕ) := ℕ → Row n\n"
    text += f"theorem t (x : ℝ) (f : Row 2) (v : Deep 3) : {conclusion} := by sorry\n"
    assert examine(tmp_path, text, "t").equation is expected


def test_a_fault_of_ours_is_recorded_with_where_it_arose(tmp_path: Path, monkeypatch) -> None:
    def fall(*_: object) -> None:
        raise KeyError("by hand")

    monkeypatch.setattr("denotary.extraction.coverage.examine.check", fall)
    record = examine(tmp_path, "def f : ℕ := 1\n", "f")
    assert record.stage is Stage.ELABORATED
    assert record.stop is not None
    assert record.stop.reason.startswith("internal error: KeyError at test_coverage_examine.py:")
    assert "KeyError: 'by hand'" in record.stop.message


def test_deep_recursion_is_a_reason(tmp_path: Path, monkeypatch) -> None:
    def fall(*_: object) -> None:
        raise RecursionError

    monkeypatch.setattr("denotary.extraction.coverage.examine.check", fall)
    record = examine(tmp_path, "def f : ℕ := 1\n", "f")
    assert record.stop is not None
    assert record.stop.reason == "internal error: the terms nest too deeply"


def test_what_the_checker_rejects_is_a_reason_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "A.lean").write_text("def f : ℕ := 1\n", encoding="utf-8")
    root = Root(tmp_path, "directory")
    project = open_project(root)
    declared = project.declare("f")
    declared.__dict__["value"] = declared.type  # `ℕ` where a value of type `ℕ` belongs
    record = Examiner(project, root)("f", Stage.CHECKED)
    assert record.stage is Stage.ELABORATED
    assert record.stop is not None
    assert record.stop.reason == "checker: the value does not have the declared type"


def test_a_record_survives_being_written(tmp_path: Path) -> None:
    text = "def f : ℕ → ℕ\n  | 0 => 1\n  | n + 1 => nope\n"
    record = examine(tmp_path, text, "f")
    assert Record.decode(record.encode()) == record


@pytest.mark.parametrize(
    "text",
    [
        "def f : ℕ :=",
        "theorem t",
        "theorem t :",
        "structure S where\n  x :",
        "structure S extends",
        "inductive T\n  | a (n :",
        "inductive T where | | b",
        "instance : ",
        "instance",
        "def f : ℕ → ℕ\n  | 0 =>",
        "def f (n : ℕ) : ℕ := n\nwhere",
        "def f (n : ℕ) : ℕ := g n\nwhere\n  g (",
        "mutual\ndef f : ℕ := 1",
        "variable (x :\n\ndef f : ℕ := x",
        "namespace A\n\ndef «a b» : ℕ := 1",
        'def s : String := "no end',
        'def s : String := s!"{',
        'notation "⟪" x => x\n\ndef f : ℕ := ⟪ 1',
        "\ufeffdef f : ℕ := 1\r\n\tdef g : ℕ := f\r\n",
        "def f : ℕ := by",
        "class C (α : Type) where\n  c : α\n\ninstance : C ℕ where",
        "alias g :=",
        "axiom",
        "theorem t : " + "(" * 3000 + "1" + ")" * 3000 + " = 1 := rfl",
        "theorem t : " + " ∧ ".join(["1 = 1"] * 1500) + " := by simp",
    ],
    ids=range(25),
)
def test_damaged_and_deep_text_is_recorded_and_raises_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "A.lean").write_text(text, encoding="utf-8")
    root = Root(tmp_path, "directory")
    project = open_project(root)
    for name in project.names():
        record = Examiner(project, root)(name, Stage.CHECKED)
        assert record.stop is None or record.stop.reason
        assert Record.decode(record.encode()) == record
