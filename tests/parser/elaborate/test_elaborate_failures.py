"""What does not elaborate, and what is asked of it while and after it fails."""

from __future__ import annotations

import sys

import pytest

from denotary.parser import load_text
from denotary.spec.diagnostics import LeanError

_set_limit = sys.setrecursionlimit

BROKEN = """\
class Broken (α : Type) where
  x : α
  y : Nowhere
def d (α : Type) [Broken α] : α := Broken.x
instance : Broken ℕ := ⟨1, 2⟩
"""


def test_a_structure_that_fails_leaves_nothing_behind() -> None:
    project = load_text(BROKEN)
    for name in ("Broken", "d", "Broken.x", "Broken"):
        with pytest.raises(LeanError, match="Nowhere"):
            project.declare(name)
    assert "Broken" not in {d.name for d in project.environment.loaded()}


@pytest.mark.parametrize(
    "text",
    [
        "def d : ℕ := " + "(" * 3000 + "1" + ")" * 3000,
        "def d : List ℕ := [" + ", ".join(["1"] * 6000) + "]",
        "def d : ℕ := " + " + ".join(["1"] * 6000),
    ],
)
def test_what_is_nested_too_deeply_is_an_error(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = sys.getrecursionlimit()
    monkeypatch.setattr(sys, "setrecursionlimit", lambda _: None)
    _set_limit(3000)  # whatever tests before this one have left
    project = load_text(text)
    try:
        _ = project.declare("d").value
        messages = [e.diagnostic.message for e in project.errors["d"]]
    except LeanError as e:
        messages = [e.diagnostic.message]
    finally:
        _set_limit(limit)
    assert any("nested too deeply" in m for m in messages), messages
