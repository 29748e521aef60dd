"""Whole-output snapshots of the printer."""

import pytest
from spec_world import (
    ALPHA,
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
    structure,
    sub,
    theorem,
    vec,
)

from denotary.spec.pretty import pretty
from denotary.spec.signature import pretty_declaration
from denotary.spec.terms import TYPE, Const, FVar, Lam, Let, Lit, Pi, Proj, Proof, app, const

x, y, z, f = FVar(1, "x"), FVar(2, "y"), FVar(3, "z"), FVar(4, "f")


def total(n, body):
    return const("Finset.sum", fin(n), const("Finset.univ", fin(n)), Lam("i", fin(n), body))


SAMPLES = [
    (mul(add(x, y), z), "(x + y) * z"),
    (add(x, mul(y, z)), "x + y * z"),
    (sub(x, sub(y, z)), "x - (y - z)"),
    (sub(sub(x, y), z), "x - y - z"),
    (vec(mul(x, num(3))), "Vec (x * 3)"),
    (arrow(vec(x), vec(y), REAL), "Vec x → Vec y → ℝ"),
    (arrow(arrow(NAT, NAT), REAL), "(ℕ → ℕ) → ℝ"),
    (pi(("n", NAT), ("m", NAT), ("v", vec(B(1))), body=REAL), "∀ (n : ℕ), ℕ → Vec n → ℝ"),
    (pi(("n", NAT), body=eq(NAT, B(0), B(0))), "∀ (n : ℕ), n = n"),
    (pi(("n", NAT, "implicit"), body=vec(B(0))), "∀ {n : ℕ}, Vec n"),
    (lam(("a", NAT), ("b", NAT), body=add(B(1), B(1))), "fun a _ => a + a"),
    (lam(("a", NAT), ("a", NAT), body=add(B(1), B(0))), "fun a a_1 => a + a_1"),
    (total(num(3), app(f, B(0))), "∑ i, f i"),
    (add(total(x, B(0)), y), "∑ i, i + y"),
    (const("Real.sqrt", total(x, app(f, B(0)))), "Real.sqrt (∑ i, f i)"),
    (const("Prod.mk", NAT, NAT, x, add(y, num(1))), "(x, y + 1)"),
    (const("Fin.mk", num(3), x, Proof(lt(x, num(3)))), "⟨x, ⋯⟩"),
    (const("Prod.fst", NAT, NAT, x), "x.fst"),
    (Proj("Prod", 1, app(f, x)), "(f x).snd"),
    (add(const("Prod.fst", NAT, NAT, x), num(1)), "x.fst + 1"),
    (const("Finset.univ"), "@Finset.univ"),
    (Lit('a"b\n'), '"a\\"b\\n"'),
    (const("And", eq(NAT, x, y), const("Not", eq(NAT, y, z))), "x = y ∧ ¬y = z"),
    (const("Exists", NAT, Lam("n", NAT, eq(NAT, B(0), x))), "∃ n, n = x"),
    (const("ite", REAL, lt(x, y), const("dec", lt(x, y)), z, z), "if x < y then z else z"),
    (Let("w", NAT, num(3), add(B(0), x)), "let w := 3; w + x"),
    (
        match([(x, NAT)], BOOL, clause([], [num(0)], TRUE), clause([("k", NAT)], [B(0)], TRUE)),
        "match x with | 0 => true | _ => true",
    ),
    (app(lam(("a", NAT), body=B(0)), x), "(fun a => a) x"),
    (arrow(PROP, TYPE), "Prop → Type"),
    (B(2), "#2"),
]


@pytest.mark.parametrize(("term", "text"), SAMPLES, ids=[t for _, t in SAMPLES])
def test_one_line(env, term, text):
    assert pretty(env, term) == text


def test_long_lines_break_at_the_outermost_operator_first(env):
    long = FVar(9, "aRatherLongName")
    side = total(x, mul(app(f, B(0)), app(long, B(0), add(B(0), num(1)))))
    assert pretty(env, eq(REAL, side, add(side, side, REAL)), 60) == (
        "∑ i, f i * aRatherLongName i (i + 1) =\n"
        "  ∑ i, f i * aRatherLongName i (i + 1) +\n"
        "    ∑ i, f i * aRatherLongName i (i + 1)"
    )


def test_conditionals_and_matches_break_arm_by_arm(env):
    name = FVar(9, "someQuiteLongBranchOfTheCondition")
    cond = const("ite", REAL, lt(x, y), const("dec", lt(x, y)), name, app(f, name))
    assert pretty(env, cond, 50) == (
        "if x < y then\n"
        "  someQuiteLongBranchOfTheCondition\n"
        "else\n"
        "  f someQuiteLongBranchOfTheCondition"
    )


def test_declarations(env):
    assert pretty_declaration(env, env["double"], 60) == (
        "def double (n : ℕ) : ℕ :=\n  match n with | 0 => 0 | n_1 + 1 => double n_1 + 2"
    )
    assert pretty_declaration(env, env["double"], value=False) == "def double : ℕ → ℕ"
    assert pretty_declaration(env, env["Vect"]) == (
        "inductive Vect (x : Type) : ℕ → Type where\n"
        "  | nil : Vect x 0\n"
        "  | cons : ∀ {n : ℕ}, x → Vect x n → Vect x (n + 1)"
    )
    assert pretty_declaration(env, env["Fin"]) == (
        "structure Fin (n : ℕ) where\n  val : ℕ\n  isLt : val < n"
    )
    assert pretty_declaration(env, env["Add"]) == "class Add (α : Type) where\n  add : α → α → α"
    assert pretty_declaration(env, env["instHAdd"]) == (
        "instance instHAdd {α : Type} [Add α] : HAdd α α α := HAdd.mk Add.add"
    )
    assert pretty_declaration(env, env["Vec"]) == "abbrev Vec (n : ℕ) : Type := Fin n → ℝ"


def test_statement(env):
    env.add(axiom("layer", pi(("n", NAT, "implicit"), body=Pi("", vec(B(0)), vec(B(1))))))
    statement = theorem(
        "layer_two_times_is_layer",
        pi(
            ("N", NAT),
            ("c", NAT),
            ("v", vec(mul(B(1), B(0)))),
            ("h", lt(num(0), B(2))),
            body=eq(
                vec(mul(B(3), B(2))),
                const("layer", mul(B(3), B(2)), const("layer", mul(B(3), B(2)), B(1))),
                const("layer", mul(B(3), B(2)), B(1)),
            ),
        ),
    )
    assert pretty_declaration(env, statement, 70) == (
        "theorem layer_two_times_is_layer (N c : ℕ) (v : Vec (N * c))\n"
        "    (h : 0 < N) :\n"
        "    layer (layer v) = layer v"
    )


def test_fields_of_a_users_structure(env):
    structure(env, "Weights", [("n", NAT)], [("w1", vec(B(0))), ("b1", REAL)])
    w = FVar(5, "w")
    term = app(const("Weights.w1", num(3), w), x)
    assert pretty(env, term) == "w.w1 x"
    assert pretty(env, const("Real.sqrt", Proj("Weights", 1, w))) == "Real.sqrt w.b1"


def test_a_budget_keeps_shared_terms_short(env):
    term = num(1)
    for _ in range(64):
        term = add(term, term)
    assert "…" in pretty(env, term)


def test_implicit_arguments_are_hidden(env):
    env.add(
        definition("pick", pi(ALPHA, ("a", B(0)), body=B(1)), lam(ALPHA, ("a", B(0)), body=B(0)))
    )
    assert pretty(env, const("pick", NAT, num(3))) == "pick 3"
    assert pretty(env, const("pick", NAT)) == "pick"
    assert pretty(env, Const("pick")) == "@pick"


def test_unused_hypotheses_keep_their_place(env):
    """`(_h : 0 < n)` was written as a binder; `0 < n →` was not."""
    n = ("n", NAT)
    named = theorem("t", pi(n, ("_h", lt(num(0), B(0))), ("m", NAT), body=eq(NAT, B(0), B(2))))
    arrow_ = theorem("t", pi(n, ("", lt(num(0), B(0))), body=eq(NAT, B(1), B(1))))
    assert pretty_declaration(env, named) == "theorem t (n : ℕ) (_h : 0 < n) (m : ℕ) : m = n"
    assert pretty_declaration(env, arrow_) == "theorem t (n : ℕ) : 0 < n → n = n"
