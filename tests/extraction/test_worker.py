"""The judging process: results, limits, deaths."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from denotary.extraction.projects import Root
from denotary.extraction.worker import OutOfTime, Request, Worker, WorkerFailure
from denotary.interpreter.judgement.verdict import Status

COMMAND = (sys.executable, str(Path(__file__).with_name("fake_worker.py")))


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[Worker]:
    made = Worker(Root(tmp_path, "directory"), 2, COMMAND)
    yield made
    made.close()


def ask(worker: Worker, name: str, limit: float = 30.0, stages: list[str] | None = None):
    request = Request(name, sizes={"N": "1"}, wanted={"R": "4"}, seed=7)
    return worker.judge(request, limit, [].append if stages is None else stages.append)


def test_a_result_comes_back_whole_and_stages_are_told(worker: Worker) -> None:
    stages: list[str] = []
    result = ask(worker, "A.fine", stages=stages)
    assert result.status is Status.CONFIRMED
    assert result.instance == {"N": "1", "R": "4"}
    assert (result.devices, result.seed) == (2, 7)
    assert stages == ["start", "compile"]
    assert worker.environment == {"platform": "fake", "devices": 2}


def test_the_process_is_kept_between_theorems(worker: Worker) -> None:
    ask(worker, "A.fine")
    stages: list[str] = []
    ask(worker, "A.fine", stages=stages)
    assert stages == ["compile"]


def test_a_theorem_past_its_limit_is_stopped_and_the_next_one_runs(worker: Worker) -> None:
    ask(worker, "A.fine")
    begun = time.monotonic()
    with pytest.raises(OutOfTime) as caught:
        ask(worker, "A.slow", limit=0.3)
    assert time.monotonic() - begun < 5
    assert caught.value.stage == "compile"
    assert ask(worker, "A.fine").status is Status.CONFIRMED


def test_a_process_killed_for_memory_says_what_to_reduce(worker: Worker) -> None:
    result = ask(worker, "A.hungry")
    assert result.status is Status.ERROR
    assert "memory runs out" in result.message
    assert "--set" in result.message
    assert ask(worker, "A.fine").status is Status.CONFIRMED


def test_a_process_that_dies_is_an_error_of_that_theorem(worker: Worker) -> None:
    result = ask(worker, "A.crash")
    assert result.status is Status.ERROR
    assert result.message == "the process ended in stage `compile` with status 3"


def test_an_internal_fault_names_its_place(worker: Worker) -> None:
    result = ask(worker, "A.raise")
    assert result.status is Status.ERROR
    assert "internal error at fake_worker.py:" in result.message
    assert "ZeroDivisionError: by hand" in result.message
    assert "Traceback" not in result.message


def test_an_error_of_ours_is_rendered(worker: Worker) -> None:
    result = ask(worker, "A.misuse")
    assert result.message == "error: binder `R` cannot be `x`\n  expected: a natural number"


def test_what_libraries_print_does_not_disturb_the_protocol(worker: Worker) -> None:
    assert ask(worker, "A.chatty").status is Status.CONFIRMED


def test_a_worker_that_cannot_start_says_why(tmp_path: Path) -> None:
    worker = Worker(Root(tmp_path, "directory"), 13, COMMAND)
    with pytest.raises(WorkerFailure, match="no machine has 13 devices"):
        ask(worker, "A.fine")
    broken = Worker(Root(tmp_path, "directory"), 1, (sys.executable, "-c", "raise SystemExit(5)"))
    with pytest.raises(WorkerFailure, match="ended in stage `start` with status 5"):
        ask(broken, "A.fine")
