"""`deriving`: instances as terms, accepted by the checker, with the values that Lean's have."""

from __future__ import annotations

from typing import Any

import pytest
from elaborating import checked

from denotary.interpreter.machine import EvaluationError, Machine
from denotary.interpreter.machine.graph_domain import GraphDomain
from denotary.interpreter.machine.values import Data
from denotary.spec.check import check
from denotary.spec.terms import Const

TYPES = """
inductive Color where
  | red | green | blue
  deriving BEq, Repr, Inhabited, Ord, Hashable, DecidableEq
structure P where
  x : Nat
  y : List Nat
  c : Color
  deriving BEq, Inhabited, Ord
inductive Tree (α : Type) where
  | node (l : Tree α) (v : α) (r : Tree α)
  | leaf
  deriving BEq, Inhabited, Ord
structure Two (α β : Type) where
  a : α
  b : β
  deriving Repr, BEq, Inhabited
"""

CASES: dict[str, tuple[str, Any]] = {
    "Color.red == Color.green": ("Bool", False),
    "Color.red == Color.red": ("Bool", True),
    "(default : Color)": ("Color", "Color.red"),
    "toString (repr Color.green)": ("String", "Color.green"),
    "compare Color.red Color.blue": ("Ordering", "Ordering.lt"),
    "compare Color.blue Color.green": ("Ordering", "Ordering.gt"),
    "(⟨1, [2], .red⟩ : P) == ⟨1, [2], .red⟩": ("Bool", True),
    "(⟨1, [2], .red⟩ : P) == ⟨1, [2], .blue⟩": ("Bool", False),
    "(⟨1, [2], .red⟩ : P) != ⟨1, [3], .red⟩": ("Bool", True),
    "(default : P).c": ("Color", "Color.red"),
    "Tree.node .leaf 3 .leaf == .node .leaf 3 .leaf": ("Bool", True),
    "Tree.node .leaf 3 .leaf == .node .leaf 4 .leaf": ("Bool", False),
    "Tree.node .leaf 3 .leaf == .leaf": ("Bool", False),
    "(default : Tree Nat)": ("Tree Nat", "Tree.leaf"),
    "(default : Two Nat Bool).b": ("Bool", False),
    "#[Color.green, Color.blue][1]!": ("Color", "Color.blue"),
}


def evaluated(text: str) -> Any:
    project = checked(text)
    for cls in ("BEq", "Inhabited"):
        for owner in ("Color", "P", "Tree", "Two"):
            check(project.env, project.declare(f"{owner}.✝derived{cls}"))
    machine = Machine(project.env, GraphDomain())
    found = machine.evaluate(Const("d"))
    return found.name if isinstance(found, Data) else found


@pytest.mark.parametrize("expression", CASES)
def test_a_derived_instance_computes(expression: str) -> None:
    type, expected = CASES[expression]
    assert evaluated(f"{TYPES}\ndef d : {type} := {expression}") == expected


def test_what_is_not_generated_says_so_where_it_is_used() -> None:
    project = checked(f"{TYPES}\ndef d : String := reprStr (Two.mk 1 2)")
    with pytest.raises(EvaluationError, match=r"derived instance `Repr` of `Two`"):
        Machine(project.env, GraphDomain()).evaluate(Const("d"))
