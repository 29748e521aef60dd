"""Conversion: what Lean's kernel equates, and what it does not."""

import pytest
from spec_world import (
    BOOL,
    FALSE,
    NAT,
    PROP,
    REAL,
    TRUE,
    B,
    add,
    arrow,
    axiom,
    clause,
    definition,
    eq,
    fin,
    lam,
    lt,
    match,
    mul,
    num,
    pi,
    sub,
    vec,
)

from denotary.spec.convert import Mismatch, convertible
from denotary.spec.reduce import Fuel, FuelExhausted, Reducer
from denotary.spec.terms import TYPE, Const, FVar, Lit, Pi, Proj, Proof, app, const

x, y, z = FVar(1, "x"), FVar(2, "y"), FVar(3, "z")
f, p, u = FVar(4, "f"), FVar(5, "p"), FVar(6, "u")
LOCALS = {
    x: NAT,
    y: NAT,
    z: NAT,
    f: arrow(NAT, NAT),
    p: const("Prod", NAT, NAT),
    u: Const("Unit"),
}

EQUAL = {
    "literals": (mul(num(3), mul(num(2), num(4))), num(24)),
    "mixed spellings": (add(x, num(1)), const("Nat.succ", x)),
    "x + 2 is x + 1 + 1": (add(x, num(2)), add(add(x, num(1)), num(1))),
    "x + (y + 1) is x + y + 1": (add(x, add(y, num(1))), const("Nat.succ", add(x, y))),
    "x + 0 is x": (add(x, num(0)), x),
    "x + 1 - 1 is x": (sub(add(x, num(1)), num(1)), x),
    "x * 2 is x * 1 + x": (mul(x, num(2)), add(mul(x, num(1)), x)),
    "x * (y + 1) is x * y + x": (mul(x, add(y, num(1))), add(mul(x, y), x)),
    "x * 0 is 0": (mul(x, num(0)), num(0)),
    "HAdd is Nat.add": (add(x, y), const("Nat.add", x, y)),
    "Vec unfolds": (vec(x), Pi("i", fin(x), REAL)),
    "sizes in types": (vec(mul(num(2), num(3))), vec(num(6))),
    "function eta": (lam(("n", NAT), body=app(f, B(0))), f),
    "structure eta": (
        const("Prod.mk", NAT, NAT, Proj("Prod", 0, p), const("Prod.snd", NAT, NAT, p)),
        p,
    ),
    "projections in both forms": (Proj("Prod", 0, p), const("Prod.fst", NAT, NAT, p)),
    "unit": (u, Const("Unit.unit")),
    "bound names": (lam(("a", NAT), body=B(0)), lam(("b", NAT), body=B(0))),
    "recursion on a successor": (
        const("double", add(x, num(1))),
        add(const("double", x), num(2)),
    ),
    "proofs": (Proof(lt(x, num(6))), Proof(lt(x, mul(num(2), num(3))))),
    "decidability instances": (const("dec", lt(x, y)), const("dec'", lt(x, y))),
}


@pytest.mark.parametrize("name", EQUAL)
def test_equal(env, name):
    left, right = EQUAL[name]
    assert convertible(env, left, right, LOCALS) is None
    assert convertible(env, right, left, LOCALS) is None


UNEQUAL = {
    "x + y is not y + x": (add(x, y), add(y, x), Mismatch(("argument 5 of HAdd.hAdd",), x, y)),
    "products do not reassociate": (
        mul(mul(x, y), z),
        mul(x, mul(y, z)),
        Mismatch(("argument 5 of HMul.hMul",), mul(x, y), x),
    ),
    "1 + x is not x + 1": (add(num(1), x), add(x, num(1)), None),
    "2 * x is not x * 2": (mul(num(2), x), mul(x, num(2)), None),
    "x * 1 is not x": (mul(x, num(1)), x, None),
    "numbers": (num(3), num(4), None),
    "different variables below a constructor": (
        const("Prod.mk", NAT, NAT, x, x),
        const("Prod.mk", NAT, NAT, x, y),
        Mismatch(("argument 4 of Prod.mk",), x, y),
    ),
    "sizes": (vec(x), vec(y), Mismatch(("argument 1 of Vec",), x, y)),
    "propositions of proofs": (
        Proof(lt(x, y)),
        Proof(lt(y, x)),
        Mismatch(("what is proved", "argument 3 of LT.lt"), x, y),
    ),
    "under binders": (
        pi(("n", NAT), body=vec(B(0))),
        pi(("n", NAT), body=vec(x)),
        None,
    ),
    "a stuck definition": (const("double", x), const("double", y), None),
    "booleans": (TRUE, FALSE, Mismatch((), TRUE, FALSE)),
    "sorts": (PROP, TYPE, Mismatch((), PROP, TYPE)),
}


@pytest.mark.parametrize("name", UNEQUAL)
def test_unequal(env, name):
    left, right, where = UNEQUAL[name]
    found = convertible(env, left, right, LOCALS)
    assert isinstance(found, Mismatch)
    assert isinstance(convertible(env, right, left, LOCALS), Mismatch)
    if where is not None:
        assert found == where


def test_mismatch_says_the_way_and_both_values(env):
    left = pi(("n", NAT), body=vec(B(0)))
    found = convertible(env, left, pi(("n", NAT), body=vec(x)), LOCALS)
    assert found.path == ("under `n`", "argument 1 of Vec")
    assert found.left.name == "n" and found.right is x


def test_any_two_proofs_of_one_proposition(env):
    """Proof irrelevance holds for constants as well as for `Proof` terms."""
    for name in ("h", "k"):
        env.add(axiom(name, eq(NAT, num(1), num(1))))
    env.add(axiom("other", eq(NAT, num(1), num(2))))
    assert convertible(env, Const("h"), Const("k")) is None
    assert convertible(env, Const("h"), Proof(eq(NAT, num(1), num(1)))) is None
    assert isinstance(convertible(env, Const("h"), Const("other")), Mismatch)


def test_canonical_instances_agree_and_local_ones_do_not(env):
    env.add(definition("inst₁", const("Add", REAL), const("instAdd", REAL), is_instance=True))
    env.add(
        definition(
            "inst₂",
            const("Add", REAL),
            const("Add.mk", REAL, lam(("a", REAL), ("b", REAL), body=B(0))),
            is_instance=True,
        )
    )
    i, j = FVar(7, "i"), FVar(8, "j")
    instances = {i: const("Add", REAL), j: const("Add", REAL)}

    def total(inst):
        return const("Add.add", REAL, inst)

    assert convertible(env, total(Const("inst₁")), total(Const("inst₂"))) is None
    assert isinstance(convertible(env, total(i), total(j), instances), Mismatch)
    assert isinstance(convertible(env, total(i), total(Const("inst₁")), instances), Mismatch)


def test_match_congruence(env):
    def arms(body):
        return [clause([], [TRUE], x), clause([("b", BOOL)], [B(0)], body)]

    b = FVar(9, "b")
    locals = {**LOCALS, b: BOOL}
    first = match([(b, BOOL)], NAT, *arms(add(y, num(1))))
    same = match([(b, BOOL)], NAT, *arms(const("Nat.succ", y)))
    other = match([(b, BOOL)], NAT, *arms(y))
    assert convertible(env, first, same, locals) is None
    assert convertible(env, first, other, locals).path[0] == "arm 2"


def test_a_definition_is_unfolded_into_a_stuck_match(env):
    unfolded = match(
        [(x, NAT)], BOOL, clause([], [num(0)], TRUE), clause([("k", NAT)], [B(0)], FALSE)
    )
    assert convertible(env, const("isZero", x), unfolded, LOCALS) is None


def test_fuel_of_comparison_is_named(env):
    from denotary.spec.convert import Converter
    from denotary.spec.infer import Locals, Typer

    typer = Typer(Reducer(env, Fuel(comparisons=3)), Locals(LOCALS))
    left = const("Prod.mk", NAT, NAT, add(x, y), add(x, y))
    right = const("Prod.mk", NAT, NAT, const("Nat.add", x, y), const("Nat.add", x, add(y, num(0))))
    with pytest.raises(FuelExhausted, match=r"Fuel\.comparisons` = 3"):
        Converter(typer).mismatch(left, right)


def test_string_literals(env):
    assert convertible(env, Lit("a"), Lit("b")) == Mismatch((), Lit("a"), Lit("b"))


def test_transport_along_an_equality_of_equal_ends(env):
    """`cast h a` is `a` when the types are definitionally equal, and only then."""
    alpha = ("α", TYPE, "implicit"), ("β", TYPE, "implicit")
    env.add(axiom("cast", pi(*alpha, ("h", eq(TYPE, B(1), B(0))), ("a", B(2)), body=B(2))))
    v = FVar(9, "v")
    locals = {**LOCALS, v: vec(num(6))}

    def cast(size):
        return const("cast", vec(num(6)), vec(size), Proof(eq(TYPE, vec(num(6)), vec(size))), v)

    assert convertible(env, cast(mul(num(2), num(3))), v, locals) is None
    assert isinstance(convertible(env, cast(x), v, locals), Mismatch)
