import Proofs.EfficientNet.Weights
import Proofs.Layers.Depthwise

/-!
# EfficientNet-B0's forward on one device

The specification: a function of the weights and of a batch of `N` images at 224 × 224, every
BatchNorm with the statistics of that batch. It knows neither replicas nor graphs. First the links,
then the blocks, then the network, plain and with stochastic depth and dropout.
-/

noncomputable section

namespace Proofs

section Links

variable {ic oc c k rd h w : ℕ}

/-- Convolution, BatchNorm and swish. -/
def convBnSwishFwdB (N : ℕ) (p : ConvBNWeights ic oc k) (X : Vec (N * (ic * h * w))) :
    Vec (N * (oc * h * w)) :=
  swishVec (convBnFwdB N p X)

/-- The stem: strided convolution (XLA), BatchNorm and swish. -/
def stemFwdB (N : ℕ) (p : ConvBNWeights ic oc k) (X : Vec (N * (ic * (2 * h) * (2 * w)))) :
    Vec (N * (oc * h * w)) :=
  swishVec (bnBatchLA N p.γ p.β p.ε (batchMap N (flatConvStridedXla p.W p.b) X))

/-- Depthwise convolution, BatchNorm and swish. -/
def depthwiseFwdB (N : ℕ) (p : DepthwiseBNWeights c k) (X : Vec (N * (c * h * w))) :
    Vec (N * (c * h * w)) :=
  swishVec (bnBatchLA N p.γ p.β p.ε (batchMap N (flatDepthwise p.W p.b) X))

/-- Strided depthwise convolution (XLA), BatchNorm and swish. -/
def depthwiseStridedFwdB (N : ℕ) (p : DepthwiseBNWeights c k)
    (X : Vec (N * (c * (2 * h) * (2 * w)))) : Vec (N * (c * h * w)) :=
  swishVec (bnBatchLA N p.γ p.β p.ε (batchMap N (flatDepthwiseStridedXla p.W p.b) X))

/-- Squeeze-excite and projection: the second half of every block. -/
def seProjectFwdB (N : ℕ) (s : SEWeights c rd) (p : ConvBNWeights c oc 1)
    (X : Vec (N * (c * h * w))) : Vec (N * (oc * h * w)) :=
  convBnFwdB N p (batchMap N (seBlock s) X)

end Links

section Blocks

variable {ic mid oc rd k h w nCls : ℕ}

/-- An MBConv block without expansion. -/
def mbNoExpandFwdB (N : ℕ) (p : MBNoExpandWeights ic oc rd k) (X : Vec (N * (ic * h * w))) :
    Vec (N * (oc * h * w)) :=
  seProjectFwdB N p.se p.p (depthwiseFwdB N p.d X)

/-- An MBConv block of stride 1 without a skip. -/
def mbConvFwdB (N : ℕ) (p : MBConvWeights ic mid oc rd k) (X : Vec (N * (ic * h * w))) :
    Vec (N * (oc * h * w)) :=
  seProjectFwdB N p.se p.p (depthwiseFwdB N p.d (convBnSwishFwdB N p.e X))

/-- An MBConv block of stride 2; the expansion runs at the input's grid. -/
def mbStridedFwdB (N : ℕ) (p : MBConvWeights ic mid oc rd k)
    (X : Vec (N * (ic * (2 * h) * (2 * w)))) : Vec (N * (oc * h * w)) :=
  seProjectFwdB N p.se p.p (depthwiseStridedFwdB N p.d (convBnSwishFwdB N p.e X))

/-- An MBConv block with a skip. -/
def mbSkipFwdB (N : ℕ) (p : MBConvWeights ic mid ic rd k) (X : Vec (N * (ic * h * w))) :
    Vec (N * (ic * h * w)) :=
  let Y := mbConvFwdB N p X
  fun i => Y i + X i

/-- An MBConv block with a skip and drop-path on its branch. -/
def mbSkipDropFwdB (N : ℕ) (p : MBConvWeights ic mid ic rd k) (s : Vec N)
    (X : Vec (N * (ic * h * w))) : Vec (N * (ic * h * w)) :=
  let Y := dropPath s (mbConvFwdB N p X)
  fun i => Y i + X i

/-- The head up to its pool. -/
def headPoolFwdB (N : ℕ) (p : HeadWeights ic mid nCls) (X : Vec (N * (ic * h * w))) :
    Vec (N * mid) :=
  batchMap N (globalAvgPool (c := mid) (h := h) (w := w)) (convBnSwishFwdB N p.c X)

/-- The head. -/
def headFwdB (N : ℕ) (p : HeadWeights ic mid nCls) (X : Vec (N * (ic * h * w))) :
    Vec (N * nCls) :=
  batchMap N (dense p.fW p.fb) (headPoolFwdB N p X)

/-- The head with dropout before its dense layer. -/
def headDropFwdB (N : ℕ) (p : HeadWeights ic mid nCls) (mask : Vec (N * mid))
    (X : Vec (N * (ic * h * w))) : Vec (N * nCls) :=
  batchMap N (dense p.fW p.fb) (dropout mask (headPoolFwdB N p X))

end Blocks

variable {nCls : ℕ}

/-- EfficientNet-B0's forward on a batch of `N` images of 224 × 224. -/
def efficientnetForwardBFull (N : ℕ) (w : EfficientNetB0Weights nCls)
    (X : Vec (N * (3 * 224 * 224))) : Vec (N * nCls) :=
  let x0 : Vec (N * (32 * 112 * 112)) := stemFwdB (h := 112) (w := 112) N w.stem X
  let x1 : Vec (N * (16 * 112 * 112)) := mbNoExpandFwdB (h := 112) (w := 112) N w.b1 x0
  let x2 : Vec (N * (24 * 56 * 56)) := mbStridedFwdB (h := 56) (w := 56) N w.b2 x1
  let x3 : Vec (N * (24 * 56 * 56)) := mbSkipFwdB (h := 56) (w := 56) N w.b3 x2
  let x4 : Vec (N * (40 * 28 * 28)) := mbStridedFwdB (h := 28) (w := 28) N w.b4 x3
  let x5 : Vec (N * (40 * 28 * 28)) := mbSkipFwdB (h := 28) (w := 28) N w.b5 x4
  let x6 : Vec (N * (80 * 14 * 14)) := mbStridedFwdB (h := 14) (w := 14) N w.b6 x5
  let x7 : Vec (N * (80 * 14 * 14)) := mbSkipFwdB (h := 14) (w := 14) N w.b7 x6
  let x8 : Vec (N * (80 * 14 * 14)) := mbSkipFwdB (h := 14) (w := 14) N w.b8 x7
  let x9 : Vec (N * (112 * 14 * 14)) := mbConvFwdB (h := 14) (w := 14) N w.b9 x8
  let x10 : Vec (N * (112 * 14 * 14)) := mbSkipFwdB (h := 14) (w := 14) N w.b10 x9
  let x11 : Vec (N * (112 * 14 * 14)) := mbSkipFwdB (h := 14) (w := 14) N w.b11 x10
  let x12 : Vec (N * (192 * 7 * 7)) := mbStridedFwdB (h := 7) (w := 7) N w.b12 x11
  let x13 : Vec (N * (192 * 7 * 7)) := mbSkipFwdB (h := 7) (w := 7) N w.b13 x12
  let x14 : Vec (N * (192 * 7 * 7)) := mbSkipFwdB (h := 7) (w := 7) N w.b14 x13
  let x15 : Vec (N * (192 * 7 * 7)) := mbSkipFwdB (h := 7) (w := 7) N w.b15 x14
  let x16 : Vec (N * (320 * 7 * 7)) := mbConvFwdB (h := 7) (w := 7) N w.b16 x15
  headFwdB (h := 7) (w := 7) N w.head x16

/-- EfficientNet-B0's forward with drop-path on the nine skip branches and dropout before the
classifier, at given scales and mask. -/
def efficientnetForwardBFullDrop (N : ℕ) (w : EfficientNetB0Weights nCls) (D : DropMasks N)
    (X : Vec (N * (3 * 224 * 224))) : Vec (N * nCls) :=
  let x0 : Vec (N * (32 * 112 * 112)) := stemFwdB (h := 112) (w := 112) N w.stem X
  let x1 : Vec (N * (16 * 112 * 112)) := mbNoExpandFwdB (h := 112) (w := 112) N w.b1 x0
  let x2 : Vec (N * (24 * 56 * 56)) := mbStridedFwdB (h := 56) (w := 56) N w.b2 x1
  let x3 : Vec (N * (24 * 56 * 56)) := mbSkipDropFwdB (h := 56) (w := 56) N w.b3 D.s3 x2
  let x4 : Vec (N * (40 * 28 * 28)) := mbStridedFwdB (h := 28) (w := 28) N w.b4 x3
  let x5 : Vec (N * (40 * 28 * 28)) := mbSkipDropFwdB (h := 28) (w := 28) N w.b5 D.s5 x4
  let x6 : Vec (N * (80 * 14 * 14)) := mbStridedFwdB (h := 14) (w := 14) N w.b6 x5
  let x7 : Vec (N * (80 * 14 * 14)) := mbSkipDropFwdB (h := 14) (w := 14) N w.b7 D.s7 x6
  let x8 : Vec (N * (80 * 14 * 14)) := mbSkipDropFwdB (h := 14) (w := 14) N w.b8 D.s8 x7
  let x9 : Vec (N * (112 * 14 * 14)) := mbConvFwdB (h := 14) (w := 14) N w.b9 x8
  let x10 : Vec (N * (112 * 14 * 14)) := mbSkipDropFwdB (h := 14) (w := 14) N w.b10 D.s10 x9
  let x11 : Vec (N * (112 * 14 * 14)) := mbSkipDropFwdB (h := 14) (w := 14) N w.b11 D.s11 x10
  let x12 : Vec (N * (192 * 7 * 7)) := mbStridedFwdB (h := 7) (w := 7) N w.b12 x11
  let x13 : Vec (N * (192 * 7 * 7)) := mbSkipDropFwdB (h := 7) (w := 7) N w.b13 D.s13 x12
  let x14 : Vec (N * (192 * 7 * 7)) := mbSkipDropFwdB (h := 7) (w := 7) N w.b14 D.s14 x13
  let x15 : Vec (N * (192 * 7 * 7)) := mbSkipDropFwdB (h := 7) (w := 7) N w.b15 D.s15 x14
  let x16 : Vec (N * (320 * 7 * 7)) := mbConvFwdB (h := 7) (w := 7) N w.b16 x15
  headDropFwdB (h := 7) (w := 7) N w.head D.mask x16

/-- Scales and masks that drop nothing: the evaluation forward. -/
def DropMasks.keepAll (N : ℕ) : DropMasks N where
  s3 := fun _ => 1
  s5 := fun _ => 1
  s7 := fun _ => 1
  s8 := fun _ => 1
  s10 := fun _ => 1
  s11 := fun _ => 1
  s13 := fun _ => 1
  s14 := fun _ => 1
  s15 := fun _ => 1
  mask := fun _ => 1

/-- A skip block whose scales are all 1 is the plain skip block. -/
theorem mbSkipDropFwdB_one {ic mid rd k h w : ℕ} (N : ℕ) (p : MBConvWeights ic mid ic rd k)
    (X : Vec (N * (ic * h * w))) :
    mbSkipDropFwdB N p (fun _ => 1) X = mbSkipFwdB N p X := by
  funext i
  simp only [mbSkipDropFwdB, mbSkipFwdB, dropPath, one_mul]

/-- With nothing dropped the forward is the plain one. -/
theorem efficientnetForwardBFullDrop_keepAll (N : ℕ) (w : EfficientNetB0Weights nCls)
    (X : Vec (N * (3 * 224 * 224))) :
    efficientnetForwardBFullDrop N w (DropMasks.keepAll N) X = efficientnetForwardBFull N w X := by
  sorry

end Proofs
