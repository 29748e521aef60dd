"""The table of what a project and the prelude declare: keys, full names, and who sees which."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz import fuzz, process

from denotary.parser.library.files import module
from denotary.parser.library.imports import Imports
from denotary.parser.syntax.tree import DeclText, FileText

_EXPORT = re.compile(r"^export\s+([\w.]+)\s*\(([^)]*)\)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a name is declared. `order` grows along the files as they were loaded."""

    file: FileText
    decl: DeclText
    order: int


class Table:
    """Declarations by key.

    The key of a declaration is its full name, with two exceptions, as several files may declare
    one name without importing each other (`main`):

    - `private` declarations have the key `_private.MODULE.N.NAME`;
    - of several others of one name, the first by path has the name as its key, and the later ones
      `_file.MODULE.N.NAME`,

    where `MODULE` is the file's module name (`A.B` for `A/B.lean`) and `N` counts declarations of
    the name in that file from 0. Keys are what `Const` terms, `names()` and the environment carry.
    """

    def __init__(
        self, root: Path, prelude: Iterable[FileText], files: Iterable[FileText], imports: Imports
    ) -> None:
        self.entries: dict[str, Entry] = {}
        """Key → entry, in the order of the files."""
        self._exported: dict[str, list[tuple[str, str]]] = {}
        """Names made visible by `export`: short name → the file that does it, the full name."""
        self.namespaces: set[str] = set()
        """Every prefix of a full name, and every type: what `open` can mean."""
        self._root = root
        self._imports = imports
        self._keys: dict[str, list[str]] = {}
        self._shorts: dict[str, str] | None = None
        self._count = 0
        for file in prelude:
            self._add(file)
        for file in files:
            self._add(file)

    def _add(self, file: FileText) -> None:
        if "export" in file.text:
            for ns, names in _EXPORT.findall(file.text):
                for n in names.split():
                    self._exported.setdefault(n, []).append((file.path, f"{ns}.{n}"))
        for decl in file.declarations:
            self._count += 1
            if decl.kind == "example":
                continue
            full = decl.full_name
            key = full
            if decl.kind in ("structure", "class", "inductive", "class inductive"):
                self.namespaces.add(full)
            outer = full.rpartition(".")[0]
            while outer and outer not in self.namespaces:
                self.namespaces.add(outer)
                outer = outer.rpartition(".")[0]
            private = "private" in decl.modifiers
            if private or full in self.entries:
                key = self._apart("_private" if private else "_file", file, full)
            self.entries[key] = Entry(file, decl, self._count)
            self._keys.setdefault(full, []).append(key)

    def _apart(self, kind: str, file: FileText, full: str) -> str:
        stem = f"{kind}.{module(self._root, file.path)}"
        n = 0
        while (key := f"{stem}.{n}.{full}") in self.entries:
            n += 1
        return key

    def full_name(self, key: str) -> str:
        """The name that the text gives to the declaration with this key, or to a member of it."""
        if not key.startswith(("_private.", "_file.")):
            return key
        rest = ""
        owner = key
        while owner:
            entry = self.entries.get(owner)
            if entry is not None:
                return entry.decl.full_name + rest
            owner, _, last = owner.rpartition(".")
            rest = f".{last}{rest}"
        return key

    def visible(self, file: FileText, full: str) -> str | None:
        """The key that a full name has in a file: the file's own, else an imported one, else ours.

        Private declarations are seen by their own file only, others where it is imported.
        """
        keys = self._keys.get(full)
        if keys is None:
            return None
        imported = ours = None
        for key in keys:
            entry = self.entries[key]
            path = entry.file.path
            if path == file.path:
                return key
            if "private" not in entry.decl.modifiers and self._imports.sees(file, path):
                if path in self._imports.modules:
                    imported = imported or key
                else:
                    ours = ours or key
        return imported or ours

    def exported(self, file: FileText, short: str) -> Iterator[str]:
        """The full names that a short one may stand for in a file because of `export`."""
        for path, full in self._exported.get(short, ()):
            if self._imports.sees(file, path):
                yield full

    def hidden(self, file: FileText, full: str) -> str:
        """A file that declares the name and that `file` does not import; else nothing."""
        for key in self._keys.get(full, ()):
            entry = self.entries[key]
            private = "private" in entry.decl.modifiers
            if not private and not self._imports.sees(file, entry.file.path):
                return entry.file.path
        return ""

    def protected(self, key: str) -> bool:
        entry = self.entries.get(key)
        return entry is not None and "protected" in entry.decl.modifiers

    def near(self, name: str) -> list[str]:
        """Up to three full names whose last component resembles that of `name`."""
        if self._shorts is None:
            self._shorts = {}
            for full in self._keys:
                self._shorts.setdefault(full.rpartition(".")[2], full)
        last = name.rpartition(".")[2]
        found = process.extract(
            last, self._shorts.keys(), scorer=fuzz.ratio, limit=3, score_cutoff=75
        )
        return [self._shorts[short] for short, _, _ in found]
