import Proofs.Layers.ConvBN
import Proofs.Layers.SqueezeExcite

/-!
# EfficientNet-B0's weights

One structure a kind of block, its sizes read off the type, and the whole network's weights with
the sizes of the sixteen blocks. Each BatchNorm carries its own `ε`; no positivity is asked of it.
-/

namespace Proofs

/-- A depthwise convolution with a `k × k` kernel, and the BatchNorm that follows it. -/
structure DepthwiseBNWeights (c k : ℕ) where
  /-- The kernel. -/
  W : DepthwiseKernel c k k
  /-- The bias. -/
  b : Vec c
  /-- BatchNorm's scale. -/
  γ : Vec c
  /-- BatchNorm's shift. -/
  β : Vec c
  /-- BatchNorm's `ε`. -/
  ε : ℝ

/-- An MBConv block `ic → oc` without expansion: squeezed width `rd`, kernel side `k`. -/
structure MBNoExpandWeights (ic oc rd k : ℕ) where
  /-- The depthwise convolution. -/
  d : DepthwiseBNWeights ic k
  /-- Squeeze-excite. -/
  se : SEWeights ic rd
  /-- The projection. -/
  p : ConvBNWeights ic oc 1

/-- An MBConv block `ic → oc` expanded to `mid` channels: squeezed width `rd`, kernel side `k`. -/
structure MBConvWeights (ic mid oc rd k : ℕ) where
  /-- The expansion. -/
  e : ConvBNWeights ic mid 1
  /-- The depthwise convolution. -/
  d : DepthwiseBNWeights mid k
  /-- Squeeze-excite. -/
  se : SEWeights mid rd
  /-- The projection. -/
  p : ConvBNWeights mid oc 1

/-- The head: a 1×1 convolution `ic → mid`, and after the pool a dense layer to `nCls` classes. -/
structure HeadWeights (ic mid nCls : ℕ) where
  /-- The convolution. -/
  c : ConvBNWeights ic mid 1
  /-- The dense layer's weight. -/
  fW : Mat mid nCls
  /-- The dense layer's bias. -/
  fb : Vec nCls

/-- The weights of EfficientNet-B0 with `nCls` classes: 49 BatchNorms. -/
structure EfficientNetB0Weights (nCls : ℕ) where
  /-- 3 → 32, stride 2, to 112 × 112. -/
  stem : ConvBNWeights 3 32 3
  /-- 32 → 16 at 112 × 112. -/
  b1 : MBNoExpandWeights 32 16 8 3
  /-- 16 → 24, stride 2, to 56 × 56. -/
  b2 : MBConvWeights 16 96 24 4 3
  /-- 24 → 24 at 56 × 56, skip. -/
  b3 : MBConvWeights 24 144 24 6 3
  /-- 24 → 40, stride 2, to 28 × 28. -/
  b4 : MBConvWeights 24 144 40 6 5
  /-- 40 → 40 at 28 × 28, skip. -/
  b5 : MBConvWeights 40 240 40 10 5
  /-- 40 → 80, stride 2, to 14 × 14. -/
  b6 : MBConvWeights 40 240 80 10 3
  /-- 80 → 80 at 14 × 14, skip. -/
  b7 : MBConvWeights 80 480 80 20 3
  /-- 80 → 80 at 14 × 14, skip. -/
  b8 : MBConvWeights 80 480 80 20 3
  /-- 80 → 112 at 14 × 14. -/
  b9 : MBConvWeights 80 480 112 20 5
  /-- 112 → 112 at 14 × 14, skip. -/
  b10 : MBConvWeights 112 672 112 28 5
  /-- 112 → 112 at 14 × 14, skip. -/
  b11 : MBConvWeights 112 672 112 28 5
  /-- 112 → 192, stride 2, to 7 × 7. -/
  b12 : MBConvWeights 112 672 192 28 5
  /-- 192 → 192 at 7 × 7, skip. -/
  b13 : MBConvWeights 192 1152 192 48 5
  /-- 192 → 192 at 7 × 7, skip. -/
  b14 : MBConvWeights 192 1152 192 48 5
  /-- 192 → 192 at 7 × 7, skip. -/
  b15 : MBConvWeights 192 1152 192 48 5
  /-- 192 → 320 at 7 × 7. -/
  b16 : MBConvWeights 192 1152 320 48 3
  /-- 320 → 1280 at 7 × 7, pool, dense. -/
  head : HeadWeights 320 1280 nCls

/-- What stochastic depth and dropout need for `N` examples: a scale an example for each of the nine
blocks with a skip, and a mask before the classifier. -/
structure DropMasks (N : ℕ) where
  /-- The scales of `b3`. -/
  s3 : Vec N
  /-- The scales of `b5`. -/
  s5 : Vec N
  /-- The scales of `b7`. -/
  s7 : Vec N
  /-- The scales of `b8`. -/
  s8 : Vec N
  /-- The scales of `b10`. -/
  s10 : Vec N
  /-- The scales of `b11`. -/
  s11 : Vec N
  /-- The scales of `b13`. -/
  s13 : Vec N
  /-- The scales of `b14`. -/
  s14 : Vec N
  /-- The scales of `b15`. -/
  s15 : Vec N
  /-- The classifier's mask. -/
  mask : Vec (N * 1280)

/-- Replica `r`'s part of the global scales and mask. -/
def DropMasks.shard {R N : ℕ} (D : DropMasks (R * N)) (r : Fin R) : DropMasks N where
  s3 := exampleShard R N D.s3 r
  s5 := exampleShard R N D.s5 r
  s7 := exampleShard R N D.s7 r
  s8 := exampleShard R N D.s8 r
  s10 := exampleShard R N D.s10 r
  s11 := exampleShard R N D.s11 r
  s13 := exampleShard R N D.s13 r
  s14 := exampleShard R N D.s14 r
  s15 := exampleShard R N D.s15 r
  mask := batchShard R N 1280 D.mask r

end Proofs
