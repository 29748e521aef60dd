"""Constant parts of a graph as arrays: what is folded, to which values, and what never is."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from denotary.interpreter import graph
from denotary.interpreter.graph.folding import LEAST


def literal(axis: graph.Axis, values: list[Fraction]) -> graph.Num:
    """A chain of selections on the index, as a list literal evaluates to."""
    result = graph.real(values[-1])
    for k in range(len(values) - 2, -1, -1):
        result = graph.select(graph.eq(graph.iota(axis), graph.integer(k)),
                              graph.real(values[k]), result)  # fmt: skip
    return result


VALUES = [Fraction(k * k, 7) for k in range(20)]


def test_a_literal_is_one_array():
    axis = graph.Axis(20)
    table = literal(axis, VALUES)
    scaled = graph.mul(table, graph.input("x", ()))
    found = graph.folded([scaled])
    assert list(found) == [table]
    assert found[table] == pytest.approx(np.array([float(v) for v in VALUES]), rel=0, abs=0)


def test_arithmetic_on_reals_is_not_folded_because_it_rounds():
    axis = graph.Axis(20)
    table = literal(axis, VALUES)
    root = graph.sqrt(table)
    assert list(graph.folded([root])) == [table]


def test_what_reads_an_input_and_what_is_small_stay():
    axis = graph.Axis(20)
    x = graph.input("x", (axis,))
    chain = x
    for k in range(LEAST + 4):
        chain = graph.select(graph.eq(graph.iota(axis), graph.integer(k)), graph.real(k), chain)
    assert graph.folded([chain]) == {}
    assert graph.folded([literal(axis, VALUES[:2])]) == {}


def test_nothing_along_the_mesh_is_folded():
    axis = graph.Axis(20, "replica")
    table = literal(axis, VALUES)
    assert graph.folded([table], axis) == {}
    assert list(graph.folded([table])) == [table]
