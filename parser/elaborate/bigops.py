"""Operators that bind: sums, products, suprema, unions, integrals, `Σ` types."""

from __future__ import annotations

from denotary.parser.elaborate.context import Context
from denotary.parser.elaborate.elaborator import Elaborator, Typed, elaborates
from denotary.parser.elaborate.rewrite import call, root
from denotary.parser.syntax import tree
from denotary.parser.syntax.tree import Range
from denotary.spec.terms import Term

_FINITE = {"∑": "Finset.sum", "∏": "Finset.prod"}
_FREE = {
    "⨆": "iSup", "⨅": "iInf", "⋃": "Set.iUnion", "⋂": "Set.iInter", "∑'": "tsum", "∏'": "tprod",
    "∑ᶠ": "finsum", "∏ᶠ": "finprod", "Σ": "Sigma", "Σ'": "PSigma", "⨁": "DirectSum",
}  # fmt: skip
"""Operators over a whole type; a bound is a further binder over its proofs."""
_INTEGRAL = {
    "∫": "MeasureTheory.integral",
    "∫⁻": "MeasureTheory.lintegral",
    "⨍": "MeasureTheory.average",
}
_RAYS = {
    "<": "Finset.Iio", "≤": "Finset.Iic", "<=": "Finset.Iic", ">": "Finset.Ioi", "≥": "Finset.Ici",
    ">=": "Finset.Ici",
}  # fmt: skip
"""The set that a finite sum over `x < a` runs over."""
_VOLUME = "MeasureTheory.MeasureSpace.volume"


@elaborates(tree.BigOp)
def _big(elab: Elaborator, expr: tree.BigOp, expected: Term | None, ctx: Context) -> Typed:
    if expr.op in _FINITE:
        meant = _finite(elab, expr, _FINITE[expr.op])
    elif expr.op in _INTEGRAL:
        meant = _integral(expr, _INTEGRAL[expr.op])
    elif expr.op in _FREE:
        meant = _free(expr, _FREE[expr.op])
    else:
        raise elab.unmeaning(expr.span, f"`{expr.op}` has no meaning here")
    return elab.infer(meant, ctx, expected)


def guard(binder: tree.Binder, over: tree.Expr) -> tree.Expr:
    """The proposition that bounds a binder: `x ∈ s`, or `x < a` where `over` carries its sign."""
    name = tree.Ident(binder.name, span=binder.span)
    match over:
        case tree.Notation(op, (bound,)):
            return tree.BinOp(op, name, bound, span=binder.span)
    return tree.BinOp("∈", name, over, span=binder.span)


def _finite(elab: Elaborator, expr: tree.BigOp, name: str) -> tree.Expr:
    span = expr.span
    over = _range(elab, expr.over, span)
    body = expr.body
    for i, b in reversed(list(enumerate(expr.binders))):
        fn = tree.Lambda((b,), body, span=span)
        inner = over
        if expr.where is not None and i == len(expr.binders) - 1:
            inner = call("Finset.filter", (tree.Lambda((b,), expr.where, span=span), over), span)
        body = call(name, (inner, fn), span)
    return body


def _range(elab: Elaborator, over: tree.Expr | None, span: Range) -> tree.Expr:
    match over:
        case None:
            return root("Finset.univ", span)
        case tree.Notation(op, (bound,)) if op in _RAYS:
            return call(_RAYS[op], (bound,), span)
        case tree.Notation("∉", (bound,)):
            return call("HasCompl.compl", (bound,), span)
        case tree.Notation(op, (_,)) if not op[0].isalpha():
            raise elab.unmeaning(over.span, f"a finite sum or product bounded by `{op}`")
    return over


def _free(expr: tree.BigOp, name: str) -> tree.Expr:
    span = expr.span
    body = expr.body
    for b in reversed(expr.binders):
        if expr.over is not None:
            proof = tree.Binder("_", guard(b, expr.over), span=b.span)
            body = call(name, (tree.Lambda((proof,), body, span=span),), span)
        body = call(name, (tree.Lambda((b,), body, span=span),), span)
    return body


def _integral(expr: tree.BigOp, name: str) -> tree.Expr:
    """`∫ x in s, f ∂μ` integrates over `μ.restrict s`, `∫ x in a..b, f ∂μ` between two points."""
    span = expr.span
    measure = expr.measure if expr.measure is not None else root(_VOLUME, span)
    body = expr.body
    for b in reversed(expr.binders):
        fn = tree.Lambda((b,), body, span=span)
        match expr.over:
            case tree.Notation("..", (low, high)):
                body = call("intervalIntegral", (fn, low, high, measure), span)
            case None:
                body = call(name, (measure, fn), span)
            case over:
                part = call("MeasureTheory.Measure.restrict", (measure, over), span)
                body = call(name, (part, fn), span)
    return body
