import Proofs.EfficientNet.SyncBlockShard

/-!
# EfficientNet-B0's data-parallel forward with drop-path and dropout

The variant with stochastic depth: drop-path on the nine skip branches, each replica at its own
scale an example, and dropout at its own mask before the classifier. Scales and masks are data; how
a driver draws them is not stated here, only that each replica's are its part of the global ones.
-/

noncomputable section

namespace Proofs.StableHLO

/-- EfficientNet-B0's forward graph with synchronised BatchNorm, drop-path and dropout, as a family
over `R` replicas of `N` images each; replica `r` drops by `D r`. -/
def efficientnetFwdGraphSyncFullDrop (R : ℕ) (hR : 0 < R) (N : ℕ) {nCls : ℕ} (epsStr : String)
    (w : EfficientNetB0Weights nCls) (D : Fin R → DropMasks N) (bf16 : Bool)
    (e : Fin R → SHlo (N * (3 * 224 * 224))) : Fin R → SHlo (N * nCls) :=
  let e0 : Fin R → SHlo (N * (32 * 112 * 112)) :=
    stemSync (h := 112) (w := 112) R hR "stem" epsStr w.stem bf16 e
  let e1 : Fin R → SHlo (N * (16 * 112 * 112)) :=
    mbNoExpandSync (h := 112) (w := 112) R hR "b1" epsStr w.b1 bf16 e0
  let e2 : Fin R → SHlo (N * (24 * 56 * 56)) :=
    mbStridedSync (h := 56) (w := 56) R hR "b2" epsStr w.b2 bf16 e1
  let e3 : Fin R → SHlo (N * (24 * 56 * 56)) :=
    mbSkipDropSync (h := 56) (w := 56) R hR "b3" epsStr w.b3 (fun r => (D r).s3) bf16 e2
  let e4 : Fin R → SHlo (N * (40 * 28 * 28)) :=
    mbStridedSync (h := 28) (w := 28) R hR "b4" epsStr w.b4 bf16 e3
  let e5 : Fin R → SHlo (N * (40 * 28 * 28)) :=
    mbSkipDropSync (h := 28) (w := 28) R hR "b5" epsStr w.b5 (fun r => (D r).s5) bf16 e4
  let e6 : Fin R → SHlo (N * (80 * 14 * 14)) :=
    mbStridedSync (h := 14) (w := 14) R hR "b6" epsStr w.b6 bf16 e5
  let e7 : Fin R → SHlo (N * (80 * 14 * 14)) :=
    mbSkipDropSync (h := 14) (w := 14) R hR "b7" epsStr w.b7 (fun r => (D r).s7) bf16 e6
  let e8 : Fin R → SHlo (N * (80 * 14 * 14)) :=
    mbSkipDropSync (h := 14) (w := 14) R hR "b8" epsStr w.b8 (fun r => (D r).s8) bf16 e7
  let e9 : Fin R → SHlo (N * (112 * 14 * 14)) :=
    mbConvSync (h := 14) (w := 14) R hR "b9" epsStr w.b9 bf16 e8
  let e10 : Fin R → SHlo (N * (112 * 14 * 14)) :=
    mbSkipDropSync (h := 14) (w := 14) R hR "b10" epsStr w.b10 (fun r => (D r).s10) bf16 e9
  let e11 : Fin R → SHlo (N * (112 * 14 * 14)) :=
    mbSkipDropSync (h := 14) (w := 14) R hR "b11" epsStr w.b11 (fun r => (D r).s11) bf16 e10
  let e12 : Fin R → SHlo (N * (192 * 7 * 7)) :=
    mbStridedSync (h := 7) (w := 7) R hR "b12" epsStr w.b12 bf16 e11
  let e13 : Fin R → SHlo (N * (192 * 7 * 7)) :=
    mbSkipDropSync (h := 7) (w := 7) R hR "b13" epsStr w.b13 (fun r => (D r).s13) bf16 e12
  let e14 : Fin R → SHlo (N * (192 * 7 * 7)) :=
    mbSkipDropSync (h := 7) (w := 7) R hR "b14" epsStr w.b14 (fun r => (D r).s14) bf16 e13
  let e15 : Fin R → SHlo (N * (192 * 7 * 7)) :=
    mbSkipDropSync (h := 7) (w := 7) R hR "b15" epsStr w.b15 (fun r => (D r).s15) bf16 e14
  let e16 : Fin R → SHlo (N * (320 * 7 * 7)) :=
    mbConvSync (h := 7) (w := 7) R hR "b16" epsStr w.b16 bf16 e15
  headDropSync (h := 7) (w := 7) R hR epsStr w.head (fun r => (D r).mask) bf16 e16

/-- On `R` replicas of `N` images each, with drop-path and dropout, EfficientNet-B0's forward graph
denotes on replica `r` shard `r` of the single-device forward at the global batch and at the global
scales and mask. That the inputs are the shards of one batch, and the replicas' scales and masks the
shards of the global ones, are hypotheses; how they are drawn is not stated. For the rest it claims
no more than `efficientnetFwdGraphSyncFull_shard`. -/
theorem efficientnetFwdGraphSyncFullDrop_shard (R : ℕ) (hR : 0 < R) (N : ℕ) (_hN : 0 < N)
    {nCls : ℕ} (epsStr : String) (w : EfficientNetB0Weights nCls) (D : DropMasks (R * N))
    (Ds : Fin R → DropMasks N) (hD : ∀ r, Ds r = D.shard r) (bf16 : Bool)
    (X : Vec ((R * N) * (3 * 224 * 224))) (e : Fin R → SHlo (N * (3 * 224 * 224)))
    (he : ∀ r, den (e r) = batchShard R N (3 * 224 * 224) X r) (r : Fin R) :
    den (efficientnetFwdGraphSyncFullDrop R hR N epsStr w Ds bf16 e r)
      = batchShard R N nCls (efficientnetForwardBFullDrop (R * N) w D X) r := by
  have hs3 : ∀ r, (Ds r).s3 = exampleShard R N D.s3 r := fun r => congrArg DropMasks.s3 (hD r)
  have hs5 : ∀ r, (Ds r).s5 = exampleShard R N D.s5 r := fun r => congrArg DropMasks.s5 (hD r)
  have hs7 : ∀ r, (Ds r).s7 = exampleShard R N D.s7 r := fun r => congrArg DropMasks.s7 (hD r)
  have hs8 : ∀ r, (Ds r).s8 = exampleShard R N D.s8 r := fun r => congrArg DropMasks.s8 (hD r)
  have hs10 : ∀ r, (Ds r).s10 = exampleShard R N D.s10 r := fun r => congrArg DropMasks.s10 (hD r)
  have hs11 : ∀ r, (Ds r).s11 = exampleShard R N D.s11 r := fun r => congrArg DropMasks.s11 (hD r)
  have hs13 : ∀ r, (Ds r).s13 = exampleShard R N D.s13 r := fun r => congrArg DropMasks.s13 (hD r)
  have hs14 : ∀ r, (Ds r).s14 = exampleShard R N D.s14 r := fun r => congrArg DropMasks.s14 (hD r)
  have hs15 : ∀ r, (Ds r).s15 = exampleShard R N D.s15 r := fun r => congrArg DropMasks.s15 (hD r)
  have hmask : ∀ r, (Ds r).mask = batchShard R N 1280 D.mask r := fun r =>
    congrArg DropMasks.mask (hD r)
  have h0 := stemSync_shard (h := 112) (w := 112) hR "stem" epsStr w.stem bf16 e X he
  have h1 := mbNoExpandSync_shard (h := 112) (w := 112) hR "b1" epsStr w.b1 bf16 _ _ h0
  have h2 := mbStridedSync_shard (h := 56) (w := 56) hR "b2" epsStr w.b2 bf16 _ _ h1
  have h3 := mbSkipDropSync_shard (h := 56) (w := 56) hR "b3" epsStr w.b3 _ _ hs3 bf16 _ _ h2
  have h4 := mbStridedSync_shard (h := 28) (w := 28) hR "b4" epsStr w.b4 bf16 _ _ h3
  have h5 := mbSkipDropSync_shard (h := 28) (w := 28) hR "b5" epsStr w.b5 _ _ hs5 bf16 _ _ h4
  have h6 := mbStridedSync_shard (h := 14) (w := 14) hR "b6" epsStr w.b6 bf16 _ _ h5
  have h7 := mbSkipDropSync_shard (h := 14) (w := 14) hR "b7" epsStr w.b7 _ _ hs7 bf16 _ _ h6
  have h8 := mbSkipDropSync_shard (h := 14) (w := 14) hR "b8" epsStr w.b8 _ _ hs8 bf16 _ _ h7
  have h9 := mbConvSync_shard (h := 14) (w := 14) hR "b9" epsStr w.b9 bf16 _ _ h8
  have h10 := mbSkipDropSync_shard (h := 14) (w := 14) hR "b10" epsStr w.b10 _ _ hs10 bf16 _ _ h9
  have h11 := mbSkipDropSync_shard (h := 14) (w := 14) hR "b11" epsStr w.b11 _ _ hs11 bf16 _ _ h10
  have h12 := mbStridedSync_shard (h := 7) (w := 7) hR "b12" epsStr w.b12 bf16 _ _ h11
  have h13 := mbSkipDropSync_shard (h := 7) (w := 7) hR "b13" epsStr w.b13 _ _ hs13 bf16 _ _ h12
  have h14 := mbSkipDropSync_shard (h := 7) (w := 7) hR "b14" epsStr w.b14 _ _ hs14 bf16 _ _ h13
  have h15 := mbSkipDropSync_shard (h := 7) (w := 7) hR "b15" epsStr w.b15 _ _ hs15 bf16 _ _ h14
  have h16 := mbConvSync_shard (h := 7) (w := 7) hR "b16" epsStr w.b16 bf16 _ _ h15
  exact headDropSync_shard (h := 7) (w := 7) hR epsStr w.head _ _ hmask bf16 _ _ h16 r

end Proofs.StableHLO
