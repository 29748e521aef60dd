"""Building nodes: identity, exact folding, affine indices, relabelling."""

from fractions import Fraction

import numpy as np
import pytest

from denotary.interpreter import graph as g

I, J = g.Axis(3, name="i"), g.Axis(4, name="j")
K = g.Axis(12, name="k")
X = g.input("x", (I, J))
V = g.input("v", (I,))


def test_equal_nodes_are_one_node():
    assert g.add(X, V) is g.add(V, X)
    assert g.reduce("sum", g.mul(X, V), [J, I]) is g.reduce("sum", g.mul(V, X), [I, J])
    assert g.real(1) is not g.integer(1) and g.integer(1) is not g.boolean(True)
    assert g.placeholder("p") is not g.placeholder("p")


def test_axes_are_those_of_the_arguments():
    assert g.add(V, g.input("w", (J,))).axes == {I, J}
    assert g.reduce("sum", X, [I]).axes == {J}


def test_rationals_fold_exactly():
    third = g.div(g.real(1), g.real(3))
    assert third.value == Fraction(1, 3) and g.mul(third, 3) is g.real(1)
    assert g.div(g.real(1), g.real(0)) is g.real(0) and g.inv(g.real(0)) is g.real(0)
    assert g.sqrt(g.real("9/4")) is g.real("3/2") and g.sqrt(g.real(-1)) is g.real(0)
    assert g.sqrt(g.real(2)).op == "sqrt"
    assert g.nearest(g.real("-1/2")) is g.integer(0) and g.floor(g.real("-1/2")) is g.integer(-1)
    assert g.power(g.real(0), 0) is g.real(1) and g.power(g.real(2), -2) is g.real("1/4")


def test_identities_of_the_reals():
    assert g.add(X, 0) is X and g.mul(1, X) is X and g.sub(X, X) is g.real(0)
    assert g.mul(X, 0) is g.real(0) and g.div(X, 0) is g.real(0)
    assert g.div(X, X) is not g.real(1)  # 0 / 0 = 0


def test_integers_of_lean():
    assert g.natsub(g.integer(3), 5) is g.integer(0)
    cases = [(7, 0, 0, 7), (-7, 2, -4, 1), (7, -2, -3, 1), (-7, -2, 4, 1)]
    for a, b, quotient, remainder in cases:
        assert g.div(g.integer(a), b) is g.integer(quotient)
        assert g.mod(g.integer(a), b) is g.integer(remainder)


def test_affine_indices():
    index = g.sub(g.add(g.mul(g.iota(I), 2), g.iota(J)), 1)
    assert g.affine(index) == (-1, {I: 2, J: 1}) and g.bounds(index) == (-1, 6)
    assert g.affine(g.mul(g.iota(I), g.iota(J))) is None
    assert g.iota(g.Axis(1)) is g.integer(0)
    flat = g.row_major([I, J])
    assert g.div(flat, 4) is g.iota(I) and g.mod(flat, 4) is g.iota(J)
    assert g.mod(g.add(flat, 24), 12) is flat


def test_guards_that_always_hold_vanish():
    assert g.lt(g.iota(I), 3) is g.boolean(True) and g.lt(g.iota(I), 2).op == "lt"
    assert g.le(0, g.iota(I)) is g.boolean(True)
    assert g.select(g.lt(g.row_major([I, J]), 12), X, 0) is X
    assert g.minimum(g.iota(I), 2) is g.iota(I)


def test_reading_back_what_was_laid_out():
    flat = g.merge(X, [I, J], K)
    assert g.split(flat, K, [I, J]) is X
    assert g.gather(flat, {K: g.row_major([I, J])}) is X
    assert g.gather(X, {I: g.iota(I)}) is X
    other = g.Axis(3)
    assert g.gather(X, {I: g.iota(other)}) is g.rename(X, {I: other})
    assert g.rename(g.rename(X, {I: other}), {other: I}) is X


def test_reading_an_empty_axis_is_never_reached():
    assert g.gather(g.input("e", (g.Axis(0),)), {}).axes != frozenset()
    empty = g.Axis(0)
    assert g.gather(g.input("e", (empty,)), {empty: 0}) is g.real(0)


def test_reductions_over_axes_that_are_not_there():
    assert g.reduce("sum", V, [J]) is g.mul(V, 4)
    assert g.reduce("prod", V, [J]) is g.power(V, 4)
    assert g.reduce("max", V, [J]) is V
    assert g.reduce("sum", V, [g.Axis(0)]) is g.real(0)


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: g.add(X, g.iota(I)), "expected a node of dtype real"),
        (lambda: g.rename(X, {I: J}), "expected an axis of size 3"),
        (lambda: g.split(X, I, [J]), "sizes multiply"),
        (lambda: g.reduce("sum", g.lt(X, 0), [I]), "expected real or int"),
        (lambda: g.reduce("max", V, [g.Axis(0)]), "something to take the max of"),
        (lambda: g.input("x", (I, I)), "distinct axes"),
        (lambda: g.evaluate(X, {"x": np.zeros((3, 4))}, (I,)), "to be listed"),
    ],
)
def test_errors_say_what_was_expected(build, message):
    with pytest.raises(g.GraphError, match=message):
        build()


def test_random_affine_divisions_agree_with_integers():
    random = np.random.default_rng(0)
    for _ in range(200):
        a, b, c = (int(n) for n in random.integers(-20, 20, size=3))
        n = int(random.integers(-6, 7))
        index = g.add(g.add(g.mul(g.iota(I), a), g.mul(g.iota(J), b)), c)
        values = a * np.arange(3)[:, None] + b * np.arange(4) + c
        for node in (g.div(index, n), g.mod(index, n)):
            found = g.evaluate(node, {}, (I, J))
            assert node.bounds[0] <= found.min() and found.max() <= node.bounds[1]
        quotient, remainder = (g.evaluate(f(index, n), {}, (I, J)) for f in (g.div, g.mod))
        assert (quotient * n + remainder == values).all()
        if n:
            assert ((remainder >= 0) & (remainder < abs(n))).all()


def test_estimate_counts_live_arrays_only():
    big = g.Axis(1000)
    x = g.input("big", (big,))
    y = x
    for k in range(10):
        y = g.mul(g.add(y, k + 1), 2)
    total = g.reduce("sum", y, [big])
    found = g.estimate([total])
    assert found.peak_bytes == 8 * 1001 and "nodes" in str(found)
    assert g.estimate([total], "f32").peak_bytes == 4 * 1001
    shared = g.unary("exp", x)
    two = g.add(g.reduce("sum", shared, [big]), g.reduce("sum", g.mul(shared, shared), [big]))
    assert g.estimate([two]).peak_bytes >= 8 * 2000
