"""The binders of a theorem that `--set` and `denotary.toml` can fix, and whether a value fits."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from denotary.extraction.errors import UsageError
from denotary.spec.declarations import Declaration
from denotary.spec.terms import Pi, Term, head_const


@dataclass(frozen=True, slots=True)
class Kind:
    """A type whose values can be written on a command line."""

    lean: str
    expected: str
    accepts: Callable[[str], bool]


def _natural(text: str) -> bool:
    return re.fullmatch(r"[0-9]+", text) is not None


def _integer(text: str) -> bool:
    return re.fullmatch(r"-?[0-9]+", text) is not None


def _real(text: str) -> bool:
    try:
        Fraction(text)
    except (ValueError, ZeroDivisionError):
        return False
    return True


KINDS: Mapping[str, Kind] = {
    "Nat": Kind("ℕ", "a natural number, e.g. 4", _natural),
    "Fin": Kind("Fin", "a natural number below the bound, e.g. 0", _natural),
    "Int": Kind("ℤ", "an integer, e.g. -4", _integer),
    "Rat": Kind("ℚ", "a number, e.g. 0.5 or 1/3", _real),
    "Real": Kind("ℝ", "a number, e.g. 0.5, 1e-3 or 1/3", _real),
    "Bool": Kind("Bool", "true or false", lambda text: text in ("true", "false")),
    "String": Kind("String", "any text", lambda text: True),
}
"""By the constant at the head of a binder's type."""


def telescope(declaration: Declaration) -> dict[str, Term]:
    """The named leading binders of a statement with their types, outermost first."""
    found: dict[str, Term] = {}
    type_ = declaration.type
    while isinstance(type_, Pi):
        if type_.name and type_.name != "_":
            found[type_.name] = type_.type
        type_ = type_.body
    return found


def assignment(text: str) -> tuple[str, str]:
    """`R=4` as `("R", "4")`; `UsageError` when it is not of that form."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        raise UsageError(
            f"--set cannot read `{text}`",
            expected="BINDER=VALUE, e.g. R=4",
            found=f"`{text}`",
            advice="write --set R=4 N=2, with no spaces around `=`",
        )
    return name.strip(), value.strip()


def fit(declaration: Declaration, sizes: Mapping[str, str]) -> dict[str, str]:
    """The part of `sizes` that the theorem has binders for, checked against their types."""
    types = telescope(declaration)
    fitting = {name: value for name, value in sizes.items() if name in types}
    for name, value in fitting.items():
        _check_value(declaration, name, types[name], value)
    return fitting


def check(declarations: Sequence[Declaration], sizes: Mapping[str, str]) -> None:
    """Raise `UsageError` for a binder that none of the theorems has, or a value that misfits."""
    known: dict[str, Term] = {}
    for declaration in declarations:
        known.update(telescope(declaration))
        fit(declaration, sizes)
    for name in sizes:
        if name not in known:
            raise _unknown(declarations, known, name)


def _unknown(
    declarations: Sequence[Declaration], known: Mapping[str, Term], name: str
) -> UsageError:
    settable = [binder for binder, type_ in known.items() if head_const(type_) in KINDS]
    near = difflib.get_close_matches(name, settable, n=1, cutoff=0.5)
    whose = (
        f"`{declarations[0].name}` has no binder `{name}`"
        if len(declarations) == 1
        else f"none of the {len(declarations)} theorems has a binder `{name}`"
    )
    return UsageError(
        whose,
        span=declarations[0].span,
        expected="one of: " + (", ".join(settable) or "none; every binder is sampled"),
        found=f"--set {name}=…",
        advice=f"did you mean `{near[0]}`?" if near else "`denotary show NAME` shows the binders",
    )


def _check_value(declaration: Declaration, name: str, type_: Term, value: str) -> None:
    head = head_const(type_)
    kind = KINDS.get(head or "")
    if kind is None:
        raise UsageError(
            f"binder `{name}` of `{declaration.name}` cannot be set",
            span=declaration.span,
            expected="a binder of type " + ", ".join(kind.lean for kind in KINDS.values()),
            found=f"`{name}`, a value built from `{head}`" if head else f"`{name}`",
            advice="leave it out; it is sampled from its type",
        )
    if not kind.accepts(value):
        raise UsageError(
            f"binder `{name} : {kind.lean}` of `{declaration.name}` cannot be `{value}`",
            span=declaration.span,
            expected=kind.expected,
            found=f"{name}={value}",
            advice="change the value",
        )
