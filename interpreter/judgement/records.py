"""What the draws say of a leaf, gathered into one verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from .compare import Decision, Measure, Pair, at_most, different, equal, measure
from .leaves import Sampled
from .plan import Node, Pairing, is_ours
from .verdict import Counterexample, Leaf, Status

Arrays = Mapping[str, Mapping[str, np.ndarray]]
"""Precision to output to array. Under keys that begin with `NUDGED` are the outputs in float64 at
inputs moved a little."""
NUDGED = "nudged"


TENTATIVE = "it fails where a quantifier inside it holds at the values tried, or by rounding"


Settled = dict[tuple[str, str], Decision]
"""A claim's id and the suffix of a pairing to what exact arithmetic says of it."""


@dataclass
class Record:
    """A leaf over all draws so far."""

    id: str
    status: Status | None = None
    message: str = ""
    residual: dict[str, float] = field(default_factory=dict)
    noise: float | None = None
    scale: float = 0.0
    shape: tuple[int, ...] = ()
    worst: Counterexample | None = None
    refuting: dict[str, float] = field(default_factory=dict)
    """The residuals of the draw that refuted."""
    entries: int = 0
    noises: dict[tuple[str, str], float] = field(default_factory=dict)
    """Largest relative noise seen, by array and manner of drawing."""
    empty: bool = False
    """Whether an instance had no entries to compare."""
    untold: int = 0
    draws: int = 0
    reason: str = ""
    sampled: dict[Sampled, set[int]] = field(default_factory=dict)
    """The values at which each sampled quantifier told something, as numbers of a draw or of an
    instance."""
    here: Mapping[Sampled, int] = field(default_factory=dict)
    """The same for the draw that is added next."""
    settled: int | None = None
    """The number of the instance of which one good draw is enough, if that is so."""
    cases: dict[int, Decision] = field(default_factory=dict)
    """The best draw of each such instance."""
    reached: list[int] = field(default_factory=list)
    """The draws that told something of it."""
    lenient: bool = False
    refuted_at: int = 0
    """The last draw that refuted it."""

    def add(self, decision: Decision, found: Measure | None = None, draw: int = 0) -> None:
        self.draws += 1
        if found is not None:
            self.entries += found.entries
            if not found.entries:
                return
            self.shape = found.shape
        open = decision.status is Status.INCONCLUSIVE and self.lenient
        if not decision.tells or open:
            self.untold += 1
            self.reason = decision.message
            return
        if draw:
            self.reached.append(draw)
            if decision.status is Status.REFUTED:
                self.refuted_at = draw
        for met, number in self.here.items():
            self.sampled.setdefault(met, set()).add(number)
        if found is not None:
            for precision, value in found.residual.items():
                self.residual[precision] = max(self.residual.get(precision, 0.0), value)
            self.scale = max(self.scale, found.scale)
            if not found.exact:
                self.noise = max(self.noise or 0.0, found.noise)
        if self.settled is not None:
            known = self.cases.get(self.settled, decision)
            self.cases[self.settled] = min(known, decision, key=lambda d: d.status.rank)
            worst = max(self.cases.values(), key=lambda d: d.status.rank)
            self.status, self.message = worst.status, worst.message
        elif self.status is None or decision.status.rank > self.status.rank:
            self.status, self.message = decision.status, decision.message
            self.worst = decision.example or self.worst
            if found is not None and decision.status is Status.REFUTED:
                self.worst = decision.example or found.worst
                self.refuting = {k: found.relative(v) for k, v in found.residual.items()}

    def leaf(self, *, trusted: bool) -> Leaf:
        status, message = self.status or Status.VACUOUS, self.message
        if self.status is None:
            message = "its premises failed at every entry of every instance"
            if self.empty and not self.draws:
                message = "no instance was found that has an entry to compare"
            if self.untold:
                status, message = Status.INCONCLUSIVE, self.reason
        elif self.untold and not message:
            message = f"{self.untold} of {self.draws} draws told nothing: {self.reason}"
        scale = self.scale or 1.0
        if status is Status.REFUTED and not trusted:
            status = Status.INCONCLUSIVE
            message = "the sides differ, but a hypothesis could only be assumed or tested"
        return Leaf(
            id=self.id,
            status=status,
            residual=self.refuting or {k: v / scale for k, v in self.residual.items()},
            noise=None if self.noise is None else self.noise / scale,
            shape=self.shape,
            counterexample=self.worst,
            message=message,
            sampled={met.name: met.times * len(at) for met, at in self.sampled.items()},
            reached=tuple(self.reached),
        )


class Records:
    """The records of a theorem's leaves, by id in order of appearance.

    `closed`: the theorem has no data. `fixed`: the instance at hand has no numbers but those of
    witnesses, so that one witness settles an `∃` of it; otherwise every draw is another case and
    needs its own.
    """

    def __init__(self, closed: bool = False, fixed: bool = False) -> None:
        self.closed = closed
        self.fixed = fixed
        self.decided: dict[str, Decision] = {}
        """Claims of the draw at hand that its inputs decided."""
        self.settled: Settled = {}
        """Parts of claims of the draw at hand that exact arithmetic decided."""
        self.by_id: dict[str, Record] = {}
        self.lenient = False
        """Whether a draw that leaves a claim open tells nothing of it, as others do."""
        self.still = False
        """Whether the draw at hand has no real input that could be moved."""
        self.manner = ""
        """Of the draw at hand: noise is shared between draws of one manner."""
        self.number: tuple[int, int] = (0, 0)
        """Of the instance and of the draw at hand."""

    def record(self, id: str) -> Record:
        return self.by_id.setdefault(id, Record(id))

    def _record(self, id: str, node: Node) -> Record:
        """The record of a leaf of `node` at the draw at hand."""
        record = self.record(id)
        record.settled = None
        if node.relation == "∃" and (self.closed or self.fixed):
            record.settled = 0 if self.closed else self.number[0]
        record.here = {met: self.number[met.drawn] for met in node.sampled}
        record.lenient = self.lenient and not node.tentative and node.relation != "∃"
        return record

    def add(self, node: Node, arrays: Arrays, tag: str, input_size: float) -> None:
        """One draw of a leaf."""
        id = node.id + tag
        if node.fault is not None:
            status = Status.ERROR if is_ours(node.fault) else Status.UNSUPPORTED
            self.record(id).add(Decision(status, str(node.fault)))
        elif node.empty:
            self._record(id, node).empty = True
        elif node.id in self.decided:
            record = self._record(id, node)
            record.add(self.decided[node.id], draw=self.number[1])
            record.shape = node.sizes
        elif node.alternatives:
            found = self._alternatives(node, arrays, input_size)
            self._record(id, node).add(found, draw=self.number[1])
        elif node.relation == "≠" and not node.differ:
            pairs = [self._pair(node, p, arrays) for p in node.pairings]
            record = self._record(id, node)
            noise = self._noise(record, "", pairs)
            known = self.settled.get((node.id, ""))
            record.add(known or different(pairs, noise), draw=self.number[1])
            record.shape = pairs[0].left["f64"].shape if pairs else ()
            record.entries += 1
        elif node.differ:
            status = Status.CONFIRMED if node.relation == "≠" else Status.REFUTED
            self._record(id, node).add(Decision(status, node.differ), draw=self.number[1])
        else:
            for pairing in node.pairings:
                part = f"{id}.{pairing.suffix}" if pairing.suffix else id
                record = self._record(part, node)
                decision, found = self._decide(node, pairing, arrays, record, input_size)
                record.add(decision, found, self.number[1])

    def _alternatives(self, node: Node, arrays: Arrays, input_size: float) -> Decision:
        """`∨` holds if an alternative does; `∃` if the witness drawn does."""
        decisions = []
        for alternative in node.alternatives:
            inner = Records()
            inner.decided, inner.settled = self.decided, self.settled
            inner.still = self.still
            for part in alternative:
                inner.add(part, arrays, "", input_size)
            statuses = [r.status or Status.CONFIRMED for r in inner.by_id.values()]
            messages = [r.message for r in inner.by_id.values() if r.message]
            decisions.append(Decision(Status.worst(statuses), "; ".join(messages[:1])))
        best = min(decisions, key=lambda d: d.status.rank)
        if best.status is Status.CONFIRMED:
            return Decision(Status.CONFIRMED)
        if node.relation == "∃":
            if best.status is Status.REFUTED:
                best = Decision(Status.INCONCLUSIVE, "no witness was found among those tried")
            return best
        if best.status is Status.REFUTED and node.sizes:
            return Decision(
                Status.INCONCLUSIVE, "no alternative holds at every index; entries were not told"
            )
        return best

    def _decide(
        self, node: Node, pairing: Pairing, arrays: Arrays, record: Record, input_size: float
    ) -> tuple[Decision, Measure | None]:
        if pairing.words is not None:
            same = pairing.words[0] == pairing.words[1]
            message = "" if same else "“{}” and “{}”".format(*pairing.words)
            record.entries += 1
            return Decision(Status.CONFIRMED if same else Status.REFUTED, message), None
        pair = self._pair(node, pairing, arrays)
        known = self.settled.get((node.id, pairing.suffix))
        if node.relation in ("≤", "<"):
            found = measure(pair, "≤")
            noise = self._noise(record, pairing.suffix, [pair])
            strict = node.relation == "<"
            if known is not None:
                return known, _settled(known, found)
            return at_most(found, noise, input_size, strict=strict), found
        found = measure(pair)
        if node.relation in ("holds", "fails"):
            found.residual = {}
            if known is not None:
                return known, found
            decision = _truth(found, pair)
            if node.tentative and decision.status is Status.REFUTED:
                decision = Decision(Status.INCONCLUSIVE, TENTATIVE)
            return decision, found
        noise = self._noise(record, pairing.suffix, [pair])
        if known is not None:
            return known, _settled(known, found)
        return equal(found, noise, input_size), found

    def _noise(self, record: Record, suffix: str, pairs: list[Pair]) -> float:
        noise = max((measure(p).relative_noise for p in pairs), default=0.0)
        key = (suffix, self.manner)
        record.noises[key] = max(record.noises.get(key, 0.0), noise)
        return record.noises[key]

    def _pair(self, node: Node, pairing: Pairing, arrays: Arrays) -> Pair:
        left: dict[str, np.ndarray] = {}
        right: dict[str, np.ndarray] = {}
        shape = pairing.shape
        for precision, outputs in arrays.items():
            if precision.startswith(NUDGED):
                continue
            right[precision] = outputs[pairing.right].reshape(pairing.shape)
            if pairing.left:
                left[precision] = outputs[pairing.left].reshape(pairing.shape)
            else:
                wanted = node.relation == "holds"
                left[precision] = np.full(right[precision].shape, wanted)
        mask = None
        if node.guard:
            inner = len(pairing.shape) - len(node.sizes)
            guard = arrays["f64"][node.guard].reshape(node.sizes + (1,) * inner)
            mask = np.broadcast_to(guard, pairing.shape)
        nudged = tuple(
            (again[pairing.left].reshape(shape), again[pairing.right].reshape(shape))
            for key, again in arrays.items()
            if key.startswith(NUDGED) and pairing.left
        )
        outer = len(node.sizes)
        return Pair(left, right, pairing.dtype != "real", mask, outer, nudged, self.still)


def _settled(known: Decision, found: Measure) -> Measure:
    """What floats measured where exact arithmetic decided: of what it confirmed, nothing."""
    if known.status is Status.CONFIRMED:
        found.residual, found.noise, found.scale = {}, 0.0, 0.0
    return found


def _truth(found: Measure, pair: Pair) -> Decision:
    """A proposition decided as a whole: true in float64, or false in both precisions."""
    if not found.entries or not _differ(pair, "f64"):
        return Decision(Status.CONFIRMED)
    if "f32" in pair.right and not _differ(pair, "f32"):
        return Decision(Status.INCONCLUSIVE, "it is false in float64 and true in float32")
    return Decision(Status.REFUTED, "the proposition is false")


def _differ(pair: Pair, precision: str) -> bool:
    """Whether the sides differ anywhere that counts."""
    apart = np.asarray(pair.left[precision] != pair.right[precision])
    return bool(np.any(apart if pair.mask is None else apart & pair.mask))
