"""From a theorem to its verdict."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from denotary.spec.environment import Environment
from denotary.spec.terms import Term

from .preparing import prepare
from .refutation import Saved
from .session import Session
from .verdict import SAMPLES, TheoremResult


def judge(
    env: Environment,
    name: str,
    *,
    sizes: Mapping[str, str] | None = None,
    devices: int | None = None,
    samples: int = SAMPLES,
    seed: int = 0,
    precisions: Sequence[str] = ("f64", "f32"),
    timeout: float | None = None,
    progress: Callable[[str], None] | None = None,
    instances: Callable[[Term], Term | None] | None = None,
    saved: Saved | None = None,
    controls: bool = True,
) -> TheoremResult:
    """Judge the theorem `name` of `env` on sampled instances.

    `sizes` fixes binders by name, as text. `devices` is how many devices to use, all by default;
    a theorem over more replicas than that is emulated on one. `timeout` is in seconds; whatever
    was seen by then is reported. `progress` is told each stage. `instances` searches for an
    instance of a class, for statements over type variables. `saved` is an instance to judge in
    place of sampled ones; sizes come from it. Without `controls`, those of a theorem over replicas
    are not run, which saves a program, and the result says so. Never raises for what the theorem
    says: what cannot be judged is a status with a message.
    """
    listen = progress or (lambda stage: None)
    begun = time.perf_counter()
    listen("elaborate")
    given = dict(saved.given if saved is not None else sizes or {})
    prepared = prepare(env, name, given, instances)
    if isinstance(prepared, TheoremResult):
        return prepared
    elaborate = time.perf_counter() - begun
    session = Session(env, prepared, given, samples, seed, tuple(precisions), saved, controls)
    deadline = None if timeout is None else time.monotonic() + timeout
    result = session.run(devices, deadline, listen)
    seconds = {**result.seconds, "elaborate": elaborate}
    return replace(result, seconds=seconds)
