"""Theorems from lemmas; and statements that each part of the procedure must refuse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from denotary.interpreter.judgement.verdict import Status
from denotary.interpreter.symbolic import Lemmas
from denotary.interpreter.symbolic.compose import Composition, compose
from denotary.parser import load_text

HEADER = """
import Mathlib
open Finset
noncomputable section
abbrev Vec (n : ℕ) := Fin n → ℝ
axiom f : ℝ → ℝ
axiom g : ℝ → ℝ
axiom h : ℝ → ℝ
axiom site (R : ℕ) {n : ℕ} (s : Fin R → Vec n) : Fin R → Vec n
axiom whole {n : ℕ} (S : Vec n) : Vec n
axiom part (R : ℕ) {n : ℕ} (S : Vec n) (r : Fin R) : Vec n
axiom layer {n : ℕ} (x : Vec n) : Vec n
axiom total {R : ℕ} (s : Fin R → ℝ) : ℝ
structure Pair (n : ℕ) where
  x : Vec n
  y : Vec n
def Pair.part (R : ℕ) {n : ℕ} (P : Pair n) (r : Fin R) : Pair n :=
  ⟨_root_.part R P.x r, _root_.part R P.y r⟩
def block (R : ℕ) {n : ℕ} (s : Fin R → Vec n) : Fin R → Pair n :=
  let t := site R s
  fun r => ⟨layer (t r), t r⟩
def blockWhole {n : ℕ} (S : Vec n) : Pair n :=
  let T := whole S
  ⟨layer T, T⟩
def chain (R : ℕ) {n : ℕ} (s : Fin R → Vec n) : Fin R → Vec n :=
  let a := block R s
  let b := block R fun r => (a r).x
  fun r => fun i => (b r).x i + (a r).y i
def chainWhole {n : ℕ} (S : Vec n) : Vec n :=
  let A := blockWhole S
  let B := blockWhole A.x
  fun i => B.x i + A.y i
def Agree (R : ℕ) {n : ℕ} (s : Fin R → Vec n) (S : Vec n) : Prop := ∀ r, s r = part R S r
def Only (p q : Prop) : Prop := p → q
variable {R n : ℕ}
"""

SITE = """(s : Fin R → Vec n) (S : Vec n) (hs : ∀ r, s r = part R S r) (r : Fin R) :
  site R s r = part R (whole S) r"""
LAYER = "(S : Vec n) (r : Fin R) : part R (layer S) r = layer (part R S r)"
SUM = """(S T : Vec n) (r : Fin R) :
  part R (fun i => S i + T i) r = fun i => part R S r i + part R T r i"""
SCALED = "(t x : ℝ) : f (t * x) = t * f x"
AGREE = "(s : Fin R → Vec n) (S : Vec n) (hs : Agree R s S) : Agree R (site R s) (whole S)"
BLOCK = """(s : Fin R → Vec n) (S : Vec n) (hs : ∀ r, s r = part R S r) (r : Fin R) :
  block R s r = (blockWhole S).part R r"""


def composed(goal: str, lemmas: Mapping[str, str], limit: int = 5000) -> Composition:
    """The theorem `goal` from statements that are taken to hold."""
    text = "\n".join(f"theorem {name} {type} := by sorry" for name, type in lemmas.items())
    project = load_text(f"{HEADER}\n{text}\ntheorem it {goal} := by sorry\n")
    env = project.environment
    return compose(env, env["it"].type, {name: env[name].type for name in lemmas}, limit)


SHOWN: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "rewriting in both orders": (
        "(x : ℝ) : f (h x) = f (g x)",
        {"one": "(x : ℝ) : f (g x) = x", "two": "(x : ℝ) : f (h x) = x"},
    ),
    "under a binder": ("(x : ℝ) : (fun y => g (f y)) = fun y => g y", {"one": "(x : ℝ) : f x = x"}),
    "a hypothesis of the goal": ("(x y : ℝ) (e : x = y) : f x = f y", {}),
    "a family's hypothesis, and what its variable stands for": (
        "(s : Fin R → Vec n) (S : Vec n) (hs : ∀ r, s r = part R S r) (r : Fin R) :"
        " layer (site R (fun r' => layer (s r')) r) = part R (layer (whole (layer S))) r",
        {"site_part": SITE, "layer_part": LAYER},
    ),
    "a block, unfolded": (BLOCK, {"site_part": SITE, "layer_part": LAYER}),
    "a chain from its blocks": (
        "(s : Fin R → Vec n) (S : Vec n) (hs : ∀ r, s r = part R S r) (r : Fin R) :"
        " chain R s r = part R (chainWhole S) r",
        {"block_part": BLOCK, "sum_part": SUM},
    ),
    "a named proposition": (
        AGREE,
        {"site_part": AGREE},
    ),
    "a named proposition, unfolded": (
        AGREE,
        {"site_part": SITE},
    ),
    "one part of a conjunction": (
        "(x : ℝ) : f x = x ∧ g (f x) = x",
        {"both": "(x : ℝ) : g x = x ∧ f x = x"},
    ),
    "arithmetic that no lemma states": (
        "(t x y : ℝ) : f (t * x) + f (t * y) = t * (f y + f x)", {"scaled": SCALED},
    ),
    "a size that cancels": (
        "(hR : 0 < R) (x : ℝ) : 1 / (R : ℝ) * f ((R : ℝ) * x) = f x", {"scaled": SCALED},
    ),
    "sizes that cancel in a product": (
        "(k : ℕ) (hR : 0 < R) (hk : 0 < k) (x : ℝ) : f ((R : ℝ) * x) / ((R * k : ℕ) : ℝ) * k = f x",
        {"scaled": SCALED},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SHOWN)
def test_shown(case: str) -> None:
    goal, lemmas = SHOWN[case]
    found = composed(goal, lemmas)
    assert found.proved, found.reason


REFUSED: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "no lemma": ("(x : ℝ) : f x = g x", {}),
    "a hypothesis that does not hold": (
        "(s : Fin R → Vec n) (S : Vec n) (hs : ∀ r, s r = layer (part R S r)) (r : Fin R) :"
        " site R s r = part R (whole S) r",
        {"site_part": SITE},
    ),
    "a hypothesis that nothing says": (
        "(x : ℝ) : f x = g x", {"one": "(x : ℝ) (e : x = 0) : f x = g x"},
    ),
    "a variable that nothing determines": (
        "(x : ℝ) : f x = g x",
        {"one": "(i : Fin 0) (x : ℝ) : f x = g x"},
    ),
    "a variable that only a hypothesis mentions": (
        "(x : ℝ) : f x = g x",
        {"one": "(x y : ℝ) (e : f y = g y) : f x = g x"},
    ),
    "what would escape its binder": (
        "(s t : Fin R → ℝ) (hs : ∀ r, s r = t r) (x : ℝ) : total s = x",
        {"const": "(s : Fin R → ℝ) (c x : ℝ) (hs : ∀ r, s r = c) : total s = x"},
    ),
    "the bound variable of another binder": (
        "(s : Fin R → Fin R → ℝ) : (fun r q => s r q) = fun q r => s r q",
        {},
    ),
    "another order of arguments": (
        "(s : Fin R → Vec n) (S T : Vec n) (hs : ∀ r, s r = part R S r) (r : Fin R) :"
        " site R s r = part R (whole T) r",
        {"site_part": SITE},
    ),
    "the goal for a lemma's hypothesis": (
        "(x : ℝ) : f x = g x",
        {"one": "(x : ℝ) (e : f x = g x) : f x = g x"},
    ),
    "two lemmas for one another": (
        "(x : ℝ) : f x = g x",
        {
            "one": "(x : ℝ) (e : h x = g x) : f x = g x",
            "two": "(x : ℝ) (e : f x = g x) : h x = g x",
        },
    ),
    "an equation the wrong way round under a hypothesis": (
        "(x y : ℝ) (e : f x = f y) : x = y", {},
    ),
    "an argument of another type": (
        "(x : Vec 2) (y : Vec 3) : layer x 0 = layer y 0",
        {"one": "(n : ℕ) (x y : Vec n) : layer x = layer y"},
    ),
    "a size that may be 0": (
        "(x : ℝ) : f x = g x", {"one": "(m : ℕ) (hm : 0 < m) (x : ℝ) : f x = g x"},
    ),
    "another size above 0": (
        "(m k : ℕ) (hk : 0 < k) (x : Vec m) : whole x = layer x",
        {"one": "(m : ℕ) (hm : 0 < m) (x : Vec m) : whole x = layer x"},
    ),
    "a size that may be 0, cancelled": (
        "(x : ℝ) : 1 / (R : ℝ) * f ((R : ℝ) * x) = f x", {"scaled": SCALED},
    ),
    "a number that may be 0, cancelled": ("(x : ℝ) : f x * (f x)⁻¹ = 1", {}),
    "the inverse of a sum": ("(x y : ℝ) : (f x + f y)⁻¹ = (f x)⁻¹ + (f y)⁻¹", {}),
    "another sign": (
        "(t x y : ℝ) : f (t * x) + f (t * y) = t * (f x - f y)", {"scaled": SCALED},
    ),
    "a size less another": (
        "(m k : ℕ) (x : ℝ) : ((m - k : ℕ) : ℝ) * f x = (m : ℝ) * f x - (k : ℝ) * f x", {},
    ),
    "a premise inside the conclusion": (
        "(x : ℝ) : Only (x = 0) (f x = g x)", {"one": "(x : ℝ) : h x = x"},
    ),
    "a premise in a part of the conclusion": (
        "(x : ℝ) : f x = f x ∧ (x = 0 → f x = g x)", {},
    ),
    "what has no name": ("(p : Prop) : p", {}),
    "an order": ("(x : ℝ) : f x < g x", {"one": "(x : ℝ) : f x < h x"}),
    "a named proposition that is another": (
        "(s : Fin R → Vec n) (S : Vec n) : Agree R s (whole S)",
        {"one": "(s : Fin R → Vec n) (S : Vec n) : Agree R s (layer S)"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case: str) -> None:
    goal, lemmas = REFUSED[case]
    found = composed(goal, lemmas)
    assert not found.proved, found
    assert not found.problem, "it must be refused, not given up"


def test_sizes_above_0_are_shown() -> None:
    lemma = {"one": "(m : ℕ) (hm : 0 < m) (x : Vec m) : whole x = layer x"}
    for goal in (
        "(m : ℕ) (hm : 0 < m) (x : Vec m) : whole x = layer x",
        "(m k : ℕ) (hm : 0 < m) (hk : 0 < k) (x : Vec (m * k)) : whole x = layer x",
        "(x : Vec 3) : whole x = layer x",
    ):
        assert composed(goal, lemma).proved


def test_where_it_is_stuck_is_told() -> None:
    found = composed("(x : ℝ) : h (f x) = h (g x)", {"one": "(x : ℝ) : f x = x"})
    assert found.reason == "conclusion: no lemma leads on from `x` to `g x`"


def test_a_search_without_end_is_given_up() -> None:
    found = composed("(x : ℝ) : f x = g x", {"one": "(x : ℝ) : f x = f (h x)"}, limit=300)
    assert found.reason.startswith("stopped after 300 steps")


# ---- lemmas are proved, not believed


def proved(text: str, name: str, named: Mapping[str, Sequence[str]]) -> tuple[Lemmas, str, Status]:
    env = load_text(HEADER + text).environment
    book = Lemmas(env, lambda at: [(other, 1) for other in named.get(at, ())])
    result = book.prove(name)
    return book, result.message, result.status


def test_the_lemmas_of_a_proof_are_proved_and_listed() -> None:
    text = """
    theorem swap (x y : ℝ) : x + y = y + x := by sorry
    theorem up (x y : ℝ) : g (f (x + y)) = g (f (y + x)) := by sorry
    """
    book, message, status = proved(text, "up", {"up": ["swap"]})
    assert status is Status.PROVED, message
    assert book.below("up") == ["swap"]
    assert book.results["up"].symbolic.steps == ("lemmas",)
    assert book.results["up"].symbolic.derivation == ("swap: normal form",)


def test_a_false_lemma_proves_nothing() -> None:
    text = """
    theorem wrong (x : ℝ) : f x = f (x + 1) := by sorry
    theorem up (x : ℝ) : g (f x) = g (f (x + 1)) := by sorry
    """
    _, message, status = proved(text, "up", {"up": ["wrong"]})
    assert status is Status.INCONCLUSIVE
    assert "it follows from `wrong`, which is not proved" in message


def test_lemmas_that_need_one_another_prove_nothing() -> None:
    text = """
    theorem one (x : ℝ) : f x = g x := by sorry
    theorem two (x : ℝ) : f x = g x := by sorry
    """
    for name in ("one", "two"):
        _, _, status = proved(text, name, {"one": ["two"], "two": ["one"]})
        assert status is Status.INCONCLUSIVE


def test_a_theorem_is_no_lemma_of_itself() -> None:
    text = "theorem one (x : ℝ) : f x = g x := by sorry"
    _, _, status = proved(text, "one", {"one": ["one"]})
    assert status is Status.INCONCLUSIVE


def test_a_lemma_that_failed_in_a_circle_is_tried_again() -> None:
    text = """
    theorem one (x : ℝ) : x + 1 = 1 + x := by sorry
    theorem two (x : ℝ) : f (x + 1) = f (1 + x) := by sorry
    """
    book, message, status = proved(text, "two", {"one": ["two"], "two": ["one"]})
    assert status is Status.PROVED, message
    assert book.below("two") == ["one"]


def test_equal_by_unfolding_alone() -> None:
    text = (
        "theorem it (s : Fin R → Vec n) (r : Fin R) : (block R s r).x = layer (site R s r) := rfl"
    )
    _, message, status = proved(text, "it", {})
    assert status is Status.PROVED, message
