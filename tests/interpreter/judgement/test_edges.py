"""Which edge cases sampling visits, and which draws reach a leaf."""

from __future__ import annotations

from denotary.interpreter.judgement.verdict import Status

BATCH = """
noncomputable def mean {n : ℕ} (x : Vec n) : ℝ := (∑ i, x i) / n
noncomputable def norm {N c : ℕ} (ε : ℝ) (x : Fin N → Fin c → ℝ) : Fin N → Fin c → ℝ := fun n k =>
  (x n k - mean (fun m => x m k)) /
    Real.sqrt (mean (fun m => (x m k - mean (fun j => x j k)) ^ 2) + ε)
theorem it {N c : ℕ} (hN : 0 < N) (ε : ℝ) (x : Fin N → Fin c → ℝ) (b : ℝ) :
    norm ε (fun n k => x n k) = norm ε (fun n k => b * 0 + x n k) := by sorry
"""


def test_the_edges_are_visited(run):
    result = run(BATCH)
    assert result.status is Status.CONFIRMED, (result.message, result.leaves)
    seen = {visit for draw in result.draws for visit in draw.visits}
    assert {
        "a size of 1", "an odd size", "an even size", "unequal sizes", "a size above 64",
        "ε = 0", "ε < 0", "zeros", "equal entries", "a large common offset", "shifted shards",
        "unequal magnitudes",
    } <= seen  # fmt: skip


def test_draws_are_numbered_and_say_how_they_were_made(run):
    result = run("theorem it (x : Vec 3) : x = x := by sorry", seed=7)
    assert [draw.number for draw in result.draws] == list(range(1, result.samples + 1))
    assert len({draw.seed for draw in result.draws}) == result.samples
    assert all(7 in draw.seed for draw in result.draws)
    assert result.leaves[0].reached == tuple(range(1, result.samples + 1))


def test_more_samples_are_more_sizes(run):
    result = run("theorem it {n : ℕ} (x : Vec n) : x = x := by sorry", samples=6)
    assert {draw.sample for draw in result.draws} == {1, 2, 3, 4, 5, 6}
    assert 65 in {draw.sizes["n"] for draw in result.draws}


def test_a_leaf_says_which_draws_reached_it(run):
    """No draw meets both premises."""
    result = run("theorem it (x : ℝ) : x = x ∧ (x < 0 → |x| = -x) ∧ (0 < x → |x| = x) := by sorry")
    everywhere, below, above = (set(leaf.reached) for leaf in result.leaves)
    assert result.status is Status.CONFIRMED
    assert len(everywhere) == result.samples
    assert below and above and not below & above
    names = {draw.number: draw.visits for draw in result.draws}
    assert all(("x < 0" in names[number]) == (number in below) for number in below | above)


def test_accepted_and_rejected_instances_are_counted(run):
    result = run("theorem it (x y : ℝ) (h : x * y < -1) (k : 0 < x) : y < 0 := by sorry")
    assert result.status is Status.CONFIRMED, result.message
    h, k = result.hypotheses
    assert h.held >= result.samples and k.held >= result.samples
    assert result.samples > 0
    none = run("theorem it (x : ℝ) (h : x * x < 0) (k : 0 < x) : x = 1 := by sorry")
    assert none.status is Status.VACUOUS
    assert none.samples == 0 and none.rejected > 0
    h, k = none.hypotheses
    assert (h.held, k.failed > 0 or k.held > 0) == (0, True)
    assert "`h`" in none.message and "`k`" not in none.message


def test_a_size_of_zero_that_is_not_excluded_shows(run):
    """Over no entries a mean is 0, and `n / n` is too."""
    claim = "theorem it {{n : ℕ}} {0}(x : Vec n) : (∑ i, x i / n) * n + (n : ℝ) / n = {1}"
    good = run(claim.format("(hn : 0 < n) ", "∑ i, x i + 1") + " := by sorry")
    assert good.status is Status.CONFIRMED, good.message
    bad = run(claim.format("", "∑ i, x i + 1") + " := by sorry")
    assert bad.status is Status.REFUTED
    assert bad.instance["n"] == "0"
    assert any("a size of 0" in draw.visits for draw in bad.draws)
    right = run(claim.format("", "∑ i, x i + if n = 0 then 0 else 1") + " := by sorry")
    assert right.status is Status.CONFIRMED, right.message
    assert any("a size of 0" in draw.visits for draw in right.draws)


def test_what_has_no_meaning_without_entries_is_left_as_it_is(run):
    result = run("""
    theorem it {n : ℕ} (x : Fin (n + 1) → ℝ) : x 0 + ∑ i : Fin n, x i.succ = ∑ i, x i := by sorry
    """)
    assert result.status is Status.CONFIRMED, result.message


def test_each_number_is_zero_while_the_others_are_not(run):
    claims = ["x * y⁻¹ * y * z = x * z", "x * z⁻¹ * z * y = x * y", "y * x⁻¹ * x * z = y * z"]
    for claim in claims:
        result = run(f"theorem it (x y z : ℝ) : {claim} := by sorry")
        assert result.status is Status.REFUTED, claim


def test_an_index_of_one_value_is_told(run):
    """`Fin 1` has no digits, and its only value is 0."""
    result = run("""
    theorem it {n : ℕ} (x : Vec n) (k : Fin n) :
        ∑ i, (if i = k then x i else 0) = x k + if n = 1 then 1 else 0 := by sorry
    """)
    assert result.status is Status.REFUTED
    assert "let k : Fin 1 := 0" in result.refutation.lean
