"""The small languages of command headers: where a signature ends, `open`, notations, names."""

from __future__ import annotations

import re

from denotary.parser.syntax.tokens import (
    IDENTIFIER,
    WORD_END,
    comment_end,
    interpolated_end,
    plain_name,
)
from denotary.parser.syntax.tree import NotationDecl, Open

Range = tuple[int, int]

_SIGN = re.compile(
    r"--[^\n]*|/-|\"(?:[^\"\\]|\\.)*\"|'(?:[^\\'\n]|\\.)'|[(\[{⟨⦃]|[)\]}⟩⦄]|:=|(?<!\|)\|(?!\|)"
    rf"|(?<![\w.'«])(?:where|let|have|haveI|letI|match|deriving|fun|λ|by){WORD_END}",
    re.S,
)


def header_range(text: str, start: int, end: int, kind: str) -> tuple[Range, Range]:
    """The ranges of a declaration's signature and of its body, from the first sign of the body.

    The sign is a `:=` that no `let` inside the type awaits, a `|` that starts an alternative, or
    `where`, each outside brackets. Without one the body is empty.
    """
    depth = lets = 0
    matching = False
    pos = start
    search = _SIGN.search
    stops_at_bar = kind not in ("structure", "class")
    while m := search(text, pos, end):
        pos = m.end()
        sign = m.group()
        char = sign[0]
        if char in "([{⟨⦃":
            depth += 1
        elif char in ")]}⟩⦄":
            depth -= 1
        elif char == '"':
            if text[m.start() - 1] == "!":
                pos = interpolated_end(text, m.start())[0]
        elif sign == "/-":
            pos = comment_end(text, m.start())
        elif depth > 0:
            continue
        elif sign == ":=":
            if lets:
                lets -= 1
                continue
            return (start, m.start()), (m.start(), end)
        elif char == "|":
            if not matching and stops_at_bar and _starts_alternative(text, m.start(), end):
                return (start, m.start()), (m.start(), end)
        elif sign in ("let", "have", "haveI", "letI"):
            lets += 1
        elif sign in ("match", "fun", "λ"):
            # Bars after `match … with` or `fun |` are theirs, not the declaration's.
            if sign == "match" or text[pos : pos + 3].lstrip().startswith("|"):
                matching = True
        elif sign in ("where", "deriving"):
            return (start, m.start()), (m.start(), end)
    return (start, end), (end, end)


def _starts_alternative(text: str, at: int, end: int) -> bool:
    """Whether the bar at `at` starts an alternative, not an absolute value."""
    after = text[at + 1 : at + 2]
    before = text[at - 1 : at]
    if after in (" ", "\n", "\t", "\r"):
        return before in (" ", "\n", "\t", "")
    line = text.rfind("\n", 0, at) + 1
    if text[line:at].strip():
        return False
    stop = text.find("\n", at)
    row = text[at + 1 : end if stop < 0 else min(stop, end)]
    pattern, arrow, _ = row.partition("=>")
    return bool(arrow) and pattern.count("|") % 2 == 0 and not _BINDS.search(pattern)


_BINDS = re.compile(r"(?<![\w.])(?:fun|λ|match)(?![\w.])")


_OPEN = re.compile(rf"{IDENTIFIER}|[()→,]|->")


def words(text: str) -> list[str]:
    """The identifiers of a text without comments."""
    return [plain_name(w) for w in re.findall(IDENTIFIER, text)]


def open_command(text: str, inside: str) -> list[Open]:
    """`A B`, `A (x y)`, `A hiding x y`, `A renaming x → y`, `scoped A B`."""
    found = [plain_name(w) for w in _OPEN.findall(text)]
    scoped = bool(found) and found[0] == "scoped"
    if scoped:
        found = found[1:]
    if not found:
        return []
    if len(found) > 1 and found[1] == "(":
        return [Open(found[0], inside, tuple(w for w in found[2:] if w not in "(),→"))]
    if len(found) > 1 and found[1] == "hiding":
        return [Open(found[0], inside, hiding=tuple(w for w in found[2:] if w != ","))]
    if len(found) > 1 and found[1] == "renaming":
        rest = [w for w in found[2:] if w not in (",", "→", "->")]
        pairs = tuple(zip(rest[::2], rest[1::2], strict=False))
        return [Open(found[0], inside, renaming=pairs)]
    return [Open(w, inside, scoped=scoped) for w in found if w not in "(),→"]


_ITEM = re.compile(
    rf'\s*(?:"(?P<lit>[^"]*)"|(?P<arrow>=>|↦)|:(?P<prec>\d+|max|arg|lead|min)'
    rf"|(?P<name>{IDENTIFIER})|(?P<skip>\([^)]*\))|(?P<other>\S))"
)
_WORD_PREC = {"max": 1024, "arg": 1023, "lead": 1023, "min": 10}


def notation(
    kind: str, text: str, start: int, end: int, local: bool, scoped_in: str
) -> NotationDecl | None:
    """A `notation` or operator command; None when it has a shape that is not understood."""
    items: list[str | tuple[str, int]] = []
    precedence = 1024 if kind in ("notation", "notation3") else 0
    pos = start
    while m := _ITEM.match(text, pos, end):
        pos = m.end()
        if m["arrow"]:
            if not items:
                return None
            rhs_start = pos
            while rhs_start < end and text[rhs_start] in " \t\r\n":
                rhs_start += 1
            return NotationDecl(
                kind.replace("notation3", "notation"),
                precedence,
                tuple(items),
                (rhs_start, end),
                local,
                scoped_in,
            )
        if m["lit"] is not None:
            literal = m["lit"].strip()
            if not literal:
                continue
            items.append(literal)
        elif m["name"]:
            items.append((m["name"], 0))
        elif m["prec"]:
            value = _precedence(m["prec"])
            if items and not isinstance(items[-1], str):
                items[-1] = (items[-1][0], value)
            else:
                precedence = value
        elif m["other"]:
            return None
    return None


_MACRO_ITEM = re.compile(
    rf'\s*(?:"(?P<lit>[^"]*)"|(?P<name>{IDENTIFIER}):term(?::(?P<prec>\d+|max|arg|lead))?'
    rf"|(?P<end>:\s*term\s*=>)|:(?P<own>\d+|max|arg|lead)|(?P<skip>\((?:name|priority)[^)]*\)))"
)
_QUOTED = re.compile(r"\s*`\(\s*(?:term\s*\|)?")


def macro(text: str, start: int, end: int, local: bool, scoped_in: str) -> NotationDecl | None:
    """A `macro` that stands for a quoted term: a notation. None for any other."""
    items: list[str | tuple[str, int]] = []
    precedence = 1024
    pos = start
    while m := _MACRO_ITEM.match(text, pos, end):
        pos = m.end()
        if m["end"] is not None:
            quoted = _QUOTED.match(text, pos, end)
            close = text.rfind(")", pos, end)
            if quoted is None or not items or close < quoted.end() or text[close + 1 : end].strip():
                return None
            rhs = quoted.end(), close
            return NotationDecl("macro", precedence, tuple(items), rhs, local, scoped_in)
        if m["name"]:
            prec = m["prec"] or "0"
            items.append((m["name"], _WORD_PREC.get(prec) or int(prec)))
        elif m["own"]:
            precedence = _WORD_PREC.get(m["own"]) or int(m["own"])
        elif m["lit"] is not None and m["lit"].strip():
            items.append(m["lit"].strip())
    return None


def _precedence(word: str) -> int:
    return _WORD_PREC.get(word) or int(word)


_CAPITAL = re.compile(rf"{IDENTIFIER}")
_KNOWN = {"ℝ": "Real", "ℕ": "Nat", "ℤ": "Int", "ℚ": "Rat", "ℂ": "Complex", "Type": "", "Prop": ""}
_GROUP = re.compile(r"\s*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\{[^{}]*\}|\[[^\[\]]*\])")


def instance_name(signature: str) -> str:
    """A name in the manner of Lean's for an instance without one: `instAddFoo`."""
    pos = 0
    while m := _GROUP.match(signature, pos):
        pos = m.end()
    kind = signature[pos:].lstrip().removeprefix(":")
    parts = []
    for raw in _CAPITAL.findall(kind):
        last = raw.rpartition(".")[2]
        if last in _KNOWN:
            parts.append(_KNOWN[last])
        elif last[0].isupper():
            parts.append(last)
    return "inst" + "".join(parts)
