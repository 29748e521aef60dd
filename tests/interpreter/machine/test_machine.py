"""Sharing, replicas, depth, choices that depend on an index, and a domain without axes."""

from fractions import Fraction

import numpy as np
import pytest
from building import (
    ANY,
    BOOL,
    NAT,
    REAL,
    Lab,
    add,
    base,
    const,
    define,
    fin,
    lam,
    match,
    mul,
    nat,
    pi,
    structure,
    total,
    vec,
)

from denotary.interpreter import graph
from denotary.interpreter.machine import (
    UNIT,
    IllTyped,
    Machine,
    MatchFailure,
    Size,
    Stuck,
    UnsupportedConstant,
    UnsupportedTerm,
    indices,
)
from denotary.interpreter.machine.leaves import Inputs, tabulate
from denotary.spec.declarations import Declaration, Kind
from denotary.spec.terms import TYPE, Const, Lam, Lit, Unsupported, app

# ---- sizes and indices


def test_sizes_remember_their_factors():
    lab = Lab()
    n = lab.machine.evaluate(const("Nat.mul", Lit(2), const("Nat.mul", Lit(3), Lit(1))))
    assert (int(n), n.factors) == (6, (2, 3))
    half = lab.machine.evaluate(const("Nat.div", const("Nat.mul", Lit(2), Lit(5)), Lit(2)))
    assert (int(half), half.factors) == (5, (5,))


def test_an_index_is_recognised_in_an_integer():
    m = Lab().machine
    i, j = m.fresh([3, 4], frozenset())
    both = indices.along(m, (i, j), Size(12, (3, 4)))
    again = indices.from_int(m, indices.value(m, both), Size(12))
    assert again.digits == both.digits
    odd = indices.int_op(m, "add", indices.int_op(m, "mul", m.domain.iota(i), 2), 1)
    assert [r for _, r in indices.from_int(m, odd, Size(6)).digits] == [3, 2]
    assert [r for _, r in indices.from_int(m, odd, Size(7)).digits] == [7]


@pytest.mark.parametrize("factors", [(12,), (3, 4), (4, 3), (2, 6), (2, 3, 2)])
@pytest.mark.parametrize("read", [(12,), (3, 4), (6, 2), (4, 3), (2, 2, 3)])
def test_tables_are_read_at_any_radices(factors, read):
    lab = Lab()
    m = lab.machine
    table = m.table(
        m.domain.input("x", m.fresh(factors, frozenset()), "real"),
        (m.fresh(factors, frozenset()),),
        (Size(12, factors),),
    )
    size = Size(12, read)
    axes = m.fresh(read, frozenset())
    got = m.run(lambda: m.apply(table, [indices.along(m, axes, size)]))
    x = np.arange(12.0).reshape(factors)
    np.testing.assert_array_equal(graph.evaluate(got, {"x": x}, axes).reshape(-1), np.arange(12))


# ---- sharing


def test_equal_calls_are_one_number():
    lab = Lab()
    f = define(lab.env, "f", REAL, lam(vec(3), fin(3), body=lambda x, i: mul(app(x, i), app(x, i))))
    lab.array("x", vec(3))
    x = lab.inputs.table("x", lab.type(vec(3)))
    g = lam(vec(3), body=lambda v: add(total(3, app_of(f, v)), total(3, app_of(f, v))))
    number = lab.apply(g, x)
    assert number.op == "add" and number.args[0] is number.args[1]


def app_of(f, v):
    return lambda i: app(f, v, i)


def test_bound_names_do_not_matter():
    lab = Lab()
    lab.array("x", vec(3))
    x = lab.inputs.table("x", lab.type(vec(3)))
    one = lam(vec(3), body=lambda v: total(3, lambda i: mul(app(v, i), Const("Real.one"))))
    two = lam(
        vec(3), body=lambda v: total(3, lambda j: app(lam(fin(3), body=lambda k: app(v, k)), j))
    )
    assert lab.apply(one, x) is lab.apply(two, x)


# ---- replicas


def mean_of(lab, count):
    """Entries plus their sum over `Fin R` at `R = count`, and the axes that the sum runs over."""
    m = lab.machine
    rho = graph.Axis(4, "replica", "r")
    g = Inputs(m, rho).table("g", lab.type(pi(fin(4), fin(3), body=lambda *_: REAL)))
    mean = lam(
        NAT, lambda R: pi(fin(R), fin(3), body=lambda *_: REAL), lambda R, g: fin(R), fin(3),
        body=lambda R, g, r, i: add(app(g, r, i), total(R, lambda s: app(g, s, i))),
    )  # fmt: skip
    with m.with_replica(rho):
        r = indices.along(m, [rho], Size(4))
        (leaf,) = tabulate(m, lab.apply(mean, count, g, r), lab.type(vec(3)), frozenset([rho]))
    reduced = [n.attrs[1] for n in graph.walk([leaf.value]) if n.op == "reduce"]
    x = np.random.default_rng(0).normal(size=(4, 3))
    got = graph.evaluate(leaf.value, {"g": x}, (rho, *leaf.axes))
    np.testing.assert_allclose(got, x + x.sum(0))
    return rho, reduced


def test_a_sum_over_replicas_reuses_the_replica_axis():
    rho, reduced = mean_of(Lab(), Size(4, replicas=True))
    assert reduced == [(rho,)]


@pytest.mark.parametrize("count", [Size(4), Size(4, replicas=True).times(Size(1))])
def test_a_sum_over_as_many_as_there_are_replicas_does_not(count):
    rho, ((axis,),) = mean_of(Lab(), count)
    assert axis is not rho and axis.size == 4


def test_a_sum_that_depends_on_the_replica_does_not():
    lab = Lab()
    m = lab.machine
    rho = graph.Axis(4, "replica", "r")
    g = Inputs(m, rho).table("g", lab.type(vec(4)))
    outer = lam(
        NAT, vec, lambda R, g: fin(R),
        body=lambda R, g, r: total(R, lambda s: mul(app(g, r), app(g, s))),
    )  # fmt: skip
    with m.with_replica(rho):
        count = Size(4, replicas=True)
        number = lab.apply(outer, count, g, indices.along(m, [rho], Size(4)))
    x = np.arange(1.0, 5.0)
    np.testing.assert_allclose(graph.evaluate(number, {"g": x}, (rho,)), x * x.sum())


# ---- depth


def test_deeply_nested_definitions():
    lab = Lab()
    step = define(lab.env, "step", REAL, lam(REAL, body=lambda x: add(x, Const("Real.one"))))
    term = Const("Real.zero")
    for _ in range(3000):
        term = app(step, term)
    assert lab.machine.evaluate(term).value == 3000


def test_endless_recursion_is_reported():
    lab = Lab()
    loop = define(
        lab.env, "loop", NAT, lam(NAT, body=lambda n: app(Const("loop"), const("Nat.succ", n)))
    )
    with pytest.raises(Stuck, match="recursion without end"):
        lab.machine.evaluate(app(loop, Lit(0)))


# ---- matches and choices


def option(env):
    env.add(
        Declaration(
            "Option", Kind.INDUCTIVE, pi(TYPE, body=lambda _: TYPE), params=1,
            constructors=("Option.none", "Option.some"),
        )
    )  # fmt: skip
    none = pi(TYPE, body=lambda a: const("Option", a))
    some = pi(TYPE, lambda a: a, body=lambda a, _: const("Option", a))
    env.add(Declaration("Option.none", Kind.CONSTRUCTOR, none, params=1, inductive="Option"))
    env.add(Declaration("Option.some", Kind.CONSTRUCTOR, some, params=1, inductive="Option"))


def test_a_match_on_a_choice_selects():
    env = base()
    option(env)
    lab = Lab(env)

    def body(i):
        is_one = const("Eq", fin(3), i, const("Fin.mk", nat(3), nat(1), ANY))
        some = const("Option.some", REAL, const("Real.natCast", const("Fin.val", nat(3), i)))
        picked = const("ite", const("Option", REAL), is_one, ANY, const("Option.none", REAL), some)
        return match(
            picked,
            (0, lambda: const("Option.none", REAL), lambda: const("Real.natCast", Lit(7))),
            (1, lambda v: const("Option.some", REAL, v), lambda v: v),
        )

    np.testing.assert_array_equal(lab.run(lab.apply(lam(fin(3), body=body)), vec(3)), [0, 7, 2])


def test_structures_are_selected_field_by_field():
    lab = Lab()
    pair = lambda x, y: const("Prod.mk", REAL, REAL, x, y)  # noqa: E731
    one, zero = Const("Real.one"), Const("Real.zero")

    def body(i):
        first = const("Eq", fin(2), i, const("Fin.mk", nat(2), nat(0), ANY))
        chosen = const(
            "ite", const("Prod", REAL, REAL), first, ANY, pair(one, zero), pair(zero, one)
        )
        return const("Prod.snd", REAL, REAL, chosen)

    np.testing.assert_array_equal(lab.run(lab.apply(lam(fin(2), body=body)), vec(2)), [0, 1])


def test_no_clause_fits():
    with pytest.raises(MatchFailure):
        Lab().machine.evaluate(match(Lit(3), (0, lambda: nat(0), lambda: nat(1))))


def test_booleans_match():
    lab = Lab()
    f = lam(
        BOOL,
        body=lambda b: match(
            b,
            (0, lambda: Const("Bool.true"), lambda: nat(1)),
            (0, lambda: Const("Bool.false"), lambda: nat(0)),
        ),
    )
    assert lab.apply(f, True) == 1 and lab.apply(f, False) == 0


# ---- errors


def test_a_constant_without_meaning_names_the_user():
    lab = Lab()
    lab.env.add(Declaration("mystery", Kind.AXIOM, REAL))
    user = define(lab.env, "user", REAL, lam(REAL, body=lambda x: add(x, Const("mystery"))))
    with pytest.raises(UnsupportedConstant) as caught:
        lab.machine.evaluate(app(user, Const("Real.zero")))
    assert (caught.value.name, caught.value.place) == ("mystery", "user")


def test_a_place_that_was_not_elaborated_is_met_only_when_reached():
    lab = Lab()
    hole = Unsupported(REAL, "no such notation", "A.lean:3:4")
    assert lab.machine.evaluate(app(lam(REAL, body=lambda _: Lit(1)), hole)) == 1
    with pytest.raises(UnsupportedTerm) as caught:
        lab.machine.evaluate(add(hole, hole))
    assert caught.value.at == "A.lean:3:4"


# ---- inputs


def test_inputs_of_a_structure():
    lab = Lab()
    structure(
        lab.env, "W", 0,
        pi(vec(3), REAL, body=lambda *_: Const("W")), ["w", "b"],
    )  # fmt: skip
    value = lab.array("p", Const("W"))
    assert [(i.name, i.shape) for i in lab.inputs.made] == [("p.x0", (3,)), ("p.x1", ())]
    got = lab.run(lab.machine.project("W", 0, value), vec(3))
    np.testing.assert_array_equal(got, lab.arrays["p.x0"])


def test_empty_sizes():
    lab = Lab()
    x = lab.array("x", vec(0))
    assert lab.apply(lam(vec(0), body=lambda v: total(0, lambda i: app(v, i))), x).value == 0
    twice = lam(vec(0), fin(0), body=lambda v, i: add(app(v, i), app(v, i)))
    assert lab.run(lab.apply(twice, x), vec(0)).shape == (0,)


def test_a_size_of_one_has_no_axis():
    lab = Lab()
    x = lab.array("x", vec(1))
    number = lab.apply(lam(vec(1), body=lambda v: total(1, lambda i: app(v, i))), x)
    assert number.axes == frozenset() and number.op == "input"


def test_a_number_of_the_wrong_kind_is_our_fault():
    lab = Lab()
    with pytest.raises(IllTyped, match=r"expected a number \(real\), got a closure"):
        lab.machine.evaluate(add(lam(REAL, body=lambda x: x), Const("Real.one")))


# ---- a domain without axes


class Rationals:
    """Exact numbers, every index concrete."""

    symbolic = False

    def constant(self, value, dtype):
        return Fraction(value) if dtype == "real" else value

    def known(self, x):
        return x

    def is_number(self, x):
        return isinstance(x, Fraction | int | bool)

    def dtype(self, x):
        return "real" if isinstance(x, Fraction) else "bool" if isinstance(x, bool) else "int"

    def axes(self, x):
        return frozenset()

    def affine(self, x):
        return None

    def apply(self, op, *xs):
        return {
            "add": lambda a, b: a + b,
            "mul": lambda a, b: a * b,
            "to_real": Fraction,
            "and": lambda a, b: a and b,
            "eq": lambda a, b: a == b,
        }[op](*xs)

    def select(self, condition, x, y):
        return x if condition else y


def test_a_domain_of_exact_numbers():
    machine = Machine(base(), Rationals())
    f = lam(
        vec(4),
        body=lambda x: total(4, lambda i: mul(app(x, i), app(x, i))),
    )
    x = lam(fin(4), body=lambda i: const("Real.natCast", const("Fin.val", nat(4), i)))
    got = machine.evaluate(app(f, x))
    assert got == Fraction(14)


def test_proofs_are_units():
    lab = Lab()
    f = Lam("h", ANY, Lit(2))
    assert lab.apply(f, UNIT) == 2
