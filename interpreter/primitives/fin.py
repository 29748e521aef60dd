"""`Fin n`: its constructor and value, and the equivalence of pairs with one index.

The rest of `Fin` is unfolded: an index made of an integer finds its digits again where the integer
was made of digits (`indices.from_int`), so casts and shifts stay relabellings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from denotary.interpreter.machine import indices, merging
from denotary.interpreter.machine.sizes import Size
from denotary.interpreter.machine.values import UNIT, Choice, Data, Index

from .registry import primitive

if TYPE_CHECKING:
    from denotary.interpreter.machine import Machine


@primitive("Fin.mk", arity=3)
def mk(m: Machine, n: Any, value: Any, proof: Any) -> Any:
    """`Fin.mk v h`, written `⟨v, h⟩`: the index `v`."""
    return indices.from_int(m, m.nat(value), m.concrete(n, "size"))


@primitive("Fin.val", arity=2)
def val(m: Machine, n: Any, index: Any) -> Any:
    """`Fin.val i`: the index as a natural number."""
    return m.project("Fin", 0, m.force(index))


@primitive("Fin.cast", arity=4)
def cast(m: Machine, n: Any, to: Any, proof: Any, index: Any) -> Any:
    """`Fin.cast h i`: the same digits at an equal size."""
    value = m.force(index)
    if isinstance(value, Choice):
        return merging.split(m, value, lambda i: cast(m, n, to, proof, i))
    return m.index(value.digits, m.concrete(to, "size"))


@primitive("Fin.ofNat", arity=3)
def of_nat(m: Machine, n: Any, nonzero: Any, value: Any) -> Any:
    """`Fin.ofNat n a`: `a % n`."""
    size, number = m.concrete(n, "size"), m.nat(value)
    return indices.from_int(m, indices.int_op(m, "mod", number, int(size)), size)


def _join(m: Machine, high: Any, low: Any, pair: Any) -> Any:
    rows, columns = m.concrete(high, "size"), m.concrete(low, "size")
    i, j = (m.force(m.project("Prod", k, m.force(pair))) for k in (0, 1))
    return _joined(m, i, j, rows.times(columns))


def _joined(m: Machine, i: Any, j: Any, size: Size) -> Any:
    if isinstance(i, Choice):
        return merging.split(m, i, lambda x: _joined(m, x, j, size))
    if isinstance(j, Choice):
        return merging.split(m, j, lambda x: _joined(m, i, x, size))
    return indices.join(m, i, j, size)


def _divide(m: Machine, high: Any, low: Any, index: Any) -> Any:
    index = m.force(index)
    if isinstance(index, Choice):
        return merging.split(m, index, lambda x: _divide(m, high, low, x))
    rows, columns = m.concrete(high, "size"), m.concrete(low, "size")
    i, j = indices.divide(m, index, rows, columns)
    return m.data("Prod.mk", m.type("Fin", rows), m.type("Fin", columns), i, j)


@primitive("finProdFinEquiv", arity=2)
def fin_prod_fin_equiv(m: Machine, high: Any, low: Any) -> Any:
    """`finProdFinEquiv : Fin m × Fin n ≃ Fin (m * n)`, `(i, j) ↦ i * n + j`: digits joined."""
    return equivalence(
        m,
        m.type("Prod", m.type("Fin", high), m.type("Fin", low)),
        m.type("Fin", m.concrete(high, "size").times(m.concrete(low, "size"))),
        m.builtin(_join, (high, low)),
        m.builtin(_divide, (high, low)),
    )


def equivalence(m: Machine, source: Any, target: Any, to: Any, back: Any) -> Data:
    """`Equiv.mk to back` without its proofs."""
    return m.data("Equiv.mk", source, target, to, back, UNIT, UNIT)


__all__ = ["Index", "equivalence"]
