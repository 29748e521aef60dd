import Proofs.StableHLO.Ops
import Proofs.Layers.BatchNorm
import Proofs.Layers.BatchNormBack
import Proofs.Layers.PointwiseBack

/-!
# Graph expressions and their meaning

`SHlo n` is a graph expression whose result is a `Vec n`, one constructor an emitted operation;
`den` is its meaning. A parameter's gradient is a node of the parameter's flat width. Names, tags,
shapes and the printed `ε` are carried for a printer, and `den` ignores them.

Exactly one constructor, `allReduceMeanF`, takes a family over the replicas: the collective. A
data-parallel program is a family `Fin R → SHlo n`, and its collectives range over the family.
-/

noncomputable section

namespace Proofs.StableHLO

/-- A graph expression of result width `n`. -/
inductive SHlo : ℕ → Type
  /-- A value handed in. -/
  | operand {n : ℕ} (name : String) (v : Vec n) : SHlo n
  /-- A per-example operation on a batch. -/
  | batchOp {N a b : ℕ} (op : BatchableOp a b) (e : SHlo (N * a)) : SHlo (N * b)
  /-- Swish at every entry. -/
  | swishF {n : ℕ} (e : SHlo n) : SHlo n
  /-- The rectifier at every entry. -/
  | reluF {n : ℕ} (e : SHlo n) : SHlo n
  /-- Entrywise sum. -/
  | addV {n : ℕ} (e₁ e₂ : SHlo n) : SHlo n
  /-- Drop-path at one scale an example. -/
  | dropPathB {N a : ℕ} (name : String) (s : Vec N) (e : SHlo (N * a)) : SHlo (N * a)
  /-- Dropout at an elementwise mask. -/
  | dropoutB {n : ℕ} (name : String) (mask : Vec n) (e : SHlo n) : SHlo n
  /-- From an image batch's width to BatchNorm's. -/
  | reassocF {N c h w : ℕ} (e : SHlo (N * (c * h * w))) : SHlo (N * (c * (h * w)))
  /-- From BatchNorm's width back to an image batch's. -/
  | unassocF {N c h w : ℕ} (e : SHlo (N * (c * (h * w)))) : SHlo (N * (c * h * w))
  /-- BatchNorm with the batch's own statistics. -/
  | bnBatchF {N c h w : ℕ} (γName βName epsStr : String) (ε : ℝ) (γ β : Vec c)
      (e : SHlo (N * (c * (h * w)))) : SHlo (N * (c * (h * w)))
  /-- Each channel's mean over this batch. -/
  | bnMeanF {N c h w : ℕ} (e : SHlo (N * (c * (h * w)))) : SHlo c
  /-- Each channel's two-pass variance over this batch, about this batch's mean. -/
  | bnVarF {N c h w : ℕ} (e : SHlo (N * (c * (h * w)))) : SHlo c
  /-- Chan's correction: `v + (m - μ)²`, for this replica's `v` and `m` and the common mean `μ`. -/
  | chanF {c : ℕ} (v m μ : SHlo c) : SHlo c
  /-- Two statistics packed, `[μ ‖ v]`. -/
  | syncStatsF {c : ℕ} (μ v : SHlo c) : SHlo (2 * c)
  /-- BatchNorm with packed statistics handed in. -/
  | bnSyncF {N c h w : ℕ} (γName βName epsStr : String) (ε : ℝ) (γ β : Vec c)
      (stats : SHlo (2 * c)) (e : SHlo (N * (c * (h * w)))) : SHlo (N * (c * (h * w)))
  /-- Each channel's mean of `γ·dy` over this batch. -/
  | bnCotMeanF {N c h w : ℕ} (γName : String) (γ : Vec c) (dy : SHlo (N * (c * (h * w)))) : SHlo c
  /-- Each channel's mean of `γ·dy·x̂` over this batch, with packed statistics handed in. -/
  | bnCotXhatMeanF {N c h w : ℕ} (γName epsStr : String) (ε : ℝ) (γ : Vec c)
      (stats : SHlo (2 * c)) (x dy : SHlo (N * (c * (h * w)))) : SHlo c
  /-- BatchNorm's input cotangent, with packed statistics and the two packed means handed in. -/
  | bnSyncBackF {N c h w : ℕ} (γName epsStr : String) (ε : ℝ) (γ : Vec c)
      (stats means : SHlo (2 * c)) (x dy : SHlo (N * (c * (h * w)))) : SHlo (N * (c * (h * w)))
  /-- The gradient of `γ` at the batch's own statistics. -/
  | bnGammaGradF {N c h w : ℕ} (epsStr : String) (ε : ℝ) (x dy : SHlo (N * (c * (h * w)))) : SHlo c
  /-- The gradient of `γ` with packed statistics handed in. -/
  | bnSyncGammaGradF {N c h w : ℕ} (epsStr : String) (ε : ℝ) (stats : SHlo (2 * c))
      (x dy : SHlo (N * (c * (h * w)))) : SHlo c
  /-- The gradient of `β`. -/
  | bnBetaGradF {N c h w : ℕ} (dy : SHlo (N * (c * (h * w)))) : SHlo c
  /-- A kernel's gradient at a precision, stride 1. -/
  | convGradWAtF {N ic oc kH kW h w : ℕ} (bf16 : Bool) (rnd : ℝ → ℝ)
      (x : SHlo (N * (ic * h * w))) (dy : SHlo (N * (oc * h * w))) : SHlo (oc * ic * kH * kW)
  /-- A kernel's gradient at a precision, stride 2, symmetric padding. -/
  | convStridedGradWAtF {N ic oc kH kW h w : ℕ} (bf16 : Bool) (rnd : ℝ → ℝ)
      (x : SHlo (N * (ic * (2 * h) * (2 * w)))) (dy : SHlo (N * (oc * h * w))) :
      SHlo (oc * ic * kH * kW)
  /-- A dense layer's weight gradient. -/
  | denseGradWF {N m n : ℕ} (x : SHlo (N * m)) (dy : SHlo (N * n)) : SHlo (m * n)
  /-- A dense layer's bias gradient. -/
  | denseGradbF {N n : ℕ} (dy : SHlo (N * n)) : SHlo n
  /-- The mean over the replicas of what each replica's graph denotes. -/
  | allReduceMeanF {n : ℕ} (R : ℕ) (hR : 0 < R) (tag : String) (shape : List ℕ)
      (g : Fin R → SHlo n) : SHlo n

/-- Two statistics packed, `[μ ‖ v]`. -/
def syncStats {c : ℕ} (μ v : Vec c) : Vec (2 * c) := fun idx =>
  let p := finProdFinEquiv.symm idx
  if p.1 = 0 then μ p.2 else v p.2

/-- The mean out of packed statistics. -/
def statsMean {c : ℕ} (s : Vec (2 * c)) : Vec c := fun ch => s (finProdFinEquiv (0, ch))

/-- The variance out of packed statistics. -/
def statsVar {c : ℕ} (s : Vec (2 * c)) : Vec c := fun ch => s (finProdFinEquiv (1, ch))

/-- Reading the mean back from packed statistics. -/
@[simp]
theorem statsMean_syncStats {c : ℕ} (μ v : Vec c) : statsMean (syncStats μ v) = μ := by
  funext ch
  exact (congrArg (fun p : Fin 2 × Fin c => if p.1 = 0 then μ p.2 else v p.2)
    (Equiv.symm_apply_apply finProdFinEquiv ((0 : Fin 2), ch))).trans (if_pos rfl)

/-- Reading the variance back from packed statistics. -/
@[simp]
theorem statsVar_syncStats {c : ℕ} (μ v : Vec c) : statsVar (syncStats μ v) = v := by
  funext ch
  exact (congrArg (fun p : Fin 2 × Fin c => if p.1 = 0 then μ p.2 else v p.2)
    (Equiv.symm_apply_apply finProdFinEquiv ((1 : Fin 2), ch))).trans (if_neg (by decide))

/-- The meaning of a graph expression. -/
def den : {n : ℕ} → SHlo n → Vec n
  | _, .operand _ v => v
  | _, .batchOp op e => batchMap _ (denOp op) (den e)
  | _, .swishF e => swishVec (den e)
  | _, .reluF e => reluVec (den e)
  | _, .addV e₁ e₂ => fun i => den e₁ i + den e₂ i
  | _, .dropPathB _ s e => dropPath s (den e)
  | _, .dropoutB _ mask e => dropout mask (den e)
  | _, .reassocF e => reassocB (den e)
  | _, .unassocF e => unassocB (den e)
  | _, .bnBatchF _ _ _ ε γ β e => bnBatchTensor γ β ε (den e)
  | _, .bnMeanF e => bnMean (den e)
  | _, .bnVarF e => bnVar (den e)
  | _, .chanF v m μ => fun ch => den v ch + (den m ch - den μ ch) ^ 2
  | _, .syncStatsF μ v => syncStats (den μ) (den v)
  | _, .bnSyncF _ _ _ ε γ β stats e =>
      bnApply γ β (statsMean (den stats)) (statsVar (den stats)) ε (den e)
  | _, .bnCotMeanF _ γ dy => bnCotMean γ (den dy)
  | _, .bnCotXhatMeanF _ _ ε γ stats x dy =>
      bnCotXhatMean γ (statsMean (den stats)) (statsVar (den stats)) ε (den x) (den dy)
  | _, .bnSyncBackF _ _ ε γ stats means x dy =>
      bnBackApply γ (statsMean (den stats)) (statsVar (den stats)) ε (statsMean (den means))
        (statsVar (den means)) (den x) (den dy)
  | _, .bnGammaGradF _ ε x dy => bnGammaGrad (bnMean (den x)) (bnVar (den x)) ε (den x) (den dy)
  | _, .bnSyncGammaGradF _ ε stats x dy =>
      bnGammaGrad (statsMean (den stats)) (statsVar (den stats)) ε (den x) (den dy)
  | _, .bnBetaGradF dy => bnBetaGrad (den dy)
  | _, .convGradWAtF bf16 rnd x dy =>
      flatten4 (convGradWB _ (fun i => roundIf bf16 rnd (den x i))
        (fun i => roundIf bf16 rnd (den dy i)))
  | _, .convStridedGradWAtF bf16 rnd x dy =>
      flatten4 (convStridedGradWB _ (fun i => roundIf bf16 rnd (den x i))
        (fun i => roundIf bf16 rnd (den dy i)))
  | _, .denseGradWF x dy => flatten2 (denseGradWB _ (den x) (den dy))
  | _, .denseGradbF dy => denseGradbB _ (den dy)
  | _, .allReduceMeanF R _ _ _ g => fun i => (1 / (R : ℝ)) * ∑ r, den (g r) i

/-- The all-reduced mean of replicas that all denote the same value is that value. -/
theorem den_allReduceMeanF_const {R n : ℕ} (hR : 0 < R) (tag : String) (shape : List ℕ)
    (e : SHlo n) : den (.allReduceMeanF R hR tag shape fun _ => e) = den e := by
  have hR' : (R : ℝ) ≠ 0 := Nat.cast_ne_zero.mpr hR.ne'
  funext i
  show (1 / (R : ℝ)) * ∑ _r : Fin R, den e i = den e i
  rw [Finset.sum_const, Finset.card_univ, Fintype.card_fin, nsmul_eq_mul, ← mul_assoc, one_div,
    inv_mul_cancel₀ hR', one_mul]

/-- The all-reduced mean of sums is the sum of the all-reduced means. -/
theorem den_allReduceMeanF_addV {R n : ℕ} (hR : 0 < R) (tag : String) (shape : List ℕ)
    (f g : Fin R → SHlo n) :
    den (.allReduceMeanF R hR tag shape fun r => .addV (f r) (g r))
      = den (.addV (.allReduceMeanF R hR tag shape f) (.allReduceMeanF R hR tag shape g)) := by
  funext i
  show (1 / (R : ℝ)) * ∑ r, (den (f r) i + den (g r) i)
    = (1 / (R : ℝ)) * ∑ r, den (f r) i + (1 / (R : ℝ)) * ∑ r, den (g r) i
  rw [Finset.sum_add_distrib, mul_add]

/-- Tags are ignored: two collectives that differ in tag and shape alone denote the same. -/
theorem den_allReduceMeanF_tag {R n : ℕ} (hR : 0 < R) (tag tag' : String) (shape shape' : List ℕ)
    (g : Fin R → SHlo n) :
    den (.allReduceMeanF R hR tag shape g) = den (.allReduceMeanF R hR tag' shape' g) :=
  rfl

end Proofs.StableHLO
