"""How each constant reduces, looked up once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Any

from denotary.spec.declarations import Declaration, Kind
from denotary.spec.environment import Environment
from denotary.spec.terms import App, BVar, Const, Lam, Pi, Sort, Term

from .closing import Closer


class RuleKind(Enum):
    """The ways in which a constant reduces."""

    PRIMITIVE = auto()
    CONSTRUCTOR = auto()
    DEFINITION = auto()
    PROJECTION = auto()
    TYPE = auto()
    THEOREM = auto()
    NONE = auto()
    """Neither a value nor a meaning."""


class Rule:
    """A constant's way to reduce once it has `arity` arguments."""

    __slots__ = (
        "arity", "body", "declaration", "index", "kind", "name", "params", "reason", "run", "struct"
    )  # fmt: skip

    def __init__(self, name: str, kind: RuleKind, arity: int = 0) -> None:
        self.name, self.kind, self.arity = name, kind, arity
        self.run: Callable[..., Any] = _missing
        self.body: Term | None = None
        self.declaration: Declaration | None = None
        self.params = 0
        self.index = 0
        self.struct = ""
        self.reason = ""

    def open(self, closer: Closer) -> Term:
        """A definition's body under its first `arity` lambdas."""
        assert self.declaration is not None and self.declaration.value is not None
        body = closer.erase(self.declaration.value)
        for _ in range(self.arity):
            assert isinstance(body, Lam)
            body = body.body
        return body


def _missing(*_: Any) -> Any:
    raise AssertionError("this rule has no Python function")


class RuleTable:
    """Rules by constant name; a primitive's meaning comes before the Lean value."""

    def __init__(
        self,
        env: Environment,
        primitives: Mapping[str, Any],
        reasons: Mapping[str, str] | None = None,
    ) -> None:
        self._env = env
        self._primitives = primitives
        self._reasons = reasons or {}
        self._rules: dict[str, Rule] = {}

    def __getitem__(self, name: str) -> Rule:
        rule = self._rules.get(name)
        if rule is None:
            rule = self._rules[name] = self._make(name)
        return rule

    def opened(self) -> list[str]:
        """The definitions that were unfolded so far."""
        return [name for name, rule in self._rules.items() if rule.body is not None]

    def _make(self, name: str) -> Rule:
        declaration = self._env.find(name)
        primitive = self._primitives.get(name)
        if primitive is not None:
            rule = Rule(name, RuleKind.PRIMITIVE, primitive.arity)
            rule.run = primitive.run
            if declaration is not None:
                rule.params = declaration.params
        elif declaration is None:
            rule = Rule(name, RuleKind.NONE)
            rule.reason = "no such constant is known, and it has no meaning in Python"
        else:
            rule = self._declared(declaration)
        rule.declaration = declaration
        rule.reason = self._reasons.get(name, rule.reason)
        return rule

    def _declared(self, declaration: Declaration) -> Rule:
        name = declaration.name
        match declaration.kind:
            case Kind.CONSTRUCTOR:
                rule = Rule(name, RuleKind.CONSTRUCTOR, count_pis(declaration.type))
                rule.params = declaration.params
                return rule
            case Kind.INDUCTIVE | Kind.STRUCTURE:
                return Rule(name, RuleKind.TYPE)
            case Kind.THEOREM:
                return Rule(name, RuleKind.THEOREM)
        if declaration.value is not None:
            return Rule(name, RuleKind.DEFINITION, definition_arity(declaration.value))
        if declaration.kind is Kind.PROJECTION:
            owner = self._env.find(declaration.inductive)
            rule = Rule(name, RuleKind.PROJECTION, (owner.params if owner else 0) + 1)
            rule.struct, rule.index = declaration.inductive, declaration.index
            return rule
        kind = self._assumed(declaration.type)
        rule = Rule(name, kind)
        rule.reason = "it has no value in Lean that could be unfolded and no meaning in Python"
        return rule

    def _assumed(self, type: Term) -> RuleKind:
        """A constant without a value is a type, a proof, or unsupported data, by its type."""
        binders: list[Term] = []
        while isinstance(type, Pi):
            binders.append(type.type)
            type = type.body
        head = type.fn if isinstance(type, App) else type
        if isinstance(head, Sort):
            return RuleKind.TYPE
        if isinstance(head, BVar) and head.index < len(binders):
            makes = binders[len(binders) - 1 - head.index]
        else:
            declaration = self._env.find(head.name) if isinstance(head, Const) else None
            makes = declaration.type if declaration is not None else type
        return RuleKind.THEOREM if _ends_in_prop(makes) else RuleKind.NONE


def count_pis(type: Term) -> int:
    """The arrows at the head of a type, as written."""
    n = 0
    while isinstance(type, Pi):
        n, type = n + 1, type.body
    return n


def definition_arity(value: Term) -> int:
    """How many arguments a definition is unfolded at: its lambdas but for the last indices.

    The lambdas over `Fin _` at the end are left to the closure that unfolding gives, which becomes
    an array when it is read.
    """
    binders: list[Term] = []
    while isinstance(value, Lam):
        binders.append(value.type)
        value = value.body
    while binders and _is_fin(binders[-1]):
        binders.pop()
    return len(binders)


def _is_fin(type: Term) -> bool:
    return isinstance(type, App) and type.fn is Const("Fin")


def _ends_in_prop(type: Term) -> bool:
    while isinstance(type, Pi):
        type = type.body
    return isinstance(type, Sort) and type.level == 0
