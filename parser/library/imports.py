"""Which files a file imports, directly or not, and the notations that come with them."""

from __future__ import annotations

from pathlib import Path

from denotary.parser.library.files import module
from denotary.parser.syntax import parse_notation_rhs
from denotary.parser.syntax.tree import Expr, FileText, NotationDecl, Scope


class Imports:
    """The import graph of a project's files. Imports of files that are not there are left out."""

    def __init__(self, root: Path, files: list[FileText]) -> None:
        self.modules = {f.path: module(root, f.path) for f in files}
        """Path → module name."""
        self._files = {self.modules[f.path]: f for f in files}
        self._closures: dict[str, dict[str, FileText]] = {}
        self._notations: dict[str, tuple[NotationDecl, ...]] = {}
        self._home: dict[int, FileText] = {}

    def closure(self, file: FileText) -> dict[str, FileText]:
        """The project's files that `file` imports, directly or not, by path."""
        found = self._closures.get(file.path)
        if found is None:
            out: dict[str, FileText] = {}
            stack = list(file.imports)
            while stack:
                other = self._files.get(stack.pop())
                if other is not None and other.path not in out and other.path != file.path:
                    out[other.path] = other
                    stack += other.imports
            found = self._closures[file.path] = out
        return found

    def notations(self, file: FileText) -> tuple[NotationDecl, ...]:
        """What the files that `file` imports, directly or not, put in scope."""
        found = self._notations.get(file.path)
        if found is None:
            out: list[NotationDecl] = []
            for other in self.closure(file).values():
                for n in exported_notations(other):
                    self._home[id(n)] = other
                    out.append(n)
            found = self._notations[file.path] = tuple(out)
        return found

    def in_force(self, file: FileText, scope: Scope) -> tuple[NotationDecl, ...]:
        """Notations in force at a place: the file's own first, then those of its imports."""
        return (*reversed(scope.notations), *reversed(self.notations(file)))

    def right_side(self, file: FileText, notation: NotationDecl) -> Expr:
        """What a notation in force in `file` stands for."""
        home = self._home.get(id(notation), file)
        return parse_notation_rhs(home, notation, self.notations(home))


def exported_notations(file: FileText) -> tuple[NotationDecl, ...]:
    """The notations that a file's end leaves in scope."""
    if not file.declarations:
        return ()
    return tuple(n for n in file.declarations[-1].scope.notations if not n.local)
