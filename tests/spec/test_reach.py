"""What a statement rests on."""

import pytest
from spec_world import NAT, B, add, arrow, axiom, definition, eq, lam, lt, num, pi, theorem

from denotary.spec.environment import UnknownConstant
from denotary.spec.reach import Reached, Role, primitives, reach
from denotary.spec.terms import Const, Proof, const


@pytest.fixture
def network(env):
    env.add(axiom("noise", NAT))
    env.add(definition("step", arrow(NAT, NAT), lam(("n", NAT), body=add(B(0), Const("noise")))))
    env.add(definition("net", arrow(NAT, NAT), lam(("n", NAT), body=const("step", B(0)))))
    env.add(theorem("t", pi(("n", NAT), body=eq(NAT, const("net", B(0)), B(0)))))
    return env


def test_breadth_first_with_the_way(network):
    found = {r.name: r for r in reach(network, "t")}
    assert found["net"] == Reached("net", Role.DEFINITION, 1, "")
    assert found["step"] == Reached("step", Role.DEFINITION, 2, "net")
    assert found["noise"] == Reached("noise", Role.PRIMITIVE, 3, "step")
    assert found["Nat"].role is Role.TYPE
    distances = [r.distance for r in reach(network, "t")]
    assert distances == sorted(distances)


def test_bounds(network):
    assert len(list(reach(network, "t", limit=2))) == 2
    assert {r.distance for r in reach(network, "t", distance=1)} == {1}


def test_primitives(network):
    assert {"noise", "instOfNatNat"} <= set(primitives(network, const("net", num(1))))
    assert "net" not in primitives(network, "t")


def test_proofs_are_not_reached(network):
    term = const("Fin.mk", num(3), num(0), Proof(lt(Const("noise"), num(3))))
    assert "noise" not in {r.name for r in reach(network, term)}


def test_a_recursive_definition_does_not_reach_itself(env):
    assert "double" not in {r.name for r in reach(env, "double")}


def test_unknown(env):
    assert [r.role for r in reach(env, Const("nope"))] == [Role.UNKNOWN]
    with pytest.raises(UnknownConstant):
        list(reach(env, "nope"))
