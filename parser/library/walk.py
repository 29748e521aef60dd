"""Finding the Lean files of a folder, without reading them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

_FETCHED = ("build", "lake-packages", "node_modules")
"""Folders that tools fill, besides the hidden ones (`.lake`, `.git`)."""


def lean_files(root: Path) -> Iterator[Path]:
    """The Lean files of a folder in the order of their paths (or the one file).

    Hidden folders and those that tools fill are not entered: `.lake` alone may hold all of Mathlib.
    Raises OSError.
    """
    if root.is_file():
        yield root
        return
    with os.scandir(root) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            if not entry.name.startswith(".") and entry.name not in _FETCHED:
                yield from lean_files(Path(entry.path))
        elif entry.name.endswith(".lean") and entry.name != "lakefile.lean":
            yield Path(entry.path)
