"""The two programs of a plan run on a draw, and what is known of how they ran."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from .plan import Plan
from .programs import Programs, collectives

Outputs = dict[str, dict[str, np.ndarray]]
"""Precision to output to array."""


@dataclass
class Runner:
    """Runs plans at given precisions."""

    programs: Programs
    precisions: tuple[str, ...]
    used: int = 0
    """Devices that the largest program ran on."""
    emulated: bool = False
    collectives: dict[str, int] = field(default_factory=dict)

    def outputs(
        self, made: Plan, arrays: Mapping[str, np.ndarray], precisions: Sequence[str] = ()
    ) -> Outputs:
        """The outputs of both programs at the precisions, all that were asked for by default."""
        wanted = precisions or self.precisions
        if not made.near and not made.far:
            return {p: {} for p in wanted}
        if self.together(made):
            self.used = max(self.used, 1)
            return self.programs.run_all({**made.near, **made.far}, self.precisions, arrays)
        jobs = [(made.near, p, made.mesh_axis) for p in wanted]
        if list(made.near.values()) != list(made.far.values()) or made.mesh_axis is not None:
            jobs += [(made.far, p, None) for p in wanted]
        self.programs.prepare(jobs)
        near = self.programs.run_all(made.near, wanted, arrays, made.mesh_axis)
        if made.near:
            self.note(made, wanted[0])
        if len(jobs) > len(wanted):
            far = self.programs.run_all(made.far, wanted, arrays)
        else:
            far = {p: dict(zip(made.far, near[p].values(), strict=True)) for p in wanted}
        return {p: {**near[p], **far[p]} for p in wanted}

    def together(self, made: Plan) -> bool:
        """Whether both sides are one program: nothing is replicated, and it is quick."""
        return made.mesh_axis is None and self.programs.quick({**made.near, **made.far})

    def note(self, made: Plan, precision: str) -> None:
        """Remember the devices and the collectives of the replicas' program."""
        if made.mesh_axis is None or self.programs.interpret:
            self.used = max(self.used, 1)
            return
        program = self.programs.program(made.near, precision, made.mesh_axis)
        self.used = max(self.used, len(program.devices))
        self.emulated = self.emulated or program.emulated
        for operation, count in collectives(program).items():
            self.collectives[operation] = max(self.collectives.get(operation, 0), count)
