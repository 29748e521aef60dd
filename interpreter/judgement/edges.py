"""Which edge cases a draw is one of, told from its sizes and numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from .build import Instance
from .inputs import Input

WIDE = 64
"""Sizes above this one are told: an array that is split into blocks of 64 has more than one."""
APART = 2.0**10
"""How many times one thing has to be another to be called much larger."""


def visits(
    instance: Instance,
    arrays: Mapping[str, np.ndarray],
    given: Mapping[str, str],
    replica: str | None,
) -> tuple[str, ...]:
    """The names of the edge cases; `replica` is the binder that counts replicas, if one does."""
    sizes = {name: int(n) for name, n in instance.choice.sizes.items()}
    sizes |= {name: int(text) for name, text in given.items() if text.isdecimal()}
    found = [*_sizes(sizes, replica)]
    for name, array in arrays.items():
        made = instance.inputs.get(name)
        if made is not None and made.dtype == "real" and not made.recipe and not made.graded:
            found += _numbers(made, np.asarray(array))
    return tuple(dict.fromkeys(found))


def _sizes(sizes: Mapping[str, int], replica: str | None) -> Iterator[str]:
    others = {name: n for name, n in sizes.items() if name != replica}
    if replica is not None and sizes.get(replica) == 1:
        yield f"{replica} = 1"
    if 0 in sizes.values():
        yield "a size of 0"
    if 1 in others.values():
        yield "a size of 1"
    if any(n > WIDE for n in others.values()):
        yield f"a size above {WIDE}"
    if any(n > 1 and n % 2 for n in others.values()):
        yield "an odd size"
    if any(n > 1 and n % 2 == 0 for n in others.values()):
        yield "an even size"
    if len(set(others.values())) > 1:
        yield "unequal sizes"


def _numbers(made: Input, array: np.ndarray) -> Iterator[str]:
    if array.size == 1 and not made.shape:
        value = float(array.reshape(-1)[0])
        if value == 0:
            yield f"{made.name} = 0"
        elif value < 0:
            yield f"{made.name} < 0"
        return
    if array.size < 2:
        return
    size = np.abs(array)
    low, high = float(np.min(array)), float(np.max(array))
    if low == high:
        yield "equal entries"
        if low == 0:
            yield "all zero"
        return
    if np.any(array == 0):
        yield "zeros"
    if float(np.min(size)) > APART / 2 * (high - low):
        yield "a large common offset"
    nonzero = size[size > 0]
    if float(np.max(nonzero)) >= APART * float(np.min(nonzero)):
        yield "unequal magnitudes"
    if array.ndim > 1 and array.shape[0] > 1:
        blocks = array.reshape(array.shape[0], -1)
        if blocks.shape[1] > 1:
            means = blocks.mean(axis=1)
            within = float(np.max(blocks.std(axis=1)))
            if float(np.max(means) - np.min(means)) > 2 * within:
                yield "shifted shards"
