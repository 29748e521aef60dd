import Proofs.Layers.BatchNorm
import Proofs.Sync.Statistics

/-!
# P1: synchronised statistics are the global batch's

Each replica holds a shard of one batch of `R * N` examples. The replicas' means averaged, and
Chan's corrected variances averaged, are the statistics of the whole; normalising a shard with them
is the shard of BatchNorm of the whole.
-/

noncomputable section

namespace Proofs.SyncKit

variable {R N c h w : ℕ}

/-- The variance that a replica contributes: its own, corrected for its mean's distance from the
common mean. -/
def chanVar (μ : Vec c) (X : Vec (N * (c * (h * w)))) : Vec c := fun ch =>
  bnVar X ch + (bnMean X ch - μ ch) ^ 2

/-- A channel's cells in one row. -/
def channel (X : Vec (N * (c * (h * w)))) (ch : Fin c) : Vec (N * (h * w)) := fun i =>
  let p := finProdFinEquiv.symm i
  bnCell X ch p.1 p.2

/-- A sum over a channel's cells, in one row or by example. -/
theorem sum_channel (X : Vec (N * (c * (h * w)))) (ch : Fin c) (f : ℝ → ℝ) :
    ∑ i, f (channel X ch i) = ∑ n, ∑ k, f (bnCell X ch n k) :=
  (sum_finProdFinEquiv fun i => f (channel X ch i)).trans
    (by simp only [channel, Equiv.symm_apply_apply])

/-- BatchNorm's mean is the mean of the channel's cells. -/
theorem mean_channel (X : Vec (N * (c * (h * w)))) (ch : Fin c) :
    mean (channel X ch) = bnMean X ch :=
  congrArg (fun s => s / ((N * (h * w) : ℕ) : ℝ)) (sum_channel X ch fun x => x)

/-- BatchNorm's variance is the variance of the channel's cells. -/
theorem variance_channel (X : Vec (N * (c * (h * w)))) (ch : Fin c) :
    variance (channel X ch) = bnVar X ch := by
  unfold variance
  rw [mean_channel]
  exact congrArg (fun s => s / ((N * (h * w) : ℕ) : ℝ))
    (sum_channel X ch fun x => (x - bnMean X ch) ^ 2)

/-- A channel's sum over a global batch, replica by replica. -/
theorem sum_bnCell_batchShard (X : Vec ((R * N) * (c * (h * w)))) (ch : Fin c) (f : ℝ → ℝ) :
    ∑ n, ∑ k, f (bnCell X ch n k)
      = ∑ r, ∑ n, ∑ k, f (bnCell (batchShard R N (c * (h * w)) X r) ch n k) := by
  have hcell : ∀ (r : Fin R) (n : Fin N) (k : Fin (h * w)),
      bnCell (batchShard R N (c * (h * w)) X r) ch n k
        = bnCell X ch (finProdFinEquiv (r, n)) k := by
    intro r n k
    simp only [bnCell, batchShard, Equiv.symm_apply_apply]
  simp only [hcell]
  exact sum_finProdFinEquiv fun n => ∑ k, f (bnCell X ch n k)

/-- P1, the mean: the average of the replicas' means is the global batch's mean. -/
theorem replicaMean_bnMean (X : Vec ((R * N) * (c * (h * w)))) :
    replicaMean R (fun r => bnMean (batchShard R N (c * (h * w)) X r)) = bnMean X := by
  funext ch
  unfold replicaMean bnMean
  have hsum : ∑ n, ∑ k, bnCell X ch n k
      = ∑ r, ∑ n, ∑ k, bnCell (batchShard R N (c * (h * w)) X r) ch n k :=
    sum_bnCell_batchShard X ch fun x => x
  rw [← Finset.sum_div, hsum]
  push_cast
  ring

/-- P1, the variance: the average of Chan's corrected variances about the global mean is the global
batch's variance. The average of the replicas' own variances is not. -/
theorem replicaMean_chanVar (X : Vec ((R * N) * (c * (h * w)))) :
    replicaMean R (fun r => chanVar (bnMean X) (batchShard R N (c * (h * w)) X r)) = bnVar X := by
  funext ch
  have hshard : ∀ r, ∑ n, ∑ k,
      (bnCell (batchShard R N (c * (h * w)) X r) ch n k - bnMean X ch) ^ 2
        = ((N * (h * w) : ℕ) : ℝ)
          * chanVar (bnMean X) (batchShard R N (c * (h * w)) X r) ch := by
    intro r
    have hrow := sum_sq_eq_card_mul (channel (batchShard R N (c * (h * w)) X r) ch) (bnMean X ch)
    rw [mean_channel, variance_channel] at hrow
    exact (sum_channel (batchShard R N (c * (h * w)) X r) ch
      fun x => (x - bnMean X ch) ^ 2).symm.trans hrow
  have htot : ∑ n, ∑ k, (bnCell X ch n k - bnMean X ch) ^ 2
      = ((N * (h * w) : ℕ) : ℝ)
        * ∑ r, chanVar (bnMean X) (batchShard R N (c * (h * w)) X r) ch :=
    (sum_bnCell_batchShard X ch fun x => (x - bnMean X ch) ^ 2).trans
      ((Finset.sum_congr rfl fun r _ => hshard r).trans (Finset.mul_sum _ _ _).symm)
  rcases Nat.eq_zero_or_pos (N * (h * w)) with h0 | hpos
  · have hcnt : ((N * (h * w) : ℕ) : ℝ) = 0 :=
      (congrArg (Nat.cast : ℕ → ℝ) h0).trans Nat.cast_zero
    have hcells : R * N * (h * w) = 0 := by rw [Nat.mul_assoc, h0, Nat.mul_zero]
    have hcnt' : ((R * N * (h * w) : ℕ) : ℝ) = 0 :=
      (congrArg (Nat.cast : ℕ → ℝ) hcells).trans Nat.cast_zero
    unfold replicaMean chanVar bnVar bnMean
    simp only [hcnt, hcnt', div_zero]
    simp
  · have hcnt : ((N * (h * w) : ℕ) : ℝ) ≠ 0 := Nat.cast_ne_zero.mpr hpos.ne'
    show (1 / (R : ℝ)) * ∑ r, chanVar (bnMean X) (batchShard R N (c * (h * w)) X r) ch
      = (∑ n, ∑ k, (bnCell X ch n k - bnMean X ch) ^ 2) / ((R * N * (h * w) : ℕ) : ℝ)
    rw [htot, Nat.mul_assoc R N (h * w), Nat.cast_mul R (N * (h * w)), mul_comm (R : ℝ) _,
      mul_div_mul_left _ _ hcnt, one_div, div_eq_inv_mul]

/-- P1: a shard normalised with the synchronised statistics is the shard of BatchNorm of the global
batch, for every `ε`. That the replicas hold shards of one batch is given, not proved. -/
theorem bnApply_sync_shard (γ β : Vec c) (ε : ℝ) (X : Vec ((R * N) * (c * (h * w))))
    (r : Fin R) :
    bnApply γ β
        (replicaMean R fun r' => bnMean (batchShard R N (c * (h * w)) X r'))
        (replicaMean R fun r' => chanVar (bnMean X) (batchShard R N (c * (h * w)) X r'))
        ε (batchShard R N (c * (h * w)) X r)
      = batchShard R N (c * (h * w)) (bnBatchTensor γ β ε X) r := by
  rw [replicaMean_bnMean, replicaMean_chanVar]
  exact (batchShard_bnApply γ β (bnMean X) (bnVar X) ε X r).symm

/-- Without synchronisation it fails: there is a batch of two examples on two replicas for which a
replica's own BatchNorm is not its shard of BatchNorm of the whole. -/
theorem exists_bnBatchTensor_shard_ne :
    ∃ X : Vec ((2 * 1) * (1 * (1 * 1))),
      bnBatchTensor (N := 1) (c := 1) (h := 1) (w := 1) (fun _ => 1) (fun _ => 0) 1
          (batchShard 2 1 (1 * (1 * 1)) X 0)
        ≠ batchShard 2 1 (1 * (1 * 1))
            (bnBatchTensor (N := 2 * 1) (c := 1) (h := 1) (w := 1) (fun _ => 1) (fun _ => 0) 1 X)
            0 := by
  sorry

end Proofs.SyncKit
