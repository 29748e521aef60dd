"""`do` blocks: the terms that they are translated to, and what is wrong with them."""

import pytest
from elaborating import diagnostic, value

from denotary.parser.syntax import parse_term
from denotary.parser.syntax.tree import Do


def test_an_action_is_bound() -> None:
    assert value("def d : Option Nat := do\n  let x ← some 1\n  return x") == (
        "Bind.bind (some 1) (fun x => Pure.pure x)"
    )


def test_what_follows_a_branch_is_a_local_function_of_what_it_assigns() -> None:
    text = """\
def d (b : Bool) : Nat := Id.run do
  let mut x := 1
  let y := 5
  if b then
    x := 2
  return x + y
"""
    assert value(text) == (
        "fun b => Id.run (let x := 1 let y := 5 let jp := fun x_1 => Pure.pure (x_1 + y); "
        "if b = true then let x_1 := 2; jp x_1 else jp x)"
    )


def test_a_loop_carries_what_it_assigns() -> None:
    text = """\
def d (l : List Nat) : Nat := Id.run do
  let mut s := 0
  for x in l do
    s := s + x
  return s
"""
    assert value(text) == (
        "fun l => Id.run (let s := 0 Bind.bind (ForIn.forIn l s "
        "(fun x r => let s_1 := r; let s_2 := s_1 + x; Pure.pure (ForInStep.yield s_2))) "
        "(fun r => let s_1 := r; Pure.pure s_1))"
    )


def test_items_may_stand_to_the_right_of_the_first() -> None:
    made = parse_term("do\n  let x ← a\n    let y ← b\n  pure (x, y)")
    assert isinstance(made, Do)
    assert made.problem is None and len(made.items) == 3


def test_the_body_of_a_loop_may_stand_left_of_an_inner_one() -> None:
    made = parse_term("do\n  for i in a do for j in b do\n    f i j\n  g")
    assert isinstance(made, Do)
    assert made.problem is None and len(made.items) == 2


def test_only_mutable_variables_are_assigned() -> None:
    found = diagnostic("def d : Nat := Id.run do\n  let x := 1\n  x := 2\n  return x")
    assert found.message == "`x` cannot be assigned"


def test_a_mutable_variable_is_not_hidden() -> None:
    found = diagnostic("def d : Nat := Id.run do\n  let mut x := 1\n  let x := 2\n  return x")
    assert found.message == "`x` can be assigned, so it cannot be hidden"


def test_a_nested_action_stays_inside_its_function() -> None:
    found = diagnostic("def d : Option (Nat → Nat) := do\n  return fun y => y + (← some 1)")
    assert found.message == "`(← …)` cannot be taken out of a function or an alternative"


def test_break_needs_a_loop() -> None:
    found = diagnostic("def d : Option Nat := do\n  break")
    assert found.message == "there is no loop to leave here"


def test_what_does_not_parse_is_reported_where_it_is() -> None:
    found = diagnostic("def d : Option Nat := do\n  let x ← some 1\n  return (x +)")
    assert found.span is not None and found.span.line == 3


def test_an_assignment_has_the_type_of_the_variable() -> None:
    found = diagnostic('def d : Nat := Id.run do\n  let mut x := 1\n  x := "a"\n  return x')
    assert found.message == "type mismatch"


@pytest.mark.parametrize("arm", ["pure ()", "out := 0"])
@pytest.mark.parametrize("branch", ["if p then\n    match", "match"])
def test_what_is_matched_on_is_known_before_control_joins(arm: str, branch: str) -> None:
    """The numeral in `[1]!` has no type of its own; what follows the match is not lost."""
    indent = "    " if branch.startswith("if") else "  "
    text = (
        "def d (xs : List String) (p : Prop) : Id ℕ := do\n  let mut out : ℕ := 5\n"
        f"  {branch} xs[1]!.toNat? with\n"
        f"{indent}| some b => out := b + out\n{indent}| none => {arm}\n"
        "  return out + 7\n"
    )
    found = value(text)
    assert "String.toNat? (GetElem?.getElem! xs 1)" in found
    assert "+ 7" in found and "jp" in found
