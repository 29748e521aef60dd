"""Data by tactics: the terms are accepted by the checker and have the values of Lean's."""

from typing import Any

import pytest

from denotary.interpreter.machine import Machine
from denotary.interpreter.machine.graph_domain import GraphDomain
from denotary.parser import load_text
from denotary.spec.check import check
from denotary.spec.diagnostics import LeanError
from denotary.spec.terms import Const

WRAPPED = """
structure V (f : Nat → Nat) where
  g : Nat → Nat
  ok : ∀ x, f x = g x
def comp (f g : Nat → Nat) (a : V f) (b : V g) : V (f ∘ g) := ⟨a.g ∘ b.g, by sorry⟩
def one (f : Nat → Nat) : V f := ⟨f, fun _ => rfl⟩
"""

CASES: dict[str, tuple[str, Any]] = {
    "set": ("def f (f g : Nat → Nat) (a : V f) (b : V g) : V (f ∘ (g ∘ f)) := by\n"
            "  set h := g ∘ f with hh\n  have hb : V h := comp g f b a\n  exact comp f h a hb\n"
            "def d : Nat := (f (· + 1) (· * 2) (one _) (one _)).g 3", 9),
    "rw of the goal": ("def f (f g : Nat → Nat) (e : f = g) (a : V g) : V f := by\n  rw [e]\n"
                       "  exact a\ndef d : Nat := (f (· + 1) (· + 1) rfl (one _)).g 3", 4),
    "rw of a local": ("def f (f g : Nat → Nat) (e : f = g) (a : V g) : V f := by\n"
                      "  rwa [← e] at a\ndef d : Nat := (f (· + 1) (· + 1) rfl (one _)).g 3", 4),
    "induction": ("def f (n : Nat) : Nat := by\n  induction n with\n  | zero => exact 1\n"
                  "  | succ k ih => exact ih * 2 + k\ndef d : Nat := f 4", 27),
    "obtain": ("def f (p : Nat × Nat × Nat) : Nat := by\n  obtain ⟨a, b, c⟩ := p\n"
               "  exact a + b * c\ndef d : Nat := f (1, 2, 3)", 7),
    "constructor": ("def f : Nat × Nat := by\n  constructor\n  · exact 1\n  · exact 2\n"
                    "def d : Nat := f.1 * 10 + f.2", 12),
    "by_cases": ("def f (n : Nat) : Nat := by\n  by_cases h : n = 3\n  · exact 10\n  · exact 20\n"
                 "def d : Nat := f 3 + f 4", 30),
    "cases": ("def f (n : Option Nat) : Nat := by\n  cases n with\n  | none => exact 1\n"
              "  | some k => exact k\ndef d : Nat := f none + f (some 4)", 5),
    "match": ("def f (n : Option Nat) : Nat := by\n  match n with\n  | none => exact 1\n"
              "  | some k => exact k\ndef d : Nat := f none + f (some 4)", 5),
    "refine with goals": ("def f : {n : Nat // n = 3} := by\n  refine ⟨?_, ?_⟩\n  · exact 3\n"
                          "  · rfl\ndef d : Nat := f.1", 3),
    "goal under a binder": ("def f (g : Nat → Nat) : Nat → Nat := by\n  refine fun x => ?_\n"
                            "  apply g\n  exact x + 1\ndef d : Nat := f (· * 2) 3", 8),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_block_of_tactics_has_its_value(case: str) -> None:
    text, expected = CASES[case]
    project = load_text(WRAPPED + text)
    for name in project.names():
        check(project.env, project.declare(name))
    assert not project.errors
    assert int(Machine(project.env, GraphDomain()).evaluate(Const("d"))) == expected


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("  omega", "the tactic `omega` builds data here, which is not followed"),
        ("  exact 1\n  exact 2", "tactics are left when the value is given"),
        ("  have h : 1 = 1 := rfl", "this `by` block ends without giving the value"),
        ('  exact "a"', "type mismatch"),
    ],
)
def test_what_is_not_followed_is_said(body: str, message: str) -> None:
    project = load_text(f"def d : Nat := by\n{body}")
    _ = project.declare("d").value
    errors: list[LeanError] = project.errors["d"]
    assert [e.diagnostic.message for e in errors] == [message]


def test_a_rewrite_that_does_not_apply_is_an_error() -> None:
    text = "def d (f g h : Nat → Nat) (e : f = h) (a : V g) : V g := by\n  rw [e]\n  exact a"
    project = load_text(WRAPPED + text)
    _ = project.declare("d").value
    assert project.errors["d"][0].diagnostic.message == "`rw` does not find this in the type"
