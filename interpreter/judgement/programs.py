"""Programs compiled once, checked for memory before they are, and run on many draws."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from denotary.interpreter import graph

if TYPE_CHECKING:
    from denotary.interpreter.lowering import Program

Output = tuple[Any, tuple[Any, ...]]
"""A node, and the axes of the array's dimensions."""

SMALL = 200_000
"""Scalar operations up to which the reference interpreter is used instead of a compiler."""


LARGE = 300
"""Nodes from which on programs are worth compiling side by side."""
QUICK = 3_000_000
"""Scalar operations up to which XLA's optimisations take longer than they save."""
BUNDLED = 5_000
"""Nodes up to which a quick program computes all precisions at once, for one compilation."""
QUICKLY = {"xla_backend_optimization_level": "0", "xla_llvm_disable_expensive_passes": True}
"""XLA's options for quick programs on a CPU."""


@dataclass
class TooLarge(Exception):
    """A program that would not fit into memory, found before it was compiled."""

    estimate: int
    available: int
    replicas: int

    def __str__(self) -> str:
        on = f" for {self.replicas} replicas on this host" if self.replicas > 1 else ""
        return (
            f"running this needs about {self.estimate / 2**30:.1f} GiB{on}, "
            f"and {self.available / 2**30:.1f} GiB are free"
        )


class Unrunnable(Exception):
    """A program that arrays cannot express, such as one with a number out of float64's range."""


class OutOfTime(Exception):
    """The time given to a theorem is spent."""


@dataclass
class Programs:
    """Compiles and runs graphs on given devices, keeping what it compiled."""

    devices: Sequence[Any]
    listen: Callable[[str], None] = lambda stage: None
    deadline: float | None = None
    interpret: bool = False
    """Whether small programs are run by the reference interpreter, which needs no compiler."""
    seconds: dict[str, float] = field(default_factory=lambda: dict.fromkeys(_STAGES, 0.0))
    _made: dict[Any, Program] = field(default_factory=dict)
    _sizes: dict[Any, tuple[int, int]] = field(default_factory=dict)
    _derivatives: dict[Any, bool] = field(default_factory=dict)

    def check_time(self) -> None:
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise OutOfTime

    def program(
        self,
        outputs: Mapping[str, Output],
        precision: str | tuple[str, ...],
        mesh_axis: Any = None,
    ) -> Program:
        """The compiled program of the outputs. Raises `TooLarge` or `OutOfTime`."""
        from denotary.interpreter.lowering import LoweringError, compile

        key = _key(outputs, precision, mesh_axis)
        found = self._made.get(key)
        if found is None:
            self.check_time()
            self.listen("compile")
            self._check_memory(outputs, precision, mesh_axis)
            devices = self.devices if mesh_axis is not None else self.devices[:1]
            quick = self.quick(outputs)
            options = QUICKLY if quick and self.devices[0].platform == "cpu" else None
            try:
                found = compile(
                    outputs, precision, mesh_axis, devices, tables=quick, compiler_options=options
                )
            except LoweringError as error:
                raise Unrunnable(str(error)) from error
            self.seconds["trace"] += found.trace_seconds
            self.seconds["compile"] += found.compile_seconds
            self._made[key] = found
        return found

    def prepare(self, jobs: Sequence[tuple[Mapping[str, Output], str, Any]]) -> None:
        """Compile several programs, large ones at the same time: XLA's compiler is one thread."""
        missing = {
            key: job
            for job in jobs
            if job[0] and (key := _key(*job)) not in self._made
            and not self._interpreted(job[0], (job[1],))
        }  # fmt: skip
        large = [
            job for job in missing.values()
            if self._size(job[0])[0] > LARGE and not self._bundled(job[0], job[2])
        ]  # fmt: skip
        if len(large) < 2:
            return
        self.check_time()
        self.listen("compile")
        begun, before = time.perf_counter(), dict(self.seconds)
        with ThreadPoolExecutor(min(len(large), os.cpu_count() or 1, 2)) as pool:
            for done in [pool.submit(self.program, *job) for job in large]:
                done.result()
        self.seconds.update(before)
        self.seconds["compile"] += time.perf_counter() - begun

    def run(
        self,
        outputs: Mapping[str, Output],
        precision: str,
        arrays: Mapping[str, np.ndarray],
        mesh_axis: Any = None,
    ) -> dict[str, np.ndarray]:
        """The outputs' values on one draw."""
        if not outputs:
            return {}
        program = self.program(outputs, precision, mesh_axis)
        return self._timed(lambda: program.run(arrays))

    def run_all(
        self,
        outputs: Mapping[str, Output],
        precisions: Sequence[str],
        arrays: Mapping[str, np.ndarray],
        mesh_axis: Any = None,
    ) -> dict[str, dict[str, np.ndarray]]:
        """The outputs' values on one draw at every precision, in one program if that is quick."""
        if outputs and self._interpreted(outputs, precisions):
            return self._timed(
                lambda: {p: graph.evaluate_all(outputs, arrays, p) for p in precisions}
            )
        if not outputs or not self._bundled(outputs, mesh_axis):
            return {p: self.run(outputs, p, arrays, mesh_axis) for p in precisions}
        program = self.program(outputs, tuple(precisions))
        return self._timed(lambda: program.run_all(arrays))

    def _timed(self, work: Callable[[], Any]) -> Any:
        self.check_time()
        self.listen("run")
        begun = time.perf_counter()
        try:
            return work()
        finally:
            self.seconds["run"] += time.perf_counter() - begun

    def _size(self, outputs: Mapping[str, Output]) -> tuple[int, int]:
        """Nodes and scalar operations of a program."""
        key = tuple(num for num, _ in outputs.values())
        if key not in self._sizes:
            cost = graph.estimate(key)
            self._sizes[key] = (cost.nodes, cost.operations)
        return self._sizes[key]

    def operations(self, outputs: Mapping[str, Output]) -> int:
        """Scalar operations of a program."""
        return self._size(outputs)[1]

    def quick(self, outputs: Mapping[str, Output]) -> bool:
        return self._size(outputs)[1] <= QUICK

    def _bundled(self, outputs: Mapping[str, Output], mesh_axis: Any) -> bool:
        """Whether one program computes all precisions; on a mesh its collectives are counted."""
        return mesh_axis is None and self.quick(outputs) and self._size(outputs)[0] <= BUNDLED

    def _interpreted(self, outputs: Mapping[str, Output], precisions: Sequence[str]) -> bool:
        fine = all(p in ("f64", "f32") for p in precisions)
        return self.interpret and fine and self.interpretable(outputs)

    def interpretable(self, outputs: Mapping[str, Output]) -> bool:
        """Whether the reference interpreter could run a program: it is small, and no derivative."""
        derived = any(self.derived(num) for num, _ in outputs.values())
        return not derived and self._size(outputs)[1] <= SMALL

    def derived(self, num: Any) -> bool:
        """Whether a derivative is in it, which the reference only approximates."""
        if num not in self._derivatives:
            self._derivatives[num] = any(n.op == "derivative" for n in graph.walk([num]))
        return self._derivatives[num]

    def evaluate(self, num: Any, arrays: Mapping[str, np.ndarray], axes: Any = ()) -> np.ndarray:
        """One node's value in float64, without a compiler where it is small."""
        if self._size({"": (num, ())})[1] <= SMALL and not self.derived(num):
            return np.asarray(graph.evaluate(num, arrays, tuple(axes)))
        return self.run({"it": (num, tuple(axes))}, "f64", arrays)["it"]

    def _check_memory(
        self, outputs: Mapping[str, Output], precisions: str | tuple[str, ...], mesh_axis: Any
    ) -> None:
        precision = precisions if isinstance(precisions, str) else precisions[0]
        mesh = mesh_axis
        if mesh is not None and len(self.devices) < mesh.size:
            mesh = None
        cost = graph.estimate([num for num, _ in outputs.values()], precision, mesh)
        needed = cost.peak_bytes + sum(
            _COPIES * math.prod(int(axis.size) for axis in axes) * 8 for _, axes in outputs.values()
        )
        device = self.devices[0]
        replicas = mesh.size if mesh is not None and device.platform == "cpu" else 1
        free = available_bytes(device)
        if free is not None and needed * replicas > free:
            raise TooLarge(needed * replicas, free, replicas)


def _key(outputs: Mapping[str, Output], precision: str | tuple[str, ...], mesh_axis: Any) -> Any:
    return (tuple((k, num, axes) for k, (num, axes) in outputs.items()), precision, mesh_axis)


def available_bytes(device: Any) -> int | None:
    """Free memory of a device, or of the host for a CPU; None if it cannot be told."""
    stats = device.memory_stats() if device.platform != "cpu" else None
    if stats and "bytes_limit" in stats:
        return int(stats["bytes_limit"]) - int(stats.get("bytes_in_use", 0))
    if device.platform != "cpu":
        return None
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (OSError, ValueError):
        return None


def collectives(program: Program) -> dict[str, int]:
    """The program's communication by operation, in the names of StableHLO."""
    found: dict[str, int] = {}
    for name, count in program.communication.items():
        label = _COLLECTIVES.get(name, name)
        found[label] = found.get(label, 0) + count
    return found


def sums_over(nums: Sequence[Any], axis: Any) -> int:
    """How many sums over an axis a graph has."""
    return sum(1 for node in graph.walk(nums) if node.op == "reduce" and axis in node.attrs[1])


_COPIES = 4
"""Arrays as large as an output that comparing needs, besides the program's own."""
_STAGES = ("trace", "compile", "run")
_COLLECTIVES = {
    "psum": "all-reduce", "psum2": "all-reduce", "psum_invariant": "all-reduce",
    "all_reduce": "all-reduce", "pmax": "all-reduce", "pmin": "all-reduce",
    "all_gather": "all-gather", "all_gather_invariant": "all-gather",
    "ppermute": "collective-permute",
}  # fmt: skip
