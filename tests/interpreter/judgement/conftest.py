"""A judge of Lean snippets."""

from __future__ import annotations

import pytest

from denotary.interpreter.judgement.judge import judge
from denotary.interpreter.judgement.verdict import TheoremResult
from denotary.parser import load_text

HEADER = """
import Mathlib
open Finset
abbrev Vec (n : ℕ) := Fin n → ℝ
"""


@pytest.fixture
def run():
    """Judge the theorem `it` of a Lean text."""

    def judged(text: str, **options) -> TheoremResult:
        sizes = {k: str(v) for k, v in options.pop("sizes", {}).items()}
        project = load_text(HEADER + text)
        options.setdefault("devices", 1)
        return judge(
            project.environment,
            "it",
            sizes=sizes,
            instances=lambda goal: project.instance(goal, "it"),
            **options,
        )

    return judged
