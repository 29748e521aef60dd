"""Every operation, on JAX and in the numpy reference, at ordinary and at junk arguments."""

import math

import jax
import numpy as np
import pytest

from denotary.interpreter import graph as g
from denotary.interpreter.lowering import compile
from denotary.interpreter.lowering.program import RULES
from denotary.interpreter.lowering.trace import Trace

REALS = np.array([-2.5, -1.0, -0.5, 0.0, 0.3, 0.5, 1.0, 1.7, 3.0])
INTS = np.array([-7, -3, -1, 0, 1, 2, 5, 8])
I = g.Axis(len(REALS), name="i")
J = g.Axis(len(REALS), name="j")
P = g.Axis(len(INTS), name="p")
Q = g.Axis(len(INTS), name="q")
X, Y = g.input("x", (I,)), g.input("y", (J,))
M, N = g.input("m", (P,), "int"), g.input("n", (Q,), "int")
INPUTS = {"x": REALS, "y": REALS, "m": INTS, "n": INTS}


def both(num, axes=None, inputs=None, **options):
    """The reference's value and the program's."""
    axes = g.by_creation(num.axes) if axes is None else axes
    inputs = INPUTS if inputs is None else inputs
    program = compile({"out": (num, axes)}, **options)
    return g.evaluate(num, inputs, axes), program.run(inputs)["out"]


def check(num, axes=None, inputs=None, **options):
    expected, found = both(num, axes, inputs, **options)
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    return found


@pytest.mark.parametrize("op", sorted(g.TRANSCENDENTAL))
def test_transcendental(op):
    assert np.isfinite(check(g.unary(op, X))).all()


@pytest.mark.parametrize(
    "function",
    [g.neg, g.inv, g.sqrt, g.absolute, g.sign, g.floor, g.ceil, g.nearest],
    ids=lambda f: f.__name__,
)
def test_unary_reals(function):
    check(function(X))


@pytest.mark.parametrize(
    "function",
    [g.add, g.sub, g.mul, g.div, g.maximum, g.minimum, g.rpow, g.lt, g.le, g.eq, g.ne],
    ids=lambda f: f.__name__,
)
def test_binary_reals(function):
    assert np.isfinite(check(function(X, Y))).all()


@pytest.mark.parametrize(
    "function",
    [
        g.add, g.sub, g.natsub, g.mul, g.div, g.mod, g.gcd, g.maximum, g.minimum,
        g.lt, g.le, g.eq, g.ne,
    ],
    ids=lambda f: f.__name__,
)  # fmt: skip
def test_binary_ints(function):
    check(function(M, N))
    check(function(M, 3))


@pytest.mark.parametrize("function", [g.neg, g.absolute, g.sign, g.to_real])
def test_unary_ints(function):
    check(function(M))


def test_powers():
    check(g.power(X, N))
    check(g.power(M, g.maximum(N, 0)))
    for k in (0, 1, 2, 5, -3):
        check(g.power(X, k))
    check(g.power(M, 3))


@pytest.mark.parametrize("function", [g.and_, g.or_, g.xor, g.iff, g.implies])
def test_logic(function):
    check(function(g.lt(X, 0), g.lt(0, Y)))
    check(g.to_int(g.not_(g.lt(X, 0))))


def test_lean_values_at_the_junk_points():
    zero = g.input("z", ())
    at = {"z": np.array(0.0)}
    for num, value in [
        (g.div(1, zero), 0), (g.inv(zero), 0), (g.unary("log", zero), 0), (g.sqrt(zero), 0),
        (g.rpow(zero, g.neg(zero)), 1), (g.unary("arcsin", g.add(zero, 4)), math.pi / 2),
        (g.unary("log", g.sub(zero, 1)), 0), (g.sqrt(g.sub(zero, 4)), 0),
    ]:  # fmt: skip
        assert check(num, inputs=at) == pytest.approx(value)
    for a, b, quotient, remainder in [(7, 0, 0, 7), (-7, 2, -4, 1), (7, -2, -3, 1), (-7, -2, 4, 1)]:
        x, y = g.input("a", (), "int"), g.input("b", (), "int")
        at = {"a": np.array(a), "b": np.array(b)}
        assert check(g.div(x, y), inputs=at) == quotient
        assert check(g.mod(x, y), inputs=at) == remainder
        assert check(g.div(x, b), inputs=at) == quotient
        assert check(g.mod(x, b), inputs=at) == remainder


def test_select_and_rounding():
    check(g.select(g.lt(X, Y), X, g.mul(Y, 2)))
    for precision in ("bf16", "f16", "f32"):
        check(g.round_to(g.unary("exp", X), precision))


@pytest.mark.parametrize("op", ["sum", "prod", "max", "min", "argmax", "argmin"])
def test_reductions(op):
    table = g.mul(X, Y)
    check(g.reduce(op, table, [I]))
    check(g.reduce(op, table, [J, I]))
    check(g.reduce(op, g.sub(table, table.args[0]), [I, J]))
    extra = g.Axis(3)
    check(g.reduce(op, X, [extra]))


def test_reductions_of_bools():
    for op in ("any", "all"):
        check(g.reduce(op, g.lt(X, Y), [J]))
        check(g.reduce(op, g.lt(X, Y), [J, I]))


def test_argmax_takes_the_first():
    tied = {"x": np.array([1.0, 3, 0, 3, 2, 3, 0, 0, 0])}
    assert check(g.reduce("argmax", X, [I]), inputs=tied) == 1


def test_relabelling():
    a, b, c = g.Axis(2, name="a"), g.Axis(3, name="b"), g.Axis(4, name="c")
    x = g.input("x", (b, a, c))
    at = {"x": np.arange(24.0).reshape(3, 2, 4)}
    d, e, f = g.Axis(8), g.Axis(4), g.Axis(2)
    check(g.rename(x, {c: e}), (e, a, b), at)
    merged = g.merge(x, (a, c), d)
    check(merged, (d, b), at)
    check(g.merge(x, (c, a), d), inputs=at)
    check(g.split(merged, d, (e, f)), (f, b, e), at)
    other = g.Axis(3)
    flat = g.merge(g.reduce("sum", x, [c]), (a, other), g.Axis(6))  # x has no such axis
    check(flat, inputs=at)
    swapped = g.rename(g.input("s", (b, other)), {b: other, other: b})
    check(swapped, (b, other), {"s": np.arange(9.0).reshape(3, 3)})
    diagonal = g.rename(g.input("s", (b, other)), {other: b})
    assert list(check(diagonal, (b,), {"s": np.arange(9.0).reshape(3, 3)})) == [0, 4, 8]


def test_gathers():
    h, w, i, j, k = (g.Axis(n, name=s) for n, s in zip((5, 6, 3, 4, 2), "hwijk", strict=True))
    K = g.Axis(3)
    x = g.input("x", (h, w))
    at = {"x": np.arange(30.0).reshape(5, 6)}
    rows = g.sub(g.add(g.mul(g.iota(i), 2), g.iota(k)), 1)
    columns = g.add(g.iota(j), g.iota(k))
    check(g.gather(x, {h: rows, w: columns}), (k, j, i), at)
    check(g.gather(x, {h: rows, w: g.iota(j)}), (i, j, k), at)
    check(g.gather(x, {h: rows}), (w, i, k), at)
    check(g.gather(x, {h: 2, w: columns}), (j, k), at)
    check(g.gather(x, {h: g.minimum(g.iota(w), 4)}), (w,), at)
    check(g.gather(x, {w: g.mod(g.mul(g.iota(h), g.iota(j)), 6)}), (j, h), at)
    traced = g.floor(g.mul(x, g.real("0.1")))
    check(g.gather(x, {w: traced}), (h, w), at)
    square = g.input("s", (h, w, i))
    crossed = {h: g.clip(g.sub(g.add(g.iota(w), g.iota(j)), 1), 5), w: g.iota(h)}
    crossed[i] = g.clip(g.sub(g.add(g.iota(k), g.iota(K)), 1), 3)  # runs along what is read away
    check(g.gather(square, crossed), (h, w, j, k, K), {"s": np.arange(90.0).reshape(5, 6, 3)})
    guard = g.and_(g.le(0, rows), g.lt(rows, 5))
    check(g.select(guard, g.gather(x, {h: rows}), 0), (i, k, w), at)


def test_empty_axes():
    empty = g.Axis(0)
    x = g.input("x", (empty, I))
    at = {"x": np.zeros((0, len(REALS)))}
    assert (check(g.reduce("sum", x, [empty]), (I,), at) == 0).all()
    assert check(g.reduce("prod", x, [empty]), (), at) == 1
    assert not check(g.reduce("any", g.lt(x, 0), [empty]), (), at)
    assert check(g.reduce("all", g.lt(x, 0), [empty]), (), at)
    assert check(g.mul(x, 2), (empty, I), at).shape == (0, len(REALS))
    with pytest.raises(g.GraphError, match="something to take the max of"):
        g.reduce("max", x, [empty])


def test_precisions():
    x = g.unary("exp", X)
    exact = g.evaluate(x, INPUTS, (I,))
    errors = [
        np.max(np.abs(compile({"o": (x, (I,))}, p).run(INPUTS)["o"] / exact - 1))
        for p in ("f64", "f32", "bf16")
    ]
    assert errors[0] < 1e-15 and 1e-9 < errors[1] < 1e-6 and 1e-4 < errors[2] < 2e-2


def test_every_operation_has_a_rule():
    from denotary.interpreter.graph.derivative import _PLAIN

    structural = {"const", "affine", "input", "placeholder", "derivative", "reduce", "arg"}
    structural |= {"rename", "split", "merge", "gather", "round_to"}
    assert set(RULES) == set(_PLAIN) | set(g.TRANSCENDENTAL) | structural


def test_a_chain_of_many_nodes_needs_no_recursion():
    x = y = g.input("x", ())
    for k in range(20_000):
        y = g.sub(1, y) if k % 2 else g.add(y, x)
    assert sum(1 for _ in g.walk([y])) == 20_002
    assert g.evaluate(y, {"x": np.array(0.0)}) in (0.0, 1.0)

    def run(array):
        trace = Trace("f64", {"x": array}, None, RULES)
        trace.run([y])
        return trace.known[y]

    # Traced only: XLA's time is quadratic in the length of one fusion.
    assert len(jax.make_jaxpr(run)(np.array(0.0)).eqns) >= 20_000


def test_one_program_at_two_precisions_is_what_two_programs_are():
    axis = g.Axis(5)
    node = g.div(g.sqrt(g.input("x", (axis,))), g.real(3))
    x = np.linspace(1, 2, 5).astype(np.float32).astype(np.float64)
    both = compile({"y": (node, (axis,))}, ("f64", "f32")).run_all({"x": x})
    for precision in ("f64", "f32"):
        alone = compile({"y": (node, (axis,))}, precision).run({"x": x})
        np.testing.assert_array_equal(both[precision]["y"], alone["y"])
    assert not np.array_equal(both["f64"]["y"], both["f32"]["y"])
