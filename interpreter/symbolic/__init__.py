"""Algebra instead of samples: equations shown for all values of their reals."""

from .at_sizes import prove_at
from .prove import Answer, Equality, prove

__all__ = ["Answer", "Equality", "prove", "prove_at"]
