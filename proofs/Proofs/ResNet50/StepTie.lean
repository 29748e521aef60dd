import Proofs.ResNet50.Backward
import Proofs.StableHLO.Graph

/-!
# ResNet-50's step on one device: every gradient node is the certified gradient

For every one of the 161 parameters: the node, at the cotangent that the chain delivers, is the
derivative of its operation by the parameter, paired with that cotangent. `r50NetTiedB` has the
order of `ResNet50SyncTieB.r50NetSyncTiedB`, which says that the data-parallel step is this one at
the global batch.
-/

noncomputable section

namespace Proofs.ResNet50StepTieB

open StableHLO

section Parameters

variable (bf16 : Bool) (N : ℕ) (xN cotN vN epsStr : String) {ic oc c k h w m n : ℕ}

/-- A kernel's node, at the convolution's input `X` and the cotangent `DY` at its result. -/
def ConvWTiedAt (p : ConvBNWeights ic oc k) (X : Vec (N * (ic * h * w)))
    (DY : Vec (N * (oc * h * w))) : Prop :=
  IsVJP (fun θ => batchMap N (flatConv (unflatten4 (kH := k) (kW := k) θ) p.b) X) (flatten4 p.W) DY
    (den (.convGradWAtF bf16 id (.operand xN X) (.operand cotN DY) : SHlo (oc * ic * k * k)))

/-- A kernel's node, stride 2 and symmetric padding. -/
def ConvStridedWTiedAt (p : ConvBNWeights ic oc k) (X : Vec (N * (ic * (2 * h) * (2 * w))))
    (DY : Vec (N * (oc * h * w))) : Prop :=
  IsVJP (fun θ => batchMap N (flatConvStrided (unflatten4 (kH := k) (kW := k) θ) p.b) X)
    (flatten4 p.W) DY
    (den (.convStridedGradWAtF bf16 id (.operand xN X) (.operand cotN DY) :
      SHlo (oc * ic * k * k)))

/-- A scale's node, at what the site normalised and the cotangent at its result. -/
def BnGammaTiedAt (p : ConvBNWeights ic c k) (U DY : Vec (N * (c * h * w))) : Prop :=
  IsVJP (fun θ => bnBatchLA N θ p.β p.ε U) p.γ DY
    (den (.bnGammaGradF epsStr p.ε (.reassocF (.operand vN U) : SHlo (N * (c * (h * w))))
      (.reassocF (.operand cotN DY))))

/-- A shift's node. -/
def BnBetaTiedAt (p : ConvBNWeights ic c k) (U DY : Vec (N * (c * h * w))) : Prop :=
  IsVJP (fun θ => bnBatchLA N p.γ θ p.ε U) p.β DY
    (den (.bnBetaGradF (.reassocF (.operand cotN DY) : SHlo (N * (c * (h * w))))))

/-- A BatchNorm's two nodes. -/
def BnTiedAt (p : ConvBNWeights ic c k) (U DY : Vec (N * (c * h * w))) : Prop :=
  BnGammaTiedAt N cotN vN epsStr p U DY ∧ BnBetaTiedAt N cotN p U DY

/-- A dense weight's node. -/
def DenseWTiedAt (W : Mat m n) (b : Vec n) (X : Vec (N * m)) (DY : Vec (N * n)) : Prop :=
  IsVJP (fun θ => batchMap N (dense (unflatten2 θ) b) X) (flatten2 W) DY
    (den (.denseGradWF (.operand xN X) (.operand cotN DY)))

/-- A dense bias's node. -/
def DenseBTiedAt (W : Mat m n) (b : Vec n) (X : Vec (N * m)) (DY : Vec (N * n)) : Prop :=
  IsVJP (fun θ => batchMap N (dense W θ) X) b DY (den (.denseGradbF (.operand cotN DY)))

variable {bf16 N xN cotN vN epsStr}

/-- A kernel's node is certified. -/
theorem convWTiedAt (p : ConvBNWeights ic oc k) (X : Vec (N * (ic * h * w)))
    (DY : Vec (N * (oc * h * w))) : ConvWTiedAt bf16 N xN cotN p X DY := by
  cases bf16 <;> exact convGradWB_isVJP p.W p.b X DY

/-- A strided kernel's node is certified. -/
theorem convStridedWTiedAt (p : ConvBNWeights ic oc k) (X : Vec (N * (ic * (2 * h) * (2 * w))))
    (DY : Vec (N * (oc * h * w))) : ConvStridedWTiedAt bf16 N xN cotN p X DY := by
  cases bf16 <;> exact convStridedGradWB_isVJP p.W p.b X DY

/-- A BatchNorm's nodes are certified. -/
theorem bnTiedAt (p : ConvBNWeights ic c k) (U DY : Vec (N * (c * h * w))) :
    BnTiedAt N cotN vN epsStr p U DY :=
  And.intro (bnGammaGrad_isVJP p.γ p.β p.ε U DY) (bnBetaGrad_isVJP p.γ p.β p.ε U DY)

end Parameters

section Blocks

variable (bf16 : Bool) (N : ℕ) (xN cotN vN epsStr : String) {ic mid oc h w k m nCls : ℕ}

/-- The stem's three nodes. -/
def stemNodesTied (p : ConvBNWeights ic oc k) (S : StemSaved N ic oc h w) (D : StemCot N oc h w) :
    Prop :=
  ConvStridedWTiedAt bf16 N xN cotN p S.x D.u ∧ BnTiedAt N cotN vN epsStr p S.u D.y

/-- The nine nodes of a branch of stride 1. -/
def branchNodesTied (p : BottleneckWeights ic mid oc) (S : BottleneckSaved N ic mid oc h w h w)
    (D : BottleneckCot N ic mid oc h w h w) : Prop :=
  ConvWTiedAt bf16 N xN cotN p.c1 S.x D.u1 ∧ BnTiedAt N cotN vN epsStr p.c1 S.u1 D.y1 ∧
    ConvWTiedAt bf16 N xN cotN p.c2 S.a1 D.u2 ∧ BnTiedAt N cotN vN epsStr p.c2 S.u2 D.y2 ∧
    ConvWTiedAt bf16 N xN cotN p.c3 S.a2 D.u3 ∧ BnTiedAt N cotN vN epsStr p.c3 S.u3 D.s

/-- The nine nodes of a branch of stride 2. -/
def branchStridedNodesTied (p : BottleneckWeights ic mid oc)
    (S : BottleneckSaved N ic mid oc (2 * h) (2 * w) h w)
    (D : BottleneckCot N ic mid oc (2 * h) (2 * w) h w) : Prop :=
  ConvWTiedAt bf16 N xN cotN p.c1 S.x D.u1 ∧ BnTiedAt N cotN vN epsStr p.c1 S.u1 D.y1 ∧
    ConvStridedWTiedAt bf16 N xN cotN p.c2 S.a1 D.u2 ∧ BnTiedAt N cotN vN epsStr p.c2 S.u2 D.y2 ∧
    ConvWTiedAt bf16 N xN cotN p.c3 S.a2 D.u3 ∧ BnTiedAt N cotN vN epsStr p.c3 S.u3 D.s

/-- The twelve nodes of a projected bottleneck of stride 1: the branch's, and the skip's three. -/
def projectedNodesTied (p : ProjectedWeights ic mid oc) (S : ProjectedSaved N ic mid oc h w h w)
    (D : ProjectedCot N ic mid oc h w h w) : Prop :=
  branchNodesTied bf16 N xN cotN vN epsStr p.br S.br D.br ∧
    ConvWTiedAt bf16 N xN cotN p.sk S.br.x D.uk ∧ BnTiedAt N cotN vN epsStr p.sk S.uk D.br.s

/-- The twelve nodes of a bottleneck of stride 2: the branch's, and the skip's three. -/
def stridedNodesTied (p : ProjectedWeights ic mid oc)
    (S : ProjectedSaved N ic mid oc (2 * h) (2 * w) h w)
    (D : ProjectedCot N ic mid oc (2 * h) (2 * w) h w) : Prop :=
  branchStridedNodesTied bf16 N xN cotN vN epsStr p.br S.br D.br ∧
    ConvStridedWTiedAt bf16 N xN cotN p.sk S.br.x D.uk ∧
    BnTiedAt N cotN vN epsStr p.sk S.uk D.br.s

/-- The head's two nodes. -/
def headNodesTied (W : Mat m nCls) (b : Vec nCls) (P : Vec (N * m)) (G : Vec (N * nCls)) : Prop :=
  DenseWTiedAt N xN cotN W b P G ∧ DenseBTiedAt N cotN W b P G

variable {bf16 N xN cotN vN epsStr}

/-- The stem's nodes are certified. -/
theorem stem_nodesTied (p : ConvBNWeights ic oc k) (S : StemSaved N ic oc h w)
    (D : StemCot N oc h w) : stemNodesTied bf16 N xN cotN vN epsStr p S D :=
  And.intro (convStridedWTiedAt p _ _) (bnTiedAt p _ _)

/-- The nodes of a branch of stride 1 are certified. -/
theorem branch_nodesTied (p : BottleneckWeights ic mid oc) (S : BottleneckSaved N ic mid oc h w h w)
    (D : BottleneckCot N ic mid oc h w h w) :
    branchNodesTied bf16 N xN cotN vN epsStr p S D := by
  unfold branchNodesTied
  exact ⟨convWTiedAt _ _ _, bnTiedAt _ _ _, convWTiedAt _ _ _, bnTiedAt _ _ _, convWTiedAt _ _ _,
    bnTiedAt _ _ _⟩

/-- The nodes of a branch of stride 2 are certified. -/
theorem branchStrided_nodesTied (p : BottleneckWeights ic mid oc)
    (S : BottleneckSaved N ic mid oc (2 * h) (2 * w) h w)
    (D : BottleneckCot N ic mid oc (2 * h) (2 * w) h w) :
    branchStridedNodesTied bf16 N xN cotN vN epsStr p S D := by
  unfold branchStridedNodesTied
  exact ⟨convWTiedAt _ _ _, bnTiedAt _ _ _, convStridedWTiedAt _ _ _, bnTiedAt _ _ _,
    convWTiedAt _ _ _, bnTiedAt _ _ _⟩

/-- The nodes of a projected bottleneck of stride 1 are certified. -/
theorem projected_nodesTied (p : ProjectedWeights ic mid oc)
    (S : ProjectedSaved N ic mid oc h w h w) (D : ProjectedCot N ic mid oc h w h w) :
    projectedNodesTied bf16 N xN cotN vN epsStr p S D := by
  unfold projectedNodesTied
  exact ⟨branch_nodesTied _ _ _, convWTiedAt _ _ _, bnTiedAt _ _ _⟩

/-- The nodes of a bottleneck of stride 2 are certified. -/
theorem strided_nodesTied (p : ProjectedWeights ic mid oc)
    (S : ProjectedSaved N ic mid oc (2 * h) (2 * w) h w)
    (D : ProjectedCot N ic mid oc (2 * h) (2 * w) h w) :
    stridedNodesTied bf16 N xN cotN vN epsStr p S D := by
  unfold stridedNodesTied
  exact ⟨branchStrided_nodesTied _ _ _, convStridedWTiedAt _ _ _, bnTiedAt _ _ _⟩

end Blocks

section Network

variable (bf16 : Bool) (N q : ℕ) (xN cotN vN epsStr : String) {nCls : ℕ}
  (w : ResNet50Weights nCls) (S : ResNet50Saved N q) (D : ResNet50Cot N q)

/-- The stem. -/
def stemTied : Prop := stemNodesTied bf16 N xN cotN vN epsStr w.stem S.stem D.stem

/-- Stage 1, block 0. -/
def s1b0Tied : Prop := projectedNodesTied bf16 N xN cotN vN epsStr w.s1b0 S.s1b0 D.s1b0

/-- Stage 1, block 1. -/
def s1b1Tied : Prop := branchNodesTied bf16 N xN cotN vN epsStr w.s1b1 S.s1b1 D.s1b1

/-- Stage 1, block 2. -/
def s1b2Tied : Prop := branchNodesTied bf16 N xN cotN vN epsStr w.s1b2 S.s1b2 D.s1b2

/-- Stage 2, block 0. -/
def s2b0Tied : Prop := stridedNodesTied bf16 N xN cotN vN epsStr w.s2b0 S.s2b0 D.s2b0

/-- Stage 2, block 1. -/
def s2b1Tied : Prop := branchNodesTied bf16 N xN cotN vN epsStr w.s2b1 S.s2b1 D.s2b1

/-- Stage 2, block 2. -/
def s2b2Tied : Prop := branchNodesTied bf16 N xN cotN vN epsStr w.s2b2 S.s2b2 D.s2b2

/-- Stage 2, block 3. -/
def s2b3Tied : Prop := branchNodesTied bf16 N xN cotN vN epsStr w.s2b3 S.s2b3 D.s2b3

/-- Stage 3, block 0. -/
def s3b0Tied : Prop := stridedNodesTied bf16 N xN cotN vN epsStr w.s3b0 S.s3b0 D.s3b0

/-- Stage 3, block 1. -/
def s3b1Tied : Prop := branchNodesTied bf16 N xN cotN vN epsStr w.s3b1 S.s3b1 D.s3b1

/-- Stage 3, block 2. -/
def s3b2Tied : Prop := branchNodesTied bf16 N xN cotN vN epsStr w.s3b2 S.s3b2 D.s3b2

/-- Stage 3, block 3. -/
def s3b3Tied : Prop := branchNodesTied bf16 N xN cotN vN epsStr w.s3b3 S.s3b3 D.s3b3

/-- Stage 3, block 4. -/
def s3b4Tied : Prop := branchNodesTied bf16 N xN cotN vN epsStr w.s3b4 S.s3b4 D.s3b4

/-- Stage 3, block 5. -/
def s3b5Tied : Prop := branchNodesTied bf16 N xN cotN vN epsStr w.s3b5 S.s3b5 D.s3b5

/-- Stage 4, block 0. -/
def s4b0Tied : Prop := stridedNodesTied bf16 N xN cotN vN epsStr w.s4b0 S.s4b0 D.s4b0

/-- Stage 4, block 1. -/
def s4b1Tied : Prop := branchNodesTied bf16 N xN cotN vN epsStr w.s4b1 S.s4b1 D.s4b1

/-- Stage 4, block 2. -/
def s4b2Tied : Prop := branchNodesTied bf16 N xN cotN vN epsStr w.s4b2 S.s4b2 D.s4b2

end Network

variable {nCls : ℕ}

/-- Every gradient node of ResNet-50's single-device step, at the cotangents of the chain from the
loss cotangent `G`, is the certified gradient. -/
def r50NetTiedB (N q : ℕ) (xN cotN vN epsStr : String) (bf16 : Bool) (w : ResNet50Weights nCls)
    (X : Vec (N * (3 * side32 q * side32 q))) (G : Vec (N * nCls)) : Prop :=
  let S := resnet50SavedB N q w X
  let D := resnet50BackB N q w S G
  stemTied bf16 N q xN cotN vN epsStr w S D ∧
  s1b0Tied bf16 N q xN cotN vN epsStr w S D ∧
  s1b1Tied bf16 N q xN cotN vN epsStr w S D ∧
  s1b2Tied bf16 N q xN cotN vN epsStr w S D ∧
  s2b0Tied bf16 N q xN cotN vN epsStr w S D ∧
  s2b1Tied bf16 N q xN cotN vN epsStr w S D ∧
  s2b2Tied bf16 N q xN cotN vN epsStr w S D ∧
  s2b3Tied bf16 N q xN cotN vN epsStr w S D ∧
  s3b0Tied bf16 N q xN cotN vN epsStr w S D ∧
  s3b1Tied bf16 N q xN cotN vN epsStr w S D ∧
  s3b2Tied bf16 N q xN cotN vN epsStr w S D ∧
  s3b3Tied bf16 N q xN cotN vN epsStr w S D ∧
  s3b4Tied bf16 N q xN cotN vN epsStr w S D ∧
  s3b5Tied bf16 N q xN cotN vN epsStr w S D ∧
  s4b0Tied bf16 N q xN cotN vN epsStr w S D ∧
  s4b1Tied bf16 N q xN cotN vN epsStr w S D ∧
  s4b2Tied bf16 N q xN cotN vN epsStr w S D ∧
  headNodesTied N xN cotN w.fW w.fb S.p G

/-- ResNet-50's single-device step: all 161 gradient nodes are certified, whatever the loss. -/
theorem r50_net_tiedB (N : ℕ) (_hN : 0 < N) (q : ℕ) (_hq : 0 < q) (xN cotN vN epsStr : String)
    (bf16 : Bool) (w : ResNet50Weights nCls) (X : Vec (N * (3 * side32 q * side32 q)))
    (G : Vec (N * nCls)) : r50NetTiedB N q xN cotN vN epsStr bf16 w X G := by
  unfold r50NetTiedB
  exact ⟨stem_nodesTied _ _ _, projected_nodesTied _ _ _, branch_nodesTied _ _ _,
    branch_nodesTied _ _ _, strided_nodesTied _ _ _, branch_nodesTied _ _ _,
    branch_nodesTied _ _ _, branch_nodesTied _ _ _, strided_nodesTied _ _ _,
    branch_nodesTied _ _ _, branch_nodesTied _ _ _, branch_nodesTied _ _ _, branch_nodesTied _ _ _,
    branch_nodesTied _ _ _, strided_nodesTied _ _ _, branch_nodesTied _ _ _,
    branch_nodesTied _ _ _, And.intro (denseGradWB_isVJP _ _ _ _) (denseGradbB_isVJP _ _ _ _)⟩

end Proofs.ResNet50StepTieB
