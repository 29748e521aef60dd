"""Errors as data, and the one place where their text is made."""

from __future__ import annotations

from dataclasses import dataclass

from denotary.spec.declarations import Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing wrong with the input: where, what was expected, what was found, what to do."""

    message: str
    span: Span | None = None
    expected: str = ""
    found: str = ""
    advice: str = ""

    def render(self, source: str | None = None) -> str:
        """`file:line:column: error: …`, the source line with a caret, expected, found, advice."""
        where = f"{self.span.place}: " if self.span else ""
        lines = [f"{where}error: {self.message}"]
        if self.span is not None:
            if source is None:
                try:
                    source = self.span.file.read_text(encoding="utf-8")
                except OSError:
                    source = None
            if source is not None:
                rows = source.splitlines()
                if 0 < self.span.line <= len(rows):
                    row = rows[self.span.line - 1]
                    width = max(
                        1, min(self.span.end - self.span.start, len(row) - self.span.column + 1)
                    )
                    lead = "".join("\t" if c == "\t" else " " for c in row[: self.span.column - 1])
                    lines += [f"  | {row}", f"  | {lead}{'^' * width}"]
        for label, text in (
            ("expected", self.expected),
            ("found", self.found),
            ("try", self.advice),
        ):
            if text:
                body = text.replace("\n", "\n      ")
                lines.append(f"  {label}: {body}")
        return "\n".join(lines)


class LeanError(Exception):
    """The Lean text (or what the user asked of it) is wrong; carries one diagnostic."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic

    def __str__(self) -> str:
        return self.diagnostic.render()
