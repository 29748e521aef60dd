"""What the checker says when a term is ill-typed."""

from __future__ import annotations

from denotary.spec.convert import Mismatch
from denotary.spec.declarations import Declaration
from denotary.spec.diagnostics import Diagnostic
from denotary.spec.environment import Environment, UnknownConstant
from denotary.spec.infer import NotTyped
from denotary.spec.pretty import pretty
from denotary.spec.reduce import FuelExhausted
from denotary.spec.terms import Term


class CheckError(Exception):
    """A declaration is ill-typed: a fault of the elaborator, not of the Lean text.

    `path` leads from the declaration into the term; `expected` and `found` are the two types that
    disagree (where the fault is a disagreement), and `mismatch` is where they do.
    """

    def __init__(
        self, declaration: Declaration | None, path: tuple[str, ...], fault: IllTyped, text: str
    ) -> None:
        super().__init__(fault.message)
        self.declaration = declaration
        self.path = path
        self.message = fault.message
        self.expected, self.found, self.mismatch = fault.expected, fault.found, fault.mismatch
        self.text = text

    def __str__(self) -> str:
        return self.text


class IllTyped(Exception):
    """A fault on its way up; `steps` collects the path, innermost first."""

    def __init__(
        self,
        message: str,
        expected: Term | None = None,
        found: Term | None = None,
        mismatch: Mismatch | None = None,
    ) -> None:
        super().__init__(message)
        self.message, self.expected, self.found = message, expected, found
        self.mismatch = mismatch
        self.steps: list[str] = []


FAULTS = (IllTyped, NotTyped, UnknownConstant, FuelExhausted, RecursionError)
"""What checking a term may raise; `as_fault` makes one kind of them."""


def as_fault(cause: Exception) -> IllTyped:
    if isinstance(cause, RecursionError):
        return IllTyped("the term, or its evaluation, nests too deeply for Python's stack")
    if isinstance(cause, IllTyped):
        return cause
    if isinstance(cause, NotTyped):
        return IllTyped(cause.message, None, cause.term)
    return IllTyped(str(cause))


def report(env: Environment, declaration: Declaration | None, fault: IllTyped) -> CheckError:
    """The one place where a fault becomes text."""
    path = tuple(reversed(fault.steps))
    place = ", ".join(path)
    name = f"`{declaration.name}`" if declaration else "term"
    message = f"{name} does not check: {fault.message}" + (f" (at {place})" if place else "")
    expected = pretty(env, fault.expected) if fault.expected is not None else ""
    found = pretty(env, fault.found) if fault.found is not None else ""
    if fault.mismatch is not None and fault.mismatch.path:
        left, right = pretty(env, fault.mismatch.left), pretty(env, fault.mismatch.right)
        found += f"\nwhere {', '.join(fault.mismatch.path)}: `{left}` is not `{right}`"
    diagnostic = Diagnostic(
        message, declaration.span if declaration else None, expected=expected, found=found
    )
    return CheckError(declaration, path, fault, diagnostic.render())
