import Proofs.StableHLO.Ops

/-!
# The precision switch at the identity rounding

At `rnd = id` a kind with a precision denotes the plain kind, whichever way the switch stands. None
of these theorems speaks of a real rounding: there the two differ, and by how much is not a
theorem of this project.
-/

noncomputable section

namespace Proofs.StableHLO.Bf16Fold

variable {ic oc c kH kW h w : ℕ}

/-- Convolution, stride 1: the switch at the identity rounding changes nothing. -/
theorem denOp_convAt_id (name : String) (bf16 : Bool) (W : Kernel4 oc ic kH kW) (b : Vec oc) :
    denOp (.convAt (h := h) (w := w) name bf16 id W b)
      = denOp (.conv (h := h) (w := w) name W b) := by
  cases bf16 <;> rfl

/-- Convolution, stride 2, symmetric padding: the switch at the identity rounding changes
nothing. -/
theorem denOp_convStridedAt_id (name : String) (bf16 : Bool) (W : Kernel4 oc ic kH kW)
    (b : Vec oc) :
    denOp (.convStridedAt (h := h) (w := w) name bf16 id W b)
      = denOp (.convStrided (h := h) (w := w) name W b) := by
  cases bf16 <;> rfl

/-- Convolution, stride 2, XLA: the switch at the identity rounding changes nothing. -/
theorem denOp_convStridedXlaAt_id (name : String) (bf16 : Bool) (W : Kernel4 oc ic kH kW)
    (b : Vec oc) :
    denOp (.convStridedXlaAt (h := h) (w := w) name bf16 id W b)
      = denOp (.convStridedXla (h := h) (w := w) name W b) := by
  cases bf16 <;> rfl

/-- Depthwise, stride 1: the switch at the identity rounding changes nothing. -/
theorem denOp_depthwiseAt_id (name : String) (bf16 : Bool) (W : DepthwiseKernel c kH kW)
    (b : Vec c) :
    denOp (.depthwiseAt (h := h) (w := w) name bf16 id W b)
      = denOp (.depthwise (h := h) (w := w) name W b) := by
  cases bf16 <;> rfl

/-- Depthwise, stride 2, XLA: the switch at the identity rounding changes nothing. -/
theorem denOp_depthwiseStridedXlaAt_id (name : String) (bf16 : Bool)
    (W : DepthwiseKernel c kH kW) (b : Vec c) :
    denOp (.depthwiseStridedXlaAt (h := h) (w := w) name bf16 id W b)
      = denOp (.depthwiseStridedXla (h := h) (w := w) name W b) := by
  cases bf16 <;> rfl

/-- With the switch off the rounding is never used, whatever it is. -/
theorem denOp_convAt_false (name : String) (rnd : ℝ → ℝ) (W : Kernel4 oc ic kH kW) (b : Vec oc) :
    denOp (.convAt (h := h) (w := w) name false rnd W b)
      = denOp (.conv (h := h) (w := w) name W b) :=
  rfl

end Proofs.StableHLO.Bf16Fold
