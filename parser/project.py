"""A project: its files split into declarations, elaborated one by one when asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from denotary.parser.elaborate.context import Context
from denotary.parser.elaborate.core import OutOfFuel
from denotary.parser.elaborate.elaborator import Elaborator
from denotary.parser.elaborate.names import join, namespaces
from denotary.parser.library.files import lakefile, prelude_files, read_files
from denotary.parser.library.imports import Imports
from denotary.parser.library.instances import Instances
from denotary.parser.library.kept import Kept
from denotary.parser.library.keys import Keys
from denotary.parser.library.making import Maker
from denotary.parser.library.members import Members
from denotary.parser.library.places import Places
from denotary.parser.library.reader import Reader
from denotary.parser.library.shelf import Shelf
from denotary.parser.library.table import Entry, Table
from denotary.parser.library.walk import lean_files
from denotary.parser.syntax import span as make_span
from denotary.parser.syntax import split
from denotary.parser.syntax.tree import DeclText, Expr, FileText, NotationDecl, Range, Scope
from denotary.spec.declarations import Declaration, Span
from denotary.spec.depth import make_room
from denotary.spec.diagnostics import Diagnostic, LeanError
from denotary.spec.environment import Environment
from denotary.spec.pretty import pretty
from denotary.spec.terms import Term

__all__ = ["Project", "lean_files", "load_project", "load_text", "prelude_files"]


class Project:
    """The declarations of a folder of Lean files (or one file) together with the prelude.

    A declaration's name here is its key in the table: its full name, or `_file.MODULE.N.NAME` and
    `_private.MODULE.N.NAME` where that is not enough (see `Table`); `full_name` gives what the text
    calls it, `text` the file it stands in. `errors` keeps what went wrong in values (types raise at
    once): name → errors.
    """

    def __init__(
        self,
        root: Path,
        files: Sequence[FileText],
        prelude: Sequence[FileText],
        shelf: Shelf | None = None,
        version: bytes = b"",
    ) -> None:
        """`shelf` keeps what is elaborated for later runs of the same `version` of Denotary."""
        make_room()
        self.root = root
        self.files = list(files)
        self.prelude = list(prelude)
        self._prelude_paths = frozenset(f.path for f in self.prelude)
        self.errors: dict[str, list[LeanError]] = {}
        self._searches: dict[str, dict[Term, Term | None]] = {}
        """What was searched for and found, for each file: files see different instances."""
        self._imports = Imports(root, self.files, self.prelude)
        self._table = Table(root, self.prelude, self.files, self._imports)
        self._reader = Reader(self._imports)
        self._members = Members(self._table, self._reader, self.errors)
        options = lakefile(root)
        self._places = Places(self._table, self._members, options)
        self._kept: Kept | None = None
        if shelf is not None:
            keys = Keys(version, self._table, self._imports, self.prelude, options)
            self._kept = Kept(shelf, keys)
        self._maker = Maker(
            self._table, self._members, self._reader, self.errors, self.elaborator, self._kept
        )
        self.environment: Environment = self._maker.environment
        self._instances = Instances(
            self._table,
            self._imports,
            self._reader,
            self._places,
            self.environment,
            self._members,
            self._maker.busy,
            self.errors,
        )

    # ---- what the rest of the tool asks

    @property
    def entries(self) -> dict[str, Entry]:
        """Every declaration of the prelude and of the project by name, in file order."""
        return self._table.entries

    def names(self) -> list[str]:
        """Names of the project's own declarations, in file order."""
        own = {f.path for f in self.files}
        return [n for n, e in self.entries.items() if e.file.path in own]

    @property
    def duplicates(self) -> list[str]:
        """The declarations whose full name another file (or this one) declares before them."""
        return [n for n in self.names() if n.startswith("_file.")]

    def full_name(self, name: str) -> str:
        """What the text calls the declaration: without the file that sets it apart."""
        return self._table.full_name(name)

    def text(self, name: str) -> tuple[FileText, DeclText]:
        """The file in which the declaration stands, and its place there."""
        entry = self.entries[name]
        return entry.file, entry.decl

    def declare(self, name: str) -> Declaration:
        """The elaborated declaration. Raises `LeanError` when its type does not elaborate."""
        found = self.environment.find(name)
        if found is None:
            raise LeanError(Diagnostic(f"unknown declaration `{name}`"))
        return found

    def keep(self) -> None:
        """Put on disk what was elaborated, where something is kept; at the end it is anyway."""
        if self._kept is not None:
            self._kept.flush()

    # ---- Library, for the elaborator

    @property
    def env(self) -> Environment:
        return self.environment

    @property
    def skips(self) -> int:
        """How often an instance was passed over because it was still being elaborated."""
        return self._instances.skips

    def inside(self, file: FileText, owner: str, name: str) -> str | None:
        """The constant `name` in the namespace of the constant `owner`, as seen from a file."""
        return self._members.inside(file, owner, name)

    def span(self, file: FileText, range: Range) -> Span:
        return make_span(file, range)

    def near(self, name: str) -> list[str]:
        """Up to three full names whose last component resembles that of `name`."""
        return self._table.near(name)

    def unimported(self, file: FileText, scope: Scope, name: str) -> str:
        """The file that declares `name` where it would be in force in `scope`, were it imported."""
        spaces = (*namespaces(scope.namespace), *(o.namespace for o in scope.opens))
        found = (self._table.hidden(file, join(space, name)) for space in spaces)
        return next(filter(None, found), "")

    def foreign(self, file: FileText) -> bool:
        """Whether names may come from modules outside the project: see `Imports.foreign`."""
        return self._imports.foreign(file)

    def syntax_of(self, file: FileText, word: str, place: Span) -> LeanError | None:
        """That a word is of a syntax of the project's own: see `Imports.syntax_of`."""
        return self._imports.syntax_of(file, word, place)

    def is_prelude(self, name: str) -> bool:
        """Whether the prelude declares the constant."""
        entry = self.entries.get(name)
        return entry is not None and entry.file.path in self._prelude_paths

    def show(self, term: Term) -> str:
        return pretty(self.environment, term)

    def notation_rhs(self, file: FileText, notation: NotationDecl) -> Expr:
        """What a notation in force in a file stands for."""
        return self._reader.right_side(file, notation)

    def notations(self, file: FileText, scope: Scope) -> Mapping[str, tuple[NotationDecl, ...]]:
        """Notations in force at a place by symbol: see `Imports.in_force`."""
        return self._imports.in_force(file, scope)

    def imported_notations(self, file: FileText, scope: Scope) -> tuple[NotationDecl, ...]:
        """What the prelude and other files put in force at a place: for the parser's verbs."""
        return self._imports.notations(file, scope)

    def instances_of(
        self, cls: str, file: FileText, shape: Sequence[str | None] = ()
    ) -> Iterable[Declaration]:
        """Instances that a file sees, in the order they are to be tried: see `Instances.of`."""
        return self._instances.of(cls, file, shape)

    def instance(self, goal: Term, at: str) -> Term | None:
        """The instance of a class without free variables that is found where `at` is declared."""
        entry = self.entries[at]
        search = self.elaborator(entry.file, entry.decl.scope).search
        try:
            found = search.find(goal, Context.empty(), entry.decl.span, force=True)
        except (LeanError, OutOfFuel):
            return None
        return found if isinstance(found, Term) else None

    def elaborator(self, file: FileText, scope: Scope) -> Elaborator:
        """A fresh elaborator for a place in a file."""
        return Elaborator(
            self,
            file,
            self._places.resolver(file, scope),
            scope=scope,
            cache=self._searches.setdefault(
                "" if file.path in self._prelude_paths else file.path, {}
            ),
            auto_implicit=self._places.auto_implicit(file),
        )


def load_project(root: Path | str, shelf: Shelf | None = None, version: bytes = b"") -> Project:
    """Split every Lean file under `root` (or the one file). Raises OSError, UnicodeDecodeError.

    What is elaborated is taken from `shelf`, and kept there for runs of the same `version`.
    """
    root = Path(root)
    files, prelude = read_files(root, shelf, version), prelude_files(shelf, version)
    return Project(root, files, prelude, shelf, version)


def load_text(text: str, path: str = "Snippet.lean") -> Project:
    """A project of one file given as text, for tests and interactive use."""
    return Project(Path(path), [split(Path(path), text)], prelude_files())
