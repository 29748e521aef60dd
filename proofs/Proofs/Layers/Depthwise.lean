import Proofs.Layers.Conv

/-!
# Depthwise convolutions

A convolution of each channel with its own window: stride 1, and stride 2 in both flavours of
`Proofs.Layers.Conv`.
-/

noncomputable section

namespace Proofs

variable {c kH kW h w : ℕ}

/-- Depthwise convolution of stride 1 that keeps the grid (for a kernel of odd sides). -/
def depthwise2d (W : DepthwiseKernel c kH kW) (b : Vec c) (x : Tensor3 c h w) : Tensor3 c h w :=
  fun ch i j =>
    b ch + ∑ kh, ∑ kw, W ch kh kw *
      padRead x ((kH - 1) / 2) ((kW - 1) / 2) ch (i.val + kh.val) (j.val + kw.val)

/-- `depthwise2d` on flat images. -/
def flatDepthwise (W : DepthwiseKernel c kH kW) (b : Vec c) (x : Vec (c * h * w)) :
    Vec (c * h * w) :=
  flatten3 (depthwise2d W b (unflatten3 x))

/-- Depthwise convolution of stride 2 with symmetric padding, on flat images. -/
def flatDepthwiseStrided (W : DepthwiseKernel c kH kW) (b : Vec c)
    (x : Vec (c * (2 * h) * (2 * w))) : Vec (c * h * w) :=
  flatten3 (evenCells (depthwise2d W b (unflatten3 x)))

/-- Depthwise convolution of stride 2 with XLA's `SAME` padding, on flat images. -/
def flatDepthwiseStridedXla (W : DepthwiseKernel c kH kW) (b : Vec c)
    (x : Vec (c * (2 * h) * (2 * w))) : Vec (c * h * w) :=
  flatten3 (oddCells (depthwise2d W b (unflatten3 x)))

/-- The dense kernel that has a depthwise kernel on its diagonal. -/
def diagonalKernel (W : DepthwiseKernel c kH kW) : Kernel4 c c kH kW := fun o ch kh kw =>
  if o = ch then W o kh kw else 0

/-- A depthwise convolution is the convolution with a diagonal kernel. -/
theorem depthwise2d_eq_conv2d (W : DepthwiseKernel c kH kW) (b : Vec c) (x : Tensor3 c h w) :
    depthwise2d W b x = conv2d (diagonalKernel W) b x := by
  funext o i j
  unfold depthwise2d conv2d diagonalKernel
  rw [Finset.sum_eq_single o]
  · simp
  · intro ch _ hne
    simp [hne.symm]
  · intro ho
    exact absurd (Finset.mem_univ o) ho

end Proofs
