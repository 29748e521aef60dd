"""Names and syntax that a project takes from elsewhere or declares itself: what is said of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from denotary.parser import load_project
from denotary.parser.elaborate.elaborator import Unmeaning
from denotary.spec.diagnostics import LeanError
from denotary.spec.pretty import pretty


def fault(folder: Path, text: str, name: str = "d") -> LeanError:
    (folder / "A.lean").write_text(text, encoding="utf-8")
    project = load_project(folder)
    try:
        _ = project.declare(name).value
    except LeanError as error:
        return error
    return project.errors[name][0]


ABSENT = {
    "def d (x : ℝ) : ℝ := Real.besselJ x": "Real.besselJ",
    "def d : ℝ := riemannZeta 2": "riemannZeta",
    "def d (x : ℝ) : ℝ := x.bessel + 1": "Real.bessel",
    "def d : Set ℝ := .cantor": "Set.cantor",
}


@pytest.mark.parametrize("text", ABSENT)
def test_a_constant_that_an_import_may_have_is_unsupported(tmp_path: Path, text: str) -> None:
    error = fault(tmp_path, f"import Mathlib\n{text}\n")
    assert isinstance(error, Unmeaning)
    said = f"the constant `{ABSENT[text]}` is not in Denotary's prelude"
    assert error.diagnostic.message == said
    assert error.diagnostic.span is not None
    assert error.diagnostic.span.line == 2


def test_without_an_import_from_outside_an_unknown_name_is_an_error(tmp_path: Path) -> None:
    error = fault(tmp_path, "def d : ℝ := riemannZeta 2\n")
    assert not isinstance(error, Unmeaning)
    assert error.diagnostic.message == "unknown identifier `riemannZeta`"


def test_a_slip_of_one_letter_is_an_error_whatever_is_imported(tmp_path: Path) -> None:
    text = "import Mathlib\ndef batchShard (x : ℝ) : ℝ := x\ndef d : ℝ := batchSahrd 2\n"
    error = fault(tmp_path, text)
    assert not isinstance(error, Unmeaning)
    assert "`batchShard`" in error.diagnostic.advice


def test_a_field_that_a_structure_of_the_project_lacks_is_an_error(tmp_path: Path) -> None:
    text = "import Mathlib\nstructure S where\n  y : ℝ\ndef d (s : S) : ℝ := s.z\n"
    assert not isinstance(fault(tmp_path, text), Unmeaning)


def test_syntax_that_the_project_declares_is_named_with_its_place(tmp_path: Path) -> None:
    text = 'syntax "∂> " term:66 : term\ndef d (f : ℝ → ℝ) : ℝ → ℝ := ∂> f\n'
    error = fault(tmp_path, text)
    assert isinstance(error, Unmeaning)
    assert '`syntax "∂>"`' in error.diagnostic.message
    assert error.diagnostic.advice.endswith("A.lean:1:1")


def test_an_ordinary_mistake_is_not_blamed_on_a_declared_syntax(tmp_path: Path) -> None:
    text = 'syntax "∂> " term:66 : term\ndef d (x : ℝ) : ℝ := ) x\n'
    assert "`)` is not expected here" in fault(tmp_path, text).diagnostic.message


MACROS = {
    'macro "dbl(" x:term ")" : term => `($x + $x)\ndef d (x : ℝ) : ℝ := dbl(x)': "fun x => x + x",
    'macro x:term:65 " +[" c:term "] " y:term:66 : term => `(term| $x + $c * $y)\n'
    "def d (x : ℝ) : ℝ := x +[2] x": "fun x => x + 2 * x",
}


@pytest.mark.parametrize("text", MACROS)
def test_a_macro_for_a_quoted_term_is_a_notation(tmp_path: Path, text: str) -> None:
    (tmp_path / "A.lean").write_text(text, encoding="utf-8")
    project = load_project(tmp_path)
    found = project.declare("d").value
    assert found is not None
    assert pretty(project.environment, found) == MACROS[text]


def test_a_scoped_notation_is_in_force_where_its_namespace_is_open(tmp_path: Path) -> None:
    text = 'namespace N\nscoped notation "⟪" a "," b "⟫ₘ" => a + b\nend N\n'
    (tmp_path / "A.lean").write_text(text, encoding="utf-8")
    (tmp_path / "B.lean").write_text(
        "import A\nopen N in\ndef d (x : ℝ) : ℝ := ⟪x, x⟫ₘ\ndef e (x : ℝ) : ℝ := ⟪x, x⟫ₘ\n",
        encoding="utf-8",
    )
    project = load_project(tmp_path)
    found = project.declare("d").value
    assert found is not None
    assert pretty(project.environment, found) == "fun x => x + x"
    with pytest.raises(LeanError, match="`ₘ` is not expected here"):
        project.declare("e")
