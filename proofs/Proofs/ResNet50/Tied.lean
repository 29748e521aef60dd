import Proofs.ResNet50.SyncBack
import Proofs.Sync.GradMean

/-!
# What it means that the data-parallel step is the single-device step

For every one of the 161 parameters: the mean over the `R` replicas of replica `r`'s gradient node,
at the cotangent that its own chain delivers, is the single-device gradient node at the global batch
of `R * N` images. The replicas' saved values are the shards of the single-device forward's.

`r50NetSyncTiedB` is the conjunction over the stem, the sixteen blocks and the head, in the order of
the forward; each is a conjunction over its parameters, in the order of the forward, a projection
after its branch.
-/

noncomputable section

namespace Proofs.ResNet50SyncTieB

open StableHLO

section Parameters

variable (bf16 : Bool) (R : ℕ) (hR : 0 < R) (N : ℕ) (xN cotN vN epsStr : String)
  {ic oc c k h w m n : ℕ}

/-- A kernel: `X` its convolution's input at the global batch, `dys r` replica `r`'s cotangent at
its result, `DY` the single-device one. Both sides are of the kind that `bf16` selects. -/
def ConvWSyncAt (k : ℕ) (X : Vec ((R * N) * (ic * h * w))) (dys : Fin R → Vec (N * (oc * h * w)))
    (DY : Vec ((R * N) * (oc * h * w))) : Prop :=
  den (.allReduceMeanF R hR s!"d{xN}" [oc, ic, k, k] fun r =>
      (.convGradWAtF bf16 id (.operand xN (batchShard R N (ic * h * w) X r))
        (.operand cotN (dys r)) : SHlo (oc * ic * k * k)))
    = den (.convGradWAtF bf16 id (.operand xN X) (.operand cotN DY) : SHlo (oc * ic * k * k))

/-- A kernel of stride 2, symmetric padding. -/
def ConvStridedWSyncAt (k : ℕ) (X : Vec ((R * N) * (ic * (2 * h) * (2 * w))))
    (dys : Fin R → Vec (N * (oc * h * w))) (DY : Vec ((R * N) * (oc * h * w))) : Prop :=
  den (.allReduceMeanF R hR s!"d{xN}" [oc, ic, k, k] fun r =>
      (.convStridedGradWAtF bf16 id (.operand xN (batchShard R N (ic * (2 * h) * (2 * w)) X r))
        (.operand cotN (dys r)) : SHlo (oc * ic * k * k)))
    = den (.convStridedGradWAtF bf16 id (.operand xN X) (.operand cotN DY) :
        SHlo (oc * ic * k * k))

/-- A scale: `U` what the site normalised at the global batch. The replicas' node reads the
synchronised statistics, the single-device node its batch's own. -/
def BnGammaSyncAt (ε : ℝ) (U : Vec ((R * N) * (c * h * w))) (dys : Fin R → Vec (N * (c * h * w)))
    (DY : Vec ((R * N) * (c * h * w))) : Prop :=
  den (bnGammaSite R hR vN epsStr ε (fun r => .operand vN (batchShard R N (c * h * w) U r))
      (fun r => .operand cotN (dys r)))
    = den (.bnGammaGradF epsStr ε
        (.reassocF (.operand vN U) : SHlo ((R * N) * (c * (h * w))))
        (.reassocF (.operand cotN DY)))

/-- A shift. -/
def BnBetaSyncAt (dys : Fin R → Vec (N * (c * h * w))) (DY : Vec ((R * N) * (c * h * w))) : Prop :=
  den (bnBetaSite R hR vN fun r => .operand cotN (dys r))
    = den (.bnBetaGradF (.reassocF (.operand cotN DY) : SHlo ((R * N) * (c * (h * w)))))

/-- A BatchNorm's two parameters. -/
def BnSyncAt (ε : ℝ) (U : Vec ((R * N) * (c * h * w))) (dys : Fin R → Vec (N * (c * h * w)))
    (DY : Vec ((R * N) * (c * h * w))) : Prop :=
  BnGammaSyncAt R hR N cotN vN epsStr ε U dys DY ∧ BnBetaSyncAt R hR N cotN vN dys DY

/-- A dense layer's weight. -/
def DenseWSyncAt (X : Vec ((R * N) * m)) (dys : Fin R → Vec (N * n)) (DY : Vec ((R * N) * n)) :
    Prop :=
  den (.allReduceMeanF R hR s!"d{xN}" [m, n] fun r =>
      .denseGradWF (.operand xN (batchShard R N m X r)) (.operand cotN (dys r)))
    = den (.denseGradWF (.operand xN X) (.operand cotN DY))

/-- A dense layer's bias. -/
def DenseBSyncAt (dys : Fin R → Vec (N * n)) (DY : Vec ((R * N) * n)) : Prop :=
  den (.allReduceMeanF R hR "dfb" [n] fun r => .denseGradbF (.operand cotN (dys r)))
    = den (.denseGradbF (.operand cotN DY))

end Parameters

section Blocks

variable (bf16 : Bool) (R : ℕ) (hR : 0 < R) (N : ℕ) (xN cotN vN epsStr : String)
  {ic mid oc h w k m nCls : ℕ}

/-- The stem's three parameters. -/
def stemSyncTied (p : ConvBNWeights ic oc k) (S : StemSaved (R * N) ic oc h w)
    (d : Fin R → StemCot N oc h w) (D : StemCot (R * N) oc h w) : Prop :=
  ConvStridedWSyncAt bf16 R hR N xN cotN k S.x (fun r => (d r).u) D.u ∧
    BnSyncAt R hR N cotN vN epsStr p.ε S.u (fun r => (d r).y) D.y

/-- The nine parameters of a bottleneck with an identity skip. -/
def identitySyncTied (p : BottleneckWeights ic mid oc)
    (S : BottleneckSaved (R * N) ic mid oc h w h w) (d : Fin R → BottleneckCot N ic mid oc h w h w)
    (D : BottleneckCot (R * N) ic mid oc h w h w) : Prop :=
  ConvWSyncAt bf16 R hR N xN cotN 1 S.x (fun r => (d r).u1) D.u1 ∧
    BnSyncAt R hR N cotN vN epsStr p.c1.ε S.u1 (fun r => (d r).y1) D.y1 ∧
    ConvWSyncAt bf16 R hR N xN cotN 3 S.a1 (fun r => (d r).u2) D.u2 ∧
    BnSyncAt R hR N cotN vN epsStr p.c2.ε S.u2 (fun r => (d r).y2) D.y2 ∧
    ConvWSyncAt bf16 R hR N xN cotN 1 S.a2 (fun r => (d r).u3) D.u3 ∧
    BnSyncAt R hR N cotN vN epsStr p.c3.ε S.u3 (fun r => (d r).s) D.s

/-- The twelve parameters of a projected bottleneck of stride 1. -/
def projectedSyncTied (p : ProjectedWeights ic mid oc)
    (S : ProjectedSaved (R * N) ic mid oc h w h w) (d : Fin R → ProjectedCot N ic mid oc h w h w)
    (D : ProjectedCot (R * N) ic mid oc h w h w) : Prop :=
  ConvWSyncAt bf16 R hR N xN cotN 1 S.br.x (fun r => (d r).br.u1) D.br.u1 ∧
    BnSyncAt R hR N cotN vN epsStr p.br.c1.ε S.br.u1 (fun r => (d r).br.y1) D.br.y1 ∧
    ConvWSyncAt bf16 R hR N xN cotN 3 S.br.a1 (fun r => (d r).br.u2) D.br.u2 ∧
    BnSyncAt R hR N cotN vN epsStr p.br.c2.ε S.br.u2 (fun r => (d r).br.y2) D.br.y2 ∧
    ConvWSyncAt bf16 R hR N xN cotN 1 S.br.a2 (fun r => (d r).br.u3) D.br.u3 ∧
    BnSyncAt R hR N cotN vN epsStr p.br.c3.ε S.br.u3 (fun r => (d r).br.s) D.br.s ∧
    ConvWSyncAt bf16 R hR N xN cotN 1 S.br.x (fun r => (d r).uk) D.uk ∧
    BnSyncAt R hR N cotN vN epsStr p.sk.ε S.uk (fun r => (d r).br.s) D.br.s

/-- The twelve parameters of a bottleneck of stride 2; its first site is at the input's grid. -/
def stridedSyncTied (p : ProjectedWeights ic mid oc)
    (S : ProjectedSaved (R * N) ic mid oc (2 * h) (2 * w) h w)
    (d : Fin R → ProjectedCot N ic mid oc (2 * h) (2 * w) h w)
    (D : ProjectedCot (R * N) ic mid oc (2 * h) (2 * w) h w) : Prop :=
  ConvWSyncAt bf16 R hR N xN cotN 1 S.br.x (fun r => (d r).br.u1) D.br.u1 ∧
    BnSyncAt R hR N cotN vN epsStr p.br.c1.ε S.br.u1 (fun r => (d r).br.y1) D.br.y1 ∧
    ConvStridedWSyncAt bf16 R hR N xN cotN 3 S.br.a1 (fun r => (d r).br.u2) D.br.u2 ∧
    BnSyncAt R hR N cotN vN epsStr p.br.c2.ε S.br.u2 (fun r => (d r).br.y2) D.br.y2 ∧
    ConvWSyncAt bf16 R hR N xN cotN 1 S.br.a2 (fun r => (d r).br.u3) D.br.u3 ∧
    BnSyncAt R hR N cotN vN epsStr p.br.c3.ε S.br.u3 (fun r => (d r).br.s) D.br.s ∧
    ConvStridedWSyncAt bf16 R hR N xN cotN 1 S.br.x (fun r => (d r).uk) D.uk ∧
    BnSyncAt R hR N cotN vN epsStr p.sk.ε S.uk (fun r => (d r).br.s) D.br.s

/-- The head's two parameters: `P` the pooled features at the global batch. -/
def headSyncTied (P : Vec ((R * N) * m)) (gs : Fin R → Vec (N * nCls)) (G : Vec ((R * N) * nCls)) :
    Prop :=
  DenseWSyncAt R hR N xN cotN P gs G ∧ DenseBSyncAt R hR N cotN gs G

end Blocks

section Network

variable (bf16 : Bool) (R : ℕ) (hR : 0 < R) (N q : ℕ) (xN cotN vN epsStr : String) {nCls : ℕ}
  (w : ResNet50Weights nCls) (S : ResNet50Saved (R * N) q) (d : Fin R → ResNet50Cot N q)
  (D : ResNet50Cot (R * N) q)

/-- The stem. -/
def stemTied : Prop :=
  stemSyncTied bf16 R hR N xN cotN vN epsStr w.stem S.stem (fun r => (d r).stem) D.stem

/-- Stage 1, block 0. -/
def s1b0Tied : Prop :=
  projectedSyncTied bf16 R hR N xN cotN vN epsStr w.s1b0 S.s1b0 (fun r => (d r).s1b0) D.s1b0

/-- Stage 1, block 1. -/
def s1b1Tied : Prop :=
  identitySyncTied bf16 R hR N xN cotN vN epsStr w.s1b1 S.s1b1 (fun r => (d r).s1b1) D.s1b1

/-- Stage 1, block 2. -/
def s1b2Tied : Prop :=
  identitySyncTied bf16 R hR N xN cotN vN epsStr w.s1b2 S.s1b2 (fun r => (d r).s1b2) D.s1b2

/-- Stage 2, block 0. -/
def s2b0Tied : Prop :=
  stridedSyncTied bf16 R hR N xN cotN vN epsStr w.s2b0 S.s2b0 (fun r => (d r).s2b0) D.s2b0

/-- Stage 2, block 1. -/
def s2b1Tied : Prop :=
  identitySyncTied bf16 R hR N xN cotN vN epsStr w.s2b1 S.s2b1 (fun r => (d r).s2b1) D.s2b1

/-- Stage 2, block 2. -/
def s2b2Tied : Prop :=
  identitySyncTied bf16 R hR N xN cotN vN epsStr w.s2b2 S.s2b2 (fun r => (d r).s2b2) D.s2b2

/-- Stage 2, block 3. -/
def s2b3Tied : Prop :=
  identitySyncTied bf16 R hR N xN cotN vN epsStr w.s2b3 S.s2b3 (fun r => (d r).s2b3) D.s2b3

/-- Stage 3, block 0. -/
def s3b0Tied : Prop :=
  stridedSyncTied bf16 R hR N xN cotN vN epsStr w.s3b0 S.s3b0 (fun r => (d r).s3b0) D.s3b0

/-- Stage 3, block 1. -/
def s3b1Tied : Prop :=
  identitySyncTied bf16 R hR N xN cotN vN epsStr w.s3b1 S.s3b1 (fun r => (d r).s3b1) D.s3b1

/-- Stage 3, block 2. -/
def s3b2Tied : Prop :=
  identitySyncTied bf16 R hR N xN cotN vN epsStr w.s3b2 S.s3b2 (fun r => (d r).s3b2) D.s3b2

/-- Stage 3, block 3. -/
def s3b3Tied : Prop :=
  identitySyncTied bf16 R hR N xN cotN vN epsStr w.s3b3 S.s3b3 (fun r => (d r).s3b3) D.s3b3

/-- Stage 3, block 4. -/
def s3b4Tied : Prop :=
  identitySyncTied bf16 R hR N xN cotN vN epsStr w.s3b4 S.s3b4 (fun r => (d r).s3b4) D.s3b4

/-- Stage 3, block 5. -/
def s3b5Tied : Prop :=
  identitySyncTied bf16 R hR N xN cotN vN epsStr w.s3b5 S.s3b5 (fun r => (d r).s3b5) D.s3b5

/-- Stage 4, block 0. -/
def s4b0Tied : Prop :=
  stridedSyncTied bf16 R hR N xN cotN vN epsStr w.s4b0 S.s4b0 (fun r => (d r).s4b0) D.s4b0

/-- Stage 4, block 1. -/
def s4b1Tied : Prop :=
  identitySyncTied bf16 R hR N xN cotN vN epsStr w.s4b1 S.s4b1 (fun r => (d r).s4b1) D.s4b1

/-- Stage 4, block 2. -/
def s4b2Tied : Prop :=
  identitySyncTied bf16 R hR N xN cotN vN epsStr w.s4b2 S.s4b2 (fun r => (d r).s4b2) D.s4b2

end Network

variable {nCls : ℕ}

/-- ResNet-50's data-parallel step at synchronised BatchNorm, replica `r`'s loss cotangent being
`gs r`, is the single-device step at `R * N` images with loss cotangent `G`: for every one of the
161 parameters. -/
def r50NetSyncTiedB (R : ℕ) (hR : 0 < R) (N q : ℕ) (xN cotN vN epsStr : String) (bf16 : Bool)
    (w : ResNet50Weights nCls) (X : Vec ((R * N) * (3 * side32 q * side32 q)))
    (G : Vec ((R * N) * nCls)) (gs : Fin R → Vec (N * nCls)) : Prop :=
  let S := resnet50SavedB (R * N) q w X
  let D := resnet50BackB (R * N) q w S G
  let d := resnet50BackSync R hR N vN cotN epsStr q w (fun r => S.shard r) gs
  stemTied bf16 R hR N q xN cotN vN epsStr w S d D ∧
  s1b0Tied bf16 R hR N q xN cotN vN epsStr w S d D ∧
  s1b1Tied bf16 R hR N q xN cotN vN epsStr w S d D ∧
  s1b2Tied bf16 R hR N q xN cotN vN epsStr w S d D ∧
  s2b0Tied bf16 R hR N q xN cotN vN epsStr w S d D ∧
  s2b1Tied bf16 R hR N q xN cotN vN epsStr w S d D ∧
  s2b2Tied bf16 R hR N q xN cotN vN epsStr w S d D ∧
  s2b3Tied bf16 R hR N q xN cotN vN epsStr w S d D ∧
  s3b0Tied bf16 R hR N q xN cotN vN epsStr w S d D ∧
  s3b1Tied bf16 R hR N q xN cotN vN epsStr w S d D ∧
  s3b2Tied bf16 R hR N q xN cotN vN epsStr w S d D ∧
  s3b3Tied bf16 R hR N q xN cotN vN epsStr w S d D ∧
  s3b4Tied bf16 R hR N q xN cotN vN epsStr w S d D ∧
  s3b5Tied bf16 R hR N q xN cotN vN epsStr w S d D ∧
  s4b0Tied bf16 R hR N q xN cotN vN epsStr w S d D ∧
  s4b1Tied bf16 R hR N q xN cotN vN epsStr w S d D ∧
  s4b2Tied bf16 R hR N q xN cotN vN epsStr w S d D ∧
  headSyncTied R hR N xN cotN S.p gs G

end Proofs.ResNet50SyncTieB
