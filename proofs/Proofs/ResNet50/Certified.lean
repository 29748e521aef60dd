import Proofs.ResNet50.Backward

/-!
# The backward chain is the forward's derivative

Block by block, where no rectifier is at its kink, no pool window has two maxima, and the `ε`s keep
every BatchNorm's root away from zero: the chain carries a cotangent at the block's result back to
its input. So the chain that the step's theorem threads is no convention of ours.
-/

noncomputable section

namespace Proofs

variable {N ic mid oc k h w nCls : ℕ}

/-- No rectifier of a bottleneck is at its kink. -/
def BottleneckSaved.Smooth {N ic mid oc hi wi h w : ℕ}
    (S : BottleneckSaved N ic mid oc hi wi h w) : Prop :=
  (∀ i, S.y1 i ≠ 0) ∧ (∀ i, S.y2 i ≠ 0) ∧ ∀ i, S.s i ≠ 0

/-- Every `ε` of a branch is positive. -/
def BottleneckWeights.Positive (p : BottleneckWeights ic mid oc) : Prop :=
  0 < p.c1.ε ∧ 0 < p.c2.ε ∧ 0 < p.c3.ε

/-- The head's cotangent is certified. -/
theorem poolDenseBackB_isVJP (W : Mat ic nCls) (b : Vec nCls) (X : Vec (N * (ic * h * w)))
    (G : Vec (N * nCls)) :
    IsVJP (poolDenseFwdB (h := h) (w := w) N W b) X G (poolDenseBackB N W G) := by
  sorry

/-- A bottleneck with an identity skip is certified. -/
theorem identityBackB_isVJP (p : BottleneckWeights ic mid ic) (X dy : Vec (N * (ic * h * w)))
    (hp : p.Positive) (hs : (identitySaveB N p X).Smooth) :
    IsVJP (identityFwdB N p) X dy (identityBackB N p (identitySaveB N p X) dy).x := by
  sorry

/-- A projected bottleneck of stride 1 is certified. -/
theorem projectedBackB_isVJP (p : ProjectedWeights ic mid oc) (X : Vec (N * (ic * h * w)))
    (dy : Vec (N * (oc * h * w))) (hp : p.br.Positive) (hk : 0 < p.sk.ε)
    (hs : (projectedSaveB N p X).br.Smooth) :
    IsVJP (projectedFwdB N p) X dy (projectedBackB N p (projectedSaveB N p X) dy).br.x := by
  sorry

/-- A bottleneck of stride 2 is certified. -/
theorem stridedBackB_isVJP (p : ProjectedWeights ic mid oc)
    (X : Vec (N * (ic * (2 * h) * (2 * w)))) (dy : Vec (N * (oc * h * w))) (hp : p.br.Positive)
    (hk : 0 < p.sk.ε) (hs : (stridedSaveB N p X).br.Smooth) :
    IsVJP (stridedFwdB (h := h) (w := w) N p) X dy
      (stridedBackB N p (stridedSaveB N p X) dy).br.x := by
  sorry

/-- The stem is certified in its kernel: the chain's cotangent at the convolution's result, handed
to the kernel's gradient, is the derivative of the stem by its kernel. -/
theorem poolStemBackB_isVJP (p : ConvBNWeights ic oc k)
    (X : Vec (N * (ic * (2 * (2 * h)) * (2 * (2 * w))))) (dy : Vec (N * (oc * h * w)))
    (hp : 0 < p.ε) (hs : ∀ i, (stemSaveB (h := h) (w := w) N p X).y i ≠ 0) :
    IsVJP
      (fun θ => poolStemFwdB (h := h) (w := w) N { p with W := unflatten4 (kH := k) (kW := k) θ } X)
      (flatten4 p.W) dy
      (flatten4 (convStridedGradWB (kH := k) (kW := k) N X
        (poolStemBackB N p (stemSaveB N p X) dy).u)) := by
  sorry

end Proofs
