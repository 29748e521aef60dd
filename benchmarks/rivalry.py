"""Both sides of a theorem, as evaluated from Lean text, in one process with a hand-written rival.

The programs of the two run in turn on the same devices, so that the machine's noise is shared:
quote the ratios, not the seconds. Each is given in seconds and, in brackets, in processor seconds
of this process, which say more on a busy machine.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

REPLICAS, SINGLE = "replicas", "one device"
DTYPES = {"f64": np.float64, "f32": np.float32}


@dataclass(frozen=True)
class Cost:
    """Seconds by the clock, and of the processors."""

    wall: float
    cpu: float

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.wall + other.wall, self.cpu + other.cpu)

    def over(self, other: Cost) -> str:
        """Both, and their ratio."""
        return (
            f"{self.wall:.2f} s : {other.wall:.2f} s = {self.wall / other.wall:.2f}"
            f" ({self.cpu:.2f} s : {other.cpu:.2f} s = {self.cpu / other.cpu:.2f})"
        )


@dataclass(frozen=True)
class Timed:
    """A program ready to run, what tracing and compiling it took, and the bytes that XLA plans for
    it on a device. `run` gives its outputs."""

    made: Cost
    memory: int
    run: Callable[[], Any]


@dataclass(frozen=True)
class Ours:
    """The programs of both sides and the draw that they run on."""

    sides: Mapping[str, Timed]
    arrays: Mapping[str, np.ndarray]
    leaves: Mapping[str, tuple[str, str]]
    """Of each leaf, by id, the outputs of the replicas' side and of the single device's."""
    evaluate: Cost
    """Of everything before: instances drawn, both sides evaluated from terms to graphs."""


def ours(theorem: str, sizes: Mapping[str, Any], replicas: int, precision: str) -> Ours:
    """The programs that judging `theorem` would run on its first draw."""
    from denotary import load_project
    from denotary.interpreter.judgement.rehearse import first_run

    environment = load_project().environment
    given = {name: str(value) for name, value in sizes.items()}
    evaluate, first = timed(lambda: first_run(environment, theorem, sizes=given, devices=replicas))
    if first is None or first.plan is None:
        raise SystemExit(f"{theorem} is judged without programs")
    sides = {}
    jobs = ((REPLICAS, first.plan.near, first.plan.mesh_axis), (SINGLE, first.plan.far, None))
    for label, wanted, mesh in jobs:
        cost, program = timed(partial(first.programs.program, wanted, precision, mesh))
        sides[label] = Timed(cost, program.memory_bytes() or 0, partial(program.run, first.arrays))
    leaves = {n.id: (n.pairings[0].left, n.pairings[0].right) for n in first.plan.nodes}
    return Ours(sides, first.arrays, leaves, evaluate)


def rival(
    function: Callable[..., Any],
    arguments: Sequence[Any],
    replicas: int = 1,
    specs: tuple[Any, Any] | None = None,
) -> Timed:
    """A hand-written program; with `specs` (arguments, results) under `shard_map` over `r`."""
    import jax
    from jax.sharding import Mesh

    if specs is not None:
        mesh = Mesh(np.array(jax.devices()[:replicas]), ("r",))
        function = jax.shard_map(
            function, mesh=mesh, in_specs=specs[0], out_specs=specs[1], check_vma=False
        )
    cost, compiled = timed(lambda: jax.jit(function).lower(*arguments).compile())
    plan = compiled.memory_analysis()
    parts = ("temp_size_in_bytes", "argument_size_in_bytes", "output_size_in_bytes")
    placed = jax.device_put(tuple(arguments), compiled.input_shardings[0])
    memory = sum(getattr(plan, part) for part in parts)
    return Timed(cost, memory, lambda: jax.block_until_ready(compiled(*placed)))


def arguments(description: str, **more: tuple[int, str]) -> argparse.Namespace:
    """The command line: sizes with their defaults and meanings, precision, number of runs."""
    parser = argparse.ArgumentParser(description=description)
    for name, (default, meaning) in more.items():
        parser.add_argument(f"--{name}", type=int, default=default, help=meaning)
    parser.add_argument("--precision", choices=tuple(DTYPES), default="f64")
    parser.add_argument("--runs", type=int, default=3, help="pairs of runs, after one of each")
    return parser.parse_args()


def compare(mine: Ours, theirs: Mapping[str, Timed], runs: int) -> None:
    """Print what both programs of each side took, and the ratios."""
    for label, (a, b) in {k: (mine.sides[k], theirs[k]) for k in theirs}.items():
        print(f"{label}: trace + compile {a.made.over(b.made)}")
        memory = f"{a.memory / 2**20:.0f} MiB : {b.memory / 2**20:.0f} MiB"
        print(f"{label}: memory on a device {memory} = {a.memory / b.memory:.2f}")
        a.run()
        b.run()
        pairs = [(timed(a.run)[0], timed(b.run)[0]) for _ in range(runs)]
        _, x, y = sorted((x.cpu / y.cpu, k, x, y) for k, (x, y) in enumerate(pairs))[runs // 2][1:]
        print(f"{label}: run, median of {runs} pairs, {x.over(y)}", flush=True)
    both = sum((each.made for each in mine.sides.values()), Cost(0, 0))
    rivals = sum((each.made for each in theirs.values()), Cost(0, 0))
    print(f"both sides: trace + compile {both.over(rivals)}")
    print(f"both sides: with evaluation {(both + mine.evaluate).over(rivals)}")


class Clock:
    """What has passed since it was made."""

    def __init__(self) -> None:
        self.begun = (time.perf_counter(), time.process_time())

    def read(self) -> Cost:
        wall, cpu = self.begun
        return Cost(time.perf_counter() - wall, time.process_time() - cpu)


def timed(thunk: Callable[[], Any]) -> tuple[Cost, Any]:
    """What a thunk takes, and what it gives."""
    clock = Clock()
    result = thunk()
    return clock.read(), result
