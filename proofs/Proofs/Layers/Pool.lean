import Proofs.Layers.ConvBack

/-!
# Max pool, 3 × 3 with stride 2 and padding 1

ResNet's stem pool. The window of output `(i, j)` is the 3 × 3 cells around input `(2i, 2j)`; cells
outside the image do not take part. Backward, each window's cotangent goes to the first cell, in
row-major order, that attains its maximum, and a cell that two or four windows share accumulates.
-/

noncomputable section

namespace Proofs

variable {c h w : ℕ}

/-- Cell `(kh, kw)` of the window of output `(i, j)`. Where the window leaves the image, only above
and to the left, the image's edge is repeated, which no maximum sees. -/
def poolCell (x : Tensor3 c (2 * h) (2 * w)) (ch : Fin c) (i : Fin h) (j : Fin w)
    (kh kw : Fin 3) : ℝ :=
  x ch ⟨2 * i.val + kh.val - 1, by have := i.isLt; have := kh.isLt; omega⟩
    ⟨2 * j.val + kw.val - 1, by have := j.isLt; have := kw.isLt; omega⟩

/-- The pool of one image. -/
def maxPool (x : Tensor3 c (2 * h) (2 * w)) : Tensor3 c h w := fun ch i j =>
  let row : Fin 3 → ℝ := fun kh =>
    max (max (poolCell x ch i j kh 0) (poolCell x ch i j kh 1)) (poolCell x ch i j kh 2)
  max (max (row 0) (row 1)) (row 2)

/-- The cotangents of the windows whose maximum is first attained at their cell `(kh, kw)`; zero at
the others. -/
def poolTake (x : Tensor3 c (2 * h) (2 * w)) (dy : Tensor3 c h w) (kh kw : Fin 3) :
    Tensor3 c h w := fun ch i j =>
  if poolCell x ch i j kh kw = maxPool x ch i j ∧
      ∀ kh' kw' : Fin 3, (kh' < kh ∨ kh' = kh ∧ kw' < kw) →
        (1 ≤ 2 * i.val + kh'.val ∧ 1 ≤ 2 * j.val + kw'.val) →
          poolCell x ch i j kh' kw' < maxPool x ch i j then
    dy ch i j
  else 0

/-- The pool's scatter: each window's cotangent at its maximum, accumulated where windows
overlap. -/
def maxPoolBack (x : Tensor3 c (2 * h) (2 * w)) (dy : Tensor3 c h w) :
    Tensor3 c (2 * h) (2 * w) := fun ch a b =>
  ∑ kh : Fin 3, ∑ kw : Fin 3,
    padRead (spreadEven (poolTake x dy kh kw)) 1 1 ch (a.val + (2 - kh.val)) (b.val + (2 - kw.val))

/-- `maxPool` on flat images. -/
def flatMaxPool (x : Vec (c * (2 * h) * (2 * w))) : Vec (c * h * w) :=
  flatten3 (maxPool (unflatten3 x))

/-- `maxPoolBack` on flat images. -/
def flatMaxPoolBack (x : Vec (c * (2 * h) * (2 * w))) (dy : Vec (c * h * w)) :
    Vec (c * (2 * h) * (2 * w)) :=
  flatten3 (maxPoolBack (unflatten3 x) (unflatten3 dy))

/-- The pool of a constant image is the constant. -/
theorem maxPool_const (t : ℝ) :
    maxPool (fun (_ : Fin c) (_ : Fin (2 * h)) (_ : Fin (2 * w)) => t) = fun _ _ _ => t := by
  funext ch i j
  simp only [maxPool, poolCell, max_self]

/-- The scatter loses nothing and makes nothing: it preserves the sum of each channel, whatever the
windows' overlaps and ties. -/
theorem sum_maxPoolBack (x : Tensor3 c (2 * h) (2 * w)) (dy : Tensor3 c h w) (ch : Fin c) :
    ∑ a, ∑ b, maxPoolBack x dy ch a b = ∑ i, ∑ j, dy ch i j := by
  sorry

/-- What a window's cell takes is linear in the cotangent. -/
theorem poolTake_smul (x : Tensor3 c (2 * h) (2 * w)) (t : ℝ) (dy : Tensor3 c h w)
    (kh kw : Fin 3) : poolTake x (t • dy) kh kw = t • poolTake x dy kh kw := by
  funext ch i j
  simp only [poolTake, Pi.smul_apply, smul_eq_mul, mul_ite, mul_zero]

/-- The scatter is linear in the cotangent. -/
theorem flatMaxPoolBack_smul (x : Vec (c * (2 * h) * (2 * w))) (t : ℝ) (dy : Vec (c * h * w)) :
    flatMaxPoolBack x (t • dy) = t • flatMaxPoolBack x dy := by
  have hdy : unflatten3 (t • dy) = t • unflatten3 dy := rfl
  have hback : maxPoolBack (unflatten3 x) (t • unflatten3 dy)
      = t • maxPoolBack (unflatten3 x) (unflatten3 dy) := by
    funext ch a b
    simp only [maxPoolBack, poolTake_smul, spreadEven_smul, padRead_smul, Pi.smul_apply,
      smul_eq_mul, Finset.mul_sum]
  unfold flatMaxPoolBack
  rw [hdy, hback]
  rfl

/-- The scatter is certified where the image's entries differ: there each maximum is attained
once. -/
theorem flatMaxPoolBack_isVJP (x : Vec (c * (2 * h) * (2 * w))) (hx : Function.Injective x)
    (dy : Vec (c * h * w)) : IsVJP flatMaxPool x dy (flatMaxPoolBack x dy) := by
  sorry

end Proofs
