"""Standard controls of a check over replicas: what has to show if the check can see anything.

- COLLECTIVE: the compiled program really contains the sums over replicas of the statement.
- CONTROL: the replicas' data differ, and a program that exchanges nothing gives something else.
- DUPLICATED: with every replica given the same data, exchanging nothing changes nothing.
- REPEAT: the same program run twice gives the same bits.
- SENSITIVITY: 10⁻⁴ added to the replicas' data moves the result. It is added to every second
  entry, by lot: much of what is normalised does not see all of its input shifted.

A control that cannot fire at the data at hand is an error, not a pass.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from denotary.interpreter.graph import GraphError, by_creation

from .compare import Measure, threshold
from .drawing import Case
from .exchange import Place, duplicated, places, summed, without_exchange
from .programs import Output, TooLarge, Unrunnable
from .verdict import Control

if TYPE_CHECKING:
    from .session import Session

MOVE = 1e-4
"""What is added to the replicas' data to see whether the result is sensitive to them."""
TERMS = 8
"""Sums over replicas whose terms are looked at, the first in the order of computation."""
LARGEST_TERM = 1_000_000
"""Entries of a term at most."""
NAMES = ("COLLECTIVE", "CONTROL", "DUPLICATED", "REPEAT", "SENSITIVITY")
PASSED, FAILED, ERROR, NOT_RUN = "passed", "failed", "error", "not run"


def controls(session: Session, case: Case) -> tuple[Control, ...]:
    """The controls of a case that runs over replicas."""
    work = _Controls(session, case)
    runs = (work.collective, work.control, work.duplicated, work.repeat, work.sensitivity)
    return tuple(_guarded(name, run) for name, run in zip(NAMES, runs, strict=True))


def single_replica(binder: str) -> tuple[Control, ...]:
    """The controls of a statement over replicas that was judged for one replica alone."""
    reason = f"cannot fire: {binder} = 1, so there is nothing to exchange"
    return tuple(Control(name, ERROR, reason) for name in NAMES[:3])


def switched_off() -> tuple[Control, ...]:
    """The controls of a theorem over replicas where they were not wanted."""
    return tuple(Control(name, NOT_RUN, "switched off (--no-controls)") for name in NAMES)


def _guarded(name: str, run: Callable[[], Control]) -> Control:
    try:
        return run()
    except (GraphError, TooLarge, Unrunnable) as error:
        return Control(name, NOT_RUN, str(error))


@dataclass
class _Controls:
    session: Session
    case: Case
    _base: dict[str, np.ndarray] | None = None

    def __post_init__(self) -> None:
        made = self.case.made
        self.rho = made.mesh_axis
        self.near = made.near
        self.nums = [num for num, _ in made.near.values()]
        self.places: dict[str, set[Place]] = places(self.nums, self.rho)
        self.alone: dict[str, Output] | None = None

    # ---- running

    def run(self, arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """The replicas' program in float64."""
        return self.session.programs.run(self.near, "f64", arrays, self.rho)

    @property
    def base(self) -> dict[str, np.ndarray]:
        if self._base is None:
            self._base = self.run(self.case.arrays)
        return self._base

    def isolated(self) -> dict[str, Output]:
        """The program without exchange; its outputs vary with the replica where they did not."""
        if self.alone is None:
            found = without_exchange(self.nums, self.rho)
            self.alone = {}
            for (name, (_, axes)), num in zip(self.near.items(), found, strict=True):
                over = (self.rho, *axes) if self.rho not in axes else axes
                self.alone[name] = (num, over)
            for k, term in enumerate(summed(self.nums, self.rho)[:TERMS]):
                axes = by_creation(term.axes)
                if np.prod([int(a.size) for a in axes], dtype=float) <= LARGEST_TERM:
                    self.alone[f"term{k}"] = (term, axes)
        return self.alone

    def run_isolated(self, arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        return self.session.programs.run(self.isolated(), "f64", arrays, self.rho)

    # ---- measuring

    def apart(
        self, left: Mapping[str, np.ndarray], right: Mapping[str, np.ndarray], spread: bool = False
    ) -> float:
        """How far two runs' outputs are apart, relative to their size, at the worst.

        `spread`: the right one may have an axis of replicas in front that the left one lacks.
        """
        worst = 0.0
        for name in self.near:
            a, b = np.asarray(left[name], float), np.asarray(right[name], float)
            if spread and a.ndim < b.ndim:
                a = a[None]
            worst = max(worst, _relative(a, b))
        return worst

    def explained(self) -> float:
        """The relative difference that rounding explains, by the noise of this theorem's leaves."""
        noises = [
            noise
            for record in self.session.records.by_id.values()
            for (_, manner), noise in record.noises.items()
            if manner == self.case.manner.value
        ]
        measure = Measure(scale=1.0, noise=max(noises, default=0.0))
        return threshold(measure, 0.0)

    # ---- the controls

    def collective(self) -> Control:
        wanted = self.case.made.sums
        program = self.session.programs.program(self.near, self.session.precisions[0], self.rho)
        if program.emulated:
            reason = "emulated on one device: give as many devices as replicas"
            return Control("COLLECTIVE", NOT_RUN, reason)
        return collective(wanted, program.collectives, program.compiled_collectives())

    def control(self) -> Control:
        if not self.case.made.sums:
            return Control("CONTROL", NOT_RUN, "the statement exchanges nothing")
        outputs = self.run_isolated(self.case.arrays)
        spreads = [
            _spread(outputs[name], axes.index(self.rho))
            for name, (_, axes) in self.isolated().items()
            if name not in self.near and self.rho in axes
        ]
        if not any(spreads):
            return Control("CONTROL", ERROR, "cannot fire: every replica has the same terms")
        gap = self.apart(self.base, outputs, spread=True)
        most = max(spreads)
        if gap <= self.explained():
            return Control(
                "CONTROL", FAILED, "a program that exchanges nothing gives the same", gap
            )
        return Control(
            "CONTROL", PASSED,
            f"the replicas' terms differ by {most:.1e}; without exchange the result is off", gap,
        )  # fmt: skip

    def duplicated(self) -> Control:
        if not self.case.made.sums:
            return Control("DUPLICATED", NOT_RUN, "the statement exchanges nothing")
        if not self.places:
            return Control("DUPLICATED", ERROR, "cannot fire: no input has a slice a replica")
        arrays = duplicated(self.case.arrays, self.places)
        evaluate = self.session.programs.evaluate
        if not all(c.wished or c.holds(arrays, evaluate) for c in self.case.conditions):
            return Control("DUPLICATED", NOT_RUN, "a hypothesis fails at duplicated data")
        if _same(arrays, self.case.arrays):
            return Control("DUPLICATED", ERROR, "cannot fire: the replicas had the same data")
        together, alone = self.run(arrays), self.run_isolated(arrays)
        gap = self.apart(together, alone, spread=True)
        if gap > self.explained():
            return Control("DUPLICATED", FAILED, "exchange changes what every replica has", gap)
        moved = self.apart(self.base, together)
        if moved == 0:
            return Control("DUPLICATED", ERROR, "cannot fire: the result ignores the data")
        return Control("DUPLICATED", PASSED, "exchange changes nothing", gap)

    def repeat(self) -> Control:
        again = self.run(self.case.arrays)
        return repeat(self.base, again)

    def sensitivity(self) -> Control:
        names = [n for n in self.places if self.case.instance.inputs[n].dtype == "real"]
        if not names:
            return Control("SENSITIVITY", ERROR, "cannot fire: no input has a slice a replica")
        rng = np.random.default_rng([*self.case.seed, 5])
        arrays = {
            name: array + MOVE * rng.integers(0, 2, array.shape) if name in names else array
            for name, array in self.case.arrays.items()
        }
        gap = self.apart(self.base, self.run(arrays))
        if gap <= self.explained():
            return Control("SENSITIVITY", FAILED, f"input +{MOVE:g} does not show", gap)
        return Control("SENSITIVITY", PASSED, f"input +{MOVE:g} moves the result", gap)


def collective(wanted: int, traced: int, compiled: int) -> Control:
    """Whether a program has the sums over replicas that the statement has."""
    said = f"sums over replicas: {wanted} stated, {traced} traced, {compiled} compiled"
    if not wanted:
        fine = not traced and not compiled
        return Control("COLLECTIVE", PASSED if fine else FAILED, said)
    fine = traced == wanted and compiled > 0
    return Control("COLLECTIVE", PASSED if fine else FAILED, said, float(compiled))


def repeat(first: Mapping[str, np.ndarray], second: Mapping[str, np.ndarray]) -> Control:
    """Whether two runs gave the same bits."""
    if all(
        np.array_equal(first[name], second[name], equal_nan=_real(first[name])) for name in first
    ):
        return Control("REPEAT", PASSED, "the same bits")
    gap = max(_relative(np.asarray(first[n], float), np.asarray(second[n], float)) for n in first)
    return Control("REPEAT", FAILED, "two runs differ", gap)


def _real(array: np.ndarray) -> bool:
    return array.dtype.kind == "f"


def _relative(a: np.ndarray, b: np.ndarray) -> float:
    """The largest difference, relative to the largest value."""
    if not a.size or not b.size:
        return 0.0
    with np.errstate(all="ignore"):
        gap = float(np.max(np.abs(a - b)))
        size = max(float(np.max(np.abs(a))), float(np.max(np.abs(b))))
    if gap == 0:
        return 0.0
    return gap / size if size else gap


def _spread(term: np.ndarray, axis: int) -> float:
    """How far the replicas' terms are apart."""
    array = np.moveaxis(np.asarray(term, float), axis, 0)
    return _relative(np.broadcast_to(array[:1], array.shape), array)


def _same(a: Mapping[str, np.ndarray], b: Mapping[str, np.ndarray]) -> bool:
    return all(np.array_equal(a[name], b[name]) for name in a)


__all__ = ["collective", "controls", "repeat", "single_replica", "switched_off"]
