"""Metavariables: their types, their scopes, their assignments, and undoing those."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from denotary.parser.syntax.tree import Range
from denotary.spec.terms import (
    App,
    FVar,
    Meta,
    Term,
    app,
    beta,
    children,
    map_children,
)

MetaKind = Literal["natural", "instance", "slot"]


@dataclass(slots=True)
class MetaInfo:
    """`scope` are the locals a value may mention; `span` is where the meta arose."""

    type: Term
    scope: frozenset[FVar]
    kind: MetaKind
    span: Range
    label: str


class MetaContext:
    """The metavariables of one declaration under elaboration."""

    def __init__(self) -> None:
        self.info: dict[Meta, MetaInfo] = {}
        self.value: dict[Meta, Term] = {}
        self._trail: list[Meta] = []
        self._next = 0

    def fresh(
        self,
        type: Term,
        scope: frozenset[FVar],
        span: Range,
        kind: MetaKind = "natural",
        label: str = "_",
    ) -> Meta:
        self._next += 1
        meta = Meta(self._next)
        self.info[meta] = MetaInfo(type, scope, kind, span, label)
        return meta

    def assign(self, meta: Meta, value: Term) -> None:
        assert meta not in self.value
        self.value[meta] = value
        self._trail.append(meta)

    @property
    def count(self) -> int:
        """How many there have been: a metavariable made later has a greater number."""
        return self._next

    def touched(self, mark: int, count: int) -> bool:
        """Whether one of the first `count` has been assigned since `mark`."""
        return any(meta.id <= count for meta in self._trail[mark:])

    def mark(self) -> int:
        return len(self._trail)

    def undo(self, mark: int) -> None:
        """Forget the assignments made since `mark`."""
        while len(self._trail) > mark:
            del self.value[self._trail.pop()]

    def head(self, term: Term) -> Term:
        """Resolve an assigned metavariable at the head, beta-reducing as needed."""
        while True:
            if isinstance(term, Meta):
                value = self.value.get(term)
                if value is None:
                    return term
                term = value
            elif isinstance(term, App) and isinstance(term.fn, Meta):
                value = self.value.get(term.fn)
                if value is None:
                    return term
                term = beta(self.head(value), term.args)
            else:
                return term

    def instantiate(self, term: Term) -> Term:
        """Replace every assigned metavariable in `term` by its value."""
        if not term.has_fvar or not self.value:
            return term
        memo: dict[Term, Term] = {}

        def go(t: Term) -> Term:
            if not t.has_fvar or isinstance(t, FVar):
                return t
            found = memo.get(t)
            if found is not None:
                return found
            if isinstance(t, Meta):
                value = self.value.get(t)
                out = t if value is None else go(value)
            elif isinstance(t, App) and isinstance(t.fn, Meta):
                fn = go(t.fn)
                args = [go(a) for a in t.args]
                out = app(t.fn, *args) if fn is t.fn else beta(fn, args)
            elif isinstance(t, App):
                out = App(go(t.fn), tuple([go(a) for a in t.args]))
            else:
                out = map_children(t, lambda c, _: go(c))
            memo[t] = out
            return out

        return go(term)

    def metas_of(self, term: Term) -> list[Meta]:
        """The unassigned metavariables of `term`, in order of appearance."""
        return list(self._unassigned(term))

    def has_metas(self, term: Term) -> bool:
        """Whether an unassigned metavariable occurs in `term`."""
        return term.has_fvar and any(True for _ in self._unassigned(term))

    def _unassigned(self, term: Term) -> Iterator[Meta]:
        """Each once, in order of appearance."""
        seen: set[Term] = set()
        stack = [term]
        while stack:
            t = stack.pop()
            if not t.has_fvar or t in seen:
                continue
            seen.add(t)
            if isinstance(t, Meta):
                value = self.value.get(t)
                if value is None:
                    yield t
                else:
                    stack.append(value)
            elif isinstance(t, App):
                stack += t.args[::-1]
                stack.append(t.fn)
            else:
                stack.extend(reversed(list(children(t))))

    def fvars_of(self, term: Term) -> set[FVar]:
        """The locals that occur in `term`, looking through assigned metavariables."""
        out: set[FVar] = set()
        seen: set[Term] = set()
        stack = [term]
        while stack:
            t = stack.pop()
            if not t.has_fvar or t in seen:
                continue
            seen.add(t)
            if isinstance(t, FVar):
                out.add(t)
            elif isinstance(t, Meta):
                value = self.value.get(t)
                if value is not None:
                    stack.append(value)
            elif isinstance(t, App):
                stack.append(t.fn)
                stack += t.args
            else:
                stack.extend(children(t))
        return out
