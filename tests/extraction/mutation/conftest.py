"""Mutants of small Lean snippets, tried in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from denotary.extraction.mutation.examine import Asked, Bench, Mutator
from denotary.extraction.mutation.mutants import Mutant, Theorem
from denotary.extraction.mutation.operators import OPERATORS
from denotary.extraction.mutation.records import Record
from denotary.parser.project import load_text
from denotary.spec.depth import deep

Changes = Callable[..., list[str]]


@pytest.fixture
def changes() -> Changes:
    """`before ↦ after` of the mutants of theorem `t` by some operators, well typed or all."""

    @deep
    def made(text: str, *operators: str, all: bool = False, of: str = "") -> list[str]:
        theorem = Theorem(load_text(text), "t")
        found: Iterator[Mutant] = theorem.mutants(operators or tuple(OPERATORS))
        kept = [m for m in found if m.owner == (of or m.owner)]
        kept = [m for m in kept if all or theorem.fault(m) is None]
        return [" ↦ ".join(m.texts(theorem.env)) for m in kept]

    return made


@pytest.fixture
def bench() -> Callable[..., Bench]:
    """The theorem `t` of a text, made ready for its mutants."""

    def made(text: str, **asked: object) -> Bench:
        given = {"sizes": {}, "wanted": {}, "operators": tuple(OPERATORS), **asked}
        return Mutator(load_text(text)).bench(Asked("t", **given))  # type: ignore[arg-type]

    return deep(made)


@pytest.fixture
def fates() -> Callable[..., dict[str, Record]]:
    """What becomes of the well-typed mutants by some operators, by their text."""

    def tried(bench: Bench, *operators: str) -> dict[str, Record]:
        found = {}
        for mutant in bench.mutants:
            if mutant.operator in operators and bench.theorem.fault(mutant) is None:
                text = " ↦ ".join(mutant.texts(bench.env))
                found[text] = bench.record(mutant.number)
        return found

    return deep(tried)
