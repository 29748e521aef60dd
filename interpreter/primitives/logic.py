"""Decisions, `if`, transport along equalities, and what classical choice leaves open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from denotary.interpreter.machine import merging, propositions
from denotary.interpreter.machine.values import UNIT

from .registry import primitive

if TYPE_CHECKING:
    from denotary.interpreter.machine import Machine


@primitive("Bool.true", arity=0)
def true(m: Machine) -> Any:
    """`Bool.true`."""
    return True


@primitive("Bool.false", arity=0)
def false(m: Machine) -> Any:
    """`Bool.false`."""
    return False


@primitive("ite", arity=5)
def ite(m: Machine, type: Any, condition: Any, decidable: Any, yes: Any, no: Any) -> Any:
    """`ite c t e`: decided where `c` is; else both branches, selected entry by entry."""
    return merging.select(m, propositions.truth(m, condition), yes, no)


@primitive("dite", arity=5)
def dite(m: Machine, type: Any, condition: Any, decidable: Any, yes: Any, no: Any) -> Any:
    """`dite c t e`: as `ite`, the branches being functions of the proof."""
    holds = propositions.truth(m, condition)
    if isinstance(holds, bool):
        return m.apply(yes if holds else no, [UNIT])
    return merging.select(
        m,
        holds,
        m.deferred(lambda: m.apply(yes, [UNIT]), (yes,)),
        m.deferred(lambda: m.apply(no, [UNIT]), (no,)),
    )


@primitive("decide", "Decidable.decide", arity=2)
def decide(m: Machine, proposition: Any, decidable: Any) -> Any:
    """`decide p`: the truth of `p` as a Bool."""
    return propositions.truth(m, proposition)


@primitive("Classical.propDecidable", arity=1)
def prop_decidable(m: Machine, proposition: Any) -> Any:
    """`Classical.propDecidable p`: the decision, which is the truth of `p`."""
    return m.force(m.deferred(lambda: propositions.truth(m, proposition), (proposition,)))


@primitive("cast", "Eq.mp", "Eq.mpr", arity=4)
def cast(m: Machine, source: Any, target: Any, proof: Any, value: Any) -> Any:
    """`cast h a`, `Eq.mp h a`, `Eq.mpr h a`: the value itself."""
    return m.force(value)


@primitive("Eq.rec", "Eq.ndrec", arity=6)
def eq_rec(m: Machine, type: Any, a: Any, motive: Any, value: Any, b: Any, proof: Any) -> Any:
    """`Eq.rec v h`, `Eq.ndrec v h`: the value itself."""
    return m.force(value)


@primitive("Eq.recOn", arity=6)
def eq_rec_on(m: Machine, type: Any, a: Any, motive: Any, b: Any, proof: Any, value: Any) -> Any:
    """`Eq.recOn h v`: the value itself."""
    return m.force(value)


def _impossible(m: Machine, *args: Any) -> Any:
    """Follows from a contradiction, so a selection never takes it: no value of its own."""
    return UNIT


primitive("False.elim", "False.rec", "Empty.elim", "Fin.elim0", arity=2)(_impossible)
primitive("absurd", arity=4)(_impossible)


def _inside(m: Machine, type: Any, option: Any, proof: Any) -> Any:
    """The value inside one side of a choice; the proof says that `none` is never the side taken."""
    none = getattr(m.force(option), "name", None) == "Option.none"
    return UNIT if none else option_get(m, type, option, proof)


@primitive("Option.get", arity=3)
def option_get(m: Machine, type: Any, option: Any, proof: Any) -> Any:
    """`Option.get o h`: the value inside."""
    value = m.force(option)
    name = getattr(value, "name", None)
    if name == "Option.some":
        return m.force(value.args[-1])
    if isinstance(value, merging.Choice):
        return merging.split(m, value, lambda o: _inside(m, type, o, proof))
    raise m.stuck("expected `some`, which the proof promises")
