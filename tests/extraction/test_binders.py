"""`--set`: binders that exist, values that fit their types."""

import pytest

from denotary.extraction.binders import assignment, check, fit, telescope
from denotary.extraction.errors import UsageError
from denotary.spec.declarations import Declaration, Kind
from denotary.spec.terms import BVar, Const, Pi, Sort, Term, const


def statement(*binders: tuple[str, Term]) -> Declaration:
    """A theorem `∀ binders, True`."""
    type_: Term = Const("True")
    for name, binder in reversed(binders):
        type_ = Pi(name, binder, type_)
    return Declaration("A.foo", Kind.THEOREM, type_)


FOO = statement(
    ("R", Const("Nat")),
    ("ε", Const("Real")),
    ("bf16", Const("Bool")),
    ("i", const("Fin", BVar(2))),
    ("X", Pi("_", const("Fin", BVar(3)), Const("Real"))),
    ("s", Const("String")),
    ("α", Sort(1)),
)


def refuse(sizes: dict[str, str]) -> str:
    with pytest.raises(UsageError) as caught:
        check([FOO], sizes)
    return str(caught.value)


def test_the_telescope_is_in_order() -> None:
    assert list(telescope(FOO)) == ["R", "ε", "bf16", "i", "X", "s", "α"]


def test_values_that_fit() -> None:
    sizes = {"R": "4", "ε": "1e-3", "bf16": "true", "i": "0", "s": "a b"}
    check([FOO], sizes)
    assert fit(FOO, sizes) == sizes


def test_fit_leaves_out_binders_of_other_theorems() -> None:
    assert fit(FOO, {"R": "4", "N": "2"}) == {"R": "4"}


def test_an_unknown_binder_lists_those_that_can_be_set() -> None:
    said = refuse({"bf6": "true"})
    assert "error: `A.foo` has no binder `bf6`" in said
    assert "expected: one of: R, ε, bf16, i, s" in said
    assert "try: did you mean `bf16`?" in said


def test_a_binder_that_one_of_several_theorems_has_is_enough() -> None:
    other = statement(("N", Const("Nat")))
    check([FOO, other], {"N": "3"})
    with pytest.raises(UsageError, match=r"none of the 2 theorems has a binder `M`"):
        check([FOO, other], {"M": "3"})


@pytest.mark.parametrize(
    ("name", "value", "type_", "expected"),
    [
        ("R", "-1", "ℕ", "a natural number, e.g. 4"),
        ("R", "2.5", "ℕ", "a natural number, e.g. 4"),
        ("ε", "small", "ℝ", "a number, e.g. 0.5, 1e-3 or 1/3"),
        ("ε", "1/0", "ℝ", "a number, e.g. 0.5, 1e-3 or 1/3"),
        ("bf16", "True", "Bool", "true or false"),
    ],
)
def test_a_value_of_the_wrong_type(name: str, value: str, type_: str, expected: str) -> None:
    said = refuse({name: value})
    assert f"error: binder `{name} : {type_}` of `A.foo` cannot be `{value}`" in said
    assert f"  expected: {expected}\n  found: {name}={value}" in said


def test_a_binder_whose_values_cannot_be_written() -> None:
    said = refuse({"X": "3"})
    assert "binder `X` of `A.foo` cannot be set" in said
    assert "sampled from its type" in said


@pytest.mark.parametrize("text", ["R", "=4", "R=", " = "])
def test_an_assignment_needs_both_sides(text: str) -> None:
    with pytest.raises(UsageError, match=r"--set cannot read"):
        assignment(text)


def test_an_assignment_splits_at_the_first_equals() -> None:
    assert assignment("s=a=b") == ("s", "a=b")
