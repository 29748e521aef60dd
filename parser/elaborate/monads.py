"""Monads in types: which monad a type is made with, and lifting an action into another monad."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from denotary.parser.elaborate.context import Context
from denotary.parser.elaborate.instances import NOT_YET
from denotary.parser.syntax.tree import Range
from denotary.spec.terms import App, Const, Meta, Term, app, const, spine

if TYPE_CHECKING:
    from denotary.parser.elaborate.elaborator import Elaborator


@dataclass(frozen=True, slots=True)
class Monadic:
    """A type `m α`, and the instances of `m`."""

    m: Term
    result: Term
    bind: Term
    pure: Term

    def type(self, result: Term) -> Term:
        return app(self.m, result)

    def then(self, a: Term, b: Term, action: Term, rest: Term) -> Term:
        """`action >>= rest`, from `m a` to `m b`."""
        return const("Bind.bind", self.m, self.bind, a, b, action, rest)

    def returned(self, a: Term, value: Term) -> Term:
        return const("Pure.pure", self.m, self.pure, a, value)


def split(elab: Elaborator, type: Term) -> tuple[Term, Term] | None:
    """`m` and `α` of an application `m α`."""
    if not isinstance(type, App):
        return None
    return app(type.fn, *type.args[:-1]), type.args[-1]


def monad_of(elab: Elaborator, type: Term, ctx: Context, span: Range) -> Monadic | None:
    """How `type` is `m α`, as Lean finds it: unfolding until the head is a monad, else `Id`.

    None while the type is not known.
    """
    start = type = elab.metas.instantiate(type)
    for _ in range(elab.core.fuel.unfoldings):
        parts = split(elab, type)
        head = spine(type)[0]
        if isinstance(head, Meta):
            return None
        if parts is not None:
            found = elab.search.find(const("Bind", parts[0]), ctx, span)
            if found is not None:
                return _monadic(elab, *parts, ctx, span)
        new = elab.core.whnf_core(type)
        if new is type:
            unfolded = elab.core.unfold(type)
            if unfolded is None:
                return _monadic(elab, Const("Id"), start, ctx, span)
            new = unfolded
        type = elab.metas.instantiate(new)
    return None


def _monadic(elab: Elaborator, m: Term, result: Term, ctx: Context, span: Range) -> Monadic:
    bind = elab.instance(const("Bind", m), ctx, span)
    pure = elab.instance(const("Pure", m), ctx, span)
    return Monadic(m, result, bind, pure)


def lift(
    elab: Elaborator, term: Term, have: Term, want: Term, span: Range, ctx: Context
) -> Term | None:
    """`liftM term` where `have` is `n α`, `want` is `m α`, and `n` lifts into `m`."""
    want_at = monad_of(elab, want, ctx, span)
    parts = split(elab, have)
    if want_at is None or want_at.m is Const("Id"):
        return None
    for _ in range(elab.core.fuel.unfoldings):
        if parts is not None and not isinstance(spine(parts[0])[0], Meta):
            goal = const("MonadLiftT", parts[0], want_at.m)
            inst = elab.search.find(goal, ctx, span)
            if inst is not None and inst is not NOT_YET:
                assert isinstance(inst, Term)
                mark = elab.metas.mark()
                if elab.unifier.unify(parts[1], want_at.result):
                    return const("MonadLiftT.monadLift", *parts[:1], want_at.m, inst, parts[1],
                                 term)  # fmt: skip
                elab.metas.undo(mark)
        unfolded = elab.core.unfold(elab.core.whnf_core(have))
        if unfolded is None:
            return None
        have = elab.metas.instantiate(unfolded)
        parts = split(elab, have)
    return None
