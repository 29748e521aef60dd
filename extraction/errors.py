"""What a user asked for that cannot be done, as data rendered like a Lean error.

A `UsageError` is raised where the reason is known and rendered once, at the command line's edge.
"""

from __future__ import annotations

from denotary.spec.declarations import Span
from denotary.spec.diagnostics import Diagnostic


class UsageError(Exception):
    """A request that cannot be carried out. Exit status 2.

    Causes: a project or file that is missing or unreadable; a name that is unknown or ambiguous;
    a binder that a theorem does not have, or a value that does not fit its type; a
    `denotary.toml` that is not what is expected.
    """

    def __init__(
        self,
        message: str,
        *,
        span: Span | None = None,
        expected: str = "",
        found: str = "",
        advice: str = "",
    ) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(message, span, expected, found, advice)

    def __str__(self) -> str:
        return self.diagnostic.render()
