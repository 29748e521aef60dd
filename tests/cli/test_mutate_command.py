"""`denotary mutate` over a small project: the table, the survivors, JSON, exit statuses."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

FAKE = Path(__file__).parents[1] / "extraction" / "fake_mutator.py"


@pytest.fixture(autouse=True)
def _fake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("denotary.extraction.mutation.server.COMMAND", (sys.executable, str(FAKE)))


def test_the_table_and_each_survivor_with_its_place(run: Run) -> None:
    done = run("mutate", "slow", "--jobs", "1")
    assert done.exit_code == 0, done.output
    rows = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert rows[0] == "theorem tried killed survived equivalent true kill rate"
    assert rows[1] == "slow 6 3 1 1 1 75.0 %"
    assert "survived mean in slow Toy.lean:10" in rows
    assert rows[rows.index("survived mean in slow Toy.lean:10") + 1 :][:4] == [
        "a2 ↦ b2", "-a2", "+b2", "more samples confirm it",
    ]  # fmt: skip
    assert "note: 2 changes are in places that running the theorem does not reach" in rows
    assert rows[-1].startswith("6 mutants of 1 theorem: 3 killed, 1 survived, 1 equivalent, 1 true")


def test_json_has_a_record_for_each_mutant(run: Run) -> None:
    done = run("mutate", "slow", "--sample", "2", "--operators", "mean", "--json", "-")
    data = json.loads(done.stdout)
    assert (data["schema"], data["command"]) == (1, "mutate")
    assert data["selection"]["operators"] == ["mean"]
    (theorem,) = data["theorems"]
    assert (theorem["name"], theorem["kill_rate"], theorem["tried"]) == ("slow", 50.0, 2)
    assert [(m["status"], m["line"]) for m in theorem["mutants"]] == [
        ("killed", 9), ("survived", 10),
    ]  # fmt: skip
    assert data["summary"]["kill_rate"] == 50.0


@pytest.mark.parametrize(("least", "status"), [("70", 0), ("80", 1)])
def test_a_rate_that_is_too_low_fails(run: Run, least: str, status: int) -> None:
    assert run("mutate", "slow", "--fail-under", least).exit_code == status


def test_a_theorem_that_is_not_confirmed_is_told(run: Run) -> None:
    done = run("mutate", "false")
    assert done.exit_code == 3
    said = "false is refuted, so that none of its mutants was tried: the sides differ"
    assert said in done.stdout


def test_a_wrong_operator_or_name_is_a_usage_error(run: Run) -> None:
    done = run("mutate", "slow", "--operators", "mode")
    assert done.exit_code == 2 and "--operators cannot be `mode`" in done.stderr
    assert run("mutate", "nowhere").exit_code == 2
