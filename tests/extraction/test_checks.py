"""What a run runs, in what order, when it stops, and its exit status."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from denotary.extraction import checks
from denotary.extraction.api import Silent
from denotary.extraction.catalogue import Entry
from denotary.extraction.checks import LeftOut, Options, Outcome, Plan
from denotary.extraction.errors import UsageError
from denotary.extraction.projects import Root
from denotary.extraction.settings import Settings, TheoremSettings
from denotary.extraction.worker import Listener, OutOfTime, Request
from denotary.interpreter.judgement.verdict import Control, Status, TheoremResult
from denotary.parser.project import Project, load_text


class FakeJudge:
    """Judges in process, by a table from name to status or exception."""

    def __init__(self, table: dict[str, Status | BaseException]) -> None:
        self.table = table
        self.requests: list[Request] = []
        self.environment: dict[str, Any] = {"platform": "fake"}
        self.closed = False

    def judge(self, request: Request, limit: float, listen: Listener) -> TheoremResult:
        self.requests.append(request)
        listen("run")
        found = self.table.get(request.name, Status.CONFIRMED)
        if isinstance(found, BaseException):
            raise found
        return TheoremResult(request.name, found)

    def close(self) -> None:
        self.closed = True


def entry(name: str, line: int = 1) -> Entry:
    return Entry(name, "theorem", "A.lean", line, "sorry")


def run(judge: FakeJudge, *names: str, by_name: bool = True, **options: Any) -> Outcome:
    plan = Plan(tuple(entry(name) for name in names), by_name=by_name)
    return checks.run(plan, Settings(), Options(**options), judge, Silent())


# ---- which theorems


def test_a_run_of_everything_takes_theorems_cheap_ones_first(project: Project, lake: Root) -> None:
    plan = checks.plan(project, lake, Settings(), [])
    names = [target.name for target in plan.targets]
    assert sorted(names) == ["Toy.Deep.double_eq", "Toy.double_eq", "Toy.total"]
    assert names[-1] == "Toy.total"  # the longest statement
    assert not plan.by_name


def test_what_the_project_skips_is_left_out_with_its_reason(project: Project, lake: Root) -> None:
    settings = Settings(theorems={"Toy.total": TheoremSettings(skip="needs a GPU")})
    plan = checks.plan(project, lake, settings, [])
    assert plan.left_out == (LeftOut("Toy.total", "needs a GPU"),)
    assert "Toy.total" not in [target.name for target in plan.targets]
    asked = checks.plan(project, lake, settings, ["total"])
    assert [target.name for target in asked.targets] == ["Toy.total"]


def test_asked_names_keep_their_order_and_places(project: Project, lake: Root) -> None:
    plan = checks.plan(project, lake, Settings(), ["total", "Deep.double_eq", "Toy.total"])
    assert [(t.name, t.line, t.proof) for t in plan.targets] == [
        ("Toy.total", 12, "sorry"),
        ("Toy.Deep.double_eq", 18, "proof"),
    ]
    assert plan.by_name
    assert plan.targets[0].file == "Toy/Basic.lean"


def test_a_definition_is_not_a_theorem(project: Project, lake: Root) -> None:
    with pytest.raises(UsageError) as caught:
        checks.plan(project, lake, Settings(), ["double"])
    assert caught.value.diagnostic.message == "`Toy.double` is not a theorem"
    assert caught.value.diagnostic.found == "def at Toy/Basic.lean:4"


def test_ambiguous_and_unknown_names_are_refused(project: Project, lake: Root) -> None:
    with pytest.raises(UsageError, match=r"`double_eq` is ambiguous: 2 theorems"):
        checks.plan(project, lake, Settings(), ["double_eq"])
    with pytest.raises(UsageError, match=r"did you mean `Toy.total`\?"):
        checks.plan(project, lake, Settings(), ["totl"])


def test_a_project_without_theorems_is_refused() -> None:
    project = load_text("def two : ℕ := 2")
    with pytest.raises(UsageError, match="states no theorem"):
        checks.plan(project, Root(Path("Snippet.lean"), "file"), Settings(), [])


# ---- running them


def test_results_carry_the_place_in_the_text() -> None:
    outcome = run(FakeJudge({}), "A.a")
    (result,) = outcome.results
    assert (result.file, result.line, result.proof) == ("A.lean", 1, "sorry")
    assert outcome.environment == {"platform": "fake"}


def test_settings_and_options_meet_in_the_request() -> None:
    judge = FakeJudge({})
    settings = Settings(
        theorems={"A.a": TheoremSettings(sizes={"R": "4", "N": "1"}, timeout=9.0)}, timeout=50.0
    )
    options = Options(sizes={"N": "2"}, seed=3, samples=5, devices=2)
    plan = Plan((entry("A.a"), entry("A.b")), by_name=True)
    checks.run(plan, settings, options, judge, Silent())
    first, second = judge.requests
    assert (first.sizes, first.wanted, first.timeout) == ({"R": "4"}, {"N": "2"}, 9.0)
    assert (second.sizes, second.wanted, second.timeout) == ({}, {"N": "2"}, 50.0)
    assert (first.seed, first.samples, first.devices) == (3, 5, 2)


def test_a_theorem_out_of_time_is_inconclusive_and_says_where() -> None:
    outcome = run(FakeJudge({"A.a": OutOfTime(7.0, "compile")}), "A.a", timeout=7.0)
    (result,) = outcome.results
    assert result.status is Status.INCONCLUSIVE
    assert result.message.startswith("stopped after 7 s, in stage `compile`;")
    assert "--timeout" in result.message


def test_a_spent_budget_leaves_the_rest_out() -> None:
    judge = FakeJudge({"A.b": OutOfTime(1.0, "run")})
    outcome = run(judge, "A.a", "A.b", by_name=False, budget=1.0)
    assert [result.name for result in outcome.results] == ["A.a"]
    assert outcome.left_out == (LeftOut("A.b", "the run's budget of 1 s was spent (--budget)"),)
    assert outcome.exit_status == 0


def test_a_budget_already_spent_starts_nothing() -> None:
    judge = FakeJudge({})
    outcome = run(judge, "A.a", by_name=False, budget=1e-9)
    assert judge.requests == []
    assert [item.name for item in outcome.left_out] == ["A.a"]


def test_ctrl_c_keeps_what_finished() -> None:
    judge = FakeJudge({"A.b": KeyboardInterrupt()})
    outcome = run(judge, "A.a", "A.b", "A.c")
    assert [result.name for result in outcome.results] == ["A.a"]
    assert outcome.left_out == (
        LeftOut("A.b", "interrupted while it ran"),
        LeftOut("A.c", "interrupted"),
    )
    assert outcome.interrupted
    assert outcome.exit_status == 130
    assert judge.closed


@pytest.mark.parametrize(
    ("statuses", "by_name", "exit_status"),
    [
        ([Status.CONFIRMED], True, 0),
        ([Status.CONFIRMED, Status.REFUTED, Status.ERROR, Status.VACUOUS], True, 1),
        ([Status.CONFIRMED, Status.REFUTED], False, 1),
        ([Status.ERROR, Status.VACUOUS], True, 2),
        ([Status.ERROR], False, 2),
        ([Status.CONFIRMED, Status.VACUOUS], True, 3),
        ([Status.INCONCLUSIVE], True, 3),
        ([Status.UNSUPPORTED], True, 3),
        ([Status.VACUOUS, Status.INCONCLUSIVE, Status.UNSUPPORTED], False, 0),
        ([], False, 0),
    ],
)
def test_exit_status(statuses: list[Status], by_name: bool, exit_status: int) -> None:
    table = {f"A.t{i}": status for i, status in enumerate(statuses)}
    assert run(FakeJudge(table), *table, by_name=by_name).exit_status == exit_status


@pytest.mark.parametrize(
    ("outcome", "by_name", "exit_status"),
    [("passed", True, 0), ("not run", True, 0), ("failed", True, 3), ("error", True, 3),
     ("error", False, 0)],
)  # fmt: skip
def test_a_control_that_does_not_pass_is_no_success(
    outcome: str, by_name: bool, exit_status: int
) -> None:
    found = TheoremResult("A.t", Status.CONFIRMED, controls=(Control("CONTROL", outcome),))
    assert Outcome((found,), by_name=by_name).exit_status == exit_status


def test_precisions() -> None:
    assert checks.precisions("bf16, f32,f64") == ("f64", "f32", "bf16")
    for text in ("f64", "f64,f32,f16", ""):
        with pytest.raises(UsageError, match="--precision cannot be"):
            checks.precisions(text)
