import Proofs.Foundation.Tensor

/-!
# Convolutions

Stride 1 with padding `(k - 1) / 2`, and two convolutions of stride 2, both from `ic * 2h * 2w` to
`oc * h * w`. With symmetric padding (torchvision, ResNet) the strided result is the EVEN positions
of the stride-1 result. With XLA's `SAME` padding (TensorFlow, EfficientNet), which pads an even
extent by one more cell behind than in front, it is the ODD positions, for a kernel of odd side at
least 3.
-/

noncomputable section

namespace Proofs

variable {ic oc c kH kW h w : ℕ}

/-- The image padded by `pH` rows and `pW` columns on each side, read at padded position `(i, j)`:
zero outside the image. -/
def padRead (x : Tensor3 c h w) (pH pW : ℕ) (ch : Fin c) (i j : ℕ) : ℝ :=
  if hin : (pH ≤ i ∧ i < h + pH) ∧ (pW ≤ j ∧ j < w + pW) then
    x ch ⟨i - pH, by omega⟩ ⟨j - pW, by omega⟩
  else 0

/-- Convolution of stride 1 that keeps the grid (for a kernel of odd sides). -/
def conv2d (W : Kernel4 oc ic kH kW) (b : Vec oc) (x : Tensor3 ic h w) : Tensor3 oc h w :=
  fun o i j =>
    b o + ∑ ch, ∑ kh, ∑ kw, W o ch kh kw *
      padRead x ((kH - 1) / 2) ((kW - 1) / 2) ch (i.val + kh.val) (j.val + kw.val)

/-- The even rows and columns of an image. -/
def evenCells (x : Tensor3 c (2 * h) (2 * w)) : Tensor3 c h w := fun ch i j =>
  x ch ⟨2 * i.val, by have := i.isLt; omega⟩ ⟨2 * j.val, by have := j.isLt; omega⟩

/-- The odd rows and columns of an image. -/
def oddCells (x : Tensor3 c (2 * h) (2 * w)) : Tensor3 c h w := fun ch i j =>
  x ch ⟨2 * i.val + 1, by have := i.isLt; omega⟩ ⟨2 * j.val + 1, by have := j.isLt; omega⟩

/-- `conv2d` on flat images. -/
def flatConv (W : Kernel4 oc ic kH kW) (b : Vec oc) (x : Vec (ic * h * w)) : Vec (oc * h * w) :=
  flatten3 (conv2d W b (unflatten3 x))

/-- Convolution of stride 2 with symmetric padding, on flat images. -/
def flatConvStrided (W : Kernel4 oc ic kH kW) (b : Vec oc) (x : Vec (ic * (2 * h) * (2 * w))) :
    Vec (oc * h * w) :=
  flatten3 (evenCells (conv2d W b (unflatten3 x)))

/-- Convolution of stride 2 with XLA's `SAME` padding, on flat images. -/
def flatConvStridedXla (W : Kernel4 oc ic kH kW) (b : Vec oc)
    (x : Vec (ic * (2 * h) * (2 * w))) : Vec (oc * h * w) :=
  flatten3 (oddCells (conv2d W b (unflatten3 x)))

/-- A 1×1 convolution mixes the channels of each cell and nothing else. -/
theorem conv2d_one_by_one (W : Kernel4 oc ic 1 1) (b : Vec oc) (x : Tensor3 ic h w) (o : Fin oc)
    (i : Fin h) (j : Fin w) :
    conv2d W b x o i j = b o + ∑ ch, W o ch 0 0 * x ch i j := by
  sorry

/-- XLA's flavour of a 3×3 convolution of stride 2, in the positions that it reads: the window of
output `(i, j)` starts at input `(2i, 2j)`, and only the last row and column can fall outside. Says
nothing of the symmetric flavour, whose window starts one cell before. -/
theorem oddCells_conv2d_three (W : Kernel4 oc ic 3 3) (b : Vec oc)
    (x : Tensor3 ic (2 * h) (2 * w)) (o : Fin oc) (i : Fin h) (j : Fin w) :
    oddCells (conv2d W b x) o i j
      = b o + ∑ ch, ∑ kh : Fin 3, ∑ kw : Fin 3, W o ch kh kw *
          padRead x 0 0 ch (2 * i.val + kh.val) (2 * j.val + kw.val) := by
  sorry

/-- Reading a scaled image reads the scaled value. -/
theorem padRead_smul (t : ℝ) (x : Tensor3 c h w) (pH pW : ℕ) (ch : Fin c) (i j : ℕ) :
    padRead (t • x) pH pW ch i j = t * padRead x pH pW ch i j := by
  by_cases hin : (pH ≤ i ∧ i < h + pH) ∧ (pW ≤ j ∧ j < w + pW)
  · simp only [padRead, dif_pos hin, Pi.smul_apply, smul_eq_mul]
  · simp only [padRead, dif_neg hin, mul_zero]

/-- A convolution without bias is linear in its input. -/
theorem conv2d_smul (W : Kernel4 oc ic kH kW) (t : ℝ) (x : Tensor3 ic h w) :
    conv2d W (fun _ => 0) (fun ch i j => t * x ch i j)
      = fun o i j => t * conv2d W (fun _ => 0) x o i j := by
  have hx : (fun ch i j => t * x ch i j) = t • x := rfl
  rw [hx]
  funext o i j
  simp only [conv2d, padRead_smul, zero_add, Finset.mul_sum, mul_left_comm]

end Proofs
