"""Where a change stands in the Lean text, and what it looks like there."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

from rapidfuzz.distance import Levenshtein

from denotary.parser.project import Project
from denotary.spec.declarations import Declaration
from denotary.spec.environment import Environment
from denotary.spec.signature import pretty_declaration

_TOKEN = re.compile(r"[^\W\d][\w'!?.₀-₉]*|\d+|\S")
_SKIP = re.compile(r"/-.*?-/|--[^\n]*", re.DOTALL)


class Difference:
    """A declaration and its mutant as Lean text."""

    def __init__(self, env: Environment, original: Declaration, changed: Declaration) -> None:
        self.before = pretty_declaration(env, original)
        self.after = pretty_declaration(env, changed)

    @property
    def text(self) -> str:
        """The lines that differ, `-` before and `+` after."""
        lines = difflib.unified_diff(
            self.before.splitlines(), self.after.splitlines(), lineterm="", n=0
        )
        return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))

    def offset(self, project: Project, name: str) -> int:
        """The line of the change, counted from that of the declaration's name.

        What is printed is not what was written: the first token that differs is looked up in the
        text by aligning the two.
        """
        file, decl = project.text(name)
        start = decl.name_span[0]
        end = decl.signature[1] if decl.kind == "theorem" else max(decl.signature[1], decl.body[1])
        text = _SKIP.sub(lambda found: _blank(found[0]), file.text[start:end])
        written = [(match.start(), _last(match[0])) for match in _TOKEN.finditer(text)]
        printed, other = _tokens(self.before), _tokens(self.after)
        at = next(
            (k for k, (a, b) in enumerate(zip(printed, other, strict=False)) if a != b),
            min(len(printed), len(other)) - 1,
        )
        place = _aligned(printed, [token for _, token in written], at)
        return text.count("\n", 0, written[place][0]) if place < len(written) else 0


def _aligned(printed: Sequence[str], written: Sequence[str], at: int) -> int:
    """The place among `written` of the token number `at` of `printed`."""
    for step in Levenshtein.opcodes(printed, written):
        if step.src_start <= at < step.src_end:
            within = min(at - step.src_start, max(0, step.dest_end - step.dest_start - 1))
            return step.dest_start + within
    return 0


def _tokens(text: str) -> list[str]:
    return [_last(token) for token in _TOKEN.findall(text)]


def _last(token: str) -> str:
    """A name without its namespaces, which may be written or not."""
    return token.rstrip(".").rpartition(".")[2] or token


def _blank(text: str) -> str:
    return "".join("\n" if c == "\n" else " " for c in text)
