"""`denotary coverage` with the real processes: every stage and every kind of end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

LEAN = """\
def half (x : ℝ) : ℝ := x / 2

axiom blackBox : ℝ → ℝ

theorem fine (x : ℝ) : half x + half x = x := by sorry

theorem trusting (f : ℝ → ℝ) (h : Measurable f) (x : ℝ) : f x = f x + 0 := by sorry

theorem wrong (x : ℝ) : half x = x := by sorry

theorem vacuous (n : ℕ) (h : n < n) : n = n + 1 := by sorry

theorem opaque (x : ℝ) : blackBox x = blackBox x + 1 := by sorry

theorem broken (x : ℝ) : nope x = x := by sorry
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("real")
    (folder / "R.lean").write_text(LEAN, encoding="utf-8")
    return folder


def cover(project: Path, *args: str) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
    command = [sys.executable, "-P", "-m", "denotary", "coverage", "--json", "-", "--jobs", "1"]
    done = subprocess.run(
        [*command, "--no-cache", "--project", str(project), *args],
        capture_output=True, text=True, check=True, cwd=project,
    )  # fmt: skip
    data = json.loads(done.stdout)
    return {row["name"]: row for row in data["declarations"]}, data


def test_verdicts_and_what_rests_on_assumptions(project: Path) -> None:
    rows, data = cover(project)
    assert {name: (row["stage"], row["status"]) for name, row in rows.items()} == {
        "half": ("checked", ""),
        "blackBox": ("checked", ""),
        "fine": ("judged", "confirmed"),
        "trusting": ("judged", "confirmed"),
        "wrong": ("judged", "refuted"),
        "vacuous": ("judged", "vacuous"),
        "opaque": ("checked", "unsupported"),
        "broken": ("parsed", ""),
    }
    assert (rows["fine"]["assumed"], rows["trusting"]["assumed"]) == ([], ["h"])
    assert rows["opaque"]["subject"] == "blackBox"
    whole = data["summary"]["all"]
    assert whole["statuses"]["confirmed"] == 2
    assert whole["confirmed_with_assumptions"] == 1
    assert whole["reached"]["runnable"] == 4
    assert {"judged", "checked", "elaborated", "parsed"} == set(rows["fine"]["seconds"])


def test_runnable_runs_nothing(project: Path) -> None:
    rows, data = cover(project, "--upto", "runnable", "--kind", "theorem")
    assert {name: (row["stage"], row["status"]) for name, row in rows.items()} == {
        "fine": ("runnable", ""),
        "trusting": ("runnable", ""),
        "wrong": ("runnable", ""),
        "vacuous": ("checked", "vacuous"),
        "opaque": ("checked", "unsupported"),
        "broken": ("parsed", ""),
    }
    assert data["summary"]["all"]["reached"]["judged"] == 0
