"""A cursor over tokens: what is there, stepping over it, and the errors when it is not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from denotary.parser.syntax.tokens import EOF, IDENT, Tokens, plain_name
from denotary.spec.declarations import Span
from denotary.spec.diagnostics import Diagnostic, LeanError


class ParseError(LeanError):
    """Text that is not of the grammar."""


class Cursor:
    """A place in one token list, with the layout in force there; `fail` raises."""

    __slots__ = (
        "cols", "column", "depth", "dots", "ends", "file", "first", "frames", "i", "keys", "raws",
        "spaced", "starts", "text", "tokens",
    )  # fmt: skip

    def __init__(self, tokens: Tokens, file: str) -> None:
        self.tokens = tokens
        self.text = tokens.text
        self.file = file
        self.keys = tokens.keys
        self.raws = tokens.raws
        self.starts = tokens.starts
        self.ends = tokens.ends
        self.cols = tokens.cols
        self.spaced = tokens.spaced
        self.first = tokens.first
        self.i = 0
        self.column = -1
        """The saved position: arguments must stand to the right of it."""
        self.depth = 0
        """How many brackets are open around the cursor."""
        self.dots: list[list[str]] = []
        """For each open parenthesis, the names of the `·` seen in it."""
        self.frames: list[str] = []
        """Open `|` and `‖`, which close with the sign that they open with."""

    # ---- errors

    def place(self, start: int, end: int) -> Span:
        line_start = self.text.rfind("\n", 0, start) + 1
        line = self.text.count("\n", 0, start) + 1
        return Span(Path(self.file), start, end, line, start - line_start + 1)

    def found(self) -> str:
        """The token at the cursor in words."""
        key = self.keys[self.i]
        if key == EOF:
            return "the end of the declaration"
        return f"`{self.raws[self.i][:40]}`"

    def fail(self, expected: str, message: str = "", advice: str = "") -> NoReturn:
        i = self.i
        raise ParseError(
            Diagnostic(
                message or f"{self.found()} is not expected here",
                self.place(self.starts[i], max(self.ends[i], self.starts[i])),
                expected,
                self.found(),
                advice or self.advice(),
            )
        )

    def advice(self) -> str:
        i = self.i
        key = self.keys[i]
        while i and not self.first[i]:
            i -= 1
        if i and self.cols[i] == 0 and self.keys[i] == IDENT and key != EOF:
            return f"if `{self.raws[i]}` is meant to start a command, it is not one known here"
        if key in (")", "]", "}", "⟩", "⦄"):
            return f"check that every bracket is closed by its own kind; this `{key}` closes none"
        if key == "=":
            return "a definition's value follows `:=`; an alternative's follows `=>`"
        if key == ":=":
            return "`:=` starts a value; inside a term write `let x := e; …` or `(x := e)`"
        if key in ("→", "->") or key == "|":
            return "a term must stand before it"
        return ""

    # ---- small steps

    def expect(self, key: str, expected: str = "", opened: int = -1) -> None:
        """Steps over `key`. `opened` is the token that it closes, for the error's text."""
        if self.keys[self.i] == key:
            self.i += 1
            return
        if opened >= 0:
            place = self.place(self.starts[opened], self.ends[opened])
            self.fail(
                f"`{key}`{' or ' + expected if expected else ''}",
                f"`{self.raws[opened]}` opened at {place.line}:{place.column} is not closed "
                f"before {self.found()}",
                f"add `{key}`, or an operator or comma before {self.found()}",
            )
        self.fail(f"`{key}`{' or ' + expected if expected else ''}")

    def accept(self, key: str) -> bool:
        if self.keys[self.i] == key:
            self.i += 1
            return True
        return False

    def expect_any(self, *keys: str) -> None:
        if self.keys[self.i] in keys:
            self.i += 1
            return
        self.fail(" or ".join(f"`{k}`" for k in keys))

    def name(self, what: str = "a name") -> str:
        """Reads an identifier or `_`."""
        i = self.i
        if self.keys[i] != IDENT:
            self.fail(what)
        self.i += 1
        return plain_name(self.raws[i])

    def state(self) -> tuple[int, int, int, list[str], list[list[str]]]:
        """What `restore` takes to come back here after a failure."""
        return (self.i, self.column, self.depth, list(self.frames), [list(d) for d in self.dots])

    def restore(self, state: tuple[int, int, int, list[str], list[list[str]]]) -> None:
        self.i, self.column, self.depth, self.frames, self.dots = state

    def since(self, start: int) -> tuple[int, int]:
        """The range from the offset `start` to the end of the last token read."""
        return (start, self.ends[self.i - 1])

    @contextmanager
    def saved(self, column: int) -> Iterator[None]:
        """Saves a position: arguments within must stand to the right of `column`."""
        before = self.column
        self.column = column
        try:
            yield
        finally:
            self.column = before

    @contextmanager
    def bracket(self) -> Iterator[None]:
        """Between brackets: the saved column and the open bars of outside do not count."""
        column, frames = self.column, self.frames
        self.column, self.frames = -1, []
        self.depth += 1
        try:
            yield
        finally:
            self.column, self.frames = column, frames
            self.depth -= 1
