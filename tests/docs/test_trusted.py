"""`docs/trusted.md` lists exactly what is trusted: neither more nor less, and in the same words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from denotary.interpreter.primitives import PRIMITIVES
from denotary.interpreter.primitives.absent import WITHOUT_MEANING
from denotary.parser import load_text
from denotary.parser.project import Project
from denotary.spec.infer import typer

TEXT = (Path(__file__).parents[2] / "docs" / "trusted.md").read_text(encoding="utf-8")
PRIMITIVE, REST = TEXT.split("\n## Without a meaning\n")
ABSENT, SHORTCUTS = REST.split("\n## Shortcuts\n")


@pytest.fixture(scope="module")
def prelude() -> Project:
    return load_text("")


def rows(section: str) -> list[tuple[str, str]]:
    return [(a, b) for a, b in re.findall(r"^\| (.+?) \| (.+) \|$", section, re.MULTILINE)][1:]


def test_every_constant_without_a_value_is_listed_in_the_words_of_the_prelude(
    prelude: Project,
) -> None:
    types = typer(prelude.environment)
    said = {
        name: " ".join(entry.decl.doc.split()).replace("|", "\\|")
        for name, entry in prelude.entries.items()
        if entry.decl.kind in ("axiom", "opaque")
        and not types.is_prop(prelude.declare(name).type)  # a theorem without its proof
    }
    listed = {name.strip("`"): meaning for name, meaning in rows(PRIMITIVE) if name.startswith("`")}
    assert listed == said


def test_every_constant_without_a_meaning_is_listed_with_its_reason() -> None:
    listed = {name: why for why, names in rows(ABSENT) for name in re.findall(r"`(.+?)`", names)}
    assert listed == WITHOUT_MEANING


def test_every_other_meaning_written_in_python_is_listed_as_a_shortcut() -> None:
    primitives = {name.strip("`") for name, _ in rows(PRIMITIVE)}
    shortcuts = set(re.findall(r"`(.+?)`", SHORTCUTS))
    assert sorted(shortcuts) == sorted(PRIMITIVES.keys() - primitives)
