import Proofs.Layers.ConvBN
import Proofs.Sync.Shard
import Proofs.Sync.Site

/-!
# Convolution and synchronised BatchNorm

The link that both networks are built of, as a family over the replicas, and its shard lemma.
-/

noncomputable section

namespace Proofs.StableHLO

variable {R N ic oc k h w : ℕ}

/-- Convolution and synchronised BatchNorm, site `q`. -/
def convBnSync (R : ℕ) (hR : 0 < R) (q epsStr : String) (p : ConvBNWeights ic oc k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) : Fin R → SHlo (N * (oc * h * w)) :=
  bnSyncSiteLA R hR q epsStr p.ε p.γ p.β fun r =>
    .batchOp (.convAt s!"%{q}W" bf16 id p.W p.b) (e r)

/-- Convolution and BatchNorm. -/
theorem convBnSync_shard (hR : 0 < R) (q epsStr : String) (p : ConvBNWeights ic oc k) (bf16 : Bool)
    (e : Fin R → SHlo (N * (ic * h * w))) (X : Vec ((R * N) * (ic * h * w)))
    (he : ∀ r, den (e r) = batchShard R N (ic * h * w) X r) (r : Fin R) :
    den (convBnSync R hR q epsStr p bf16 e r)
      = batchShard R N (oc * h * w) (convBnFwdB (R * N) p X) r :=
  den_bnSyncSiteLA hR q epsStr p.ε p.γ p.β _ _
    (den_convAt_shard s!"%{q}W" bf16 p.W p.b e X he) r

end Proofs.StableHLO
