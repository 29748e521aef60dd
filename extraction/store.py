"""Results kept on disk between runs: text under keys, in one SQLite file that can be lost freely.

A key is a hash of everything that the text depends on, so nothing is ever updated: what is found
under a key is right, or is not there. Several runs may read and write at once. A file that is
damaged is put aside and begun anew; where none can be written, nothing is kept.
"""

from __future__ import annotations

import contextlib
import os
import platform
import sqlite3
import time
from collections.abc import Iterable, Iterator
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import platformdirs

from denotary.spec.digest import digest

_TABLE = """CREATE TABLE IF NOT EXISTS kept
(kind TEXT, key BLOB, text TEXT, sum BLOB, made REAL, PRIMARY KEY (kind, key)) WITHOUT ROWID"""
_DAYS = 90
"""After so long, what was kept is thrown away."""
_LIMIT = 400_000_000
"""Bytes that a file of elaborated declarations may have; past that, the older half goes."""
_CHUNK = 400
"""Keys in one question to SQLite, which bounds them."""


def default_path() -> Path:
    """`results.sqlite` in the user's cache folder (`XDG_CACHE_HOME` moves it)."""
    return Path(platformdirs.user_cache_dir("denotary")) / "results.sqlite"


def declarations() -> Store:
    """Where elaborated declarations are kept: in a file of its own, as they are many."""
    return Store(default_path().with_name("declarations.sqlite"), _LIMIT)


class Store:
    """Texts by kind and key. Never raises: what cannot be read is not there.

    May be used by several threads, one at a time.
    """

    def __init__(self, path: Path | None = None, limit: int | None = None) -> None:
        """`limit` bounds the size of the file in bytes, roughly."""
        self.path = path or default_path()
        self._limit = limit
        self._base: sqlite3.Connection | None = None
        self._open()

    def _open(self) -> None:
        for last in (False, True):
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                base = sqlite3.connect(
                    self.path, timeout=10, isolation_level=None, check_same_thread=False
                )
                base.execute("PRAGMA journal_mode=WAL")
                base.execute("PRAGMA synchronous=NORMAL")
                base.execute(_TABLE)
                self._base = base
                self._shrink()
                return
            except sqlite3.OperationalError:
                return  # locked, or a place that cannot be written
            except sqlite3.DatabaseError:
                if last:
                    return
                self._put_aside()
            except OSError:
                return

    def _shrink(self) -> None:
        """Throw away the older half of a file that has become too large."""
        if self._base is None or self._limit is None:
            return
        pages, free, size = (
            self._base.execute(f"PRAGMA {what}").fetchone()[0]
            for what in ("page_count", "freelist_count", "page_size")
        )
        if (pages - free) * size > self._limit:
            self._base.execute(
                "DELETE FROM kept WHERE made <= (SELECT made FROM kept ORDER BY made"
                " LIMIT 1 OFFSET (SELECT count(*) / 2 FROM kept))"
            )

    def _put_aside(self) -> None:
        """Remove a damaged file. Another run that has it open keeps its own copy of it."""
        if self._base is not None:
            with contextlib.suppress(sqlite3.Error):
                self._base.close()
            self._base = None
        for end in ("", "-wal", "-shm"):
            with contextlib.suppress(OSError):
                Path(f"{self.path}{end}").unlink()

    def get(self, kind: str, keys: Iterable[bytes]) -> dict[bytes, str]:
        """The texts that are kept under some of the keys."""
        wanted = list(dict.fromkeys(keys))
        found: dict[bytes, str] = {}
        if self._base is None:
            return found
        try:
            for at in range(0, len(wanted), _CHUNK):
                some = wanted[at : at + _CHUNK]
                marks = ",".join("?" * len(some))
                rows = self._base.execute(
                    f"SELECT key, text, sum FROM kept WHERE kind = ? AND key IN ({marks})",
                    (kind, *some),
                )
                found |= {key: text for key, text, sum in rows if sum == _sum(text)}
        except sqlite3.OperationalError:
            return found
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            self._put_aside()
            self._open()
        return found

    def put(self, kind: str, texts: Iterable[tuple[bytes, str]]) -> None:
        """Keep texts, all of them or none."""
        if self._base is None:
            return
        now = time.time()
        rows = [(kind, key, text, _sum(text), now) for key, text in texts]
        try:
            with self._transaction():
                self._base.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?, ?)", rows)
        except sqlite3.OperationalError:
            return  # another run holds it for too long, or the disk is full
        except sqlite3.DatabaseError:
            self._put_aside()
            self._open()

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        assert self._base is not None
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._base.execute("ROLLBACK")
            raise
        self._base.execute("COMMIT")

    def close(self) -> None:
        """Throw away what is old, and let go of the file."""
        base, self._base = self._base, None
        if base is not None:
            with contextlib.suppress(sqlite3.Error):
                base.execute("DELETE FROM kept WHERE made < ?", (time.time() - _DAYS * 86400,))
            with contextlib.suppress(sqlite3.Error):
                base.close()


def _sum(text: str) -> bytes:
    return digest(text)[:8]


def sources(*rooms: str) -> bytes:
    """A hash of Denotary's own files in some packages or modules: Python, the prelude's Lean."""
    parts: list[str | bytes] = []
    for room in rooms:
        spec = find_spec(f"denotary.{room}")
        if spec is None or spec.origin is None:
            continue
        base = Path(spec.origin)
        if not spec.submodule_search_locations:  # a module
            parts += [room, base.read_bytes()]
            continue
        for file in sorted(base.parent.rglob("*")):
            if file.suffix in (".py", ".lean"):
                parts += [f"{room}/{file.relative_to(base.parent).as_posix()}", file.read_bytes()]
    return digest(*parts)


def machine() -> str:
    """What of the machine verdicts may depend on, as far as is seen without starting JAX."""
    known = ("jax", "jaxlib", "numpy")
    versions = {
        name: d.version
        for d in metadata.distributions()
        if (name := d.metadata["Name"].lower()) in known or name.startswith("jax-")
    }
    accelerators = [p for p in ("/dev/nvidiactl", "/dev/kfd", "/dev/accel0") if os.path.exists(p)]
    switches = {k: os.environ.get(k, "") for k in ("JAX_PLATFORMS", "XLA_FLAGS")}
    system = (platform.python_version(), platform.system(), platform.machine())
    return f"{sorted(versions.items())} {accelerators} {switches} {system}"
