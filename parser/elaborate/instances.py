"""Type-class search: finds the term that fills an instance argument.

Depth-first over local instances, then declared ones, later before earlier within a priority, as
Lean does. Output parameters (`outParam`) are found, not needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final, Protocol

from denotary.parser.elaborate.context import Context
from denotary.parser.elaborate.core import Core, OutOfFuel
from denotary.parser.elaborate.unify import Unifier
from denotary.parser.syntax.tree import FileText, Range
from denotary.spec.declarations import Declaration, Kind
from denotary.spec.terms import (
    App,
    BVar,
    Const,
    FVar,
    Lam,
    Lit,
    Meta,
    Pi,
    Term,
    app,
    beta,
    head_const,
    instantiate,
    map_children,
    spine,
)


class Source(Protocol):
    """Where declared instances come from."""

    @property
    def skips(self) -> int:
        """Grows whenever an instance is passed over because it is being elaborated."""
        ...

    def instances_of(
        self, cls: str, file: FileText, shape: Sequence[str | None] = ()
    ) -> Iterable[Declaration]:
        """Instances that `file` sees, in the order they are to be tried, as `shape` allows them.

        `shape` tells what the class's explicit arguments are built with, where known.
        """
        ...


class Answer(Enum):
    """What a search says when it has neither an instance nor a refusal."""

    NOT_YET = "the goal is too unknown"


NOT_YET: Final = Answer.NOT_YET


class Search:
    """Instance search for one declaration under elaboration."""

    def __init__(
        self,
        core: Core,
        unifier: Unifier,
        source: Source,
        file: FileText,
        cache: dict[Term, Term | None] | None = None,
    ) -> None:
        self.core = core
        self.unifier = unifier
        self._source = source
        self._file = file
        self._cache: dict[Term, Term | None] = {} if cache is None else cache
        self._local_cache: dict[frozenset[FVar], dict[Term, Term | None]] = {}
        self._heads: dict[str, list[str | None]] = {}
        self._open: set[tuple[frozenset[FVar], Term]] = set()
        self._failed: set[tuple[frozenset[FVar], Term]] = set()
        self._cuts = 0
        self._steps = 0
        self._out: dict[str, tuple[int, ...]] = {}
        self._made: dict[str, frozenset[int]] = {}

    def out_params(self, cls: str) -> tuple[int, ...]:
        """Positions of the output parameters of a class."""
        found = self._out.get(cls)
        if found is None:
            positions: list[int] = []
            t: Term = self.core.env[cls].type
            i = 0
            while isinstance(t, Pi):
                head = spine(t.type)[0]
                if isinstance(head, Const) and head.name in ("outParam", "semiOutParam"):
                    positions.append(i)
                t, i = t.body, i + 1
            found = self._out[cls] = tuple(positions)
        return found

    def find(
        self, goal: Term, ctx: Context, span: Range, depth: int = 0, force: bool = False
    ) -> Term | Answer | None:
        """An instance of `goal`; `None` if there is none; `NOT_YET` if `goal` is too unknown."""
        goal = self.core.metas.instantiate(goal)
        if isinstance(goal, Pi):
            loc, body = self.core.open(goal)
            inner = self.find(body, ctx.with_local(loc), span, depth, force)
            return self.core.lambdas([loc], inner) if isinstance(inner, Term) else inner
        head, args = spine(goal)
        if not isinstance(head, Const):
            return NOT_YET if isinstance(head, Meta) else None
        decl = self.core.env.find(head.name)
        if decl is None or not decl.is_class:
            reduced = self.core.whnf(goal)
            if reduced is goal:
                return None
            return self.find(reduced, ctx, span, depth, force)
        out = self.out_params(head.name)
        unknown = any(self.core.metas.has_metas(a) for i, a in enumerate(args) if i not in out)
        if unknown and depth == 0 and (not force or self._wide_open(args, out)):
            return NOT_YET
        if depth == 0:
            self._steps = 0
        try:
            return self._tabled(head.name, goal, ctx, span, depth)
        finally:
            if depth == 0:
                self._failed.clear()

    def _wide_open(self, args: Sequence[Term], out: Sequence[int]) -> bool:
        """Whether nothing is known of what the class is about: any instance would be a guess."""
        asked = [self.core.metas.head(a) for i, a in enumerate(args) if i not in out]
        return all(isinstance(spine(a)[0], Meta) for a in asked)

    def _tabled(self, cls: str, goal: Term, ctx: Context, span: Range, depth: int) -> Term | None:
        """Search with memory: each goal is searched for once, and never inside itself.

        A failure that met an open goal holds only until some goal succeeds; other failures, and
        all instances of goals without metavariables, are kept.
        """
        pattern = self._pattern(goal)
        known = pattern is goal
        local = self._local_instances(ctx)
        if not goal.has_fvar:  # one about a local cannot fill it: many declarations share these
            local = frozenset(v for v in local if not self.core.locals[v].type.has_fvar)
        table = self._cache if not local else self._local_cache.setdefault(local, {})
        if known and goal in table:
            return table[goal]
        key = (local, pattern)
        if key in self._open or key in self._failed or depth > self.core.fuel.instance_depth:
            self._cuts += 1
            return None
        self._open.add(key)
        before = self._source.skips, self._cuts
        try:
            result = self._search(cls, goal, ctx, span, depth)
        finally:
            self._open.discard(key)
        free = before == (self._source.skips, self._cuts)
        if result is not None:
            if not free:
                self._failed.clear()
            if known and (local or not result.has_fvar):
                table[goal] = result
        elif known and (free or not self._open):
            table[goal] = None
        else:
            self._failed.add(key)
        return result

    def _pattern(self, goal: Term) -> Term:
        """The goal with its metavariables numbered from one, so that like goals are equal."""
        metas = self.core.metas.metas_of(goal)
        if not metas:
            return goal
        numbered = {m: Meta(-k) for k, m in enumerate(metas, 1)}

        def go(t: Term) -> Term:
            if not t.has_fvar:
                return t
            return numbered[t] if isinstance(t, Meta) else map_children(t, lambda c, _: go(c))

        return go(goal)

    def _local_instances(self, ctx: Context) -> frozenset[FVar]:
        return frozenset(
            loc.fvar
            for loc in ctx.locals
            if loc.info == "inst" or self._is_instance_local(loc.type)
        )

    def _search(self, cls: str, goal: Term, ctx: Context, span: Range, depth: int) -> Term | None:
        for loc in reversed(ctx.locals):
            if loc.info == "inst" or self._is_instance_local(loc.type):
                got = self._try(loc.fvar, loc.type, goal, ctx, span, depth)
                if got is not None:
                    return got
        makers = self._makers(cls)
        shape = [
            self._maker(a) if i in makers else self._goal_head(a)
            for i, a in enumerate(spine(goal)[1])
        ]
        for decl in self._source.instances_of(cls, self._file, self._explicit(cls, shape)):
            if self._excluded(decl, shape):
                continue
            got = self._try(Const(decl.name), decl.type, goal, ctx, span, depth)
            if got is not None:
                return got
        return None

    def _explicit(self, cls: str, shape: list[str | None]) -> list[str | None]:
        infos = self.core.arg_infos(cls)
        return [s for s, info in zip(shape, infos, strict=False) if info == "explicit"]

    def _goal_head(self, t: Term) -> str | None:
        """What the argument is built with; `None` where an instance of any shape could fit."""
        t = self.core.metas.head(t)
        if isinstance(spine(t)[0], Meta | Lam | Lit):
            return None
        t = self._reduced(t)
        head = spine(t)[0]
        match head:
            case Pi():
                return "→"
            case Const(name):
                return name
            case FVar(id):
                return f"#{id}"
        return None

    def _reduced(self, t: Term) -> Term:
        """`t` with the abbreviations at its head unfolded: definitions are types of their own."""
        while True:
            t = self.core.whnf_core(t)
            name = head_const(t)
            decl = self.core.env.find(name) if name is not None else None
            new = self.core.unfold(t) if decl is not None and decl.reducible else None
            if new is None:
                return t
            t = new

    def _makers(self, cls: str) -> frozenset[int]:
        """Positions of the class's arguments that are type constructors, as monads are."""
        found = self._made.get(cls)
        if found is None:
            out: set[int] = set()
            t: Term = self.core.env[cls].type
            i = 0
            while isinstance(t, Pi):
                head, args = spine(t.type)
                wrapped = isinstance(head, Const) and head.name in ("outParam", "semiOutParam")
                if isinstance(args[0] if wrapped else t.type, Pi):
                    out.add(i)
                t, i = t.body, i + 1
            found = self._made[cls] = frozenset(out)
        return found

    def _maker(self, t: Term) -> str | None:
        """The head of a type constructor, abbreviations unfolded.

        Definitions are not: `StateT σ m` is no `ReaderT`, though both are made of functions.
        """
        t = self.core.metas.instantiate(t)
        while True:
            while isinstance(t, Lam):
                body = t.body
                if not isinstance(body, App) or body.args[-1] is not BVar(0):
                    return None
                t = app(body.fn, *body.args[:-1])
            head, args = spine(t)
            if not isinstance(head, Const):
                return f"#{head.id}" if isinstance(head, FVar) else None
            decl = self.core.env.find(head.name)
            if decl is None or not decl.reducible or decl.value is None:
                return head.name
            t = beta(decl.value, args)

    def _excluded(self, decl: Declaration, shape: list[str | None]) -> bool:
        """Whether the instance is about types that visibly differ from the goal's."""
        heads = self._heads.get(decl.name)
        if heads is None:
            heads = self._heads[decl.name] = self._instance_heads(decl)
        return any(
            h is not None and g is not None and h != g for h, g in zip(heads, shape, strict=False)
        )

    def _instance_heads(self, decl: Declaration) -> list[str | None]:
        t = decl.type
        while isinstance(t, Pi):
            t = t.body
        out: list[str | None] = []
        cls, args = spine(t)
        makers = self._makers(cls.name) if isinstance(cls, Const) else ()
        for i, a in enumerate(args):
            head = spine(a)[0]
            if i in makers:
                out.append(self._maker(a) if isinstance(head, Const) else None)
                continue
            if isinstance(head, Pi):
                out.append("→")
            elif isinstance(head, Const):
                owner = self.core.env.find(head.name)
                rigid = owner is not None and owner.kind in (
                    Kind.INDUCTIVE, Kind.STRUCTURE, Kind.AXIOM,
                )  # fmt: skip
                out.append(head.name if rigid else None)
            else:
                out.append(None)
        return out

    def _is_instance_local(self, type: Term) -> bool:
        while isinstance(type, Pi):
            type = type.body
        head = spine(self.core.metas.head(type))[0]
        if not isinstance(head, Const):
            return False
        decl = self.core.env.find(head.name)
        return decl is not None and decl.is_class

    def _try(
        self, term: Term, type: Term, goal: Term, ctx: Context, span: Range, depth: int
    ) -> Term | None:
        self._steps += 1
        if self._steps > self.core.fuel.instances:
            raise OutOfFuel("instances")
        metas = self.core.metas
        mark, waiting = metas.mark(), len(self.unifier.stuck)
        subgoals: list[tuple[Meta, Term]] = []
        made: list[Term] = []
        while isinstance(type, Pi):
            kind = "instance" if type.info == "inst" else "natural"
            m = metas.fresh(type.type, ctx.scope, span, kind, type.name)
            if type.info == "inst":
                subgoals.append((m, type.type))
            made.append(m)
            type = instantiate(type.body, [m])
        if self._fits(type, goal) and self._solve(subgoals, ctx, span, depth):
            found = metas.instantiate(app(term, *made))
            if len(self.unifier.stuck) == waiting:
                return found
        metas.undo(mark)
        del self.unifier.stuck[waiting:]
        return None

    def _fits(self, type: Term, goal: Term) -> bool:
        """Unify up to the output parameters, which are then assigned."""
        type = self.core.metas.instantiate(type)
        head, args = spine(type)
        while head is not spine(goal)[0]:
            new = self.core.unfold(type)  # an abbreviation of a class, as `FunLike`
            if new is None:
                return False
            type = new
            head, args = spine(type)
        ghead, gargs = spine(goal)
        if head is not ghead or len(args) != len(gargs):
            return False
        out = self.out_params(head.name) if isinstance(head, Const) else ()
        order = [i for i in range(len(args)) if i not in out] + list(out)
        infos = self.core.arg_infos(head.name) if isinstance(head, Const) else ()
        same = self.unifier.unify
        return all(
            same(args[i], gargs[i])
            if i >= len(infos) or infos[i] != "inst"
            else self.unifier.coherent(args[i], gargs[i])
            for i in order
        )

    def _solve(
        self, subgoals: list[tuple[Meta, Term]], ctx: Context, span: Range, depth: int
    ) -> bool:
        for m, type in subgoals:
            have = self.core.metas.value.get(m)
            if have is not None and self.core.metas.has_metas(type):
                continue  # fixed by unification, of a type that is not known yet
            got = self.find(type, ctx, span, depth + 1, force=True)
            if not isinstance(got, Term):
                if have is not None:
                    continue
                return False
            if have is None and m not in self.core.metas.value:
                self.core.metas.assign(m, got)
            elif not self.unifier.coherent(m, got):
                return False
        return True
