"""Lean text, elaborated and evaluated, against numpy."""

import numpy as np
import pytest
from building import REAL, Lab, fin, pi, vec

from denotary.interpreter.machine import EvaluationError, Size
from denotary.parser import load_text
from denotary.spec.terms import Const

TEXT = """
def affine (x : Fin 3 → ℝ) (i : Fin 3) : ℝ := x i * 2 + ∑ j, x j / 4
def second (n : ℕ) (x : Fin (n * 2) → ℝ) : Fin n → ℝ := fun i => x (finProdFinEquiv (i, 1))
def mean (x : Fin 3 → ℝ) : ℝ := (∑ i, x i) / (3 : ℝ)
noncomputable def softmax (x : Fin 3 → ℝ) : Fin 3 → ℝ :=
  fun i => Real.exp (x i) / ∑ j, Real.exp (x j)
def topRow (A : Fin 2 → Fin 3 → ℝ) (x : Fin 3 → ℝ) : Fin 2 → ℝ :=
  fun i => if i = 0 then ∑ j, A i j * x j else 0
noncomputable def jacobian (x : Fin 3 → ℝ) (i j : Fin 3) : ℝ :=
  fderiv ℝ softmax x (fun k => if k = i then 1 else 0) j
noncomputable def slope (x : ℝ) : ℝ := deriv (fun y => y ^ 3 + Real.sin y) x
def largest (x : Fin 4 → ℝ) : ℝ :=
  (Finset.univ : Finset (Fin 4)).sup' Finset.univ_nonempty (fun i => |x i|)
def literal : Fin 3 → ℝ := ![1, 2.5, -3]
def evens (x : Fin 6 → ℝ) : ℝ := ∑ i ∈ Finset.univ.filter (fun i : Fin 6 => i.val % 2 = 0), x i
def poly (x : ℝ) : ℝ := ∑ k ∈ Finset.range 4, x ^ k
def grid (A : Fin 2 → Fin 3 → ℝ) : ℝ := ∑ p : Fin 2 × Fin 3, A p.1 p.2
def pointwise (x y : Fin 3 → ℝ) : Fin 3 → ℝ := x + 2 • y
def shift (x : Fin 4 → ℝ) (i : Fin 4) : ℝ := x (i + 1)
def tail (x : Fin 4 → ℝ) (i : Fin 3) : ℝ := x i.succ - x i.castSucc
def reversed (x : Fin 4 → ℝ) (i : Fin 4) : ℝ := x i.rev
def label (n : ℕ) : String := s!"%w{n + 1}" ++ "!"
def sumTo : ℕ → ℕ
  | 0 => 0
  | n + 1 => sumTo n + (n + 1)
def total (l : List ℕ) : ℕ := l.foldr (· + ·) 0
def swapped (p : ℝ × ℕ) : ℕ × ℝ := (p.2, p.1)
def clamp (x : ℝ) : ℝ := min (max x 0) 6
def sorted (x : Fin 3 → ℝ) : Prop := ∀ i j, i ≤ j → x i ≤ x j
def positive (x : Fin 3 → ℝ) : Prop := (∀ i, 0 < x i) ∧ ∃ i, x i = 1
def mixed (n : ℕ) (x : ℝ) : ℝ := if n = 0 ∨ 2 ∣ n then x else -x
def matprod (A : Matrix (Fin 2) (Fin 3) ℝ) (B : Matrix (Fin 3) (Fin 2) ℝ) :
    Matrix (Fin 2) (Fin 2) ℝ :=
  A * B
noncomputable def chosen : ℝ := Classical.choose (⟨1, rfl⟩ : ∃ x : ℝ, x = 1)
"""


@pytest.fixture(scope="module")
def env():
    return load_text(TEXT).env


@pytest.fixture
def lab(env):
    return Lab(env)


def mat(m, n):
    return pi(fin(m), fin(n), body=lambda *_: REAL)


def numeric(lab, name, types, result, *first):
    """The value of a definition at random arrays, and the arrays."""
    args = [lab.array(f"{name}{k}", type) for k, type in enumerate(types)]
    got = lab.run(lab.apply(Const(name), *first, *args), result)
    return got, [lab.arrays[f"{name}{k}"] for k in range(len(types))]


X = np.array
CASES = {
    "affine": ([vec(3)], vec(3), lambda x: 2 * x + x.sum() / 4),
    "mean": ([vec(3)], REAL, lambda x: x.mean()),
    "softmax": ([vec(3)], vec(3), lambda x: np.exp(x) / np.exp(x).sum()),
    "topRow": ([mat(2, 3), vec(3)], vec(2), lambda a, x: np.array([a[0] @ x, 0])),
    "slope": ([REAL], REAL, lambda x: 3 * x**2 + np.cos(x)),
    "largest": ([vec(4)], REAL, lambda x: abs(x).max()),
    "literal": ([], vec(3), lambda: X([1, 2.5, -3])),
    "evens": ([vec(6)], REAL, lambda x: x[::2].sum()),
    "poly": ([REAL], REAL, lambda x: 1 + x + x**2 + x**3),
    "grid": ([mat(2, 3)], REAL, lambda a: a.sum()),
    "pointwise": ([vec(3), vec(3)], vec(3), lambda x, y: x + 2 * y),
    "shift": ([vec(4)], vec(4), lambda x: np.roll(x, -1)),
    "tail": ([vec(4)], vec(3), lambda x: x[1:] - x[:-1]),
    "reversed": ([vec(4)], vec(4), lambda x: x[::-1]),
    "clamp": ([REAL], REAL, lambda x: np.clip(x, 0, 6)),
    "matprod": ([mat(2, 3), mat(3, 2)], mat(2, 2), lambda a, b: a @ b),
}


@pytest.mark.parametrize("name", CASES)
def test_definition(lab, name):
    types, result, expected = CASES[name]
    got, arrays = numeric(lab, name, types, result)
    np.testing.assert_allclose(got, expected(*arrays), rtol=1e-12)


def test_jacobian_of_softmax(lab):
    got, (x,) = numeric(lab, "jacobian", [vec(3)], mat(3, 3))
    s = np.exp(x) / np.exp(x).sum()
    np.testing.assert_allclose(got, np.diag(s) - np.outer(s, s), rtol=1e-10)


def test_digits(lab):
    got, (x,) = numeric(lab, "second", [vec(6)], vec(3), Size(3))
    np.testing.assert_array_equal(got, x.reshape(3, 2)[:, 1])


def test_strings_and_recursion(lab):
    m = lab.machine
    assert lab.apply(Const("label"), Size(4)) == "%w5!"
    assert lab.apply(Const("sumTo"), Size(1500)) == 1500 * 1501 // 2
    numbers = m.data("List.nil", m.type("Nat"))
    for k in range(2000):
        numbers = m.data("List.cons", m.type("Nat"), Size(k), numbers)
    assert lab.apply(Const("total"), numbers) == 2000 * 1999 // 2


def test_conditions_on_sizes_are_decided(lab):
    got, (x,) = numeric(lab, "mixed", [REAL], REAL, Size(4))
    assert got == x
    got, (x,) = numeric(Lab(lab.env), "mixed", [REAL], REAL, Size(3))
    assert got == -x


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("sorted", [1, 2, 2], True),
        ("sorted", [1, 3, 2], False),
        ("positive", [1, 3, 2], True),
        ("positive", [1.5, 3, 2], False),
        ("positive", [1, -3, 2], False),
    ],
)
def test_propositions(lab, name, values, expected):
    from denotary.interpreter import graph
    from denotary.interpreter.machine import propositions

    x = lab.array("x", vec(3), values)
    m = lab.machine
    holds = m.run(lambda: propositions.truth(m, lab.apply(Const(name), x)))
    assert graph.evaluate(holds, lab.arrays) == expected


def test_what_has_no_meaning_is_reported_with_its_place(lab):
    with pytest.raises(EvaluationError) as caught:
        lab.run(lab.apply(Const("chosen")), REAL)
    assert caught.value.name == "Classical.choose"
    assert "chosen at Snippet.lean:35:" in str(caught.value)
