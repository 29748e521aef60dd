"""Pattern matching: `match`, functions by cases, and definitions by equations.

Pattern variables are metavariables while the patterns are elaborated, so that the indices of a
family refine them (`| _, .conv W b => …` learns that the first is `ic * h * w`); what is still open
afterwards becomes a variable of the clause.
"""

from __future__ import annotations

from collections.abc import Sequence

from denotary.parser.elaborate.context import Context, Local
from denotary.parser.elaborate.elaborator import Elaborator, Typed
from denotary.parser.syntax import tree
from denotary.parser.syntax.tree import Range
from denotary.spec.declarations import Declaration, Kind
from denotary.spec.diagnostics import LeanError
from denotary.spec.terms import (
    App,
    Clause,
    Const,
    FVar,
    Lam,
    Lit,
    Match,
    Meta,
    Pi,
    Term,
    Unsupported,
    abstract,
    app,
    const,
    instantiate,
    spine,
)

_PACK = Const("✝pack")


def function_by_cases(
    elab: Elaborator, alternatives: list[tree.Alternative], type: Term, ctx: Context, span: Range,
    tolerant: bool = False,
) -> Term:  # fmt: skip
    """`fun x₁ … xₖ => match x₁, …, xₖ with …` at a function type; `k` patterns a row.

    With `tolerant`, an arm whose body fails becomes an `Unsupported` term and its error is kept in
    `elab.problems`; the other arms stay usable.
    """
    count = len(alternatives[0].rows[0]) if alternatives else 1
    locals: list[Local] = []
    inner = ctx
    for i in range(count):
        shape = elab.core.whnf(type)
        if not isinstance(shape, Pi):
            raise elab.error(
                alternatives[0].span, f"{count} patterns for a function of {i} arguments",
                expected=elab.show(type),
            )  # fmt: skip
        loc, type = elab.core.open(shape)
        locals.append(loc)
        inner = inner.with_local(loc, "")
    values = [(loc.fvar, loc.type) for loc in locals]
    term, _ = match_alternatives(elab, values, alternatives, type, inner, span, tolerant=tolerant)
    return elab.leave(locals, term, lam=True)


def match_alternatives(
    elab: Elaborator, values: Sequence[tuple[Term, Term]], alternatives: Sequence[tree.Alternative],
    expected: Term | None, ctx: Context, span: Range, names: Sequence[str] = (),
    tolerant: bool = False,
) -> Typed:  # fmt: skip
    """A `Match` on `values` (terms with types), and its type."""
    for _, ty in values:
        if elab.metas.has_metas(ty):
            elab.settle_type(ty)
    given = [(elab.metas.instantiate(t), elab.metas.instantiate(ty)) for t, ty in values]
    extra, dependent = _generalised(elab, given, ctx)
    discrs = [*extra, *given, *dependent]
    if expected is None:
        expected = elab.type_hole(ctx, span, "type of the match")
    expected = elab.metas.instantiate(expected)
    motive, domain = _motive(elab, discrs, expected)
    clauses: list[Clause] = []
    for alternative in alternatives:
        for row in alternative.rows:
            if len(row) != len(given):
                raise elab.error(
                    alternative.span, "wrong number of patterns",
                    expected=str(len(given)), found=str(len(row)),
                )  # fmt: skip
            patterns = [*_wild(extra), *row, *_named(dependent)]
            clauses.append(
                _clause(elab, patterns, domain, motive, alternative, ctx, tolerant, names)
            )
    term = Match(motive, tuple(t for t, _ in discrs), tuple(clauses))
    return term, expected


def _wild(discrs: Sequence[tuple[Term, Term]]) -> list[tree.Expr]:
    return [tree.Hole() for _ in discrs]


def _named(discrs: Sequence[tuple[Term, Term]]) -> list[tree.Expr]:
    return [tree.Ident(t.name) for t, _ in discrs if isinstance(t, FVar)]


def _generalised(
    elab: Elaborator, discrs: Sequence[tuple[Term, Term]], ctx: Context
) -> tuple[list[tuple[Term, Term]], list[tuple[Term, Term]]]:
    """Index variables of the discriminants' families, and the locals whose types mention them."""
    mine = {t for t, _ in discrs}
    extra: dict[FVar, Term] = {}
    for _, type in discrs:
        head, args = spine(elab.core.whnf(type))
        if not isinstance(head, Const):
            continue
        decl = elab.core.env.find(head.name)
        if decl is None or decl.kind not in (Kind.INDUCTIVE, Kind.STRUCTURE):
            continue
        for a in args[decl.params :]:
            a = elab.metas.head(a)
            if isinstance(a, FVar) and a not in mine and elab.core.locals[a].value is None:
                extra[a] = elab.metas.instantiate(elab.core.locals[a].type)
    if not extra:
        return [], []
    dependent: list[tuple[Term, Term]] = []
    for loc in ctx.locals:
        if loc.fvar in mine or loc.fvar in extra or loc.value is not None:
            continue
        shown = ctx.names.get(loc.fvar.name) is loc.fvar
        if shown and elab.metas.fvars_of(loc.type) & set(extra):
            dependent.append((loc.fvar, elab.metas.instantiate(loc.type)))
    return list(extra.items()), dependent


def _motive(
    elab: Elaborator, discrs: Sequence[tuple[Term, Term]], expected: Term
) -> tuple[Term, list[Term]]:
    """`fun d₁ … dₖ => expected`, and each discriminant's type as a function of the earlier ones."""
    places: list[Term] = []
    domain: list[Term] = []
    binders: list[tuple[str, Term]] = []
    for t, type in discrs:
        here = abstract(type, places)
        domain.append(here)
        name = t.name if isinstance(t, FVar) else "x"
        binders.append((name, here))
        local = t if isinstance(t, FVar) and elab.core.locals[t].value is None else None
        places.append(local if local is not None else elab.core.local("x", type).fvar)
    motive = abstract(expected, places)
    for name, type in reversed(binders):
        motive = Lam(name, type, motive)
    return motive, domain


def _clause(
    elab: Elaborator, patterns: Sequence[tree.Expr], domain: Sequence[Term], motive: Term,
    alternative: tree.Alternative, ctx: Context, tolerant: bool, discr_names: Sequence[str],
) -> Clause:  # fmt: skip
    names: dict[str, Term] = {}
    done: list[Term] = []
    for p, type in zip(patterns, domain, strict=True):
        want = instantiate(type, done)
        done.append(pattern(elab, p, want, ctx, names))
    elab.settle(final=False)
    done = [elab.metas.instantiate(p) for p in done]
    locals, inner = _generalise(elab, done, names, ctx)
    done = [elab.metas.instantiate(p) for p in done]
    for name, term in names.items():
        inner = inner.with_name(name, elab.metas.instantiate(term))
    for name in discr_names:
        if name:
            prop = elab.core.local(name, const("True"))
            inner = inner.with_local(prop, name)
    want = elab.metas.instantiate(_apply_motive(motive, done))
    body = _arm(elab, alternative.body, want, inner, tolerant)
    return close_clause(elab, locals, done, body)


def close_clause(
    elab: Elaborator, locals: list[Local], patterns: Sequence[Term], body: Term
) -> Clause:
    """The clause whose variables are `locals`."""
    packed = elab.leave(locals, app(_PACK, *patterns, body), lam=True)
    vars: list[tuple[str, Term]] = []
    for _ in locals:
        assert isinstance(packed, Lam)
        vars.append((packed.name, packed.type))
        packed = packed.body
    assert isinstance(packed, App)
    return Clause(tuple(vars), packed.args[:-1], packed.args[-1])


def _apply_motive(motive: Term, values: Sequence[Term]) -> Term:
    for _ in values:
        assert isinstance(motive, Lam)
        motive = motive.body
    return instantiate(motive, list(values))


def _arm(elab: Elaborator, body: tree.Expr, want: Term, ctx: Context, tolerant: bool) -> Term:
    if not tolerant:
        return elab.check(body, want, ctx)
    elab.settle(final=False)
    saved = list(elab.tasks), list(elab.wanted), list(elab.unifier.stuck), list(elab.defaults)
    mark = elab.metas.mark()
    try:
        term = elab.check(body, want, ctx)
        elab.settle()
        return elab.metas.instantiate(term)
    except LeanError as e:
        elab.metas.undo(mark)
        elab.tasks, elab.wanted, elab.unifier.stuck, elab.defaults = saved
        elab.problems.append(e)
        place = e.diagnostic.span.place if e.diagnostic.span else ""
        return Unsupported(want, e.diagnostic.message, place)


def _generalise(
    elab: Elaborator, patterns: Sequence[Term], names: dict[str, Term], ctx: Context
) -> tuple[list[Local], Context]:
    """Turn the metavariables left in the patterns into locals, dependencies first."""
    locals: list[Local] = []

    def close(meta: Meta) -> None:
        nonlocal ctx
        info = elab.metas.info[meta]
        for m in elab.metas.metas_of(info.type):
            close(m)
        if meta in elab.metas.value:
            return
        label = info.label if info.label != "_" else "x✝"
        loc = elab.core.local(label, elab.metas.instantiate(info.type))
        elab.metas.assign(meta, loc.fvar)
        locals.append(loc)
        ctx = ctx.with_local(loc, "")

    for p in patterns:
        for m in elab.metas.metas_of(p):
            if elab.metas.info[m].kind == "instance":
                continue
            close(m)
    return locals, ctx


# ---- patterns


def pattern(
    elab: Elaborator, expr: tree.Expr, type: Term, ctx: Context, names: dict[str, Term]
) -> Term:
    """Elaborate one pattern; its variables are metavariables, entered in `names`."""
    match expr:
        case tree.Paren(inner):
            return pattern(elab, inner, type, ctx, names)
        case tree.Ascription(inner, t) if t is not None:
            want = elab.check_type(t, ctx)
            if not elab.unifier.unify(want, type):
                raise _other_type(elab, expr.span, type, want)
            return pattern(elab, inner, type, ctx, names)
        case tree.Hole():
            return elab.hole(type, ctx, expr.span)
        case tree.Ident(name):
            ctor = _constructor(elab, name)
            if ctor is not None:
                return _construct(elab, ctor, (), False, type, ctx, names, expr.span)
            if name in names:
                raise elab.error(expr.span, f"the pattern variable `{name}` occurs twice")
            names[name] = meta = elab.hole(type, ctx, expr.span, name)
            return meta
        case tree.NamedPattern(name, inner):
            term = pattern(elab, inner, type, ctx, names)
            names[name] = term
            return term
        case tree.Inaccessible(inner):
            return elab.check(inner, type, ctx)
        case tree.DotIdent(name):
            ctor = _dot_constructor(elab, name, type, expr.span)
            return _construct(elab, ctor, (), False, type, ctx, names, expr.span)
        case tree.AppExpr(fn, args, ellipsis):
            ctor = _head_constructor(elab, fn, type)
            return _construct(elab, ctor, args, ellipsis, type, ctx, names, expr.span)
        case tree.Num(value):
            return _number(elab, value, expr, type, ctx)
        case tree.Str(text):
            if not elab.unifier.unify(type, Const("String")):
                raise _other_type(elab, expr.span, type, Const("String"))
            return Lit(text)
        case tree.Char():
            return elab.check(expr, type, ctx)
        case tree.BinOp("+", left, tree.Num(k)):
            inner = pattern(elab, left, Const("Nat"), ctx, names)
            if not elab.unifier.unify(type, Const("Nat")):
                raise _other_type(elab, expr.span, type, Const("Nat"))
            for _ in range(k):
                inner = const("Nat.succ", inner)
            return inner
        case tree.BinOp("::", left, right):
            cons = elab.core.env["List.cons"]
            return _construct(elab, cons, (left, right), False, type, ctx, names, expr.span)
        case tree.TupleExpr(items) if items:
            return _tuple(elab, items, type, ctx, names, expr.span)
        case tree.TupleExpr():
            return Const("PUnit.unit")
        case tree.Anonymous(items):
            return _anonymous(elab, items, type, ctx, names, expr.span)
        case tree.ListLit("list", items):
            rest: tree.Expr = tree.Ident("_root_.List.nil", span=expr.span)
            for item in reversed(items):
                rest = tree.BinOp("::", item, rest, span=expr.span)
            return pattern(elab, rest, type, ctx, names)
    raise elab.unmeaning(
        expr.span, f"patterns of this form ({expr.__class__.__name__}) are not read"
    )


def _other_type(elab: Elaborator, span: Range, want: Term, have: Term) -> LeanError:
    return elab.error(
        span, "this pattern has another type than the value matched on",
        expected=elab.show(want), found=elab.show(have),
    )  # fmt: skip


def _constructor(elab: Elaborator, name: str) -> Declaration | None:
    for r in elab.resolver.candidates(name):
        if r.fields:
            continue
        decl = elab.core.env.find(r.name)
        if decl is not None and decl.kind is Kind.CONSTRUCTOR:
            return decl
        # an alias of a constructor, as `@[match_pattern]` definitions are
        if decl is not None and "match_pattern" in decl.attributes and decl.value is not None:
            head = spine(_strip(decl.value))[0]
            if isinstance(head, Const):
                inner = elab.core.env.find(head.name)
                if inner is not None and inner.kind is Kind.CONSTRUCTOR:
                    return inner
    return None


def _strip(t: Term) -> Term:
    while isinstance(t, Lam):
        t = t.body
    return t


def _dot_constructor(elab: Elaborator, name: str, type: Term, span: Range) -> Declaration:
    reduced = elab.core.whnf(type)
    head = spine(reduced)[0]
    if isinstance(head, Const):
        decl = elab.core.env.find(f"{head.name}.{name}")
        if decl is not None and decl.kind is Kind.CONSTRUCTOR:
            return decl
    raise elab.error(
        span, f"`.{name}` is not a constructor of the type matched on", expected=elab.show(type)
    )


def _head_constructor(elab: Elaborator, fn: tree.Expr, type: Term) -> Declaration:
    match fn:
        case tree.Ident(name):
            ctor = _constructor(elab, name)
            if ctor is not None:
                return ctor
        case tree.DotIdent(name):
            return _dot_constructor(elab, name, type, fn.span)
        case tree.Explicit(inner):
            return _head_constructor(elab, inner, type)
        case tree.Paren(inner):
            return _head_constructor(elab, inner, type)
    raise elab.error(fn.span, "a constructor is expected at the head of a pattern")


def _construct(
    elab: Elaborator, ctor: Declaration, args: Sequence[tree.Expr | tree.NamedArg], ellipsis: bool,
    type: Term, ctx: Context, names: dict[str, Term], span: Range,
) -> Term:  # fmt: skip
    named = {a.name: a.value for a in args if isinstance(a, tree.NamedArg)}
    positional = [a for a in args if not isinstance(a, tree.NamedArg)]
    t: Term = ctor.type
    slots: list[Meta] = []
    todo: list[tuple[tree.Expr, Meta]] = []
    while True:
        t = elab.metas.head(t)
        if not isinstance(t, Pi):
            t = elab.core.whnf_core(t)
            if not isinstance(t, Pi):
                break
        slot = elab.hole(t.type, ctx, span, t.name if t.name != "_" else "_")
        slots.append(slot)
        if t.name in named:
            todo.append((named.pop(t.name), slot))
        elif t.info == "explicit":
            if positional:
                todo.append((positional.pop(0), slot))
            elif not ellipsis:
                raise elab.error(
                    span, f"the pattern gives too few arguments to `{ctor.name}`",
                    expected=f"an argument for `{t.name}`",
                )  # fmt: skip
        t = instantiate(t.body, [slot])
    if positional:
        raise elab.error(positional[0].span, f"too many arguments for `{ctor.name}` in a pattern")
    if named:
        raise elab.error(span, f"`{ctor.name}` has no argument named `{next(iter(named))}`")
    elab.unifier.span = span
    if not elab.unifier.unify(t, type):
        raise _other_type(elab, span, type, t)
    for p, slot in todo:
        want = elab.metas.instantiate(elab.metas.info[slot].type)
        if slot in elab.metas.value:
            # fixed by the type already: the name, if any, refers to that value
            inner = p.expr if isinstance(p, tree.Paren) else p
            if isinstance(inner, tree.Ident) and _constructor(elab, inner.name) is None:
                names[inner.name] = slot
                continue
            if isinstance(inner, tree.Hole):
                continue
        term = pattern(elab, p, want, ctx, names)
        if not elab.unifier.unify(slot, term):
            raise elab.error(p.span, "this pattern cannot match here", expected=elab.show(slot),
                             found=elab.show(term))  # fmt: skip
    return elab.metas.instantiate(app(Const(ctor.name), *slots))


def _number(elab: Elaborator, value: int, expr: tree.Expr, type: Term, ctx: Context) -> Term:
    reduced = elab.core.whnf(type)
    if reduced is Const("Nat") or isinstance(reduced, Meta):
        elab.unifier.unify(type, Const("Nat"))
        return Lit(value)
    return elab.check(expr, type, ctx)


def _tuple(
    elab: Elaborator, items: Sequence[tree.Expr], type: Term, ctx: Context,
    names: dict[str, Term], span: Range,
) -> Term:  # fmt: skip
    rest: tree.Expr = items[-1] if len(items) == 2 else tree.TupleExpr(tuple(items[1:]), span=span)
    pair = elab.core.env["Prod.mk"]
    return _construct(elab, pair, (items[0], rest), False, type, ctx, names, span)


def _anonymous(
    elab: Elaborator, items: Sequence[tree.Expr], type: Term, ctx: Context,
    names: dict[str, Term], span: Range,
) -> Term:  # fmt: skip
    head = spine(elab.core.whnf(type))[0]
    decl = elab.core.env.find(head.name) if isinstance(head, Const) else None
    if decl is None or len(decl.constructors) != 1:
        raise elab.error(span, "`⟨…⟩` needs a type with one constructor", expected=elab.show(type))
    ctor = elab.core.env[decl.constructors[0]]
    explicit = 0
    t: Term = ctor.type
    while isinstance(t, Pi):
        explicit += t.info == "explicit"
        t = t.body
    args = list(items)
    if len(args) > explicit > 0:
        nested = tree.Anonymous(tuple(args[explicit - 1 :]), span=span)
        args = [*args[: explicit - 1], nested]
    return _construct(elab, ctor, args, False, type, ctx, names, span)
