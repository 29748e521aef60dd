"""Notations with fixed shapes (`A →L[𝕜] B`, `f =ᶠ[l] g`, `⌊x⌋`): the constants they stand for.

A notation that the project declares in the same shape comes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from denotary.parser.elaborate.context import Context
from denotary.parser.elaborate.elaborator import Elaborator, Typed, elaborates
from denotary.parser.elaborate.notation import expand
from denotary.parser.elaborate.overload import first
from denotary.parser.elaborate.rewrite import call, root
from denotary.parser.syntax import tree
from denotary.parser.syntax.tree import Range
from denotary.spec.terms import Proof, Term

_PLAIN: dict[str, tuple[str, tuple[int, ...]]] = {
    "⌊_⌋": ("Int.floor", (0,)),
    "⌈_⌉": ("Int.ceil", (0,)),
    "⌊_⌋₊": ("Nat.floor", (0,)),
    "⌈_⌉₊": ("Nat.ceil", (0,)),
    "‖_‖₊": ("NNNorm.nnnorm", (0,)),
    "‖_‖ₑ": ("ENorm.enorm", (0,)),
    "⁅_,_⁆": ("Bracket.bracket", (0, 1)),
    "_^[_]": ("Nat.iterate", (0, 1)),
    "→SL[_]": ("ContinuousLinearMap", (1, 0, 2)),
    "→ₛₗ[_]": ("LinearMap", (1, 0, 2)),
    "≃ₛₗ[_]": ("LinearEquiv", (1, 0, 2)),
    "≃SL[_]": ("ContinuousLinearEquiv", (1, 0, 2)),
    "→ₛₗᵢ[_]": ("LinearIsometry", (1, 0, 2)),
    "≃ₛₗᵢ[_]": ("LinearIsometryEquiv", (1, 0, 2)),
    "→ₐ[_]": ("AlgHom", (1, 0, 2)),
    "≃ₐ[_]": ("AlgEquiv", (1, 0, 2)),
    "→ₘ[_]": ("MeasureTheory.AEEqFun", (0, 2, 1)),
    "⊗[_]": ("TensorProduct", (1, 0, 2)),
    "⊗ₜ[_]": ("TensorProduct.tmul", (1, 0, 2)),
    "=ᶠ[_]": ("Filter.EventuallyEq", (1, 0, 2)),
    "≤ᶠ[_]": ("Filter.EventuallyLE", (1, 0, 2)),
    "=O[_]": ("Asymptotics.IsBigO", (1, 0, 2)),
    "=o[_]": ("Asymptotics.IsLittleO", (1, 0, 2)),
    "=Θ[_]": ("Asymptotics.IsTheta", (1, 0, 2)),
    "~[_]": ("Asymptotics.IsEquivalent", (1, 0, 2)),
}
"""Notation → the constant, and which operands it takes in which order."""

_OVER_ONE_RING = {
    "→ₗ[_]": "LinearMap",
    "→L[_]": "ContinuousLinearMap",
    "≃ₗ[_]": "LinearEquiv",
    "≃L[_]": "ContinuousLinearEquiv",
    "→ₗᵢ[_]": "LinearIsometry",
    "≃ₗᵢ[_]": "LinearIsometryEquiv",
}
"""Maps that are linear over the ring in the brackets."""
_CONJUGATE = {"→ₗ⋆[_]": "LinearMap", "→L⋆[_]": "ContinuousLinearMap"}
_ALMOST = {"=ᵐ[_]": "Filter.EventuallyEq", "≤ᵐ[_]": "Filter.EventuallyLE"}
_FILTERED = {
    "∀ᶠ": "Filter.Eventually",
    "∃ᶠ": "Filter.Frequently",
    "∀ᵐ": "Filter.Eventually",
    "∃ᵐ": "Filter.Frequently",
}
_RAYS = {"<": "Set.Iio", ">": "Set.Ioi", "≤": "Set.Iic", "≥": "Set.Ici"}


@elaborates(tree.Notation)
def _notation(elab: Elaborator, expr: tree.Notation, expected: Term | None, ctx: Context) -> Typed:
    if expected is not None and elab.core.is_prop(elab.metas.instantiate(expected)):
        return Proof(elab.metas.instantiate(expected)), expected
    meant = expand(elab, expr.name, expr.args, expr.span)
    built_in = shape(expr)
    if built_in is not None:
        meant.append(built_in)
    if not meant:
        raise elab.unmeaning(expr.span, f"the notation `{expr.name}` has no meaning here")
    return elaborate_any(elab, expr.name, meant, expected, ctx, expr.span)


def elaborate_any(
    elab: Elaborator, name: str, meant: Sequence[tree.Expr], expected: Term | None, ctx: Context,
    span: Range,
) -> Typed:  # fmt: skip
    """The first of the terms that a notation can stand for and that elaborates."""
    readings = [partial(elab.infer, m, ctx, expected) for m in meant]
    shown = [tree_text(m) for m in meant]
    return first(elab, f"the notation `{name}`", shown, readings, expected, span)


def tree_text(expr: tree.Expr) -> str:
    """The constant at the head of what a notation stands for."""
    while isinstance(expr, tree.AppExpr):
        expr = expr.fn
    return expr.name.removeprefix("_root_.") if isinstance(expr, tree.Ident) else "a term"


def shape(expr: tree.Notation) -> tree.Expr | None:
    """What a notation of Lean's or Mathlib's own stands for."""
    name, args, span = expr.name, expr.args, expr.span
    if name in _PLAIN:
        constant, order = _PLAIN[name]
        return call(constant, tuple(args[i] for i in order), span)
    if name in _OVER_ONE_RING:
        ring = call("RingHom.id", (args[1],), span)
        return call(_OVER_ONE_RING[name], (ring, args[0], args[2]), span)
    if name in _CONJUGATE:
        return call(
            _CONJUGATE[name], (call("starRingEnd", (args[1],), span), args[0], args[2]), span
        )
    if name in _ALMOST:
        return call(
            _ALMOST[name], (call("MeasureTheory.ae", (args[1],), span), args[0], args[2]), span
        )
    if name in _FILTERED:
        return _filtered(name, args, span)
    match name, args:
        case "𝓝[_]", (where, at):
            return call("nhdsWithin", (at, _side(where, at, span)), span)
        case "⟪_,_⟫", (left, right, field):
            return call("Inner.inner", (field, left, right), span)
        case "⟦_⟧", (value,):
            return call("Quotient.mk", (tree.Hole(span=span), value), span)
        case "s(_,_)", (left, right):
            return call("Sym2.mk", (tree.TupleExpr((left, right), span=span),), span)
        case "‹_›", (statement,):
            proof = tree.By((), "assumption", span=span)
            return tree.Ascription(proof, statement, span=span)
    return None


def _filtered(name: str, args: tuple[tree.Expr, ...], span: Range) -> tree.Expr:
    """`∀ᶠ x in l, p` and `∀ᵐ x ∂μ, p`; without a measure the volume is meant."""
    predicate = args[-1]
    if name[1] == "ᵐ":
        volume = root("MeasureTheory.MeasureSpace.volume", span)
        over = call("MeasureTheory.ae", (args[0] if len(args) == 2 else volume,), span)
    else:
        over = args[0]
    assert isinstance(predicate, tree.Lambda)
    body = predicate.body
    for b in reversed(predicate.binders):
        body = call(_FILTERED[name], (tree.Lambda((b,), body, span=span), over), span)
    return body


def _side(where: tree.Expr, at: tree.Expr, span: Range) -> tree.Expr:
    """The set of `𝓝[s] a`, `𝓝[≠] a`, `𝓝[>] a`, …"""
    match where:
        case tree.Ident("≠"):
            return call("HasCompl.compl", (call("Singleton.singleton", (at,), span),), span)
        case tree.Ident(sign) if sign in _RAYS:
            return call(_RAYS[sign], (at,), span)
    return where
