"""Index refinement: the equations that a pattern's type forces on the variables in scope.

Matching `v : Vec k` against `cons x xs : Vec (n + 1)` teaches the arm that `k` is `n + 1`.
"""

from __future__ import annotations

from collections.abc import Iterable

from denotary.spec import nat
from denotary.spec.convert import Converter, Mismatch
from denotary.spec.infer import Typer
from denotary.spec.terms import Const, FVar, Term, abstract, instantiate, spine, subterms

Substitution = dict[FVar, Term]


def refine(
    converter: Converter, found: Term, expected: Term, depth: int, equations: Substitution
) -> Mismatch | None:
    """Make two types of one inductive family equal by fixing variables in their indices.

    New equations go into `equations`; `None` on success. Parameters must be equal as they are.
    """
    reducer = converter.reducer
    left, right = reducer.whnf(found), reducer.whnf(expected)
    head, args = spine(left)
    other, others = spine(right)
    failure = converter.mismatch(found, expected, depth) or Mismatch((), found, expected)
    if head is not other or not isinstance(head, Const) or len(args) != len(others):
        return failure
    params = converter.env[head.name].params
    for x, y in zip(args[:params], others[:params], strict=True):
        if converter.mismatch(x, y, depth) is not None:
            return failure
    for x, y in zip(args[params:], others[params:], strict=True):
        if not _solve(converter, x, y, depth, equations):
            return failure
    return None


def _solve(
    converter: Converter, left: Term, right: Term, depth: int, equations: Substitution
) -> bool:
    left, right = apply(equations, left), apply(equations, right)
    if converter.mismatch(left, right, depth) is None:
        return True
    reducer = converter.reducer
    left, right = reducer.whnf(left), reducer.whnf(right)
    for var, value in ((left, right), (right, left)):
        if isinstance(var, FVar) and var not in set(subterms(value)):
            for known in equations:
                equations[known] = apply({var: value}, equations[known])
            equations[var] = value
            return True
    (x, i), (y, j) = reducer.nat_view(left), reducer.nat_view(right)
    common = min(i, j)
    if common:
        rest = nat.plus(x, i - common), nat.plus(y, j - common)
        return _solve(converter, *rest, depth, equations)
    a, b = reducer.constructor(left), reducer.constructor(right)
    if a is None or b is None or a[0] is not b[0] or len(a[1]) != len(b[1]):
        return False
    return all(_solve(converter, s, t, depth, equations) for s, t in zip(a[1], b[1], strict=True))


def apply(equations: Substitution, term: Term) -> Term:
    """`term` with its variables replaced; types of other locals are left alone."""
    if not equations or not term.has_fvar:
        return term
    return instantiate(abstract(term, list(equations)), list(equations.values()))


def retyped(typer: Typer, equations: Substitution, terms: Iterable[Term], depth: int) -> int:
    """Extend `equations` so that locals whose types mention a fixed variable are replaced too.

    Returns the depth below which no local is in use any more.
    """
    pending = {v for t in terms for v in _locals(t)}
    order: list[FVar] = []
    seen: set[FVar] = set()

    def visit(var: FVar) -> None:
        if var in seen or var in equations:
            return
        seen.add(var)
        for below in _locals(typer.local(var)):
            visit(below)
        order.append(var)

    for var in sorted(pending, key=lambda v: -v.id):
        visit(var)
    for var in order:
        type_ = typer.local(var)
        new = apply(equations, type_)
        if new is not type_:
            equations[var] = typer.locals.open(var.name, new, depth)
            depth += 1
    return depth


def _locals(term: Term) -> list[FVar]:
    return [t for t in subterms(term) if isinstance(t, FVar)] if term.has_fvar else []
