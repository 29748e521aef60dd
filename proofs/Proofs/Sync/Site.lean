import Proofs.StableHLO.Graph
import Proofs.Sync.BatchNorm

/-!
# A synchronised BatchNorm site

The site as a family over the replicas. Both collectives range over the whole family, so neither
depends on the replica that the site is read at. A site with prefix `q` has scale `%{q}g` and shift
`%{q}b`, and its collectives are tagged `{q}gmu` and `{q}gvar`.
-/

noncomputable section

namespace Proofs.StableHLO

open SyncKit

variable {N c h w : ℕ}

/-- The common mean of a site: each replica's mean, all-reduced. -/
def bnSyncMean (R : ℕ) (hR : 0 < R) (q : String) (x : Fin R → SHlo (N * (c * (h * w)))) : SHlo c :=
  .allReduceMeanF R hR s!"{q}gmu" [c] fun r => .bnMeanF (x r)

/-- The common variance of a site about a common mean: Chan's `σ²_r + (μ_r - μ)²`, all-reduced. -/
def bnSyncVar (R : ℕ) (hR : 0 < R) (q : String) (μ : SHlo c)
    (x : Fin R → SHlo (N * (c * (h * w)))) : SHlo c :=
  .allReduceMeanF R hR s!"{q}gvar" [c] fun r => .chanF (.bnVarF (x r)) (.bnMeanF (x r)) μ

/-- A synchronised BatchNorm site at an image batch's width, as a family over the replicas. -/
def bnSyncSiteLA (R : ℕ) (hR : 0 < R) (q epsStr : String) (ε : ℝ) (γ β : Vec c)
    (e : Fin R → SHlo (N * (c * h * w))) : Fin R → SHlo (N * (c * h * w)) :=
  let x : Fin R → SHlo (N * (c * (h * w))) := fun r => .reassocF (e r)
  let μ : SHlo c := bnSyncMean R hR q x
  let stats : SHlo (2 * c) := .syncStatsF μ (bnSyncVar R hR q μ x)
  fun r => .unassocF (.bnSyncF s!"%{q}g" s!"%{q}b" epsStr ε γ β stats (x r))

variable {R : ℕ}

/-- The site's common mean, for replicas that hold the shards of one batch, is that batch's. -/
theorem den_bnSyncMean (hR : 0 < R) (q : String) (x : Fin R → SHlo (N * (c * (h * w))))
    (X : Vec ((R * N) * (c * (h * w))))
    (hx : ∀ r, den (x r) = batchShard R N (c * (h * w)) X r) :
    den (bnSyncMean R hR q x) = bnMean X := by
  have hmean : den (bnSyncMean R hR q x) = replicaMean R (fun r => bnMean (den (x r))) := rfl
  rw [hmean]
  simp only [hx]
  exact replicaMean_bnMean X

/-- The site's common variance, for replicas that hold the shards of one batch, is that batch's;
the mean handed in must be the batch's. -/
theorem den_bnSyncVar (hR : 0 < R) (q : String) (μ : SHlo c)
    (x : Fin R → SHlo (N * (c * (h * w)))) (X : Vec ((R * N) * (c * (h * w))))
    (hμ : den μ = bnMean X) (hx : ∀ r, den (x r) = batchShard R N (c * (h * w)) X r) :
    den (bnSyncVar R hR q μ x) = bnVar X := by
  have hvar : den (bnSyncVar R hR q μ x)
      = replicaMean R (fun r => chanVar (den μ) (den (x r))) := rfl
  rw [hvar, hμ]
  simp only [hx]
  exact replicaMean_chanVar X

/-- P1 on the graph: at replicas that hold the shards of one batch, the synchronised site denotes
on replica `r` shard `r` of BatchNorm of that batch, for every `ε`. It claims nothing of replicas
whose inputs are not shards of one batch, nor of the collective's lowering. -/
theorem den_bnSyncSiteLA (hR : 0 < R) (q epsStr : String) (ε : ℝ) (γ β : Vec c)
    (e : Fin R → SHlo (N * (c * h * w))) (X : Vec ((R * N) * (c * h * w)))
    (he : ∀ r, den (e r) = batchShard R N (c * h * w) X r) (r : Fin R) :
    den (bnSyncSiteLA R hR q epsStr ε γ β e r)
      = batchShard R N (c * h * w) (bnBatchLA (R * N) γ β ε X) r := by
  have hx : ∀ r', den (.reassocF (e r') : SHlo (N * (c * (h * w))))
      = batchShard R N (c * (h * w)) (reassocB X) r' := by
    intro r'
    rw [← reassocB_shard, ← he r']
    rfl
  have hμ := den_bnSyncMean hR q (fun r' => .reassocF (e r')) (reassocB X) hx
  have hσ := den_bnSyncVar hR q _ (fun r' => .reassocF (e r')) (reassocB X) hμ hx
  have hsite : den (bnSyncSiteLA R hR q epsStr ε γ β e r)
      = unassocB (bnApply γ β
          (statsMean (syncStats (den (bnSyncMean R hR q fun r' => .reassocF (e r')))
            (den (bnSyncVar R hR q (bnSyncMean R hR q fun r' => .reassocF (e r'))
              fun r' => .reassocF (e r')))))
          (statsVar (syncStats (den (bnSyncMean R hR q fun r' => .reassocF (e r')))
            (den (bnSyncVar R hR q (bnSyncMean R hR q fun r' => .reassocF (e r'))
              fun r' => .reassocF (e r')))))
          ε (den (.reassocF (e r) : SHlo (N * (c * (h * w)))))) := rfl
  rw [hsite, statsMean_syncStats, statsVar_syncStats, hμ, hσ, hx r, ← batchShard_bnApply,
    unassocB_shard]
  rfl

end Proofs.StableHLO
