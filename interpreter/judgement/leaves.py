"""A conclusion unfolded to its leaves: equations, inequalities and other atomic claims.

Conjunctions, quantifiers, `let`s and named propositions are looked through. A quantifier over
`Fin n` becomes axes, one over a small type an enumeration, one over numbers or functions of them a
sample; a premise becomes a guard that masks the entries at which it fails.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from denotary.interpreter.machine import EvaluationError, Machine, Size, TypeValue
from denotary.interpreter.machine import leaves as arrays
from denotary.interpreter.machine.domain import Dtype
from denotary.interpreter.machine.families import is_proposition, result_sort
from denotary.interpreter.machine.indices import along
from denotary.interpreter.machine.propositions import EQUALITIES, truth
from denotary.interpreter.machine.rules import RuleKind
from denotary.interpreter.machine.values import UNIT, PiValue
from denotary.spec.declarations import Kind
from denotary.spec.terms import App, Const, Lam, Let, Pi, Proj, Term, spine

from .functions import constant
from .instances import NoSample, Sampler, axes_for, finite
from .quantifiers import binder, many
from .regularity import CLAIMS, Irregularity, regularity
from .statement import conjuncts

CONCLUSION = "conclusion"
"""The id of the leaf of a conclusion that is one."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """A quantifier that is judged at values made up for it, one a draw if `drawn` else one an
    instance."""

    name: str
    drawn: bool
    times: int = 1
    """How many values at once."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What a leaf stands under: axes of quantifiers with their names, premises, the path to it."""

    axes: tuple[Any, ...] = ()
    sizes: tuple[int, ...] = ()
    """One a quantifier; its axes are the factors, and a quantifier over one value has none."""
    indices: tuple[Any, ...] = ()
    """What runs along the axes, one a quantifier."""
    guards: tuple[Any, ...] = ()
    path: tuple[str, ...] = ()
    sampled: tuple[Sampled, ...] = ()
    """Quantifiers that could not be gone through."""

    def over(self, index: Any, axes: tuple[Any, ...], size: int) -> Scope:
        """The scope under one more quantifier with axes."""
        return replace(
            self,
            axes=(*self.axes, *axes),
            sizes=(*self.sizes, size),
            indices=(*self.indices, index),
        )

    def at(self, *step: str) -> Scope:
        return replace(self, path=(*self.path, *step))

    @property
    def id(self) -> str:
        return "/".join(self.path) or CONCLUSION


@dataclass(frozen=True, slots=True)
class Claim:
    """One leaf. `relation` is `=`, `≠`, `≤`, `<`, `holds`, `fails`, `regular`, `∃` or `∨`.

    `=` and `≠` compare at the type `type`, `≤` and `<` at the dtype `dtype`. A `holds` claims the
    proposition `left`, a `regular` that a function is smooth. `∃` and `∨` have alternatives, each a
    list of claims; the `left` of an `∃` is its body at the witness that was made up. A leaf that
    could not be reached has a `fault`.
    """

    scope: Scope
    relation: str
    left: Any = None
    right: Any = None
    type: Any = None
    dtype: Dtype = "real"
    alternatives: tuple[tuple[Claim, ...], ...] = ()
    fault: Exception | None = None

    @property
    def id(self) -> str:
        return self.scope.id


@dataclass
class Walker:
    """Unfolds propositions over a machine.

    `replica` is the axis that the first quantifier over as many values takes, if it is free.
    """

    machine: Machine
    sampler: Sampler
    replica: Any = None
    witness: bool = False
    """Whether a witness was made up, so that one value says nothing of a quantifier under it."""
    found: list[Claim] = field(default_factory=list)

    def conclusion(self, term: Term, env: Sequence[Any], scope: Scope) -> list[Claim]:
        """The leaves of a proposition whose variables `env` has the values of."""
        self.found = []
        self._term(term, tuple(env), scope)
        return self.found

    def _leaf(self, scope: Scope, relation: str, **parts: Any) -> None:
        self.found.append(Claim(scope, relation, **parts))

    def _guarded(self, scope: Scope, work: Callable[[], None]) -> None:
        """`work`, or a leaf that says why it could not be done."""
        before = len(self.found)
        try:
            work()
        except (EvaluationError, NoSample) as error:
            del self.found[before:]
            self._leaf(scope, "holds", fault=error)

    # ---- terms

    def _term(self, term: Term, env: tuple[Any, ...], scope: Scope) -> None:
        self._guarded(scope, lambda: self._unfold(term, env, scope))

    def _unfold(self, term: Term, env: tuple[Any, ...], scope: Scope) -> None:
        m = self.machine
        match term:
            case Let(_, _, value, body):
                self._term(body, (*env, m.lazy(value, env)), scope)
                return
            case Pi(name, type, body):
                domain = m.evaluate(type, env)
                self._quantifier(name, domain, scope, lambda x, s: self._term(body, (*env, x), s))
                return
        head, args = spine(term)
        if isinstance(head, Lam) and args:
            self._term(head.body, (*env, m.lazy(args[0], env)), scope) if len(
                args
            ) == 1 else self._value(m.evaluate(term, env), scope)
            return
        name = head.name if isinstance(head, Const) else ""
        match name, len(args):
            case "And", 2:
                for k, part in enumerate(conjuncts(term), 1):
                    self._term(part, env, scope.at(self._label(k, part)))
            case "Or", 2:
                self._or([(part, env) for part in args], scope)
            case "Not", 1:
                self._not(args[0], env, scope)
            case "Eq", 3:
                self._equation("=", args, env, scope)
            case "Ne", 3:
                self._equation("≠", args, env, scope)
            case "LE.le", 4:
                self._order("≤", term, args, env, scope)
            case "LT.lt", 4:
                self._order("<", term, args, env, scope)
            case "Exists", 2 if isinstance(args[1], Lam):
                lam = args[1]
                domain = m.evaluate(args[0], env)
                if self._searchable(domain):
                    self._leaf(scope, "holds", left=m.lazy(term, env))
                else:
                    self._witness(lam.name, domain, scope, lam.body, env)
            case _ if name in CLAIMS:
                values = [m.lazy(arg, env) for arg in args]
                self._leaf(scope, "regular", left=regularity(m, name, values))
            case _:
                inner = self._definition(name, args, env) if name else None
                if inner is not None:
                    self._term(*inner, scope)
                else:
                    self._value(m.evaluate(term, env), scope)

    def _label(self, k: int, part: Term) -> str:
        """The step to a conjunct: its number, and the proposition's name if it has one."""
        head, _ = spine(part)
        if isinstance(head, Const):
            declaration = self.machine.env.find(head.name)
            if (
                declaration is not None
                and declaration.kind is Kind.DEF
                and not declaration.reducible
                and self.machine.rules[head.name].kind is RuleKind.DEFINITION
            ):
                return f"{k}:{head.name.rsplit('.', 1)[-1]}"
        return str(k)

    def _definition(
        self, name: str, args: Sequence[Term], env: tuple[Any, ...]
    ) -> tuple[Term, tuple[Any, ...]] | None:
        """The body of a named proposition, over the values of its arguments."""
        m = self.machine
        rule = m.rules[name]
        declaration = rule.declaration
        if rule.kind is not RuleKind.DEFINITION or declaration is None:
            return None
        body, inner = declaration.value, ()
        if body is None or result_sort(declaration.type) != 0:
            return None
        for arg in args:
            if not isinstance(body, Lam):
                return None
            body, inner = body.body, (*inner, m.lazy(arg, env))
        if isinstance(body, (Lam, Proj)):
            return None
        return body, inner

    def _equation(
        self, relation: str, args: Sequence[Term], env: tuple[Any, ...], scope: Scope
    ) -> None:
        m = self.machine
        type, left, right = [m.lazy(arg, env) for arg in args]
        kind = m.force(type)
        if isinstance(kind, TypeValue) and kind.name in EQUALITIES:
            whole = m.type("Eq", type, left, right)
            self._leaf(scope, "holds" if relation == "=" else "fails", left=whole)
            return
        self._leaf(scope, relation, type=type, left=left, right=right)

    def _order(
        self,
        relation: str,
        term: Term,
        args: Sequence[Term],
        env: tuple[Any, ...],
        scope: Scope,
    ) -> None:
        m = self.machine
        type = m.evaluate(args[0], env)
        dtype = arrays.DTYPES.get(type.name) if isinstance(type, TypeValue) else None
        if dtype is None:
            self._value(m.evaluate(term, env), scope)
            return
        left, right = m.lazy(args[2], env), m.lazy(args[3], env)
        self._leaf(scope, relation, left=left, right=right, dtype=dtype)

    def _or(self, parts: Sequence[tuple[Term, tuple[Any, ...]]], scope: Scope) -> None:
        alternatives = []
        for k, (part, env) in enumerate(parts, 1):
            inner = Walker(self.machine, self.sampler, self.replica, self.witness)
            alternatives.append(tuple(inner.conclusion(part, env, scope.at(f"or{k}"))))
        self._leaf(scope, "∨", alternatives=tuple(alternatives))

    def _not(self, part: Term, env: tuple[Any, ...], scope: Scope) -> None:
        if isinstance(part, Pi):
            domain = self.machine.evaluate(part.type, env)
            if not self._searchable(domain):
                negated = App(Const("Not"), (part.body,))
                self._witness(part.name, domain, scope, negated, env)
                return
        inner = Walker(self.machine, self.sampler, self.replica, self.witness)
        claims = inner.conclusion(part, env, scope)
        if len(claims) == 1 and claims[0].relation in _OPPOSITE and not claims[0].fault:
            (claim,) = claims
            if claim.scope == scope:
                relation, swapped = _OPPOSITE[claim.relation]
                left, right = claim.left, claim.right
                if swapped:
                    left, right = right, left
                self.found.append(replace(claim, relation=relation, left=left, right=right))
                return
        if len(claims) == 1 and claims[0].relation == "regular" and claims[0].scope == scope:
            self.found.append(replace(claims[0], left=Irregularity(claims[0].left)))
            return
        self._leaf(scope, "fails", left=self.machine.lazy(part, env))

    # ---- values

    def _value(self, value: Any, scope: Scope) -> None:
        """A proposition that evaluation has made a value of."""
        m = self.machine
        value = m.force(value)
        if isinstance(value, PiValue):
            name = binder(value.codomain) or "x"

            def body(x: Any, inner: Scope) -> None:
                self._guarded(inner, lambda: self._value(m.apply(value.codomain, [x]), inner))

            self._quantifier(name, m.force(value.domain), scope, body)
        elif isinstance(value, TypeValue) and value.name == "And":
            for k, part in enumerate(value.args, 1):
                self._guarded(
                    scope.at(str(k)),
                    lambda part=part, k=k: self._value(m.force(part), scope.at(str(k))),
                )
        elif isinstance(value, TypeValue) and value.name == "Eq":
            type, left, right = value.args
            self._leaf(scope, "=", type=type, left=left, right=right)
        else:
            self._leaf(scope, "holds", left=value)

    # ---- quantifiers

    def _quantifier(
        self, name: str, domain: Any, scope: Scope, body: Callable[[Any, Scope], None]
    ) -> None:
        m = self.machine
        if is_proposition(m, domain):
            holds = truth(m, domain)
            if holds is False:
                return
            if holds is not True:
                scope = replace(scope, guards=(*scope.guards, holds))
            body(UNIT, scope)
            return
        step = f"∀{name}" if name and name != "_" else "∀"
        if isinstance(domain, TypeValue) and domain.name == "Fin":
            index, axes = self._axes(domain, scope)
            body(index, scope.at(step).over(index, axes, int(index.size)))
            return
        values = finite(m, domain)
        if values is not None:
            for value in values:
                body(value, scope.at(f"{step}={_shown(value)}"))
            return
        label = "/".join((*scope.path, name or "x"))
        inner = scope.at(step)
        times = 1
        if self.witness:
            avoid = frozenset(scope.axes) | m.union_axes(scope.guards)
            depth = sum(met.times > 1 for met in scope.sampled)
            value, axis = many(m, self.sampler, label, domain, depth, avoid)
            times = axis.size
            inner = inner.over(along(m, (axis,), Size(times)), (axis,), times)
        else:
            value = self.sampler.sample(label, domain)
        drawn = any(made.startswith(label) for made in self.sampler.inputs)
        body(value, replace(inner, sampled=(*scope.sampled, Sampled(step, drawn, times))))

    def _axes(self, domain: TypeValue, scope: Scope) -> tuple[Any, tuple[Any, ...]]:
        m = self.machine
        n = m.concrete(domain.args[0], "size")
        rho = self.replica
        if rho is not None and n.replicas and rho.size == n and rho not in scope.axes:
            return along(m, (rho,), Size(int(n))), (rho,)
        avoid = frozenset(scope.axes) | m.union_axes(scope.guards)
        return axes_for(m, domain, avoid if rho is None else avoid | {rho})

    def _searchable(self, domain: Any) -> bool:
        """Whether a witness is looked for among all values of a type."""
        m = self.machine
        is_fin = isinstance(domain, TypeValue) and domain.name == "Fin"
        return is_fin or is_proposition(m, domain) or finite(m, domain) is not None

    def _witness(
        self, name: str, domain: Any, scope: Scope, body: Term, env: tuple[Any, ...]
    ) -> None:
        """A leaf that holds if `body` does at a value that is made up, one for each index."""
        m = self.machine
        label = "/".join((*scope.path, name or "x"))
        family = m.force(domain)
        for index in reversed(scope.indices):
            family = m.pi(m.type("Fin", index.size), m.builtin(constant, (family,)))
        witness = self.sampler.sample(label, family)
        self.sampler.witnesses.update(k for k in self.sampler.inputs if k.startswith(label))
        if scope.indices:
            witness = m.apply(witness, scope.indices)
        at = (*env, witness)
        outer, self.found, under, self.witness = self.found, [], self.witness, True
        try:
            self._term(body, at, scope.at(f"∃{name}"))
        finally:
            claims, self.found, self.witness = self.found, outer, under
        self._leaf(scope, "∃", left=m.lazy(body, at), alternatives=(tuple(claims),))


_OPPOSITE = {"=": ("≠", False), "≠": ("=", False), "≤": ("<", True), "<": ("≤", True)}


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(int(value)) if isinstance(value, int) else getattr(value, "name", "…")
