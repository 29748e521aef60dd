"""The pages for people against the tree and the command line that they describe."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from denotary.cli import cli

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
ROOMS = (
    "denotary",
    "spec",
    "parser",
    "interpreter",
    "extraction",
    "proofs",
    "tests",
    "docs",
    ".ci",
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_a_page_names_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = [
        name
        for code in re.findall(r"`([^`\n]+)`", text)
        for name in code.split()
        if name.split("/")[0] in ROOMS and "/" in name
    ]
    named += [
        (page.parent / link.split("#")[0]).resolve().relative_to(ROOT).as_posix()
        for link in re.findall(r"\]\((?!https?:)([^)]+)\)", text)
    ]
    assert [name for name in named if not list(ROOT.glob(name.rstrip("/")))] == []


def test_the_guide_names_every_command_and_every_option_of_running() -> None:
    guide = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")
    assert [name for name in cli.commands if f"denotary {name}" not in guide] == []
    running = tuple(cli.commands[name] for name in ("check", "coverage", "mutate"))
    options = [p.opts[0] for c in running for p in c.params if isinstance(p, click.Option)]
    assert [option for option in options if f"`{option}" not in guide] == []


def test_options_that_the_guide_names_exist() -> None:
    guide = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")
    known = {opt for command in cli.commands.values() for p in command.params for opt in p.opts}
    assert sorted(set(re.findall(r"(?<=`)--[a-z-]+", guide)) - known) == []


def test_contributing_names_every_room_of_tests() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rooms = {path.parent.relative_to(ROOT).parts[1] for path in ROOT.glob("tests/*/**/test_*.py")}
    assert [room for room in sorted(rooms) if f"tests/{room}" not in text] == []
