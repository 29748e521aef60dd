"""Messages put into classes, so that what stops many declarations in the same way is one line.

A class is a message without what belongs to one place: names in quotes, numbers, places in files.
No project's name is known here.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_QUOTED = re.compile(r"`[^`]*`|“[^”]*”|'[^'\s]+'")
_PLACE = re.compile(r"(?:[\w./~-]+/)?[\w.-]+\.(?:lean|py):\d+(?::\d+)?")
_IN = re.compile(r",? (?:in|at) (?:\S+ at )?PLACE")
_NUMBER = re.compile(r"(?<![\w.])-?\d[\d.,]*(?:e[+-]?\d+)?(?![\w])")
_HEAD = re.compile(r"^(?:PLACE: )?(?:error|warning): ")
_WIDTH = 100
_KEPT = frozenset(
    (
        "by", "do", "match", "let", "fun", "where", "if", "then", "else", "have", "show", "from",
        "calc", "suffices", "return", "for", "while", "mut", "try", "macro", "syntax", "notation",
        "elab", "termination_by", "decreasing_by", "deriving", "instance", "structure", "class",
        "end", "namespace", "section", "variable", "open", "universe", "mutual", "sorry", "in",
        "at", "with",
    )
)  # fmt: skip
"""Words of Lean itself: in quotes they are no names."""


def classify(message: str) -> tuple[str, str]:
    """The class of a message, and the first name that was taken out of it."""
    line = message.strip().split("\n", 1)[0]
    line = _PLACE.sub("PLACE", line)
    line = _HEAD.sub("", line)
    line = _IN.sub("", line)
    subject = ""

    def blank(quoted: re.Match[str]) -> str:
        nonlocal subject
        inner = quoted.group()[1:-1]
        if inner in _KEPT or not any(c.isalnum() for c in inner):
            return quoted.group()
        subject = subject or inner
        return "`…`"

    line = _QUOTED.sub(blank, line)
    line = re.sub(r"`…`(?:(?:, | or | and )`…`)+", "`…`", line)
    line = _NUMBER.sub("N", line)
    line = " ".join(line.split())
    if len(line) > _WIDTH:
        line = line[: _WIDTH - 1] + "…"
    return line or "no message", subject


def place_in(message: str, relative: Callable[[str], str]) -> str:
    """The first `file:line:column` that a message names, the file as `relative` shows it."""
    found = _PLACE.search(message)
    if found is None:
        return ""
    file, rest = found.group().split(".lean:", 1) if ".lean:" in found.group() else ("", "")
    return f"{relative(file + '.lean')}:{rest}" if file else ""
