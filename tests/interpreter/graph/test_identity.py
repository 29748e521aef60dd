"""Identity testing: what is equal as an expression, and what only looks so."""

from __future__ import annotations

import numpy as np
import pytest

from denotary.interpreter import graph as g
from denotary.interpreter.graph import identity

A = g.Axis(3)
X = g.input("x", (A,))
Y = g.input("y", (A,))
Z = g.input("z", ())
N = g.input("n", (A,), "int")


def same(left: g.Num, right: g.Num) -> bool:
    found = [identity.residues([(left, (A,)), (right, (A,))], k) for k in range(identity.ROUNDS)]
    assert all(array is not None for pair in found for array in pair)
    return all(np.array_equal(*pair) for pair in found)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (g.mul(g.add(X, Y), g.sub(X, Y)), g.sub(g.mul(X, X), g.mul(Y, Y))),
        (g.div(g.add(X, Y), Z), g.add(g.div(X, Z), g.div(Y, Z))),
        (g.inv(g.mul(X, Y)), g.mul(g.inv(X), g.inv(Y))),
        (g.sqrt(g.mul(2, g.add(X, Y))), g.sqrt(g.add(g.mul(2, X), g.mul(2, Y)))),
        (g.inv(g.unary("exp", X)), g.unary("exp", g.neg(X))),
        (g.maximum(X, Y), g.maximum(Y, X)),
        (g.maximum(g.add(X, Z), g.add(Y, Z)), g.add(Z, g.maximum(X, Y))),
        (g.absolute(g.sub(X, Y)), g.absolute(g.sub(Y, X))),
        (g.select(g.lt(0, X), X, Y), g.select(g.not_(g.lt(0, X)), Y, X)),
        (g.power(g.add(X, 1), 2), g.add(g.mul(X, X), g.add(g.mul(2, X), 1))),
        (g.mul(g.real("1/3"), g.mul(3, X)), X),
        (
            g.select(g.eq(N, g.iota(A)), X, Y),
            g.select(g.eq(g.add(N, 1), g.add(g.iota(A), 1)), X, Y),
        ),
        (g.to_real(g.add(N, N)), g.mul(2, g.to_real(N))),
        (g.reduce("max", g.gather(X, {A: g.sub(2, g.iota(A))}), [A]), g.reduce("max", X, [A])),
        (g.reduce("min", g.add(X, Z), [A]), g.add(g.reduce("min", X, [A]), Z)),
        (g.reduce("sum", g.add(X, Z), [A]), g.add(g.reduce("sum", X, [A]), g.mul(3, Z))),
    ],
)
def test_equal_expressions_are_equal(left: g.Num, right: g.Num) -> None:
    assert same(left, right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (g.add(X, Y), g.add(X, X)),
        (g.div(X, 3), g.div(X, 2)),
        (g.sqrt(g.add(X, Z)), g.add(g.sqrt(X), Z)),
        (g.unary("exp", X), g.unary("sin", X)),
        (g.gather(X, {A: g.sub(2, g.iota(A))}), X),
        (g.lt(X, Y), g.le(X, Y)),
        (g.maximum(X, Y), g.minimum(X, Y)),
        (g.select(g.eq(N, g.iota(A)), X, Y), g.select(g.eq(N, 0), X, Y)),
        (g.reduce("max", X, [A]), g.reduce("sum", X, [A])),
        (g.reduce("max", X, [A]), g.reduce("min", X, [A])),
    ],
)
def test_other_expressions_are_told_apart(left: g.Num, right: g.Num) -> None:
    assert not same(left, right)


def test_a_law_of_roots_is_not_known() -> None:
    assert not same(g.mul(g.sqrt(X), g.sqrt(X)), X)


def slope(of: g.Num) -> g.Num:
    """The derivative of `of`, a function of `p`, at x along y."""
    return g.derivative(of, P, X, Y)


P = g.placeholder("p", (A,))


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (g.mul(P, P), g.mul(g.mul(2, X), Y)),
        (g.div(Z, P), g.neg(g.div(g.mul(Z, Y), g.mul(X, X)))),
        (g.sqrt(P), g.div(Y, g.mul(2, g.sqrt(X)))),
        (g.unary("exp", g.neg(P)), g.neg(g.mul(Y, g.unary("exp", g.neg(X))))),
        (g.mul(P, g.reduce("sum", P, [A])),
         g.add(g.mul(Y, g.reduce("sum", X, [A])), g.mul(X, g.reduce("sum", Y, [A])))),
        (g.gather(P, {A: g.sub(2, g.iota(A))}), g.gather(Y, {A: g.sub(2, g.iota(A))})),
        (g.reduce("max", g.mul(P, 2), [A]),
         slope(g.reduce("max", g.add(g.gather(P, {A: g.sub(2, g.iota(A))}),
                                     g.gather(P, {A: g.sub(2, g.iota(A))})), [A]))),
        (g.power(P, 3), g.mul(g.mul(3, g.mul(X, X)), Y)),
    ],
)  # fmt: skip
def test_derivatives_are_taken_by_dual_numbers(function: g.Num, expected: g.Num) -> None:
    assert same(slope(function), expected)
    assert not same(slope(function), g.add(expected, Y))


@pytest.mark.parametrize("place", [g.reduce("argmax", X, [A]), g.clip(N, 3)])
def test_an_index_that_depends_on_inputs_says_nothing(place: g.Num) -> None:
    found = identity.residues([(g.gather(Y, {A: place}), (A,)), (X, (A,))])
    assert found[0] is None
    assert found[1] is not None


def test_entries_agree_with_floats_where_there_are_only_field_operations() -> None:
    node = g.add(g.mul(X, 2), g.div(Z, 4))
    (field,) = identity.residues([(node, (A,))])
    x, z = identity.residues([(X, (A,)), (Z, ())])
    assert field is not None and x is not None and z is not None
    quarter = pow(4, -1, identity.PRIME)
    assert [int(v) for v in field] == [(2 * int(v) + int(z) * quarter) % identity.PRIME for v in x]
