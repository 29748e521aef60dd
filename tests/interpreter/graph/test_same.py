"""Graphs that are the same as they stand, and addends that no derivative sees."""

from __future__ import annotations

import numpy as np
import pytest

from denotary.interpreter import graph as g
from denotary.interpreter.graph.derivative import derivative, moving
from denotary.interpreter.graph.same import form


def build(flip: bool = False, other: str = "x", summed: int = 0) -> str:
    """The form of `Σ_i x_i y_ij`, of axes of its own."""
    i, j = g.Axis(3), g.Axis(4)
    x, y = g.input(other, (i,)), g.input("y", (i, j))
    product = g.mul(y, x) if flip else g.mul(x, y)
    total = g.reduce("sum", product, [(i, j)[summed]])
    return form([(total, g.by_creation(total.axes))])


def test_axes_have_no_names_and_factors_no_order():
    assert build() == build(flip=True)


def test_another_input_or_another_axis_is_another_graph():
    assert len({build(), build(other="z"), build(summed=1)}) == 3


def test_the_order_of_an_output_counts():
    i, j = g.Axis(3), g.Axis(3)
    x = g.input("x", (i, j))
    assert form([(x, (i, j))]) != form([(x, (j, i))])


A = g.Axis(3)
P = g.placeholder("p", (A,))
X, C = g.input("x", (A,)), g.input("c", (A,))
AT, ALONG = g.input("at", (A,)), g.input("along", (A,))
SINE = g.unary("sin", P)
FIRST = g.lt(g.iota(A), 1)

DROPPED = [
    (g.add(SINE, C), SINE),
    (g.sub(C, SINE), g.neg(SINE)),
    (g.mul(X, g.add(SINE, C)), g.mul(X, SINE)),
    (g.reduce("sum", g.add(g.mul(X, SINE), C), [A]), g.reduce("sum", g.mul(X, SINE), [A])),
    (g.select(FIRST, g.add(SINE, C), X), g.select(FIRST, SINE, g.real(0))),
]
KEPT = [
    g.unary("sin", g.add(P, C)),
    g.mul(g.add(P, C), P),
    g.select(g.lt(P, C), P, C),
    g.div(C, g.add(P, C)),
]


@pytest.mark.parametrize(("whole", "part"), DROPPED)
def test_a_derivative_does_not_see_an_addend_free_of_its_variable(whole, part):
    assert moving(whole, P) is part
    assert derivative(whole, P, AT, ALONG) is derivative(part, P, AT, ALONG)


@pytest.mark.parametrize("whole", KEPT)
def test_what_the_variable_goes_through_is_kept(whole):
    assert moving(whole, P) is whole


def test_a_sum_over_an_axis_that_only_a_dropped_addend_has():
    b = g.Axis(5)
    whole = g.reduce("sum", g.add(SINE, g.input("d", (b,))), [b])
    found = derivative(whole, P, AT, ALONG)
    arrays = {name: np.arange(1.0, 4.0) for name in ("at", "along")}
    arrays["d"] = np.arange(5.0)
    values = g.evaluate(found, arrays, (A,))
    assert values == pytest.approx(5 * np.cos(arrays["at"]) * arrays["along"], rel=1e-6)
