import Proofs.Foundation.Derivative
import Proofs.Layers.BatchNorm

/-!
# BatchNorm, backward

With `x̂` the normalised input and `istd = 1/√(σ² + ε)`, the input's cotangent is
`istd · (γ·dy - mean(γ·dy) - x̂ · mean(γ·dy·x̂))`, the means per channel over the batch's cells; the
gradient of `γ` is the sum of `dy · x̂`, that of `β` the sum of `dy`. The functions that a
synchronised site needs take the statistics, and the two means, as arguments.
-/

noncomputable section

namespace Proofs

variable {R N c h w : ℕ}

/-- The input normalised with statistics handed in. -/
def bnXhat (μ v : Vec c) (ε : ℝ) (X : Vec (N * (c * (h * w)))) : Vec (N * (c * (h * w))) :=
  fun idx =>
    let p := finProdFinEquiv.symm idx
    let q := finProdFinEquiv.symm p.2
    (X idx - μ q.1) * (1 / Real.sqrt (v q.1 + ε))

/-- Each channel's mean of `γ·dy`. -/
def bnCotMean (γ : Vec c) (DY : Vec (N * (c * (h * w)))) : Vec c := fun ch =>
  (∑ n, ∑ k, γ ch * bnCell DY ch n k) / ((N * (h * w) : ℕ) : ℝ)

/-- Each channel's mean of `γ·dy·x̂`, with statistics handed in. -/
def bnCotXhatMean (γ μ v : Vec c) (ε : ℝ) (X DY : Vec (N * (c * (h * w)))) : Vec c :=
  let xhat := bnXhat μ v ε X
  fun ch => (∑ n, ∑ k, γ ch * bnCell DY ch n k * bnCell xhat ch n k)
    / ((N * (h * w) : ℕ) : ℝ)

/-- The input's cotangent, with the statistics and the two means handed in. -/
def bnBackApply (γ μ v : Vec c) (ε : ℝ) (m mx : Vec c) (X DY : Vec (N * (c * (h * w)))) :
    Vec (N * (c * (h * w))) :=
  let xhat := bnXhat μ v ε X
  fun idx =>
    let p := finProdFinEquiv.symm idx
    let q := finProdFinEquiv.symm p.2
    (1 / Real.sqrt (v q.1 + ε)) * (γ q.1 * DY idx - m q.1 - xhat idx * mx q.1)

/-- The input's cotangent at the batch's own statistics, at BatchNorm's own width. -/
def bnInTensor (γ : Vec c) (ε : ℝ) (X DY : Vec (N * (c * (h * w)))) : Vec (N * (c * (h * w))) :=
  let μ := bnMean X
  let v := bnVar X
  bnBackApply γ μ v ε (bnCotMean γ DY) (bnCotXhatMean γ μ v ε X DY) X DY

/-- The input's cotangent at the batch's own statistics, at an image batch's width. -/
def bnInB (N : ℕ) {c h w : ℕ} (γ : Vec c) (ε : ℝ) (X DY : Vec (N * (c * h * w))) :
    Vec (N * (c * h * w)) :=
  unassocB (bnInTensor γ ε (reassocB X) (reassocB DY))

/-- The gradient of `γ`, with statistics handed in. -/
def bnGammaGrad (μ v : Vec c) (ε : ℝ) (X DY : Vec (N * (c * (h * w)))) : Vec c :=
  let xhat := bnXhat μ v ε X
  fun ch => ∑ n, ∑ k, bnCell DY ch n k * bnCell xhat ch n k

/-- The gradient of `β`. -/
def bnBetaGrad (DY : Vec (N * (c * (h * w)))) : Vec c := fun ch => ∑ n, ∑ k, bnCell DY ch n k

/-- With given statistics and means the cotangent is a matter of one example at a time. -/
theorem batchShard_bnBackApply (γ μ v : Vec c) (ε : ℝ) (m mx : Vec c)
    (X DY : Vec ((R * N) * (c * (h * w)))) (r : Fin R) :
    batchShard R N (c * (h * w)) (bnBackApply γ μ v ε m mx X DY) r
      = bnBackApply γ μ v ε m mx (batchShard R N (c * (h * w)) X r)
          (batchShard R N (c * (h * w)) DY r) := by
  funext idx
  simp only [batchShard, bnBackApply, bnXhat, Equiv.symm_apply_apply]

/-- Normalising with given statistics commutes with sharding. -/
theorem batchShard_bnXhat (μ v : Vec c) (ε : ℝ) (X : Vec ((R * N) * (c * (h * w)))) (r : Fin R) :
    batchShard R N (c * (h * w)) (bnXhat μ v ε X) r
      = bnXhat μ v ε (batchShard R N (c * (h * w)) X r) := by
  funext idx
  simp only [batchShard, bnXhat, Equiv.symm_apply_apply]

/-- BatchNorm is `γ·x̂ + β`. -/
theorem bnApply_eq_xhat (γ β μ v : Vec c) (ε : ℝ) (X : Vec (N * (c * (h * w)))) :
    bnApply γ β μ v ε X = fun idx =>
      γ (finProdFinEquiv.symm (finProdFinEquiv.symm idx).2).1 * bnXhat μ v ε X idx
        + β (finProdFinEquiv.symm (finProdFinEquiv.symm idx).2).1 := by
  funext idx
  simp only [bnApply, bnXhat, mul_assoc]

section Linear

/-- The mean of `γ·dy` is linear in the cotangent. -/
theorem bnCotMean_smul (γ : Vec c) (t : ℝ) (DY : Vec (N * (c * (h * w)))) :
    bnCotMean γ (t • DY) = t • bnCotMean γ DY := by
  funext ch
  simp only [bnCotMean, bnCell, Pi.smul_apply, smul_eq_mul, mul_left_comm _ t]
  simp only [← Finset.mul_sum, mul_div_assoc]

/-- The mean of `γ·dy·x̂` is linear in the cotangent. -/
theorem bnCotXhatMean_smul (γ μ v : Vec c) (ε t : ℝ) (X DY : Vec (N * (c * (h * w)))) :
    bnCotXhatMean γ μ v ε X (t • DY) = t • bnCotXhatMean γ μ v ε X DY := by
  funext ch
  simp only [bnCotXhatMean, bnCell, Pi.smul_apply, smul_eq_mul, mul_left_comm _ t,
    mul_assoc t]
  simp only [← Finset.mul_sum, mul_div_assoc]

/-- BatchNorm's input cotangent is linear in the cotangent. -/
theorem bnInTensor_smul (γ : Vec c) (ε t : ℝ) (X DY : Vec (N * (c * (h * w)))) :
    bnInTensor γ ε X (t • DY) = t • bnInTensor γ ε X DY := by
  funext idx
  simp only [bnInTensor, bnBackApply, bnCotMean_smul, bnCotXhatMean_smul, Pi.smul_apply,
    smul_eq_mul]
  ring

/-- BatchNorm's input cotangent at an image batch's width is linear in the cotangent. -/
theorem bnInB_smul (γ : Vec c) (ε t : ℝ) (X DY : Vec (N * (c * h * w))) :
    bnInB N γ ε X (t • DY) = t • bnInB N γ ε X DY :=
  congrArg unassocB (bnInTensor_smul γ ε t (reassocB X) (reassocB DY))

/-- The gradient of `γ` is linear in the cotangent. -/
theorem bnGammaGrad_smul (μ v : Vec c) (ε t : ℝ) (X DY : Vec (N * (c * (h * w)))) :
    bnGammaGrad μ v ε X (t • DY) = t • bnGammaGrad μ v ε X DY := by
  funext ch
  simp only [bnGammaGrad, bnCell, Pi.smul_apply, smul_eq_mul, mul_assoc, ← Finset.mul_sum]

/-- The gradient of `β` is linear in the cotangent. -/
theorem bnBetaGrad_smul (t : ℝ) (DY : Vec (N * (c * (h * w)))) :
    bnBetaGrad (t • DY) = t • bnBetaGrad DY := by
  funext ch
  simp only [bnBetaGrad, bnCell, Pi.smul_apply, smul_eq_mul, ← Finset.mul_sum]

end Linear

section Certified

/-- BatchNorm's input cotangent is certified where `σ² + ε` is positive. -/
theorem bnInB_isVJP (γ β : Vec c) (ε : ℝ) (hε : 0 < ε) (X DY : Vec (N * (c * h * w))) :
    IsVJP (bnBatchLA N γ β ε) X DY (bnInB N γ ε X DY) := by
  sorry

/-- The gradient of `γ` is certified. -/
theorem bnGammaGrad_isVJP (γ β : Vec c) (ε : ℝ) (X DY : Vec (N * (c * h * w))) :
    IsVJP (fun θ => bnBatchLA N θ β ε X) γ DY
      (bnGammaGrad (bnMean (reassocB X)) (bnVar (reassocB X)) ε (reassocB X) (reassocB DY)) := by
  sorry

/-- The gradient of `β` is certified. -/
theorem bnBetaGrad_isVJP (γ β : Vec c) (ε : ℝ) (X DY : Vec (N * (c * h * w))) :
    IsVJP (fun θ => bnBatchLA N γ θ ε X) β DY (bnBetaGrad (reassocB DY)) := by
  sorry

end Certified

end Proofs
