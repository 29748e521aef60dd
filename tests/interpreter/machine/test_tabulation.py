"""Definitions on flat and curried arrays, evaluated and compared with numpy."""

import numpy as np
from building import (
    ANY,
    NAT,
    REAL,
    Lab,
    add,
    const,
    define,
    fin,
    fin_mk,
    join,
    lam,
    local,
    match,
    mul,
    nat,
    parts,
    pi,
    plus,
    times,
    total,
    vec,
)

from denotary.spec.terms import Const, app


def dense(env):
    """`dense m n W b x j = b j + ∑ i, x i * W i j`."""
    mat = lambda m, n: pi(fin(m), fin(n), body=lambda *_: REAL)  # noqa: E731
    value = lam(
        NAT, NAT, lambda m, n: mat(m, n), lambda m, n, w: vec(n), lambda m, n, w, b: vec(m),
        lambda m, n, w, b, x: fin(n),
        body=lambda m, n, w, b, x, j: add(
            app(b, j), total(m, lambda i: mul(app(x, i), app(w, i, j)))
        ),
    )  # fmt: skip
    return define(env, "dense", REAL, value)


def batch_map(env):
    """`batchMap N a b f X idx = f (fun j => X (N, j)) …`, by `finProdFinEquiv`."""

    def body(n, a, b, f, x, k):
        i, j = parts(n, b, k)
        return app(f, lam(fin(a), body=lambda c: app(x, join(n, a, i, c))), j)

    value = lam(
        NAT, NAT, NAT, lambda n, a, b: pi(vec(a), body=lambda _: vec(b)),
        lambda n, a, b, f: vec(times(n, a)), lambda n, a, b, f, x: fin(times(n, b)), body=body,
    )  # fmt: skip
    return define(env, "batchMap", REAL, value)


def test_dense():
    lab = Lab()
    f = dense(lab.env)
    w = lab.array("w", pi(fin(3), fin(4), body=lambda *_: REAL))
    b, x = lab.array("b", vec(4)), lab.array("x", vec(3))
    got = lab.run(lab.apply(f, lab.machine.nat(3), lab.machine.nat(4), w, b, x), vec(4))
    np.testing.assert_allclose(got, lab.arrays["b"] + lab.arrays["x"] @ lab.arrays["w"], rtol=1e-12)


def test_batch_map_of_dense_is_one_matrix_product():
    lab = Lab()
    bm, f = batch_map(lab.env), dense(lab.env)
    w = lab.array("w", pi(fin(3), fin(4), body=lambda *_: REAL))
    b, x = lab.array("b", vec(4)), lab.array("x", vec(times(5, 3)))
    m = lab.machine
    layer = lab.apply(f, m.nat(3), m.nat(4), w, b)
    got = lab.run(lab.apply(bm, m.nat(5), m.nat(3), m.nat(4), layer, x), vec(times(5, 4)))
    expected = lab.arrays["x"].reshape(5, 3) @ lab.arrays["w"] + lab.arrays["b"]
    np.testing.assert_allclose(got, expected.reshape(-1), rtol=1e-12)


def test_a_chain_of_residuals_is_linear_in_its_length():
    lab = Lab()
    n = 6
    step = define(
        lab.env, "step", REAL,
        lam(
            vec(n), fin(n),
            body=lambda x, i: add(app(x, i), total(n, lambda j: mul(app(x, j), app(x, i)))),
        ),
    )  # fmt: skip
    x = local("x")
    term = x
    for _ in range(30):
        term = app(step, term)
    f = lam(vec(n), body=lambda v: _replace(term, x, v))
    lab.array("x", vec(n), np.full(n, 1e-3))
    got = lab.run(lab.apply(f, lab.inputs.table("x", lab.type(vec(n)))), vec(n))
    expected = np.full(n, 1e-3)
    for _ in range(30):
        expected = expected + expected.sum() * expected
    np.testing.assert_allclose(got, expected, rtol=1e-12)
    assert lab.machine.calls < 100


def _replace(term, old, new):
    from denotary.spec.terms import abstract, instantiate

    return instantiate(abstract(term, [old]), [new])


def test_strided_reads_are_digits():
    lab = Lab()
    h = 4
    odd = lam(
        vec(times(2, h)), fin(h),
        body=lambda x, i: app(
            x,
            fin_mk(times(2, h), plus(times(2, const("Fin.val", nat(h), i)), 1)),
        ),
    )  # fmt: skip
    x = lab.array("x", vec(times(2, h)))
    got = lab.run(lab.apply(odd, x), vec(h))
    np.testing.assert_array_equal(got, lab.arrays["x"].reshape(-1)[1::2])


def test_padded_convolution():
    """A guarded read outside the array is zero, wherever the clipped read points."""
    lab = Lab()
    n, k = 6, 3

    def tap(x, i, q):
        at = plus(const("Fin.val", nat(n), i), const("Fin.val", nat(k), q))
        before = const("Nat.sub", at, nat(1))
        inside = const("And", const("Nat.le", nat(1), at), const("Nat.lt", before, nat(n)))
        read = lam(ANY, body=lambda _: app(x, fin_mk(n, before)))
        zero = lam(ANY, body=lambda _: Const("Real.zero"))
        return const("dite", REAL, inside, ANY, read, zero)

    conv = lam(
        vec(k), vec(n), fin(n),
        body=lambda w, x, i: total(k, lambda q: mul(app(w, q), tap(x, i, q))),
    )  # fmt: skip
    w, x = lab.array("w", vec(k)), lab.array("x", vec(n))
    got = lab.run(lab.apply(conv, w, x), vec(n))
    padded = np.pad(lab.arrays["x"], 1)
    expected = [sum(lab.arrays["w"][q] * padded[i + q] for q in range(k)) for i in range(n)]
    np.testing.assert_allclose(got, expected, rtol=1e-12)


def test_match_on_an_index_selects():
    lab = Lab()
    f = lam(
        fin(3),
        body=lambda i: match(
            const("Fin.val", nat(3), i),
            (0, lambda: nat(0), lambda: Const("Real.one")),
            (1, lambda k: const("Nat.succ", k), lambda k: const("Real.natCast", k)),
        ),
    )
    got = lab.run(lab.apply(f), vec(3))
    np.testing.assert_array_equal(got, [1, 0, 1])
