"""What Lean rejects is rejected here, and the error says where and why.

The worst fault that this tool can have is to read a text differently from Lean without a word, so
what must not elaborate matters more than what must.
"""

from __future__ import annotations

from functools import partial

import pytest
from elaborating import VEC, checked, diagnostic, rendered

from denotary.parser.elaborate import core

WANT = VEC + "def want {n : ℕ} (x : Vec n) : ℝ := 0\n"
P = (
    WANT
    + """\
structure P (n : ℕ) where
  a : ℝ
  b : Vec n := fun _ => 0
  c : ℕ
structure Q (n : ℕ) extends P n where
  d : ℝ
"""
)
FAMILY = """\
inductive V : ℕ → Type
  | nil : V 0
  | cons {n : ℕ} (x : ℝ) (v : V n) : V (n + 1)
"""
MISMATCH = "type mismatch"
"""Text, message, expected, found: what the diagnostic must say."""
SIZES = [
    ("def d (a b : ℕ) (x : Vec (a * b)) : Vec (b * a) := x", "Vec (b * a)", "x : Vec (a * b)"),
    ("def d {n m : ℕ} (x : Vec n) (y : Vec m) : Vec n := fun i => x i + y i", "Fin m", "i : Fin n"),
    ("def d (c h w : ℕ) (x : Vec (c * h * w)) : Vec (c * (h * w)) := x",
     "Vec (c * (h * w))", "x : Vec (c * h * w)"),
    ("def d (c h w : ℕ) (x : Vec (c * (h * w))) : Vec (c * h * w) := x",
     "Vec (c * h * w)", "x : Vec (c * (h * w))"),
    ("def d (c h w : ℕ) (x : Vec (c * h * w)) : ℝ := want (n := c * (h * w)) x",
     "Vec (c * (h * w))", "x : Vec (c * h * w)"),
    ("def d (n : ℕ) (x : Vec (n + 1)) : Vec (1 + n) := x", "Vec (1 + n)", "x : Vec (n + 1)"),
    ("def d (n : ℕ) (x : Vec (0 + n)) : Vec n := x", "Vec n", "x : Vec (0 + n)"),
    ("def d (n : ℕ) (x : Vec (2 * n)) : Vec (n + n) := x", "Vec (n + n)", "x : Vec (2 * n)"),
    ("def d (n : ℕ) (x : Vec (n + 3)) : Vec (n + 2) := x", "Vec (n + 2)", "x : Vec (n + 3)"),
    ("def d (n m : ℕ) (x : Vec (n + 3)) : Vec (m + 3) := x", "Vec (m + 3)", "x : Vec (n + 3)"),
    ("def d (x : Vec (2 * 3)) : Vec 5 := x", "Vec 5", "x : Vec (2 * 3)"),
    # an abbreviation would be a function type, into which `ℕ` is cast
    ("def d (n : ℕ) (f : Vec n → ℝ) (k : ℕ) : ℝ := f k", "Vec n", "k : ℕ"),
    ("def d (n m : ℕ) (x : Vec n) (y : Vec m) (b : Bool) : Vec n := if b then x else y",
     "Vec n", "y : Vec m"),
    ("theorem d (n : ℕ) (x : Vec n) : ∀ i : Fin (n + 1), x i = 0 := sorry",
     "Fin n", "i : Fin (n + 1)"),
    ("def d (e : Fin 2 × Fin 3) : Fin 5 := finProdFinEquiv e",
     "Fin 5", "finProdFinEquiv e : Fin (2 * 3)"),
    ("def d (e : Fin 3 × Fin 2) : Fin (2 * 3) := finProdFinEquiv e",
     "Fin 2 × Fin 3", "e : Fin 3 × Fin 2"),
    ("def d (a b : ℕ) (e : Fin a × Fin b) : Fin (b * a) := finProdFinEquiv e",
     "Fin b × Fin a", "e : Fin a × Fin b"),
    ("def d (x : Fin 3) : Fin 4 := x", "Fin 4", "x : Fin 3"),
    ("def d (v : Fin 3 → ℝ) : ℝ := ∑ i : Fin 4, v i", "Fin 3", "i : Fin 4"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected", "found"), SIZES)
def test_sizes_that_are_equal_as_numbers_only_or_not_at_all(
    text: str, expected: str, found: str
) -> None:
    got = diagnostic(WANT + text)
    assert (got.message, got.expected, got.found) == (MISMATCH, expected, found)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("def d (x : Vec (2 * 3)) : Vec 6 := x", 6),
        ("def d (n : ℕ) (x : Vec (n + 0)) : Vec n := x", 0),
        ("def d (n : ℕ) (x : Vec (n + 1 + 1)) : Vec (n + 2) := x", 2),
        ("def d (n : ℕ) (x : Vec (Nat.succ n)) : Vec (n + 1) := x", 1),
        ("def d (n : ℕ) (x : Vec (n + (2 + 1))) : Vec (n + 1 + 2) := x", 3),
        ("def m : ℕ := 6\ndef d (x : Vec m) : Vec (2 * 3) := x", 6),
    ],
)
def test_sizes_that_are_equal_by_computation_are_accepted(text: str, size: int) -> None:
    from elaborating import value

    assert value(VEC + text) in ("fun x => x", "fun n x => x"), size


KINDS = [
    ("def d (x : ℝ) : ℕ := x", "ℕ", "x : ℝ"),
    ("def d (x : ℤ) : ℕ := x", "ℕ", "x : ℤ"),
    ("def d (a : ℕ) (b : ℝ) : ℕ := a + b", "ℕ", "↑a + b : ℝ"),
    ("def d (x : ℕ) : Fin 3 := x", "Fin 3", "x : ℕ"),
    ("def d (v : Fin 3 → ℝ) (i : ℕ) : ℝ := v i", "Fin 3", "i : ℕ"),
    ("def d (v : Fin 3 → ℝ) : ℝ := v (3 : ℕ)", "Fin 3", "3 : ℕ"),
    ("def d (v : Fin 3 → ℝ) : ℝ := ∑ i ∈ Finset.range 3, v i", "Fin 3", "i : ℕ"),
    ("def d (f : ℕ → ℝ) (x : ℝ) : ℝ := f x", "ℕ", "x : ℝ"),
    ("def d (b : Bool) (x : ℝ) (s : String) : ℝ := if b then x else s", "ℝ", "s : String"),
    ("def d (b : Bool) : ℝ := match b with\n  | true => 1\n  | false => \"a\"", "ℝ",
     '"a" : String'),
    ("def d (x : ℝ) : Prop := x", "Prop", "x : ℝ"),
    ("def d (p : Prop) : ℝ := p", "ℝ", "p : Prop"),
    ("def d (x : ℝ) : ℝ := if x then 1 else 0", "Prop", "x : ℝ"),
    ("def d (x : ℝ) : Bool := x", "Bool", "x : ℝ"),
    ("def d (xs : List ℕ) : List ℝ := xs", "List ℝ", "xs : List ℕ"),
    ("def d (x : ℕ × ℝ) : ℕ := x.2", "ℕ", "x.snd : ℝ"),
    ("def d (f : ℝ → ℝ) (g : ℕ → ℝ) : ℝ → ℝ := f ∘ g", "ℝ → ℝ", "g : ℕ → ℝ"),
    ("def d : ℝ := let x : ℕ := (1.5 : ℝ); 2", "ℕ", "1.5 : ℝ"),
    ("def d (x : ℝ) : ℝ := Real.sqrt", "ℝ", "Real.sqrt : ℝ → ℝ"),
    ("def d (h : 1 < 2) : ℕ := h", "ℕ", "h : 1 < 2"),
    ("def d (x : ℝ) : ℝ := max x \"s\"", "ℝ", '"s" : String'),
    ("def d (x : ℝ) : ℝ := -\"a\"", "ℝ", '-"a" : String'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected", "found"), KINDS)
def test_values_of_another_kind(text: str, expected: str, found: str) -> None:
    got = diagnostic(text)
    assert (got.message, got.expected, got.found) == (MISMATCH, expected, found)


INSTANCES = [
    ("def d (x : ℝ) (v : Fin 3 → ℝ) : Fin 3 → ℝ := x + v", "HAdd ℝ (Fin 3 → ℝ)"),
    ("def d (v : Fin 3 → ℝ) (w : Fin 4 → ℝ) : Fin 3 → ℝ := v + w",
     "HAdd (Fin 3 → ℝ) (Fin 4 → ℝ)"),
    ("def d (x : ℝ) : ℝ := x % 2", "HMod ℝ ℝ"),
    ("def d (s : String) : String := s + \"a\"", "HAdd String String"),
    ("def d (x : ℝ) (n : ℕ) : ℕ := n ^ x", "HPow ℕ ℝ"),
    ("class Foo (α : Type) where\n  foo : α\ndef d : ℝ := Foo.foo", "Foo ℝ"),
    ("def d (n : ℕ) (_h : 0 < n) : Fin n := 0", "OfNat (Fin n) 0"),
    ("def d (v : ℕ → ℝ) : ℝ := ∑ i : ℕ, v i", "Fintype ℕ"),
    ("def d : Type := 3", "OfNat Type 3"),
    ("def d (p : ℝ × String) (q : ℝ × String) : ℝ × String := p + q",
     "HAdd (ℝ × String) (ℝ × String)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "goal"), INSTANCES)
def test_no_instance(text: str, goal: str) -> None:
    got = diagnostic(text)
    assert got.message.startswith(("no instance found", "no meaning for this operation"))
    assert got.expected.removeprefix("an instance of ") == goal


def test_equations_between_types() -> None:
    text = WANT + "theorem d (n m : ℕ) (x : Vec n) (y : Vec m) : x = y := sorry"
    got = diagnostic(text)
    assert got.message == "the two sides have different types"
    assert (got.expected, got.found) == ("Vec n", "y : Vec m")
    got = diagnostic(WANT + "theorem d (n : ℕ) (x : Vec n) : want x := sorry")
    assert (got.message, got.found) == ("type expected", "want x : ℝ")


PATTERNS = [
    (FAMILY + "def d : V 0 → ℝ\n  | .cons x v => x", "another type", "V 0"),
    (FAMILY + "def d (n : ℕ) : V n → ℝ\n  | .nil => 0\n  | .cons x v => v", MISMATCH, "ℝ"),
    ("def d : ℕ → ℕ\n  | \"a\" => 1\n  | _ => 0", "another type", "ℕ"),
    ("def d : Bool → ℕ\n  | n + 1 => 1\n  | _ => 0", "another type", "Bool"),
    ("def d : Bool → ℕ\n  | (n : ℕ) => 1", "another type", "Bool"),
    ("def d (n : ℕ) : ℝ := match n with\n  | some k => 1\n  | _ => 2", "another type", "ℕ"),
    ("def d (n : ℕ) : ℝ := match n with\n  | .foo => 1\n  | _ => 2", "not a constructor", "ℕ"),
    ("def d (x : ℝ × ℝ) : ℝ := match x with\n  | (a, b, c) => a", "another type", "ℝ"),
    ("def d (b : Bool) : ℝ := match b, b with\n  | true => 1\n  | _, _ => 2",
     "wrong number of patterns", "2"),
    ("def d : ℕ × ℕ → ℕ\n  | (a, a) => a", "occurs twice", ""),
    ("def d : List ℕ → ℕ\n  | List.cons a => a\n  | _ => 0", "too few arguments", ""),
    ("def d : List ℕ → ℕ\n  | List.cons a b c => a\n  | _ => 0", "too many arguments", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message", "expected"), PATTERNS)
def test_patterns(text: str, message: str, expected: str) -> None:
    got = diagnostic(text)
    assert message in got.message
    if expected:
        assert got.expected == expected


STRUCTURES = [
    ("def d (n : ℕ) : P n := { a := 1 }", "the field `c` of `P` is missing", "ℕ"),
    ("def d (n : ℕ) : P n := { a := 1, c := 2, e := 3 }", "`e` is not a field of `P`",
     "one of a, b, c"),
    ("def d (n : ℕ) : P n := { a := 1, a := 2, c := 2 }", "the field `a` is given twice", ""),
    ("def d (p : P 3) : ℝ := p.e", "`e` is not a field or function of this type",
     "a type with a member `e`"),
    ("def d (p : P 3) : P 4 := p", MISMATCH, "P 4"),
    ("def d (p : P 3) : P 4 := { p with c := 2 }", MISMATCH, "Vec 4"),
    ("def d (p : P 3) : Q 4 := { p with d := 2 }", MISMATCH, "P 4"),
    ("def d (q : Q 3) : P 3 := q", MISMATCH, "P 3"),
    ("def d (n : ℕ) : P n := { a := n, c := (1 : ℝ) }", MISMATCH, "ℕ"),
    ("def d (v : Fin 3 → ℝ) (i : ℕ) : ℝ := v ⟨i⟩", "`⟨…⟩` gives 1 of 2 arguments of `Fin.mk`",
     "values for `isLt`"),
    ("def d : ℕ × ℝ := ⟨1, 2, 3⟩", "`⟨…⟩` needs a type with one constructor", "ℝ"),
    ("def d (x : ℝ) : ℝ := x.foo", "`foo` is not a field or function of this type",
     "a type with a member `foo`"),
    ("def d : P 3 := .nothing", "`.nothing` names nothing in the namespace of the expected type",
     "P 3"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message", "expected"), STRUCTURES)
def test_structures(text: str, message: str, expected: str) -> None:
    got = diagnostic(P + text)
    assert (got.message, got.expected) == (message, expected)


# ---- the whole text of an error


def test_an_unknown_identifier_with_a_near_name() -> None:
    text = "def batchShard (x : ℝ) : ℝ := x\ndef d (x : ℝ) : ℝ := 1 + batchSahrd x\n"
    assert (
        rendered(text)
        == """\
Snippet.lean:2:26: error: unknown identifier `batchSahrd`
  | def d (x : ℝ) : ℝ := 1 + batchSahrd x
  |                          ^^^^^^^^^^
  try: did you mean `batchShard`?"""
    )


def test_an_unknown_identifier_like_nothing_else() -> None:
    got = rendered("def d (x : ℝ) : ℝ := zzqqzzqq x")
    assert got.startswith("Snippet.lean:1:22: error: unknown identifier `zzqqzzqq`")
    assert got.endswith("try: declare it, open its namespace, or import the file it is in")


def test_a_mismatch_points_at_the_term_in_its_line() -> None:
    text = VEC + "def d (a b : ℕ) (x : Vec (a * b)) :\n    Vec (b * a) :=\n  id x\n"
    assert (
        rendered(text)
        == """\
Snippet.lean:4:6: error: type mismatch
  |   id x
  |      ^
  expected: Vec (b * a)
  found: x : Vec (a * b)"""
    )


def test_too_many_arguments() -> None:
    assert (
        rendered("def d (x : ℝ) : ℝ := Real.sqrt x x")
        == """\
Snippet.lean:1:34: error: too many arguments: a function is expected
  | def d (x : ℝ) : ℝ := Real.sqrt x x
  |                                  ^
  expected: a function
  found: Real.sqrt x : ℝ"""
    )


def test_an_argument_of_no_such_name() -> None:
    got = rendered(WANT + "def d (x : Vec 3) : ℝ := want (m := 3) x")
    assert "Snippet.lean:3:" in got
    assert "there is no argument named `m`" in got


def test_an_implicit_argument_that_nothing_fixes() -> None:
    got = rendered("def f {n : ℕ} : ℕ := n\ndef d : ℕ := f")
    lines = got.splitlines()
    assert lines[0].startswith("Snippet.lean:2:14: error: ")
    assert lines[1:3] == ["  | def d : ℕ := f", "  |              ^"]
    assert "`n`" in got
    assert "(n := " in got or "@" in got or "name" in got


def test_a_type_error_in_a_signature_raises() -> None:
    got = rendered(WANT + "theorem d (n m : ℕ) (x : Vec n) (f : Vec m → ℝ) : f x = 0 := sorry")
    assert (
        got
        == """\
Snippet.lean:3:53: error: type mismatch
  | theorem d (n m : ℕ) (x : Vec n) (f : Vec m → ℝ) : f x = 0 := sorry
  |                                                     ^
  expected: Vec m
  found: x : Vec n"""
    )


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("def d (x : ℝ : ℝ := x", "Snippet.lean:1:14"),
        ("def d (x : ) : ℝ := x", "Snippet.lean:1:12"),
        ("theorem d (x : ℝ) : x + = x := sorry", "Snippet.lean:1:25"),
    ],
)
def test_a_syntax_error_in_a_signature(text: str, place: str) -> None:
    got = rendered(text)
    lines = got.splitlines()
    assert lines[0].startswith(f"{place}: error: "), got
    assert lines[1] == f"  | {text}"
    assert set(lines[2].removeprefix("  | ")) <= {" ", "^"}
    assert "expected" in got


def test_an_error_in_one_declaration_leaves_the_others() -> None:
    got = diagnostic("def a (x : ℝ) : ℝ := x\ndef d (x : ℝ) : ℕ := x\ndef c (x : ℝ) : ℝ := a x")
    assert got.message == MISMATCH


def test_an_arm_that_fails_leaves_the_other_arms() -> None:
    from denotary.parser.project import load_text
    from denotary.spec.pretty import pretty

    project = load_text('def d : ℕ → ℝ\n  | 0 => 1\n  | _ => "a"\n')
    found = project.declare("d").value
    assert found is not None
    assert "| 0 => 1" in pretty(project.environment, found)
    assert [e.diagnostic.message for e in project.errors["d"]] == [MISMATCH]


def test_a_tactic_that_builds_data_is_not_guessed() -> None:
    got = diagnostic("def d (x : ℝ) : ℝ := by\n  ring")
    assert got.message == "the tactic `ring` builds data here, which is not followed"
    assert got.span is not None
    assert got.span.place == "Snippet.lean:2:3"


def test_sorry_is_no_value() -> None:
    assert diagnostic("def d : ℝ := sorry").message == "`sorry` stands where a value is needed"


def test_an_ambiguous_name() -> None:
    text = """\
namespace A
def f (x : ℝ) : ℝ := x
end A
namespace B
def f (x : ℝ) : ℝ := x
end B
open A B
def d (s : String) : ℝ := f s
"""
    got = diagnostic(text)
    assert got.message == "`f` is ambiguous and no reading elaborates"
    assert set(got.expected.split(" or ")) == {"A.f", "B.f"}


def test_a_protected_name_needs_its_namespace() -> None:
    text = "protected def A.f (x : ℝ) : ℝ := x\nopen A\ndef d (x : ℝ) : ℝ := f x"
    assert "unknown identifier `f`" in diagnostic(text).message


def test_a_private_name_of_another_file(tmp_path) -> None:
    from denotary.parser.project import load_project

    (tmp_path / "A.lean").write_text("private def secret : ℝ := 1\n", encoding="utf-8")
    (tmp_path / "B.lean").write_text("import A\ndef d : ℝ := secret\n", encoding="utf-8")
    project = load_project(tmp_path)
    _ = project.declare("d").value
    assert "unknown identifier `secret`" in project.errors["d"][0].diagnostic.message


@pytest.mark.parametrize("keyword", ["abbrev", "@[reducible] def"])
def test_an_abbreviation_has_the_instances_of_what_it_abbreviates(keyword: str) -> None:
    text = f"{keyword} W (n : ℕ) : Type := Fin n → ℝ\ndef d (n : ℕ) (x : W n) : W n := x + x\n"
    checked(text)


def test_a_definition_is_a_type_of_its_own_to_instance_search() -> None:
    text = "def W (n : ℕ) : Type := Fin n → ℝ\ndef d (n : ℕ) (x : W n) : W n := x + x\n"
    got = diagnostic(text)
    assert got.message.startswith("no meaning for this operation")
    assert "HAdd (W n) (W n)" in got.expected
    checked(text.replace("def d", "instance (n : ℕ) : Add (W n) := ⟨fun a _ => a⟩\ndef d"))


def test_a_definition_of_a_structure_is_a_type_of_its_own_too() -> None:
    text = "def C : Type := ℂ\ndef d (x : C) : C := x * x\n"
    assert diagnostic(text).message.startswith("no meaning for this operation")


def test_running_out_of_fuel_is_no_mismatch(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = "def f0 (n : ℕ) : ℕ := g n\n" + "".join(
        f"def f{k + 1} (n : ℕ) : ℕ := f{k} n\n" for k in range(12)
    )
    text = f"opaque g (n : ℕ) : ℕ\n{steps}def d (x : Fin (f12 2)) : Fin (g 3) := x\n"
    assert diagnostic(text).message == MISMATCH
    monkeypatch.setattr(core, "Fuel", partial(core.Fuel, unfoldings=5))
    got = diagnostic(text)
    assert got.message.endswith("unification ran out of `unfoldings`")
    assert got.expected == "Fin (g 3)" and got.found == "x : Fin (f12 2)"
