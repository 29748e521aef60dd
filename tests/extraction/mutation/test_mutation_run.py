"""A run over processes: deaths, limits, interruption, budgets, and what the cache gives back."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from denotary.extraction.errors import UsageError
from denotary.extraction.mutation import server
from denotary.extraction.mutation.records import Fate
from denotary.extraction.mutation.run import Options, Outcome, Run, operators
from denotary.extraction.projects import Root, open_project
from denotary.extraction.settings import Settings
from denotary.extraction.store import Store

FAKE = (sys.executable, str(Path(__file__).parents[1] / "fake_mutator.py"))
LEAN = """\
theorem fine (x : ℝ) : x + 0 = x := by simp
theorem crash (x : ℝ) : x + 0 = x := by simp
theorem hang (x : ℝ) : x + 0 = x := by simp
theorem false (x : ℝ) : x = x + 1 := by sorry
"""


class Watching:
    """Remembers what it was told; may raise after so many records."""

    def __init__(self, stop_after: int | None = None) -> None:
        self.phases: list[tuple[str, int | None]] = []
        self._left = stop_after

    def phase(self, what: str, total: int | None) -> None:
        self.phases.append((what, total))

    def grow(self, total: int) -> None:
        self.phases.append(("grow", total))

    def finished(self, record: object) -> None:
        if self._left is not None:
            self._left -= 1
            if self._left == 0:
                raise KeyboardInterrupt


def mutate(
    folder: Path,
    *names: str,
    watching: Watching | None = None,
    store: Store | None = None,
    fresh: bool = False,
    text: str = LEAN,
    **options: object,
) -> Outcome:
    folder.mkdir(exist_ok=True)
    (folder / "A.lean").write_text(text, encoding="utf-8")
    root = Root(folder, "directory")
    asked = replace(Options(jobs=1), **options)  # type: ignore[arg-type]
    run = Run(open_project(root), root, Settings(), asked, watching or Watching())
    run.store, run.fresh = store, fresh
    run.hand = lambda: server.Hand(root, 2**40, FAKE)
    return run.outcome(names)


def fates(outcome: Outcome) -> list[Fate]:
    return [record.fate for tested in outcome.theorems for record in tested.records]


def test_mutants_are_listed_then_tried(tmp_path: Path) -> None:
    watching = Watching()
    outcome = mutate(tmp_path / "p", "fine", watching=watching)
    assert fates(outcome) == [
        Fate.KILLED, Fate.SURVIVED, Fate.EQUIVALENT, Fate.TRUE, Fate.KILLED, Fate.KILLED,
    ]  # fmt: skip
    assert outcome.power.rate == 75.0
    assert watching.phases == [("trying mutants", None), ("grow", 6)]
    assert outcome.exit_status == 0


def test_a_mutant_that_takes_its_process_down_is_unsupported(tmp_path: Path) -> None:
    outcome = mutate(tmp_path / "p", "crash")
    (tested,) = outcome.theorems
    assert tested.records[4].fate is Fate.UNSUPPORTED
    assert "memory runs out" in tested.records[4].message
    assert tested.records[5].fate is Fate.KILLED


def test_a_mutant_past_its_limit_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("denotary.extraction.mutation.run.GETTING_READY", 3.0)
    outcome = mutate(tmp_path / "p", "hang", timeout=0.5)
    (tested,) = outcome.theorems
    assert [record.fate for record in tested.records[4:]] == [Fate.KILLED, Fate.TIMEOUT]
    assert "stopped after" in tested.records[5].message


def test_a_theorem_that_is_not_confirmed_has_none(tmp_path: Path) -> None:
    outcome = mutate(tmp_path / "p", "false")
    (tested,) = outcome.theorems
    assert tested.listing is not None and tested.listing.status == "refuted"
    assert (tested.records, outcome.exit_status) == ((), 3)
    assert mutate(tmp_path / "q", sample=1).exit_status == 0  # not asked for by name


def test_ctrl_c_keeps_what_finished_and_a_second_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interrupted after five mutants; the sixth would hang."""
    monkeypatch.setattr("denotary.extraction.mutation.run.GETTING_READY", 3.0)
    store = Store(tmp_path / "kept.sqlite")
    first = mutate(tmp_path / "p", "hang", watching=Watching(stop_after=5), store=store)
    assert (first.interrupted, first.exit_status) == (True, 130)
    assert (len(fates(first)), first.theorems[0].unfinished) == (5, 1)
    second = mutate(tmp_path / "p", "hang", store=store, timeout=0.5)
    assert [r.cached for r in second.theorems[0].records] == [True] * 5 + [False]
    fresh = mutate(tmp_path / "p", "hang", store=store, fresh=True, timeout=0.5)
    assert not any(record.cached for record in fresh.theorems[0].records)
    store.close()


def test_another_statement_or_seed_is_tried_anew(tmp_path: Path) -> None:
    store = Store(tmp_path / "kept.sqlite")

    def cached(**options: object) -> bool:
        outcome = mutate(tmp_path / "p", "fine", store=store, **options)  # type: ignore[arg-type]
        return all(record.cached for record in outcome.theorems[0].records)

    assert [cached(), cached()] == [False, True]
    assert cached(seed=1) is False
    assert cached(text=LEAN.replace("fine (x : ℝ) : x + 0", "fine (x : ℝ) : x + 0 + 0")) is False
    assert cached(text="-- a remark\n" + LEAN) is True
    store.close()


def test_a_budget_that_is_spent_leaves_the_rest_out(tmp_path: Path) -> None:
    outcome = mutate(tmp_path / "p", "fine", budget=1e-6)
    assert outcome.late and outcome.theorems[0].listing is None


def test_operators_are_named_or_refused() -> None:
    assert operators("epsilon, mean") == ("mean", "epsilon")
    with pytest.raises(UsageError) as raised:
        operators("mean,mode")
    assert "`mode`" in raised.value.diagnostic.render()
