"""What is in force at a place of a file: how names resolve, and options."""

from __future__ import annotations

import re

from denotary.parser.elaborate.names import Resolver
from denotary.parser.library.members import Members
from denotary.parser.library.table import Table
from denotary.parser.syntax.tree import FileText, Scope

_AUTO_IMPLICIT = re.compile(r"\bautoImplicit\b\W*(true|false)")


class Places:
    """Resolvers and options, each made once for a scope or file."""

    def __init__(self, table: Table, members: Members, lakefile: str) -> None:
        self._table = table
        self._members = members
        self._lakefile = lakefile
        self._resolvers: dict[tuple[str, int], Resolver] = {}
        self._options: dict[str, bool] = {}

    def resolver(self, file: FileText, scope: Scope) -> Resolver:
        """Resolves the names that stand in `scope`."""
        key = (file.path, id(scope))
        resolver = self._resolvers.get(key)
        if resolver is None:

            def visible(full: str) -> str | None:
                return self._members.visible(file, full)

            resolver = self._resolvers[key] = Resolver(
                scope,
                visible,
                lambda short: self._table.exported(file, short),
                self._table.protected,
                self._table.namespaces.__contains__,
            )
        return resolver

    def auto_implicit(self, file: FileText) -> bool:
        """Whether unbound names in signatures are bound by themselves: Lean's option.

        On unless the file or the lakefile says otherwise, as Mathlib's projects do.
        """
        found = self._options.get(file.path)
        if found is None:
            said = _AUTO_IMPLICIT.findall(file.text) or _AUTO_IMPLICIT.findall(self._lakefile)
            found = self._options[file.path] = not said or said[-1] == "true"
        return found
