"""A family over replicas as one program on a mesh, against one device and against emulation."""

from __future__ import annotations

import pytest

from denotary.interpreter.judgement.verdict import Status

SYNC = """
inductive G : ℕ → Type
  | leaf {n : ℕ} (v : Vec n) : G n
  | meanAll {n : ℕ} (R : ℕ) (g : Fin R → G n) : G n
  | minus {n : ℕ} (a b : G n) : G n

noncomputable def den : {n : ℕ} → G n → Vec n
  | _, .leaf v => v
  | _, .meanAll R g => fun i => (1 / (R : ℝ)) * ∑ r, den (g r) i
  | _, .minus a b => fun i => den a i - den b i

def shard (R N : ℕ) (X : Vec (R * N)) (r : Fin R) : Vec N := fun i => X (finProdFinEquiv (r, i))

def center {N : ℕ} (R : ℕ) (e : Fin R → G N) : Fin R → G N := fun r => .minus (e r) (.meanAll R e)

theorem it {R N : ℕ} (hR : 0 < R) (X : Vec (R * N)) (e : Fin R → G N)
    (he : ∀ r, den (e r) = shard R N X r) (r : Fin R) :
    den (center R e r) = fun i => shard R N X r i - (∑ q, shard R N X q i) / (R + WRONG) := by sorry
"""


@pytest.mark.parametrize("replicas", [2, 3, 4])
def test_a_collective_on_a_mesh(run, replicas):
    result = run(SYNC.replace("WRONG", "0"), sizes={"R": replicas}, devices=4)
    assert result.status is Status.CONFIRMED, result.message
    assert result.devices == replicas
    assert not result.emulated
    assert result.collectives == {"all-reduce": 1}


def test_emulated_with_too_few_devices(run):
    result = run(SYNC.replace("WRONG", "0"), sizes={"R": 4}, devices=2)
    assert result.status is Status.CONFIRMED
    assert (result.devices, result.emulated, result.collectives) == (1, True, {})


@pytest.mark.parametrize("devices", [1, 4])
def test_a_wrong_mean_shows(run, devices):
    result = run(SYNC.replace("WRONG", "1"), sizes={"R": 3}, devices=devices)
    assert result.status is Status.REFUTED
    index = result.leaves[0].counterexample.index
    assert len(index) == 2  # the replica and the entry
    assert result.leaves[0].shape[0] == 3


def test_a_matrix_is_no_family(run):
    result = run(
        "theorem it {m n : ℕ} (A : Fin m → Vec n) : ∑ i, ∑ j, A i j = ∑ j, ∑ i, A i j := by sorry",
        devices=4,
    )
    assert result.status is Status.CONFIRMED
    assert (result.devices, result.emulated, result.collectives) == (1, False, {})


BEFORE = """
def spread {n : ℕ} (X : Vec n) : Vec n := fun i => X i * ∑ j, X j

theorem it {R N : ℕ} (hR : 0 < R) (X : Vec (R * N)) (e : Fin R → G N)
    (he : ∀ r, den (e r) = shard R N (spread X) r) (r : Fin R) :
    den (center R e r)
      = fun i => shard R N (spread X) r i - (∑ q, shard R N (spread X) q i) / R := by sorry
"""


@pytest.mark.parametrize("examples", [1, 2])
def test_a_sum_over_the_whole_batch_is_no_collective(run, examples):
    """Not even where the batch has as many examples as there are replicas."""
    text = SYNC[: SYNC.index("theorem")] + BEFORE
    result = run(text, sizes={"R": 2, "N": examples}, devices=2)
    assert result.status is Status.CONFIRMED, result.message
    assert (result.devices, result.collectives) == (2, {"all-reduce": 1})
