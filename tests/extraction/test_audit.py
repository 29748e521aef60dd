"""The audit: ill-typed terms never carry a verdict, and errors in definitions show themselves."""

from denotary.extraction.audit import Audit
from denotary.interpreter.judgement.verdict import Leaf, Status, TheoremResult
from denotary.parser import load_text
from denotary.spec.declarations import Declaration, Kind
from denotary.spec.terms import Const, Lit, const

CONFIRMED = TheoremResult("t", Status.CONFIRMED)


def test_a_well_typed_project_keeps_its_verdict():
    project = load_text("def double (x : ℝ) : ℝ := x + x")
    assert project.declare("double").value is not None
    assert Audit(project)(CONFIRMED) is CONFIRMED


def test_an_ill_typed_value_turns_the_verdict_into_an_error():
    project = load_text("")
    project.environment["Nat"], project.environment["Bool"]
    wrong = Declaration("wrong", Kind.DEF, Const("Bool"), Lit(3))
    project.environment.add(wrong)
    result = Audit(project)(CONFIRMED)
    assert result.status is Status.ERROR
    assert "the independent checker rejects" in result.message
    assert "wrong" in result.message
    assert "fault of denotary" in result.message


def test_an_ill_typed_application_is_found_below_a_lambda():
    project = load_text("")
    add = const("Nat.add", Lit(1), Const("Bool.true"))
    project.environment["Nat.add"], project.environment["Bool.true"]
    project.environment.add(Declaration("wrong", Kind.DEF, Const("Nat"), add))
    result = Audit(project)(CONFIRMED)
    assert result.status is Status.ERROR
    assert "Bool" in result.message and "ℕ" in result.message


def test_a_value_that_nobody_read_is_not_made():
    project = load_text("def half (x : ℝ) : ℝ := x / 2")
    declaration = project.declare("half")
    assert not declaration.settled
    assert Audit(project)(CONFIRMED) is CONFIRMED
    assert not declaration.settled


def stopped(project, name, text):
    project.environment[name].value  # noqa: B018
    leaf = Leaf("conclusion", Status.UNSUPPORTED, message=text)
    return Audit(project)(TheoremResult("t", Status.UNSUPPORTED, leaves=(leaf,)))


def test_a_mistake_in_a_definition_is_shown_where_it_is():
    project = load_text("def f (x : ℝ) : ℝ := x + y.z\n")
    result = stopped(project, "f", "`f` was not elaborated: …")
    assert result.status is Status.ERROR
    assert "Snippet.lean:1:26: error: unknown identifier `y.z`" in result.message


def test_a_form_without_meaning_stays_unsupported():
    project = load_text("noncomputable def f (g : ℝ → ℝ) : ℝ := ∐ x, g x\n")
    result = stopped(project, "f", "`f` was not elaborated: …")
    assert result.status is Status.UNSUPPORTED
    assert "`∐` has no meaning here" in result.message
