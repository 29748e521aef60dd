"""The constants in force: a table that fills itself on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from denotary.spec.declarations import Declaration

Provider = Callable[[str], Declaration | None]
"""Elaborates a constant the first time it is asked for; `None` when there is no such constant."""


class UnknownConstant(KeyError):
    """No declaration of this name is known to the environment."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f"unknown constant `{self.name}`"


class Environment:
    """Constants by full Lean name. Lookup elaborates lazily through `provider`."""

    def __init__(self, provider: Provider | None = None) -> None:
        self._provider = provider
        self._table: dict[str, Declaration] = {}
        self.derived: dict[object, Any] = {}
        """Tables computed from the declarations (normal forms, inferred types, fingerprints), each
        under the class or function that owns it. Emptied when a declaration is replaced."""

    def add(self, declaration: Declaration) -> None:
        if declaration.name in self._table:
            self.derived.clear()
        self._table[declaration.name] = declaration

    def find(self, name: str) -> Declaration | None:
        found = self._table.get(name)
        if found is None and self._provider is not None:
            found = self._provider(name)
            if found is not None:
                self._table[name] = found
        return found

    def forget(self, name: str) -> None:
        """Take out a constant that was given before it was known to be right, and is not."""
        if self._table.pop(name, None) is not None:
            self.derived.clear()

    def __getitem__(self, name: str) -> Declaration:
        found = self.find(name)
        if found is None:
            raise UnknownConstant(name)
        return found

    def __contains__(self, name: str) -> bool:
        return self.find(name) is not None

    def loaded(self) -> Iterator[Declaration]:
        """The declarations elaborated so far."""
        return iter(list(self._table.values()))
