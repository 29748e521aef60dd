"""The remaining forms of terms, most of them rewritten to applications of Lean's constants."""

from __future__ import annotations

from denotary.parser.elaborate.context import Context
from denotary.parser.elaborate.elaborator import Elaborator, Postpone, Typed, elaborates
from denotary.parser.elaborate.matching import match_alternatives
from denotary.parser.elaborate.rewrite import call, root
from denotary.parser.syntax import tree
from denotary.spec.terms import (
    PROP,
    TYPE,
    Const,
    Lit,
    Meta,
    Proof,
    Sort,
    Term,
    const,
    spine,
)

STRING, CHAR = Const("String"), Const("Char")


@elaborates(tree.Paren)
def _paren(elab: Elaborator, expr: tree.Paren, expected: Term | None, ctx: Context) -> Typed:
    return elab.infer(expr.expr, ctx, expected)


@elaborates(tree.Ascription)
def _ascription(
    elab: Elaborator, expr: tree.Ascription, expected: Term | None, ctx: Context
) -> Typed:
    if expr.type is None:
        return elab.infer(expr.expr, ctx, None)
    type = elab.check_type(expr.type, ctx)
    return elab.check(expr.expr, type, ctx), elab.metas.instantiate(type)


@elaborates(tree.Hole)
def _hole(elab: Elaborator, expr: tree.Hole, expected: Term | None, ctx: Context) -> Typed:
    type = elab.type_hole(ctx, expr.span) if expected is None else expected
    return elab.hole(type, ctx, expr.span), type


@elaborates(tree.SortExpr)
def _sort(elab: Elaborator, expr: tree.SortExpr, expected: Term | None, ctx: Context) -> Typed:
    return Sort(0 if expr.level == "Prop" else 1), TYPE


@elaborates(tree.Sorry)
def _sorry(elab: Elaborator, expr: tree.Sorry, expected: Term | None, ctx: Context) -> Typed:
    if expected is None:
        raise Postpone("`sorry` of an unknown type", expr.span)
    if elab.core.is_prop(elab.metas.instantiate(expected)):
        return Proof(elab.metas.instantiate(expected)), expected
    raise elab.unmeaning(expr.span, "`sorry` stands where a value is needed")


@elaborates(tree.Str)
def _string(elab: Elaborator, expr: tree.Str, expected: Term | None, ctx: Context) -> Typed:
    return Lit(expr.value), STRING


@elaborates(tree.Char)
def _char(elab: Elaborator, expr: tree.Char, expected: Term | None, ctx: Context) -> Typed:
    return const("Char.ofNat", Lit(ord(expr.value))), CHAR


@elaborates(tree.Interpolated)
def _interpolated(
    elab: Elaborator, expr: tree.Interpolated, expected: Term | None, ctx: Context
) -> Typed:
    if expr.kind != "s":
        raise elab.unmeaning(expr.span, f"`{expr.kind}!` strings have no meaning here")
    out: Term | None = None
    for part in expr.parts:
        if isinstance(part, str):
            piece: Term = Lit(part)
        else:
            piece, type = elab.infer(part, ctx, None)
            elab.settle(final=False)
            if elab.metas.instantiate(type) is not STRING:
                piece = elab.check(call("ToString.toString", (part,), part.span), STRING, ctx)
        out = piece if out is None else const("String.append", out, piece)
    return out if out is not None else Lit(""), STRING


@elaborates(tree.Coe)
def _coe(elab: Elaborator, expr: tree.Coe, expected: Term | None, ctx: Context) -> Typed:
    term, type = elab.infer(expr.expr, ctx, None)
    if expr.kind == "⇑":
        from denotary.parser.elaborate.coerce import to_function

        made = to_function(elab, term, elab.metas.instantiate(type), expr.span, ctx)
        return made if made is not None else (term, type)
    if expr.kind == "↥":
        sort = elab.as_type(term, type, expr.span, ctx)
        return sort, TYPE
    if expected is None or isinstance(spine(elab.metas.instantiate(expected))[0], Meta):
        if elab.forced:
            return term, type
        raise Postpone("the type that `↑` casts to is not known", expr.span)
    return elab.ensure(term, type, expected, expr.span, ctx), expected


@elaborates(tree.If)
def _if(elab: Elaborator, expr: tree.If, expected: Term | None, ctx: Context) -> Typed:
    cond = elab.check(expr.cond, PROP, ctx)
    inst = elab.instance(const("Decidable", cond), ctx, expr.cond.span)
    if expected is None:
        expected = elab.type_hole(ctx, expr.span)
    if not expr.name:
        then = elab.check(expr.then, expected, ctx)
        other = elab.check(expr.otherwise, expected, ctx)
        return const("ite", expected, cond, inst, then, other), expected
    yes = elab.core.local(expr.name, cond)
    no = elab.core.local(expr.name, const("Not", cond))
    then = elab.check(expr.then, expected, ctx.with_local(yes, expr.name))
    other = elab.check(expr.otherwise, expected, ctx.with_local(no, expr.name))
    return (
        const(
            "dite", expected, cond, inst,
            elab.leave([yes], then, lam=True), elab.leave([no], other, lam=True),
        ),
        expected,
    )  # fmt: skip


@elaborates(tree.IfLet)
def _if_let(elab: Elaborator, expr: tree.IfLet, expected: Term | None, ctx: Context) -> Typed:
    value, type = elab.infer(expr.value, ctx, None)
    wild = tree.Hole(span=expr.span)
    rows = [
        tree.Alternative(((expr.pattern,),), expr.then, span=expr.then.span),
        tree.Alternative(((wild,),), expr.otherwise, span=expr.otherwise.span),
    ]
    return match_alternatives(elab, [(value, type)], rows, expected, ctx, expr.span)


@elaborates(tree.Exists)
def _exists(elab: Elaborator, expr: tree.Exists, expected: Term | None, ctx: Context) -> Typed:
    body = expr.body
    for b in reversed(expr.binders):
        if expr.bound is not None:
            op, other = expr.bound
            guard = tree.BinOp(op, tree.Ident(b.name, span=b.span), other, span=b.span)
            body = tree.BinOp("∧", guard, body, span=expr.span)
        name = "ExistsUnique" if expr.unique else "Exists"
        body = call(name, (tree.Lambda((b,), body, span=expr.span),), expr.span)
    return elab.infer(body, ctx, PROP)


@elaborates(tree.Abs)
def _abs(elab: Elaborator, expr: tree.Abs, expected: Term | None, ctx: Context) -> Typed:
    return elab.infer(call("abs", (expr.expr,), expr.span), ctx, expected)


@elaborates(tree.Norm)
def _norm(elab: Elaborator, expr: tree.Norm, expected: Term | None, ctx: Context) -> Typed:
    return elab.infer(call("Norm.norm", (expr.expr,), expr.span), ctx, expected)


@elaborates(tree.TupleExpr)
def _tuple(elab: Elaborator, expr: tree.TupleExpr, expected: Term | None, ctx: Context) -> Typed:
    if not expr.items:
        return Const("PUnit.unit"), Const("PUnit")
    out = expr.items[-1]
    for item in reversed(expr.items[:-1]):
        out = call("Prod.mk", (item, out), expr.span)
    return elab.infer(out, ctx, expected)


@elaborates(tree.ListLit)
def _list(elab: Elaborator, expr: tree.ListLit, expected: Term | None, ctx: Context) -> Typed:
    span = expr.span
    if expr.kind == "vector":
        out: tree.Expr = root("Matrix.vecEmpty", span)
        for item in reversed(expr.items):
            out = call("Matrix.vecCons", (item, out), span)
        return elab.infer(out, ctx, expected)
    if expr.kind == "matrix":
        rows = tree.ListLit(
            "vector",
            tuple(
                tree.ListLit("vector", r.items, span=span) if isinstance(r, tree.ListLit) else r
                for r in expr.items
            ),
            span=span,
        )
        return elab.infer(call("Matrix.of", (rows,), span), ctx, expected)
    out = root("List.nil", span)
    for item in reversed(expr.items):
        out = call("List.cons", (item, out), span)
    if expr.kind == "array":
        out = call("List.toArray", (out,), span)
    return elab.infer(out, ctx, expected)


@elaborates(tree.SetLit)
def _set(elab: Elaborator, expr: tree.SetLit, expected: Term | None, ctx: Context) -> Typed:
    span = expr.span
    if not expr.items:
        return elab.infer(root("EmptyCollection.emptyCollection", span), ctx, expected)
    out = call("Singleton.singleton", (expr.items[-1],), span)
    for item in reversed(expr.items[:-1]):
        out = call("Insert.insert", (item, out), span)
    return elab.infer(out, ctx, expected)


@elaborates(tree.SetBuilder)
def _set_builder(
    elab: Elaborator, expr: tree.SetBuilder, expected: Term | None, ctx: Context
) -> Typed:
    pred = expr.pred
    b = expr.binder
    if b.pattern is not None and isinstance(pred, tree.Notation) and pred.name == "binders":
        return elab.infer(_image(expr, b.pattern, pred.args), ctx, expected)
    if expr.bound is not None:
        op, other = expr.bound
        guard = tree.BinOp(op, tree.Ident(b.name, span=b.span), other, span=b.span)
        pred = tree.BinOp("∧", guard, pred, span=expr.span)
    fn = tree.Lambda((b,), pred, span=expr.span)
    return elab.infer(call("Subtype" if expr.subtype else "setOf", (fn,), expr.span), ctx, expected)


def _image(expr: tree.SetBuilder, value: tree.Expr, names: tuple[tree.Expr, ...]) -> tree.Expr:
    """`{f x | (x : A)}`: what equals `f x` for some `x`."""
    span = expr.span
    binders: list[tree.Binder] = []
    for n in names:
        typed = n if isinstance(n, tree.Ascription) else tree.Ascription(n, None)
        assert isinstance(typed.expr, tree.Ident)
        binders.append(tree.Binder(typed.expr.name, typed.type, span=span))
    body: tree.Expr = tree.BinOp("=", value, tree.Ident("a✝", span=span), span=span)
    body = tree.Exists(tuple(binders), body, bound=expr.bound, span=span)
    member = tree.Lambda((tree.Binder("a✝", expr.binder.type, span=span),), body, span=span)
    return call("setOf", (member,), span)


@elaborates(tree.Index)
def _index(elab: Elaborator, expr: tree.Index, expected: Term | None, ctx: Context) -> Typed:
    name = {"": "GetElem.getElem", "!": "GetElem?.getElem!", "?": "GetElem?.getElem?",
            "'": "GetElem.getElem"}[expr.kind]  # fmt: skip
    args: tuple[tree.Expr, ...] = (expr.expr, expr.index)
    if name == "GetElem.getElem":
        args = (*args, tree.By((), "", span=expr.span))
    return elab.infer(call(name, args, expr.span), ctx, expected)


@elaborates(tree.MatchExpr)
def _match(elab: Elaborator, expr: tree.MatchExpr, expected: Term | None, ctx: Context) -> Typed:
    values: list[tuple[Term, Term]] = []
    for _, d in expr.discrs:
        values.append(_discriminant(elab, d, ctx))
    elab.settle(final=False)
    return match_alternatives(elab, values, list(expr.alternatives), expected, ctx, expr.span,
                              names=[n for n, _ in expr.discrs])  # fmt: skip


def _discriminant(elab: Elaborator, expr: tree.Expr, ctx: Context) -> Typed:
    """What is matched on is known before the patterns are read: numerals in it get their types."""
    try:
        return elab.infer(expr, ctx, None)
    except Postpone:
        before, elab.forced = elab.forced, True
        try:
            return elab.infer(expr, ctx, None)
        finally:
            elab.forced = before


@elaborates(tree.LambdaMatch)
def _lambda_match(
    elab: Elaborator, expr: tree.LambdaMatch, expected: Term | None, ctx: Context
) -> Typed:
    from denotary.parser.elaborate.matching import function_by_cases

    if expected is None:
        raise Postpone("the type of this function by cases is not known", expr.span)
    expected = elab.metas.instantiate(expected)
    if isinstance(spine(elab.core.whnf(expected))[0], Meta):
        raise Postpone("the type of this function by cases is not known", expr.span)
    return function_by_cases(elab, list(expr.alternatives), expected, ctx, expr.span), expected


@elaborates(tree.BadExpr)
def _bad(elab: Elaborator, expr: tree.BadExpr, expected: Term | None, ctx: Context) -> Typed:
    raise elab.error(expr.span, expr.reason)
