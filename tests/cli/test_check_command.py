"""`denotary check`: verdicts, exit statuses, JSON, wrong requests, interruption."""

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


def test_a_confirmed_theorem_exits_0_with_a_table(run: Run) -> None:
    done = run("check", "A.fine")
    assert done.exit_code == 0
    assert "✓ confirmed" in done.stdout
    assert "1 theorem: 1 confirmed (" in done.stdout
    assert "[1/1] ✓ confirmed A.fine" in done.stderr


def test_a_refuted_theorem_exits_1(run: Run) -> None:
    done = run("check", "false", "A.fine")
    assert done.exit_code == 1
    assert "✗ refuted  false  Toy.lean:6" in done.stdout
    assert "note: stated but not proved in Lean (`sorry`): false" in done.stdout


def test_a_theorem_out_of_time_exits_3_when_asked_for(run: Run) -> None:
    done = run("check", "slow", "--timeout", "0.2")
    assert done.exit_code == 3
    assert "stopped after 0.2 s, in stage `compile`" in done.stdout


def test_a_run_of_everything_says_what_it_left_out(run: Run, toy: Path) -> None:
    (toy / "denotary.toml").write_text(
        '[check]\ntimeout = 0.2\n[theorem.false]\nskip = "known to be false"\n', encoding="utf-8"
    )
    done = run("check")
    assert done.exit_code == 0
    assert "left out (1): known to be false\n  false" in done.stdout
    assert "1 inconclusive" in done.stdout
    assert "; 1 left out" in done.stdout


def test_json_on_stdout_is_alone_there(run: Run) -> None:
    done = run("check", "A.fine", "false", "--json", "-")
    data = json.loads(done.stdout)
    assert [item["status"] for item in data["theorems"]] == ["confirmed", "refuted"]
    assert data["theorems"][1]["file"] == "Toy.lean"
    assert (data["environment"]["platform"], data["exit_status"]) == ("fake", 1)
    assert "✗ refuted" in done.stderr
    assert done.exit_code == 1


def test_json_to_a_file_leaves_the_table_on_stdout(run: Run, toy: Path) -> None:
    done = run("check", "A.fine", "--json", "out.json")
    assert json.loads((toy / "out.json").read_text(encoding="utf-8"))["schema"] == 1
    assert "✓ confirmed" in done.stdout


def test_a_file_that_cannot_be_written(run: Run) -> None:
    done = run("check", "A.fine", "--json", "no/such/out.json")
    assert done.exit_code == 2
    assert "error: cannot write `no/such/out.json`" in done.stderr


def test_set_with_several_assignments_and_settings_beneath(run: Run, toy: Path) -> None:
    (toy / "denotary.toml").write_text("[theorem.fine]\nset = { R = 4, N = 1 }\n", encoding="utf-8")
    done = run("check", "fine", "--set", "N=2", "b=true", "--json", "-", "--seed", "9")
    (result,) = json.loads(done.stdout)["theorems"]
    assert result["instance"] == {"R": "4", "N": "2", "b": "true"}
    assert result["seed"] == 9


def test_controls_that_were_switched_off_are_said_not_to_have_run(run: Run) -> None:
    done = run("check", "A.fine", "--no-controls")
    assert done.exit_code == 0
    names = "COLLECTIVE, CONTROL, DUPLICATED, REPEAT, SENSITIVITY"
    said = " ".join(done.stdout.split())  # it may be broken into lines
    assert f"controls of A.fine - {names} not run: switched off (--no-controls)" in said
    assert "controls of" not in run("check", "A.fine").stdout


WRONG = [
    (["totally"], "error: no theorem is called `totally` in "),
    (["fin"], "try: did you mean `fine` or `A.fine`?"),
    (["double"], "error: `double` is not a theorem\n  expected: the name of a theorem"),
    (["A.fine", "--set", "y=3"], "error: `A.fine` has no binder `y`"),
    (["fine", "--set", "R=-1"], "expected: a natural number, e.g. 4\n  found: R=-1"),
    (["fine", "--set", "b=1"], "expected: true or false\n  found: b=1"),
    (["fine", "--set", "R"], "error: --set cannot read `R`"),
    (["fine", "--precision", "f16"], "error: --precision cannot be `f16`"),
    (["fine", "--devices", "0"], "0 is not in the range x>=1"),
    (["fine", "--devices", "13"], "no machine has 13 devices\n  try: ask for fewer"),
    (["--project", "gone"], "error: there is no project at `gone`"),
    (["broken", "--set", "x=3"], "Toy.lean:19:26: error: unknown identifier `nope`"),
    (["--timeout", "soon"], "'soon' is not a valid float range"),
]


@pytest.mark.parametrize(("args", "said"), WRONG, ids=[" ".join(args) for args, _ in WRONG])
def test_a_wrong_request_exits_2_with_the_reason(run: Run, args: list[str], said: str) -> None:
    done = run("check", *args)
    assert done.exit_code == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_caret_points_at_the_binders_theorem(run: Run, toy: Path) -> None:
    done = run("check", "A.fine", "--set", "y=3")
    assert done.stderr.splitlines()[:3] == [
        f"{toy.resolve() / 'Toy.lean'}:13:9: error: `A.fine` has no binder `y`",
        "  | theorem fine (x : ℕ) : double x = x + x := rfl",
        "  |         ^^^^",
    ]


def test_a_wrong_denotary_toml_exits_2(run: Run, toy: Path) -> None:
    (toy / "denotary.toml").write_text("[theorem.fin]\nset = { R = 4 }\n", encoding="utf-8")
    done = run("check")
    assert done.exit_code == 2
    assert "denotary.toml:1:10: error: denotary.toml has settings for `fin`" in done.stderr


def test_ctrl_c_reports_what_finished_and_exits_130(toy: Path) -> None:
    """The real process group: the interrupt arrives while the second theorem is judged."""
    worker = Path(__file__).parents[1] / "extraction" / "fake_worker.py"
    code = (
        "import signal, sys, denotary.extraction.worker as worker\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in background jobs\n"
        f"worker.COMMAND = (sys.executable, {str(worker)!r})\n"
        "from denotary.cli import main\n"
        "main()"
    )
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", code, "check", "A.fine", "slow", "false", "--json", "-"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=toy,
        start_new_session=True,
    )
    assert process.stderr is not None
    assert "A.fine" in process.stderr.readline()
    time.sleep(0.5)
    os.killpg(process.pid, signal.SIGINT)
    stdout, stderr = process.communicate(timeout=20)
    data = json.loads(stdout)
    assert process.returncode == 130
    assert data["interrupted"] is True
    assert [item["name"] for item in data["theorems"]] == ["A.fine"]
    assert [item["name"] for item in data["left_out"]] == ["slow", "false"]
    assert "interrupted" in stderr.splitlines()[-1]
    assert "Traceback" not in stderr
