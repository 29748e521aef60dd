"""Reduction and type inference for terms with metavariables, as the elaborator needs them."""

from __future__ import annotations

from dataclasses import dataclass

from denotary.parser.elaborate.context import Local, fresh_fvar
from denotary.parser.elaborate.metas import MetaContext
from denotary.spec.declarations import Declaration, Kind
from denotary.spec.environment import Environment
from denotary.spec.terms import (
    PROP,
    TYPE,
    App,
    BinderInfo,
    BVar,
    Clause,
    Const,
    FVar,
    Lam,
    Let,
    Lit,
    Match,
    Meta,
    Pi,
    Proj,
    Proof,
    Sort,
    Term,
    Unsupported,
    abstract,
    app,
    beta,
    const,
    instantiate,
    spine,
)


@dataclass(frozen=True, slots=True)
class Fuel:
    """Bounds on searches; running out is an error of its own, never a wrong answer."""

    unfoldings: int = 4000
    """Delta steps within one call of `unify` or `whnf`."""
    instance_depth: int = 40
    """Nesting of type-class search."""
    instances: int = 20_000
    """Candidates tried in one type-class search."""
    rounds: int = 60
    """Passes over the postponed problems of one declaration."""


class OutOfFuel(Exception):
    """A search exceeded its bound; `which` names the field of `Fuel`."""

    def __init__(self, which: str) -> None:
        super().__init__(f"ran out of `{which}`")
        self.which = which


_NAT_BINARY = {
    "HAdd.hAdd": lambda a, b: a + b,
    "HMul.hMul": lambda a, b: a * b,
    "HSub.hSub": lambda a, b: max(a - b, 0),
    "HDiv.hDiv": lambda a, b: a // b if b else 0,
    "HMod.hMod": lambda a, b: a % b if b else a,
    "HPow.hPow": lambda a, b: a**b,
    "Nat.add": lambda a, b: a + b,
    "Nat.mul": lambda a, b: a * b,
    "Nat.sub": lambda a, b: max(a - b, 0),
    "Nat.div": lambda a, b: a // b if b else 0,
    "Nat.mod": lambda a, b: a % b if b else a,
    "Nat.pow": lambda a, b: a**b,
    "Nat.max": max,
    "Nat.min": min,
}

NAT = Const("Nat")


class Core:
    """Reduction and inference over an environment, a metacontext and a table of locals."""

    def __init__(self, env: Environment, fuel: Fuel | None = None) -> None:
        self.env = env
        self.metas = MetaContext()
        self.locals: dict[FVar, Local] = {}
        self.fuel = fuel or Fuel()
        self.exhausted = False
        """Whether a search ran out of fuel, whatever came of it."""
        self._infer_memo: dict[Term, Term] = {}
        self._whnf_memo: dict[Term, Term] = {}
        self._infos: dict[str, tuple[str, ...]] = {}

    # ---- locals

    def local(
        self, name: str, type: Term, info: BinderInfo = "explicit", value: Term | None = None
    ) -> Local:
        made = Local(fresh_fvar(name), type, info, value)
        self.locals[made.fvar] = made
        return made

    def open(self, binder: Lam | Pi) -> tuple[Local, Term]:
        """A fresh local for the binder, and the body about it."""
        made = self.local(binder.name, binder.type, binder.info)
        return made, instantiate(binder.body, [made.fvar])

    def lambdas(self, locals: list[Local], body: Term) -> Term:
        """`fun locals => body`; `let` locals become `let`s."""
        return self._close(locals, body, Lam)

    def pis(self, locals: list[Local], body: Term) -> Term:
        return self._close(locals, body, Pi)

    def _close(self, locals: list[Local], body: Term, node: type[Lam] | type[Pi]) -> Term:
        fvars = [loc.fvar for loc in locals]
        body = abstract(self.metas.instantiate(body), fvars)
        for i in reversed(range(len(locals))):
            loc = locals[i]
            type = abstract(self.metas.instantiate(loc.type), fvars[:i])
            if loc.value is not None:
                value = abstract(self.metas.instantiate(loc.value), fvars[:i])
                body = Let(loc.fvar.name, type, value, body)
            else:
                body = node(loc.fvar.name, type, body, loc.info)
        return body

    # ---- reduction

    def declaration(self, name: str) -> Declaration | None:
        return self.env.find(name)

    def whnf_core(self, t: Term) -> Term:
        """Head normal form without unfolding constants."""
        while True:
            t = self.metas.head(t)
            if isinstance(t, App):
                fn = t.fn
                if isinstance(fn, Lam):
                    t = beta(fn, t.args)
                elif isinstance(fn, Let | Proj | Match) or (
                    isinstance(fn, FVar) and self.locals[fn].value is not None
                ):
                    new = self.whnf_core(fn)
                    if new is fn:
                        return t
                    t = beta(new, t.args)
                else:
                    return t
            elif isinstance(t, FVar):
                value = self.locals[t].value
                if value is None:
                    return t
                t = value
            elif isinstance(t, Let):
                t = instantiate(t.body, [t.value])
            elif isinstance(t, Proj):
                new = self._project(t)
                if new is None:
                    return t
                t = new
            elif isinstance(t, Match):
                new = self._match(t)
                if new is None:
                    return t
                t = new
            else:
                return t

    def _project(self, t: Proj) -> Term | None:
        expr = self.whnf(t.expr)
        head, args = spine(expr)
        if isinstance(head, Const):
            decl = self.env.find(head.name)
            if decl is not None and decl.kind is Kind.CONSTRUCTOR:
                at = decl.params + t.index
                return args[at] if at < len(args) else None
        return None

    def _match(self, t: Match) -> Term | None:
        for clause in t.clauses:
            found: dict[int, Term] = {}
            outcome = self._match_all(clause.patterns, t.discrs, len(clause.vars), found)
            if outcome is None:
                return None
            if outcome:
                n = len(clause.vars)
                values: list[Term] = []
                for i in range(n):
                    index = n - 1 - i
                    if index not in found:
                        return None
                    values.append(found[index])
                return instantiate(clause.body, values)
        return None

    def _match_all(
        self, patterns: tuple[Term, ...], values: tuple[Term, ...], n: int, found: dict[int, Term]
    ) -> bool | None:
        for p, v in zip(patterns, values, strict=True):
            one = self._match_one(p, v, n, found)
            if one is not True:
                return one
        return True

    def _match_one(self, p: Term, v: Term, n: int, found: dict[int, Term]) -> bool | None:
        """Whether `v` matches `p`; `None` when it is not known yet."""
        if isinstance(p, BVar):
            found.setdefault(p.index, v)
            return True
        head, args = spine(p)
        literal = args[1] if isinstance(head, Const) and head.name == "OfNat.ofNat" else p
        if isinstance(literal, Lit):
            want = literal.value
            if isinstance(want, str):
                w = self.whnf(v)
                return w.value == want if isinstance(w, Lit) else None
            have = self.nat_value(v)
            return None if have is None else have == want
        if isinstance(head, Const):
            decl = self.env.find(head.name)
            if decl is not None and decl.kind is Kind.CONSTRUCTOR:
                w = self.whnf(v)
                if decl.inductive == "Nat":
                    have = self.nat_value(w)
                    if have is not None:
                        w = Lit(have) if have == 0 else const("Nat.succ", Lit(have - 1))
                    if isinstance(w, Lit):
                        return decl.name == "Nat.zero"
                    whead, wargs = spine(w)
                    if (
                        isinstance(whead, Const)
                        and whead.name == "HAdd.hAdd"
                        and (k := self.nat_value(wargs[5]))
                    ):
                        # m + (k+1) is a successor
                        rest = wargs[4] if k == 1 else app(whead, *wargs[:5], nat_literal(k - 1))
                        w = const("Nat.succ", rest)
                whead, wargs = spine(w)
                if not isinstance(whead, Const):
                    return self._eta_match(decl, args, w, n, found)
                wdecl = self.env.find(whead.name)
                if wdecl is None or wdecl.kind is not Kind.CONSTRUCTOR:
                    return self._eta_match(decl, args, w, n, found)
                if whead is not head:
                    return False
                k = decl.params
                return self._match_all(args[k:], wargs[k:], n, found)
        return True  # inaccessible: fixed by typing

    def _eta_match(
        self, ctor: Declaration, args: tuple[Term, ...], w: Term, n: int, found: dict[int, Term]
    ) -> bool | None:
        owner = self.env.find(ctor.inductive)
        if owner is None or owner.kind is not Kind.STRUCTURE:
            return None
        fields = args[ctor.params :]
        values = tuple(Proj(ctor.inductive, i, w) for i in range(len(fields)))
        return self._match_all(fields, values, n, found)

    def unfold(self, t: Term) -> Term | None:
        """One delta step at the head, or `None`; a definition by cases must reach an arm."""
        head, args = spine(t)
        if not isinstance(head, Const):
            return None
        decl = self.env.find(head.name)
        if decl is None or decl.kind in (Kind.THEOREM, Kind.AXIOM):
            return None
        value = decl.value
        if value is None:
            return None
        body = value
        for _ in args:
            if not isinstance(body, Lam):
                break
            body = body.body
        new = self.whnf_core(beta(value, args))
        inner = spine(new)[0]
        while isinstance(inner, Lam):
            inner = spine(inner.body)[0]
        if isinstance(inner, Match) and isinstance(spine(body)[0], Match | Lam):
            return None
        return new

    def whnf(self, t: Term) -> Term:
        """Weak head normal form, unfolding everything that can be unfolded."""
        t = self.metas.head(t)
        if not t.has_fvar:
            found = self._whnf_memo.get(t)
            if found is not None:
                return found
        start = t
        for _ in range(self.fuel.unfoldings):
            t = self.whnf_core(t)
            value = self._nat_step(t)
            if value is not None:
                t = value
                break
            new = self.unfold(t)
            if new is None:
                break
            t = new
        else:
            raise OutOfFuel("unfoldings")
        if not start.has_fvar:
            self._whnf_memo[start] = t
        return t

    def whnf_type(self, t: Term) -> Term:
        """Reduce a type until its head is a `Pi`, a sort or a rigid constant."""
        return self.whnf(t)

    def _nat_step(self, t: Term) -> Term | None:
        head, args = spine(t)
        if not isinstance(head, Const):
            return None
        name = head.name
        if name == "OfNat.ofNat" and len(args) == 3 and self.metas.head(args[0]) is NAT:
            lit = self.metas.head(args[1])
            return lit if isinstance(lit, Lit) else None
        if name == "Nat.zero" and not args:
            return Lit(0)
        if name in _NAT_BINARY and len(args) in (2, 6):
            value = self.nat_value(t)
            return None if value is None else Lit(value)
        if name == "Nat.succ" and args:
            value = self.nat_value(args[0])
            return None if value is None else Lit(value + 1)
        return None

    def nat_value(self, t: Term) -> int | None:
        """The number a closed `Nat` term denotes, or `None`."""
        t = self.whnf_core(t)
        if isinstance(t, Lit):
            return t.value if isinstance(t.value, int) else None
        head, args = spine(t)
        if not isinstance(head, Const):
            return None
        name = head.name
        if name == "OfNat.ofNat" and len(args) == 3:
            if self.metas.head(args[0]) is not NAT and self.whnf(args[0]) is not NAT:
                return None
            return self.nat_value(args[1])
        if name == "Nat.zero":
            return 0
        if name == "Nat.succ" and args:
            value = self.nat_value(args[0])
            return None if value is None else value + 1
        if name in _NAT_BINARY:
            if len(args) == 6:
                if not all(self.metas.head(a) is NAT for a in args[:3]):
                    return None
                left, right = args[4:]
            elif len(args) == 2:
                left, right = args
            else:
                return None
            a = self.nat_value(left)
            b = self.nat_value(right) if a is not None else None
            if a is None or b is None or (name in ("HPow.hPow", "Nat.pow") and b > 4096):
                return None
            return _NAT_BINARY[name](a, b)
        new = self.unfold(t)
        return None if new is None else self.nat_value(new)

    # ---- inference

    def arg_infos(self, name: str) -> tuple[str, ...]:
        """The binder kinds of a constant's arguments."""
        found = self._infos.get(name)
        if found is None:
            decl = self.env.find(name)
            kinds: list[str] = []
            t: Term | None = decl.type if decl else None
            while isinstance(t, Pi):
                kinds.append(t.info)
                t = t.body
            found = self._infos[name] = tuple(kinds)
        return found

    def infer(self, t: Term) -> Term:
        """The type of a well-typed term."""
        t = self.metas.head(t)
        if not t.has_fvar:
            found = self._infer_memo.get(t)
            if found is not None:
                return found
            out = self._infer_memo[t] = self._infer(t)
            return out
        return self._infer(t)

    def _infer(self, t: Term) -> Term:
        match t:
            case FVar():
                return self.locals[t].type
            case Meta():
                return self.metas.info[t].type
            case Const(name):
                return self.env[name].type
            case App(fn, args):
                type = self.infer(fn)
                used = 0
                while used < len(args):
                    taken = used
                    body = type
                    while taken < len(args) and isinstance(body, Pi):
                        body, taken = body.body, taken + 1
                    if taken == used:
                        type = self.whnf(type)
                        if not isinstance(type, Pi):
                            raise TypeError(f"not a function type: {type!r}")
                        continue
                    type = instantiate(body, args[used:taken])
                    used = taken
                return type
            case Lam(name, type, body, info):
                loc, opened = self.open(t)
                return Pi(name, type, abstract(self.infer(opened), [loc.fvar]), info)
            case Pi():
                loc, opened = self.open(t)
                return PROP if self.is_prop(opened) else TYPE
            case Let(_, _, value, body):
                return self.infer(instantiate(body, [value]))
            case Lit(value):
                return NAT if isinstance(value, int) else Const("String")
            case Sort():
                return TYPE
            case Proj(struct, index, expr):
                return self.projection_type(struct, index, expr)
            case Proof(prop):
                return prop
            case Unsupported(type):
                return type
            case Match(motive, discrs):
                return beta(motive, discrs)
            case Clause() | BVar():
                raise TypeError(f"no type for {t!r}")
        raise TypeError(f"no type for {t!r}")

    def projection_type(self, struct: str, index: int, expr: Term) -> Term:
        owner = self.env[struct]
        type = self.whnf(self.infer(expr))
        params = spine(type)[1][: owner.params]
        ctor: Term = self.env[owner.constructors[0]].type
        for p in params:
            assert isinstance(ctor, Pi)
            ctor = instantiate(ctor.body, [p])
        for i in range(index):
            assert isinstance(ctor, Pi)
            ctor = instantiate(ctor.body, [Proj(struct, i, expr)])
        assert isinstance(ctor, Pi)
        return ctor.type

    def is_prop(self, type: Term) -> bool:
        """Whether `type` is a proposition (its sort is `Prop`)."""
        try:
            sort = self.whnf(self.infer(type))
        except (TypeError, AssertionError):
            return False
        return sort is PROP

    def is_proof(self, t: Term) -> bool:
        return isinstance(t, Proof) or self.is_prop(self.infer(t))


def nat_literal(n: int) -> Term:
    """`(n : ℕ)` as the elaborator writes it."""
    return const("OfNat.ofNat", NAT, Lit(n), const("instOfNatNat", Lit(n)))
