"""A statement tried in haste: whether anything refutes it, and else what both sides are.

The instances, the numbers and the rule of judging are those of `judge`. Small programs are run by
the reference interpreter in place of a compiler, and the first refutation ends it.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np

from denotary.interpreter import graph
from denotary.interpreter.graph import identity, same
from denotary.interpreter.graph.regularity import NEGATIVE, sign_of_all
from denotary.spec.environment import Environment
from denotary.spec.terms import Term

from .build import Instance
from .drawing import Case
from .hypotheses import Condition
from .plan import Node, Plan
from .preparing import prepare
from .programs import Programs
from .session import Enough, Session, tag
from .sides import Side
from .verdict import TheoremResult

Meanings = Mapping[str, str]
"""Instance to a hash of all that a statement says of it: every side, hypothesis and premise."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of a trial, and of what the sides of its leaves were found to be."""

    result: TheoremResult
    proved: bool = False
    """Whether both sides of every leaf are equal as expressions, at all sizes tried."""
    meanings: Meanings = field(default_factory=dict)
    """Of the instances of which all could be evaluated."""
    same: bool = False
    """Whether every instance means what it was said to mean; nothing was run then."""
    unfolded: frozenset[str] = frozenset()
    """The definitions whose values were looked at."""
    faults: tuple[str, ...] = ()
    """What could not be evaluated, in leaves and in hypotheses."""


@dataclass
class Trial(Session):
    """A session that ends with the first refutation."""

    known: Meanings = field(default_factory=dict)
    """What instances mean in the original statement."""
    dry: bool = False
    """Whether to evaluate only, and run nothing."""
    proved: bool = True
    compares: int = 0
    differs: bool = False
    meanings: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    _parts: list[bytes] | None = None
    _known: dict[Any, tuple[np.ndarray | None, ...]] = field(default_factory=dict)

    def tried(self, timeout: float | None, listen: Callable[[str], None]) -> Tried:
        """Run it; `timeout` is in seconds."""
        result = self.run(None, None if timeout is None else time.monotonic() + timeout, listen)
        unfolded = frozenset(self.machine.rules.opened())
        reasons = [t.reason for t in self.tallies.values() if t.reason]
        problem = [self.problem[1]] if self.problem is not None else []
        return Tried(
            result,
            self.proved and self.compares > 0,
            self.meanings,
            bool(self.meanings) and not self.differs,
            unfolded,
            (*self.faults, *reasons, *problem),
        )

    def compiler(
        self, devices: Sequence[Any], listen: Callable[[str], None], deadline: float | None
    ) -> Programs:
        return Programs(devices, listen, deadline, interpret=True)

    def judge_plan(
        self, instance: Instance, made: Plan, conditions: Sequence[Condition], sample: int
    ) -> bool | None:
        self.faults += [str(node.fault) for node in made.nodes if node.fault is not None]
        choice = instance.choice
        sizes = sorted(choice.sizes.items())
        key = repr((choice.variant, sizes, choice.families, tag(instance)))
        meaning = self.meaning(made, conditions)
        if meaning is not None:
            self.meanings[key] = meaning
        if self.dry:
            return True
        if meaning is not None and self.known.get(key) == meaning:
            return True
        self.differs = True
        return super().judge_plan(instance, made, conditions, sample)

    def compare(self, case: Case, sample: int, manner: str) -> bool | None:
        drawn = super().compare(case, sample, manner)
        if self.refuted():
            raise Enough
        return drawn

    def more(self) -> None:
        """What needs no program gets no further samples here."""

    def conclude(self) -> None:
        """A smaller refutation is not looked for."""

    def control(self) -> None:
        """What the check sees is not looked at."""

    # ---- what the sides are

    def meaning(self, made: Plan, conditions: Sequence[Condition]) -> str | None:
        """All sides in a finite field (`graph.identity`), or as they are made, as one hash.

        `None` if some are not told.

        Notes whether every leaf is shown to hold.
        """
        asked: dict[Any, None] = {}
        for node in made.nodes:
            for side in chain.from_iterable(node.sides):
                if not isinstance(side.value, str):
                    asked[_output(side)] = None
        guards = [made.far[node.guard] for node in made.nodes if node.guard]
        numbers = [(c.number, ()) for c in conditions if c.number is not None]
        asked.update(dict.fromkeys([*guards, *numbers]))
        rounds = [identity.residues(list(asked), k) for k in range(identity.ROUNDS)]
        self._known = dict(zip(asked, zip(*rounds, strict=True), strict=True))
        self._parts = []
        self.compares += 1
        for node in made.nodes:
            self.leaf(node)
        for output in (*guards, *numbers):
            self.add(*self.told(output))
        if len(numbers) < len(conditions):
            self._parts = None
        if self._parts is None:
            return None
        return hashlib.sha256(b"|".join(self._parts)).hexdigest()

    def leaf(self, node: Node) -> None:
        """The sides of one leaf, and whether it is shown to hold.

        It is if its sides are equal expressions, if one is at most the other by their signs, or if
        it reads no input and exact arithmetic shows it. A statement about no data at all that is no
        equation holds if it is confirmed: a witness is one, however it was found.
        """
        self.add(f"{node.id} {node.relation} {node.differ}")
        if not node.sides or node.alternatives or node.fault is not None:
            self._parts = None
        equal = bool(node.sides) and not node.differ
        for left, right in node.sides:
            if isinstance(left.value, str) or isinstance(right.value, str):
                self.add(repr((left.value, right.value)))
                equal = equal and left.value == right.value
                continue
            a, b = self._known[_output(left)], self._known[_output(right)]
            self.add(*self.told(_output(left)), *self.told(_output(right)))
            equal = equal and all(
                x is not None and y is not None and np.array_equal(x, y)
                for x, y in zip(a, b, strict=True)
            )
        shown = equal and node.relation in ("=", "≤")
        if not shown and node.relation == "≤" and node.sides:
            shown = all(_at_most(left.value, right.value) for left, right in node.sides)
        if self.records.closed and node.relation != "=" and node.fault is None:
            shown = True
        if not shown and node.fallbacks and not (node.tentative or node.alternatives):
            claims = node.fallbacks.values()
            shown = len(claims) == len(node.pairings) and all(c.proved() for c in claims)
        self.proved = self.proved and shown

    def told(self, output: Any) -> tuple[np.ndarray | str | None, ...]:
        """What is known of an output: its values in the field, else how it is made."""
        known = self._known[output]
        return known if all(each is not None for each in known) else (same.form([output]),)

    def add(self, *parts: np.ndarray | str | None) -> None:
        """Parts of the meaning; it is not told if any is not."""
        for part in parts:
            if part is None:
                self._parts = None
            elif self._parts is not None:
                shape = b"" if isinstance(part, str) else repr(part.shape).encode()
                own = part.encode() if isinstance(part, str) else part.tobytes()
                self._parts.append(shape + own)


def _output(side: Side) -> tuple[Any, tuple[Any, ...]]:
    return side.value, tuple(side.axes)


def _at_most(left: Any, right: Any) -> bool:
    """Whether a real is at most another for all inputs, by the signs of what they are made of."""
    gap = graph.sub(right, left)
    return gap.dtype == "real" and not sign_of_all(gap) & NEGATIVE


def attempt(
    env: Environment,
    name: str,
    *,
    sizes: Mapping[str, str],
    samples: int = 2,
    seed: int = 0,
    timeout: float | None = None,
    known: Meanings | None = None,
    dry: bool = False,
    instances: Callable[[Term], Term | None] | None = None,
) -> Tried:
    """Try the theorem `name` of `env`: as `judge`, but in haste. `timeout` is in seconds.

    Instances that mean what is `known` of them are not run; with `dry` none is.
    """
    prepared = prepare(env, name, sizes, instances)
    if isinstance(prepared, TheoremResult):
        return Tried(prepared, faults=(prepared.message,))
    trial = Trial(
        env, prepared, dict(sizes), samples, seed, ("f64", "f32"), known=known or {}, dry=dry
    )
    return trial.tried(timeout, lambda stage: None)
