"""What belongs to a declaration without standing in the table: fields, constructors, `where`s."""

from __future__ import annotations

from denotary.parser.elaborate.deriving import CLASSES
from denotary.parser.library.reader import Reader
from denotary.parser.library.table import Entry, Table
from denotary.parser.syntax.tree import (
    AppExpr,
    Arrow,
    Constructor,
    Expr,
    FileText,
    Ident,
    PiExpr,
    StructField,
    StructureText,
)
from denotary.spec.diagnostics import LeanError

STRUCTURES = ("structure", "class")
TYPES = ("structure", "class", "inductive", "class inductive")

DERIVED = "✝derived"
"""Begins the last component of the key of a derived instance; its class follows."""

Member = StructureText | StructField | Constructor | Expr
"""A structure's constructor, a field, an inductive's constructor, or a parent's type."""


class Members:
    """Members by their last name component, read from the text when first asked for."""

    def __init__(self, table: Table, reader: Reader, errors: dict[str, list[LeanError]]) -> None:
        self._table = table
        self._reader = reader
        self._errors = errors
        self._of: dict[str, dict[str, Member]] = {}
        self._where: dict[str, dict[str, Entry]] = {}
        self._derived: dict[int, tuple[str, ...]] = {}

    def derived(self, entry: Entry) -> tuple[str, ...]:
        """The classes, by their last name component, that a type derives instances of."""
        found = self._derived.get(entry.order)
        if found is None:
            decl = entry.decl
            found = ()
            if decl.kind in TYPES and "deriving" in entry.file.text[decl.span[0] : decl.span[1]]:
                try:
                    named = self._reader.deriving(entry.file, decl)
                except LeanError:
                    named = ()
                short = (n.rpartition(".")[2] for n in named)
                found = tuple(n for n in short if n in CLASSES)
            self._derived[entry.order] = found
        return found

    def exists(self, key: str) -> bool:
        """Whether something has this key, a declaration or a member of one."""
        if key in self._table.entries:
            return True
        parent, _, last = key.rpartition(".")
        entry = self._table.entries.get(parent)
        return entry is not None and self._has(parent, entry, last)

    def visible(self, file: FileText, full: str) -> str | None:
        """The key of what a full name means in a file, members included."""
        found = self._table.visible(file, full)
        if found is not None:
            return found
        parent, _, last = full.rpartition(".")
        key = self._table.visible(file, parent) if parent else None
        if key is None or not self._has(key, self._table.entries[key], last):
            return None
        return f"{key}.{last}"

    def inside(self, file: FileText, owner: str, name: str) -> str | None:
        """The key of `name` in the namespace of the constant `owner`, as seen from a file."""
        if not owner.startswith(("_private.", "_file.")):
            return self.visible(file, f"{owner}.{name}")
        if self.exists(f"{owner}.{name}"):
            return f"{owner}.{name}"
        full = f"{self._table.full_name(owner)}.{name}"
        home = self._table.entries.get(owner)
        found = self.visible(file, full)
        return found if found is not None or home is None else self.visible(home.file, full)

    def _has(self, key: str, entry: Entry, last: str) -> bool:
        if entry.decl.kind in TYPES:
            return last in self.of(key, entry)
        return last in self.where(key, entry)

    def of(self, key: str, entry: Entry) -> dict[str, Member]:
        """The constructor, parents and fields of a structure; the constructors of an inductive."""
        found = self._of.get(key)
        if found is None:
            found = {}
            try:
                if entry.decl.kind in STRUCTURES:
                    text = self._reader.structure(entry.file, entry.decl)
                    found[text.constructor] = text
                    for p in text.parents:
                        short = last_name(p)
                        if short:
                            found["to" + short] = p
                    for f in text.fields:
                        found[f.name] = f
                else:
                    for c in self._reader.constructors(entry.file, entry.decl):
                        found[c.name.rpartition(".")[2]] = c
            except LeanError as e:
                self._errors.setdefault(key, []).append(e)
            self._of[key] = found
        return found

    def where(self, key: str, entry: Entry) -> dict[str, Entry]:
        """The auxiliary definitions of a declaration's `where`."""
        found = self._where.get(key)
        if found is None:
            found = {}
            try:
                for d in self._reader.where(entry.file, entry.decl):
                    found[d.full_name.rpartition(".")[2]] = Entry(entry.file, d, entry.order)
            except LeanError as e:
                self._errors.setdefault(key, []).append(e)
            self._where[key] = found
        return found


def last_name(type: Expr | None) -> str:
    """The last component of the constant that a type ends in: an instance's class, a parent."""
    while True:
        match type:
            case PiExpr(_, body):
                type = body
            case Arrow(_, codomain):
                type = codomain
            case AppExpr(fn):
                type = fn
            case Ident(name):
                return name.rpartition(".")[2]
            case None:
                return ""
            case _:
                inner = getattr(type, "expr", None)
                if not isinstance(inner, Expr):
                    return ""
                type = inner
