"""The package list of pyproject.toml, kept by hand, against the folders."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOP = ("denotary", "spec", "parser", "interpreter", "extraction", "proofs")


def test_every_package_is_listed_once() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    listed = tomllib.loads(text)["tool"]["setuptools"]["packages"]
    found = {
        ".".join(("denotary", *path.parent.relative_to(ROOT).parts)).replace(
            "denotary.denotary", "denotary"
        )
        for top in TOP
        for path in (ROOT / top).rglob("__init__.py")
    }
    assert sorted(listed) == sorted(found)
