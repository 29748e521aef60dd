"""Elaboration on demand: the declaration of a key, made from its text when first asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from denotary.parser.elaborate import declarations as de
from denotary.parser.elaborate.core import OutOfFuel
from denotary.parser.elaborate.deriving import derive
from denotary.parser.elaborate.elaborator import Cyclic, Elaborator, UnknownName, Unmeaning
from denotary.parser.library.instances import priority
from denotary.parser.library.members import DERIVED, STRUCTURES, TYPES, Members
from denotary.parser.library.reader import Reader
from denotary.parser.library.table import Entry, Table
from denotary.parser.syntax import span as make_span
from denotary.parser.syntax.cursor import ParseError
from denotary.parser.syntax.tree import Constructor, DeclText, FileText, Scope, StructureText
from denotary.spec.declarations import Declaration, Field, Kind, ProofStatus
from denotary.spec.diagnostics import Diagnostic, LeanError
from denotary.spec.environment import Environment, UnknownConstant
from denotary.spec.terms import Pi, Term, Unsupported

Made = TypeVar("Made")
NewElaborator = Callable[[FileText, Scope], Elaborator]


class Maker:
    """Makes declarations, their members included. Errors in values are kept in `errors`."""

    def __init__(
        self,
        table: Table,
        members: Members,
        reader: Reader,
        errors: dict[str, list[LeanError]],
        elaborator: NewElaborator,
    ) -> None:
        self._table = table
        self._members = members
        self._reader = reader
        self._errors = errors
        self._elaborator = elaborator
        self.environment = Environment(self._provide)
        self._fronts: dict[str, int] = {}
        """How many arguments of a definition are not written in its own signature."""
        self._shapes: dict[str, de.StructureShape] = {}
        self._inductives: dict[str, tuple[Term, int, int]] = {}
        self._busy: set[str] = set()
        self._failures: dict[str, LeanError] = {}
        self._held: dict[str, tuple[LeanError, frozenset[tuple[str, bool]]]] = {}
        """Failures that last while these constants are being made, their headers known or not."""
        self._partial: dict[str, Declaration] = {}

    def busy(self, key: str) -> bool:
        """Whether the declaration is being made right now."""
        return key in self._busy

    def _provide(self, name: str) -> Declaration | None:
        if name in self._busy:
            return self._partial.get(name)
        if name in self._failures:
            raise self._failures[name]
        if name in self._held:
            error, blockers = self._held[name]
            if all(b in self._busy and known is (b in self._partial) for b, known in blockers):
                raise error
            del self._held[name]
        entry = self._table.entries.get(name)
        if entry is None:
            return self._member(name)
        self._busy.add(name)
        made: Declaration | None = None
        try:
            made = self._elaborate(name, entry)
            return made
        except RecursionError:
            raise self._too_deep(entry) from None
        except UnknownConstant as missing:
            # A constant that is being made was asked for more than its header.
            error = self._circle(entry, missing.name)
            self._remember(name, error)
            raise error from None
        except LeanError as found:
            error = self._reader.explained(entry.file, found)
            self._remember(name, error)
            raise error from None
        finally:
            self._busy.discard(name)
            if made is None:  # its header may have been looked at while it was being made
                self._partial.pop(name, None)
                self.environment.forget(name)

    def _circle(self, entry: Entry, needed: str) -> Cyclic:
        place = make_span(entry.file, entry.decl.name_span)
        message = f"`{needed}` is used while it is being elaborated"
        return Cyclic(Diagnostic(message, place), needed)

    def _too_deep(self, entry: Entry) -> LeanError:
        place = make_span(entry.file, entry.decl.name_span)
        return LeanError(
            Diagnostic(f"`{entry.decl.name}` is nested too deeply to be elaborated", place)
        )

    def _remember(self, name: str, error: LeanError) -> None:
        """A failure is for good, unless types were being made: then it lasts as long as they do.

        What failed in a circle fails as long as that which closes the circle is being made.
        """
        entries = self._table.entries
        if isinstance(error, Cyclic):
            needed = error.name if error.name in self._busy else error.name.rpartition(".")[0]
            blockers = {needed} & self._busy
        elif isinstance(error, Unmeaning | ParseError | UnknownName):
            blockers = set()  # what is not there does not come
        else:
            blockers = {b for b in self._busy if b in entries and entries[b].decl.kind in TYPES}
        blockers.discard(name)
        if blockers:
            self._held[name] = error, frozenset((b, b in self._partial) for b in blockers)
        elif not isinstance(error, Cyclic):
            self._failures[name] = error

    def _member(self, name: str) -> Declaration | None:
        parent, _, last = name.rpartition(".")
        entry = self._table.entries.get(parent)
        if entry is None:
            return None
        if entry.decl.kind not in TYPES:
            inner = self._members.where(parent, entry).get(last)
            return self._plain(name, inner, (parent, entry)) if inner is not None else None
        if last.startswith(DERIVED):
            return self._derived(name, parent, entry, last.removeprefix(DERIVED))
        if last not in self._members.of(parent, entry):
            return None
        if self.environment.find(parent) is None or parent in self._busy:
            return None
        if parent in self._shapes:
            return self._structure_member(parent, last)
        return self._constructor(parent, entry, last)

    def _elaborate(self, name: str, entry: Entry) -> Declaration:
        kind = entry.decl.kind
        if kind in STRUCTURES:
            return self._structure(name, entry)
        return self._inductive(name, entry) if kind in TYPES else self._plain(name, entry)

    def _guard(self, elab: Elaborator, decl: DeclText, run: Callable[[], Made]) -> Made:
        try:
            return run()
        except OutOfFuel as e:
            raise elab.error(decl.name_span, f"elaboration of `{decl.name}` {e}") from None

    # ---- definitions and theorems

    def _plain(
        self, name: str, entry: Entry, around: tuple[str, Entry] | None = None
    ) -> Declaration:
        """A definition or theorem; `around` is the definition whose `where` it stands in."""
        file, decl = entry.file, entry.decl
        kind = {"theorem": Kind.THEOREM, "axiom": Kind.AXIOM, "opaque": Kind.AXIOM}.get(
            decl.kind, Kind.DEF
        )
        elab = self._elaborator(file, decl.scope)
        sig = self._reader.signature(file, decl)
        body = None if kind is not Kind.DEF else self._reader.body(file, decl)
        variables = list(self._reader.variables(file, decl.scope))
        if around is not None:
            variables += self._reader.signature(file, around[1].decl).binders
        made = self._guard(
            elab, decl, lambda: de.elaborate_signature(elab, variables, decl, sig, body)
        )
        self._fronts[name] = made.front
        if elab.problems:
            self._errors.setdefault(name, []).extend(elab.problems)
        later = kind is Kind.DEF and made.value is None and body is not None
        return Declaration(
            name,
            kind,
            made.type,
            partial(self._value, name, entry, made, around) if later else made.value,
            span=make_span(file, decl.name_span),
            doc=decl.doc,
            attributes=decl.attributes,
            proof=_proof(decl),
            is_instance=decl.kind == "instance" or "instance" in decl.attributes,
            priority=priority(file, decl),
            reducible=decl.kind in ("abbrev", "instance") or "reducible" in decl.attributes,
            universes=decl.universes,
        )

    def _helpers(self, name: str, entry: Entry) -> dict[str, tuple[str, tuple[str, ...]]]:
        """The definitions after `where` that capture locals: their constants and those names."""
        out: dict[str, tuple[str, tuple[str, ...]]] = {}
        for short in self._members.where(name, entry):
            full = f"{name}.{short}"
            try:
                found = self.environment.find(full)
            except LeanError:
                continue
            if found is not None and self._fronts.get(full):
                names: list[str] = []
                type: Term = found.type
                while isinstance(type, Pi) and len(names) < self._fronts[full]:
                    names.append(type.name)
                    type = type.body
                out[short] = (full, tuple(names))
        return out

    def _value(
        self, name: str, entry: Entry, made: de.Signature, around: tuple[str, Entry] | None
    ) -> Term:
        try:
            return self._elaborated(name, entry, made, around)
        except RecursionError:
            error = self._too_deep(entry)
        except UnknownConstant as missing:
            error = self._circle(entry, missing.name)
        except LeanError as found:
            error = self._reader.explained(entry.file, found)
        self._errors.setdefault(name, []).append(error)
        place = error.diagnostic.span.place if error.diagnostic.span else ""
        reason = f"`{name}` was not elaborated: {error.diagnostic.message}"
        return Unsupported(made.type, reason, place)

    def _elaborated(
        self, name: str, entry: Entry, made: de.Signature, around: tuple[str, Entry] | None
    ) -> Term:
        file, decl = entry.file, entry.decl
        elab = self._elaborator(file, decl.scope)
        body = self._reader.body(file, decl)
        assert body is not None
        helpers = self._helpers(*(around or (name, entry)))
        value = self._guard(
            elab, decl, lambda: de.elaborate_value(elab, made, body, decl, name, helpers)
        )
        if elab.problems:
            self._errors.setdefault(name, []).extend(elab.problems)
        return value

    # ---- derived instances

    def _derived(self, name: str, parent: str, entry: Entry, cls: str) -> Declaration | None:
        """The instance that `deriving` makes: its name is no name of Lean's."""
        if name in self._busy or parent in self._busy or cls not in self._members.derived(entry):
            return None
        owner = self.environment.find(parent)
        if owner is None:
            return None
        file, decl = entry.file, entry.decl
        elab = self._elaborator(file, decl.scope)
        place = make_span(file, decl.name_span)
        self._busy.add(name)
        try:
            made = self._guard(
                elab, decl, lambda: derive(elab, cls, name, owner, place.place, decl.name_span)
            )
        finally:
            self._busy.discard(name)
        if made is None:
            return None
        return Declaration(
            name, Kind.DEF, made.type, made.value, span=place, is_instance=True, reducible=True
        )

    # ---- structures

    def _structure(self, name: str, entry: Entry) -> Declaration:
        file, decl = entry.file, entry.decl
        text: StructureText = self._reader.structure(file, decl)
        elab = self._elaborator(file, decl.scope)
        variables = self._reader.variables(file, decl.scope)

        def header(type: Term, params: int) -> None:
            self._partial[name] = Declaration(
                name, Kind.STRUCTURE, type, params=params, is_class=decl.kind == "class"
            )

        shape = self._guard(
            elab, decl, lambda: de.elaborate_structure(elab, variables, decl, text, name, header)
        )
        self._shapes[name] = shape
        fields = tuple(Field(n, info, default, parent) for n, info, default, parent in shape.fields)
        return Declaration(
            name, Kind.STRUCTURE, shape.type, span=make_span(file, decl.name_span), doc=decl.doc,
            attributes=decl.attributes, params=shape.params,
            constructors=(f"{name}.{text.constructor}",), fields=fields,
            is_class=decl.kind == "class", universes=decl.universes,
        )  # fmt: skip

    def _structure_member(self, owner: str, last: str) -> Declaration | None:
        shape = self._shapes[owner]
        decl = self.environment[owner]
        span = decl.span
        name = f"{owner}.{last}"
        if decl.constructors[0] == name:
            return Declaration(name, Kind.CONSTRUCTOR, shape.constructor, span=span,
                               params=shape.params, inductive=owner)  # fmt: skip
        for i, f in enumerate(decl.fields):
            if f.name == last:
                type, value = de.projection(shape, owner, i, decl.is_class)
                parent = self.environment.find(f.parent) if f.parent else None
                return Declaration(
                    name, Kind.PROJECTION, type, value, span=span, params=shape.params,
                    inductive=owner, index=i,
                    is_instance=decl.is_class and parent is not None and parent.is_class,
                    priority=500, reducible=True,
                )  # fmt: skip
        return None

    # ---- inductives

    def _inductive(self, name: str, entry: Entry) -> Declaration:
        file, decl = entry.file, entry.decl
        elab = self._elaborator(file, decl.scope)
        sig = self._reader.signature(file, decl)
        variables = self._reader.variables(file, decl.scope)
        made = self._guard(elab, decl, lambda: de.elaborate_inductive(elab, variables, decl, sig))
        self._inductives[name] = made
        constructors = tuple(f"{name}.{c}" for c in self._members.of(name, entry))
        return Declaration(
            name, Kind.INDUCTIVE, made[0], span=make_span(file, decl.name_span), doc=decl.doc,
            attributes=decl.attributes, params=made[1], constructors=constructors,
            is_class=decl.kind == "class inductive", universes=decl.universes,
        )  # fmt: skip

    def _constructor(self, owner: str, entry: Entry, last: str) -> Declaration:
        file, decl = entry.file, entry.decl
        family, params, front = self._inductives[owner]
        members = self._members.of(owner, entry)
        ctor = members[last]
        assert isinstance(ctor, Constructor)
        elab = self._elaborator(file, decl.scope)
        type = self._guard(
            elab, decl,
            lambda: de.elaborate_constructor(elab, family, params, front, owner, decl, ctor),
        )  # fmt: skip
        return Declaration(
            f"{owner}.{last}", Kind.CONSTRUCTOR, type, span=make_span(file, ctor.span),
            doc=ctor.doc, params=params, inductive=owner, index=list(members).index(last),
        )  # fmt: skip


def _proof(decl: DeclText) -> ProofStatus:
    if decl.kind == "axiom":
        return ProofStatus.AXIOM
    if decl.kind != "theorem":
        return ProofStatus.NONE
    return ProofStatus.SORRY if decl.has_sorry else ProofStatus.PRESENT
