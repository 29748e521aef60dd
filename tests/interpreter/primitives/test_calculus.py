"""Derivatives against their closed forms, as functions of the point and of the direction."""

import numpy as np
from building import ANY, REAL, Lab, add, const, fin, lam, mul, pi, total, vec

from denotary.spec.terms import Const, Lit, app


def fderiv(source, target, f, x):
    """`fderiv ℝ f x` with its instances left out."""
    return const("fderiv", REAL, ANY, source, ANY, ANY, ANY, target, ANY, ANY, ANY, f, x)


def test_derivative_of_a_map_of_vectors():
    lab, n = Lab(), 3
    square = lam(vec(n), fin(n), body=lambda y, i: mul(app(y, i), total(n, lambda j: app(y, j))))
    d = lam(vec(n), vec(n), body=lambda x, v: app(fderiv(vec(n), vec(n), square, x), v))
    x, v = lab.array("x", vec(n)), lab.array("v", vec(n))
    got = lab.run(lab.apply(d, x, v), vec(n))
    a, b = lab.arrays["x"], lab.arrays["v"]
    np.testing.assert_allclose(got, b * a.sum() + a * b.sum(), rtol=1e-10)


def test_jacobian_by_basis_vectors():
    lab, n = Lab(), 3
    square = lam(vec(n), fin(n), body=lambda y, i: mul(app(y, i), total(n, lambda j: app(y, j))))
    basis = lambda i: lam(  # noqa: E731
        fin(n),
        body=lambda k: const(
            "ite", REAL, const("Eq", fin(n), k, i), ANY, Const("Real.one"), Const("Real.zero")
        ),
    )
    jacobian = lam(
        vec(n), fin(n), fin(n),
        body=lambda x, i, j: app(fderiv(vec(n), vec(n), square, x), basis(i), j),
    )  # fmt: skip
    x = lab.array("x", vec(n))
    got = lab.run(lab.apply(jacobian, x), pi(fin(n), fin(n), body=lambda *_: REAL))
    a = lab.arrays["x"]
    np.testing.assert_allclose(got, np.eye(n) * a.sum() + a, rtol=1e-10)


def test_derivative_of_a_function_of_one_real_twice():
    lab = Lab()
    cube = lam(REAL, body=lambda y: const("Real.npow", Lit(3), y))
    once = lam(REAL, body=lambda x: app(fderiv(REAL, REAL, cube, x), Const("Real.one")))
    twice = lam(REAL, body=lambda x: app(fderiv(REAL, REAL, once, x), Const("Real.one")))
    x = lab.array("x", REAL, 1.5)
    np.testing.assert_allclose(lab.run(lab.apply(once, x), REAL), 3 * 1.5**2, rtol=1e-10)
    np.testing.assert_allclose(lab.run(lab.apply(twice, x), REAL), 6 * 1.5, rtol=1e-6)


def test_derivative_by_a_pair():
    lab = Lab()
    pair = const("Prod", REAL, REAL)
    product = lam(
        pair,
        body=lambda p: mul(
            const("Prod.fst", ANY, ANY, p),
            add(const("Prod.snd", ANY, ANY, p), const("Prod.fst", ANY, ANY, p)),
        ),
    )
    at = lambda x, y: const("Prod.mk", REAL, REAL, x, y)  # noqa: E731
    d = lam(
        REAL, REAL, REAL, REAL,
        body=lambda x, y, v, w: app(fderiv(pair, REAL, product, at(x, y)), at(v, w)),
    )  # fmt: skip
    args = [lab.array(name, REAL, value) for name, value in zip("xyvw", (2, 3, 5, 7), strict=True)]
    np.testing.assert_allclose(
        lab.run(lab.apply(d, *args), REAL), (3 + 2 * 2) * 5 + 2 * 7, rtol=1e-10
    )
