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


def test_exit_statuses_by_name(tmp_path: Path) -> None:
    assert check(tmp_path, "fine")[0] == 0
    assert check(tmp_path, "vacuous")[0] == 3
    assert check(tmp_path, "broken")[0] == 2
