import Proofs.Layers.ConvBN

/-!
# ResNet-50's weights and grids

v1.5: the stride of a stage's first block sits on its 3 × 3 convolution. The image's side is
`side32 q = 32·q`; the grids below are written as doublings, so that a strided convolution's input
grid is twice its output's by definition. `q = 7` is 224 pixels, `q = 5` is 160.

53 convolutions and BatchNorms and a dense layer: 53 kernels, 53 scales, 53 shifts, the dense weight
and bias make 161 parameters. A convolution's bias is carried, but the network is trained without
it: it has no gradient here.
-/

noncomputable section

namespace Proofs

/-- Twice the final grid's side. -/
abbrev side2 (q : ℕ) : ℕ := 2 * q

/-- Four times the final grid's side. -/
abbrev side4 (q : ℕ) : ℕ := 2 * side2 q

/-- Eight times the final grid's side. -/
abbrev side8 (q : ℕ) : ℕ := 2 * side4 q

/-- Sixteen times the final grid's side. -/
abbrev side16 (q : ℕ) : ℕ := 2 * side8 q

/-- The image's side. -/
abbrev side32 (q : ℕ) : ℕ := 2 * side16 q

/-- The branch of a bottleneck: 1 × 1 to `mid` channels, 3 × 3, 1 × 1 to `oc` channels. -/
structure BottleneckWeights (ic mid oc : ℕ) where
  /-- The reduction. -/
  c1 : ConvBNWeights ic mid 1
  /-- The 3 × 3 convolution, which carries the block's stride. -/
  c2 : ConvBNWeights mid mid 3
  /-- The expansion. -/
  c3 : ConvBNWeights mid oc 1

/-- A bottleneck whose skip is a 1 × 1 convolution and a BatchNorm. -/
structure ProjectedWeights (ic mid oc : ℕ) where
  /-- The branch. -/
  br : BottleneckWeights ic mid oc
  /-- The skip. -/
  sk : ConvBNWeights ic oc 1

/-- The weights of ResNet-50 with `nCls` classes; `s2b1` is block 1 of stage 2. -/
structure ResNet50Weights (nCls : ℕ) where
  /-- 3 → 64, 7 × 7, stride 2. -/
  stem : ConvBNWeights 3 64 7
  /-- Stage 1, 64 → 256, projected. -/
  s1b0 : ProjectedWeights 64 64 256
  /-- Stage 1. -/
  s1b1 : BottleneckWeights 256 64 256
  /-- Stage 1. -/
  s1b2 : BottleneckWeights 256 64 256
  /-- Stage 2, 256 → 512, strided. -/
  s2b0 : ProjectedWeights 256 128 512
  /-- Stage 2. -/
  s2b1 : BottleneckWeights 512 128 512
  /-- Stage 2. -/
  s2b2 : BottleneckWeights 512 128 512
  /-- Stage 2. -/
  s2b3 : BottleneckWeights 512 128 512
  /-- Stage 3, 512 → 1024, strided. -/
  s3b0 : ProjectedWeights 512 256 1024
  /-- Stage 3. -/
  s3b1 : BottleneckWeights 1024 256 1024
  /-- Stage 3. -/
  s3b2 : BottleneckWeights 1024 256 1024
  /-- Stage 3. -/
  s3b3 : BottleneckWeights 1024 256 1024
  /-- Stage 3. -/
  s3b4 : BottleneckWeights 1024 256 1024
  /-- Stage 3. -/
  s3b5 : BottleneckWeights 1024 256 1024
  /-- Stage 4, 1024 → 2048, strided. -/
  s4b0 : ProjectedWeights 1024 512 2048
  /-- Stage 4. -/
  s4b1 : BottleneckWeights 2048 512 2048
  /-- Stage 4. -/
  s4b2 : BottleneckWeights 2048 512 2048
  /-- The dense layer's weight. -/
  fW : Mat 2048 nCls
  /-- The dense layer's bias. -/
  fb : Vec nCls

end Proofs
