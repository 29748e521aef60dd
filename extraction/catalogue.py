"""What a project declares, as its text says: nothing here elaborates."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from denotary.extraction.costs import Excerpt
from denotary.extraction.projects import Root

if TYPE_CHECKING:
    from denotary.parser.project import Project
    from denotary.parser.syntax.tree import DeclText, FileText


@dataclass(frozen=True, slots=True)
class Entry:
    """A declaration and where it stands."""

    name: str
    """The full name. Several files of a project may declare the same one."""
    kind: str
    file: str
    """Relative to the project where it lies inside it."""
    line: int
    """Of the name."""
    proof: str
    """`proof`, `sorry`, `axiom`, or empty for what is not a theorem."""
    key: str = ""
    """What the parser calls it: the name, where no other declaration has that."""
    namespace: str = ""
    start: int = 0
    """The line of its docstring, attributes or keyword, whichever is first."""
    end: int = 0
    """The line on which its text ends."""
    doc: str = ""
    private: bool = False

    def __post_init__(self) -> None:
        if not self.key:
            object.__setattr__(self, "key", self.name)

    @property
    def place(self) -> str:
        """`file:name`, which tells it from others of the same name."""
        return f"{self.file}:{self.name}"

    def encode(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "kind": self.kind,
            "file": self.file,
            "line": self.line,
            "proof": self.proof,
            "namespace": self.namespace,
            "start": self.start,
            "end": self.end,
            "doc": self.doc,
            "private": self.private,
        }


def entries(project: Project, root: Root) -> dict[str, Entry]:
    """Every named declaration by its key, in source order."""
    found: dict[str, Entry] = {}
    lines: _Lines | None = None
    for key in project.names():
        file, decl = project.text(key)
        if lines is None or lines.file is not file:
            lines = _Lines(file)
        found[key] = _entry(key, root.relative(file.path), decl, lines)
    return found


def file_entries(file: FileText, inside: str) -> Iterator[Entry]:
    """The named declarations of one file, which the project calls `inside`.

    Their keys are not known without the other files.
    """
    lines = _Lines(file)
    for decl in file.declarations:
        if decl.kind != "example":
            yield _entry(decl.full_name, inside, decl, lines)


def _entry(key: str, file: str, decl: DeclText, lines: _Lines) -> Entry:
    start, end = decl.span
    return Entry(
        name=decl.full_name,
        kind=decl.kind,
        file=file,
        line=lines.of(decl.name_span[0]),
        proof=proof(decl),
        key=key,
        namespace=decl.scope.namespace,
        start=lines.of(start),
        end=lines.of(max(start, end - 1)),
        doc=decl.doc.strip(),
        private="private" in decl.modifiers,
    )


class _Lines:
    """Line numbers of offsets into a file."""

    def __init__(self, file: FileText) -> None:
        self.file = file
        self._starts = [0]
        at = file.text.find("\n")
        while at >= 0:
            self._starts.append(at + 1)
            at = file.text.find("\n", at + 1)

    def of(self, offset: int) -> int:
        return bisect_right(self._starts, offset)


def proof(decl: DeclText) -> str:
    """How the text backs a statement."""
    if decl.kind == "axiom":
        return "axiom"
    if decl.kind != "theorem":
        return "sorry" if decl.has_sorry else ""
    return "sorry" if decl.has_sorry else "proof"


def excerpts(project: Project) -> dict[str, Excerpt]:
    """The text that each declaration's meaning depends on, for an estimate of its cost."""
    return {name: Excerpt(name, meaning(*project.text(name))) for name in project.names()}


def meaning(file: FileText, decl: DeclText) -> str:
    """A theorem's signature; anything else with its body."""
    start, end = decl.signature
    return file.text[start : end if decl.kind == "theorem" else decl.body[1]]


def misunderstood(file: FileText) -> Iterator[tuple[int, int, str]]:
    """Line, column and text of what the splitter did not understand in a file."""
    from denotary.parser.syntax import span  # a listing from the cache does without the parser

    for problem in file.problems:
        place = span(file, problem.span)
        yield place.line, place.column, problem.message
