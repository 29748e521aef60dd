"""Sums over windows as convolutions, against the reference interpreter."""

import jax
import numpy as np
import pytest

from denotary.interpreter import graph as g
from denotary.interpreter.lowering import program
from denotary.interpreter.lowering.trace import Trace


def lowered(num, axes, inputs):
    """The output, checked against the reference, and the primitives that were traced for it."""

    def body(arrays):
        trace = Trace("f64", arrays, None, program.RULES, windows="all")
        trace.run([num])
        dims = trace.dims(num.axes)
        return jax.lax.transpose(trace.known[num], [dims.index(axis) for axis in axes])

    arrays = {name: np.asarray(array) for name, array in inputs.items()}
    found, _ = _count(jax.make_jaxpr(body)(arrays).jaxpr)
    expected = g.evaluate(num, inputs, axes)
    np.testing.assert_allclose(jax.jit(body)(arrays), expected, rtol=1e-11, atol=1e-11)
    return found


def _count(jaxpr):
    names = [equation.primitive.name for equation in jaxpr.eqns]
    return {name: names.count(name) for name in names}, len(names)


def inside(*bounds):
    """All of `low ≤ index < high`."""
    found = g.boolean(True)
    for index, low, high in bounds:
        found = g.and_(found, g.and_(g.le(low, index), g.lt(index, high)))
    return found


RANDOM = np.random.default_rng(0)


class Case:
    """An image of 3 channels on a 6 × 5 grid, two of them; windows of 3 × 2."""

    n, c, o = g.Axis(2, name="n"), g.Axis(3, name="c"), g.Axis(4, name="o")
    h, w = g.Axis(6, name="h"), g.Axis(5, name="w")
    kh, kw = g.Axis(3, name="kh"), g.Axis(2, name="kw")
    x = g.input("x", (n, c, h, w))
    W = g.input("W", (o, c, kh, kw))
    D = g.input("D", (c, kh, kw))

    def __init__(self, stride=1):
        self.i, self.j = g.Axis(6 // stride, name="i"), g.Axis(5 // stride, name="j")
        self.rows = g.sub(g.add(g.mul(g.iota(self.i), stride), g.iota(self.kh)), 1)
        self.columns = g.sub(g.add(g.mul(g.iota(self.j), stride), g.iota(self.kw)), 1)
        self.dy = g.input("dy", (self.n, self.o, self.i, self.j))
        self.at = {
            node.attrs[0]: RANDOM.normal(size=[a.size for a in node.attrs[1]])
            for node in (self.x, self.W, self.D, self.dy)
        }

    def read(self, guard=None):
        if guard is None:
            guard = inside((self.rows, 0, 6), (self.columns, 0, 5))
        return g.select(guard, g.gather(self.x, {self.h: self.rows, self.w: self.columns}), 0)

    def check(self, num, axes):
        used = {n.attrs[0] for n in g.walk([num]) if n.op == "input"}
        return lowered(num, axes, {name: self.at[name] for name in used})


def sum_of(x, y, *axes):
    return g.reduce("sum", g.mul(x, y), axes)


@pytest.mark.parametrize("stride", [1, 2])
def test_a_convolution(stride):
    it = Case(stride)
    num = sum_of(it.W, it.read(), it.c, it.kh, it.kw)
    assert it.check(num, (it.n, it.o, it.i, it.j))["conv_general_dilated"] == 1


@pytest.mark.parametrize("stride", [1, 2])
def test_a_kernel_gradient(stride):
    it = Case(stride)
    num = sum_of(it.dy, it.read(), it.n, it.i, it.j)
    assert it.check(num, (it.o, it.c, it.kh, it.kw))["conv_general_dilated"] == 1


@pytest.mark.parametrize("stride", [1, 2])
def test_depthwise(stride):
    it = Case(stride)
    num = sum_of(it.D, it.read(), it.kh, it.kw)
    assert it.check(num, (it.n, it.c, it.i, it.j))["conv_general_dilated"] == 1


def test_a_window_that_never_leaves_the_image():
    it = Case()
    i = g.Axis(4)
    read = g.gather(it.x, {it.h: g.add(g.iota(i), g.iota(it.kh)), it.w: 2})
    num = sum_of(g.gather(it.W, {it.kw: 0}), read, it.c, it.kh)
    assert it.check(num, (it.n, it.o, i))["conv_general_dilated"] == 1


def test_a_window_that_runs_backwards():
    it = Case()
    rows = g.add(g.sub(g.iota(it.i), g.iota(it.kh)), 1)
    read = g.select(inside((rows, 0, 6)), g.gather(it.x, {it.h: rows, it.w: 2}), 0)
    num = sum_of(g.gather(it.W, {it.kw: 0}), read, it.c, it.kh)
    assert it.check(num, (it.n, it.o, it.i))["conv_general_dilated"] == 1


def test_an_output_with_two_digits():
    it = Case()
    p, q = g.Axis(3), g.Axis(2)
    rows = g.sub(g.add(g.add(g.mul(g.iota(p), 2), g.iota(q)), g.iota(it.kh)), 1)
    read = g.select(inside((rows, 0, 6)), g.gather(it.x, {it.h: rows, it.w: 2}), 0)
    num = sum_of(g.gather(it.W, {it.kw: 0}), read, it.c, it.kh)
    assert it.check(num, (it.n, it.o, p, q))["conv_general_dilated"] == 1


def test_a_guard_that_is_not_the_image_is_no_padding():
    it = Case()
    for rows, columns in (((it.rows, 1, 6), (it.columns, 0, 5)), ((it.rows, 0, 6),)[:1] * 2):
        guard = inside(rows, columns)
        num = sum_of(it.W, it.read(guard), it.c, it.kh, it.kw)
        assert "conv_general_dilated" not in it.check(num, (it.n, it.o, it.i, it.j))


def test_a_window_whose_offsets_stay_is_no_convolution():
    it = Case()
    num = sum_of(it.W, it.read(), it.c, it.kh)
    assert "conv_general_dilated" not in it.check(num, (it.n, it.o, it.i, it.j, it.kw))


def test_a_read_that_is_clipped_on_purpose_is_not_a_slice():
    a, i = g.Axis(6), g.Axis(6)
    num = g.gather(g.input("x", (a,)), {a: g.minimum(g.iota(i), 3)})
    assert "gather" in lowered(num, (i,), {"x": np.arange(6.0)})


def test_a_read_that_runs_backwards_is_a_slice():
    a, i = g.Axis(7), g.Axis(3)
    num = g.gather(g.input("x", (a,)), {a: g.sub(5, g.mul(g.iota(i), 2))})
    found = lowered(num, (i,), {"x": np.arange(7.0)})
    assert (found["slice"], found["rev"], found.get("gather")) == (1, 1, None)


def test_a_clipped_read_that_runs_backwards():
    a, i = g.Axis(4), g.Axis(6)
    num = g.gather(g.input("x", (a,)), {a: g.sub(4, g.iota(i))})
    assert "gather" in lowered(num, (i,), {"x": np.arange(4.0)})
