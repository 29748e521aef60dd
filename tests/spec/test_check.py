"""The checker: what it accepts, and that what it rejects is rejected for the right reason."""

import pytest
from spec_world import (
    BOOL,
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
    theorem,
    vec,
)

from denotary.spec.check import CheckError, check, infer
from denotary.spec.declarations import Declaration, Kind
from denotary.spec.terms import (
    TYPE,
    Const,
    FVar,
    Lam,
    Let,
    Match,
    Meta,
    Pi,
    Proj,
    Proof,
    Unsupported,
    app,
    const,
)


def test_the_world_checks(env):
    for declaration in env.loaded():
        check(env, declaration)


VECT = const("Vect", REAL, B(0))
LENGTH = Match(
    lam(("n", NAT), ("v", VECT), body=NAT),
    (B(1), B(0)),
    (
        clause([], [num(0), const("Vect.nil", REAL)], num(0)),
        clause(
            [("m", NAT), ("x", REAL), ("xs", const("Vect", REAL, B(1)))],
            [add(B(2), num(1)), const("Vect.cons", REAL, B(2), B(1), B(0))],
            add(B(2), num(1)),
        ),
    ),
)

ACCEPTED = {
    "sizes by computation": definition(
        "d",
        arrow(vec(num(6)), vec(mul(num(2), num(3)))),
        lam(("v", vec(num(6))), body=B(0)),
    ),
    "let in a type": definition(
        "d",
        arrow(vec(num(6)), REAL),
        lam(
            ("v", vec(num(6))),
            body=Let("n", NAT, num(6), Let("w", vec(B(0)), B(1), const("Real.sqrt", num(1, REAL)))),
        ),
    ),
    "a Prop where a Type is asked for": definition(
        "d", PROP, const("Eq", PROP, Const("True"), Const("True"))
    ),
    "a family with its index among the discriminants": definition(
        "d",
        pi(("n", NAT), ("v", VECT), body=NAT),
        lam(("n", NAT), ("v", VECT), body=LENGTH),
    ),
    "a family whose index is refined": definition(
        "d",
        pi(("n", NAT), ("v", VECT), ("i", fin(B(1))), body=fin(B(2))),
        lam(
            ("n", NAT),
            ("v", VECT),
            ("i", fin(B(1))),
            body=Match(
                Lam("v", const("Vect", REAL, B(2)), fin(B(3))),
                (B(1),),
                (
                    clause([], [const("Vect.nil", REAL)], B(0)),
                    clause(
                        [("m", NAT), ("x", REAL), ("xs", const("Vect", REAL, B(1)))],
                        [const("Vect.cons", REAL, B(2), B(1), B(0))],
                        const(
                            "Fin.mk",
                            add(B(2), num(1)),
                            const("Fin.val", add(B(2), num(1)), B(3)),
                            Proof(
                                lt(
                                    const("Fin.val", add(B(2), num(1)), B(3)),
                                    add(B(2), num(1)),
                                )
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
    "an unsupported place has its type": definition(
        "d", arrow(NAT, REAL), lam(("n", NAT), body=Unsupported(REAL, "tactic", "f.lean:1:1"))
    ),
    "a projection whose type mentions an earlier field": definition(
        "d",
        pi(("i", fin(num(3))), body=lt(const("Fin.val", num(3), B(0)), num(3))),
        lam(("i", fin(num(3))), body=Proj("Fin", 1, B(0))),
    ),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(env, name):
    check(env, ACCEPTED[name])


def wrong(name, declaration, *texts):
    return pytest.param(declaration, texts, id=name)


HALF = lam(("v", vec(num(6))), body=B(0))

REJECTED = [
    wrong(
        "value of another size",
        definition("d", arrow(vec(num(6)), vec(num(7))), HALF),
        "`d` does not check: the value does not have the declared type (at value)",
        "expected: Vec 6 → Vec 7",
        "found: Vec 6 → Vec 6",
        "where under `v`, argument 1 of Vec: `6` is not `7`",
    ),
    wrong(
        "argument",
        definition("d", REAL, const("Real.sqrt", num(2))),
        "argument 1 of `Real.sqrt` has the wrong type (at value, argument 1 of Real.sqrt)",
        "expected: ℝ",
        "found: ℕ",
    ),
    wrong(
        "argument under binders",
        definition(
            "d", arrow(NAT, NAT, REAL), lam(("a", NAT), ("b", NAT), body=const("Real.sqrt", B(0)))
        ),
        "(at value, body of `fun b`, argument 1 of Real.sqrt)",
    ),
    wrong(
        "reassociated size",
        definition(
            "d",
            pi(
                ("a", NAT),
                ("b", NAT),
                ("c", NAT),
                ("v", vec(mul(mul(B(2), B(1)), B(0)))),
                body=vec(mul(B(3), mul(B(2), B(1)))),
            ),
            lam(
                ("a", NAT),
                ("b", NAT),
                ("c", NAT),
                ("v", vec(mul(mul(B(2), B(1)), B(0)))),
                body=B(0),
            ),
        ),
        "Vec (a * b * c)",
        "Vec (a * (b * c))",
        "`a * b` is not `a`",
    ),
    wrong(
        "too many arguments",
        definition("d", REAL, const("Real.sqrt", num(1, REAL), num(2, REAL))),
        "`Real.sqrt` is applied to 2 arguments but takes 1",
    ),
    wrong(
        "a value as a type",
        axiom("d", Pi("x", num(3), REAL)),
        "this should be a type (at type, type of `x`)",
        "found: ℕ",
    ),
    wrong(
        "a statement that is no proposition",
        theorem("t", NAT),
        "`t` does not check: the statement of a theorem is no proposition",
    ),
    wrong(
        "a proof of a number type",
        definition("d", NAT, Proof(NAT)),
        "a proof of something that is no proposition",
    ),
    wrong(
        "an unknown constant",
        definition("d", NAT, const("nope", num(1))),
        "unknown constant `nope` (at value, function)",
    ),
    wrong("a metavariable", definition("d", NAT, Meta(3)), "a metavariable was left"),
    wrong("a local", definition("d", NAT, FVar(3, "n")), "the local `n` is free"),
    wrong("a loose variable", definition("d", NAT, B(0)), "a bound variable escapes"),
    wrong(
        "let",
        definition("d", NAT, Let("x", NAT, TRUE, B(0))),
        "the value of `let x` has the wrong type",
        "expected: ℕ",
        "found: Bool",
    ),
    wrong(
        "a discriminant",
        definition("d", NAT, match([(TRUE, NAT)], NAT, clause([("n", NAT)], [B(0)], B(0)))),
        "discriminant 1 has another type than the motive",
    ),
    wrong(
        "a pattern",
        definition("d", NAT, match([(num(1), NAT)], NAT, clause([], [TRUE], num(1)))),
        "pattern 1 has another type than its discriminant (at value, arm 1, pattern 1)",
        "expected: ℕ",
        "found: Bool",
    ),
    wrong(
        "an arm",
        definition(
            "d",
            NAT,
            match(
                [(num(1), NAT)],
                NAT,
                clause([], [num(0)], num(0)),
                clause([("k", NAT)], [B(0)], TRUE),
            ),
        ),
        "the arm has another type than the match (at value, arm 2, body)",
    ),
    wrong(
        "the number of patterns",
        definition("d", NAT, match([(num(1), NAT)], NAT, clause([], [num(0), num(0)], num(0)))),
        "2 patterns for 1 discriminants",
    ),
    wrong(
        "a field that does not exist",
        definition(
            "d",
            arrow(const("Prod", NAT, NAT), NAT),
            lam(("p", const("Prod", NAT, NAT)), body=Proj("Prod", 2, B(0))),
        ),
        "`Prod` has no field number 2",
    ),
    wrong(
        "a field of something else",
        definition("d", NAT, Proj("Prod", 0, num(1))),
        "field 0 of `Prod` is taken of something else",
    ),
    wrong(
        "a constructor of another type",
        Declaration("Nat.zero", Kind.CONSTRUCTOR, BOOL, inductive="Nat"),
        "the constructor should return `Nat`",
        "found: Bool",
    ),
    wrong(
        "a constructor that changes the parameter",
        Declaration(
            "Vect.bad",
            Kind.CONSTRUCTOR,
            pi(("α", TYPE), body=const("Vect", NAT, num(0))),
            params=1,
            inductive="Vect",
        ),
        "the constructor changes the parameters of `Vect`",
    ),
    wrong(
        "an index that is not refined to the needed size",
        definition(
            "d",
            pi(("n", NAT), ("v", VECT), body=fin(B(1))),
            lam(
                ("n", NAT),
                ("v", VECT),
                body=Match(
                    Lam("v", const("Vect", REAL, B(1)), fin(B(2))),
                    (B(0),),
                    (
                        clause(
                            [("m", NAT), ("x", REAL), ("xs", const("Vect", REAL, B(1)))],
                            [const("Vect.cons", REAL, B(2), B(1), B(0))],
                            const("Fin.mk", B(2), num(0), Proof(lt(num(0), B(2)))),
                        ),
                    ),
                ),
            ),
        ),
        "the arm has another type than the match",
        "expected: Fin (m + 1)",
        "found: Fin m",
    ),
]


@pytest.mark.parametrize(("declaration", "texts"), REJECTED)
def test_rejected_for_the_right_reason(env, declaration, texts):
    with pytest.raises(CheckError) as caught:
        check(env, declaration)
    for text in texts:
        assert text in str(caught.value)


def test_error_is_data(env):
    with pytest.raises(CheckError) as caught:
        check(env, definition("d", arrow(vec(num(6)), vec(num(7))), HALF))
    error = caught.value
    assert error.declaration.name == "d"
    assert error.path == ("value",)
    assert error.mismatch.path == ("under `v`", "argument 1 of Vec")
    assert error.expected is arrow(vec(num(6)), vec(num(7)))


def test_a_failure_is_not_remembered_as_a_success(env):
    bad = definition("d", NAT, add(const("Nat.succ", TRUE), num(1)))
    for _ in range(2):
        with pytest.raises(CheckError, match=r"argument 1 of `Nat\.succ`"):
            check(env, bad)


def test_default_of_a_field(env):
    structure = env["Prod"]
    from dataclasses import replace

    first, second = structure.fields
    good = replace(structure, fields=(first, replace(second, default=None)))
    check(env, good)
    bad = replace(structure, fields=(first, replace(second, default=B(0))))
    with pytest.raises(CheckError, match="the default of `snd` has the wrong type"):
        check(env, bad)


def test_infer_with_locals(env):
    n, v = FVar(1, "n"), FVar(2, "v")
    locals = {n: NAT, v: vec(n)}
    assert infer(env, lam(("i", fin(n)), body=app(v, B(0))), locals) is Pi("i", fin(n), REAL)
    with pytest.raises(CheckError, match="is not in scope"):
        infer(env, app(v, n))


def test_implication_is_a_proposition(env):
    assert infer(env, arrow(NAT, eq(NAT, num(1), num(1)))) is PROP
    assert infer(env, arrow(PROP, PROP)) is TYPE


def test_deep_terms(env):
    term = Const("Nat.zero")
    for _ in range(3000):
        term = const("Nat.succ", term)
    check(env, definition("d", NAT, term))


def test_shared_terms_are_checked_once(env):
    """A doubling chain has 2^200 nodes as a tree, and 200 as it is kept."""
    term = num(1)
    for _ in range(200):
        term = add(term, term)
    check(env, definition("d", NAT, lam(("n", NAT), body=add(term, B(0))).body.args[4]))
    assert infer(env, Const("Nat.zero")) is NAT


def test_divergence_is_an_error_not_a_hang(env):
    """Two functions that call each other: conversion against a variable runs out of fuel."""
    for name, other in (("ping", "pong"), ("pong", "ping")):
        body = const(other, const("Nat.succ", B(0)))
        env.add(definition(name, arrow(NAT, NAT), lam(("n", NAT), body=body)))
    claim = eq(fin(const("ping", num(0))), Const("k"), Const("k"))
    env.add(axiom("k", fin(num(3))))
    with pytest.raises(CheckError, match=r"out of fuel|nests too deeply"):
        check(env, axiom("d", claim))
