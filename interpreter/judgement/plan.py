"""What has to be computed to judge the claims of an instance: two programs' outputs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

from denotary.interpreter import graph
from denotary.interpreter.machine import EvaluationError, IllTyped, Machine
from denotary.interpreter.machine.propositions import and_, not_, or_, truth

from .build import Instance
from .compare import Decision
from .decisions import Exactly, exactly, rationally
from .instances import NoSample, Sampler
from .leaves import Claim, Sampled, Walker
from .programs import Output, sums_over
from .quantifiers import Tester
from .repair import only_equations
from .sides import Side, boolean, expand, narrow

Found = list[Side] | Exception


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two arrays to compare: names of outputs, or two strings that are known already."""

    suffix: str
    dtype: str
    left: str
    right: str
    shape: tuple[int, ...] = ()
    words: tuple[Any, Any] | None = None


@dataclass
class Node:
    """A claim with the outputs that decide it."""

    id: str
    relation: str
    sizes: tuple[int, ...] = ()
    """Of the quantifiers that it stands under."""
    sampled: tuple[Sampled, ...] = ()
    """The quantifiers that it, or an alternative of it, stands under and that are sampled."""
    tentative: bool = False
    """Whether a part of it is a quantifier that was only tried at some values."""
    pairings: list[Pairing] = field(default_factory=list)
    guard: str = ""
    alternatives: list[list[Node]] = field(default_factory=list)
    fault: Exception | None = None
    differ: str = ""
    """Why the sides cannot be equal whatever the numbers, if so: they have different forms."""
    decide: Callable[..., Decision] | None = None
    """What decides the claim from the draw's inputs, if no outputs do."""
    fallbacks: dict[str, Exactly] = field(default_factory=dict)
    """What decides its parts, by the suffix of the pairing, where the outputs leave them open."""
    empty: bool = False
    """Whether the sides have no entries at these sizes."""
    same: bool = False
    """Whether both sides reduce to one and the same graph."""
    sides: list[tuple[Side, Side]] = field(default_factory=list)
    """The arrays of both sides, where they have the same form."""


@dataclass
class Plan:
    """`near` runs on the mesh of replicas if there is one, `far` on a single device.

    `left_is_near` says which side of the claims is in `near`; it makes no difference without
    replicas. Outputs of equal nodes appear once.
    """

    nodes: list[Node]
    near: dict[str, Output]
    far: dict[str, Output]
    mesh_axis: Any = None
    sums: int = 0
    """Sums over the replicas in `near`."""
    premises: list[Any] = field(default_factory=list)
    """Premises inside the conclusion that depend on numbers."""
    wishes: list[Any] = field(default_factory=list)
    """What witnesses are to fulfil."""


def plan(m: Machine, instance: Instance, conclusion: Any, guards: Sequence[Any]) -> Plan:
    """Evaluate both sides of every claim, the replicas' side first."""
    term = instance.close(conclusion)
    rho = instance.replica
    walker = Walker(m, instance.sampler)
    far_claims = m.run(lambda: walker.conclusion(term, instance.env, instance.scope))
    if rho is None:
        return _Planner(m, instance.sampler, guards).run(far_claims, far_claims, None)
    with m.with_replica(rho):
        walker = Walker(m, instance.sampler, rho)
        near_claims = m.run(
            lambda: walker.conclusion(term, instance.replica_env, instance.replica_scope)
        )
    return _Planner(m, instance.sampler, guards).run(near_claims, far_claims, rho)


class _Planner:
    def __init__(self, m: Machine, sampler: Sampler, guards: Sequence[Any]) -> None:
        self.m = m
        self.sampler = sampler
        self.guards = guards
        self.near: dict[str, Output] = {}
        self.far: dict[str, Output] = {}
        self.names: dict[Any, str] = {}
        self.premises: dict[Any, None] = {}
        self.wishes: dict[Any, None] = {}
        self.tester = Tester(m, sampler)
        self.tested: dict[int, tuple[Sampled, ...]] = {}
        """Claims, by identity, to the quantifiers that deciding them tested."""

    def run(self, near: Sequence[Claim], far: Sequence[Claim], rho: Any) -> Plan:
        flat_near, flat_far = list(_flat(near)), list(_flat(far))
        if [c.relation for c in flat_near] != [c.relation for c in flat_far]:
            rho, flat_near, near = None, flat_far, far
        near_side, far_side = "left", "right"
        first = self.expand(flat_near, near_side, rho)
        sums = self.sums(first, rho)
        if rho is not None and not sums:
            other = self.expand(flat_near, far_side, rho)
            sums = self.sums(other, rho)
            if sums:
                near_side, far_side, first = far_side, near_side, other
        second = self.expand(flat_far, far_side, None)
        nodes = self.nodes(far, iter(zip(flat_far, first, second, strict=True)), near_side)
        return Plan(nodes, self.near, self.far, rho, sums, list(self.premises), list(self.wishes))

    def sums(self, found: Iterable[Found], rho: Any) -> int:
        if rho is None:
            return 0
        nums = [
            s.value
            for sides in found
            if isinstance(sides, list)
            for s in sides
            if self.m.domain.is_number(s.value)
        ]
        return sums_over(nums, rho)

    def expand(self, claims: Iterable[Claim], which: str, rho: Any) -> list[Found]:
        """One side of every claim that compares; `holds` and `fails` have their left side only."""
        result: list[Found] = []
        with self.m.with_replica(rho) if rho is not None else nullcontext():
            for claim in claims:
                if claim.fault is not None or claim.relation in ("∃", "∨", "regular"):
                    result.append([])
                    continue
                single = claim.relation in ("holds", "fails")
                if single and rho is not None:
                    result.append([])
                    continue
                side = "left" if single else which
                try:
                    with self.tester.hypothesis(claim.id):
                        result.append(expand(self.m, self.sampler, claim, side))
                    met = self.tester.met.items()
                    if met:
                        self.tested[id(claim)] = tuple(Sampled(k, True, n) for k, n in met)
                except (EvaluationError, NoSample, RecursionError) as error:
                    result.append(error)
        return result

    def nodes(
        self,
        claims: Sequence[Claim],
        found: Iterator[tuple[Claim, Found, Found]],
        near_side: str,
    ) -> list[Node]:
        result = []
        for claim in claims:
            _, near, far = next(found)
            tested = self.tested.get(id(claim), ())
            sampled = tuple(dict.fromkeys((*_sampled(claim), *tested)))
            node = Node(
                claim.id,
                claim.relation,
                claim.scope.sizes,
                sampled,
                bool(tested),
                fault=claim.fault,
            )
            node.alternatives = [
                self.nodes(alternative, found, near_side) for alternative in claim.alternatives
            ]
            if node.fault is None:
                if isinstance(near, Exception):
                    node.fault = near
                elif isinstance(far, Exception):
                    node.fault = far
                elif claim.relation == "regular":
                    node.decide = claim.left.decide
                elif claim.relation == "∃":
                    self.wish(claim)
                elif claim.relation != "∨":
                    self.pair(node, claim, near, far, near_side)
            result.append(node)
        return result

    def pair(
        self, node: Node, claim: Claim, near: list[Side], far: list[Side], near_side: str
    ) -> None:
        premise = self.premise(claim)
        mine = (near, far or near) if near_side == "left" else (far or near, near)
        fits = [s.path for s in mine[0]] == [s.path for s in mine[1]]
        pairs = list(zip(*mine, strict=True)) if fits else []
        node.sides = pairs
        if pairs and all(0 in side.shape for side in mine[0]):
            node.empty = True
            return
        if pairs:
            parts = (claim.relation, pairs, premise, claim.scope.axes, len(claim.scope.sizes))
            found = exactly(*parts)
            if found is not None:
                node.decide = found.decide
                return
            self.fall_back(node, *parts)
        narrow(self.m, [*near, *far])
        if claim.relation in ("holds", "fails"):
            far = far or near
            self.guard(node, claim, far[0].axes)
            name = self.output(self.far, far[0])
            node.pairings.append(Pairing("", "bool", "", name, far[0].shape))
            return
        left, right = (near, far) if near_side == "left" else (far, near)
        if [s.path for s in left] != [s.path for s in right]:
            node.differ = f"the sides have different forms: {_forms(left)} and {_forms(right)}"
            return
        node.same = bool(left)
        for a, b, of_near, of_far in zip(left, right, near, far, strict=True):
            suffix = ".".join(a.path)
            if a.dtype == "string":
                node.pairings.append(Pairing(suffix, "string", "", "", words=(a.value, b.value)))
                continue
            node.same = node.same and a.value is b.value and a.axes == b.axes
            names = (self.output(self.near, of_near), self.output(self.far, of_far))
            if near_side == "right":
                names = (names[1], names[0])
            node.pairings.append(Pairing(suffix, a.dtype, *names, shape=a.shape))
        self.guard(node, claim, claim.scope.axes)

    def wish(self, claim: Claim) -> None:
        """Ask for witnesses at which a claim of existence holds, where that can be put in numbers.

        Bounds over a quantifier that is only tried at some values are not asked for: a witness
        made to fit these would tell nothing.
        """
        m = self.m
        try:
            with self.tester.hypothesis(claim.id):
                wanted = m.run(lambda: truth(m, claim.left))
        except (EvaluationError, NoSample, RecursionError):
            return
        if self.tester.met and not isinstance(wanted, bool) and not only_equations(wanted):
            return
        for guard in (*self.guards, *claim.scope.guards):
            wanted = or_(m, not_(m, guard), wanted)
        if _reads(wanted):
            self.wishes[wanted] = None

    def fall_back(
        self, node: Node, relation: str, pairs: list[tuple[Side, Side]], *rest: Any
    ) -> None:
        """Prepare exact decisions: of an equation pair by pair, of another claim as a whole."""
        equation = relation == "="
        parts = {".".join(a.path): [(a, b)] for a, b in pairs} if equation else {"": pairs}
        for suffix, part in parts.items():
            found = rationally(relation, part, *rest)
            if found is not None:
                node.fallbacks[suffix] = found

    def premise(self, claim: Claim) -> Any:
        """The premises that a claim stands under, as one number."""
        premise: Any = True
        self.premises.update(dict.fromkeys(g for g in claim.scope.guards if _reads(g)))
        for guard in (*self.guards, *claim.scope.guards):
            premise = and_(self.m, premise, guard)
        return premise if premise is True else boolean(self.m, premise)

    def guard(self, node: Node, claim: Claim, axes: tuple[Any, ...]) -> None:
        """The premises as one output along the quantifiers' axes."""
        number = self.premise(claim)
        if number is not True:
            node.guard = self.output(self.far, Side((), "bool", number, claim.scope.axes))

    def output(self, into: dict[str, Output], side: Side) -> str:
        key = (id(into), side.value, side.axes)
        name = self.names.get(key)
        if name is None:
            name = f"{'near' if into is self.near else 'far'}{len(into)}"
            self.names[key] = name
            into[name] = (side.value, side.axes)
        return name


def _flat(claims: Iterable[Claim]) -> Iterator[Claim]:
    for claim in claims:
        yield claim
        for alternative in claim.alternatives:
            yield from _flat(alternative)


def _sampled(claim: Claim) -> tuple[Sampled, ...]:
    inner = [
        s for alternative in claim.alternatives for part in alternative for s in _sampled(part)
    ]
    return tuple(dict.fromkeys((*claim.scope.sampled, *inner)))


def _forms(sides: Sequence[Side]) -> str:
    return ", ".join(".".join(s.path) or "a value" for s in sides) or "nothing"


def _reads(guard: Any) -> bool:
    """Whether a premise depends on an input, so that a draw can meet it."""
    return not isinstance(guard, bool) and any(n.op == "input" for n in graph.walk([guard]))


def is_ours(error: Exception) -> bool:
    """Whether an error is a fault of Denotary rather than a lack of meaning."""
    return isinstance(error, (IllTyped, RecursionError))
