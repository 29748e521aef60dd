"""What a Lean file declares, after elaboration."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, overload

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


Maker = Callable[[], Term | None]


class _Making:
    """In place of a value while it is made."""

    __slots__ = ("make",)

    def __init__(self, make: Maker) -> None:
        self.make = make

    def read(self) -> None:
        """Tell who makes it that it was read: his function may have a method `again` for that."""
        again = getattr(self.make, "again", None)
        if again is not None:
            again()


class _Value:
    """The field `Declaration.value`: a term, or a function that makes it on the first reading.

    Types are needed far more often than values, and the value of a recursive definition mentions
    its own constant: a value that reads itself while it is made sees `None`.
    """

    @overload
    def __get__(self, owner: None, kind: type) -> None: ...
    @overload
    def __get__(self, owner: Declaration, kind: type) -> Term | None: ...
    def __get__(self, owner: Declaration | None, kind: type) -> Term | None:
        if owner is None:
            return None  # what the dataclass takes for the default
        held = owner.__dict__
        value = held["value"]
        if value is None or isinstance(value, Term):
            return value
        if isinstance(value, _Making):
            return value.read()
        held["value"] = _Making(value)
        try:
            held["value"] = value()
        except BaseException:
            held["value"] = value
            raise
        return held["value"]

    def __set__(self, owner: Declaration, value: Term | Maker | None) -> None:
        owner.__dict__["value"] = value


@dataclass(frozen=True)
class Declaration:
    """A constant with its elaborated type and, where it has one, its value.

    `value is None` for axioms, primitives, inductives and constructors; a definition by equations
    has the value `fun … => match …` which may mention the constant itself (recursion). Given as a
    function of no arguments, the value is made when it is first read.
    """

    name: str
    kind: Kind
    type: Term
    value: _Value = _Value()
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

    @property
    def settled(self) -> bool:
        """Whether the value is made (or there is none, or it is being made): reading it is free."""
        value = self.__dict__["value"]
        return value is None or isinstance(value, Term | _Making)

    def defer(self, make: Maker) -> None:
        """Have the value made by `make` when it is next read, also if it was made before.

        For who makes the declaration, as long as nothing else depends on the value.
        """
        self.__dict__["value"] = make

    def without_value(self) -> Declaration:
        """The same constant, its value left out and not made."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__, value=None)
        return made

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "value": self.value}
