"""Closed graphs in rationals and between decimal bounds."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import pytest

from denotary.interpreter import graph
from denotary.interpreter.graph.enclosure import Interval, Undecided, enclosed, meet
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
    found = enclosed(total(200)).item()
    assert Fraction(found.low) <= expected <= Fraction(found.high)
    assert Fraction(found.high) - Fraction(found.low) < Fraction(1, 10**55)


@pytest.mark.parametrize("op", ["exp", "log"])
def test_transcendental_bounds(op):
    found = enclosed(graph.unary(op, graph.real(2))).item()
    assert float(found.low) == pytest.approx(getattr(math, op)(2), rel=1e-15)
    assert found.low < found.high


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
