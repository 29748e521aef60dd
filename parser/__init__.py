"""Lean text in, elaborated declarations out."""

from denotary.parser.project import Project, load_project, load_text

__all__ = ["Project", "load_project", "load_text"]
