"""The whole way, with the real judge: text in, verdict and exit status out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

LEAN = """\
theorem fine (x y : ℝ) : (x + y) * (x - y) = x * x - y * y := by sorry

theorem false (x : ℝ) : x + 1 = x := by sorry

theorem vacuous (n : ℕ) (h : n < n) : n = n + 1 := by sorry

theorem broken (x : ℝ) : nope x = x := by sorry
"""

WRONG = """\
def half {n : ℕ} (x : ℝ) : ℝ := x / n

theorem unclosed (x : ℝ : x = x := by sorry

theorem mismatch (s : String) : half (n := 2) s = 1 := by sorry

theorem missing (x : ℝ) : half x = x := by sorry

theorem extra (x : ℝ) : half (n := 2) x x = x := by sorry
"""

MESSAGES = {
    "unclosed": """\
Wrong.lean:3:25: error: `(` opened at 3:18 is not closed before `:`
  | theorem unclosed (x : ℝ : x = x := by sorry
  |                         ^
  expected: `)`
  found: `:`
  try: add `)`, or an operator or comma before `:`""",
    "mismatch": """\
Wrong.lean:5:47: error: type mismatch
  | theorem mismatch (s : String) : half (n := 2) s = 1 := by sorry
  |                                               ^
  expected: ℝ
  found: s : String""",
    "missing": """\
Wrong.lean:7:27: error: nothing fixes the argument `n`
  | theorem missing (x : ℝ) : half x = x := by sorry
  |                           ^^^^""",
    "extra": """\
Wrong.lean:9:41: error: too many arguments: a function is expected
  | theorem extra (x : ℝ) : half (n := 2) x x = x := by sorry
  |                                         ^
  expected: a function
  found: half x : ℝ""",
}


def check(folder: Path, *args: str) -> tuple[int, dict, str]:
    (folder / "Real.lean").write_text(LEAN, encoding="utf-8")
    command = [sys.executable, "-P", "-m", "denotary", "check", "-p", "Real.lean", "--json", "-"]
    done = subprocess.run([*command, *args], capture_output=True, text=True, cwd=folder)
    assert "Traceback" not in done.stderr
    return done.returncode, json.loads(done.stdout), done.stderr


def test_all_the_verdicts_of_a_small_file(tmp_path: Path) -> None:
    status, data, _ = check(tmp_path)
    by_name = {item["name"]: item for item in data["theorems"]}
    assert {name: item["status"] for name, item in by_name.items()} == {
        "fine": "confirmed",
        "false": "refuted",
        "vacuous": "vacuous",
        "broken": "error",
    }
    assert status == data["exit_status"] == 1
    example = by_name["false"]["leaves"][0]["counterexample"]
    assert example["left"] - example["right"] == 1.0
    assert "Real.lean:7:26: error: unknown identifier `nope`" in by_name["broken"]["message"]
    assert by_name["fine"]["seconds"]["run"] > 0


def test_a_counterexample_is_written_and_judged_again(tmp_path: Path) -> None:
    status, data, shown = check(tmp_path, "false", "--counterexamples", "found")
    (theorem,) = data["theorems"]
    assert status == 1
    assert theorem["refutation"]["lean"] == ["let x : ℝ := 0"]
    assert theorem["leaves"][0]["counterexample"]["exact"] == ["1", "0"]
    assert "leaf conclusion: ✗ refuted (exactly)" in shown
    assert "left 1, right 0 (exact)" in shown
    path = tmp_path / "found" / "false.npz"
    assert path.exists() and f"again: denotary check false --instance {path}" in shown
    status, data, _ = check(tmp_path, "--instance", str(path))
    (again,) = data["theorems"]
    assert (status, again["status"], again["samples"]) == (1, "refuted", 1)
    assert again["leaves"][0]["counterexample"] == theorem["leaves"][0]["counterexample"]


def test_exit_statuses_by_name(tmp_path: Path) -> None:
    assert check(tmp_path, "fine")[0] == 0
    assert check(tmp_path, "vacuous")[0] == 3
    assert check(tmp_path, "broken")[0] == 2


def test_what_is_wrong_with_the_text_is_said_at_its_place(tmp_path: Path) -> None:
    (tmp_path / "Wrong.lean").write_text(WRONG, encoding="utf-8")
    command = [sys.executable, "-P", "-m", "denotary", "check", "-p", "Wrong.lean", "--json", "-"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    messages = {item["name"]: item["message"] for item in json.loads(done.stdout)["theorems"]}
    assert messages.keys() == MESSAGES.keys()
    for name, message in MESSAGES.items():
        assert messages[name].removeprefix(f"{tmp_path}/").startswith(message), messages[name]
