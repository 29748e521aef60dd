"""The tokeniser: Lean text to parallel lists of tokens, with the layout facts each one carries."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

IDENT, NUM, STR, CHAR, INTERP, FIELD, EOF = "ID", "NUM", "STR", "CHAR", "INTERP", "FIELD", "EOF"
"""Keys of the token classes; a keyword or symbol has its own text as its key."""

# Lean's own classes of identifier characters. λ, Π, Σ, ᵀ, ᗮ are not among them.
_START = (
    "A-Za-z_\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f"
    "\u0391-\u039f\u03a1\u03a4-\u03a9\u03b1-\u03ba\u03bc-\u03fb"
    "\u1f00-\u1ffe\u2100-\u214f\U0001d49c-\U0001d59f"
)
_REST = _START + "0-9'!?\u2080-\u2089\u2090-\u209c\u1d62-\u1d6a\u2c7c"
_PART = rf"(?:[{_START}][{_REST}]*|«[^»\n]*»)"
IDENTIFIER = rf"{_PART}(?:\.{_PART})*"
WORD_END = rf"(?![{_REST}.«])"
"""Follows a keyword: `def` but not `define` or `def.x`."""

_WORDS = """fun let have haveI letI let_fun show suffices from by do if then else match with where
in at using calc nomatch nofun sorry Prop Type Sort forall end deriving extends termination_by
decreasing_by open set_option"""
KEYWORDS = frozenset(_WORDS.split())

_SYMBOLS = """:= => ↦ -> <- <-> ← :: ++ <|> <$> <&> <*> <* *> >>= >> >=> <=< |> |>. <| && || == !=
<= >= .. ... // .{ .( ⁻¹ ⁻¹' '' ×ˢ ×' ∘ₗ ∘L ∘ᵥ →ₗ[ →ₗ⋆[ →L[ →L⋆[ →SL[ →ₛₗ[ →ₐ[ →ₗᵢ[ →ₛₗᵢ[ ≃ₗ[ ≃L[
≃SL[ ≃ₛₗ[ ≃ₐ[ ≃ₗᵢ[ ≃ₛₗᵢ[ →+* →+ →* →*₀ →₀ →ᵇ →o →ₘ[ →ₙ* ↪o ≃o ≃+* ≃+ ≃* ≃ᵢ ≃ᵐ ≃ₜ =ᶠ[ ≤ᶠ[ <ᶠ[ =ᵐ[
≤ᵐ[ =o[ =O[ =Θ[ ~[ ⊗[ ⊗ₜ[ ⊗ₜ ⊗ₖ *ᵥ ᵥ* ⬝ᵥ +ᵥ -ᵥ ‖₊ ‖ₑ ⌋₊ ⌉₊ ∑' ∏' ∑ᶠ ∏ᶠ ∀ᶠ ∃ᶠ ∀ᵐ ∃ᵐ ∃! ∫⁻ ⋃₀ ⋂₀ ᵒᵖ
ᵐᵒᵖ ᵃᵒᵖ ⟦ ⟧ ![ !![ #[ ⟫_ <;> <<< >>> &&& ||| ^^^ ~~~ /\\ \\/ s( Σ' Π₀ ⁻ᵐ ≪≫ `( ``( .[ ∂⁻ #v[ ^[
≪≫ₗ ⟂ₘ ⊗ₘ ^^"""

_BASE = tuple(sorted(_SYMBOLS.split(), key=len, reverse=True))

_IDENT_ONLY = re.compile(IDENTIFIER)


def is_known(token: str) -> bool:
    """Whether the token is Lean's or Mathlib's: a keyword, a known symbol, an ASCII sign."""
    return token in KEYWORDS or token in _BASE or (len(token) == 1 and token.isascii())


@lru_cache(maxsize=64)
def _pattern(extra: frozenset[str]) -> re.Pattern[str]:
    symbols = sorted({*_BASE, *extra}, key=len, reverse=True)
    # An extra token that reads as an identifier is recognised after the fact, not here.
    literal = "|".join(re.escape(s) for s in symbols if not _IDENT_ONLY.fullmatch(s))
    mixed = "".join(re.escape(s) + "|" for s in symbols if s in extra and _is_mixed(s))
    # `∘L`, `s(` and the like start as identifiers or end in letters: before identifiers.
    number = (
        r"0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+"
        r"|\d+(?:_+\d+)*(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)?"
    )
    return re.compile(
        r"[ \t\r\n]*(?:"
        r"(--[^\n]*|/-)"  # 1
        r'|(r"[^"]*"|r(?P<hash>#+)"(?s:.*?)"(?P=hash)|"(?:[^"\\]|\\(?s:.))*")'  # 2 (3: hash)
        rf"|({mixed}s\(|𝓝\[|ℝ≥0∞|ℝ≥0|ℕ∞|ℕ\+|{IDENTIFIER})"  # 4
        rf"|({number})"  # 5
        rf"|(\.(?:\d+|{IDENTIFIER}))"  # 6
        r"|('(?:[^\\'\n]|\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[^xu]))')"  # 7
        rf"|({literal}|[^ \t\r\n])"  # 8
        r")"
    )


def is_ordinary(token: str) -> bool:
    """Whether the token is Lean's or Mathlib's own, or a bare ASCII sign."""
    return token in KEYWORDS or token in _BASE or (len(token) == 1 and token.isascii())


def _is_mixed(token: str) -> bool:
    """Whether a token starts as an identifier and goes on as none: `ℕ+`, `𝓢(`."""
    return _IDENT_ONLY.match(token) is not None and _IDENT_ONLY.fullmatch(token) is None


_NEST = re.compile(r"/-|-/")


def comment_end(text: str, start: int) -> int:
    """The offset after the block comment that opens at `start`; the text's end if unclosed."""
    depth = 0
    for m in _NEST.finditer(text, start):
        depth += 1 if m.group() == "/-" else -1
        if depth == 0:
            return m.end()
    return len(text)


_INTERP_STOP = re.compile(r'\\(?s:.)|[{"]')
_HOLE_STOP = re.compile(r'[{}"]|/-|\'"\'|\'\\"\'')
_PLAIN_STRING = re.compile(r'"(?:[^"\\]|\\(?s:.))*"')


def interpolated_end(text: str, quote: int) -> tuple[int, list[tuple[int, int]]]:
    """The end of the interpolated string whose quote is at `quote`, and its holes' ranges."""
    holes: list[tuple[int, int]] = []
    pos = quote + 1
    while m := _INTERP_STOP.search(text, pos):
        pos = m.end()
        char = m.group()
        if char == '"':
            return pos, holes
        if char == "{":
            end = _hole_end(text, pos)
            holes.append((pos, end))
            pos = end + 1
    return len(text), holes


def _hole_end(text: str, pos: int) -> int:
    depth = 1
    while m := _HOLE_STOP.search(text, pos):
        char = m.group()
        pos = m.end()
        if char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
            if depth == 0:
                return m.start()
        elif char == '"':
            start = m.start()
            if start and text[start - 1] == "!":
                pos = interpolated_end(text, start)[0]
            elif whole := _PLAIN_STRING.match(text, start):
                pos = whole.end()
        elif char == "/-":
            pos = comment_end(text, m.start())
    return len(text)


class Tokens:
    """Parallel lists, one entry a token, closed by an `EOF` token.

    `spaced[i]`: white space (or a comment) stands before it; `first[i]`: it is the first on its
    line; `cols[i]`: its column in characters, from 0. `docs[i]`: the docstring before it.
    """

    __slots__ = ("cols", "docs", "ends", "first", "keys", "raws", "spaced", "starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.keys: list[str] = []
        self.raws: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.cols: list[int] = []
        self.spaced: list[bool] = []
        self.first: list[bool] = []
        self.docs: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self.keys)

    def halve(self, i: int) -> None:
        """Makes two tokens of the two-character token at `i`: `||` as two bars."""
        start, raw = self.starts[i], self.raws[i]
        self.keys[i : i + 1] = raw
        self.raws[i : i + 1] = raw
        self.starts[i : i + 1] = [start, start + 1]
        self.ends[i : i + 1] = [start + 1, start + 2]
        self.cols[i : i + 1] = [self.cols[i], self.cols[i] + 1]
        self.spaced.insert(i + 1, False)
        self.first.insert(i + 1, False)
        self.docs = {j if j <= i else j + 1: doc for j, doc in self.docs.items()}


def tokenize(
    text: str, start: int = 0, end: int | None = None, extra: Iterable[str] = ()
) -> Tokens:
    """The tokens of `text[start:end]`; `extra` are the tokens that notations in scope add."""
    end = len(text) if end is None else end
    added = frozenset(extra)
    scan = _pattern(added).finditer
    words = KEYWORDS | {w for w in added if _IDENT_ONLY.match(w)} if added else KEYWORDS
    out = Tokens(text)
    keys, raws, starts, ends = out.keys, out.raws, out.starts, out.ends
    cols, spaced, first = out.cols, out.spaced, out.first
    line = text.rfind("\n", 0, start) + 1
    # The text before `start` on its own line decides whether the first token opens the line.
    fresh = not text[line:start].strip(" \t\ufeff")
    last = start
    pos = start
    while pos < end:
        restart = -1
        for m in scan(text, pos, end):
            group = m.lastindex or 0
            s, e = m.span(group)
            raw = m.group(group)
            if group == 4:
                if raw in words:
                    key = raw
                elif raw[-1] == "!" and e < end and text[e] == '"':
                    e = min(interpolated_end(text, e)[0], end)
                    raw = text[s:e]
                    key = INTERP
                    restart = e
                else:
                    key = IDENT if raw[-1] not in "([" else raw
            elif group == 8:
                key = raw
            elif group == 6:
                key = FIELD
            elif group == 1:
                if raw == "/-":
                    restart = min(comment_end(text, s), end)
                    if text.startswith("/--", s) and restart - s >= 5:
                        out.docs[len(keys)] = text[s + 3 : restart - 2].strip()
                    break
                continue
            elif group == 5:
                key = NUM
            elif group == 2:
                key = STR
            else:
                key = CHAR
            if s == last:
                spaced.append(False)
                first.append(fresh)
            elif s - last == 1 and text[last] == " ":
                spaced.append(True)
                first.append(fresh)
            else:
                spaced.append(True)
                newline = text.rfind("\n", last, s)
                if newline >= 0:
                    line = newline + 1
                    first.append(True)
                else:
                    first.append(fresh)
            fresh = False
            keys.append(key)
            raws.append(raw)
            starts.append(s)
            ends.append(e)
            cols.append(s - line)
            last = e
            if restart >= 0:
                break
        else:
            break
        pos = restart
    keys.append(EOF)
    raws.append("")
    starts.append(end)
    ends.append(end)
    # The end of a range counts as a dedent: every layout block closes there.
    cols.append(-1)
    spaced.append(True)
    first.append(True)
    return out


def plain_name(raw: str) -> str:
    """The name an identifier spells: guillemets removed unless a component needs them."""
    if "«" not in raw:
        return raw
    return re.sub(r"«([^».]*)»", r"\1", raw)


_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|\n\s*|(?s:.))")
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}


def _escaped(m: re.Match[str]) -> str:
    code = m.group(1)
    if code[0] in "xu" and len(code) > 1:
        return chr(int(code[1:], 16))
    if code[0] == "\n":
        return ""
    return _SIMPLE.get(code, code)


def unescape(body: str) -> str:
    """The characters that the inside of a string or character literal stands for."""
    return _ESCAPE.sub(_escaped, body) if "\\" in body else body


def string_value(raw: str) -> str:
    """The value of a string literal, raw or not."""
    if raw[0] == "r":
        body = raw[1:].strip("#")
        return body[1:-1]
    return unescape(raw[1:-1])
