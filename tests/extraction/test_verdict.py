"""Verdicts and their JSON."""

import json
import math

import pytest

from denotary.interpreter.judgement.verdict import (
    Counterexample,
    Hypothesis,
    Leaf,
    Status,
    TheoremResult,
    status,
)

RESULT = TheoremResult(
    name="A.foo",
    status=Status.REFUTED,
    file="A.lean",
    line=3,
    proof="sorry",
    instance={"R": "4", "X": "[1.0, 2.0]"},
    samples=2,
    seed=5,
    devices=4,
    platform="cpu",
    emulated=False,
    collectives={"all-reduce": 2},
    leaves=(
        Leaf("1", Status.CONFIRMED, {"f64": 1e-16, "f32": 1e-7}, 2e-7, (4, 3)),
        Leaf(
            "2.bn",
            Status.REFUTED,
            {"f64": math.inf, "f32": math.nan},
            0.0,
            (4,),
            Counterexample((2,), 1.5, -math.inf),
            "differs",
        ),
    ),
    hypotheses=(Hypothesis("hR", "evaluated", "0 < R"),),
    seconds={"parse": 0.1, "elaborate": 0.2, "trace": 0.3, "compile": 0.4, "run": 0.5},
    message="no",
)


def test_json_round_trip_even_of_numbers_that_json_lacks() -> None:
    text = json.dumps(RESULT.encode(), allow_nan=False)
    back = TheoremResult.decode(json.loads(text))
    assert repr(back) == repr(RESULT)  # nan is not equal to itself


def test_the_contracts_keys_are_there() -> None:
    data = RESULT.encode()
    contract = "name file line status instance devices collectives leaves seconds message"
    assert set(contract.split()) <= set(data)
    assert {"id", "status", "residual", "noise", "shape"} <= set(data["leaves"][0])
    assert set(data["leaves"][0]["residual"]) == {"f64", "f32"}
    assert {"parse", "elaborate", "compile", "run"} <= set(data["seconds"])


def test_every_status_has_its_word_and_sentence() -> None:
    words = ["proved", "confirmed", "vacuous", "inconclusive", "unsupported", "error", "refuted"]
    assert [member.value for member in Status] == words
    for member in Status:
        assert status(member.value) is member
        assert member.sentence.endswith(".")
    with pytest.raises(ValueError, match="unknown status 'maybe'"):
        status("maybe")


def test_a_conjunction_is_as_bad_as_its_worst_part() -> None:
    assert Status.worst([]) is Status.CONFIRMED
    assert Status.worst([Status.CONFIRMED, Status.VACUOUS]) is Status.VACUOUS
    assert Status.worst(list(Status)) is Status.REFUTED
