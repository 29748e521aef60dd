"""The evaluation machine: terms to values, with numbers left to a domain."""

from .domain import OPERATIONS, Domain
from .errors import (
    EvaluationError,
    Frame,
    IllTyped,
    MatchFailure,
    Stuck,
    UnsupportedConstant,
    UnsupportedTerm,
)
from .machine import Machine, describe
from .sizes import Size
from .values import UNIT, Choice, Closure, Data, Index, Table, TypeValue, Value

__all__ = [
    "OPERATIONS",
    "UNIT",
    "Choice",
    "Closure",
    "Data",
    "Domain",
    "EvaluationError",
    "Frame",
    "IllTyped",
    "Index",
    "Machine",
    "MatchFailure",
    "Size",
    "Stuck",
    "Table",
    "TypeValue",
    "UnsupportedConstant",
    "UnsupportedTerm",
    "Value",
    "describe",
]
