"""A value may be made when it is first read; in all else a declaration is an ordinary record."""

import pickle
from dataclasses import FrozenInstanceError, replace

import pytest

from denotary.spec.declarations import Declaration, Kind
from denotary.spec.terms import Const, Lit, Sort, Term

TYPE = Sort(1)


def test_value_given_as_a_function_is_made_once_when_it_is_read():
    made: list[int] = []

    def value() -> Term:
        made.append(1)
        return Lit(3)

    declaration = Declaration("three", Kind.DEF, TYPE, value)
    assert made == []
    assert (declaration.value, declaration.value) == (Lit(3), Lit(3))
    assert made == [1]


def test_value_that_reads_itself_sees_none():
    seen: list[Term | None] = []

    def value() -> Term:
        seen.append(loop.value)
        return Const("loop")

    loop = Declaration("loop", Kind.DEF, TYPE, value)
    assert loop.value is Const("loop")
    assert seen == [None]


def test_value_whose_making_failed_is_made_again():
    answers = iter([ValueError("not yet"), Lit(1)])

    def value() -> Term:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    declaration = Declaration("later", Kind.DEF, TYPE, value)
    with pytest.raises(ValueError, match="not yet"):
        _ = declaration.value
    assert declaration.value is Lit(1)


def test_declarations_are_records():
    axiom = Declaration("c", Kind.AXIOM, TYPE)
    assert axiom.value is None
    lazy = Declaration("c", Kind.DEF, TYPE, lambda: Lit(2), doc="two")
    assert lazy == Declaration("c", Kind.DEF, TYPE, value=Lit(2), doc="two")
    assert replace(lazy, name="d").value is Lit(2)
    assert replace(lazy, value=Lit(5)).value is Lit(5)
    again = pickle.loads(pickle.dumps(Declaration("c", Kind.DEF, TYPE, lambda: Lit(2))))
    assert again.value is Lit(2)
    with pytest.raises(FrozenInstanceError):
        lazy.value = Lit(4)
    assert "Lit(2)" in repr(lazy)
