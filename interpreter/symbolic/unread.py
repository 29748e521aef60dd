"""Why a term is not read: what has no meaning here, and what needs cases."""

from __future__ import annotations

from denotary.spec.terms import Const, FVar, Term


class Unread(Exception):
    """A term without a meaning in this algebra; the text says which and why."""


class Split(Exception):
    """A `match` waits for a local of type `Bool`."""

    def __init__(self, on: FVar) -> None:
        super().__init__(f"a case for each value of `{on.name}`")
        self.on = on


class Empty(Exception):
    """A binder over `Fin 0`: what is said of all its values holds."""


def name(head: Term) -> str:
    """The head of a term, as a message names it."""
    match head:
        case Const(name):
            return name
        case FVar(_, name):
            return name
        case _:
            return type(head).__name__.lower()
