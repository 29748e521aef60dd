"""Proofs of Lean snippets."""

from __future__ import annotations

import pytest

from denotary.interpreter.judgement.verdict import TheoremResult
from denotary.interpreter.symbolic import prove_at
from denotary.parser import load_text

HEADER = """
import Mathlib
open Finset
abbrev Vec (n : ℕ) := Fin n → ℝ
"""


@pytest.fixture
def prove_small():
    """Prove the theorem `it` of a Lean text at small sizes."""

    def proved(text: str, **sizes: object) -> TheoremResult:
        project = load_text(HEADER + text)
        return prove_at(
            project.environment,
            "it",
            sizes={k: str(v) for k, v in sizes.items()},
            instances=lambda goal: project.instance(goal, "it"),
        )

    return proved
