"""Why a theorem is proved by algebra, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from denotary.interpreter.judgement.verdict import Leaf, Status, TheoremResult

LINES = 12
"""Lines of a leaf's derivation that are shown."""
LEAVES = 4
"""Leaves that are shown."""


def lines(result: TheoremResult) -> tuple[str, ...]:
    """What proves a theorem, leaf by leaf, with the cancellations; the cases that it has.

    Empty where it is not proved by algebra.
    """
    if result.status is not Status.PROVED or result.symbolic is None:
        return ()
    out: list[str] = []
    for leaf in result.leaves[:LEAVES]:
        out += _leaf(leaf)
    if len(result.leaves) > LEAVES:
        out.append(f"… and {len(result.leaves) - LEAVES} more leaves; --json has them all")
    out += result.symbolic.derivation
    return tuple(out)


def _leaf(leaf: Leaf) -> Iterator[str]:
    if leaf.symbolic is None:
        return
    yield f"{leaf.id}: by {', '.join(dict.fromkeys(leaf.symbolic.steps))}"
    derivation = leaf.symbolic.derivation
    for line in derivation[:LINES]:
        yield f"  {line}"
    if len(derivation) > LINES:
        yield f"  … and {len(derivation) - LINES} more lines; --json has them all"
