"""Equal heads, and arguments that are equal one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from denotary.spec.terms import Match, Proj, Term, spine

from .heads import Heads, Kind

if TYPE_CHECKING:
    from .search import Search


class Congruence:
    """Compares applications of one search part by part."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.heads = Heads(search.typer)

    def holds_for(self, a: Term, b: Term, rules: bool) -> bool:
        """Equal heads, and arguments equal one by one."""
        head, args = spine(a)
        other, others = spine(b)
        if len(args) != len(others):
            return False
        with self.search.trying() as ok:
            ok[0] = self._same_head(head, other, rules) and self._arguments(
                head, args, others, rules
            )
        return ok[0]

    def _same_head(self, head: Term, other: Term, rules: bool) -> bool:
        if head is other:
            return not self.search.steps.blind(head)
        match head, other:
            case Proj(s, i, x), Proj(t, j, y):
                return s == t and i == j and self.search.equal(x, y, rules)
            case Match(), Match():
                return (
                    head.clauses == other.clauses
                    and head.motive is other.motive
                    and not self.search.steps.blind(head)
                    and len(head.discrs) == len(other.discrs)
                    and all(
                        self.search.equal(x, y, rules)
                        for x, y in zip(head.discrs, other.discrs, strict=True)
                    )
                )
        return False

    def _arguments(
        self, head: Term, args: tuple[Term, ...], others: tuple[Term, ...], rules: bool
    ) -> bool:
        if not args:
            return True
        late: list[tuple[Kind, Term, Term]] = []
        pairs = list(zip(self.heads.kinds(head, args), args, others, strict=True))
        pairs.sort(key=lambda pair: pair[0] is not Kind.FIXED)
        for kind, x, y in pairs:
            if not self._argument(kind, x, y, rules):
                x, y = self.search.unknowns.resolve(x), self.search.unknowns.resolve(y)
                if not (self.search.unknowns.open(x) or self.search.unknowns.open(y)):
                    return False
                late.append((kind, x, y))
        while late:
            again = [part for part in late if not self._argument(*part, rules)]
            if len(again) == len(late):
                return False
            late = again
        return True

    def _argument(self, kind: Kind, x: Term, y: Term, rules: bool) -> bool:
        match kind:
            case Kind.PROOF | Kind.DECISION:
                return True
            case Kind.FIXED:
                return self.fixed(x, y)
            case Kind.FREE:
                return self.search.equal(x, y, rules)

    def fixed(self, x: Term, y: Term) -> bool:
        x, y = self.search.unknowns.resolve(x), self.search.unknowns.resolve(y)
        if x is y:
            return True
        if self.search.unknowns.open(x) or self.search.unknowns.open(y):
            return self.search.equal(x, y, rules=False)
        return self.search.converter.mismatch(x, y) is None
