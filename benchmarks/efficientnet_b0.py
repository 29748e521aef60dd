"""EfficientNet-B0's two sides, as evaluated from Lean text, against hand-written JAX.

    python benchmarks/efficientnet_b0.py [--replicas 2] [--batch 1] [--precision f64] [--runs 5]

Prints, for the replicas' side and the single-device side, the ratios of trace + compile time and
of run time to a rival written by hand with `lax.conv_general_dilated`, `shard_map` and `psum`. Both
run in this process on the same devices, in turn, so that the machine's noise is shared; quote the
ratios, not the seconds.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from denotary.interpreter.lowering.devices import ensure_devices

THEOREM = "Proofs.StableHLO.efficientnetFwdGraphSyncFull_shard"
# in, expanded, out, squeezed, kernel, stride, skip
BLOCKS = [
    (32, 32, 16, 8, 3, 1, False),
    (16, 96, 24, 4, 3, 2, False),
    (24, 144, 24, 6, 3, 1, True),
    (24, 144, 40, 6, 5, 2, False),
    (40, 240, 40, 10, 5, 1, True),
    (40, 240, 80, 10, 3, 2, False),
    (80, 480, 80, 20, 3, 1, True),
    (80, 480, 80, 20, 3, 1, True),
    (80, 480, 112, 20, 5, 1, False),
    (112, 672, 112, 28, 5, 1, True),
    (112, 672, 112, 28, 5, 1, True),
    (112, 672, 192, 28, 5, 2, False),
    (192, 1152, 192, 48, 5, 1, True),
    (192, 1152, 192, 48, 5, 1, True),
    (192, 1152, 192, 48, 5, 1, True),
    (192, 1152, 320, 48, 3, 1, False),
]


# ---- the rival


def conv_bn(x: Any, w: Mapping[str, Any], stride: int, groups: int, mean: Callable) -> Any:
    """Convolution with XLA's SAME padding, then BatchNorm with statistics by `mean`."""
    import jax.numpy as jnp
    from jax import lax

    y = lax.conv_general_dilated(
        x, w["W"], (stride, stride), "SAME", feature_group_count=groups,
        dimension_numbers=("NCHW", "OIHW", "NCHW"), precision=lax.Precision.HIGHEST,
    )  # fmt: skip
    y = y + w["b"][:, None, None]
    mu = mean(y)
    centred = y - mu[:, None, None]
    var = mean(centred * centred)
    scale = w["g"] / jnp.sqrt(var + 1e-3)
    return centred * scale[:, None, None] + w["be"][:, None, None]


def forward(x: Any, weights: Mapping[str, Any], mean: Callable) -> Any:
    import jax
    from jax.nn import sigmoid, silu

    x = silu(conv_bn(x, weights["stem"], 2, 1, mean))
    for w, (ic, mid, _, _, _, stride, skip) in zip(weights["blocks"], BLOCKS, strict=True):
        y = silu(conv_bn(x, w["e"], 1, 1, mean)) if mid != ic else x
        y = silu(conv_bn(y, w["d"], stride, mid, mean))
        s = silu(y.mean((2, 3)) @ w["z1"] + w["c1"])
        y = y * sigmoid(s @ w["z2"] + w["c2"])[:, :, None, None]
        y = conv_bn(y, w["p"], 1, 1, mean)
        x = x + y if skip else y
    x = silu(conv_bn(x, weights["head"], 1, 1, mean)).mean((2, 3))
    return jax.numpy.matmul(x, weights["fW"], precision="highest") + weights["fb"]


def random_weights(classes: int, dtype: Any) -> dict[str, Any]:
    rng = np.random.default_rng(0)

    def conv(out: int, inner: int, k: int) -> dict[str, Any]:
        scale = 1 / np.sqrt(inner * k * k)
        return {
            "W": (rng.normal(size=(out, inner, k, k)) * scale).astype(dtype),
            "b": np.zeros(out, dtype), "g": np.ones(out, dtype), "be": np.zeros(out, dtype),
        }  # fmt: skip

    def dense(a: int, b: int) -> Any:
        return (rng.normal(size=(a, b)) / np.sqrt(a)).astype(dtype)

    blocks = [
        {
            "e": conv(mid, ic, 1), "d": conv(mid, 1, k), "p": conv(oc, mid, 1),
            "z1": dense(mid, rd), "c1": np.zeros(rd, dtype),
            "z2": dense(rd, mid), "c2": np.zeros(mid, dtype),
        }
        for ic, mid, oc, rd, k, _, _ in BLOCKS
    ]  # fmt: skip
    return {
        "stem": conv(32, 3, 3), "blocks": blocks, "head": conv(1280, 320, 1),
        "fW": dense(1280, classes), "fb": np.zeros(classes, dtype),
    }  # fmt: skip


def rival(replicas: int, batch: int, precision: str, meshed: bool) -> tuple[float, Callable]:
    """Seconds to trace and compile the hand-written program, and the program as a thunk."""
    import jax
    from jax import lax
    from jax.sharding import Mesh
    from jax.sharding import PartitionSpec as P

    dtype = {"f64": np.float64, "f32": np.float32}[precision]
    weights = random_weights(10, dtype)
    x = np.random.default_rng(1).normal(size=(replicas * batch, 3, 224, 224)).astype(dtype)
    if meshed:
        mesh = Mesh(np.array(jax.devices()[:replicas]), ("r",))
        synchronised = lambda y: lax.pmean(y.mean((0, 2, 3)), "r")  # noqa: E731
        program = jax.shard_map(
            partial(forward, mean=synchronised), mesh=mesh, in_specs=(P("r"), P()), out_specs=P("r")
        )
    else:
        program = partial(forward, mean=lambda y: y.mean((0, 2, 3)))
    begun = time.perf_counter()
    compiled = jax.jit(program).lower(x, weights).compile()
    seconds = time.perf_counter() - begun
    placed = jax.device_put((x, weights), compiled.input_shardings[0])
    return seconds, lambda: jax.block_until_ready(compiled(*placed))


# ---- ours


def ours(replicas: int, batch: int, precision: str) -> dict[bool, tuple[float, Callable]]:
    """The same for the two sides of the theorem: `True` is the replicas'."""
    from denotary import load_project
    from denotary.interpreter.judgement import judge as judgement
    from denotary.interpreter.judgement.programs import Programs

    made: dict[bool, tuple[float, Callable]] = {}

    class Enough(Exception):
        pass

    class Recording(Programs):
        def run(self, outputs: Any, precision_: str, arrays: Any, mesh_axis: Any = None) -> Any:
            program = self.program(outputs, precision, mesh_axis)
            seconds = program.trace_seconds + program.compile_seconds
            made[mesh_axis is not None] = (seconds, partial(program.run, arrays))
            if len(made) == 2:
                raise Enough
            return program.run(arrays)

    judgement.Programs = Recording
    project = load_project()
    sizes = {"R": str(replicas), "N": str(batch), "nCls": "10"}
    try:
        judgement.judge(project.environment, THEOREM, sizes=sizes, devices=replicas)
    except Enough:
        return made
    raise SystemExit("the theorem was judged without two programs")


def median(thunk: Callable, runs: int) -> float:
    thunk()
    times = []
    for _ in range(runs):
        begun = time.perf_counter()
        thunk()
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--replicas", type=int, default=2)
    parser.add_argument("--batch", type=int, default=1)
    parser.add_argument("--precision", choices=("f64", "f32"), default="f64")
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    ensure_devices(given.replicas)
    sides = ours(given.replicas, given.batch, given.precision)
    for meshed, label in ((True, "replicas"), (False, "one device")):
        compile_ours, run_ours = sides[meshed]
        compile_theirs, run_theirs = rival(given.replicas, given.batch, given.precision, meshed)
        ratios = [median(run_ours, 1) / median(run_theirs, 1) for _ in range(given.runs)]
        print(
            f"{label:10}  trace+compile {compile_ours:6.1f} s : {compile_theirs:6.1f} s"
            f" = {compile_ours / compile_theirs:5.2f}   run, median of {given.runs} pairs:"
            f" {statistics.median(ratios):5.2f} (from {min(ratios):.2f} to {max(ratios):.2f})"
        )


if __name__ == "__main__":
    main()
