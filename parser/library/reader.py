"""Reading the parts of a declaration with the notations in force where it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from denotary.parser.library.imports import Imports
from denotary.parser.syntax import (
    parse_body,
    parse_constructors,
    parse_deriving,
    parse_signature,
    parse_structure,
    parse_variables,
    parse_where,
)
from denotary.parser.syntax.tree import (
    Binder,
    Body,
    Constructor,
    DeclText,
    Expr,
    FileText,
    NotationDecl,
    Scope,
    Signature,
    StructureText,
    VariableText,
)
from denotary.spec.diagnostics import LeanError

Read = TypeVar("Read")


class Reader:
    """The parser's verbs over a project. All raise `LeanError` where the text is not understood."""

    def __init__(self, imports: Imports) -> None:
        self._imports = imports
        self._signatures: dict[int, tuple[DeclText, Signature]] = {}
        self._variables: dict[tuple[str, int, int], tuple[Binder, ...]] = {}

    def signature(self, file: FileText, decl: DeclText) -> Signature:
        """Binders and type of a declaration."""
        held = self._signatures.get(id(decl))
        if held is not None:
            return held[1]
        made = self._read(file, decl.scope, lambda n: parse_signature(file, decl, n))
        if decl.kind == "instance":  # the index of instances reads it, and then who makes it
            self._signatures[id(decl)] = decl, made
        return made

    def body(self, file: FileText, decl: DeclText) -> Body | None:
        return self._read(file, decl.scope, lambda n: parse_body(file, decl, n))

    def where(self, file: FileText, decl: DeclText) -> tuple[DeclText, ...]:
        return self._read(file, decl.scope, lambda n: parse_where(file, decl, n))

    def deriving(self, file: FileText, decl: DeclText) -> tuple[str, ...]:
        return self._read(file, decl.scope, lambda n: parse_deriving(file, decl, n))

    def structure(self, file: FileText, decl: DeclText) -> StructureText:
        return self._read(file, decl.scope, lambda n: parse_structure(file, decl, n))

    def constructors(self, file: FileText, decl: DeclText) -> tuple[Constructor, ...]:
        return self._read(file, decl.scope, lambda n: parse_constructors(file, decl, n))

    def variables(self, file: FileText, scope: Scope) -> list[Binder]:
        """The binders of the `variable` commands in force in a scope."""
        return [b for v in scope.variables for b in self._group(file, scope, v)]

    def _group(self, file: FileText, scope: Scope, text: VariableText) -> tuple[Binder, ...]:
        key = (file.path, text.start, text.end)
        found = self._variables.get(key)
        if found is None:
            found = self._variables[key] = self._read(
                file, scope, lambda n: parse_variables(file, text, (*n, *scope.notations))
            )
        return found

    def right_side(self, file: FileText, notation: NotationDecl) -> Expr:
        """What a notation in force in a file stands for."""
        return self._imports.right_side(file, notation)

    def _read(
        self, file: FileText, scope: Scope, read: Callable[[tuple[NotationDecl, ...]], Read]
    ) -> Read:
        return read(self._imports.notations(file, scope))

    def explained(self, file: FileText, error: LeanError) -> LeanError:
        """The error, or a better one where syntax that the project declares stands at its place."""
        return self._imports.explained(file, error)
