"""EfficientNet-B0's two sides, as evaluated from Lean text, against hand-written JAX.

    python benchmarks/efficientnet_b0.py [--replicas 2] [--batch 1] [--precision f64] [--runs 3]

The rival of the replicas' side and of the single-device side is written with
`lax.conv_general_dilated`, `shard_map` and `pmean`; `rivalry` says how they are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
from rivalry import DTYPES, REPLICAS, SINGLE, Timed, arguments, compare, ours, rival

from denotary.interpreter.lowering.devices import ensure_devices

THEOREM = "Proofs.StableHLO.efficientnetFwdGraphSyncFull_shard"
CLASSES = 10
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


def theirs(replicas: int, batch: int, precision: str) -> dict[str, Timed]:
    """The hand-written programs, on weights and images of their own."""
    from jax import lax
    from jax.sharding import PartitionSpec as P

    dtype = DTYPES[precision]
    weights = random_weights(CLASSES, dtype)
    x = np.random.default_rng(1).normal(size=(replicas * batch, 3, 224, 224)).astype(dtype)
    mean = lambda y: y.mean((0, 2, 3))  # noqa: E731
    synchronised = lambda y: lax.pmean(mean(y), "r")  # noqa: E731
    specs = ((P("r"), P()), P("r"))
    return {
        REPLICAS: rival(partial(forward, mean=synchronised), (x, weights), replicas, specs),
        SINGLE: rival(partial(forward, mean=mean), (x, weights)),
    }


def main() -> None:
    assert __doc__
    given = arguments(
        __doc__.splitlines()[0], replicas=(2, "devices"), batch=(1, "images a replica")
    )
    ensure_devices(given.replicas)
    sizes = {"R": given.replicas, "N": given.batch, "nCls": CLASSES}
    mine = ours(THEOREM, sizes, given.replicas, given.precision)
    compare(mine, theirs(given.replicas, given.batch, given.precision), given.runs)


if __name__ == "__main__":
    main()
