"""A theorem proved by algebra: for all sizes where that can be done, else at small ones."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from denotary.interpreter.judgement.verdict import (
    ALL_SIZES,
    Leaf,
    Status,
    Symbolic,
    TheoremResult,
)
from denotary.spec.environment import Environment, UnknownConstant
from denotary.spec.terms import Term

from .at_sizes import prove_at
from .for_all import Proof, prove_all

SHARE = 0.5
"""The part of a theorem's time that the proof for all sizes may take."""
SECONDS = 60.0
"""What it may take where the theorem has no limit."""


def prove_theorem(
    env: Environment,
    name: str,
    *,
    sizes: Mapping[str, str] | None = None,
    seed: int = 0,
    timeout: float | None = None,
    progress: Callable[[str], None] | None = None,
    instances: Callable[[Term], Term | None] | None = None,
) -> TheoremResult:
    """Prove the theorem `name` of `env`: for all sizes, or else at those of `prove_at`.

    The arguments are those of `judge`. Never raises for what the theorem says.
    """
    listen = progress or (lambda stage: None)
    listen("prove for all sizes")
    share = SECONDS if timeout is None else min(SECONDS, SHARE * timeout)
    everywhere = prove_everywhere(env, name, timeout=share)
    if everywhere.status in (Status.PROVED, Status.ERROR):
        return everywhere
    spent = everywhere.total_seconds
    left = None if timeout is None else max(timeout - spent, 1.0)
    result = prove_at(
        env, name, sizes=sizes, seed=seed, timeout=left, progress=progress, instances=instances
    )
    return with_reason(result, everywhere)


def with_reason(result: TheoremResult, everywhere: TheoremResult) -> TheoremResult:
    """What was found at small sizes, with why it is not proved for all, and the time of both."""
    run = result.seconds.get("run", 0.0) + everywhere.total_seconds
    if result.symbolic is not None:
        symbolic = replace(result.symbolic, derivation=(everywhere.message,))
        result = replace(result, symbolic=symbolic)
    return replace(result, seconds={**result.seconds, "run": run})


def prove_everywhere(env: Environment, name: str, *, timeout: float | None = None) -> TheoremResult:
    """Prove the theorem `name` of `env` for all sizes; `INCONCLUSIVE` with a reason otherwise."""
    begun = time.perf_counter()
    try:
        declaration = env[name]
    except UnknownConstant as error:
        return TheoremResult(name, Status.ERROR, message=str(error))
    proof = prove_all(env, declaration.type, timeout=timeout)
    seconds = {"run": time.perf_counter() - begun}
    if not proof.proved:
        message = f"not for all sizes: {proof.reason}"
        return TheoremResult(name, Status.INCONCLUSIVE, message=message, seconds=seconds)
    steps = tuple(dict.fromkeys(leaf.domain for leaf in proof.leaves.values()))
    return TheoremResult.about(
        declaration,
        Status.PROVED,
        leaves=tuple(_leaf(leaf.id, proof) for leaf in proof.leaves.values()),
        seconds=seconds,
        symbolic=Symbolic(ALL_SIZES, steps, derivation=_cases(proof)),
    )


def _leaf(id: str, proof: Proof) -> Leaf:
    leaf = proof.leaves[id]
    symbolic = Symbolic(ALL_SIZES, (leaf.domain, *leaf.steps), derivation=leaf.derivation)
    return Leaf(id, Status.PROVED, symbolic=symbolic)


def _cases(proof: Proof) -> tuple[str, ...]:
    """What was distinguished, and what was made use of."""
    lines = [f"case {case}" for case in proof.cases]
    if proof.hypotheses:
        lines.append(f"used: {', '.join(sorted(proof.hypotheses))}")
    return tuple(lines)
