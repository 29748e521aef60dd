"""Graphs as compiled programs, on one device or on a mesh of replicas."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import jax
import numpy as np
from jax import lax
from jax.sharding import Mesh, NamedSharding, PartitionSpec, SingleDeviceSharding

from ..graph import Axis, Num, by_creation, folded, walk
from .devices import Device
from .elementwise import ELEMENTWISE, affine, const
from .structural import STRUCTURAL
from .trace import INT, MESH_NAME, REAL_TYPES, LoweringError, Rule, Trace, Windows, broadcast

RULES: dict[str, Rule] = {**ELEMENTWISE, **STRUCTURAL, "const": const, "affine": affine}

#: An output: a node, and the axes of the array's dimensions (at least the node's own)
Output = tuple[Num, Sequence[Axis]]

# Primitives that sum over a mesh; their names have changed between JAX versions.
_SUMS = ("psum", "psum_invariant", "psum2", "all_reduce")


@dataclass
class Program:
    """A compiled program and what is known about it.

    `collectives` counts the sums over the mesh in the traced program, before XLA;
    `communication` counts every primitive that talks over the mesh. `emulated`: replica axes are
    ordinary dimensions, for want of a mesh.
    """

    outputs: tuple[str, ...]
    inputs: dict[str, tuple[tuple[int, ...], np.dtype]]
    constants: dict[str, jax.Array] = field(repr=False)
    devices: tuple[Device, ...]
    platform: str
    precisions: tuple[str, ...]
    emulated: bool
    communication: dict[str, int]
    operations: int
    trace_seconds: float
    compile_seconds: float
    _compiled: jax.stages.Compiled = field(repr=False)
    _shardings: dict[str, jax.sharding.Sharding] = field(repr=False)

    @property
    def collectives(self) -> int:
        """Sums over replicas in the traced program."""
        return sum(self.communication.get(name, 0) for name in _SUMS)

    def compiled_collectives(self) -> int:
        """All-reduces in the compiled program; XLA may have merged several sums into one."""
        text = self._compiled.as_text() or ""
        return len(re.findall(r" all-reduce(?:-start)?\(", text))

    @property
    def precision(self) -> str:
        """The precision, the first of several."""
        return self.precisions[0]

    def run(self, inputs: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """The outputs in the first precision: see `run_all`."""
        return self.run_all(inputs)[self.precision]

    def run_all(self, inputs: Mapping[str, np.ndarray]) -> dict[str, dict[str, np.ndarray]]:
        """The outputs at every precision as numpy arrays: reals in float64, ints in int64."""
        placed = dict(self.constants)
        for name, (shape, dtype) in self.inputs.items():
            if name not in inputs:
                raise LoweringError(f"expected an array for input {name!r}, got {list(inputs)}")
            array = np.asarray(inputs[name])
            if array.shape != shape:
                raise LoweringError(f"expected input {name!r} of shape {shape}, got {array.shape}")
            placed[name] = jax.device_put(array.astype(dtype), self._shardings[name])
        results = self._compiled(placed)
        return {
            precision: {name: _widen(np.asarray(results[precision][name])) for name in self.outputs}
            for precision in self.precisions
        }

    def memory_bytes(self) -> int | None:
        """Temporary, argument and output bytes on a device as XLA planned them, if it says."""
        plan = self._compiled.memory_analysis()
        if plan is None:
            return None
        parts = ("temp_size_in_bytes", "argument_size_in_bytes", "output_size_in_bytes")
        return sum(getattr(plan, part) for part in parts)


def _widen(array: np.ndarray) -> np.ndarray:
    if array.dtype in (np.bool_, np.int64):
        return array
    return array.astype(np.float64)


def compile(
    outputs: Mapping[str, Output],
    precision: str | Sequence[str] = "f64",
    mesh_axis: Axis | None = None,
    devices: Sequence[Device] | None = None,
    *,
    contractions: bool = True,
    windows: Windows | None = None,
    tables: bool = True,
    compiler_options: Mapping[str, bool | str] | None = None,
) -> Program:
    """Trace and compile `outputs`, at one precision or at several in one program.

    A program of several precisions takes its reals in the first of them and rounds them itself.
    With `mesh_axis` and at least as many devices as its size, every device computes one index of
    that axis, and sums over it are collectives. Otherwise one device computes everything.
    `contractions` looks for matrix products (`contract`), `windows` for convolutions (`windows`):
    by default not on a CPU, where products are faster. `tables` has constant parts
    of every type made arrays beforehand, not of reals alone; `compiler_options` go to XLA.
    """
    devices = list(jax.devices() if devices is None else devices)
    outputs = {name: (num, tuple(axes)) for name, (num, axes) in outputs.items()}
    for name, (num, axes) in outputs.items():
        if not num.axes.issubset(axes):
            raise LoweringError(f"expected output {name!r} to list {num.axes}, got {axes}")
    nodes = list(walk(num for num, _ in outputs.values()))
    named = _inputs(nodes)
    wanted = mesh_axis
    if mesh_axis is not None and len(devices) < mesh_axis.size:
        mesh_axis = None
    used = devices[: mesh_axis.size] if mesh_axis is not None else devices[:1]
    emulated = mesh_axis is None and (
        wanted is not None or any(a.kind == "replica" for node in nodes for a in node.axes)
    )
    convolutions = windows or ("none" if used[0].platform == "cpu" else "all")
    precisions = (precision,) if isinstance(precision, str) else tuple(precision)
    types = {"real": REAL_TYPES[precisions[0]], "int": INT, "bool": np.bool_}

    def body(arrays: dict[str, jax.Array]) -> dict[str, dict[str, jax.Array]]:
        return {precision: at(precision, arrays) for precision in precisions}

    def at(precision: str, arrays: dict[str, jax.Array]) -> dict[str, jax.Array]:
        real = REAL_TYPES[precision]
        arrays = {
            name: lax.convert_element_type(array, real)
            if every[name].dtype == "real" and array.dtype != real
            else array
            for name, array in arrays.items()
        }
        known = {node: arrays[name] for name, node in named_constants.items()}
        trace = Trace(
            precision, arrays, mesh_axis, RULES, contractions, known, windows=convolutions
        )
        trace.run(num for num, _ in outputs.values())
        results = {}
        for name, (num, axes) in outputs.items():
            on_device = tuple(axis for axis in axes if axis is not mesh_axis)
            value = broadcast(trace.known[num], trace.dims(num.axes), on_device)
            if mesh_axis in axes:
                value = lax.expand_dims(value, (axes.index(mesh_axis),))
            results[name] = value
        return results

    constants = folded((num for num, _ in outputs.values()), mesh_axis, reals=not tables)
    named_constants = {f"constant {k}": node for k, node in enumerate(constants)}
    every = {**named, **named_constants}
    layouts = {name: node.attrs[1] for name, node in named.items()}
    layouts |= {name: by_creation(node.axes) for name, node in named_constants.items()}

    function = body
    shardings: dict[str, jax.sharding.Sharding]
    if mesh_axis is None:
        shardings = dict.fromkeys(every, SingleDeviceSharding(used[0]))
    else:
        mesh = Mesh(np.asarray(used), (MESH_NAME,))
        specs = {name: _spec(axes, mesh_axis) for name, axes in layouts.items()}
        shardings = {name: NamedSharding(mesh, spec) for name, spec in specs.items()}
        function = jax.shard_map(
            body,
            mesh=mesh,
            in_specs=(specs,),
            out_specs={
                precision: {name: _spec(axes, mesh_axis) for name, (_, axes) in outputs.items()}
                for precision in precisions
            },
            check_vma=False,
        )

    def place(name: str, array: np.ndarray) -> jax.Array:
        return jax.device_put(array.astype(inputs[name][1]), shardings[name])

    inputs, arguments = {}, {}
    for name, node in every.items():
        shape = tuple(int(axis.size) for axis in layouts[name])
        inputs[name] = (shape, np.dtype(types[node.dtype]))
        arguments[name] = jax.ShapeDtypeStruct(*inputs[name], sharding=shardings[name])

    started = time.perf_counter()
    with jax.default_device(used[0]):
        traced = jax.jit(function).trace(arguments)
        communication, operations = count(traced.jaxpr.jaxpr)
        middle = time.perf_counter()
        compiled = traced.lower().compile(dict(compiler_options) if compiler_options else None)
    return Program(
        outputs=tuple(outputs),
        inputs={name: inputs[name] for name in named},
        constants={name: place(name, constants[node]) for name, node in named_constants.items()},
        devices=tuple(used),
        platform=used[0].platform,
        precisions=precisions,
        emulated=emulated,
        communication=communication,
        operations=operations,
        trace_seconds=middle - started,
        compile_seconds=time.perf_counter() - middle,
        _compiled=compiled,
        _shardings=shardings,
    )


def _spec(axes: Sequence[Axis], mesh_axis: Axis) -> PartitionSpec:
    return PartitionSpec(*(MESH_NAME if axis is mesh_axis else None for axis in axes))


def _inputs(nodes: Sequence[Num]) -> dict[str, Num]:
    """One node an input name; two nodes of one name must agree."""
    named: dict[str, Num] = {}
    for node in nodes:
        if node.op != "input":
            continue
        first = named.setdefault(node.attrs[0], node)
        if first is not node and (first.attrs[1] != node.attrs[1] or first.dtype != node.dtype):
            raise LoweringError(
                f"expected one meaning of input {node.attrs[0]!r}, got {first!r} and {node!r}"
            )
    return named


_COMMUNICATION = (*_SUMS, "pmax", "pmin", "all_gather", "all_gather_invariant", "ppermute")


def count(jaxpr) -> tuple[dict[str, int], int]:
    """Communicating primitives by name, and the number of equations, sub-programs included."""
    found: dict[str, int] = {}
    equations, stack = 0, [jaxpr]
    while stack:
        for equation in stack.pop().eqns:
            equations += 1
            name = equation.primitive.name
            if name in _COMMUNICATION:
                found[name] = found.get(name, 0) + 1
            for value in equation.params.values():
                for each in value if isinstance(value, (tuple, list)) else (value,):
                    if hasattr(each, "eqns"):
                        stack.append(each)
                    elif hasattr(each, "jaxpr") and hasattr(each.jaxpr, "eqns"):
                        stack.append(each.jaxpr)
    return found, equations
