"""What is said of a mutant, and of a theorem whose mutants were tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import Enum
from typing import Any


class Fate(Enum):
    """What became of a mutant; `sentence` is what a user is told."""

    KILLED = "killed", "The check refutes it."
    SURVIVED = "survived", "The check confirms it, and it was not shown to be true."
    EQUIVALENT = "equivalent", "It means the same: every side is the same expression as before."
    TRUE = "true", "It says something else that holds as well: both sides are equal expressions."
    WEAKER = "weaker", "It follows from the theorem: bounds are only loosened."
    UNDECIDED = "undecided", "The check neither confirms nor refutes it: the message says why."
    UNSUPPORTED = "unsupported", "It reaches something without a meaning, or cannot be run."
    TIMEOUT = "timeout", "It was stopped when its time was over."

    sentence: str

    def __new__(cls, value: str, sentence: str) -> Fate:
        member = object.__new__(cls)
        member._value_ = value
        member.sentence = sentence
        return member


@dataclass(frozen=True, slots=True)
class Outline:
    """A mutant that is well typed and reached, before it is tried."""

    number: int
    operator: str
    owner: str
    """The key of the declaration that is changed."""
    offset: int
    """The line of the change, counted from that of the declaration's name."""
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Listing:
    """The mutants of a theorem; or why it has none."""

    key: str
    mutants: tuple[Outline, ...] = ()
    changes: int = 0
    """All changes that operators make."""
    unreached: int = 0
    """Of those, the ones in places that are not reached when the theorem is run."""
    ill_typed: int = 0
    """Of the rest that was looked at, the ones that are not well typed."""
    left: int = 0
    """What was not looked at, as a sample was asked for."""
    status: str = "confirmed"
    """The verdict on the theorem itself. Only of one that is confirmed are mutants tried."""
    message: str = ""
    seconds: float = 0.0
    """What trying the theorem itself took."""

    def encode(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def decode(cls, data: Mapping[str, Any]) -> Listing:
        mutants = tuple(Outline(**row) for row in data["mutants"])
        return cls(**{**data, "mutants": mutants})


@dataclass(frozen=True, slots=True)
class Record:
    """A mutant that was tried."""

    key: str
    """The theorem's."""
    number: int
    fate: Fate
    message: str = ""
    difference: str = ""
    """The declaration before and after as Lean text, where somebody should look at it."""
    instance: Mapping[str, str] = field(default_factory=dict)
    """Of one that was killed: where."""
    seconds: float = 0.0
    cached: bool = False
    lost: bool = False
    """Whether its process ended with it."""

    @property
    def name(self) -> str:
        return f"{self.key} #{self.number} {self.fate.value}"

    def encode(self) -> dict[str, Any]:
        return {**asdict(self), "fate": self.fate.value}

    @classmethod
    def decode(cls, data: Mapping[str, Any]) -> Record:
        return cls(**{**data, "fate": fate(data["fate"])})


def fate(text: str) -> Fate:
    """The fate called `text` in JSON."""
    return next(member for member in Fate if member.value == text)


@dataclass(frozen=True, slots=True)
class Power:
    """How many mutants of a theorem, or of all, had which fate."""

    counts: Mapping[Fate, int]

    @classmethod
    def of(cls, records: Sequence[Record]) -> Power:
        return cls(Counter(record.fate for record in records))

    def count(self, fate: Fate) -> int:
        return self.counts.get(fate, 0)

    @property
    def tried(self) -> int:
        return sum(self.counts.values())

    @property
    def rate(self) -> float | None:
        """Killed of all that were killed or survived, in per cent; `None` where there is none."""
        killed, survived = self.count(Fate.KILLED), self.count(Fate.SURVIVED)
        return 100 * killed / (killed + survived) if killed + survived else None

    def encode(self) -> dict[str, Any]:
        counts = {member.value: self.count(member) for member in Fate}
        return {"tried": self.tried, **counts, "kill_rate": self.rate}
