"""ResNet-50's whole step, both sides, as evaluated from Lean text, against hand-written JAX.

    python benchmarks/resnet50.py [--replicas 2] [--batch 1] [--q 7] [--precision f64] [--runs 3]

The sides of `r50_net_syncTiedB`: the 161 gradients of `replicas` devices with synchronised
BatchNorm, all-reduced, and those of one device at the global batch, on images of side `32·q`. The
rival is `lax.conv_general_dilated`, `lax.reduce_window`, `jax.vjp`, and `shard_map` with `pmean`.
It gets the arrays that ours gets, so the last line compares the results.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
from rivalry import DTYPES, REPLICAS, SINGLE, Ours, Timed, arguments, compare, ours, rival

from denotary.interpreter.lowering.devices import ensure_devices

THEOREM = "Proofs.ResNet50SyncTieB.r50_net_syncTiedB"
CLASSES = 10
BLOCKS = [
    (f"s{stage}b{block}", "projected" if block == 0 else "identity", 2 if stage > 1 > block else 1)
    for stage, blocks in ((1, 3), (2, 4), (3, 6), (4, 3))
    for block in range(blocks)
]
"""Name, kind of skip, and stride."""

Params = Mapping[str, Any]


def conv(x: Any, w: Any, b: Any, stride: int) -> Any:
    """Convolution with symmetric padding, as torchvision has it."""
    from jax import lax

    pad = w.shape[-1] // 2
    y = lax.conv_general_dilated(
        x, w, (stride, stride), [(pad, pad)] * 2,
        dimension_numbers=("NCHW", "OIHW", "NCHW"), precision=lax.Precision.HIGHEST,
    )  # fmt: skip
    return y + b[:, None, None]


def forward(fixed: Params, x: Any, mean: Callable, params: Params) -> Any:
    """Logits of a batch; `mean` gives a statistic per channel over the whole batch."""
    import jax.numpy as jnp
    from jax import lax
    from jax.nn import relu

    def conv_bn(x: Any, name: str, stride: int) -> Any:
        y = conv(x, params[f"{name}.W"], fixed[f"{name}.b"], stride)
        centred = y - mean(y)[:, None, None]
        scale = params[f"{name}.γ"] * lax.rsqrt(mean(centred * centred) + fixed[f"{name}.ε"])
        return centred * scale[:, None, None] + params[f"{name}.β"][:, None, None]

    x = relu(conv_bn(x, "w.stem", 2))
    x = lax.reduce_window(
        x, np.array(-np.inf, x.dtype), lax.max, (1, 1, 3, 3), (1, 1, 2, 2),
        ((0, 0), (0, 0), (1, 1), (1, 1)),
    )  # fmt: skip
    for block, kind, stride in BLOCKS:
        name = f"w.{block}.br" if kind == "projected" else f"w.{block}"
        y = relu(conv_bn(x, f"{name}.c1", 1))
        y = relu(conv_bn(y, f"{name}.c2", stride))
        y = conv_bn(y, f"{name}.c3", 1)
        x = relu(y + (conv_bn(x, f"w.{block}.sk", stride) if kind == "projected" else x))
    return jnp.matmul(x.mean((2, 3)), params["w.fW"], precision="highest") + params["w.fb"]


def step(params: Params, fixed: Params, x: Any, g: Any, replicas: int) -> Any:
    """The gradients, over replicas if there are several: each has `replicas` times the cotangent
    of its shard, and the gradients' mean is taken."""
    import jax
    from jax import lax

    mean = lambda y: y.mean((0, 2, 3))  # noqa: E731
    if replicas == 1:
        return jax.vjp(partial(forward, fixed, x, mean), params)[1](g)[0]
    synchronised = lambda y: lax.pmean(mean(y), "r")  # noqa: E731
    grads = jax.vjp(partial(forward, fixed, x, synchronised), params)[1](replicas * g)[0]
    return lax.pmean(grads, "r")


def shapes(name: str) -> int:
    """The side of a kernel, by where it is."""
    return 7 if name == "w.stem.W" else 3 if name.endswith(".c2.W") else 1


def theirs(mine: Ours, replicas: int, batch: int, q: int, precision: str) -> dict[str, Timed]:
    """The hand-written programs on the arrays that ours run on."""
    from jax.sharding import PartitionSpec as P

    dtype = DTYPES[precision]
    named = {name: array.astype(dtype) for name, array in mine.arrays.items()}
    x = named.pop("X").reshape(replicas * batch, 3, 32 * q, 32 * q)
    g = named.pop("G").reshape(replicas * batch, CLASSES)
    params = {
        name: array.reshape(*array.shape[:2], shapes(name), shapes(name))
        if name.endswith(".W")
        else array
        for name, array in named.items()
        if not name.endswith((".b", ".ε"))
    }
    fixed = {name: array for name, array in named.items() if name.endswith((".b", ".ε"))}
    every = (params, fixed, x, g)
    specs = ((P(), P(), P("r"), P("r")), P())
    return {
        REPLICAS: rival(partial(step, replicas=replicas), every, replicas, specs),
        SINGLE: rival(partial(step, replicas=1), every),
    }


def main() -> None:
    assert __doc__
    given = arguments(
        __doc__.splitlines()[0], replicas=(2, "devices"), batch=(1, "images a replica"),
        q=(7, "the image's side in units of 32 pixels"),
    )  # fmt: skip
    ensure_devices(given.replicas)
    sizes = {"R": given.replicas, "N": given.batch, "q": given.q, "nCls": CLASSES, "bf16": "false"}
    mine = ours(THEOREM, sizes, given.replicas, given.precision)
    rivals = theirs(mine, given.replicas, given.batch, given.q, given.precision)
    compare(mine, rivals, given.runs)
    print("largest difference, relative to each gradient:", difference(mine, rivals))


def difference(mine: Ours, rivals: Mapping[str, Timed]) -> str:
    """How far apart the results are, side by side and across."""
    a = {label: each.run() for label, each in mine.sides.items()}
    b = {label: each.run() for label, each in rivals.items()}
    order = parameters()
    assert len(order) == len(mine.leaves) == len(b[SINGLE])
    worst = dict.fromkeys((REPLICAS, SINGLE, "between the rival's sides"), 0.0)

    def apart(x: Any, y: Any) -> float:
        return float(np.abs(np.ravel(x) - np.ravel(y)).max() / np.abs(y).max())

    for name, (near, far) in zip(order, mine.leaves.values(), strict=True):
        pairs = (a[REPLICAS][near], b[REPLICAS]), (a[SINGLE][far], b[SINGLE])
        for label, (x, y) in zip((REPLICAS, SINGLE), pairs, strict=True):
            worst[label] = max(worst[label], apart(x, np.asarray(y[name])))
        across = apart(np.asarray(b[REPLICAS][name]), np.asarray(b[SINGLE][name]))
        worst["between the rival's sides"] = max(worst["between the rival's sides"], across)
    return ", ".join(f"{label} {value:.1e}" for label, value in worst.items())


def parameters() -> list[str]:
    """The parameters in the order of the leaves."""
    names = ["w.stem"]
    for block, kind, _ in BLOCKS:
        branch = f"w.{block}.br" if kind == "projected" else f"w.{block}"
        names += [f"{branch}.{c}" for c in ("c1", "c2", "c3")]
        names += [f"w.{block}.sk"] if kind == "projected" else []
    return [f"{name}.{part}" for name in names for part in ("W", "γ", "β")] + ["w.fW", "w.fb"]


if __name__ == "__main__":
    main()
