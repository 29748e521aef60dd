"""The two sides of a leaf as arrays of the tensor graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from denotary.interpreter.machine import Machine
from denotary.interpreter.machine import leaves as arrays
from denotary.interpreter.machine.errors import TooWide
from denotary.interpreter.machine.families import is_proposition
from denotary.interpreter.machine.graph_domain import LIMIT
from denotary.interpreter.machine.indices import along
from denotary.interpreter.machine.propositions import truth
from denotary.interpreter.machine.values import PiValue, SortValue, TypeValue

from .instances import Sampler, finite
from .leaves import Claim


@dataclass(frozen=True, slots=True)
class Side:
    """One array of a side, or a string. The first `outer` axes are the quantifiers'."""

    path: tuple[str, ...]
    dtype: str
    value: Any
    axes: tuple[Any, ...] = ()
    shape: tuple[int, ...] = ()
    """One size a quantifier and an argument; the axes are their factors."""


def expand(m: Machine, sampler: Sampler, claim: Claim, which: str) -> list[Side]:
    """The arrays of the side `which` (`left` or `right`) of a claim."""
    value = getattr(claim, which)
    scope, sizes = claim.scope.axes, claim.scope.sizes
    if claim.relation in ("≤", "<"):
        return [Side((), claim.dtype, m.run(lambda: m.number(value, claim.dtype)), scope, sizes)]
    if claim.relation in ("holds", "fails"):
        return [Side((), "bool", m.run(lambda: boolean(m, truth(m, value))), scope, sizes)]
    return m.run(lambda: _at(m, sampler, m.force(claim.type), value, scope, sizes, claim.id))


def narrow(m: Machine, sides: list[Side]) -> None:
    """Raise `TooWide` if a side is an integer that no array holds."""
    for side in sides:
        known = m.domain.known(side.value) if m.domain.is_number(side.value) else None
        if isinstance(known, int) and not -LIMIT <= known < LIMIT:
            raise TooWide(f"the integer {known} needs over 64 bits")


def boolean(m: Machine, value: Any) -> Any:
    """A truth value as a number of the domain."""
    return m.domain.constant(value, "bool") if isinstance(value, bool) else value


def _at(
    m: Machine,
    sampler: Sampler,
    type: Any,
    value: Any,
    axes: tuple[Any, ...],
    sizes: tuple[int, ...],
    name: str,
) -> list[Side]:
    """Functions of numbers or vectors are compared at a sample; the rest is arrays."""
    if isinstance(type, SortValue) and type.level == 0:
        return [Side((), "bool", boolean(m, truth(m, value)), axes, sizes)]
    if isinstance(type, PiValue) and _opaque(m, type):
        domain = m.force(type.domain)
        if isinstance(domain, TypeValue) and domain.name == "Fin":
            n = m.concrete(domain.args[0], "size")
            more = m.fresh(n.factors, frozenset(axes) | m.axes_of(value))
            arg: Any = along(m, more, n)
            axes, sizes = (*axes, *more), (*sizes, int(n))
        else:
            arg = sampler.sample(f"{name}.x{len(axes)}", domain)
        inner, at = m.force(m.apply(type.codomain, [arg])), m.apply(value, [arg])
        return _at(m, sampler, inner, at, axes, sizes, f"{name}.x")
    found = []
    for leaf in arrays.tabulate(m, value, type, frozenset(axes) | m.axes_of(value)):
        shape = (*sizes, *leaf.sizes)
        found.append(Side(leaf.path, leaf.dtype, leaf.value, (*axes, *leaf.axes), shape))
    return found


def _opaque(m: Machine, type: Any) -> bool:
    """Whether a function type takes something that cannot be gone through."""
    from .functions import is_index

    while isinstance(type, PiValue):
        domain = m.force(type.domain)
        if is_proposition(m, domain):
            return False
        if is_index(domain):
            n = m.concrete(domain.args[0], "size")
            arg: Any = along(m, m.fresh(n.factors, frozenset()), n)
        elif (values := finite(m, domain)) is not None:
            arg = next(values, None)
            if arg is None:
                return False
        else:
            return True
        type = m.force(m.apply(type.codomain, [arg]))
    return False
