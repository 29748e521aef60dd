"""What earlier runs said of mutants, under a hash of all that it depends on (`dependencies`).

The order of mutants is settled by the text of the theorem and of what it reaches, so that a number
is a name. Not kept is what ended with its process. What took too long is kept with its limit.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from threading import Lock

from denotary.extraction.dependencies import Dependencies
from denotary.extraction.mutation.examine import Asked
from denotary.extraction.mutation.records import Fate, Listing, Record
from denotary.extraction.store import Store, machine, sources
from denotary.parser.project import Project
from denotary.spec.digest import digest


class Cache:
    """Listings and records of one project. May be used by several threads."""

    def __init__(self, project: Project, store: Store) -> None:
        self._store = store
        self._dependencies = Dependencies(project)
        rooms = sources("spec", "parser", "interpreter", "extraction")
        self._code = digest(rooms, machine())
        self._lock = Lock()

    def listing(self, asked: Asked) -> Listing | None:
        key = self._key(asked)
        with self._lock:
            text = self._store.get("mutants", [key]).get(key)
        return None if text is None else Listing.decode(json.loads(text))

    def keep_listing(self, asked: Asked, listing: Listing) -> None:
        if listing.status not in ("error", "timeout"):
            text = json.dumps(listing.encode(), ensure_ascii=False)
            with self._lock:
                self._store.put("mutants", [(self._key(asked), text)])

    def records(self, asked: Asked, listing: Listing, limit: float) -> Mapping[int, Record]:
        """What is known of the listed mutants."""
        keys = {m.number: self._key(asked, m.number) for m in listing.mutants}
        with self._lock:
            texts = self._store.get("mutations", keys.values())
        found = {}
        for number, key in keys.items():
            if key not in texts:
                continue
            data = json.loads(texts[key])
            record = Record.decode(data["record"])
            if record.fate is Fate.TIMEOUT and data["limit"] < limit:
                continue  # with more time more might be said
            found[number] = replace(record, cached=True)
        return found

    def keep(self, asked: Asked, record: Record, limit: float) -> None:
        if record.lost and record.fate is not Fate.TIMEOUT:
            return
        text = json.dumps({"record": record.encode(), "limit": limit}, ensure_ascii=False)
        with self._lock:
            self._store.put("mutations", [(self._key(asked, record.number), text)])

    def _key(self, asked: Asked, number: int | None = None) -> bytes:
        plain = replace(asked, timeout=None, sample=None if number is not None else asked.sample)
        how = f"{plain!r} {number}"
        return digest(self._code, self._dependencies.of(asked.key), how)
