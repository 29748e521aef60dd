import Proofs.Foundation.Tensor

/-!
# What a backward pass computes

A cotangent at a function's result, carried back to its argument, is what pairs with every
direction as the given cotangent pairs with the derivative along it. "Certified" gradients are those
of which this is proved.
-/

noncomputable section

namespace Proofs

variable {m n : ℕ}

/-- `dx` is the cotangent `dy` carried back through `f` at `x`: for every direction `v`,
`⟨dx, v⟩ = ⟨dy, Df(x) v⟩`. Of use where `f` has a derivative at `x`; elsewhere Mathlib's derivative
is `0` by convention. -/
def IsVJP (f : Vec m → Vec n) (x : Vec m) (dy : Vec n) (dx : Vec m) : Prop :=
  ∀ v : Vec m, ∑ i, dx i * v i = ∑ j, dy j * fderiv ℝ f x v j

/-- The identity carries a cotangent back unchanged. -/
theorem isVJP_id (x dy : Vec n) : IsVJP (fun y => y) x dy dy := by
  intro v
  simp

end Proofs
