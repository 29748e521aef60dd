"""The index of instances: which declarations may fill a goal of a class, known by their text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from denotary.parser.elaborate.elaborator import Cyclic
from denotary.parser.elaborate.names import Resolver
from denotary.parser.library.imports import Imports
from denotary.parser.library.members import DERIVED, TYPES, Members, last_name
from denotary.parser.library.places import Places
from denotary.parser.library.reader import Reader
from denotary.parser.library.table import Entry, Table
from denotary.parser.syntax.tree import (
    AppExpr,
    Arrow,
    DeclText,
    Expr,
    FileText,
    Ident,
    NamedArg,
    Paren,
    PiExpr,
    Signature,
)
from denotary.spec.declarations import Declaration, Kind
from denotary.spec.diagnostics import LeanError
from denotary.spec.environment import Environment
from denotary.spec.terms import Lam, Pi, Term, head_const


@dataclass(frozen=True, slots=True)
class KnownInstance:
    """An instance known by its text; `heads` say what its class's explicit arguments look like."""

    name: str
    priority: int
    heads: tuple[str | None, ...]
    path: str
    """The file that declares it."""

    def excluded(self, shape: Sequence[str | None]) -> bool:
        """Whether it is visibly about other types than a goal of this shape."""
        return any(
            h is not None and g is not None and h != g
            for h, g in zip(self.heads, shape, strict=False)
        )


class Instances:
    """Instances by the last component of their class, in the order they are to be tried."""

    def __init__(
        self,
        table: Table,
        imports: Imports,
        reader: Reader,
        places: Places,
        environment: Environment,
        members: Members,
        busy: Callable[[str], bool],
        errors: dict[str, list[LeanError]],
    ) -> None:
        self._table = table
        self._imports = imports
        self._reader = reader
        self._places = places
        self._environment = environment
        self._members = members
        self._is_busy = busy
        self._errors = errors
        self._by_class: dict[str, list[KnownInstance]] | None = None
        self._class: dict[str, str | None] = {}
        self.skips = 0
        """How often an instance was passed over because it was still being elaborated."""

    def of(
        self, cls: str, file: FileText, shape: Sequence[str | None] = ()
    ) -> Iterable[Declaration]:
        """Instances of the class, by priority, later before earlier; class parents last.

        Those of other files are there where `file` imports them, directly or not.
        `shape` tells what the class's arguments are built with, where known. Instances whose text
        shows them to be about other types are left alone: elaborating them would be work for
        nothing, and could lead in a circle.
        """
        if self._by_class is None:
            self._by_class = self._index()
        for known in self._by_class.get(cls.rpartition(".")[2], ()):
            if known.excluded(shape) or not self._imports.sees(file, known.path):
                continue
            if self._is_busy(known.name):
                self.skips += 1
                continue
            try:
                decl = self._environment.find(known.name)
            except Cyclic:
                self.skips += 1
                continue
            except LeanError as e:
                errors = self._errors.setdefault(known.name, [])
                if e not in errors:
                    errors.append(e)
                continue
            if decl is None:  # its class is still being elaborated
                self.skips += 1
            elif self._class_of(decl) == cls:
                yield decl

    def _class_of(self, decl: Declaration) -> str | None:
        if decl.name not in self._class:
            self._class[decl.name] = self._result_class(decl.type)
        return self._class[decl.name]

    def _result_class(self, type: Term) -> str | None:
        while isinstance(type, Pi):
            type = type.body
        name = head_const(type)
        decl = self._environment.find(name) if name is not None else None
        if decl is not None and decl.reducible and decl.kind is Kind.DEF and decl.value is not None:
            inner = decl.value
            while isinstance(inner, Lam):
                inner = inner.body
            return self._result_class(inner)
        return name

    # ---- reading the text

    def _index(self) -> dict[str, list[KnownInstance]]:
        out: dict[str, list[KnownInstance]] = {}
        parents: list[tuple[str, str, str]] = []
        for name, entry in reversed(self._table.entries.items()):
            decl = entry.decl
            for cls in self._members.derived(entry):
                made = KnownInstance(f"{name}.{DERIVED}{cls}", 1000, (name,), entry.file.path)
                out.setdefault(cls, []).append(made)
            if decl.kind == "instance" or "instance" in decl.attributes:
                try:
                    sig = self._reader.signature(entry.file, decl)
                except LeanError:
                    continue
                short = self._class_behind(entry.file, last_name(sig.type))
                if short:
                    heads = self._heads(entry, sig)
                    known = KnownInstance(name, priority(entry.file, decl), heads, entry.file.path)
                    out.setdefault(short, []).append(known)
            elif decl.kind == "class":
                try:
                    text = self._reader.structure(entry.file, decl)
                except LeanError:
                    continue
                for p in text.parents:
                    short = last_name(p)
                    if short:
                        parents.append((short, f"{name}.to{short}", entry.file.path))
        for short, name, path in parents:
            out.setdefault(short, []).append(KnownInstance(name, 500, (), path))
        for group in out.values():
            group.sort(key=lambda known: -known.priority)
        return out

    def _heads(self, entry: Entry, sig: Signature) -> tuple[str | None, ...]:
        """What the explicit arguments of an instance's class are visibly built with."""
        bound = {b.name for b in sig.binders}
        type: Expr | None = sig.type
        while isinstance(type, PiExpr | Arrow | Paren):
            if isinstance(type, PiExpr):
                bound |= {b.name for b in type.binders}
            type = (
                type.codomain
                if isinstance(type, Arrow)
                else (type.body if isinstance(type, PiExpr) else type.expr)
            )
        if not isinstance(type, AppExpr):
            return ()
        resolver = self._places.resolver(entry.file, entry.decl.scope)
        return tuple(
            None if isinstance(a, NamedArg) else self._head(a, bound, resolver) for a in type.args
        )

    def _head(self, expr: Expr, bound: set[str], resolver: Resolver) -> str | None:
        while isinstance(expr, Paren | AppExpr):
            expr = expr.expr if isinstance(expr, Paren) else expr.fn
        if isinstance(expr, Arrow | PiExpr):
            return "→"
        if not isinstance(expr, Ident) or expr.name in bound or len(expr.name) == 1:
            return None
        found = resolver.candidates(expr.name)
        if len(found) != 1 or found[0].fields:
            return None
        entry = self._table.entries.get(found[0].name)
        rigid = entry is not None and entry.decl.kind in (*TYPES, "axiom", "opaque")
        return found[0].name if rigid else None

    def _class_behind(self, file: FileText, short: str) -> str:
        """The class that an abbreviation of classes (`FunLike`) stands for."""
        key = self._table.visible(file, short)
        entry = self._table.entries[key] if key is not None else None
        if entry is None or entry.decl.kind != "abbrev":
            return short
        try:
            body = self._reader.body(entry.file, entry.decl)
        except LeanError:
            return short
        return (last_name(body) if isinstance(body, Expr) else "") or short


_PRIORITIES = {"low": 100, "mid": 500, "high": 10000, "default": 1000}


def priority(file: FileText, decl: DeclText) -> int:
    """The priority that an instance's text gives it; Lean's default otherwise."""
    head = file.text[decl.span[0] : decl.signature[0]]
    at = head.find("priority")
    if at < 0:
        return 1000
    word = head[at:].split(":=")[-1].strip().split(")")[0].strip()
    return int(word) if word.isdigit() else _PRIORITIES.get(word, 1000)
