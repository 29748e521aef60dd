import Proofs.EfficientNet.SyncBlockShard

/-!
# EfficientNet-B0's data-parallel forward: replica `r` is shard `r`

The theorem of this folder. What it does NOT claim: that a driver's inputs are the shards of one
batch (a hypothesis); anything of the backward pass or of the parameters' collectives; anything of a
real rounding (the graph is read at the identity); that the lowering of `all_reduce`, or of any
other operation, does what `den` says.
-/

noncomputable section

namespace Proofs.StableHLO

/-- On `R` replicas of `N` images each, every BatchNorm synchronised, EfficientNet-B0's forward
graph denotes on replica `r` shard `r` of the single-device forward at the global batch of `R * N`
images, at either precision read at the identity rounding. That the replicas' inputs are the shards
of one batch `X` is a hypothesis. -/
theorem efficientnetFwdGraphSyncFull_shard (R : ℕ) (hR : 0 < R) (N : ℕ) (_hN : 0 < N) {nCls : ℕ}
    (epsStr : String) (w : EfficientNetB0Weights nCls) (bf16 : Bool)
    (X : Vec ((R * N) * (3 * 224 * 224))) (e : Fin R → SHlo (N * (3 * 224 * 224)))
    (he : ∀ r, den (e r) = batchShard R N (3 * 224 * 224) X r) (r : Fin R) :
    den (efficientnetFwdGraphSyncFull R hR N epsStr w bf16 e r)
      = batchShard R N nCls (efficientnetForwardBFull (R * N) w X) r := by
  have h0 := stemSync_shard (h := 112) (w := 112) hR "stem" epsStr w.stem bf16 e X he
  have h1 := mbNoExpandSync_shard (h := 112) (w := 112) hR "b1" epsStr w.b1 bf16 _ _ h0
  have h2 := mbStridedSync_shard (h := 56) (w := 56) hR "b2" epsStr w.b2 bf16 _ _ h1
  have h3 := mbSkipSync_shard (h := 56) (w := 56) hR "b3" epsStr w.b3 bf16 _ _ h2
  have h4 := mbStridedSync_shard (h := 28) (w := 28) hR "b4" epsStr w.b4 bf16 _ _ h3
  have h5 := mbSkipSync_shard (h := 28) (w := 28) hR "b5" epsStr w.b5 bf16 _ _ h4
  have h6 := mbStridedSync_shard (h := 14) (w := 14) hR "b6" epsStr w.b6 bf16 _ _ h5
  have h7 := mbSkipSync_shard (h := 14) (w := 14) hR "b7" epsStr w.b7 bf16 _ _ h6
  have h8 := mbSkipSync_shard (h := 14) (w := 14) hR "b8" epsStr w.b8 bf16 _ _ h7
  have h9 := mbConvSync_shard (h := 14) (w := 14) hR "b9" epsStr w.b9 bf16 _ _ h8
  have h10 := mbSkipSync_shard (h := 14) (w := 14) hR "b10" epsStr w.b10 bf16 _ _ h9
  have h11 := mbSkipSync_shard (h := 14) (w := 14) hR "b11" epsStr w.b11 bf16 _ _ h10
  have h12 := mbStridedSync_shard (h := 7) (w := 7) hR "b12" epsStr w.b12 bf16 _ _ h11
  have h13 := mbSkipSync_shard (h := 7) (w := 7) hR "b13" epsStr w.b13 bf16 _ _ h12
  have h14 := mbSkipSync_shard (h := 7) (w := 7) hR "b14" epsStr w.b14 bf16 _ _ h13
  have h15 := mbSkipSync_shard (h := 7) (w := 7) hR "b15" epsStr w.b15 bf16 _ _ h14
  have h16 := mbConvSync_shard (h := 7) (w := 7) hR "b16" epsStr w.b16 bf16 _ _ h15
  exact headSync_shard (h := 7) (w := 7) hR epsStr w.head bf16 _ _ h16 r

end Proofs.StableHLO
