import Proofs.Foundation.Batch

/-!
# Dense layers, activations, pooling, drop-path and dropout
-/

noncomputable section

namespace Proofs

/-- The logistic function. -/
def sigmoid (x : ℝ) : ℝ := 1 / (1 + Real.exp (-x))

/-- Swish (SiLU): `x · σ(x)`. -/
def swish (x : ℝ) : ℝ := x * sigmoid x

/-- The rectifier. -/
def relu (x : ℝ) : ℝ := max x 0

variable {m n c h w N a R : ℕ}

/-- Swish at every entry. -/
def swishVec (x : Vec n) : Vec n := fun i => swish (x i)

/-- The rectifier at every entry. -/
def reluVec (x : Vec n) : Vec n := fun i => relu (x i)

/-- A dense layer; `W i j` is the weight from input `i` to output `j`. -/
def dense (W : Mat m n) (b : Vec n) (x : Vec m) : Vec n := fun j => b j + ∑ i, x i * W i j

/-- Global average pool: each channel's mean over the grid. -/
def globalAvgPool (x : Vec (c * h * w)) : Vec c := fun ch =>
  (∑ i, ∑ j, unflatten3 x ch i j) / ((h : ℝ) * (w : ℝ))

/-- Drop-path: each example times its own scale. The scale is data: `keep / keep_prob` in
training, `1` in evaluation. -/
def dropPath (s : Vec N) (X : Vec (N * a)) : Vec (N * a) := fun idx =>
  let p := finProdFinEquiv.symm idx
  s p.1 * X idx

/-- Dropout: each entry times its own mask value. -/
def dropout (mask x : Vec n) : Vec n := fun i => mask i * x i

/-- The logistic function's reflection. -/
theorem sigmoid_neg (x : ℝ) : sigmoid (-x) = 1 - sigmoid x := by
  have hpos : (1 : ℝ) + Real.exp x ≠ 0 := (add_pos one_pos (Real.exp_pos x)).ne'
  have hneg : (1 : ℝ) + Real.exp (-x) ≠ 0 := (add_pos one_pos (Real.exp_pos (-x))).ne'
  have hmul : Real.exp x * Real.exp (-x) = 1 := by
    rw [← Real.exp_add, add_neg_cancel, Real.exp_zero]
  unfold sigmoid
  rw [neg_neg, eq_sub_iff_add_eq, div_add_div _ _ hpos hneg,
    div_eq_one_iff_eq (mul_ne_zero hpos hneg)]
  linear_combination (-1) * hmul

/-- The even part of swish is the identity: `swish x - swish (-x) = x`. -/
theorem swish_sub_swish_neg (x : ℝ) : swish x - swish (-x) = x := by
  unfold swish
  rw [sigmoid_neg]
  ring

/-- The rectifier as a sum. -/
theorem relu_eq (x : ℝ) : relu x = (x + |x|) / 2 := by
  unfold relu
  rcases le_total x 0 with hx | hx
  · rw [max_eq_right hx, abs_of_nonpos hx]
    ring
  · rw [max_eq_left hx, abs_of_nonneg hx]
    ring

/-- Pooling an image that is constant on each channel gives the constants. The grid must have
cells: the mean over none is `0` by Lean's division. -/
theorem globalAvgPool_const (hh : 0 < h) (hw : 0 < w) (v : Vec c) :
    globalAvgPool (flatten3 (fun ch (_ : Fin h) (_ : Fin w) => v ch)) = v := by
  sorry

/-- P3 for drop-path: the scales are cut with the examples. Nothing is claimed of replicas that
draw their scales apart. -/
theorem batchShard_dropPath (S : Vec (R * N)) (X : Vec ((R * N) * a)) (r : Fin R) :
    batchShard R N a (dropPath S X) r = dropPath (exampleShard R N S r) (batchShard R N a X r) := by
  funext idx
  simp only [batchShard, dropPath, exampleShard, Equiv.symm_apply_apply]

/-- P3 for dropout: the mask is cut with the batch. -/
theorem batchShard_dropout (mask X : Vec ((R * N) * a)) (r : Fin R) :
    batchShard R N a (dropout mask X) r
      = dropout (batchShard R N a mask r) (batchShard R N a X r) :=
  rfl

end Proofs
