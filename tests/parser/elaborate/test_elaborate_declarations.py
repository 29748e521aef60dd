"""Arguments, scopes, structures, classes, families: what a declaration becomes."""

from __future__ import annotations

import pytest
from elaborating import VEC, checked, type_of, value

from denotary.spec.declarations import Kind

ADD = VEC + "def add {n : ℕ} (x y : Vec n) : Vec n := fun i => x i + y i\n"


@pytest.mark.parametrize(
    "call",
    ["add a a", "add (n := 3) a a", "@add 3 a a", "add (y := a) a", "add (y := a) (x := a)"],
)
def test_implicit_and_named_arguments(call: str) -> None:
    assert value(ADD + f"def d (a : Vec 3) : Vec 3 := {call}") == "fun a => add a a"


def test_a_named_argument_leaves_the_earlier_ones_open() -> None:
    text = "def f (a b : ℝ) : ℝ := a - b\ndef d (x : ℝ) : ℝ → ℝ := f (b := x)"
    assert value(text) == "fun x a => f a x"


def test_default_arguments() -> None:
    text = "def f (a : ℝ) (b : ℝ := 2) : ℝ := a - b\ndef d (x : ℝ) : ℝ := f x + f x 3"
    assert value(text) == "fun x => f x 2 + f x 3"


def test_strict_implicit_arguments() -> None:
    text = "def f ⦃n : ℕ⦄ (v : Fin n → ℝ) : ℕ := n\ndef d (v : Fin 3 → ℝ) : ℕ := f v"
    assert value(text) == "fun v => f v"


SECTION = """\
section
variable {n : ℕ} (R : ℕ)
def scale (v : Fin n → ℝ) : Fin n → ℝ := fun i => R * v i
def twice (v : Fin n → ℝ) : Fin n → ℝ := scale R (scale R v)
def one : ℕ := 1
include R in
theorem named : 1 = 1 := rfl
theorem unnamed : 1 = 1 := rfl
end
def after (v : Fin 3 → ℝ) : Fin 3 → ℝ := twice 2 v
"""


def test_section_variables_come_in_where_they_are_used() -> None:
    assert type_of(SECTION, "scale") == "∀ {n : ℕ}, ℕ → (Fin n → ℝ) → Fin n → ℝ"
    assert value(SECTION, "twice") == "fun n R v => scale R (scale R v)"
    assert type_of(SECTION, "one") == "ℕ"
    assert type_of(SECTION, "named") == "ℕ → 1 = 1"
    assert type_of(SECTION, "unnamed") == "1 = 1"
    assert value(SECTION, "after") == "fun v => twice 2 v"


def test_a_hypothesis_that_the_declaration_binds_anew_does_not_come_in() -> None:
    text = "variable {R : ℕ} (hR : 0 < R)\n"
    assert type_of(text + "theorem t (R : ℕ) (hR : 0 < R) : R = R := rfl", "t") == (
        "∀ (R : ℕ), 0 < R → R = R"
    )


def test_recursion_with_section_variables() -> None:
    text = "variable (c : ℝ)\ndef d : ℕ → ℝ\n  | 0 => 1\n  | n + 1 => c * d n"
    assert value(text) == "fun c a => match a with | 0 => 1 | Nat.succ n => c * d c n"


def test_a_variable_binder_can_be_changed() -> None:
    text = "variable (n : ℕ)\nvariable {n} in\ndef d (v : Fin n → ℝ) : ℕ := n"
    assert type_of(text) == "∀ {n : ℕ}, (Fin n → ℝ) → ℕ"


def test_autobound_implicits() -> None:
    assert type_of("def d (v : Fin k → ℝ) : ℝ := ∑ i, v i") == "∀ {k : ℕ}, (Fin k → ℝ) → ℝ"
    assert type_of("def d (x : α) : α := x") == "∀ {α : Type}, α → α"


def test_universes_are_erased() -> None:
    text = "universe u v\ndef f {α : Type u} {β : Type v} (a : α) (_ : β) : α := a\n"
    assert type_of(text, "f") == "∀ {α β : Type}, α → β → α"
    assert value(text + "def d : ℕ := f 1 (2 : ℝ)") == "f 1 2"


NAMES = """\
namespace A.B
def f (x : ℝ) : ℝ := x
namespace C
def g (x : ℝ) : ℝ := f x
end C
protected def h (x : ℝ) : ℝ := x
end A.B
namespace Other
def f (x : ℝ) : ℝ := x + 1
end Other
"""


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("def d (x : ℝ) : ℝ := A.B.f x", "fun x => A.B.f x"),
        ("open A.B in\ndef d (x : ℝ) : ℝ := f x", "fun x => A.B.f x"),
        ("open A in\ndef d (x : ℝ) : ℝ := B.f x", "fun x => A.B.f x"),
        ("open A.B (f)\ndef d (x : ℝ) : ℝ := f x", "fun x => A.B.f x"),
        ("open A.B renaming f → k\ndef d (x : ℝ) : ℝ := k x", "fun x => A.B.f x"),
        ("open A.B\ndef d (x : ℝ) : ℝ := C.g x", "fun x => A.B.C.g x"),
        ("open A.B\ndef d (x : ℝ) : ℝ := B.h x + A.B.h x", None),
        ("namespace A\ndef e (x : ℝ) : ℝ := B.h x\nend A\ndef d := A.e", "A.e"),
        ("def A.B.d (x : ℝ) : ℝ := f x", "fun x => A.B.f x"),
        ("namespace Other\ndef d (x : ℝ) : ℝ := f x\nend Other", "fun x => Other.f x"),
        ("namespace Other\ndef d (x : ℝ) : ℝ := _root_.A.B.f x\nend Other", "fun x => A.B.f x"),
    ],
)
def test_names_are_resolved_as_in_lean(rest: str, expected: str | None) -> None:
    name = next(n for n in checked_names(rest) if n.rpartition(".")[2] == "d")
    if expected is not None:
        assert value(NAMES + rest, name) == expected


def checked_names(rest: str) -> list[str]:
    from denotary.parser.project import load_text

    return load_text(NAMES + rest).names()


def test_a_dotted_name_sees_its_namespace() -> None:
    text = "structure P where\n  x : ℝ\ndef P.f (p : P) : ℝ := p.x\ndef P.d (p : P) : ℝ := f p"
    assert value(text, "P.d") == "fun p => P.f p"


def test_an_instance_is_not_meant_by_its_own_type() -> None:
    text = """\
class Pair (α : Type) where
  pair : α × α
instance Nat.Pair : Pair ℕ := ⟨(1, 2)⟩
def d : ℕ × ℕ := Pair.pair
"""
    assert type_of(text, "Nat.Pair") == "Pair ℕ"


def test_private_names() -> None:
    text = "private def secret (x : ℝ) : ℝ := x\ndef d (x : ℝ) : ℝ := secret x"
    project = checked(text)
    assert project.names()[0] != "secret"
    assert value(text).endswith("secret x")


STRUCTURES = """\
structure Base where
  x : ℝ
  y : ℝ := x + 1
structure Derived extends Base where
  z : ℕ := 2
def Base.norm (b : Base) (s : ℝ) : ℝ := s * b.x + b.y
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def d : Base := ⟨1, 2⟩", "⟨1, 2⟩"),
        ("def d : Base := .mk 1 2", "⟨1, 2⟩"),
        ("def d : Base := { x := 1 }", "⟨1, 1 + 1⟩"),
        ("def d : Base := { x := 1, y := 5 }", "⟨1, 5⟩"),
        ("def d (x : ℝ) : Base := { x, y := 0 }", "fun x => ⟨x, 0⟩"),
        ("def d : Derived := { x := 1 }", "⟨⟨1, 1 + 1⟩, 2⟩"),
        ("def d (b : Base) : Derived := { b with z := 3 }", "fun b => ⟨b, 3⟩"),
        ("def d (b : Base) : Derived := { b with x := 4 }", "fun b => ⟨⟨4, b.y⟩, 2⟩"),
        ("def d (s : Derived) : Derived := { s with x := 3 }", "fun s => ⟨⟨3, s.toBase.y⟩, s.z⟩"),
        ("def d : Derived where\n  x := 1\n  z := 3", "⟨⟨1, 1 + 1⟩, 3⟩"),
        ("def d (s : Derived) : ℝ := s.x", "fun s => s.toBase.x"),
        ("def d (s : Derived) : Base := s.toBase", "fun s => s.toBase"),
        ("def d (s : Derived) : ℝ := s.norm 2", "fun s => Base.norm s.toBase 2"),
        ("def d (s : Derived) : ℝ := s.toBase.norm (s := 2)", "fun s => Base.norm s.toBase 2"),
        ("def d (b : Base) : ℝ := (b.norm 1).sqrt", "fun b => Real.sqrt (Base.norm b 1)"),
        ("def d (b : Base) : ℝ := match b with\n  | ⟨a, b⟩ => a - b",
         "fun b => match b with | ⟨a, b_1⟩ => a - b_1"),
        ("def d (l : List Base) : List ℝ := l.map Base.x", "fun l => List.map Base.x l"),
        ("def d (l : List Base) : List ℝ := l.map (·.x)", "fun l => List.map (fun ·0 => ·0.x) l"),
    ],
)  # fmt: skip
def test_structures(text: str, expected: str) -> None:
    assert value(STRUCTURES + text) == expected


CLASSES = """\
class Scale (α : Type) where
  scale : ℝ → α → α
class Scale2 (α : Type) extends Scale α where
  unit : α
instance : Scale2 ℝ where
  scale := fun a b => a * b
  unit := 1
instance prodScale {α β : Type} [Scale α] [Scale β] : Scale (α × β) where
  scale a p := (Scale.scale a p.1, Scale.scale a p.2)
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def d (x : ℝ) : ℝ := Scale.scale 2 x", "fun x => Scale.scale 2 x"),
        ("def d {α : Type} [Scale2 α] (x : α) : α := Scale.scale 2 x",
         "fun α inst x => Scale.scale 2 x"),
        ("def d (x : ℝ × ℝ) : ℝ × ℝ := Scale.scale 3 x", "fun x => Scale.scale 3 x"),
        ("def d (x : ℝ × ℝ × ℝ) : ℝ × ℝ × ℝ := Scale.scale 3 x", "fun x => Scale.scale 3 x"),
    ],
)  # fmt: skip
def test_classes(text: str, expected: str) -> None:
    assert value(CLASSES + text) == expected


def test_the_instance_of_a_product_is_built_from_its_parts() -> None:
    from denotary.parser.project import load_text
    from denotary.spec.terms import Const, subterms

    project = load_text(CLASSES + "def d (x : ℝ × ℝ) : ℝ × ℝ := Scale.scale 3 x")
    found = project.declare("d").value
    assert found is not None
    names = {t.name for t in subterms(found) if isinstance(t, Const)}
    assert {"prodScale", "instScale2Real"} <= names


FAMILY = """\
inductive V : ℕ → Type
  | nil : V 0
  | cons {n : ℕ} (x : ℝ) (v : V n) : V (n + 1)
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def d : {n : ℕ} → V n → ℝ\n  | _, .nil => 0\n  | _, .cons x v => x + d v",
         "fun n a => match n, a with | 0, V.nil => 0 | n_1 + 1, V.cons x v => x + d v"),
        ("def d {n : ℕ} : V (n + 1) → ℝ\n  | .cons x _ => x",
         "fun n a => match a with | V.cons x _ => x"),
        ("def d {n : ℕ} : V n → V n\n  | .nil => .nil\n  | .cons x v => .cons (-x) (d v)",
         "fun n a => match n, a with | 0, V.nil => V.nil"
         " | n_1 + 1, V.cons x v => V.cons (-x) (d v)"),
        ("def d : V 2 := .cons 1 (.cons 2 .nil)", "V.cons 1 (V.cons 2 V.nil)"),
        ("def d {n : ℕ} (v w : V n) : ℕ := match v, w with\n  | .nil, .nil => 0"
         "\n  | .cons _ a, .cons _ b => d a b + 1",
         "fun n v w => match n, v, w with | 0, V.nil, V.nil => 0"
         " | n_1 + 1, V.cons _ a, V.cons _ b => d a b + 1"),
    ],
)  # fmt: skip
def test_indexed_families(text: str, expected: str) -> None:
    assert value(FAMILY + text) == expected


def test_constructors_of_a_family() -> None:
    project = checked(FAMILY)
    assert type_of(FAMILY, "V.cons") == "∀ {n : ℕ}, ℝ → V n → V (n + 1)"
    assert project.declare("V").constructors == ("V.nil", "V.cons")
    assert project.declare("V.cons").kind is Kind.CONSTRUCTOR


def test_mutual_recursion() -> None:
    text = """\
mutual
def even : ℕ → Bool
  | 0 => true
  | n + 1 => odd n
def odd : ℕ → Bool
  | 0 => false
  | n + 1 => even n
end
"""
    assert value(text, "even") == "fun a => match a with | 0 => true | Nat.succ n => odd n"
    assert value(text, "odd") == "fun a => match a with | 0 => false | Nat.succ n => even n"


@pytest.mark.parametrize("indent", ["", "  "])
def test_auxiliary_definitions_after_where(indent: str) -> None:
    text = f"def d (x : ℝ) : ℝ := go x + 1\n{indent}where\n  go (y : ℝ) : ℝ := y * y"
    project = checked(text)
    assert value(text) == "fun x => d.go x + 1"
    assert project.declare("d.go").value is not None


def test_notations() -> None:
    text = """\
notation "‖" x "‖₁" => abs x
local infixl:65 " ⊞ " => fun (a b : ℝ) => a - b
prefix:max "♯" => Real.sqrt
def d (x y : ℝ) : ℝ := ‖x‖₁
def e (x y z : ℝ) : ℝ := x ⊞ y ⊞ z
def s (x : ℝ) : ℝ := ♯x + 1
"""
    assert value(text) == "fun x _ => |x|"
    inner = "fun a b => a - b"
    assert value(text, "e") == f"fun x y z => ({inner}) (({inner}) x y) z"
    assert value(text, "s") == "fun x => Real.sqrt x + 1"


COERCIONS = """\
structure Wrap where
  val : ℝ
instance : Coe Wrap ℝ := ⟨Wrap.val⟩
structure Fn where
  run : ℝ → ℝ
instance : CoeFun Fn (fun _ => ℝ → ℝ) := ⟨Fn.run⟩
structure Carrier where
  carrier : Type
instance : CoeSort Carrier Type := ⟨Carrier.carrier⟩
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def d (w : Wrap) : ℝ := w", "fun w => w.val"),
        ("def d (w : Wrap) : ℝ := w + 1", "fun w => w.val + 1"),
        ("def d (w : Wrap) (x : ℝ) : Prop := x < w", "fun w x => x < w.val"),
        ("def d (f : Fn) (x : ℝ) : ℝ := f x", "fun f x => f.run x"),
        ("def d (f : Fn) (l : List ℝ) : List ℝ := l.map f", "fun f l => List.map f.run l"),
        ("def d (C : Carrier) (x : C) : C := x", "fun C x => x"),
        ("def d (e : ℕ ≃ ℝ) (n : ℕ) : ℝ := e n", "fun e n => e n"),
        ("def d (e : ℕ ≃ ℝ) (x : ℝ) : ℕ := e.symm x", "fun e x => (Equiv.symm e) x"),
        ("def d (e : ℕ ≃ ℝ) : ℕ → ℝ := e", "fun e => ⇑e"),
        ("def d (b : Bool) : ℝ := if b then 1 else 0", "fun b => if b = true then 1 else 0"),
        ("def d (s : Finset ℕ) (i : s) : ℕ := i", "fun s i => i.val"),
    ],
)
def test_declared_coercions(text: str, expected: str) -> None:
    assert value(COERCIONS + text) == expected


def test_theorems_keep_their_statement_and_status() -> None:
    text = """\
theorem a (n : ℕ) (h : 0 < n) : n ≠ 0 := by
  omega
theorem b : ∀ x : ℝ, x = x := sorry
axiom c (x : ℝ) : x = x
"""
    project = checked(text)
    assert type_of(text, "a") == "∀ (n : ℕ), 0 < n → n ≠ 0"
    assert [project.declare(n).proof.value for n in "abc"] == ["proof", "sorry", "axiom"]


def test_opaque_data_is_not_a_value() -> None:
    project = checked("opaque d (n : ℕ) : ℝ")
    assert project.declare("d").value is None


def test_a_definition_takes_only_the_instances_that_it_uses() -> None:
    text = (
        "variable {E : Type} [NormedAddCommGroup E] [InnerProductSpace ℝ E]\n"
        "def d (p : E → Prop) : Set E := {x | p x}\n"
        "noncomputable def e (x : E) : ℝ := ‖x‖\n"
    )
    assert type_of(text) == "∀ {E : Type}, (E → Prop) → Set E"
    assert type_of(text, "e") == "∀ {E : Type} [NormedAddCommGroup E], E → ℝ"


def test_a_variable_that_a_binder_hides_is_no_parameter() -> None:
    text = (
        "variable {E : Type} [NormedAddCommGroup E] {n : ℕ}\n"
        "structure d (E : Type) where\n  domain : Set E\n  n : ℕ\n"
    )
    assert type_of(text) == "Type → Type"


def test_a_field_name_reaches_an_implicit_argument_where_no_explicit_one_takes_it() -> None:
    text = (
        "structure P (E : Type) where\n  domain : Set E\n"
        "variable {E : Type} {p : P E}\n"
        "def P.Feasible (x : E) : Prop := x ∈ p.domain\n"
        "def d (q : P E) : Set E := {x | q.Feasible x}\n"
    )
    assert "P.Feasible" in value(text)


def test_a_hypothesis_without_a_type_gets_it_from_its_use() -> None:
    text = """\
def f (n : ℕ) (h : 0 < n) (k : n < 9) : ℕ := n
theorem d (n : ℕ) (h k) : f n h (k) = n := rfl
"""
    assert type_of(text) == "∀ (n : ℕ) (h : 0 < n) (k : n < 9), f n h k = n"


@pytest.mark.parametrize(
    ("arms", "type"),
    [
        ("  | leaf (x : String) (n : ℕ) : Raw → Raw\n  | nil", "Type"),  # `x`, `n` are its own
        ("  | leaf (y : Fin n)\n  | node (l r : Raw)", "ℕ → Type"),
        ("  | leaf : x = x → Raw", "∀ {α : Type}, α → Type"),
        ("  | leaf (f : α → Raw)", "∀ {α : Type}, Type"),
    ],
)
def test_an_inductive_takes_the_variables_that_its_constructors_use(arms: str, type: str) -> None:
    text = f"variable (n : ℕ) {{α : Type}} (x : α)\ninductive Raw where\n{arms}\n"
    assert type_of(text, "Raw") == type
