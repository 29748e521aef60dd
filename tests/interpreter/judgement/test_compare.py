"""The rules that tell noise from differences, on arrays made by hand."""

from __future__ import annotations

import numpy as np

from denotary.interpreter.judgement.compare import Pair, at_most, different, equal, measure
from denotary.interpreter.judgement.verdict import Status


def pair(left, right, left32=None, right32=None, **more):
    left, right = np.asarray(left, float), np.asarray(right, float)
    left32 = left if left32 is None else np.asarray(left32, float)
    right32 = right if right32 is None else np.asarray(right32, float)
    return Pair({"f64": left, "f32": left32}, {"f64": right, "f32": right32}, **more)


def status(p):
    return equal(measure(p), 0.0, 1.0).status


def test_equal_up_to_scaled_noise():
    assert status(pair([1.0], [1.0 + 1e-14], [1.0], [1.0 + 1e-6])) is Status.CONFIRMED


def test_a_difference_that_does_not_shrink():
    assert status(pair([1.0], [1.0 + 1e-9], [1.0], [1.0 + 1e-7])) is Status.REFUTED


def test_a_difference_that_shrinks():
    assert status(pair([1.0], [1.0 + 1e-9], [1.0], [1.0 + 1e-5])) is Status.INCONCLUSIVE


def test_no_noise_leaves_a_few_ulps():
    assert status(pair([1.0], [1.0 + 2.0**-51])) is Status.CONFIRMED
    assert status(pair([1.0], [1.0 + 2.0**-40])) is Status.REFUTED
    assert status(pair([0.0], [0.0])) is Status.CONFIRMED


def test_cancellation_below_the_inputs_is_not_told():
    assert status(pair([0.0], [1e-17], [0.0], [0.0])) is Status.INCONCLUSIVE


def test_what_is_no_number():
    assert status(pair([np.nan], [1.0])) is Status.INCONCLUSIVE
    assert status(pair([np.inf], [np.inf])) is Status.INCONCLUSIVE
    assert status(pair([1e300], [1e300], [np.inf], [np.inf])) is Status.INCONCLUSIVE


def test_a_jump_tells_nothing():
    left, right = np.asarray([0.0]), np.asarray([1.0])
    jumping = pair(left, right, nudged=((left, left), (left, np.asarray([0.0]))))
    decision = equal(measure(jumping), 0.0, 1.0)
    assert decision.status is Status.INCONCLUSIVE and not decision.tells
    steady = pair(left, right, nudged=((left, np.asarray([1.0 + 1e-13])),))
    assert equal(measure(steady), 0.0, 1.0).status is Status.REFUTED


def test_the_mask_hides_entries():
    masked = pair([1.0, 5.0], [1.0, 2.0], mask=np.asarray([True, False]))
    assert status(masked) is Status.CONFIRMED
    assert measure(pair([1.0, 5.0], [1.0, 2.0])).worst.index == (1,)


def test_orders():
    def order(left, right, strict):
        return at_most(measure(pair([left], [right]), "≤"), 0.0, 1.0, strict=strict).status

    assert order(1.0, 1.0, False) is Status.CONFIRMED
    assert order(1.0, 2.0, True) is Status.CONFIRMED
    assert order(1.0, 1.0, True) is Status.INCONCLUSIVE
    assert order(2.0, 1.0, False) is Status.REFUTED


def test_different_somewhere_at_every_outer_index():
    rows = pair([[1.0, 2.0], [3.0, 4.0]], [[1.0, 0.0], [3.0, 4.0]], outer=1)
    assert different([rows], 0.0).status is Status.INCONCLUSIVE
    flat = pair([[1.0, 2.0], [3.0, 4.0]], [[1.0, 0.0], [3.0, 4.0]], outer=0)
    assert different([flat], 0.0).status is Status.CONFIRMED
    assert different([pair([1.0], [1.0])], 0.0).status is Status.REFUTED
