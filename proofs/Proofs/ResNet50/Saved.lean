import Proofs.ResNet50.Forward

/-!
# What the forward saves for the backward

Of each convolution its input, of each BatchNorm what it normalised, of each rectifier what it
rectified. The saved values of a batch are the forward's own intermediate values (`…_eq_saved`), and
are cut into shards like the batch.
-/

noncomputable section

namespace Proofs

/-- What a bottleneck `ic → mid → oc` saves: `hi × wi` is the input's grid, `h × w` the output's. -/
structure BottleneckSaved (N ic mid oc hi wi h w : ℕ) where
  /-- The block's input. -/
  x : Vec (N * (ic * hi * wi))
  /-- The reduction's result, before its BatchNorm. -/
  u1 : Vec (N * (mid * hi * wi))
  /-- The first BatchNorm's result, before the rectifier. -/
  y1 : Vec (N * (mid * hi * wi))
  /-- The 3 × 3 convolution's input. -/
  a1 : Vec (N * (mid * hi * wi))
  /-- The 3 × 3 convolution's result. -/
  u2 : Vec (N * (mid * h * w))
  /-- The second BatchNorm's result. -/
  y2 : Vec (N * (mid * h * w))
  /-- The expansion's input. -/
  a2 : Vec (N * (mid * h * w))
  /-- The expansion's result. -/
  u3 : Vec (N * (oc * h * w))
  /-- The sum of branch and skip, before the last rectifier. -/
  s : Vec (N * (oc * h * w))

/-- What a projected bottleneck saves. -/
structure ProjectedSaved (N ic mid oc hi wi h w : ℕ) where
  /-- The branch, and the sum. -/
  br : BottleneckSaved N ic mid oc hi wi h w
  /-- The projection's result, before its BatchNorm. -/
  uk : Vec (N * (oc * h * w))

/-- What the stem saves; the pool's output grid is `h × w`. -/
structure StemSaved (N ic oc h w : ℕ) where
  /-- The images. -/
  x : Vec (N * (ic * (2 * (2 * h)) * (2 * (2 * w))))
  /-- The convolution's result, before its BatchNorm. -/
  u : Vec (N * (oc * (2 * h) * (2 * w)))
  /-- BatchNorm's result, before the rectifier. -/
  y : Vec (N * (oc * (2 * h) * (2 * w)))
  /-- The pool's input. -/
  a : Vec (N * (oc * (2 * h) * (2 * w)))

section Blocks

variable {N R ic mid oc hi wi h w : ℕ}

/-- A bottleneck's result from what it saved. -/
def BottleneckSaved.out (S : BottleneckSaved N ic mid oc hi wi h w) : Vec (N * (oc * h * w)) :=
  reluVec S.s

/-- The stem's result from what it saved. -/
def StemSaved.out (S : StemSaved N ic oc h w) : Vec (N * (oc * h * w)) :=
  batchMap N (flatMaxPool (c := oc) (h := h) (w := w)) S.a

/-- Replica `r`'s part. -/
def BottleneckSaved.shard (S : BottleneckSaved (R * N) ic mid oc hi wi h w) (r : Fin R) :
    BottleneckSaved N ic mid oc hi wi h w where
  x := batchShard R N (ic * hi * wi) S.x r
  u1 := batchShard R N (mid * hi * wi) S.u1 r
  y1 := batchShard R N (mid * hi * wi) S.y1 r
  a1 := batchShard R N (mid * hi * wi) S.a1 r
  u2 := batchShard R N (mid * h * w) S.u2 r
  y2 := batchShard R N (mid * h * w) S.y2 r
  a2 := batchShard R N (mid * h * w) S.a2 r
  u3 := batchShard R N (oc * h * w) S.u3 r
  s := batchShard R N (oc * h * w) S.s r

/-- Replica `r`'s part. -/
def ProjectedSaved.shard (S : ProjectedSaved (R * N) ic mid oc hi wi h w) (r : Fin R) :
    ProjectedSaved N ic mid oc hi wi h w where
  br := S.br.shard r
  uk := batchShard R N (oc * h * w) S.uk r

/-- Replica `r`'s part. -/
def StemSaved.shard (S : StemSaved (R * N) ic oc h w) (r : Fin R) : StemSaved N ic oc h w where
  x := batchShard R N (ic * (2 * (2 * h)) * (2 * (2 * w))) S.x r
  u := batchShard R N (oc * (2 * h) * (2 * w)) S.u r
  y := batchShard R N (oc * (2 * h) * (2 * w)) S.y r
  a := batchShard R N (oc * (2 * h) * (2 * w)) S.a r

/-- What the stem saves. -/
def stemSaveB (N : ℕ) {k : ℕ} (p : ConvBNWeights ic oc k)
    (X : Vec (N * (ic * (2 * (2 * h)) * (2 * (2 * w))))) : StemSaved N ic oc h w :=
  let u : Vec (N * (oc * (2 * h) * (2 * w))) := batchMap N (flatConvStrided p.W p.b) X
  let y := bnBatchLA N p.γ p.β p.ε u
  ⟨X, u, y, reluVec y⟩

/-- What a branch of stride 1 saves, its skip's value being `K`. -/
def branchSaveB (N : ℕ) (p : BottleneckWeights ic mid oc) (X : Vec (N * (ic * h * w)))
    (K : Vec (N * (oc * h * w))) : BottleneckSaved N ic mid oc h w h w :=
  let u1 : Vec (N * (mid * h * w)) := batchMap N (flatConv p.c1.W p.c1.b) X
  let y1 := bnBatchLA N p.c1.γ p.c1.β p.c1.ε u1
  let a1 := reluVec y1
  let u2 : Vec (N * (mid * h * w)) := batchMap N (flatConv p.c2.W p.c2.b) a1
  let y2 := bnBatchLA N p.c2.γ p.c2.β p.c2.ε u2
  let a2 := reluVec y2
  let u3 : Vec (N * (oc * h * w)) := batchMap N (flatConv p.c3.W p.c3.b) a2
  let y3 := bnBatchLA N p.c3.γ p.c3.β p.c3.ε u3
  ⟨X, u1, y1, a1, u2, y2, a2, u3, fun i => y3 i + K i⟩

/-- What a branch of stride 2 saves, its skip's value being `K`. -/
def branchStridedSaveB (N : ℕ) (p : BottleneckWeights ic mid oc)
    (X : Vec (N * (ic * (2 * h) * (2 * w)))) (K : Vec (N * (oc * h * w))) :
    BottleneckSaved N ic mid oc (2 * h) (2 * w) h w :=
  let u1 : Vec (N * (mid * (2 * h) * (2 * w))) := batchMap N (flatConv p.c1.W p.c1.b) X
  let y1 := bnBatchLA N p.c1.γ p.c1.β p.c1.ε u1
  let a1 := reluVec y1
  let u2 : Vec (N * (mid * h * w)) := batchMap N (flatConvStrided p.c2.W p.c2.b) a1
  let y2 := bnBatchLA N p.c2.γ p.c2.β p.c2.ε u2
  let a2 := reluVec y2
  let u3 : Vec (N * (oc * h * w)) := batchMap N (flatConv p.c3.W p.c3.b) a2
  let y3 := bnBatchLA N p.c3.γ p.c3.β p.c3.ε u3
  ⟨X, u1, y1, a1, u2, y2, a2, u3, fun i => y3 i + K i⟩

/-- What a bottleneck with an identity skip saves. -/
def identitySaveB (N : ℕ) (p : BottleneckWeights ic mid ic) (X : Vec (N * (ic * h * w))) :
    BottleneckSaved N ic mid ic h w h w :=
  branchSaveB N p X X

/-- What a projected bottleneck of stride 1 saves. -/
def projectedSaveB (N : ℕ) (p : ProjectedWeights ic mid oc) (X : Vec (N * (ic * h * w))) :
    ProjectedSaved N ic mid oc h w h w :=
  let uk : Vec (N * (oc * h * w)) := batchMap N (flatConv p.sk.W p.sk.b) X
  ⟨branchSaveB N p.br X (bnBatchLA N p.sk.γ p.sk.β p.sk.ε uk), uk⟩

/-- What a bottleneck of stride 2 saves. -/
def stridedSaveB (N : ℕ) (p : ProjectedWeights ic mid oc)
    (X : Vec (N * (ic * (2 * h) * (2 * w)))) : ProjectedSaved N ic mid oc (2 * h) (2 * w) h w :=
  let uk : Vec (N * (oc * h * w)) := batchMap N (flatConvStrided p.sk.W p.sk.b) X
  ⟨branchStridedSaveB N p.br X (bnBatchLA N p.sk.γ p.sk.β p.sk.ε uk), uk⟩

/-- What the stem saves leads to its result. -/
theorem poolStemFwdB_eq_saved {k : ℕ} (p : ConvBNWeights ic oc k)
    (X : Vec (N * (ic * (2 * (2 * h)) * (2 * (2 * w))))) :
    poolStemFwdB (h := h) (w := w) N p X = (stemSaveB N p X).out :=
  rfl

/-- What a bottleneck with an identity skip saves leads to its result. -/
theorem identityFwdB_eq_saved (p : BottleneckWeights ic mid ic) (X : Vec (N * (ic * h * w))) :
    identityFwdB N p X = (identitySaveB N p X).out :=
  rfl

/-- What a projected bottleneck saves leads to its result. -/
theorem projectedFwdB_eq_saved (p : ProjectedWeights ic mid oc) (X : Vec (N * (ic * h * w))) :
    projectedFwdB N p X = (projectedSaveB N p X).br.out :=
  rfl

/-- What a strided bottleneck saves leads to its result. -/
theorem stridedFwdB_eq_saved (p : ProjectedWeights ic mid oc)
    (X : Vec (N * (ic * (2 * h) * (2 * w)))) :
    stridedFwdB (h := h) (w := w) N p X = (stridedSaveB N p X).br.out :=
  rfl

end Blocks

/-- What the whole network saves; `p` is the dense layer's input. -/
structure ResNet50Saved (N q : ℕ) where
  /-- The stem. -/
  stem : StemSaved N 3 64 (side8 q) (side8 q)
  /-- Stage 1. -/
  s1b0 : ProjectedSaved N 64 64 256 (side8 q) (side8 q) (side8 q) (side8 q)
  /-- Stage 1. -/
  s1b1 : BottleneckSaved N 256 64 256 (side8 q) (side8 q) (side8 q) (side8 q)
  /-- Stage 1. -/
  s1b2 : BottleneckSaved N 256 64 256 (side8 q) (side8 q) (side8 q) (side8 q)
  /-- Stage 2. -/
  s2b0 : ProjectedSaved N 256 128 512 (side8 q) (side8 q) (side4 q) (side4 q)
  /-- Stage 2. -/
  s2b1 : BottleneckSaved N 512 128 512 (side4 q) (side4 q) (side4 q) (side4 q)
  /-- Stage 2. -/
  s2b2 : BottleneckSaved N 512 128 512 (side4 q) (side4 q) (side4 q) (side4 q)
  /-- Stage 2. -/
  s2b3 : BottleneckSaved N 512 128 512 (side4 q) (side4 q) (side4 q) (side4 q)
  /-- Stage 3. -/
  s3b0 : ProjectedSaved N 512 256 1024 (side4 q) (side4 q) (side2 q) (side2 q)
  /-- Stage 3. -/
  s3b1 : BottleneckSaved N 1024 256 1024 (side2 q) (side2 q) (side2 q) (side2 q)
  /-- Stage 3. -/
  s3b2 : BottleneckSaved N 1024 256 1024 (side2 q) (side2 q) (side2 q) (side2 q)
  /-- Stage 3. -/
  s3b3 : BottleneckSaved N 1024 256 1024 (side2 q) (side2 q) (side2 q) (side2 q)
  /-- Stage 3. -/
  s3b4 : BottleneckSaved N 1024 256 1024 (side2 q) (side2 q) (side2 q) (side2 q)
  /-- Stage 3. -/
  s3b5 : BottleneckSaved N 1024 256 1024 (side2 q) (side2 q) (side2 q) (side2 q)
  /-- Stage 4. -/
  s4b0 : ProjectedSaved N 1024 512 2048 (side2 q) (side2 q) q q
  /-- Stage 4. -/
  s4b1 : BottleneckSaved N 2048 512 2048 q q q q
  /-- Stage 4. -/
  s4b2 : BottleneckSaved N 2048 512 2048 q q q q
  /-- The pooled features. -/
  p : Vec (N * 2048)

/-- Replica `r`'s part. -/
def ResNet50Saved.shard {R N q : ℕ} (S : ResNet50Saved (R * N) q) (r : Fin R) :
    ResNet50Saved N q where
  stem := S.stem.shard r
  s1b0 := S.s1b0.shard r
  s1b1 := S.s1b1.shard r
  s1b2 := S.s1b2.shard r
  s2b0 := S.s2b0.shard r
  s2b1 := S.s2b1.shard r
  s2b2 := S.s2b2.shard r
  s2b3 := S.s2b3.shard r
  s3b0 := S.s3b0.shard r
  s3b1 := S.s3b1.shard r
  s3b2 := S.s3b2.shard r
  s3b3 := S.s3b3.shard r
  s3b4 := S.s3b4.shard r
  s3b5 := S.s3b5.shard r
  s4b0 := S.s4b0.shard r
  s4b1 := S.s4b1.shard r
  s4b2 := S.s4b2.shard r
  p := batchShard R N 2048 S.p r

/-- The saved values of the single-device forward on a batch of `N` images of side `32·q`. -/
def resnet50SavedB (N q : ℕ) {nCls : ℕ} (w : ResNet50Weights nCls)
    (X : Vec (N * (3 * side32 q * side32 q))) : ResNet50Saved N q :=
  let stem : StemSaved N 3 64 (side8 q) (side8 q) := stemSaveB N w.stem X
  let s1b0 : ProjectedSaved N 64 64 256 (side8 q) (side8 q) (side8 q) (side8 q) :=
    projectedSaveB N w.s1b0 stem.out
  let s1b1 : BottleneckSaved N 256 64 256 (side8 q) (side8 q) (side8 q) (side8 q) :=
    identitySaveB N w.s1b1 s1b0.br.out
  let s1b2 : BottleneckSaved N 256 64 256 (side8 q) (side8 q) (side8 q) (side8 q) :=
    identitySaveB N w.s1b2 s1b1.out
  let s2b0 : ProjectedSaved N 256 128 512 (side8 q) (side8 q) (side4 q) (side4 q) :=
    stridedSaveB N w.s2b0 s1b2.out
  let s2b1 : BottleneckSaved N 512 128 512 (side4 q) (side4 q) (side4 q) (side4 q) :=
    identitySaveB N w.s2b1 s2b0.br.out
  let s2b2 : BottleneckSaved N 512 128 512 (side4 q) (side4 q) (side4 q) (side4 q) :=
    identitySaveB N w.s2b2 s2b1.out
  let s2b3 : BottleneckSaved N 512 128 512 (side4 q) (side4 q) (side4 q) (side4 q) :=
    identitySaveB N w.s2b3 s2b2.out
  let s3b0 : ProjectedSaved N 512 256 1024 (side4 q) (side4 q) (side2 q) (side2 q) :=
    stridedSaveB N w.s3b0 s2b3.out
  let s3b1 : BottleneckSaved N 1024 256 1024 (side2 q) (side2 q) (side2 q) (side2 q) :=
    identitySaveB N w.s3b1 s3b0.br.out
  let s3b2 : BottleneckSaved N 1024 256 1024 (side2 q) (side2 q) (side2 q) (side2 q) :=
    identitySaveB N w.s3b2 s3b1.out
  let s3b3 : BottleneckSaved N 1024 256 1024 (side2 q) (side2 q) (side2 q) (side2 q) :=
    identitySaveB N w.s3b3 s3b2.out
  let s3b4 : BottleneckSaved N 1024 256 1024 (side2 q) (side2 q) (side2 q) (side2 q) :=
    identitySaveB N w.s3b4 s3b3.out
  let s3b5 : BottleneckSaved N 1024 256 1024 (side2 q) (side2 q) (side2 q) (side2 q) :=
    identitySaveB N w.s3b5 s3b4.out
  let s4b0 : ProjectedSaved N 1024 512 2048 (side2 q) (side2 q) q q :=
    stridedSaveB N w.s4b0 s3b5.out
  let s4b1 : BottleneckSaved N 2048 512 2048 q q q q := identitySaveB N w.s4b1 s4b0.br.out
  let s4b2 : BottleneckSaved N 2048 512 2048 q q q q := identitySaveB N w.s4b2 s4b1.out
  ⟨stem, s1b0, s1b1, s1b2, s2b0, s2b1, s2b2, s2b3, s3b0, s3b1, s3b2, s3b3, s3b4, s3b5, s4b0, s4b1,
    s4b2, batchMap N (globalAvgPool (c := 2048) (h := q) (w := q)) s4b2.out⟩

/-- What the network saves leads to its result. -/
theorem resnet50ForwardB_eq_saved (N q : ℕ) {nCls : ℕ} (w : ResNet50Weights nCls)
    (X : Vec (N * (3 * side32 q * side32 q))) :
    resnet50ForwardB N q w X = batchMap N (dense w.fW w.fb) (resnet50SavedB N q w X).p :=
  rfl

end Proofs
