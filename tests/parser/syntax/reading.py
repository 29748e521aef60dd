"""Reading everything in a text that the parser's verbs can read."""

from __future__ import annotations

from pathlib import Path

from denotary.parser.syntax import (
    parse_body,
    parse_constructors,
    parse_deriving,
    parse_signature,
    parse_structure,
    parse_variables,
    parse_where,
    split,
)
from denotary.parser.syntax.tree import FileText
from denotary.spec.diagnostics import LeanError


def read_all(text: str) -> tuple[FileText, list[LeanError]]:
    """The file, and what could not be read of it. Anything but `LeanError` escapes."""
    file = split(Path("T.lean"), text)
    errors: list[LeanError] = []
    for d in file.declarations:
        verbs = [parse_signature, parse_body, parse_where]
        if d.kind in ("structure", "class"):
            verbs = [parse_structure, parse_deriving]
        elif "inductive" in d.kind:
            verbs += [parse_constructors, parse_deriving]
        for verb in verbs:
            try:
                verb(file, d)
            except LeanError as e:
                assert e.diagnostic.message
                errors.append(e)
    for v in file.declarations[-1].scope.variables if file.declarations else ():
        try:
            parse_variables(file, v)
        except LeanError as e:
            errors.append(e)
    return file, errors
