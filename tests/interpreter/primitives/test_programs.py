"""`do` blocks run: each program against the value that Lean's semantics gives it."""

from typing import Any

import pytest

from denotary.interpreter.machine import EvaluationError, Machine
from denotary.interpreter.machine.graph_domain import GraphDomain
from denotary.interpreter.machine.values import Data
from denotary.parser import load_text
from denotary.spec.check import check
from denotary.spec.terms import Const

STATE = """
def fresh (p : String) : StateM Nat String := do
  let n ← get
  set (n + 1)
  return s!"%{p}{n}"
def operation (name : String) (args : List String) : StateM (Nat × String) String := do
  let (n, text) ← get
  let r := s!"%{n}"
  set (n + 1, text ++ s!"{r} = {name} {", ".intercalate args}\\n")
  return r
"""

EXCEPT = """
def safeDiv (a b : Nat) : Except String Nat := do
  if b == 0 then
    throw s!"div {a} by 0"
  return a / b
"""

CASES: dict[str, tuple[str, Any]] = {
    "sum of a range": ("def d : Nat := Id.run do\n  let mut s := 0\n  for i in [0:5] do\n"
                       "    s := s + i\n  return s", 10),
    "range with a step": ("def d : String := Id.run do\n  let mut s := \"\"\n"
                          "  for i in [1:10:4] do s := s ++ toString i\n  s", "159"),
    "continue and break": ("def d : List Nat := Id.run do\n  let mut l := []\n"
                           "  for x in [1, 2, 3, 4, 5] do\n    if x == 2 then continue\n"
                           "    if x == 4 then break\n    l := x :: l\n  return l", [3, 1]),
    "return out of two loops": ("def d : Option Nat := Id.run do\n  for x in #[1, 2, 4, 3] do\n"
                                "    for y in [3, 4] do\n      if x + y == 6 then\n"
                                "        return some (10 * x + y)\n  return none", [24]),
    "no return out of a loop": ("def d : Nat := Id.run do\n  let mut n := 1\n  for x in [1, 2] do\n"
                                "    if x == 7 then return 100\n    n := n + x\n  return n", 4),
    "two collections": ("def d : String := Id.run do\n  let mut s := \"\"\n"
                        "  for x in [\"a\", \"b\", \"c\"], i in [5:7] do\n"
                        "    s := s ++ x ++ toString i\n  return s", "a5b6"),
    "pattern in a loop": ("def d : Nat := Id.run do\n  let mut s := 0\n"
                          "  for (a, b) in [(1, 2), (3, 4)] do\n    s := s + a * b\n"
                          "  return s", 14),
    "unless": ("def d : Nat := Id.run do\n  let mut n := 3\n  unless n == 4 do\n"
               "    n := n * 2\n  n", 6),
    "if without else, then more": ("def d : Nat := Id.run do\n  let mut n := 3\n"
                                   "  if n < 5 then\n    n := n + 10\n  n := n + 1\n"
                                   "  return n", 14),
    "swap": ("def d : Nat × Nat := Id.run do\n  let mut (x, y) := (1, 2)\n  (x, y) := (y, x)\n"
             "  return (x, y)", [2, 1]),
    "match assigns": ("def d : Nat := Id.run do\n  let mut n := 0\n  match some 4 with\n"
                      "  | some k =>\n    n := k\n  | none => n := 9\n  return n + 1", 5),
    "value of a match": ("def d : Option Nat := do\n  let k ← match [1, 2] with\n"
                         "    | [] => none\n    | x :: _ => do\n      let y ← some 5\n"
                         "      pure (x + y)\n  return k", [6]),
    "early return inside a value": ("def d : Nat := Id.run do\n"
                                    "  let k ← if 1 < 2 then return 7 else pure 3\n"
                                    "  return k + 1", 7),
    "alternative of a pattern": ("def d : Option Nat := do\n"
                                 "  let some x := (none : Option Nat) | return 8\n"
                                 "  return x", [8]),
    "nested action": ("def d : Option Nat := do\n  let x := (← some 1) + (← some 2)\n"
                      "  if (← some true) then return x * 10 else none", [30]),
    "if let": ("def d : Nat := Id.run do\n  if let some x := some 3 then return x\n  return 0", 3),
    "failing option": ("def d : Option Nat := do\n  let x ← none\n  return x + 1", []),
    "state": (STATE + "def d : (String × String) × Nat := (do\n  let a ← fresh \"a\"\n"
              "  let b ← fresh \"b\"\n  return (a, b) : StateM Nat _).run 3", [["%a3", "%b4"], 5]),
    "renderer": (STATE + "def d : String := ((do\n  let x ← operation \"load\" [\"%arg\"]\n"
                 "  let y ← operation \"neg\" [x]\n  for k in [:2] do\n"
                 "    discard (operation s!\"op{k}\" [x, y]) : StateM _ Unit).run (0, \"\")).2.2",
                 "%0 = load %arg\n%1 = neg %0\n%2 = op0 %0, %1\n%3 = op1 %0, %1\n"),
    "modify and modifyGet": ("def d : Nat × Nat := (do\n  modify (· + 1)\n"
                             "  let old ← modifyGet fun s => (s, s * 2)\n"
                             "  return old : StateM Nat Nat).run 4",
                             [5, 10]),
    "throw": (EXCEPT + "def d : Except String Nat := do\n  let x ← safeDiv 10 2\n"
              "  safeDiv x 0", ["div 5 by 0"]),
    "try restores the variables": (EXCEPT + "def d : Except String Nat := do\n  let mut r := 1\n"
                                   "  try\n    r := (← safeDiv 10 2)\n    r := (← safeDiv r 0)\n"
                                   "  catch e =>\n    r := r + e.length\n  return r", [11]),
    "lifted into a transformer": (EXCEPT + "abbrev M := StateT Nat (Except String)\n"
                                  "def run : M Nat := do\n  modify (· + 1)\n"
                                  "  let v ← safeDiv 6 2\n  return v + (← get)\n"
                                  "def d : Except String (Nat × Nat) := run.run 4", [[8, 5]]),
    "reader over state": ("def run : ReaderT Nat (StateM (List Nat)) Nat := do\n"
                          "  let r ← read\n  modify fun l => r :: l\n  return (← get).length + r\n"
                          "def d : Nat × List Nat := (run.run 5).run [1]", [7, [5, 1]]),
    "option over state": ("def run : OptionT (StateM Nat) Nat := do\n  set 7\n"
                          "  guard (3 > 5) <|> pure ()\n  failure\n"
                          "def d : Option Nat × Nat := run.run.run 1", [[], 7]),
    "applicative": ("def d : Option Nat := (· + ·) <$> some 1 <*> (some 2 <* some 9)", [3]),
    "sequence": ("def d : Option Nat := some 1 *> some 5 >>= fun x => pure (x + 1)", [6]),
    "membership of a loop": ("def d : Nat := Id.run do\n  let mut n := 0\n"
                             "  for h : i in [0:4] do\n    n := n + i\n  return n", 6),
}  # fmt: skip


def plain(machine: Machine, value: Any) -> Any:
    """Strings and numbers as they are, lists as lists, other data as the list of its fields."""
    value = machine.force(value)
    if not isinstance(value, Data):
        return value if isinstance(value, str) else int(value)
    declaration = machine.env.find(value.name)
    assert declaration is not None
    fields = [plain(machine, a) for a in value.args[declaration.params :]]
    return [fields[0], *fields[1]] if value.name == "List.cons" else fields


@pytest.mark.parametrize("case", CASES)
def test_a_program_has_its_value(case: str) -> None:
    text, expected = CASES[case]
    project = load_text(text)
    for name in project.names():
        check(project.env, project.declare(name))
    assert not project.errors
    machine = Machine(project.env, GraphDomain())
    assert machine.run(lambda: plain(machine, machine.evaluate(Const("d")))) == expected


def test_an_endless_loop_is_elaborated_but_not_run() -> None:
    project = load_text("def d : Nat := Id.run do\n  let mut n := 0\n  while n < 3 do\n"
                        "    n := n + 1\n  return n")  # fmt: skip
    check(project.env, project.declare("d"))
    with pytest.raises(EvaluationError, match="partial"):
        Machine(project.env, GraphDomain()).evaluate(Const("d"))


def test_a_program_with_effects_is_elaborated_but_not_run() -> None:
    project = load_text('def d : IO Unit := do\n  for i in [:3] do\n    IO.println s!"{i}"')
    check(project.env, project.declare("d"))
    with pytest.raises(EvaluationError, match="acts on the world"):
        Machine(project.env, GraphDomain()).evaluate(Const("d"))


WORDS = {
    "(250 + 10 : UInt8).toNat": 4,
    "(3 - 5 : UInt8).toNat": 254,
    "((1 <<< 3 ||| 1) &&& 0xff : UInt32).toNat": 9,
    "((12 : UInt8) ^^^ 10).toNat": 6,
    "((ByteArray.empty.push 3).push 4)[1]!.toNat": 4,
    "(ByteArray.empty.push 3 ++ ByteArray.empty.push 4).size": 2,
    "(300 : Nat).toUInt8.toNat": 44,
}


@pytest.mark.parametrize("expression", WORDS)
def test_machine_words_wrap(expression: str) -> None:
    project = load_text(f"def d : Nat := {expression}")
    check(project.env, project.declare("d"))
    assert not project.errors
    assert int(Machine(project.env, GraphDomain()).evaluate(Const("d"))) == WORDS[expression]
