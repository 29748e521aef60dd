"""Data given by a `by` block: the tactics that build terms, each as the term that it makes.

Steps that only touch hypotheses that are proofs, or that change the goal to one that is
definitionally equal, are passed over: the value must have the type that was asked for in the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from denotary.parser.elaborate.binders import close_proof, definition
from denotary.parser.elaborate.context import Context, Local
from denotary.parser.elaborate.elaborator import Elaborator, Postpone, Typed, elaborates
from denotary.parser.elaborate.matching import match_alternatives
from denotary.parser.elaborate.transport import cast, replaced
from denotary.parser.syntax import tree
from denotary.parser.syntax.tree import Range
from denotary.spec.diagnostics import LeanError
from denotary.spec.terms import (
    PROP,
    Const,
    FVar,
    Lam,
    Meta,
    Pi,
    Proof,
    Term,
    abstract,
    app,
    const,
    instantiate,
    spine,
    subterms,
)

Tactics = Sequence[tree.Tactic]


class Solved(NamedTuple):
    """The value of a goal, and the tactics that are left for the next one."""

    term: Term
    rest: Tactics


@elaborates(tree.By)
def _by(elab: Elaborator, expr: tree.By, expected: Term | None, ctx: Context) -> Typed:
    if expected is None:
        raise Postpone("the goal of this `by` is not known", expr.span)
    expected = elab.metas.instantiate(expected)
    if not elab.forced and isinstance(spine(expected)[0], Meta):
        raise Postpone("the goal of this `by` is not known", expr.span)
    if elab.core.is_prop(expected):
        return Proof(expected), expected
    return _Block(elab, expr.span).whole(expr.tactics, expected, ctx), expected


class _Then(tree.Expr):
    """A term in an alternative that tactics give."""

    __slots__ = ("run",)

    def __init__(self, run: Callable[[Context, Term], Term], span: Range) -> None:
        object.__setattr__(self, "run", run)
        object.__setattr__(self, "span", span)


@elaborates(_Then)
def _then(elab: Elaborator, expr: _Then, expected: Term | None, ctx: Context) -> Typed:
    assert expected is not None
    return expr.run(ctx, expected), expected


_PASSED = frozenset((
    "unfold", "classical", "set_option", "delta", "dsimp", "beta_reduce", "clear", "clear_value",
    "rename_i", "norm_num", "positivity", "simp", "simp_all", "subst", "norm_num1", "push_cast",
    "simp_rw", "push_neg", "ring_nf", "field_simp", "open",
))  # fmt: skip
"""Passed over: what they do to the goal is undone by definitional equality, or the rest fails."""
_HYPOTHESES = frozenset(("clear", "clear_value", "rename_i", "classical", "set_option", "open"))


class _Block:
    """The elaboration of one block."""

    def __init__(self, elab: Elaborator, span: Range) -> None:
        self.elab, self.span = elab, span

    def whole(self, tactics: Tactics, goal: Term, ctx: Context) -> Term:
        """The value that the tactics give; nothing may be left over."""
        term, rest = self.solve(tactics, goal, ctx)
        if rest:
            raise self.elab.unmeaning(rest[0].span, "tactics are left when the value is given")
        return term

    def each(self, tactics: Tactics, goals: Sequence[Callable[[Tactics], Solved]]) -> Tactics:
        """Solve the goals in order, each by a `·` block or by the tactics that come next."""
        for goal in goals:
            if tactics and tactics[0].name == "·":
                done = goal(tactics[0].arms[0].tactics)
                if done.rest:
                    raise self.elab.unmeaning(
                        done.rest[0].span, "tactics are left when the value is given"
                    )
                tactics = tactics[1:]
            else:
                tactics = goal(tactics).rest
        return tactics

    def solve(self, tactics: Tactics, goal: Term, ctx: Context) -> Solved:
        elab = self.elab
        if not tactics:
            raise elab.unmeaning(self.span, "this `by` block ends without giving the value")
        t, rest = tactics[0], tactics[1:]
        match t.name:
            case "·" if t.arms:
                return Solved(self.whole(t.arms[0].tactics, goal, ctx), rest)
            case "exact" | "exact'" if t.term is not None:
                return Solved(elab.check(t.term, goal, ctx), rest)
            case "refine" | "refine'" | "apply" | "use" | "exists" if t.term is not None:
                return self.refine(t, rest, goal, ctx)
            case "constructor":
                return self.construct(t, rest, goal, ctx)
            case "infer_instance" | "inferInstance":
                return Solved(elab.instance(goal, ctx, t.span), rest)
            case "assumption":
                return Solved(self.assumption(t, goal, ctx), rest)
            case "show" | "change" if t.term is not None:
                want = elab.check_type(t.term, ctx)
                if not elab.unifier.unify(want, goal):
                    raise elab.error(t.span, "`show` states another goal",
                                     expected=elab.show(goal), found=elab.show(want))  # fmt: skip
                return self.solve(rest, want, ctx)
            case "intro" | "intros" | "rintro" if t.names:
                return self.intro(t, rest, goal, ctx)
            case "set" if isinstance(t.term, tree.LetExpr):
                return self.set(t, t.term, rest, goal, ctx)
            case "rw" | "rwa" | "erw" if t.rules:
                return self.rewrite(t, rest, goal, ctx)
            case "by_cases" if t.term is not None:
                return self.decide(t, t.term, rest, goal, ctx)
            case "obtain" | "rcases" if t.term is not None:
                return self.destruct(t, t.term, rest, goal, ctx)
            case "cases" | "match" if t.arms:
                return Solved(self.match(t, goal, ctx), rest)
            case "induction" if t.arms:
                return Solved(self.induct(t, goal, ctx), rest)
            case "have" | "let" | "haveI" | "letI" if isinstance(
                t.term, tree.HaveExpr | tree.LetExpr
            ):
                return self.local(t.term, rest, goal, ctx)
        if t.name in _PASSED and (t.name in _HYPOTHESES or rest):
            return self.solve(rest, goal, ctx)
        raise elab.unmeaning(
            t.span, f"the tactic `{t.name}` builds data here, which is not followed",
            advice="give the value as a term, or by `exact`",
        )  # fmt: skip

    # ---- one tactic each

    def refine(self, t: tree.Tactic, rest: Tactics, goal: Term, ctx: Context) -> Solved:
        """`refine e`: the `?_` in `e` are goals, in order, as are `apply`'s arguments."""
        elab = self.elab
        assert t.term is not None
        expr = t.term
        if t.name in ("use", "exists"):
            items = (expr, tree.Hole("?", span=expr.span))
            expr = tree.Anonymous(items, span=expr.span)
        goals: list[tuple[Context, Term, Meta]] = []

        def hole(inner: Context, type: Term) -> Term:
            slot = elab.metas.fresh(type, inner.scope, t.span, "slot", "goal")
            goals.append((inner, type, slot))
            return slot

        marked = _holes(expr, hole)
        if t.name == "apply":
            term = self.applied(marked, goal, ctx, hole)
        else:
            term = elab.check(marked, goal, ctx)
        elab.settle(final=False)

        def one(entry: tuple[Context, Term, Meta]) -> Callable[[Tactics], Solved]:
            def run(tactics: Tactics) -> Solved:
                inner, type, slot = entry
                type = elab.metas.instantiate(type)
                if elab.core.is_prop(type):
                    done = Solved(Proof(type), self.skip(tactics))
                else:
                    done = self.solve(tactics, type, inner)
                if not elab.unifier.unify(slot, done.term):
                    raise elab.error(t.span, "this goal is fixed by the others to something else",
                                     expected=elab.show(slot),
                                     found=elab.show(done.term))  # fmt: skip
                return done

            return run

        left = self.each(rest, [one(g) for g in goals])
        return Solved(elab.metas.instantiate(term), left)

    def skip(self, tactics: Tactics) -> Tactics:
        """What is left after the proof of a goal that is not looked at."""
        for i, t in enumerate(tactics):
            if t.name in ("exact", "positivity", "norm_num", "simp", "rfl", "trivial", "omega",
                          "assumption", "decide", "linarith", "nlinarith", "simpa"):  # fmt: skip
                return tactics[i + 1 :]
        return ()

    def applied(
        self, expr: tree.Expr, goal: Term, ctx: Context, hole: Callable[[Context, Term], Term]
    ) -> Term:
        """`apply f`: as many arguments as the goal asks for, those that stay open being goals."""
        elab = self.elab
        term, type = elab.infer(expr, ctx, None)
        args: list[tuple[Meta, bool]] = []
        for _ in range(64):
            mark = elab.metas.mark()
            if elab.unifier.unify(type, goal):
                break
            elab.metas.undo(mark)
            shape = elab.core.whnf(elab.metas.instantiate(type))
            if not isinstance(shape, Pi):
                raise elab.error(expr.span, "this does not give the goal",
                                 expected=elab.show(goal), found=elab.show(type))  # fmt: skip
            slot = elab.metas.fresh(shape.type, ctx.scope, expr.span, "slot", shape.name)
            args.append((slot, shape.info == "explicit"))
            term, type = app(term, slot), instantiate(shape.body, [slot])
        for slot, explicit in args:
            if explicit and slot not in elab.metas.value:
                made = hole(ctx, elab.metas.info[slot].type)
                elab.metas.assign(slot, made)
        return term

    def construct(self, t: tree.Tactic, rest: Tactics, goal: Term, ctx: Context) -> Solved:
        """`constructor`: the first constructor, its fields being goals."""
        head = spine(self.elab.core.whnf(goal))[0]
        decl = self.elab.core.env.find(head.name) if isinstance(head, Const) else None
        if decl is None or len(decl.constructors) != 1:
            raise self.elab.error(t.span, "`constructor` needs a type with one constructor",
                                  expected=self.elab.show(goal))  # fmt: skip
        maker = tree.Ident(f"_root_.{decl.constructors[0]}", span=t.span)
        return self.refine(
            tree.Tactic("apply", t.text, maker, span=t.span), rest, goal, ctx
        )  # fmt: skip

    def assumption(self, t: tree.Tactic, goal: Term, ctx: Context) -> Term:
        for loc in reversed(ctx.locals):
            mark = self.elab.metas.mark()
            if self.elab.unifier.unify(loc.type, goal):
                return loc.fvar
            self.elab.metas.undo(mark)
        raise self.elab.error(t.span, "no local has the type of the goal",
                              expected=self.elab.show(goal))  # fmt: skip

    def intro(self, t: tree.Tactic, rest: Tactics, goal: Term, ctx: Context) -> Solved:
        locals: list[Local] = []
        for name in t.names:
            shape = self.elab.core.whnf(goal)
            if not isinstance(shape, Pi):
                raise self.elab.error(
                    t.span, f"nothing to introduce as `{name}`",
                    expected="a function type", found=self.elab.show(goal),
                )  # fmt: skip
            loc, goal = self.elab.core.open(shape)
            locals.append(loc)
            ctx = ctx.with_local(loc, name)
        done = self.solve(rest, goal, ctx)
        return Solved(self.elab.leave(locals, done.term, lam=True), done.rest)

    def local(
        self, item: tree.HaveExpr | tree.LetExpr, rest: Tactics, goal: Term, ctx: Context
    ) -> Solved:
        elab = self.elab
        if item.pattern is not None:
            left: list[Tactics] = []

            def run(inner: Context, want: Term) -> Term:
                done = self.solve(rest, want, inner)
                left.append(done.rest)
                return done.term

            value, type = elab.infer(item.value, ctx, None)
            if item.type is not None:
                want = elab.check_type(item.type, ctx)
                value, type = elab.ensure(value, type, want, item.value.span, ctx), want
            elab.settle(final=False)
            body = _Then(run, item.span)
            rows = [tree.Alternative(((item.pattern,),), body, span=item.span)]
            made = match_alternatives(elab, [(value, type)], rows, goal, ctx, item.span)
            return Solved(made[0], left[0] if left else ())
        value, type = definition(elab, item.binders, item.type, item.value, ctx)
        elab.settle(final=False)
        name = item.name or "this"
        if elab.core.is_prop(type):
            loc = elab.core.local(name, type)
            done = self.solve(rest, goal, ctx.with_local(loc, name))
            return Solved(close_proof(elab, loc, done.term, goal, type)[0], done.rest)
        loc = elab.core.local(name, elab.metas.instantiate(type), value=value)
        done = self.solve(rest, goal, ctx.with_local(loc, name))
        return Solved(elab.leave([loc], done.term, lam=True), done.rest)

    def set(
        self, t: tree.Tactic, item: tree.LetExpr, rest: Tactics, goal: Term, ctx: Context
    ) -> Solved:
        """`set x := e with h`: a `let`, as the goal with `e` replaced is the same by definition."""
        value, type = definition(self.elab, (), item.type, item.value, ctx)
        self.elab.settle(final=False)
        loc = self.elab.core.local(item.name, self.elab.metas.instantiate(type), value=value)
        inner = ctx.with_local(loc, item.name)
        for name in t.names:
            prop = const("Eq", loc.type, loc.fvar, value)
            inner = inner.with_name(name, Proof(self.elab.metas.instantiate(prop)))
        done = self.solve(rest, goal, inner)
        return Solved(self.elab.leave([loc], done.term, lam=True), done.rest)

    def decide(
        self, t: tree.Tactic, cond: tree.Expr, rest: Tactics, goal: Term, ctx: Context
    ) -> Solved:
        """`by_cases h : p`: `if h : p then … else …`."""
        elab = self.elab
        prop = elab.check(cond, PROP, ctx)
        inst = elab.instance(const("Decidable", prop), ctx, cond.span)
        name = t.names[0] or "h"
        made: list[Term] = []

        def side(claim: Term) -> Callable[[Tactics], Solved]:
            def run(tactics: Tactics) -> Solved:
                loc = elab.core.local(name, claim)
                done = self.solve(tactics, goal, ctx.with_local(loc, name))
                made.append(elab.leave([loc], done.term, lam=True))
                return done

            return run

        left = self.each(rest, [side(prop), side(const("Not", prop))])
        return Solved(const("dite", goal, prop, inst, *made), left)

    def destruct(
        self, t: tree.Tactic, value: tree.Expr, rest: Tactics, goal: Term, ctx: Context
    ) -> Solved:
        head = tree.LetExpr("_", (), None, value, tree.Hole(), t.arms[0].rows[0][0], span=t.span)
        return self.local(head, rest, goal, ctx)

    def match(self, t: tree.Tactic, goal: Term, ctx: Context) -> Term:
        values = [self.elab.infer(e, ctx, None) for e in t.terms]
        self.elab.settle(final=False)
        rows: list[tree.Alternative] = []
        for arm in t.arms:
            patterns = tuple(
                tuple(_dotted(p) if t.name == "cases" else p for p in row) for row in arm.rows
            )
            body = _Then(lambda inner, want, arm=arm: self.whole(arm.tactics, want, inner), t.span)
            rows.append(tree.Alternative(patterns, body, span=t.span))
        return match_alternatives(self.elab, values, rows, goal, ctx, t.span)[0]

    def induct(self, t: tree.Tactic, goal: Term, ctx: Context) -> Term:
        """`induction x with …` over `ℕ` and lists, by the recursor."""
        elab = self.elab
        if len(t.terms) != 1:
            raise elab.unmeaning(t.span, "`induction` over several terms is not followed")
        major, type = elab.infer(t.terms[0], ctx, None)
        major, type = elab.metas.instantiate(major), elab.core.whnf(elab.metas.instantiate(type))
        head, params = spine(type)
        owner = elab.core.env.find(head.name) if isinstance(head, Const) else None
        if not isinstance(major, FVar) or owner is None:
            raise elab.unmeaning(t.span, "`induction` is followed over a variable only")
        recursor = elab.core.env.find(f"{owner.name}.rec")
        if recursor is None:
            raise elab.unmeaning(t.span, f"there is no recursor for `{owner.name}` here")
        after = [
            loc for loc in ctx.locals
            if loc.value is None and major in elab.metas.fvars_of(loc.type)
        ]  # fmt: skip
        full = elab.core.pis(after, goal)
        motive = Lam(major.name, type, abstract(elab.metas.instantiate(full), [major]))
        minors: list[Term] = []
        for ctor in owner.constructors:
            minors.append(self.minor(t, ctor, owner.name, params, motive, after, ctx))
        return app(Const(recursor.name), *params, motive, *minors, major,
                   *[loc.fvar for loc in after])  # fmt: skip

    def minor(
        self, t: tree.Tactic, ctor: str, owner: str, params: Sequence[Term], motive: Lam,
        after: Sequence[Local], ctx: Context,
    ) -> Term:  # fmt: skip
        elab = self.elab
        short = ctor.rpartition(".")[2]
        arm = next((a for a in t.arms if _head(a.rows[0][0]) == short), None)
        if arm is None:
            raise elab.error(t.span, f"the alternative `{short}` is missing")
        names = _arguments(arm.rows[0][0])
        type: Term = elab.core.env[ctor].type
        for p in params:
            assert isinstance(type, Pi)
            type = instantiate(type.body, [p])
        fields: list[Local] = []
        while isinstance(type, Pi):
            loc, type = elab.core.open(type)
            fields.append(Local(loc.fvar, loc.type))
        value = app(Const(ctor), *params, *[loc.fvar for loc in fields])
        hypotheses = [
            elab.core.local("ih", instantiate(motive.body, [loc.fvar]))
            for loc in fields
            if spine(elab.core.whnf(loc.type))[0] is Const(owner)
        ]
        locals = [*fields, *hypotheses]
        inner = ctx
        for i, loc in enumerate(locals):
            inner = inner.with_local(loc, names[i] if i < len(names) else "")
        goal = instantiate(motive.body, [value])
        for old in after:
            assert isinstance(goal, Pi)
            loc, goal = elab.core.open(goal)
            locals.append(loc)
            inner = inner.with_local(loc, old.fvar.name)
        return elab.leave(locals, self.whole(arm.tactics, goal, inner), lam=True)

    def rewrite(self, t: tree.Tactic, rest: Tactics, goal: Term, ctx: Context) -> Solved:
        """`rw [e]`: the goal (or a local) with one side for the other, the value carried along."""
        elab = self.elab
        if t.names:
            for name in t.names:
                local = ctx.names.get(name)
                if local is None:
                    raise elab.error(t.span, f"there is no local `{name}`")
                have = elab.metas.instantiate(elab.core.infer(local))
                if elab.core.is_prop(have):
                    continue
                want = self.rewritten(t, have, ctx)
                loc = elab.core.local(name, want, value=cast(local, have, want))
                ctx = ctx.with_local(loc, name)
                tail = [tree.Tactic("assumption", "", span=t.span)] if t.name == "rwa" else []
                done = self.solve([*tail, *rest], goal, ctx)
                return Solved(elab.leave([loc], done.term, lam=True), done.rest)
            return self.solve(rest, goal, ctx)
        want = self.rewritten(t, elab.metas.instantiate(goal), ctx)
        if t.name == "rwa":
            rest = [tree.Tactic("assumption", "", span=t.span), *rest]
        done = self.solve(rest, want, ctx)
        return Solved(cast(done.term, want, goal) if want is not goal else done.term, done.rest)

    def rewritten(self, t: tree.Tactic, type: Term, ctx: Context) -> Term:
        elab = self.elab
        for back, rule in t.rules:
            equation, claim = elab.infer(rule, ctx, None)
            elab.settle(final=False)
            claim = elab.metas.instantiate(claim)
            while isinstance(claim, Pi):
                slot = elab.hole(claim.type, ctx, rule.span)
                equation, claim = app(equation, slot), instantiate(claim.body, [slot])
            head, args = spine(elab.core.whnf(claim))
            if not (isinstance(head, Const) and head.name == "Eq"):
                if not elab.core.is_prop(claim):
                    continue  # a definition unfolded: the same type
                raise elab.unmeaning(rule.span, "`rw` is followed for equations between data only")
            old, new = (args[2], args[1]) if back else (args[1], args[2])
            found = self.find(type, elab.metas.instantiate(old))
            if found is None:
                raise elab.error(rule.span, "`rw` does not find this in the type",
                                 expected=elab.show(old), found=elab.show(type))  # fmt: skip
            type = replaced(type, found, elab.metas.instantiate(new))
        return type

    def find(self, type: Term, pattern: Term) -> Term | None:
        """A closed part of the type that the pattern meets."""
        head = spine(pattern)[0]
        for part in subterms(type):
            if part is pattern:
                return part
        for part in subterms(type):
            if part.loose or spine(part)[0] is not head:
                continue
            mark = self.elab.metas.mark()
            try:
                if self.elab.unifier.unify(pattern, part):
                    return part
            except LeanError:
                pass
            self.elab.metas.undo(mark)
        return None


# ---- syntax


def _holes(expr: tree.Expr, hole: Callable[[Context, Term], Term]) -> tree.Expr:
    """`expr` with its `?_` standing for new goals."""
    match expr:
        case tree.Hole(name) if name:
            return _Then(hole, expr.span)
        case tree.Anonymous(items):
            made = tuple(_holes(i, hole) for i in items)
            return tree.Anonymous(made, span=expr.span)
        case tree.TupleExpr(items):
            return tree.TupleExpr(tuple(_holes(i, hole) for i in items), span=expr.span)
        case tree.Paren(inner):
            return tree.Paren(_holes(inner, hole), span=expr.span)
        case tree.AppExpr(fn, args, ellipsis):
            out: list[tree.Expr | tree.NamedArg] = []
            for a in args:
                if isinstance(a, tree.NamedArg):
                    out.append(tree.NamedArg(a.name, _holes(a.value, hole), span=a.span))
                else:
                    out.append(_holes(a, hole))
            return tree.AppExpr(fn, tuple(out), ellipsis, span=expr.span)
        case tree.Lambda(binders, body):
            return tree.Lambda(binders, _holes(body, hole), span=expr.span)
        case tree.BinOp("<|", left, right):
            return tree.BinOp("<|", left, _holes(right, hole), expr.op_span, span=expr.span)
        case tree.StructInst(sources, fields, type, ellipsis):
            given = tuple(
                tree.FieldInit(f.path, f.binders, f.type, _holes(f.value, hole), span=f.span)
                for f in fields
            )
            return tree.StructInst(sources, given, type, ellipsis, span=expr.span)
    return expr


def _head(pattern: tree.Expr) -> str:
    while isinstance(pattern, tree.AppExpr | tree.Explicit):
        pattern = pattern.fn if isinstance(pattern, tree.AppExpr) else pattern.expr
    return pattern.name.rpartition(".")[2] if isinstance(pattern, tree.Ident) else ""


def _arguments(pattern: tree.Expr) -> list[str]:
    if not isinstance(pattern, tree.AppExpr):
        return []
    return [a.name if isinstance(a, tree.Ident) else "" for a in pattern.args]


def _dotted(pattern: tree.Expr) -> tree.Expr:
    """`cases` names constructors without their type."""
    match pattern:
        case tree.Ident(name) if "." not in name:
            return tree.DotIdent(name, span=pattern.span)
        case tree.AppExpr(fn, args, ellipsis):
            return tree.AppExpr(_dotted(fn), args, ellipsis, span=pattern.span)
    return pattern
