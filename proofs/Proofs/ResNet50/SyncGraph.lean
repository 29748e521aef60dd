import Proofs.ResNet50.Weights
import Proofs.Sync.ConvBN

/-!
# ResNet-50's forward graph with synchronised BatchNorm

Every builder takes a family of graphs over the `R` replicas and gives a family. There are 53 sites,
so 106 collectives. Block `b` names its sites `{b}1`, `{b}2`, `{b}3` and, for a projection, `{b}k`.
The switch `bf16` selects the precision of every convolution, at the identity rounding.
-/

noncomputable section

namespace Proofs.StableHLO

variable {N : ℕ} (R : ℕ) (hR : 0 < R)

section Links

variable {ic oc k h w : ℕ}

/-- Convolution, synchronised BatchNorm and rectifier, site `q`. -/
def convBnReluSync (q epsStr : String) (p : ConvBNWeights ic oc k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) : Fin R → SHlo (N * (oc * h * w)) :=
  let y := convBnSync R hR q epsStr p bf16 e
  fun r => .reluF (y r)

/-- Strided convolution (symmetric padding) and synchronised BatchNorm, site `q`. -/
def convStridedBnSync (q epsStr : String) (p : ConvBNWeights ic oc k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * (2 * h) * (2 * w)))) : Fin R → SHlo (N * (oc * h * w)) :=
  bnSyncSiteLA R hR q epsStr p.ε p.γ p.β fun r =>
    .batchOp (.convStridedAt s!"%{q}W" bf16 id p.W p.b) (e r)

/-- Strided convolution, synchronised BatchNorm and rectifier, site `q`. -/
def convStridedBnReluSync (q epsStr : String) (p : ConvBNWeights ic oc k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * (2 * h) * (2 * w)))) : Fin R → SHlo (N * (oc * h * w)) :=
  let y : Fin R → SHlo (N * (oc * h * w)) := convStridedBnSync R hR q epsStr p bf16 e
  fun r => .reluF (y r)

/-- The stem: strided convolution, synchronised BatchNorm, rectifier and max pool. -/
def poolStemSync (epsStr : String) (p : ConvBNWeights ic oc k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * (2 * (2 * h)) * (2 * (2 * w))))) :
    Fin R → SHlo (N * (oc * h * w)) :=
  let y : Fin R → SHlo (N * (oc * (2 * h) * (2 * w))) :=
    convStridedBnReluSync R hR "stem" epsStr p bf16 e
  fun r => .batchOp (.maxPool (c := oc) (h := h) (w := w)) (y r)

end Links

section Blocks

variable {ic mid oc h w nCls : ℕ}

/-- The branch of a bottleneck of stride 1. -/
def branchSync (b epsStr : String) (p : BottleneckWeights ic mid oc) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) : Fin R → SHlo (N * (oc * h * w)) :=
  convBnSync R hR s!"{b}3" epsStr p.c3 bf16
    (convBnReluSync R hR s!"{b}2" epsStr p.c2 bf16
      (convBnReluSync R hR s!"{b}1" epsStr p.c1 bf16 e))

/-- The branch of a bottleneck of stride 2; its first site runs at the input's grid. -/
def branchStridedSync (b epsStr : String) (p : BottleneckWeights ic mid oc) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * (2 * h) * (2 * w)))) : Fin R → SHlo (N * (oc * h * w)) :=
  convBnSync R hR s!"{b}3" epsStr p.c3 bf16
    (convStridedBnReluSync R hR s!"{b}2" epsStr p.c2 bf16
      (convBnReluSync R hR s!"{b}1" epsStr p.c1 bf16 e))

/-- A bottleneck whose skip is the identity. -/
def identitySync (b epsStr : String) (p : BottleneckWeights ic mid ic) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) : Fin R → SHlo (N * (ic * h * w)) :=
  let y := branchSync R hR b epsStr p bf16 e
  fun r => .reluF (.addV (y r) (e r))

/-- A bottleneck of stride 1 whose skip is a projection. -/
def projectedSync (b epsStr : String) (p : ProjectedWeights ic mid oc) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) : Fin R → SHlo (N * (oc * h * w)) :=
  let y := branchSync R hR b epsStr p.br bf16 e
  let s := convBnSync R hR s!"{b}k" epsStr p.sk bf16 e
  fun r => .reluF (.addV (y r) (s r))

/-- A bottleneck of stride 2; its skip is a strided projection. -/
def stridedSync (b epsStr : String) (p : ProjectedWeights ic mid oc) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * (2 * h) * (2 * w)))) : Fin R → SHlo (N * (oc * h * w)) :=
  let y : Fin R → SHlo (N * (oc * h * w)) := branchStridedSync R hR b epsStr p.br bf16 e
  let s : Fin R → SHlo (N * (oc * h * w)) := convStridedBnSync R hR s!"{b}k" epsStr p.sk bf16 e
  fun r => .reluF (.addV (y r) (s r))

/-- The head: pool and dense layer. -/
def poolDenseSync (W : Mat ic nCls) (b : Vec nCls) (e : Fin R → SHlo (N * (ic * h * w))) :
    Fin R → SHlo (N * nCls) := fun r =>
  .batchOp (.dense "%fc" W b) (.batchOp (.gap (c := ic) (h := h) (w := w)) (e r))

end Blocks

/-- ResNet-50's forward graph with synchronised BatchNorm, as a family over `R` replicas of `N`
images each, of side `32·q`. -/
def resnet50FwdGraphSyncFull (N q : ℕ) {nCls : ℕ} (epsStr : String) (w : ResNet50Weights nCls)
    (bf16 : Bool) (e : Fin R → SHlo (N * (3 * side32 q * side32 q))) : Fin R → SHlo (N * nCls) :=
  let e0 : Fin R → SHlo (N * (64 * side8 q * side8 q)) :=
    poolStemSync (h := side8 q) (w := side8 q) R hR epsStr w.stem bf16 e
  let e1 : Fin R → SHlo (N * (256 * side8 q * side8 q)) :=
    projectedSync (h := side8 q) (w := side8 q) R hR "s1b0" epsStr w.s1b0 bf16 e0
  let e2 : Fin R → SHlo (N * (256 * side8 q * side8 q)) :=
    identitySync (h := side8 q) (w := side8 q) R hR "s1b1" epsStr w.s1b1 bf16 e1
  let e3 : Fin R → SHlo (N * (256 * side8 q * side8 q)) :=
    identitySync (h := side8 q) (w := side8 q) R hR "s1b2" epsStr w.s1b2 bf16 e2
  let e4 : Fin R → SHlo (N * (512 * side4 q * side4 q)) :=
    stridedSync (h := side4 q) (w := side4 q) R hR "s2b0" epsStr w.s2b0 bf16 e3
  let e5 : Fin R → SHlo (N * (512 * side4 q * side4 q)) :=
    identitySync (h := side4 q) (w := side4 q) R hR "s2b1" epsStr w.s2b1 bf16 e4
  let e6 : Fin R → SHlo (N * (512 * side4 q * side4 q)) :=
    identitySync (h := side4 q) (w := side4 q) R hR "s2b2" epsStr w.s2b2 bf16 e5
  let e7 : Fin R → SHlo (N * (512 * side4 q * side4 q)) :=
    identitySync (h := side4 q) (w := side4 q) R hR "s2b3" epsStr w.s2b3 bf16 e6
  let e8 : Fin R → SHlo (N * (1024 * side2 q * side2 q)) :=
    stridedSync (h := side2 q) (w := side2 q) R hR "s3b0" epsStr w.s3b0 bf16 e7
  let e9 : Fin R → SHlo (N * (1024 * side2 q * side2 q)) :=
    identitySync (h := side2 q) (w := side2 q) R hR "s3b1" epsStr w.s3b1 bf16 e8
  let e10 : Fin R → SHlo (N * (1024 * side2 q * side2 q)) :=
    identitySync (h := side2 q) (w := side2 q) R hR "s3b2" epsStr w.s3b2 bf16 e9
  let e11 : Fin R → SHlo (N * (1024 * side2 q * side2 q)) :=
    identitySync (h := side2 q) (w := side2 q) R hR "s3b3" epsStr w.s3b3 bf16 e10
  let e12 : Fin R → SHlo (N * (1024 * side2 q * side2 q)) :=
    identitySync (h := side2 q) (w := side2 q) R hR "s3b4" epsStr w.s3b4 bf16 e11
  let e13 : Fin R → SHlo (N * (1024 * side2 q * side2 q)) :=
    identitySync (h := side2 q) (w := side2 q) R hR "s3b5" epsStr w.s3b5 bf16 e12
  let e14 : Fin R → SHlo (N * (2048 * q * q)) :=
    stridedSync (h := q) (w := q) R hR "s4b0" epsStr w.s4b0 bf16 e13
  let e15 : Fin R → SHlo (N * (2048 * q * q)) :=
    identitySync (h := q) (w := q) R hR "s4b1" epsStr w.s4b1 bf16 e14
  let e16 : Fin R → SHlo (N * (2048 * q * q)) :=
    identitySync (h := q) (w := q) R hR "s4b2" epsStr w.s4b2 bf16 e15
  poolDenseSync (h := q) (w := q) R w.fW w.fb e16

end Proofs.StableHLO
