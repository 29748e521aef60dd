import Proofs.EfficientNet.Graph

/-!
# The single-device graph denotes the forward

Block by block, and the whole network. None of these theorems speaks of a real rounding or of the
lowering of an operation.
-/

noncomputable section

namespace Proofs.StableHLO

variable {N : ℕ}

section Links

variable {ic oc c k rd h w : ℕ}

/-- Convolution and BatchNorm. -/
theorem den_convBnGraph (q epsStr : String) (p : ConvBNWeights ic oc k) (bf16 : Bool)
    (e : SHlo (N * (ic * h * w))) :
    den (convBnGraph q epsStr p bf16 e) = convBnFwdB N p (den e) :=
  congrArg (fun f : Vec (ic * h * w) → Vec (oc * h * w) =>
      bnBatchLA N p.γ p.β p.ε (batchMap N f (den e)))
    (Bf16Fold.denOp_convAt_id (h := h) (w := w) s!"%{q}W" bf16 p.W p.b)

/-- Convolution, BatchNorm and swish. -/
theorem den_convBnSwishGraph (q epsStr : String) (p : ConvBNWeights ic oc k) (bf16 : Bool)
    (e : SHlo (N * (ic * h * w))) :
    den (convBnSwishGraph q epsStr p bf16 e) = convBnSwishFwdB N p (den e) :=
  congrArg swishVec (den_convBnGraph q epsStr p bf16 e)

/-- The stem. -/
theorem den_stemGraph (q epsStr : String) (p : ConvBNWeights ic oc k) (bf16 : Bool)
    (e : SHlo (N * (ic * (2 * h) * (2 * w)))) :
    den (stemGraph q epsStr p bf16 e) = stemFwdB N p (den e) :=
  congrArg (fun f : Vec (ic * (2 * h) * (2 * w)) → Vec (oc * h * w) =>
      swishVec (bnBatchLA N p.γ p.β p.ε (batchMap N f (den e))))
    (Bf16Fold.denOp_convStridedXlaAt_id (h := h) (w := w) s!"%{q}W" bf16 p.W p.b)

/-- Depthwise convolution, BatchNorm and swish. -/
theorem den_depthwiseGraph (q epsStr : String) (p : DepthwiseBNWeights c k) (bf16 : Bool)
    (e : SHlo (N * (c * h * w))) :
    den (depthwiseGraph q epsStr p bf16 e) = depthwiseFwdB N p (den e) :=
  congrArg (fun f : Vec (c * h * w) → Vec (c * h * w) =>
      swishVec (bnBatchLA N p.γ p.β p.ε (batchMap N f (den e))))
    (Bf16Fold.denOp_depthwiseAt_id (h := h) (w := w) s!"%{q}W" bf16 p.W p.b)

/-- Strided depthwise convolution, BatchNorm and swish. -/
theorem den_depthwiseStridedGraph (q epsStr : String) (p : DepthwiseBNWeights c k) (bf16 : Bool)
    (e : SHlo (N * (c * (2 * h) * (2 * w)))) :
    den (depthwiseStridedGraph q epsStr p bf16 e) = depthwiseStridedFwdB N p (den e) :=
  congrArg (fun f : Vec (c * (2 * h) * (2 * w)) → Vec (c * h * w) =>
      swishVec (bnBatchLA N p.γ p.β p.ε (batchMap N f (den e))))
    (Bf16Fold.denOp_depthwiseStridedXlaAt_id (h := h) (w := w) s!"%{q}W" bf16 p.W p.b)

/-- Squeeze-excite and projection. -/
theorem den_seProjectGraph (b epsStr : String) (s : SEWeights c rd) (p : ConvBNWeights c oc 1)
    (bf16 : Bool) (e : SHlo (N * (c * h * w))) :
    den (seProjectGraph b epsStr s p bf16 e) = seProjectFwdB N s p (den e) :=
  den_convBnGraph s!"{b}p" epsStr p bf16 _

end Links

section Blocks

variable {ic mid oc rd k h w nCls : ℕ}

/-- An MBConv block without expansion. -/
theorem den_mbNoExpandGraph (b epsStr : String) (p : MBNoExpandWeights ic oc rd k) (bf16 : Bool)
    (e : SHlo (N * (ic * h * w))) :
    den (mbNoExpandGraph b epsStr p bf16 e) = mbNoExpandFwdB N p (den e) :=
  (den_seProjectGraph b epsStr p.se p.p bf16 _).trans
    (congrArg (seProjectFwdB N p.se p.p) (den_depthwiseGraph s!"{b}d" epsStr p.d bf16 e))

/-- An MBConv block of stride 1 without a skip. -/
theorem den_mbConvGraph (b epsStr : String) (p : MBConvWeights ic mid oc rd k) (bf16 : Bool)
    (e : SHlo (N * (ic * h * w))) :
    den (mbConvGraph b epsStr p bf16 e) = mbConvFwdB N p (den e) := by
  rw [mbConvGraph, den_seProjectGraph, den_depthwiseGraph, den_convBnSwishGraph]
  rfl

/-- An MBConv block of stride 2. -/
theorem den_mbStridedGraph (b epsStr : String) (p : MBConvWeights ic mid oc rd k) (bf16 : Bool)
    (e : SHlo (N * (ic * (2 * h) * (2 * w)))) :
    den (mbStridedGraph b epsStr p bf16 e) = mbStridedFwdB N p (den e) := by
  rw [mbStridedGraph, den_seProjectGraph, den_depthwiseStridedGraph, den_convBnSwishGraph]
  rfl

/-- An MBConv block with a skip. -/
theorem den_mbSkipGraph (b epsStr : String) (p : MBConvWeights ic mid ic rd k) (bf16 : Bool)
    (e : SHlo (N * (ic * h * w))) :
    den (mbSkipGraph b epsStr p bf16 e) = mbSkipFwdB N p (den e) :=
  congrArg (fun (Y : Vec (N * (ic * h * w))) i => Y i + den e i)
    (den_mbConvGraph b epsStr p bf16 e)

/-- The head. -/
theorem den_headGraph (epsStr : String) (p : HeadWeights ic mid nCls) (bf16 : Bool)
    (e : SHlo (N * (ic * h * w))) :
    den (headGraph epsStr p bf16 e) = headFwdB N p (den e) :=
  congrArg (fun Y : Vec (N * (mid * h * w)) =>
      batchMap N (dense p.fW p.fb) (batchMap N (globalAvgPool (c := mid) (h := h) (w := w)) Y))
    (den_convBnSwishGraph "head" epsStr p.c bf16 e)

end Blocks

/-- EfficientNet-B0's single-device graph denotes the forward of what its input denotes, at either
precision read at the identity rounding. -/
theorem den_efficientnetFwdGraphBFull (N : ℕ) {nCls : ℕ} (epsStr : String)
    (w : EfficientNetB0Weights nCls) (bf16 : Bool) (e : SHlo (N * (3 * 224 * 224))) :
    den (efficientnetFwdGraphBFull N epsStr w bf16 e) = efficientnetForwardBFull N w (den e) := by
  have h0 := den_stemGraph (h := 112) (w := 112) "stem" epsStr w.stem bf16 e
  have h1 := (den_mbNoExpandGraph (h := 112) (w := 112) "b1" epsStr w.b1 bf16 _).trans
    (congrArg (mbNoExpandFwdB (h := 112) (w := 112) N w.b1) h0)
  have h2 := (den_mbStridedGraph (h := 56) (w := 56) "b2" epsStr w.b2 bf16 _).trans
    (congrArg (mbStridedFwdB (h := 56) (w := 56) N w.b2) h1)
  have h3 := (den_mbSkipGraph (h := 56) (w := 56) "b3" epsStr w.b3 bf16 _).trans
    (congrArg (mbSkipFwdB (h := 56) (w := 56) N w.b3) h2)
  have h4 := (den_mbStridedGraph (h := 28) (w := 28) "b4" epsStr w.b4 bf16 _).trans
    (congrArg (mbStridedFwdB (h := 28) (w := 28) N w.b4) h3)
  have h5 := (den_mbSkipGraph (h := 28) (w := 28) "b5" epsStr w.b5 bf16 _).trans
    (congrArg (mbSkipFwdB (h := 28) (w := 28) N w.b5) h4)
  have h6 := (den_mbStridedGraph (h := 14) (w := 14) "b6" epsStr w.b6 bf16 _).trans
    (congrArg (mbStridedFwdB (h := 14) (w := 14) N w.b6) h5)
  have h7 := (den_mbSkipGraph (h := 14) (w := 14) "b7" epsStr w.b7 bf16 _).trans
    (congrArg (mbSkipFwdB (h := 14) (w := 14) N w.b7) h6)
  have h8 := (den_mbSkipGraph (h := 14) (w := 14) "b8" epsStr w.b8 bf16 _).trans
    (congrArg (mbSkipFwdB (h := 14) (w := 14) N w.b8) h7)
  have h9 := (den_mbConvGraph (h := 14) (w := 14) "b9" epsStr w.b9 bf16 _).trans
    (congrArg (mbConvFwdB (h := 14) (w := 14) N w.b9) h8)
  have h10 := (den_mbSkipGraph (h := 14) (w := 14) "b10" epsStr w.b10 bf16 _).trans
    (congrArg (mbSkipFwdB (h := 14) (w := 14) N w.b10) h9)
  have h11 := (den_mbSkipGraph (h := 14) (w := 14) "b11" epsStr w.b11 bf16 _).trans
    (congrArg (mbSkipFwdB (h := 14) (w := 14) N w.b11) h10)
  have h12 := (den_mbStridedGraph (h := 7) (w := 7) "b12" epsStr w.b12 bf16 _).trans
    (congrArg (mbStridedFwdB (h := 7) (w := 7) N w.b12) h11)
  have h13 := (den_mbSkipGraph (h := 7) (w := 7) "b13" epsStr w.b13 bf16 _).trans
    (congrArg (mbSkipFwdB (h := 7) (w := 7) N w.b13) h12)
  have h14 := (den_mbSkipGraph (h := 7) (w := 7) "b14" epsStr w.b14 bf16 _).trans
    (congrArg (mbSkipFwdB (h := 7) (w := 7) N w.b14) h13)
  have h15 := (den_mbSkipGraph (h := 7) (w := 7) "b15" epsStr w.b15 bf16 _).trans
    (congrArg (mbSkipFwdB (h := 7) (w := 7) N w.b15) h14)
  have h16 := (den_mbConvGraph (h := 7) (w := 7) "b16" epsStr w.b16 bf16 _).trans
    (congrArg (mbConvFwdB (h := 7) (w := 7) N w.b16) h15)
  exact (den_headGraph (h := 7) (w := 7) epsStr w.head bf16 _).trans
    (congrArg (headFwdB (h := 7) (w := 7) N w.head) h16)

/-- The same of a graph whose input is a value. -/
theorem efficientnetFwdGraphBFull_faithful (N : ℕ) {nCls : ℕ} (epsStr : String)
    (w : EfficientNetB0Weights nCls) (bf16 : Bool) (X : Vec (N * (3 * 224 * 224))) :
    den (efficientnetFwdGraphBFull N epsStr w bf16 (.operand "%x" X))
      = efficientnetForwardBFull N w X :=
  den_efficientnetFwdGraphBFull N epsStr w bf16 (.operand "%x" X)

end Proofs.StableHLO
