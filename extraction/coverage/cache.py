"""Records kept between runs, under a hash of what they depend on (`dependencies`).

A record's places are written relative to the declarations that they lie in, so that what only moved
in its file is found again. Not kept is what cannot be written so, what ended with its process, and
what took too long to be elaborated, as that depends on what the process had elaborated before. A
theorem that took too long to be judged is kept with its limit, for runs that allow no more.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from denotary.extraction.catalogue import Entry
from denotary.extraction.coverage.records import ORDER, Part, Record, Stage, Stop
from denotary.extraction.dependencies import Dependencies
from denotary.extraction.projects import Root
from denotary.extraction.store import Store, machine, sources
from denotary.parser.project import Project
from denotary.spec.digest import digest

_PLACE = re.compile(r"([^\s:`]+\.lean):(\d+):(\d+)")
_ANCHOR = re.compile(r"⟦([^⟧]+)⟧([+-]\d+):(\d+)")


class Cache:
    """What earlier runs said of the declarations of one project."""

    def __init__(
        self, project: Project, root: Root, entries: Mapping[str, Entry], store: Store
    ) -> None:
        self._store = store
        self._dependencies = Dependencies(project)
        self._places = _Places(project, root, entries)
        self._entries = entries
        reading = sources("spec", "parser", "extraction")
        self._terms = digest("terms", reading)
        self._verdicts = digest("verdicts", reading, sources("interpreter"), machine())

    # ---- up to `CHECKED`

    def terms(self, keys: Iterable[str], upto: Stage) -> dict[str, Record]:
        """Records of declarations, as far as asked for."""
        found = {}
        for key, data in self._get("terms", {key: self._terms_key(key) for key in keys}).items():
            record = self._record(key, data)
            if record is None:
                continue
            if record.stop is None and ORDER[record.stage] < ORDER[upto]:
                continue  # an earlier run was not asked to go so far
            found[key] = truncated(record, upto)
        return found

    def keep_terms(self, record: Record) -> None:
        if not record.status:
            self._put("terms", self._terms_key(record.key), record, 0.0)

    def _terms_key(self, key: str) -> bytes:
        return digest(self._terms, self._dependencies.of(key))

    # ---- verdicts

    def verdicts(self, asked: Mapping[str, str], limits: Mapping[str, float]) -> dict[str, Record]:
        """Records with verdicts; `asked` tells each theorem's sizes, seed and the like."""
        keys = {key: self._verdict_key(key, how) for key, how in asked.items()}
        found = {}
        for key, data in self._get("verdicts", keys).items():
            record = self._record(key, data)
            if record is None:
                continue
            short = data["limit"] < limits[key]
            took = record.seconds.get("judged", 0.0)
            if short and (record.status == "timeout" or 2 * took > data["limit"]):
                continue  # with more time more might be said
            found[key] = record
        return found

    def keep_verdict(self, record: Record, how: str, limit: float) -> None:
        if record.status != "error":
            self._put("verdicts", self._verdict_key(record.key, how), record, limit)

    def _verdict_key(self, key: str, how: str) -> bytes:
        return digest(self._verdicts, self._dependencies.of(key), how)

    # ---- the store

    def _get(self, kind: str, keys: Mapping[str, bytes]) -> dict[str, dict[str, Any]]:
        texts = self._store.get(kind, keys.values())
        found = {}
        for key, hash in keys.items():
            if hash in texts:
                found[key] = json.loads(texts[hash])
        return found

    def _put(self, kind: str, hash: bytes, record: Record, limit: float) -> None:
        try:
            data = self._places.anchored(record).encode()
        except KeyError:
            return  # it names a place that may move by itself
        text = json.dumps({"record": data, "limit": limit}, ensure_ascii=False)
        self._store.put(kind, [(hash, text)])

    def _record(self, key: str, data: Mapping[str, Any]) -> Record | None:
        try:
            record = self._places.located(Record.decode(data["record"]))
        except KeyError:
            return None
        entry = self._entries[key]
        return replace(
            record, key=key, name=entry.name, file=entry.file, line=entry.line, cached=True
        )


class _Places:
    """Places of a project's files as lines counted from the declaration around them, and back."""

    def __init__(self, project: Project, root: Root, entries: Mapping[str, Entry]) -> None:
        self._root = root
        self._lines = {key: entry.line for key, entry in entries.items()}
        self._files: dict[str, list[tuple[int, int, str]]] = {}
        for key, entry in entries.items():
            self._files.setdefault(entry.file, []).append((entry.line, entry.end, key))
        for spans in self._files.values():
            spans.sort()
        self._file = {key: entry.file for key, entry in entries.items()}

    def anchored(self, record: Record) -> Record:
        """The record with all places relative. Raises `KeyError` for one in no declaration."""
        return _mapped(record, self._anchor)

    def located(self, record: Record) -> Record:
        """The record with all places as they are now. Raises `KeyError`."""
        return _mapped(record, self._locate)

    def _anchor(self, text: str) -> str:
        def one(found: re.Match[str]) -> str:
            file, line, column = found[1], int(found[2]), found[3]
            inside = self._root.relative(file)
            spans = self._files.get(inside)
            if spans is None:
                if Path(file).is_absolute():
                    return found[0]  # the prelude's, which does not change under one version
                raise KeyError(found[0])
            at = bisect_right(spans, line, key=lambda span: span[0]) - 1
            if at < 0 or line > spans[at][1]:
                raise KeyError(found[0])
            start, _, key = spans[at]
            absolute = "/" if Path(file).is_absolute() else ""
            return f"⟦{absolute}{key}⟧{line - start:+d}:{column}"

        return _PLACE.sub(one, text)

    def _locate(self, text: str) -> str:
        def one(found: re.Match[str]) -> str:
            key = found[1]
            file = self._file[key.removeprefix("/")]
            if key.startswith("/"):
                file = str(self._root.folder / file)
            return f"{file}:{self._lines[key.removeprefix('/')] + int(found[2])}:{found[3]}"

        return _ANCHOR.sub(one, text)


def _mapped(record: Record, change: Any) -> Record:
    """The record with its texts changed."""

    def of(stop: Stop | None) -> Stop | None:
        if stop is None:
            return None
        return replace(stop, message=change(stop.message), place=change(stop.place))

    parts = tuple(replace(part, stop=of(part.stop)) for part in record.parts)
    return replace(record, stop=of(record.stop), parts=parts)


def truncated(record: Record, upto: Stage) -> Record:
    """What would have been said had the declaration been taken no further than `upto`."""

    def kept(stop: Stop | None) -> Stop | None:
        return stop if stop is not None and ORDER[stop.after] < ORDER[upto] else None

    def part(made: Part) -> Part:
        reached = {s: n for s, n in made.reached.items() if ORDER[s] <= ORDER[upto]}
        return replace(made, reached=reached, stop=kept(made.stop))

    return replace(
        record,
        stage=min(record.stage, upto),
        stop=kept(record.stop),
        parts=tuple(map(part, record.parts)),
    )
