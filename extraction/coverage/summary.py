"""The figures of a coverage run, counted from its records: what the tables and the JSON show."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from denotary.extraction.coverage.records import ORDER, VERDICTS, PartKind, Record, Stage

STATUSES = (*VERDICTS, "unsupported", "error", "timeout")


@dataclass
class Row:
    """Counts over some declarations or parts: how many got to each stage, or have each status."""

    label: str
    count: int = 0
    reached: Counter[Stage] = field(default_factory=Counter)
    theorems: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    assumed: int = 0
    sampled: int = 0
    """Confirmed theorems of which a hypothesis was taken on trust."""

    def encode(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "count": self.count,
            "reached": {stage.value: self.reached[stage] for stage in Stage},
            "theorems": self.theorems,
            "statuses": {status: self.statuses[status] for status in STATUSES},
            "confirmed_with_assumptions": self.assumed,
            "confirmed_by_sampling": self.sampled,
        }


@dataclass(frozen=True, slots=True)
class Reason:
    """One class of what stops declarations after a stage."""

    after: Stage
    status: str
    reason: str
    count: int
    subjects: tuple[tuple[str, int], ...]
    """The names most often taken out of the messages."""
    example: str
    place: str
    """Of the example: where the fault is, else where the declaration is."""

    def encode(self) -> dict[str, Any]:
        return {
            "after": self.after.value,
            "status": self.status,
            "reason": self.reason,
            "count": self.count,
            "subjects": [{"name": name, "count": count} for name, count in self.subjects],
            "example": self.example,
            "place": self.place,
        }


def add(row: Row, record: Record) -> None:
    row.count += 1
    for stage in Stage:
        if ORDER[stage] <= ORDER[record.stage]:
            row.reached[stage] += 1
    if record.kind == "theorem":
        row.theorems += 1
        if record.status:
            row.statuses[record.status] += 1
        if record.status == "confirmed" and record.assumed:
            row.assumed += 1
        if record.status == "confirmed" and record.sampled:
            row.sampled += 1


def whole(records: Iterable[Record]) -> Row:
    row = Row("all")
    for record in records:
        add(row, record)
    return row


def folders(records: Iterable[Record], depth: int = 3) -> list[Row]:
    """A row for each folder, folders more than `depth` deep counted with the one above."""
    rows: dict[str, Row] = {}
    for record in records:
        parts = PurePosixPath(record.file).parent.parts[:depth]
        label = "/".join(parts) or "."
        add(rows.setdefault(label, Row(label)), record)
    return [rows[label] for label in sorted(rows)]


def parts(records: Iterable[Record]) -> list[Row]:
    """A row for each kind of signature and body."""
    rows = {kind: Row(kind.value) for kind in PartKind}
    for record in records:
        for part in record.parts:
            row = rows[part.kind]
            row.count += part.count
            row.reached[Stage.LISTED] += part.count
            row.reached.update(part.reached)
    return [row for row in rows.values() if row.count]


def reasons(records: Iterable[Record], subjects: int = 3) -> list[Reason]:
    """What stops declarations, stage by stage, the most frequent first."""
    groups: defaultdict[tuple[Stage, str, str], list[Record]] = defaultdict(list)
    for record in records:
        if record.stop is not None:
            groups[record.stop.after, record.status, record.stop.reason].append(record)
    found = []
    for (after, status, reason), group in groups.items():
        names = Counter(r.stop.subject for r in group if r.stop and r.stop.subject)
        first = group[0]
        assert first.stop is not None
        found.append(
            Reason(
                after,
                status,
                reason,
                len(group),
                tuple(names.most_common(subjects)),
                first.name,
                first.stop.place or f"{first.file}:{first.line}",
            )
        )
    found.sort(key=lambda r: (ORDER[r.after], -r.count, r.reason))
    return found


def share(count: int, of: int) -> float | None:
    """Per cent, `None` of nothing."""
    return 100 * count / of if of else None


def encode(records: Sequence[Record]) -> Mapping[str, Any]:
    """The `summary` of the JSON."""
    return {
        "all": whole(records).encode(),
        "folders": [row.encode() for row in folders(records)],
        "parts": [row.encode() for row in parts(records)],
        "reasons": [reason.encode() for reason in reasons(records)],
    }
