import Proofs.EfficientNet.Weights
import Proofs.Sync.ConvBN

/-!
# EfficientNet-B0's forward graph with synchronised BatchNorm

Every builder takes a family of graphs over the `R` replicas and gives a family: the collectives of
its BatchNorm sites range over the replicas. There are 49 sites, so 98 collectives. Block `b` names
its weights by the prefix `b`: the expansion's site is `{b}e`, with scale `%{b}eg` and collectives
`{b}egmu` and `{b}egvar`; the depthwise one is `{b}d`, the projection's `{b}p`. The switch `bf16`
selects the precision of every convolution, at the identity rounding.
-/

noncomputable section

namespace Proofs.StableHLO

variable {N : ℕ} (R : ℕ) (hR : 0 < R)

section Links

variable {ic oc c k rd h w : ℕ}

/-- Convolution, synchronised BatchNorm and swish, site `q`. -/
def convBnSwishSync (q epsStr : String) (p : ConvBNWeights ic oc k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) : Fin R → SHlo (N * (oc * h * w)) :=
  let y := convBnSync R hR q epsStr p bf16 e
  fun r => .swishF (y r)

/-- The stem: strided convolution (XLA), synchronised BatchNorm and swish, site `q`. -/
def stemSync (q epsStr : String) (p : ConvBNWeights ic oc k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * (2 * h) * (2 * w)))) : Fin R → SHlo (N * (oc * h * w)) :=
  let y : Fin R → SHlo (N * (oc * h * w)) := bnSyncSiteLA R hR q epsStr p.ε p.γ p.β fun r =>
    .batchOp (.convStridedXlaAt s!"%{q}W" bf16 id p.W p.b) (e r)
  fun r => .swishF (y r)

/-- Depthwise convolution, synchronised BatchNorm and swish, site `q`. -/
def depthwiseSync (q epsStr : String) (p : DepthwiseBNWeights c k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (c * h * w))) : Fin R → SHlo (N * (c * h * w)) :=
  let y : Fin R → SHlo (N * (c * h * w)) := bnSyncSiteLA R hR q epsStr p.ε p.γ p.β fun r =>
    .batchOp (.depthwiseAt s!"%{q}W" bf16 id p.W p.b) (e r)
  fun r => .swishF (y r)

/-- Strided depthwise convolution (XLA), synchronised BatchNorm and swish, site `q`. -/
def depthwiseStridedSync (q epsStr : String) (p : DepthwiseBNWeights c k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (c * (2 * h) * (2 * w)))) : Fin R → SHlo (N * (c * h * w)) :=
  let y : Fin R → SHlo (N * (c * h * w)) := bnSyncSiteLA R hR q epsStr p.ε p.γ p.β fun r =>
    .batchOp (.depthwiseStridedXlaAt s!"%{q}W" bf16 id p.W p.b) (e r)
  fun r => .swishF (y r)

/-- Squeeze-excite and projection of block `b`. -/
def seProjectSync (b epsStr : String) (s : SEWeights c rd) (p : ConvBNWeights c oc 1)
    (bf16 : Bool) (e : Fin R → SHlo (N * (c * h * w))) : Fin R → SHlo (N * (oc * h * w)) :=
  convBnSync R hR s!"{b}p" epsStr p bf16 fun r =>
    .batchOp (.seBlock s!"%{b}sr" s!"%{b}sx" s) (e r)

end Links

section Blocks

variable {ic mid oc rd k h w nCls : ℕ}

/-- An MBConv block without expansion. -/
def mbNoExpandSync (b epsStr : String) (p : MBNoExpandWeights ic oc rd k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) : Fin R → SHlo (N * (oc * h * w)) :=
  seProjectSync R hR b epsStr p.se p.p bf16 (depthwiseSync R hR s!"{b}d" epsStr p.d bf16 e)

/-- An MBConv block of stride 1 without a skip. -/
def mbConvSync (b epsStr : String) (p : MBConvWeights ic mid oc rd k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) : Fin R → SHlo (N * (oc * h * w)) :=
  seProjectSync R hR b epsStr p.se p.p bf16
    (depthwiseSync R hR s!"{b}d" epsStr p.d bf16
      (convBnSwishSync R hR s!"{b}e" epsStr p.e bf16 e))

/-- An MBConv block of stride 2. -/
def mbStridedSync (b epsStr : String) (p : MBConvWeights ic mid oc rd k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * (2 * h) * (2 * w)))) : Fin R → SHlo (N * (oc * h * w)) :=
  seProjectSync R hR b epsStr p.se p.p bf16
    (depthwiseStridedSync R hR s!"{b}d" epsStr p.d bf16
      (convBnSwishSync R hR s!"{b}e" epsStr p.e bf16 e))

/-- An MBConv block with a skip. -/
def mbSkipSync (b epsStr : String) (p : MBConvWeights ic mid ic rd k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) : Fin R → SHlo (N * (ic * h * w)) :=
  let y := mbConvSync R hR b epsStr p bf16 e
  fun r => .addV (y r) (e r)

/-- An MBConv block with a skip and drop-path on its branch, each replica at its own scales. -/
def mbSkipDropSync (b epsStr : String) (p : MBConvWeights ic mid ic rd k) (s : Fin R → Vec N)
    (bf16 : Bool) (e : Fin R → SHlo (N * (ic * h * w))) : Fin R → SHlo (N * (ic * h * w)) :=
  let y := mbConvSync R hR b epsStr p bf16 e
  fun r => .addV (.dropPathB s!"%{b}dp" (s r) (y r)) (e r)

/-- The head up to its pool. -/
def headPoolSync (epsStr : String) (p : HeadWeights ic mid nCls) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) : Fin R → SHlo (N * mid) :=
  let y : Fin R → SHlo (N * (mid * h * w)) := convBnSwishSync R hR "head" epsStr p.c bf16 e
  fun r => .batchOp (.gap (c := mid) (h := h) (w := w)) (y r)

/-- The head. -/
def headSync (epsStr : String) (p : HeadWeights ic mid nCls) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) : Fin R → SHlo (N * nCls) :=
  let y := headPoolSync R hR epsStr p bf16 e
  fun r => .batchOp (.dense "%fc" p.fW p.fb) (y r)

/-- The head with dropout before its dense layer, each replica at its own mask. -/
def headDropSync (epsStr : String) (p : HeadWeights ic mid nCls) (mask : Fin R → Vec (N * mid))
    (bf16 : Bool) (e : Fin R → SHlo (N * (ic * h * w))) : Fin R → SHlo (N * nCls) :=
  let y := headPoolSync R hR epsStr p bf16 e
  fun r => .batchOp (.dense "%fc" p.fW p.fb) (.dropoutB "%drop" (mask r) (y r))

end Blocks

/-- EfficientNet-B0's forward graph with synchronised BatchNorm, as a family over `R` replicas of
`N` images each at 224 × 224. -/
def efficientnetFwdGraphSyncFull (N : ℕ) {nCls : ℕ} (epsStr : String)
    (w : EfficientNetB0Weights nCls) (bf16 : Bool) (e : Fin R → SHlo (N * (3 * 224 * 224))) :
    Fin R → SHlo (N * nCls) :=
  let e0 : Fin R → SHlo (N * (32 * 112 * 112)) :=
    stemSync (h := 112) (w := 112) R hR "stem" epsStr w.stem bf16 e
  let e1 : Fin R → SHlo (N * (16 * 112 * 112)) :=
    mbNoExpandSync (h := 112) (w := 112) R hR "b1" epsStr w.b1 bf16 e0
  let e2 : Fin R → SHlo (N * (24 * 56 * 56)) :=
    mbStridedSync (h := 56) (w := 56) R hR "b2" epsStr w.b2 bf16 e1
  let e3 : Fin R → SHlo (N * (24 * 56 * 56)) :=
    mbSkipSync (h := 56) (w := 56) R hR "b3" epsStr w.b3 bf16 e2
  let e4 : Fin R → SHlo (N * (40 * 28 * 28)) :=
    mbStridedSync (h := 28) (w := 28) R hR "b4" epsStr w.b4 bf16 e3
  let e5 : Fin R → SHlo (N * (40 * 28 * 28)) :=
    mbSkipSync (h := 28) (w := 28) R hR "b5" epsStr w.b5 bf16 e4
  let e6 : Fin R → SHlo (N * (80 * 14 * 14)) :=
    mbStridedSync (h := 14) (w := 14) R hR "b6" epsStr w.b6 bf16 e5
  let e7 : Fin R → SHlo (N * (80 * 14 * 14)) :=
    mbSkipSync (h := 14) (w := 14) R hR "b7" epsStr w.b7 bf16 e6
  let e8 : Fin R → SHlo (N * (80 * 14 * 14)) :=
    mbSkipSync (h := 14) (w := 14) R hR "b8" epsStr w.b8 bf16 e7
  let e9 : Fin R → SHlo (N * (112 * 14 * 14)) :=
    mbConvSync (h := 14) (w := 14) R hR "b9" epsStr w.b9 bf16 e8
  let e10 : Fin R → SHlo (N * (112 * 14 * 14)) :=
    mbSkipSync (h := 14) (w := 14) R hR "b10" epsStr w.b10 bf16 e9
  let e11 : Fin R → SHlo (N * (112 * 14 * 14)) :=
    mbSkipSync (h := 14) (w := 14) R hR "b11" epsStr w.b11 bf16 e10
  let e12 : Fin R → SHlo (N * (192 * 7 * 7)) :=
    mbStridedSync (h := 7) (w := 7) R hR "b12" epsStr w.b12 bf16 e11
  let e13 : Fin R → SHlo (N * (192 * 7 * 7)) :=
    mbSkipSync (h := 7) (w := 7) R hR "b13" epsStr w.b13 bf16 e12
  let e14 : Fin R → SHlo (N * (192 * 7 * 7)) :=
    mbSkipSync (h := 7) (w := 7) R hR "b14" epsStr w.b14 bf16 e13
  let e15 : Fin R → SHlo (N * (192 * 7 * 7)) :=
    mbSkipSync (h := 7) (w := 7) R hR "b15" epsStr w.b15 bf16 e14
  let e16 : Fin R → SHlo (N * (320 * 7 * 7)) :=
    mbConvSync (h := 7) (w := 7) R hR "b16" epsStr w.b16 bf16 e15
  headSync (h := 7) (w := 7) R hR epsStr w.head bf16 e16

end Proofs.StableHLO
