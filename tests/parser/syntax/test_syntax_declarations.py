"""Signatures, bodies, structures, constructors, `where`, and notations in use."""

from __future__ import annotations

from pathlib import Path

import pytest
from sexpr import binders, sexpr

from denotary.parser.syntax import (
    parse_body,
    parse_constructors,
    parse_deriving,
    parse_notation_rhs,
    parse_signature,
    parse_structure,
    parse_variables,
    parse_where,
    split,
)
from denotary.parser.syntax.tree import By, FileText


def read(text: str) -> FileText:
    return split(Path("T.lean"), text)


def signature(text: str) -> str:
    file = read(text)
    return sexpr(parse_signature(file, file.declarations[-1]))


def body(text: str) -> str:
    file = read(text)
    return sexpr(parse_body(file, file.declarations[-1]))


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("def f (x y : ℕ) {α} [Add α] ⦃z : α⦄ w := x",
         "(x : ℕ) (y : ℕ) {α} [(Add α)] ⦃z : α⦄ w : -"),
        ("def f (x : ℕ := 2) (h : p := by simp) : ℕ := x",
         "(x : ℕ := 2) (h : p := (by simp)) : ℕ"),
        ("instance [inst : Add α] : Mul α := x", "[inst : (Add α)] : (Mul α)"),
        ("opaque f (x : @& A) : B", "(x : A) : B"),
        ("theorem t : let y := 1\n  y = 1 := rfl", ": (let y := 1; (= y 1))"),
        ("def f {{x : A}} : B := y", "⦃x : A⦄ : B"),
        ("theorem t (h : ∀ i, 0 < |x i|) :\n    ‖f x‖ ≤ ∑ i, |x i| := h",
         "(h : (∀ i, (< 0 (abs (x i))))) : (≤ (norm (f x)) (∑ i, (abs (x i))))"),
    ],
)  # fmt: skip
def test_signature(text: str, tree: str) -> None:
    assert signature(text) == tree


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("def f := x + 1", "(+ x 1)"),
        ("def f : T\n  | 0, _ => a\n  | n + 1, .some x | n, x => by\n    exact b",
         "(equations | 0, _ => a | (+ n 1), (.some x) | n, x => (by exact b))"),
        ("instance : C where\n  x := 1\n  f a (b : ℕ) : ℕ :=\n    a\n  g\n    | 0 => 1\n"
         "    | _ => 2",
         "(where x := 1, f a (b : ℕ) : ℕ := a, g := (fun | 0 => 1 | _ => 2))"),
        ("def f := g a\n  where g x := x", "(g a)"),
        ("def f (n : ℕ) : ℕ := f (n - 1)\ntermination_by n\ndecreasing_by simp",
         "(f (paren (- n 1)))"),
        ("def f : A where\n  x := a\n    + b\n  y.z := c", "(where x := (+ a b), y.z := c)"),
    ],
)  # fmt: skip
def test_body(text: str, tree: str) -> None:
    assert body(text) == tree


def test_declarations_without_a_value_have_no_body() -> None:
    file = read("axiom a : p\nopaque f : ℕ\nstructure S where\n  x : ℕ\ninductive T | mk")
    assert [parse_body(file, d) for d in file.declarations] == [None] * 4


def test_structure() -> None:
    file = read(
        """structure S (α : Type*) extends P α, Q where
  /-- maker -/
  make ::
  /-- both -/
  (x y : ℕ)
  {z : α}
  [inst : Add α]
  f (a : ℕ) : ℝ := 2
  w := 3
  h : x = y := by simp
  deriving Repr, BEq
"""
    )
    s = parse_structure(file, file.declarations[0])
    assert binders(s.binders) == "(α : Type)"
    assert [sexpr(p) for p in s.parents] == ["(P α)", "Q"]
    assert (s.constructor, s.constructor_doc) == ("make", "maker")
    assert s.deriving == ("Repr", "BEq") == parse_deriving(file, file.declarations[0])
    fields = [(f.name, f.info, sexpr(f.type) if f.type else None) for f in s.fields]
    assert fields == [
        ("x", "explicit", "ℕ"), ("y", "explicit", "ℕ"), ("z", "implicit", "α"),
        ("inst", "inst", "(Add α)"), ("f", "explicit", "ℝ"), ("w", "explicit", None),
        ("h", "explicit", "(= x y)"),
    ]  # fmt: skip
    assert [f.doc for f in s.fields[:3]] == ["both", "both", ""]
    assert binders(s.fields[4].binders) == "(a : ℕ)"
    assert isinstance(s.fields[6].default, By)


def test_structure_type_and_no_fields() -> None:
    file = read("class C (α) : Prop extends D α\nstructure E extends A : Type where\n  x : ℕ → ℕ")
    c, e = (parse_structure(file, d) for d in file.declarations)
    assert (sexpr(c.type), [sexpr(p) for p in c.parents], c.fields) == ("Prop", ["(D α)"], ())
    assert (sexpr(e.type), [sexpr(p) for p in e.parents]) == ("Type", ["A"])
    assert sexpr(e.fields[0].type) == "(→ ℕ ℕ)"


def test_constructors() -> None:
    file = read(
        """inductive T (n : ℕ) : ℕ → Type where
  /-- first -/
  | a (x : ℕ) {y : ℕ} : T n 0
  | b : T n 1 → T n
      2
  | c
  deriving Repr
"""
    )
    d = file.declarations[0]
    cs = parse_constructors(file, d)
    got = [(c.name, binders(c.binders), sexpr(c.type) if c.type else None, c.doc) for c in cs]
    assert got == [
        ("a", "(x : ℕ) {y : ℕ}", "(T n 0)", "first"),
        ("b", "", "(→ (T n 1) (T n 2))", ""),
        ("c", "", None, ""),
    ]
    assert parse_deriving(file, d) == ("Repr",)


def test_where_declarations() -> None:
    file = read(
        """def f : ℕ := go 1
where
  go (n : ℕ) : ℕ := let y := n; y
  /-- second -/
  aux : ℕ → ℕ
    | 0 => 1
    | n => aux n
termination_by 1
"""
    )
    go, aux = parse_where(file, file.declarations[0])
    assert (go.full_name, aux.full_name, aux.doc) == ("f.go", "f.aux", "second")
    assert sexpr(parse_signature(file, go)) == "(n : ℕ) : ℕ"
    assert sexpr(parse_body(file, go)) == "(let y := n; y)"
    assert sexpr(parse_body(file, aux)) == "(equations | 0 => 1 | n => (aux n))"


def test_variables() -> None:
    file = read("variable {α : Type*} [Add α] (x y : α) (β)\ndef f := 1")
    (group,) = file.declarations[0].scope.variables
    got = binders(parse_variables(file, group))
    assert got == "{α : Type} [(Add α)] (x : α) (y : α) β"


@pytest.mark.parametrize(
    ("command", "use", "tree"),
    [
        ('infixl:70 " ⊛ " => f', "a ⊛ b ⊛ c + d", "(+ (⊛ (⊛ a b) c) d)"),
        ('infixr:30 " ~~> " => f', "a ~~> b ~~> c", "(~~> a (~~> b c))"),
        ('prefix:100 "∂∂" => f', "∂∂ a + b", "(+ (pre ∂∂ a) b)"),
        ('postfix:max "♮" => f', "g a♮", "(g (post ♮ a))"),
        ('notation "π" => Real.pi', "2 * π", "(* 2 (notation 'π'))"),
        ('notation "π" => Real.pi', "f π π", "(f (notation 'π') (notation 'π'))"),
        ('notation "✦" => star', "f ✦", "(f (notation '✦'))"),
        ('notation "⟪" a ";" b "⟫" => f a b', "⟪x + 1; y⟫", "(notation '⟪ _ ; _ ⟫' (+ x 1) y)"),
        ('notation:65 a " ⊞ " b:66 => f a b', "a ⊞ b ⊞ c", "(⊞ (⊞ a b) c)"),
    ],
)
def test_notations_in_use(command: str, use: str, tree: str) -> None:
    assert body(f"{command}\ndef x := {use}") == tree


def test_notation_right_hand_side() -> None:
    file = read('notation "dist[" a ", " b "]" => |a - b| -- why\ndef f := 1')
    (n,) = file.declarations[0].scope.notations
    assert sexpr(parse_notation_rhs(file, n)) == "(abs (- a b))"
