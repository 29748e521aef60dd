"""`denotary coverage` over a small project: tables, JSON, statuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


def test_elaborating_gives_tables_and_reasons_with_places(run: Run) -> None:
    done = run("coverage", "--upto", "checked", "--jobs", "1")
    assert done.exit_code == 0, done.output
    rows = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert rows[:2] == ["folder listed parsed elaborated checked", ". 6 6 5 5"]
    assert "theorem signatures 5 5 (100.0 %) 4 (80.0 %) 4 (80.0 %)" in rows
    assert "term bodies 1 1 (100.0 %) 1 (100.0 %) 1 (100.0 %)" in rows
    assert "1 unknown identifier `…` nope (1) Toy.lean:19:26" in rows
    assert rows[-1].startswith(
        "6 declarations, 5 of them theorems; 5 went as far as `checked` asks"
    )
    assert "elaborating 6/6 (100 %" in done.stderr


def test_json_has_a_record_for_each_declaration_in_order(run: Run) -> None:
    done = run("coverage", "--upto", "elaborated", "--jobs", "2", "--json", "-")
    data = json.loads(done.stdout)
    assert (data["schema"], data["command"], data["upto"]) == (1, "coverage", "elaborated")
    assert [row["name"] for row in data["declarations"]] == [
        "double", "fine", "false", "slow", "A.fine", "B.broken",
    ]  # fmt: skip
    broken = data["declarations"][-1]
    assert (broken["stage"], broken["reason"]) == ("parsed", "unknown identifier `…`")
    assert (broken["subject"], broken["place"]) == ("nope", "Toy.lean:19:26")
    assert data["summary"]["all"]["reached"] == {
        "listed": 6, "parsed": 6, "elaborated": 5, "checked": 0, "runnable": 0, "judged": 0,
    }  # fmt: skip


def test_a_sample_is_the_same_for_the_same_seed(run: Run) -> None:
    def names(seed: str) -> list[str]:
        args = ("--upto", "listed", "--sample", "3", "--seed", seed, "--json", "-")
        data = json.loads(run("coverage", *args).stdout)
        return [row["name"] for row in data["declarations"]]

    assert names("1") == names("1")
    assert len(names("1")) == 3
    assert len({tuple(names(str(seed))) for seed in range(6)}) > 1


def test_nothing_to_cover_is_a_usage_error(run: Run) -> None:
    done = run("coverage", "Nowhere")
    assert done.exit_code == 2
    assert "nothing to cover" in done.stderr


def test_a_second_run_takes_results_from_the_cache(run: Run) -> None:
    def cached(*args: str) -> list[bool]:
        data = json.loads(run("coverage", "--upto", "checked", "--json", "-", *args).stdout)
        return [row["cached"] for row in data["declarations"]]

    assert cached("--no-cache") == [False] * 6
    assert cached() == [False] * 6
    assert cached() == [True] * 6
    assert cached("--fresh") == [False] * 6
    assert cached("--no-cache") == [False] * 6


def test_one_name_in_two_files_is_listed_twice_and_meant_by_its_file(run: Run, toy: Path) -> None:
    (toy / "More.lean").write_text("theorem fine (y : ℕ) : y = y := rfl\n", encoding="utf-8")
    data = json.loads(run("list", "--json", "-").stdout)
    places = [(row["file"], row["line"]) for row in data["declarations"] if row["name"] == "fine"]
    assert places == [("More.lean", 1), ("Toy.lean", 4)]
    done = run("check", "fine")
    assert done.exit_code == 2
    assert "say which file, e.g. `More.lean:fine`" in done.stderr
    for file in ("More.lean", "Toy.lean"):
        data = json.loads(run("check", f"{file}:fine", "--json", "-").stdout)
        (theorem,) = data["theorems"]
        assert (theorem["name"], theorem["file"]) == ("fine", file)
    covered = json.loads(run("coverage", "fine", "--upto", "checked", "--json", "-").stdout)
    assert [row["file"] for row in covered["declarations"]] == ["More.lean", "Toy.lean", "Toy.lean"]


@pytest.mark.parametrize(("least", "status"), [("80", 0), ("83", 0), ("84", 1), ("100", 1)])
def test_a_run_can_be_asked_for_a_share(run: Run, least: str, status: int) -> None:
    done = run("coverage", "--upto", "checked", "--fail-under", least)
    assert done.exit_code == status  # 5 of 6 are 83.3 per cent


def test_judging_ends_with_what_ran_and_how(run: Run) -> None:
    done = run("coverage", "fine", "--jobs", "1")
    assert done.exit_code == 0, done.output
    assert "2 (100.0 %) of 2 theorems ran: 2 (100.0 %) confirmed" in done.stdout.splitlines()


def test_ctrl_c_reports_what_finished_and_exits_130(toy: Path, tmp_path: Path) -> None:
    (toy / "Toy.lean").write_text("def first : ℕ := 1\ndef hang : ℕ := 2\n", encoding="utf-8")
    examiner = Path(__file__).parents[1] / "extraction" / "fake_examiner.py"
    code = (
        "import signal, sys, denotary.extraction.coverage.hands as hands\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in background jobs\n"
        f"hands.COMMAND = (sys.executable, {str(examiner)!r})\n"
        "from denotary.cli import main\n"
        "main()"
    )
    arguments = ["--upto", "checked", "--jobs", "1", "--json", str(tmp_path / "out.json")]
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", code, "coverage", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=toy,
        start_new_session=True,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")},
    )
    assert process.stderr is not None
    while "hanging" not in process.stderr.readline():
        pass
    time.sleep(0.5)
    os.killpg(process.pid, signal.SIGINT)
    stdout, stderr = process.communicate(timeout=30)
    data = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert process.returncode == 130
    assert data["interrupted"] is True
    assert [row["name"] for row in data["declarations"]] == ["first"]
    assert (data["asked"], data["unfinished"]) == (2, 1)
    assert "1 of 2 declarations were not looked at (interrupted)" in stdout
    assert stdout.splitlines()[-1].endswith("; interrupted")
    assert "Traceback" not in stderr
