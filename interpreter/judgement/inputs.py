"""The arrays of an instance: what each stands for, and numbers to fill it with.

Every number is representable in float32, so that the two precisions run the same instance.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from math import prod
from typing import Any

import numpy as np


class Manner(Enum):
    """A way to draw numbers. The first few serve the edges; the rest meet hypotheses."""

    USUAL = "usual"
    """Variance-preserving normal numbers, a mean a leading block; scalars above 0."""
    SIGNED = "signed"
    """As usual, with scalars of either sign."""
    EDGES = "edges"
    """Zeros, equal entries, tiny scalars."""
    POSITIVE = "positive"
    UNIT = "unit interval"
    NEGATIVE = "negative"
    LARGE = "above 1"
    ZERO = "zero"
    ONE = "one"
    SIMPLEX = "probabilities"
    SORTED = "sorted"
    WHOLE = "whole numbers"
    EQUAL = "equal entries"
    """Every array constant, scalars 0: a variance of 0 with `ε = 0`."""
    OFFSET = "a common offset"
    """10⁴ added to all entries of data, where `E[x²] − μ²` loses everything."""
    SHIFTED = "shifted shards"
    """Blocks along the first dimension with means far apart."""
    UNEQUAL = "unequal magnitudes"
    """Entries from 2⁻¹⁰ to 2¹⁰, scalars below 0."""
    ALONE = "one of them zero"
    """As signed, and one binder is 0; which one changes from draw to draw."""


FURTHER = (
    Manner.OFFSET, Manner.EQUAL, Manner.SHIFTED, Manner.UNEQUAL, Manner.EDGES, Manner.USUAL,
    Manner.WHOLE, Manner.SIGNED,
)  # fmt: skip
"""The manners of further draws on a program that is quick, in turn."""
EDGES = (Manner.EQUAL, Manner.OFFSET, Manner.SHIFTED, Manner.UNEQUAL, Manner.ALONE)
"""Those that are of no use where a hypothesis has to be met."""
SHIFT = 10_000.0

WHOLE = 4
"""The largest absolute value of an integer that nothing limits."""


@dataclass(frozen=True, slots=True)
class Input:
    """A named array: dimension `k` of it runs along `axes[k]`.

    `rank` counts the arguments of the function that it is: a vector over `Fin (a * b)` has two
    axes and rank 1. `binder` is the binder that it belongs to.
    """

    name: str
    dtype: str
    axes: tuple[Any, ...]
    rank: int
    binder: str
    limit: int | None = None
    """Ints lie in `0 … limit-1`; without a limit they are of either sign, up to `WHOLE`."""
    scale: float | None = None
    recipe: bool = False
    """Whether it is a coefficient of a sampled function."""
    graded: bool = False
    """Whether entries along the first dimension are of very different magnitudes."""

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(int(axis.size) for axis in self.axes)


def draw(made: Input, manner: Manner, seed: tuple[int, ...]) -> np.ndarray:
    """Numbers for an input: the same for the same name, manner and seed."""
    rng = np.random.default_rng([zlib.crc32(made.name.encode()), *seed])
    if made.dtype == "int":
        low, high = (-WHOLE, WHOLE + 1) if made.limit is None else (0, max(made.limit, 1))
        if made.limit is None and manner in (Manner.POSITIVE, Manner.LARGE):
            low = 1
        elif made.limit is None and manner is Manner.NEGATIVE:
            high = 0
        values = rng.integers(low, high, made.shape)
        return np.zeros_like(values) if manner in (Manner.EDGES, Manner.ZERO) else values
    if made.dtype == "bool":
        return rng.integers(0, 2, made.shape).astype(bool)
    values = _reals(made, manner, rng)
    if made.graded and made.shape:
        n = made.shape[0]
        grades = 4.0 ** (1 - np.arange(n) % 7)
        values = values * grades.reshape((n,) + (1,) * (len(made.shape) - 1))
    return np.asarray(values, dtype=np.float32).astype(np.float64)


def of_each(inputs: Mapping[str, Input], manner: Manner, turn: int) -> dict[str, Manner]:
    """The manner of each binder; `turn` tells which one is alone in being zero."""
    manners = {made.binder: manner for made in inputs.values()}
    if manner is Manner.ALONE:
        manners = dict.fromkeys(manners, Manner.SIGNED)
        manners[list(manners)[turn % len(manners)]] = Manner.ZERO
    return manners


def draw_all(
    inputs: Mapping[str, Input], manners: Mapping[str, Manner], seed: tuple[int, ...]
) -> dict[str, np.ndarray]:
    """Numbers for all inputs, each in the manner of its binder; functions stay what they are."""
    usual = Manner.USUAL
    return {
        name: draw(
            made, usual if made.recipe or made.graded else manners.get(made.binder, usual), seed
        )
        for name, made in inputs.items()
    }


def _reals(made: Input, manner: Manner, rng: np.random.Generator) -> np.ndarray:
    shape = made.shape
    normal = rng.standard_normal(shape)
    match manner:
        case Manner.POSITIVE:
            return np.abs(normal) * _scale(made) + 2.0**-4
        case Manner.UNIT:
            return rng.uniform(0.05, 0.95, shape)
        case Manner.NEGATIVE:
            return -np.abs(normal) * _scale(made) - 2.0**-4
        case Manner.LARGE:
            return 1 + 2 * np.abs(normal) + 2.0**-4
        case Manner.ZERO:
            return np.zeros(shape)
        case Manner.ONE:
            return np.ones(shape)
        case Manner.SIMPLEX:
            return _simplex(shape, rng)
        case Manner.SORTED:
            return np.sort(normal.reshape(-1)).reshape(shape)
        case Manner.WHOLE:
            return rng.integers(-3, 4, shape).astype(np.float64)
        case Manner.EDGES:
            return _edges(made, normal, rng)
        case Manner.EQUAL:
            return np.full(shape, float(rng.standard_normal()) if shape else 0.0)
        case Manner.UNEQUAL:
            grades = 2.0 ** rng.integers(-10, 11, shape)
            return normal * grades if shape else -np.abs(normal)
        case Manner.OFFSET if shape and made.rank <= 2:
            return SHIFT + normal
        case Manner.SHIFTED if len(shape) > 1:
            return _scale(made) * (normal + 16 * _block_means(shape, rng))
    if not shape:
        if manner in (Manner.USUAL, Manner.OFFSET, Manner.SHIFTED):
            return rng.uniform(0.1, 1.0, shape)
        return normal
    return _scale(made) * (normal + _block_means(shape, rng))


def _scale(made: Input) -> float:
    """One over the root of a likely fan-in: rank 1 is data, ranks above are weights."""
    if made.scale is not None:
        return made.scale
    if made.rank <= 1:
        return 1.0
    if made.rank == 2:
        return prod(made.shape) ** -0.25 if prod(made.shape) else 1.0
    return max(prod(made.shape[1:]), 1) ** -0.5


def _block_means(shape: tuple[int, ...], rng: np.random.Generator) -> np.ndarray:
    """A mean of its own for every block along the first dimension, none for a plain vector."""
    if len(shape) < 2:
        return np.zeros(())
    means = rng.standard_normal(shape[0])
    return means.reshape((-1,) + (1,) * (len(shape) - 1))


def _edges(made: Input, normal: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    if not made.shape:
        return np.asarray(rng.choice([0.0, -abs(float(normal)), 2.0**-17, 2.0**-10]))
    kind = rng.integers(0, 3)
    if kind == 0:
        return np.full(made.shape, _scale(made) * float(rng.standard_normal()))
    if kind == 1:
        return np.where(rng.integers(0, 2, made.shape) == 0, 0.0, _scale(made) * normal)
    return 8 * _scale(made) * normal


def _simplex(shape: tuple[int, ...], rng: np.random.Generator) -> np.ndarray:
    """Multiples of a power of two along the last dimension that add up to 1 exactly."""
    if not shape or shape[-1] == 0:
        return np.ones(shape)
    n = shape[-1]
    steps = 1 << 10
    weights = rng.uniform(0.1, 1.0, shape)
    parts = np.floor(weights / weights.sum(-1, keepdims=True) * steps)
    parts[..., 0] += steps - parts.sum(-1)
    assert n >= 1
    return parts / steps
