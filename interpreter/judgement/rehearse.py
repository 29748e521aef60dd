"""Whether a theorem could be judged, and what would run: everything but running it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from denotary.spec.environment import Environment
from denotary.spec.terms import Term

from .build import Instance
from .hypotheses import Condition
from .plan import Plan, is_ours
from .preparing import prepare
from .running import Outputs, Runner
from .session import Enough, Session
from .verdict import READY, Status, TheoremResult


@dataclass
class Rehearsal(Session):
    """Takes an instance as far as the programs that would be compiled."""

    ready: bool = False

    def judge_plan(
        self, instance: Instance, made: Plan, conditions: Sequence[Condition], sample: int
    ) -> bool | None:
        for node in made.nodes:
            if node.fault is not None:
                kind = Status.ERROR if is_ours(node.fault) else Status.UNSUPPORTED
                self.fail(kind, node.fault)
                return None
        self.ready = True
        return True


def rehearse(
    env: Environment,
    name: str,
    *,
    sizes: Mapping[str, str] | None = None,
    seed: int = 0,
    timeout: float | None = None,
    progress: Callable[[str], None] | None = None,
    instances: Callable[[Term], Term | None] | None = None,
) -> TheoremResult:
    """`judge` without compiling and running anything.

    `INCONCLUSIVE` with the message `READY` where it could be judged; otherwise what `judge` would
    say: `UNSUPPORTED`, `ERROR`, or `VACUOUS` where no sizes satisfy the hypotheses.
    """
    listen = progress or (lambda stage: None)
    listen("elaborate")
    prepared = prepare(env, name, sizes or {}, instances)
    if isinstance(prepared, TheoremResult):
        return prepared
    session = Rehearsal(env, prepared, dict(sizes or {}), 1, seed, ("f64", "f32"))
    result = session.run(None, None if timeout is None else time.monotonic() + timeout, listen)
    if session.ready and session.problem is None:
        return replace(result, status=Status.INCONCLUSIVE, message=READY)
    return result


@dataclass
class FirstRun(Runner):
    """Keeps what it is first asked to compile and run, and does neither."""

    plan: Plan | None = None
    arrays: Mapping[str, np.ndarray] = field(default_factory=dict)

    def outputs(
        self, made: Plan, arrays: Mapping[str, np.ndarray], precisions: Sequence[str] = ()
    ) -> Outputs:
        if not made.near and not made.far:
            return super().outputs(made, arrays, precisions)
        self.plan, self.arrays = made, arrays
        raise Enough


class _Stopping(Session):
    """Stops at the first run."""

    first: FirstRun

    def running(self) -> Runner:
        self.first = FirstRun(self.programs, self.precisions)
        return self.first


def first_run(
    env: Environment,
    name: str,
    *,
    sizes: Mapping[str, str] | None = None,
    seed: int = 0,
    devices: int | None = None,
) -> FirstRun | None:
    """What `judge` would run first: the plan of both programs, the draw, and what compiles them.

    None where nothing would be run: the theorem is decided exactly, or cannot be judged.
    """
    prepared = prepare(env, name, sizes or {}, None)
    if isinstance(prepared, TheoremResult):
        return None
    session = _Stopping(env, prepared, dict(sizes or {}), 1, seed, ("f64", "f32"))
    session.run(devices, None, lambda stage: None)
    return session.first if session.first.plan is not None else None
