"""Unification: makes two terms definitionally equal by assigning metavariables, or says no.

First-order with lazy unfolding, Miller patterns, eta for functions and structures, literal
arithmetic on `Nat`, proof irrelevance. What is stuck on a metavariable is postponed and retried;
what stays stuck is an error at the end. One liberty beyond Lean: two instances of one class at the
same arguments are equal when both are built from instance declarations only (see
`docs/divergences.md`).
"""

from __future__ import annotations

from dataclasses import dataclass

from denotary.parser.elaborate.core import NAT, Core, OutOfFuel, nat_literal
from denotary.parser.syntax.tree import Range
from denotary.spec.declarations import Kind
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
    Proj,
    Proof,
    Sort,
    Term,
    Unsupported,
    app,
    children,
    instantiate,
    map_children,
    spine,
)

_SUBSINGLETON = {
    "Decidable",
    "DecidableEq",
    "DecidablePred",
    "DecidableRel",
    "Fintype",
    "Subsingleton",
}


@dataclass(frozen=True, slots=True)
class Stuck:
    """An equation that waits for a metavariable."""

    left: Term
    right: Term
    span: Range


class Unifier:
    """Unification over a `Core`; `stuck` holds what was postponed."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.metas = core.metas
        self.stuck: list[Stuck] = []
        self.span: Range = (0, 0)
        self.gave_up = ""
        """The bound that the last `unify` ran into, if it did: its answer was no answer then."""
        self._budget = 0
        self._depth = 0
        self._failed: set[tuple[Term, Term]] = set()
        self._equal: set[tuple[Term, Term]] = set()
        self._unknown: dict[Term, bool] = {}

    def unify(self, a: Term, b: Term) -> bool:
        """Try to make `a` and `b` equal; on failure nothing is assigned.

        A failure for want of fuel is told from a mismatch by `gave_up`.
        """
        mark, waiting = self.metas.mark(), len(self.stuck)
        if self._depth == 0:
            self._budget = self.core.fuel.unfoldings
            self._failed.clear()
            self.gave_up = ""
        self._depth += 1
        try:
            ok = self._unify(a, b)
        except OutOfFuel as error:
            self.core.exhausted = True
            self.gave_up = error.which
            ok = False
        finally:
            self._depth -= 1
        if not ok:
            self.metas.undo(mark)
            del self.stuck[waiting:]
        return ok

    def retry(self) -> bool:
        """Try the postponed equations again; whether any of them moved. Raises `Mismatch`."""
        waiting, self.stuck = self.stuck, []
        moved = False
        for i, s in enumerate(waiting):
            before = len(self.stuck)
            mark = self.metas.mark()
            self.span = s.span
            if not self.unify(s.left, s.right):
                self.stuck += waiting[i + 1 :]
                raise Mismatch(s.left, s.right, s.span, self.gave_up)
            if len(self.stuck) == before or self.metas.mark() > mark:
                moved = True
        return moved

    # ---- the algorithm

    def _attempt(self, a: Term, b: Term) -> bool:
        mark, waiting = self.metas.mark(), len(self.stuck)
        if self._unify(a, b):
            return True
        self.metas.undo(mark)
        del self.stuck[waiting:]
        return False

    def _unify(self, a: Term, b: Term) -> bool:
        a, b = self.metas.head(a), self.metas.head(b)
        if a is b:
            return True
        if isinstance(a, Proof) or isinstance(b, Proof):
            return self._proofs(a, b)
        flex = self._flex(a, b)
        if flex is not None:
            return flex
        match a, b:
            case Sort(i), Sort(j):
                return i == j
            case Lit(v), Lit(w):
                return type(v) is type(w) and v == w
            case (Lam(name, t, body, info), Lam(_, u, other)) | (
                Pi(name, t, body, info),
                Pi(_, u, other),
            ):
                if not self._unify(t, u):
                    return False
                loc = self.core.local(name, t, info)
                return self._unify(instantiate(body, [loc.fvar]), instantiate(other, [loc.fvar]))
        a1, b1 = self.core.whnf_core(a), self.core.whnf_core(b)
        if a1 is not a or b1 is not b:
            return self._unify(a1, b1)
        if isinstance(a, Lam) or isinstance(b, Lam):
            return self._eta(a, b)
        return self._rigid(a, b)

    def _proofs(self, a: Term, b: Term) -> bool:
        """Any two proofs of one proposition are equal; an unknown one is filled in."""
        if isinstance(a, Meta):
            return self._assign(a, (), b)
        if isinstance(b, Meta):
            return self._assign(b, (), a)
        return True

    def _flex(self, a: Term, b: Term) -> bool | None:
        """Equations with a metavariable at a head; `None` when there is none."""
        ha, args_a = spine(a)
        hb, args_b = spine(b)
        fa, fb = isinstance(ha, Meta), isinstance(hb, Meta)
        if not fa and not fb:
            return None
        if isinstance(ha, Meta) and isinstance(hb, Meta):
            if ha is hb and len(args_a) == len(args_b):
                return all(self._unify(x, y) for x, y in zip(args_a, args_b, strict=True))
            if len(args_a) == len(args_b) and self._familiar(ha, args_a, b):
                return True
            if self._pattern(args_a) and self._assign(ha, args_a, b):
                return True
            if self._pattern(args_b) and self._assign(hb, args_b, a):
                return True
        elif isinstance(ha, Meta) and self._pattern(args_a):
            return self._familiar(ha, args_a, b) or self._solve(ha, args_a, b)
        elif isinstance(hb, Meta) and self._pattern(args_b):
            return self._familiar(hb, args_b, a) or self._solve(hb, args_b, a)
        if fa and isinstance(b, App):
            if self._first_order(a, b):
                return True
        elif fb and isinstance(a, App) and self._first_order(b, a):
            return True
        self.stuck.append(Stuck(a, b, self.span))
        return True

    def _solve(self, meta: Meta, args: tuple[Term, ...], value: Term) -> bool:
        if self._assign(meta, args, value):
            return True
        # the value may reduce to something in scope (an unfolded `let`, a projection)
        reduced = self.core.whnf_core(value)
        if reduced is not value:
            return self._unify(app(meta, *args), reduced)
        unfolded = self.core.unfold(value)
        return unfolded is not None and self._unify(app(meta, *args), unfolded)

    def _first_order(self, flex: Term, rigid: App) -> bool:
        """`?f a =?= g x b` by `?f := g x`, `a =?= b`."""
        head, args = spine(flex)
        n = len(args)
        if n > len(rigid.args):
            return False
        rest = app(rigid.fn, *rigid.args[: len(rigid.args) - n])
        tail = rigid.args[len(rigid.args) - n :]
        mark, waiting = self.metas.mark(), len(self.stuck)
        if self._unify(head, rest) and all(
            self._unify(x, y) for x, y in zip(args, tail, strict=True)
        ):
            return True
        self.metas.undo(mark)
        del self.stuck[waiting:]
        return False

    def _familiar(self, meta: Meta, args: tuple[Term, ...], other: Term) -> bool:
        """`?f x =?= g y` first-order where `?f` may mention `x` anyway, as Lean does."""
        scope = self.metas.info[meta].scope
        return (
            isinstance(other, App)
            and any(self.metas.head(x) in scope for x in args)
            and self._first_order(app(meta, *args), other)
        )

    def _pattern(self, args: tuple[Term, ...]) -> bool:
        seen: set[Term] = set()
        for x in args:
            x = self.metas.head(x)
            if not isinstance(x, FVar) or x in seen or self.core.locals[x].value is not None:
                return False
            seen.add(x)
        return True

    def _assign(self, meta: Meta, args: tuple[Term, ...], value: Term) -> bool:
        info = self.metas.info[meta]
        value = self.metas.instantiate(value)
        xs = [self.metas.head(x) for x in args]
        if any(m is meta for m in self.metas.metas_of(value)):
            return False
        allowed = info.scope | {x for x in xs if isinstance(x, FVar)}
        outside = self.metas.fvars_of(value) - allowed
        if outside:
            value = self._zeta(value, outside)
            if self.metas.fvars_of(value) - allowed:
                return False
        mark = self.metas.mark()
        value = self._narrow(value, allowed)
        if args:
            locals = [self.core.locals[x] for x in xs if isinstance(x, FVar)]
            while locals and isinstance(value, App) and value.args[-1] is locals[-1].fvar:
                fn = app(value.fn, *value.args[:-1])
                if locals[-1].fvar in self.metas.fvars_of(fn):
                    break
                value, _ = fn, locals.pop()
            value = self.core.lambdas(locals, value)
        if not self._types_agree(info.type, value):
            self.metas.undo(mark)
            return False
        if meta in self.metas.value:
            return self._unify(self.metas.value[meta], value)
        self.metas.assign(meta, value)
        return True

    def _types_agree(self, want: Term, value: Term) -> bool:
        try:
            have = self.core.infer(value)
        except (TypeError, AssertionError):
            return False
        want, have = self.metas.head(want), self.metas.head(have)
        if isinstance(want, Sort) and isinstance(have, Sort):
            return want.level >= have.level
        return self._unify(want, have)

    def _zeta(self, t: Term, fvars: set[FVar]) -> Term:
        """Replace `let` locals that may not be mentioned by their values."""
        lets = {x: v for x in fvars if (v := self.core.locals[x].value) is not None}
        if not lets:
            return t

        def go(s: Term) -> Term:
            if not s.has_fvar:
                return s
            if isinstance(s, FVar):
                return go(lets[s]) if s in lets else s
            return map_children(s, lambda c, _: go(c))

        return go(t)

    def _narrow(self, value: Term, allowed: frozenset[FVar]) -> Term:
        """Metavariables in `value` may from now on mention only `allowed` locals."""
        for m in self.metas.metas_of(value):
            info = self.metas.info[m]
            if not info.scope <= allowed:
                new = self.metas.fresh(
                    info.type, info.scope & allowed, info.span, info.kind, info.label
                )
                if self.metas.fvars_of(info.type) <= allowed:
                    self.metas.assign(m, new)
        return self.metas.instantiate(value)

    def _eta(self, a: Term, b: Term) -> bool:
        lam, other = (a, b) if isinstance(a, Lam) else (b, a)
        assert isinstance(lam, Lam)
        if isinstance(spine(other)[0], Lam | Pi | Sort | Lit):
            return False
        loc, body = self.core.open(lam)
        if self._attempt(body, app(other, loc.fvar)):
            return True
        unfolded = self.core.unfold(other)
        return unfolded is not None and self._unify(lam, unfolded)

    def _rigid(self, a: Term, b: Term) -> bool:
        na, nb = self._nat(a), self._nat(b)
        if na is not None and nb is not None:
            return na == nb
        if na is not None or nb is not None:
            offset = self._offset(na, b) if na is not None else self._offset(nb, a)
            if offset is not None:
                return offset
        ha, args_a = spine(a)
        hb, args_b = spine(b)
        if ha is not hb and (_is_succ(ha) or _is_succ(hb)):
            p, q = self._predecessor(a), self._predecessor(b)
            if p is not None and q is not None:
                return self._unify(p, q)
        if (
            isinstance(ha, Const)
            and ha is hb
            and len(args_a) == len(args_b)
            and self._args(ha.name, args_a, args_b)
        ):
            return True
        shifted = self._common_shift(a, b)
        if shifted is not None:
            return self._unify(*shifted)
        if isinstance(ha, FVar) and ha is hb and len(args_a) == len(args_b):
            return all(self._unify(x, y) for x, y in zip(args_a, args_b, strict=True))
        if (
            isinstance(ha, Proj)
            and isinstance(hb, Proj)
            and ha.struct == hb.struct
            and ha.index == hb.index
            and len(args_a) == len(args_b)
            and self._attempt(ha.expr, hb.expr)
        ):
            return all(self._unify(x, y) for x, y in zip(args_a, args_b, strict=True))
        if (
            isinstance(ha, Match)
            and isinstance(hb, Match)
            and len(args_a) == len(args_b)
            and self._matches(ha, hb)
        ):
            return all(self._unify(x, y) for x, y in zip(args_a, args_b, strict=True))
        if isinstance(a, Unsupported) and isinstance(b, Unsupported):
            return a.place == b.place
        unfolded = self._unfold(a, b)
        if unfolded is not None:
            key = (a, b)
            if key in self._failed:
                return False
            known = self._known(a, b)
            if known in self._equal:
                return True
            if self._unify(*unfolded):
                if known is not None:
                    self._equal.add(known)
                return True
            self._failed.add(key)
            return False
        eta = self._structure_eta(a, b)
        if eta is not None:
            return eta
        if self._blocked(a) or self._blocked(b):
            self.stuck.append(Stuck(a, b, self.span))
            return True
        return self._irrelevant(a, b)

    def _known(self, a: Term, b: Term) -> tuple[Term, Term] | None:
        """The pair with nothing unknown in it, so that it stays equal once it is; else `None`."""
        pair = tuple(self.metas.instantiate(t) if self._open_in(t) else t for t in (a, b))
        return None if any(self._open_in(t) for t in pair) else (pair[0], pair[1])

    def _open_in(self, term: Term) -> bool:
        """Whether a metavariable, assigned or not, occurs in the term or in a `let` it names."""
        if not term.has_fvar:
            return False
        found = self._unknown.get(term)
        if found is None:
            if isinstance(term, FVar):
                value = self.core.locals[term].value
                found = value is not None and self._open_in(value)
            else:
                found = isinstance(term, Meta) or any(self._open_in(c) for c in children(term))
            self._unknown[term] = found
        return found

    def _irrelevant(self, a: Term, b: Term) -> bool:
        """Proof irrelevance for proofs that are not marked as such (hypotheses)."""
        try:
            type = self.core.infer(a)
            return self.core.is_prop(type) and self._unify(type, self.core.infer(b))
        except (TypeError, AssertionError):
            return False

    def _nat(self, t: Term) -> int | None:
        head, args = spine(t)
        if isinstance(t, Lit):
            return t.value if isinstance(t.value, int) else None
        if isinstance(head, Const) and len(args) in (0, 1, 2, 3, 6):
            return self.core.nat_value(t) if _maybe_nat(head.name) else None
        return None

    def _offset(self, n: int | None, t: Term) -> bool | None:
        """`n =?= t + k` and `n =?= Nat.succ t`."""
        if n is None:
            return None
        head, args = spine(t)
        if not isinstance(head, Const):
            return None
        if head.name == "Nat.succ" and len(args) == 1:
            return n > 0 and self._unify(Lit(n - 1), args[0])
        if head.name == "HAdd.hAdd" and len(args) == 6 and self.metas.head(args[0]) is NAT:
            k = self._nat(self.metas.head(args[5]))
            if k is not None:
                return n >= k and self._unify(Lit(n - k), args[4])
        return None

    def _predecessor(self, t: Term) -> Term | None:
        """`m` where `t` is `Nat.succ m`, a positive literal, or `m' + k` with a literal `k`."""
        head, args = spine(t)
        if _is_succ(head) and len(args) == 1:
            return args[0]
        n = self._nat(t)
        if n is not None:
            return Lit(n - 1) if n > 0 else None
        if (
            isinstance(head, Const)
            and head.name == "HAdd.hAdd"
            and len(args) == 6
            and self.metas.head(args[0]) is NAT
        ):
            k = self._nat(self.metas.head(args[5]))
            if k:
                return args[4] if k == 1 else app(head, *args[:5], nat_literal(k - 1))
        return None

    def _common_shift(self, a: Term, b: Term) -> tuple[Term, Term] | None:
        """`m` and `n + 1` for `m + 1 =?= n + 2`; `m` and `n` for `m + 0 =?= n`."""
        j, k = self._addend(a), self._addend(b)
        if j == 0 or k == 0:
            return (self._lower(a, 0) if j == 0 else a), (self._lower(b, 0) if k == 0 else b)
        if j is None or k is None:
            return None
        return self._lower(a, min(j, k)), self._lower(b, min(j, k))

    def _addend(self, t: Term) -> int | None:
        """`k` where `t` is `m + k` on `ℕ` with a literal `k`."""
        head, args = spine(t)
        if head is Const("HAdd.hAdd") and len(args) == 6 and self.metas.head(args[0]) is NAT:
            return self._nat(self.metas.head(args[5]))
        return None

    def _lower(self, t: Term, by: int) -> Term:
        """`m + (k - by)` for `t`, `m + k` with the literal `k`."""
        head, args = spine(t)
        k = self._addend(t)
        assert k is not None
        return args[4] if k == by else app(head, *args[:5], nat_literal(k - by))

    def _args(self, name: str, xs: tuple[Term, ...], ys: tuple[Term, ...]) -> bool:
        """Arguments pairwise: explicit ones first, instances last and up to coherence."""
        infos = self.core.arg_infos(name)
        mark, waiting = self.metas.mark(), len(self.stuck)
        later: list[tuple[Term, Term]] = []
        ok = True
        for i, (x, y) in enumerate(zip(xs, ys, strict=True)):
            info = infos[i] if i < len(infos) else "explicit"
            if info == "inst":
                later.append((x, y))
            elif not self._unify(x, y):
                ok = False
                break
        if ok and all(self.coherent(x, y) for x, y in later):
            return True
        self.metas.undo(mark)
        del self.stuck[waiting:]
        return False

    def coherent(self, x: Term, y: Term) -> bool:
        """Whether two instances of one class are equal, up to the coherence of instances."""
        x, y = self.metas.head(x), self.metas.head(y)
        if x is y:
            return True
        if isinstance(spine(x)[0], Meta) or isinstance(spine(y)[0], Meta):
            return self._unify(x, y)
        tx, ty = self.core.infer(x), self.core.infer(y)
        cls = spine(self.metas.head(tx))[0]
        if (
            isinstance(cls, Const)
            and (cls.name in _SUBSINGLETON or (self._canonical(x) and self._canonical(y)))
            and self._attempt(tx, ty)
        ):
            return True
        return self._attempt(x, y)

    def _canonical(self, t: Term) -> bool:
        """Whether an instance is built from instance declarations and class parents only."""
        head, args = spine(self.metas.head(t))
        if isinstance(head, Lam):
            return self._canonical(head.body)
        if isinstance(head, Meta):
            return self.metas.info[head].kind == "instance"  # search will fill it
        if isinstance(head, Proj):
            owner = self.core.env.find(head.struct)
            return owner is not None and owner.is_class and self._canonical(head.expr)
        if not isinstance(head, Const):
            return isinstance(head, FVar)
        decl = self.core.env.find(head.name)
        if decl is None or not (decl.is_instance or decl.kind is Kind.PROJECTION):
            return False
        infos = self.core.arg_infos(head.name)
        return all(self._canonical(x) for x, i in zip(args, infos, strict=False) if i == "inst")

    def _matches(self, a: Match, b: Match) -> bool:
        if len(a.discrs) != len(b.discrs) or len(a.clauses) != len(b.clauses):
            return False
        mark, waiting = self.metas.mark(), len(self.stuck)
        if all(self._unify(x, y) for x, y in zip(a.discrs, b.discrs, strict=True)) and all(
            self._clauses(c, d) for c, d in zip(a.clauses, b.clauses, strict=True)
        ):
            return True
        self.metas.undo(mark)
        del self.stuck[waiting:]
        return False

    def _clauses(self, c: Clause, d: Clause) -> bool:
        if c is d:
            return True
        if len(c.vars) != len(d.vars):
            return False
        fvars: list[Term] = []
        for (name, t), (_, u) in zip(c.vars, d.vars, strict=True):
            t, u = instantiate(t, fvars), instantiate(u, fvars)
            if not self._unify(t, u):
                return False
            fvars.append(self.core.local(name, t).fvar)
        pairs = zip((*c.patterns, c.body), (*d.patterns, d.body), strict=True)
        return all(self._unify(instantiate(p, fvars), instantiate(q, fvars)) for p, q in pairs)

    def _unfold(self, a: Term, b: Term) -> tuple[Term, Term] | None:
        """One delta step on one side or both: the side declared later first."""
        self._budget -= 1
        if self._budget < 0:
            raise OutOfFuel("unfoldings")
        ra, rb = self._rank(a), self._rank(b)
        if ra != rb and min(ra, rb) >= 0:
            met = self._meeting(a, b)
            if met is not None:
                return met
        if ra >= rb:
            first, second = a, b
        else:
            first, second = b, a
        new = self.core.unfold(first) if max(ra, rb) >= 0 else None
        if new is not None:
            other = second
            if ra == rb and spine(a)[0] is spine(b)[0]:
                other = self.core.unfold(second) or second
            return (new, other) if first is a else (other, new)
        new = self.core.unfold(second) if min(ra, rb) >= 0 else None
        if new is not None:
            return (first, new) if first is a else (new, first)
        return None

    def _meeting(self, a: Term, b: Term) -> tuple[Term, Term] | None:
        """A delta step on one side after which both have the same head: `(f ∘ g) x` and `f y`."""
        new = self.core.unfold(b)
        if new is not None and spine(new)[0] is spine(a)[0]:
            return a, new
        new = self.core.unfold(a)
        if new is not None and spine(new)[0] is spine(b)[0]:
            return new, b
        return None

    def _rank(self, t: Term) -> int:
        """Unfolding order: -1 for what cannot be unfolded, else higher goes first."""
        head, _ = spine(t)
        if not isinstance(head, Const):
            return -1
        decl = self.core.env.find(head.name)
        if decl is None or decl.kind in (Kind.THEOREM, Kind.AXIOM, Kind.INDUCTIVE):
            return -1
        if decl.kind in (Kind.STRUCTURE, Kind.CONSTRUCTOR):
            return -1
        if decl.kind is Kind.PROJECTION:
            return 1
        if decl.is_instance:
            return 2
        return 1_000_000 if decl.reducible else 10 + (decl.span.start if decl.span else 0)

    def _structure_eta(self, a: Term, b: Term) -> bool | None:
        for x, y in ((a, b), (b, a)):
            head, args = spine(x)
            if not isinstance(head, Const):
                continue
            decl = self.core.env.find(head.name)
            if decl is None or decl.kind is not Kind.CONSTRUCTOR:
                continue
            owner = self.core.env.find(decl.inductive)
            if owner is None or owner.kind is not Kind.STRUCTURE:
                continue
            yh = spine(y)[0]
            if isinstance(yh, Const):
                ydecl = self.core.env.find(yh.name)
                if ydecl is not None and ydecl.kind is Kind.CONSTRUCTOR:
                    return None
            if len(args) != decl.params + len(owner.fields):
                return None
            fields = args[decl.params :]
            return all(self._unify(f, Proj(decl.inductive, i, y)) for i, f in enumerate(fields))
        return None

    def _blocked(self, t: Term) -> bool:
        """Whether the head of `t` would reduce if some metavariable were known."""
        t = self.core.whnf_core(t)
        head, args = spine(t)
        if isinstance(head, Meta):
            return True
        if isinstance(head, Proj):
            return self._blocked(head.expr)
        if isinstance(head, Match):
            return any(self._blocked(d) for d in head.discrs)
        if isinstance(head, Const):
            decl = self.core.env.find(head.name)
            if decl is None:
                return False
            if decl.kind is Kind.PROJECTION:
                return len(args) > decl.params and self._blocked(args[decl.params])
            if decl.name == "OfNat.ofNat" and len(args) == 3:
                return any(isinstance(self.metas.head(x), Meta) for x in args[:2])
            if decl.kind is Kind.DEF and decl.value is not None:
                return any(isinstance(self.metas.head(x), Meta) for x in args)
            if decl.name.startswith("Nat."):
                return any(self._blocked(x) for x in args)
        return False


def _is_succ(head: Term) -> bool:
    return isinstance(head, Const) and head.name == "Nat.succ"


def _maybe_nat(name: str) -> bool:
    return name in (
        "OfNat.ofNat", "HAdd.hAdd", "HMul.hMul", "HSub.hSub", "HDiv.hDiv", "HMod.hMod", "HPow.hPow",
    ) or name.startswith("Nat.")  # fmt: skip


class Mismatch(Exception):
    """Two terms that had to be equal are not, or are not seen to be (`gave_up`)."""

    def __init__(self, left: Term, right: Term, span: Range, gave_up: str = "") -> None:
        super().__init__("terms do not unify")
        self.left, self.right, self.span, self.gave_up = left, right, span, gave_up
