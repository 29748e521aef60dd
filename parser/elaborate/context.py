"""Local contexts: what names mean inside a declaration, and which instances are at hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count

from denotary.spec.terms import BinderInfo, FVar, Term

_ids = count(1)


@dataclass(frozen=True, slots=True)
class Local:
    """A local hypothesis or variable; `value` is set for `let`."""

    fvar: FVar
    type: Term
    info: BinderInfo = "explicit"
    value: Term | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """Immutable: `with_*` return new contexts. `names` maps what the user wrote to terms."""

    names: dict[str, Term]
    locals: tuple[Local, ...]
    scope: frozenset[FVar]

    @staticmethod
    def empty() -> Context:
        return Context({}, (), frozenset())

    def with_local(self, local: Local, name: str | None = None) -> Context:
        shown = local.fvar.name if name is None else name
        names = self.names
        if shown and shown != "_":
            names = {**names, shown: local.fvar}
        return Context(names, (*self.locals, local), self.scope | {local.fvar})

    def with_name(self, name: str, term: Term) -> Context:
        return replace(self, names={**self.names, name: term})


def fresh_fvar(name: str) -> FVar:
    return FVar(next(_ids), name)
