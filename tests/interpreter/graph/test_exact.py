"""Closed graphs in rationals and between decimal bounds."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from denotary.interpreter import graph
from denotary.interpreter.graph.enclosure import Interval, Undecided, bounds, enclosed, meet
from denotary.interpreter.graph.exact import Inexact, exact


def total(n: int) -> graph.Num:
    """`Σ k < n, (1/3)^k · (k + 1)`."""
    axis = graph.Axis(n)
    k = graph.iota(axis)
    term = graph.mul(graph.power(graph.real(Fraction(1, 3)), k), graph.to_real(graph.add(k, 1)))
    return graph.reduce("sum", term, [axis])


def test_a_rational_sum_is_exact():
    expected = sum(Fraction(1, 3) ** k * (k + 1) for k in range(30))
    assert exact(total(30)).item() == expected


def test_bounds_hold_the_value_and_are_close():
    expected = sum(Fraction(1, 3) ** k * (k + 1) for k in range(200))
    value = enclosed(total(200)).item()
    assert value == expected  # rational while that is short
    found = bounds(value)
    assert Fraction(found.low) <= expected <= Fraction(found.high)
    assert Fraction(found.high) - Fraction(found.low) < Fraction(1, 10**55)


@pytest.mark.parametrize("op", ["exp", "log", "sin", "cos", "tan", "tanh", "sinh", "cosh"])
@pytest.mark.parametrize("x", [2.0, -0.75, 31.0])
def test_transcendental_bounds(op, x):
    found = enclosed(graph.unary(op, graph.real(Fraction(x)))).item()
    expected = getattr(math, op)(abs(x) if op == "log" else x)  # Lean's logarithm is even
    assert float(found.low) == pytest.approx(expected, rel=1e-14)
    assert found.low < found.high
    assert found.high - found.low < abs(found.low) * Decimal(10) ** -50


def test_inputs_are_the_rationals_that_their_floats_are():
    axis = graph.Axis(3)
    x = graph.input("x", (axis,))
    mean = graph.div(graph.reduce("sum", x, [axis]), graph.real(3))
    spread = graph.reduce("sum", graph.power(graph.sub(x, mean), 2), [axis])
    root = graph.inv(graph.sqrt(spread))
    equal = {"x": np.full(3, 0.1)}
    assert enclosed(root, (), equal).item() == 0  # no rounding makes the variance a little above 0
    assert exact(mean, (), {"x": np.array([0.5, 0.25, 1.0])}).item() == Fraction(7, 12)
    with pytest.raises(Inexact, match="inputs"):
        enclosed(root)


def test_numbers_far_out_of_range():
    power = graph.power(graph.real(Fraction(1, 10)), graph.iota(graph.Axis(5000)))
    least = graph.reduce("min", power, power.axes)
    assert enclosed(graph.lt(graph.real(0), least)).item() is True


def test_what_is_equal_to_all_digits_is_not_decided():
    root = graph.sqrt(graph.real(2))
    with pytest.raises(Undecided):
        enclosed(graph.le(graph.real(2), graph.mul(root, root)))


def test_what_has_no_rational_value_is_refused():
    with pytest.raises(Inexact):
        exact(graph.sqrt(graph.real(2)))


def test_as_many_operations_as_a_table_of_literals_needs():
    """A sum over 784 entries, each found by 784 comparisons."""
    i, k = graph.Axis(784), graph.Axis(784)
    hit = graph.eq(graph.iota(i), graph.iota(k))
    entry = graph.select(hit, graph.real(Fraction(1, 255)), graph.real(0))
    assert exact(graph.reduce("sum", entry, [i, k])).item() == Fraction(784, 255)


def test_roots_meet_or_are_told_apart_beyond_floats():
    root = graph.sqrt(graph.real(2))
    twice = graph.mul(root, root)
    assert meet(enclosed(twice).item(), enclosed(graph.real(2)).item())
    other = graph.real(2 + Fraction(1, 10**30))
    assert not meet(enclosed(twice).item(), enclosed(other).item())
    wide = Interval(Decimal(1), Decimal(2))
    with pytest.raises(Undecided, match="too wide"):
        meet(wide, wide)
