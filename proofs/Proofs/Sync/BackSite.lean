import Proofs.Sync.BatchNormBack
import Proofs.Sync.Site

/-!
# A synchronised BatchNorm site, backward

The site's cotangent as a family over the replicas: the forward's statistics again (two
collectives), then the two means of `γ·dy` and `γ·dy·x̂` (two more, tagged `{q}gdm` and `{q}gdx`).
The parameters' nodes are collectives over the replicas' gradients; that of `γ` reads the
synchronised statistics.
-/

noncomputable section

namespace Proofs.StableHLO

open SyncKit

variable {N c h w : ℕ}

/-- A site's common statistics, packed. -/
def bnSyncStats (R : ℕ) (hR : 0 < R) (q : String) (x : Fin R → SHlo (N * (c * (h * w)))) :
    SHlo (2 * c) :=
  let μ : SHlo c := bnSyncMean R hR q x
  .syncStatsF μ (bnSyncVar R hR q μ x)

/-- A site's cotangent at its input, at an image batch's width: `x` what the site normalised, `dy`
the cotangent at its output. -/
def bnBackSite (R : ℕ) (hR : 0 < R) (q epsStr : String) (ε : ℝ) (γ : Vec c)
    (x dy : Fin R → SHlo (N * (c * h * w))) : Fin R → SHlo (N * (c * h * w)) :=
  let u : Fin R → SHlo (N * (c * (h * w))) := fun r => .reassocF (x r)
  let d : Fin R → SHlo (N * (c * (h * w))) := fun r => .reassocF (dy r)
  let stats : SHlo (2 * c) := bnSyncStats R hR q u
  let m : SHlo c := .allReduceMeanF R hR s!"{q}gdm" [c] fun r => .bnCotMeanF s!"%{q}g" γ (d r)
  let mx : SHlo c := .allReduceMeanF R hR s!"{q}gdx" [c] fun r =>
    .bnCotXhatMeanF s!"%{q}g" epsStr ε γ stats (u r) (d r)
  fun r => .unassocF (.bnSyncBackF s!"%{q}g" epsStr ε γ stats (.syncStatsF m mx) (u r) (d r))

/-- The all-reduced gradient of a site's `γ`, at the synchronised statistics. -/
def bnGammaSite (R : ℕ) (hR : 0 < R) (q epsStr : String) (ε : ℝ)
    (x dy : Fin R → SHlo (N * (c * h * w))) : SHlo c :=
  let u : Fin R → SHlo (N * (c * (h * w))) := fun r => .reassocF (x r)
  let d : Fin R → SHlo (N * (c * (h * w))) := fun r => .reassocF (dy r)
  let stats : SHlo (2 * c) := bnSyncStats R hR q u
  .allReduceMeanF R hR s!"d{q}g" [c] fun r => .bnSyncGammaGradF epsStr ε stats (u r) (d r)

/-- The all-reduced gradient of a site's `β`. -/
def bnBetaSite (R : ℕ) (hR : 0 < R) (q : String) (dy : Fin R → SHlo (N * (c * h * w))) : SHlo c :=
  let d : Fin R → SHlo (N * (c * (h * w))) := fun r => .reassocF (dy r)
  .allReduceMeanF R hR s!"d{q}b" [c] fun r => .bnBetaGradF (d r)

variable {R : ℕ}

/-- A family read at BatchNorm's width. -/
theorem den_reassocF_shard (e : Fin R → SHlo (N * (c * h * w))) (X : Vec ((R * N) * (c * h * w)))
    (he : ∀ r, den (e r) = batchShard R N (c * h * w) X r) (r : Fin R) :
    den (.reassocF (e r) : SHlo (N * (c * (h * w))))
      = batchShard R N (c * (h * w)) (reassocB X) r := by
  rw [← reassocB_shard, ← he r]
  rfl

/-- The packed common statistics, for replicas that hold the shards of one batch, are that
batch's. -/
theorem den_bnSyncStats (hR : 0 < R) (q : String) (x : Fin R → SHlo (N * (c * (h * w))))
    (X : Vec ((R * N) * (c * (h * w))))
    (hx : ∀ r, den (x r) = batchShard R N (c * (h * w)) X r) :
    den (bnSyncStats R hR q x) = syncStats (bnMean X) (bnVar X) := by
  have hμ := den_bnSyncMean hR q x X hx
  have hσ := den_bnSyncVar hR q _ x X hμ hx
  show syncStats (den (bnSyncMean R hR q x)) (den (bnSyncVar R hR q (bnSyncMean R hR q x) x)) = _
  rw [hμ, hσ]

/-- P2 on the graph: at replicas that hold the shards of one batch and of one cotangent, the site's
backward denotes on replica `r` shard `r` of the global batch's. -/
theorem den_bnBackSite_shard (hR : 0 < R) (q epsStr : String) (ε : ℝ) (γ : Vec c)
    (x dy : Fin R → SHlo (N * (c * h * w))) (X DY : Vec ((R * N) * (c * h * w)))
    (hx : ∀ r, den (x r) = batchShard R N (c * h * w) X r)
    (hdy : ∀ r, den (dy r) = batchShard R N (c * h * w) DY r) (r : Fin R) :
    den (bnBackSite R hR q epsStr ε γ x dy r)
      = batchShard R N (c * h * w) (bnInB (R * N) γ ε X DY) r := by
  have hu := den_reassocF_shard x X hx
  have hd := den_reassocF_shard dy DY hdy
  have hs := den_bnSyncStats hR q (fun r' => .reassocF (x r')) (reassocB X) hu
  have hsite : den (bnBackSite R hR q epsStr ε γ x dy r)
      = unassocB (bnBackApply γ
          (statsMean (den (bnSyncStats R hR q fun r' => .reassocF (x r'))))
          (statsVar (den (bnSyncStats R hR q fun r' => .reassocF (x r')))) ε
          (statsMean (syncStats
            (replicaMean R fun r' =>
              bnCotMean γ (den (.reassocF (dy r') : SHlo (N * (c * (h * w))))))
            (replicaMean R fun r' => bnCotXhatMean γ
              (statsMean (den (bnSyncStats R hR q fun r'' => .reassocF (x r''))))
              (statsVar (den (bnSyncStats R hR q fun r'' => .reassocF (x r'')))) ε
              (den (.reassocF (x r') : SHlo (N * (c * (h * w)))))
              (den (.reassocF (dy r') : SHlo (N * (c * (h * w))))))))
          (statsVar (syncStats
            (replicaMean R fun r' =>
              bnCotMean γ (den (.reassocF (dy r') : SHlo (N * (c * (h * w))))))
            (replicaMean R fun r' => bnCotXhatMean γ
              (statsMean (den (bnSyncStats R hR q fun r'' => .reassocF (x r''))))
              (statsVar (den (bnSyncStats R hR q fun r'' => .reassocF (x r'')))) ε
              (den (.reassocF (x r') : SHlo (N * (c * (h * w)))))
              (den (.reassocF (dy r') : SHlo (N * (c * (h * w))))))))
          (den (.reassocF (x r) : SHlo (N * (c * (h * w)))))
          (den (.reassocF (dy r) : SHlo (N * (c * (h * w)))))) := rfl
  rw [hsite, hs]
  simp only [statsMean_syncStats, statsVar_syncStats, hu, hd]
  rw [bnBackApply_sync_shard, unassocB_shard]
  rfl

/-- The backward link of a replica chain: the meaning of the emitted nodes over operands, `U` what
each replica's site normalised, `DY` each replica's cotangent at the site's output. -/
def bnSyncInB (R : ℕ) (hR : 0 < R) (N : ℕ) {c h w : ℕ} (vN cotN epsStr : String) (ε : ℝ) (γ : Vec c)
    (U DY : Fin R → Vec (N * (c * h * w))) : Fin R → Vec (N * (c * h * w)) :=
  let dx : Fin R → SHlo (N * (c * h * w)) :=
    bnBackSite R hR vN epsStr ε γ (fun r => .operand vN (U r)) (fun r => .operand cotN (DY r))
  fun r => den (dx r)

/-- P2: the replica chain's BatchNorm link, handed shards of one batch and of one cotangent, gives
shards of the global batch's link. -/
theorem bnSyncInB_shard (hR : 0 < R) (vN cotN epsStr : String) (ε : ℝ) (γ : Vec c)
    (us dys : Fin R → Vec (N * (c * h * w))) (U DY : Vec ((R * N) * (c * h * w)))
    (hu : ∀ r, us r = batchShard R N (c * h * w) U r)
    (hdy : ∀ r, dys r = batchShard R N (c * h * w) DY r) (r : Fin R) :
    bnSyncInB R hR N vN cotN epsStr ε γ us dys r
      = batchShard R N (c * h * w) (bnInB (R * N) γ ε U DY) r :=
  den_bnBackSite_shard hR vN epsStr ε γ (fun r' => .operand vN (us r'))
    (fun r' => .operand cotN (dys r')) U DY hu hdy r

/-- P2γ on the graph: the all-reduced gradient of `γ` is `1/R` of the global batch's node. -/
theorem den_bnGammaSite (hR : 0 < R) (q epsStr : String) (ε : ℝ)
    (x dy : Fin R → SHlo (N * (c * h * w))) (X DY : Vec ((R * N) * (c * h * w)))
    (hx : ∀ r, den (x r) = batchShard R N (c * h * w) X r)
    (hdy : ∀ r, den (dy r) = batchShard R N (c * h * w) DY r) :
    den (bnGammaSite R hR q epsStr ε x dy)
      = (1 / (R : ℝ)) • den (.bnGammaGradF epsStr ε
          (.reassocF (.operand q X) : SHlo ((R * N) * (c * (h * w))))
          (.reassocF (.operand q DY))) := by
  have hu := den_reassocF_shard x X hx
  have hd := den_reassocF_shard dy DY hdy
  have hs := den_bnSyncStats hR q (fun r' => .reassocF (x r')) (reassocB X) hu
  have hsite : den (bnGammaSite R hR q epsStr ε x dy)
      = replicaMean R (fun r => bnGammaGrad
          (statsMean (den (bnSyncStats R hR q fun r' => .reassocF (x r'))))
          (statsVar (den (bnSyncStats R hR q fun r' => .reassocF (x r')))) ε
          (den (.reassocF (x r) : SHlo (N * (c * (h * w)))))
          (den (.reassocF (dy r) : SHlo (N * (c * (h * w)))))) := rfl
  rw [hsite, hs]
  simp only [statsMean_syncStats, statsVar_syncStats, hu, hd]
  exact replicaMean_bnGammaGrad (bnMean (reassocB X)) (bnVar (reassocB X)) ε (reassocB X)
    (reassocB DY)

/-- P4 for `β` on the graph: the all-reduced gradient is `1/R` of the global batch's node. -/
theorem den_bnBetaSite (hR : 0 < R) (q : String) (dy : Fin R → SHlo (N * (c * h * w)))
    (DY : Vec ((R * N) * (c * h * w)))
    (hdy : ∀ r, den (dy r) = batchShard R N (c * h * w) DY r) :
    den (bnBetaSite R hR q dy)
      = (1 / (R : ℝ)) • den (.bnBetaGradF
          (.reassocF (.operand q DY) : SHlo ((R * N) * (c * (h * w))))) := by
  have hd := den_reassocF_shard dy DY hdy
  have hsite : den (bnBetaSite R hR q dy)
      = replicaMean R (fun r => bnBetaGrad
          (den (.reassocF (dy r) : SHlo (N * (c * (h * w)))))) := rfl
  rw [hsite]
  simp only [hd]
  exact replicaMean_bnBetaGrad (reassocB DY)

end Proofs.StableHLO
