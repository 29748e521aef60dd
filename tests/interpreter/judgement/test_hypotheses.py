"""Hypotheses that define variables, and those that numbers are looked for."""

from __future__ import annotations

import pytest

from denotary.interpreter.judgement.verdict import Status

GRAPH = """
inductive G : ℕ → Type
  | add {n : ℕ} (a b : G n) : G n
  | scaled {n : ℕ} (name : String) (s : ℝ) (v : Vec n) : G n
  | leaf {n : ℕ} (name : String) (v : Vec n) : G n
  | wide {n : ℕ} (e : G n) : G (2 * n)

def den : {n : ℕ} → G n → Vec n
  | _, .add a b => fun i => den a i + den b i
  | _, .scaled _ s v => fun i => s * v i
  | _, .leaf _ v => v
  | _, .wide e => fun i => den e (finProdFinEquiv.symm i).2
"""


def treatments(result):
    return {h.name: h.treatment for h in result.hypotheses}


@pytest.mark.parametrize("value", ["x i + 1", "x i"])
def test_a_function_is_defined_entry_by_entry(run, value):
    result = run(f"""
    theorem it {{n : ℕ}} (y x : Vec n) (h : ∀ i, y i = x i + 1) : y = fun i => {value} := by sorry
    """)
    assert treatments(result) == {"h": "solved"}
    assert result.status is (Status.CONFIRMED if value == "x i + 1" else Status.REFUTED)
    assert result.instance["y"] == "solved from h"


def test_sizes_are_defined(run):
    result = run("""
    theorem it {a b : ℕ} (h : a = b) (x : Vec a) (y : Vec b) :
        ∑ i, x i + ∑ i, y i = ∑ i, (x i + y (Fin.cast h i)) := by sorry
    """)
    assert treatments(result) == {"h": "solved"}
    assert result.status is Status.CONFIRMED
    assert result.instance["a"] == result.instance["b"]


@pytest.mark.parametrize("scale", ["2", "3"])
def test_a_node_is_built_from_what_it_denotes(run, scale):
    result = run(
        GRAPH
        + f"""
    theorem it {{n : ℕ}} (e : G n) (v : Vec n) (h : den e = v) :
        den (.add e e) = fun i => {scale} * v i := by sorry
    """
    )
    assert treatments(result) == {"h": "solved"}
    assert result.status is (Status.CONFIRMED if scale == "2" else Status.REFUTED)


def test_an_arbitrary_node_is_made_up(run):
    text = GRAPH + "theorem it {n : ℕ} (e f : G n) : den (.add e f) = den (.add ARGS) := by sorry"
    good = run(text.replace("ARGS", "f e"))
    assert good.status is Status.CONFIRMED
    assert good.instance["e"] in ("scaled", "leaf")
    assert run(text.replace("ARGS", "e e")).status is Status.REFUTED


def test_a_definition_is_not_circular(run):
    result = run("""
    theorem it (x y : ℝ) (h : x = y) (k : y = x) : x = y := by sorry
    """)
    assert result.status is Status.CONFIRMED


@pytest.mark.parametrize(
    "hypothesis",
    ["0 < x", "x ≠ 0", "x < 0", "0 ≤ x ∧ x ≤ 1", "1 < x", "x = 3", "∀ i, 0 < v i", "∑ i, v i = 1"],
)
def test_numbers_are_found(run, hypothesis):
    result = run(f"theorem it (x : ℝ) (v : Vec 3) (h : {hypothesis}) : x + 1 ≠ x := by sorry")
    assert result.status is Status.CONFIRMED, result.message


@pytest.mark.parametrize("hypothesis", ["1 < n", "n % 2 = 1", "m ≤ n", "2 * m = n", "m + 3 = n"])
def test_sizes_are_found(run, hypothesis):
    result = run(f"theorem it (m n : ℕ) (h : {hypothesis}) : m + n = n + m := by sorry")
    assert result.status is Status.CONFIRMED, result.message


def test_indices_that_a_hypothesis_excludes_are_masked(run):
    text = "theorem it (x : Vec 3) (i : Fin 3) (h : i ≠ 1) : {} := by sorry"
    body = "x i * (if i = 1 then 0 else 1) = x i"
    assert run(text.format(body)).status is Status.CONFIRMED
    assert run(text.replace("i ≠ 1", "i ≠ 2").format(body)).status is Status.REFUTED
