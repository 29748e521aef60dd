"""A small Lean project written to disk, and the parser's view of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from denotary.extraction.projects import Root, open_project
from denotary.parser.project import Project

LEAN = """\
namespace Toy

/-- Twice a number. -/
def double (x : ℝ) : ℝ := x + x

variable {n : ℕ}

/-- Doubling is adding to itself. -/
theorem double_eq (x : ℝ) : double x = 2 * x := by
  unfold double; ring

theorem total (R N : ℕ) (b : Bool) (f : Fin (R * N) → ℝ) (hR : 0 < R) :
    ∑ i, double (f i) = ∑ i, (f i + f i) := by
  sorry

namespace Deep

theorem double_eq (x : ℝ) : double (double x) = 4 * x := by
  unfold double; ring

end Deep

end Toy
"""


@pytest.fixture
def lake(tmp_path: Path) -> Root:
    """A Lake project with one file of three theorems, one of them without a proof."""
    folder = tmp_path / "toy"
    (folder / "Toy").mkdir(parents=True)
    (folder / "lakefile.toml").write_text('name = "toy"\n', encoding="utf-8")
    (folder / "Toy" / "Basic.lean").write_text(LEAN, encoding="utf-8")
    return Root(folder.resolve(), "lake")


@pytest.fixture
def project(lake: Root) -> Project:
    return open_project(lake)
