"""Computation one step at a time: so that a lemma can be used before what it is about unfolds."""

from __future__ import annotations

from denotary.spec import nat
from denotary.spec.declarations import Kind
from denotary.spec.infer import Typer
from denotary.spec.reduce import FuelExhausted
from denotary.spec.terms import (
    Const,
    Lam,
    Let,
    Match,
    Proj,
    Term,
    Unsupported,
    app,
    beta,
    instantiate,
    spine,
    subterms,
)


class Steps:
    """Views of terms that unfold nothing, and single steps that do."""

    def __init__(self, typer: Typer) -> None:
        self.typer = typer
        self.reducer = typer.reducer
        self.env = typer.env
        self._views: dict[Term, Term] = {}
        self._nexts: dict[Term, Term | None] = {}
        self._blind: dict[Term, bool] = {}

    def view(self, term: Term) -> Term:
        """`term` with a head that is no redex: functions applied, `let`s put in, fields taken."""
        found = self._views.get(term)
        if found is None:
            found = self._views[term] = self._view(term)
        return found

    def _view(self, term: Term) -> Term:
        while True:
            head, args = spine(term)
            if isinstance(head, Lam) and args:
                term = beta(head, args)
            elif isinstance(head, Let):
                term = beta(instantiate(head.body, [head.value]), args)
            elif isinstance(head, Proj):
                inner = self.view(head.expr)
                field = self.field(inner, head.index)
                if field is None:
                    return app(Proj(head.struct, head.index, inner), *args)
                term = beta(field, args)
            else:
                seen = self.projection(head, args)
                if seen is None:
                    return term
                term = seen

    def projection(self, head: Term, args: tuple[Term, ...]) -> Term | None:
        """A projection function's application as a field, unless it is of a class."""
        if not isinstance(head, Const):
            return None
        owner = self.reducer.projection(head.name)
        if owner is None or len(args) <= owner[0]:
            return None
        struct = self.env[self.env[head.name].inductive]
        if struct.is_class:
            return None
        params, index = owner
        return app(Proj(struct.name, index, args[params]), *args[params + 1 :])

    def field(self, term: Term, index: int) -> Term | None:
        """A field of a structure that is written out."""
        made = self.reducer.constructor(term)
        if made is None or len(made[1]) <= made[0].params + index:
            return None
        return made[1][made[0].params + index]

    def next(self, term: Term) -> Term | None:
        """`term`, which is a view, after one step of computation; `None` where there is none."""
        if term not in self._nexts:
            try:
                found = self._next(term)
            except FuelExhausted:
                found = None
            if found is not None and self.blind(found):
                found = None
            self._nexts[term] = None if found is None else self.view(found)
        return self._nexts[term]

    def _next(self, term: Term) -> Term | None:
        head, args = spine(term)
        match head:
            case Proj(struct, index, expr):
                inner = self.next(expr)
                return None if inner is None else app(Proj(struct, index, inner), *args)
            case Match():
                return self.reducer.step(term)
            case Const():
                if nat.operation(term) is not None:
                    return self.reducer.nat_step(term)
                found = self.reducer.step(term)
                return self.reducer.unfold(term) if found is None else found
        return None

    def blind(self, term: Term) -> bool:
        """Whether a part of `term` could not be read, so that nothing is known of it."""
        found = self._blind.get(term)
        if found is None:
            found = any(isinstance(t, Unsupported) for t in subterms(term))
            self._blind[term] = found
        return found

    def height(self, term: Term) -> int:
        """How tall the definition is that the next step would unfold."""
        head, _ = spine(term)
        while isinstance(head, Proj):
            head, _ = spine(head.expr)
        return self.reducer.height(head.name) if isinstance(head, Const) else 0

    def innermost(self, term: Term) -> tuple[object, ...]:
        """The head of a term below the fields that are taken of it, and which those are."""
        path: list[object] = []
        head, _ = spine(term)
        while isinstance(head, Proj):
            path += (head.struct, head.index)
            head, _ = spine(head.expr)
        return (*path, type(head) if isinstance(head, Lam | Match) else head)

    def constructor(self, term: Term) -> tuple[str, tuple[Term, ...]] | None:
        """The structure and the fields, if `term` is one that is written out."""
        made = self.reducer.constructor(term)
        if made is None:
            return None
        maker, args = made
        owner = self.env[maker.inductive]
        fields = args[maker.params :]
        if owner.kind is not Kind.STRUCTURE or len(fields) != len(owner.fields) or not fields:
            return None
        return owner.name, fields
