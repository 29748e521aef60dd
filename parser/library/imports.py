"""Which files a file imports, directly or not, and the notations that come with them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from denotary.parser.elaborate.elaborator import Unmeaning
from denotary.parser.elaborate.names import namespaces, opened
from denotary.parser.library.files import module
from denotary.parser.syntax import parse_notation_rhs
from denotary.parser.syntax import span as make_span
from denotary.parser.syntax.cursor import ParseError
from denotary.parser.syntax.notations import symbols
from denotary.parser.syntax.tree import Expr, FileText, NotationDecl, Open, Scope, SyntaxText
from denotary.spec.declarations import Span
from denotary.spec.diagnostics import Diagnostic, LeanError

_Place = tuple[str, str, tuple[Open, ...]]
"""File, namespace, opened namespaces."""

Notations = tuple[NotationDecl, ...]


class Imports:
    """The import graph of a project's files. Imports of files that are not there are left out.

    The notations of the prelude's files are in force everywhere but in the prelude.
    """

    def __init__(self, root: Path, files: list[FileText], prelude: list[FileText]) -> None:
        self.modules = {f.path: module(root, f.path) for f in files}
        """Path → module name."""
        self._files = {self.modules[f.path]: f for f in files}
        self._prelude = prelude
        self._meant: dict[str, tuple[FileText, ...]] = {}
        self._closures: dict[str, dict[str, FileText]] = {}
        self._notations: dict[_Place, tuple[NotationDecl, ...]] = {}
        self._tables: dict[tuple[_Place, int], tuple[Scope, Mapping[str, Notations]]] = {}
        self._home: dict[int, FileText] = {}
        self._sides: dict[int, Expr] = {}
        self._namespaces: set[str] | None = None
        """Those that hold scoped notations, and those around them."""

    def meant(self, name: str) -> tuple[FileText, ...]:
        """The project's files that the import `name` may mean.

        That is the module of this name. Where modules are not counted from the project's root, it
        is those whose names end as `name` does (sources in a folder of their own), else the one
        that `name` ends in (a root inside of a package).
        """
        found = self._meant.get(name)
        if found is None:
            exact = self._files.get(name)
            found = (exact,) if exact is not None else self._within(name) or self._longer(name)
            self._meant[name] = found
        return found

    def _within(self, name: str) -> tuple[FileText, ...]:
        return tuple(f for m, f in self._files.items() if m.endswith("." + name))

    def _longer(self, name: str) -> tuple[FileText, ...]:
        while "." in name:
            name = name.partition(".")[2]
            if name in self._files:
                return (self._files[name],)
        return ()

    def closure(self, file: FileText) -> dict[str, FileText]:
        """The project's files that `file` imports, directly or not, by path."""
        found = self._closures.get(file.path)
        if found is None:
            out: dict[str, FileText] = {}
            stack = list(file.imports)
            while stack:
                for other in self.meant(stack.pop()):
                    if other.path not in out and other.path != file.path:
                        out[other.path] = other
                        stack += other.imports
            found = self._closures[file.path] = out
        return found

    def sees(self, file: FileText, path: str) -> bool:
        """Whether what the file at `path` declares is there for `file`: names, instances.

        The prelude is there for every file, and sees itself alone.
        """
        if path not in self.modules or path == file.path:
            return True
        return file.path in self.modules and path in self.closure(file)

    def foreign(self, file: FileText) -> bool:
        """Whether `file` imports, directly or not, a module that the project does not have."""
        files = (file, *self.closure(file).values())
        return any(
            name not in self._files and not self._within(name) for f in files for name in f.imports
        )

    def explained(self, file: FileText, error: LeanError) -> LeanError:
        """`error`, or that the text there is of a syntax which the project declares itself."""
        place = error.diagnostic.span
        if not isinstance(error, ParseError) or place is None or str(place.file) != file.path:
            return error
        line = file.text.rfind("\n", 0, place.start) + 1
        before, at = file.text[line : place.start], file.text[place.start :]
        for other in (file, *self.closure(file).values()):
            for s in other.syntaxes:
                if at.startswith(s.literals) or any(w in before for w in s.literals):
                    return self._not_followed(other, s, place)
        return error

    def syntax_of(self, file: FileText, word: str, place: Span) -> LeanError | None:
        """That `word` belongs to a syntax that the project declares, if it does."""
        for other in (file, *self.closure(file).values()):
            for s in other.syntaxes:
                if word in s.literals:
                    return self._not_followed(other, s, place)
        return None

    def _not_followed(self, home: FileText, syntax: SyntaxText, place: Span) -> LeanError:
        shown = " … ".join(f'"{w}"' for w in syntax.literals)
        message = f"syntax that the project declares (`{syntax.kind} {shown}`) has no meaning here"
        advice = f"it is declared at {make_span(home, syntax.span).place}"
        return Unmeaning(Diagnostic(message, place, advice=advice))

    def notations(self, file: FileText, scope: Scope) -> Notations:
        """What the prelude and the files that `file` imports put in force at a place in `file`.

        A `scoped` notation is in force inside its namespace and where that is opened.
        """
        key = file.path, scope.namespace, scope.opens
        found = self._notations.get(key)
        if found is None:
            out: list[NotationDecl] = []
            if file.path in self.modules:
                around = self._active(scope)
                for other in (*self._prelude, *reversed(self.closure(file).values())):
                    for n in other.notations:
                        if not n.local and (not n.scoped_in or n.scoped_in in around):
                            self._home[id(n)] = other
                            out.append(n)
            found = self._notations[key] = tuple(out)
        return found

    def _active(self, scope: Scope) -> frozenset[str]:
        """The namespaces whose scoped notations are in force: those around, and those opened."""
        if self._namespaces is None:
            files = (*self._prelude, *self._files.values())
            scoped = {n.scoped_in for f in files for n in f.notations if n.scoped_in}
            self._namespaces = {ns for name in scoped for ns in namespaces(name)}
        names = {
            ns
            for ns, o in opened(scope, self._namespaces.__contains__)
            if not (o.only or o.hiding or o.renaming)
        }
        return frozenset(names.union(namespaces(scope.namespace)))

    def in_force(self, file: FileText, scope: Scope) -> Mapping[str, Notations]:
        """Symbol → the notations that a use of it can mean: the file's own first, later first."""
        key = (file.path, scope.namespace, scope.opens), id(scope.notations)
        found = self._tables.get(key)
        if found is None:
            table: dict[str, list[NotationDecl]] = {}
            for n in (*reversed(scope.notations), *reversed(self.notations(file, scope))):
                for symbol in symbols(n):
                    table.setdefault(symbol, []).append(n)
            found = self._tables[key] = scope, {s: tuple(ns) for s, ns in table.items()}
        return found[1]

    def home(self, file: FileText, notation: NotationDecl) -> FileText:
        """The file that declares a notation in force in `file`."""
        return self._home.get(id(notation), file)

    def right_side(self, file: FileText, notation: NotationDecl) -> Expr:
        """What a notation in force in `file` stands for."""
        found = self._sides.get(id(notation))
        if found is None:
            home = self.home(file, notation)
            inner = Scope(namespace=notation.scoped_in)
            before = tuple(n for n in home.notations if n.rhs < notation.rhs)
            found = parse_notation_rhs(home, notation, (*self.notations(home, inner), *before))
            self._sides[id(notation)] = found
        return found
