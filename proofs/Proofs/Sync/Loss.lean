import Proofs.Foundation.Derivative
import Proofs.Layers.Pointwise

/-!
# The losses' cotangents, and their divisors

Both losses average over the batch, so a replica that divides by its own count hands its chain a
cotangent that is `R` times its shard of the global one. That factor is what the mean over the
replicas takes away again.
-/

noncomputable section

namespace Proofs.SyncKit

variable {R N K : ℕ}

/-- Softmax. -/
def softmax (z : Vec K) : Vec K := fun j => Real.exp (z j) / ∑ k, Real.exp (z k)

/-- The label-smoothed cross entropy's cotangent at one example's logits `z` with target `t`, before
the division by the batch: `softmax z - t + α·t - α/K`. -/
def smoothedCECot (α : ℝ) (t z : Vec K) : Vec K := fun j =>
  softmax z j - t j + α * t j - α / (K : ℝ)

/-- The label-smoothed cross entropy's cotangent at a batch's logits, with divisor `B`. -/
def smoothedCECotB (N : ℕ) {K : ℕ} (B α : ℝ) (T Z : Vec (N * K)) : Vec (N * K) := fun i =>
  batchMapAux N (smoothedCECot α) T Z i / B

/-- BCE with logits: the cotangent at a batch's logits, with divisor `D`. -/
def bceCotB (N : ℕ) {K : ℕ} (D : ℝ) (T Z : Vec (N * K)) : Vec (N * K) := fun i =>
  (sigmoid (Z i) - T i) / D

/-- The targets that labels stand for: one at an example's class, zero elsewhere. -/
def oneHotB (N : ℕ) {K : ℕ} (labels : Fin N → Fin K) : Vec (N * K) := fun i =>
  let p := finProdFinEquiv.symm i
  if p.2 = labels p.1 then 1 else 0

/-- The label-smoothed cross entropy of one example: targets `t` smoothed to `(1-α)·t + α/K`. -/
def smoothedCE (α : ℝ) (t z : Vec K) : ℝ :=
  -∑ j, ((1 - α) * t j + α / (K : ℝ)) * Real.log (softmax z j)

/-- BCE with logits of one example, summed over the classes. -/
def bceLogits (t z : Vec K) : ℝ :=
  -∑ j, (t j * Real.log (sigmoid (z j)) + (1 - t j) * Real.log (1 - sigmoid (z j)))

/-- With a replica's divisor `B` and the global divisor `R·B`, a replica's label-smoothed cotangent
at its shard is its shard of `R` times the global one. -/
theorem replicaLossCot_eq (hR : 0 < R) (B α : ℝ) (T Z : Vec ((R * N) * K)) (r : Fin R) :
    smoothedCECotB N B α (batchShard R N K T r) (batchShard R N K Z r)
      = batchShard R N K ((R : ℝ) • smoothedCECotB (R * N) ((R : ℝ) * B) α T Z) r := by
  have hR' : (R : ℝ) ≠ 0 := Nat.cast_ne_zero.mpr hR.ne'
  funext i
  show batchMapAux N (smoothedCECot α) (batchShard R N K T r) (batchShard R N K Z r) i / B
    = (R : ℝ) * (batchShard R N K (batchMapAux (R * N) (smoothedCECot α) T Z) r i / ((R : ℝ) * B))
  rw [batchShard_batchMapAux, ← mul_div_assoc, mul_div_mul_left _ _ hR']

/-- A replica's share of one-hot targets are the one-hot targets of its share of the labels. -/
theorem oneHotB_shard (labels : Fin (R * N) → Fin K) (r : Fin R) :
    batchShard R N K (oneHotB (R * N) labels) r
      = oneHotB N fun n => labels (finProdFinEquiv (r, n)) := by
  funext i
  simp [batchShard, oneHotB]

/-- `replicaLossCot_eq` for labels: each replica makes its targets from its own. -/
theorem replicaLossCot_oneHot (hR : 0 < R) (B α : ℝ) (labels : Fin (R * N) → Fin K)
    (Z : Vec ((R * N) * K)) (r : Fin R) :
    smoothedCECotB N B α (oneHotB N fun n => labels (finProdFinEquiv (r, n)))
        (batchShard R N K Z r)
      = batchShard R N K
          ((R : ℝ) • smoothedCECotB (R * N) ((R : ℝ) * B) α (oneHotB (R * N) labels) Z) r := by
  rw [← oneHotB_shard]
  exact replicaLossCot_eq hR B α (oneHotB (R * N) labels) Z r

/-- The cotangent is the loss's derivative, for targets that sum to one: any `u` of sum not zero,
divided by its sum. -/
theorem smoothedCECot_isVJP (hK : 0 < K) (α : ℝ) (u z : Vec K) (hu : ∑ j, u j ≠ 0) :
    let t : Vec K := fun j => u j / ∑ k, u k
    IsVJP (n := 1) (fun y _ => smoothedCE α t y) z (fun _ => 1) (smoothedCECot α t z) := by
  sorry

/-- BCE's cotangent is the loss's derivative. -/
theorem bceCot_isVJP (t z : Vec K) :
    IsVJP (n := 1) (fun y _ => bceLogits t y) z (fun _ => 1) (fun j => sigmoid (z j) - t j) := by
  sorry

end Proofs.SyncKit
