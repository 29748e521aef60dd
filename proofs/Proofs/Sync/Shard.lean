import Proofs.StableHLO.Graph
import Proofs.StableHLO.Bf16Fold

/-!
# Nodes that commute with sharding

For a family of graphs that denote the shards of one batch, each node below denotes on replica `r`
shard `r` of what it denotes on the whole batch. None of them holds a collective.
-/

noncomputable section

namespace Proofs.StableHLO

variable {R N a b : ℕ}

/-- P3 on the graph, for every per-example operation. -/
theorem den_batchOp_shard (op : BatchableOp a b) (e : Fin R → SHlo (N * a))
    (X : Vec ((R * N) * a)) (he : ∀ r, den (e r) = batchShard R N a X r) (r : Fin R) :
    den (.batchOp op (e r)) = batchShard R N b (batchMap (R * N) (denOp op) X) r := by
  show batchMap N (denOp op) (den (e r)) = _
  rw [he r, batchShard_batchMap]

/-- P3 on the graph, for swish. -/
theorem den_swishF_shard (e : Fin R → SHlo (N * a)) (X : Vec ((R * N) * a))
    (he : ∀ r, den (e r) = batchShard R N a X r) (r : Fin R) :
    den (.swishF (e r)) = batchShard R N a (swishVec X) r := by
  show swishVec (den (e r)) = _
  rw [he r]
  rfl

/-- P3 on the graph, for the rectifier. -/
theorem den_reluF_shard (e : Fin R → SHlo (N * a)) (X : Vec ((R * N) * a))
    (he : ∀ r, den (e r) = batchShard R N a X r) (r : Fin R) :
    den (.reluF (e r)) = batchShard R N a (reluVec X) r := by
  show reluVec (den (e r)) = _
  rw [he r]
  rfl

/-- P3 on the graph, for the residual sum. -/
theorem den_addV_shard (e₁ e₂ : Fin R → SHlo (N * a)) (X₁ X₂ : Vec ((R * N) * a))
    (he₁ : ∀ r, den (e₁ r) = batchShard R N a X₁ r)
    (he₂ : ∀ r, den (e₂ r) = batchShard R N a X₂ r) (r : Fin R) :
    den (.addV (e₁ r) (e₂ r)) = batchShard R N a (fun i => X₁ i + X₂ i) r := by
  show (fun i => den (e₁ r) i + den (e₂ r) i) = _
  rw [he₁ r, he₂ r]
  rfl

/-- P3 on the graph, for drop-path at scales that are the shard of the global ones. -/
theorem den_dropPathB_shard (name : String) (s : Fin R → Vec N) (S : Vec (R * N))
    (hs : ∀ r, s r = exampleShard R N S r) (e : Fin R → SHlo (N * a)) (X : Vec ((R * N) * a))
    (he : ∀ r, den (e r) = batchShard R N a X r) (r : Fin R) :
    den (.dropPathB name (s r) (e r)) = batchShard R N a (dropPath S X) r := by
  show dropPath (s r) (den (e r)) = _
  rw [hs r, he r, batchShard_dropPath]

/-- P3 on the graph, for dropout at a mask that is the shard of the global one. -/
theorem den_dropoutB_shard (name : String) (m : Fin R → Vec (N * a)) (M : Vec ((R * N) * a))
    (hm : ∀ r, m r = batchShard R N a M r) (e : Fin R → SHlo (N * a)) (X : Vec ((R * N) * a))
    (he : ∀ r, den (e r) = batchShard R N a X r) (r : Fin R) :
    den (.dropoutB name (m r) (e r)) = batchShard R N a (dropout M X) r := by
  show dropout (m r) (den (e r)) = _
  rw [hm r, he r, batchShard_dropout]

section Precision

variable {ic oc c kH kW h w : ℕ}

/-- P3 for a convolution at either precision, read at the identity rounding. -/
theorem den_convAt_shard (name : String) (bf16 : Bool) (W : Kernel4 oc ic kH kW) (β : Vec oc)
    (e : Fin R → SHlo (N * (ic * h * w))) (X : Vec ((R * N) * (ic * h * w)))
    (he : ∀ r, den (e r) = batchShard R N (ic * h * w) X r) (r : Fin R) :
    den (.batchOp (.convAt (h := h) (w := w) name bf16 id W β) (e r))
      = batchShard R N (oc * h * w) (batchMap (R * N) (flatConv W β) X) r := by
  have hop := den_batchOp_shard (.convAt (h := h) (w := w) name bf16 id W β) e X he r
  rw [Bf16Fold.denOp_convAt_id] at hop
  exact hop

/-- P3 for a strided convolution at either precision, read at the identity rounding. -/
theorem den_convStridedAt_shard (name : String) (bf16 : Bool) (W : Kernel4 oc ic kH kW)
    (β : Vec oc) (e : Fin R → SHlo (N * (ic * (2 * h) * (2 * w))))
    (X : Vec ((R * N) * (ic * (2 * h) * (2 * w))))
    (he : ∀ r, den (e r) = batchShard R N (ic * (2 * h) * (2 * w)) X r) (r : Fin R) :
    den (.batchOp (.convStridedAt (h := h) (w := w) name bf16 id W β) (e r))
      = batchShard R N (oc * h * w) (batchMap (R * N) (flatConvStrided W β) X) r := by
  have hop := den_batchOp_shard (.convStridedAt (h := h) (w := w) name bf16 id W β) e X he r
  rw [Bf16Fold.denOp_convStridedAt_id] at hop
  exact hop

/-- P3 for a strided convolution (XLA) at either precision, read at the identity rounding. -/
theorem den_convStridedXlaAt_shard (name : String) (bf16 : Bool) (W : Kernel4 oc ic kH kW)
    (β : Vec oc) (e : Fin R → SHlo (N * (ic * (2 * h) * (2 * w))))
    (X : Vec ((R * N) * (ic * (2 * h) * (2 * w))))
    (he : ∀ r, den (e r) = batchShard R N (ic * (2 * h) * (2 * w)) X r) (r : Fin R) :
    den (.batchOp (.convStridedXlaAt (h := h) (w := w) name bf16 id W β) (e r))
      = batchShard R N (oc * h * w) (batchMap (R * N) (flatConvStridedXla W β) X) r := by
  have hop := den_batchOp_shard (.convStridedXlaAt (h := h) (w := w) name bf16 id W β) e X he r
  rw [Bf16Fold.denOp_convStridedXlaAt_id] at hop
  exact hop

/-- P3 for a depthwise convolution at either precision, read at the identity rounding. -/
theorem den_depthwiseAt_shard (name : String) (bf16 : Bool) (W : DepthwiseKernel c kH kW)
    (β : Vec c) (e : Fin R → SHlo (N * (c * h * w))) (X : Vec ((R * N) * (c * h * w)))
    (he : ∀ r, den (e r) = batchShard R N (c * h * w) X r) (r : Fin R) :
    den (.batchOp (.depthwiseAt (h := h) (w := w) name bf16 id W β) (e r))
      = batchShard R N (c * h * w) (batchMap (R * N) (flatDepthwise W β) X) r := by
  have hop := den_batchOp_shard (.depthwiseAt (h := h) (w := w) name bf16 id W β) e X he r
  rw [Bf16Fold.denOp_depthwiseAt_id] at hop
  exact hop

/-- P3 for a strided depthwise convolution (XLA) at either precision, read at the identity
rounding. -/
theorem den_depthwiseStridedXlaAt_shard (name : String) (bf16 : Bool)
    (W : DepthwiseKernel c kH kW) (β : Vec c)
    (e : Fin R → SHlo (N * (c * (2 * h) * (2 * w))))
    (X : Vec ((R * N) * (c * (2 * h) * (2 * w))))
    (he : ∀ r, den (e r) = batchShard R N (c * (2 * h) * (2 * w)) X r) (r : Fin R) :
    den (.batchOp (.depthwiseStridedXlaAt (h := h) (w := w) name bf16 id W β) (e r))
      = batchShard R N (c * h * w) (batchMap (R * N) (flatDepthwiseStridedXla W β) X) r := by
  have hop := den_batchOp_shard (.depthwiseStridedXlaAt (h := h) (w := w) name bf16 id W β) e X
    he r
  rw [Bf16Fold.denOp_depthwiseStridedXlaAt_id] at hop
  exact hop

end Precision

end Proofs.StableHLO
