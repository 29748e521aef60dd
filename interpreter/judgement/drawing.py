"""One instance with its numbers judged: both sides run, their noise looked at, doubts settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from denotary.interpreter import graph
from denotary.interpreter.graph.derivative import aside as derivatives_aside
from denotary.interpreter.graph.enclosure import Undecided, enclosed

from .build import Instance
from .compare import MULTIPLE, NUDGE, RATIO, Decision
from .decisions import WORK, Inexact
from .hypotheses import Condition, Counts, Evaluate, Tally, satisfy
from .inputs import Manner
from .plan import Node, Plan
from .programs import Unrunnable
from .records import NUDGED, Records
from .running import Outputs, Runner
from .verdict import Status

LOOSE = 2.0**-40
"""A bound on residuals, relative to the values, above which floats say little."""
PROBED = 10_000
"""Scalar operations up to which the first draw of an instance is decided exactly in any case."""
NUDGES = 4
"""How often inputs are moved: whether rounding jumps at a tie is a matter of luck each time."""
SUSPECT_DRAWS = 4
"""Further draws that measure the noise again before a leaf is called refuted."""

Arrays = Mapping[str, np.ndarray]


@dataclass(frozen=True)
class Case:
    """An instance with numbers, and what has to be computed of it."""

    instance: Instance
    made: Plan
    conditions: tuple[Condition, ...]
    arrays: Arrays
    seed: tuple[int, ...] = ()
    tag: str = ""
    """Of its Bool binders, which leaves are told apart by."""
    manner: Manner = Manner.SIGNED
    draw: int = 0
    """Its place among the draws that were compared."""
    first: bool = False
    """Whether it is the first draw of its instance."""

    def size(self) -> int:
        """Numbers in it."""
        return self.instance.size()

    def at(self, arrays: Arrays) -> Case:
        """The same instance with other numbers."""
        return replace(self, arrays=dict(arrays))


@dataclass
class Bench:
    """Judges cases into records."""

    runner: Runner
    records: Records
    tallies: dict[str, Tally]
    inexact: str = "it reads inputs"
    """Why exact arithmetic said nothing, if so."""
    thorough: bool = False
    """Whether exact arithmetic is asked even where floats have no doubt."""
    counts: Counts = field(default_factory=Counts)
    refuted: dict[str, Case] = field(default_factory=dict)
    """The smallest case at which a leaf was refuted, by the leaf's id."""

    @property
    def evaluate(self) -> Evaluate:
        return self.runner.programs.evaluate

    def judge(self, case: Case) -> None:
        """Run both sides on a case and record what is seen. Raises `TooLarge`, `OutOfTime`."""
        made, records = case.made, self.records
        records.decided = decided_by_inputs(made.nodes, case.arrays, self.evaluate)
        records.settled, records.manner = {}, case.manner.value
        records.still = not moves(case.arrays)
        outputs: Outputs = {}
        size = largest(case.arrays)
        try:
            outputs = self.runner.outputs(made, case.arrays)
        except Unrunnable as error:
            records.decided.update(self.without_programs(case, error))
        else:
            self.settle(case, outputs)
            if self.suspicious(made, outputs, size):
                outputs |= self.nudged(case)
            if self.suspicious(made, outputs, size):
                self.measure_noise(case)
        for node in made.nodes:
            records.add(node, outputs, case.tag, size)
        for id, record in records.by_id.items():
            if record.refuted_at == case.draw and record.status is Status.REFUTED:
                known = self.refuted.get(id)
                if known is None or case.size() < known.size():
                    self.refuted[id] = case

    # ---- exactly

    def without_programs(self, case: Case, error: Unrunnable) -> dict[str, Decision]:
        """What exact arithmetic says of claims that no array can hold the numbers of."""
        found: dict[str, Decision] = {}
        for node in case.made.nodes:
            if node.id in self.records.decided or node.fault is not None:
                continue
            parts = [self.exactly(node, suffix, case) for suffix in node.fallbacks]
            told = [part for part in parts if part is not None]
            if told and len(told) == len(parts):
                found[node.id] = max(told, key=lambda decision: decision.status.rank)
            else:
                reason = f"{_short(str(error))}; not decided exactly either: {self.inexact}"
                found[node.id] = Decision(Status.UNSUPPORTED, reason)
        return found

    def settle(self, case: Case, outputs: Outputs) -> None:
        """Decide exactly what rounding leaves open, and what floats say is false."""
        for node in _all(case.made.nodes, witnesses=False):
            if not node.fallbacks or node.fault is not None or node.id in self.records.decided:
                continue
            floats = self.by_floats(node, outputs)
            for suffix, claim in node.fallbacks.items():
                status, loose = floats.get(suffix, (Status.CONFIRMED, False))
                sure = status is Status.CONFIRMED
                probed = case.first and claim.cost() <= PROBED
                if sure and not (loose or self.thorough or probed):
                    continue
                found = self.exactly(node, suffix, case)
                if found is not None and (not sure or found.status is Status.REFUTED):
                    self.records.settled[node.id, suffix] = found

    def by_floats(self, node: Node, outputs: Outputs) -> dict[str, tuple[Status, bool]]:
        """What floats say of the parts of a claim, and whether they say it to within much noise."""
        trial = Records()
        trial.still = self.records.still
        trial.add(replace(node, alternatives=[]), outputs, "", 0.0)
        found = {}
        for id, record in trial.by_id.items():
            leaf = record.leaf(trusted=True)
            loose = MULTIPLE * RATIO * (leaf.noise or 0.0) > LOOSE
            found[id.removeprefix(node.id).removeprefix(".")] = (leaf.status, loose)
        return found

    def exactly(self, node: Node, suffix: str, case: Case) -> Decision | None:
        """What exact arithmetic says of a part of a claim, if it says anything.

        It refutes only at numbers at which every hypothesis holds exactly: one that holds to
        rounding could set the sides apart by as much.
        """
        try:
            found = node.fallbacks[suffix].decide(case.arrays, self.evaluate)
        except Undecided as error:
            self.inexact = str(error)
            return Decision(Status.INCONCLUSIVE, f"not decided exactly: {error}", tells=False)
        except (Inexact, ArithmeticError, MemoryError) as error:
            self.inexact = str(error)
            return None
        if found.status is Status.REFUTED:
            if node.tentative:
                self.inexact = "a quantifier inside it was only tried at some values"
                return None
            if not met_exactly(case.conditions, case.arrays):
                self.inexact = "a hypothesis is not known to hold exactly"
                return None
        return found

    # ---- noise

    def nudged(self, case: Case) -> Outputs:
        """The outputs in float64 with the inputs moved a little, a few times.

        A zero stays one, for there `x / x` is 0, but not where something is differentiated: at a
        kink there is no derivative, and what is computed is that of one side.
        """
        nodes = [num for num, _ in (*case.made.near.values(), *case.made.far.values())]
        kinks = any(self.runner.programs.derived(num) for num in nodes)
        if moves(case.arrays):
            made = [case.made] * NUDGES
        elif kinks:
            made = [aside(case.made, step) for step in (NUDGE, -NUDGE)]
        else:
            made = [case.made]
        found: Outputs = {}
        for k, part in enumerate(made):
            moved = nudge(case.arrays, (*case.seed, k), zeros=kinks)
            key = f"{NUDGED}{k}" if k else NUDGED
            found[key] = self.runner.outputs(part, moved, ("f64",))["f64"]
        return found

    def suspicious(self, made: Plan, outputs: Outputs, size: float) -> bool:
        """Whether floats do not find the sides equal, so that noise should be looked at again."""
        if NUDGED not in outputs and any(n.relation in ("≠", "∃") for n in made.nodes):
            return True
        known = {id for id, _ in self.records.settled}
        trial = self.trial()
        for node in made.nodes:
            if node.id not in known:
                trial.add(node, outputs, "", size)
        open = (Status.REFUTED, Status.INCONCLUSIVE)
        return any(r.status in open for r in trial.by_id.values())

    def trial(self) -> Records:
        """Records of the draw at hand alone."""
        trial = Records()
        trial.decided, trial.settled = self.records.decided, self.records.settled
        trial.manner, trial.still = self.records.manner, self.records.still
        return trial

    def measure_noise(self, case: Case) -> None:
        """Take over the noise of further draws, and nothing else."""
        for k in range(SUSPECT_DRAWS):
            more = satisfy(
                case.instance, case.conditions, case.manner, (*case.seed, 100 + k),
                self.evaluate, {name: Tally(name) for name in self.tallies},
            )  # fmt: skip
            if more is None:
                continue
            outputs = self.runner.outputs(case.made, more)
            trial = self.trial()
            trial.settled = {}
            for node in case.made.nodes:
                trial.add(node, outputs, case.tag, 0.0)
            for id, record in trial.by_id.items():
                known = self.records.record(id)
                for part, noise in record.noises.items():
                    known.noises[part] = max(known.noises.get(part, 0.0), noise)


def decided_by_inputs(
    nodes: Sequence[Node], arrays: Arrays, evaluate: Evaluate
) -> dict[str, Decision]:
    """The claims that the inputs of a draw decide by themselves."""
    found: dict[str, Decision] = {}
    for node in _all(nodes):
        if node.decide is not None and node.fault is None:
            try:
                found[node.id] = node.decide(arrays, evaluate)
            except Inexact as error:
                found[node.id] = Decision(Status.UNSUPPORTED, f"not decided exactly: {error}")
    return found


def met_exactly(conditions: Sequence[Condition], arrays: Arrays) -> bool:
    """Whether every hypothesis that depends on numbers surely holds, in exact arithmetic."""
    for condition in conditions:
        if condition.wished or condition.number is None:
            continue
        number = condition.number
        axes = graph.by_creation(number.axes)
        try:
            if not all(bool(x) for x in enclosed(number, axes, arrays, WORK).flat):
                return False
        except (Inexact, ArithmeticError):
            return False
    return True


def _all(nodes: Sequence[Node], witnesses: bool = True) -> Iterator[Node]:
    """Claims, those inside alternatives included, and those about witnesses if that is asked.

    A witness is found to rounding, so that exact arithmetic would deny what is said of it.
    """
    for node in nodes:
        yield node
        if node.relation == "∃" and not witnesses:
            continue
        for alternative in node.alternatives:
            yield from _all(alternative, witnesses)


def nudge(arrays: Arrays, seed: tuple[int, ...], zeros: bool = False) -> dict[str, Any]:
    """The draw with every real moved by about `NUDGE`, relatively; zeros only if that is asked."""
    rng = np.random.default_rng([*seed, 4])
    return {
        name: _nudged(array, rng, zeros) if array.dtype == np.float64 else array
        for name, array in arrays.items()
    }


def aside(made: Plan, step: float) -> Plan:
    """The plan with every derivative taken a step beside its point."""
    names = [*made.near, *made.far]
    outputs = [*made.near.values(), *made.far.values()]
    moved = derivatives_aside([num for num, _ in outputs], step)
    new = {name: (num, axes) for name, num, (_, axes) in zip(names, moved, outputs, strict=True)}
    near = {name: new[name] for name in made.near}
    return replace(made, near=near, far={name: new[name] for name in made.far})


def moves(arrays: Arrays) -> bool:
    """Whether a draw has a real number that can be moved."""
    return any(array.dtype == np.float64 and array.size for array in arrays.values())


def _nudged(array: np.ndarray, rng: np.random.Generator, zeros: bool) -> np.ndarray:
    step = NUDGE * rng.standard_normal(array.shape)
    return np.where(array == 0, step, array * (1 + step)) if zeros else array * (1 + step)


def largest(arrays: Arrays) -> float:
    """The largest absolute value of an input."""
    sizes = [float(np.max(np.abs(a))) for a in arrays.values() if a.size and a.dtype != bool]
    return max(sizes, default=0.0)


def _short(text: str, limit: int = 160) -> str:
    return text if len(text) <= limit else f"{text[:limit]}…"
