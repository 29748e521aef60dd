"""Contractions against the plain sums."""

import jax
import numpy as np
import pytest

from denotary.interpreter import graph as g
from denotary.interpreter.lowering import compile


def both(num, axes, inputs):
    expected = g.evaluate(num, inputs, axes)
    for contractions, windows in ((True, "none"), (False, "none"), (True, "all")):
        program = compile({"o": (num, axes)}, contractions=contractions, windows=windows)
        found = program.run(inputs)["o"]
        np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-11)


def window(x, h, w, i, j, kh, kw, stride, pad):
    rows = g.sub(g.add(g.mul(g.iota(i), stride), g.iota(kh)), pad)
    columns = g.sub(g.add(g.mul(g.iota(j), stride), g.iota(kw)), pad)
    inside = g.and_(
        g.and_(g.le(0, rows), g.lt(rows, h.size)), g.and_(g.le(0, columns), g.lt(columns, w.size))
    )
    return g.select(inside, g.gather(x, {h: rows, w: columns}), 0)


@pytest.mark.parametrize(("size", "stride", "k", "pad"), [(5, 1, 3, 1), (6, 2, 3, 0), (7, 2, 5, 2)])
def test_convolutions(size, stride, k, pad):
    n, c, o = g.Axis(2, name="n"), g.Axis(3, name="c"), g.Axis(4, name="o")
    h, w = g.Axis(size, name="h"), g.Axis(size, name="w")
    i, j = g.Axis(size // stride), g.Axis(size // stride)
    kh, kw = g.Axis(k, name="kh"), g.Axis(k, name="kw")
    x = g.input("x", (n, c, h, w))
    full, depth = g.input("W", (o, c, kh, kw)), g.input("d", (c, kh, kw))
    random = np.random.default_rng(0)
    at = {
        "x": random.normal(size=(2, 3, size, size)),
        "W": random.normal(size=(4, 3, k, k)),
        "d": random.normal(size=(3, k, k)),
    }
    read = window(x, h, w, i, j, kh, kw, stride, pad)
    both(g.reduce("sum", g.mul(full, read), [c, kh, kw]), (n, o, i, j), at)
    both(g.reduce("sum", g.mul(depth, read), [kh, kw]), (n, c, i, j), at)


def test_matrix_products():
    a, b, c, d = (g.Axis(n, name=s) for n, s in zip((2, 3, 4, 5), "abcd", strict=True))
    x, y = g.input("x", (a, c, b)), g.input("y", (d, a, c))
    random = np.random.default_rng(1)
    at = {"x": random.normal(size=(2, 4, 3)), "y": random.normal(size=(5, 2, 4))}
    product = g.mul(x, y)
    both(g.reduce("sum", product, [c]), (d, b, a), at)
    both(g.reduce("sum", product, [c, a]), (b, d), at)
    both(g.reduce("sum", product, [c, d]), (a, b), at)
    both(g.reduce("sum", product, [a, b, c, d]), (), at)
    both(g.reduce("sum", g.mul(x, x), [c]), (b, a), at)


def test_a_dot_is_found():
    a, b, c = g.Axis(3), g.Axis(4), g.Axis(5)
    num = g.reduce("sum", g.mul(g.input("x", (a, c)), g.input("y", (c, b))), [c])
    from denotary.interpreter.lowering.program import RULES
    from denotary.interpreter.lowering.trace import Trace

    def run(flag, arrays):
        trace = Trace("f64", arrays, None, RULES, flag)
        trace.run([num])
        return trace.known[num]

    arrays = {"x": np.ones((3, 5)), "y": np.ones((5, 4))}
    for flag in (True, False):
        text = str(jax.make_jaxpr(lambda arrays, flag=flag: run(flag, arrays))(arrays))
        assert ("dot_general" in text) == flag
