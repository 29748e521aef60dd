"""Replica axes on a mesh against the emulated run and the reference."""

import jax
import numpy as np
import pytest

from denotary.interpreter import graph as g
from denotary.interpreter.lowering import DeviceError, compile, describe, ensure_devices

R = g.Axis(4, "replica", "r")
I = g.Axis(3, name="i")
X = g.input("x", (R, I))
INPUTS = {"x": np.random.default_rng(0).normal(size=(4, 3))}


def three_ways(num, axes, inputs=INPUTS):
    """The mesh's program, after its results have been compared with the other two."""
    devices = jax.devices()[:4]
    expected = g.evaluate(num, inputs, axes)
    mesh = compile({"o": (num, axes)}, mesh_axis=R, devices=devices)
    emulated = compile({"o": (num, axes)}, mesh_axis=R, devices=devices[:1])
    assert not mesh.emulated and len(mesh.devices) == 4
    assert emulated.emulated and len(emulated.devices) == 1 and emulated.collectives == 0
    for program in (mesh, emulated):
        np.testing.assert_allclose(program.run(inputs)["o"], expected, rtol=1e-13)
    return mesh


def test_a_mean_and_the_deviations_from_it():
    mean = g.div(g.reduce("sum", g.reduce("sum", X, [I]), [R]), 12)
    deviation = g.sub(X, mean)
    variance = g.reduce("sum", g.power(deviation, 2), [I, R])
    program = three_ways(g.div(deviation, g.sqrt(variance)), (I, R))
    assert program.collectives == 2


def test_a_collective_is_made_once():
    total = g.reduce("sum", X, [R])
    num = g.mul(g.add(total, X), g.sub(total, X))
    assert three_ways(num, (R, I)).collectives == 1


@pytest.mark.parametrize("op", ["sum", "prod", "max", "min", "argmax", "argmin"])
def test_reductions(op):
    three_ways(g.reduce(op, X, [R]), (I,))
    three_ways(g.reduce(op, X, [I, R]), ())


def test_reductions_of_bools():
    for op in ("any", "all"):
        three_ways(g.reduce(op, g.lt(X, 0.5), [R]), (I,))


def test_a_sum_over_replicas_of_what_does_not_vary_needs_no_collective():
    assert (
        three_ways(g.reduce("sum", g.input("v", (I,)), [R]), (I,), {"v": np.ones(3)}).collectives
        == 0
    )


def test_relabelling_and_reading():
    plain, flat, twelve = g.Axis(4), g.Axis(12), g.Axis(12)
    y = g.input("y", (plain, I))
    at = {"x": INPUTS["x"], "y": INPUTS["x"] + 1}
    three_ways(g.rename(y, {plain: R}), (R, I), at)
    three_ways(g.rename(X, {R: plain}), (I, plain), at)
    three_ways(g.merge(X, (R, I), flat), (flat,), at)
    three_ways(g.split(g.input("f", (flat,)), flat, (R, I)), (I, R), {"f": np.arange(12.0)})
    three_ways(g.merge(y, (R, I), twelve), (plain, twelve), at)
    three_ways(g.gather(X, {R: g.integer(2)}), (I,), at)
    three_ways(g.gather(X, {R: g.mod(g.add(g.iota(R), 1), 4)}), (R, I), at)
    three_ways(g.gather(X, {R: g.iota(plain), I: g.minimum(g.iota(plain), 2)}), (plain,), at)
    three_ways(g.mul(X, g.to_real(g.iota(R))), (I, R), at)
    shard = g.add(g.mul(g.iota(R), 3), g.iota(I))
    three_ways(g.gather(g.input("f", (flat,)), {flat: shard}), (R, I), {"f": np.arange(12.0)})


def test_products_with_a_sum_over_replicas():
    a, b = g.Axis(2), g.Axis(5)
    x, y = g.input("p", (R, a, I)), g.input("q", (R, I, b))
    random = np.random.default_rng(3)
    at = {"p": random.normal(size=(4, 2, 3)), "q": random.normal(size=(4, 3, 5))}
    program = three_ways(g.reduce("sum", g.mul(x, y), [I, R]), (a, b), at)
    assert program.collectives == 1


def test_derivatives_through_a_collective():
    p = g.placeholder("p", (I,))
    total = g.reduce("sum", g.power(g.mul(X, p), 2), [R, I])
    num = g.derivative(total, p, g.real(2), g.gather(X, {R: 0}))
    mesh = compile({"o": (num, ())}, mesh_axis=R, devices=jax.devices()[:4])
    expected = 4 * np.sum(INPUTS["x"] ** 2 * INPUTS["x"][0])
    np.testing.assert_allclose(mesh.run(INPUTS)["o"], expected)


def test_devices():
    assert describe()["platform"] == jax.devices()[0].platform
    with pytest.raises(DeviceError, match="expected 1000 devices, found"):
        ensure_devices(1000)
