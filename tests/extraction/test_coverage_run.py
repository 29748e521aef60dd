"""A run over processes: deaths, limits, interruption, budgets, and what the cache gives back."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from denotary.extraction.coverage.hands import Examiner as ExaminingHand
from denotary.extraction.coverage.hands import Judge as JudgingHand
from denotary.extraction.coverage.records import PartKind, Record, Stage
from denotary.extraction.coverage.run import Options, Outcome, Run
from denotary.extraction.projects import Root, open_project
from denotary.extraction.settings import Settings, TheoremSettings
from denotary.extraction.store import Store

EXAMINER = (sys.executable, str(Path(__file__).with_name("fake_examiner.py")))
WORKER = (sys.executable, str(Path(__file__).with_name("fake_worker.py")))

LEAN = """\
def first : ℕ := 1
def crash : ℕ := 2
def hungry (n : ℕ) : ℕ := n
def second : ℕ := first
theorem fine (x : ℝ) : x + 0 = x := by simp
theorem false (x : ℝ) : x = x + 1 := by sorry
theorem slow (x : ℝ) : x = x := rfl
theorem text : "a" = "a" := rfl
"""


class Watching:
    """Remembers what it was told; may raise after so many records."""

    def __init__(self, stop_after: int | None = None) -> None:
        self.phases: list[tuple[str, int]] = []
        self.records: list[Record] = []
        self._left = stop_after

    def phase(self, what: str, total: int) -> None:
        self.phases.append((what, total))

    def finished(self, record: Record) -> None:
        self.records.append(record)
        if self._left is not None:
            self._left -= 1
            if self._left == 0:
                raise KeyboardInterrupt


def cover(
    folder: Path,
    text: str = LEAN,
    *,
    watching: Watching | None = None,
    store: Store | None = None,
    settings: Settings | None = None,
    limit: float = 60.0,
    **options: object,
) -> Outcome:
    folder.mkdir(exist_ok=True)
    (folder / "A.lean").write_text(text, encoding="utf-8")
    root = Root(folder, "directory")
    asked = replace(Options(jobs=1, timeout=limit), **options)  # type: ignore[arg-type]
    run = Run(
        open_project(root), root, settings or Settings(), asked, watching or Watching(), store=store
    )
    run.examining = lambda: ExaminingHand(
        root, min(asked.upto, Stage.CHECKED), limit, 2**40, EXAMINER
    )
    run.judging = lambda: JudgingHand(root, None, WORKER)
    return run.outcome()


def by_name(outcome: Outcome) -> dict[str, Record]:
    return {record.name: record for record in outcome.records}


def test_a_process_that_dies_is_an_error_of_one_declaration(tmp_path: Path) -> None:
    outcome = cover(tmp_path / "p", upto=Stage.CHECKED)
    found = by_name(outcome)
    assert [record.name for record in outcome.records] == LEAN_NAMES
    assert {name for name, record in found.items() if record.stop} == {"crash", "hungry"}
    crash, hungry = found["crash"], found["hungry"]
    assert (crash.status, crash.stage) == ("error", Stage.LISTED)
    assert crash.stop is not None
    assert crash.stop.message == "the process ended in stage `listed` with status 11"
    assert (hungry.status, hungry.stage) == ("error", Stage.PARSED)
    assert hungry.stop is not None and "memory runs out" in hungry.stop.message
    assert [part.kind for part in hungry.parts] == [PartKind.SIGNATURE, PartKind.TERM]
    assert [dict(part.reached) for part in hungry.parts] == [{Stage.PARSED: 1}, {Stage.PARSED: 1}]
    assert found["second"].stage is Stage.CHECKED


LEAN_NAMES = ["first", "crash", "hungry", "second", "fine", "false", "slow", "text"]


def test_a_declaration_past_its_limit_is_stopped_and_the_next_one_runs(tmp_path: Path) -> None:
    text = "def hang : ℕ := 1\ndef next : ℕ := 2\n"
    found = by_name(cover(tmp_path / "p", text, upto=Stage.CHECKED, limit=4.0))
    assert (found["hang"].status, found["hang"].stage) == ("timeout", Stage.LISTED)
    assert found["hang"].reason == "stopped after N s, before it was parsed"
    assert found["next"].stop is None


def test_what_cannot_be_left_from_within_is_stopped_from_outside(tmp_path: Path) -> None:
    text = "def stubborn_hang : ℕ := 1\ndef next : ℕ := 2\n"
    found = by_name(cover(tmp_path / "p", text, upto=Stage.CHECKED, limit=3.0))
    assert found["stubborn_hang"].status == "timeout"
    assert found["next"].stop is None


def test_a_process_survives_what_it_leaves_from_within(tmp_path: Path) -> None:
    text = "def hang : ℕ := 1\ndef pid_next : ℕ := 2\ndef hang2 : ℕ := 1\ndef pid_last : ℕ := 2\n"
    found = by_name(cover(tmp_path / "p", text, upto=Stage.CHECKED, limit=2.0))
    assert (found["hang"].status, found["hang2"].status) == ("timeout", "timeout")
    assert found["pid_next"].assumed == found["pid_last"].assumed != ()


def test_theorems_are_judged_and_others_are_not(tmp_path: Path) -> None:
    text = LEAN.replace("def crash", "def a").replace("def hungry", "def b")
    text = text.replace("theorem slow", "theorem misuse")
    watching = Watching()
    found = by_name(cover(tmp_path / "p", text, watching=watching))
    assert found["first"].status == ""
    assert (found["fine"].status, found["fine"].stage, found["fine"].stop) == (
        "confirmed", Stage.JUDGED, None,
    )  # fmt: skip
    assert (found["false"].status, found["false"].stage) == ("refuted", Stage.JUDGED)
    assert (found["misuse"].status, found["misuse"].stage) == ("error", Stage.CHECKED)
    assert found["misuse"].stop is not None
    assert found["misuse"].stop.reason == "binder `…` cannot be `…`"
    assert watching.phases == [("elaborating", 8), ("judging", 4)]


def test_a_theorem_that_overstays_is_a_timeout(tmp_path: Path) -> None:
    text = "theorem slow (x : ℝ) : x = x := rfl\ntheorem fine (x : ℝ) : x = x := rfl\n"
    own = Settings(theorems={"slow": TheoremSettings(timeout=0.3)})
    found = by_name(cover(tmp_path / "p", text, settings=own))
    assert (found["slow"].status, found["slow"].stage) == ("timeout", Stage.CHECKED)
    assert found["slow"].reason == "stopped after N s, in stage `…`"
    assert found["fine"].status == "confirmed"


def test_what_the_project_leaves_out_says_why(tmp_path: Path) -> None:
    own = Settings(theorems={"slow": TheoremSettings(skip="too long for us")})
    text = "theorem slow (x : ℝ) : x = x := rfl\n"
    (record,) = cover(tmp_path / "p", text, settings=own).records
    assert (record.status, record.stage) == ("", Stage.CHECKED)
    assert record.stop is not None
    assert (record.stop.reason, record.stop.message) == (
        "left out by denotary.toml",
        "too long for us",
    )


def test_interruption_keeps_what_is_finished(tmp_path: Path) -> None:
    text = LEAN.replace("def crash", "def a").replace("def hungry", "def b")
    outcome = cover(tmp_path / "p", text, watching=Watching(stop_after=3))
    assert outcome.interrupted
    assert [record.name for record in outcome.records] == CLEAN_NAMES[: len(outcome.records)]
    assert outcome.total == 8
    assert outcome.unfinished == 8 - len(outcome.records) <= 5


def test_a_budget_ends_the_run_and_says_so(tmp_path: Path) -> None:
    outcome = cover(tmp_path / "p", "def hang : ℕ := 1\n", upto=Stage.CHECKED, budget=3.0)
    assert outcome.late
    assert (outcome.total, outcome.unfinished, outcome.records) == (1, 1, ())


def test_only_equations_are_drawn_and_the_draw_does_not_depend_on_the_processes(
    tmp_path: Path,
) -> None:
    lines = [f"theorem e{n} (x : ℝ) : x + {n} = {n} + x := by ring" for n in range(20)]
    lines += [f"theorem o{n} (x : ℝ) : x ≤ x + {n} := by simp" for n in range(20)]
    lines.append("theorem broken : nope = nope := rfl")
    text = "\n".join(lines) + "\n"

    def names(jobs: int, seed: int) -> list[str]:
        options = {"equations": True, "sample": 5, "seed": seed, "jobs": jobs}
        outcome = cover(tmp_path / "p", text, upto=Stage.CHECKED, **options)
        return [record.name for record in outcome.records]

    assert names(1, 3) == names(2, 3)
    assert len(names(1, 3)) == 5
    assert all(name.startswith("e") for name in names(1, 3))
    everything = cover(tmp_path / "p", text, upto=Stage.CHECKED, equations=True)
    assert len(everything.records) == 20
    assert everything.unclassified == 1


# ---- the cache


CLEAN = LEAN.replace("def crash", "def a").replace("def hungry", "def b").replace("slow", "quick")


@pytest.fixture
def again(tmp_path: Path) -> Callable[..., tuple[Outcome, set[str]]]:
    """Covers a text with one store for all, and tells which records were made anew."""

    def run(text: str, **options: object) -> tuple[Outcome, set[str]]:
        store = Store(tmp_path / "results.sqlite")
        outcome = cover(tmp_path / "p", text, store=store, **options)
        store.close()
        return outcome, {record.name for record in outcome.records if not record.cached}

    return run


Again = Callable[..., tuple[Outcome, set[str]]]


def plain(outcome: Outcome) -> Sequence[Record]:
    return [replace(r, cached=False, seconds={}) for r in outcome.records]


def test_a_second_run_makes_nothing_and_says_the_same(again: Again) -> None:
    one, made = again(CLEAN)
    assert len(made) == 8
    two, made = again(CLEAN)
    assert made == set()
    assert plain(one) == plain(two)


def test_a_changed_definition_is_made_anew_with_what_reaches_it(again: Again) -> None:
    again(CLEAN)
    _, made = again(CLEAN.replace("def first : ℕ := 1", "def first : ℕ := 7"))
    assert made == {"first", "second"}


def test_places_follow_declarations_that_moved(again: Again) -> None:
    text = "def f : ℕ → ℕ\n  | 0 => 1\n  | n + 1 => nope\n"
    one, _ = again(text, upto=Stage.CHECKED)
    two, made = again("-- a remark\n\n" + text, upto=Stage.CHECKED)
    assert made == set()
    places = [outcome.records[0].stop.place for outcome in (one, two)]  # type: ignore[union-attr]
    assert places == ["A.lean:3:14", "A.lean:5:14"]
    assert two.records[0].line == 3


def test_less_is_taken_from_more_and_more_is_made(again: Again) -> None:
    text = "def f : ℕ := nope\ndef g : ℕ := 1\n"
    again(text, upto=Stage.CHECKED)
    less, made = again(text, upto=Stage.PARSED)
    assert made == set()
    assert [(r.stage, r.stop) for r in less.records] == [(Stage.PARSED, None)] * 2
    other = "def h : ℕ := 1\n"
    again(other, upto=Stage.PARSED)
    more, made = again(other, upto=Stage.CHECKED)
    assert made == {"h"}
    assert more.records[0].stage is Stage.CHECKED


def test_another_seed_is_another_verdict(again: Again) -> None:
    text = "theorem fine (x : ℝ) : x = x := rfl\n"
    again(text)
    assert again(text, seed=1)[1] == {"fine"}
    assert again(text)[1] == set()


def test_what_died_or_was_too_slow_is_tried_again(again: Again) -> None:
    text = "def crash : ℕ := 1\n"
    again(text, upto=Stage.CHECKED)
    assert again(text, upto=Stage.CHECKED)[1] == {"crash"}
    late = "def hang : ℕ := 1\n"
    again(late, upto=Stage.CHECKED, limit=3.0)
    assert again(late, upto=Stage.CHECKED, limit=3.0)[1] == {"hang"}
    slow = "theorem slow (x : ℝ) : x = x := rfl\n"
    again(slow, limit=4.0)
    assert again(slow, limit=3.0)[1] == set()
    assert again(slow, limit=5.0)[1] == {"slow"}


def test_an_interrupted_run_is_gone_on_with(again: Again) -> None:
    outcome, _ = again(CLEAN, watching=Watching(stop_after=3))
    done = {record.name for record in outcome.records}
    _, made = again(CLEAN, upto=Stage.CHECKED)
    assert made == set(CLEAN_NAMES) - done


CLEAN_NAMES = ["first", "a", "b", "second", "fine", "false", "quick", "text"]
