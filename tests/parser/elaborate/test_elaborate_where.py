"""Definitions after `where` that capture what surrounds them."""

from typing import Any

import pytest
from elaborating import checked, type_of

from denotary.interpreter.machine import Machine
from denotary.interpreter.machine.graph_domain import GraphDomain
from denotary.spec.terms import Const

CASES: dict[str, tuple[str, Any]] = {
    "parameters": ("""
def f (n : Nat) (g : Nat → Nat) : Nat := aux 3 + other
where
  aux : Nat → Nat
    | 0 => n
    | k + 1 => g (aux k) + n
  other : Nat := n * 100
def d : Nat := f 2 (· * 2)
""", 230),
    "a section variable": ("""
variable (q : Nat)
def h (l : List Nat) : Nat := go l 0
where
  go : List Nat → Nat → Nat
    | [], acc => acc + q
    | x :: xs, acc => go xs (acc + x)
def d : Nat := h 7 [1, 2, 3]
""", 13),
    "nothing": ("""
def s (l : List Nat) : Nat := go l 0
where
  go : List Nat → Nat → Nat
    | [], acc => acc
    | x :: xs, acc => go xs (acc + x)
def d : Nat := s [1, 2, 3]
""", 6),
    "implicit parameters": ("""
def count {α : Type} (xs : List α) (p : α → Bool) : Nat := go xs
where
  go (ys : List α) : Nat := match ys with
    | [] => 0
    | y :: ys => (if p y then 1 else 0) + go ys
def d : Nat := count [1, 2, 3] (· > 1)
""", 2),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_helper_captures(case: str) -> None:
    text, expected = CASES[case]
    project = checked(text)
    assert int(Machine(project.env, GraphDomain()).evaluate(Const("d"))) == expected


def test_only_what_is_mentioned_is_captured() -> None:
    assert type_of(CASES["parameters"][0], "f.other") == "ℕ → ℕ"
