"""What the machine asks of numbers: a `Domain`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Literal, Protocol

Number = Any
"""A number of the domain: immutable, hashable and equal only to itself."""

Dtype = Literal["real", "int", "bool"]
Concrete = Fraction | int | bool


class Axis(Protocol):
    """A bound variable of the domain, `size` values long. Equal only to itself."""

    @property
    def size(self) -> int: ...


#: Every operation that `Domain.apply` must know, with its number of operands.
OPERATIONS: dict[str, int] = {
    # reals and ints
    "add": 2, "sub": 2, "mul": 2, "neg": 1, "max": 2, "min": 2, "abs": 1, "sign": 1, "pow": 2,
    # division: reals with x/0 = 0; ints with n/0 = 0 and n%0 = n (Lean's ediv and emod)
    "div": 2, "mod": 2, "inv": 1, "natsub": 2, "gcd": 2,
    # reals
    "sqrt": 1, "rpow": 2, "exp": 1, "log": 1, "sin": 1, "cos": 1, "tan": 1, "tanh": 1, "sinh": 1,
    "cosh": 1, "arctan": 1, "arcsin": 1, "arccos": 1, "erf": 1, "floor": 1, "ceil": 1, "round": 1,
    # conversions
    "to_real": 1, "to_int": 1,
    # comparisons and connectives
    "lt": 2, "le": 2, "eq": 2, "not": 1, "and": 2, "or": 2, "iff": 2,
}  # fmt: skip


class Domain(Protocol):
    """Numbers, their axes, and the operations on them.

    With `symbolic` false there are no axes: indices are always concrete, sums are folded with
    `apply`, and `axis`, `iota`, `reduce`, `read` and `merge` are never called.
    """

    symbolic: bool

    def constant(self, value: Concrete, dtype: Dtype) -> Number:
        """An exact constant."""
        ...

    def known(self, x: Number) -> Concrete | None:
        """The value of `x` where it is a constant."""
        ...

    def is_number(self, x: object) -> bool:
        """Whether `x` is a number of this domain."""
        ...

    def dtype(self, x: Number) -> Dtype: ...

    def axes(self, x: Number) -> frozenset[Any]:
        """The axes that `x` depends on."""
        ...

    def axis(self, size: int, name: str = "", kind: str = "plain") -> Any:
        """A new axis."""
        ...

    def iota(self, axis: Any) -> Number:
        """The int index along `axis`."""
        ...

    def affine(self, x: Number) -> tuple[int, Mapping[Any, int]] | None:
        """`x` as constant and coefficient of each axis's index, if it is affine in them."""
        ...

    def apply(self, op: str, *operands: Number) -> Number:
        """One of `OPERATIONS`."""
        ...

    def select(self, condition: Number, x: Number, y: Number) -> Number:
        """`if condition then x else y`, entry by entry."""
        ...

    def reduce(self, op: str, x: Number, axes: Iterable[Any]) -> Number:
        """`sum`, `prod`, `max`, `min`, `any`, `all`, `argmax` or `argmin` over `axes`."""
        ...

    def read(self, x: Number, indices: Mapping[Any, Number]) -> Number:
        """`x` at an int index along each axis, all at once; indices are clipped."""
        ...

    def merge(self, x: Number, parts: tuple[Any, ...], axis: Any) -> Number:
        """Several axes as one, row-major."""
        ...

    def input(self, name: str, axes: tuple[Any, ...], dtype: Dtype, bounds: Any = None) -> Number:
        """A named array; `axes[k]` is its dimension `k`."""
        ...

    def placeholder(self, name: str, axes: tuple[Any, ...]) -> Number:
        """A fresh unknown, to differentiate by."""
        ...

    def derivative(
        self, y: Number, unknowns: list[Number], at: list[Number], along: list[Number]
    ) -> Number:
        """The directional derivative of `y` in `unknowns` at a point along a tangent.

        `at[k]` and `along[k]` have the axes of `unknowns[k]` and any others.
        """
        ...
