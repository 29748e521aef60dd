"""What was seen of a theorem: verdicts as data, and their JSON.

The JSON is a contract (see docs/guide.md). Numbers that JSON lacks are the strings `"nan"`,
`"inf"` and `"-inf"`; optional parts that are absent are `null`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from denotary.spec.declarations import Declaration, ProofStatus

SAMPLES = 3
"""Choices of sizes by default: distinct ones, ones and odd ones, and a large one."""


class Status(Enum):
    """A verdict. `sentence` is what a user is told; `rank` orders verdicts, the worst highest."""

    PROVED = (
        "proved",
        -1,
        "Both sides are equal for all values of the reals, at the sizes stated.",
    )
    CONFIRMED = (
        "confirmed",
        0,
        "Both sides agree on every instance tried, to the rounding of their own arithmetic.",
    )
    VACUOUS = (
        "vacuous",
        1,
        "No instance satisfied the hypotheses, so nothing was tested.",
    )
    INCONCLUSIVE = (
        "inconclusive",
        2,
        "The run could not tell the sides apart or together; the message says why.",
    )
    UNSUPPORTED = (
        "unsupported",
        3,
        "The statement reaches something without a meaning here; the message says what and where.",
    )
    ERROR = (
        "error",
        4,
        "The statement could not be read or run; the message says why.",
    )
    REFUTED = (
        "refuted",
        5,
        "The sides differ by more than rounding at the instance shown.",
    )

    rank: int
    sentence: str

    def __new__(cls, value: str, rank: int, sentence: str) -> Status:
        member = object.__new__(cls)
        member._value_ = value
        member.rank = rank
        member.sentence = sentence
        return member

    @classmethod
    def worst(cls, statuses: Iterable[Status]) -> Status:
        """The verdict of a conjunction; `CONFIRMED` for none at all."""
        return max(statuses, key=lambda s: s.rank, default=cls.CONFIRMED)


EXACTLY = "decided exactly"
"""How the message of a leaf begins that exact arithmetic decided."""


@dataclass(frozen=True, slots=True)
class Counterexample:
    """Where the two sides of a leaf differ most."""

    index: tuple[int, ...]
    """The entry, one number a binder of the leaf; empty for a scalar."""
    left: float
    right: float
    exact: tuple[str, str] | None = None
    """Both values in rational arithmetic, as Lean writes them (`-1/2`), if that was possible."""

    def encode(self) -> dict[str, Any]:
        return {
            "index": list(self.index),
            "left": _number(self.left),
            "right": _number(self.right),
            "exact": None if self.exact is None else list(self.exact),
        }

    @classmethod
    def decode(cls, data: Mapping[str, Any]) -> Counterexample:
        exact = data.get("exact")
        return cls(
            tuple(data["index"]),
            _float(data["left"]),
            _float(data["right"]),
            (exact[0], exact[1]) if exact else None,
        )


ALL_SIZES = "all sizes"
"""The scope of a proof that fixes no size."""


@dataclass(frozen=True, slots=True)
class Symbolic:
    """How a claim was proved by algebra, or what is left of it."""

    scope: str = ""
    """`all sizes`, or the sizes (and other choices) at which it is proved."""
    steps: tuple[str, ...] = ()
    """The domain or the steps that prove it."""
    remainder: str = ""
    """Left side minus right side, factored, where that is not zero."""
    derivation: tuple[str, ...] = ()
    """Lines that show why, indented as a tree."""

    def encode(self) -> dict[str, Any]:
        return {
            "scope": self.scope,
            "steps": list(self.steps),
            "remainder": self.remainder,
            "derivation": list(self.derivation),
        }

    @classmethod
    def decode(cls, data: Mapping[str, Any] | None) -> Symbolic | None:
        if data is None:
            return None
        return cls(
            data["scope"], tuple(data["steps"]), data["remainder"], tuple(data["derivation"])
        )


@dataclass(frozen=True, slots=True)
class Leaf:
    """One equality (or other atomic claim) of a conclusion, judged."""

    id: str
    """Stable between runs: the path of conjuncts and named propositions that leads to it."""
    status: Status
    residual: Mapping[str, float] = field(default_factory=dict)
    """Precision (`f64`, `f32`, `bf16`) to the largest relative difference between the sides."""
    noise: float | None = None
    """How far a side is from itself between float32 and float64: the float32 rounding noise."""
    shape: tuple[int, ...] = ()
    counterexample: Counterexample | None = None
    message: str = ""
    sampled: Mapping[str, int] = field(default_factory=dict)
    """Quantifier inside the conclusion that could not be gone through, to how many of its values
    were tried."""
    symbolic: Symbolic | None = None
    reached: tuple[int, ...] = ()
    """The draws that told something of it, by their numbers in the result's `draws`."""

    @property
    def exactly(self) -> bool:
        """Whether it is refuted in exact arithmetic, so that no rounding is in question."""
        return self.status is Status.REFUTED and self.message.startswith(EXACTLY)

    def encode(self) -> dict[str, Any]:
        found = {
            "id": self.id,
            "status": self.status.value,
            "residual": {name: _number(value) for name, value in self.residual.items()},
            "noise": None if self.noise is None else _number(self.noise),
            "shape": list(self.shape),
            "counterexample": self.counterexample and self.counterexample.encode(),
            "message": self.message,
            "sampled": dict(self.sampled),
            "reached": list(self.reached),
            "exactly": self.exactly,
        }
        return found if self.symbolic is None else {**found, "symbolic": self.symbolic.encode()}

    @classmethod
    def decode(cls, data: Mapping[str, Any]) -> Leaf:
        example = data.get("counterexample")
        noise = data.get("noise")
        return cls(
            id=data["id"],
            status=status(data["status"]),
            residual={name: _float(value) for name, value in data.get("residual", {}).items()},
            noise=None if noise is None else _float(noise),
            shape=tuple(data.get("shape", ())),
            counterexample=Counterexample.decode(example) if example else None,
            message=data.get("message", ""),
            symbolic=Symbolic.decode(data.get("symbolic")),
            sampled=dict(data.get("sampled", {})),
            reached=tuple(data.get("reached", ())),
        )


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A hypothesis of the theorem and what the run did with it.

    `treatment`: `evaluated` (computed, and true), `solved` (it defined a variable, then was
    evaluated), `tested` (a quantifier in it is over too many values to go through: it holds at
    some that were made up), `assumed` (not computable; taken on trust, so the report says so).
    """

    name: str
    treatment: str
    statement: str = ""

    held: int = 0
    """How often it was tried and was true."""
    failed: int = 0

    def encode(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "treatment": self.treatment,
            "statement": self.statement,
            "held": self.held,
            "failed": self.failed,
        }

    @classmethod
    def decode(cls, data: Mapping[str, Any]) -> Hypothesis:
        return cls(
            data["name"],
            data["treatment"],
            data.get("statement", ""),
            data.get("held", 0),
            data.get("failed", 0),
        )


@dataclass(frozen=True, slots=True)
class Draw:
    """Numbers that both sides were compared at."""

    number: int
    """From 1, as leaves refer to it."""
    sample: int
    """Which sample of sizes, from 1."""
    manner: str
    """How its numbers were drawn."""
    seed: tuple[int, ...]
    sizes: Mapping[str, int] = field(default_factory=dict)
    visits: tuple[str, ...] = ()
    """The edge cases that it is one of, e.g. `zeros`, `ε = 0`, `odd sizes`."""

    def encode(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "sample": self.sample,
            "manner": self.manner,
            "seed": list(self.seed),
            "sizes": dict(self.sizes),
            "visits": list(self.visits),
        }

    @classmethod
    def decode(cls, data: Mapping[str, Any]) -> Draw:
        return cls(
            data["number"],
            data["sample"],
            data["manner"],
            tuple(data["seed"]),
            dict(data["sizes"]),
            tuple(data["visits"]),
        )


@dataclass(frozen=True, slots=True)
class Control:
    """A control of a check over replicas: something that has to show if the check sees anything."""

    name: str
    outcome: str
    """`passed`, `failed`, `error` (it cannot fire, so it says nothing) or `not run`."""
    message: str = ""
    value: float | None = None
    """What was measured: a relative difference, or a number of collectives."""

    def encode(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "outcome": self.outcome,
            "message": self.message,
            "value": None if self.value is None else _number(self.value),
        }

    @classmethod
    def decode(cls, data: Mapping[str, Any]) -> Control:
        value = data.get("value")
        return cls(
            data["name"],
            data["outcome"],
            data["message"],
            None if value is None else _float(value),
        )


@dataclass(frozen=True, slots=True)
class Refutation:
    """The instance of a refutation, made as small as it was found to be possible.

    `arrays` and `origin` are what it is made from again; they are kept in a file, not in JSON.
    """

    leaf: str
    lean: tuple[str, ...]
    """A `let` a binder, as Lean text; what Lean has no text for is a comment."""
    file: str = ""
    """Where it was written, if it was."""
    replay: str = ""
    """The command that judges it again."""
    arrays: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    origin: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def encode(self) -> dict[str, Any]:
        return {
            "leaf": self.leaf,
            "lean": list(self.lean),
            "file": self.file,
            "replay": self.replay,
        }

    @classmethod
    def decode(cls, data: Mapping[str, Any]) -> Refutation:
        return cls(data["leaf"], tuple(data["lean"]), data["file"], data["replay"])


SECONDS = ("parse", "elaborate", "trace", "compile", "run")
"""The stages whose wall-clock seconds are reported, in order."""


@dataclass(frozen=True, slots=True)
class TheoremResult:
    """Everything that a run says about one theorem."""

    name: str
    status: Status
    file: str = ""
    line: int = 0
    proof: str = "proof"
    """How Lean backs it: `proof`, `sorry` or `axiom`."""
    instance: Mapping[str, str] = field(default_factory=dict)
    """Binder to the value it had, as text; for a refutation, the smallest instance found."""
    samples: int = 0
    """Instances that satisfied the hypotheses and were compared: the accepted ones."""
    rejected: int = 0
    """Instances drawn that did not satisfy them."""
    draws: tuple[Draw, ...] = ()
    """The accepted instances in order, at most as many as `samples`."""
    refutations: tuple[Refutation, ...] = ()
    """Of a theorem that is refuted: the first, and others to leaves that hold at the first."""
    controls: tuple[Control, ...] = ()
    """Of a theorem over replicas that is confirmed."""
    seed: int = 0
    devices: int = 0
    platform: str = ""
    emulated: bool = False
    """Fewer devices than replicas: the replicas ran one after another on one device."""
    collectives: Mapping[str, int] = field(default_factory=dict)
    """Operation to how many of it the compiled program has, e.g. `{"all-reduce": 2}`."""
    leaves: tuple[Leaf, ...] = ()
    hypotheses: tuple[Hypothesis, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    message: str = ""
    symbolic: Symbolic | None = None
    """Of a run that proves instead of comparing numbers."""
    lemmas: tuple[TheoremResult, ...] = ()
    """Of a theorem that is not proved as a whole: what was proved of those its proof names."""

    @property
    def sentence(self) -> str:
        """What the verdict means."""
        if self.status is Status.REFUTED and self.symbolic is not None:
            return "The sides differ: what is left of them is not zero at some numbers."
        return self.status.sentence

    @classmethod
    def about(cls, declaration: Declaration, status: Status, **said: Any) -> TheoremResult:
        """What is said of a declaration, with its name, its place and how Lean backs it."""
        span = declaration.span
        backed = declaration.proof if declaration.proof is not ProofStatus.NONE else None
        return cls(
            declaration.name,
            status,
            file=str(span.file) if span else "",
            line=span.line if span else 0,
            proof=backed.value if backed is not None else "proof",
            **said,
        )

    @property
    def refutation(self) -> Refutation | None:
        """The first of the refutations."""
        return self.refutations[0] if self.refutations else None

    @property
    def sampled(self) -> Mapping[str, int]:
        """Quantifiers inside the conclusion that were sampled, to the fewest values that one of
        the leaves under it was tried at."""
        found: dict[str, int] = {}
        for leaf in self.leaves:
            for name, count in leaf.sampled.items():
                found[name] = min(found.get(name, count), count)
        return found

    @property
    def total_seconds(self) -> float:
        return sum(self.seconds.values())

    def encode(self) -> dict[str, Any]:
        found = {
            "name": self.name,
            "file": self.file,
            "line": self.line,
            "status": self.status.value,
            "proof": self.proof,
            "instance": dict(self.instance),
            "samples": self.samples,
            "rejected": self.rejected,
            "draws": [draw.encode() for draw in self.draws],
            "refutation": self.refutation and self.refutation.encode(),
            "refutations": [refutation.encode() for refutation in self.refutations],
            "controls": [control.encode() for control in self.controls],
            "seed": self.seed,
            "devices": self.devices,
            "platform": self.platform,
            "emulated": self.emulated,
            "collectives": dict(self.collectives),
            "leaves": [leaf.encode() for leaf in self.leaves],
            "hypotheses": [hypothesis.encode() for hypothesis in self.hypotheses],
            "seconds": {stage: self.seconds.get(stage, 0.0) for stage in SECONDS},
            "message": self.message,
        }
        if self.lemmas:
            found["lemmas"] = [lemma.encode() for lemma in self.lemmas]
        return found if self.symbolic is None else {**found, "symbolic": self.symbolic.encode()}

    @classmethod
    def decode(cls, data: Mapping[str, Any]) -> TheoremResult:
        return cls(
            name=data["name"],
            status=status(data["status"]),
            file=data.get("file", ""),
            line=data.get("line", 0),
            proof=data.get("proof", "proof"),
            instance=dict(data.get("instance", {})),
            samples=data.get("samples", 0),
            rejected=data.get("rejected", 0),
            draws=tuple(Draw.decode(draw) for draw in data.get("draws", ())),
            refutations=tuple(map(Refutation.decode, data.get("refutations", ()))),
            controls=tuple(Control.decode(control) for control in data.get("controls", ())),
            seed=data.get("seed", 0),
            devices=data.get("devices", 0),
            platform=data.get("platform", ""),
            emulated=data.get("emulated", False),
            collectives=dict(data.get("collectives", {})),
            leaves=tuple(Leaf.decode(leaf) for leaf in data.get("leaves", ())),
            hypotheses=tuple(Hypothesis.decode(h) for h in data.get("hypotheses", ())),
            seconds=dict(data.get("seconds", {})),
            message=data.get("message", ""),
            symbolic=Symbolic.decode(data.get("symbolic")),
            lemmas=tuple(cls.decode(lemma) for lemma in data.get("lemmas", ())),
        )


READY = "its constants have a meaning and an instance can be made; it was not run"
"""What is said of a theorem that was only rehearsed."""


def status(text: str) -> Status:
    """The verdict called `text` in JSON; `ValueError` for another word."""
    for member in Status:
        if member.value == text:
            return member
    known = ", ".join(member.value for member in Status)
    raise ValueError(f"unknown status {text!r}; expected one of: {known}")


def _number(value: float) -> float | str:
    if math.isfinite(value):
        return float(value)
    return "nan" if math.isnan(value) else ("inf" if value > 0 else "-inf")


def _float(value: float | str) -> float:
    return float(value)
