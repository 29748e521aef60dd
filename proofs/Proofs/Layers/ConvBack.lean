import Proofs.Foundation.Batch
import Proofs.Foundation.Derivative
import Proofs.Layers.Conv

/-!
# Convolutions, backward

The input's cotangent of a convolution of odd sides is a convolution with the turned kernel; where
the convolution kept the even cells, the cotangent is first spread to the even cells, zero between
them. A kernel's gradient pairs every cotangent with the input cell that its window read there, and
is summed over the examples.
-/

noncomputable section

namespace Proofs

variable {N ic oc c kH kW h w : ℕ}

/-- The kernel of the transpose: channels swapped, the window turned by half a turn. -/
def turnKernel (W : Kernel4 oc ic kH kW) : Kernel4 ic oc kH kW := fun ch o kh kw =>
  W o ch kh.rev kw.rev

/-- An image spread to the even rows and columns of a grid twice as fine, zero elsewhere. -/
def spreadEven (x : Tensor3 c h w) : Tensor3 c (2 * h) (2 * w) := fun ch a b =>
  if a.val % 2 = 0 ∧ b.val % 2 = 0 then
    x ch ⟨a.val / 2, by have := a.isLt; omega⟩ ⟨b.val / 2, by have := b.isLt; omega⟩
  else 0

/-- The input's cotangent of `conv2d`, for a kernel of odd sides. -/
def convBack (W : Kernel4 oc ic kH kW) (dy : Tensor3 oc h w) : Tensor3 ic h w :=
  conv2d (turnKernel W) (fun _ => 0) dy

/-- The kernel's gradient of `conv2d` at one example. -/
def convGradW (x : Tensor3 ic h w) (dy : Tensor3 oc h w) : Kernel4 oc ic kH kW :=
  fun o ch kh kw => ∑ i, ∑ j, dy o i j *
    padRead x ((kH - 1) / 2) ((kW - 1) / 2) ch (i.val + kh.val) (j.val + kw.val)

/-- The kernel's gradient of a convolution of stride 2 with symmetric padding, at one example. -/
def convStridedGradW (x : Tensor3 ic (2 * h) (2 * w)) (dy : Tensor3 oc h w) :
    Kernel4 oc ic kH kW :=
  fun o ch kh kw => ∑ i, ∑ j, dy o i j *
    padRead x ((kH - 1) / 2) ((kW - 1) / 2) ch (2 * i.val + kh.val) (2 * j.val + kw.val)

/-- `convBack` on flat images. -/
def flatConvBack (W : Kernel4 oc ic kH kW) (dy : Vec (oc * h * w)) : Vec (ic * h * w) :=
  flatten3 (convBack W (unflatten3 dy))

/-- The input's cotangent of `flatConvStrided`, for a kernel of odd sides. -/
def flatConvStridedBack (W : Kernel4 oc ic kH kW) (dy : Vec (oc * h * w)) :
    Vec (ic * (2 * h) * (2 * w)) :=
  flatten3 (convBack W (spreadEven (unflatten3 dy)))

/-- The kernel's gradient of `flatConv`, summed over a batch. -/
def convGradWB (N : ℕ) {ic oc kH kW h w : ℕ} (X : Vec (N * (ic * h * w)))
    (DY : Vec (N * (oc * h * w))) : Kernel4 oc ic kH kW := fun o ch kh kw =>
  ∑ n, convGradW (kH := kH) (kW := kW) (unflatten3 (batchSlice N (ic * h * w) X n))
    (unflatten3 (batchSlice N (oc * h * w) DY n)) o ch kh kw

/-- The kernel's gradient of `flatConvStrided`, summed over a batch. -/
def convStridedGradWB (N : ℕ) {ic oc kH kW h w : ℕ} (X : Vec (N * (ic * (2 * h) * (2 * w))))
    (DY : Vec (N * (oc * h * w))) : Kernel4 oc ic kH kW := fun o ch kh kw =>
  ∑ n, convStridedGradW (kH := kH) (kW := kW)
    (unflatten3 (batchSlice N (ic * (2 * h) * (2 * w)) X n))
    (unflatten3 (batchSlice N (oc * h * w) DY n)) o ch kh kw

section Linear

/-- `convBack` is linear in the cotangent. -/
theorem flatConvBack_smul (W : Kernel4 oc ic kH kW) (t : ℝ) (dy : Vec (oc * h * w)) :
    flatConvBack W (t • dy) = t • flatConvBack W dy :=
  congrArg flatten3 (conv2d_smul (turnKernel W) t (unflatten3 dy))

/-- Spreading is linear. -/
theorem spreadEven_smul (t : ℝ) (x : Tensor3 c h w) :
    spreadEven (t • x) = t • spreadEven x := by
  funext ch a b
  simp only [spreadEven, Pi.smul_apply, smul_eq_mul, mul_ite, mul_zero]

/-- `flatConvStridedBack` is linear in the cotangent. -/
theorem flatConvStridedBack_smul (W : Kernel4 oc ic kH kW) (t : ℝ) (dy : Vec (oc * h * w)) :
    flatConvStridedBack W (t • dy) = t • flatConvStridedBack W dy := by
  have hs : spreadEven (unflatten3 (t • dy)) = t • spreadEven (unflatten3 dy) :=
    spreadEven_smul t (unflatten3 dy)
  unfold flatConvStridedBack
  rw [hs]
  exact congrArg flatten3 (conv2d_smul (turnKernel W) t (spreadEven (unflatten3 dy)))

/-- A per-example function that is homogeneous is so on the batch. -/
theorem batchMap_smul {a b : ℕ} (f : Vec a → Vec b) (t : ℝ) (hf : ∀ x, f (t • x) = t • f x)
    (X : Vec (N * a)) : batchMap N f (t • X) = t • batchMap N f X := by
  funext idx
  exact congrFun (hf (batchSlice N a X (finProdFinEquiv.symm idx).1)) (finProdFinEquiv.symm idx).2

/-- The kernel's gradient is linear in the cotangent. -/
theorem convGradWB_smul (t : ℝ) (X : Vec (N * (ic * h * w))) (DY : Vec (N * (oc * h * w))) :
    convGradWB (kH := kH) (kW := kW) N X (t • DY) = t • convGradWB N X DY := by
  funext o ch kh kw
  simp only [convGradWB, convGradW, unflatten3, batchSlice, Pi.smul_apply, smul_eq_mul,
    Finset.mul_sum, mul_assoc]

/-- The strided kernel's gradient is linear in the cotangent. -/
theorem convStridedGradWB_smul (t : ℝ) (X : Vec (N * (ic * (2 * h) * (2 * w))))
    (DY : Vec (N * (oc * h * w))) :
    convStridedGradWB (kH := kH) (kW := kW) N X (t • DY) = t • convStridedGradWB N X DY := by
  funext o ch kh kw
  simp only [convStridedGradWB, convStridedGradW, unflatten3, batchSlice, Pi.smul_apply,
    smul_eq_mul, Finset.mul_sum, mul_assoc]

end Linear

section Certified

/-- `convBack` is `conv2d`'s transpose, for a kernel of odd sides. -/
theorem conv2d_adjoint (hH : kH % 2 = 1) (hW : kW % 2 = 1) (W : Kernel4 oc ic kH kW)
    (x : Tensor3 ic h w) (dy : Tensor3 oc h w) :
    ∑ ch, ∑ i, ∑ j, convBack W dy ch i j * x ch i j
      = ∑ o, ∑ i, ∑ j, dy o i j * conv2d W (fun _ => 0) x o i j := by
  sorry

/-- Spreading to the even cells is the transpose of keeping them. -/
theorem evenCells_adjoint (x : Tensor3 c (2 * h) (2 * w)) (dy : Tensor3 c h w) :
    ∑ ch, ∑ i, ∑ j, spreadEven dy ch i j * x ch i j
      = ∑ ch, ∑ i, ∑ j, dy ch i j * evenCells x ch i j := by
  sorry

/-- The input's cotangent is certified, stride 1. -/
theorem flatConvBack_isVJP (hH : kH % 2 = 1) (hW : kW % 2 = 1) (W : Kernel4 oc ic kH kW)
    (b : Vec oc) (x : Vec (ic * h * w)) (dy : Vec (oc * h * w)) :
    IsVJP (flatConv W b) x dy (flatConvBack W dy) := by
  sorry

/-- The input's cotangent is certified, stride 2 with symmetric padding. -/
theorem flatConvStridedBack_isVJP (hH : kH % 2 = 1) (hW : kW % 2 = 1)
    (W : Kernel4 oc ic kH kW) (b : Vec oc) (x : Vec (ic * (2 * h) * (2 * w)))
    (dy : Vec (oc * h * w)) :
    IsVJP (flatConvStrided W b) x dy (flatConvStridedBack W dy) := by
  sorry

/-- The kernel's gradient is certified, stride 1. -/
theorem convGradWB_isVJP (W : Kernel4 oc ic kH kW) (b : Vec oc) (X : Vec (N * (ic * h * w)))
    (DY : Vec (N * (oc * h * w))) :
    IsVJP (fun θ => batchMap N (flatConv (unflatten4 (kH := kH) (kW := kW) θ) b) X) (flatten4 W)
      DY (flatten4 (convGradWB (kH := kH) (kW := kW) N X DY)) := by
  sorry

/-- The kernel's gradient is certified, stride 2 with symmetric padding. -/
theorem convStridedGradWB_isVJP (W : Kernel4 oc ic kH kW) (b : Vec oc)
    (X : Vec (N * (ic * (2 * h) * (2 * w)))) (DY : Vec (N * (oc * h * w))) :
    IsVJP (fun θ => batchMap N (flatConvStrided (unflatten4 (kH := kH) (kW := kW) θ) b) X)
      (flatten4 W) DY (flatten4 (convStridedGradWB (kH := kH) (kW := kW) N X DY)) := by
  sorry

end Certified

end Proofs
