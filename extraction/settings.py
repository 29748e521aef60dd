"""`denotary.toml`: a Lean project's own defaults for its theorems.

[check]
budget = 300            # seconds for a run of everything
timeout = 120           # seconds for one theorem

[theorem."Full.Name"]
set = { R = 4, N = 1 }  # values of binders
timeout = 600
skip = "why a run of everything leaves it out"
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from denotary.extraction.errors import UsageError
from denotary.spec.declarations import Span

FILE = "denotary.toml"


@dataclass(frozen=True, slots=True)
class TheoremSettings:
    """One `[theorem."…"]` table."""

    sizes: Mapping[str, str] = field(default_factory=dict)
    """Binder to value, as text (`true`, `4`, `0.5`)."""
    timeout: float | None = None
    skip: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """A whole `denotary.toml`; every part has a default."""

    path: Path | None = None
    budget: float = 600.0
    """Seconds after which a run of everything starts no further theorem."""
    timeout: float = 300.0
    """Seconds after which one theorem is stopped."""
    theorems: Mapping[str, TheoremSettings] = field(default_factory=dict)

    def of(self, name: str) -> TheoremSettings:
        return self.theorems.get(name, TheoremSettings())


def load_settings(folder: Path) -> Settings:
    """The settings of the project in `folder`; defaults when it has no `denotary.toml`.

    Raises `UsageError`, with the line, for text that is not TOML, a key that is not known here,
    or a value of the wrong type.
    """
    path = folder / FILE
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"cannot read `{path}`",
            expected="a readable UTF-8 file",
            found=str(error),
            advice="fix the file or move it away",
        ) from error
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax(path, text, error) from error
    return _Reader(path, text).settings(data)


def check_names(settings: Settings, names: Mapping[str, object]) -> None:
    """Raise `UsageError` for a `[theorem."X"]` table whose `X` is not among the project's names."""
    for name in settings.theorems:
        if name not in names and settings.path is not None:
            near = difflib.get_close_matches(name, names, n=1)
            raise UsageError(
                f"{FILE} has settings for `{name}`, which the project does not declare",
                span=_find(settings.path, settings.path.read_text(encoding="utf-8"), name),
                expected="the full name of a theorem of the project",
                found=f"`{name}`",
                advice=f"did you mean `{near[0]}`?" if near else "remove the table",
            )


class _Reader:
    """Checks one parsed file against what is expected; knows its text to point into it."""

    def __init__(self, path: Path, text: str) -> None:
        self.path, self.text = path, text

    def settings(self, data: Mapping[str, Any]) -> Settings:
        self.keys(data, ("check", "theorem"), "at the top")
        check = self.table(data, "check")
        self.keys(check, ("budget", "timeout"), "in [check]")
        theorems = {
            name: self.theorem(name, self.table(self.table(data, "theorem"), name))
            for name in self.table(data, "theorem")
        }
        default = Settings()
        return Settings(
            path=self.path,
            budget=self.seconds(check, "budget", default.budget),
            timeout=self.seconds(check, "timeout", default.timeout),
            theorems=theorems,
        )

    def theorem(self, name: str, data: Mapping[str, Any]) -> TheoremSettings:
        self.keys(data, ("set", "timeout", "skip"), f'in [theorem."{name}"]')
        sizes = self.table(data, "set")
        skip = data.get("skip", "")
        if not isinstance(skip, str) or ("skip" in data and not skip.strip()):
            raise self.wrong("skip", "a text that says why", skip)
        timeout = self.seconds(data, "timeout", 0.0)
        return TheoremSettings(
            sizes={binder: self.value(binder, value) for binder, value in sizes.items()},
            timeout=timeout or None,
            skip=skip,
        )

    def value(self, binder: str, value: object) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int | float | str):
            return str(value)
        raise self.wrong(binder, "a number, a text, true or false", value)

    def seconds(self, data: Mapping[str, Any], key: str, default: float) -> float:
        value = data.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.wrong(key, "a number of seconds", value)
        if key in data and value <= 0:
            raise self.wrong(key, "a number of seconds above 0", value)
        return float(value)

    def table(self, data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
        value = data.get(key, {})
        if not isinstance(value, dict):
            raise self.wrong(key, "a table", value)
        return value

    def keys(self, data: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
        for key in data:
            if key not in known:
                near = difflib.get_close_matches(key, known, n=1)
                advice = f"did you mean `{near[0]}`?" if near else "remove it"
                if isinstance(data[key], dict) and where.startswith("in [theorem"):
                    advice = (
                        "quote a dotted name, "
                        'e.g. [theorem."Proofs.foo"], so that TOML does not split it'
                    )
                raise UsageError(
                    f"{FILE} has an unknown key `{key}` {where}",
                    span=_find(self.path, self.text, key),
                    expected=" or ".join(f"`{name}`" for name in known),
                    found=f"`{key}`",
                    advice=advice,
                )

    def wrong(self, key: str, expected: str, value: object) -> UsageError:
        return UsageError(
            f"{FILE} has a wrong value for `{key}`",
            span=_find(self.path, self.text, key),
            expected=expected,
            found=f"{key} = {value!r} ({type(value).__name__})",
            advice="change the value",
        )


def _syntax(path: Path, text: str, error: tomllib.TOMLDecodeError) -> UsageError:
    reason = str(error)
    place = re.search(r" \(at line (\d+), column (\d+)\)$", reason)
    rows = text.splitlines()
    line = int(place[1]) if place else max(1, len(rows))
    column = int(place[2]) if place else 1
    return UsageError(
        f"{FILE} is not TOML",
        span=Span(path, 0, 1, line, column),
        expected="TOML (https://toml.io)",
        found=re.sub(r" \(at .*\)$", "", reason),
        advice='write e.g. [theorem."Full.Name"] and, under it, set = { R = 4, N = 1 }',
    )


def _find(path: Path, text: str, key: str) -> Span | None:
    """Where `key` is first written as a word, for the caret; `None` if it cannot be found."""
    match = re.search(rf"(?<!\w){re.escape(key)}(?!\w)", text)
    if match is None:
        return None
    start = match.start()
    line = text.count("\n", 0, start) + 1
    column = start - (text.rfind("\n", 0, start) + 1) + 1
    return Span(path, start, match.end(), line, column)
