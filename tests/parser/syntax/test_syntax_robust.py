"""Odd files: line endings, tabs, marks, cuts in the middle, random damage."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reading import read_all
from sexpr import sexpr

from denotary.parser.syntax import parse_body, parse_signature, span, split
from denotary.parser.syntax.tokens import tokenize

SAMPLE = """import Mathlib
open Finset in
/-- A layer: `x ↦ W x + b`. -/
noncomputable def dense {m n : ℕ} (W : Fin m → Fin n → ℝ) (b : Fin m → ℝ) (x : Fin n → ℝ) :
    Fin m → ℝ :=
  let y := fun i => ∑ j : Fin n, W i j * x j
  fun i => y i + b i

namespace Proofs

variable {n : ℕ} (v : Fin n → ℝ)

structure Layer (m n : ℕ) extends Base m where
  W : Fin m → Fin n → ℝ
  b : Fin m → ℝ := fun _ => 0

inductive Graph : ℕ → Type
  | leaf (name : String) : Graph 0
  | node : Graph 0 → Graph 1

def den : Graph n → ℝ
  | .leaf s => if s = "a" then 1 else |-2|
  | .node g => match g with
    | .leaf _ => 0
    | g' => den g'

theorem bound (h : ∀ i, 0 ≤ v i) : ‖∑ i, v i‖ ≤ ∑ i ∈ univ, |v i| := by
  have := h
  exact le_refl _

instance : Inhabited (Layer m n) where
  default := { W := fun _ _ => 0, toBase := ⟨1, by simp⟩ }

def count (n : ℕ) : ℕ := go n
where
  go : ℕ → ℕ
    | 0 => 1
    | k + 1 => go k

end Proofs
"""


def test_the_sample_parses() -> None:
    file, errors = read_all(SAMPLE)
    assert (len(file.declarations), errors) == (7, [])


@pytest.mark.parametrize("change", ["\r\n", "\t", "\ufeff", "  \n"])
def test_line_endings_tabs_and_marks(change: str) -> None:
    texts = {
        "\r\n": SAMPLE.replace("\n", "\r\n"),
        "\t": SAMPLE.replace("  ", "\t"),
        "\ufeff": "\ufeff" + SAMPLE,
        "  \n": SAMPLE.replace("\n", "  \n"),
    }
    file = split(Path("T.lean"), texts[change])
    plain = split(Path("T.lean"), SAMPLE)
    assert [d.full_name for d in file.declarations] == [d.full_name for d in plain.declarations]
    assert file.imports == ("Mathlib",)
    for d, e in zip(file.declarations, plain.declarations, strict=True):
        assert sexpr(parse_signature(file, d)) == sexpr(parse_signature(plain, e))
        if d.kind not in ("structure", "inductive"):
            assert sexpr(parse_body(file, d)) == sexpr(parse_body(plain, e))


def test_every_prefix_of_a_file_is_survived() -> None:
    for end in range(0, len(SAMPLE), 3):
        read_all(SAMPLE[:end])


TOKENS = tokenize(SAMPLE)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.integers(0, len(TOKENS) - 2), min_size=1, max_size=6))
def test_deleted_tokens_are_survived(gone: list[int]) -> None:
    text = SAMPLE
    for i in sorted(set(gone), reverse=True):
        text = text[: TOKENS.starts[i]] + text[TOKENS.ends[i] :]
    read_all(text)


@settings(max_examples=150, deadline=None)
@given(st.text("()[]{}⟨⟩|‖:=,.fun λ∑x1 \n\"'-/«»·@", max_size=40))
def test_noise_is_survived(text: str) -> None:
    read_all(f"def f : T := {text}\ndef g (x : {text}) := 1")


def test_offsets_are_characters_and_columns_count_from_one() -> None:
    file = split(Path("T.lean"), "-- ℝ𝕜\n  def f := 𝕜")
    (d,) = file.declarations
    at = span(file, d.name_span)
    assert (at.line, at.column, file.text[at.start : at.end]) == (2, 7, "f")


def test_tokens_tile_the_text() -> None:
    last = 0
    for s, e in zip(TOKENS.starts, TOKENS.ends, strict=True):
        between = SAMPLE[last:s]
        assert not between.strip() or between.strip().startswith(("--", "/-"))
        last = e
