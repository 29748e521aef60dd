"""Core terms: the closed, frozen, hash-consed language that Lean text is elaborated to.

Bound variables are de Bruijn indices (`BVar`), locals of an open context are `FVar`s, and
applications are n-ary and flat (`App.fn` is never an `App`). Two structurally equal terms are the
same object, so `is` decides structural equality and terms can key dictionaries by identity.

Universe levels are erased to "Prop or not": `Sort(0)` is `Prop`, `Sort(1)` is every `Type u`.
Proofs are opaque: `Proof(p)` is some proof of `p` (proof irrelevance makes all of them equal).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Literal
from weakref import ref

BinderInfo = Literal["explicit", "implicit", "strict", "inst"]


class Term:
    """A core term. Build with the subclasses' `make`-style constructors below; never mutate."""

    __slots__ = ("__weakref__", "has_fvar", "loose")

    loose: int
    """One more than the largest loose de Bruijn index; 0 for a closed term."""
    has_fvar: bool
    """Whether an `FVar` (or a metavariable of the elaborator) occurs."""

    def __copy__(self) -> Term:
        return self

    def __deepcopy__(self, memo: object) -> Term:
        return self

    def __reduce__(self) -> Any:
        return (type(self), tuple(getattr(self, name) for name in type(self).__match_args__))

    __match_args__: tuple[str, ...] = ()

    def __repr__(self) -> str:
        args = ", ".join(repr(getattr(self, n)) for n in type(self).__match_args__)
        return f"{type(self).__name__}({args})"


_table: dict[tuple[Any, ...], ref[Any]] = {}
"""Every term by its class, its names and the identities of its parts.

An entry whose term is gone is no more than room to be won back: while a term lives its parts do,
so that nothing else can have their identities.
"""
_limit = 200_000
"""How many entries the table may have before those of dead terms are thrown out."""
_new = object.__new__


def _keep(key: tuple[Any, ...], term: Term) -> None:
    global _limit
    _table[key] = ref(term)
    if len(_table) > _limit:
        for dead in [k for k, held in _table.items() if held() is None]:
            del _table[dead]
        _limit = max(200_000, 2 * len(_table))


def _intern(cls: type, key: tuple[Any, ...]) -> tuple[Any, bool]:
    """The term of this class and key, and whether it is known already (else it has no fields)."""
    full = (cls, *key)
    held = _table.get(full)
    if held is not None and (found := held()) is not None:
        return found, True
    new = _new(cls)
    _keep(full, new)
    return new, False


class BVar(Term):
    """A bound variable; index 0 is the innermost binder."""

    __slots__ = ("index",)
    __match_args__ = ("index",)
    index: int

    def __new__(cls, index: int) -> BVar:
        self, old = _intern(cls, (index,))
        if not old:
            self.index, self.loose, self.has_fvar = index, index + 1, False
        return self


class FVar(Term):
    """A local of an open context. `id` is unique; `name` is what the user wrote."""

    __slots__ = ("id", "name")
    __match_args__ = ("id", "name")
    id: int
    name: str

    def __new__(cls, id: int, name: str) -> FVar:
        self, old = _intern(cls, (id, name))
        if not old:
            self.id, self.name, self.loose, self.has_fvar = id, name, 0, True
        return self


class Meta(Term):
    """A metavariable. Only `parser.elaborate` creates these, and none leaves it."""

    __slots__ = ("id",)
    __match_args__ = ("id",)
    id: int

    def __new__(cls, id: int) -> Meta:
        self, old = _intern(cls, (id,))
        if not old:
            self.id, self.loose, self.has_fvar = id, 0, True
        return self


class Const(Term):
    """A constant by its full Lean name, e.g. `Finset.sum`."""

    __slots__ = ("name",)
    __match_args__ = ("name",)
    name: str

    def __new__(cls, name: str) -> Const:
        self, old = _intern(cls, (name,))
        if not old:
            self.name, self.loose, self.has_fvar = name, 0, False
        return self


class App(Term):
    """`fn` applied to one or more arguments; `fn` is never itself an `App`. Use `app`."""

    __slots__ = ("args", "fn")
    __match_args__ = ("fn", "args")
    fn: Term
    args: tuple[Term, ...]

    def __new__(cls, fn: Term, args: tuple[Term, ...]) -> App:
        if not args:
            raise ValueError("App needs at least one argument; use app()")
        if isinstance(fn, App):
            fn, args = fn.fn, fn.args + args
        key = (cls, id(fn), *map(id, args))
        held = _table.get(key)
        if held is not None and (found := held()) is not None:
            return found
        self = _new(cls)
        _keep(key, self)
        loose, has_fvar = fn.loose, fn.has_fvar
        for a in args:
            if a.loose > loose:
                loose = a.loose
            if a.has_fvar:
                has_fvar = True
        self.fn, self.args, self.loose, self.has_fvar = fn, args, loose, has_fvar
        return self


class Lam(Term):
    """`fun (name : type) => body`."""

    __slots__ = ("body", "info", "name", "type")
    __match_args__ = ("name", "type", "body", "info")
    name: str
    type: Term
    body: Term
    info: BinderInfo

    def __new__(cls, name: str, type: Term, body: Term, info: BinderInfo = "explicit") -> Lam:
        self, old = _intern(cls, (name, id(type), id(body), info))
        if not old:
            self.name, self.type, self.body, self.info = name, type, body, info
            self.loose = max(type.loose, body.loose - 1, 0)
            self.has_fvar = type.has_fvar or body.has_fvar
        return self


class Pi(Term):
    """`(name : type) → body`."""

    __slots__ = ("body", "info", "name", "type")
    __match_args__ = ("name", "type", "body", "info")
    name: str
    type: Term
    body: Term
    info: BinderInfo

    def __new__(cls, name: str, type: Term, body: Term, info: BinderInfo = "explicit") -> Pi:
        self, old = _intern(cls, (name, id(type), id(body), info))
        if not old:
            self.name, self.type, self.body, self.info = name, type, body, info
            self.loose = max(type.loose, body.loose - 1, 0)
            self.has_fvar = type.has_fvar or body.has_fvar
        return self


class Let(Term):
    """`let name : type := value; body`."""

    __slots__ = ("body", "name", "type", "value")
    __match_args__ = ("name", "type", "value", "body")
    name: str
    type: Term
    value: Term
    body: Term

    def __new__(cls, name: str, type: Term, value: Term, body: Term) -> Let:
        self, old = _intern(cls, (name, id(type), id(value), id(body)))
        if not old:
            self.name, self.type, self.value, self.body = name, type, value, body
            self.loose = max(type.loose, value.loose, body.loose - 1, 0)
            self.has_fvar = type.has_fvar or value.has_fvar or body.has_fvar
        return self


class Lit(Term):
    """A raw literal: `int` is a `Nat` literal, `str` a `String` literal.

    Numerals of other types are `OfNat.ofNat α (Lit n) inst` and decimals
    `OfScientific.ofScientific α inst (Lit m) Bool (Lit e)`, as in Lean.
    """

    __slots__ = ("value",)
    __match_args__ = ("value",)
    value: int | str

    def __new__(cls, value: int | str) -> Lit:
        self, old = _intern(cls, (type(value), value))
        if not old:
            self.value, self.loose, self.has_fvar = value, 0, False
        return self


class Sort(Term):
    """`Prop` (level 0) or `Type` of any universe (level 1)."""

    __slots__ = ("level",)
    __match_args__ = ("level",)
    level: int

    def __new__(cls, level: int) -> Sort:
        self, old = _intern(cls, (level,))
        if not old:
            self.level, self.loose, self.has_fvar = level, 0, False
        return self


class Proj(Term):
    """Field number `index` (0-based, parameters excluded) of a value of structure `struct`."""

    __slots__ = ("expr", "index", "struct")
    __match_args__ = ("struct", "index", "expr")
    struct: str
    index: int
    expr: Term

    def __new__(cls, struct: str, index: int, expr: Term) -> Proj:
        self, old = _intern(cls, (struct, index, id(expr)))
        if not old:
            self.struct, self.index, self.expr = struct, index, expr
            self.loose, self.has_fvar = expr.loose, expr.has_fvar
        return self


class Proof(Term):
    """Some proof of the proposition `prop`, not looked at."""

    __slots__ = ("prop",)
    __match_args__ = ("prop",)
    prop: Term

    def __new__(cls, prop: Term) -> Proof:
        self, old = _intern(cls, (id(prop),))
        if not old:
            self.prop, self.loose, self.has_fvar = prop, prop.loose, prop.has_fvar
        return self


class Clause(Term):
    """One arm of a `Match`: a telescope of pattern variables, the patterns, and the right side.

    `vars[i] = (name, type)` where `type` may mention the earlier variables (index 0 is the one
    just before it). `patterns` (one per discriminant) and `body` live under all of `vars`.
    A pattern is an ordinary term built from: `BVar` (binds that variable), constructor
    applications `App(Const(ctor), params + fields)`, `Lit`s and `OfNat` numerals, and anything
    else is inaccessible (`.(t)`, fixed by typing, never compared).
    """

    __slots__ = ("body", "patterns", "vars")
    __match_args__ = ("vars", "patterns", "body")
    vars: tuple[tuple[str, Term], ...]
    patterns: tuple[Term, ...]
    body: Term

    def __new__(
        cls, vars: tuple[tuple[str, Term], ...], patterns: tuple[Term, ...], body: Term
    ) -> Clause:
        names = tuple((name, id(type)) for name, type in vars)
        self, old = _intern(cls, (names, tuple(map(id, patterns)), id(body)))
        if not old:
            self.vars, self.patterns, self.body = vars, patterns, body
            n = len(vars)
            self.loose = max(
                [0, body.loose - n]
                + [p.loose - n for p in patterns]
                + [t.loose - i for i, (_, t) in enumerate(vars)]
            )
            self.has_fvar = (
                body.has_fvar
                or any(p.has_fvar for p in patterns)
                or any(t.has_fvar for _, t in vars)
            )
        return self


class Match(Term):
    """`match discrs with | clauses`; first match wins. `type` is the result type.

    `motive` abstracts the result type over the discriminants (one `Lam` each); for a
    non-dependent match its body is constant. The result type is `motive` applied to `discrs`.
    """

    __slots__ = ("clauses", "discrs", "motive")
    __match_args__ = ("motive", "discrs", "clauses")
    motive: Term
    discrs: tuple[Term, ...]
    clauses: tuple[Clause, ...]

    def __new__(cls, motive: Term, discrs: tuple[Term, ...], clauses: tuple[Clause, ...]) -> Match:
        key = (id(motive), tuple(map(id, discrs)), tuple(map(id, clauses)))
        self, old = _intern(cls, key)
        if not old:
            self.motive, self.discrs, self.clauses = motive, discrs, clauses
            parts = (motive, *discrs, *clauses)
            self.loose = max(p.loose for p in parts)
            self.has_fvar = any(p.has_fvar for p in parts)
        return self


class Unsupported(Term):
    """A place of the Lean text that could not be elaborated, kept where it stood.

    A definition with one bad arm is still usable wherever that arm is not reached; evaluation
    that reaches this term reports `reason` at `place` (`file:line:column`).
    """

    __slots__ = ("place", "reason", "type")
    __match_args__ = ("type", "reason", "place")
    type: Term
    reason: str
    place: str

    def __new__(cls, type: Term, reason: str, place: str) -> Unsupported:
        self, old = _intern(cls, (id(type), reason, place))
        if not old:
            self.type, self.reason, self.place = type, reason, place
            self.loose, self.has_fvar = type.loose, type.has_fvar
        return self


PROP: Final = Sort(0)
TYPE: Final = Sort(1)


def app(fn: Term, *args: Term) -> Term:
    """`fn` applied to `args`, flattened; `fn` itself when there are none."""
    return App(fn, args) if args else fn


def const(name: str, *args: Term) -> Term:
    return app(Const(name), *args)


def spine(term: Term) -> tuple[Term, tuple[Term, ...]]:
    """Head and arguments: `spine(f a b) == (f, (a, b))`."""
    return (term.fn, term.args) if isinstance(term, App) else (term, ())


def head_const(term: Term) -> str | None:
    """The name of the constant at the head of an application, if it is one."""
    head = term.fn if isinstance(term, App) else term
    return head.name if isinstance(head, Const) else None


def map_children(term: Term, f: Callable[[Term, int], Term]) -> Term:
    """Rebuild `term` with `f(child, binders_crossed)` for each child."""
    match term:
        case App(fn, args):
            return app(f(fn, 0), *[f(a, 0) for a in args])
        case Lam(name, type, body, info):
            return Lam(name, f(type, 0), f(body, 1), info)
        case Pi(name, type, body, info):
            return Pi(name, f(type, 0), f(body, 1), info)
        case Let(name, type, value, body):
            return Let(name, f(type, 0), f(value, 0), f(body, 1))
        case Proj(struct, index, expr):
            return Proj(struct, index, f(expr, 0))
        case Proof(prop):
            return Proof(f(prop, 0))
        case Unsupported(type, reason, place):
            return Unsupported(f(type, 0), reason, place)
        case Clause(vars, patterns, body):
            n = len(vars)
            return Clause(
                tuple((name, f(t, i)) for i, (name, t) in enumerate(vars)),
                tuple(f(p, n) for p in patterns),
                f(body, n),
            )
        case Match(motive, discrs, clauses):
            new = tuple(c for c in (f(clause, 0) for clause in clauses) if isinstance(c, Clause))
            assert len(new) == len(clauses), "a clause is mapped to a clause"
            return Match(f(motive, 0), tuple(f(d, 0) for d in discrs), new)
        case _:
            return term


def children(term: Term) -> Iterator[Term]:
    """The immediate subterms, binders' bodies included as they stand."""
    match term:
        case App(fn, args):
            yield fn
            yield from args
        case Lam(_, type, body) | Pi(_, type, body):
            yield type
            yield body
        case Let(_, type, value, body):
            yield type
            yield value
            yield body
        case Proj(_, _, expr):
            yield expr
        case Proof(prop):
            yield prop
        case Unsupported(type):
            yield type
        case Clause(vars, patterns, body):
            for _, t in vars:
                yield t
            yield from patterns
            yield body
        case Match(motive, discrs, clauses):
            yield motive
            yield from discrs
            yield from clauses


def lift(term: Term, by: int, cutoff: int = 0) -> Term:
    """Add `by` to the loose indices at or above `cutoff`."""
    if by == 0 or term.loose <= cutoff:
        return term
    memo: dict[tuple[Term, int], Term] = {}

    def go(t: Term, depth: int) -> Term:
        if t.loose <= depth:
            return t
        if isinstance(t, BVar):
            return BVar(t.index + by)
        key = (t, depth)
        made = memo.get(key)
        if made is None:
            made = memo[key] = _map(t, go, depth)
        return made

    return go(term, cutoff)


def _map(t: Term, go: Callable[[Term, int], Term], depth: int) -> Term:
    """`map_children` for a walk that counts binders: the usual nodes without a closure each."""
    if isinstance(t, App):
        return App(go(t.fn, depth), tuple([go(a, depth) for a in t.args]))
    if isinstance(t, Pi):
        return Pi(t.name, go(t.type, depth), go(t.body, depth + 1), t.info)
    if isinstance(t, Lam):
        return Lam(t.name, go(t.type, depth), go(t.body, depth + 1), t.info)
    return map_children(t, lambda c, k: go(c, depth + k))


def instantiate(body: Term, args: Sequence[Term]) -> Term:
    """Replace the `len(args)` outermost-first loose variables of `body`, beta-reducing heads.

    `body` sits under `len(args)` binders; `args[-1]` is for the innermost (index 0).
    """
    n = len(args)
    if n == 0 or body.loose == 0:
        return body
    memo: dict[tuple[Term, int], Term] = {}

    def go(t: Term, depth: int) -> Term:
        if t.loose <= depth:
            return t
        if isinstance(t, BVar):
            i = t.index - depth
            return lift(args[n - 1 - i], depth) if i < n else BVar(t.index - n)
        key = (t, depth)
        made = memo.get(key)
        if made is None:
            if isinstance(t, App) and isinstance(t.fn, BVar):
                made = beta(go(t.fn, depth), [go(a, depth) for a in t.args])
            else:
                made = _map(t, go, depth)
            memo[key] = made
        return made

    return go(body, 0)


def beta(fn: Term, args: Sequence[Term]) -> Term:
    """Apply `fn` to `args`, contracting the lambdas at its head."""
    taken = 0
    while taken < len(args) and isinstance(fn, Lam):
        fn, taken = fn.body, taken + 1
    if taken:
        fn = instantiate(fn, args[:taken])
        return beta(fn, args[taken:]) if taken < len(args) else fn
    return app(fn, *args)


def abstract(term: Term, locals: Sequence[Term]) -> Term:
    """Turn the `FVar`s `locals` into loose bound variables; `locals[-1]` becomes index 0."""
    if not locals or not term.has_fvar:
        return term
    position = {v: len(locals) - 1 - i for i, v in enumerate(locals)}
    memo: dict[tuple[Term, int], Term] = {}

    def go(t: Term, depth: int) -> Term:
        if not t.has_fvar:
            return lift(t, len(locals), depth) if t.loose > depth else t
        if isinstance(t, FVar):
            i = position.get(t)
            return t if i is None else BVar(i + depth)
        if isinstance(t, Meta):
            return t
        key = (t, depth)
        made = memo.get(key)
        if made is None:
            made = memo[key] = _map(t, go, depth)
        return made

    return go(term, 0)


def subterms(term: Term) -> Iterator[Term]:
    """Every distinct subterm, each once, in no promised order."""
    seen: set[Term] = set()
    stack = [term]
    while stack:
        t = stack.pop()
        if t in seen:
            continue
        seen.add(t)
        yield t
        stack.extend(children(t))


def constants(term: Term) -> set[str]:
    """Names of the constants that occur in `term` (structures of projections included)."""
    out: set[str] = set()
    for t in subterms(term):
        if isinstance(t, Const):
            out.add(t.name)
        elif isinstance(t, Proj):
            out.add(t.struct)
    return out
