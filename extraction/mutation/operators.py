"""What a mutation does to a place. Each operator knows constants of Lean and Mathlib only.

An operator need not see to it that its result is well typed: every mutant is checked afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from denotary.extraction.mutation.places import Place, Role, Walk
from denotary.extraction.mutation.templates import Numerals, put
from denotary.spec.convert import Converter
from denotary.spec.declarations import Kind
from denotary.spec.environment import UnknownConstant
from denotary.spec.infer import NotTyped
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
    Sort,
    Term,
    app,
    head_const,
    instantiate,
    spine,
)

REAL = Const("Real")
NAT = Const("Nat")


class Site:
    """What operators ask about the places of one declaration."""

    def __init__(self, walk: Walk, numerals: Numerals) -> None:
        self.walk, self.numerals, self.env = walk, numerals, walk.env
        self._converter = Converter(walk.typer)

    def type_of(self, term: Term, place: Place) -> Term | None:
        return self.walk.type_of(term, place.depth)

    def same_type(self, a: Term, b: Term, place: Place) -> bool:
        """Whether two terms have one type, and that is a type of data."""
        first, second = self.type_of(a, place), self.type_of(b, place)
        if first is None or second is None or isinstance(first, Sort):
            return False
        if first is second:
            return True
        if head_const(first) != head_const(second):
            return False
        try:
            return self._converter.mismatch(first, second, place.depth) is None
        except (NotTyped, UnknownConstant, FuelExhausted):
            return False


Operator = Callable[[Site, Place], Iterator[Term]]


def binary(term: Term, *names: str) -> tuple[Term, Term] | None:
    """The operands of `a + b` and the like."""
    if isinstance(term, App) and len(term.args) == 6 and head_const(term) in names:
        return term.args[4], term.args[5]
    return None


def is_sum(term: Term) -> bool:
    return head_const(term) == "Finset.sum" and isinstance(term, App) and len(term.args) == 5


def is_count(term: Term) -> bool:
    """Whether a real is a number of things: a cast, a numeral, or a product of those."""
    parts = binary(term, "HMul.hMul")
    if parts is not None:
        return all(map(is_count, parts))
    return head_const(term) in ("Nat.cast", "OfNat.ofNat")


# ---- sums and means


def mean(site: Site, place: Place) -> Iterator[Term]:
    """A mean for a sum, and a sum for a mean."""
    term = place.term
    parts = binary(term, "HDiv.hDiv")
    if parts is not None and is_sum(parts[0]):
        yield parts[0]
    parts = binary(term, "HMul.hMul", "HSMul.hSMul")
    if parts is not None and _is_inverse_count(parts[0]) and is_sum(parts[1]):
        yield parts[1]
    if is_sum(term):
        assert isinstance(term, App)
        index, type_ = spine(term.args[0]), term.args[1]
        if type_ is REAL and index[0] is Const("Fin"):
            yield put("mean", term, index[1][0])


def _is_inverse_count(term: Term) -> bool:
    parts = binary(term, "HDiv.hDiv")
    if parts is not None:
        return is_count(parts[1])
    return isinstance(term, App) and head_const(term) == "Inv.inv" and is_count(term.args[-1])


def count(site: Site, place: Place) -> Iterator[Term]:
    """`1/(n-1)` for `1/n`, and the reverse."""
    term = place.term
    parts = binary(term, "HDiv.hDiv")
    if isinstance(term, App) and parts is not None:
        divisor, at = parts[1], 5
    elif isinstance(term, App) and head_const(term) == "Inv.inv" and len(term.args) == 3:
        divisor, at = term.args[2], 2
    else:
        return
    if site.type_of(divisor, place) is not REAL:
        return
    less = binary(divisor, "HSub.hSub")
    if less is not None and is_count(less[0]) and is_count(less[1]):
        changed = less[0]
    elif is_count(divisor):
        changed = put("pred", divisor)
    else:
        return
    yield App(term.fn, (*term.args[:at], changed, *term.args[at + 1 :]))


def factor(site: Site, place: Place) -> Iterator[Term]:
    """A product without one of its factors, a quotient without its divisor."""
    term = place.term
    parts = binary(term, "HMul.hMul", "HSMul.hSMul")
    if parts is not None:
        yield from (part for part in parts if site.same_type(part, term, place))
    parts = binary(term, "HDiv.hDiv")
    if parts is not None and not is_sum(parts[0]) and site.same_type(parts[0], term, place):
        yield parts[0]


def batch(site: Site, place: Place) -> Iterator[Term]:
    """`R * N` for `N` where a size is made a number. (`N` for `R * N` is a factor dropped.)"""
    term = place.term
    if head_const(term) != "Nat.cast" or not isinstance(term, App) or len(term.args) != 3:
        return
    inside = term.args[2]
    if not isinstance(inside, FVar):
        return
    for local in place.locals:
        if local is not inside and site.type_of(local, place) is NAT:
            yield App(term.fn, (*term.args[:2], put("product", local, inside)))


def addend(site: Site, place: Place) -> Iterator[Term]:
    """A sum of two without one of them, a difference without what is taken away."""
    parts = binary(place.term, "HAdd.hAdd")
    if parts is not None:
        yield from (part for part in parts if site.same_type(part, place.term, place))
    parts = binary(place.term, "HSub.hSub")
    if parts is not None and site.same_type(parts[0], place.term, place):
        yield parts[0]


def sign(site: Site, place: Place) -> Iterator[Term]:
    """`a - b` for `a + b`, the reverse, and `a` for `-a`."""
    term = place.term
    if isinstance(term, App) and head_const(term) == "Neg.neg" and len(term.args) == 3:
        yield term.args[2]
    for name, other in (("HAdd.hAdd", "minus"), ("HSub.hSub", "plus")):
        parts = binary(term, name)
        if parts is not None and site.type_of(term, place) is REAL:
            yield put(other, *parts)


def epsilon(site: Site, place: Place) -> Iterator[Term]:
    """`√a + ε` for `√(a + ε)`, and the reverse."""
    term = place.term
    if isinstance(term, App) and head_const(term) == "Real.sqrt" and len(term.args) == 1:
        parts = binary(term.args[0], "HAdd.hAdd")
        if parts is not None:
            a, e = parts
            if _is_atom(e):
                yield put("rootThenAdd", a, e)
            if _is_atom(a):
                yield put("rootThenAdd", e, a)
    parts = binary(term, "HAdd.hAdd")
    if parts is not None:
        for root, e in (parts, parts[::-1]):
            if head_const(root) == "Real.sqrt" and isinstance(root, App) and _is_atom(e):
                yield put("addThenRoot", root.args[0], e)


def _is_atom(term: Term) -> bool:
    """Whether a term is a variable, a number or a field of a variable."""
    if isinstance(term, Proj):
        return _is_atom(term.expr)
    if isinstance(term, FVar | Lit | Const):
        return True
    return head_const(term) in ("OfNat.ofNat", "OfScientific.ofScientific", "Nat.cast")


# ---- what is written in place of something else


def literal(site: Site, place: Place) -> Iterator[Term]:
    """A literal that is one more, or one less."""
    term = place.term
    if not isinstance(term, App):
        return
    if head_const(term) == "OfNat.ofNat" and len(term.args) == 3:
        value = term.args[1]
        if isinstance(value, Lit) and isinstance(value.value, int):
            for changed in (value.value + 1, value.value - 1):
                made = site.numerals.of(term.args[0], changed)
                if made is not None:
                    yield made
    if head_const(term) == "OfScientific.ofScientific" and len(term.args) == 5:
        value = term.args[2]
        if isinstance(value, Lit) and isinstance(value.value, int):
            for changed in (value.value + 1, value.value - 1):
                if changed >= 0:
                    yield App(term.fn, (*term.args[:2], Lit(changed), *term.args[3:]))


def variable(site: Site, place: Place) -> Iterator[Term]:
    """Another variable of the same type, or another field of the same structure."""
    term = place.term
    if isinstance(term, FVar):
        for local in place.locals:
            if local is not term and site.same_type(local, term, place):
                yield local
    elif isinstance(term, Proj):
        owner = site.env.find(term.struct)
        for index in range(len(owner.fields) if owner is not None else 0):
            other = Proj(term.struct, index, term.expr)
            if index != term.index and site.same_type(other, term, place):
                yield other
    else:
        yield from _other_field(site, place)


def _other_field(site: Site, place: Place) -> Iterator[Term]:
    term = place.term
    name = head_const(term)
    found = site.env.find(name) if name is not None else None
    if found is None or found.kind is not Kind.PROJECTION or not isinstance(term, App):
        return
    owner = site.env.find(found.inductive)
    if owner is None or owner.is_class or len(term.args) != owner.params + 1:
        return
    for field in owner.fields:
        other = f"{owner.name}.{field.name}"
        if other != name and other in site.env:
            changed = App(Const(other), term.args)
            if site.same_type(changed, term, place):
                yield changed


COMMUTATIVE = frozenset((
    "HAdd.hAdd", "HMul.hMul", "Eq", "Ne", "Iff", "And", "Or", "Max.max", "Min.min", "Nat.gcd",
    "Real.instMax.max", "max", "min",
))  # fmt: skip
"""Constants of Lean and Mathlib whose last two arguments may be swapped without a difference."""


def arguments(site: Site, place: Place) -> Iterator[Term]:
    """Two arguments of the same type swapped."""
    term = place.term
    if not isinstance(term, App) or head_const(term) in COMMUTATIVE:
        return
    if head_const(term) in ("ite", "dite"):
        return  # that is `branch`
    written = site.walk.explicit(term, place.depth)
    for n, i in enumerate(written):
        for j in written[n + 1 :]:
            a, b = term.args[i], term.args[j]
            if a is not b and site.same_type(a, b, place):
                args = list(term.args)
                args[i], args[j] = b, a
                yield App(term.fn, tuple(args))


def index(site: Site, place: Place) -> Iterator[Term]:
    """An index counted from the end."""
    term = place.term
    if isinstance(term, FVar):
        type_ = site.type_of(term, place)
        if isinstance(type_, App) and type_.fn is Const("Fin"):
            yield app(Const("Fin.rev"), type_.args[0], term)


def branch(site: Site, place: Place) -> Iterator[Term]:
    """The branches of a condition swapped, or the arms of a match on two constants."""
    term = place.term
    if isinstance(term, App) and head_const(term) in ("ite", "dite") and len(term.args) == 5:
        then, other = term.args[3:]
        if head_const(term) == "dite":
            if not (isinstance(then, Lam) and isinstance(other, Lam)):
                return
            then, other = (
                Lam(then.name, then.type, other.body, then.info),
                Lam(other.name, other.type, then.body, other.info),
            )
        else:
            then, other = other, then
        yield App(term.fn, (*term.args[:3], then, other))
    elif isinstance(term, Match) and len(term.clauses) == 2:
        first, second = term.clauses
        if not first.vars and not second.vars:
            yield Match(
                term.motive,
                term.discrs,
                (
                    Clause((), first.patterns, second.body),
                    Clause((), second.patterns, first.body),
                ),
            )


def hypothesis(site: Site, place: Place) -> Iterator[Term]:
    """A statement without one of its hypotheses."""
    term = place.term
    if place.role is Role.BINDER and isinstance(term, Pi):
        yield instantiate(term.body, [Proof(term.type)])


@dataclass(frozen=True, slots=True)
class Kinds:
    """An operator with its name and what it is told as."""

    name: str
    run: Operator

    @property
    def sentence(self) -> str:
        return (self.run.__doc__ or "").strip()


OPERATORS: dict[str, Kinds] = {
    run.__name__: Kinds(run.__name__, run)
    for run in (
        mean, count, factor, batch, addend, sign, epsilon, literal, variable, arguments, index,
        branch, hypothesis,
    )
}  # fmt: skip
