"""Coercions: numerals' types (ℕ → ℤ → ℝ), functions, sorts, and declared `Coe` instances.

As in Lean, a coercion leaves no trace of the class: `↑n : ℝ` becomes `Nat.cast n`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from denotary.parser.elaborate import monads
from denotary.parser.elaborate.context import Context
from denotary.parser.syntax.tree import Range
from denotary.spec.declarations import Kind
from denotary.spec.terms import (
    PROP,
    TYPE,
    Const,
    Lam,
    Meta,
    Pi,
    Proj,
    Term,
    app,
    const,
    spine,
)

if TYPE_CHECKING:
    from denotary.parser.elaborate.elaborator import Elaborator

_CLASSES = ("Coe", "CoeTail", "CoeOut", "CoeHead", "CoeHTCT", "CoeHTC", "CoeOTC", "CoeTC", "CoeT")
_NUMBERS = ("Nat", "Int", "Rat", "NNRat")
_CASTS = frozenset(f"{number}.cast" for number in _NUMBERS)
BOOL, TRUE = Const("Bool"), Const("Bool.true")


def coerce(
    elab: Elaborator, term: Term, have: Term, want: Term, span: Range, ctx: Context
) -> Term | None:
    """`term : have` as a term of `want`, or `None` when nothing coerces it."""
    have, want = elab.metas.instantiate(have), elab.metas.instantiate(want)
    if isinstance(spine(have)[0], Meta) or isinstance(spine(want)[0], Meta):
        return None
    if want is TYPE:
        return to_sort(elab, term, have, span, ctx)
    direct = _direct(elab, term, have, want, span, ctx)
    if direct is not None:
        return direct
    have_n = elab.core.whnf(have)
    want_n = want if _definition(elab, want) else elab.core.whnf(want)
    if have_n is not have or want_n is not want:
        direct = _direct(elab, term, have_n, want_n, span, ctx)
        if direct is not None:
            return direct
    if isinstance(elab.core.whnf(want), Pi):
        made = to_function(elab, term, have, span, ctx)
        if made is not None and elab.unifier.unify(made[1], want):
            return made[0]
    return monads.lift(elab, term, have, want, span, ctx)


def _direct(
    elab: Elaborator, term: Term, have: Term, want: Term, span: Range, ctx: Context
) -> Term | None:
    if have is BOOL and want is PROP:
        return const("Eq", BOOL, term, TRUE)
    if have is PROP and want is BOOL:
        inst = elab.instance(const("Decidable", term), ctx, span)
        return const("Decidable.decide", term, inst)
    for number in _NUMBERS:
        cast_class = f"{number}Cast"
        if have is Const(number) and elab.core.env.find(cast_class) is not None:
            inst = elab.search.find(const(cast_class, want), ctx, span)
            if isinstance(inst, Term) and _about(elab, inst, want):
                return const(f"{number}.cast", want, inst, term)
    for cls in _CLASSES:
        made = _by_class(elab, cls, term, have, want, span, ctx)
        if made is not None:
            return made
    return _two_steps(elab, term, have, want, span, ctx)


def _definition(elab: Elaborator, type: Term) -> bool:
    """Whether the type is built by a definition that is no abbreviation: casts stop there."""
    head = spine(type)[0]
    decl = elab.core.env.find(head.name) if isinstance(head, Const) else None
    return decl is not None and decl.kind is Kind.DEF and not decl.reducible


def _about(elab: Elaborator, inst: Term, want: Term) -> bool:
    """Whether a cast's instance is about `want` itself, not about what its definition hides."""
    if not _definition(elab, want):
        return True
    args = spine(elab.core.infer(inst))[1]
    return len(args) == 1 and spine(elab.metas.head(args[0]))[0] is spine(want)[0]


def _by_class(
    elab: Elaborator, cls: str, term: Term, have: Term, want: Term, span: Range, ctx: Context
) -> Term | None:
    decl = elab.core.env.find(cls)
    if decl is None or not decl.is_class:
        return None
    dependent = cls in ("CoeDep", "CoeT")
    goal = const(cls, have, term, want) if dependent else const(cls, have, want)
    inst = elab.search.find(goal, ctx, span)
    if not isinstance(inst, Term):
        return None
    made = _apply(elab, inst, term)
    head, args = spine(made)
    if isinstance(head, Const) and head.name in _CASTS and not _about(elab, args[1], want):
        return None
    return made


def _apply(elab: Elaborator, inst: Term, term: Term) -> Term:
    """The function inside a coercion instance, applied: no trace of the instance stays."""
    cls = spine(elab.core.whnf(elab.core.infer(inst)))[0]
    assert isinstance(cls, Const)
    fn = elab.core.whnf_core(Proj(cls.name, 0, inst))
    return elab.core.whnf_core(app(fn, term)) if isinstance(fn, Lam) else app(fn, term)


def _two_steps(
    elab: Elaborator, term: Term, have: Term, want: Term, span: Range, ctx: Context
) -> Term | None:
    """One declared step out of `have`, then casts (`Fin n → ℕ → ℝ`, subtypes)."""
    for cls in ("CoeOut", "CoeHead"):
        decl = elab.core.env.find(cls)
        if decl is None:
            continue
        middle = elab.type_hole(ctx, span)
        mark = elab.metas.mark()
        inst = elab.search.find(const(cls, have, middle), ctx, span, force=True)
        if isinstance(inst, Term):
            got = elab.metas.instantiate(middle)
            if not isinstance(spine(got)[0], Meta) and got is not have:
                step = _apply(elab, inst, term)
                if elab.unifier.unify(got, want):
                    return step
                rest = coerce(elab, step, got, want, span, ctx)
                if rest is not None:
                    return rest
        elab.metas.undo(mark)
    return None


def to_function(
    elab: Elaborator, term: Term, have: Term, span: Range, ctx: Context
) -> tuple[Term, Term] | None:
    """`⇑term` through `CoeFun` or `DFunLike`, with its type."""
    have = elab.metas.instantiate(have)
    env = elab.core.env
    if env.find("CoeFun") is not None:
        shape = elab.hole(Pi("a", have, TYPE), ctx, span, "γ")
        mark = elab.metas.mark()
        inst = elab.search.find(const("CoeFun", have, shape), ctx, span, force=True)
        if isinstance(inst, Term):
            made = _apply(elab, inst, term)
            return made, elab.core.whnf_core(elab.core.infer(made))
        elab.metas.undo(mark)
    if env.find("DFunLike") is not None:
        alpha = elab.type_hole(ctx, span, "α")
        beta = elab.hole(Pi("a", alpha, TYPE), ctx, span, "β")
        mark = elab.metas.mark()
        inst = elab.search.find(const("DFunLike", have, alpha, beta), ctx, span, force=True)
        if isinstance(inst, Term):
            a, b = elab.metas.instantiate(alpha), elab.metas.instantiate(beta)
            made = const("DFunLike.coe", have, a, b, inst, term)
            return made, elab.core.whnf_core(elab.core.infer(made))
        elab.metas.undo(mark)
    return None


def to_sort(elab: Elaborator, term: Term, have: Term, span: Range, ctx: Context) -> Term | None:
    """`↥term` for sets, finsets, and structures with a carrier."""
    if have is BOOL:
        return const("Eq", BOOL, term, TRUE)
    if elab.core.env.find("CoeSort") is None:
        return None
    sort = elab.hole(TYPE, ctx, span, "sort")
    inst = elab.search.find(const("CoeSort", have, sort), ctx, span, force=True)
    return _apply(elab, inst, term) if isinstance(inst, Term) else None
