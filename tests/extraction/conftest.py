"""A small Lean project written to disk, and a run of it without JAX."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from denotary.extraction.projects import Root, lean_files
from denotary.parser.syntax.tree import DeclText, FileText, Scope

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


@dataclass(frozen=True)
class FakeProject:
    """The parser's `Project` as far as text goes: declarations that start a line, `:=` bodies."""

    files: list[FileText]

    def names(self) -> list[str]:
        return [decl.full_name for file in self.files for decl in file.declarations]

    def text(self, name: str) -> tuple[FileText, DeclText]:
        for file in self.files:
            for decl in file.declarations:
                if decl.full_name == name:
                    return file, decl
        raise KeyError(name)


def split(path: Path) -> FileText:
    text = path.read_text(encoding="utf-8")
    decls, spaces = [], []
    starts = [*re.finditer(r"^(namespace|end|theorem|def) (\S+)", text, re.M)]
    for here, after in zip(starts, [*starts[1:], None], strict=True):
        kind, name = here[1], here[2]
        if kind == "namespace":
            spaces.append(name)
        elif kind == "end":
            spaces.pop()
        else:
            end = after.start() if after else len(text)
            assign = text.index(":=", here.end())
            decls.append(
                DeclText(
                    kind=kind,
                    name=name,
                    full_name=".".join([*spaces, name]),
                    scope=Scope(namespace=".".join(spaces)),
                    span=(here.start(), end),
                    name_span=here.span(2),
                    signature=(here.end(), assign),
                    body=(assign, end),
                    has_sorry="sorry" in text[assign:end],
                )
            )
    return FileText(str(path), text, (), tuple(decls))


@pytest.fixture
def project(lake: Root) -> FakeProject:
    return FakeProject([split(path) for path in lean_files(lake.path)])
