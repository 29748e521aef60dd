"""`h ▸ e`: a value carried along an equation, as `cast` between the two types."""

from __future__ import annotations

from collections.abc import Iterator

from denotary.parser.elaborate.context import Context
from denotary.parser.elaborate.elaborator import Elaborator, Postpone, Typed
from denotary.parser.syntax import tree
from denotary.spec.diagnostics import LeanError
from denotary.spec.terms import TYPE, Const, Proof, Term, children, const, map_children, spine


def transport(elab: Elaborator, expr: tree.BinOp, expected: Term | None, ctx: Context) -> Typed:
    """Rewrite the expected type from right to left (then the other way), or else `e`'s type."""
    equation, type = elab.infer(expr.left, ctx, None)
    elab.settle(final=False)
    head, args = spine(elab.core.whnf(elab.metas.instantiate(type)))
    if not (isinstance(head, Const) and head.name == "Eq"):
        raise elab.error(
            expr.left.span, "`▸` needs an equation on its left", expected="a = b",
            found=f"{elab.show(equation)} : {elab.show(type)}",
        )  # fmt: skip
    left, right = (elab.core.whnf_core(elab.metas.instantiate(a)) for a in args[1:])
    if expected is None or _unfixed(elab, elab.metas.instantiate(expected), (left, right)):
        if expected is not None and not elab.forced:
            raise Postpone("the type that `▸` makes is not known", expr.span)
        term, have = elab.infer(expr.right, ctx, None)
        elab.settle(final=False)
        have = elab.metas.instantiate(have)
        for a, b in ((left, right), (right, left)):
            a, b = _fitted(elab, have, a, b)
            want = replaced(have, a, b)
            if want is not have:
                return cast(term, have, want), want
        raise elab.error(expr.span, "`▸` finds neither side of the equation in the type",
                         expected=elab.show(left), found=elab.show(have))  # fmt: skip
    want = elab.metas.instantiate(expected)
    failure: LeanError | None = None
    for a, b in ((right, left), (left, right)):
        a, b = _fitted(elab, want, a, b)
        have = replaced(want, a, b)
        if have is want:
            continue
        mark = elab.metas.mark()
        try:
            return cast(elab.check(expr.right, have, ctx), have, want), want
        except LeanError as error:
            elab.metas.undo(mark)
            failure = failure or error
    if failure is not None:
        raise failure
    raise elab.error(expr.span, "`▸` finds neither side of the equation in the expected type",
                     expected=elab.show(right), found=elab.show(want))  # fmt: skip


def _unfixed(elab: Elaborator, type: Term, sides: tuple[Term, Term]) -> bool:
    """Whether the expected type has unknowns where a side of the equation should stand."""
    if not elab.metas.has_metas(type):
        return False
    return all(
        replaced(type, side, TYPE) is type and next(_candidates(elab, type, side), None) is None
        for side in sides
    )


def _fitted(elab: Elaborator, type: Term, side: Term, other: Term) -> tuple[Term, Term]:
    """The sides with the unknowns of `side` fixed by the first part of `type` that it fits."""
    for part in _candidates(elab, type, side):
        if elab.unifier.unify(side, part):
            return elab.metas.instantiate(part), elab.metas.instantiate(other)
    return side, other


def _candidates(elab: Elaborator, type: Term, side: Term) -> Iterator[Term]:
    """The parts of a type that a side with unknowns may stand for, the outermost first."""
    head, args = spine(side)
    if not (isinstance(head, Const) and elab.metas.has_metas(side)):
        return
    stack = [type]
    while stack:
        part = stack.pop()
        found, given = spine(part)
        if found is head and len(given) == len(args) and not part.loose:
            yield part
        stack += reversed(list(children(part)))


def cast(term: Term, have: Term, want: Term) -> Term:
    """`term` of type `have` as a term of the equal type `want`."""
    return const("cast", have, want, Proof(const("Eq", TYPE, have, want)), term)


def replaced(t: Term, old: Term, new: Term) -> Term:
    """`t` with every occurrence of the term `old` replaced."""
    memo: dict[Term, Term] = {}

    def go(s: Term) -> Term:
        if s is old:
            return new
        if s not in memo:
            memo[s] = map_children(s, lambda c, _: go(c))
        return memo[s]

    return go(t)
