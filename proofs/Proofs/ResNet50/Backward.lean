import Proofs.Layers.BatchNormBack
import Proofs.Layers.PointwiseBack
import Proofs.ResNet50.Saved

/-!
# ResNet-50's backward chain on one device

A cotangent at a block's result is threaded down: the rectifier's mask at the saved pre-activation,
BatchNorm's input cotangent, the convolution's. Kept on the way are the cotangents that the
parameters read: at each convolution's result (its kernel) and at each BatchNorm's result (`γ`,
`β`).
-/

noncomputable section

namespace Proofs

/-- The cotangents of a bottleneck: `x` at its input, `u` at a convolution's result, `y` at a
BatchNorm's, `s` at the sum of branch and skip, which is also the third BatchNorm's result. -/
structure BottleneckCot (N ic mid oc hi wi h w : ℕ) where
  /-- At the block's input. -/
  x : Vec (N * (ic * hi * wi))
  /-- At the reduction's result. -/
  u1 : Vec (N * (mid * hi * wi))
  /-- At the first BatchNorm's result. -/
  y1 : Vec (N * (mid * hi * wi))
  /-- At the 3 × 3 convolution's result. -/
  u2 : Vec (N * (mid * h * w))
  /-- At the second BatchNorm's result. -/
  y2 : Vec (N * (mid * h * w))
  /-- At the expansion's result. -/
  u3 : Vec (N * (oc * h * w))
  /-- At the sum. -/
  s : Vec (N * (oc * h * w))

/-- The cotangents of a projected bottleneck. -/
structure ProjectedCot (N ic mid oc hi wi h w : ℕ) where
  /-- The branch's; `x` is the whole block's. -/
  br : BottleneckCot N ic mid oc hi wi h w
  /-- At the projection's result. -/
  uk : Vec (N * (oc * h * w))

/-- The cotangents of the stem, whose input needs none. -/
structure StemCot (N oc h w : ℕ) where
  /-- At the convolution's result. -/
  u : Vec (N * (oc * (2 * h) * (2 * w)))
  /-- At BatchNorm's result. -/
  y : Vec (N * (oc * (2 * h) * (2 * w)))

section

variable {N R ic mid oc hi wi h w k nCls : ℕ}

/-- Replica `r`'s part. -/
def BottleneckCot.shard (D : BottleneckCot (R * N) ic mid oc hi wi h w) (r : Fin R) :
    BottleneckCot N ic mid oc hi wi h w where
  x := batchShard R N (ic * hi * wi) D.x r
  u1 := batchShard R N (mid * hi * wi) D.u1 r
  y1 := batchShard R N (mid * hi * wi) D.y1 r
  u2 := batchShard R N (mid * h * w) D.u2 r
  y2 := batchShard R N (mid * h * w) D.y2 r
  u3 := batchShard R N (oc * h * w) D.u3 r
  s := batchShard R N (oc * h * w) D.s r

/-- Replica `r`'s part. -/
def ProjectedCot.shard (D : ProjectedCot (R * N) ic mid oc hi wi h w) (r : Fin R) :
    ProjectedCot N ic mid oc hi wi h w where
  br := D.br.shard r
  uk := batchShard R N (oc * h * w) D.uk r

/-- Replica `r`'s part. -/
def StemCot.shard (D : StemCot (R * N) oc h w) (r : Fin R) : StemCot N oc h w where
  u := batchShard R N (oc * (2 * h) * (2 * w)) D.u r
  y := batchShard R N (oc * (2 * h) * (2 * w)) D.y r

/-- All cotangents scaled. -/
def BottleneckCot.scale (t : ℝ) (D : BottleneckCot N ic mid oc hi wi h w) :
    BottleneckCot N ic mid oc hi wi h w :=
  ⟨t • D.x, t • D.u1, t • D.y1, t • D.u2, t • D.y2, t • D.u3, t • D.s⟩

/-- All cotangents scaled. -/
def ProjectedCot.scale (t : ℝ) (D : ProjectedCot N ic mid oc hi wi h w) :
    ProjectedCot N ic mid oc hi wi h w :=
  ⟨D.br.scale t, t • D.uk⟩

/-- All cotangents scaled. -/
def StemCot.scale (t : ℝ) (D : StemCot N oc h w) : StemCot N oc h w := ⟨t • D.u, t • D.y⟩

/-- The head backward: from the logits' cotangent to the last block's result. -/
def poolDenseBackB (N : ℕ) (W : Mat ic nCls) (G : Vec (N * nCls)) : Vec (N * (ic * h * w)) :=
  batchMap N (gapBack (c := ic) (h := h) (w := w)) (batchMap N (denseBack W) G)

/-- A branch of stride 1 backward, from the cotangent at the sum; its `x` is the branch's share. -/
def branchBackB (N : ℕ) (p : BottleneckWeights ic mid oc) (S : BottleneckSaved N ic mid oc h w h w)
    (ds : Vec (N * (oc * h * w))) : BottleneckCot N ic mid oc h w h w :=
  let u3 := bnInB N p.c3.γ p.c3.ε S.u3 ds
  let y2 := reluBack S.y2 (batchMap N (flatConvBack p.c3.W) u3)
  let u2 := bnInB N p.c2.γ p.c2.ε S.u2 y2
  let y1 := reluBack S.y1 (batchMap N (flatConvBack p.c2.W) u2)
  let u1 := bnInB N p.c1.γ p.c1.ε S.u1 y1
  ⟨batchMap N (flatConvBack p.c1.W) u1, u1, y1, u2, y2, u3, ds⟩

/-- A branch of stride 2 backward, from the cotangent at the sum; its `x` is the branch's share. -/
def branchStridedBackB (N : ℕ) (p : BottleneckWeights ic mid oc)
    (S : BottleneckSaved N ic mid oc (2 * h) (2 * w) h w) (ds : Vec (N * (oc * h * w))) :
    BottleneckCot N ic mid oc (2 * h) (2 * w) h w :=
  let u3 := bnInB N p.c3.γ p.c3.ε S.u3 ds
  let y2 := reluBack S.y2 (batchMap N (flatConvBack p.c3.W) u3)
  let u2 := bnInB N p.c2.γ p.c2.ε S.u2 y2
  let y1 := reluBack S.y1 (batchMap N (flatConvStridedBack p.c2.W) u2)
  let u1 := bnInB N p.c1.γ p.c1.ε S.u1 y1
  ⟨batchMap N (flatConvBack p.c1.W) u1, u1, y1, u2, y2, u3, ds⟩

/-- A bottleneck with an identity skip backward. -/
def identityBackB (N : ℕ) (p : BottleneckWeights ic mid ic)
    (S : BottleneckSaved N ic mid ic h w h w) (dy : Vec (N * (ic * h * w))) :
    BottleneckCot N ic mid ic h w h w :=
  let D := branchBackB N p S (reluBack S.s dy)
  { D with x := fun i => D.x i + D.s i }

/-- A projected bottleneck of stride 1 backward. -/
def projectedBackB (N : ℕ) (p : ProjectedWeights ic mid oc)
    (S : ProjectedSaved N ic mid oc h w h w) (dy : Vec (N * (oc * h * w))) :
    ProjectedCot N ic mid oc h w h w :=
  let D := branchBackB N p.br S.br (reluBack S.br.s dy)
  let uk := bnInB N p.sk.γ p.sk.ε S.uk D.s
  let K : Vec (N * (ic * h * w)) := batchMap N (flatConvBack p.sk.W) uk
  ⟨{ D with x := fun i => D.x i + K i }, uk⟩

/-- A bottleneck of stride 2 backward. -/
def stridedBackB (N : ℕ) (p : ProjectedWeights ic mid oc)
    (S : ProjectedSaved N ic mid oc (2 * h) (2 * w) h w) (dy : Vec (N * (oc * h * w))) :
    ProjectedCot N ic mid oc (2 * h) (2 * w) h w :=
  let D := branchStridedBackB N p.br S.br (reluBack S.br.s dy)
  let uk := bnInB N p.sk.γ p.sk.ε S.uk D.s
  let K : Vec (N * (ic * (2 * h) * (2 * w))) := batchMap N (flatConvStridedBack p.sk.W) uk
  ⟨{ D with x := fun i => D.x i + K i }, uk⟩

/-- The stem backward: the pool's scatter, the rectifier's mask, BatchNorm. -/
def poolStemBackB (N : ℕ) (p : ConvBNWeights ic oc k) (S : StemSaved N ic oc h w)
    (dy : Vec (N * (oc * h * w))) : StemCot N oc h w :=
  let y := reluBack S.y (batchMapAux N (flatMaxPoolBack (c := oc) (h := h) (w := w)) S.a dy)
  ⟨bnInB N p.γ p.ε S.u y, y⟩

end

/-- The cotangents of the whole network. -/
structure ResNet50Cot (N q : ℕ) where
  /-- The stem. -/
  stem : StemCot N 64 (side8 q) (side8 q)
  /-- Stage 1. -/
  s1b0 : ProjectedCot N 64 64 256 (side8 q) (side8 q) (side8 q) (side8 q)
  /-- Stage 1. -/
  s1b1 : BottleneckCot N 256 64 256 (side8 q) (side8 q) (side8 q) (side8 q)
  /-- Stage 1. -/
  s1b2 : BottleneckCot N 256 64 256 (side8 q) (side8 q) (side8 q) (side8 q)
  /-- Stage 2. -/
  s2b0 : ProjectedCot N 256 128 512 (side8 q) (side8 q) (side4 q) (side4 q)
  /-- Stage 2. -/
  s2b1 : BottleneckCot N 512 128 512 (side4 q) (side4 q) (side4 q) (side4 q)
  /-- Stage 2. -/
  s2b2 : BottleneckCot N 512 128 512 (side4 q) (side4 q) (side4 q) (side4 q)
  /-- Stage 2. -/
  s2b3 : BottleneckCot N 512 128 512 (side4 q) (side4 q) (side4 q) (side4 q)
  /-- Stage 3. -/
  s3b0 : ProjectedCot N 512 256 1024 (side4 q) (side4 q) (side2 q) (side2 q)
  /-- Stage 3. -/
  s3b1 : BottleneckCot N 1024 256 1024 (side2 q) (side2 q) (side2 q) (side2 q)
  /-- Stage 3. -/
  s3b2 : BottleneckCot N 1024 256 1024 (side2 q) (side2 q) (side2 q) (side2 q)
  /-- Stage 3. -/
  s3b3 : BottleneckCot N 1024 256 1024 (side2 q) (side2 q) (side2 q) (side2 q)
  /-- Stage 3. -/
  s3b4 : BottleneckCot N 1024 256 1024 (side2 q) (side2 q) (side2 q) (side2 q)
  /-- Stage 3. -/
  s3b5 : BottleneckCot N 1024 256 1024 (side2 q) (side2 q) (side2 q) (side2 q)
  /-- Stage 4. -/
  s4b0 : ProjectedCot N 1024 512 2048 (side2 q) (side2 q) q q
  /-- Stage 4. -/
  s4b1 : BottleneckCot N 2048 512 2048 q q q q
  /-- Stage 4. -/
  s4b2 : BottleneckCot N 2048 512 2048 q q q q

/-- The whole backward chain: the logits' cotangent `G` threaded from the head to the stem. -/
def resnet50BackB (N q : ℕ) {nCls : ℕ} (w : ResNet50Weights nCls) (S : ResNet50Saved N q)
    (G : Vec (N * nCls)) : ResNet50Cot N q :=
  let g : Vec (N * (2048 * q * q)) := poolDenseBackB N w.fW G
  let s4b2 := identityBackB N w.s4b2 S.s4b2 g
  let s4b1 := identityBackB N w.s4b1 S.s4b1 s4b2.x
  let s4b0 := stridedBackB N w.s4b0 S.s4b0 s4b1.x
  let s3b5 := identityBackB N w.s3b5 S.s3b5 s4b0.br.x
  let s3b4 := identityBackB N w.s3b4 S.s3b4 s3b5.x
  let s3b3 := identityBackB N w.s3b3 S.s3b3 s3b4.x
  let s3b2 := identityBackB N w.s3b2 S.s3b2 s3b3.x
  let s3b1 := identityBackB N w.s3b1 S.s3b1 s3b2.x
  let s3b0 := stridedBackB N w.s3b0 S.s3b0 s3b1.x
  let s2b3 := identityBackB N w.s2b3 S.s2b3 s3b0.br.x
  let s2b2 := identityBackB N w.s2b2 S.s2b2 s2b3.x
  let s2b1 := identityBackB N w.s2b1 S.s2b1 s2b2.x
  let s2b0 := stridedBackB N w.s2b0 S.s2b0 s2b1.x
  let s1b2 := identityBackB N w.s1b2 S.s1b2 s2b0.br.x
  let s1b1 := identityBackB N w.s1b1 S.s1b1 s1b2.x
  let s1b0 := projectedBackB N w.s1b0 S.s1b0 s1b1.x
  let stem := poolStemBackB N w.stem S.stem s1b0.br.x
  ⟨stem, s1b0, s1b1, s1b2, s2b0, s2b1, s2b2, s2b3, s3b0, s3b1, s3b2, s3b3, s3b4, s3b5, s4b0, s4b1,
    s4b2⟩

end Proofs
