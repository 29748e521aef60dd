"""What a project declares, as its text says: nothing here elaborates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from denotary.extraction.costs import Excerpt
from denotary.extraction.projects import Root

if TYPE_CHECKING:
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
    """Every named declaration by full name, in source order; `example`s have no name."""
    found: dict[str, Entry] = {}
    for file in project.files:
        shown = root.relative(file.path)
        position, line = 0, 1
        for decl in file.declarations:
            if decl.kind == "example" or not decl.full_name:
                continue
            start = decl.name_span[0]
            line += file.text.count("\n", position, start)
            position = start
            found[decl.full_name] = Entry(decl.full_name, decl.kind, shown, line, proof(decl))
    return found


def proof(decl: DeclText) -> str:
    """How the text backs a statement."""
    if decl.kind == "axiom":
        return "axiom"
    if decl.kind != "theorem":
        return "sorry" if decl.has_sorry else ""
    return "sorry" if decl.has_sorry else "proof"


def excerpts(project: Project) -> dict[str, Excerpt]:
    """The text that each declaration's meaning depends on, for an estimate of its cost."""
    return {
        decl.full_name: Excerpt(decl.full_name, meaning(file, decl))
        for file in project.files
        for decl in file.declarations
        if decl.kind != "example" and decl.full_name
    }


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
