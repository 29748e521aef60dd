"""Applications: implicit, named and instance arguments, field notation, dot-identifiers.

The result type meets the expected type first, then the arguments are elaborated left to right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from denotary.parser.elaborate.coerce import to_function
from denotary.parser.elaborate.context import Context, Local
from denotary.parser.elaborate.elaborator import Elaborator, Postpone, Typed, elaborates
from denotary.parser.elaborate.names import Resolved
from denotary.parser.elaborate.notation import expand
from denotary.parser.elaborate.overload import first
from denotary.parser.syntax import tree
from denotary.parser.syntax.tree import Range
from denotary.spec.declarations import Kind
from denotary.spec.diagnostics import LeanError
from denotary.spec.terms import (
    Const,
    FVar,
    Meta,
    Pi,
    Proj,
    Proof,
    Sort,
    Term,
    app,
    instantiate,
    spine,
)

BUILTIN_NAMES = {
    "ℝ": "Real", "ℕ": "Nat", "ℤ": "Int", "ℚ": "Rat", "ℂ": "Complex", "ℝ≥0": "NNReal",
    "ℝ≥0∞": "ENNReal", "⊤": "Top.top", "⊥": "Bot.bot", "∅": "EmptyCollection.emptyCollection",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Done:
    """An argument that is elaborated already."""

    term: Term
    type: Term


Argument = tree.Expr | Done


@dataclass(slots=True)
class Call:
    """What a head is applied to."""

    args: list[Argument] = field(default_factory=list)
    named: dict[str, Argument] = field(default_factory=dict)
    ellipsis: bool = False
    explicit: bool = False
    receiver: tuple[Done, str] | None = None
    """The `x` of `x.f`, and the constant that heads its type: goes to the first such argument."""

    @property
    def empty(self) -> bool:
        return not (self.args or self.named or self.ellipsis or self.receiver)


def split_args(args: Sequence[tree.Expr | tree.NamedArg], ellipsis: bool) -> Call:
    call = Call(ellipsis=ellipsis)
    for a in args:
        if isinstance(a, tree.NamedArg):
            call.named[a.name] = a.value
        else:
            call.args.append(a)
    return call


@elaborates(tree.AppExpr)
def _application(
    elab: Elaborator, expr: tree.AppExpr, expected: Term | None, ctx: Context
) -> Typed:
    call = split_args(expr.args, expr.ellipsis)
    return call_expr(elab, expr.fn, call, expected, ctx, expr.span)


@elaborates(tree.Ident, tree.DotIdent, tree.Field, tree.Explicit)
def _head(elab: Elaborator, expr: tree.Expr, expected: Term | None, ctx: Context) -> Typed:
    return call_expr(elab, expr, Call(), expected, ctx, expr.span)


def call_expr(
    elab: Elaborator, fn: tree.Expr, call: Call, expected: Term | None, ctx: Context, span: Range
) -> Typed:
    """`fn` applied to `call`, whatever kind of head `fn` is."""
    if isinstance(fn, tree.Paren) and isinstance(fn.expr, tree.Ident | tree.DotIdent | tree.Field):
        fn = fn.expr
    match fn:
        case tree.AppExpr():
            inner = split_args(fn.args, fn.ellipsis)
            inner.args += call.args
            inner.named |= call.named
            inner.ellipsis = inner.ellipsis or call.ellipsis
            return call_expr(elab, fn.fn, inner, expected, ctx, span)
        case tree.Explicit(inner_fn):
            call.explicit = True
            return call_expr(elab, inner_fn, call, expected, ctx, span)
        case tree.Ident(name, explicit):
            call.explicit = call.explicit or explicit
            return _identifier(elab, name, call, expected, ctx, fn.span)
        case tree.DotIdent(name):
            return _dot_identifier(elab, name, call, expected, ctx, fn.span)
        case tree.Notation(name, args) if len(meant := expand(elab, name, args, fn.span)) == 1:
            return call_expr(elab, meant[0], call, expected, ctx, span)
        case tree.Field(receiver, name):
            term, type = elab.infer(receiver, ctx)
            return with_fields(elab, term, type, (name,), call, expected, ctx, fn.span)
        case _:
            term, type = elab.infer(fn, ctx)
            return apply(elab, term, type, call, expected, ctx, fn.span)


# ---- heads


def _identifier(
    elab: Elaborator, name: str, call: Call, expected: Term | None, ctx: Context, span: Range
) -> Typed:
    local = _local(ctx, name)
    if local is not None:
        term, fields = local
        type = elab.core.infer(term)
        return with_fields(elab, term, type, fields, call, expected, ctx, span)
    found = elab.resolver.candidates(name)
    if not found and name in BUILTIN_NAMES:
        found = (Resolved(BUILTIN_NAMES[name], ()),)
    if not found and elab.autobound is not None:
        base, _, rest = name.partition(".")
        made = elab.autobound(base, span)
        if made is not None:
            fields = tuple(rest.split(".")) if rest else ()
            return with_fields(elab, made, elab.core.infer(made), fields, call, expected, ctx, span)
    if not found:
        raise elab.unknown(span, name)
    if len(found) == 1:
        return _resolved(elab, found[0], call, expected, ctx, span)
    return _overloaded(elab, name, found, call, expected, ctx, span)


def _overloaded(
    elab: Elaborator, name: str, found: tuple[Resolved, ...], call: Call, expected: Term | None,
    ctx: Context, span: Range,
) -> Typed:  # fmt: skip
    """Several constants are in scope under one name."""

    def reading(choice: Resolved) -> Callable[[], Typed]:
        copy = Call(list(call.args), dict(call.named), call.ellipsis, call.explicit, call.receiver)
        return lambda: _resolved(elab, choice, copy, expected, ctx, span)

    return first(
        elab, f"`{name}`", [c.name for c in found], [reading(c) for c in found], expected, span,
        "write the full name",
    )  # fmt: skip


def _local(ctx: Context, name: str) -> tuple[Term, tuple[str, ...]] | None:
    if name in ctx.names:
        return ctx.names[name], ()
    if "." in name:
        parts = name.split(".")
        for k in range(len(parts) - 1, 0, -1):
            base = ".".join(parts[:k])
            if base in ctx.names:
                return ctx.names[base], tuple(parts[k:])
    return None


def _resolved(
    elab: Elaborator, what: Resolved, call: Call, expected: Term | None, ctx: Context, span: Range
) -> Typed:
    term = Const(what.name)
    type = elab.type_of(what.name, span)
    if what.fields:
        base, base_type = apply(elab, term, type, Call(), None, ctx, span)
        return with_fields(elab, base, base_type, what.fields, call, expected, ctx, span)
    return apply(elab, term, type, call, expected, ctx, span)


def _dot_identifier(
    elab: Elaborator, name: str, call: Call, expected: Term | None, ctx: Context, span: Range
) -> Typed:
    """`.name`: the namespace is the head of the expected type (of its result, for a function)."""
    if expected is None:
        raise Postpone(f"the type that `.{name}` belongs to is not known", span)
    type = elab.metas.instantiate(expected)
    for _ in range(elab.core.fuel.unfoldings):
        while isinstance(type, Pi):
            type = type.body
        head = spine(elab.core.whnf_core(type) if not type.loose else type)[0]
        if isinstance(head, Meta):
            raise Postpone(f"the type that `.{name}` belongs to is not known", span)
        if isinstance(head, Const):
            first, _, rest = name.partition(".")
            full = elab.library.inside(elab.file, head.name, first)
            if full is not None:
                fields = tuple(rest.split(".")) if rest else ()
                return _resolved(elab, Resolved(full, fields), call, expected, ctx, span)
        new = None if type.loose else elab.core.unfold(type)
        if new is None:
            break
        type = new
    owner = _foreign_owner(elab, elab.metas.instantiate(expected))
    if owner is not None:
        raise elab.unmeaning(
            span, f"the constant `{owner}.{name}` is not in Denotary's prelude",
            f"it belongs to the expected type `{elab.show(expected)}`",
        )  # fmt: skip
    raise elab.error(
        span, f"`.{name}` names nothing in the namespace of the expected type",
        expected=elab.show(expected), found=f".{name}",
    )  # fmt: skip


# ---- field notation


def with_fields(
    elab: Elaborator, term: Term, type: Term, fields: tuple[str, ...], call: Call,
    expected: Term | None, ctx: Context, span: Range,
) -> Typed:  # fmt: skip
    """`term.f.g` applied to `call`."""
    if not fields:
        if call.empty and not call.explicit and not isinstance(elab.metas.head(type), Pi):
            return term, type
        return apply(elab, term, type, call, expected, ctx, span)
    if isinstance(elab.metas.head(type), Pi):
        inner = elab.core.whnf_core(type)
        if isinstance(inner, Pi) and inner.info != "explicit":
            term, type = apply(elab, term, type, Call(), None, ctx, span)
    name, rest = fields[0], fields[1:]
    step = _field(elab, term, type, name, ctx, span)
    if step is None and name.isidentifier() is False and "." in name:
        step = None
    if step is None:
        head = spine(term)[0]
        if isinstance(head, Const) and isinstance(elab.core.whnf(type), Sort):
            raise elab.unknown(span, f"{head.name}.{name}")
        owner = _foreign_owner(elab, type)
        if owner is not None:
            raise elab.unmeaning(
                span, f"the constant `{owner}.{name}` is not in Denotary's prelude",
                f"it belongs to the type of `{elab.show(term)}`",
            )  # fmt: skip
        raise elab.error(
            span, f"`{name}` is not a field or function of this type",
            expected=f"a type with a member `{name}`",
            found=f"{elab.show(term)} : {elab.show(type)}",
        )  # fmt: skip
    if isinstance(step, Done):
        return with_fields(elab, step.term, step.type, rest, call, expected, ctx, span)
    head, receiver = step
    head_type = elab.type_of(head.name, span)
    if rest:
        got, got_type = apply(elab, head, head_type, Call(receiver=receiver), None, ctx, span)
        return with_fields(elab, got, got_type, rest, call, expected, ctx, span)
    call.receiver = receiver
    return apply(elab, head, head_type, call, expected, ctx, span)


def _foreign_owner(elab: Elaborator, type: Term) -> str | None:
    """The prelude's constant that heads `type`, where its namespace may go on in an import."""
    head = spine(elab.core.whnf_core(elab.metas.instantiate(type)))[0]
    if isinstance(type, Pi):
        return "Function" if elab.library.foreign(elab.file) else None
    if not isinstance(head, Const) or not elab.library.foreign(elab.file):
        return None
    return head.name if elab.library.is_prelude(head.name) else None


def _field(
    elab: Elaborator, term: Term, type: Term, name: str, ctx: Context, span: Range
) -> Done | tuple[Const, tuple[Done, str]] | None:
    """One step `term.name`: a projection's result, or a function and its receiver."""
    start = type
    type = elab.core.whnf_core(elab.metas.instantiate(type))
    if isinstance(spine(type)[0], Meta):
        elab.settle(final=False)
        type = elab.core.whnf_core(elab.metas.instantiate(type))
    while elab.forced and isinstance(spine(type)[0], Meta) and elab.default_one():
        elab.settle(final=False)
        type = elab.core.whnf_core(elab.metas.instantiate(type))
    for _ in range(elab.core.fuel.unfoldings):
        head, _args = spine(type)
        if isinstance(head, Meta):
            raise Postpone(f"the type of the value before `.{name}` is not known", span)
        if isinstance(type, Pi):
            full = elab.library.inside(elab.file, "Function", name)
            if full is not None:
                return Const(full), (Done(term, start), "→")
        if isinstance(head, Const):
            step = _member(elab, term, start, type, head.name, name)
            if step is not None:
                return step
        new = elab.core.unfold(type)
        if new is None:
            return None
        type = elab.core.whnf_core(new)
    return None


def _member(
    elab: Elaborator, term: Term, start: Term, type: Term, owner: str, name: str
) -> Done | tuple[Const, tuple[Done, str]] | None:
    decl = elab.core.env.find(owner)
    if decl is not None and decl.kind is Kind.STRUCTURE:
        if name.isdigit():
            index = int(name) - 1
            if index < len(decl.fields):
                proj = Proj(owner, index, term)
                return Done(proj, elab.core.projection_type(owner, index, term))
        for i, f in enumerate(decl.fields):
            if f.name == name:
                return Done(Proj(owner, i, term), elab.core.projection_type(owner, i, term))
    full = elab.library.inside(elab.file, owner, name)
    if full is not None:
        return Const(full), (Done(term, start), owner)
    if decl is not None and decl.kind is Kind.STRUCTURE:
        for i, f in enumerate(decl.fields):
            if f.parent is not None:
                parent = Proj(owner, i, term)
                parent_type = elab.core.projection_type(owner, i, term)
                step = _member(elab, parent, parent_type, parent_type, f.parent, name)
                if step is not None:
                    return step
    return None


# ---- the application itself


@dataclass(slots=True)
class _Pending:
    position: int
    argument: Argument
    type: Term
    slot: Meta | None


def apply(
    elab: Elaborator, head: Term, type: Term, call: Call, expected: Term | None, ctx: Context,
    span: Range,
) -> Typed:  # fmt: skip
    """Apply `head : type` to `call`, filling implicit and instance arguments."""
    out: list[Term | None] = []
    pending: list[_Pending] = []
    instances: list[Meta] = []
    etas: list[Local] = []
    positional = list(call.args)
    named = dict(call.named)
    receiver = call.receiver
    while True:
        type = elab.metas.head(type)
        if not isinstance(type, Pi):
            if not (positional or named or receiver):
                if not call.empty or not isinstance(head, Const):
                    break
                reduced = elab.core.whnf_core(type)
                if not isinstance(reduced, Pi):
                    break
                type = reduced
                continue
            reduced = elab.core.whnf(type)
            if isinstance(reduced, Pi):
                type = reduced
                continue
            if isinstance(spine(reduced)[0], Meta):
                _fill(elab, out, pending, expected=None, result=type, ctx=ctx)
                elab.settle(final=False)
                reduced = elab.core.whnf(elab.metas.instantiate(type))
                while elab.forced and isinstance(spine(reduced)[0], Meta) and elab.default_one():
                    elab.settle(final=False)
                    reduced = elab.core.whnf(elab.metas.instantiate(type))
                if isinstance(reduced, Pi):
                    type = reduced
                    continue
                if isinstance(spine(reduced)[0], Meta):
                    raise Postpone("the type of the function applied here is not known", span)
                type = reduced
            term = _finish_head(elab, head, out, pending, instances, type, None, ctx)
            made = to_function(elab, term, elab.metas.instantiate(type), span, ctx)
            if made is None:
                raise _too_many(elab, term, type, positional, named, span)
            head, type = made
            out, pending, instances = [], [], []
            continue
        binder = type
        chosen: Argument | None = None
        if binder.name in named:
            chosen = named.pop(binder.name)
        elif call.explicit or binder.info == "explicit":
            if receiver is not None and _receives(elab, binder.type, receiver[1]):
                chosen, receiver = receiver[0], None
            elif positional:
                chosen = positional.pop(0)
            elif _default(binder.type) is not None:
                default = _default(binder.type)
                assert default is not None
                chosen = Done(default, binder.type)
            elif _is_auto(binder.type):
                chosen = Done(Proof(spine(binder.type)[1][0]), binder.type)
            elif call.ellipsis:
                chosen = tree.Hole(span=span)
            elif named or receiver is not None:
                loc = elab.core.local(binder.name, binder.type)
                etas.append(loc)
                chosen = Done(loc.fvar, binder.type)
            else:
                break
        elif binder.info == "strict" and not (positional or named or receiver):
            break
        elif receiver is not None and _hidden_receiver(elab, type, receiver[1]):
            chosen, receiver = receiver[0], None
        if chosen is None:
            kind = "instance" if binder.info == "inst" else "natural"
            meta = elab.metas.fresh(_plain(binder.type), ctx.scope, span, kind, binder.name)
            if binder.info == "inst":
                instances.append(meta)
            out.append(meta)
            type = instantiate(binder.body, [meta])
            continue
        want = _plain(binder.type)
        if (
            isinstance(chosen, Done)
            and isinstance(chosen.term, FVar | Const | Proof)
            and elab.unifier.unify(chosen.type, want)
        ):
            out.append(chosen.term)
            type = instantiate(binder.body, [chosen.term])
            continue
        slot: Meta | None = None
        if binder.body.loose > 0:
            slot = elab.metas.fresh(want, ctx.scope, span, "slot", binder.name)
        pending.append(_Pending(len(out), chosen, want, slot))
        out.append(slot)
        type = instantiate(binder.body, [slot]) if slot is not None else binder.body
        if slot is None and binder.body.loose:
            type = binder.body
    term = _finish_head(elab, head, out, pending, instances, type, expected, ctx, etas)
    result = elab.metas.instantiate(type)
    if etas:
        return elab.leave(etas, term, lam=True), elab.leave(etas, result, lam=False)
    return term, result


def _finish_head(
    elab: Elaborator, head: Term, out: list[Term | None], pending: list[_Pending],
    instances: list[Meta], type: Term, expected: Term | None, ctx: Context,
    etas: Sequence[Local] = (),
) -> Term:  # fmt: skip
    inner = ctx
    for loc in etas:
        inner = inner.with_local(loc, "")
    _fill(elab, out, pending, expected if not etas else None, type, inner)
    for meta in instances:
        if meta not in elab.metas.value:
            info = elab.metas.info[meta]
            found = elab.instance(info.type, ctx, info.span)
            if not elab.unifier.unify(meta, found):
                raise elab.error(info.span, "instances disagree", expected=elab.show(meta),
                                 found=elab.show(found))  # fmt: skip
    args = [elab.metas.head(a) for a in out if a is not None]
    return app(head, *args)


def _fill(
    elab: Elaborator, out: list[Term | None], pending: list[_Pending], expected: Term | None,
    result: Term, ctx: Context,
) -> None:  # fmt: skip
    """Elaborate the pending arguments, after letting the expected type speak."""
    if expected is not None and not isinstance(elab.metas.head(expected), Meta):
        elab.unifier.unify(result, expected)
    late: list[_Pending] = []
    for round_ in (pending, late):
        for p in round_:
            want = elab.metas.instantiate(p.type)
            if round_ is pending and _wait(elab, p.argument, want):
                late.append(p)
                continue
            if isinstance(p.argument, Done):
                term = elab.ensure(p.argument.term, p.argument.type, want,
                                   elab.unifier.span, ctx)  # fmt: skip
            else:
                term = elab.check(p.argument, want, ctx)
            if p.slot is not None and not elab.unifier.unify(p.slot, term):
                span = p.argument.span if isinstance(p.argument, tree.Expr) else (0, 0)
                raise elab.error(
                    span, "the other arguments need something else here",
                    expected=elab.show(p.slot), found=elab.show(term),
                )  # fmt: skip
            out[p.position] = term
    pending.clear()


def _wait(elab: Elaborator, argument: Argument, want: Term) -> bool:
    """Functions whose argument type is not known yet go after the other arguments."""
    while isinstance(argument, tree.Paren):
        argument = argument.expr
    if isinstance(argument, tree.Lambda):
        if argument.binders and argument.binders[0].type is not None:
            return False
        want = elab.core.whnf_core(want)
        return isinstance(want, Meta) or (
            isinstance(want, Pi) and isinstance(spine(elab.metas.head(want.type))[0], Meta)
        )
    return False


def _receives(elab: Elaborator, type: Term, owner: str) -> bool:
    type = elab.core.whnf_core(_plain(type))
    for _ in range(100):
        head = spine(type)[0]
        if isinstance(head, Const) and head.name == owner:
            return True
        if isinstance(type, Pi):
            return owner == "→"
        new = None if type.loose else elab.core.unfold(type)
        if new is None:
            return False
        type = elab.core.whnf_core(new)
    return False


def _hidden_receiver(elab: Elaborator, type: Term, owner: str) -> bool:
    """Whether `x.f` gives `x` to this implicit argument: no explicit one takes it."""
    if not isinstance(type, Pi) or type.info == "inst" or not _receives(elab, type.type, owner):
        return False
    rest = type.body
    while isinstance(rest, Pi):
        if rest.info == "explicit" and _receives(elab, rest.type, owner):
            return False
        rest = rest.body
    return True


def _plain(type: Term) -> Term:
    """A binder type without its `optParam`, `autoParam` or `outParam` wrapper."""
    head, args = spine(type)
    if isinstance(head, Const) and head.name in ("optParam", "autoParam", "outParam") and args:
        return args[0]
    return type


def _default(type: Term) -> Term | None:
    head, args = spine(type)
    if isinstance(head, Const) and head.name == "optParam" and len(args) == 2:
        return args[1]
    return None


def _is_auto(type: Term) -> bool:
    head = spine(type)[0]
    return isinstance(head, Const) and head.name == "autoParam"


def _too_many(
    elab: Elaborator, term: Term, type: Term, positional: list[Argument],
    named: dict[str, Argument], span: Range,
) -> LeanError:  # fmt: skip
    if named and not positional:
        name, value = next(iter(named.items()))
        where = value.span if isinstance(value, tree.Expr) else span
        return elab.error(where, f"there is no argument named `{name}`", found=elab.show(term))
    where = span
    if positional and isinstance(positional[0], tree.Expr):
        where = positional[0].span
    return elab.error(
        where, "too many arguments: a function is expected",
        expected="a function", found=f"{elab.show(term)} : {elab.show(type)}",
    )  # fmt: skip
