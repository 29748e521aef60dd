"""Lean text to syntax trees: `split` finds declarations, the `parse_…` verbs read them."""

from denotary.parser.syntax.commands import defined_commands
from denotary.parser.syntax.parse import (
    parse_body,
    parse_constructors,
    parse_deriving,
    parse_notation_rhs,
    parse_signature,
    parse_structure,
    parse_term,
    parse_variables,
    parse_where,
    span,
)
from denotary.parser.syntax.splitter import split

__all__ = [
    "defined_commands",
    "parse_body",
    "parse_constructors",
    "parse_deriving",
    "parse_notation_rhs",
    "parse_signature",
    "parse_structure",
    "parse_term",
    "parse_variables",
    "parse_where",
    "span",
    "split",
]
