"""The command line over a small project, with a worker that judges by name."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from denotary.cli import cli

FAKE_WORKER = Path(__file__).parents[1] / "extraction" / "fake_worker.py"

LEAN = """\
/-- Twice a number. -/
def double (x : ℕ) : ℕ := x + x

theorem fine (R N : ℕ) (b : Bool) : double (R * N) = R * N + R * N := rfl

theorem false (x : ℕ) : double x = x := by sorry

theorem slow (x : ℕ) : double (double x) = double x + double x := rfl

namespace A

/-- Doubling again. -/
theorem fine (x : ℕ) : double x = x + x := rfl

end A

namespace B

theorem broken (x : ℕ) : nope x = x := rfl

end B
"""

Run = Callable[..., Result]


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    folder = tmp_path / "toy"
    folder.mkdir()
    (folder / "lakefile.toml").write_text('name = "toy"\n', encoding="utf-8")
    (folder / "Toy.lean").write_text(LEAN, encoding="utf-8")
    return folder


@pytest.fixture
def run(toy: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("check", "fine")` in the toy project."""
    monkeypatch.chdir(toy)
    monkeypatch.setenv("XDG_CACHE_HOME", str(toy.parent / "cache"))
    monkeypatch.setattr("denotary.extraction.worker.COMMAND", (sys.executable, str(FAKE_WORKER)))

    def invoke(*args: str) -> Result:
        return CliRunner().invoke(cli, args)

    return invoke
