"""A counterexample made small: smaller sizes, fewer numbers that are not 0, simpler numbers.

Delta debugging. A candidate counts if every hypothesis holds at it and the same leaf fails, by the
rules that every draw is judged by. Where exact arithmetic decides that, nothing is compiled. What
is tried, and how much of it, depends on the counterexample alone and never on time.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from denotary.interpreter.machine import EvaluationError

from .build import Choice
from .drawing import Arrays, Bench, Case, decided_by_inputs, largest, moves
from .hypotheses import Tally, satisfy
from .inputs import Manner
from .instances import NoSample
from .plan import Node
from .programs import TooLarge, Unrunnable
from .records import Record, Records
from .verdict import Status

if TYPE_CHECKING:
    from .session import Session

WORK = 1_500_000
"""Scalar operations of all candidates together."""
TRIES = 600
"""Candidates at most."""
LARGEST = 100_000
"""Scalar operations of one candidate; a larger counterexample stays as it was found."""
BUILDS = 16
"""Choices of sizes at most: each is traced anew."""
COMPILED = 3
"""Choices of sizes that need a compiler."""
DRAWN = (Manner.WHOLE, Manner.USUAL, Manner.POSITIVE, Manner.SIGNED, Manner.EDGES, Manner.SHIFTED)
"""Manners that numbers are drawn in at other sizes, the simplest first."""


def shrink(session: Session, leaf: str, case: Case, told: set[str]) -> Case:
    """The smallest case found at which the leaf still fails; its record tells the values there.

    So do the records of other leaves that fail there, which are added to `told`, but for those that
    a smaller case has `told` of before.
    """
    return _Shrinker(session, leaf, case, told).run()


@dataclass
class _Shrinker:
    session: Session
    leaf: str
    case: Case
    told: set[str]
    left: int = TRIES
    work: int = WORK
    compiled: int = COMPILED

    def __post_init__(self) -> None:
        # candidates are no samples: what they met or failed is not told
        self.tallies = {name: Tally(name) for name in self.session.tallies}

    def run(self) -> Case:
        if self.cost(self.case) > LARGEST:
            return self.case
        first = self.fails(self.case)
        if first is None:
            return self.case  # told by the noise of more draws than this one
        found = first
        try:
            self.sizes()
            self.redraw()
            self.numbers()
        except (TooLarge, Unrunnable):
            pass
        if self.case is not self.session.bench.refuted[self.leaf]:
            again = self.fails(self.case, spend=False)
            if again is None:
                self.case = self.session.bench.refuted[self.leaf]
            else:
                found = again
        self.keep(found)
        return self.case

    def keep(self, found: Record) -> None:
        """Tell the values at the smallest case, of this leaf and of others that fail at it."""
        records = self.session.records
        for id, record in records.by_id.items():
            if record.status is not Status.REFUTED or id in self.told:
                continue
            here = found if id == self.leaf else self.look(self.case, id)
            if here is not None and here.status is Status.REFUTED:
                record.worst, record.shape = here.worst, here.shape
                record.message = here.message
                self.told.add(id)

    # ---- candidates

    def cost(self, case: Case) -> int:
        return self.session.programs.operations({**case.made.near, **case.made.far})

    def fails(self, case: Case, spend: bool = True) -> Record | None:
        """What a candidate says of the leaf, if it is a counterexample."""
        if spend:
            self.left -= 1
            self.work -= self.cost(case)
        evaluate = self.session.programs.evaluate
        if not all(c.wished or c.holds(case.arrays, evaluate) for c in case.conditions):
            return None
        found = self.look(case, self.leaf)
        return found if found is not None and found.status is Status.REFUTED else None

    @property
    def spent(self) -> bool:
        return self.left <= 0 or self.work <= 0

    def look(self, case: Case, id: str) -> Record | None:
        """What one case alone says of a leaf."""
        node = next((n for n in case.made.nodes if _owns(n, case, id)), None)
        if node is None or node.fault is not None:
            return None
        bench = Bench(self.session.runner, Records(), self.session.tallies, thorough=True)
        suffix = id.removeprefix(node.id + case.tag).removeprefix(".")
        exact = bench.exactly(node, suffix, case) if suffix in node.fallbacks else None
        record = Record(id)
        if exact is not None:
            record.add(exact)
            record.shape = _shape(node, suffix)
            return record
        part = replace(case, made=replace(case.made, nodes=[node]), draw=1)
        outputs = bench.runner.outputs(case.made, case.arrays)
        size = largest(case.arrays)
        bench.records.still = not moves(case.arrays)
        bench.records.decided = decided_by_inputs([node], case.arrays, bench.evaluate)
        if bench.suspicious(part.made, outputs, size):
            outputs |= bench.nudged(case)
        bench.records.add(node, outputs, case.tag, size)
        return bench.records.by_id.get(id)

    # ---- sizes

    def sizes(self) -> None:
        """Smaller values of the sizes: all at once, then one by one."""
        builder = self.session.builder
        names = [builder.labels[b.var] for b in builder.sizes]
        tried: set[tuple[int, ...]] = set()
        builds = BUILDS

        def attempt(sizes: dict[str, int]) -> bool:
            nonlocal builds
            key = tuple(sizes[name] for name in names)
            now = tuple(int(self.case.instance.choice.sizes[name]) for name in names)
            if key in tried or key == now or builds <= 0 or self.spent:
                return False
            tried.add(key)
            builds -= 1
            found = self.at_sizes(replace(self.case.instance.choice, sizes=sizes))
            if found is not None:
                self.case = found
            return found is not None

        for most in (1, 2, 3):
            now = self.case.instance.choice.sizes
            if names and attempt({name: min(int(now[name]), most) for name in names}):
                break
        for name in names:
            for n in range(1, int(self.case.instance.choice.sizes[name])):
                if attempt({**self.case.instance.choice.sizes, name: n}):
                    break

    def at_sizes(self, choice: Choice) -> Case | None:
        """A counterexample at other sizes, if one is drawn."""
        session = self.session
        try:
            instance, terms, made = session.prepare(choice, self.tallies)
        except (NoSample, EvaluationError, RecursionError):
            return None
        if made is None or any(node.fault is not None for node in made.nodes):
            return None
        case = replace(
            self.case, instance=instance, made=made, conditions=tuple(terms.conditions), arrays={}
        )
        if self.cost(case) > LARGEST or case.size() >= self.case.size():
            return None
        if not self.exact(case):
            self.compiled -= 1
            if self.compiled < 0:
                return None
        return self.drawn(case)

    def drawn(self, case: Case) -> Case | None:
        """A counterexample of the instance, if one is drawn."""
        for k, manner in enumerate((*DRAWN, *DRAWN[:2])):
            seed = (*case.instance.choice.seed, self.session.seed, 200 + k)
            arrays = satisfy(
                case.instance, case.conditions, manner, seed, self.session.programs.evaluate,
                self.tallies, 8,
            )  # fmt: skip
            if self.spent:
                return None
            if arrays is None:
                continue
            candidate = replace(case, arrays=arrays, seed=seed, manner=manner)
            if self.fails(candidate) is not None:
                return candidate
        return None

    def exact(self, case: Case) -> bool:
        """Whether the leaf can be decided without a program."""
        node = next((n for n in case.made.nodes if _owns(n, case, self.leaf)), None)
        if node is None:
            return False
        suffix = self.leaf.removeprefix(node.id + case.tag).removeprefix(".")
        return node.decide is not None or suffix in node.fallbacks

    # ---- numbers

    def redraw(self) -> None:
        """Small whole numbers in place of what was drawn, all at once."""
        for k in range(3):
            seed = (*self.case.instance.choice.seed, self.session.seed, 300 + k)
            arrays = satisfy(
                self.case.instance, self.case.conditions, Manner.WHOLE, seed,
                self.session.programs.evaluate, self.tallies, 8,
            )  # fmt: skip
            if self.spent:
                return
            if arrays is None or _complexity(arrays) >= _complexity(self.case.arrays):
                continue
            if self.fails(self.case.at(arrays)) is not None:
                self.case = self.case.at(arrays)
                return

    def numbers(self) -> None:
        """Entries made simpler, an array at once where that is possible, by halves otherwise."""
        names = [n for n, made in self.case.instance.inputs.items() if not made.graded]
        improved = True
        while improved and not self.spent:
            improved = False
            for change in CHANGES:
                for name in names:
                    improved = self.simplify(name, change) or improved

    def simplify(self, name: str, change: Callable[[np.ndarray], np.ndarray]) -> bool:
        """One change tried on an array and then on parts of it."""
        array = np.asarray(self.case.arrays[name])
        improved = False
        parts = [(0, array.size)]
        while parts and not self.spent:
            low, high = parts.pop()
            now = np.asarray(self.case.arrays[name]).reshape(-1)
            then = change(now[low:high].astype(np.float64))
            better = _simpler(then, now[low:high])
            if not np.any(better):
                continue
            new = now.copy()
            new[low:high] = np.where(better, then, now[low:high]).astype(now.dtype)
            arrays = {**self.case.arrays, name: new.reshape(array.shape)}
            candidate = self.case.at(arrays)
            if _fits(self.case, name, new) and self.fails(candidate) is not None:
                self.case, improved = candidate, True
            elif high - low > 1:
                middle = (low + high) // 2
                parts += [(middle, high), (low, middle)]
        return improved


CHANGES: tuple[Callable[[np.ndarray], np.ndarray], ...] = (
    lambda x: np.zeros_like(x),
    lambda x: np.ones_like(x),
    np.round,
    lambda x: np.clip(np.round(x), -2, 2),
    np.abs,
    lambda x: np.trunc(x / 2),
    lambda x: x - np.sign(x),
    lambda x: np.round(2 * x) / 2,
    lambda x: np.round(4 * x) / 4,
    lambda x: np.round(16 * x) / 16,
    lambda x: np.round(256 * x) / 256,
)
"""Ways to make numbers simpler, the most welcome first."""


def _weight(x: float) -> int:
    """How complex a number is: 0 is the simplest, then 1, then small integers and fractions."""
    if not math.isfinite(x):
        return 10_000
    value = Fraction(x)
    top = abs(value.numerator)
    size = top if top <= 16 else 12 + top.bit_length()
    return 2 * (size + 8 * (value.denominator.bit_length() - 1)) + (value < 0)


def _simpler(then: np.ndarray, now: np.ndarray) -> np.ndarray:
    """Where the first numbers are simpler than the second."""
    pairs = zip(then.tolist(), now.tolist(), strict=True)
    return np.array([_weight(a) < _weight(float(b)) for a, b in pairs], dtype=bool)


def _complexity(arrays: Arrays) -> int:
    return sum(_weight(float(x)) for array in arrays.values() for x in np.asarray(array).flat)


def _fits(case: Case, name: str, new: np.ndarray) -> bool:
    """Whether whole numbers stay within the range of their type."""
    made = case.instance.inputs[name]
    if made.dtype != "int" or made.limit is None:
        return True
    return bool(np.all((new >= 0) & (new < max(made.limit, 1))))


def _owns(node: Node, case: Case, id: str) -> bool:
    """Whether a leaf's id is that of a claim, or of a part of it."""
    if not id.startswith(node.id + case.tag):
        return False
    rest = id.removeprefix(node.id + case.tag)
    return not rest or (rest[0] == "." and rest[1:] in {p.suffix for p in node.pairings})


def _shape(node: Node, suffix: str) -> tuple[int, ...]:
    return next((p.shape for p in node.pairings if p.suffix == suffix), node.sizes)
