"""Lean text in, elaborated declarations out."""

from denotary.parser.elaborate.elaborator import Unmeaning
from denotary.parser.project import Project, load_project, load_text

__all__ = ["Project", "Unmeaning", "load_project", "load_text"]
