"""Each primitive at small arguments, junk values included, against the value that Lean gives."""

import math
from fractions import Fraction

import pytest
from building import ANY, MONOID, NAT, REAL, Lab, const, fin, lam, nat

from denotary.interpreter import graph
from denotary.interpreter.machine import Data, Index, indices
from denotary.interpreter.machine.values import identity
from denotary.interpreter.primitives import PRIMITIVES
from denotary.spec.terms import Const, Lit, app


def real(value) -> object:
    value = Fraction(value)
    top = const("Real.intCast", integer(value.numerator))
    return const("Real.div", top, const("Real.natCast", Lit(value.denominator)))


def integer(n: int):
    if n < 0:
        return const("Int.negSucc", Lit(-n - 1))
    return const("Int.ofNat", Lit(n))


def python(value):
    """A concrete result as a Python value."""
    if isinstance(value, graph.Num):
        return float(graph.evaluate(value, {}))
    if isinstance(value, Data) and value.name.startswith("List."):
        out = []
        while value.name == "List.cons":
            out.append(value.args[1])
            value = value.args[2]
        return out
    if isinstance(value, Data) and value.name.startswith("Option."):
        return value.args[1] if value.name == "Option.some" else None
    return value


def run(lab: Lab, term):
    return python(lab.machine.evaluate(term))


REALS = [
    ("Real.add", (1, 2), 3), ("Real.sub", (1, 3), -2), ("Real.mul", (2, 3), 6),
    ("Real.div", (1, 4), 0.25), ("Real.div", (5, 0), 0), ("Real.inv", (0,), 0),
    ("Real.inv", (4,), 0.25), ("Real.neg", (3,), -3), ("Real.sqrt", (9,), 3),
    ("Real.sqrt", (-9,), 0), ("Real.log", (0,), 0), ("Real.log", (-2,), math.log(2)),
    ("Real.exp", (1,), math.e), ("Real.min", (1, 2), 1), ("Real.max", (1, 2), 2),
    ("Real.rpow", (0, 0), 1), ("Real.rpow", (0, -1), 0), ("Real.rpow", (2, Fraction(1, 2)), 2**0.5),
    ("Real.rpow", (-8, Fraction(1, 3)), 2 * math.cos(math.pi / 3)),
    ("Real.arcsin", (2,), math.pi / 2), ("Real.arccos", (2,), 0), ("Real.arccos", (-2,), math.pi),
    ("Real.arsinh", (-1,), math.asinh(-1)), ("Real.tanh", (1,), math.tanh(1)),
    ("Real.floor", (Fraction(-1, 2),), -1), ("Real.ceil", (Fraction(-1, 2),), 0),
    ("Real.le", (1, 1), True), ("Real.lt", (1, 1), False), ("Real.Gamma", (5,), 24),
    ("Real.Gamma", (0,), 0),
]  # fmt: skip


@pytest.mark.parametrize(("name", "args", "expected"), REALS)
def test_real(name, args, expected):
    assert run(Lab(), const(name, *map(real, args))) == pytest.approx(expected, abs=1e-14)


NATS = [
    ("Nat.add", (2, 3), 5), ("Nat.sub", (2, 3), 0), ("Nat.sub", (5, 3), 2), ("Nat.mul", (4, 5), 20),
    ("Nat.div", (7, 2), 3), ("Nat.div", (7, 0), 0), ("Nat.mod", (7, 0), 7), ("Nat.mod", (7, 4), 3),
    ("Nat.pow", (0, 0), 1), ("Nat.pow", (2, 10), 1024), ("Nat.gcd", (0, 6), 6),
    ("Nat.gcd", (4, 6), 2), ("Nat.log2", (0,), 0), ("Nat.log2", (9,), 3), ("Nat.sqrt", (10,), 3),
    ("Nat.log", (1, 10), 0), ("Nat.log", (3, 10), 2), ("Nat.clog", (3, 10), 3),
    ("Nat.land", (6, 3), 2), ("Nat.lor", (6, 3), 7), ("Nat.xor", (6, 3), 5),
    ("Nat.le", (2, 2), True), ("Nat.ble", (3, 2), False), ("Nat.beq", (3, 3), True),
    ("Nat.Prime", (7,), True), ("Nat.Prime", (1,), False), ("Nat.factorial", (4,), 24),
    ("Nat.choose", (5, 2), 10), ("Nat.min", (2, 3), 2), ("Nat.max", (2, 3), 3),
]  # fmt: skip


@pytest.mark.parametrize(("name", "args", "expected"), NATS)
def test_nat(name, args, expected):
    assert run(Lab(), const(name, *map(Lit, args))) == expected


INTS = [
    ("Int.add", (-2, 3), 1), ("Int.sub", (2, 3), -1), ("Int.neg", (4,), -4),
    ("Int.ediv", (-7, 2), -4), ("Int.emod", (-7, 2), 1), ("Int.ediv", (-7, -2), 4),
    ("Int.ediv", (7, 0), 0), ("Int.emod", (7, 0), 7), ("Int.tdiv", (-7, 2), -3),
    ("Int.tmod", (-7, 2), -1), ("Int.fdiv", (7, -2), -4), ("Int.fmod", (7, -2), -1),
    ("Int.natAbs", (-3,), 3), ("Int.toNat", (-3,), 0), ("Int.toNat", (3,), 3),
    ("Int.sign", (-3,), -1), ("Int.le", (-3, -3), True), ("Int.lt", (-3, -3), False),
]  # fmt: skip


@pytest.mark.parametrize(("name", "args", "expected"), INTS)
def test_int(name, args, expected):
    assert run(Lab(), const(name, *map(integer, args))) == expected


def test_scientific_is_exact():
    term = const("Real.ofScientific", Lit(125), Const("Bool.true"), Lit(2))
    assert Lab().machine.evaluate(term).value == Fraction(5, 4)


STRINGS = [
    ("String.append", ("a", "b"), "ab"), ("String.length", ("häh",), 3),
    ("String.splitOn", ("a,b", ","), ["a", "b"]), ("String.replace", ("aXa", "X", "y"), "aya"),
    ("String.replace", ("ab", "", "y"), "ab"), ("String.dropRight", ("abc", 2), "a"),
    ("String.toNat?", ("1_000",), 1000), ("String.toNat?", ("",), None),
    ("String.toInt?", ("-12",), -12), ("Nat.repr", (12,), "12"), ("Char.ofNat", (0xD800,), "\0"),
    ("Char.toNat", ("A",), 65), ("Nat.digitChar", (20,), "*"), ("String.trim", (" a\n",), "a"),
    ("String.quote", ('a"\n',), '"a\\"\\n"'), ("String.lt", ("a", "b"), True),
    ("Nat.toDigits", (2, 6), ["1", "1", "0"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "args", "expected"), STRINGS)
def test_string(name, args, expected):
    assert run(Lab(), const(name, *map(Lit, args))) == expected


def total(s, f, type=NAT):
    return const("Finset.sum", type, NAT, MONOID, s, lam(type, body=f))


def test_sums_over_ranges():
    lab, five = Lab(), const("Finset.range", Lit(5))
    assert run(lab, total(five, lambda k: const("Nat.mul", k, k))) == 30
    assert run(lab, total(const("Finset.range", Lit(0)), lambda k: k)) == 0
    odd = lam(NAT, body=lambda k: const("Eq", NAT, const("Nat.mod", k, Lit(2)), Lit(1)))
    assert run(lab, total(const("Finset.filter", NAT, odd, ANY, five), lambda k: k)) == 4
    assert run(lab, const("Finset.card", NAT, const("Finset.filter", NAT, odd, ANY, five))) == 2
    for name, expected in [("Icc", 9), ("Ico", 5), ("Ioc", 7), ("Ioo", 3)]:
        between = const(f"Finset.{name}", NAT, ANY, ANY, Lit(2), Lit(4))
        assert run(lab, total(between, lambda k: k)) == expected


def test_sets_are_listed_without_repetition():
    lab, five = Lab(), const("Finset.range", Lit(5))
    half = lam(NAT, body=lambda k: const("Nat.div", k, Lit(2)))
    image = const("Finset.image", NAT, NAT, ANY, half, five)
    assert run(lab, total(image, lambda k: k)) == 3
    one = const("Finset.singleton", NAT, Lit(9))
    union = const("Finset.union", NAT, ANY, image, const("Finset.insert", NAT, ANY, Lit(2), one))
    assert run(lab, const("Finset.card", NAT, union)) == 4
    assert run(lab, const("Finset.Mem", NAT, union, Lit(9))) is True
    assert (
        run(lab, const("Finset.Mem", NAT, const("Finset.erase", NAT, ANY, union, Lit(9)), Lit(9)))
        is False
    )
    rest = const("Finset.sdiff", NAT, ANY, five, image)
    assert run(lab, const("Finset.toList", NAT, rest)) == [3, 4]


def test_extrema():
    lab = Lab()
    univ = const("Finset.univ", fin(4), ANY)
    f = lam(
        fin(4),
        body=lambda i: const("Real.natCast", const("Nat.sub", Lit(2), const("Fin.val", Lit(4), i))),
    )
    assert run(lab, const("Finset.sup'", REAL, fin(4), ANY, univ, ANY, f)) == 2
    assert run(lab, const("Finset.inf'", REAL, fin(4), ANY, univ, ANY, f)) == 0
    low = lam(fin(4), body=lambda i: const("Nat.le", Lit(1), const("Fin.val", Lit(4), i)))
    some = const("Finset.filter", fin(4), low, ANY, univ)
    assert run(lab, const("Finset.sup'", REAL, fin(4), ANY, some, ANY, f)) == 1


def test_product_over_bool():
    f = lam(
        Const("Bool"),
        body=lambda b: const(
            "ite", REAL, const("Eq", Const("Bool"), b, Const("Bool.true")), ANY, real(5), real(3)
        ),
    )
    univ = const("Finset.univ", Const("Bool"), ANY)
    assert run(Lab(), const("Finset.prod", Const("Bool"), REAL, MONOID, univ, f)) == 15


def test_indices_join_and_split():
    lab = Lab()
    pair = const(
        "Prod.mk",
        fin(3),
        fin(4),
        const("Fin.mk", nat(3), nat(2), ANY),
        const("Fin.mk", nat(4), nat(1), ANY),
    )
    equiv = const("finProdFinEquiv", nat(3), nat(4))
    k = lab.machine.evaluate(app(const("Equiv.toFun", ANY, ANY, equiv), pair))
    assert isinstance(k, Index) and indices.known(k) == 9
    back = lab.machine.evaluate(
        const("Equiv.invFun", ANY, ANY, equiv, const("Fin.mk", nat(12), nat(9), ANY))
    )
    assert [indices.known(lab.machine.force(v)) for v in back.args[2:]] == [2, 1]


def test_of_nat_wraps():
    got = Lab().machine.evaluate(const("Fin.ofNat", nat(3), ANY, nat(7)))
    assert indices.known(got) == 1


def test_cast_keeps_digits():
    lab = Lab()
    index = const("Fin.mk", const("Nat.mul", nat(3), nat(4)), nat(7), ANY)
    got = lab.machine.evaluate(
        const("Fin.cast", nat(12), const("Nat.mul", nat(2), nat(6)), ANY, index)
    )
    assert [d for d, _ in got.digits] == [1, 3]


def test_recursion():
    lab = Lab()
    step = lam(NAT, NAT, body=lambda n, acc: const("Nat.add", acc, n))
    assert run(lab, const("Nat.rec", ANY, Lit(0), step, Lit(2000))) == 1999000


def test_every_primitive_tells_its_meaning():
    silent = [p.name for p in PRIMITIVES.values() if len(p.doc) < 5]
    assert silent == []
    assert identity(Lab().machine.evaluate(Lit(3))) == ("n", (3,), False)
