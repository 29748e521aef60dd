import Proofs.StableHLO.Graph
import Proofs.Sync.Statistics

/-!
# P4: the all-reduced mean of the replicas' gradient nodes

For replicas that hold the shards of one batch and of one cotangent, the mean over the replicas of a
parameter's gradient node is `1/R` of the node at the global batch: kernels at both strides, dense
weight and bias. (`γ` and `β` are in `Proofs.Sync.BackSite`.) The switch `bf16` selects the kind on
both sides, read at the identity rounding.
-/

noncomputable section

namespace Proofs.StableHLO

open SyncKit

variable {R N ic oc kH kW h w m n : ℕ}

/-- A sum over the examples of a global batch, replica by replica. -/
theorem sum_batchSlice₂_batchShard {a b : ℕ} (X : Vec ((R * N) * a)) (Y : Vec ((R * N) * b))
    (f : Vec a → Vec b → ℝ) :
    ∑ k, f (batchSlice (R * N) a X k) (batchSlice (R * N) b Y k)
      = ∑ r, ∑ k, f (batchSlice N a (batchShard R N a X r) k)
          (batchSlice N b (batchShard R N b Y r) k) := by
  simp only [batchSlice_batchShard]
  exact sum_finProdFinEquiv fun k => f (batchSlice (R * N) a X k) (batchSlice (R * N) b Y k)

/-- The replicas' mean of kernel gradients, stride 1. -/
theorem replicaMean_convGradWB (X : Vec ((R * N) * (ic * h * w)))
    (DY : Vec ((R * N) * (oc * h * w))) :
    replicaMean R (fun r => flatten4 (convGradWB (kH := kH) (kW := kW) N
        (batchShard R N (ic * h * w) X r) (batchShard R N (oc * h * w) DY r)))
      = (1 / (R : ℝ)) • flatten4 (convGradWB (kH := kH) (kW := kW) (R * N) X DY) := by
  funext idx
  exact congrArg (fun s => (1 / (R : ℝ)) * s)
    (sum_batchSlice₂_batchShard X DY fun x dy =>
      flatten4 (convGradW (kH := kH) (kW := kW) (unflatten3 x) (unflatten3 dy)) idx).symm

/-- The replicas' mean of kernel gradients, stride 2 with symmetric padding. -/
theorem replicaMean_convStridedGradWB (X : Vec ((R * N) * (ic * (2 * h) * (2 * w))))
    (DY : Vec ((R * N) * (oc * h * w))) :
    replicaMean R (fun r => flatten4 (convStridedGradWB (kH := kH) (kW := kW) N
        (batchShard R N (ic * (2 * h) * (2 * w)) X r) (batchShard R N (oc * h * w) DY r)))
      = (1 / (R : ℝ)) • flatten4 (convStridedGradWB (kH := kH) (kW := kW) (R * N) X DY) := by
  funext idx
  exact congrArg (fun s => (1 / (R : ℝ)) * s)
    (sum_batchSlice₂_batchShard X DY fun x dy =>
      flatten4 (convStridedGradW (kH := kH) (kW := kW) (unflatten3 x) (unflatten3 dy)) idx).symm

/-- The identity rounding erases the switch of a kernel's gradient, stride 1. -/
theorem den_convGradWAtF_id (bf16 : Bool) (x : SHlo (N * (ic * h * w)))
    (dy : SHlo (N * (oc * h * w))) :
    den (.convGradWAtF bf16 id x dy : SHlo (oc * ic * kH * kW))
      = flatten4 (convGradWB N (den x) (den dy)) := by
  cases bf16 <;> rfl

/-- The identity rounding erases the switch of a kernel's gradient, stride 2. -/
theorem den_convStridedGradWAtF_id (bf16 : Bool) (x : SHlo (N * (ic * (2 * h) * (2 * w))))
    (dy : SHlo (N * (oc * h * w))) :
    den (.convStridedGradWAtF bf16 id x dy : SHlo (oc * ic * kH * kW))
      = flatten4 (convStridedGradWB N (den x) (den dy)) := by
  cases bf16 <;> rfl

/-- P4 for a convolution's kernel. -/
theorem den_allReduce_convGradW (hR : 0 < R) (tag : String) (shape : List ℕ) (bf16 : Bool)
    (x : Fin R → SHlo (N * (ic * h * w))) (dy : Fin R → SHlo (N * (oc * h * w)))
    (X : Vec ((R * N) * (ic * h * w))) (DY : Vec ((R * N) * (oc * h * w)))
    (hx : ∀ r, den (x r) = batchShard R N (ic * h * w) X r)
    (hdy : ∀ r, den (dy r) = batchShard R N (oc * h * w) DY r) :
    den (.allReduceMeanF R hR tag shape fun r =>
        (.convGradWAtF bf16 id (x r) (dy r) : SHlo (oc * ic * kH * kW)))
      = (1 / (R : ℝ)) • den (.convGradWAtF bf16 id (.operand tag X) (.operand tag DY) :
          SHlo (oc * ic * kH * kW)) := by
  have hmean : den (.allReduceMeanF R hR tag shape fun r =>
        (.convGradWAtF bf16 id (x r) (dy r) : SHlo (oc * ic * kH * kW)))
      = replicaMean R fun r =>
          den (.convGradWAtF bf16 id (x r) (dy r) : SHlo (oc * ic * kH * kW)) := rfl
  rw [hmean]
  simp only [den_convGradWAtF_id, hx, hdy]
  exact replicaMean_convGradWB X DY

/-- P4 for a strided convolution's kernel. -/
theorem den_allReduce_convStridedGradW (hR : 0 < R) (tag : String) (shape : List ℕ) (bf16 : Bool)
    (x : Fin R → SHlo (N * (ic * (2 * h) * (2 * w)))) (dy : Fin R → SHlo (N * (oc * h * w)))
    (X : Vec ((R * N) * (ic * (2 * h) * (2 * w)))) (DY : Vec ((R * N) * (oc * h * w)))
    (hx : ∀ r, den (x r) = batchShard R N (ic * (2 * h) * (2 * w)) X r)
    (hdy : ∀ r, den (dy r) = batchShard R N (oc * h * w) DY r) :
    den (.allReduceMeanF R hR tag shape fun r =>
        (.convStridedGradWAtF bf16 id (x r) (dy r) : SHlo (oc * ic * kH * kW)))
      = (1 / (R : ℝ)) • den (.convStridedGradWAtF bf16 id (.operand tag X) (.operand tag DY) :
          SHlo (oc * ic * kH * kW)) := by
  have hmean : den (.allReduceMeanF R hR tag shape fun r =>
        (.convStridedGradWAtF bf16 id (x r) (dy r) : SHlo (oc * ic * kH * kW)))
      = replicaMean R fun r =>
          den (.convStridedGradWAtF bf16 id (x r) (dy r) : SHlo (oc * ic * kH * kW)) := rfl
  rw [hmean]
  simp only [den_convStridedGradWAtF_id, hx, hdy]
  exact replicaMean_convStridedGradWB X DY

/-- P4 for a dense layer's weight. -/
theorem den_allReduce_denseGradW (hR : 0 < R) (tag : String) (shape : List ℕ)
    (x : Fin R → SHlo (N * m)) (dy : Fin R → SHlo (N * n)) (X : Vec ((R * N) * m))
    (DY : Vec ((R * N) * n)) (hx : ∀ r, den (x r) = batchShard R N m X r)
    (hdy : ∀ r, den (dy r) = batchShard R N n DY r) :
    den (.allReduceMeanF R hR tag shape fun r => .denseGradWF (x r) (dy r))
      = (1 / (R : ℝ)) • den (.denseGradWF (.operand tag X) (.operand tag DY)) := by
  have hmean : den (.allReduceMeanF R hR tag shape fun r => .denseGradWF (x r) (dy r))
      = replicaMean R fun r => flatten2 (denseGradWB N (den (x r)) (den (dy r))) := rfl
  rw [hmean]
  simp only [hx, hdy]
  funext idx
  exact congrArg (fun s => (1 / (R : ℝ)) * s)
    (sum_batchSlice₂_batchShard X DY fun a b =>
      a (finProdFinEquiv.symm idx).1 * b (finProdFinEquiv.symm idx).2).symm

/-- P4 for a dense layer's bias. -/
theorem den_allReduce_denseGradb (hR : 0 < R) (tag : String) (shape : List ℕ)
    (dy : Fin R → SHlo (N * n)) (DY : Vec ((R * N) * n))
    (hdy : ∀ r, den (dy r) = batchShard R N n DY r) :
    den (.allReduceMeanF R hR tag shape fun r => .denseGradbF (dy r))
      = (1 / (R : ℝ)) • den (.denseGradbF (.operand tag DY)) := by
  have hmean : den (.allReduceMeanF R hR tag shape fun r => .denseGradbF (dy r))
      = replicaMean R fun r => denseGradbB N (den (dy r)) := rfl
  rw [hmean]
  simp only [hdy]
  funext j
  exact congrArg (fun s => (1 / (R : ℝ)) * s)
    (sum_batchSlice₂_batchShard DY DY fun a _ => a j).symm

end Proofs.StableHLO
