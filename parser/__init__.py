"""Lean text in, elaborated declarations out.

Names are loaded on first use, so that what only walks folders does not load the elaborator.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from denotary.parser.elaborate.elaborator import Unmeaning as Unmeaning
    from denotary.parser.project import Project as Project
    from denotary.parser.project import load_project as load_project
    from denotary.parser.project import load_text as load_text

__all__ = ["Project", "Unmeaning", "load_project", "load_text"]


def __getattr__(name: str) -> Any:
    if name == "Unmeaning":
        return import_module("denotary.parser.elaborate.elaborator").Unmeaning
    if name in __all__:
        return getattr(import_module("denotary.parser.project"), name)
    raise AttributeError(f"module 'denotary.parser' has no attribute {name!r}")
