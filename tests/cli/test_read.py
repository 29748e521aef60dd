"""`denotary list`, `show` and `doctor`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


def test_list_shows_every_declaration_in_order(run: Run) -> None:
    done = run("list")
    assert done.exit_code == 0
    rows = [line.split() for line in done.stdout.splitlines()]
    assert rows == [
        ["double", "def", "Toy.lean:2"],
        ["fine", "theorem", "proof", "Toy.lean:4"],
        ["false", "theorem", "sorry", "Toy.lean:6"],
        ["slow", "theorem", "proof", "Toy.lean:8"],
        ["A.fine", "theorem", "proof", "Toy.lean:13"],
        ["B.broken", "theorem", "proof", "Toy.lean:19"],
        ["6", "declarations,", "5", "of", "them", "theorems,", "1", "with", "`sorry`"],
    ]


@pytest.mark.parametrize(
    ("args", "names"),
    [
        (["--kind", "def"], ["double"]),
        (["FINE"], []),
        (["fine"], ["fine", "A.fine"]),
        (["?.*"], ["A.fine", "B.broken"]),
        (["fine", "--kind", "def"], []),
    ],
)
def test_list_filters(run: Run, args: list[str], names: list[str]) -> None:
    data = json.loads(run("list", "--json", "-", *args).stdout)
    assert [item["name"] for item in data["declarations"]] == names


def test_list_json_has_the_frame(run: Run, toy: Path) -> None:
    data = json.loads(run("list", "--json", "-").stdout)
    assert (data["schema"], data["command"], data["project"]) == (1, "list", str(toy.resolve()))
    assert data["declarations"][0] == {
        "name": "double",
        "kind": "def",
        "file": "Toy.lean",
        "line": 2,
        "proof": "",
        "namespace": "",
        "start": 1,
        "end": 2,
        "doc": "Twice a number.",
        "private": False,
    }
    assert data["declarations"][4]["namespace"] == "A"


def test_show_gives_the_statement_as_written(run: Run) -> None:
    assert run("show", "A.fine").stdout.split("\n") == [
        "A.fine  Toy.lean:13",
        "theorem: proved in Lean (the proof is not looked at here)",
        "",
        "Doubling again.",
        "",
        "theorem fine (x : ℕ) : double x = x + x",
        "",
    ]


def test_show_says_loudly_that_a_proof_is_missing(run: Run) -> None:
    assert "theorem: NOT proved: its proof is, or contains, `sorry`" in run("show", "false").stdout


def test_show_unfold_reaches_definitions_and_constants(run: Run) -> None:
    data = json.loads(run("show", "A.fine", "--unfold", "--json", "-").stdout)
    (layer,) = data["reaches"]
    assert [(item["name"], item["text"]) for item in layer] == [
        ("double", "def double (x : ℕ) : ℕ := x + x")
    ]
    assert {"Eq", "Nat", "HAdd"} <= set(data["constants"])
    assert len(data["fingerprint"]) == 64
    assert data["elaborated"] == "∀ (x : ℕ), double x = x + x"


def test_show_unfold_of_what_does_not_elaborate(run: Run) -> None:
    done = run("show", "broken", "--unfold")
    assert done.exit_code == 2
    assert "Toy.lean:19:26: error: unknown identifier `nope`" in done.stdout


def test_show_of_an_unknown_name(run: Run) -> None:
    done = run("show", "doubel")
    assert done.exit_code == 2
    assert "did you mean `double`?" in done.stderr


def test_doctor_names_devices_and_places(run: Run) -> None:
    data = json.loads(run("doctor", "--json", "-").stdout)
    topics = {item["topic"]: item for item in data["findings"]}
    assert {"denotary", "packages", "memory", "devices", "replicas", "prelude"} <= set(topics)
    assert topics["devices"]["good"]
    assert topics["project"]["text"].endswith("toy: 1 Lean files")


def test_help_states_the_exit_statuses(run: Run) -> None:
    assert "Exit status: 0 all confirmed; 1 something refuted" in run("--help").stdout
    assert run().exit_code == 2


def test_an_unknown_command(run: Run) -> None:
    done = run("chekc")
    assert done.exit_code == 2
    assert "No such command 'chekc'" in done.stderr
