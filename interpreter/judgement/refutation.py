"""The instance of a refutation, to be read as Lean text and to be judged again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .build import Choice, Instance, describe
from .drawing import Case
from .lean_text import lets
from .programs import OutOfTime
from .shrinking import shrink
from .verdict import Refutation, Status

if TYPE_CHECKING:
    from .session import Session


MOST = 4
"""Counterexamples of a theorem at most."""


def refutations(session: Session) -> tuple[Refutation, ...]:
    """A small counterexample to the first leaf that is refuted; others to leaves that hold there.

    The session shows the first. Where time is spent before they are small, they stay as they are.
    """
    found: list[Refutation] = []
    told: set[str] = set()
    small = session.saved is None
    for leaf, record in session.records.by_id.items():
        case = session.bench.refuted.get(leaf)
        if record.status is not Status.REFUTED or case is None or leaf in told:
            continue
        if len(found) == MOST:
            break
        if small:
            try:
                case = shrink(session, leaf, case, told)
            except OutOfTime:
                small = False
                session.notes.append("its time was spent before a counterexample was made small")
        told |= {id for id, at in session.bench.refuted.items() if at is case} | {leaf}
        if not found:
            session.shown = describe(
                session.machine, case.instance, session.statement, session.solution, case.arrays
            )
        place = record.worst
        found.append(refutation(session, leaf, case, place.index if place else ()))
    return tuple(found)


def refutation(session: Session, leaf: str, case: Case, place: Sequence[int]) -> Refutation:
    """The case as Lean text, and what it is made from again. `place`: where the leaf fails."""
    return Refutation(
        leaf=leaf,
        lean=lets(session, case, place),
        arrays={name: np.asarray(case.arrays[name]) for name in case.instance.inputs},
        origin=origin(session, leaf, case),
    )


def origin(session: Session, leaf: str, case: Case) -> dict[str, Any]:
    """How the instance was chosen, as JSON."""
    choice = case.instance.choice
    return {
        "theorem": session.prepared.declaration.name,
        "leaf": leaf,
        "given": dict(session.given),
        "sizes": {name: int(n) for name, n in choice.sizes.items()},
        "bools": dict(choice.bools),
        "variant": choice.variant,
        "choice_seed": list(choice.seed),
        "families": list(choice.families),
        "seed": [int(n) for n in case.seed],
    }


@dataclass(frozen=True)
class Saved:
    """An instance that was kept: what its binders were chosen by, and its numbers."""

    given: Mapping[str, str]
    choice: Choice
    arrays: Mapping[str, np.ndarray]
    seed: tuple[int, ...]
    leaf: str = ""
    theorem: str = ""

    @classmethod
    def of(cls, origin: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> Saved:
        """The instance of what `origin` gave. Raises `KeyError` or `TypeError` for other data."""
        choice = Choice(
            sizes={name: int(n) for name, n in origin["sizes"].items()},
            bools={name: bool(b) for name, b in origin["bools"].items()},
            variant=int(origin["variant"]),
            seed=tuple(origin["choice_seed"]),
            families=tuple(origin["families"]),
        )
        return cls(
            given=dict(origin["given"]),
            choice=choice,
            arrays=arrays,
            seed=tuple(origin["seed"]),
            leaf=origin["leaf"],
            theorem=origin["theorem"],
        )

    def misfit(self, instance: Instance) -> str:
        """Why the numbers are not those of the instance, if so: the theorem has changed."""
        for name, made in instance.inputs.items():
            if name not in self.arrays:
                known = ", ".join(f"`{k}`" for k in self.arrays) or "none"
                return f"the saved instance has no array `{name}`; it has {known}"
            shape = np.shape(self.arrays[name])
            if shape != made.shape:
                return (
                    f"the saved instance has an array `{name}` of shape {shape}, "
                    f"and the theorem needs one of shape {made.shape}"
                )
        return ""
