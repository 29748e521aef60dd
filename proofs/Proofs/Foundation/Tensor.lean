import Mathlib

/-!
# Tensors over `ℝ`, curried and flat

A tensor is a curried function of its indices. On the network side everything is flat: an image of
`c` channels on an `h × w` grid is a `Vec (c * h * w)`, row-major, read and written through
Mathlib's `finProdFinEquiv : Fin m × Fin n ≃ Fin (m * n)`, which sends `(i, j)` to `i * n + j`.
-/

namespace Proofs

/-- A vector of length `n`. -/
abbrev Vec (n : ℕ) := Fin n → ℝ

/-- An `m × n` matrix; a dense layer from `m` to `n` features is a `Mat m n`. -/
abbrev Mat (m n : ℕ) := Fin m → Fin n → ℝ

/-- An image: `c` channels on an `h × w` grid. -/
abbrev Tensor3 (c h w : ℕ) := Fin c → Fin h → Fin w → ℝ

/-- A convolution kernel: output channel, input channel, kernel row, kernel column. -/
abbrev Kernel4 (oc ic kH kW : ℕ) := Fin oc → Fin ic → Fin kH → Fin kW → ℝ

/-- A depthwise kernel: one `kH × kW` window a channel. -/
abbrev DepthwiseKernel (c kH kW : ℕ) := Fin c → Fin kH → Fin kW → ℝ

variable {m n c h w oc ic kH kW : ℕ}

/-- The row-major flattening of an image; the product associates to the left, `(c * h) * w`. -/
def flatten3 (T : Tensor3 c h w) : Vec (c * h * w) := fun idx =>
  let p := finProdFinEquiv.symm idx
  let q := finProdFinEquiv.symm p.1
  T q.1 q.2 p.2

/-- The image whose row-major flattening is the given vector. -/
def unflatten3 (v : Vec (c * h * w)) : Tensor3 c h w := fun ch i j =>
  v (finProdFinEquiv (finProdFinEquiv (ch, i), j))

/-- The row-major flattening of a matrix. -/
def flatten2 (M : Mat m n) : Vec (m * n) := fun idx =>
  let p := finProdFinEquiv.symm idx
  M p.1 p.2

/-- The matrix whose row-major flattening is the given vector. -/
def unflatten2 (v : Vec (m * n)) : Mat m n := fun i j => v (finProdFinEquiv (i, j))

/-- The row-major flattening of a kernel, `((oc * ic) * kH) * kW`. -/
def flatten4 (W : Kernel4 oc ic kH kW) : Vec (oc * ic * kH * kW) := fun idx =>
  let p := finProdFinEquiv.symm idx
  let q := finProdFinEquiv.symm p.1
  let s := finProdFinEquiv.symm q.1
  W s.1 s.2 q.2 p.2

/-- The kernel whose row-major flattening is the given vector. -/
def unflatten4 (v : Vec (oc * ic * kH * kW)) : Kernel4 oc ic kH kW := fun o ch kh kw =>
  v (finProdFinEquiv (finProdFinEquiv (finProdFinEquiv (o, ch), kh), kw))

/-- Reading a flattened image back gives the image. Claims nothing about any other layout. -/
@[simp]
theorem unflatten3_flatten3 (T : Tensor3 c h w) : unflatten3 (flatten3 T) = T := by
  funext ch i j
  simp only [unflatten3, flatten3, Equiv.symm_apply_apply]

/-- Flattening an image that was read from a vector gives the vector. Claims nothing about any
other layout. -/
@[simp]
theorem flatten3_unflatten3 (v : Vec (c * h * w)) : flatten3 (unflatten3 v) = v := by
  funext idx
  simp only [unflatten3, flatten3, Prod.mk.eta, Equiv.apply_symm_apply]

/-- Reading a flattened matrix back gives the matrix. -/
@[simp]
theorem unflatten2_flatten2 (M : Mat m n) : unflatten2 (flatten2 M) = M := by
  funext i j
  simp only [unflatten2, flatten2, Equiv.symm_apply_apply]

/-- Reading a flattened kernel back gives the kernel. -/
@[simp]
theorem unflatten4_flatten4 (W : Kernel4 oc ic kH kW) : unflatten4 (flatten4 W) = W := by
  funext o ch kh kw
  simp only [unflatten4, flatten4, Equiv.symm_apply_apply]

/-- A sum over a flat index is the double sum over its two digits. -/
theorem sum_finProdFinEquiv (f : Fin (m * n) → ℝ) :
    ∑ k, f k = ∑ i, ∑ j, f (finProdFinEquiv (i, j)) :=
  (Equiv.sum_comp finProdFinEquiv f).symm.trans
    (Fintype.sum_prod_type fun p : Fin m × Fin n => f (finProdFinEquiv p))

/-- The position of the pair `(i, j)`: row-major order, as every layout of this project assumes. -/
theorem finProdFinEquiv_val (i : Fin m) (j : Fin n) :
    (finProdFinEquiv (i, j)).val = i.val * n + j.val := by
  show j.val + n * i.val = i.val * n + j.val
  ring

end Proofs
