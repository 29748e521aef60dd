"""From syntax trees to core terms. Importing this package registers every form of term."""

from denotary.parser.elaborate import (
    apply,
    bigops,
    binders,
    forms,
    matching,
    operators,
    programs,
    shapes,
    structures,
    tactics,
)

__all__ = [
    "apply",
    "bigops",
    "binders",
    "forms",
    "matching",
    "operators",
    "programs",
    "shapes",
    "structures",
    "tactics",
]
