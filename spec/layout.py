"""Documents that choose their own line breaks (Wadler, "A prettier printer", 2003)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """A line break, or `flat` when its group fits on the line."""

    flat: str = " "


@dataclass(frozen=True, slots=True)
class Concat:
    parts: tuple[Doc, ...]


@dataclass(frozen=True, slots=True)
class Nest:
    """`doc` with `by` more columns of indentation after its line breaks."""

    by: int
    doc: Doc


@dataclass(frozen=True, slots=True)
class Group:
    """`doc` on one line if it fits, else with all of its own line breaks."""

    doc: Doc


Doc = str | Line | Concat | Nest | Group

LINE = Line()
SOFT = Line("")


def cat(*parts: Doc) -> Doc:
    return Concat(parts)


def join(separator: Doc, docs: Iterable[Doc]) -> Doc:
    out: list[Doc] = []
    for doc in docs:
        if out:
            out.append(separator)
        out.append(doc)
    return Concat(tuple(out))


def hang(*parts: Doc, by: int = 2) -> Doc:
    """A group whose continuation lines are indented."""
    return Group(Nest(by, Concat(parts)))


def fill(docs: Iterable[Doc]) -> list[Doc]:
    """Each of `docs` after a space, or on a new line where it does not fit any more."""
    return [Group(cat(LINE, d)) for d in docs]


def render(doc: Doc, width: int) -> str:
    """The text of `doc`, lines at most `width` columns where the breaks allow it."""
    out: list[str] = []
    column = 0
    stack: list[tuple[int, bool, Doc]] = [(0, False, doc)]
    while stack:
        indent, flat, item = stack.pop()
        match item:
            case str():
                out.append(item)
                column += len(item)
            case Concat(parts):
                stack.extend((indent, flat, p) for p in reversed(parts))
            case Nest(by, inner):
                stack.append((indent + by, flat, inner))
            case Line(text):
                if flat:
                    out.append(text)
                    column += len(text)
                else:
                    out.append("\n" + " " * indent)
                    column = indent
            case Group(inner):
                fits = flat or _fits(inner, width - column, stack)
                stack.append((indent, fits, inner))
    return "\n".join(row.rstrip() for row in "".join(out).split("\n"))


def _fits(doc: Doc, room: int, rest: Sequence[tuple[int, bool, Doc]]) -> bool:
    """Whether `doc`, set flat, and what follows it up to the next break fit into `room`."""
    at = len(rest)
    stack: list[tuple[bool, Doc]] = [(True, doc)]
    while room >= 0:
        if not stack:
            if at == 0:
                return True
            at -= 1
            stack.append((rest[at][1], rest[at][2]))
            continue
        flat, item = stack.pop()
        match item:
            case str():
                room -= len(item)
            case Concat(parts):
                stack.extend((flat, p) for p in reversed(parts))
            case Nest(_, inner):
                stack.append((flat, inner))
            case Line(text):
                if not flat:
                    return True
                room -= len(text)
            case Group(inner):
                stack.append((flat, inner))
    return False
