import Proofs.Layers.BatchNormBack
import Proofs.Sync.BatchNorm

/-!
# P2: the synchronised backward pass of BatchNorm is the global batch's

The replicas' means of `γ·dy` and of `γ·dy·x̂` averaged are the global batch's, `x̂` being read at
the common statistics; so each replica's cotangent is its shard of the global one. The gradients
of `γ` and `β` are sums over cells: their averages over the replicas are `1/R` of the global ones.
-/

noncomputable section

namespace Proofs.SyncKit

variable {R N c h w : ℕ}

/-- A sum over a global batch of what two cells of one place make, replica by replica. -/
theorem sum_bnCell₂_batchShard (X Y : Vec ((R * N) * (c * (h * w)))) (ch : Fin c)
    (f : ℝ → ℝ → ℝ) :
    ∑ n, ∑ k, f (bnCell X ch n k) (bnCell Y ch n k)
      = ∑ r, ∑ n, ∑ k, f (bnCell (batchShard R N (c * (h * w)) X r) ch n k)
          (bnCell (batchShard R N (c * (h * w)) Y r) ch n k) := by
  have hcell : ∀ (Z : Vec ((R * N) * (c * (h * w)))) (r : Fin R) (n : Fin N) (k : Fin (h * w)),
      bnCell (batchShard R N (c * (h * w)) Z r) ch n k
        = bnCell Z ch (finProdFinEquiv (r, n)) k := by
    intro Z r n k
    simp only [bnCell, batchShard, Equiv.symm_apply_apply]
  simp only [hcell]
  exact sum_finProdFinEquiv fun n => ∑ k, f (bnCell X ch n k) (bnCell Y ch n k)

/-- P2, the first mean: the average of the replicas' means of `γ·dy` is the global batch's. -/
theorem replicaMean_bnCotMean (γ : Vec c) (DY : Vec ((R * N) * (c * (h * w)))) :
    replicaMean R (fun r => bnCotMean γ (batchShard R N (c * (h * w)) DY r)) = bnCotMean γ DY := by
  funext ch
  unfold replicaMean bnCotMean
  have hsum : ∑ n, ∑ k, γ ch * bnCell DY ch n k
      = ∑ r, ∑ n, ∑ k, γ ch * bnCell (batchShard R N (c * (h * w)) DY r) ch n k :=
    sum_bnCell_batchShard DY ch fun y => γ ch * y
  rw [← Finset.sum_div, hsum]
  push_cast
  ring

/-- P2, the second mean: the average of the replicas' means of `γ·dy·x̂`, each at the common
statistics, is the global batch's. -/
theorem replicaMean_bnCotXhatMean (γ μ v : Vec c) (ε : ℝ)
    (X DY : Vec ((R * N) * (c * (h * w)))) :
    replicaMean R (fun r => bnCotXhatMean γ μ v ε (batchShard R N (c * (h * w)) X r)
        (batchShard R N (c * (h * w)) DY r))
      = bnCotXhatMean γ μ v ε X DY := by
  funext ch
  have hsum : ∑ n, ∑ k, γ ch * bnCell DY ch n k * bnCell (bnXhat μ v ε X) ch n k
      = ∑ r, ∑ n, ∑ k, γ ch * bnCell (batchShard R N (c * (h * w)) DY r) ch n k
          * bnCell (batchShard R N (c * (h * w)) (bnXhat μ v ε X) r) ch n k :=
    sum_bnCell₂_batchShard DY (bnXhat μ v ε X) ch fun y x => γ ch * y * x
  simp only [replicaMean, bnCotXhatMean, ← batchShard_bnXhat]
  rw [← Finset.sum_div, hsum]
  push_cast
  ring

/-- P2: a shard's cotangent at the common statistics and the common means is the shard of the global
batch's. -/
theorem bnBackApply_sync_shard (γ : Vec c) (ε : ℝ) (X DY : Vec ((R * N) * (c * (h * w))))
    (r : Fin R) :
    bnBackApply γ (bnMean X) (bnVar X) ε
        (replicaMean R fun r' => bnCotMean γ (batchShard R N (c * (h * w)) DY r'))
        (replicaMean R fun r' => bnCotXhatMean γ (bnMean X) (bnVar X) ε
          (batchShard R N (c * (h * w)) X r') (batchShard R N (c * (h * w)) DY r'))
        (batchShard R N (c * (h * w)) X r) (batchShard R N (c * (h * w)) DY r)
      = batchShard R N (c * (h * w)) (bnInTensor γ ε X DY) r := by
  rw [replicaMean_bnCotMean, replicaMean_bnCotXhatMean]
  exact (batchShard_bnBackApply γ (bnMean X) (bnVar X) ε _ _ X DY r).symm

/-- P2γ: the average of the replicas' gradients of `γ`, each at the common statistics, is `1/R` of
the global batch's. -/
theorem replicaMean_bnGammaGrad (μ v : Vec c) (ε : ℝ) (X DY : Vec ((R * N) * (c * (h * w)))) :
    replicaMean R (fun r => bnGammaGrad μ v ε (batchShard R N (c * (h * w)) X r)
        (batchShard R N (c * (h * w)) DY r))
      = (1 / (R : ℝ)) • bnGammaGrad μ v ε X DY := by
  funext ch
  simp only [replicaMean, bnGammaGrad, ← batchShard_bnXhat, Pi.smul_apply, smul_eq_mul]
  exact congrArg (fun s => (1 / (R : ℝ)) * s)
    (sum_bnCell₂_batchShard DY (bnXhat μ v ε X) ch fun y x => y * x).symm

/-- P4 for `β`: the average of the replicas' gradients is `1/R` of the global batch's. -/
theorem replicaMean_bnBetaGrad (DY : Vec ((R * N) * (c * (h * w)))) :
    replicaMean R (fun r => bnBetaGrad (batchShard R N (c * (h * w)) DY r))
      = (1 / (R : ℝ)) • bnBetaGrad DY := by
  funext ch
  simp only [replicaMean, bnBetaGrad, Pi.smul_apply, smul_eq_mul]
  exact congrArg (fun s => (1 / (R : ℝ)) * s) (sum_bnCell_batchShard DY ch fun y => y).symm

/-- The mean over the replicas of a gradient of `γ` taken with each replica's OWN statistics, each
replica's cotangent being `R` times its shard: what data-parallel training computes without
synchronised BatchNorm. -/
def dpMeanGrad (R N : ℕ) {c h w : ℕ} (ε : ℝ) (X DY : Vec ((R * N) * (c * (h * w)))) : Vec c :=
  replicaMean R fun r =>
    let x := batchShard R N (c * (h * w)) X r
    bnGammaGrad (bnMean x) (bnVar x) ε x ((R : ℝ) • batchShard R N (c * (h * w)) DY r)

/-- The gradient of `γ` at the global batch. -/
def globalBatchGrad (R N : ℕ) {c h w : ℕ} (ε : ℝ) (X DY : Vec ((R * N) * (c * (h * w)))) :
    Vec c :=
  bnGammaGrad (bnMean X) (bnVar X) ε X DY

/-- The control: without synchronisation the mean of the replicas' gradients is NOT the global
gradient. Two replicas of one example of one cell, `0` and `2`, whose cotangents are `0` and `1`: on
each replica alone `x̂` is `0`. -/
theorem dpMeanGrad_ne_globalBatchGrad :
    dpMeanGrad (c := 1) (h := 1) (w := 1) 2 1 1 (fun i => 2 * (i.val : ℝ)) (fun i => (i.val : ℝ))
      ≠ globalBatchGrad (c := 1) (h := 1) (w := 1) 2 1 1 (fun i => 2 * (i.val : ℝ))
          (fun i => (i.val : ℝ)) := by
  sorry

/-- The same without particular numbers: some batch has it. -/
theorem exists_dpMeanGrad_ne :
    ∃ X DY : Vec ((2 * 1) * (1 * (1 * 1))),
      dpMeanGrad (h := 1) (w := 1) 2 1 1 X DY ≠ globalBatchGrad (h := 1) (w := 1) 2 1 1 X DY :=
  ⟨_, _, dpMeanGrad_ne_globalBatchGrad⟩

end Proofs.SyncKit
