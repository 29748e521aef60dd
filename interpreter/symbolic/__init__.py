"""Algebra instead of samples: equations shown for all values of their reals."""

from .at_sizes import prove_at
from .check import prove_everywhere, prove_theorem, with_reason
from .for_all import prove_all
from .lemmas import Lemmas
from .prove import Answer, Equality, prove

__all__ = [
    "Answer", "Equality", "Lemmas", "prove", "prove_all", "prove_at", "prove_everywhere",
    "prove_theorem", "with_reason",
]  # fmt: skip
