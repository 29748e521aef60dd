"""The evaluation machine: call by need over interned values."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from denotary.spec.environment import Environment
from denotary.spec.terms import (
    App,
    BVar,
    Const,
    FVar,
    Lam,
    Let,
    Lit,
    Match,
    Pi,
    Proj,
    Proof,
    Sort,
    Term,
    Unsupported,
)

from . import indices, leaves, matching, merging, tables
from .closing import Closer
from .domain import Domain, Dtype
from .errors import EvaluationError, Frame, IllTyped, Stuck, UnsupportedConstant, UnsupportedTerm
from .heap import Heap
from .rules import Rule, RuleKind, RuleTable
from .sizes import Size
from .values import (
    UNIT,
    Builtin,
    Choice,
    Closure,
    Data,
    Deferred,
    Index,
    PartialApp,
    Table,
    Thunk,
    TypeValue,
    Unit,
    Value,
    identity,
)

_deep = threading.local()
"""`yes` on a thread that evaluates already."""
STACK_BYTES = 512 * 1024 * 1024
"""Stack of the thread that evaluates: graphs nest hundreds of constructors."""
RECURSION_LIMIT = 1_000_000
DEEPEST = 60_000
"""Definitions being unfolded at once before an evaluation is taken for one that does not end."""


class Machine(Heap):
    """Evaluates terms over the constants of `env` with numbers of `domain`.

    One machine serves one project: it remembers every call that it made. Values are forced by
    `force`, functions applied by `apply`; both may raise the errors of `machine.errors`. Call
    the public methods from `run`, or use `evaluate` and `tabulate`, which do.
    """

    def __init__(self, env: Environment, domain: Domain, primitives: Any = None) -> None:
        # The primitives are written in terms of the machine, so they are loaded with the first one.
        from denotary.interpreter.primitives import PRIMITIVES, WITHOUT_MEANING

        super().__init__(domain)
        self.env = env
        self.rules = RuleTable(
            env, PRIMITIVES if primitives is None else primitives, WITHOUT_MEANING
        )
        self.closer = Closer()
        self.replica: Any = None
        self.quantify: Callable[[Any], Any] | None = None
        """The truth of `∀ x : α, p x` over an infinite type, if that is wanted."""
        self.calls = 0
        self._memo: dict[Any, Any] = {}
        self.int_digits: dict[Any, Index] = {}
        self.notes: dict[Any, Any] = {}
        """What primitives remember, by keys of their own."""
        self.unknowns: list[Any] = []

    # ---- running

    def run(self, work: Callable[[], Any]) -> Any:
        """`work()` on a thread with a deep stack."""
        if getattr(_deep, "yes", False):
            return work()
        outcome: list[Any] = []
        limit, collecting = sys.getrecursionlimit(), gc.isenabled()

        depth = len(self.trace)

        def body() -> None:
            _deep.yes = True
            try:
                outcome.append((work(), None))
            except BaseException as error:
                outcome.append((None, error))

        size = threading.stack_size(STACK_BYTES)
        sys.setrecursionlimit(max(limit, RECURSION_LIMIT))
        gc.disable()  # Values are remembered: collecting again and again finds nothing to free.
        try:
            thread = threading.Thread(target=body, name="denotary evaluation")
            thread.start()
            thread.join()
        finally:
            threading.stack_size(size)
            sys.setrecursionlimit(limit)
            if collecting:
                gc.enable()
        value, error = outcome[0]
        del self.trace[depth:]
        if error is not None:
            raise error
        return value

    def evaluate(self, term: Term, env: Sequence[Any] = ()) -> Any:
        """The weak head normal form of `term`; `env[-1]` is the value of variable 0."""
        return self.run(lambda: self.eval(self.closer.erase(term), tuple(env)))

    def lazy(self, term: Term, env: Sequence[Any] = ()) -> Any:
        """`term` under `env`, evaluated when it is needed."""
        return self.delay(self.closer.erase(term), tuple(env))

    def tabulate(self, value: Any, type: Any) -> list[leaves.Leaf]:
        """The arrays that a value of a type is made of (`machine.leaves`)."""
        return leaves.tabulate(self, value, type)

    @contextmanager
    def with_replica(self, axis: Any) -> Iterator[None]:
        """Inside, a sum over the replicas that does not depend on `axis` runs over `axis`."""
        before, self.replica = self.replica, axis
        try:
            yield
        finally:
            self.replica = before

    def counts_replicas(self, n: Size) -> bool:
        """Whether `Fin n` is what `replica` stands for: by where `n` comes from, not its value."""
        return self.replica is not None and n.replicas and self.replica.size == n

    def attempt(self, work: Callable[[], Any]) -> Any:
        """`work()`, or None where it cannot be evaluated."""
        depth = len(self.trace)
        try:
            return work()
        except EvaluationError:
            del self.trace[depth:]
            return None

    # ---- numbers

    def number(self, value: Any, dtype: Dtype) -> Any:
        """`value` as a number of the domain, of a dtype that it must have."""
        value = self.force(value)
        if isinstance(value, bool):
            right = dtype == "bool"
            return self.domain.constant(value, "bool") if right else self._not(dtype, value)
        if isinstance(value, int):
            return self.domain.constant(int(value), dtype)
        if isinstance(value, Choice):
            return merging.number(self, value, dtype)
        if isinstance(value, Value | str) or not self.domain.is_number(value):
            return self._not(dtype, value)
        return value if self.domain.dtype(value) == dtype else self._not(dtype, value)

    def _not(self, dtype: str, value: Any) -> Any:
        raise self.ill_typed(f"expected a number ({dtype}), got {describe(value)}")

    def nat(self, value: Any) -> Any:
        """A natural number: a `Size` or an int number."""
        value = self.force(value)
        if isinstance(value, Size):
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            return Size(value)
        if isinstance(value, Choice):
            return merging.number(self, value, "int")
        if isinstance(value, Value | str | bool) or not self.domain.is_number(value):
            raise self.ill_typed(f"expected a natural number, got {describe(value)}")
        return value

    def concrete(self, value: Any, what: str) -> Size:
        """A natural number that must be known."""
        value = self.nat(value)
        if not isinstance(value, Size):
            raise self.stuck(f"expected a concrete {what}, got one that depends on an index")
        return value

    # ---- errors

    def frames(self) -> tuple[Frame, ...]:
        """The definitions being unfolded, outermost first."""
        out: list[Frame] = []
        for name in self.trace[-64:]:
            if not out or out[-1].name != name:
                declaration = self.env.find(name)
                out.append(Frame(name, declaration.span if declaration else None))
        return tuple(out)

    def ill_typed(self, reason: str) -> IllTyped:
        return IllTyped(reason, trace=self.frames())

    def stuck(self, reason: str) -> Stuck:
        return Stuck(reason, trace=self.frames())

    def unsupported(self, name: str, reason: str) -> UnsupportedConstant:
        return UnsupportedConstant(reason, name=name, trace=self.frames())

    # ---- evaluation

    def delay(self, term: Term, env: tuple[Any, ...]) -> Any:
        """`term` under `env` as an argument: variables and values as they are, else a thunk."""
        if isinstance(term, BVar):
            return env[-1 - term.index]
        if isinstance(term, App) and isinstance(term.fn, Const):
            rule = self.rules[term.fn.name]
            if rule.kind is RuleKind.CONSTRUCTOR and len(term.args) == rule.arity:
                return self.data(rule.name, *[self.delay(a, env) for a in term.args])
        elif isinstance(term, Lit):
            return Size(term.value) if isinstance(term.value, int) else term.value
        elif isinstance(term, Proof):
            return UNIT
        code, slots = self.closer.close(term)
        held = tuple([env[-1 - i] for i in slots])
        return self.closure(code, held) if isinstance(code, Lam) else self.thunk(code, held)

    def force(self, value: Any) -> Any:
        """The weak head normal form of a value."""
        while isinstance(value, Thunk | Deferred):
            if value.value is None:
                if isinstance(value, Thunk):
                    origin = self._origin.get(value.code)
                    if origin is not None:
                        self.trace.append(origin)
                    found = self.eval(value.code, value.env)
                    if origin is not None:
                        self.trace.pop()
                else:
                    found = self.force(value.compute())
                value.value = found
            value = value.value
        return value

    def eval(self, term: Term, env: tuple[Any, ...]) -> Any:
        """The weak head normal form of an erased term."""
        while True:
            if isinstance(term, App):
                args = [self.delay(a, env) for a in term.args]
                if isinstance(term.fn, Const):
                    return self.call(term.fn.name, tuple(args))
                return self.apply(self.eval(term.fn, env), args)
            if isinstance(term, BVar):
                return self.force(env[-1 - term.index])
            if isinstance(term, Const):
                return self.call(term.name, ())
            if isinstance(term, Let):
                env, term = (*env, self.delay(term.value, env)), term.body
                continue
            if isinstance(term, Match):
                return matching.evaluate(self, term.discrs, term.clauses, env)
            if isinstance(term, Proj):
                return self.project(term.struct, term.index, self.eval(term.expr, env))
            return self._form(term, env)

    def _form(self, term: Term, env: tuple[Any, ...]) -> Any:
        """The value of a term that is a value already, or has none."""
        match term:
            case Lam() | Lit() | Proof():
                return self.delay(term, env)
            case Pi(name, type, body, info):
                return self.pi(self.delay(type, env), self.delay(Lam(name, type, body, info), env))
            case Sort(level):
                return self.sort(level)
            case Unsupported(_, reason, place):
                raise UnsupportedTerm(reason, at=place, trace=self.frames())
            case FVar(_, name):
                raise self.ill_typed(f"the local `{name}` has no value here")
        raise self.ill_typed(f"cannot evaluate {term!r}")

    def apply(self, f: Any, args: Sequence[Any]) -> Any:
        """`f` applied to `args`, in weak head normal form."""
        i, n = 0, len(args)
        while i < n:
            f = self.force(f)
            if isinstance(f, Closure):
                size = tables.binder(self, f)
                if size is not None:
                    arg = self.force(args[i])
                    table = tables.array(self, f, arg)
                    if table is None:
                        table, i = tables.single(self, f, arg), i + 1
                    f = table
                    continue
                env, term = (*f.env, args[i]), f.lam.body
                i += 1
                while i < n and isinstance(term, Lam) and tables.never_indexed(term):
                    env, term = (*env, args[i]), term.body
                    i += 1
                f = self.eval(term, env)
            elif isinstance(f, Table):
                taken = len(f.binders)
                f = tables.read(self, f, [self.force(a) for a in args[i : i + taken]])
                i += taken
            elif isinstance(f, PartialApp):
                return self.call(f.name, (*f.args, *args[i:]))
            elif isinstance(f, Builtin):
                given = args[i : i + f.arity]
                i += len(given)
                if len(given) < f.arity:
                    return self.builtin(f.run, (*f.held, *given), f.arity - len(given))
                f = self.force(f.run(self, *f.held, *given))
            elif isinstance(f, Choice):
                return merging.apply(self, f, args[i:])
            elif isinstance(f, Unit):
                return UNIT
            else:
                raise self.ill_typed(f"expected a function, got {describe(f)}")
        return self.force(f)

    def call(self, name: str, args: tuple[Any, ...]) -> Any:
        """The constant `name` applied to `args`."""
        rule = self.rules[name]
        arity = rule.arity
        if len(args) < arity:
            return self.partial(name, args)
        rest = args[arity:]
        match rule.kind:
            case RuleKind.PRIMITIVE:
                result = self.force(rule.run(self, *args[:arity]))
            case RuleKind.CONSTRUCTOR:
                result = self.data(name, *args[:arity])
            case RuleKind.DEFINITION:
                result = self._unfold(rule, args[:arity])
            case RuleKind.PROJECTION:
                result = self.project(rule.struct, rule.index, self.force(args[arity - 1]))
            case RuleKind.TYPE:
                return self.type(name, *args)
            case RuleKind.THEOREM:
                return UNIT
            case _:
                raise self.unsupported(name, rule.reason)
        return self.apply(result, rest) if rest else result

    def _unfold(self, rule: Rule, args: tuple[Any, ...]) -> Any:
        key = (rule, *[identity(a) for a in args])
        found = self._memo.get(key)
        if found is None:
            self.calls += 1
            if len(self.trace) > DEEPEST:
                raise self.stuck(f"more than {DEEPEST} definitions deep: a recursion without end?")
            self.trace.append(rule.name)
            body = rule.body
            if body is None:
                body = rule.body = rule.open(self.closer)
            found = self.eval(body, args)
            self.trace.pop()
            self._memo[key] = found
        return found

    def project(self, struct: str, field: int, value: Any) -> Any:
        """Field `field` (parameters not counted) of a structure's value."""
        if isinstance(value, Data):
            return self.force(value.args[self.rules[value.name].params + field])
        if isinstance(value, Index) and struct == "Fin":
            return indices.value(self, value) if field == 0 else UNIT
        if isinstance(value, Choice):
            first = self.deferred(
                lambda: self.project(struct, field, self.force(value.first)), [value.first]
            )
            second = self.deferred(
                lambda: self.project(struct, field, self.force(value.second)), [value.second]
            )
            return merging.select(self, value.condition, first, second)
        if isinstance(value, Unit):
            return UNIT
        raise self.ill_typed(f"expected a value of `{struct}`, got {describe(value)}")


def describe(value: Any) -> str:
    """A value's form, for messages."""
    match value:
        case Data():
            return f"`{value.name} …`"
        case TypeValue():
            return f"the type `{value.name}`"
        case PartialApp():
            return f"`{value.name}` with {len(value.args)} arguments"
        case Index():
            return f"an index below {int(value.size)}"
        case Table():
            return f"an array of {len(value.binders)} dimensions"
        case Value():
            return f"a {type(value).__name__.lower()}"
        case _:
            return repr(value)


__all__ = ["EvaluationError", "Machine", "describe"]
