import Proofs.Layers.Conv
import Proofs.Layers.BatchNorm

/-!
# A convolution and the BatchNorm that follows it

The unit that the networks are built of. Each BatchNorm carries its own `ε`; no positivity is asked
of it.
-/

noncomputable section

namespace Proofs

/-- A convolution `ic → oc` with a `k × k` kernel, and the BatchNorm that follows it. -/
structure ConvBNWeights (ic oc k : ℕ) where
  /-- The kernel. -/
  W : Kernel4 oc ic k k
  /-- The bias. -/
  b : Vec oc
  /-- BatchNorm's scale. -/
  γ : Vec oc
  /-- BatchNorm's shift. -/
  β : Vec oc
  /-- BatchNorm's `ε`. -/
  ε : ℝ

variable {ic oc k h w : ℕ}

/-- Convolution and BatchNorm. -/
def convBnFwdB (N : ℕ) (p : ConvBNWeights ic oc k) (X : Vec (N * (ic * h * w))) :
    Vec (N * (oc * h * w)) :=
  bnBatchLA N p.γ p.β p.ε (batchMap N (flatConv p.W p.b) X)

end Proofs
