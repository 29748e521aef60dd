"""How a declaration of each kind is made from its text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from denotary.parser.elaborate import declarations as de
from denotary.parser.elaborate.core import OutOfFuel
from denotary.parser.elaborate.deriving import derive
from denotary.parser.elaborate.elaborator import Elaborator
from denotary.parser.library.frames import Frames
from denotary.parser.library.instances import priority
from denotary.parser.library.kept import Header
from denotary.parser.library.members import DERIVED, STRUCTURES, TYPES, Members
from denotary.parser.library.reader import Reader
from denotary.parser.library.table import Entry, Table
from denotary.parser.syntax import span as make_span
from denotary.parser.syntax.tree import Constructor, DeclText, FileText, Scope, StructureText
from denotary.spec.declarations import Declaration, Field, Kind, ProofStatus
from denotary.spec.diagnostics import LeanError
from denotary.spec.environment import Environment
from denotary.spec.terms import Pi, Term

Made = TypeVar("Made")
NewElaborator = Callable[[FileText, Scope], Elaborator]
Announce = Callable[[Declaration], None]
"""Told the header of a structure before its fields are looked at."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a constant is declared: by itself, or as a member of an entry of the table."""

    entry: Entry
    owner: str = ""
    """The entry's key, for a member."""


class Declarer:
    """Makes headers, and the values that are made later. Raises `LeanError`."""

    def __init__(
        self,
        table: Table,
        members: Members,
        reader: Reader,
        environment: Environment,
        elaborator: NewElaborator,
        busy: Callable[[str], bool],
        frames: Frames,
    ) -> None:
        self._table = table
        self._members = members
        self._reader = reader
        self._environment = environment
        self._elaborator = elaborator
        self._busy = busy
        self._frames = frames
        self._headers: dict[str, Header] = {}
        self._signatures: dict[str, de.Signature] = {}

    def known(self, name: str, header: Header) -> None:
        """Take a header for made that an earlier run has made."""
        self._headers[name] = header

    def forget(self, name: str) -> None:
        self._headers.pop(name, None)
        self._signatures.pop(name, None)

    def place(self, name: str) -> Place | None:
        """Where the text declares it, as far as its name tells."""
        entry = self._table.entries.get(name)
        if entry is not None:
            return Place(entry)
        owner = name.rpartition(".")[0]
        entry = self._table.entries.get(owner)
        return Place(entry, owner) if entry is not None else None

    def header(self, name: str, place: Place, announce: Announce) -> Header | None:
        """The header; `None` where there is no such member."""
        made = self._header(name, place, announce)
        if made is not None:
            self._headers[name] = made
        return made

    def _header(self, name: str, place: Place, announce: Announce) -> Header | None:
        entry = place.entry
        kind = entry.decl.kind
        if place.owner:
            return self._member(name, place)
        if kind in STRUCTURES:
            return self._structure(name, entry, announce)
        return self._inductive(name, entry) if kind in TYPES else self._plain(name, entry)

    def _member(self, name: str, place: Place) -> Header | None:
        entry, owner = place.entry, place.owner
        last = name.rpartition(".")[2]
        if entry.decl.kind not in TYPES:
            inner = self._members.where(owner, entry).get(last)
            return self._plain(name, inner, entry) if inner is not None else None
        if last.startswith(DERIVED):
            return self._derived(name, owner, entry, last.removeprefix(DERIVED))
        if last not in self._members.of(owner, entry):
            return None
        if self._environment.find(owner) is None or self._busy(owner):
            return None
        if entry.decl.kind in STRUCTURES:
            return self._structure_member(owner, last)
        return self._constructor(owner, entry, last)

    def _guard(self, elab: Elaborator, decl: DeclText, run: Callable[[], Made]) -> Made:
        try:
            return run()
        except OutOfFuel as e:
            elab.core.exhausted = True
            raise elab.error(decl.name_span, f"elaboration of `{decl.name}` {e}") from None
        finally:
            if elab.core.exhausted:
                self._frames.spoil()

    # ---- definitions and theorems

    def _plain(self, name: str, entry: Entry, around: Entry | None = None) -> Header:
        """A definition or theorem; `around` is the definition whose `where` it stands in."""
        file, decl = entry.file, entry.decl
        kind = _KINDS.get(decl.kind, Kind.DEF)
        made, errors, valued = self._signature(name, entry, around)
        later = valued and made.value is None
        declared = Declaration(
            name,
            kind,
            made.type,
            made.value,
            span=make_span(file, decl.name_span),
            doc=decl.doc,
            attributes=decl.attributes,
            proof=_proof(decl),
            is_instance=decl.kind == "instance" or "instance" in decl.attributes,
            priority=priority(file, decl),
            reducible=decl.kind in ("abbrev", "instance") or "reducible" in decl.attributes,
            universes=decl.universes,
        )
        if later:
            self._signatures[name] = made
        return Header(declared, later, made.front, errors=errors)

    def _signature(
        self, name: str, entry: Entry, around: Entry | None
    ) -> tuple[de.Signature, tuple[LeanError, ...], bool]:
        """The signature, what went wrong in it, and whether the definition has a body."""
        file, decl = entry.file, entry.decl
        kind = _KINDS.get(decl.kind, Kind.DEF)
        elab = self._elaborator(file, decl.scope)
        sig = self._reader.signature(file, decl)
        body = None if kind is not Kind.DEF else self._reader.body(file, decl)
        variables = list(self._reader.variables(file, decl.scope))
        if around is not None:
            variables += self._reader.signature(file, around.decl).binders
        made = self._guard(
            elab, decl, lambda: de.elaborate_signature(elab, variables, decl, sig, body)
        )
        return made, tuple(elab.problems), kind is Kind.DEF and body is not None

    def _helpers(self, name: str, entry: Entry) -> dict[str, tuple[str, tuple[str, ...]]]:
        """The definitions after `where` that capture locals: their constants and those names."""
        out: dict[str, tuple[str, tuple[str, ...]]] = {}
        for short in self._members.where(name, entry):
            full = f"{name}.{short}"
            try:
                found = self._environment.find(full)
            except LeanError:
                continue
            front = self._headers[full].front if found is not None else 0
            if found is not None and front:
                names: list[str] = []
                type: Term = found.type
                while isinstance(type, Pi) and len(names) < front:
                    names.append(type.name)
                    type = type.body
                out[short] = (full, tuple(names))
        return out

    def value(self, name: str, place: Place) -> tuple[Term, tuple[LeanError, ...]]:
        """The value of a definition whose header says that it is made later, and its faults."""
        entry, around = place.entry, None
        if place.owner:
            around, entry = entry, self._members.where(place.owner, entry)[name.rpartition(".")[2]]
        made = self._signatures.pop(name, None)
        if made is None:  # the header is from an earlier run
            made = self._signature(name, entry, around)[0]
        file, decl = entry.file, entry.decl
        elab = self._elaborator(file, decl.scope)
        body = self._reader.body(file, decl)
        assert body is not None
        owner = (place.owner, around) if around is not None else (name, entry)
        helpers = self._helpers(*owner)
        value = self._guard(
            elab, decl, lambda: de.elaborate_value(elab, made, body, decl, name, helpers)
        )
        return value, tuple(elab.problems)

    # ---- derived instances

    def _derived(self, name: str, parent: str, entry: Entry, cls: str) -> Header | None:
        """The instance that `deriving` makes: its name is no name of Lean's."""
        if self._busy(parent) or cls not in self._members.derived(entry):
            return None
        owner = self._environment.find(parent)
        if owner is None:
            return None
        file, decl = entry.file, entry.decl
        elab = self._elaborator(file, decl.scope)
        place = make_span(file, decl.name_span)
        made = self._guard(
            elab, decl, lambda: derive(elab, cls, name, owner, place.place, decl.name_span)
        )
        if made is None:
            return None
        return Header(
            Declaration(
                name, Kind.DEF, made.type, made.value, span=place, is_instance=True, reducible=True
            )
        )

    # ---- structures

    def _structure(self, name: str, entry: Entry, announce: Announce) -> Header:
        file, decl = entry.file, entry.decl
        text: StructureText = self._reader.structure(file, decl)
        elab = self._elaborator(file, decl.scope)
        variables = self._reader.variables(file, decl.scope)

        def header(type: Term, params: int) -> None:
            announce(
                Declaration(
                    name, Kind.STRUCTURE, type, params=params, is_class=decl.kind == "class"
                )
            )

        shape = self._guard(
            elab, decl, lambda: de.elaborate_structure(elab, variables, decl, text, name, header)
        )
        fields = tuple(Field(n, info, default, parent) for n, info, default, parent in shape.fields)
        declared = Declaration(
            name, Kind.STRUCTURE, shape.type, span=make_span(file, decl.name_span), doc=decl.doc,
            attributes=decl.attributes, params=shape.params,
            constructors=(f"{name}.{text.constructor}",), fields=fields,
            is_class=decl.kind == "class", universes=decl.universes,
        )  # fmt: skip
        return Header(declared, constructor=shape.constructor)

    def _structure_member(self, owner: str, last: str) -> Header | None:
        header = self._headers[owner]
        decl, constructor = header.declaration, header.constructor
        assert constructor is not None
        span = decl.span
        name = f"{owner}.{last}"
        if decl.constructors[0] == name:
            return Header(Declaration(name, Kind.CONSTRUCTOR, constructor, span=span,
                                      params=decl.params, inductive=owner))  # fmt: skip
        for i, f in enumerate(decl.fields):
            if f.name == last:
                type, value = de.projection(constructor, decl.params, owner, i, decl.is_class)
                parent = self._environment.find(f.parent) if f.parent else None
                return Header(Declaration(
                    name, Kind.PROJECTION, type, value, span=span, params=decl.params,
                    inductive=owner, index=i,
                    is_instance=decl.is_class and parent is not None and parent.is_class,
                    priority=500, reducible=True,
                ))  # fmt: skip
        return None

    # ---- inductives

    def _inductive(self, name: str, entry: Entry) -> Header:
        file, decl = entry.file, entry.decl
        elab = self._elaborator(file, decl.scope)
        sig = self._reader.signature(file, decl)
        variables = self._reader.variables(file, decl.scope)
        members = self._members.of(name, entry)
        written = [c for c in members.values() if isinstance(c, Constructor)]
        type, params, front = self._guard(
            elab, decl, lambda: de.elaborate_inductive(elab, variables, decl, sig, written)
        )
        constructors = tuple(f"{name}.{c}" for c in members)
        declared = Declaration(
            name, Kind.INDUCTIVE, type, span=make_span(file, decl.name_span), doc=decl.doc,
            attributes=decl.attributes, params=params, constructors=constructors,
            is_class=decl.kind == "class inductive", universes=decl.universes,
        )  # fmt: skip
        return Header(declared, front=front)

    def _constructor(self, owner: str, entry: Entry, last: str) -> Header:
        file, decl = entry.file, entry.decl
        header = self._headers[owner]
        family, params = header.declaration.type, header.declaration.params
        members = self._members.of(owner, entry)
        ctor = members[last]
        assert isinstance(ctor, Constructor)
        elab = self._elaborator(file, decl.scope)
        type = self._guard(
            elab, decl,
            lambda: de.elaborate_constructor(
                elab, family, params, header.front, owner, decl, ctor
            ),
        )  # fmt: skip
        return Header(Declaration(
            f"{owner}.{last}", Kind.CONSTRUCTOR, type, span=make_span(file, ctor.span),
            doc=ctor.doc, params=params, inductive=owner, index=list(members).index(last),
        ))  # fmt: skip


_KINDS = {"theorem": Kind.THEOREM, "axiom": Kind.AXIOM, "opaque": Kind.AXIOM}


def _proof(decl: DeclText) -> ProofStatus:
    if decl.kind == "axiom":
        return ProofStatus.AXIOM
    if decl.kind != "theorem":
        return ProofStatus.NONE
    return ProofStatus.SORRY if decl.has_sorry else ProofStatus.PRESENT
