"""Small pieces of Lean that operators put in, elaborated by our own parser."""

from __future__ import annotations

from functools import cache

from denotary.parser.project import Project, load_text
from denotary.spec.terms import Const, Lit, Term, app, beta

TEXT = """
def mean (s : ℝ) (n : ℕ) : ℝ := s / n
def pred (n : ℝ) : ℝ := n - 1
def product (m n : ℕ) : ℕ := m * n
def rootThenAdd (a e : ℝ) : ℝ := Real.sqrt a + e
def addThenRoot (a e : ℝ) : ℝ := Real.sqrt (a + e)
def plus (a b : ℝ) : ℝ := a + b
def minus (a b : ℝ) : ℝ := a - b
def atMost (a b : ℝ) : Prop := a ≤ b
"""


@cache
def _templates() -> dict[str, Term]:
    project = load_text(TEXT, "mutation.lean")
    found: dict[str, Term] = {}
    for name in project.names():
        value = project.declare(name).value
        assert value is not None, project.errors
        found[name] = value
    return found


def put(name: str, *args: Term) -> Term:
    """The template `name` with its variables replaced."""
    return beta(_templates()[name], args)


class Numerals:
    """Numerals of any type for which Lean would find them."""

    def __init__(self, project: Project, at: str) -> None:
        """`at`: the declaration whose file says which instances are seen."""
        self._project, self._at = project, at
        self._made: dict[tuple[Term, int], Term | None] = {}

    def of(self, type: Term, value: int) -> Term | None:
        """`(value : type)`; `None` for a type that has no such numeral, or that is not closed."""
        if type.has_fvar or type.loose or value < 0:
            return None
        key = (type, value)
        if key not in self._made:
            goal = app(Const("OfNat"), type, Lit(value))
            instance = self._project.instance(goal, self._at)
            self._made[key] = (
                None if instance is None else app(Const("OfNat.ofNat"), type, Lit(value), instance)
            )
        return self._made[key]
