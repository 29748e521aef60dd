"""Forms that bind variables: `fun`, `∀`, `∃`, sums and their relatives."""

from __future__ import annotations

from denotary.parser.syntax.binders import alternatives, lambda_binders, quantified
from denotary.parser.syntax.operators import BIG, RELATIONS
from denotary.parser.syntax.pratt import Parser, prefix
from denotary.parser.syntax.tokens import IDENT
from denotary.parser.syntax.tree import (
    BigOp,
    Binder,
    Exists,
    Expr,
    Lambda,
    LambdaMatch,
    Notation,
    PiExpr,
)


@prefix("fun", "λ", argument=True)
def function(p: Parser, least: int) -> Expr:
    start = p.starts[p.i]
    p.i += 1
    if p.keys[p.i] == "|":
        return LambdaMatch(alternatives(p), span=p.since(start))
    binders = lambda_binders(p)
    if p.keys[p.i] not in ("=>", "↦"):
        p.fail("`=>` or `↦` and the function's body")
    p.i += 1
    body = p.term()
    return Lambda(binders, body, span=(start, body.span[1]))


@prefix("∀", "forall", "Π")
def forall(p: Parser, least: int) -> Expr:
    start = p.starts[p.i]
    p.i += 1
    binders, bound = quantified(p)
    p.expect(",", "the bound variables' type after `:`")
    body = p.term()
    return PiExpr(binders, body, bound, span=(start, body.span[1]))


@prefix("∃", "∃!")
def exists(p: Parser, least: int) -> Expr:
    start = p.starts[p.i]
    unique = p.keys[p.i] == "∃!"
    p.i += 1
    binders, bound = quantified(p)
    p.expect(",", "the bound variables' type after `:`")
    body = p.term()
    return Exists(binders, body, unique, bound, span=(start, body.span[1]))


@prefix("∀ᶠ", "∃ᶠ", "∀ᵐ", "∃ᵐ")
def filtered(p: Parser, least: int) -> Expr:
    """`∀ᶠ x in l, p`, `∀ᵐ x ∂μ, p`: arguments are the filter or measure, and `fun x => p`."""
    i = p.i
    start = p.starts[i]
    p.i += 1
    binders, _ = quantified(p)
    over: list[Expr] = []
    if p.accept("in") or p.accept("∂"):
        over.append(p.term())
    p.expect(",", "`in` and a filter")
    body = p.term()
    span = (start, body.span[1])
    return Notation(p.keys[i], (*over, Lambda(binders, body, span=span)), span=span)


def big(p: Parser, least: int) -> Expr:
    """`∑ x ∈ s with p, f`, `∑ (x ∈ s) (y : A), f`, `∫ x in s, f ∂μ`, `∫ x in a..b, f`."""
    i = p.i
    op = p.keys[i]
    start = p.starts[i]
    p.i += 1
    if p.keys[p.i] == "(" and _bounded_group(p, p.i):
        return _groups(p, op, start)
    binders, bound = quantified(p)
    over = bound[1] if bound is not None and bound[0] == "∈" else None
    where: Expr | None = None
    if bound is not None and bound[0] != "∈":
        over = Notation(bound[0], (bound[1],), span=bound[1].span)
    if p.accept("in"):
        over = p.term()
        if p.accept(".."):
            upper = p.term()
            over = Notation("..", (over, upper), span=(over.span[0], upper.span[1]))
    if p.accept("with"):
        where = p.term()
    p.expect(",", "`∈` and a set, or `:` and a type")
    body = p.term(BIG[op])
    measure: Expr | None = None
    if op[0] in "∫⨍" and p.accept("∂"):
        measure = p.term(70)
    return BigOp(op, binders, over, where, body, measure, span=p.since(start))


def _bounded_group(p: Parser, i: int) -> bool:
    return p.keys[i + 1] == IDENT and p.keys[i + 2] in RELATIONS


def _groups(p: Parser, op: str, start: int) -> Expr:
    """`∑ (x ∈ s) (y ∈ t), f` is two sums, one in the other."""
    groups: list[tuple[tuple[Binder, ...], Expr | None]] = []
    while p.keys[p.i] == "(":
        opened = p.i
        p.i += 1
        with p.bracket():
            binders, bound = quantified(p)
        p.expect(")", opened=opened)
        groups.append((binders, bound[1] if bound else None))
    where = p.term() if p.accept("with") else None
    p.expect(",")
    body = p.term(BIG[op])
    span = p.since(start)
    for n, (binders, over) in enumerate(reversed(groups)):
        body = BigOp(op, binders, over, where if n == 0 else None, body, span=span)
    return body


prefix(*BIG)(big)
prefix(*BIG, argument=True)(big)
