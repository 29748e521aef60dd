import Proofs.EfficientNet.Forward
import Proofs.EfficientNet.SyncGraph

/-!
# Shard lemmas of EfficientNet's links and blocks

Each says: for a family that denotes the shards of a global batch, the builder's family denotes on
replica `r` shard `r` of the single-device function at the global batch of `R * N` examples. The
hypothesis is carried from each link into the next. None claims that a driver's inputs are shards of
one batch.
-/

noncomputable section

namespace Proofs.StableHLO

variable {R N : ℕ} (hR : 0 < R)

section Links

variable {ic oc c k rd h w : ℕ}

/-- Convolution, BatchNorm and swish. -/
theorem convBnSwishSync_shard (q epsStr : String) (p : ConvBNWeights ic oc k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) (X : Vec ((R * N) * (ic * h * w)))
    (he : ∀ r, den (e r) = batchShard R N (ic * h * w) X r) (r : Fin R) :
    den (convBnSwishSync R hR q epsStr p bf16 e r)
      = batchShard R N (oc * h * w) (convBnSwishFwdB (R * N) p X) r :=
  den_swishF_shard _ _ (convBnSync_shard hR q epsStr p bf16 e X he) r

/-- The stem. -/
theorem stemSync_shard (q epsStr : String) (p : ConvBNWeights ic oc k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * (2 * h) * (2 * w))))
    (X : Vec ((R * N) * (ic * (2 * h) * (2 * w))))
    (he : ∀ r, den (e r) = batchShard R N (ic * (2 * h) * (2 * w)) X r) (r : Fin R) :
    den (stemSync R hR q epsStr p bf16 e r)
      = batchShard R N (oc * h * w) (stemFwdB (R * N) p X) r :=
  den_swishF_shard _ _
    (den_bnSyncSiteLA hR q epsStr p.ε p.γ p.β _ _
      (den_convStridedXlaAt_shard s!"%{q}W" bf16 p.W p.b e X he)) r

/-- Depthwise convolution, BatchNorm and swish. -/
theorem depthwiseSync_shard (q epsStr : String) (p : DepthwiseBNWeights c k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (c * h * w))) (X : Vec ((R * N) * (c * h * w)))
    (he : ∀ r, den (e r) = batchShard R N (c * h * w) X r) (r : Fin R) :
    den (depthwiseSync R hR q epsStr p bf16 e r)
      = batchShard R N (c * h * w) (depthwiseFwdB (R * N) p X) r :=
  den_swishF_shard _ _
    (den_bnSyncSiteLA hR q epsStr p.ε p.γ p.β _ _
      (den_depthwiseAt_shard s!"%{q}W" bf16 p.W p.b e X he)) r

/-- Strided depthwise convolution, BatchNorm and swish. -/
theorem depthwiseStridedSync_shard (q epsStr : String) (p : DepthwiseBNWeights c k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (c * (2 * h) * (2 * w))))
    (X : Vec ((R * N) * (c * (2 * h) * (2 * w))))
    (he : ∀ r, den (e r) = batchShard R N (c * (2 * h) * (2 * w)) X r) (r : Fin R) :
    den (depthwiseStridedSync R hR q epsStr p bf16 e r)
      = batchShard R N (c * h * w) (depthwiseStridedFwdB (R * N) p X) r :=
  den_swishF_shard _ _
    (den_bnSyncSiteLA hR q epsStr p.ε p.γ p.β _ _
      (den_depthwiseStridedXlaAt_shard s!"%{q}W" bf16 p.W p.b e X he)) r

/-- Squeeze-excite and projection. -/
theorem seProjectSync_shard (b epsStr : String) (s : SEWeights c rd) (p : ConvBNWeights c oc 1)
    (bf16 : Bool) (e : Fin R → SHlo (N * (c * h * w))) (X : Vec ((R * N) * (c * h * w)))
    (he : ∀ r, den (e r) = batchShard R N (c * h * w) X r) (r : Fin R) :
    den (seProjectSync R hR b epsStr s p bf16 e r)
      = batchShard R N (oc * h * w) (seProjectFwdB (R * N) s p X) r :=
  convBnSync_shard hR s!"{b}p" epsStr p bf16 _ _
    (den_batchOp_shard (.seBlock s!"%{b}sr" s!"%{b}sx" s) e X he) r

end Links

section Blocks

variable {ic mid oc rd k h w nCls : ℕ}

/-- An MBConv block without expansion. -/
theorem mbNoExpandSync_shard (b epsStr : String) (p : MBNoExpandWeights ic oc rd k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) (X : Vec ((R * N) * (ic * h * w)))
    (he : ∀ r, den (e r) = batchShard R N (ic * h * w) X r) (r : Fin R) :
    den (mbNoExpandSync R hR b epsStr p bf16 e r)
      = batchShard R N (oc * h * w) (mbNoExpandFwdB (R * N) p X) r :=
  seProjectSync_shard hR b epsStr p.se p.p bf16 _ _
    (depthwiseSync_shard hR s!"{b}d" epsStr p.d bf16 e X he) r

/-- An MBConv block of stride 1 without a skip. -/
theorem mbConvSync_shard (b epsStr : String) (p : MBConvWeights ic mid oc rd k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) (X : Vec ((R * N) * (ic * h * w)))
    (he : ∀ r, den (e r) = batchShard R N (ic * h * w) X r) (r : Fin R) :
    den (mbConvSync R hR b epsStr p bf16 e r)
      = batchShard R N (oc * h * w) (mbConvFwdB (R * N) p X) r :=
  seProjectSync_shard hR b epsStr p.se p.p bf16 _ _
    (depthwiseSync_shard hR s!"{b}d" epsStr p.d bf16 _ _
      (convBnSwishSync_shard hR s!"{b}e" epsStr p.e bf16 e X he)) r

/-- An MBConv block of stride 2. -/
theorem mbStridedSync_shard (b epsStr : String) (p : MBConvWeights ic mid oc rd k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * (2 * h) * (2 * w))))
    (X : Vec ((R * N) * (ic * (2 * h) * (2 * w))))
    (he : ∀ r, den (e r) = batchShard R N (ic * (2 * h) * (2 * w)) X r) (r : Fin R) :
    den (mbStridedSync R hR b epsStr p bf16 e r)
      = batchShard R N (oc * h * w) (mbStridedFwdB (R * N) p X) r :=
  seProjectSync_shard hR b epsStr p.se p.p bf16 _ _
    (depthwiseStridedSync_shard hR s!"{b}d" epsStr p.d bf16 _ _
      (convBnSwishSync_shard hR s!"{b}e" epsStr p.e bf16 e X he)) r

/-- An MBConv block with a skip. -/
theorem mbSkipSync_shard (b epsStr : String) (p : MBConvWeights ic mid ic rd k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) (X : Vec ((R * N) * (ic * h * w)))
    (he : ∀ r, den (e r) = batchShard R N (ic * h * w) X r) (r : Fin R) :
    den (mbSkipSync R hR b epsStr p bf16 e r)
      = batchShard R N (ic * h * w) (mbSkipFwdB (R * N) p X) r :=
  den_addV_shard _ e _ X (mbConvSync_shard hR b epsStr p bf16 e X he) he r

/-- An MBConv block with a skip and drop-path, when each replica's scales are its shard of the
global ones. -/
theorem mbSkipDropSync_shard (b epsStr : String) (p : MBConvWeights ic mid ic rd k)
    (s : Fin R → Vec N) (S : Vec (R * N)) (hs : ∀ r, s r = exampleShard R N S r) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) (X : Vec ((R * N) * (ic * h * w)))
    (he : ∀ r, den (e r) = batchShard R N (ic * h * w) X r) (r : Fin R) :
    den (mbSkipDropSync R hR b epsStr p s bf16 e r)
      = batchShard R N (ic * h * w) (mbSkipDropFwdB (R * N) p S X) r :=
  den_addV_shard _ e _ X
    (den_dropPathB_shard s!"%{b}dp" s S hs _ _ (mbConvSync_shard hR b epsStr p bf16 e X he)) he r

/-- The head up to its pool. -/
theorem headPoolSync_shard (epsStr : String) (p : HeadWeights ic mid nCls) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) (X : Vec ((R * N) * (ic * h * w)))
    (he : ∀ r, den (e r) = batchShard R N (ic * h * w) X r) (r : Fin R) :
    den (headPoolSync R hR epsStr p bf16 e r)
      = batchShard R N mid (headPoolFwdB (R * N) p X) r :=
  den_batchOp_shard (.gap (c := mid) (h := h) (w := w)) _ _
    (convBnSwishSync_shard hR "head" epsStr p.c bf16 e X he) r

/-- The head. -/
theorem headSync_shard (epsStr : String) (p : HeadWeights ic mid nCls) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) (X : Vec ((R * N) * (ic * h * w)))
    (he : ∀ r, den (e r) = batchShard R N (ic * h * w) X r) (r : Fin R) :
    den (headSync R hR epsStr p bf16 e r) = batchShard R N nCls (headFwdB (R * N) p X) r :=
  den_batchOp_shard (.dense "%fc" p.fW p.fb) _ _
    (headPoolSync_shard hR epsStr p bf16 e X he) r

/-- The head with dropout, when each replica's mask is its shard of the global one. -/
theorem headDropSync_shard (epsStr : String) (p : HeadWeights ic mid nCls)
    (mask : Fin R → Vec (N * mid)) (M : Vec ((R * N) * mid))
    (hmask : ∀ r, mask r = batchShard R N mid M r) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) (X : Vec ((R * N) * (ic * h * w)))
    (he : ∀ r, den (e r) = batchShard R N (ic * h * w) X r) (r : Fin R) :
    den (headDropSync R hR epsStr p mask bf16 e r)
      = batchShard R N nCls (headDropFwdB (R * N) p M X) r :=
  den_batchOp_shard (.dense "%fc" p.fW p.fb) _ _
    (den_dropoutB_shard "%drop" mask M hmask _ _
      (headPoolSync_shard hR epsStr p bf16 e X he)) r

end Blocks

end Proofs.StableHLO
