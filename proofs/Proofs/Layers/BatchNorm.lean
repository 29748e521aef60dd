import Proofs.Foundation.Batch

/-!
# BatchNorm over a batch

Statistics are per channel over all `N · h · w` cells: the mean and the biased variance (divided by
the count). BatchNorm's own width is `c * (h * w)`; `bnBatchLA` is the same function at an image
batch's width `c * h * w`.
-/

noncomputable section

namespace Proofs

variable {R N c h w : ℕ}

/-- Cell `k` of channel `ch` of example `n`. -/
def bnCell (X : Vec (N * (c * (h * w)))) (ch : Fin c) (n : Fin N) (k : Fin (h * w)) : ℝ :=
  X (finProdFinEquiv (n, finProdFinEquiv (ch, k)))

/-- Each channel's mean over the batch. -/
def bnMean (X : Vec (N * (c * (h * w)))) : Vec c := fun ch =>
  (∑ n, ∑ k, bnCell X ch n k) / ((N * (h * w) : ℕ) : ℝ)

/-- Each channel's biased variance over the batch, in two passes. -/
def bnVar (X : Vec (N * (c * (h * w)))) : Vec c :=
  let μ := bnMean X
  fun ch => (∑ n, ∑ k, (bnCell X ch n k - μ ch) ^ 2) / ((N * (h * w) : ℕ) : ℝ)

/-- Normalisation with statistics handed in: `γ · (x - μ) · 1/√(v + ε) + β`. -/
def bnApply (γ β μ v : Vec c) (ε : ℝ) (X : Vec (N * (c * (h * w)))) :
    Vec (N * (c * (h * w))) := fun idx =>
  let p := finProdFinEquiv.symm idx
  let q := finProdFinEquiv.symm p.2
  γ q.1 * (X idx - μ q.1) * (1 / Real.sqrt (v q.1 + ε)) + β q.1

/-- BatchNorm with the batch's own statistics, at BatchNorm's own width. -/
def bnBatchTensor (γ β : Vec c) (ε : ℝ) (X : Vec (N * (c * (h * w)))) :
    Vec (N * (c * (h * w))) :=
  bnApply γ β (bnMean X) (bnVar X) ε X

/-- BatchNorm with the batch's own statistics, at an image batch's width. -/
def bnBatchLA (N : ℕ) {c h w : ℕ} (γ β : Vec c) (ε : ℝ) (X : Vec (N * (c * h * w))) :
    Vec (N * (c * h * w)) :=
  unassocB (bnBatchTensor γ β ε (reassocB X))

/-- Normalising with given statistics acts on one example at a time, so it commutes with sharding,
the statistics being the same on both sides. -/
theorem batchShard_bnApply (γ β μ v : Vec c) (ε : ℝ) (X : Vec ((R * N) * (c * (h * w))))
    (r : Fin R) :
    batchShard R N (c * (h * w)) (bnApply γ β μ v ε X) r
      = bnApply γ β μ v ε (batchShard R N (c * (h * w)) X r) := by
  funext idx
  simp only [batchShard, bnApply, Equiv.symm_apply_apply]

/-- BatchNorm does not see a shift that is the same on every cell. The batch must have cells. -/
theorem bnBatchTensor_shift (hN : 0 < N) (hs : 0 < h * w) (γ β : Vec c) (ε t : ℝ)
    (X : Vec (N * (c * (h * w)))) :
    bnBatchTensor γ β ε (fun i => X i + t) = bnBatchTensor γ β ε X := by
  sorry

/-- The mean of BatchNorm's output is `β`, for every `ε`. The batch must have cells. -/
theorem bnMean_bnBatchTensor (hN : 0 < N) (hs : 0 < h * w) (γ β : Vec c) (ε : ℝ)
    (X : Vec (N * (c * (h * w)))) :
    bnMean (bnBatchTensor γ β ε X) = β := by
  sorry

end Proofs
