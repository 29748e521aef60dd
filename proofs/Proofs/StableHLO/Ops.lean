import Proofs.Layers.Conv
import Proofs.Layers.Depthwise
import Proofs.Layers.Pool
import Proofs.Layers.SqueezeExcite

/-!
# Per-example operations

`BatchableOp a b` describes an emitted operation that takes one example of width `a` to one of
width `b`; `denOp` is its meaning. The names of weights are what a printer emits, and `denOp`
ignores them.

The kinds ending in `At` carry a precision: at `bf16 = true` both operands of the product, kernel
and image, are rounded by `rnd` and accumulated exactly; the bias is not rounded.
-/

noncomputable section

namespace Proofs.StableHLO

/-- A number that passes through `rnd` where the switch is on. -/
def roundIf : Bool → (ℝ → ℝ) → ℝ → ℝ
  | true, rnd, x => rnd x
  | false, _, x => x

/-- The identity rounding erases the switch. -/
@[simp]
theorem roundIf_id (bf16 : Bool) (x : ℝ) : roundIf bf16 id x = x := by
  cases bf16 <;> rfl

/-- An operation on one example, from width `a` to width `b`. -/
inductive BatchableOp : ℕ → ℕ → Type
  /-- Convolution, stride 1. -/
  | conv {ic oc kH kW h w : ℕ} (name : String) (W : Kernel4 oc ic kH kW) (b : Vec oc) :
      BatchableOp (ic * h * w) (oc * h * w)
  /-- Convolution, stride 2, symmetric padding. -/
  | convStrided {ic oc kH kW h w : ℕ} (name : String) (W : Kernel4 oc ic kH kW) (b : Vec oc) :
      BatchableOp (ic * (2 * h) * (2 * w)) (oc * h * w)
  /-- Convolution, stride 2, XLA `SAME` padding. -/
  | convStridedXla {ic oc kH kW h w : ℕ} (name : String) (W : Kernel4 oc ic kH kW) (b : Vec oc) :
      BatchableOp (ic * (2 * h) * (2 * w)) (oc * h * w)
  /-- Depthwise convolution, stride 1. -/
  | depthwise {c kH kW h w : ℕ} (name : String) (W : DepthwiseKernel c kH kW) (b : Vec c) :
      BatchableOp (c * h * w) (c * h * w)
  /-- Depthwise convolution, stride 2, XLA `SAME` padding. -/
  | depthwiseStridedXla {c kH kW h w : ℕ} (name : String) (W : DepthwiseKernel c kH kW)
      (b : Vec c) : BatchableOp (c * (2 * h) * (2 * w)) (c * h * w)
  /-- `conv` at a precision. -/
  | convAt {ic oc kH kW h w : ℕ} (name : String) (bf16 : Bool) (rnd : ℝ → ℝ)
      (W : Kernel4 oc ic kH kW) (b : Vec oc) : BatchableOp (ic * h * w) (oc * h * w)
  /-- `convStrided` at a precision. -/
  | convStridedAt {ic oc kH kW h w : ℕ} (name : String) (bf16 : Bool) (rnd : ℝ → ℝ)
      (W : Kernel4 oc ic kH kW) (b : Vec oc) :
      BatchableOp (ic * (2 * h) * (2 * w)) (oc * h * w)
  /-- `convStridedXla` at a precision. -/
  | convStridedXlaAt {ic oc kH kW h w : ℕ} (name : String) (bf16 : Bool) (rnd : ℝ → ℝ)
      (W : Kernel4 oc ic kH kW) (b : Vec oc) :
      BatchableOp (ic * (2 * h) * (2 * w)) (oc * h * w)
  /-- `depthwise` at a precision. -/
  | depthwiseAt {c kH kW h w : ℕ} (name : String) (bf16 : Bool) (rnd : ℝ → ℝ)
      (W : DepthwiseKernel c kH kW) (b : Vec c) : BatchableOp (c * h * w) (c * h * w)
  /-- `depthwiseStridedXla` at a precision. -/
  | depthwiseStridedXlaAt {c kH kW h w : ℕ} (name : String) (bf16 : Bool) (rnd : ℝ → ℝ)
      (W : DepthwiseKernel c kH kW) (b : Vec c) :
      BatchableOp (c * (2 * h) * (2 * w)) (c * h * w)
  /-- Squeeze-excite; the two names are those of its dense layers. -/
  | seBlock {c rd h w : ℕ} (reduce expand : String) (s : SEWeights c rd) :
      BatchableOp (c * h * w) (c * h * w)
  /-- Max pool, 3 × 3 with stride 2 and padding 1. -/
  | maxPool {c h w : ℕ} : BatchableOp (c * (2 * h) * (2 * w)) (c * h * w)
  /-- Global average pool. -/
  | gap {c h w : ℕ} : BatchableOp (c * h * w) c
  /-- Dense layer. -/
  | dense {m n : ℕ} (name : String) (W : Mat m n) (b : Vec n) : BatchableOp m n
  /-- Swish. -/
  | swish {n : ℕ} : BatchableOp n n
  /-- Rectifier. -/
  | relu {n : ℕ} : BatchableOp n n

/-- The meaning of a per-example operation. -/
def denOp : {a b : ℕ} → BatchableOp a b → Vec a → Vec b
  | _, _, .conv _ W b => flatConv W b
  | _, _, .convStrided _ W b => flatConvStrided W b
  | _, _, .convStridedXla _ W b => flatConvStridedXla W b
  | _, _, .depthwise _ W b => flatDepthwise W b
  | _, _, .depthwiseStridedXla _ W b => flatDepthwiseStridedXla W b
  | _, _, .convAt _ bf16 rnd W b => fun x =>
      flatConv (fun o ch kh kw => roundIf bf16 rnd (W o ch kh kw)) b
        (fun i => roundIf bf16 rnd (x i))
  | _, _, .convStridedAt _ bf16 rnd W b => fun x =>
      flatConvStrided (fun o ch kh kw => roundIf bf16 rnd (W o ch kh kw)) b
        (fun i => roundIf bf16 rnd (x i))
  | _, _, .convStridedXlaAt _ bf16 rnd W b => fun x =>
      flatConvStridedXla (fun o ch kh kw => roundIf bf16 rnd (W o ch kh kw)) b
        (fun i => roundIf bf16 rnd (x i))
  | _, _, .depthwiseAt _ bf16 rnd W b => fun x =>
      flatDepthwise (fun ch kh kw => roundIf bf16 rnd (W ch kh kw)) b
        (fun i => roundIf bf16 rnd (x i))
  | _, _, .depthwiseStridedXlaAt _ bf16 rnd W b => fun x =>
      flatDepthwiseStridedXla (fun ch kh kw => roundIf bf16 rnd (W ch kh kw)) b
        (fun i => roundIf bf16 rnd (x i))
  | _, _, .seBlock _ _ s => Proofs.seBlock s
  | _, _, .maxPool => flatMaxPool
  | _, _, .gap => globalAvgPool
  | _, _, .dense _ W b => Proofs.dense W b
  | _, _, .swish => swishVec
  | _, _, .relu => reluVec

end Proofs.StableHLO
