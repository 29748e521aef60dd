import Proofs.Sync.Statistics

/-!
# Chan's identity

The variance of a whole, from the variances and the means of its equal shards.
-/

noncomputable section

namespace Proofs.SyncKit

variable {m R : ℕ}

/-- Chan's identity: the mean over the shards of `σ²_r + (μ_r - μ)²` is the variance of the whole,
`μ` being its mean. The shards are of equal size; nothing is claimed of unequal ones. -/
theorem chan_identity (X : Vec (R * m)) :
    (1 / (R : ℝ)) * ∑ r, (variance (exampleShard R m X r)
        + (mean (exampleShard R m X r) - mean X) ^ 2)
      = variance X := by
  have htot : ∑ i, (X i - mean X) ^ 2
      = (m : ℝ) * ∑ r, (variance (exampleShard R m X r)
          + (mean (exampleShard R m X r) - mean X) ^ 2) :=
    calc ∑ i, (X i - mean X) ^ 2
        = ∑ r, ∑ i, (exampleShard R m X r i - mean X) ^ 2 :=
          sum_finProdFinEquiv fun k => (X k - mean X) ^ 2
      _ = ∑ r, (m : ℝ) * (variance (exampleShard R m X r)
            + (mean (exampleShard R m X r) - mean X) ^ 2) :=
          Finset.sum_congr rfl fun r _ => sum_sq_eq_card_mul _ _
      _ = (m : ℝ) * ∑ r, (variance (exampleShard R m X r)
            + (mean (exampleShard R m X r) - mean X) ^ 2) :=
          (Finset.mul_sum _ _ _).symm
  rcases Nat.eq_zero_or_pos m with rfl | hm
  · simp [variance, mean]
  · have hm' : (m : ℝ) ≠ 0 := Nat.cast_ne_zero.mpr hm.ne'
    show (1 / (R : ℝ)) * ∑ r, (variance (exampleShard R m X r)
        + (mean (exampleShard R m X r) - mean X) ^ 2)
      = (∑ i, (X i - mean X) ^ 2) / ((R * m : ℕ) : ℝ)
    rw [htot, Nat.cast_mul R m, mul_comm (R : ℝ) _, mul_div_mul_left _ _ hm', one_div,
      div_eq_inv_mul]

/-- What Chan's term adds: the variance of the whole is the mean of the shards' variances and the
variance of their means. -/
theorem variance_eq_within_add_between (X : Vec (R * m)) :
    variance X = (1 / (R : ℝ)) * ∑ r, variance (exampleShard R m X r)
      + variance (fun r => mean (exampleShard R m X r)) := by
  have hμ : mean (fun r => mean (exampleShard R m X r)) = mean X := by
    rw [← mean_exampleShard X, one_div, ← div_eq_inv_mul]
    rfl
  have hbetween : variance (fun r => mean (exampleShard R m X r))
      = (1 / (R : ℝ)) * ∑ r, (mean (exampleShard R m X r) - mean X) ^ 2 := by
    unfold variance
    rw [hμ, one_div, div_eq_inv_mul]
  rw [hbetween, ← mul_add, ← Finset.sum_add_distrib, chan_identity]

/-- The mean of the shards' variances falls short of the variance of the whole, or meets it. -/
theorem mean_variance_le (X : Vec (R * m)) :
    (1 / (R : ℝ)) * ∑ r, variance (exampleShard R m X r) ≤ variance X := by
  rw [variance_eq_within_add_between X]
  exact le_add_of_nonneg_right (variance_nonneg _)

/-- It can fall short: the mean of the shards' variances is not the variance of the whole. So a
replica that normalised with its own variance would compute something else. -/
theorem exists_mean_variance_ne :
    ∃ X : Vec (2 * 1), (1 / (2 : ℝ)) * ∑ r, variance (exampleShard 2 1 X r) ≠ variance X := by
  sorry

end Proofs.SyncKit
