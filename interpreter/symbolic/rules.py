"""Propositions as rules: what an equation, or a named proposition, may be used for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from denotary.interpreter.judgement.statement import conjuncts
from denotary.spec.infer import Typer
from denotary.spec.terms import (
    Const,
    FVar,
    Lam,
    Let,
    Pi,
    Proj,
    Term,
    Unsupported,
    beta,
    instantiate,
    spine,
    subterms,
)

from .unknowns import UNKNOWN, put

DEEPEST = 12
"""Named propositions unfolded inside one another."""
COPY = 1 << 20
"""Room for the ids of one copy's variables."""


@dataclass(frozen=True)
class Rule:
    """`∀ vars, hypotheses → left = right`, or `→ claim` where it is no equation.

    `vars` are unknowns in order, those for proofs of the hypotheses among them.
    """

    name: str
    """The theorem it is of, or the hypothesis of the goal."""
    vars: tuple[FVar, ...]
    types: tuple[Term, ...]
    proofs: frozenset[FVar]
    """The variables whose types are propositions: the hypotheses."""
    left: Term | None = None
    right: Term | None = None
    claim: Term | None = None
    given: bool = False
    """Whether it is a hypothesis of the goal, and no theorem."""
    copies: list[Rule] = field(default_factory=list, compare=False, repr=False)
    busy: list[int] = field(default_factory=lambda: [0], compare=False, repr=False)

    def side(self, forward: bool) -> Term | None:
        return self.left if forward else self.right

    def copy(self, level: int) -> Rule:
        """The rule over other variables, for a use inside `level` others of it."""
        if level == 0:
            return self
        while len(self.copies) < level:
            shift = COPY * (len(self.copies) + 1)
            vars = tuple(FVar(v.id + shift, v.name) for v in self.vars)

            def moved(term: Term, new: Sequence[Term] = vars) -> Term:
                return put(term, self.vars, new)

            self.copies.append(
                replace(
                    self,
                    vars=vars,
                    types=tuple(map(moved, self.types)),
                    proofs=frozenset(
                        n for o, n in zip(self.vars, vars, strict=True) if o in self.proofs
                    ),
                    left=self.left and moved(self.left),
                    right=self.right and moved(self.right),
                    claim=self.claim and moved(self.claim),
                )
            )
        return self.copies[level - 1]


class Rules:
    """Rules by the heads of their sides."""

    def __init__(self, typer: Typer, view: Callable[[Term], Term]) -> None:
        """`view` gives terms the form in which they are met."""
        self.typer = typer
        self.view = view
        self.sides: dict[object, list[tuple[Rule, bool]]] = {}
        """Equations by a side's head; True for the left side."""
        self.claims: dict[object, list[Rule]] = {}
        self._count = 0

    def add(self, name: str, type: Term, given: bool = False) -> None:
        """The rules that a proposition gives. One with an unsupported part gives none."""
        if any(isinstance(t, Unsupported) for t in subterms(type)):
            return
        for rule in self._read(Rule(name, (), (), frozenset(), given=given), type, 0):
            if rule.claim is not None:
                self.claims.setdefault(head_key(rule.claim), []).append(rule)
                continue
            assert rule.left is not None and rule.right is not None
            for forward in (True, False) if not given else (True,):
                side = rule.left if forward else rule.right
                key = head_key(side)
                if key is not None and spine(side)[0] not in rule.vars:
                    self.sides.setdefault(key, []).append((rule, forward))

    def _read(self, rule: Rule, type: Term, depth: int) -> Iterator[Rule]:
        if depth > DEEPEST:
            return
        while isinstance(type, Pi | Let):
            if isinstance(type, Let):
                type = instantiate(type.body, [type.value])
                continue
            var = FVar(UNKNOWN + self._count, type.name or "x")
            self._count += 1
            self.typer.locals.types[var] = type.type
            proofs = rule.proofs | {var} if self.typer.is_prop(type.type) else rule.proofs
            rule = replace(
                rule, vars=(*rule.vars, var), types=(*rule.types, type.type), proofs=proofs
            )
            type = instantiate(type.body, [var])
        head, args = spine(type)
        if head is Const("And"):
            for part in conjuncts(type):
                yield from self._read(rule, part, depth + 1)
        elif head is Const("Eq") and len(args) == 3:
            left, right = map(self.view, args[1:])
            yield replace(rule, left=left, right=right, copies=[], busy=[0])
        elif isinstance(head, Const):
            yield replace(rule, claim=type, copies=[], busy=[0])
            definition = self.typer.reducer.definition(type)
            if definition is not None and definition.value is not None:
                yield from self._read(rule, beta(definition.value, args), depth + 1)


def head_key(term: Term) -> object | None:
    """What rules are sorted by: a constant, a local, or a field of a structure."""
    head, _ = spine(term)
    if isinstance(head, Proj):
        return (head.struct, head.index)
    return None if isinstance(head, Lam | Pi) else head
