"""Fingerprints: blind to what does not matter, sensitive to what does."""

from dataclasses import replace

import pytest
from spec_world import (
    NAT,
    REAL,
    B,
    add,
    arrow,
    axiom,
    definition,
    eq,
    lam,
    lt,
    mul,
    num,
    pi,
    theorem,
    vec,
    world,
)

from denotary.spec.environment import Environment, UnknownConstant
from denotary.spec.fingerprint import fingerprint
from denotary.spec.terms import Const, Proof, Unsupported, const


def network(
    *,
    bound: str = "n",
    info: str = "explicit",
    offset: int = 1,
    proof: bool = False,
    root: str = "t",
    doc: str = "",
) -> Environment:
    """`def step n := n + offset`, `def net n := step (step n)`, `theorem t : ∀ n, net n = n`."""
    env = world()
    env.add(
        replace(
            definition("step", arrow(NAT, NAT), lam((bound, NAT), body=add(B(0), num(offset)))),
            doc=doc,
        )
    )
    env.add(
        definition(
            "net", arrow(NAT, NAT), lam((bound, NAT), body=const("step", const("step", B(0))))
        )
    )
    statement = pi((bound, NAT, info), body=eq(NAT, const("net", B(0)), B(0)))
    claim = theorem(root, statement)
    env.add(replace(claim, value=Proof(statement)) if proof else claim)
    return env


BASE = fingerprint(network(), "t")


def test_form():
    assert len(BASE) == 64 and int(BASE, 16)
    assert fingerprint(network(), "t") == BASE


@pytest.mark.parametrize(
    "change", [{"bound": "k"}, {"info": "implicit"}, {"proof": True}, {"doc": "Adds one."}]
)
def test_blind(change):
    assert fingerprint(network(**change), "t") == BASE


def test_blind_to_the_name_of_the_theorem():
    assert fingerprint(network(root="t'"), "t'") == BASE


def test_sees_a_definition_two_steps_away():
    assert fingerprint(network(offset=2), "t") != BASE


def test_unrelated_definitions_do_not_count():
    env = network()
    env.add(definition("other", NAT, num(3)))
    assert fingerprint(env, "t") == BASE


def test_sees_the_statement():
    env = network()
    env.add(theorem("t", pi(("n", NAT), body=eq(NAT, B(0), const("net", B(0))))))
    assert fingerprint(env, "t") != BASE


def test_sees_the_type_of_a_primitive():
    env = network()
    env.add(axiom("instOfNatNat", arrow(NAT, const("OfNat", NAT, num(0)))))
    assert fingerprint(env, "t") != BASE


def test_sees_a_constructor_of_a_reached_type():
    env, other = world(), world()
    other.add(replace(other["Bool"], constructors=("Bool.true", "Bool.false")))
    assert fingerprint(env, "isZero") != fingerprint(other, "isZero")


def test_blind_to_proofs_inside_terms():
    def claim(proof):
        env = world()
        env.add(theorem("lemma", lt(num(0), num(3))))
        index = const("Fin.mk", num(3), num(0), proof)
        env.add(theorem("t", eq(const("Fin", num(3)), index, index)))
        return fingerprint(env, "t")

    assert claim(Proof(lt(num(0), num(3)))) == claim(Const("lemma"))


def test_blind_to_places():
    def hole(place, reason="tactic"):
        env = world()
        env.add(definition("d", REAL, Unsupported(REAL, reason, place)))
        return fingerprint(env, "d")

    assert hole("a.lean:1:1") == hole("a.lean:9:1")
    assert hole("a.lean:1:1") != hole("a.lean:1:1", "axiom")


def mutual(last: int) -> Environment:
    """`even` and `odd` call each other; `odd` also calls `leaf`."""
    env = world()
    env.add(definition("leaf", NAT, num(last)))
    env.add(definition("even", arrow(NAT, NAT), lam(("n", NAT), body=const("odd", B(0)))))
    env.add(
        definition(
            "odd",
            arrow(NAT, NAT),
            lam(("n", NAT), body=add(const("even", B(0)), Const("leaf"))),
        )
    )
    return env


def test_mutual_recursion():
    env = mutual(1)
    assert fingerprint(env, "even") == fingerprint(mutual(1), "even")
    assert fingerprint(env, "even") != fingerprint(env, "odd")
    assert fingerprint(env, "even") != fingerprint(mutual(2), "even")


def test_order_of_asking_does_not_matter():
    first, second = mutual(1), mutual(1)
    a = [fingerprint(first, n) for n in ("even", "odd")]
    b = [fingerprint(second, n) for n in ("odd", "even")]
    assert a == b[::-1]


def test_recursion_sees_its_own_body():
    env = world()
    before = fingerprint(env, "double")
    env.add(replace(env["double"], value=lam(("n", NAT), body=mul(num(2), B(0)))))
    assert fingerprint(env, "double") != before


def test_size_matters():
    env = world()
    env.add(axiom("a", vec(num(3))))
    env.add(axiom("a'", vec(num(4))))
    assert fingerprint(env, "a") != fingerprint(env, "a'")


def test_unknown_name():
    with pytest.raises(UnknownConstant):
        fingerprint(world(), "nope")
