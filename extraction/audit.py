"""A second look at what a verdict rests on: the elaborated terms, re-checked as a kernel would.

Before a verdict goes out, the types of all constants that were looked at, and the values of all
that were unfolded, pass the independent checker (`spec.check`). And where judging stopped at a
definition that did not elaborate, the reader is shown that definition's own error.
"""

from __future__ import annotations

from dataclasses import replace

from denotary.interpreter.judgement.verdict import Status, TheoremResult
from denotary.parser import Project, Unmeaning
from denotary.spec.check import CheckError, check
from denotary.spec.declarations import Declaration
from denotary.spec.diagnostics import LeanError


class Audit:
    """Audits the verdicts of one project; each constant is checked once."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._types: set[str] = set()
        self._values: set[str] = set()

    def __call__(self, result: TheoremResult) -> TheoremResult:
        """The result, or an `error` in its place that says what the verdict would rest on."""
        fault = self._fault()
        if fault is not None:
            return replace(result, status=Status.ERROR, message=fault)
        if result.status in (Status.UNSUPPORTED, Status.ERROR):
            return self._explain(result)
        return result

    def _fault(self) -> str | None:
        for declaration in self.project.environment.loaded():
            seen = self._values if declaration.settled else self._types
            if declaration.name in seen:
                continue
            try:
                check(self.project.environment, _as_seen(declaration))
            except CheckError as error:
                return (
                    "the independent checker rejects what was elaborated from the Lean text:\n"
                    f"{error}\nThis is a fault of denotary, not of the Lean text."
                )
            except LeanError:
                continue  # something it mentions did not elaborate, which is reported elsewhere
            seen.add(declaration.name)
        return None

    def _explain(self, result: TheoremResult) -> TheoremResult:
        text = "\n".join((result.message, *(leaf.message for leaf in result.leaves)))
        for name, errors in self.project.errors.items():
            for error in errors:
                if f"`{name}` was not elaborated" in text or error.diagnostic.message in text:
                    return replace(result, status=status_of(error), message=str(error))
        return result


def status_of(error: LeanError) -> Status:
    """Lean text that is fine but has no meaning here is `unsupported`; else it is an error."""
    return Status.UNSUPPORTED if isinstance(error, Unmeaning) else Status.ERROR


def _as_seen(declaration: Declaration) -> Declaration:
    """The declaration without a value that nobody has asked for."""
    return declaration if declaration.settled else declaration.without_value()
