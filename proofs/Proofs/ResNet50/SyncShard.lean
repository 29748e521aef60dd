import Proofs.ResNet50.Forward
import Proofs.ResNet50.SyncGraph

/-!
# ResNet-50's data-parallel forward

Replica `r` of the synchronised graph denotes shard `r` of the single-device forward at the global
batch: link by link, for each form of a bottleneck, and for the network.
-/

noncomputable section

namespace Proofs.StableHLO

variable {R N : ℕ} (hR : 0 < R)

section Links

variable {ic oc k h w : ℕ}

/-- Convolution, BatchNorm and rectifier. -/
theorem convBnReluSync_shard (q epsStr : String) (p : ConvBNWeights ic oc k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) (X : Vec ((R * N) * (ic * h * w)))
    (he : ∀ r, den (e r) = batchShard R N (ic * h * w) X r) (r : Fin R) :
    den (convBnReluSync R hR q epsStr p bf16 e r)
      = batchShard R N (oc * h * w) (convBnReluFwdB (R * N) p X) r :=
  den_reluF_shard _ _ (convBnSync_shard hR q epsStr p bf16 e X he) r

/-- Strided convolution and BatchNorm. -/
theorem convStridedBnSync_shard (q epsStr : String) (p : ConvBNWeights ic oc k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * (2 * h) * (2 * w))))
    (X : Vec ((R * N) * (ic * (2 * h) * (2 * w))))
    (he : ∀ r, den (e r) = batchShard R N (ic * (2 * h) * (2 * w)) X r) (r : Fin R) :
    den (convStridedBnSync R hR q epsStr p bf16 e r)
      = batchShard R N (oc * h * w) (convStridedBnFwdB (R * N) p X) r :=
  den_bnSyncSiteLA hR q epsStr p.ε p.γ p.β _ _
    (den_convStridedAt_shard s!"%{q}W" bf16 p.W p.b e X he) r

/-- Strided convolution, BatchNorm and rectifier. -/
theorem convStridedBnReluSync_shard (q epsStr : String) (p : ConvBNWeights ic oc k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * (2 * h) * (2 * w))))
    (X : Vec ((R * N) * (ic * (2 * h) * (2 * w))))
    (he : ∀ r, den (e r) = batchShard R N (ic * (2 * h) * (2 * w)) X r) (r : Fin R) :
    den (convStridedBnReluSync R hR q epsStr p bf16 e r)
      = batchShard R N (oc * h * w) (convStridedBnReluFwdB (R * N) p X) r :=
  den_reluF_shard _ _ (convStridedBnSync_shard hR q epsStr p bf16 e X he) r

/-- The stem. -/
theorem poolStemSync_shard (epsStr : String) (p : ConvBNWeights ic oc k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * (2 * (2 * h)) * (2 * (2 * w)))))
    (X : Vec ((R * N) * (ic * (2 * (2 * h)) * (2 * (2 * w)))))
    (he : ∀ r, den (e r) = batchShard R N (ic * (2 * (2 * h)) * (2 * (2 * w))) X r) (r : Fin R) :
    den (poolStemSync (h := h) (w := w) R hR epsStr p bf16 e r)
      = batchShard R N (oc * h * w) (poolStemFwdB (h := h) (w := w) (R * N) p X) r :=
  den_batchOp_shard (.maxPool (c := oc) (h := h) (w := w)) _ _
    (convStridedBnReluSync_shard hR "stem" epsStr p bf16 e X he) r

end Links

section Blocks

variable {ic mid oc h w nCls : ℕ}

/-- The branch of a bottleneck of stride 1. -/
theorem branchSync_shard (b epsStr : String) (p : BottleneckWeights ic mid oc) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) (X : Vec ((R * N) * (ic * h * w)))
    (he : ∀ r, den (e r) = batchShard R N (ic * h * w) X r) (r : Fin R) :
    den (branchSync R hR b epsStr p bf16 e r)
      = batchShard R N (oc * h * w) (branchFwdB (R * N) p X) r :=
  convBnSync_shard hR s!"{b}3" epsStr p.c3 bf16 _ _
    (convBnReluSync_shard hR s!"{b}2" epsStr p.c2 bf16 _ _
      (convBnReluSync_shard hR s!"{b}1" epsStr p.c1 bf16 e X he)) r

/-- The branch of a bottleneck of stride 2. -/
theorem branchStridedSync_shard (b epsStr : String) (p : BottleneckWeights ic mid oc) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * (2 * h) * (2 * w))))
    (X : Vec ((R * N) * (ic * (2 * h) * (2 * w))))
    (he : ∀ r, den (e r) = batchShard R N (ic * (2 * h) * (2 * w)) X r) (r : Fin R) :
    den (branchStridedSync R hR b epsStr p bf16 e r)
      = batchShard R N (oc * h * w) (branchStridedFwdB (R * N) p X) r :=
  convBnSync_shard hR s!"{b}3" epsStr p.c3 bf16 _ _
    (convStridedBnReluSync_shard hR s!"{b}2" epsStr p.c2 bf16 _ _
      (convBnReluSync_shard hR s!"{b}1" epsStr p.c1 bf16 e X he)) r

/-- A bottleneck whose skip is the identity. -/
theorem identitySync_shard (b epsStr : String) (p : BottleneckWeights ic mid ic) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) (X : Vec ((R * N) * (ic * h * w)))
    (he : ∀ r, den (e r) = batchShard R N (ic * h * w) X r) (r : Fin R) :
    den (identitySync R hR b epsStr p bf16 e r)
      = batchShard R N (ic * h * w) (identityFwdB (R * N) p X) r :=
  den_reluF_shard _ _
    (den_addV_shard _ e _ X (branchSync_shard hR b epsStr p bf16 e X he) he) r

/-- A bottleneck of stride 1 whose skip is a projection. -/
theorem projectedSync_shard (b epsStr : String) (p : ProjectedWeights ic mid oc) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) (X : Vec ((R * N) * (ic * h * w)))
    (he : ∀ r, den (e r) = batchShard R N (ic * h * w) X r) (r : Fin R) :
    den (projectedSync R hR b epsStr p bf16 e r)
      = batchShard R N (oc * h * w) (projectedFwdB (R * N) p X) r :=
  den_reluF_shard _ _
    (den_addV_shard _ _ _ _ (branchSync_shard hR b epsStr p.br bf16 e X he)
      (convBnSync_shard hR s!"{b}k" epsStr p.sk bf16 e X he)) r

/-- A bottleneck of stride 2. -/
theorem stridedSync_shard (b epsStr : String) (p : ProjectedWeights ic mid oc) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * (2 * h) * (2 * w))))
    (X : Vec ((R * N) * (ic * (2 * h) * (2 * w))))
    (he : ∀ r, den (e r) = batchShard R N (ic * (2 * h) * (2 * w)) X r) (r : Fin R) :
    den (stridedSync R hR b epsStr p bf16 e r)
      = batchShard R N (oc * h * w) (stridedFwdB (R * N) p X) r :=
  den_reluF_shard _ _
    (den_addV_shard _ _ _ _ (branchStridedSync_shard hR b epsStr p.br bf16 e X he)
      (convStridedBnSync_shard hR s!"{b}k" epsStr p.sk bf16 e X he)) r

/-- The head. It has no collective. -/
theorem poolDenseSync_shard (W : Mat ic nCls) (b : Vec nCls)
    (e : Fin R → SHlo (N * (ic * h * w))) (X : Vec ((R * N) * (ic * h * w)))
    (he : ∀ r, den (e r) = batchShard R N (ic * h * w) X r) (r : Fin R) :
    den (poolDenseSync R W b e r)
      = batchShard R N nCls (poolDenseFwdB (R * N) W b X) r :=
  den_batchOp_shard (.dense "%fc" W b) _ _
    (den_batchOp_shard (.gap (c := ic) (h := h) (w := w)) e X he) r

end Blocks

/-- ResNet-50's data-parallel forward at synchronised BatchNorm: for replicas that hold the shards
of one batch `X`, replica `r`'s graph denotes shard `r` of the single-device forward at the global
batch of `R * N` images, at either precision read at the identity rounding. That the replicas'
inputs are the shards of one batch `X` is a hypothesis. -/
theorem resnet50FwdGraphSyncFull_shard (R : ℕ) (hR : 0 < R) (N : ℕ) (_hN : 0 < N) (q : ℕ)
    (_hq : 0 < q) {nCls : ℕ} (epsStr : String) (w : ResNet50Weights nCls) (bf16 : Bool)
    (X : Vec ((R * N) * (3 * side32 q * side32 q)))
    (e : Fin R → SHlo (N * (3 * side32 q * side32 q)))
    (he : ∀ r, den (e r) = batchShard R N (3 * side32 q * side32 q) X r) (r : Fin R) :
    den (resnet50FwdGraphSyncFull R hR N q epsStr w bf16 e r)
      = batchShard R N nCls (resnet50ForwardB (R * N) q w X) r := by
  have h0 := poolStemSync_shard (h := side8 q) (w := side8 q) hR epsStr w.stem bf16 e X he
  have h1 := projectedSync_shard (h := side8 q) (w := side8 q) hR "s1b0" epsStr w.s1b0 bf16 _ _ h0
  have h2 := identitySync_shard (h := side8 q) (w := side8 q) hR "s1b1" epsStr w.s1b1 bf16 _ _ h1
  have h3 := identitySync_shard (h := side8 q) (w := side8 q) hR "s1b2" epsStr w.s1b2 bf16 _ _ h2
  have h4 := stridedSync_shard (h := side4 q) (w := side4 q) hR "s2b0" epsStr w.s2b0 bf16 _ _ h3
  have h5 := identitySync_shard (h := side4 q) (w := side4 q) hR "s2b1" epsStr w.s2b1 bf16 _ _ h4
  have h6 := identitySync_shard (h := side4 q) (w := side4 q) hR "s2b2" epsStr w.s2b2 bf16 _ _ h5
  have h7 := identitySync_shard (h := side4 q) (w := side4 q) hR "s2b3" epsStr w.s2b3 bf16 _ _ h6
  have h8 := stridedSync_shard (h := side2 q) (w := side2 q) hR "s3b0" epsStr w.s3b0 bf16 _ _ h7
  have h9 := identitySync_shard (h := side2 q) (w := side2 q) hR "s3b1" epsStr w.s3b1 bf16 _ _ h8
  have h10 := identitySync_shard (h := side2 q) (w := side2 q) hR "s3b2" epsStr w.s3b2 bf16 _ _ h9
  have h11 := identitySync_shard (h := side2 q) (w := side2 q) hR "s3b3" epsStr w.s3b3 bf16 _ _ h10
  have h12 := identitySync_shard (h := side2 q) (w := side2 q) hR "s3b4" epsStr w.s3b4 bf16 _ _ h11
  have h13 := identitySync_shard (h := side2 q) (w := side2 q) hR "s3b5" epsStr w.s3b5 bf16 _ _ h12
  have h14 := stridedSync_shard (h := q) (w := q) hR "s4b0" epsStr w.s4b0 bf16 _ _ h13
  have h15 := identitySync_shard (h := q) (w := q) hR "s4b1" epsStr w.s4b1 bf16 _ _ h14
  have h16 := identitySync_shard (h := q) (w := q) hR "s4b2" epsStr w.s4b2 bf16 _ _ h15
  exact poolDenseSync_shard (h := q) (w := q) w.fW w.fb _ _ h16 r

end Proofs.StableHLO
