import Proofs.Layers.Pointwise

/-!
# Squeeze-excite

A channel-wise gate computed from the image's own channel means: pool, dense to the squeezed width,
swish, dense back, sigmoid; the image is multiplied by it channel by channel. The whole block acts
on one example at a time.
-/

noncomputable section

namespace Proofs

/-- The two dense layers of a squeeze-excite block on `c` channels with squeezed width `rd`. -/
structure SEWeights (c rd : ℕ) where
  /-- The reducing layer's weight. -/
  rW : Mat c rd
  /-- The reducing layer's bias. -/
  rb : Vec rd
  /-- The expanding layer's weight. -/
  xW : Mat rd c
  /-- The expanding layer's bias. -/
  xb : Vec c

variable {c rd h w : ℕ}

/-- The gate, one value in `(0, 1)` a channel. -/
def seGate (s : SEWeights c rd) (x : Vec (c * h * w)) : Vec c :=
  let squeezed := swishVec (dense s.rW s.rb (globalAvgPool x))
  fun ch => sigmoid (dense s.xW s.xb squeezed ch)

/-- The squeeze-excite block: the image times its gate. -/
def seBlock (s : SEWeights c rd) (x : Vec (c * h * w)) : Vec (c * h * w) :=
  let gate := seGate s x
  flatten3 fun ch i j => unflatten3 x ch i j * gate ch

/-- With the expanding layer at zero the gate is one half. -/
theorem seBlock_half (rW : Mat c rd) (rb : Vec rd) (x : Vec (c * h * w)) :
    seBlock ⟨rW, rb, fun _ _ => 0, fun _ => 0⟩ x = fun i => x i / 2 := by
  sorry

end Proofs
