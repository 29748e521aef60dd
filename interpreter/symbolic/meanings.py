"""What constants of Lean and Mathlib are as polynomials: arithmetic, sums, conditions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from denotary.spec import nat
from denotary.spec.terms import (
    Const,
    FVar,
    Lam,
    Pi,
    Proof,
    Term,
    app,
    beta,
    const,
    instantiate,
    spine,
)

from .poly import ONE, ZERO, Poly
from .sums import Indexed
from .unread import Empty, Split, Unread, name

if TYPE_CHECKING:
    from .terms import Reader

REAL = Const("Real")
CONDITIONALS = (Const("ite"), Const("dite"))
POWERS = 16
"""The largest exponent that is multiplied out."""

Rule = Callable[["Reader", Sequence[Term]], Poly]


def _binary(work: Callable[[Indexed, Poly, Poly], Poly]) -> Rule:
    return lambda r, args: work(r.algebra, r.real(args[-2]), r.real(args[-1]))


def _unary(work: Callable[[Indexed, Poly], Poly]) -> Rule:
    return lambda r, args: work(r.algebra, r.real(args[-1]))


def _ite(r: Reader, args: Sequence[Term]) -> Poly:
    condition = r.truth(args[1])
    then, other = (app(x, *args[5:]) for x in args[3:5])
    if condition == ONE:
        return r.real(_beta(then))
    if not condition:
        return r.real(_beta(other))
    return r.algebra.select(condition, r.real(_beta(then)), r.real(_beta(other)))


def _dite(r: Reader, args: Sequence[Term]) -> Poly:
    then = beta(args[3], [Proof(args[1]), *args[5:]])
    other = beta(args[4], [Proof(const("Not", args[1])), *args[5:]])
    return _ite(r, (*args[:3], then, other))


def _npow(r: Reader, args: Sequence[Term]) -> Poly:
    n = r.natural(args[0]).constant
    if n is None or n > POWERS:
        raise Unread("a power with an exponent that is not a small number")
    return r.algebra.power(r.real(args[1]), int(n))


def _sum(r: Reader, args: Sequence[Term]) -> Poly:
    """`Finset.sum s f` over all of a type, or `Finset.range n`, at further arguments if any."""
    type, _, _, chosen, body, *rest = args
    head, of = spine(r.head(chosen))

    def at(x: Term) -> Term:
        return app(beta(body, [x]), *rest)

    if head is Const("Finset.range") and len(of) == 1:
        fin = const("Fin", of[0])
        return over(r, fin, lambda x: at(const("Fin.val", of[0], x)), body)
    if head is not Const("Finset.univ"):
        raise Unread("a sum over a set that is not `Finset.univ`")
    return over(r, r.whnf(type), at, body)


def over(r: Reader, type: Term, body: Callable[[Term], Term], owner: Term) -> Poly:
    """The sum over all values of a type."""
    values = r.listed(type)
    if values is not None:
        return r.algebra.add(ZERO, *[r.real(_beta(body(value))) for value in values])
    head, args = spine(type)
    if head is Const("Prod"):
        left, right = map(r.whnf, args)

        def inner(x: Term) -> Poly:
            return over(r, right, lambda y: body(app(Const("Prod.mk"), *args, x, y)), x)

        return _over_index(r, left, inner, app(Const("Prod.mk"), owner))
    return _over_index(r, type, lambda x: r.real(_beta(body(x))), owner)


def _over_index(r: Reader, type: Term, body: Callable[[Term], Poly], owner: Term) -> Poly:
    head, _ = spine(type)
    if head is not Const("Fin") and not isinstance(head, FVar):
        raise Unread(f"a sum over `{name(head)}`")
    try:
        var = r.local("i", type, owner)
    except Empty:
        return ZERO
    result = body(var)
    for digit in r.digits[var]:
        result = r.algebra.total(digit, result)
    return result


def _beta(term: Term) -> Term:
    head, args = spine(term)
    return beta(head, args) if isinstance(head, Lam) else term


REALS: dict[str, Rule] = {
    "Real.add": _binary(lambda a, x, y: a.add(x, y)),
    "Real.sub": _binary(lambda a, x, y: a.sub(x, y)),
    "Real.mul": _binary(lambda a, x, y: a.mul(x, y)),
    "Real.div": _binary(lambda a, x, y: a.div(x, y)),
    "Real.neg": _unary(lambda a, x: a.neg(x)),
    "Real.inv": _unary(lambda a, x: a.inv(x)),
    "Real.max": _binary(lambda a, x, y: a.maximum(x, y)),
    "Real.min": _binary(lambda a, x, y: a.minimum(x, y)),
    "Real.zero": lambda r, args: ZERO,
    "Real.one": lambda r, args: ONE,
    "Real.natCast": lambda r, args: r.natural(args[0]),
    "Real.npow": _npow,
    "Real.sqrt": _unary(lambda a, x: a.sqrt(x)),
    "Real.exp": _unary(lambda a, x: a.exp(x)),
    **{
        f"Real.{name}": _unary(lambda a, x, name=name: a.function(name, x))
        for name in ("log", "sin", "cos", "tan", "sinh", "cosh", "tanh", "arctan")
    },
    "Finset.sum": _sum,
    "ite": _ite,
    "dite": _dite,
}


def _order(strict: bool) -> Rule:
    def rule(r: Reader, args: Sequence[Term]) -> Poly:
        type, left, right = r.whnf(args[0]), args[-2], args[-1]
        a = r.algebra
        if type is REAL:
            x, y = r.real(left), r.real(right)
            return a.pos(a.sub(y, x)) if strict else a.negation(a.pos(a.sub(x, y)))
        if type is nat.NAT:
            x, y = r.natural(left), r.natural(right)
        elif spine(type)[0] is Const("Fin"):
            x, y = r.index(left), r.index(right)
        else:
            raise Unread(f"an order of `{name(spine(type)[0])}`")
        return a.below(x, y if strict else a.add(y, ONE))

    return rule


def _equal(r: Reader, args: Sequence[Term]) -> Poly:
    type, left, right = r.whnf(args[0]), args[1], args[2]
    a = r.algebra
    if type is REAL:
        return a.zero(a.sub(r.real(left), r.real(right)))
    if type is nat.NAT:
        return a.same_number(r.natural(left), r.natural(right))
    if spine(type)[0] is Const("Fin"):
        return a.same_number(r.index(left), r.index(right))
    if type is Const("Bool"):
        x, y = r.head(left), r.head(right)
        for side in (x, y):
            if isinstance(side, FVar):
                raise Split(side)
        known = {Const("Bool.true"), Const("Bool.false")}
        if x in known and y in known:
            return ONE if x is y else ZERO
    if isinstance(spine(type)[0], FVar):
        return a.same_number(a.of(r.value(left)), a.of(r.value(right)))
    raise Unread(f"an equation of `{name(spine(type)[0])}` as a condition")


def quantified(r: Reader, type: Pi) -> Poly:
    """`∀ x, p` or `p → q` as a condition."""
    if r.typer.is_prop(type.type):
        premise = r.truth(type.type)
        if not premise:
            return ONE
        then = r.truth(instantiate(type.body, [Proof(type.type)]))
        return r.algebra.either(r.algebra.negation(premise), then)
    return _all(r, type.type, lambda x: r.truth(instantiate(type.body, [x])), type)


def _exists(r: Reader, args: Sequence[Term]) -> Poly:
    a, (type, claim) = r.algebra, args
    none = _all(r, type, lambda x: a.negation(r.truth(beta(claim, [x]))), claim)
    return a.negation(none)


def _all(r: Reader, type: Term, claim: Callable[[Term], Poly], owner: Term) -> Poly:
    """Whether a condition holds for all values of a type: written out for few, else an atom."""
    domain = r.whnf(type)
    values = r.few(domain)
    if values is not None:
        return r.algebra.product(map(claim, values))
    head, _ = spine(domain)
    if head is not Const("Fin") and not isinstance(head, FVar):
        raise Unread(f"a condition about all values of `{name(head)}`")
    try:
        var = r.local("i", domain, owner)
    except Empty:
        return ONE
    return r.algebra.of_all(r.digits[var], claim(var))


def _same(a: Indexed, p: Poly, q: Poly) -> Poly:
    """Whether two conditions hold or fail together."""
    return a.sub(ONE, a.sub(a.either(p, q), a.mul(p, q)))


TRUTHS: dict[str, Rule] = {
    "And": lambda r, args: r.algebra.mul(r.truth(args[0]), r.truth(args[1])),
    "Or": lambda r, args: r.algebra.either(r.truth(args[0]), r.truth(args[1])),
    "Not": lambda r, args: r.algebra.negation(r.truth(args[0])),
    "True": lambda r, args: ONE,
    "False": lambda r, args: ZERO,
    "Eq": _equal,
    "Ne": lambda r, args: r.algebra.negation(_equal(r, args)),
    "Iff": lambda r, args: _same(r.algebra, r.truth(args[0]), r.truth(args[1])),
    "Exists": _exists,
    "LT.lt": _order(True),
    "LE.le": _order(False),
}

KNOWN = frozenset(REALS) | frozenset(TRUTHS) | {"Finset.univ", "Real"}
"""Constants whose applications are not reduced."""
