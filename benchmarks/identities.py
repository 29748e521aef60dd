"""Identities of real numbers and vectors at varied conditioning, each beside false neighbours.

A family takes a constant `C` (an offset or a scale) and gives propositions over the binders of
`BINDERS`: one that is true for all values, and some in which one thing was changed so that it is
false for almost all. `batches` puts many into one theorem, a leaf each, so that a judge compiles
few programs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

HEADER = """
import Mathlib
open Finset
abbrev Vec (n : ℕ) := Fin n → ℝ
noncomputable def mean {n : ℕ} (x : Vec n) : ℝ := (∑ i, x i) / n
noncomputable def var {n : ℕ} (x : Vec n) : ℝ := (∑ i, (x i - mean x) ^ 2) / n
noncomputable def dot {n : ℕ} (x y : Vec n) : ℝ := ∑ i, x i * y i
noncomputable def softmax {n : ℕ} (x : Vec n) : Vec n :=
  fun i => Real.exp (x i) / ∑ j, Real.exp (x j)
noncomputable def lse {n : ℕ} (x : Vec n) : ℝ := Real.log (∑ i, Real.exp (x i))
noncomputable def sigmoid (t : ℝ) : ℝ := 1 / (1 + Real.exp (-t))
noncomputable def norm {n : ℕ} (ε : ℝ) (x : Vec n) : Vec n :=
  fun i => (x i - mean x) / Real.sqrt (var x + ε)
"""

BINDERS = (
    "{n : ℕ} (hn : 2 ≤ n) (x y z : Vec n) (A B : Fin n → Fin n → ℝ) (a b c : ℝ) "
    "(hb : b ≠ 0) (hc : 0 < c)"
)

CONSTANTS = ("1", "100", "10000", "(1 / 1000)", "1000000", "3", "(7 / 5)")


@dataclass(frozen=True)
class Family:
    """`true` and `false` are Lean propositions in which `C` stands for a constant."""

    true: str
    false: tuple[str, ...]


FAMILIES = (
    Family("∑ i, (x i + C - mean (fun j => x j + C)) = 0",
           ("∑ i, (x i + C - mean (fun j => x j)) = 0", "∑ i, (x i + C - mean y) = 0")),
    Family("var (fun i => x i + C) = var x",
           ("var (fun i => x i + C * y i) = var x",
            "var (fun i => C * x i * x i) = var x")),
    Family("(∑ i, (x i + C) ^ 2) / n - mean (fun i => x i + C) ^ 2 = var x",
           ("(∑ i, (x i + C) ^ 2) / n - mean (fun i => x i) ^ 2 = var x",
            "(∑ i, (x i + C) ^ 2) / (n - 1) - mean (fun i => x i + C) ^ 2 = var x")),
    Family("var (fun i => C * x i) = C ^ 2 * var x",
           ("var (fun i => C * x i) = (C ^ 2 + 1) * var x",
            "var (fun i => C * x i) = C ^ 2 * var y")),
    Family("(a + C) ^ 3 = a ^ 3 + 3 * a ^ 2 * C + 3 * a * C ^ 2 + C ^ 3",
           ("(a + C) ^ 3 = a ^ 3 + 3 * a ^ 2 * C + 2 * a * C ^ 2 + C ^ 3",
            "(a + C) ^ 3 = a ^ 3 + 3 * a ^ 2 * C + 3 * a * C ^ 2 + C ^ 2 * a")),
    Family("(a + C * b) * (a - C * b) = a ^ 2 - C ^ 2 * b ^ 2",
           ("(a + C * b) * (a - C * b) = a ^ 2 - C * b ^ 2 * a",
            "(a + C * b) * (a + C * b) = a ^ 2 - C ^ 2 * b ^ 2")),
    Family("(a + C) / b - C / b = a / b", ("(a + C) / b - C / c = a / b",
            "(a + C) / b - C = a / b")),
    Family("dot (fun i => x i + C * y i) (fun i => x i - C * y i) = dot x x - C ^ 2 * dot y y",
           ("dot (fun i => x i + C * y i) (fun i => x i - C * y i) = dot x x - C ^ 2 * dot x y",
            "dot (fun i => x i + C * y i) (fun i => x i - C * z i) = dot x x - C ^ 2 * dot y y")),
    Family("dot x (fun i => y i + C * z i) = dot x y + C * dot x z",
           ("dot x (fun i => y i + C * z i) = dot x y + C * dot y z",
            "dot x (fun i => y i + C * z i) = dot x y + (C + 1) * dot x z")),
    Family("softmax (fun i => x i + C) = softmax x",
           ("softmax (fun i => x i + C * y i) = softmax x",
            "softmax (fun i => (1 + C) * x i) = softmax x")),
    Family("∑ i, softmax (fun j => x j + C) i = 1",
           ("∑ i, softmax (fun j => x j + C) i * x i = 1",
            "∑ i, softmax (fun j => x j + C) i = n")),
    Family("lse (fun i => x i + a / C) = lse x + a / C",
           ("lse (fun i => x i + a / C) = lse x + b / C",
            "lse (fun i => x i + a) = lse x + 2 * a + C")),
    Family("sigmoid (a / C) + sigmoid (-(a / C)) = 1",
           ("sigmoid (a / C) + sigmoid (b / C - 1) = 1", "2 * sigmoid (a + C + 1) = 1")),
    Family("Real.exp (a / C + b / C) = Real.exp (a / C) * Real.exp (b / C)",
           ("Real.exp (a / C + b / C) = Real.exp (a / C) + Real.exp (b / C)",
            "Real.exp (a / C + b / C) = Real.exp (a / C) * Real.exp (c / C)")),
    Family("Real.log (Real.exp (a / C)) = a / C",
           ("Real.log (Real.exp (a / C)) = b / C", "Real.log (Real.exp (a / C) + 1) = a / C")),
    Family("Real.sin (a * C) ^ 2 + Real.cos (a * C) ^ 2 = 1",
           ("Real.sin (a * C) ^ 2 + Real.cos (b * C) ^ 2 = 1",
            "Real.sin (a * C) ^ 2 - Real.cos (a * C) ^ 2 = 1")),
    Family("Real.sqrt (C * c) * Real.sqrt (C * c) = C * c",
           ("Real.sqrt (C * c) * Real.sqrt (C * c + 1) = C * c",
            "Real.sqrt (C * c) = C * c + 1")),
    Family("Real.sqrt ((C * a) ^ 2) = |C * a|",
           ("Real.sqrt ((C * a) ^ 2) = |C * b|", "Real.sqrt ((C * a) ^ 2 + 1) = |C * a|")),
    Family("norm c (fun i => x i + C) = norm c x",
           ("norm c (fun i => x i + C * y i) = norm c x",
            "norm (c + 1) (fun i => x i + C) = norm c x")),
    Family("norm (C ^ 2 * c) (fun i => C * x i) = norm c x",
           ("norm (C ^ 2 * c + c) (fun i => C * x i) = norm c x",
            "norm (C ^ 2 * c) (fun i => C * x i + y i) = norm c x")),
    Family("∑ i, ∑ j, A i j * (C * x j) = C * ∑ j, (∑ i, A i j) * x j",
           ("∑ i, ∑ j, A i j * (C * x j) = C * ∑ j, (∑ i, A j i) * x j",
            "∑ i, ∑ j, A i j * (C * x j) = C * ∑ j, (∑ i, B i j) * x j")),
    Family("(fun i k => ∑ j, A i j * (C * B j k)) = fun i k => C * ∑ j, A i j * B j k",
           ("(fun i k => ∑ j, A i j * (C * B j k)) = fun i k => C * ∑ j, A j i * B j k",
            "(fun i k => ∑ j, A i j * (C * B j k)) = fun i k => C * ∑ j, B i j * A j k")),
    Family("∑ i, ∑ j, A i j * B j i = ∑ i, ∑ j, B i j * A j i",
           ("∑ i, ∑ j, A i j * (B j i + C) = ∑ i, ∑ j, B i j * A j i",
            "∑ i, ∑ j, A i j * B i j = ∑ i, ∑ j, B i j * A j i + C * a")),
    Family("(∑ i, x i) ^ 2 + ∑ i, ∑ j, (C * x i - C * x j) ^ 2 / (2 * C ^ 2) = n * dot x x",
           ("(∑ i, x i) ^ 2 + ∑ i, ∑ j, (C * x i - C * x j) ^ 2 / C ^ 2 = n * dot x x",
            "(∑ i, y i) ^ 2 + ∑ i, ∑ j, (C * x i - C * x j) ^ 2 / (2 * C ^ 2) = n * dot x x")),
    Family("∑ i, (x i - C) ^ 2 = n * var x + n * (mean x - C) ^ 2",
           ("∑ i, (x i - C) ^ 2 = n * var x + (mean x - C) ^ 2",
            "∑ i, (x i - C) ^ 2 = n * var x + n * (mean y - C) ^ 2")),
    Family("max (a + C) (b + C) = max a b + C",
           ("max (a + C) (b + C) = max a c + C", "max (a + C) (b + C) = min a b + C")),
    Family("max (C * a) 0 - max (-(C * a)) 0 = C * a",
           ("max (C * a) 0 - max (-(C * b)) 0 = C * a",
            "max (C * a) 0 + max (-(C * a)) 0 = C * b")),
    Family("a ^ 4 - C ^ 4 = (a - C) * (a + C) * (a ^ 2 + C ^ 2)",
           ("a ^ 4 - C ^ 4 = (a - C) * (a + C) * (a ^ 2 - C ^ 2)",
            "a ^ 4 - C ^ 4 = (a - C) * (a - C) * (a ^ 2 + C ^ 2)")),
    Family("deriv (fun t => C * t ^ 3) a = 3 * C * a ^ 2",
           ("deriv (fun t => C * t ^ 3) a = 2 * C * a ^ 2",
            "deriv (fun t => C * t ^ 3) a = 3 * C * b ^ 2")),
    Family("Real.tanh (a / C) = 1 - 2 / (Real.exp (2 * (a / C)) + 1)",
           ("Real.tanh (a / C) = 1 - 2 / (Real.exp (a / C) + 1)",
            "Real.tanh (a / C) = 1 - 2 / (Real.exp (2 * (b / C)) + 1)")),
)  # fmt: skip


def true_statements() -> list[str]:
    """Every family at every constant."""
    return list(dict.fromkeys(_at(f.true, c) for c in CONSTANTS for f in FAMILIES))


def false_statements() -> list[str]:
    """The false neighbours of the same."""
    return [_at(text, constant) for constant in CONSTANTS for f in FAMILIES for text in f.false]


def _at(text: str, constant: str) -> str:
    out = []
    for k, char in enumerate(text):
        alone = not (text[k - 1 : k].isalpha() or text[k + 1 : k + 2].isalpha())
        out.append(constant if char == "C" and alone else char)
    return "".join(out)


def batches(statements: list[str], size: int) -> Iterator[tuple[list[str], str]]:
    """Statements, as many as `size` a time, with a Lean text whose theorem `it` says them all."""
    for k in range(0, len(statements), size):
        part = statements[k : k + size]
        claim = " ∧\n    ".join(f"({text})" for text in part)
        yield part, f"{HEADER}\ntheorem it {BINDERS} :\n    {claim} := by sorry\n"
