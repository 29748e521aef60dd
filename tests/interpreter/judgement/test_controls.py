"""Controls of a check over replicas, and each of them failing for its own reason."""

from __future__ import annotations

import numpy as np
import pytest
from test_replicas import SYNC

from denotary.interpreter.judgement import controls as judged
from denotary.interpreter.judgement import session
from denotary.interpreter.judgement.verdict import Status

NAMES = ["COLLECTIVE", "CONTROL", "DUPLICATED", "REPEAT", "SENSITIVITY"]
GOOD = SYNC.replace("WRONG", "0")


def outcomes(result) -> dict[str, str]:
    return {control.name: control.outcome for control in result.controls}


def by_name(result, name: str):
    return next(control for control in result.controls if control.name == name)


def test_all_pass_where_replicas_exchange(run):
    result = run(GOOD, sizes={"R": 3}, devices=4)
    assert outcomes(result) == dict.fromkeys(NAMES, "passed")
    assert by_name(result, "COLLECTIVE").value >= 1
    assert by_name(result, "CONTROL").value > 0.01


def test_a_refuted_theorem_has_none(run):
    result = run(SYNC.replace("WRONG", "1"), sizes={"R": 3}, devices=4)
    assert result.status is Status.REFUTED
    assert result.controls == ()


def test_emulation_has_no_collectives_to_look_for(run):
    result = run(GOOD, sizes={"R": 3}, devices=1)
    assert by_name(result, "COLLECTIVE").outcome == "not run"
    assert by_name(result, "CONTROL").outcome == "passed"


def test_one_replica_alone_controls_nothing(run):
    result = run(GOOD, sizes={"R": 1}, devices=4)
    assert result.status is Status.CONFIRMED
    assert set(outcomes(result).values()) == {"error"}
    assert "R = 1" in result.controls[0].message


@pytest.mark.parametrize("sizes", [{"R": 3}, {"R": 1}])
def test_switched_off_nothing_of_them_is_run(run, monkeypatch, sizes):
    monkeypatch.setattr(session, "controls", None)
    result = run(GOOD, sizes=sizes, devices=4, controls=False)
    assert result.status is Status.CONFIRMED
    assert outcomes(result) == dict.fromkeys(NAMES, "not run")
    assert "--no-controls" in result.controls[0].message


def test_switched_off_a_theorem_about_no_replicas_says_nothing(run):
    assert run("theorem it (x : ℝ) : x + x = 2 * x := by sorry", controls=False).controls == ()


@pytest.mark.parametrize(
    ("wanted", "traced", "compiled", "outcome"),
    [(2, 2, 1, "passed"), (2, 2, 0, "failed"), (2, 1, 1, "failed"), (0, 0, 0, "passed"),
     (0, 1, 1, "failed")],
)  # fmt: skip
def test_collective(wanted, traced, compiled, outcome):
    assert judged.collective(wanted, traced, compiled).outcome == outcome


SAME = GOOD.replace(
    "(he : ∀ r, den (e r) = shard R N X r)",
    "(he : ∀ r, den (e r) = shard R N X r) (hX : ∀ r, shard R N X r = shard R N X ⟨0, hR⟩)",
)


def test_equal_replicas_cannot_fire(run):
    """Every replica has the same data by hypothesis, so nothing can tell a mean from its terms."""
    result = run(SAME, sizes={"R": 2, "N": 2}, devices=2)
    assert result.status is Status.CONFIRMED, result.message
    found = outcomes(result)
    assert found["CONTROL"] == found["DUPLICATED"] == "error"
    assert "cannot fire" in by_name(result, "CONTROL").message


BLIND = GOOD.replace("den a i - den b i", "den a i + min 0 |den b i|").replace(
    "shard R N X r i - (∑ q, shard R N X q i) / (R + 0)", "shard R N X r i"
)


def test_an_exchange_that_does_not_show_fails_the_control(run):
    result = run(BLIND, sizes={"R": 2}, devices=2)
    assert result.status is Status.CONFIRMED, result.message
    assert by_name(result, "CONTROL").outcome == "failed"
    assert "gives the same" in by_name(result, "CONTROL").message


FLAT = GOOD.replace("den a i - den b i", "min 0 |den a i - den b i|").replace(
    "shard R N X r i - (∑ q, shard R N X q i) / (R + 0)", "0"
)


def test_a_result_that_ignores_its_input_is_not_sensitive(run):
    result = run(FLAT, sizes={"R": 2}, devices=2)
    assert result.status is Status.CONFIRMED, result.message
    assert by_name(result, "SENSITIVITY").outcome == "failed"


INDEXED = GOOD.replace(
    "fun r => .minus (e r) (.meanAll R e)",
    "fun r => .minus (e r) (.meanAll R (fun q => .scaled ((q.val : ℝ) + 1) (e q)))",
).replace(
    "  | minus {n : ℕ}", "  | scaled {n : ℕ} (s : ℝ) (a : G n) : G n\n  | minus {n : ℕ}"
).replace(
    "  | _, .minus a b", "  | _, .scaled s a => fun i => s * den a i\n  | _, .minus a b"
).replace(
    "(∑ q, shard R N X q i)", "(∑ q : Fin R, ((q.val : ℝ) + 1) * shard R N X q i)"
)  # fmt: skip


def test_replicas_that_differ_by_more_than_their_data_fail_duplicated(run):
    """Each replica's term has a weight of its own: the mean of equal data is not those data."""
    result = run(INDEXED, sizes={"R": 2}, devices=2)
    assert result.status is Status.CONFIRMED, result.message
    assert by_name(result, "DUPLICATED").outcome == "failed"


def test_a_run_that_differs_fails_repeat():
    first = {"x": np.array([1.0, np.nan])}
    assert judged.repeat(first, {"x": np.array([1.0, np.nan])}).outcome == "passed"
    found = judged.repeat(first, {"x": np.array([1.0 + 2.0**-52, np.nan])})
    assert found.outcome == "failed"
