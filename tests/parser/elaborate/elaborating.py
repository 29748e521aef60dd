"""Small Lean texts elaborated: values and types as text, errors as diagnostics."""

from __future__ import annotations

import re

from denotary.parser.project import Project, load_text
from denotary.spec.check import check
from denotary.spec.declarations import Kind
from denotary.spec.diagnostics import Diagnostic, LeanError
from denotary.spec.pretty import pretty

VEC = """\
def Vec (n : ℕ) : Type := Fin n → ℝ
"""


def squash(text: str) -> str:
    """Without line breaks and the spaces around them: layout is the printer's business."""
    return re.sub(r"\s+", " ", text).strip()


def checked(text: str) -> Project:
    """The project of `text`: no errors, and every declaration passes the independent checker."""
    project = load_text(text)
    for name in project.names():
        declaration = project.declare(name)
        value = declaration.value
        assert not project.errors, "\n".join(str(e) for es in project.errors.values() for e in es)
        assert declaration.kind is not Kind.DEF or value is not None
        check(project.environment, declaration)
    return project


def value(text: str, name: str = "d") -> str:
    """The elaborated value of `name`, as Lean text on one line."""
    project = checked(text)
    found = project.declare(name).value
    assert found is not None
    return squash(pretty(project.environment, found))


def type_of(text: str, name: str = "d") -> str:
    project = checked(text)
    return squash(pretty(project.environment, project.declare(name).type))


def diagnostic(text: str, name: str = "d") -> Diagnostic:
    """What is wrong with `name` (its type or its value); every other declaration must be right."""
    project = load_text(text)
    raised: list[LeanError] = []
    for other in project.names():
        try:
            _ = project.declare(other).value
        except LeanError as error:
            assert other == name, str(error)
            raised.append(error)
    found = {key: errors for key, errors in project.errors.items() if key != name}
    assert not found, "\n".join(str(e) for es in found.values() for e in es)
    raised += project.errors.get(name, [])
    assert raised, f"`{name}` was accepted"
    return raised[0].diagnostic


def rendered(text: str, name: str = "d") -> str:
    return diagnostic(text, name).render(text)
