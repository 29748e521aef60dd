"""`denotary coverage` over a small project: tables, JSON, statuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

Run = Callable[..., Result]


def test_elaborating_gives_tables_and_reasons_with_places(run: Run) -> None:
    done = run("coverage", "--upto", "checked", "--jobs", "1")
    assert done.exit_code == 0, done.output
    rows = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert rows[:2] == ["folder listed parsed elaborated checked", ". 6 6 5 5"]
    assert "theorem signatures 5 5 (100.0 %) 4 (80.0 %) 4 (80.0 %)" in rows
    assert "term bodies 1 1 (100.0 %) 1 (100.0 %) 1 (100.0 %)" in rows
    assert "1 unknown identifier `…` nope (1) Toy.lean:19:26" in rows
    assert rows[-1].startswith(
        "6 declarations, 5 of them theorems; 5 went as far as `checked` asks"
    )
    assert "elaborating 6/6 (100 %" in done.stderr


def test_json_has_a_record_for_each_declaration_in_order(run: Run) -> None:
    done = run("coverage", "--upto", "elaborated", "--jobs", "2", "--json", "-")
    data = json.loads(done.stdout)
    assert (data["schema"], data["command"], data["upto"]) == (1, "coverage", "elaborated")
    assert [row["name"] for row in data["declarations"]] == [
        "double", "fine", "false", "slow", "A.fine", "B.broken",
    ]  # fmt: skip
    broken = data["declarations"][-1]
    assert (broken["stage"], broken["reason"]) == ("parsed", "unknown identifier `…`")
    assert (broken["subject"], broken["place"]) == ("nope", "Toy.lean:19:26")
    assert data["summary"]["all"]["reached"] == {
        "listed": 6, "parsed": 6, "elaborated": 5, "checked": 0, "runnable": 0, "judged": 0,
    }  # fmt: skip


def test_a_sample_is_the_same_for_the_same_seed(run: Run) -> None:
    def names(seed: str) -> list[str]:
        args = ("--upto", "listed", "--sample", "3", "--seed", seed, "--json", "-")
        data = json.loads(run("coverage", *args).stdout)
        return [row["name"] for row in data["declarations"]]

    assert names("1") == names("1")
    assert len(names("1")) == 3
    assert len({tuple(names(str(seed))) for seed in range(6)}) > 1


def test_nothing_to_cover_is_a_usage_error(run: Run) -> None:
    done = run("coverage", "Nowhere")
    assert done.exit_code == 2
    assert "nothing to cover" in done.stderr


def test_a_second_run_takes_results_from_the_cache(run: Run) -> None:
    def cached(*args: str) -> list[bool]:
        data = json.loads(run("coverage", "--upto", "checked", "--json", "-", *args).stdout)
        return [row["cached"] for row in data["declarations"]]

    assert cached("--no-cache") == [False] * 6
    assert cached() == [False] * 6
    assert cached() == [True] * 6
    assert cached("--fresh") == [False] * 6
    assert cached("--no-cache") == [False] * 6


def test_one_name_in_two_files_is_listed_twice_and_meant_by_its_file(run: Run, toy: Path) -> None:
    (toy / "More.lean").write_text("theorem fine (y : ℕ) : y = y := rfl\n", encoding="utf-8")
    data = json.loads(run("list", "--json", "-").stdout)
    places = [(row["file"], row["line"]) for row in data["declarations"] if row["name"] == "fine"]
    assert places == [("More.lean", 1), ("Toy.lean", 4)]
    done = run("check", "fine")
    assert done.exit_code == 2
    assert "say which file, e.g. `More.lean:fine`" in done.stderr
    for file in ("More.lean", "Toy.lean"):
        data = json.loads(run("check", f"{file}:fine", "--json", "-").stdout)
        (theorem,) = data["theorems"]
        assert (theorem["name"], theorem["file"]) == ("fine", file)
    covered = json.loads(run("coverage", "fine", "--upto", "checked", "--json", "-").stdout)
    assert [row["file"] for row in covered["declarations"]] == ["More.lean", "Toy.lean", "Toy.lean"]
