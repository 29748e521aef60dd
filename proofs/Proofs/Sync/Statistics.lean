import Proofs.Foundation.Batch

/-!
# Mean and variance of a whole and of its shards

The mean of equal shards' means is the mean of the whole. The mean of their variances is NOT the
variance of the whole: it misses the spread of the means, Chan's term.
-/

noncomputable section

namespace Proofs.SyncKit

variable {m n R : ℕ}

/-- The mean of the entries; `0` if there are none. -/
def mean (x : Vec n) : ℝ := (∑ i, x i) / (n : ℝ)

/-- The biased variance of the entries; `0` if there are none. -/
def variance (x : Vec n) : ℝ := (∑ i, (x i - mean x) ^ 2) / (n : ℝ)

/-- The mean over the replicas of a vector that each holds. -/
def replicaMean (R : ℕ) {n : ℕ} (g : Fin R → Vec n) : Vec n := fun i =>
  (1 / (R : ℝ)) * ∑ r, g r i

/-- The sum of the entries is their number times their mean, also where there are none. -/
theorem sum_eq_card_mul_mean (x : Vec n) : ∑ i, x i = (n : ℝ) * mean x := by
  rcases Nat.eq_zero_or_pos n with rfl | hn
  · simp
  · have hn' : (n : ℝ) ≠ 0 := Nat.cast_ne_zero.mpr hn.ne'
    unfold mean
    field_simp

/-- The mean of the shards' means is the mean of the whole. The shards are of equal size; nothing
is claimed of unequal ones. -/
theorem mean_exampleShard (X : Vec (R * m)) :
    (1 / (R : ℝ)) * ∑ r, mean (exampleShard R m X r) = mean X := by
  unfold mean exampleShard
  rw [sum_finProdFinEquiv X, ← Finset.sum_div]
  push_cast
  ring

/-- The squares about any centre: those about the mean, and the square of the centre's offset for
each entry. -/
theorem sum_sq_sub (x : Vec n) (t : ℝ) :
    ∑ i, (x i - t) ^ 2 = ∑ i, (x i - mean x) ^ 2 + (n : ℝ) * (mean x - t) ^ 2 := by
  have hpt : ∀ i, (x i - t) ^ 2
      = (x i - mean x) ^ 2 + (2 * (mean x - t) * x i + (t ^ 2 - mean x ^ 2)) :=
    fun i => by ring
  have hlin : ∑ i, (2 * (mean x - t) * x i + (t ^ 2 - mean x ^ 2))
      = (n : ℝ) * (mean x - t) ^ 2 := by
    rw [Finset.sum_add_distrib, ← Finset.mul_sum, sum_eq_card_mul_mean, Finset.sum_const,
      Finset.card_univ, Fintype.card_fin, nsmul_eq_mul]
    ring
  calc ∑ i, (x i - t) ^ 2
      = ∑ i, ((x i - mean x) ^ 2 + (2 * (mean x - t) * x i + (t ^ 2 - mean x ^ 2))) :=
        Finset.sum_congr rfl fun i _ => hpt i
    _ = ∑ i, (x i - mean x) ^ 2 + (n : ℝ) * (mean x - t) ^ 2 := by
        rw [Finset.sum_add_distrib, hlin]

/-- The squares about any centre, by the variance: what each shard contributes to Chan's sum. -/
theorem sum_sq_eq_card_mul (x : Vec n) (t : ℝ) :
    ∑ i, (x i - t) ^ 2 = (n : ℝ) * (variance x + (mean x - t) ^ 2) := by
  have hvar : ∑ i, (x i - mean x) ^ 2 = (n : ℝ) * variance x := by
    rcases Nat.eq_zero_or_pos n with rfl | hn
    · simp
    · have hn' : (n : ℝ) ≠ 0 := Nat.cast_ne_zero.mpr hn.ne'
      unfold variance
      field_simp
  rw [sum_sq_sub, hvar, mul_add]

/-- A variance is not negative. -/
theorem variance_nonneg (x : Vec n) : 0 ≤ variance x :=
  div_nonneg (Finset.sum_nonneg fun _ _ => sq_nonneg _) (Nat.cast_nonneg n)

/-- The collective adds. -/
theorem replicaMean_add (f g : Fin R → Vec n) :
    replicaMean R (fun r i => f r i + g r i) = fun i => replicaMean R f i + replicaMean R g i := by
  funext i
  unfold replicaMean
  rw [Finset.sum_add_distrib, mul_add]

/-- The collective scales. -/
theorem replicaMean_smul (t : ℝ) (g : Fin R → Vec n) :
    replicaMean R (fun r i => t * g r i) = fun i => t * replicaMean R g i := by
  funext i
  unfold replicaMean
  rw [← Finset.mul_sum]
  ring

end Proofs.SyncKit
