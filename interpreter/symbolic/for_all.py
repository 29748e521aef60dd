"""Theorems proved for all sizes: statements over symbols, their sides as polynomials over atoms."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from denotary.interpreter.judgement.statement import Statement, conjuncts, open_statement
from denotary.spec import nat
from denotary.spec.depth import deep
from denotary.spec.environment import Environment
from denotary.spec.infer import NotTyped
from denotary.spec.terms import (
    App,
    BVar,
    Const,
    FVar,
    Lam,
    Let,
    Lit,
    Pi,
    Proj,
    Term,
    app,
    beta,
    instantiate,
    map_children,
    spine,
    subterms,
)

from .algebra import ZERO, Atom, Poly, TooLarge
from .linear import Homogeneity, NotHomogeneous
from .printing import Printer
from .separable import separable
from .sums import Indexed
from .terms import REAL, Empty, Reader, Rewrite, Split, Unread, _put
from .vanish import Unshown, Vanishing

LINEARITY = "linearity"
SEPARABILITY = "separability"
DIVISORS = "divisors"
NORMAL_FORM = "normal form"
LINES = 60
"""Lines of a derivation from which on a line is shown once."""
CASES = 24
"""Cases (a size that is 0, a truth value) that one theorem is split into at most."""
WAYS = ((True, 8), (False, 8), (False, 60), (False, None))
"""In the order in which they are tried: whether sums under conditions are kept apart, and the
terms from which on expressions are named."""
DEEPEST = 40
"""Propositions unfolded inside one another."""


class Late(Exception):
    """The time for a theorem is over."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A claim of a conclusion in one case, decided for all sizes; or why it is not."""

    id: str
    proved: bool
    reason: str = ""
    domain: str = ""
    """What proves it: `linearity`, `separability`, `divisors` or `normal form`."""
    steps: tuple[str, ...] = ()
    derivation: tuple[str, ...] = ()


@dataclass
class Proof:
    """What was shown of a theorem."""

    leaves: dict[str, Leaf] = field(default_factory=dict)
    cases: list[str] = field(default_factory=list)
    hypotheses: set[str] = field(default_factory=set)
    """Those that were used as equations."""
    problem: str = ""
    large: bool = False
    """Whether expressions were named that could be multiplied out."""

    @property
    def proved(self) -> bool:
        return (
            not self.problem
            and bool(self.leaves)
            and all(leaf.proved for leaf in self.leaves.values())
        )

    @property
    def reason(self) -> str:
        """Why it is not proved."""
        return self.problem or next(
            (f"{leaf.id}: {leaf.reason}" for leaf in self.leaves.values() if not leaf.proved), ""
        )


@deep
def prove_all(env: Environment, type: Term, *, timeout: float | None = None) -> Proof:
    """Prove the proposition `type` for all sizes, as far as that can be done.

    Every case that the proof needs is proved too: a size that it divides by may be 0, unless a
    hypothesis says otherwise, and a local of type `Bool` has two values.
    """
    deadline = None if timeout is None else time.monotonic() + timeout

    def check() -> None:
        if deadline is not None and time.monotonic() > deadline:
            raise Late

    proof = Proof()
    statement = open_statement(env, type)
    for way in WAYS:
        proof = Proof()
        try:
            _Cases(env, proof, check, way).run(statement, "")
        except Late:
            proof.problem = "stopped when its time was spent"
            return proof
        except (Unread, NotTyped, TooLarge, RecursionError) as error:
            proof.problem = str(error) or "too deep"
            continue
        if proof.proved or not proof.large:
            return proof
    return proof


@dataclass
class _Cases:
    env: Environment
    proof: Proof
    check: Callable[[], None]
    way: tuple[bool, int | None] = WAYS[0]
    count: int = 0

    def run(self, statement: Statement, case: str) -> None:
        """Prove the statement, and the cases that its proof leaves open."""
        self.count += 1
        if self.count > CASES:
            raise Unread(f"more than {CASES} cases")
        attempt = _Attempt(statement, self.check, self.way)
        try:
            leaves = attempt.leaves()
        except Empty:
            return
        except Split as split:
            for value in ("true", "false"):
                fixed = put(statement, split.on, Const(f"Bool.{value}"))
                self.run(fixed, _and(case, f"{split.on.name} = {value}"))
            return
        for leaf in leaves:
            known = self.proof.leaves.get(leaf.id)
            if known is None or (known.proved and not leaf.proved):
                self.proof.leaves[leaf.id] = leaf
        self.proof.hypotheses |= attempt.reader.used
        self.proof.large = self.proof.large or attempt.algebra.names > 0
        if case:
            self.proof.cases.append(case)
        if all(leaf.proved for leaf in leaves):
            for size in attempt.open_sizes():
                fixed = put(statement, size, Lit(0))
                self.run(fixed, _and(case, f"{size.name} = 0"))


def scaling(term: Term) -> tuple[FVar, FVar] | None:
    """`t` and `x` if the term is `t • x`, or `fun i … => t * x i …`, of two locals."""
    head, args = spine(term)
    if head is Const("HSMul.hSMul") and len(args) >= 6:
        t, x = args[4:6]
        return (t, x) if isinstance(t, FVar) and isinstance(x, FVar) else None
    count = 0
    while isinstance(term, Lam):
        term, count = term.body, count + 1
    head, args = spine(term)
    if not count or head is not Const("HMul.hMul") or len(args) != 6:
        return None
    t, (x, places) = args[4], spine(args[5])
    inside = tuple(BVar(count - 1 - k) for k in range(count))
    if isinstance(t, FVar) and isinstance(x, FVar) and places == inside:
        return t, x
    return None


def swapped(term: Term, part: Term, new: Term) -> Term:
    """`term` with a part replaced wherever it stands."""
    memo: dict[Term, Term] = {}
    head, args = spine(part)
    first = args[:6] if head is Const("HSMul.hSMul") else None

    def go(t: Term, depth: int) -> Term:
        if t is part:
            return new
        if isinstance(t, App) and t.fn is head and t.args[:6] == first:
            return app(new, *[go(arg, depth) for arg in t.args[6:]])
        if not t.has_fvar:
            return t
        found = memo.get(t)
        if found is None:
            found = memo[t] = map_children(t, go)
        return found

    return go(term, 0)


def _and(case: str, more: str) -> str:
    return f"{case}, {more}" if case else more


def put(statement: Statement, var: FVar, value: Term) -> Statement:
    """The statement with a value for one of its binders."""
    from dataclasses import replace

    binders = tuple(
        replace(b, type=_put(b.type, [var], [value])) for b in statement.binders if b.var is not var
    )
    return Statement(statement.env, binders, _put(statement.conclusion, [var], [value]))


class _Attempt:
    """One case: all sizes that are divided by are taken to be above 0."""

    def __init__(
        self, statement: Statement, check: Callable[[], None], way: tuple[bool, int | None]
    ) -> None:
        self.statement = statement
        self.algebra = Indexed()
        self.algebra.windows, limit = way
        self.algebra.check = check
        self.typer = statement.typer()
        self.reader = Reader(self.typer, self.algebra, (), check, limit)
        self.vanishing = Vanishing(self.algebra)
        self.positive: set[Atom] = set()

    def leaves(self) -> list[Leaf]:
        """The leaves of the conclusion, decided. Raises `Split`, `Empty`, `Unread`."""
        reader = self.reader
        for binder in self.statement.data:
            reader.declare(binder.var, binder.type)
        rewrites: list[Rewrite] = []
        for binder in self.statement.hypotheses:
            if not self.sign(binder.type):
                return []
            rule = self.rewrite(binder.name, binder.type)
            if rule is not None:
                rewrites.append(rule)
        reader.rewrites = tuple(rewrites)
        reader.heads.clear()
        reader.reals.clear()
        reader.naturals.clear()
        return list(self.claims(self.statement.conclusion, (), 0))

    # ---- hypotheses

    def sign(self, type: Term) -> bool:
        """Learn what a hypothesis says of a sign; False if it cannot hold."""
        head, args = spine(type)
        if head is Const("And"):
            return all([self.sign(arg) for arg in args])
        a = self.algebra
        try:
            if head is Const("LT.lt") and len(args) == 4:
                kind = self.reader.whnf(args[0])
                if kind is nat.NAT:
                    low, high = (self.reader.natural(x) for x in args[2:])
                    difference = a.sub(high, low)
                    c = difference.constant
                    if c is not None:
                        return c > 0
                    one = difference.single
                    if one is not None and one[1] > 0:
                        self.positive |= {x for x, _ in one[0] if x.kind == "size"}
                elif kind is REAL:
                    a.learn(a.sub(self.reader.real(args[3]), self.reader.real(args[2])), 2)
            elif head is Const("LE.le") and self.reader.whnf(args[0]) is REAL:
                a.learn(a.sub(self.reader.real(args[3]), self.reader.real(args[2])), 1)
            elif head is Const("Ne") and len(args) == 3:
                kind = self.reader.whnf(args[0])
                if kind is REAL:
                    a.learn(a.sub(self.reader.real(args[1]), self.reader.real(args[2])), 3)
                elif kind is nat.NAT:
                    x = a.sub(self.reader.natural(args[1]), self.reader.natural(args[2]))
                    if x.constant is not None:
                        return x.constant != 0
                    one = x.single
                    if one is not None:
                        self.positive |= {x for x, _ in one[0] if x.kind == "size"}
        except (Unread, Split):
            return True
        return True

    def rewrite(self, name: str, type: Term) -> Rewrite | None:
        """A hypothesis `∀ x …, f x = t` as a rule from left to right."""
        vars: list[FVar] = []
        while isinstance(type, Pi):
            if self.typer.is_prop(type.type):
                return None
            try:
                var = self.reader.local(type.name, type.type)
            except Empty:
                return None
            vars.append(var)
            type = instantiate(type.body, [var])
        head, args = spine(type)
        if head is not Const("Eq") or len(args) != 3:
            return None
        left, right = args[1], args[2]
        start, _ = spine(left)
        if not isinstance(start, (FVar, Const)) or _mentions(right, left):
            return None
        inside = _locals(left)
        if any(v not in inside for v in vars):
            return None
        return Rewrite(name, tuple(vars), left, right)

    # ---- the conclusion

    def claims(self, type: Term, path: tuple[str, ...], depth: int) -> Iterator[Leaf]:
        """The leaves of a proposition."""
        id = "/".join(path) or "conclusion"
        if depth > DEEPEST:
            yield Leaf(id, False, "too many named propositions inside one another")
            return
        if isinstance(type, Let):
            yield from self.claims(instantiate(type.body, [type.value]), path, depth)
            return
        if isinstance(type, Pi):
            if self.typer.is_prop(type.type):
                yield Leaf(id, False, "a premise inside the conclusion")
                return
            try:
                var = self.reader.local(type.name, type.type)
            except Empty:
                return
            step = f"∀{type.name}" if type.name not in ("", "_") else "∀"
            yield from self.claims(instantiate(type.body, [var]), (*path, step), depth)
            return
        head, args = spine(type)
        if head is Const("And"):
            parts = conjuncts(type)
            for k, part in enumerate(parts, 1):
                inner, _ = spine(part)
                label = f"{k}"
                if isinstance(inner, Const) and self.named(part) is not None:
                    label += f":{inner.name.rsplit('.', 1)[-1]}"
                yield from self.claims(part, (*path, label), depth + 1)
            return
        if head is Const("Eq") and len(args) == 3:
            yield self.equation(id, *args)
            return
        if head is Const("True"):
            yield Leaf(id, True, steps=("trivial",))
            return
        unfolded = self.named(type)
        if unfolded is not None:
            yield from self.claims(unfolded, path, depth + 1)
            return
        name = head.name if isinstance(head, Const) else "this form"
        yield Leaf(id, False, f"a claim with `{name}` is not an equation")

    def named(self, type: Term) -> Term | None:
        """A named proposition unfolded."""
        definition = self.reader.reducer.definition(type)
        if definition is None or definition.value is None:
            return None
        return beta(definition.value, spine(type)[1])

    def equation(self, id: str, type: Term, left: Term, right: Term) -> Leaf:
        """The leaf of an equation: by linearity if it is about that, else by normal forms."""
        try:
            derivation = self.linear(type, left, right)
        except (Unread, TooLarge, NotHomogeneous):
            derivation = None
        if derivation is not None:
            return Leaf(id, True, "", LINEARITY, (LINEARITY,), derivation)
        steps: dict[str, None] = {}
        local = True
        self.algebra.cancelled.clear()
        self.algebra.divided.clear()
        try:
            for x, y, digits in self.sides(type, left, right):
                found = self.vanishing.steps(self.algebra.sub(x, y))
                steps.update(dict.fromkeys(found))
                local = local and any(
                    separable(self.algebra, x, d) and separable(self.algebra, y, d) for d in digits
                )
        except Unshown as error:
            text = Printer(self.algebra).factored(error.remainder)
            return Leaf(id, False, f"not shown to be zero: {text}")
        except (Unread, TooLarge) as error:
            return Leaf(id, False, str(error))
        lines = tuple(Printer(self.algebra).cancellations())
        if lines or (self.algebra.divided and not (local and steps)):
            domain = DIVISORS
        else:
            domain = SEPARABILITY if local and steps else NORMAL_FORM
        return Leaf(id, True, "", domain, tuple(steps), lines)

    def linear(self, type: Term, left: Term, right: Term) -> tuple[str, ...] | None:
        """A derivation that decides `f (t • x) = t • f x`, if the equation is one."""
        for part in subterms(left):
            scaled = scaling(part)
            if scaled is None:
                continue
            t, x = scaled
            plain = swapped(left, part, x)
            if any(v is t for v in subterms(plain)):
                continue
            return self.homogeneous(type, plain, right, t, x)
        return None

    def homogeneous(
        self, type: Term, plain: Term, right: Term, t: FVar, x: FVar
    ) -> tuple[str, ...] | None:
        """The derivation of `plain` in `x`, if `right` is `t` to its degree times `plain`."""
        homogeneity = Homogeneity(self.reader, x)
        lines: list[str] = []
        for f, scaled in self.fields_of(type, plain, right):
            derivation = homogeneity.derive(f)
            degree = derivation.degree
            if not self.scaled(scaled, f, t, degree):
                return None
            lines += list(derivation.lines())
        return tuple(dict.fromkeys(lines)) if len(lines) > LINES else tuple(lines)

    def scaled(self, right: Term, plain: Term, t: FVar, degree: int | None) -> bool:
        """Whether a real is `t ^ degree` times another."""
        reader, a = self.reader, self.algebra
        head, args = spine(reader.head(right))
        if degree == 1 and head is Const("Real.mul"):
            first, second = map(reader.head, args)
            if first is t and second is reader.head(plain):
                return True
        factor = a.power(reader.real(t), degree or 0)
        if degree is None:
            return not reader.real(right)
        return reader.real(right) == a.mul(factor, reader.real(plain))

    def fields_of(self, type: Term, left: Term, right: Term) -> Iterator[tuple[Term, Term]]:
        """The reals that two terms are made of, at arguments of their own."""
        reader = self.reader
        type = reader.whnf(type)
        if isinstance(type, Pi):
            try:
                var = reader.local(type.name or "x", type.type)
            except Empty:
                return
            inner = instantiate(type.body, [var])
            yield from self.fields_of(inner, beta(left, [var]), beta(right, [var]))
        elif type is REAL:
            yield left, right
        else:
            fields = self.fields(type)
            if fields is None:
                raise Unread("it is not made of reals")
            name, count = fields
            for k in range(count):
                x, y = Proj(name, k, left), Proj(name, k, right)
                yield from self.fields_of(reader.infer(x), x, y)

    def sides(
        self, type: Term, left: Term, right: Term, digits: tuple[Atom, ...] = ()
    ) -> Iterator[tuple[Poly, Poly, tuple[Atom, ...]]]:
        """Both sides of an equation at all arguments, field by field, and the indices' digits."""
        a, reader = self.algebra, self.reader
        if left is right:
            return
        type = reader.whnf(type)
        if isinstance(type, Pi):
            try:
                var = reader.local(type.name or "x", type.type)
            except Empty:
                return
            inner = instantiate(type.body, [var])
            digits = (*digits, *reader.digits.get(var, ()))
            yield from self.sides(inner, beta(left, [var]), beta(right, [var]), digits)
        elif type is REAL:
            yield reader.real(left), reader.real(right), digits
        elif type is nat.NAT:
            yield reader.natural(left), reader.natural(right), digits
        elif spine(type)[0] is Const("Fin"):
            yield reader.index(left), reader.index(right), digits
        else:
            fields = self.fields(type)
            if fields is None:
                x, y = reader.value(left), reader.value(right)
                yield (a.of(x), a.of(y), digits) if x is not y else (ZERO, ZERO, digits)
                return
            name, count = fields
            for k in range(count):
                x, y = Proj(name, k, left), Proj(name, k, right)
                yield from self.sides(reader.infer(x), x, y, digits)

    def fields(self, type: Term) -> tuple[str, int] | None:
        """A structure's name and number of fields."""
        head, _ = spine(type)
        declaration = self.statement.env.find(head.name) if isinstance(head, Const) else None
        if declaration is None or not declaration.fields or len(declaration.constructors) != 1:
            return None
        return declaration.name, len(declaration.fields)

    # ---- sizes

    def open_sizes(self) -> list[FVar]:
        """Sizes that were taken to be above 0 without a hypothesis that says so."""
        wanted = self.algebra.used - self.positive
        found = [atom.args[1] for atom in wanted if atom.kind == "size"]
        data = {b.var for b in self.statement.data}
        if any(var not in data for var in found):
            raise Unread("a size inside the conclusion may be 0")
        return sorted(found, key=lambda v: v.id)


def _mentions(term: Term, part: Term) -> bool:
    head, _ = spine(part)
    return isinstance(head, FVar) and any(t is head for t in subterms(term))


def _locals(term: Term) -> set[Term]:
    return {t for t in subterms(term) if isinstance(t, FVar)}


__all__ = ["Leaf", "Proof", "prove_all"]
