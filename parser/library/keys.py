"""What an elaborated declaration depends on, as a hash: all that its file sees.

That is the text of its file and of the files that this one imports, directly or not; the prelude
and Denotary's own code; the lakefile's options; commands that any file of the project defines, as
they decide where declarations end; and the keys by which names are told apart that several files
declare. Paths count, as terms and errors carry places. Files that are not imported do not: nothing
of them is there for the elaborator (`Imports.sees`), but in the advice that comes with errors.
"""

from __future__ import annotations

from denotary.parser.library.imports import Imports
from denotary.parser.library.table import Table
from denotary.parser.syntax.tree import FileText
from denotary.spec.digest import digest


class Keys:
    """Hashes by file, made when they are asked for. `version` is of Denotary's code and prelude."""

    def __init__(
        self, version: bytes, table: Table, imports: Imports, prelude: list[FileText], options: str
    ) -> None:
        self._table = table
        self._imports = imports
        self._prelude = prelude
        self._version = version
        self._options = options
        self._apart: dict[str, list[str]] | None = None
        self._own: dict[str, bytes] = {}
        self._found: dict[str, bytes] = {}
        self._names: bytes | None = None
        self._common: bytes | None = None

    def of(self, file: FileText) -> bytes:
        """The hash for the declarations of one file."""
        found = self._found.get(file.path)
        if found is None:
            if self._common is None:
                self._common = digest(self._version, *map(self._file, self._prelude))
            if file.path in self._imports.modules:
                seen = self._imports.closure(file)
                around = [self._options, str(self._imports.foreign(file))]
                others = [self._file(seen[path]) for path in sorted(seen)]
                found = digest(self._common, *around, self._file(file), *others)
            else:
                found = digest(self._common, file.path)
            self._found[file.path] = found
        return found

    def names(self) -> bytes:
        """A hash of all names of the project: errors speak of those that resemble another."""
        if self._names is None:
            table = self._table
            self._names = digest(*(f"{key} {e.file.path}" for key, e in table.entries.items()))
        return self._names

    def _file(self, file: FileText) -> bytes:
        found = self._own.get(file.path)
        if found is None:
            if self._apart is None:
                self._apart = {}
                for key, entry in self._table.entries.items():
                    if key != entry.decl.full_name:
                        self._apart.setdefault(entry.file.path, []).append(key)
            apart = "\n".join(self._apart.get(file.path, ()))
            defined = " ".join(sorted(file.defined))
            found = self._own[file.path] = digest(file.path, file.text, apart, defined)
        return found
