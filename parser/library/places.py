"""What is in force at a place of a file: how names resolve, section variables, options."""

from __future__ import annotations

import re

from denotary.parser.elaborate.names import Resolver
from denotary.parser.library.imports import Imports
from denotary.parser.library.members import Members
from denotary.parser.library.table import Table
from denotary.parser.syntax import parse_variables
from denotary.parser.syntax.tree import Binder, FileText, Scope

_AUTO_IMPLICIT = re.compile(r"\bautoImplicit\b\W*(true|false)")


class Places:
    """Resolvers, variables and options, each made once for a scope or file."""

    def __init__(self, table: Table, members: Members, imports: Imports, lakefile: str) -> None:
        self._table = table
        self._members = members
        self._imports = imports
        self._lakefile = lakefile
        self._resolvers: dict[tuple[str, int], Resolver] = {}
        self._variables: dict[tuple[str, int, int], tuple[Binder, ...]] = {}
        self._options: dict[str, bool] = {}

    def resolver(self, file: FileText, scope: Scope) -> Resolver:
        """Resolves the names that stand in `scope`."""
        key = (file.path, id(scope))
        resolver = self._resolvers.get(key)
        if resolver is None:

            def visible(full: str) -> str | None:
                return self._members.visible(file, full)

            resolver = self._resolvers[key] = Resolver(
                scope, visible, self._table.exported, self._table.protected
            )
        return resolver

    def variables(self, file: FileText, scope: Scope) -> list[Binder]:
        """The binders of the `variable` commands in force."""
        out: list[Binder] = []
        for v in scope.variables:
            key = (file.path, v.start, v.end)
            found = self._variables.get(key)
            if found is None:
                found = self._variables[key] = parse_variables(
                    file, v, self._imports.notations(file, scope) + scope.notations
                )
            out += found
        return out

    def auto_implicit(self, file: FileText) -> bool:
        """Whether unbound names in signatures are bound by themselves: Lean's option.

        On unless the file or the lakefile says otherwise, as Mathlib's projects do.
        """
        found = self._options.get(file.path)
        if found is None:
            said = _AUTO_IMPLICIT.findall(file.text) or _AUTO_IMPLICIT.findall(self._lakefile)
            found = self._options[file.path] = not said or said[-1] == "true"
        return found
