"""What coverage says of a declaration: how far it got, and what stopped it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import total_ordering
from typing import Any


@total_ordering
class Stage(Enum):
    """How far a declaration gets, nearest first."""

    LISTED = "listed"
    PARSED = "parsed"
    """Every part of it is read."""
    ELABORATED = "elaborated"
    """Every part of it has a typed term, nothing left out."""
    CHECKED = "checked"
    """The independent checker accepts those terms. Where what is no theorem ends."""
    RUNNABLE = "runnable"
    """A theorem's constants have a meaning, and an instance can be made."""
    JUDGED = "judged"
    """It has a verdict: confirmed, refuted, vacuous or inconclusive."""

    def __lt__(self, other: Stage) -> bool:
        return ORDER[self] < ORDER[other]


ORDER = {stage: place for place, stage in enumerate(Stage)}


class PartKind(Enum):
    """The parts that are counted apart."""

    STATEMENT = "theorem signatures"
    SIGNATURE = "definition signatures"
    """Of everything with a body or without: `def`, `abbrev`, `instance`, `axiom`, `opaque`."""
    TYPE = "structures and inductive types"
    """Parameters, fields and constructors."""
    TERM = "term bodies"
    ARM = "arms of equation bodies"
    FIELDS = "`where` bodies"
    """The fields of an instance or structure value."""
    AUXILIARY = "auxiliary definitions"
    """What follows a body's `where`."""
    TACTIC = "data by `by`"


VERDICTS = ("confirmed", "refuted", "vacuous", "inconclusive")
"""The statuses of a theorem that ran."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a declaration or a part of it went no further."""

    after: Stage
    """The last stage that was reached."""
    reason: str
    """The class of the message: names and numbers taken out."""
    message: str
    place: str = ""
    """`file:line:column`, relative to the project."""
    subject: str = ""
    """What the message is about: the first name that was taken out of it."""

    def encode(self) -> dict[str, Any]:
        return {
            "after": self.after.value,
            "reason": self.reason,
            "subject": self.subject,
            "message": self.message,
            "place": self.place,
        }

    @classmethod
    def decode(cls, data: Mapping[str, Any]) -> Stop:
        return cls(
            Stage(data["after"]), data["reason"], data["message"], data["place"], data["subject"]
        )


@dataclass(frozen=True, slots=True)
class Part:
    """A signature or a body: `count` things of one kind (arms; otherwise one).

    `reached` says how many of them got to each stage after listing.
    """

    kind: PartKind
    count: int
    reached: Mapping[Stage, int] = field(default_factory=dict)
    stop: Stop | None = None

    def encode(self) -> dict[str, Any]:
        return {
            "part": self.kind.value,
            "count": self.count,
            "reached": {stage.value: n for stage, n in self.reached.items()},
            "stop": self.stop and self.stop.encode(),
        }

    @classmethod
    def decode(cls, data: Mapping[str, Any]) -> Part:
        return cls(
            PartKind(data["part"]),
            data["count"],
            {Stage(stage): n for stage, n in data["reached"].items()},
            Stop.decode(data["stop"]) if data["stop"] else None,
        )


@dataclass(frozen=True, slots=True)
class Record:
    """One declaration. `key` is its name, or `file:name` where names are shared."""

    key: str
    name: str
    kind: str
    file: str
    line: int
    stage: Stage = Stage.LISTED
    stop: Stop | None = None
    """What stopped it; `None` for what got as far as it was asked to."""
    parts: tuple[Part, ...] = ()
    status: str = ""
    """A theorem's verdict, `unsupported`, `error` or `timeout`; empty where it was not judged."""
    assumed: tuple[str, ...] = ()
    """Hypotheses that were taken on trust."""
    sampled: Mapping[str, int] = field(default_factory=dict)
    """Quantifiers inside the conclusion that were sampled, to the fewest values that one of its
    leaves was tried at."""
    equation: bool | None = None
    """A theorem's: whether it concludes in equations between numbers, or families of numbers."""
    seconds: Mapping[str, float] = field(default_factory=dict)
    cached: bool = False

    @property
    def reason(self) -> str:
        return self.stop.reason if self.stop else ""

    def encode(self) -> dict[str, Any]:
        stop = self.stop
        return {
            "name": self.name,
            "key": self.key,
            "kind": self.kind,
            "file": self.file,
            "line": self.line,
            "stage": self.stage.value,
            "status": self.status,
            "reason": self.reason,
            "subject": stop.subject if stop else "",
            "message": stop.message if stop else "",
            "place": stop.place if stop else "",
            "assumed": list(self.assumed),
            "sampled": dict(self.sampled),
            "equation": self.equation,
            "parts": [part.encode() for part in self.parts],
            "seconds": dict(self.seconds),
            "cached": self.cached,
        }

    @classmethod
    def decode(cls, data: Mapping[str, Any]) -> Record:
        stage = Stage(data["stage"])
        stop = None
        if data["message"] or data["reason"]:
            stop = Stop(stage, data["reason"], data["message"], data["place"], data["subject"])
        return cls(
            key=data["key"],
            name=data["name"],
            kind=data["kind"],
            file=data["file"],
            line=data["line"],
            stage=stage,
            stop=stop,
            parts=tuple(Part.decode(part) for part in data["parts"]),
            status=data["status"],
            assumed=tuple(data["assumed"]),
            sampled=dict(data["sampled"]),
            equation=data["equation"],
            seconds=dict(data["seconds"]),
            cached=data["cached"],
        )
