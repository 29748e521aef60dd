"""Declarations on demand: taken from an earlier run, or made from their text when first asked for.

What is needed while it is being made, what fails for good and what only for now, and what may be
kept for later runs, is decided here; how a declaration is made is `declaring`.
"""

from __future__ import annotations

from denotary.parser.elaborate.elaborator import Cyclic, UnknownName, Unmeaning
from denotary.parser.library.declaring import Declarer, NewElaborator, Place
from denotary.parser.library.frames import Frames
from denotary.parser.library.kept import Header, Kept, Value
from denotary.parser.library.members import TYPES, Members
from denotary.parser.library.reader import Reader
from denotary.parser.library.table import Entry, Table
from denotary.parser.syntax import span as make_span
from denotary.parser.syntax.cursor import ParseError
from denotary.spec.declarations import Declaration
from denotary.spec.diagnostics import Diagnostic, LeanError
from denotary.spec.environment import Environment, UnknownConstant
from denotary.spec.terms import Term, Unsupported


class Maker:
    """Fills `environment`. Errors in values are put into `errors`."""

    def __init__(
        self,
        table: Table,
        members: Members,
        reader: Reader,
        errors: dict[str, list[LeanError]],
        elaborator: NewElaborator,
        kept: Kept | None,
    ) -> None:
        self._table = table
        self._reader = reader
        self._errors = errors
        self._kept = kept
        self.environment = Environment(self._provide)
        self.frames = Frames()
        self._declarer = Declarer(
            table, members, reader, self.environment, elaborator, self.busy, self.frames
        )
        self._busy: set[str] = set()
        self._failures: dict[str, LeanError] = {}
        self._held: dict[str, tuple[LeanError, frozenset[tuple[str, bool]]]] = {}
        """Failures that last while these constants are being made, their headers known or not."""
        self._partial: dict[str, Declaration] = {}

    def busy(self, key: str) -> bool:
        """Whether the declaration is being made right now; who asks takes note of it."""
        if key not in self._busy:
            return False
        self.frames.meet(key)
        return True

    def _provide(self, name: str) -> Declaration | None:
        if self.busy(name):
            return self._partial.get(name)
        if name in self._failures:
            raise self._failures[name]
        if name in self._held:
            error, blockers = self._held[name]
            if all(b in self._busy and known is (b in self._partial) for b, known in blockers):
                for b, _ in blockers:
                    self.frames.meet(b)
                raise error
            del self._held[name]
        place = self._declarer.place(name)
        if place is None:
            return None
        known = self._kept.header(name, place.entry.file) if self._kept is not None else None
        if isinstance(known, LeanError):
            self._failures[name] = known
            raise known
        made = known if known is not None else self._make(name, place)
        if made is None:
            return None
        if known is not None:
            self._declarer.known(name, known)
        if made.errors:
            self._errors.setdefault(name, []).extend(made.errors)
        declared = made.declaration
        if made.later:
            declared.defer(Later(self, declared, place))
        return declared

    # ---- headers

    def _make(self, name: str, place: Place) -> Header | None:
        self._busy.add(name)
        self.frames.enter(name)
        made: Header | None = None
        try:
            made = self._header(name, place)
        finally:
            self._busy.discard(name)
            if made is None:  # its header may have been looked at while it was being made
                self._withdraw(name)
            good = self.frames.leave(lambda: self._withdraw(name))
            if good and self._kept is not None:
                if made is not None:
                    self._kept.keep_header(name, place.entry.file, made)
                elif name in self._failures:
                    self._kept.keep_failure(name, place.entry.file, self._failures[name])
            self._flush()
        return made

    def _withdraw(self, name: str) -> None:
        """Take back a header: it was given before it was known to be right."""
        self._partial.pop(name, None)
        self._declarer.forget(name)
        self.environment.forget(name)

    def _header(self, name: str, place: Place) -> Header | None:
        def announce(header: Declaration) -> None:
            self._partial[name] = header

        if place.owner:
            return self._declarer.header(name, place, announce)
        try:
            return self._declarer.header(name, place, announce)
        except RecursionError:
            self.frames.spoil()
            raise self._too_deep(place.entry) from None
        except UnknownConstant as missing:
            # A constant that is being made was asked for more than its header.
            error = self._circle(place.entry, missing.name)
            self._remember(name, error)
            raise error from None
        except LeanError as found:
            error = self._reader.explained(place.entry.file, found)
            self._remember(name, error)
            raise error from None

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

    # ---- values

    def value(self, name: str, place: Place, later: Later) -> Term:
        """The value of a definition: a place left out of it where it does not elaborate."""
        known = self._kept.value(name, place.entry.file) if self._kept is not None else None
        found = known or self._fresh(name, place, later)
        if found.errors:
            self._errors.setdefault(name, []).extend(found.errors)
        return found.term

    def _fresh(self, name: str, place: Place, later: Later) -> Value:
        errors: list[LeanError] = []
        good = False
        self.frames.enter(later.frame)
        try:
            made = self._value(name, place, later.owner.type)
            errors += made.errors
        finally:
            good = self.frames.leave(lambda: self._withdraw_value(later, errors))
        if good and self._kept is not None:
            self._kept.keep_value(name, place.entry.file, made)
        self._flush()
        return made

    def _value(self, name: str, place: Place, type: Term) -> Value:
        try:
            return Value(*self._declarer.value(name, place))
        except RecursionError:
            self.frames.spoil()
            error: LeanError = self._too_deep(place.entry)
        except UnknownConstant as missing:
            error = self._circle(place.entry, missing.name)
        except LeanError as found:
            error = self._reader.explained(place.entry.file, found)
        at = error.diagnostic.span.place if error.diagnostic.span else ""
        reason = f"`{name}` was not elaborated: {error.diagnostic.message}"
        return Value(Unsupported(type, reason, at), (error,))

    def _withdraw_value(self, later: Later, errors: list[LeanError]) -> None:
        later.owner.defer(later)
        self.environment.derived.clear()
        known = self._errors.get(later.owner.name, [])
        known[:] = [e for e in known if not any(e is withdrawn for withdrawn in errors)]

    def _flush(self) -> None:
        if self._kept is not None and not self.frames:
            self._kept.flush(now=False)


class Later:
    """The value of a definition, made when it is first read."""

    def __init__(self, maker: Maker, owner: Declaration, place: Place) -> None:
        self._maker = maker
        self._place = place
        self.owner = owner
        self.frame = f"{owner.name} value"

    def __call__(self) -> Term:
        return self._maker.value(self.owner.name, self._place, self)

    def again(self) -> None:
        """It is read while it is being made."""
        self._maker.frames.meet(self.frame)
