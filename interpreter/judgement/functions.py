"""Sample functions: of numbers, vectors and structures of them, smooth and without symmetry.

`f x₁ … xₖ` at output entry `j` is `c j + d j · (sin t + cos s)` where `t = Σ w j i · xᵢ` and `s` is
the same of squared weights. It reads every entry of every argument at a weight of its own, so that
entries that are mixed up show; no entry of the result tells the others; its gradients at two points
are not proportional; and it is neither odd nor even. Of large functions the weights do not depend
on `j`. Other families serve hypotheses: `c + d · t`, `d · t`, one that increases, constants.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from zlib import crc32

from denotary.interpreter.machine import Index, TypeValue
from denotary.interpreter.machine.leaves import tabulate
from denotary.interpreter.machine.values import NONE, PiValue, Value

if TYPE_CHECKING:
    from denotary.interpreter.machine import Machine


FAMILIES = ("smooth", "affine", "linear", "increasing", "constant", "identity", "zero")
"""Kinds of functions in the order in which they are tried."""
LINEAR = ("linear",)
"""All functions linear."""


@dataclass(frozen=True, slots=True)
class Own:
    """Weights of an argument that is an array, which differ from entry to entry of the result."""

    table: Any
    """A function of the indices among the arguments, then of the result's, into the type of the
    argument."""
    type: Any
    """That of the table after the indices among the arguments."""


class Smooth(Value):
    """The recipe of a sampled function: its argument types and its coefficient arrays."""

    __slots__ = ("base", "family", "gain", "types", "weights")
    family: str
    types: tuple[Any, ...]
    """The type of each argument; None for an index."""
    weights: tuple[Any, ...]
    """For each argument that is no index, the numbers of its weights, one a leaf, with axes; or
    `Own` ones."""
    base: Any
    """`c`, a function of the indices among the arguments and then of the result's."""
    gain: Any
    """`d`, likewise."""

    def __init__(
        self,
        types: tuple[Any, ...],
        weights: tuple[Any, ...],
        base: Any,
        gain: Any,
        family: str = "smooth",
    ) -> None:
        self.axes = NONE
        self.family = family
        self.types, self.weights, self.base, self.gain = types, weights, base, gain


def smooth(m: Machine, recipe: Smooth, *args: Any) -> Any:
    """The function of a recipe at all its arguments."""
    apply = m.domain.apply
    typed = list(zip(recipe.types, recipe.weights, args, strict=True))
    places = [m.force(arg) for type, _, arg in typed if type is None]
    base, gain = m.apply(recipe.base, places), m.apply(recipe.gain, places)
    avoid = m.union_axes(args)
    sizes = [a.size for b in base.binders for a in b] if hasattr(base, "binders") else []
    new = m.fresh(sizes, avoid | m.union_axes((base, gain)))
    avoid |= frozenset(new)
    total: Any = m.domain.constant(0, "real")
    other = total
    smooth = recipe.family == "smooth"
    for type, weights, arg in typed:
        if type is None:
            continue
        if isinstance(weights, Own):
            weights = own(m, weights, places, new, avoid)
        for leaf, (weight, axes) in zip(tabulate(m, arg, type, avoid), weights, strict=True):
            number = leaf.value
            if leaf.dtype == "string":
                number = m.domain.constant(Fraction(crc32(number.encode()) % 1009, 509), "real")
            elif leaf.dtype != "real":
                if leaf.dtype == "bool":
                    one, zero = m.domain.constant(1, "real"), m.domain.constant(0, "real")
                    number = m.domain.select(number, one, zero)
                else:
                    number = apply("to_real", number)
            here = dict(zip(axes, leaf.axes, strict=True))
            weight = m.domain.read(weight, {a: m.domain.iota(b) for a, b in here.items()})
            if recipe.family == "increasing":
                weight = apply("mul", weight, weight)
            term = apply("mul", weight, number)
            total = apply("add", total, m.domain.reduce("sum", term, leaf.axes))
            if smooth:
                term = apply("mul", weight, term)
                other = apply("add", other, m.domain.reduce("sum", term, leaf.axes))
    if not hasattr(base, "binders"):
        return _value(m, recipe.family, base, gain, total, other)
    axes = iter(new)
    binders = [tuple(next(axes) for _ in binder) for binder in base.binders]

    def entries(table: Any) -> Any:
        old = [axis for binder in table.binders for axis in binder]
        return m.domain.read(
            table.number, {a: m.domain.iota(b) for a, b in zip(old, new, strict=True)}
        )

    number = _value(m, recipe.family, entries(base), entries(gain), total, other)
    return m.table(number, binders, base.sizes)


def own(
    m: Machine, weights: Own, places: Sequence[Any], new: Sequence[Any], avoid: frozenset[Any]
) -> list[tuple[Any, tuple[Any, ...]]]:
    """The weights along the axes `new` of the result, with the axes of the argument."""
    (leaf,) = tabulate(m, m.apply(weights.table, places), weights.type, avoid)
    outer, inner = leaf.axes[: len(new)], leaf.axes[len(new) :]
    moved = {a: m.domain.iota(b) for a, b in zip(outer, new, strict=True)}
    return [(m.domain.read(leaf.value, moved), inner)]


def _value(m: Machine, family: str, base: Any, gain: Any, total: Any, other: Any) -> Any:
    """An entry of a function's value at weighted sums of its arguments."""
    apply = m.domain.apply
    match family:
        case "smooth":
            wave = apply("add", apply("sin", total), apply("cos", other))
            return apply("add", base, apply("mul", gain, wave))
        case "wave":  # of either sign as often
            phase = apply("add", apply("mul", m.domain.constant(8, "real"), base), total)
            return apply("sin", apply("mul", m.domain.constant(4, "real"), phase))
        case "affine":
            return apply("add", base, apply("mul", gain, total))
        case "linear":
            return apply("mul", gain, total)
        case "increasing":
            rising = apply("add", total, apply("arctan", total))
            return apply("add", base, apply("mul", apply("mul", gain, gain), rising))
        case "constant":
            return base
    return m.domain.constant(0, "real")


def itself(m: Machine, arg: Any) -> Any:
    """The identity, the other function that is sampled where the types allow it."""
    return m.force(arg)


def constant(m: Machine, value: Any, arg: Any) -> Any:
    """The function that is `value` everywhere."""
    return m.force(value)


def is_index(type: Any) -> bool:
    return isinstance(type, TypeValue) and type.name == "Fin"


__all__ = ["Index", "PiValue", "Smooth", "constant", "is_index", "itself", "smooth"]
