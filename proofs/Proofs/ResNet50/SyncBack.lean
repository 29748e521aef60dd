import Proofs.ResNet50.Backward
import Proofs.Sync.BackSite

/-!
# The replicas' backward chains

The single-device chain's twin over the replicas: every link the same per-example function, each
BatchNorm the synchronised one, `bnSyncInB`. A chain is a family, since its collectives range over
the replicas; `S r` is what replica `r` saved. `vN`, `cotN` and `epsStr` are the names under which
the emitted nodes read a saved value, a cotangent and `ε`.
-/

noncomputable section

namespace Proofs

open StableHLO

variable (R : ℕ) (hR : 0 < R) (N : ℕ) (vN cotN epsStr : String) {ic mid oc h w k nCls : ℕ}

/-- A branch of stride 1 backward. -/
def branchBackSync (p : BottleneckWeights ic mid oc)
    (S : Fin R → BottleneckSaved N ic mid oc h w h w) (ds : Fin R → Vec (N * (oc * h * w))) :
    Fin R → BottleneckCot N ic mid oc h w h w :=
  let u3 := bnSyncInB R hR N vN cotN epsStr p.c3.ε p.c3.γ (fun r => (S r).u3) ds
  let y2 : Fin R → Vec (N * (mid * h * w)) := fun r =>
    reluBack (S r).y2 (batchMap N (flatConvBack p.c3.W) (u3 r))
  let u2 := bnSyncInB R hR N vN cotN epsStr p.c2.ε p.c2.γ (fun r => (S r).u2) y2
  let y1 : Fin R → Vec (N * (mid * h * w)) := fun r =>
    reluBack (S r).y1 (batchMap N (flatConvBack p.c2.W) (u2 r))
  let u1 := bnSyncInB R hR N vN cotN epsStr p.c1.ε p.c1.γ (fun r => (S r).u1) y1
  fun r => ⟨batchMap N (flatConvBack p.c1.W) (u1 r), u1 r, y1 r, u2 r, y2 r, u3 r, ds r⟩

/-- A branch of stride 2 backward; its first site runs at the input's grid. -/
def branchStridedBackSync (p : BottleneckWeights ic mid oc)
    (S : Fin R → BottleneckSaved N ic mid oc (2 * h) (2 * w) h w)
    (ds : Fin R → Vec (N * (oc * h * w))) :
    Fin R → BottleneckCot N ic mid oc (2 * h) (2 * w) h w :=
  let u3 := bnSyncInB R hR N vN cotN epsStr p.c3.ε p.c3.γ (fun r => (S r).u3) ds
  let y2 : Fin R → Vec (N * (mid * h * w)) := fun r =>
    reluBack (S r).y2 (batchMap N (flatConvBack p.c3.W) (u3 r))
  let u2 := bnSyncInB R hR N vN cotN epsStr p.c2.ε p.c2.γ (fun r => (S r).u2) y2
  let y1 : Fin R → Vec (N * (mid * (2 * h) * (2 * w))) := fun r =>
    reluBack (S r).y1 (batchMap N (flatConvStridedBack p.c2.W) (u2 r))
  let u1 := bnSyncInB R hR N vN cotN epsStr p.c1.ε p.c1.γ (fun r => (S r).u1) y1
  fun r => ⟨batchMap N (flatConvBack p.c1.W) (u1 r), u1 r, y1 r, u2 r, y2 r, u3 r, ds r⟩

/-- A bottleneck with an identity skip backward. -/
def identityBackSync (p : BottleneckWeights ic mid ic)
    (S : Fin R → BottleneckSaved N ic mid ic h w h w) (dy : Fin R → Vec (N * (ic * h * w))) :
    Fin R → BottleneckCot N ic mid ic h w h w :=
  let D := branchBackSync R hR N vN cotN epsStr p S fun r => reluBack (S r).s (dy r)
  fun r => { D r with x := fun i => (D r).x i + (D r).s i }

/-- A projected bottleneck of stride 1 backward. -/
def projectedBackSync (p : ProjectedWeights ic mid oc)
    (S : Fin R → ProjectedSaved N ic mid oc h w h w) (dy : Fin R → Vec (N * (oc * h * w))) :
    Fin R → ProjectedCot N ic mid oc h w h w :=
  let D := branchBackSync R hR N vN cotN epsStr p.br (fun r => (S r).br) fun r =>
    reluBack (S r).br.s (dy r)
  let uk := bnSyncInB R hR N vN cotN epsStr p.sk.ε p.sk.γ (fun r => (S r).uk) fun r => (D r).s
  let K : Fin R → Vec (N * (ic * h * w)) := fun r => batchMap N (flatConvBack p.sk.W) (uk r)
  fun r => ⟨{ D r with x := fun i => (D r).x i + K r i }, uk r⟩

/-- A bottleneck of stride 2 backward. -/
def stridedBackSync (p : ProjectedWeights ic mid oc)
    (S : Fin R → ProjectedSaved N ic mid oc (2 * h) (2 * w) h w)
    (dy : Fin R → Vec (N * (oc * h * w))) :
    Fin R → ProjectedCot N ic mid oc (2 * h) (2 * w) h w :=
  let D := branchStridedBackSync R hR N vN cotN epsStr p.br (fun r => (S r).br) fun r =>
    reluBack (S r).br.s (dy r)
  let uk := bnSyncInB R hR N vN cotN epsStr p.sk.ε p.sk.γ (fun r => (S r).uk) fun r => (D r).s
  let K : Fin R → Vec (N * (ic * (2 * h) * (2 * w))) := fun r =>
    batchMap N (flatConvStridedBack p.sk.W) (uk r)
  fun r => ⟨{ D r with x := fun i => (D r).x i + K r i }, uk r⟩

/-- The stem backward. -/
def poolStemBackSync (p : ConvBNWeights ic oc k) (S : Fin R → StemSaved N ic oc h w)
    (dy : Fin R → Vec (N * (oc * h * w))) : Fin R → StemCot N oc h w :=
  let y : Fin R → Vec (N * (oc * (2 * h) * (2 * w))) := fun r =>
    reluBack (S r).y
      (batchMapAux N (flatMaxPoolBack (c := oc) (h := h) (w := w)) (S r).a (dy r))
  let u := bnSyncInB R hR N vN cotN epsStr p.ε p.γ (fun r => (S r).u) y
  fun r => ⟨u r, y r⟩

/-- The whole chain over the replicas, replica `r`'s loss cotangent being `gs r`. -/
def resnet50BackSync (q : ℕ) (w : ResNet50Weights nCls) (S : Fin R → ResNet50Saved N q)
    (gs : Fin R → Vec (N * nCls)) : Fin R → ResNet50Cot N q :=
  let g : Fin R → Vec (N * (2048 * q * q)) := fun r => poolDenseBackB N w.fW (gs r)
  let s4b2 := identityBackSync R hR N vN cotN epsStr w.s4b2 (fun r => (S r).s4b2) g
  let s4b1 := identityBackSync R hR N vN cotN epsStr w.s4b1 (fun r => (S r).s4b1)
    fun r => (s4b2 r).x
  let s4b0 := stridedBackSync R hR N vN cotN epsStr w.s4b0 (fun r => (S r).s4b0) fun r => (s4b1 r).x
  let s3b5 := identityBackSync R hR N vN cotN epsStr w.s3b5 (fun r => (S r).s3b5)
    fun r => (s4b0 r).br.x
  let s3b4 := identityBackSync R hR N vN cotN epsStr w.s3b4 (fun r => (S r).s3b4)
    fun r => (s3b5 r).x
  let s3b3 := identityBackSync R hR N vN cotN epsStr w.s3b3 (fun r => (S r).s3b3)
    fun r => (s3b4 r).x
  let s3b2 := identityBackSync R hR N vN cotN epsStr w.s3b2 (fun r => (S r).s3b2)
    fun r => (s3b3 r).x
  let s3b1 := identityBackSync R hR N vN cotN epsStr w.s3b1 (fun r => (S r).s3b1)
    fun r => (s3b2 r).x
  let s3b0 := stridedBackSync R hR N vN cotN epsStr w.s3b0 (fun r => (S r).s3b0) fun r => (s3b1 r).x
  let s2b3 := identityBackSync R hR N vN cotN epsStr w.s2b3 (fun r => (S r).s2b3)
    fun r => (s3b0 r).br.x
  let s2b2 := identityBackSync R hR N vN cotN epsStr w.s2b2 (fun r => (S r).s2b2)
    fun r => (s2b3 r).x
  let s2b1 := identityBackSync R hR N vN cotN epsStr w.s2b1 (fun r => (S r).s2b1)
    fun r => (s2b2 r).x
  let s2b0 := stridedBackSync R hR N vN cotN epsStr w.s2b0 (fun r => (S r).s2b0) fun r => (s2b1 r).x
  let s1b2 := identityBackSync R hR N vN cotN epsStr w.s1b2 (fun r => (S r).s1b2)
    fun r => (s2b0 r).br.x
  let s1b1 := identityBackSync R hR N vN cotN epsStr w.s1b1 (fun r => (S r).s1b1)
    fun r => (s1b2 r).x
  let s1b0 := projectedBackSync R hR N vN cotN epsStr w.s1b0 (fun r => (S r).s1b0)
    fun r => (s1b1 r).x
  let stem := poolStemBackSync R hR N vN cotN epsStr w.stem (fun r => (S r).stem)
    fun r => (s1b0 r).br.x
  fun r => ⟨stem r, s1b0 r, s1b1 r, s1b2 r, s2b0 r, s2b1 r, s2b2 r, s2b3 r, s3b0 r, s3b1 r, s3b2 r,
    s3b3 r, s3b4 r, s3b5 r, s4b0 r, s4b1 r, s4b2 r⟩

end Proofs
