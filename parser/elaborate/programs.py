"""`do` blocks, translated as Lean does: binds, join points, and loops over what they assign.

A block is elaborated against a continuation (`After`). Assignments are `let`s that hide the earlier
value; where control splits, what follows becomes a local function of the variables that the
branches assign; a loop carries those variables in the state of `forIn`, with an `Option` in front
where the body may `return`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from denotary.parser.elaborate.context import Context, Local
from denotary.parser.elaborate.effects import assigned, jumps, lifted, names, returns
from denotary.parser.elaborate.elaborator import Elaborator, Postpone, Typed, elaborates
from denotary.parser.elaborate.matching import match_alternatives
from denotary.parser.elaborate.monads import Monadic, monad_of
from denotary.parser.syntax import dotree as d
from denotary.parser.syntax import tree
from denotary.parser.syntax.tree import Range
from denotary.spec.diagnostics import LeanError
from denotary.spec.terms import PROP, Const, Pi, Proj, Proof, Term, app, const

UNIT_TYPE, UNIT = Const("PUnit"), Const("PUnit.unit")


@dataclass(frozen=True, slots=True, eq=False)
class Then(tree.Expr):
    """A term that is yet to be elaborated by `run`, once the context at its place is known."""

    run: Callable[[Context], Term]


@elaborates(Then)
def _then(elab: Elaborator, expr: Then, expected: Term | None, ctx: Context) -> Typed:
    assert expected is not None
    return expr.run(ctx), expected


@dataclass(frozen=True, slots=True)
class State:
    """Where a block stands: the context, and the types of the variables that may be assigned."""

    ctx: Context
    muts: dict[str, Term]

    def at(self, ctx: Context) -> State:
        """Here, after control came back from inside: with the variables as they are there."""
        here = {**self.ctx.names, **{n: ctx.names[n] for n in self.muts}}
        return State(Context(here, ctx.locals, ctx.scope), self.muts)

    def assign(self, name: str, loc: Local) -> State:
        return State(self.ctx.with_local(loc, name), self.muts)


@dataclass(frozen=True, slots=True)
class After:
    """What follows a block that gives a value of `type`; `run` is None where nothing does."""

    type: Term
    run: Callable[[Context, Term], Term] | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """What surrounds a block: its terms have type `m result`; how it is left early."""

    result: Term
    returns: Term
    leave: Callable[[Context, Term], Term]
    out: Callable[[Context], Term] | None = None
    again: Callable[[Context], Term] | None = None


@elaborates(tree.Do)
def _do(elab: Elaborator, expr: tree.Do, expected: Term | None, ctx: Context) -> Typed:
    if expr.problem is not None:
        raise LeanError(expr.problem)
    if expected is None:
        raise Postpone("the monad of this `do` block is not known", expr.span)
    monad = monad_of(elab, expected, ctx, expr.span)
    if monad is None:
        raise Postpone("the monad of this `do` block is not known", expr.span)
    made = _Block(elab, monad)
    frame = Frame(monad.result, monad.result, lambda _, value: monad.returned(monad.result, value))
    term = made.block(expr.items, State(ctx, {}), frame, After(monad.result))
    return term, monad.type(monad.result)


class _Block:
    """The elaboration of one `do` block."""

    def __init__(self, elab: Elaborator, monad: Monadic) -> None:
        self.elab = elab
        self.monad = monad

    # ---- small steps

    def check(self, expr: tree.Expr, type: Term, ctx: Context) -> Term:
        term = self.elab.check(expr, type, ctx)
        self.elab.settle(final=False)
        return self.elab.metas.instantiate(term)

    def built(self, expr: tree.Expr, ctx: Context, frame: Frame) -> Term:
        """A term of the block's type, from syntax with `Then`s where blocks stood."""
        return self.elab.check(expr, self.monad.type(frame.result), ctx)

    def close(self, locals: list[Local], body: Term) -> Term:
        return self.elab.leave(locals, body, lam=True)

    def unit(self, ctx: Context, frame: Frame, after: After, span: Range) -> Term:
        """The end of a block that gives no value."""
        self.elab.unifier.span = span
        if not self.elab.unifier.unify(after.type, UNIT_TYPE):
            raise self.elab.error(
                span, "the block ends without a value here", expected=self.elab.show(after.type),
                advice="end it with `return …` or an action that gives the value",
            )  # fmt: skip
        return self.value(ctx, after, UNIT)

    def value(self, ctx: Context, after: After, value: Term) -> Term:
        if after.run is None:
            return self.monad.returned(after.type, value)
        return after.run(ctx, value)

    def bind(self, frame: Frame, type: Term, action: Term, name: str, ctx: Context,
             rest: Callable[[Context, Term], Term]) -> Term:  # fmt: skip
        """`action >>= fun name => rest`."""
        loc = self.elab.core.local(name, self.elab.metas.instantiate(type))
        body = rest(ctx.with_local(loc, ""), loc.fvar)
        return self.monad.then(type, frame.result, action, self.close([loc], body))

    def joined(
        self, st: State, frame: Frame, after: After, changed: set[str],
        make: Callable[[Context, After], Term],
    ) -> Term:  # fmt: skip
        """`make` with what follows as a local function, so that it is not there twice."""
        follow = after.run
        if follow is None:
            return make(st.ctx, after)
        core = self.elab.core
        kept = [n for n in st.muts if n in changed]
        unit = self.elab.metas.instantiate(after.type) is UNIT_TYPE
        locals = [core.local(n, st.muts[n]) for n in kept]
        result = core.local("r", after.type)
        type: Term = self.monad.type(frame.result)
        for loc in reversed(locals if unit and kept else [*locals, result]):
            type = Pi(loc.fvar.name, loc.type, type)
        join = core.local("jp", type)
        used = False

        def go(ctx: Context, value: Term) -> Term:
            nonlocal used
            used = True
            args = [ctx.names[n] for n in kept]
            return app(join.fvar, *args, *([] if unit and kept else [value]))

        body = make(st.ctx.with_local(join, ""), After(after.type, go))
        self.elab.settle(final=False)  # what is postponed may go on from here too
        if not used and not self.elab.metas.has_metas(self.elab.metas.instantiate(body)):
            return body
        inner = st.ctx
        for n, loc in zip(kept, locals, strict=True):
            inner = inner.with_local(loc, n)
        if unit and kept:
            value = self.close(locals, follow(inner, UNIT))
        else:
            followed = follow(inner.with_local(result, ""), result.fvar)
            value = self.close([*locals, result], followed)
        made = Local(join.fvar, self.elab.metas.instantiate(type), "explicit", value)
        core.locals[join.fvar] = made
        return self.close([made], body)

    # ---- blocks and items

    def block(self, items: d.Seq, st: State, frame: Frame, after: After) -> Term:
        if not items:
            return self.unit(st.ctx, frame, after, (0, 0))
        before, first = lifted(self.elab, items[0])
        if before:
            return self.block((*before, first, *items[1:]), st, frame, after)
        rest = items[1:]
        match first:
            case d.DoLet() | d.DoHave():
                return self.local(first, rest, st, frame, after)
            case d.DoBind():
                return self.arrow(first, rest, st, frame, after)
            case d.DoAssign():
                return self.assign(first, rest, st, frame, after)
            case d.DoReturn(value):
                if value is None:
                    return self.early(st.ctx, frame, first.span)
                return frame.leave(st.ctx, self.check(value, frame.returns, st.ctx))
            case d.DoBreak() | d.DoContinue():
                jump = frame.out if isinstance(first, d.DoBreak) else frame.again
                if jump is None:
                    raise self.elab.error(first.span, "there is no loop to leave here")
                return jump(st.ctx)
        if not rest:
            return self.item(first, st, frame, after)
        follow = After(UNIT_TYPE, lambda ctx, _: self.block(rest, st.at(ctx), frame, after))
        return self.item(first, st, frame, follow)

    def early(self, ctx: Context, frame: Frame, span: Range) -> Term:
        if not self.elab.unifier.unify(frame.returns, UNIT_TYPE):
            raise self.elab.error(span, "`return` needs a value here",
                                  expected=self.elab.show(frame.returns))  # fmt: skip
        return frame.leave(ctx, UNIT)

    def rest(
        self, items: d.Seq, st: State, frame: Frame, after: After, span: Range
    ) -> Term:  # fmt: skip
        return self.block(items, st, frame, after) if items else self.unit(
            st.ctx, frame, after, span
        )  # fmt: skip

    def item(self, item: d.Item, st: State, frame: Frame, after: After) -> Term:
        """An item whose value goes to `after`."""
        before, item = lifted(self.elab, item)
        if before:
            return self.block((*before, item), st, frame, after)
        span = item.span
        match item:
            case d.DoExpr(expr):
                action = self.check(expr, self.monad.type(after.type), st.ctx)
                if after.run is None:
                    return action
                return self.bind(frame, after.type, action, "_", st.ctx, after.run)
            case d.DoNested(body):
                return self.block(body, st, frame, self.inside(st, after))
            case d.DoIf(name, cond, then, otherwise):
                return self.branches(
                    st, frame, after, (*then, *(otherwise or ())),
                    lambda go: tree.If(name, cond, go(then), go(otherwise or (), span), span=span),
                )  # fmt: skip
            case d.DoUnless(cond, body):
                return self.branches(
                    st, frame, after, body,
                    lambda go: tree.If("", cond, go((), span), go(body), span=span),
                )  # fmt: skip
            case d.DoIfLet(pattern, value, bind, then, otherwise):
                if bind:
                    found = tree.Ident(f"v✝{value.span[0]}", span=value.span)
                    action = d.DoBind(found, None, d.DoExpr(value, span=value.span), span=span)
                    return self.block(
                        (action, replace(item, value=found, bind=False)), st, frame, after
                    )
                return self.branches(
                    st, frame, after, (*then, *(otherwise or ())),
                    lambda go: tree.IfLet(
                        pattern, value, go(then), go(otherwise or (), span), span=span
                    ),
                )  # fmt: skip
            case d.DoMatch(discrs, alternatives):
                return self.branches(
                    st, frame, after, tuple(i for a in alternatives for i in a.body),
                    lambda go: tree.MatchExpr(
                        discrs,
                        tuple(
                            tree.Alternative(a.rows, go(a.body, a.span), span=a.span)
                            for a in alternatives
                        ),
                        span=span,
                    ),
                )  # fmt: skip
            case d.DoFor():
                return self.loop(item, st, frame, after)
            case d.DoWhile(cond, body, name):
                return self.block((_endless(cond, body, name, span),), st, frame, after)
            case d.DoTry():
                return self.attempt(item, st, frame, after)
        return self.block((item,), st, frame, after)

    def inside(self, st: State, after: After) -> After:
        """`after`, for a block whose own names must not be seen by what follows."""
        follow = after.run
        if follow is None:
            return after
        return After(after.type, lambda ctx, value: follow(st.at(ctx).ctx, value))

    def branches(
        self, st: State, frame: Frame, after: After, items: d.Seq,
        make: Callable[[Callable[..., tree.Expr]], tree.Expr],
    ) -> Term:  # fmt: skip
        """Control splits: `make` gets the function that turns a branch's items into a term."""

        def split(ctx: Context, joined: After) -> Term:
            def go(branch: d.Seq, span: Range = (0, 0)) -> tree.Expr:
                def run(inner: Context) -> Term:
                    return self.rest(branch, State(inner, st.muts), frame, joined, span)

                at = (branch[0].span[0], branch[-1].span[1]) if branch else span
                return Then(run, span=at)

            return self.built(make(go), ctx, frame)

        return self.joined(st, frame, after, assigned(items), split)

    # ---- names

    def fresh(self, target: tree.Expr | str, st: State, span: Range) -> None:
        new = {target} if isinstance(target, str) else names(target)
        for n in new & set(st.muts):
            raise self.elab.error(span, f"`{n}` can be assigned, so it cannot be hidden",
                                  advice="use another name")  # fmt: skip

    def local(
        self, item: d.DoLet | d.DoHave, rest: d.Seq, st: State, frame: Frame, after: After
    ) -> Term:
        head = item.head
        self.fresh(head.pattern if head.pattern is not None else head.name, st, item.span)
        mutable = isinstance(item, d.DoLet) and item.mutable
        bound = names(head.pattern) if head.pattern is not None else {head.name}
        otherwise = item.otherwise if isinstance(item, d.DoLet) else None

        def run(ctx: Context, then: After) -> Term:
            muts = st.muts
            if mutable:
                muts = {**muts, **self.types(bound, ctx, st.ctx)}
            return self.rest(rest, State(ctx, muts), frame, then, item.span)

        if otherwise is None:
            made = replace(head, body=Then(lambda ctx: run(ctx, after), span=item.span))
            return self.built(made, st.ctx, frame)
        assert isinstance(head, tree.LetExpr)
        instead = otherwise

        def split(ctx: Context, joined: After) -> Term:
            other = Then(
                lambda inner: self.block(instead, State(inner, st.muts), frame, joined),
                span=item.span,
            )
            body = Then(lambda inner: run(inner, joined), span=item.span)
            return self.built(replace(head, body=body, otherwise=other), ctx, frame)

        return self.joined(st, frame, after, assigned((*instead, *rest)), split)

    def types(self, bound: set[str], ctx: Context, before: Context) -> dict[str, Term]:
        """The types of the names that a `let mut` has introduced."""
        core = self.elab.core
        new = {n: ctx.names[n] for n in bound if n in ctx.names}
        types = {n: core.infer(t) for n, t in new.items() if t is not before.names.get(n)}
        for type in types.values():
            self.elab.settle_type(type)
        return types

    def arrow(self, item: d.DoBind, rest: d.Seq, st: State, frame: Frame, after: After) -> Term:
        elab, span = self.elab, item.span
        plain = isinstance(item.target, tree.Ident | tree.Hole)
        type = (
            elab.check_type(item.type, st.ctx)
            if item.type is not None
            else elab.type_hole(st.ctx, span, "type of the action's value")
        )
        if item.fresh:
            self.fresh(item.target, st, span)
        elif isinstance(item.target, tree.Ident):
            type = self.mutable(item.target.name, st, span)
        else:
            type = self.tuple_type(item.target, st) or type

        def run(inner: Context, value: Term, then: After) -> Term:
            here = st.at(inner)
            if not plain:
                return self.matched(item, value, type, rest, here, frame, then)
            if isinstance(item.target, tree.Ident):
                ctx = here.ctx.with_name(item.target.name, value)
                muts = here.muts
                if item.mutable:
                    muts = {**muts, item.target.name: elab.metas.instantiate(type)}
                here = State(ctx, muts)
            return self.rest(rest, here, frame, then, span)

        if item.otherwise is not None:
            changed = assigned((*item.otherwise, *rest))
            return self.joined(
                st, frame, after, changed,
                lambda ctx, joined: self.item(
                    item.value, State(ctx, st.muts), frame,
                    After(type, lambda inner, value: run(inner, value, joined)),
                ),
            )  # fmt: skip
        follow = After(type, lambda inner, value: run(inner, value, after))
        if isinstance(item.value, d.DoExpr):
            name = item.target.name if isinstance(item.target, tree.Ident) else "x"
            before, value = lifted(elab, item.value)
            if before:
                return self.block((*before, replace(item, value=value), *rest), st, frame, after)
            assert isinstance(value, d.DoExpr) and follow.run is not None
            action = self.check(value.expr, self.monad.type(type), st.ctx)
            return self.bind(frame, type, action, name, st.ctx, follow.run)
        return self.item(item.value, st, frame, follow)

    def matched(
        self, item: d.DoBind | d.DoAssign, value: Term, type: Term, rest: d.Seq, st: State,
        frame: Frame, after: After,
    ) -> Term:  # fmt: skip
        """A value met by a pattern, then what follows."""
        elab = self.elab
        bound = names(item.target)
        mutable = isinstance(item, d.DoBind) and item.mutable
        again = isinstance(item, d.DoAssign) or not item.fresh

        def run(ctx: Context) -> Term:
            muts = st.muts
            if mutable:
                muts = {**muts, **self.types(bound, ctx, st.ctx)}
            if again:
                for n in bound & set(muts):
                    have = elab.core.infer(ctx.names[n])
                    elab.unifier.span = item.span
                    if not elab.unifier.unify(have, muts[n]):
                        raise elab.error(
                            item.span, f"`{n}` is assigned a value of another type",
                            expected=elab.show(muts[n]), found=elab.show(have),
                        )  # fmt: skip
            return self.rest(rest, State(ctx, muts), frame, after, item.span)

        rows = [tree.Alternative(((item.target,),), Then(run, span=item.span), span=item.span)]
        if isinstance(item, d.DoBind) and item.otherwise is not None:
            instead = item.otherwise
            other = Then(
                lambda ctx: self.block(instead, State(ctx, st.muts), frame, after), span=item.span
            )
            wild = tree.Hole(span=item.span)
            rows.append(tree.Alternative(((wild,),), other, span=item.span))
        elab.settle(final=False)
        want = self.monad.type(frame.result)
        return match_alternatives(elab, [(value, type)], rows, want, st.ctx, item.span)[0]

    def mutable(self, name: str, st: State, span: Range) -> Term:
        if name not in st.muts:
            raise self.elab.error(
                span, f"`{name}` cannot be assigned",
                advice="only variables of this block that are declared with `let mut` can",
            )  # fmt: skip
        return self.elab.metas.instantiate(st.muts[name])

    def tuple_type(self, target: tree.Expr, st: State) -> Term | None:
        """The type of a tuple of variables that are assigned."""
        if isinstance(target, tree.Ident):
            return st.muts.get(target.name)
        if not isinstance(target, tree.TupleExpr) or not target.items:
            return None
        parts = [self.tuple_type(t, st) for t in target.items]
        out = parts[-1]
        for p in reversed(parts[:-1]):
            if p is None or out is None:
                return None
            out = const("Prod", p, out)
        return out

    def assign(self, item: d.DoAssign, rest: d.Seq, st: State, frame: Frame, after: After) -> Term:
        elab = self.elab
        if isinstance(item.target, tree.Ident):
            name = item.target.name
            type = self.mutable(name, st, item.target.span)
            value = self.check(item.value, type, st.ctx)
            loc = elab.core.local(name, type, value=value)
            body = self.rest(rest, st.assign(name, loc), frame, after, item.span)
            return self.close([loc], body)
        for n in names(item.target) - set(st.muts):
            if n in st.ctx.names:
                self.mutable(n, st, item.target.span)
        known = self.tuple_type(item.target, st)
        if known is not None:
            value = self.check(item.value, known, st.ctx)
            return self.matched(item, value, known, rest, st, frame, after)
        value, type = elab.infer(item.value, st.ctx, None)
        return self.matched(item, value, type, rest, st, frame, after)

    # ---- loops

    def loop(self, item: d.DoFor, st: State, frame: Frame, after: After) -> Term:
        if len(item.generators) > 1:
            return self.block(_zipped(item), st, frame, after)
        member, target, source = next(iter(item.generators))
        elab, span, core = self.elab, item.span, self.elab.core
        self.fresh(target, st, span)
        xs, collection = elab.infer(source, st.ctx, None)
        elab.settle(final=False)
        element = elab.type_hole(st.ctx, source.span, "type of the elements")
        inst = elab.instance(const("ForIn", self.monad.m, collection, element), st.ctx, source.span)
        elab.settle(final=False)
        element = elab.metas.instantiate(element)
        carried = _Carried(
            elab, [n for n in st.muts if n in assigned(item.body)], st.muts,
            frame.returns if returns(item.body) else None,
        )  # fmt: skip
        beta = carried.type

        def step(kind: str) -> Callable[[Context], Term]:
            return lambda ctx: self.monad.returned(
                const("ForInStep", beta), const(f"ForInStep.{kind}", beta, carried.pack(ctx))
            )

        done = const("ForInStep", beta)
        inner_frame = Frame(
            done, frame.returns,
            lambda ctx, value: self.monad.returned(
                done, const("ForInStep.done", beta, carried.pack(ctx, value))
            ),
            step("done"), step("yield"),
        )  # fmt: skip
        name = target.name if isinstance(target, tree.Ident) else "x"
        each, state = core.local(name, element), core.local("r", beta)
        ctx = st.ctx.with_local(each, "").with_local(state, "")
        lets, ctx = carried.unpack(state, ctx)
        if member:
            prop = elab.check(
                tree.BinOp("∈", tree.Ident("x✝"), source, span=span), PROP,
                ctx.with_name("x✝", each.fvar),
            )  # fmt: skip
            ctx = ctx.with_name(member, Proof(elab.metas.instantiate(prop)))
        again = After(UNIT_TYPE, lambda inner, _: step("yield")(inner))
        here = State(ctx, st.muts)
        if isinstance(target, tree.Ident | tree.Hole):
            if isinstance(target, tree.Ident):
                here = State(ctx.with_name(name, each.fvar), st.muts)
            body = self.block(item.body, here, inner_frame, again)
        else:
            rows = [
                tree.Alternative(
                    ((target,),),
                    Then(
                        lambda c: self.block(item.body, State(c, st.muts), inner_frame, again),
                        span=span,
                    ),
                    span=span,
                )
            ]
            want = self.monad.type(done)
            body = match_alternatives(elab, [(each.fvar, element)], rows, want, ctx, span)[0]
        fn = self.close([each, state, *lets], body)
        run = const(
            "ForIn.forIn", self.monad.m, collection, element, inst, beta, xs,
            carried.pack(st.ctx), fn,
        )  # fmt: skip
        final = core.local("r", beta)
        outer = st.ctx.with_local(final, "")
        lets, outer = carried.unpack(final, outer)
        if carried.returned is None:
            rest = self.unit(outer, frame, after, span)
        else:
            rest = self.resumed(carried, final, outer, frame, after, span)
        return self.monad.then(beta, frame.result, run, self.close([final, *lets], rest))

    def resumed(
        self, carried: _Carried, state: Local, ctx: Context, frame: Frame, after: After,
        span: Range,
    ) -> Term:  # fmt: skip
        """After a loop that may have returned: leave with its value, or go on."""
        assert carried.returned is not None
        value = tree.Ident("v✝", span=span)
        some = tree.AppExpr(tree.Ident("_root_.Option.some", span=span), (value,), span=span)
        rows = [
            tree.Alternative(
                ((some,),), Then(lambda c: frame.leave(c, c.names["v✝"]), span=span), span=span
            ),
            tree.Alternative(
                ((tree.Hole(span=span),),),
                Then(lambda c: self.unit(c, frame, after, span), span=span), span=span,
            ),
        ]  # fmt: skip
        found = carried.first(state)
        want = self.monad.type(frame.result)
        type = const("Option", carried.returned)
        return match_alternatives(self.elab, [(found, type)], rows, want, ctx, span)[0]

    # ---- exceptions

    def attempt(self, item: d.DoTry, st: State, frame: Frame, after: After) -> Term:
        elab, span = self.elab, item.span
        if item.last is not None:
            raise elab.unmeaning(span, "`finally` has no meaning here")
        inner_items = (*item.body, *(i for _, items in item.handlers for i in items))
        if returns(inner_items) or jumps(inner_items):
            raise elab.unmeaning(span, "`return` and `break` out of a `try` have no meaning here")
        kept = [n for n in st.muts if n in assigned(inner_items)]
        carried = _Carried(elab, kept, st.muts, None)
        result = const("Prod", after.type, carried.type) if kept else after.type

        def pack(ctx: Context, value: Term) -> Term:
            if kept:
                value = const("Prod.mk", after.type, carried.type, value, carried.pack(ctx))
            return self.monad.returned(result, value)

        closed = Frame(result, frame.returns, frame.leave)
        end = After(after.type, pack) if kept else After(after.type)
        term = self.block(item.body, st, closed, end)
        for pattern, handler in item.handlers:
            error = elab.type_hole(st.ctx, span, "type of the exception")
            inst = elab.instance(const("MonadExcept", error, self.monad.m), st.ctx, span)
            elab.settle(final=False)
            loc = elab.core.local("e", elab.metas.instantiate(error))
            ctx = st.ctx.with_local(loc, "")
            rows = [
                tree.Alternative(
                    ((pattern,),),
                    Then(
                        lambda c, handler=handler: self.block(
                            handler, State(c, st.muts), closed, end
                        ),
                        span=span,
                    ),
                    span=span,
                )
            ]
            want = self.monad.type(result)
            caught = match_alternatives(elab, [(loc.fvar, loc.type)], rows, want, ctx, span)[0]
            term = const("MonadExcept.tryCatch", error, self.monad.m, inst, result, term,
                         self.close([loc], caught))  # fmt: skip
        if after.run is None and not kept:
            return term
        follow = after.run or (lambda _, value: self.monad.returned(after.type, value))
        if not kept:
            return self.bind(frame, result, term, "r", st.ctx, follow)
        final = elab.core.local("r", result)
        lets, outer = carried.unpack(
            final, st.ctx.with_local(final, ""), Proj("Prod", 1, final.fvar)
        )
        rest = follow(outer, Proj("Prod", 0, final.fvar))
        return self.monad.then(result, frame.result, term, self.close([final, *lets], rest))


@dataclass(slots=True)
class _Carried:
    """The state of a loop: the variables that it assigns, behind an early return's value."""

    elab: Elaborator
    names: list[str]
    muts: dict[str, Term]
    returned: Term | None

    @property
    def types(self) -> list[Term]:
        out = [self.elab.metas.instantiate(self.muts[n]) for n in self.names]
        return out if self.returned is None else [const("Option", self.returned), *out]

    @property
    def type(self) -> Term:
        types = self.types
        if not types:
            return UNIT_TYPE
        out = types[-1]
        for t in reversed(types[:-1]):
            out = const("MProd", t, out)
        return out

    def pack(self, ctx: Context, value: Term | None = None) -> Term:
        parts = [ctx.names[n] for n in self.names]
        if self.returned is not None:
            none = const("Option.none", self.returned)
            some = const("Option.some", self.returned, value) if value is not None else none
            parts.insert(0, some)
        if not parts:
            return UNIT
        types = self.types
        out, type = parts[-1], types[-1]
        for part, t in zip(reversed(parts[:-1]), reversed(types[:-1]), strict=True):
            out, type = const("MProd.mk", t, type, part, out), const("MProd", t, type)
        return out

    def parts(self, state: Term) -> list[Term]:
        count = len(self.types)
        out: list[Term] = []
        for _ in range(count - 1):
            out.append(Proj("MProd", 0, state))
            state = Proj("MProd", 1, state)
        return [*out, state] if count else []

    def first(self, state: Local) -> Term:
        return self.parts(state.fvar)[0]

    def unpack(
        self, state: Local, ctx: Context, value: Term | None = None
    ) -> tuple[list[Local], Context]:
        """`let`s for the variables, out of the state."""
        parts = self.parts(state.fvar if value is None else value)
        if self.returned is not None:
            parts = parts[1:]
        lets: list[Local] = []
        for n, part in zip(self.names, parts, strict=True):
            loc = self.elab.core.local(n, self.elab.metas.instantiate(self.muts[n]), value=part)
            lets.append(loc)
            ctx = ctx.with_local(loc, n)
        return lets, ctx


def _endless(cond: tree.Expr | None, body: d.Seq, name: str, span: Range) -> d.DoFor:
    """`while c do …` as Lean reads it: a loop without end that is left when `c` fails."""
    source = tree.Ident("_root_.Loop.mk", span=span)
    if cond is not None:
        body = (d.DoIf(name, cond, body, (d.DoBreak(span=span),), span=span),)
    return d.DoFor((("", tree.Hole(span=span), source),), body, span=span)


def _zipped(item: d.DoFor) -> d.Seq:
    """`for x in xs, y in ys do …`: the later collections are streams that the loop advances."""
    span = item.span
    lets: list[d.Item] = []
    body = item.body
    for k, (_, pattern, source) in reversed(list(enumerate(item.generators[1:]))):
        stream = tree.Ident(f"s✝{k}", span=span)
        value = tree.AppExpr(
            tree.Ident("_root_.ToStream.toStream", span=span), (source,), span=source.span
        )
        head = tree.LetExpr(stream.name, (), None, value, tree.Hole(), span=span)
        lets.insert(0, d.DoLet(head, True, span=span))
        step = tree.AppExpr(
            tree.Ident("_root_.Stream.next?", span=span), (stream,), span=source.span
        )
        left = tree.Ident(f"n✝{k}", span=span)
        pair = tree.TupleExpr((pattern, left), span=span)
        some = tree.AppExpr(tree.Ident("_root_.Option.some", span=span), (pair,), span=span)
        none = tree.Ident("_root_.Option.none", span=span)
        body = (
            d.DoMatch(
                (("", step),),
                (
                    d.DoAlternative(((none,),), (d.DoBreak(span=span),), span=span),
                    d.DoAlternative(
                        ((some,),), (d.DoAssign(stream, None, left, span=span), *body), span=span
                    ),
                ),
                span=span,
            ),
        )
    return (*lets, d.DoFor(item.generators[:1], body, span=span))


@elaborates(d.NestedAction)
def _nested(elab: Elaborator, expr: d.NestedAction, expected: Term | None, ctx: Context) -> Typed:
    raise elab.error(expr.span, "`(← …)` stands outside of a `do` block")


@elaborates(d.RangeLit)
def _range(elab: Elaborator, expr: d.RangeLit, expected: Term | None, ctx: Context) -> Typed:
    start = elab.check(expr.start or tree.Num(0, span=expr.span), Const("Nat"), ctx)
    stop = elab.check(expr.stop, Const("Nat"), ctx)
    step = elab.check(expr.step or tree.Num(1, span=expr.span), Const("Nat"), ctx)
    return const("Std.Range.mk", start, stop, step), Const("Std.Range")


__all__ = ["Then"]
