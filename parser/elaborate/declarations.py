"""Declarations: signatures with `variable`s and autobound names, values, structures, inductives."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from denotary.parser.elaborate.binders import local_of
from denotary.parser.elaborate.context import Context, Local
from denotary.parser.elaborate.elaborator import Elaborator
from denotary.parser.elaborate.matching import function_by_cases
from denotary.parser.elaborate.structures import structure
from denotary.parser.syntax import tree
from denotary.parser.syntax.tree import Range
from denotary.spec.diagnostics import LeanError
from denotary.spec.terms import (
    TYPE,
    BinderInfo,
    BVar,
    Const,
    FVar,
    Lam,
    Pi,
    Term,
    app,
    instantiate,
    spine,
)

_AUTOBOUND = re.compile(r"^[a-zα-ωA-ZΑ-Ω𝕜𝔸-𝕫][0-9₀-₉']*$")


@dataclass(slots=True)
class Header:
    """The opened front of a declaration: locals for variables, autobound names and binders."""

    variables: list[Local]
    bound: list[Local]
    binders: list[Local]
    ctx: Context


@dataclass(frozen=True, slots=True)
class Signature:
    """An elaborated type: `binders` of its Πs stand before the colon, `front` of them unwritten."""

    type: Term
    binders: int
    front: int
    value: Term | None


class Opener:
    """Opens the scope and binders of one declaration."""

    def __init__(
        self, elab: Elaborator, variables: Iterable[tree.Binder], scope: tree.Scope
    ) -> None:
        self.elab = elab
        self.scope = scope
        self.bound: list[Local] = []
        self._bound_names: dict[str, Term] = {}
        if elab.auto_implicit:
            elab.autobound = self._autobound
        self.ctx = Context.empty()
        self.variables: list[Local] = []
        for b in variables:
            self._variable(b)

    def _autobound(self, name: str, span: Range) -> Term | None:
        if name in self._bound_names:
            return self._bound_names[name]
        if not _AUTOBOUND.match(name):
            return None
        ctx = Context({}, (), frozenset(loc.fvar for loc in (*self.variables, *self.bound)))
        type = self.elab.type_hole(ctx, span, f"type of {name}")
        loc = self.elab.core.local(name, type, "implicit")
        self.bound.append(loc)
        self._bound_names[name] = loc.fvar
        return loc.fvar

    def release(self, count: int) -> None:
        """Forget the names that bound themselves after the first `count`."""
        for loc in self.bound[count:]:
            self._bound_names.pop(loc.fvar.name, None)
        del self.bound[count:]

    def _variable(self, b: tree.Binder) -> None:
        if b.type is None and b.name in self.ctx.names:
            # `variable {x}` changes how an earlier variable is bound
            fvar = self.ctx.names[b.name]
            for i, loc in enumerate(self.variables):
                if loc.fvar is fvar:
                    new = replace(loc, info=b.info)
                    self.variables[i] = new
                    self.elab.core.locals[loc.fvar] = new
                    return
        loc = local_of(self.elab, b, None, self.ctx)
        self.variables.append(loc)
        self.ctx = self.ctx.with_local(loc, b.name)

    def open(self, binders: Sequence[tree.Binder]) -> list[Local]:
        out: list[Local] = []
        for b in binders:
            loc = local_of(self.elab, b, None, self.ctx)
            out.append(loc)
            self.ctx = self.ctx.with_local(loc, b.name)
        return out

    def visible(self, loc: Local) -> bool:
        """Whether no binder or later variable has taken the variable's name."""
        name = loc.fvar.name
        return self.ctx.names.get(name, loc.fvar) is loc.fvar

    def used(
        self, terms: Iterable[Term], always: Iterable[str] = (), instances: bool = True
    ) -> list[Local]:
        """The variables that `terms` mention and what those need.

        `instances`: those about them too, as Lean does for theorems.
        """
        metas = self.elab.metas
        want: set[FVar] = set()
        for t in terms:
            want |= metas.fvars_of(t)
        names = set(always)
        for loc in self.variables:
            if loc.fvar.name in names and self.visible(loc):
                want.add(loc.fvar)
        by_fvar = {loc.fvar: loc for loc in self.variables}
        changed = True
        while changed:
            changed = False
            for loc in self.variables:
                inside = metas.fvars_of(loc.type)
                if loc.fvar in want:
                    new = {f for f in inside if f in by_fvar} - want
                    if new:
                        want |= new
                        changed = True
                elif instances and loc.info == "inst" and inside and inside <= want:
                    want.add(loc.fvar)
                    changed = True
        return [loc for loc in self.variables if loc.fvar in want]


def enter(elab: Elaborator, decl: tree.DeclText, *, body: bool) -> None:
    """Names are resolved inside the namespace of the declared name, and among its `where`.

    Only the body of a declaration can mean the declaration itself.
    """
    namespace = decl.full_name.rpartition(".")[0]
    if re.search(r"\bwhere\b", elab.file.text[decl.body[0] : decl.body[1]]):
        namespace = decl.full_name
    current = elab.resolver.scope.namespace
    if namespace.startswith(f"{current}." if current else "") and namespace:
        elab.resolver = elab.resolver.inside(namespace, "" if body else decl.full_name)


def elaborate_signature(
    elab: Elaborator,
    variables: Sequence[tree.Binder],
    decl: tree.DeclText,
    sig: tree.Signature,
    body: tree.Body | None,
) -> Signature:
    """The type of a declaration, and its value where there is no type without it.

    Variables that only the body mentions are found by elaborating the body once in passing.
    """
    enter(elab, decl, body=False)
    opener = Opener(elab, variables, decl.scope)
    binders = opener.open(sig.binders)
    ctx = opener.ctx
    value: Term | None = None
    if sig.type is not None:
        type = elab.check_type(sig.type, ctx)
        elab.settle()
        type = elab.metas.instantiate(type)
    elif isinstance(body, tree.Expr):
        value, type = elab.infer(body, ctx, None)
        elab.settle()
        value = elab.metas.instantiate(value)
        type = elab.metas.instantiate(type)
    else:
        raise elab.error(decl.name_span, f"`{decl.name}` needs a type")
    seen: list[Term] = [type, *[loc.type for loc in (*binders, *opener.bound)]]
    instances = True
    if value is not None:
        seen.append(value)
        instances = False
    elif body is not None and decl.kind not in ("theorem",) and opener.variables:
        sure = {loc.fvar for loc in opener.used(seen, decl.scope.includes, instances=False)}
        likely = {loc.fvar for loc in opener.used(seen, decl.scope.includes)}
        text = elab.file.text[decl.body[0] : decl.body[1]]
        extra = [loc for loc in opener.variables if loc.fvar not in sure]
        if likely != sure or _mentions(text, extra):
            itself = elab.core.local(decl.name, elab.leave(binders, type, lam=False))
            inner = ctx.with_local(itself, decl.name)
            try:
                seen.append(elaborate_body(elab, body, type, inner, decl.span))
                elab.settle()
            except LeanError as error:
                elab.problems.append(error)
                elab.forget()
            instances = bool(elab.problems)
            if elab.problems:  # the passing look failed: go by what the text names
                seen += [loc.fvar for loc in extra if _mentions(text, [loc])]
                elab.problems.clear()
        else:
            instances = False
    always = [*decl.scope.includes, *_proofs_mentioned(elab, opener, decl)]
    kept = opener.used(seen, always, instances)
    front = _order(elab, [*kept, *opener.bound])
    locals = [*front, *binders]
    closed = elab.finish(elab.leave(locals, type, lam=False), decl.name_span)
    if value is not None:
        value = elab.finish(elab.leave(locals, value, lam=True), decl.span)
    return Signature(closed, len(locals), len(front), value)


def _proofs_mentioned(elab: Elaborator, opener: Opener, decl: tree.DeclText) -> list[str]:
    """Hypotheses among the variables that the text names: proofs are opaque, so terms do not tell.

    As in Lean, the proof of a theorem does not count.
    """
    end = decl.signature[1] if decl.kind == "theorem" else max(decl.signature[1], decl.body[1])
    text = elab.file.text[decl.signature[0] : end]
    return [
        loc.fvar.name
        for loc in opener.variables
        if opener.visible(loc)
        and elab.core.is_prop(elab.metas.instantiate(loc.type))
        and _mentions(text, [loc])
    ]


def _mentions(text: str, locals: Sequence[Local]) -> bool:
    names = [re.escape(loc.fvar.name) for loc in locals if loc.fvar.name and loc.info != "inst"]
    return bool(names) and re.search(rf"(?<![\w.])(?:{'|'.join(names)})(?![\w'])", text) is not None


def _order(elab: Elaborator, locals: Sequence[Local]) -> list[Local]:
    """Locals so that each stands after those its type mentions, else as they were."""
    out: list[Local] = []
    left = list(locals)
    while left:
        here = {loc.fvar for loc in left}
        for loc in left:
            if not elab.metas.fvars_of(loc.type) & (here - {loc.fvar}):
                out.append(loc)
                left.remove(loc)
                break
        else:
            return [*out, *left]
    return out


def elaborate_body(
    elab: Elaborator, body: tree.Body, type: Term, ctx: Context, span: Range, tolerant: bool = True
) -> Term:
    """A value of `type`: a term, equations, or the fields of a `where`."""
    if isinstance(body, tree.Equations):
        return function_by_cases(elab, list(body.alternatives), type, ctx, span, tolerant=tolerant)
    if isinstance(body, tree.WhereBody):
        return structure(elab, type, body.fields, ctx, span)
    return elab.check(body, type, ctx)


def elaborate_value(
    elab: Elaborator, sig: Signature, body: tree.Body, decl: tree.DeclText, full_name: str,
    helpers: Mapping[str, tuple[str, Sequence[str]]] | None = None,
) -> Term:  # fmt: skip
    """The value of a declaration whose type is known.

    Inside it, the declaration's own name stands for itself with its section variables in place, and
    `helpers`, the definitions of its `where`, for themselves with what they capture in place.
    """
    enter(elab, decl, body=decl.kind != "instance")
    ctx = Context.empty()
    locals: list[Local] = []
    type = sig.type
    for _ in range(sig.binders):
        assert isinstance(type, Pi)
        loc, type = elab.core.open(type)
        locals.append(loc)
        ctx = ctx.with_local(loc)
    if sig.front and decl.name not in ctx.names:
        itself = app(Const(full_name), *[loc.fvar for loc in locals[: sig.front]])
        ctx = ctx.with_name(decl.name, itself)
    for short, (full, captured) in (helpers or {}).items():
        if short != decl.name and all(n in ctx.names for n in captured):
            ctx = ctx.with_name(short, app(Const(full), *[ctx.names[n] for n in captured]))
    value = elaborate_body(elab, body, type, ctx, decl.body)
    elab.settle()
    return elab.finish(elab.leave(locals, value, lam=True), decl.body)


# ---- structures


@dataclass(frozen=True, slots=True)
class StructureShape:
    """An elaborated structure: parameters as locals' count, and its constructor's type."""

    type: Term
    params: int
    constructor: Term
    fields: tuple[tuple[str, BinderInfo, Term | None, str | None], ...]
    """Name, binder kind, default (under parameters and earlier fields), parent."""


def elaborate_structure(
    elab: Elaborator, variables: Sequence[tree.Binder], decl: tree.DeclText,
    text: tree.StructureText, full_name: str, header: Callable[[Term, int], None],
) -> StructureShape:  # fmt: skip
    """`header` is told the type and the number of parameters before any field is looked at."""
    opener = Opener(elab, variables, decl.scope)
    binders = opener.open(text.binders)
    sort = elab.check_type(text.type, opener.ctx) if text.type is not None else TYPE
    elab.settle(final=False)
    shown = elab.file.text[decl.signature[0] : decl.body[1]]
    own = {f.name for f in text.fields}
    front = opener.used(
        [sort, *[loc.type for loc in (*binders, *opener.bound)]],
        [
            loc.fvar.name
            for loc in opener.variables
            if opener.visible(loc) and loc.fvar.name not in own and _mentions(shown, [loc])
        ],
    )
    params = [*_order(elab, [*front, *opener.bound]), *binders]
    closed_header = elab.metas.instantiate(elab.leave(params, sort, lam=False))
    if not elab.metas.has_metas(closed_header):
        header(closed_header, len(params))
    is_class = decl.kind == "class"
    ctx = opener.ctx
    fields: list[Local] = []
    rows: list[tuple[str, BinderInfo, Term | None, str | None]] = []
    for p in text.parents:
        parent = elab.check_type(p, ctx)
        elab.settle(final=False)
        parent = elab.metas.instantiate(parent)
        owner, _ = spine(elab.core.whnf(parent))
        if not isinstance(owner, Const):
            raise elab.error(p.span, "a structure is expected after `extends`")
        name = "to" + owner.name.rpartition(".")[2]
        info = "inst" if is_class else "explicit"
        loc = elab.core.local(name, parent, info)
        fields.append(loc)
        rows.append((name, info, None, owner.name))
        ctx = ctx.with_local(loc)
        ctx = _inherit(elab, owner.name, loc.fvar, ctx)
    for f in text.fields:
        inner = opener.ctx
        opener.ctx = ctx
        locs = opener.open(f.binders)
        if f.type is not None:
            type = elab.check_type(f.type, opener.ctx)
        elif f.default is not None and f.name in ctx.names:
            # a new default for an inherited field
            opener.ctx = inner
            continue
        else:
            raise elab.error(f.span, f"the field `{f.name}` needs a type")
        default: Term | None = None
        if f.default is not None and not isinstance(f.default, tree.By):
            default = elab.check(f.default, type, opener.ctx)
        elab.settle()
        closed = elab.leave(locs, elab.metas.instantiate(type), lam=False)
        if default is not None:
            default = elab.leave(locs, elab.metas.instantiate(default), lam=True)
        opener.ctx = inner
        loc = elab.core.local(f.name, closed, f.info)
        fields.append(loc)
        rows.append((f.name, f.info, default, None))
        ctx = ctx.with_local(loc, f.name)
    elab.settle()
    params = [*_order(elab, [*front, *opener.bound]), *binders]
    type = elab.finish(elab.leave(params, sort, lam=False), decl.name_span)
    result = app(Const(full_name), *[loc.fvar for loc in params])
    implicit = [replace(loc, info="implicit") for loc in params]
    ctor = elab.finish(elab.leave([*implicit, *fields], result, lam=False), decl.name_span)
    out: list[tuple[str, BinderInfo, Term | None, str | None]] = []
    for i, (name, info, default, parent_name) in enumerate(rows):
        if default is not None:
            closed = elab.finish(
                elab.leave([*implicit, *fields[:i]], default, lam=True), decl.name_span
            )
            for _ in range(len(params) + i):
                assert isinstance(closed, Lam)
                closed = closed.body
            default = closed
        out.append((name, info, default, parent_name))
    return StructureShape(type, len(params), ctor, tuple(out))


def _inherit(elab: Elaborator, owner: str, value: Term, ctx: Context) -> Context:
    """Names of a parent's fields, for the fields that follow."""
    from denotary.spec.terms import Proj

    decl = elab.core.env[owner]
    for i, f in enumerate(decl.fields):
        inner = Proj(owner, i, value)
        if f.parent is not None:
            ctx = _inherit(elab, f.parent, inner, ctx)
        ctx = ctx.with_name(f.name, inner)
    return ctx


# ---- inductives


def elaborate_inductive(
    elab: Elaborator, variables: Sequence[tree.Binder], decl: tree.DeclText, sig: tree.Signature,
    constructors: Sequence[tree.Constructor],
) -> tuple[Term, int, int]:  # fmt: skip
    """The type of the family, its number of parameters, and how many come from variables.

    The variables that only constructors use are found by elaborating those once in passing.
    """
    opener = Opener(elab, variables, decl.scope)
    binders = opener.open(sig.binders)
    sort = elab.check_type(sig.type, opener.ctx) if sig.type is not None else TYPE
    elab.settle()
    seen = [sort, *[loc.type for loc in (*binders, *opener.bound)]]
    text = elab.file.text[decl.body[0] : decl.body[1]]
    mentioned = [
        loc
        for loc in opener.variables
        if opener.visible(loc) and loc.info != "inst" and _mentions(text, [loc])
    ]
    if mentioned:
        itself = elab.core.local(decl.name, elab.leave(binders, sort, lam=False))
        try:
            seen += _in_passing(elab, opener, itself, decl, constructors)
        except LeanError:  # families that need each other: go by what the text names
            elab.forget()
            seen += [loc.fvar for loc in mentioned]
    kept = opener.used(seen, decl.scope.includes)
    front = _order(elab, [*kept, *opener.bound])
    closed = elab.finish(elab.leave([*front, *binders], sort, lam=False), decl.name_span)
    return closed, len(front) + len(binders), len(front)


def _in_passing(
    elab: Elaborator, opener: Opener, itself: Local, decl: tree.DeclText,
    constructors: Sequence[tree.Constructor],
) -> list[Term]:  # fmt: skip
    """The types that constructors mention, with the family as a local."""
    outer, bound = opener.ctx, len(opener.bound)
    found: list[Term] = []
    try:
        for ctor in constructors:
            opener.ctx = outer.with_local(itself, decl.name)
            fields = opener.open(ctor.binders)
            if ctor.type is not None:
                found.append(elab.check_type(ctor.type, opener.ctx))
            elab.settle()
            found += [loc.type for loc in (*fields, *opener.bound[bound:])]
            opener.release(bound)
    finally:
        opener.ctx = outer
        opener.release(bound)
    return [elab.metas.instantiate(t) for t in found]


def elaborate_constructor(
    elab: Elaborator, family: Term, params: int, from_variables: int, full_name: str,
    decl: tree.DeclText, ctor: tree.Constructor,
) -> Term:  # fmt: skip
    """The type of one constructor of the family whose type is `family`."""
    opener = Opener(elab, (), decl.scope)
    locals: list[Local] = []
    t = family
    for _ in range(params):
        assert isinstance(t, Pi)
        loc = elab.core.local(t.name, t.type, "implicit")
        t = instantiate(t.body, [loc.fvar])
        locals.append(loc)
        opener.ctx = opener.ctx.with_local(loc)
    if from_variables:
        here = app(Const(full_name), *[loc.fvar for loc in locals[:from_variables]])
        opener.ctx = opener.ctx.with_name(decl.name, here)
    fields = opener.open(ctor.binders)
    if ctor.type is not None:
        result = elab.check_type(ctor.type, opener.ctx)
    else:
        result = app(Const(full_name), *[loc.fvar for loc in locals])
    elab.settle()
    front = [replace(loc) for loc in opener.bound]
    return elab.finish(elab.leave([*locals, *front, *fields], result, lam=False), decl.name_span)


def projection(
    constructor: Term, n: int, struct: str, index: int, is_class: bool
) -> tuple[Term, Term]:
    """Type and value of the function that takes field `index` of a structure with `n` parameters.

    `constructor` is the type of the structure's constructor.
    """
    from denotary.spec.terms import Proj

    t = constructor
    params: list[tuple[str, Term]] = []
    for _ in range(n):
        assert isinstance(t, Pi)
        params.append((t.name, t.type))
        t = t.body
    self_type = app(Const(struct), *[BVar(n - 1 - i) for i in range(n)])
    # under the parameters and `self`: earlier fields are projections of `self`
    for i in range(index):
        assert isinstance(t, Pi)
        t = _bind_field(t.body, Proj(struct, i, BVar(0)), i == 0)
    assert isinstance(t, Pi)
    field_type = t.type if index > 0 else _under_self(t.type)
    type: Term = Pi("self", self_type, field_type, "inst" if is_class else "explicit")
    value: Term = Lam("self", self_type, Proj(struct, index, BVar(0)))
    for name, ptype in reversed(params):
        type = Pi(name, ptype, type, "implicit")
        value = Lam(name, ptype, value, "implicit")
    return type, value


def _under_self(t: Term) -> Term:
    from denotary.spec.terms import lift

    return lift(t, 1)


def _bind_field(body: Term, value: Term, first: bool) -> Term:
    """`body` under (params, field): make it under (params, self) with the field := `value`."""
    from denotary.spec.terms import lift

    if first:
        # lift what is beyond the field binder by one for `self`, then fill the field
        return instantiate(lift(body, 1, 1), [value])
    return instantiate(body, [value])
