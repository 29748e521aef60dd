"""The prelude's primitives and the table of meanings fit together."""

import pytest

from denotary.interpreter.machine.rules import RuleKind, RuleTable, count_pis
from denotary.interpreter.primitives import PRIMITIVES
from denotary.interpreter.primitives.absent import WITHOUT_MEANING
from denotary.parser import load_text
from denotary.spec.declarations import Kind
from denotary.spec.diagnostics import LeanError


@pytest.fixture(scope="module")
def declared():
    """Every declaration of the prelude whose type elaborates."""
    project = load_text("def unused : Nat := 1")
    out = {}
    for name in project.entries:
        try:
            declaration = project.env.find(name)
        except LeanError:
            continue  # Reported by the parser's own tests.
        if declaration is not None:
            out[name] = declaration
    return project.env, out


def test_every_opaque_constant_has_a_rule_or_a_reason(declared):
    env, declarations = declared
    rules = RuleTable(env, PRIMITIVES)
    missing = [
        name
        for name, declaration in declarations.items()
        if declaration.kind is Kind.AXIOM
        and rules[name].kind is RuleKind.NONE
        and name not in WITHOUT_MEANING
    ]
    assert missing == []


def test_rules_take_the_arguments_that_lean_declares(declared):
    _, declarations = declared
    wrong = {
        name: (count_pis(declaration.type), PRIMITIVES[name].arity)
        for name, declaration in declarations.items()
        if name in PRIMITIVES
        and count_pis(declaration.type) != PRIMITIVES[name].arity
        and declaration.kind is Kind.AXIOM
    }
    assert wrong == {}


def test_no_constant_has_both_a_meaning_and_a_reason_for_none():
    assert sorted(PRIMITIVES.keys() & WITHOUT_MEANING.keys()) == []
