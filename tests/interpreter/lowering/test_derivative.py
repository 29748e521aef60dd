"""Directional derivatives: `jax.jvp` against finite differences and closed forms."""

import numpy as np

from denotary.interpreter import graph as g
from denotary.interpreter.lowering import compile


def both(num, axes, inputs):
    expected = g.evaluate(num, inputs, axes)
    found = compile({"out": (num, axes)}).run(inputs)["out"]
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-8)
    return found


def test_of_a_sum_of_squares_in_a_batch():
    k, n = g.Axis(3, name="k"), g.Axis(4, name="n")
    p = g.placeholder("p", (k,))
    y = g.reduce("sum", g.mul(p, p), [k])
    x, v = g.input("x", (n, k)), g.input("v", (k,))
    at = {"x": np.random.default_rng(0).normal(size=(4, 3)), "v": np.array([1.0, 2, 3])}
    found = both(g.derivative(y, p, x, v), (n,), at)
    np.testing.assert_allclose(found, 2 * at["x"] @ at["v"])


def test_at_a_point_whose_axis_the_function_binds():
    k, n = g.Axis(3, name="k"), g.Axis(4, name="n")
    p = g.placeholder("p", (k,))
    w = g.input("w", (n, k))
    y = g.reduce("sum", g.power(g.reduce("sum", g.mul(w, p), [k]), 2), [n])  # |w p|², binds n
    x, v = g.input("x", (n, k)), g.input("v", (n, k))
    random = np.random.default_rng(1)
    at = {name: random.normal(size=(4, 3)) for name in "wxv"}
    found = both(g.derivative(y, p, x, v), (n,), at)
    gram = at["w"].T @ at["w"]
    np.testing.assert_allclose(found, 2 * np.einsum("nk,kl,nl->n", at["x"], gram, at["v"]))


def test_where_function_and_point_depend_on_one_axis():
    n = g.Axis(4, name="n")
    p = g.placeholder("p")
    a, x = g.input("a", (n,)), g.input("x", (n,))
    y = g.mul(a, g.power(p, 3))
    at = {"a": np.arange(4.0), "x": np.array([1.0, -1, 2, 3])}
    found = both(g.derivative(y, p, x, g.real(1)), (n,), at)
    np.testing.assert_allclose(found, 3 * at["a"] * at["x"] ** 2)


def test_of_a_derivative():
    p, q = g.placeholder("p"), g.placeholder("q")
    inner = g.derivative(g.unary("sin", q), q, g.power(p, 2), g.real(1))  # cos p²
    x = g.input("x", ())
    found = both(g.derivative(inner, p, x, g.real(1)), (), {"x": np.array(0.7)})
    np.testing.assert_allclose(found, -np.sin(0.49) * 1.4)


def test_guards_keep_nan_out():
    i = g.Axis(3)
    p = g.placeholder("p")
    x = g.input("x", (i,))
    at = {"x": np.array([-1.0, 0.0, 2.0])}
    for y in (
        g.sqrt(p),
        g.inv(p),
        g.div(1, g.mul(p, p)),
        g.unary("log", p),
        g.rpow(p, g.real("2.5")),
        g.unary("arcsin", p),
        g.unary("arccos", p),
    ):
        num = g.derivative(y, p, x, g.real(1))
        assert np.isfinite(compile({"o": (num, (i,))}).run(at)["o"]).all()


def test_through_reads_and_selections():
    h, i, k, n = (g.Axis(m, name=s) for m, s in zip((6, 6, 3, 2), "hikn", strict=True))
    p = g.placeholder("p", (h,))
    place = g.sub(g.add(g.iota(i), g.iota(k)), 1)
    window = g.select(g.and_(g.le(0, place), g.lt(place, 6)), g.gather(p, {h: place}), 0)
    y = g.reduce("sum", g.mul(window, window), [k])
    x, v = g.input("x", (n, h)), g.input("v", (h,))
    random = np.random.default_rng(2)
    at = {"x": random.normal(size=(2, 6)), "v": random.normal(size=6)}
    both(g.derivative(y, p, x, v), (n, i), at)


def test_of_what_does_not_depend_on_the_placeholder():
    p, x = g.placeholder("p"), g.input("x", ())
    assert g.derivative(x, p, x, g.real(1)) is g.real(0)
