"""From syntax trees to core terms. Importing this package registers every form of term."""

from denotary.parser.elaborate import apply, binders, forms, matching, operators, structures

__all__ = ["apply", "binders", "forms", "matching", "operators", "structures"]
