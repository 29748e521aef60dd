"""The frame that every JSON output has."""

from __future__ import annotations

from importlib import metadata
from typing import Any

SCHEMA = 1
"""Raised when a key changes its meaning or goes; new keys do not raise it."""


def document(command: str, **parts: Any) -> dict[str, Any]:
    """`{"schema", "command", "denotary", …}`."""
    return {"schema": SCHEMA, "command": command, "denotary": version("denotary"), **parts}


def version(package: str) -> str:
    """The installed version of a distribution, without importing it."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"
