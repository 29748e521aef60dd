import Proofs.Layers.Pool
import Proofs.Layers.Pointwise
import Proofs.ResNet50.Weights

/-!
# ResNet-50's forward on one device

The specification: a function of the weights and of a batch of `N` images of side `32·q`, every
BatchNorm with the statistics of that batch. First the links, then the three forms of a bottleneck,
then the network.
-/

noncomputable section

namespace Proofs

section Links

variable {ic oc k h w : ℕ}

/-- Convolution, BatchNorm and rectifier. -/
def convBnReluFwdB (N : ℕ) (p : ConvBNWeights ic oc k) (X : Vec (N * (ic * h * w))) :
    Vec (N * (oc * h * w)) :=
  reluVec (convBnFwdB N p X)

/-- Strided convolution (symmetric padding) and BatchNorm. -/
def convStridedBnFwdB (N : ℕ) (p : ConvBNWeights ic oc k)
    (X : Vec (N * (ic * (2 * h) * (2 * w)))) : Vec (N * (oc * h * w)) :=
  bnBatchLA N p.γ p.β p.ε (batchMap N (flatConvStrided p.W p.b) X)

/-- Strided convolution, BatchNorm and rectifier. -/
def convStridedBnReluFwdB (N : ℕ) (p : ConvBNWeights ic oc k)
    (X : Vec (N * (ic * (2 * h) * (2 * w)))) : Vec (N * (oc * h * w)) :=
  reluVec (convStridedBnFwdB N p X)

/-- The stem: strided convolution, BatchNorm, rectifier and max pool. -/
def poolStemFwdB (N : ℕ) (p : ConvBNWeights ic oc k)
    (X : Vec (N * (ic * (2 * (2 * h)) * (2 * (2 * w))))) : Vec (N * (oc * h * w)) :=
  batchMap N (flatMaxPool (c := oc) (h := h) (w := w)) (convStridedBnReluFwdB N p X)

end Links

section Blocks

variable {ic mid oc h w nCls : ℕ}

/-- The branch of a bottleneck of stride 1. -/
def branchFwdB (N : ℕ) (p : BottleneckWeights ic mid oc) (X : Vec (N * (ic * h * w))) :
    Vec (N * (oc * h * w)) :=
  convBnFwdB N p.c3 (convBnReluFwdB N p.c2 (convBnReluFwdB N p.c1 X))

/-- The branch of a bottleneck of stride 2; its reduction runs at the input's grid. -/
def branchStridedFwdB (N : ℕ) (p : BottleneckWeights ic mid oc)
    (X : Vec (N * (ic * (2 * h) * (2 * w)))) : Vec (N * (oc * h * w)) :=
  convBnFwdB N p.c3 (convStridedBnReluFwdB N p.c2 (convBnReluFwdB N p.c1 X))

/-- A bottleneck whose skip is the identity. -/
def identityFwdB (N : ℕ) (p : BottleneckWeights ic mid ic) (X : Vec (N * (ic * h * w))) :
    Vec (N * (ic * h * w)) :=
  let Y := branchFwdB N p X
  reluVec fun i => Y i + X i

/-- A bottleneck of stride 1 whose skip is a projection. -/
def projectedFwdB (N : ℕ) (p : ProjectedWeights ic mid oc) (X : Vec (N * (ic * h * w))) :
    Vec (N * (oc * h * w)) :=
  let Y := branchFwdB N p.br X
  let S := convBnFwdB N p.sk X
  reluVec fun i => Y i + S i

/-- A bottleneck of stride 2; its skip is a strided projection. -/
def stridedFwdB (N : ℕ) (p : ProjectedWeights ic mid oc)
    (X : Vec (N * (ic * (2 * h) * (2 * w)))) : Vec (N * (oc * h * w)) :=
  let Y := branchStridedFwdB N p.br X
  let S : Vec (N * (oc * h * w)) := convStridedBnFwdB N p.sk X
  reluVec fun i => Y i + S i

/-- The head: pool and dense layer. -/
def poolDenseFwdB (N : ℕ) (W : Mat ic nCls) (b : Vec nCls) (X : Vec (N * (ic * h * w))) :
    Vec (N * nCls) :=
  batchMap N (dense W b) (batchMap N (globalAvgPool (c := ic) (h := h) (w := w)) X)

end Blocks

/-- ResNet-50's forward on a batch of `N` images of side `32·q`. -/
def resnet50ForwardB (N q : ℕ) {nCls : ℕ} (w : ResNet50Weights nCls)
    (X : Vec (N * (3 * side32 q * side32 q))) : Vec (N * nCls) :=
  let x0 : Vec (N * (64 * side8 q * side8 q)) :=
    poolStemFwdB (h := side8 q) (w := side8 q) N w.stem X
  let x1 : Vec (N * (256 * side8 q * side8 q)) :=
    projectedFwdB (h := side8 q) (w := side8 q) N w.s1b0 x0
  let x2 : Vec (N * (256 * side8 q * side8 q)) :=
    identityFwdB (h := side8 q) (w := side8 q) N w.s1b1 x1
  let x3 : Vec (N * (256 * side8 q * side8 q)) :=
    identityFwdB (h := side8 q) (w := side8 q) N w.s1b2 x2
  let x4 : Vec (N * (512 * side4 q * side4 q)) :=
    stridedFwdB (h := side4 q) (w := side4 q) N w.s2b0 x3
  let x5 : Vec (N * (512 * side4 q * side4 q)) :=
    identityFwdB (h := side4 q) (w := side4 q) N w.s2b1 x4
  let x6 : Vec (N * (512 * side4 q * side4 q)) :=
    identityFwdB (h := side4 q) (w := side4 q) N w.s2b2 x5
  let x7 : Vec (N * (512 * side4 q * side4 q)) :=
    identityFwdB (h := side4 q) (w := side4 q) N w.s2b3 x6
  let x8 : Vec (N * (1024 * side2 q * side2 q)) :=
    stridedFwdB (h := side2 q) (w := side2 q) N w.s3b0 x7
  let x9 : Vec (N * (1024 * side2 q * side2 q)) :=
    identityFwdB (h := side2 q) (w := side2 q) N w.s3b1 x8
  let x10 : Vec (N * (1024 * side2 q * side2 q)) :=
    identityFwdB (h := side2 q) (w := side2 q) N w.s3b2 x9
  let x11 : Vec (N * (1024 * side2 q * side2 q)) :=
    identityFwdB (h := side2 q) (w := side2 q) N w.s3b3 x10
  let x12 : Vec (N * (1024 * side2 q * side2 q)) :=
    identityFwdB (h := side2 q) (w := side2 q) N w.s3b4 x11
  let x13 : Vec (N * (1024 * side2 q * side2 q)) :=
    identityFwdB (h := side2 q) (w := side2 q) N w.s3b5 x12
  let x14 : Vec (N * (2048 * q * q)) := stridedFwdB (h := q) (w := q) N w.s4b0 x13
  let x15 : Vec (N * (2048 * q * q)) := identityFwdB (h := q) (w := q) N w.s4b1 x14
  let x16 : Vec (N * (2048 * q * q)) := identityFwdB (h := q) (w := q) N w.s4b2 x15
  poolDenseFwdB (h := q) (w := q) N w.fW w.fb x16

end Proofs
