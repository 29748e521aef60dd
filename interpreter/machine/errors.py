"""Why an evaluation stopped: errors as data."""

from __future__ import annotations

from dataclasses import dataclass, field

from denotary.spec.declarations import Span


@dataclass(frozen=True, slots=True)
class Frame:
    """A definition that was being unfolded, and where it is declared."""

    name: str
    span: Span | None = None

    def __str__(self) -> str:
        return f"{self.name} at {self.span.place}" if self.span else self.name


@dataclass
class EvaluationError(Exception):
    """A term could not be evaluated. `trace` lists the definitions being unfolded, outermost first.

    Causes: see the subclasses.
    """

    reason: str
    trace: tuple[Frame, ...] = field(default=(), kw_only=True)

    @property
    def place(self) -> str:
        """The innermost definition that has a source: `name at file:line:column`."""
        for frame in reversed(self.trace):
            if frame.span is not None:
                return str(frame)
        return self.trace[-1].name if self.trace else ""

    def __str__(self) -> str:
        return f"{self.reason}, in {self.place}" if self.place else self.reason


@dataclass
class UnsupportedConstant(EvaluationError):
    """A constant that has neither a Lean value nor a meaning in Python, or is used beyond it."""

    name: str = ""

    def __str__(self) -> str:
        where = f", in {self.place}" if self.place else ""
        return f"`{self.name}`: {self.reason}{where}"


@dataclass
class UnsupportedTerm(EvaluationError):
    """A place that elaboration left out; `at` is `file:line:column`."""

    at: str = ""


class Stuck(EvaluationError):
    """Evaluation needs a concrete value where there is one that depends on an index or an input."""


class TooWide(EvaluationError):
    """An integer of an array may not fit into its 64 bits, where it would wrap around unseen."""


class MatchFailure(EvaluationError):
    """No clause of a `match` fits: the value has a form that Lean's typing excludes."""


class IllTyped(EvaluationError):
    """A value of the wrong form, such as a number applied as a function: a fault of ours."""
