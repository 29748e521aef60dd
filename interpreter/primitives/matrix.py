"""Matrices: determinant and inverse by expansion, for small concrete sizes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from denotary.interpreter.machine import families, merging, propositions

from .registry import primitive

if TYPE_CHECKING:
    from denotary.interpreter.machine import Machine

#: Expansion by minors has 2^n of them.
LARGEST = 8


def _entries(m: Machine, index: Any, matrix: Any) -> tuple[list[Any], list[list[Any]]]:
    keys = list(families.elements(m, index))
    if len(keys) > LARGEST:
        raise m.unsupported("Matrix.det", f"a matrix of more than {LARGEST} rows")
    return keys, [[m.number(m.apply(matrix, [i, j]), "real") for j in keys] for i in keys]


def _determinant(m: Machine, rows: list[list[Any]]) -> Any:
    d = m.domain

    @cache
    def minor(top: int, columns: tuple[int, ...]) -> Any:
        if not columns:
            return d.constant(1, "real")
        total = d.constant(0, "real")
        for k, column in enumerate(columns):
            rest = minor(top + 1, columns[:k] + columns[k + 1 :])
            term = d.apply("mul", rows[top][column], rest)
            total = d.apply("sub" if k % 2 else "add", total, term)
        return total

    return minor(0, tuple(range(len(rows))))


@primitive("Matrix.det", arity=6)
def det(m: Machine, index: Any, ring: Any, decidable: Any, finite: Any, inst: Any, a: Any) -> Any:
    """`Matrix.det A` over ℝ: by minors of the rows, up to 8 rows."""
    _real(m, ring)
    return _determinant(m, _entries(m, index, a)[1])


@primitive("Matrix.nonsingInv", arity=6)
def inverse(
    m: Machine, index: Any, ring: Any, finite: Any, decidable: Any, inst: Any, a: Any
) -> Any:
    """`A⁻¹` over ℝ: the adjugate over the determinant; 0 where the determinant is 0."""
    _real(m, ring)
    return m.builtin(_inverse_entry, (index, a), 2)


def _inverse_entry(m: Machine, index: Any, a: Any, i: Any, j: Any) -> Any:
    keys, rows = _entries(m, index, a)
    scale = m.domain.apply("inv", _determinant(m, rows))
    result: Any = m.domain.constant(0, "real")
    for x, p in enumerate(keys):
        for y, q in enumerate(keys):
            rest = [row[:x] + row[x + 1 :] for k, row in enumerate(rows) if k != y]
            value = m.domain.apply("mul", scale, _determinant(m, rest))
            if (x + y) % 2:
                value = m.domain.apply("neg", value)
            here = propositions.and_(
                m, propositions.equal(m, index, i, p), propositions.equal(m, index, j, q)
            )
            result = merging.select(m, here, value, result)
    return result


def _real(m: Machine, ring: Any) -> None:
    name = getattr(m.force(ring), "name", "?")
    if name != "Real":
        raise m.unsupported("Matrix.det", f"a determinant over `{name}`")
