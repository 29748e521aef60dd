"""Terms as rows: the same objects come back, and rows that are no dump are refused."""

from __future__ import annotations

import json

import pytest

from denotary.spec.dump import Damaged, dump, load
from denotary.spec.terms import (
    TYPE,
    App,
    BVar,
    Clause,
    Const,
    FVar,
    Lam,
    Let,
    Lit,
    Match,
    Meta,
    Pi,
    Proj,
    Proof,
    Term,
    Unsupported,
)

REAL = Const("Real")
ARM = Clause((("n", Const("Nat")),), (App(Const("Nat.succ"), (BVar(0),)),), BVar(0))
TERMS = [
    Lam("x", REAL, App(Const("f"), (BVar(0), BVar(0))), "strict"),
    Pi("α", TYPE, Pi("", BVar(0), BVar(1), "inst"), "implicit"),
    Let("y", REAL, Lit(3), BVar(0)),
    Lit("∑ \u0000 'quoted' \\ text"),
    Lit("3"),
    Lit(2**80),
    Proj("Prod", 1, Const("p")),
    Proof(App(Const("Eq"), (REAL, Lit(1), Lit(1)))),
    Match(Lam("n", Const("Nat"), REAL), (Lit(2),), (ARM, ARM)),
    Unsupported(REAL, "no meaning", "A.lean:1:2"),
]


def through_json(terms: list[Term]) -> list[Term]:
    rows, at = dump(terms)
    made = load(json.loads(json.dumps(rows)))
    return [made[n] for n in at]


@pytest.mark.parametrize("term", TERMS, ids=lambda t: type(t).__name__)
def test_a_term_comes_back_as_itself(term: Term) -> None:
    assert through_json([term])[0] is term


def test_what_is_shared_is_written_once() -> None:
    term: Term = Const("x")
    for _ in range(60):
        term = App(Const("pair"), (term, term))
    rows, _ = dump([term])
    assert len(rows) == 62
    assert through_json([term, Const("x")]) == [term, Const("x")]


@pytest.mark.parametrize("term", [FVar(1, "x"), App(Const("f"), (Meta(2),))])
def test_open_terms_have_no_dump(term: Term) -> None:
    with pytest.raises(ValueError, match="no meaning by itself"):
        dump([term])


@pytest.mark.parametrize(
    "rows",
    [
        [[0, 0, 0]],
        [[2, "f"], [0, -1, 0]],
        [[2, "f"], [0, 0, -1]],
        [[2, 7]],
        [[1, -1]],
        [[1, "0"]],
        [[99, 0]],
        [[7, "x"]],
        [[3, "x", 0, 0, 0]],
        [[2, "c"], [3, "x", 0, 0, 9]],
        [[2, "c"], [12, 0, [0], [0]]],
        [[2, "c"], [11, ["n"], [], 0]],
        [[]],
        [[2]],
        [None],
    ],
)
def test_rows_that_are_no_dump_are_refused(rows: list[list[object]]) -> None:
    with pytest.raises(Damaged):
        load(rows)
