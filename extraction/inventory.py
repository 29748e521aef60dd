"""The declarations of a project without the project: file by file, most of them from the cache.

What a file declares depends on its bytes alone, so a listing is kept under a hash of them. Nothing
is taken from times or sizes, which can lie; reading and hashing every file is quick.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from denotary.extraction.catalogue import Entry, file_entries, misunderstood
from denotary.extraction.projects import Root, files, not_utf8, unreadable
from denotary.extraction.store import Store, sources
from denotary.spec.digest import digest

_MANY = 2_000_000
"""Bytes of Lean text from which on it is split by several processes."""
_CHUNK = 250_000
"""Bytes that a process is given at a time."""


def inventory(root: Root, store: Store | None) -> tuple[list[Entry], list[str]]:
    """Every named declaration in the order of the files, and `file:line:column: warning: …`.

    Raises `UsageError` when a file cannot be read or is not UTF-8.
    """
    paths = files(root.path)
    try:
        data = [path.read_bytes() for path in paths]
    except OSError as error:
        raise unreadable(error, root.path) from error
    found = _kept(data, store)
    missing = [n for n in range(len(paths)) if n not in found]
    try:
        for n, text in zip(missing, _listed([data[n] for n in missing]), strict=True):
            found[n] = text
    except UnicodeDecodeError as error:
        raise not_utf8(root) from error
    if store is not None and missing:
        keys = _keys([data[n] for n in missing])
        store.put("listing", zip(keys, (found[n] for n in missing), strict=True))
    entries: list[Entry] = []
    problems: list[str] = []
    for n, path in enumerate(paths):
        file = root.relative(path)
        rows, wrong = json.loads(found[n])
        entries += [_entry(file, row) for row in rows]
        problems += [f"{file}:{line}:{column}: warning: {text}" for line, column, text in wrong]
    return entries, problems


def _keys(data: Iterable[bytes]) -> list[bytes]:
    made = sources("parser.syntax", "extraction.catalogue", "extraction.inventory")
    return [digest(made, text) for text in data]


def _kept(data: Sequence[bytes], store: Store | None) -> dict[int, str]:
    """The listings that are kept, by the position of the file."""
    if store is None:
        return {}
    keys = _keys(data)
    texts = store.get("listing", keys)
    return {n: texts[key] for n, key in enumerate(keys) if key in texts}


def _listed(data: Sequence[bytes]) -> Iterator[str]:
    """The listings of texts, made here or, if there is much of it, by several processes."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    if cores == 1 or sum(map(len, data)) < _MANY:
        yield from map(list_bytes, data)
        return
    import denotary.parser.syntax  # noqa: F401  (before the processes part, so that they share it)

    average = sum(map(len, data)) // len(data) + 1
    with ProcessPoolExecutor(min(cores, 8), get_context("fork")) as pool:
        yield from pool.map(list_bytes, data, chunksize=_CHUNK // average + 1)


def list_bytes(data: bytes) -> str:
    """The listing of one file's bytes, encoded. Raises `UnicodeDecodeError`."""
    from denotary.parser.syntax import split

    text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    file = split(Path("_.lean"), text)
    rows = [
        (e.name, e.kind, e.line, e.proof, e.namespace, e.start, e.end, e.doc, e.private)
        for e in file_entries(file, "")
    ]
    return json.dumps([rows, list(misunderstood(file))], ensure_ascii=False)


def _entry(file: str, row: Sequence[Any]) -> Entry:
    name, kind, line, proof, namespace, start, end, doc, private = row
    return Entry(name, kind, file, line, proof, name, namespace, start, end, doc, private)
