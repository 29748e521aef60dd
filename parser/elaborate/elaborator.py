"""The elaborator's state and its two verbs: `check` against a type, `infer` without one.

Forms of syntax register themselves in `FORMS`; one module a family. What cannot be elaborated yet
raises `Postpone`, gets a slot (a metavariable), and is retried when more is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rapidfuzz.distance import OSA

from denotary.parser.elaborate.coerce import coerce, to_sort
from denotary.parser.elaborate.context import Context
from denotary.parser.elaborate.core import NAT, Core, Fuel, OutOfFuel
from denotary.parser.elaborate.instances import NOT_YET, Search
from denotary.parser.elaborate.names import Resolver
from denotary.parser.elaborate.unify import Mismatch, Stuck, Unifier
from denotary.parser.syntax import tree
from denotary.parser.syntax.tree import Range
from denotary.spec.declarations import Declaration, Span
from denotary.spec.diagnostics import Diagnostic, LeanError
from denotary.spec.environment import Environment
from denotary.spec.terms import (
    PROP,
    TYPE,
    Const,
    FVar,
    Meta,
    Pi,
    Proof,
    Sort,
    Term,
    app,
    spine,
)

Typed = tuple[Term, Term]
Form = Callable[["Elaborator", Any, Term | None, Context], Typed]
FORMS: dict[type, Form] = {}


def elaborates(*nodes: type) -> Callable[[Form], Form]:
    """Register the elaboration of one or more kinds of syntax node."""

    def register(form: Form) -> Form:
        for node in nodes:
            FORMS[node] = form
        return form

    return register


class Postpone(Exception):
    """Not enough is known yet; `reason` is the message if it never is."""

    def __init__(self, reason: str, span: Range) -> None:
        super().__init__(reason)
        self.reason, self.span = reason, span


class Unmeaning(LeanError):
    """Lean text that is fine but that this tool gives no meaning to (yet)."""


class UnknownName(LeanError):
    """A name that nothing declares."""


class Cyclic(LeanError):
    """The constant `name` is needed while it is itself being elaborated."""

    def __init__(self, diagnostic: Diagnostic, name: str) -> None:
        super().__init__(diagnostic)
        self.name = name


class Library(Protocol):
    """What the elaborator asks of the project around it."""

    @property
    def skips(self) -> int: ...
    @property
    def env(self) -> Environment: ...
    def instances_of(
        self, cls: str, file: tree.FileText, shape: Sequence[str | None] = ()
    ) -> Iterable[Declaration]: ...

    def inside(self, file: tree.FileText, owner: str, name: str) -> str | None: ...
    def span(self, file: tree.FileText, range: Range) -> Span: ...
    def near(self, name: str) -> list[str]: ...
    def unimported(self, file: tree.FileText, scope: tree.Scope, name: str) -> str: ...
    def foreign(self, file: tree.FileText) -> bool: ...
    def syntax_of(self, file: tree.FileText, word: str, place: Span) -> LeanError | None: ...
    def is_prelude(self, name: str) -> bool: ...
    def show(self, term: Term) -> str: ...
    def notations(
        self, file: tree.FileText, scope: tree.Scope
    ) -> Mapping[str, tuple[tree.NotationDecl, ...]]: ...
    def notation_rhs(self, file: tree.FileText, notation: tree.NotationDecl) -> tree.Expr: ...


@dataclass(slots=True)
class Task:
    """A postponed piece of syntax and the metavariable that stands for its term."""

    expr: tree.Expr
    expected: Term
    ctx: Context
    slot: Meta
    last: bool = False
    """Retried only when nothing else moves (numerals, defaults)."""


@dataclass(slots=True)
class Wanted:
    """An instance argument still to be found."""

    meta: Meta
    ctx: Context
    span: Range


@dataclass(slots=True)
class _Attempt:
    """What was there before a postponed term was tried again."""

    mark: int
    count: int
    tasks: list[Task]
    wanted: list[Wanted]
    stuck: list[Stuck]
    defaults: list[tuple[Meta, Term]]


class Elaborator:
    """Elaborates the terms of one declaration."""

    def __init__(
        self,
        library: Library,
        file: tree.FileText,
        resolver: Resolver,
        fuel: Fuel | None = None,
        scope: tree.Scope | None = None,
        cache: dict[Term, Term | None] | None = None,
        auto_implicit: bool = True,
    ) -> None:
        self.library = library
        self.file = file
        self.resolver = resolver
        self.scope = scope or tree.Scope()
        self.auto_implicit = auto_implicit
        self.core = Core(library.env, fuel)
        self.metas = self.core.metas
        self.unifier = Unifier(self.core)
        self.search = Search(self.core, self.unifier, library, file, cache)
        self.tasks: list[Task] = []
        self.wanted: list[Wanted] = []
        self.defaults: list[tuple[Meta, Term]] = []
        self.autobound: Callable[[str, Range], Term | None] | None = None
        self.forced = False
        self.problems: list[LeanError] = []

    # ---- errors

    def error(
        self, span: Range, message: str, *, expected: str = "", found: str = "", advice: str = ""
    ) -> LeanError:
        place = self.library.span(self.file, span)
        return LeanError(Diagnostic(message, place, expected, found, advice))

    def type_of(self, name: str, span: Range) -> Term:
        """The type of a constant that exists; `Cyclic` while it is being made."""
        decl = self.core.env.find(name)
        if decl is None:
            place = self.library.span(self.file, span)
            message = f"`{name}` is used while it is being elaborated"
            raise Cyclic(Diagnostic(message, place), name)
        return decl.type

    def unmeaning(self, span: Range, message: str, advice: str = "") -> Unmeaning:
        return Unmeaning(Diagnostic(message, self.library.span(self.file, span), advice=advice))

    def unknown(self, span: Range, name: str) -> LeanError:
        """The error for a name that nothing declares.

        Where modules from outside the project are imported it may be theirs, unless it is a slip
        of a name that is there.
        """
        own = self.library.syntax_of(self.file, name, self.library.span(self.file, span))
        if own is not None:
            return own
        place = self.library.span(self.file, span)
        elsewhere = self.library.unimported(self.file, self.scope, name)
        if elsewhere:
            advice = f"import the file that declares it, `{elsewhere}`"
            return UnknownName(Diagnostic(f"unknown identifier `{name}`", place, advice=advice))
        near = self.library.near(name)
        meant = f"did you mean {', '.join(f'`{n}`' for n in near)}?" if near else ""
        if self.library.foreign(self.file) and not any(_slip(name, n) for n in near):
            return self.unmeaning(
                span, f"the constant `{name}` is not in Denotary's prelude",
                meant or "the project does not declare it either: it may be its imports'",
            )  # fmt: skip
        advice = meant or "declare it, open its namespace, or import the file it is in"
        return UnknownName(Diagnostic(f"unknown identifier `{name}`", place, advice=advice))

    def show(self, term: Term) -> str:
        return self.library.show(self.metas.instantiate(term))

    # ---- verbs

    def infer(self, expr: tree.Expr, ctx: Context, expected: Term | None = None) -> Typed:
        """Elaborate `expr`; `expected` is a hint that the result need not have."""
        form = FORMS.get(type(expr))
        if form is None:
            raise self.unmeaning(expr.span, f"no elaboration for {type(expr).__name__}")
        return form(self, expr, expected, ctx)

    def check(self, expr: tree.Expr, type: Term, ctx: Context) -> Term:
        """Elaborate `expr` to a term of type `type`, coercing if need be."""
        type = self.metas.head(type)
        if isinstance(type, Pi) and type.info != "explicit" and not _binds_implicit(expr):
            loc, body = self.core.open(type)
            inner = self.check(expr, body, ctx.with_local(loc, ""))
            return self.leave([loc], inner, lam=True)
        if not isinstance(expr, tree.Hole) and self._opaque_proof(expr, type, ctx):
            return Proof(type)
        try:
            term, have = self.infer(expr, ctx, type)
        except Postpone:
            return self.postpone(expr, type, ctx)
        return self.ensure(term, have, type, expr.span, ctx)

    def _opaque_proof(self, expr: tree.Expr, type: Term, ctx: Context) -> bool:
        """A proof whose statement is known is not looked at, unless a local gets its type so."""
        head = spine(type)[0]
        if isinstance(head, Meta | Sort):
            return False
        if not self.core.is_prop(type):
            return False
        if isinstance(expr, tree.By):
            return True
        return not self.metas.has_metas(type) and not self._untyped(expr, ctx)

    def _untyped(self, expr: tree.Expr, ctx: Context) -> bool:
        """Whether `expr` is a local whose type is to be found from its uses."""
        while isinstance(expr, tree.Paren):
            expr = expr.expr
        local = ctx.names.get(expr.name) if isinstance(expr, tree.Ident) else None
        return isinstance(local, FVar) and self.metas.has_metas(self.core.locals[local].type)

    def check_type(self, expr: tree.Expr, ctx: Context) -> Term:
        """Elaborate `expr` to a type or proposition."""
        try:
            term, have = self.infer(expr, ctx, None)
        except Postpone:
            return self.postpone(expr, TYPE, ctx)
        return self.as_type(term, have, expr.span, ctx)

    def as_type(self, term: Term, have: Term, span: Range, ctx: Context) -> Term:
        have = self.metas.head(have)
        if isinstance(have, Sort):
            return term
        reduced = self.core.whnf(have)
        if isinstance(reduced, Sort):
            return term
        if isinstance(reduced, Meta):
            self.unifier.unify(reduced, TYPE)
            return term
        coerced = to_sort(self, term, reduced, span, ctx)
        if coerced is not None:
            return coerced
        raise self.error(span, "type expected", expected="a type or a proposition",
                         found=f"{self.show(term)} : {self.show(have)}")  # fmt: skip

    def ensure(self, term: Term, have: Term, want: Term, span: Range, ctx: Context) -> Term:
        """`term` at type `want`: as it is, or coerced."""
        self.unifier.span = span
        if self.unifier.unify(have, want):
            return term
        gave_up = self.unifier.gave_up
        if self.metas.head(want) is TYPE and self.core.whnf(self.metas.instantiate(have)) is PROP:
            return term  # a parameter of type `Sort u`, universes being erased
        coerced = coerce(self, term, have, want, span, ctx)
        if coerced is not None:
            return coerced
        raise self.mismatch(span, gave_up, want, f"{self.show(term)} : {self.show(have)}")

    def mismatch(self, span: Range, gave_up: str, want: Term, found: str) -> LeanError:
        """Two types differ, or unification `gave_up` at a bound before it knew."""
        if not gave_up:
            return self.error(span, "type mismatch", expected=self.show(want), found=found)
        return self.error(
            span, f"whether the types agree was not found out: unification ran out of `{gave_up}`",
            expected=self.show(want), found=found,
            advice="write the type in the form that is expected",
        )  # fmt: skip

    def postpone(self, expr: tree.Expr, type: Term, ctx: Context, last: bool = False) -> Term:
        slot = self.metas.fresh(type, ctx.scope, expr.span, "slot", "argument")
        self.tasks.append(Task(expr, type, ctx, slot, last))
        return slot

    # ---- metavariables

    def hole(self, type: Term, ctx: Context, span: Range, label: str = "_") -> Meta:
        return self.metas.fresh(type, ctx.scope, span, "natural", label)

    def type_hole(self, ctx: Context, span: Range, label: str = "type") -> Meta:
        return self.metas.fresh(TYPE, ctx.scope, span, "natural", label)

    def instance(self, type: Term, ctx: Context, span: Range) -> Term:
        """The instance of class `type`, now if it can be found, else a slot for later."""
        found = self.search.find(type, ctx, span)
        if isinstance(found, Term):
            return found
        meta = self.metas.fresh(type, ctx.scope, span, "instance", "instance")
        self.wanted.append(Wanted(meta, ctx, span))
        return meta

    def leave(self, locals: list[Any], body: Term, lam: bool) -> Term:
        """Close `body` over `locals`, lifting the metavariables that may mention them."""
        fvars = {loc.fvar for loc in locals}
        for m in self.metas.metas_of(body):
            info = self.metas.info[m]
            if info.scope & fvars:
                captured = [loc for loc in locals if loc.fvar in info.scope and loc.value is None]
                type = self.core.pis(captured, info.type)
                inner = self.metas.fresh(type, info.scope - fvars, info.span, info.kind, info.label)
                self.metas.assign(m, app(inner, *[loc.fvar for loc in captured]))
        return self.core.lambdas(locals, body) if lam else self.core.pis(locals, body)

    # ---- solving what was postponed

    def settle(self, final: bool = True) -> None:
        """Run the postponed problems to the end; raise the first that cannot be solved."""
        for _ in range(self.core.fuel.rounds * 10):
            if not (self.tasks or self.wanted or self.unifier.stuck):
                return
            if self._round():
                continue
            if not final:
                return
            if self._quiet_instances() or self.default_one():
                continue
            if self._force():
                continue
            self._fail()
        raise OutOfFuel("rounds")

    def forget(self) -> None:
        """Drop everything that is postponed, after a try that failed."""
        self.tasks.clear()
        self.wanted.clear()
        self.unifier.stuck.clear()
        self.defaults.clear()

    def settle_type(self, type: Term) -> None:
        """Numerals get their default type where `type` hangs on them, as at Lean's `let`."""
        self.settle(final=False)
        while self.metas.has_metas(type) and (self._quiet_instances() or self.default_one()):
            self.settle(final=False)

    def _round(self) -> bool:
        moved = self._retry_stuck()
        moved = self._instances() or moved
        return self._tasks(force=False) or moved

    def _retry_stuck(self) -> bool:
        try:
            return self.unifier.retry()
        except Mismatch as bad:
            raise self.mismatch(bad.span, bad.gave_up, bad.right, self.show(bad.left)) from None

    def _instances(self, force: bool = False) -> bool:
        waiting, self.wanted = self.wanted, []
        moved = False
        for i, w in enumerate(waiting):
            goal = self.metas.info[w.meta].type
            found = self.search.find(goal, w.ctx, w.span, force=force)
            if found is NOT_YET:
                self.wanted.append(w)
                continue
            if found is None:
                if not isinstance(spine(self.metas.head(w.meta))[0], Meta):
                    moved = True
                    continue
                if self.metas.has_metas(goal):
                    self.wanted.append(w)
                    continue
                self.wanted += waiting[i + 1 :]
                raise self.error(
                    w.span,
                    "no instance found",
                    expected=self.show(goal),
                    advice="declare the instance, or give the argument by hand with @",
                )
            moved = True
            if w.meta in self.metas.value:
                if not self.unifier.coherent(self.metas.value[w.meta], found):
                    raise self.error(
                        w.span, "the instance found differs from the one the types need",
                        expected=self.show(self.metas.value[w.meta]), found=self.show(found),
                    )  # fmt: skip
            else:
                self.metas.assign(w.meta, found)
        return moved

    def _quiet_instances(self) -> bool:
        """Instances whose goal still has unknowns, where finding them fixes output parameters only.

        So `x ∈ Set.Ici 0` learns the type of `0` from `x` before numerals default to `ℕ`.
        """
        for i, w in enumerate(self.wanted):
            goal = self.metas.instantiate(self.metas.info[w.meta].type)
            head, args = spine(goal)
            if not isinstance(head, Const) or not (out := self.search.out_params(head.name)):
                continue
            asked = [a for k, a in enumerate(args) if k not in out]
            if any(isinstance(spine(a)[0], Meta) for a in asked):
                continue
            before = [m for a in asked for m in self.metas.metas_of(a)]
            given = [args[k] for k in out]
            open_goal = app(
                head,
                *(self.type_hole(w.ctx, w.span) if k in out else a for k, a in enumerate(args)),
            )
            mark = self.metas.mark()
            found = self.search.find(open_goal, w.ctx, w.span, force=True)
            now = {self.metas.head(m) for m in before}
            if isinstance(found, Term) and len(now) == len(before) and _unknown(now):
                made = spine(self.metas.instantiate(open_goal))[1]
                if all(
                    self.unifier.unify(made[k], g) for k, g in zip(out, given, strict=True)
                ) and self.unifier.coherent(w.meta, self.metas.instantiate(found)):
                    del self.wanted[i]
                    return True
            self.metas.undo(mark)
        return False

    def _tasks(self, force: bool) -> bool:
        waiting, self.tasks = self.tasks, []
        moved = False
        for i, t in enumerate(waiting):
            if t.last and not force:
                self.tasks.append(t)
                continue
            before = self.forced
            self.forced = force
            try:
                expected = self.metas.instantiate(t.expected)
                if self._opaque_proof(t.expr, expected, t.ctx):
                    term: Term = Proof(expected)
                else:
                    attempt = self._attempt()
                    try:
                        raw, have = self.infer(t.expr, t.ctx, expected)
                    except Postpone:
                        self._abandon(attempt)
                        self.tasks.append(t)
                        continue
                    term = self.ensure(raw, have, expected, t.expr.span, t.ctx)
            finally:
                self.forced = before
            self.unifier.span = t.expr.span
            if not self.unifier.unify(t.slot, term):
                raise self.error(
                    t.expr.span, "this argument is fixed by the other arguments to something else",
                    expected=self.show(t.slot), found=self.show(term),
                )  # fmt: skip
            moved = True
            if force:
                self.tasks += waiting[i + 1 :]
                return True
        return moved

    def _attempt(self) -> _Attempt:
        return _Attempt(
            self.metas.mark(), self.metas.count, list(self.tasks), list(self.wanted),
            list(self.unifier.stuck), list(self.defaults),
        )  # fmt: skip

    def _abandon(self, attempt: _Attempt) -> None:
        """Forget a retry that postponed again, unless it fixed something that was there before."""
        if self.metas.touched(attempt.mark, attempt.count):
            return
        self.metas.undo(attempt.mark)
        self.tasks, self.wanted = attempt.tasks, attempt.wanted
        self.unifier.stuck, self.defaults = attempt.stuck, attempt.defaults

    def default_one(self) -> bool:
        """Numerals whose type nothing else fixes are natural numbers; then default instances."""
        for i, (meta, type) in enumerate(self.defaults):
            if isinstance(spine(self.metas.head(meta))[0], Meta):
                del self.defaults[i]
                if self.unifier.unify(meta, type):
                    return True
                return self.default_one()
        for w in self.wanted:
            goal = self.metas.instantiate(self.metas.info[w.meta].type)
            head, args = spine(goal)
            if isinstance(head, Const) and head.name in _HOMOGENEOUS and len(args) == 3:
                known = [a for a in args if not isinstance(a, Meta)]
                if known and all(self.unifier.unify(a, known[0]) for a in args):
                    return True
            if isinstance(head, Const) and head.name in ("HPow", "HSMul") and len(args) == 3:
                base = args[0] if head.name == "HPow" else args[1]
                if not isinstance(base, Meta) and isinstance(args[2], Meta):
                    if head.name == "HPow" and isinstance(args[1], Meta):
                        self.unifier.unify(args[1], NAT)
                    if self.unifier.unify(args[2], base):
                        return True
        return False

    def _force(self) -> bool:
        if self._instances(force=True):
            return True
        return self._tasks(force=True)

    def _fail(self) -> None:
        if self.tasks:
            t = self.tasks[0]
            try:
                self.infer(t.expr, t.ctx, self.metas.instantiate(t.expected))
            except Postpone as p:
                raise self.error(
                    p.span, p.reason, expected=self.show(t.expected),
                    advice="annotate the type: `(e : T)`, or name an implicit argument",
                ) from None  # fmt: skip
        if self.wanted:
            w = self.wanted[0]
            raise self.error(
                w.span, "the instance needed here depends on something that nothing fixes",
                expected=self.show(self.metas.info[w.meta].type),
            )  # fmt: skip
        s = self.unifier.stuck[0]
        raise self.error(
            s.span, "cannot decide whether these are equal",
            expected=self.show(s.right), found=self.show(s.left),
        )  # fmt: skip

    def finish(self, term: Term, span: Range) -> Term:
        """Settle everything and return `term` without metavariables."""
        self.settle()
        term = self.metas.instantiate(term)
        left = self.metas.metas_of(term)
        for m in left:
            info = self.metas.info[m]
            type = self.metas.instantiate(info.type)
            if self.core.is_prop(type) and not self.metas.has_metas(info.type):
                self.metas.assign(m, Proof(type))
                continue
            raise self.error(
                info.span, f"nothing fixes the argument `{info.label}`",
                expected=self.show(info.type), advice="give it by name: `(name := value)`",
            )  # fmt: skip
        return self.metas.instantiate(term) if left else term


_HOMOGENEOUS = {
    "HAdd", "HSub", "HMul", "HDiv", "HMod", "HAppend", "HAnd", "HOr", "HXor",
}  # fmt: skip


def _slip(name: str, other: str) -> bool:
    """Whether `name` is `other` but for one letter wrong, missing, added or swapped."""
    a, b = name.rpartition(".")[2], other.rpartition(".")[2]
    return len(a) > 3 and OSA.distance(a, b, score_cutoff=1) == 1


def _unknown(terms: Iterable[Term]) -> bool:
    return all(isinstance(t, Meta) for t in terms)


def _binds_implicit(expr: tree.Expr) -> bool:
    while isinstance(expr, tree.Paren):
        expr = expr.expr
    if isinstance(expr, tree.Lambda):
        return bool(expr.binders) and expr.binders[0].info != "explicit"
    if isinstance(expr, tree.AppExpr):
        expr = expr.fn
    return (isinstance(expr, tree.Ident) and expr.explicit) or isinstance(expr, tree.Explicit)
