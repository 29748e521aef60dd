"""`autoImplicit`, transport along equations, and fixed mixfix notations."""

import pytest

from denotary.parser import load_project, load_text
from denotary.spec.check import check
from denotary.spec.diagnostics import LeanError
from denotary.spec.pretty import pretty


def test_unbound_names_are_bound_unless_the_lakefile_says_no(tmp_path):
    (tmp_path / "A.lean").write_text("def f (x : Fin n → ℝ) : ℝ := ∑ i, x i\n")
    project = load_project(tmp_path)
    assert pretty(project.environment, project.declare("f").type) == "∀ {n : ℕ}, (Fin n → ℝ) → ℝ"
    (tmp_path / "lakefile.toml").write_text('name = "a"\n[leanOptions]\nautoImplicit = false\n')
    with pytest.raises(LeanError, match="unknown identifier `n`") as caught:
        load_project(tmp_path).declare("f")
    assert "A.lean:1:16" in str(caught.value)


def test_the_file_has_the_last_word(tmp_path):
    (tmp_path / "A.lean").write_text(
        "set_option autoImplicit true\ndef f (x : Fin n → ℝ) : ℕ := n\n"
    )
    (tmp_path / "lakefile.toml").write_text("[leanOptions]\nautoImplicit = false\n")
    assert load_project(tmp_path).declare("f").value is not None


def test_transport_casts_from_the_other_side_of_the_equation():
    project = load_text("def f {a b : ℕ} (h : a = b) (v : Fin a → ℝ) : Fin b → ℝ := h ▸ v")
    f = project.declare("f")
    assert pretty(project.environment, f.value) == "fun a b _ v => cast ⋯ v"
    check(project.environment, f)


def test_transport_fixes_the_unknowns_of_an_equation_by_the_type():
    """`double_eq` says of itself nothing of `n`: the expected type does."""
    project = load_text(
        "def double (n k : ℕ) : ℕ := n + k + k\n"
        "theorem double_eq {n : ℕ} (k : ℕ) : double n k = n + 2 * k := by sorry\n"
        "def f (a : ℕ) (v : Fin (a + 2 * 3) → ℝ) : Fin (double a 3) → ℝ :=\n"
        "  (double_eq 3).symm ▸ v\n"
        "def g (a : ℕ) (v : Fin (double a 3) → ℝ) := double_eq 3 ▸ v\n"
    )
    for name in ("f", "g"):
        declaration = project.declare(name)
        check(project.environment, declaration)
        assert not project.errors.get(name)
    assert pretty(project.environment, project.declare("f").value) == "fun a v => cast ⋯ v"
    assert pretty(project.environment, project.declare("g").type) == (
        "∀ (a : ℕ), (Fin (double a 3) → ℝ) → Fin (a + 2 * 3) → ℝ"
    )


def test_transport_that_leads_elsewhere_is_refused():
    project = load_text("def f {a b c : ℕ} (h : a = b) (v : Fin c → ℝ) : Fin b → ℝ := h ▸ v")
    project.declare("f").value  # noqa: B018
    (error,) = project.errors["f"]
    assert error.diagnostic.message == "type mismatch"
    assert error.diagnostic.expected == "Fin a → ℝ"
    assert error.diagnostic.found == "v : Fin c → ℝ"


def test_floor_brackets_are_the_constants():
    project = load_text("theorem t (x : ℝ) : ⌊x⌋ ≤ ⌈x⌉ := sorry")
    assert pretty(project.environment, project.declare("t").type) == (
        "∀ (x : ℝ), Int.floor x ≤ Int.ceil x"
    )
