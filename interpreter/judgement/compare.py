"""Two sides told apart by their own rounding noise, with no tolerance set by hand.

Each side is computed in float64 and in float32. How far a side is from itself across the two is
its float32 rounding noise; rounding in float64 is smaller by the ratio of the unit roundoffs,
2⁻²⁹. An equality holds if the sides in float64 differ by no more than `MULTIPLE` times that. It
fails if they differ by more, and by an amount that does not shrink with the precision as rounding
does. What is in between is not decided. docs/noise.md derives the rule and its constants.

Before a difference counts, both sides are computed again with their inputs moved by `NUDGE`,
relatively. What that moves a side by is a second measure of its rounding, scaled to float64's. And
at a discontinuity (`x / 0 = 0`, a variance that is 0) rounding changes a side by as much as one
likes at any precision: if the nudge moves a side as far as the sides are apart, the draw tells
nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from .verdict import Counterexample, Status

MULTIPLE = 64.0
"""How many times its scaled noise a residual may be. Noise and residual are samples of quantities
of one size; a quotient of two is above 64 in at most 1 draw of 100."""
ROUNDOFF = 2.0**-53
"""Unit roundoff of float64."""
RATIO = 2.0**-29
"""Unit roundoff of float64 over that of float32."""
ULPS = 4.0
"""Units in the last place that sides may differ by where no noise shows: each was rounded."""
EPSILON = 2.0**-52
SHRINKS = 2.0**-10
"""A residual that is below this part of its float32 value, or of the float32 noise, shrinks with
precision: rounding alone is above it in less than 1 draw of 10⁵."""

NUDGE = 2.0**-44
"""How far inputs are moved to see whether a side is steady: far above float64's roundoff, far
below any difference of interest."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One array of each side at every precision, broadcast to one shape. `mask`: where to look.

    The first `outer` dimensions belong to quantifiers. `exact` arrays (ints, truth values,
    strings) have no rounding. `nudged` are both sides in float64 at inputs moved a little, as often
    as that was done; `still` says that there is no input to move.
    """

    left: Mapping[str, np.ndarray]
    right: Mapping[str, np.ndarray]
    exact: bool = False
    mask: np.ndarray | None = None
    outer: int = 0
    nudged: tuple[tuple[np.ndarray, np.ndarray], ...] = ()
    still: bool = False


@dataclass
class Measure:
    """Sizes of things, over the entries looked at."""

    scale: float = 0.0
    residual: dict[str, float] = field(default_factory=dict)
    noise: float = 0.0
    finite: bool = True
    finite32: bool = True
    exact: bool = False
    entries: int = 0
    worst: Counterexample | None = None
    shape: tuple[int, ...] = ()
    response: float | None = None
    """How far a nudge moved a side."""
    still: bool = False
    """Whether there was no input to move."""

    def relative(self, size: float) -> float:
        return size / self.scale if self.scale else (0.0 if size == 0 else math.inf)

    @property
    def relative_noise(self) -> float:
        return self.relative(self.noise)


@dataclass(frozen=True, slots=True)
class Decision:
    """A status with its reason. `tells` is False if the draw decides nothing."""

    status: Status
    message: str = ""
    tells: bool = True
    example: Counterexample | None = None


def measure(pair: Pair, gap: str = "=") -> Measure:
    """Measure a pair; `gap` is `=` for |left - right|, `≤` for what left exceeds right by."""
    left, right = pair.left["f64"], pair.right["f64"]
    result = Measure(exact=pair.exact, shape=left.shape, still=pair.still)
    mask = np.ones(left.shape, bool) if pair.mask is None else pair.mask
    result.entries = int(mask.sum())
    if not result.entries:
        return result
    for precision in pair.left:
        difference = _gap(pair, precision, gap)[mask]
        result.residual[precision] = float(np.max(difference)) if difference.size else 0.0
    if pair.exact:
        result.scale = 1.0
    else:
        with np.errstate(all="ignore"):
            sizes = np.maximum(np.abs(left), np.abs(right))[mask]
            result.scale = float(np.max(sizes))
            result.finite = bool(np.all(np.isfinite(sizes)))
            if "f32" in pair.left:
                noises = np.maximum(
                    np.abs(pair.left["f32"] - left), np.abs(pair.right["f32"] - right)
                )[mask]
                result.noise = float(np.max(noises))
                result.finite32 = bool(np.all(np.isfinite(noises)))
    if pair.nudged:
        result.response = float(np.max(_response(pair)[mask]))
    worst = np.where(mask, _gap(pair, "f64", gap), -np.inf)
    place = np.unravel_index(int(np.argmax(np.nan_to_num(worst, nan=np.inf))), worst.shape)
    result.worst = Counterexample(
        tuple(int(i) for i in place), float(left[place]), float(right[place])
    )
    return result


def _response(pair: Pair) -> np.ndarray:
    """How far the nudges moved the sides at most, entry by entry."""
    moved = []
    for sides in pair.nudged:
        for side, nudged in zip((pair.left, pair.right), sides, strict=True):
            if side["f64"].dtype == np.bool_:
                moved.append((nudged != side["f64"]).astype(np.float64))
            else:
                with np.errstate(all="ignore"):
                    moved.append(np.abs(nudged - side["f64"]).astype(np.float64))
    return np.nan_to_num(np.maximum.reduce(moved), nan=np.inf)


def _gap(pair: Pair, precision: str, gap: str) -> np.ndarray:
    left, right = pair.left[precision], pair.right[precision]
    if pair.exact and left.dtype == np.bool_:
        return (left != right).astype(np.float64)
    with np.errstate(all="ignore"):
        difference = np.asarray(left - right, dtype=np.float64)
    return difference if gap == "≤" else np.abs(difference)


def threshold(found: Measure, relative_noise: float) -> float:
    """The residual in float64 that rounding explains."""
    if found.exact:
        return 0.0
    noise = max(found.noise, relative_noise * found.scale)
    return MULTIPLE * RATIO * noise + ULPS * EPSILON * found.scale


def conditioned(found: Measure) -> float:
    """The residual that rounding explains by what a nudge of the inputs moves."""
    return MULTIPLE * (ROUNDOFF / NUDGE) * (found.response or 0.0)


def unusable(found: Measure) -> Decision | None:
    """Why nothing can be said, if so."""
    if not found.finite:
        return Decision(
            Status.INCONCLUSIVE,
            "a side overflows or is not a number in float64, which no real number is",
            tells=False,
        )
    if not found.finite32:
        return Decision(
            Status.INCONCLUSIVE,
            "a side overflows in float32, so its noise is not known",
            tells=False,
        )
    return None


def equal(found: Measure, relative_noise: float, input_size: float) -> Decision:
    """Whether the sides are equal. `input_size` bounds the inputs, for cancellations."""
    if not found.entries:
        return Decision(Status.CONFIRMED)
    failed = unusable(found)
    if failed is not None:
        return failed
    residual = found.residual["f64"]
    limit = threshold(found, relative_noise)
    if residual <= limit:
        return Decision(Status.CONFIRMED)
    return _beyond(found, limit, input_size)


def unsteady(gap: float, found: Measure) -> Decision | None:
    """Why a gap tells nothing, if the nudge moves a side as far."""
    if found.still and not found.exact and found.noise >= gap:
        return Decision(
            Status.INCONCLUSIVE,
            "float32 is off by as much as the sides are apart, and there is no input to move",
            tells=False,
        )
    if found.response is not None and found.response >= gap:
        return Decision(
            Status.INCONCLUSIVE,
            "a side jumps at these inputs, so that rounding alone could set the sides apart",
            tells=False,
        )
    return None


def _beyond(found: Measure, limit: float, input_size: float) -> Decision:
    residual = found.residual["f64"]
    residual32 = max(found.residual.get("f32", residual), found.noise)
    jumps = unsteady(residual, found)
    if jumps is not None:
        return jumps
    if found.exact:
        return Decision(Status.REFUTED)
    if found.response is not None and residual <= limit + conditioned(found):
        return Decision(Status.CONFIRMED)
    if residual < SHRINKS * residual32:
        return Decision(
            Status.INCONCLUSIVE,
            f"the residual {residual:.2g} is above {limit:.2g}, which rounding explains, but it "
            f"shrinks with precision ({residual32:.2g} in float32, its noise included)",
        )
    if residual <= MULTIPLE * EPSILON * input_size:
        return Decision(
            Status.INCONCLUSIVE,
            f"the residual {residual:.2g} is no larger than the rounding of the inputs",
        )
    return Decision(Status.REFUTED)


def at_most(found: Measure, relative_noise: float, input_size: float, *, strict: bool) -> Decision:
    """Whether left ≤ right everywhere, or left < right; `found` measured with the gap `≤`."""
    if not found.entries:
        return Decision(Status.CONFIRMED)
    failed = unusable(found)
    if failed is not None:
        return failed
    excess = found.residual["f64"]
    limit = threshold(found, relative_noise)
    if found.exact:
        fine = excess < 0 if strict else excess <= 0
        if fine:
            return Decision(Status.CONFIRMED)
        return unsteady(abs(excess), found) or Decision(Status.REFUTED)
    if excess > limit:
        return _beyond(found, limit, input_size)
    if not strict or excess < -limit:
        return Decision(Status.CONFIRMED)
    if excess < 0 and found.noise == 0:
        return Decision(Status.CONFIRMED)
    return Decision(
        Status.INCONCLUSIVE,
        "the sides are equal to within rounding, so which is less cannot be told",
    )


def different(pairs: Sequence[Pair], relative_noise: float) -> Decision:
    """Whether the sides differ, at every index of the quantifiers."""
    apart: np.ndarray | None = None
    same = True
    mask: np.ndarray | None = None
    for pair in pairs:
        found = measure(pair)
        failed = unusable(found)
        if failed is not None:
            return failed
        gap = _gap(pair, "f64", "=")
        inner = tuple(range(pair.outer, gap.ndim))
        needed = np.full(gap.shape, threshold(found, relative_noise))
        if pair.nudged:
            needed = np.maximum(needed, _response(pair))
        differs = np.any(gap > needed, axis=inner)
        apart = differs if apart is None else apart | differs
        same = same and bool(np.all(gap == 0))
        if pair.mask is not None:
            mask = np.any(pair.mask, axis=inner)
    if apart is None:
        return Decision(Status.REFUTED, "both sides are the same")
    if np.all(apart if mask is None else apart | ~mask):
        return Decision(Status.CONFIRMED)
    if same:
        return Decision(Status.REFUTED, "both sides are the same")
    return Decision(Status.INCONCLUSIVE, "at some index the sides are equal to within rounding")
