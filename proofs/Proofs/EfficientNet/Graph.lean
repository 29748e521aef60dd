import Proofs.EfficientNet.Forward
import Proofs.StableHLO.Graph
import Proofs.StableHLO.Bf16Fold

/-!
# EfficientNet-B0's forward graph on one device

The batch-BatchNorm graph: no replicas, no collectives. It denotes the forward.
-/

noncomputable section

namespace Proofs.StableHLO

variable {N : ℕ}

section Links

variable {ic oc c k rd h w : ℕ}

/-- A BatchNorm site with the batch's own statistics, at an image batch's width. -/
def bnSiteLA (q epsStr : String) (ε : ℝ) (γ β : Vec c) (e : SHlo (N * (c * h * w))) :
    SHlo (N * (c * h * w)) :=
  .unassocF (.bnBatchF s!"%{q}g" s!"%{q}b" epsStr ε γ β (.reassocF e))

/-- The site denotes BatchNorm of the batch. -/
theorem den_bnSiteLA (q epsStr : String) (ε : ℝ) (γ β : Vec c) (e : SHlo (N * (c * h * w))) :
    den (bnSiteLA q epsStr ε γ β e) = bnBatchLA N γ β ε (den e) :=
  rfl

/-- Convolution and BatchNorm. -/
def convBnGraph (q epsStr : String) (p : ConvBNWeights ic oc k) (bf16 : Bool)
    (e : SHlo (N * (ic * h * w))) : SHlo (N * (oc * h * w)) :=
  bnSiteLA q epsStr p.ε p.γ p.β (.batchOp (.convAt s!"%{q}W" bf16 id p.W p.b) e)

/-- Convolution, BatchNorm and swish. -/
def convBnSwishGraph (q epsStr : String) (p : ConvBNWeights ic oc k) (bf16 : Bool)
    (e : SHlo (N * (ic * h * w))) : SHlo (N * (oc * h * w)) :=
  .swishF (convBnGraph q epsStr p bf16 e)

/-- The stem: strided convolution (XLA), BatchNorm and swish. -/
def stemGraph (q epsStr : String) (p : ConvBNWeights ic oc k) (bf16 : Bool)
    (e : SHlo (N * (ic * (2 * h) * (2 * w)))) : SHlo (N * (oc * h * w)) :=
  .swishF (bnSiteLA q epsStr p.ε p.γ p.β
    (.batchOp (.convStridedXlaAt s!"%{q}W" bf16 id p.W p.b) e))

/-- Depthwise convolution, BatchNorm and swish. -/
def depthwiseGraph (q epsStr : String) (p : DepthwiseBNWeights c k) (bf16 : Bool)
    (e : SHlo (N * (c * h * w))) : SHlo (N * (c * h * w)) :=
  .swishF (bnSiteLA q epsStr p.ε p.γ p.β
    (.batchOp (.depthwiseAt s!"%{q}W" bf16 id p.W p.b) e))

/-- Strided depthwise convolution (XLA), BatchNorm and swish. -/
def depthwiseStridedGraph (q epsStr : String) (p : DepthwiseBNWeights c k) (bf16 : Bool)
    (e : SHlo (N * (c * (2 * h) * (2 * w)))) : SHlo (N * (c * h * w)) :=
  .swishF (bnSiteLA q epsStr p.ε p.γ p.β
    (.batchOp (.depthwiseStridedXlaAt s!"%{q}W" bf16 id p.W p.b) e))

/-- Squeeze-excite and projection of block `b`. -/
def seProjectGraph (b epsStr : String) (s : SEWeights c rd) (p : ConvBNWeights c oc 1)
    (bf16 : Bool) (e : SHlo (N * (c * h * w))) : SHlo (N * (oc * h * w)) :=
  convBnGraph s!"{b}p" epsStr p bf16 (.batchOp (.seBlock s!"%{b}sr" s!"%{b}sx" s) e)

end Links

section Blocks

variable {ic mid oc rd k h w nCls : ℕ}

/-- An MBConv block without expansion. -/
def mbNoExpandGraph (b epsStr : String) (p : MBNoExpandWeights ic oc rd k) (bf16 : Bool)
    (e : SHlo (N * (ic * h * w))) : SHlo (N * (oc * h * w)) :=
  seProjectGraph b epsStr p.se p.p bf16 (depthwiseGraph s!"{b}d" epsStr p.d bf16 e)

/-- An MBConv block of stride 1 without a skip. -/
def mbConvGraph (b epsStr : String) (p : MBConvWeights ic mid oc rd k) (bf16 : Bool)
    (e : SHlo (N * (ic * h * w))) : SHlo (N * (oc * h * w)) :=
  seProjectGraph b epsStr p.se p.p bf16 (depthwiseGraph s!"{b}d" epsStr p.d bf16
    (convBnSwishGraph s!"{b}e" epsStr p.e bf16 e))

/-- An MBConv block of stride 2. -/
def mbStridedGraph (b epsStr : String) (p : MBConvWeights ic mid oc rd k) (bf16 : Bool)
    (e : SHlo (N * (ic * (2 * h) * (2 * w)))) : SHlo (N * (oc * h * w)) :=
  seProjectGraph b epsStr p.se p.p bf16 (depthwiseStridedGraph s!"{b}d" epsStr p.d bf16
    (convBnSwishGraph s!"{b}e" epsStr p.e bf16 e))

/-- An MBConv block with a skip. -/
def mbSkipGraph (b epsStr : String) (p : MBConvWeights ic mid ic rd k) (bf16 : Bool)
    (e : SHlo (N * (ic * h * w))) : SHlo (N * (ic * h * w)) :=
  .addV (mbConvGraph b epsStr p bf16 e) e

/-- The head. -/
def headGraph (epsStr : String) (p : HeadWeights ic mid nCls) (bf16 : Bool)
    (e : SHlo (N * (ic * h * w))) : SHlo (N * nCls) :=
  let y : SHlo (N * (mid * h * w)) := convBnSwishGraph "head" epsStr p.c bf16 e
  .batchOp (.dense "%fc" p.fW p.fb) (.batchOp (.gap (c := mid) (h := h) (w := w)) y)

end Blocks

/-- EfficientNet-B0's forward graph on one device, at 224 × 224, the input a graph `e`. -/
def efficientnetFwdGraphBFull (N : ℕ) {nCls : ℕ} (epsStr : String)
    (w : EfficientNetB0Weights nCls) (bf16 : Bool) (e : SHlo (N * (3 * 224 * 224))) :
    SHlo (N * nCls) :=
  let e0 : SHlo (N * (32 * 112 * 112)) :=
    stemGraph (h := 112) (w := 112) "stem" epsStr w.stem bf16 e
  let e1 : SHlo (N * (16 * 112 * 112)) :=
    mbNoExpandGraph (h := 112) (w := 112) "b1" epsStr w.b1 bf16 e0
  let e2 : SHlo (N * (24 * 56 * 56)) :=
    mbStridedGraph (h := 56) (w := 56) "b2" epsStr w.b2 bf16 e1
  let e3 : SHlo (N * (24 * 56 * 56)) :=
    mbSkipGraph (h := 56) (w := 56) "b3" epsStr w.b3 bf16 e2
  let e4 : SHlo (N * (40 * 28 * 28)) :=
    mbStridedGraph (h := 28) (w := 28) "b4" epsStr w.b4 bf16 e3
  let e5 : SHlo (N * (40 * 28 * 28)) :=
    mbSkipGraph (h := 28) (w := 28) "b5" epsStr w.b5 bf16 e4
  let e6 : SHlo (N * (80 * 14 * 14)) :=
    mbStridedGraph (h := 14) (w := 14) "b6" epsStr w.b6 bf16 e5
  let e7 : SHlo (N * (80 * 14 * 14)) :=
    mbSkipGraph (h := 14) (w := 14) "b7" epsStr w.b7 bf16 e6
  let e8 : SHlo (N * (80 * 14 * 14)) :=
    mbSkipGraph (h := 14) (w := 14) "b8" epsStr w.b8 bf16 e7
  let e9 : SHlo (N * (112 * 14 * 14)) :=
    mbConvGraph (h := 14) (w := 14) "b9" epsStr w.b9 bf16 e8
  let e10 : SHlo (N * (112 * 14 * 14)) :=
    mbSkipGraph (h := 14) (w := 14) "b10" epsStr w.b10 bf16 e9
  let e11 : SHlo (N * (112 * 14 * 14)) :=
    mbSkipGraph (h := 14) (w := 14) "b11" epsStr w.b11 bf16 e10
  let e12 : SHlo (N * (192 * 7 * 7)) :=
    mbStridedGraph (h := 7) (w := 7) "b12" epsStr w.b12 bf16 e11
  let e13 : SHlo (N * (192 * 7 * 7)) :=
    mbSkipGraph (h := 7) (w := 7) "b13" epsStr w.b13 bf16 e12
  let e14 : SHlo (N * (192 * 7 * 7)) :=
    mbSkipGraph (h := 7) (w := 7) "b14" epsStr w.b14 bf16 e13
  let e15 : SHlo (N * (192 * 7 * 7)) :=
    mbSkipGraph (h := 7) (w := 7) "b15" epsStr w.b15 bf16 e14
  let e16 : SHlo (N * (320 * 7 * 7)) :=
    mbConvGraph (h := 7) (w := 7) "b16" epsStr w.b16 bf16 e15
  headGraph (h := 7) (w := 7) epsStr w.head bf16 e16

end Proofs.StableHLO
