import Proofs.ResNet50.Steps
import Proofs.ResNet50.Tied
import Proofs.Sync.Loss

/-!
# ResNet-50's data-parallel step is the single-device step at the global batch

The four steps put together. Sharding: a replica's chain at its shard is the shard of the global
chain. The collectives: the mean over the replicas of a gradient node is `1/R` of the global node.
Homogeneity: the chain at `R` times a cotangent is `R` times the chain. The divisor:
`R · (1/R) = 1`.

What is not claimed: that the replicas' inputs are the shards of one batch, which is the driver's;
that the saved values are those of the synchronised forward, which
`StableHLO.resnet50FwdGraphSyncFull_shard` is about; stochastic depth; a real rounding; the
accumulator and the optimizer, which run after the collective; the lowering of `all_reduce`.
-/

noncomputable section

namespace Proofs.ResNet50SyncTieB

open StableHLO SyncKit

section Parameters

variable {R N : ℕ} (hR : 0 < R) (bf16 : Bool) (xN cotN vN epsStr : String) {ic oc c k h w m n : ℕ}

/-- Steps 2 to 4 for a kernel: cotangents that are `R` times the shards of the global one. -/
theorem convWSyncAt_of_shard (X : Vec ((R * N) * (ic * h * w)))
    (dys : Fin R → Vec (N * (oc * h * w))) (DY : Vec ((R * N) * (oc * h * w)))
    (hdy : ∀ r, dys r = batchShard R N (oc * h * w) ((R : ℝ) • DY) r) :
    ConvWSyncAt bf16 R hR N xN cotN k X dys DY := by
  have hR' : (R : ℝ) ≠ 0 := Nat.cast_ne_zero.mpr hR.ne'
  have hmean := den_allReduce_convGradW (kH := k) (kW := k) hR s!"d{xN}" [oc, ic, k, k] bf16
    (fun r => .operand xN (batchShard R N (ic * h * w) X r)) (fun r => .operand cotN (dys r)) X
    ((R : ℝ) • DY) (fun _ => rfl) hdy
  unfold ConvWSyncAt
  rw [hmean]
  simp only [den_convGradWAtF_id]
  funext idx
  show (1 / (R : ℝ)) * flatten4 (convGradWB (R * N) X ((R : ℝ) • DY)) idx
    = flatten4 (convGradWB (R * N) X DY) idx
  rw [convGradWB_smul]
  show (1 / (R : ℝ)) * ((R : ℝ) * flatten4 (convGradWB (R * N) X DY) idx) = _
  rw [one_div, inv_mul_cancel_left₀ hR']

/-- Steps 2 to 4 for a strided kernel. -/
theorem convStridedWSyncAt_of_shard (X : Vec ((R * N) * (ic * (2 * h) * (2 * w))))
    (dys : Fin R → Vec (N * (oc * h * w))) (DY : Vec ((R * N) * (oc * h * w)))
    (hdy : ∀ r, dys r = batchShard R N (oc * h * w) ((R : ℝ) • DY) r) :
    ConvStridedWSyncAt bf16 R hR N xN cotN k X dys DY := by
  have hR' : (R : ℝ) ≠ 0 := Nat.cast_ne_zero.mpr hR.ne'
  have hmean := den_allReduce_convStridedGradW (kH := k) (kW := k) hR s!"d{xN}" [oc, ic, k, k] bf16
    (fun r => .operand xN (batchShard R N (ic * (2 * h) * (2 * w)) X r))
    (fun r => .operand cotN (dys r)) X ((R : ℝ) • DY) (fun _ => rfl) hdy
  unfold ConvStridedWSyncAt
  rw [hmean]
  simp only [den_convStridedGradWAtF_id]
  funext idx
  show (1 / (R : ℝ)) * flatten4 (convStridedGradWB (R * N) X ((R : ℝ) • DY)) idx
    = flatten4 (convStridedGradWB (R * N) X DY) idx
  rw [convStridedGradWB_smul]
  show (1 / (R : ℝ)) * ((R : ℝ) * flatten4 (convStridedGradWB (R * N) X DY) idx) = _
  rw [one_div, inv_mul_cancel_left₀ hR']

/-- Steps 2 to 4 for a BatchNorm's pair. -/
theorem bnSyncAt_of_shard (ε : ℝ) (U : Vec ((R * N) * (c * h * w)))
    (dys : Fin R → Vec (N * (c * h * w))) (DY : Vec ((R * N) * (c * h * w)))
    (hdy : ∀ r, dys r = batchShard R N (c * h * w) ((R : ℝ) • DY) r) :
    BnSyncAt R hR N cotN vN epsStr ε U dys DY := by
  have hR' : (R : ℝ) ≠ 0 := Nat.cast_ne_zero.mpr hR.ne'
  have hγ := den_bnGammaSite hR vN epsStr ε (fun r => .operand vN (batchShard R N (c * h * w) U r))
    (fun r => .operand cotN (dys r)) U ((R : ℝ) • DY) (fun _ => rfl) hdy
  have hβ := den_bnBetaSite hR vN (fun r => .operand cotN (dys r)) ((R : ℝ) • DY) hdy
  unfold BnSyncAt
  constructor
  · unfold BnGammaSyncAt
    rw [hγ]
    show (1 / (R : ℝ)) • bnGammaGrad (bnMean (reassocB U)) (bnVar (reassocB U)) ε (reassocB U)
        ((R : ℝ) • reassocB DY)
      = bnGammaGrad (bnMean (reassocB U)) (bnVar (reassocB U)) ε (reassocB U) (reassocB DY)
    rw [bnGammaGrad_smul, smul_smul, one_div, inv_mul_cancel₀ hR', one_smul]
  · unfold BnBetaSyncAt
    rw [hβ]
    show (1 / (R : ℝ)) • bnBetaGrad ((R : ℝ) • reassocB DY) = bnBetaGrad (reassocB DY)
    rw [bnBetaGrad_smul, smul_smul, one_div, inv_mul_cancel₀ hR', one_smul]

/-- Steps 2 to 4 for a dense layer's weight. -/
theorem denseWSyncAt_of_shard (X : Vec ((R * N) * m)) (dys : Fin R → Vec (N * n))
    (DY : Vec ((R * N) * n)) (hdy : ∀ r, dys r = batchShard R N n ((R : ℝ) • DY) r) :
    DenseWSyncAt R hR N xN cotN X dys DY := by
  have hR' : (R : ℝ) ≠ 0 := Nat.cast_ne_zero.mpr hR.ne'
  have hmean := den_allReduce_denseGradW hR s!"d{xN}" [m, n]
    (fun r => .operand xN (batchShard R N m X r)) (fun r => .operand cotN (dys r)) X
    ((R : ℝ) • DY) (fun _ => rfl) hdy
  unfold DenseWSyncAt
  rw [hmean]
  show (1 / (R : ℝ)) • flatten2 (denseGradWB (R * N) X ((R : ℝ) • DY))
    = flatten2 (denseGradWB (R * N) X DY)
  rw [denseGradWB_smul]
  show (1 / (R : ℝ)) • ((R : ℝ) • flatten2 (denseGradWB (R * N) X DY)) = _
  rw [smul_smul, one_div, inv_mul_cancel₀ hR', one_smul]

/-- Steps 2 to 4 for a dense layer's bias. -/
theorem denseBSyncAt_of_shard (dys : Fin R → Vec (N * n)) (DY : Vec ((R * N) * n))
    (hdy : ∀ r, dys r = batchShard R N n ((R : ℝ) • DY) r) :
    DenseBSyncAt R hR N cotN dys DY := by
  have hR' : (R : ℝ) ≠ 0 := Nat.cast_ne_zero.mpr hR.ne'
  have hmean := den_allReduce_denseGradb hR "dfb" [n] (fun r => .operand cotN (dys r))
    ((R : ℝ) • DY) hdy
  unfold DenseBSyncAt
  rw [hmean]
  show (1 / (R : ℝ)) • denseGradbB (R * N) ((R : ℝ) • DY) = denseGradbB (R * N) DY
  rw [denseGradbB_smul, smul_smul, one_div, inv_mul_cancel₀ hR', one_smul]

end Parameters

section Blocks

variable {R N : ℕ} (hR : 0 < R) (xN cotN vN epsStr : String) (bf16 : Bool)
  {ic mid oc h w k m nCls : ℕ}

/-- All four steps for the stem: cotangents at its result that are `R` times the shards of the
global one. -/
theorem stem_syncTied (p : ConvBNWeights ic oc k) (S : StemSaved (R * N) ic oc h w)
    (DY : Vec ((R * N) * (oc * h * w))) (dys : Fin R → Vec (N * (oc * h * w)))
    (hdy : ∀ r, dys r = batchShard R N (oc * h * w) ((R : ℝ) • DY) r) :
    stemSyncTied bf16 R hR N xN cotN vN epsStr p S
      (poolStemBackSync R hR N vN cotN epsStr p (fun r => S.shard r) dys)
      (poolStemBackB (R * N) p S DY) := by
  have hd := poolStemBackSync_scaled hR vN cotN epsStr p S DY dys hdy
  unfold stemSyncTied
  exact ⟨convStridedWSyncAt_of_shard hR bf16 xN cotN _ _ _ fun r => congrArg StemCot.u (hd r),
    bnSyncAt_of_shard hR cotN vN epsStr _ _ _ _ fun r => congrArg StemCot.y (hd r)⟩

/-- All four steps for a bottleneck with an identity skip. -/
theorem identity_syncTied (p : BottleneckWeights ic mid ic)
    (S : BottleneckSaved (R * N) ic mid ic h w h w) (DY : Vec ((R * N) * (ic * h * w)))
    (dys : Fin R → Vec (N * (ic * h * w)))
    (hdy : ∀ r, dys r = batchShard R N (ic * h * w) ((R : ℝ) • DY) r) :
    identitySyncTied bf16 R hR N xN cotN vN epsStr p S
      (identityBackSync R hR N vN cotN epsStr p (fun r => S.shard r) dys)
      (identityBackB (R * N) p S DY) := by
  have hd := identityBackSync_scaled hR vN cotN epsStr p S DY dys hdy
  unfold identitySyncTied
  exact ⟨convWSyncAt_of_shard hR bf16 xN cotN _ _ _ fun r => congrArg BottleneckCot.u1 (hd r),
    bnSyncAt_of_shard hR cotN vN epsStr _ _ _ _ fun r => congrArg BottleneckCot.y1 (hd r),
    convWSyncAt_of_shard hR bf16 xN cotN _ _ _ fun r => congrArg BottleneckCot.u2 (hd r),
    bnSyncAt_of_shard hR cotN vN epsStr _ _ _ _ fun r => congrArg BottleneckCot.y2 (hd r),
    convWSyncAt_of_shard hR bf16 xN cotN _ _ _ fun r => congrArg BottleneckCot.u3 (hd r),
    bnSyncAt_of_shard hR cotN vN epsStr _ _ _ _ fun r => congrArg BottleneckCot.s (hd r)⟩

/-- All four steps for a projected bottleneck of stride 1. -/
theorem projected_syncTied (p : ProjectedWeights ic mid oc)
    (S : ProjectedSaved (R * N) ic mid oc h w h w) (DY : Vec ((R * N) * (oc * h * w)))
    (dys : Fin R → Vec (N * (oc * h * w)))
    (hdy : ∀ r, dys r = batchShard R N (oc * h * w) ((R : ℝ) • DY) r) :
    projectedSyncTied bf16 R hR N xN cotN vN epsStr p S
      (projectedBackSync R hR N vN cotN epsStr p (fun r => S.shard r) dys)
      (projectedBackB (R * N) p S DY) := by
  have hd := projectedBackSync_scaled hR vN cotN epsStr p S DY dys hdy
  unfold projectedSyncTied
  exact ⟨convWSyncAt_of_shard hR bf16 xN cotN _ _ _ fun r => congrArg (fun D => D.br.u1) (hd r),
    bnSyncAt_of_shard hR cotN vN epsStr _ _ _ _ fun r => congrArg (fun D => D.br.y1) (hd r),
    convWSyncAt_of_shard hR bf16 xN cotN _ _ _ fun r => congrArg (fun D => D.br.u2) (hd r),
    bnSyncAt_of_shard hR cotN vN epsStr _ _ _ _ fun r => congrArg (fun D => D.br.y2) (hd r),
    convWSyncAt_of_shard hR bf16 xN cotN _ _ _ fun r => congrArg (fun D => D.br.u3) (hd r),
    bnSyncAt_of_shard hR cotN vN epsStr _ _ _ _ fun r => congrArg (fun D => D.br.s) (hd r),
    convWSyncAt_of_shard hR bf16 xN cotN _ _ _ fun r => congrArg ProjectedCot.uk (hd r),
    bnSyncAt_of_shard hR cotN vN epsStr _ _ _ _ fun r => congrArg (fun D => D.br.s) (hd r)⟩

/-- All four steps for a bottleneck of stride 2. -/
theorem strided_syncTied (p : ProjectedWeights ic mid oc)
    (S : ProjectedSaved (R * N) ic mid oc (2 * h) (2 * w) h w)
    (DY : Vec ((R * N) * (oc * h * w))) (dys : Fin R → Vec (N * (oc * h * w)))
    (hdy : ∀ r, dys r = batchShard R N (oc * h * w) ((R : ℝ) • DY) r) :
    stridedSyncTied bf16 R hR N xN cotN vN epsStr p S
      (stridedBackSync R hR N vN cotN epsStr p (fun r => S.shard r) dys)
      (stridedBackB (R * N) p S DY) := by
  have hd := stridedBackSync_scaled hR vN cotN epsStr p S DY dys hdy
  unfold stridedSyncTied
  exact ⟨convWSyncAt_of_shard hR bf16 xN cotN _ _ _ fun r => congrArg (fun D => D.br.u1) (hd r),
    bnSyncAt_of_shard hR cotN vN epsStr _ _ _ _ fun r => congrArg (fun D => D.br.y1) (hd r),
    convStridedWSyncAt_of_shard hR bf16 xN cotN _ _ _ fun r => congrArg (fun D => D.br.u2) (hd r),
    bnSyncAt_of_shard hR cotN vN epsStr _ _ _ _ fun r => congrArg (fun D => D.br.y2) (hd r),
    convWSyncAt_of_shard hR bf16 xN cotN _ _ _ fun r => congrArg (fun D => D.br.u3) (hd r),
    bnSyncAt_of_shard hR cotN vN epsStr _ _ _ _ fun r => congrArg (fun D => D.br.s) (hd r),
    convStridedWSyncAt_of_shard hR bf16 xN cotN _ _ _ fun r => congrArg ProjectedCot.uk (hd r),
    bnSyncAt_of_shard hR cotN vN epsStr _ _ _ _ fun r => congrArg (fun D => D.br.s) (hd r)⟩

/-- Steps 2 to 4 for the head. -/
theorem head_syncTied (P : Vec ((R * N) * m)) (G : Vec ((R * N) * nCls))
    (gs : Fin R → Vec (N * nCls))
    (hgs : ∀ r, gs r = batchShard R N nCls ((R : ℝ) • G) r) :
    headSyncTied R hR N xN cotN P gs G :=
  And.intro (denseWSyncAt_of_shard hR xN cotN P gs G hgs)
    (denseBSyncAt_of_shard hR cotN gs G hgs)

end Blocks

/-- BCE's peer of `SyncKit.replicaLossCot_eq`, at the divisors that are in use: `N·K` on a replica,
`(R·N)·K` globally. -/
theorem replicaBceLossCot_eq {R N K : ℕ} (hR : 0 < R) (T Z : Vec ((R * N) * K)) (r : Fin R) :
    bceCotB N ((N : ℝ) * (K : ℝ)) (batchShard R N K T r) (batchShard R N K Z r)
      = batchShard R N K
          ((R : ℝ) • bceCotB (R * N) (((R : ℝ) * (N : ℝ)) * (K : ℝ)) T Z) r := by
  have hR' : (R : ℝ) ≠ 0 := Nat.cast_ne_zero.mpr hR.ne'
  funext i
  show (sigmoid (batchShard R N K Z r i) - batchShard R N K T r i) / ((N : ℝ) * (K : ℝ))
    = (R : ℝ) * ((sigmoid (batchShard R N K Z r i) - batchShard R N K T r i)
        / (((R : ℝ) * (N : ℝ)) * (K : ℝ)))
  rw [mul_assoc, ← mul_div_assoc, mul_div_mul_left _ _ hR']

variable {nCls : ℕ}

/-- ResNet-50's data-parallel step: for replicas whose loss cotangents are `R` times their shards of
the global one, the mean over the replicas of every parameter's gradient node is the single-device
node at the global batch. -/
theorem r50_net_syncTiedB (R : ℕ) (hR : 0 < R) (N : ℕ) (_hN : 0 < N) (q : ℕ) (_hq : 0 < q)
    (xN cotN vN epsStr : String) (bf16 : Bool) (w : ResNet50Weights nCls)
    (X : Vec ((R * N) * (3 * side32 q * side32 q))) (G : Vec ((R * N) * nCls))
    (gs : Fin R → Vec (N * nCls))
    (hgs : ∀ r, gs r = batchShard R N nCls ((R : ℝ) • G) r) :
    r50NetSyncTiedB R hR N q xN cotN vN epsStr bf16 w X G gs := by
  let S := resnet50SavedB (R * N) q w X
  have hg : ∀ r, poolDenseBackB (h := q) (w := q) N w.fW (gs r)
      = batchShard R N (2048 * q * q) ((R : ℝ) • poolDenseBackB (R * N) w.fW G) r := by
    intro r
    rw [hgs r, poolDenseBackB_shard, poolDenseBackB_smul]
  have hs4b2 := identityBackSync_scaled hR vN cotN epsStr w.s4b2 S.s4b2 _ _
    hg
  have hs4b1 := identityBackSync_scaled hR vN cotN epsStr w.s4b1 S.s4b1 _ _
    (fun r => congrArg (fun D => D.x) (hs4b2 r))
  have hs4b0 := stridedBackSync_scaled hR vN cotN epsStr w.s4b0 S.s4b0 _ _
    (fun r => congrArg (fun D => D.x) (hs4b1 r))
  have hs3b5 := identityBackSync_scaled hR vN cotN epsStr w.s3b5 S.s3b5 _ _
    (fun r => congrArg (fun D => D.br.x) (hs4b0 r))
  have hs3b4 := identityBackSync_scaled hR vN cotN epsStr w.s3b4 S.s3b4 _ _
    (fun r => congrArg (fun D => D.x) (hs3b5 r))
  have hs3b3 := identityBackSync_scaled hR vN cotN epsStr w.s3b3 S.s3b3 _ _
    (fun r => congrArg (fun D => D.x) (hs3b4 r))
  have hs3b2 := identityBackSync_scaled hR vN cotN epsStr w.s3b2 S.s3b2 _ _
    (fun r => congrArg (fun D => D.x) (hs3b3 r))
  have hs3b1 := identityBackSync_scaled hR vN cotN epsStr w.s3b1 S.s3b1 _ _
    (fun r => congrArg (fun D => D.x) (hs3b2 r))
  have hs3b0 := stridedBackSync_scaled hR vN cotN epsStr w.s3b0 S.s3b0 _ _
    (fun r => congrArg (fun D => D.x) (hs3b1 r))
  have hs2b3 := identityBackSync_scaled hR vN cotN epsStr w.s2b3 S.s2b3 _ _
    (fun r => congrArg (fun D => D.br.x) (hs3b0 r))
  have hs2b2 := identityBackSync_scaled hR vN cotN epsStr w.s2b2 S.s2b2 _ _
    (fun r => congrArg (fun D => D.x) (hs2b3 r))
  have hs2b1 := identityBackSync_scaled hR vN cotN epsStr w.s2b1 S.s2b1 _ _
    (fun r => congrArg (fun D => D.x) (hs2b2 r))
  have hs2b0 := stridedBackSync_scaled hR vN cotN epsStr w.s2b0 S.s2b0 _ _
    (fun r => congrArg (fun D => D.x) (hs2b1 r))
  have hs1b2 := identityBackSync_scaled hR vN cotN epsStr w.s1b2 S.s1b2 _ _
    (fun r => congrArg (fun D => D.br.x) (hs2b0 r))
  have hs1b1 := identityBackSync_scaled hR vN cotN epsStr w.s1b1 S.s1b1 _ _
    (fun r => congrArg (fun D => D.x) (hs1b2 r))
  have hs1b0 := projectedBackSync_scaled hR vN cotN epsStr w.s1b0 S.s1b0 _ _
    (fun r => congrArg (fun D => D.x) (hs1b1 r))
  unfold r50NetSyncTiedB
  exact ⟨stem_syncTied hR xN cotN vN epsStr bf16 w.stem S.stem _ _
      (fun r => congrArg (fun D => D.br.x) (hs1b0 r)),
    projected_syncTied hR xN cotN vN epsStr bf16 w.s1b0 S.s1b0 _ _
      (fun r => congrArg (fun D => D.x) (hs1b1 r)),
    identity_syncTied hR xN cotN vN epsStr bf16 w.s1b1 S.s1b1 _ _
      (fun r => congrArg (fun D => D.x) (hs1b2 r)),
    identity_syncTied hR xN cotN vN epsStr bf16 w.s1b2 S.s1b2 _ _
      (fun r => congrArg (fun D => D.br.x) (hs2b0 r)),
    strided_syncTied hR xN cotN vN epsStr bf16 w.s2b0 S.s2b0 _ _
      (fun r => congrArg (fun D => D.x) (hs2b1 r)),
    identity_syncTied hR xN cotN vN epsStr bf16 w.s2b1 S.s2b1 _ _
      (fun r => congrArg (fun D => D.x) (hs2b2 r)),
    identity_syncTied hR xN cotN vN epsStr bf16 w.s2b2 S.s2b2 _ _
      (fun r => congrArg (fun D => D.x) (hs2b3 r)),
    identity_syncTied hR xN cotN vN epsStr bf16 w.s2b3 S.s2b3 _ _
      (fun r => congrArg (fun D => D.br.x) (hs3b0 r)),
    strided_syncTied hR xN cotN vN epsStr bf16 w.s3b0 S.s3b0 _ _
      (fun r => congrArg (fun D => D.x) (hs3b1 r)),
    identity_syncTied hR xN cotN vN epsStr bf16 w.s3b1 S.s3b1 _ _
      (fun r => congrArg (fun D => D.x) (hs3b2 r)),
    identity_syncTied hR xN cotN vN epsStr bf16 w.s3b2 S.s3b2 _ _
      (fun r => congrArg (fun D => D.x) (hs3b3 r)),
    identity_syncTied hR xN cotN vN epsStr bf16 w.s3b3 S.s3b3 _ _
      (fun r => congrArg (fun D => D.x) (hs3b4 r)),
    identity_syncTied hR xN cotN vN epsStr bf16 w.s3b4 S.s3b4 _ _
      (fun r => congrArg (fun D => D.x) (hs3b5 r)),
    identity_syncTied hR xN cotN vN epsStr bf16 w.s3b5 S.s3b5 _ _
      (fun r => congrArg (fun D => D.br.x) (hs4b0 r)),
    strided_syncTied hR xN cotN vN epsStr bf16 w.s4b0 S.s4b0 _ _
      (fun r => congrArg (fun D => D.x) (hs4b1 r)),
    identity_syncTied hR xN cotN vN epsStr bf16 w.s4b1 S.s4b1 _ _
      (fun r => congrArg (fun D => D.x) (hs4b2 r)),
    identity_syncTied hR xN cotN vN epsStr bf16 w.s4b2 S.s4b2 _ _
      hg,
    head_syncTied hR xN cotN S.p G gs hgs⟩

/-- The step under label-smoothed cross entropy, targets `T`: a replica divides by `B`, the global
step by `R·B`. -/
theorem r50_net_syncTiedB_smoothedCE (R : ℕ) (hR : 0 < R) (N : ℕ) (hN : 0 < N) (q : ℕ)
    (hq : 0 < q) (xN cotN vN epsStr : String) (bf16 : Bool) (w : ResNet50Weights nCls)
    (X : Vec ((R * N) * (3 * side32 q * side32 q))) (B α : ℝ) (T : Vec ((R * N) * nCls))
    (ts : Fin R → Vec (N * nCls)) (hts : ∀ r, ts r = batchShard R N nCls T r) :
    let Z := resnet50ForwardB (R * N) q w X
    r50NetSyncTiedB R hR N q xN cotN vN epsStr bf16 w X
      (smoothedCECotB (R * N) ((R : ℝ) * B) α T Z)
      (fun r => smoothedCECotB N B α (ts r) (batchShard R N nCls Z r)) := by
  intro Z
  exact r50_net_syncTiedB R hR N hN q hq xN cotN vN epsStr bf16 w X _ _ fun r =>
    (congrArg (fun t => smoothedCECotB N B α t (batchShard R N nCls Z r)) (hts r)).trans
      (replicaLossCot_eq hR B α T Z r)

/-- The step under label-smoothed cross entropy for labels, one class an example: `ls r` are
replica `r`'s. -/
theorem r50_net_syncTiedB_labels (R : ℕ) (hR : 0 < R) (N : ℕ) (hN : 0 < N) (q : ℕ) (hq : 0 < q)
    (xN cotN vN epsStr : String) (bf16 : Bool) (w : ResNet50Weights nCls)
    (X : Vec ((R * N) * (3 * side32 q * side32 q))) (B α : ℝ)
    (labels : Fin (R * N) → Fin nCls) (ls : Fin R → Fin N → Fin nCls)
    (hls : ∀ r, ls r = fun n => labels (finProdFinEquiv (r, n))) :
    let Z := resnet50ForwardB (R * N) q w X
    r50NetSyncTiedB R hR N q xN cotN vN epsStr bf16 w X
      (smoothedCECotB (R * N) ((R : ℝ) * B) α (oneHotB (R * N) labels) Z)
      (fun r => smoothedCECotB N B α (oneHotB N (ls r)) (batchShard R N nCls Z r)) := by
  intro Z
  exact r50_net_syncTiedB R hR N hN q hq xN cotN vN epsStr bf16 w X _ _ fun r =>
    (congrArg (fun l => smoothedCECotB N B α (oneHotB N l) (batchShard R N nCls Z r))
      (hls r)).trans (replicaLossCot_oneHot hR B α labels Z r)

/-- The step under BCE with logits, targets `T`: a replica divides by `N·K`, the global step by
`(R·N)·K`, `K` being the number of classes. -/
theorem r50_net_syncTiedB_bce (R : ℕ) (hR : 0 < R) (N : ℕ) (hN : 0 < N) (q : ℕ) (hq : 0 < q)
    (xN cotN vN epsStr : String) (bf16 : Bool) (w : ResNet50Weights nCls)
    (X : Vec ((R * N) * (3 * side32 q * side32 q))) (T : Vec ((R * N) * nCls))
    (ts : Fin R → Vec (N * nCls)) (hts : ∀ r, ts r = batchShard R N nCls T r) :
    let Z := resnet50ForwardB (R * N) q w X
    r50NetSyncTiedB R hR N q xN cotN vN epsStr bf16 w X
      (bceCotB (R * N) (((R : ℝ) * (N : ℝ)) * (nCls : ℝ)) T Z)
      (fun r => bceCotB N ((N : ℝ) * (nCls : ℝ)) (ts r) (batchShard R N nCls Z r)) := by
  intro Z
  exact r50_net_syncTiedB R hR N hN q hq xN cotN vN epsStr bf16 w X _ _ fun r =>
    (congrArg (fun t => bceCotB N ((N : ℝ) * (nCls : ℝ)) t (batchShard R N nCls Z r)) (hts r)).trans
      (replicaBceLossCot_eq hR T Z r)

end Proofs.ResNet50SyncTieB
