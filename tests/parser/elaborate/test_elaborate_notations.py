"""Notations with a fixed shape and operators that bind: what each stands for, as checked text."""

from __future__ import annotations

import pytest
from elaborating import type_of, value

BINDING = {
    "def d (f : ℝ → ℝ) : ℝ := ∫ x, f x":
        "fun f => MeasureTheory.integral MeasureTheory.MeasureSpace.volume (fun x => f x)",
    "def d (f : ℝ → ℝ) (μ : MeasureTheory.Measure ℝ) : ℝ := ∫ x, f x ∂μ":
        "fun f μ => MeasureTheory.integral μ (fun x => f x)",
    "def d (f : ℝ → ℝ) (s : Set ℝ) (μ : MeasureTheory.Measure ℝ) : ℝ := ∫ x in s, f x ∂μ":
        "fun f s μ => MeasureTheory.integral (MeasureTheory.Measure.restrict μ s) (fun x => f x)",
    "def d (f : ℝ → ℝ) : ℝ := ∫ x in (0:ℝ)..1, f x":
        "fun f => intervalIntegral (fun x => f x) 0 1 MeasureTheory.MeasureSpace.volume",
    "def d (f : ℕ → ℝ) : ℝ := ⨆ i, f i": "fun f => iSup (fun i => f i)",
    "def d (f : ℕ → ℝ) : ℝ := ⨅ i < 3, f i": "fun f => iInf (fun i => iInf (fun _ => f i))",
    "def d (f : ℕ → Set ℝ) (s : Set ℕ) : Set ℝ := ⋃ i ∈ s, f i":
        "fun f s => Set.iUnion (fun i => Set.iUnion (fun _ => f i))",
    "def d (f : ℕ → ℝ) : ℝ := ∑' i, f i": "fun f => tsum (fun i => f i)",
    "def d (f : Fin 3 → ℝ) : ℝ := ∑ᶠ i, f i": "fun f => finsum (fun i => f i)",
    "def d (f : ℕ → ℝ) : ℝ := ∑ i < 3, f i": "fun f => ∑ i ∈ Finset.Iio 3, f i",
    "def d (f : ℕ → ℝ) : ℝ := ∏ i ≤ 3, f i": "fun f => ∏ i ∈ Finset.Iic 3, f i",
    "def d (f : ℕ → ℝ) : Set ℝ := {f n | n}": "fun f => setOf (fun a => ∃ n, f n = a)",
    "def d (f : ℕ → ℝ) : Set ℝ := {f x | x : ℕ}": "fun f => setOf (fun a => ∃ x, f x = a)",
    "def d (f : ℕ → ℝ) : Set ℝ := {-f x | x < 3}":
        "fun f => setOf (fun a => ∃ x, x < 3 ∧ -f x = a)",
    "def d : Set (ℝ × ℝ) := {(x, y) | x < y}":
        "setOf (fun x => match x with | (x_1, y) => x_1 < y)",
    "def d (f : ℕ → ℕ → ℝ) : Set ℝ := {f m n | (m : ℕ) (n)}":
        "fun f => setOf (fun a => ∃ m, ∃ n, f m n = a)",
}  # fmt: skip

SHAPES = {
    "def d (f : ℝ → ℝ) (n : ℕ) (x : ℝ) : ℝ := f^[n] x": "fun f n x => Nat.iterate f n x",
    "def d (f : ℝ → ℝ) : ℝ → ℝ := f^[2]": "fun f => Nat.iterate f 2",
    "def d (x y : EuclideanSpace ℝ (Fin 3)) : ℝ := ⟪x, y⟫_ℝ": "fun x y => Inner.inner ℝ x y",
    "def d (l : Filter ℝ) (f g : ℝ → ℝ) : Prop := f =ᶠ[l] g":
        "fun l f g => Filter.EventuallyEq l f g",
    "def d (μ : MeasureTheory.Measure ℝ) (f g : ℝ → ℝ) : Prop := f =ᵐ[μ] g":
        "fun μ f g => Filter.EventuallyEq (MeasureTheory.ae μ) f g",
    "def d (l : Filter ℝ) (f g : ℝ → ℝ) : Prop := f =O[l] g":
        "fun l f g => Asymptotics.IsBigO l f g",
    "def d (μ : MeasureTheory.Measure ℝ) (f : ℝ → ℝ) : Prop := ∀ᵐ x ∂μ, 0 < f x":
        "fun μ f => Filter.Eventually (fun x => 0 < f x) (MeasureTheory.ae μ)",
    "def d (x : ℝ) : Filter ℝ := 𝓝[>] x": "fun x => nhdsWithin x (Set.Ioi x)",
}  # fmt: skip


@pytest.mark.parametrize("text", BINDING | SHAPES)
def test_a_notation_stands_for_its_constant(text: str) -> None:
    assert value(text) == (BINDING | SHAPES)[text]


def test_a_map_linear_over_one_ring() -> None:
    text = "def d (f : (Fin 2 → ℝ) →L[ℝ] ℝ) (g : ℝ ≃ₗ[ℝ] ℝ) : ℝ := g (f 0)"
    assert type_of(text) == (
        "ContinuousLinearMap (RingHom.id ℝ) (Fin 2 → ℝ) ℝ → LinearEquiv (RingHom.id ℝ) ℝ ℝ → ℝ"
    )


def test_the_type_of_a_numeral_reaches_it_through_membership() -> None:
    assert value("def d (x : ℝ) : Prop := x ∈ Set.Ici 0").endswith("Membership.mem (Set.Ici 0) x")


def test_a_proposition_is_an_argument_where_any_sort_is() -> None:
    assert type_of("def d (n : ℕ) (h : PProd (0 < n) ℕ) : ℕ := h.2") == (
        "∀ (n : ℕ), PProd (0 < n) ℕ → ℕ"
    )


def test_transport_where_only_the_value_fixes_the_type() -> None:
    text = (
        "def f {n : ℕ} (i : Fin n) : ℕ := n\n"
        "def d (a b c : ℕ) (e : Fin (a * (b * c))) : ℕ := f ((Nat.mul_assoc a b c).symm ▸ e)"
    )
    assert value(text) == "fun a b c e => f (cast ⋯ e)"


OPENED = {
    "open Topology\ndef d (x : ℝ) : Filter ℝ := 𝓝 x": "fun x => nhds x",
    "open Real\ndef d : ℝ := 2 * π": "2 * Real.pi",
    "def d (π : ℝ) : ℝ := 2 * π": "fun π => 2 * π",
    "open Gradient\ndef d (f : EuclideanSpace ℝ (Fin 2) → ℝ) (x) := ∇ f x":
        "fun f x => gradient f x",
    "open Finset\ndef d (s : Finset ℕ) : ℕ := #s": "fun s => Finset.card s",
    "open ContDiff\ndef d (f : ℝ → ℝ) : Prop := ContDiff ℝ ∞ f":
        "fun f => ContDiff ℝ (some Top.top) f",
    "def d (f : ℕ →+ ℕ) : ℕ := f 0": "fun f => f 0",
    "def d (n : ℕ+) : ℕ := n": "fun n => PNat.val n",
}  # fmt: skip


@pytest.mark.parametrize("text", OPENED)
def test_mathlibs_plain_notations(text: str) -> None:
    assert value(text) == OPENED[text]


def test_a_scaled_map_is_applied_though_the_scalar_is_only_a_numeral() -> None:
    text = "def d (A : (Fin 2 → ℝ) →L[ℝ] ℝ) (x : Fin 2 → ℝ) : ℝ := (2 • A) x"
    assert value(text) == "fun A x => (2 • A) x"


def test_the_adjoint_and_the_dual_of_an_inner_product_space() -> None:
    text = (
        "open InnerProduct\n"
        "variable {E : Type*} [NormedAddCommGroup E] [InnerProductSpace ℝ E] [CompleteSpace E]\n"
        "def d (A : E →L[ℝ] E) (x y : E) : Prop :=\n"
        "  ⟪A† y, x⟫_ℝ = InnerProductSpace.toDual ℝ E y (A x)"
    )
    assert "ContinuousLinearMap.adjoint A" in value(text)


def test_a_finite_set_is_a_type_where_an_argument_asks_for_one() -> None:
    text = "def d (s : Finset ℕ) (M : Matrix s (Fin 2) ℝ) (i : s) : ℝ := M i 0"
    assert type_of(text) == (
        "∀ (s : Finset ℕ), Matrix { x // Membership.mem s x } (Fin 2) ℝ → "
        "{ x // Membership.mem s x } → ℝ"
    )
