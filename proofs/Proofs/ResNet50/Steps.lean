import Proofs.ResNet50.SyncBack

/-!
# Sharding and homogeneity of the backward chain

Steps 1 and 3 of the four. Step 1, `…_shard`: a replica chain handed shards of the saved values and
of a cotangent gives the shards of the single-device chain at the global batch. Step 3, `…_smul`:
the single-device chain at a scaled cotangent is the scaled chain. Both for each form of a block and
for the whole network.
-/

noncomputable section

namespace Proofs

open StableHLO

section Smul

variable {N ic mid oc h w k nCls : ℕ}

/-- The head's chain is homogeneous. -/
theorem poolDenseBackB_smul (W : Mat ic nCls) (t : ℝ) (G : Vec (N * nCls)) :
    poolDenseBackB (h := h) (w := w) N W (t • G) = t • poolDenseBackB N W G := by
  unfold poolDenseBackB
  rw [batchMap_smul (denseBack W) t (denseBack_smul W t) G,
    batchMap_smul gapBack t (gapBack_smul t) (batchMap N (denseBack W) G)]

/-- A branch of stride 1 is homogeneous. -/
theorem branchBackB_smul (p : BottleneckWeights ic mid oc) (S : BottleneckSaved N ic mid oc h w h w)
    (t : ℝ) (ds : Vec (N * (oc * h * w))) :
    branchBackB N p S (t • ds) = (branchBackB N p S ds).scale t := by
  simp only [branchBackB, BottleneckCot.scale, bnInB_smul, reluBack_smul,
    batchMap_smul _ t (flatConvBack_smul _ t)]

/-- A branch of stride 2 is homogeneous. -/
theorem branchStridedBackB_smul (p : BottleneckWeights ic mid oc)
    (S : BottleneckSaved N ic mid oc (2 * h) (2 * w) h w) (t : ℝ) (ds : Vec (N * (oc * h * w))) :
    branchStridedBackB N p S (t • ds) = (branchStridedBackB N p S ds).scale t := by
  simp only [branchStridedBackB, BottleneckCot.scale, bnInB_smul, reluBack_smul,
    batchMap_smul _ t (flatConvBack_smul _ t), batchMap_smul _ t (flatConvStridedBack_smul _ t)]

/-- A bottleneck with an identity skip is homogeneous. -/
theorem identityBackB_smul (p : BottleneckWeights ic mid ic)
    (S : BottleneckSaved N ic mid ic h w h w) (t : ℝ) (dy : Vec (N * (ic * h * w))) :
    identityBackB N p S (t • dy) = (identityBackB N p S dy).scale t := by
  have hx : ∀ a b : Vec (N * (ic * h * w)),
      (fun i => (t • a) i + (t • b) i) = t • fun i => a i + b i :=
    fun a b => (smul_add t a b).symm
  simp only [identityBackB, reluBack_smul, branchBackB_smul, BottleneckCot.scale, hx]

/-- A projected bottleneck of stride 1 is homogeneous. -/
theorem projectedBackB_smul (p : ProjectedWeights ic mid oc)
    (S : ProjectedSaved N ic mid oc h w h w) (t : ℝ) (dy : Vec (N * (oc * h * w))) :
    projectedBackB N p S (t • dy) = (projectedBackB N p S dy).scale t := by
  have hx : ∀ a b : Vec (N * (ic * h * w)),
      (fun i => (t • a) i + (t • b) i) = t • fun i => a i + b i :=
    fun a b => (smul_add t a b).symm
  simp only [projectedBackB, reluBack_smul, branchBackB_smul, BottleneckCot.scale,
    ProjectedCot.scale, bnInB_smul, batchMap_smul _ t (flatConvBack_smul _ t), hx]

/-- A bottleneck of stride 2 is homogeneous. -/
theorem stridedBackB_smul (p : ProjectedWeights ic mid oc)
    (S : ProjectedSaved N ic mid oc (2 * h) (2 * w) h w) (t : ℝ) (dy : Vec (N * (oc * h * w))) :
    stridedBackB N p S (t • dy) = (stridedBackB N p S dy).scale t := by
  have hx : ∀ a b : Vec (N * (ic * (2 * h) * (2 * w))),
      (fun i => (t • a) i + (t • b) i) = t • fun i => a i + b i :=
    fun a b => (smul_add t a b).symm
  simp only [stridedBackB, reluBack_smul, branchStridedBackB_smul, BottleneckCot.scale,
    ProjectedCot.scale, bnInB_smul, batchMap_smul _ t (flatConvStridedBack_smul _ t), hx]

/-- A per-example function with a saved value that is homogeneous is so on the batch. -/
theorem batchMapAux_maxPoolBack_smul (t : ℝ) (A : Vec (N * (oc * (2 * h) * (2 * w))))
    (dy : Vec (N * (oc * h * w))) :
    batchMapAux N (flatMaxPoolBack (c := oc) (h := h) (w := w)) A (t • dy)
      = t • batchMapAux N flatMaxPoolBack A dy := by
  funext idx
  exact congrFun (flatMaxPoolBack_smul
    (batchSlice N (oc * (2 * h) * (2 * w)) A (finProdFinEquiv.symm idx).1) t
    (batchSlice N (oc * h * w) dy (finProdFinEquiv.symm idx).1)) (finProdFinEquiv.symm idx).2

/-- The stem is homogeneous. -/
theorem poolStemBackB_smul (p : ConvBNWeights ic oc k) (S : StemSaved N ic oc h w) (t : ℝ)
    (dy : Vec (N * (oc * h * w))) :
    poolStemBackB N p S (t • dy) = (poolStemBackB N p S dy).scale t := by
  simp only [poolStemBackB, StemCot.scale, batchMapAux_maxPoolBack_smul, reluBack_smul, bnInB_smul]

end Smul

section Shard

variable {R N : ℕ} (hR : 0 < R) (vN cotN epsStr : String) {ic mid oc h w k nCls : ℕ}

/-- The head's chain: a per-example map. -/
theorem poolDenseBackB_shard (W : Mat ic nCls) (G : Vec ((R * N) * nCls)) (r : Fin R) :
    poolDenseBackB (h := h) (w := w) N W (batchShard R N nCls G r)
      = batchShard R N (ic * h * w) (poolDenseBackB (R * N) W G) r := by
  unfold poolDenseBackB
  rw [batchShard_batchMap, batchShard_batchMap]

/-- `bnSyncInB_shard` of whole families. -/
theorem bnSyncInB_shards {c : ℕ} (ε : ℝ) (γ : Vec c) (U DY : Vec ((R * N) * (c * h * w))) :
    bnSyncInB R hR N vN cotN epsStr ε γ (fun r => batchShard R N (c * h * w) U r)
        (fun r => batchShard R N (c * h * w) DY r)
      = fun r => batchShard R N (c * h * w) (bnInB (R * N) γ ε U DY) r :=
  funext fun r => bnSyncInB_shard hR vN cotN epsStr ε γ _ _ U DY (fun _ => rfl) (fun _ => rfl) r

/-- A branch of stride 1. -/
theorem branchBackSync_shard (p : BottleneckWeights ic mid oc)
    (S : BottleneckSaved (R * N) ic mid oc h w h w) (DS : Vec ((R * N) * (oc * h * w)))
    (ds : Fin R → Vec (N * (oc * h * w))) (hds : ∀ r, ds r = batchShard R N (oc * h * w) DS r)
    (r : Fin R) :
    branchBackSync R hR N vN cotN epsStr p (fun r' => S.shard r') ds r
      = (branchBackB (R * N) p S DS).shard r := by
  obtain rfl : ds = fun r' => batchShard R N (oc * h * w) DS r' := funext hds
  simp only [branchBackSync, branchBackB, BottleneckSaved.shard, BottleneckCot.shard,
    bnSyncInB_shards, ← batchShard_batchMap, ← reluBack_shard]

/-- A branch of stride 2. -/
theorem branchStridedBackSync_shard (p : BottleneckWeights ic mid oc)
    (S : BottleneckSaved (R * N) ic mid oc (2 * h) (2 * w) h w)
    (DS : Vec ((R * N) * (oc * h * w))) (ds : Fin R → Vec (N * (oc * h * w)))
    (hds : ∀ r, ds r = batchShard R N (oc * h * w) DS r) (r : Fin R) :
    branchStridedBackSync R hR N vN cotN epsStr p (fun r' => S.shard r') ds r
      = (branchStridedBackB (R * N) p S DS).shard r := by
  obtain rfl : ds = fun r' => batchShard R N (oc * h * w) DS r' := funext hds
  simp only [branchStridedBackSync, branchStridedBackB, BottleneckSaved.shard,
    BottleneckCot.shard, bnSyncInB_shards, ← batchShard_batchMap, ← reluBack_shard]

/-- A bottleneck with an identity skip. -/
theorem identityBackSync_shard (p : BottleneckWeights ic mid ic)
    (S : BottleneckSaved (R * N) ic mid ic h w h w) (DY : Vec ((R * N) * (ic * h * w)))
    (dy : Fin R → Vec (N * (ic * h * w))) (hdy : ∀ r, dy r = batchShard R N (ic * h * w) DY r)
    (r : Fin R) :
    identityBackSync R hR N vN cotN epsStr p (fun r' => S.shard r') dy r
      = (identityBackB (R * N) p S DY).shard r := by
  have hbr := branchBackSync_shard hR vN cotN epsStr p S (reluBack S.s DY)
    (fun r' => reluBack (S.shard r').s (dy r'))
    (fun r' => (congrArg (reluBack (S.shard r').s) (hdy r')).trans
      (reluBack_shard S.s DY r').symm) r
  unfold identityBackSync
  rw [hbr]
  rfl

/-- A projected bottleneck of stride 1. -/
theorem projectedBackSync_shard (p : ProjectedWeights ic mid oc)
    (S : ProjectedSaved (R * N) ic mid oc h w h w) (DY : Vec ((R * N) * (oc * h * w)))
    (dy : Fin R → Vec (N * (oc * h * w))) (hdy : ∀ r, dy r = batchShard R N (oc * h * w) DY r)
    (r : Fin R) :
    projectedBackSync R hR N vN cotN epsStr p (fun r' => S.shard r') dy r
      = (projectedBackB (R * N) p S DY).shard r := by
  have hD : branchBackSync R hR N vN cotN epsStr p.br (fun r' => (S.shard r').br)
        (fun r' => reluBack (S.shard r').br.s (dy r'))
      = fun r' => (branchBackB (R * N) p.br S.br (reluBack S.br.s DY)).shard r' :=
    funext fun r' => branchBackSync_shard hR vN cotN epsStr p.br S.br (reluBack S.br.s DY) _
      (fun r'' => (congrArg (reluBack (S.shard r'').br.s) (hdy r'')).trans
        (reluBack_shard S.br.s DY r'').symm) r'
  have huk : bnSyncInB R hR N vN cotN epsStr p.sk.ε p.sk.γ (fun r' => (S.shard r').uk)
        (fun r' => ((branchBackB (R * N) p.br S.br (reluBack S.br.s DY)).shard r').s)
      = fun r' => batchShard R N (oc * h * w) (bnInB (R * N) p.sk.γ p.sk.ε S.uk
          (branchBackB (R * N) p.br S.br (reluBack S.br.s DY)).s) r' :=
    bnSyncInB_shards hR vN cotN epsStr p.sk.ε p.sk.γ S.uk _
  simp only [projectedBackSync, hD, huk, ← batchShard_batchMap]
  rfl

/-- A bottleneck of stride 2. -/
theorem stridedBackSync_shard (p : ProjectedWeights ic mid oc)
    (S : ProjectedSaved (R * N) ic mid oc (2 * h) (2 * w) h w)
    (DY : Vec ((R * N) * (oc * h * w))) (dy : Fin R → Vec (N * (oc * h * w)))
    (hdy : ∀ r, dy r = batchShard R N (oc * h * w) DY r) (r : Fin R) :
    stridedBackSync R hR N vN cotN epsStr p (fun r' => S.shard r') dy r
      = (stridedBackB (R * N) p S DY).shard r := by
  have hD : branchStridedBackSync R hR N vN cotN epsStr p.br (fun r' => (S.shard r').br)
        (fun r' => reluBack (S.shard r').br.s (dy r'))
      = fun r' => (branchStridedBackB (R * N) p.br S.br (reluBack S.br.s DY)).shard r' :=
    funext fun r' => branchStridedBackSync_shard hR vN cotN epsStr p.br S.br (reluBack S.br.s DY) _
      (fun r'' => (congrArg (reluBack (S.shard r'').br.s) (hdy r'')).trans
        (reluBack_shard S.br.s DY r'').symm) r'
  have huk : bnSyncInB R hR N vN cotN epsStr p.sk.ε p.sk.γ (fun r' => (S.shard r').uk)
        (fun r' => ((branchStridedBackB (R * N) p.br S.br (reluBack S.br.s DY)).shard r').s)
      = fun r' => batchShard R N (oc * h * w) (bnInB (R * N) p.sk.γ p.sk.ε S.uk
          (branchStridedBackB (R * N) p.br S.br (reluBack S.br.s DY)).s) r' :=
    bnSyncInB_shards hR vN cotN epsStr p.sk.ε p.sk.γ S.uk _
  simp only [stridedBackSync, hD, huk, ← batchShard_batchMap]
  rfl

/-- The stem. -/
theorem poolStemBackSync_shard (p : ConvBNWeights ic oc k) (S : StemSaved (R * N) ic oc h w)
    (DY : Vec ((R * N) * (oc * h * w))) (dy : Fin R → Vec (N * (oc * h * w)))
    (hdy : ∀ r, dy r = batchShard R N (oc * h * w) DY r) (r : Fin R) :
    poolStemBackSync R hR N vN cotN epsStr p (fun r' => S.shard r') dy r
      = (poolStemBackB (R * N) p S DY).shard r := by
  obtain rfl : dy = fun r' => batchShard R N (oc * h * w) DY r' := funext hdy
  simp only [poolStemBackSync, poolStemBackB, StemSaved.shard, StemCot.shard, bnSyncInB_shards,
    ← batchShard_batchMapAux, ← reluBack_shard]

end Shard

section Scaled

variable {R N : ℕ} (hR : 0 < R) (vN cotN epsStr : String) {ic mid oc h w k nCls : ℕ}

/-- Steps 1 and 3 together, for a bottleneck with an identity skip: handed `R` times the shards of a
cotangent, the replicas' chain is the shard of `R` times the single-device chain. -/
theorem identityBackSync_scaled (p : BottleneckWeights ic mid ic)
    (S : BottleneckSaved (R * N) ic mid ic h w h w) (DY : Vec ((R * N) * (ic * h * w)))
    (dy : Fin R → Vec (N * (ic * h * w)))
    (hdy : ∀ r, dy r = batchShard R N (ic * h * w) ((R : ℝ) • DY) r) (r : Fin R) :
    identityBackSync R hR N vN cotN epsStr p (fun r' => S.shard r') dy r
      = ((identityBackB (R * N) p S DY).scale (R : ℝ)).shard r :=
  (identityBackSync_shard hR vN cotN epsStr p S ((R : ℝ) • DY) dy hdy r).trans
    (congrArg (fun D => BottleneckCot.shard D r) (identityBackB_smul p S (R : ℝ) DY))

/-- Steps 1 and 3 together, for a projected bottleneck of stride 1. -/
theorem projectedBackSync_scaled (p : ProjectedWeights ic mid oc)
    (S : ProjectedSaved (R * N) ic mid oc h w h w) (DY : Vec ((R * N) * (oc * h * w)))
    (dy : Fin R → Vec (N * (oc * h * w)))
    (hdy : ∀ r, dy r = batchShard R N (oc * h * w) ((R : ℝ) • DY) r) (r : Fin R) :
    projectedBackSync R hR N vN cotN epsStr p (fun r' => S.shard r') dy r
      = ((projectedBackB (R * N) p S DY).scale (R : ℝ)).shard r :=
  (projectedBackSync_shard hR vN cotN epsStr p S ((R : ℝ) • DY) dy hdy r).trans
    (congrArg (fun D => ProjectedCot.shard D r) (projectedBackB_smul p S (R : ℝ) DY))

/-- Steps 1 and 3 together, for a bottleneck of stride 2. -/
theorem stridedBackSync_scaled (p : ProjectedWeights ic mid oc)
    (S : ProjectedSaved (R * N) ic mid oc (2 * h) (2 * w) h w)
    (DY : Vec ((R * N) * (oc * h * w))) (dy : Fin R → Vec (N * (oc * h * w)))
    (hdy : ∀ r, dy r = batchShard R N (oc * h * w) ((R : ℝ) • DY) r) (r : Fin R) :
    stridedBackSync R hR N vN cotN epsStr p (fun r' => S.shard r') dy r
      = ((stridedBackB (R * N) p S DY).scale (R : ℝ)).shard r :=
  (stridedBackSync_shard hR vN cotN epsStr p S ((R : ℝ) • DY) dy hdy r).trans
    (congrArg (fun D => ProjectedCot.shard D r) (stridedBackB_smul p S (R : ℝ) DY))

/-- Steps 1 and 3 together, for the stem. -/
theorem poolStemBackSync_scaled (p : ConvBNWeights ic oc k) (S : StemSaved (R * N) ic oc h w)
    (DY : Vec ((R * N) * (oc * h * w))) (dy : Fin R → Vec (N * (oc * h * w)))
    (hdy : ∀ r, dy r = batchShard R N (oc * h * w) ((R : ℝ) • DY) r) (r : Fin R) :
    poolStemBackSync R hR N vN cotN epsStr p (fun r' => S.shard r') dy r
      = ((poolStemBackB (R * N) p S DY).scale (R : ℝ)).shard r :=
  (poolStemBackSync_shard hR vN cotN epsStr p S ((R : ℝ) • DY) dy hdy r).trans
    (congrArg (fun D => StemCot.shard D r) (poolStemBackB_smul p S (R : ℝ) DY))

end Scaled

end Proofs
