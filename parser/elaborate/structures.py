"""Values of structures: `⟨…⟩`, `{ s with x := e }`, and `where` blocks."""

from __future__ import annotations

from collections.abc import Sequence

from denotary.parser.elaborate.apply import Call, apply
from denotary.parser.elaborate.context import Context
from denotary.parser.elaborate.elaborator import Elaborator, Postpone, Typed, elaborates
from denotary.parser.syntax import tree
from denotary.parser.syntax.tree import Range
from denotary.spec.declarations import Declaration, Kind
from denotary.spec.terms import Const, Meta, Pi, Proj, Proof, Term, app, instantiate, spine


@elaborates(tree.Anonymous)
def _anonymous(
    elab: Elaborator, expr: tree.Anonymous, expected: Term | None, ctx: Context
) -> Typed:
    type = elab.core.whnf(elab.metas.instantiate(expected)) if expected is not None else None
    head = spine(type)[0] if type is not None else None
    if type is None or isinstance(head, Meta):
        raise Postpone("the type of `⟨…⟩` is not known", expr.span)
    decl = elab.core.env.find(head.name) if isinstance(head, Const) else None
    if decl is None or len(decl.constructors) != 1:
        raise elab.error(
            expr.span, "`⟨…⟩` needs a type with one constructor", expected=elab.show(type)
        )
    ctor = elab.core.env[decl.constructors[0]]
    explicit = len(_explicit_names(ctor))
    items = list(expr.items)
    if decl.is_class and len(items) == len(decl.fields) != explicit:
        # every field given, instance parents too
        given = [*[tree.Hole(span=expr.span)] * decl.params, *items]
        return apply(
            elab, Const(ctor.name), ctor.type, Call(given, explicit=True), expected, ctx, expr.span
        )
    if len(items) > explicit > 0:
        span = (items[explicit - 1].span[0], items[-1].span[1])
        items = [*items[: explicit - 1], tree.Anonymous(tuple(items[explicit - 1 :]), span=span)]
    if len(items) < explicit:
        missing = _explicit_names(ctor)[len(items) :]
        raise elab.error(
            expr.span, f"`⟨…⟩` gives {len(items)} of {explicit} arguments of `{ctor.name}`",
            expected="values for " + ", ".join(f"`{m}`" for m in missing),
        )  # fmt: skip
    head_term = Const(ctor.name)
    return apply(elab, head_term, ctor.type, Call(list(items)), expected, ctx, expr.span)


def _explicit_names(ctor: Declaration) -> list[str]:
    out: list[str] = []
    t: Term = ctor.type
    while isinstance(t, Pi):
        if t.info == "explicit":
            out.append(t.name)
        t = t.body
    return out


@elaborates(tree.StructInst)
def _instance(
    elab: Elaborator, expr: tree.StructInst, expected: Term | None, ctx: Context
) -> Typed:
    sources = [elab.infer(s, ctx, None) for s in expr.sources]
    if expr.type is not None:
        expected = elab.check_type(expr.type, ctx)
    elif (
        expected is None or isinstance(spine(elab.metas.instantiate(expected))[0], Meta)
    ) and sources:
        elab.settle(final=False)
        expected = elab.metas.instantiate(sources[0][1])
    if expected is None or isinstance(spine(elab.metas.instantiate(expected))[0], Meta):
        raise Postpone("the type of `{ … }` is not known", expr.span)
    return structure(elab, expected, expr.fields, ctx, expr.span, sources), expected


def structure(
    elab: Elaborator, expected: Term, fields: Sequence[tree.FieldInit], ctx: Context, span: Range,
    sources: Sequence[Typed] = (),
) -> Term:  # fmt: skip
    """The value of structure type `expected` with these fields; the rest from `sources`,
    defaults, instances (class parents) or proofs."""
    type = elab.core.whnf(elab.metas.instantiate(expected))
    head, params = spine(type)
    decl = elab.core.env.find(head.name) if isinstance(head, Const) else None
    if isinstance(type, Pi):
        loc, body = elab.core.open(type)
        inner = structure(elab, body, fields, ctx.with_local(loc), span, sources)
        return elab.leave([loc], inner, lam=True)
    if decl is None or decl.kind is not Kind.STRUCTURE:
        raise elab.error(span, "a structure is expected here", found=elab.show(type))
    left = {f.path: f for f in fields}
    for i, f in enumerate(fields):
        if any(f.path == earlier.path for earlier in fields[:i]):
            raise elab.error(f.span, f"the field `{f.path}` is given twice")
    term = _build(elab, decl, params, left, ctx, span, sources)
    if left:
        extra = next(iter(left.values()))
        raise elab.error(
            extra.span, f"`{extra.path}` is not a field of `{decl.name}`",
            expected="one of " + ", ".join(f.name for f in decl.fields),
        )  # fmt: skip
    return term


def _build(
    elab: Elaborator, decl: Declaration, params: Sequence[Term], left: dict[str, tree.FieldInit],
    ctx: Context, span: Range, sources: Sequence[Typed],
) -> Term:  # fmt: skip
    ctor = elab.core.env[decl.constructors[0]]
    t: Term = ctor.type
    for p in params[: decl.params]:
        assert isinstance(t, Pi)
        t = instantiate(t.body, [p])
    values: list[Term] = []
    for f in decl.fields:
        assert isinstance(t, Pi)
        want = _strip(elab.metas.instantiate(t.type))
        value = _field(
            elab, decl, f.name, f.parent, f.default, want, params, values, left, ctx, span, sources
        )
        values.append(value)
        t = instantiate(t.body, [value])
    return app(Const(ctor.name), *params[: decl.params], *values)


def _field(
    elab: Elaborator, decl: Declaration, name: str, parent: str | None, default: Term | None,
    want: Term, params: Sequence[Term], earlier: Sequence[Term], left: dict[str, tree.FieldInit],
    ctx: Context, span: Range, sources: Sequence[Typed],
) -> Term:  # fmt: skip
    if name in left:
        given = left.pop(name)
        value = given.value
        if given.binders:
            value = tree.Lambda(given.binders, value, span=given.span)
        return elab.check(value, want, ctx)
    dotted = {p: f for p, f in left.items() if p.startswith(name + ".")}
    if dotted:
        sub = {p[len(name) + 1 :]: f for p, f in dotted.items()}
        for p in dotted:
            del left[p]
        head, args = spine(elab.core.whnf(want))
        if not isinstance(head, Const):
            raise elab.error(span, f"the field `{name}` is no structure", expected=elab.show(want))
        inner = _from_sources(elab, decl, name, sources, ctx, span)
        owner = elab.core.env[head.name]
        return _build(elab, owner, args, sub, ctx, span, [inner] if inner else [])
    if elab.core.is_prop(want) and not sources:
        return Proof(want)
    if parent is not None:
        owner = elab.core.env[parent]
        if any(_mentions(elab, owner, p) for p in left):
            reduced = elab.core.whnf(want)
            inner = _from_sources(elab, decl, name, sources, ctx, span)
            rest = [inner] if inner else sources
            return _build(elab, owner, spine(reduced)[1], left, ctx, span, rest)
    got = _from_sources(elab, decl, name, sources, ctx, span)
    if got is None and parent is not None:
        got = next((s for s in sources if _owner(elab, s) is Const(parent)), None)
    if got is not None:
        return elab.ensure(got[0], got[1], want, span, ctx)
    if elab.core.is_prop(want):
        return Proof(want)
    if parent is not None:
        owner = elab.core.env[parent]
        if owner.is_class:
            found = elab.search.find(want, ctx, span)
            if isinstance(found, Term):
                return found
        reduced = elab.core.whnf(want)
        return _build(elab, owner, spine(reduced)[1], left, ctx, span, sources)
    if default is not None:
        return instantiate(default, [*params[: decl.params], *earlier])
    head = spine(elab.metas.head(want))[0]
    if isinstance(head, Const):
        cls = elab.core.env.find(head.name)
        if cls is not None and cls.is_class:
            return elab.instance(want, ctx, span)
    raise elab.error(
        span, f"the field `{name}` of `{decl.name}` is missing", expected=elab.show(want)
    )


def _mentions(elab: Elaborator, owner: Declaration, path: str) -> bool:
    first = path.split(".")[0]
    return any(
        f.name == first or (f.parent is not None and _mentions(elab, elab.core.env[f.parent], path))
        for f in owner.fields
    )


def _from_sources(
    elab: Elaborator,
    decl: Declaration,
    name: str,
    sources: Sequence[Typed],
    ctx: Context,
    span: Range,
) -> Typed | None:
    from denotary.parser.elaborate.apply import Done, _field

    for term, type in sources:
        if _owner(elab, (term, type)) is Const(decl.name):
            index = next(i for i, f in enumerate(decl.fields) if f.name == name)
            return Proj(decl.name, index, term), elab.core.projection_type(decl.name, index, term)
        step = _field(elab, term, type, name, ctx, span)
        if isinstance(step, Done):
            return step.term, step.type
    return None


def _owner(elab: Elaborator, source: Typed) -> Term:
    return spine(elab.core.whnf(elab.metas.instantiate(source[1])))[0]


def _strip(type: Term) -> Term:
    head, args = spine(type)
    if isinstance(head, Const) and head.name in ("optParam", "autoParam") and args:
        return args[0]
    return type
