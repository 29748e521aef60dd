"""How the arguments of an application are compared: which may differ by a lemma, which may not."""

from __future__ import annotations

from enum import Enum

from denotary.spec.canonical import SUBSINGLETON_CLASSES
from denotary.spec.infer import NotTyped, Typer
from denotary.spec.terms import PROP, Const, Pi, Term, app, instantiate, spine

from .unknowns import mentions


class Kind(Enum):
    """Of an argument."""

    FREE = "equal by any rule"
    FIXED = "equal by computation alone: types of other arguments, or of the result, mention it"
    PROOF = "proofs of one proposition are equal"
    DECISION = "an instance of a class with one instance at most"


class Heads:
    """Kinds of the arguments of applications."""

    def __init__(self, typer: Typer) -> None:
        self.typer = typer
        self._known: dict[tuple[Term, int], tuple[Kind, ...]] = {}

    def kinds(self, head: Term, args: tuple[Term, ...]) -> tuple[Kind, ...]:
        """One kind for each argument. Raises `NotTyped`."""
        key = (head, len(args))
        if isinstance(head, Const):
            found = self._known.get(key)
            if found is None:
                found = self._kinds(head, args)
                if self._written(head, len(args)):
                    self._known[key] = found
            return found
        return self._kinds(head, args)

    def _written(self, head: Const, count: int) -> bool:
        """Whether the type of a constant shows that many arguments as it is written."""
        type = self.typer.env[head.name].type
        while count and isinstance(type, Pi):
            type, count = type.body, count - 1
        return count == 0

    def _kinds(self, head: Term, args: tuple[Term, ...]) -> tuple[Kind, ...]:
        type = self.typer.infer(head)
        kinds: list[Kind] = []
        for k, arg in enumerate(args):
            if not isinstance(type, Pi):
                type = self.typer.reducer.whnf(type)
            if not isinstance(type, Pi):
                raise NotTyped("this is applied but is not a function", app(head, *args[:k]))
            kinds.append(self._kind(type))
            type = instantiate(type.body, [arg])
        return tuple(kinds)

    def _kind(self, type: Pi) -> Kind:
        if self.typer.is_prop(type.type):
            return Kind.PROOF
        domain = spine(type.type)[0]
        if isinstance(domain, Const) and domain.name in SUBSINGLETON_CLASSES:
            return Kind.DECISION
        later, index = type.body, 0
        while isinstance(later, Pi):
            if mentions(later.type, index) and not self._harmless(later):
                return Kind.FIXED
            later, index = later.body, index + 1
        return Kind.FIXED if mentions(later, index) else Kind.FREE

    def _harmless(self, binder: Pi) -> bool:
        """Whether what a binder's type mentions does not matter: a decision or a proof."""
        head = spine(binder.type)[0]
        if isinstance(head, Const):
            if head.name in SUBSINGLETON_CLASSES:
                return True
            type = self.typer.env[head.name].type
            while isinstance(type, Pi):
                type = type.body
            return type is PROP
        return False
