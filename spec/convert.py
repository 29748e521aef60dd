"""Definitional equality of well-typed terms.

As in Lean's kernel: the rules of `reduce`, congruence, eta for functions and structures, proof
irrelevance, unit-like types, `n + 1` against `Nat.succ n`. Commuting or reassociating a symbolic
size is no definitional equality, here as there.

Divergences from Lean, all deliberate:

- Two instances of one class at equal parameters are equal when both are built from instance
  declarations over the same local instances, or when the class has at most one instance up to
  equality (`Decidable`, `Fintype`, …). Mathlib's diamonds commute; the prelude does not spell out
  why.
- Universes are erased to `Prop` and `Type`.
- A recursive definition is unfolded only where its `match` computes; well-founded recursion
  computes as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from denotary.spec import nat
from denotary.spec.canonical import SUBSINGLETON_CLASSES, class_of, local_instances
from denotary.spec.declarations import Kind
from denotary.spec.depth import deep
from denotary.spec.environment import Environment
from denotary.spec.infer import Locals, Typer
from denotary.spec.infer import typer as shared_typer
from denotary.spec.recursors import TRANSPORT
from denotary.spec.reduce import FuelExhausted
from denotary.spec.terms import (
    App,
    Clause,
    Const,
    FVar,
    Lam,
    Lit,
    Match,
    Pi,
    Proj,
    Proof,
    Term,
    Unsupported,
    app,
    beta,
    const,
    instantiate,
    spine,
)


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Two terms that are not convertible: the innermost disagreement and the way to it."""

    path: tuple[str, ...]
    left: Term
    right: Term

    def under(self, step: str) -> Mismatch:
        return replace(self, path=(step, *self.path))


class Converter:
    """Decides conversion over one typer, memoised by pair of terms."""

    def __init__(self, typer: Typer) -> None:
        self.typer = typer
        self.reducer = typer.reducer
        self.env = typer.env
        self._known: dict[tuple[Term, Term], Mismatch | None] = {}
        self._nesting = 0
        self._compared = 0

    def mismatch(self, left: Term, right: Term, depth: int = 0) -> Mismatch | None:
        """`None` when the two are definitionally equal; both must be well-typed, at one type."""
        if left is right:
            return None
        key = (left, right)
        if key in self._known:
            return self._known[key]
        if self._nesting == 0:
            self._compared = 0
        self._compared += 1
        if self._compared > self.reducer.fuel.comparisons:
            raise FuelExhausted("comparisons", self.reducer.fuel.comparisons, left)
        self._nesting += 1
        self.reducer.enter()
        try:
            result = self._compare(left, right, depth)
        finally:
            self._nesting -= 1
            self.reducer.leave()
        self._known[key] = result
        return result

    def _compare(self, left: Term, right: Term, depth: int) -> Mismatch | None:
        first = self._same_head(left, right, depth)
        if first is _EQUAL:
            return None
        a, b = self.reducer.whnf_core(left), self.reducer.whnf_core(right)
        while a is not b:
            rigid = self._rigid(a, b, depth)
            if rigid is _EQUAL:
                return None
            if rigid is not None:
                return first or rigid
            step = self._lazy_delta(a, b)
            if step is None:
                found = self._stuck(a, b, depth)
                return None if found is None else first or found
            a, b = (self.reducer.whnf_core(t) for t in step)
            again = self._same_head(a, b, depth)
            if again is _EQUAL:
                return None
            first = first or again
        return None

    # -- one step each

    def _same_head(self, a: Term, b: Term, depth: int) -> Mismatch | None:
        """Congruence for two applications of one constant; `_EQUAL`, a mismatch, or no answer."""
        i, j = nat.literal(a), nat.literal(b)
        if i is not None and j is not None:
            return _EQUAL if i == j else Mismatch((), a, b)
        if isinstance(a, App) and isinstance(b, App) and a.fn is b.fn and isinstance(a.fn, Const):
            return self._application(a, b, depth) or _EQUAL
        return None

    def _rigid(self, a: Term, b: Term, depth: int) -> Mismatch | None:
        """What the shapes alone decide: `_EQUAL`, a mismatch, or no answer yet."""
        match a, b:
            case (Pi(), Pi()) | (Lam(), Lam()):
                return self._binder(a, b, depth) or _EQUAL
            case (Lam(), _):
                return self._eta(a, b, depth, swap=False) or _EQUAL
            case (_, Lam()):
                return self._eta(b, a, depth, swap=True) or _EQUAL
            case (Proof(), _) | (_, Proof()):
                return self._irrelevant(a, b, depth) or _EQUAL
        return None

    def _lazy_delta(self, a: Term, b: Term) -> tuple[Term, Term] | None:
        """Compute a `Nat` or unfold, towards one head, else the taller; both if level."""
        x, y = self.reducer.nat_step(a), self.reducer.nat_step(b)
        if x is not None or y is not None:
            return (a if x is None else x), (b if y is None else y)
        x, y = self.reducer.unfold(a), self.reducer.unfold(b)
        if x is None and y is None:
            return None
        if x is None or y is None:
            return (a if x is None else x), (b if y is None else y)
        i, j = self._height(a), self._height(b)
        if i != j:  # one step may give the head of the other side: `(f ∘ g) x` and `f y`
            if spine(self.reducer.whnf_core(x))[0] is spine(b)[0]:
                return x, b
            if spine(self.reducer.whnf_core(y))[0] is spine(a)[0]:
                return a, y
        return (x if i >= j else a), (y if j >= i else b)

    def _height(self, term: Term) -> int:
        head = spine(term)[0]
        return self.reducer.height(head.name) if isinstance(head, Const) else 0

    def _stuck(self, a: Term, b: Term, depth: int) -> Mismatch | None:
        """Both sides are stuck: congruence, then every rule that looks at the type."""
        decided, found = self._naturals(a, b, depth)
        if decided:
            return found
        found = self._congruence(a, b, depth)
        if found is None:
            return None
        exposed = self._expose(a, b, depth)
        if exposed is not None:
            return self.mismatch(*exposed, depth) and found
        if (
            self._structure_eta(a, b, depth)
            or self._structure_eta(b, a, depth)
            or self._by_type(a, b, depth)
        ):
            return None
        return found

    def _expose(self, a: Term, b: Term, depth: int) -> tuple[Term, Term] | None:
        """Unfold into a stuck `match`, or `a * (b + 1)` into a sum."""
        x, y = self._transported(a, depth), self._transported(b, depth)
        if x is not None or y is not None:
            return (a if x is None else x), (b if y is None else y)
        x = self.reducer.expose(a) or self._by_recursion(a)
        y = self.reducer.expose(b) or self._by_recursion(b)
        if x is None and y is None:
            return None
        i, j = self._height(a), self._height(b)
        if x is not None and y is not None and i != j:
            x, y = (x, None) if i > j else (None, y)
        return (a if x is None else x), (b if y is None else y)

    def _transported(self, term: Term, depth: int) -> Term | None:
        """What is cast along an equality whose ends are definitionally equal."""
        head, args = spine(term)
        if not isinstance(head, Const) or head.name not in TRANSPORT:
            return None
        left, right, value, arity = TRANSPORT[head.name]
        if len(args) < arity or self.mismatch(args[left], args[right], depth) is not None:
            return None
        return beta(args[value], args[arity:])

    # -- congruence

    def _congruence(self, a: Term, b: Term, depth: int) -> Mismatch | None:
        a, b = self._projection_view(a), self._projection_view(b)
        match a, b:
            case (App(), App()):
                return self._application(a, b, depth)
            case (Proj(s, i, x), Proj(t, j, y)) if s == t and i == j:
                found = self.mismatch(x, y, depth)
                return found and found.under(f"the structure of field {i} of {s}")
            case (Match(), Match()):
                return self._match(a, b, depth)
            case (Unsupported(t, r, p), Unsupported(u, s, q)) if r == s and p == q:
                return self.mismatch(t, u, depth)
        return None if a is b else Mismatch((), a, b)

    def _projection_view(self, term: Term) -> Term:
        """A projection function's application as a `Proj`."""
        head, args = spine(term)
        if isinstance(head, Const) and nat.operation(term) is None:
            owner = self.reducer.projection(head.name)
            if owner is not None and len(args) > owner[0]:
                params, index = owner
                struct = self.env[head.name].inductive
                return app(Proj(struct, index, args[params]), *args[params + 1 :])
        return term

    def _application(self, a: App, b: App, depth: int) -> Mismatch | None:
        if len(a.args) != len(b.args):
            return Mismatch((), a, b)
        if a.fn is not b.fn:
            if isinstance(a.fn, Const) or isinstance(b.fn, Const):
                return Mismatch((), a, b)
            found = self.mismatch(a.fn, b.fn, depth)
            if found is not None:
                return found.under("function")
        name = a.fn.name if isinstance(a.fn, Const | FVar) else "the function"
        type_ = self.env[name].type if isinstance(a.fn, Const) else None
        for i, (x, y) in enumerate(zip(a.args, b.args, strict=True)):
            instance = isinstance(type_, Pi) and type_.info == "inst"
            type_ = type_.body if isinstance(type_, Pi) else None
            if x is y or (instance and self._same_instance(x, y, depth)):
                continue
            found = self.mismatch(x, y, depth)
            if found is not None:
                return found.under(f"argument {i + 1} of {name}")
        return None

    def _binder(self, a: Lam | Pi, b: Lam | Pi, depth: int) -> Mismatch | None:
        found = self.mismatch(a.type, b.type, depth)
        if found is not None:
            return found.under(f"the type of `{a.name}`")
        var = self.typer.locals.open(a.name, a.type, depth)
        found = self.mismatch(instantiate(a.body, [var]), instantiate(b.body, [var]), depth + 1)
        return found and found.under(f"under `{a.name}`")

    def _eta(self, lam: Lam, other: Term, depth: int, *, swap: bool) -> Mismatch | None:
        var = self.typer.locals.open(lam.name, lam.type, depth)
        left, right = instantiate(lam.body, [var]), beta(other, [var])
        if swap:
            left, right = right, left
        found = self.mismatch(left, right, depth + 1)
        return found and found.under(f"under `{lam.name}`")

    def _match(self, a: Match, b: Match, depth: int) -> Mismatch | None:
        if len(a.discrs) != len(b.discrs) or len(a.clauses) != len(b.clauses):
            return Mismatch((), a, b)
        for i, (x, y) in enumerate(zip(a.discrs, b.discrs, strict=True)):
            found = self.mismatch(x, y, depth)
            if found is not None:
                return found.under(f"discriminant {i + 1}")
        for i, (c, d) in enumerate(zip(a.clauses, b.clauses, strict=True)):
            found = self._clause(c, d, depth)
            if found is not None:
                return found.under(f"arm {i + 1}")
        return None

    def _clause(self, c: Clause, d: Clause, depth: int) -> Mismatch | None:
        if len(c.vars) != len(d.vars):
            return Mismatch((), c.body, d.body)
        vars: list[Term] = []
        for (name, t), (_, u) in zip(c.vars, d.vars, strict=True):
            t, u = instantiate(t, vars), instantiate(u, vars)
            found = self.mismatch(t, u, depth + len(vars))
            if found is not None:
                return found.under(f"the type of `{name}`")
            vars.append(self.typer.locals.open(name, t, depth + len(vars)))
        inner = depth + len(vars)
        for p, q in zip(c.patterns, d.patterns, strict=True):
            found = self.mismatch(instantiate(p, vars), instantiate(q, vars), inner)
            if found is not None:
                return found.under("pattern")
        return self.mismatch(instantiate(c.body, vars), instantiate(d.body, vars), inner)

    # -- Nat

    def _naturals(self, a: Term, b: Term, depth: int) -> tuple[bool, Mismatch | None]:
        """Compare successors and literals; `(False, _)` when neither side shows any."""
        if not (self._numeric(a) or self._numeric(b)):
            return False, None
        (x, i), (y, j) = self.reducer.nat_view(a), self.reducer.nat_view(b)
        if x is None or y is None:
            if x is None and y is None:
                return True, None if i == j else Mismatch((), a, b)
            base, offset, total = (y, j, i) if x is None else (x, i, j)
            assert base is not None
            opened = self._by_recursion(base) if total >= offset else None
            if opened is None:
                return True, Mismatch((), a, b)
            rest, other = nat.plus(opened, offset), nat.plus(None, total)
            pair = (other, rest) if x is None else (rest, other)
            return True, self.mismatch(*pair, depth) and Mismatch((), a, b)
        common = min(i, j)
        if common == 0 and (i or j):
            opened = self._by_recursion(x if j else y)
            if opened is None:
                return True, Mismatch((), a, b)
            pair = (opened, nat.plus(y, j)) if j else (nat.plus(x, i), opened)
            return True, self.mismatch(*pair, depth) and Mismatch((), a, b)
        if common:
            found = self.mismatch(nat.plus(x, i - common), nat.plus(y, j - common), depth)
            return True, found
        p, q = nat.operation(x), nat.operation(y)
        if p is None or q is None or p.name != q.name:
            if x is a and y is b:
                return False, None
            return True, self.mismatch(x, y, depth)
        found = self.mismatch(p.left, q.left, depth) or self.mismatch(p.right, q.right, depth)
        if found is not None and (exposed := self._expose(x, y, depth)) is not None:
            return True, self.mismatch(*exposed, depth) and found
        return True, found

    def _numeric(self, term: Term) -> bool:
        if isinstance(term, Lit):
            return isinstance(term.value, int)
        head = spine(term)[0]
        if isinstance(head, Const) and head.name in ("Nat.succ", "Nat.zero"):
            return True
        return nat.operation(term) is not None

    def _by_recursion(self, term: Term) -> Term | None:
        """`a * (b + 1)` as `a * b + a`, `a ^ (b + 1)` as `a ^ b * a`: Lean's equations."""
        op = nat.operation(term)
        if op is None or op.name not in ("Nat.mul", "Nat.pow"):
            return None
        base, k = self.reducer.nat_view(op.right)
        if k == 0 or k > self.reducer.fuel.multiplier:
            return None
        outer = "Nat.add" if op.name == "Nat.mul" else "Nat.mul"
        return const(outer, const(op.name, op.left, nat.plus(base, k - 1)), op.left)

    # -- rules that look at types

    def _irrelevant(self, a: Term, b: Term, depth: int) -> Mismatch | None:
        """Proofs are equal as soon as what they prove is."""
        found = self.mismatch(self.typer.infer(a, depth), self.typer.infer(b, depth), depth)
        return found and found.under("what is proved")

    def _by_type(self, a: Term, b: Term, depth: int) -> bool:
        """Proof irrelevance, unit-like types, instances."""
        type_ = self.typer.infer(a, depth)
        if self.typer.is_prop(type_, depth):
            return self.mismatch(type_, self.typer.infer(b, depth), depth) is None
        found = self.typer.structure(type_)
        if found is not None and _arity(found[0].type) == found[0].params:
            return self.mismatch(type_, self.typer.infer(b, depth), depth) is None
        return self._same_instance(a, b, depth)

    def _structure_eta(self, made: Term, other: Term, depth: int) -> bool:
        """`⟨x.1, x.2⟩` is `x`."""
        found = self.reducer.constructor(made)
        if found is None:
            return False
        maker, args = found
        fields = args[maker.params :]
        if (
            self.env[maker.inductive].kind is not Kind.STRUCTURE
            or len(args) != _arity(maker.type)
            or not fields
        ):
            return False
        return all(
            self.mismatch(field, Proj(maker.inductive, i, other), depth) is None
            for i, field in enumerate(fields)
        )

    def _same_instance(self, a: Term, b: Term, depth: int) -> bool:
        """The liberality for type-class instances (see the module's docstring)."""
        type_ = self.reducer.whnf_core(self.typer.infer(a, depth))
        name = class_of(self.reducer, type_)
        if name is None or self.mismatch(type_, self.typer.infer(b, depth), depth) is not None:
            return False
        if name in SUBSINGLETON_CLASSES:
            return True
        leaves = local_instances(self.env, a)
        return leaves is not None and leaves == local_instances(self.env, b)


_EQUAL = Mismatch((), Lit("equal"), Lit("equal"))
"""Says "decided, and equal" where `None` says "not decided"."""


def _arity(type_: Term) -> int:
    n = 0
    while isinstance(type_, Pi):
        type_, n = type_.body, n + 1
    return n


def converter(env: Environment) -> Converter:
    """The environment's shared converter, for terms without locals of the caller's."""
    found = env.derived.get(Converter)
    if found is None:
        found = env.derived[Converter] = Converter(shared_typer(env))
    return found


@deep
def convertible(
    env: Environment, left: Term, right: Term, locals: Mapping[FVar, Term] | None = None
) -> Mismatch | None:
    """`None` when `left` and `right` are definitionally equal, else where they differ.

    `locals` gives the types of the free variables. Both terms must be well-typed at one type.
    Raises `FuelExhausted`, `UnknownConstant`, and `NotTyped` for ill-typed input.
    """
    if not locals:
        return converter(env).mismatch(left, right)
    typer = Typer(shared_typer(env).reducer, Locals(locals))
    return Converter(typer).mismatch(left, right)
