"""What a project declares, as its text says: nothing here elaborates."""

from __future__ import annotations

from dataclasses import dataclass

from denotary.extraction.costs import Excerpt
from denotary.extraction.projects import Root
from denotary.parser.project import Project
from denotary.parser.syntax.tree import DeclText, FileText


@dataclass(frozen=True, slots=True)
class Entry:
    """A declaration and where it stands."""

    name: str
    kind: str
    file: str
    """Relative to the project where it lies inside it."""
    line: int
    proof: str
    """`proof`, `sorry`, `axiom`, or empty for what is not a theorem."""

    def encode(self) -> dict[str, str | int]:
        return {
            "name": self.name,
            "kind": self.kind,
            "file": self.file,
            "line": self.line,
            "proof": self.proof,
        }


def entries(project: Project, root: Root) -> dict[str, Entry]:
    """Every named declaration by full name, in source order."""
    found: dict[str, Entry] = {}
    lines = _Lines()
    for name in project.names():
        file, decl = project.text(name)
        line = lines.of(file, decl.name_span[0])
        found[name] = Entry(name, decl.kind, root.relative(file.path), line, proof(decl))
    return found


class _Lines:
    """Line numbers of growing offsets, without counting a file from its start each time."""

    def __init__(self) -> None:
        self._path, self._offset, self._line = "", 0, 1

    def of(self, file: FileText, offset: int) -> int:
        if file.path != self._path or offset < self._offset:
            self._path, self._offset, self._line = file.path, 0, 1
        self._line += file.text.count("\n", self._offset, offset)
        self._offset = offset
        return self._line


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


def problems(project: Project, root: Root) -> list[str]:
    """What the splitter did not understand, as `file:line:column: warning: …`."""
    found = []
    for file in project.files:
        for problem in file.problems:
            start = problem.span[0]
            line = file.text.count("\n", 0, start) + 1
            column = start - (file.text.rfind("\n", 0, start) + 1) + 1
            found.append(f"{root.relative(file.path)}:{line}:{column}: warning: {problem.message}")
    return found
