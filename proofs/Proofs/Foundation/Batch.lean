import Proofs.Foundation.Tensor

/-!
# Batches and their shards

A batch of `N` examples of width `a` is a `Vec (N * a)`. `batchMap` applies a function to every
example; `batchShard` cuts a batch of `R * N` examples into `R` replicas' batches of `N`. What acts
on one example at a time commutes with sharding (P3): it does not matter whether the batch is cut
before or after.
-/

namespace Proofs

/-- Example `n` of a batch. -/
def batchSlice (N a : ℕ) (X : Vec (N * a)) (n : Fin N) : Vec a := fun j =>
  X (finProdFinEquiv (n, j))

/-- A per-example function applied to every example of a batch. -/
def batchMap (N : ℕ) {a b : ℕ} (f : Vec a → Vec b) (X : Vec (N * a)) : Vec (N * b) := fun idx =>
  let p := finProdFinEquiv.symm idx
  f (batchSlice N a X p.1) p.2

/-- A per-example function that also reads the example's own slice of a saved value. -/
def batchMapAux (N : ℕ) {s a b : ℕ} (f : Vec s → Vec a → Vec b) (aux : Vec (N * s))
    (X : Vec (N * a)) : Vec (N * b) := fun idx =>
  let p := finProdFinEquiv.symm idx
  f (batchSlice N s aux p.1) (batchSlice N a X p.1) p.2

/-- Replica `r`'s block of a global batch: example `(r, n)` of the global batch is example `n` of
the shard. -/
def batchShard (R N a : ℕ) (X : Vec ((R * N) * a)) (r : Fin R) : Vec (N * a) := fun idx =>
  let p := finProdFinEquiv.symm idx
  X (finProdFinEquiv (finProdFinEquiv (r, p.1), p.2))

/-- Replica `r`'s block of a value with one entry an example. -/
def exampleShard (R N : ℕ) (S : Vec (R * N)) (r : Fin R) : Vec N := fun n =>
  S (finProdFinEquiv (r, n))

/-- A batch read at another width that is the same number. -/
def castWidth {N a a' : ℕ} (ha : a = a') (X : Vec (N * a)) : Vec (N * a') := fun idx =>
  X (Fin.cast (by rw [ha]) idx)

/-- From an image batch's own width `c * h * w` to the width `c * (h * w)` of BatchNorm's nodes. -/
def reassocB {N c h w : ℕ} (X : Vec (N * (c * h * w))) : Vec (N * (c * (h * w))) :=
  castWidth (Nat.mul_assoc c h w) X

/-- From the width `c * (h * w)` of BatchNorm's nodes back to `c * h * w`. -/
def unassocB {N c h w : ℕ} (X : Vec (N * (c * (h * w)))) : Vec (N * (c * h * w)) :=
  castWidth (Nat.mul_assoc c h w).symm X

section

variable {R N a b s : ℕ}

/-- Example `n` of shard `r` is example `(r, n)` of the batch. -/
theorem batchSlice_batchShard (X : Vec ((R * N) * a)) (r : Fin R) (n : Fin N) :
    batchSlice N a (batchShard R N a X r) n
      = batchSlice (R * N) a X (finProdFinEquiv (r, n)) := by
  funext j
  simp only [batchSlice, batchShard, Equiv.symm_apply_apply]

/-- P3 for a per-example function: the shard of the mapped batch is the mapped shard. The function
must act on one example alone; nothing is claimed of one that mixes examples (BatchNorm does). -/
theorem batchShard_batchMap (f : Vec a → Vec b) (X : Vec ((R * N) * a)) (r : Fin R) :
    batchShard R N b (batchMap (R * N) f X) r = batchMap N f (batchShard R N a X r) := by
  funext idx
  simp only [batchShard, batchMap, batchSlice, Equiv.symm_apply_apply]

/-- P3 for a per-example function with a saved value: both are cut alike. Nothing is claimed of a
saved value that is not the shard of the global one. -/
theorem batchShard_batchMapAux (f : Vec s → Vec a → Vec b) (aux : Vec ((R * N) * s))
    (X : Vec ((R * N) * a)) (r : Fin R) :
    batchShard R N b (batchMapAux (R * N) f aux X) r
      = batchMapAux N f (batchShard R N s aux r) (batchShard R N a X r) := by
  funext idx
  simp only [batchShard, batchMapAux, batchSlice, Equiv.symm_apply_apply]

/-- P3 for a function of single entries. -/
theorem batchShard_pointwise (f : ℝ → ℝ) (X : Vec ((R * N) * a)) (r : Fin R) :
    batchShard R N a (fun i => f (X i)) r = fun i => f (batchShard R N a X r i) :=
  rfl

/-- P3 for a function of two single entries. -/
theorem batchShard_pointwise₂ (f : ℝ → ℝ → ℝ) (X Y : Vec ((R * N) * a)) (r : Fin R) :
    batchShard R N a (fun i => f (X i) (Y i)) r
      = fun i => f (batchShard R N a X r i) (batchShard R N a Y r i) :=
  rfl

/-- Two per-example functions in a row are one. -/
theorem batchMap_comp {d : ℕ} (g : Vec b → Vec d) (f : Vec a → Vec b) (X : Vec (N * a)) :
    batchMap N g (batchMap N f X) = batchMap N (g ∘ f) X := by
  funext idx
  simp only [batchMap, batchSlice, Equiv.symm_apply_apply, Function.comp_apply]

/-- Relabelling the width commutes with sharding. -/
theorem castWidth_shard {a' : ℕ} (ha : a = a') (X : Vec ((R * N) * a)) (r : Fin R) :
    castWidth ha (batchShard R N a X r) = batchShard R N a' (castWidth ha X) r := by
  subst ha
  rfl

end

section

variable {R N c h w : ℕ}

/-- The relabelling to BatchNorm's width commutes with sharding. -/
theorem reassocB_shard (X : Vec ((R * N) * (c * h * w))) (r : Fin R) :
    reassocB (batchShard R N (c * h * w) X r) = batchShard R N (c * (h * w)) (reassocB X) r :=
  castWidth_shard (Nat.mul_assoc c h w) X r

/-- The relabelling back from BatchNorm's width commutes with sharding. -/
theorem unassocB_shard (X : Vec ((R * N) * (c * (h * w)))) (r : Fin R) :
    unassocB (batchShard R N (c * (h * w)) X r) = batchShard R N (c * h * w) (unassocB X) r :=
  castWidth_shard (Nat.mul_assoc c h w).symm X r

/-- The two relabellings undo each other. -/
theorem unassocB_reassocB (X : Vec (N * (c * h * w))) : unassocB (reassocB X) = X :=
  rfl

/-- The relabelled batch at example `n`, channel `ch`, cell `(i, j)` is the batch at that place. -/
theorem reassocB_apply (X : Vec (N * (c * h * w))) (n : Fin N) (ch : Fin c) (i : Fin h)
    (j : Fin w) :
    reassocB X (finProdFinEquiv (n, finProdFinEquiv (ch, finProdFinEquiv (i, j))))
      = X (finProdFinEquiv (n, finProdFinEquiv (finProdFinEquiv (ch, i), j))) :=
  congrArg X (Fin.ext (by
    show j.val + w * i.val + h * w * ch.val + c * (h * w) * n.val
      = j.val + w * (i.val + h * ch.val) + c * h * w * n.val
    ring))

end

end Proofs
