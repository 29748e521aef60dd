"""Binders: `fun`, `∀`, arrows, `let`, `have`, and the locals they introduce."""

from __future__ import annotations

from collections.abc import Sequence

from denotary.parser.elaborate.context import Context, Local
from denotary.parser.elaborate.elaborator import Elaborator, Postpone, Typed, elaborates
from denotary.parser.elaborate.matching import match_alternatives
from denotary.parser.syntax import tree
from denotary.spec.terms import PROP, TYPE, Lam, Let, Meta, Pi, Proof, Term, const, instantiate


def bind(
    elab: Elaborator, binders: Sequence[tree.Binder], ctx: Context
) -> tuple[list[Local], Context]:
    """Locals for `binders` in order; a binder without a type gets an unknown one."""
    out: list[Local] = []
    for b in binders:
        loc = local_of(elab, b, None, ctx)
        out.append(loc)
        ctx = ctx.with_local(loc, b.name)
    return out, ctx


def local_of(elab: Elaborator, b: tree.Binder, domain: Term | None, ctx: Context) -> Local:
    if b.type is not None:
        type = elab.check_type(b.type, ctx)
        if domain is not None:
            elab.unifier.unify(type, domain)
    else:
        type = domain if domain is not None else elab.type_hole(ctx, b.span, f"type of {b.name}")
    if b.default is not None:
        if isinstance(b.default, tree.By):
            type = const("autoParam", type)
        else:
            value = elab.check(b.default, type, ctx)
            type = const("optParam", type, value)
    return elab.core.local(b.name or "inst", type, b.info)


@elaborates(tree.Lambda)
def _lambda(elab: Elaborator, expr: tree.Lambda, expected: Term | None, ctx: Context) -> Typed:
    return _lambda_from(elab, expr.binders, expr.body, expected, ctx)


def _lambda_from(
    elab: Elaborator, binders: Sequence[tree.Binder], body: tree.Expr, expected: Term | None,
    ctx: Context,
) -> Typed:  # fmt: skip
    if not binders:
        if expected is not None:
            return elab.check(body, expected, ctx), expected
        return elab.infer(body, ctx, None)
    b = binders[0]
    domain: Term | None = None
    codomain: Term | None = None
    if expected is not None:
        shape = elab.core.whnf_core(expected)
        if not isinstance(shape, Pi | Meta):
            shape = elab.core.whnf(shape)
        if isinstance(shape, Pi):
            if shape.info != "explicit" and b.info == "explicit":
                loc, rest = elab.core.open(shape)
                inner = _lambda_from(elab, binders, body, rest, ctx.with_local(loc, ""))
                return elab.leave([loc], inner[0], lam=True), expected
            domain = _plain(shape.type)
        elif isinstance(shape, Meta) and not elab.forced and b.type is None and _needs_type(b):
            raise Postpone("the type of this function is not known", b.span)
    loc = local_of(elab, b, domain, ctx)
    if expected is not None:
        shape = elab.core.whnf_core(expected)
        if not isinstance(shape, Pi | Meta):
            shape = elab.core.whnf(shape)
        if isinstance(shape, Pi):
            codomain = instantiate(shape.body, [loc.fvar])
    inner_ctx = ctx.with_local(loc, b.name)
    if b.pattern is not None:
        inside: tree.Expr = body
        if len(binders) > 1:
            inside = tree.Lambda(tuple(binders[1:]), body, span=body.span)
        alternative = tree.Alternative(((b.pattern,),), inside, span=b.span)
        if codomain is None:
            codomain = elab.type_hole(inner_ctx, b.span)
        term, type = match_alternatives(
            elab, [(loc.fvar, loc.type)], [alternative], codomain, inner_ctx, b.span
        )
    else:
        term, type = _lambda_from(elab, binders[1:], body, codomain, inner_ctx)
    return elab.leave([loc], term, lam=True), elab.leave([loc], type, lam=False)


def _needs_type(b: tree.Binder) -> bool:
    return b.pattern is not None


def _plain(type: Term) -> Term:
    from denotary.parser.elaborate.apply import _plain as plain

    return plain(type)


@elaborates(tree.PiExpr)
def _pi(elab: Elaborator, expr: tree.PiExpr, expected: Term | None, ctx: Context) -> Typed:
    return _pi_from(elab, list(expr.binders), expr.bound, expr.body, ctx)


def _pi_from(
    elab: Elaborator, binders: list[tree.Binder], bound: tuple[str, tree.Expr] | None,
    body: tree.Expr, ctx: Context,
) -> Typed:  # fmt: skip
    if not binders:
        term = elab.check_type(body, ctx)
        return term, PROP if elab.core.is_prop(term) else TYPE
    b = binders[0]
    loc = local_of(elab, b, None, ctx)
    inner = ctx.with_local(loc, b.name)
    if bound is not None:
        op, other = bound
        guard = tree.BinOp(op, tree.Ident(b.name, span=b.span), other, span=b.span)
        prop = elab.check(guard, PROP, inner)
        hyp = elab.core.local("h", prop)
        rest, sort = _pi_from(elab, binders[1:], bound, body, inner.with_local(hyp, ""))
        return elab.leave([loc, hyp], rest, lam=False), sort
    if b.pattern is not None:
        raise elab.unmeaning(b.span, "patterns in `∀` binders are not elaborated")
    rest, sort = _pi_from(elab, binders[1:], bound, body, inner)
    return elab.leave([loc], rest, lam=False), sort


@elaborates(tree.Arrow)
def _arrow(elab: Elaborator, expr: tree.Arrow, expected: Term | None, ctx: Context) -> Typed:
    domain = elab.check_type(expr.domain, ctx)
    codomain = elab.check_type(expr.codomain, ctx)
    return Pi("a✝", domain, codomain), PROP if elab.core.is_prop(codomain) else TYPE


@elaborates(tree.LetExpr)
def _let(elab: Elaborator, expr: tree.LetExpr, expected: Term | None, ctx: Context) -> Typed:
    if expr.rec or expr.alternatives:
        raise elab.unmeaning(expr.span, "recursive local definitions are not elaborated")
    if expr.pattern is not None:
        value, type = elab.infer(expr.value, ctx, None)
        if expr.type is not None:
            want = elab.check_type(expr.type, ctx)
            value, type = elab.ensure(value, type, want, expr.value.span, ctx), want
        elab.settle(final=False)
        rows = [tree.Alternative(((expr.pattern,),), expr.body, span=expr.span)]
        if expr.otherwise is not None:
            wild = tree.Hole(span=expr.span)
            rows.append(tree.Alternative(((wild,),), expr.otherwise, span=expr.span))
        return match_alternatives(elab, [(value, type)], rows, expected, ctx, expr.span)
    value, type = definition(elab, expr.binders, expr.type, expr.value, ctx)
    elab.settle(final=False)
    if elab.core.is_prop(type):
        loc = elab.core.local(expr.name, type)
        term, got = _body(elab, expr.body, expected, ctx.with_local(loc, expr.name))
        return close_proof(elab, loc, term, got, type)
    loc = elab.core.local(expr.name, elab.metas.instantiate(type), value=value)
    inner = ctx.with_local(loc, expr.name)
    term, got = _body(elab, expr.body, expected, inner)
    term = elab.leave([loc], term, lam=True)
    got = _applied(elab.core.lambdas([loc], got), value)
    return term, got


def _body(elab: Elaborator, body: tree.Expr, expected: Term | None, ctx: Context) -> Typed:
    if expected is not None:
        return elab.check(body, expected, ctx), expected
    return elab.infer(body, ctx, None)


def definition(
    elab: Elaborator, binders: Sequence[tree.Binder], type: tree.Expr | None, value: tree.Expr,
    ctx: Context,
) -> Typed:  # fmt: skip
    """The value and type of a local definition."""
    locals, inner = bind(elab, binders, ctx)
    if type is not None:
        want = elab.check_type(type, inner)
        term = elab.check(value, want, inner)
    else:
        try:
            term, want = elab.infer(value, inner, None)
        except Postpone:
            want = elab.type_hole(inner, value.span)
            term = elab.postpone(value, want, inner)
    if not locals:
        return term, want
    return elab.leave(locals, term, lam=True), elab.leave(locals, want, lam=False)


def close_proof(elab: Elaborator, loc: Local, term: Term, type: Term, prop: Term) -> Typed:
    """A local proof is forgotten: what mentions it mentions some proof of the same statement."""
    value = Proof(elab.metas.instantiate(prop))
    closed = elab.leave([loc], term, lam=True)
    closed_type = elab.leave([loc], type, lam=True)
    return _applied(closed, value), _applied(closed_type, value)


def _applied(binder: Term, value: Term) -> Term:
    """The body of a `fun` or `let`, its variable replaced by `value`."""
    assert isinstance(binder, Lam | Let)
    return instantiate(binder.body, [value])


@elaborates(tree.HaveExpr)
def _have(elab: Elaborator, expr: tree.HaveExpr, expected: Term | None, ctx: Context) -> Typed:
    if expr.pattern is not None:
        return _have_pattern(elab, expr, expected, ctx)
    value, type = definition(elab, expr.binders, expr.type, expr.value, ctx)
    elab.settle(final=False)
    name = expr.name or "this"
    if elab.core.is_prop(type):
        loc = elab.core.local(name, type)
        term, got = _body(elab, expr.body, expected, ctx.with_local(loc, name))
        return close_proof(elab, loc, term, got, type)
    loc = elab.core.local(name, type, value=value)
    term, got = _body(elab, expr.body, expected, ctx.with_local(loc, name))
    got = _applied(elab.core.lambdas([loc], got), value)
    return elab.leave([loc], term, lam=True), got


def _have_pattern(
    elab: Elaborator, expr: tree.HaveExpr, expected: Term | None, ctx: Context
) -> Typed:
    assert expr.pattern is not None
    value, type = elab.infer(expr.value, ctx, None)
    rows = [tree.Alternative(((expr.pattern,),), expr.body, span=expr.span)]
    return match_alternatives(elab, [(value, type)], rows, expected, ctx, expr.span)


@elaborates(tree.Show)
def _show(elab: Elaborator, expr: tree.Show, expected: Term | None, ctx: Context) -> Typed:
    type = elab.check_type(expr.type, ctx)
    return elab.check(expr.value, type, ctx), type
