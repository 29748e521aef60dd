"""The checker, the printer and fingerprints on terms that come from Lean text."""

import pytest

pytest.importorskip("denotary.parser.project")
from denotary.parser.project import Project, load_text
from denotary.spec.check import CheckError, check
from denotary.spec.fingerprint import fingerprint
from denotary.spec.reach import Role, reach
from denotary.spec.signature import pretty_declaration
from denotary.spec.terms import Const, Term, map_children

NETWORK = """
abbrev Vec (n : Nat) := Fin n → ℝ

structure Weights (n m : Nat) where
  W : Fin m → Vec n
  b : Vec m

def dense {n m : Nat} (w : Weights n m) (x : Vec n) : Vec m :=
  fun j => ∑ i, w.W j i * x i + w.b j

inductive Layers : Nat → Nat → Type where
  | done {n : Nat} : Layers n n
  | step {n m k : Nat} (w : Weights n m) (rest : Layers m k) : Layers n k

def run {n k : Nat} : Layers n k → Vec n → Vec k
  | .done, x => x
  | .step w rest, x => run rest (dense w x)

def batched (N c h w : Nat) (f : Vec (c * h * w) → Vec 1) (x : Fin N → Vec (c * h * w)) :
    Fin N → Vec 1 := fun n => f (x n)

theorem run_step {n m k : Nat} (w : Weights n m) (rest : Layers m k) (x : Vec n) :
    run (.step w rest) x = run rest (dense w x) := rfl
"""


@pytest.fixture(scope="module")
def project() -> Project:
    return load_text(NETWORK)


NAMES = ["Vec", "Weights", "dense", "Layers", "run", "batched", "run_step", "Layers.step"]


@pytest.mark.parametrize("name", NAMES)
def test_checks(project, name):
    check(project.environment, project.declare(name))
    assert not project.errors.get(name)


def replace_constant(term: Term, old: str, new: str) -> Term:
    if term is Const(old):
        return Const(new)
    return map_children(term, lambda t, _: replace_constant(t, old, new))


def test_a_wrong_constant_is_caught(project):
    from dataclasses import fields

    from denotary.spec.declarations import Declaration

    run = project.declare("run")
    given = {f.name: getattr(run, f.name) for f in fields(Declaration)}
    given["value"] = replace_constant(run.value, "dense", "batched")
    with pytest.raises(CheckError, match=r"argument \d of `batched` has the wrong type") as caught:
        check(project.environment, Declaration(**given))
    assert caught.value.path[:1] == ("value",)
    assert "arm 2" in caught.value.path


def test_reads_like_lean(project):
    env = project.environment
    assert pretty_declaration(env, project.declare("run_step")) == (
        "theorem run_step {n m k : ℕ} (w : Weights n m) (rest : Layers m k) (x : Vec n) :\n"
        "    run (Layers.step w rest) x = run rest (dense w x)"
    )
    assert pretty_declaration(env, project.declare("dense")) == (
        "def dense {n m : ℕ} (w : Weights n m) (x : Vec n) : Vec m := "
        "fun j => ∑ i, w.W j i * x i + w.b j"
    )


def test_fingerprint_is_blind_to_layout_and_sees_definitions(project):
    base = fingerprint(project.environment, "run_step")
    renamed = NETWORK.replace("fun j => ∑ i, w.W j i * x i + w.b j", """
    -- the affine map
    fun row =>
      ∑ col, w.W row col * x col
        + w.b row""").replace(":= rfl", ":= by simp [run]")  # fmt: skip
    changed = NETWORK.replace("+ w.b j", "- w.b j")
    assert renamed != NETWORK and changed != NETWORK
    assert fingerprint(load_text(renamed).environment, "run_step") == base
    assert fingerprint(load_text(changed).environment, "run_step") != base


def test_reach_ends_at_primitives(project):
    found = {r.name: r.role for r in reach(project.environment, "run_step")}
    assert found["dense"] is Role.DEFINITION
    assert found["Layers"] is Role.TYPE
    assert Role.UNKNOWN not in found.values()
    assert Role.PRIMITIVE in found.values()
