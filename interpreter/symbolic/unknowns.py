"""Unknowns: what the variables of a lemma stand for, found while its sides are matched.

An unknown is a local of its own kind. It may stand for a term over the locals that were open when
it was made, and for no others: what mentions a local that was opened later would escape it.
"""

from __future__ import annotations

from collections.abc import Sequence

from denotary.spec.infer import Typer
from denotary.spec.terms import (
    BVar,
    FVar,
    Lam,
    Term,
    abstract,
    app,
    children,
    instantiate,
    map_children,
    spine,
)

UNKNOWN = 1 << 55
"""Ids of unknowns start here; every other local has a smaller one."""


def put(term: Term, vars: Sequence[Term], values: Sequence[Term]) -> Term:
    """`term` with values for some of its locals."""
    return instantiate(abstract(term, vars), values)


def eta(term: Term) -> Term:
    """`fun x => f x` as `f`."""
    while isinstance(term, Lam):
        fn, args = spine(term.body)
        if not args or args[-1] is not BVar(0):
            return term
        rest = app(fn, *args[:-1])
        if mentions(rest, 0):
            return term
        term = instantiate(rest, [BVar(0)])
    return term


def mentions(term: Term, index: int) -> bool:
    """Whether the loose variable `index` occurs in `term`."""
    seen: set[tuple[Term, int]] = set()
    stack = [(term, index)]
    while stack:
        t, at = stack.pop()
        if t.loose <= at or (t, at) in seen:
            continue
        seen.add((t, at))
        if isinstance(t, BVar):
            if t.index == at:
                return True
            continue
        map_children(t, lambda c, k, at=at: stack.append((c, at + k)) or c)
    return False


class Unknowns:
    """The unknowns of one search, and what they stand for so far."""

    def __init__(self, typer: Typer) -> None:
        self.typer = typer
        self.values: dict[FVar, Term] = {}
        self._scopes: dict[FVar, frozenset[FVar]] = {}
        self._trail: list[FVar] = []
        self._free: dict[Term, frozenset[FVar]] = {}

    # ---- what terms mention

    def free(self, term: Term) -> frozenset[FVar]:
        """The locals, unknowns among them, that a term mentions."""
        if not term.has_fvar:
            return _NONE
        if isinstance(term, FVar):
            return frozenset((term,))
        found = self._free.get(term)
        if found is None:
            parts = {self.free(part) for part in children(term) if part.has_fvar}
            found = parts.pop() if len(parts) == 1 else frozenset().union(*parts)
            self._free[term] = found
        return found

    def locals(self, *terms: Term) -> frozenset[FVar]:
        """The locals that terms mention, and those that what their unknowns stand for mentions."""
        return frozenset(v for t in terms for v in self.free(self.resolve(t)) if v.id < UNKNOWN)

    def open(self, term: Term) -> bool:
        """Whether an unknown in `term`, which is resolved, stands for nothing yet."""
        return any(v.id >= UNKNOWN for v in self.free(term))

    def resolve(self, term: Term) -> Term:
        """`term` with what its unknowns stand for."""
        while term.has_fvar:
            vars = [v for v in self.free(term) if v in self.values]
            if not vars:
                break
            term = put(term, vars, [self.values[v] for v in vars])
        return term

    # ---- solving

    def declare(self, var: FVar, type: Term, scope: frozenset[FVar]) -> None:
        """A new unknown of a type, which may mention the locals of `scope`."""
        self.typer.locals.types[var] = type
        self._scopes[var] = scope
        self.values.pop(var, None)

    def mark(self) -> int:
        return len(self._trail)

    def undo(self, mark: int) -> None:
        """Forget what was found since `mark`."""
        while len(self._trail) > mark:
            self.values.pop(self._trail.pop(), None)

    def release(self, vars: Sequence[FVar], mark: int) -> None:
        """These will be used again: nothing that was found since `mark` may mention them."""
        gone = frozenset(vars)
        kept = [var for var in self._trail[mark:] if var not in gone]
        for var in kept:
            value = self.values[var]
            if not gone.isdisjoint(self.free(value)):
                self.values[var] = self.resolve(value)
        for var in gone:
            self.values.pop(var, None)
        self._trail[mark:] = kept

    def assign(self, var: FVar, value: Term) -> bool:
        """Have the unknown stand for a closed or resolved term, if that is well-scoped."""
        if var in self.values:
            return False
        free = self.free(value)
        if var in free or any(v.id < UNKNOWN and v not in self._scopes[var] for v in free):
            return False
        for other in free:
            if other.id >= UNKNOWN:  # what it will stand for must be in scope here as well
                self._scopes[other] &= self._scopes[var]
        self.values[var] = value
        self._trail.append(var)
        return True

    def solve(self, term: Term, value: Term) -> FVar | None:
        """Solve `?m x y = value` for distinct locals `x y`; the unknown if that can be done.

        Both are resolved. An unknown at arguments that are not distinct locals is not determined.
        """
        var, args = spine(term)
        if not isinstance(var, FVar) or var.id < UNKNOWN or var in self.values:
            return None
        if len(set(args)) < len(args):
            return None
        for arg in args:
            if not isinstance(arg, FVar) or arg.id >= UNKNOWN:
                return None
        if args:
            body = abstract(value, list(args))
            for arg in reversed(args):
                assert isinstance(arg, FVar)
                type = self.typer.locals.types[arg]
                if any(x in self.free(type) for x in args):
                    return None
                body = Lam(arg.name, type, body)
            value = eta(body)
        return var if self.assign(var, value) else None


_NONE: frozenset[FVar] = frozenset()
