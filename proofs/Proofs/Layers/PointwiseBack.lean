import Proofs.Foundation.Derivative
import Proofs.Layers.ConvBack
import Proofs.Layers.Pointwise

/-!
# Rectifier, dense layer and global average pool, backward
-/

noncomputable section

namespace Proofs

variable {m n c h w N R a : ℕ}

/-- The rectifier's cotangent: masked at the saved pre-activation, `0` where it is not positive. -/
def reluBack (y dy : Vec n) : Vec n := fun i => if 0 < y i then dy i else 0

/-- A dense layer's cotangent at its input. -/
def denseBack (W : Mat m n) (dy : Vec n) : Vec m := fun i => ∑ j, W i j * dy j

/-- The global average pool's cotangent: each channel's spread evenly over the grid. -/
def gapBack (dy : Vec c) : Vec (c * h * w) :=
  flatten3 fun ch (_ : Fin h) (_ : Fin w) => dy ch / ((h : ℝ) * (w : ℝ))

/-- A dense layer's weight gradient, summed over a batch. -/
def denseGradWB (N : ℕ) {m n : ℕ} (X : Vec (N * m)) (DY : Vec (N * n)) : Mat m n := fun i j =>
  ∑ k, batchSlice N m X k i * batchSlice N n DY k j

/-- A dense layer's bias gradient, summed over a batch. -/
def denseGradbB (N : ℕ) {n : ℕ} (DY : Vec (N * n)) : Vec n := fun j => ∑ k, batchSlice N n DY k j

/-- The rectifier's mask is linear in the cotangent. -/
theorem reluBack_smul (y : Vec n) (t : ℝ) (dy : Vec n) :
    reluBack y (t • dy) = t • reluBack y dy := by
  funext i
  simp only [reluBack, Pi.smul_apply, smul_eq_mul, mul_ite, mul_zero]

/-- A dense layer's input cotangent is linear in the cotangent. -/
theorem denseBack_smul (W : Mat m n) (t : ℝ) (dy : Vec n) :
    denseBack W (t • dy) = t • denseBack W dy := by
  funext i
  simp only [denseBack, Pi.smul_apply, smul_eq_mul, Finset.mul_sum, mul_left_comm]

/-- The pool's cotangent is linear in the cotangent. -/
theorem gapBack_smul (t : ℝ) (dy : Vec c) :
    gapBack (h := h) (w := w) (t • dy) = t • gapBack dy := by
  funext i
  simp only [gapBack, flatten3, Pi.smul_apply, smul_eq_mul, mul_div_assoc]

/-- A dense layer's weight gradient is linear in the cotangent. -/
theorem denseGradWB_smul (t : ℝ) (X : Vec (N * m)) (DY : Vec (N * n)) :
    denseGradWB N X (t • DY) = t • denseGradWB N X DY := by
  funext i j
  simp only [denseGradWB, batchSlice, Pi.smul_apply, smul_eq_mul, Finset.mul_sum, mul_left_comm]

/-- A dense layer's bias gradient is linear in the cotangent. -/
theorem denseGradbB_smul (t : ℝ) (DY : Vec (N * n)) :
    denseGradbB N (t • DY) = t • denseGradbB N DY := by
  funext j
  simp only [denseGradbB, batchSlice, Pi.smul_apply, smul_eq_mul, Finset.mul_sum]

/-- P3 for the rectifier's mask: the saved pre-activation is cut with the cotangent. -/
theorem reluBack_shard (Y DY : Vec ((R * N) * a)) (r : Fin R) :
    batchShard R N a (reluBack Y DY) r
      = reluBack (batchShard R N a Y r) (batchShard R N a DY r) :=
  rfl

/-- The rectifier's mask is certified away from its kink. -/
theorem reluBack_isVJP (y dy : Vec n) (hy : ∀ i, y i ≠ 0) :
    IsVJP reluVec y dy (reluBack y dy) := by
  sorry

/-- A dense layer's input cotangent is certified. -/
theorem denseBack_isVJP (W : Mat m n) (b : Vec n) (x : Vec m) (dy : Vec n) :
    IsVJP (dense W b) x dy (denseBack W dy) := by
  sorry

/-- The pool's cotangent is certified. -/
theorem gapBack_isVJP (x : Vec (c * h * w)) (dy : Vec c) :
    IsVJP globalAvgPool x dy (gapBack dy) := by
  sorry

/-- A dense layer's weight gradient is certified. -/
theorem denseGradWB_isVJP (W : Mat m n) (b : Vec n) (X : Vec (N * m)) (DY : Vec (N * n)) :
    IsVJP (fun θ => batchMap N (dense (unflatten2 θ) b) X) (flatten2 W) DY
      (flatten2 (denseGradWB N X DY)) := by
  sorry

/-- A dense layer's bias gradient is certified. -/
theorem denseGradbB_isVJP (W : Mat m n) (b : Vec n) (X : Vec (N * m)) (DY : Vec (N * n)) :
    IsVJP (fun θ => batchMap N (dense W θ) X) b DY (denseGradbB N DY) := by
  sorry

end Proofs
