"""The command pass: declarations, their parts, and the scope that each stands in."""

from __future__ import annotations

from pathlib import Path

import pytest

from denotary.parser.syntax import split
from denotary.parser.syntax.tree import DeclText, FileText, NotationDecl, Open


def read(text: str) -> FileText:
    return split(Path("T.lean"), text)


def only(text: str) -> DeclText:
    (decl,) = read(text).declarations
    return decl


def part(file: FileText, at: tuple[int, int]) -> str:
    return file.text[at[0] : at[1]].strip()


def test_every_kind_of_declaration() -> None:
    file = read(
        """import A.B
import C
def a := 1
theorem b : p := h
lemma b' : p := h
abbrev c := 1
instance d : C := e
axiom f : p
opaque g : ℕ
example : p := h
structure S where
  x : ℕ
class K where
  y : ℕ
inductive T | mk
class inductive U | mk
alias b2 := b
"""
    )
    assert file.imports == ("A.B", "C")
    assert [(d.kind, d.full_name) for d in file.declarations] == [
        ("def", "a"), ("theorem", "b"), ("theorem", "b'"), ("abbrev", "c"), ("instance", "d"),
        ("axiom", "f"), ("opaque", "g"), ("example", "_example_1"), ("structure", "S"),
        ("class", "K"), ("inductive", "T"), ("class inductive", "U"), ("abbrev", "b2"),
    ]  # fmt: skip
    assert not file.problems


@pytest.mark.parametrize(
    ("text", "signature", "body"),
    [
        ("def f (x : ℕ) : ℕ := x", "(x : ℕ) : ℕ", ":= x"),
        ("def f (x : ℕ := 2) := x", "(x : ℕ := 2)", ":= x"),
        ("def f : ℕ → ℕ\n  | 0 => 1\n  | n + 1 => n", ": ℕ → ℕ", "| 0 => 1\n  | n + 1 => n"),
        ("def f : ℕ → ℕ | 0 => 1 | _ => 2", ": ℕ → ℕ", "| 0 => 1 | _ => 2"),
        ("theorem t : |x| ≤ |y| := h", ": |x| ≤ |y|", ":= h"),
        ("theorem t :\n    |f fun i => x i| ≤ 1 := h", ":\n    |f fun i => x i| ≤ 1", ":= h"),
        ("theorem t : let y := 1\n  y = 1 := rfl", ": let y := 1\n  y = 1", ":= rfl"),
        ("theorem t : match x with | 0 => p | _ => q := h",
         ": match x with | 0 => p | _ => q", ":= h"),
        ("instance : C where\n  x := 1", ": C", "where\n  x := 1"),
        ("def f /- := -/ : ℕ := 1 -- := 2", "/- := -/ : ℕ", ":= 1"),
        ('def f : s = ":=" := h', ': s = ":="', ":= h"),
        ("axiom a : ∀ x, p x", ": ∀ x, p x", ""),
        ("structure S (n : ℕ) extends P n, Q where\n  x : ℕ",
         "(n : ℕ) extends P n, Q", "where\n  x : ℕ"),
    ],
)  # fmt: skip
def test_signature_and_body(text: str, signature: str, body: str) -> None:
    file = read(text)
    (d,) = file.declarations
    assert (part(file, d.signature), part(file, d.body)) == (signature, body)


def test_docstrings_attributes_and_modifiers() -> None:
    d = only(
        """/-! module -/
/-- about `f` -/
@[simp, to_additive (attr := norm_cast) "doc"]
@[inline] private noncomputable
def f.{u, v} (x : α) : α := x
/-! trailing -/
-- more
"""
    )
    assert d.doc == "about `f`"
    assert d.attributes == ("simp", 'to_additive (attr := norm_cast) "doc"', "inline")
    assert d.modifiers == ("private", "noncomputable")
    assert d.universes == ("u", "v")


def test_the_span_runs_from_docstring_to_body() -> None:
    file = read("-- before\n/-- doc -/\ndef f := 1 -- after\n\n/-! next -/\n\ndef g := 2\n")
    assert part(file, file.declarations[0].span) == "/-- doc -/\ndef f := 1"


def test_namespaces_sections_and_root() -> None:
    file = read(
        """namespace A
namespace B.C
def x := 1
end C
def y := 1
end B
section Foo
def z := 1
theorem _root_.w : p := h
end Foo
end A
def v := 1
"""
    )
    assert [d.full_name for d in file.declarations] == ["A.B.C.x", "A.B.y", "A.z", "w", "v"]
    assert not file.problems


def test_end_of_several_names_closes_several() -> None:
    file = read("namespace A\nnamespace B\ndef x := 1\nend A.B\ndef y := 1")
    assert [d.full_name for d in file.declarations] == ["A.B.x", "y"]


@pytest.mark.parametrize(
    ("command", "open_"),
    [
        ("open A", Open("A", "")),
        ("open A (x y)", Open("A", "", only=("x", "y"))),
        ("open A hiding x y", Open("A", "", hiding=("x", "y"))),
        ("open A renaming x → y, z → w", Open("A", "", renaming=(("x", "y"), ("z", "w")))),
        ("open scoped A", Open("A", "", scoped=True)),
    ],
)
def test_open(command: str, open_: Open) -> None:
    assert only(f"{command}\ndef f := 1").scope.opens == (open_,)


def test_open_in_holds_for_one_declaration() -> None:
    file = read("open A B in\n/-- doc -/\ntheorem f : p := h\ntheorem g : p := h")
    f, g = file.declarations
    assert [o.namespace for o in f.scope.opens] == ["A", "B"]
    assert f.in_opens == f.scope.opens
    assert g.scope.opens == ()
    assert f.doc == "doc"


def test_variables_universes_includes() -> None:
    file = read(
        """universe u
variable {α : Type u} [Add α]
section
variable (x : α) -- why
include x
theorem a : p := h
omit [Add α] in
theorem b : p := h
omit x
variable (α) in
theorem c : p := h
end
theorem d : p := h
"""
    )
    a, b, c, d = file.declarations
    texts = [file.text[v.start : v.end].strip() for v in c.scope.variables]
    assert texts == ["{α : Type u} [Add α]", "(x : α)", "(α)"]
    assert a.scope.includes == ("x",)
    assert b.scope.omits == ("[Add α]",)
    assert c.scope.includes == ()
    assert (len(d.scope.variables), d.scope.universes) == (1, ("u",))


def test_mutual_blocks_are_numbered() -> None:
    file = read("mutual\ndef a := b\ndef b := a\nend\ndef c := 1\nmutual\ndef d := 1\nend")
    assert [d.mutual for d in file.declarations] == [1, 1, 0, 2]


def test_notations() -> None:
    file = read(
        """infixl:70 " ⊛ " => mul
section
local notation "π" => Real.pi
notation:65 a " ⊞ " b:66 => add a b
def f := 1
end
def g := 1
"""
    )
    f, g = file.declarations
    kinds = [(n.kind, n.precedence, n.items) for n in f.scope.notations]
    assert kinds == [
        ("infixl", 70, ("⊛",)),
        ("notation", 1024, ("π",)),
        ("notation", 65, (("a", 0), "⊞", ("b", 66))),
    ]
    # What is neither local nor scoped outlives its section.
    assert [n.items[-1] for n in g.scope.notations] == ["⊛", ("b", 66)]
    pi: NotationDecl = f.scope.notations[1]
    assert file.text[slice(*pi.rhs)] == "Real.pi"


def test_scoped_notations_come_with_their_namespace() -> None:
    file = read(
        'namespace A\nscoped postfix:max "♮" => nat\ndef f := 1\nend A\ndef g := 1\n'
        "open A\ndef h := 1"
    )
    assert [len(d.scope.notations) for d in file.declarations] == [1, 0, 1]


def test_unnamed_instances_get_names() -> None:
    file = read("instance : Add (Fin n) := x\ninstance {n : ℕ} : Add (Fin n) := x\n")
    assert [d.name for d in file.declarations] == ["instAddFin", "instAddFin_1"]


def test_instance_priority_is_an_attribute() -> None:
    d = only("instance (priority := low) foo : C := x")
    assert (d.name, d.attributes) == ("foo", ("priority := low",))


def test_sorry_counts_outside_comments() -> None:
    file = read("theorem a : p := by sorry\ntheorem b : p := h -- sorry\ntheorem c : p := sorry_1")
    assert [d.has_sorry for d in file.declarations] == [True, False, False]


def test_attribute_commands_are_recorded() -> None:
    file = read("attribute [simp, local instance] foo bar.baz")
    assert file.attribute_commands == ((("simp", "local instance"), ("foo", "bar.baz")),)


@pytest.mark.parametrize(
    "hiding",
    [
        "/- def x := 1\n/- nested\ndef y := 1 -/\ndef z := 1 -/",
        '#eval "\ndef x := 1"',
        '#eval r#"\n"def x := 1"#',
        '#eval s!"{f "\ndef x := 1"}"',
        '-- it\'s "\n-- "',
        "/-- doc of nothing\ndef x := 1 -/",
    ],
)
def test_commands_in_comments_and_strings_are_not_found(hiding: str) -> None:
    assert only(f"{hiding}\ndef f := 1").name == "f"


def test_open_in_inside_a_proof_does_not_end_it() -> None:
    file = read("theorem a : p := by\n  open Classical in\n  exact h\ntheorem b : p := h")
    assert part(file, file.declarations[0].body).endswith("exact h")


def test_in_on_the_same_line() -> None:
    file = read("open A in theorem a : p := h\nset_option x 1 in @[simp] theorem b : p := h")
    a, b = file.declarations
    assert ([o.namespace for o in a.scope.opens], b.attributes) == (["A"], ("simp",))
    assert part(file, a.body) == ":= h"


def test_indented_commands() -> None:
    file = read(
        """namespace A
  open B in
  def f := 1
  section
    theorem g : p := by
      set_option x 1 in
      simp
  end
end A
def h := prefix
  end_
"""
    )
    assert [d.full_name for d in file.declarations] == ["A.f", "A.g", "h"]
    assert part(file, file.declarations[1].body).endswith("simp")


@pytest.mark.parametrize(
    "line", ["  #s ≤ 3", "  prefix ++ s", "  notation x", "  #[a, b]", "  constant 3"]
)
def test_names_that_look_like_commands(line: str) -> None:
    file = read(f"def f :=\n  g\n{line}\ndef h := 1")
    assert part(file, file.declarations[0].body).endswith(line.strip())


def test_notation_scoped_elsewhere() -> None:
    file = read('def f := 1\nscoped[A] notation "π" => Real.pi\nopen A\ndef g := π')
    f, g = file.declarations
    assert part(file, f.body) == ":= 1"
    assert [n.scoped_in for n in g.scope.notations] == ["A"]


def test_deriving_belongs_to_the_declaration() -> None:
    file = read("inductive T\n  | a\nderiving Repr\nderiving instance BEq for T\ndef f := 1")
    assert part(file, file.declarations[0].body) == "| a\nderiving Repr"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("end A", "ends nothing"),
        ("namespace A\nend B", "does not match `namespace A`"),
        ("mutual\ndef f := 1", "`mutual` is not ended"),
        ("def f := 1\n/- and", "this comment is not closed"),
        ("def := 1", "`def` has no name"),
    ],
)
def test_problems(text: str, message: str) -> None:
    assert any(message in p.message for p in read(text).problems), read(text).problems


def test_nothing_is_read_after_exit() -> None:
    file = read("namespace A\ndef f := 1\n#exits\n#exit\ndef g := 1\nend B")
    assert [d.full_name for d in file.declarations] == ["A.f"]
    assert [p.message for p in file.problems] == []
