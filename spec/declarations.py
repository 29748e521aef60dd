"""What a Lean file declares, after elaboration."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

from denotary.spec.terms import BinderInfo, Term


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a source file: offsets in characters, `line` and `column` counted from 1."""

    file: Path
    start: int
    end: int
    line: int
    column: int

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Kind(Enum):
    """What a constant is."""

    DEF = "def"
    THEOREM = "theorem"
    AXIOM = "axiom"
    """No value: `axiom`, `opaque`, and the prelude's primitives (meaning given in Python)."""
    INDUCTIVE = "inductive"
    STRUCTURE = "structure"
    """An inductive with one constructor and named fields; classes too."""
    CONSTRUCTOR = "constructor"
    PROJECTION = "projection"
    RECURSOR = "recursor"


class ProofStatus(Enum):
    """How a theorem is backed in the Lean text."""

    PRESENT = "proof"
    SORRY = "sorry"
    AXIOM = "axiom"
    NONE = "not a theorem"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a structure. `default` is a term under the parameters and earlier fields."""

    name: str
    info: BinderInfo
    default: Term | None = None
    parent: str | None = None
    """The structure this field embeds (`toParent`), for `extends`."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """A constant with its elaborated type and, where it has one, its value.

    `value is None` for axioms, primitives, inductives and constructors; a definition by equations
    has the value `fun … => match …` which may mention the constant itself (recursion).
    """

    name: str
    kind: Kind
    type: Term
    value: Term | None = None
    span: Span | None = None
    doc: str = ""
    attributes: tuple[str, ...] = ()
    proof: ProofStatus = ProofStatus.NONE
    params: int = 0
    """Inductives, structures and constructors: how many leading binders are parameters."""
    constructors: tuple[str, ...] = ()
    """Inductives and structures: full names, in order."""
    fields: tuple[Field, ...] = ()
    """Structures: own and inherited fields in order (a parent is one field `toParent`)."""
    inductive: str = ""
    """Constructors and projections: the type they belong to."""
    index: int = 0
    """Constructors: their position; projections: the field's."""
    is_class: bool = False
    is_instance: bool = False
    priority: int = 1000
    """Instances: higher is tried first; later declarations before earlier ones."""
    reducible: bool = False
    """`abbrev` or `@[reducible]`."""
    universes: tuple[str, ...] = field(default=())


class LazyDeclaration(Declaration):
    """A declaration whose value is elaborated the first time it is read.

    Pass a function of no arguments as `value`. Types are needed far more often than values, and a
    recursive definition's value mentions its own constant.
    """

    __slots__ = ("_thunk", "_value")
    _thunk: Callable[[], Term | None] | None
    _value: Term | None

    @property
    def value(self) -> Any:
        if self._thunk is not None:
            thunk, self._thunk = self._thunk, None  # a value that reads itself sees None
            self._value = thunk()
        return self._value

    @value.setter
    def value(self, given: Any) -> None:
        lazy = callable(given) and not isinstance(given, Term)
        object.__setattr__(self, "_thunk", given if lazy else None)
        object.__setattr__(self, "_value", None if lazy else given)

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)
