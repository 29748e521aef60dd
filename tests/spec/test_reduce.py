"""Weak head normalisation, rule by rule."""

import pytest
from spec_world import (
    BOOL,
    FALSE,
    NAT,
    REAL,
    TRUE,
    B,
    add,
    arrow,
    axiom,
    clause,
    definition,
    eq,
    lam,
    lt,
    match,
    mul,
    num,
    sub,
)

from denotary.spec.convert import convertible
from denotary.spec.environment import UnknownConstant
from denotary.spec.reduce import Fuel, FuelExhausted, Reducer, whnf
from denotary.spec.terms import App, Const, FVar, Let, Lit, Proj, Proof, app, const

x, y = FVar(1, "x"), FVar(2, "y")


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (app(lam(("a", NAT), ("b", NAT), body=B(1)), num(3), num(4)), Lit(3)),
        (Let("a", NAT, num(3), add(B(0), B(0))), Lit(6)),
        (const("Prod.fst", NAT, NAT, const("Prod.mk", NAT, NAT, num(1), num(2))), Lit(1)),
        (Proj("Prod", 1, const("Prod.mk", NAT, NAT, num(1), num(2))), Lit(2)),
        (const("Nat.succ", const("Nat.succ", Const("Nat.zero"))), Lit(2)),
        (sub(num(3), num(5)), Lit(0)),
        (const("Nat.div", num(7), num(0)), Lit(0)),
        (const("Nat.mod", num(7), num(0)), Lit(7)),
        (const("Nat.pow", num(2), num(70)), Lit(2**70)),
        (const("Nat.ble", num(2), num(2)), TRUE),
        (const("double", num(21)), Lit(42)),
        (const("isZero", mul(num(0), num(9))), TRUE),
        (const("isZero", const("Nat.succ", x)), FALSE),
        (const("isZero", add(x, num(1))), FALSE),
        (const("ite", REAL, lt(num(2), num(3)), const("dec", lt(num(2), num(3))), x, y), x),
        (
            const(
                "ite", REAL, eq(NAT, num(2), num(3)), const("dec", eq(NAT, num(2), num(3))), x, y
            ),
            y,
        ),
    ],
)
def test_rule(env, term, value):
    assert whnf(env, term) is value


def test_sum_through_an_instance_reaches_the_function_of_the_class(env):
    """`instHAdd` unfolds to `⟨Add.add⟩`; over `ℝ` that is where it stops."""
    plain = const("Add.add", REAL, const("instAdd", REAL), x, y)
    assert whnf(env, add(x, y, REAL)) is plain


def test_recursive_definition_stays_folded_on_a_variable(env):
    term = const("double", x)
    assert whnf(env, term) is term


def test_recursive_definition_takes_one_step_on_a_successor(env):
    step = whnf(env, const("double", add(x, num(1))))
    assert step is add(const("double", x), num(2))


def test_an_arm_is_passed_over_only_when_it_is_refuted(env):
    """With `x` unknown the first arm is not refuted, so the catch-all must not be taken."""
    term = const("isZero", x)
    assert whnf(env, term) is term


def test_an_arm_is_refuted_by_a_later_column_too(env):
    """`x` is unknown, but the second number is not that of the first arm: nor of the third."""
    arms = [
        clause([], [num(0), num(1)], num(10)),
        clause([("a", NAT)], [B(0), num(2)], B(0)),
        clause([("a", NAT), ("b", NAT)], [B(1), B(0)], num(30)),
    ]
    discrs = [(x, NAT), (num(2), NAT)]
    assert whnf(env, match(discrs, NAT, *arms)) is x
    open_too = match([(x, NAT), (num(1), NAT)], NAT, *arms)
    assert whnf(env, open_too) is open_too


def test_open_condition_is_stuck(env):
    term = const("ite", REAL, lt(x, num(3)), const("dec", lt(x, num(3))), x, y)
    assert whnf(env, term) is term


def test_structure_eta_for_the_discriminant(env):
    pair = const("Prod.mk", NAT, NAT, B(1), B(0))
    arm = clause([("a", NAT), ("b", NAT)], [pair], B(0))
    term = match([(x, const("Prod", NAT, NAT))], NAT, arm)
    assert whnf(env, term) is Proj("Prod", 1, x)


def test_proof_discriminant_gives_proofs(env):
    prop = eq(NAT, x, y)
    env.add(axiom("P", arrow(NAT, NAT)))
    pattern = const("Fin.mk", num(3), B(1), B(0))
    arm = clause([("v", NAT), ("h", lt(B(0), num(3)))], [pattern], B(0))
    value = const("Fin.mk", num(3), num(1), Proof(lt(num(1), num(3))))
    assert whnf(env, match([(value, const("Fin", num(3)))], prop, arm)) is value.args[2]


def test_theorems_are_not_unfolded(env):
    from spec_world import theorem

    env.add(theorem("t", eq(NAT, num(1), num(1))))
    assert whnf(env, Const("t")) is Const("t")


def test_replacing_a_declaration_empties_the_tables(env):
    env.add(definition("k", NAT, num(1)))
    assert whnf(env, Const("k")) is Lit(1)
    env.add(definition("k", NAT, num(2)))
    assert whnf(env, Const("k")) is Lit(2)


def test_divergence_is_named(env):
    env.add(definition("loop", arrow(NAT, NAT), lam(("n", NAT), body=const("loop'", B(0)))))
    env.add(definition("loop'", arrow(NAT, NAT), lam(("n", NAT), body=const("loop", B(0)))))
    with pytest.raises(FuelExhausted, match=r"Fuel\.unfoldings` = 50") as caught:
        Reducer(env, Fuel(unfoldings=50)).whnf(const("loop", num(1)))
    assert caught.value.bound == "unfoldings"


def test_huge_powers_are_refused(env):
    with pytest.raises(FuelExhausted, match=r"Fuel\.exponent"):
        whnf(env, const("Nat.pow", num(10), num(10**9)))


def test_unknown_constant(env):
    with pytest.raises(UnknownConstant, match="unknown constant `nope`"):
        whnf(env, const("nope", num(1)))


def test_literal_patterns_below_a_successor_are_refuted(env):
    three = match(
        [(add(x, num(4)), NAT)],
        BOOL,
        clause([], [num(3)], TRUE),
        clause([("n", NAT)], [B(0)], FALSE),
    )
    assert whnf(env, three) is FALSE


def test_nested_successor_pattern(env):
    arm = clause([("n", NAT)], [const("Nat.succ", const("Nat.succ", B(0)))], B(0))
    term = match([(add(x, num(3)), NAT)], NAT, arm)
    value = whnf(env, term)
    assert convertible(env, value, add(x, num(1)), {x: NAT}) is None
    assert isinstance(value, App)


def test_recursor(env):
    """`Nat.rec (motive := fun _ => Nat) 1 (fun n ih => (n + 1) * ih) 5 = 120`."""
    motive = lam(("_", NAT), body=NAT)
    step = lam(("n", NAT), ("ih", NAT), body=mul(add(B(1), num(1)), B(0)))
    env.add(axiom("Nat.rec", NAT))

    def factorial(n):
        return const("Nat.rec", motive, num(1), step, n)

    assert whnf(env, factorial(num(5))) is Lit(120)
    assert whnf(env, factorial(x)) is factorial(x)
    assert whnf(env, factorial(add(x, num(1)))) is mul(add(x, num(1)), factorial(x))
