"""A small hand-built environment: `Nat`, `Bool`, `Fin`, vectors, a family, classes, a network."""

from __future__ import annotations

from denotary.spec.declarations import Declaration, Field, Kind
from denotary.spec.environment import Environment
from denotary.spec.terms import (
    PROP,
    TYPE,
    App,
    BVar,
    Clause,
    Const,
    Lam,
    Lit,
    Match,
    Pi,
    Term,
    const,
)

NAT, BOOL, REAL = Const("Nat"), Const("Bool"), Const("Real")
TRUE, FALSE = Const("Bool.true"), Const("Bool.false")
B = BVar


def arrow(*types: Term) -> Term:
    """`a → b → c`, for closed types."""
    out = types[-1]
    for t in reversed(types[:-1]):
        out = Pi("", t, out)
    return out


def pi(*binders: tuple, body: Term) -> Term:
    for name, type_, *info in reversed(binders):
        body = Pi(name, type_, body, *info)
    return body


def lam(*binders: tuple, body: Term) -> Term:
    for name, type_, *info in reversed(binders):
        body = Lam(name, type_, body, *info)
    return body


def num(n: int, type_: Term = NAT) -> Term:
    """The numeral as the elaborator writes it."""
    inst = const("instOfNatNat", Lit(n)) if type_ is NAT else const("instOfNat", type_, Lit(n))
    return const("OfNat.ofNat", type_, Lit(n), inst)


def binop(op: str, a: Term, b: Term, type_: Term = NAT) -> Term:
    cls = op.partition(".")[0][1:]
    inst = const(f"instH{cls}", type_, const(f"inst{cls}", type_))
    return const(op, type_, type_, type_, inst, a, b)


def add(a: Term, b: Term, type_: Term = NAT) -> Term:
    return binop("HAdd.hAdd", a, b, type_)


def mul(a: Term, b: Term, type_: Term = NAT) -> Term:
    return binop("HMul.hMul", a, b, type_)


def sub(a: Term, b: Term) -> Term:
    return binop("HSub.hSub", a, b)


def eq(type_: Term, a: Term, b: Term) -> Term:
    return const("Eq", type_, a, b)


def lt(a: Term, b: Term) -> Term:
    return const("LT.lt", NAT, Const("instLTNat"), a, b)


def vec(n: Term) -> Term:
    return const("Vec", n)


def fin(n: Term) -> Term:
    return const("Fin", n)


def definition(name: str, type_: Term, value: Term, **more: object) -> Declaration:
    return Declaration(name, Kind.DEF, type_, value, **more)  # type: ignore[arg-type]


def axiom(name: str, type_: Term) -> Declaration:
    return Declaration(name, Kind.AXIOM, type_)


def theorem(name: str, type_: Term) -> Declaration:
    return Declaration(name, Kind.THEOREM, type_)


def structure(
    env: Environment, name: str, params: list[tuple], fields: list[tuple], *, cls: bool = False
) -> None:
    """A structure with its constructor `mk` and projections; types are under what precedes."""
    n, mk = len(params), f"{name}.mk"
    sort = pi(*params, body=TYPE)
    env.add(
        Declaration(
            name,
            Kind.STRUCTURE,
            sort,
            params=n,
            constructors=(mk,),
            fields=tuple(Field(f, "explicit") for f, _ in fields),
            is_class=cls,
        )
    )
    hidden = [(p, t, "implicit") for p, t, *_ in params]
    made = const(name, *[B(n - 1 - i + len(fields)) for i in range(n)])
    type_ = pi(*hidden, *fields, body=made)
    env.add(Declaration(mk, Kind.CONSTRUCTOR, type_, params=n, inductive=name))
    self_type = const(name, *[B(n - 1 - i) for i in range(n)])
    info = "inst" if cls else "explicit"
    given = [*hidden] if not cls else [(p, t, "implicit") for p, t, *_ in params]
    earlier: list[Term] = []
    for i, (field, ftype) in enumerate(fields):
        from denotary.spec.terms import Proj, instantiate, lift

        args = [*[B(n - j) for j in range(n)], *[Proj(name, j, B(0)) for j in range(i)]]
        result = instantiate(lift(ftype, n + 1, n + i), args)
        proj = pi(*given, ("self", self_type, info), body=result)
        env.add(Declaration(f"{name}.{field}", Kind.PROJECTION, proj, inductive=name, index=i))
        earlier.append(proj)


def inductive(
    env: Environment, name: str, sort: Term, ctors: list[tuple[str, Term]], params: int = 0
) -> None:
    names = tuple(f"{name}.{c}" for c, _ in ctors)
    env.add(Declaration(name, Kind.INDUCTIVE, sort, params=params, constructors=names))
    for i, (full, (_, type_)) in enumerate(zip(names, ctors, strict=True)):
        env.add(Declaration(full, Kind.CONSTRUCTOR, type_, params=params, inductive=name, index=i))


def clause(vars: list[tuple[str, Term]], patterns: list[Term], body: Term) -> Clause:
    return Clause(tuple(vars), tuple(patterns), body)


def match(discrs: list[tuple[Term, Term]], result: Term, *clauses: Clause) -> Match:
    """A match whose result type does not depend on the discriminants `(term, type)`."""
    motive = result
    for _ in discrs:
        motive = Lam("_", discrs[0][1], motive)
    return Match(motive, tuple(d for d, _ in discrs), clauses)


ALPHA = ("α", TYPE, "implicit")


def world() -> Environment:
    env = Environment()
    inductive(env, "Nat", TYPE, [("zero", NAT), ("succ", arrow(NAT, NAT))])
    inductive(env, "Bool", TYPE, [("false", BOOL), ("true", BOOL)])
    inductive(env, "Unit", TYPE, [("unit", Const("Unit"))])
    inductive(env, "True", PROP, [("intro", Const("True"))])
    env.add(axiom("Real", TYPE))
    env.add(axiom("String", TYPE))
    for op in ("add", "sub", "mul", "div", "mod", "pow"):
        env.add(axiom(f"Nat.{op}", arrow(NAT, NAT, NAT)))
    env.add(axiom("Nat.ble", arrow(NAT, NAT, BOOL)))
    env.add(axiom("Nat.le", arrow(NAT, NAT, PROP)))
    env.add(
        Declaration("Eq", Kind.INDUCTIVE, pi(ALPHA, ("a", B(0)), ("b", B(1)), body=PROP), params=1)
    )
    env.add(definition("Not", arrow(PROP, PROP), lam(("a", PROP), body=Const("True"))))
    for name in ("And", "Or", "Iff"):
        env.add(axiom(name, arrow(PROP, PROP, PROP)))
    env.add(axiom("Exists", pi(ALPHA, ("p", Pi("", B(0), PROP)), body=PROP)))
    structure(env, "Prod", [("α", TYPE), ("β", TYPE)], [("fst", B(1)), ("snd", B(1))])
    structure(
        env,
        "Fin",
        [("n", NAT)],
        [("val", NAT), ("isLt", lt(B(0), B(1)))],
    )
    structure(env, "OfNat", [("α", TYPE), ("n", NAT)], [("ofNat", B(1))], cls=True)
    env.add(
        Declaration(
            "OfNat.ofNat",
            Kind.PROJECTION,
            pi(ALPHA, ("n", NAT), ("self", const("OfNat", B(1), B(0)), "inst"), body=B(2)),
            inductive="OfNat",
        )
    )
    for cls in ("Add", "Sub", "Mul"):
        method = cls.lower()
        structure(
            env, cls, [("α", TYPE)], [(method, pi(("", B(0)), ("", B(1)), body=B(2)))], cls=True
        )
        het = f"H{cls}"
        structure(
            env,
            het,
            [("α", TYPE), ("β", TYPE), ("γ", TYPE)],
            [(f"h{cls}", pi(("", B(2)), ("", B(2)), body=B(2)))],
            cls=True,
        )
        inst = pi(ALPHA, ("i", const(cls, B(0)), "inst"), body=const(het, B(1), B(1), B(1)))
        value = lam(
            ALPHA,
            ("i", const(cls, B(0)), "inst"),
            body=const(f"{het}.mk", B(1), B(1), B(1), const(f"{cls}.{method}", B(1), B(0))),
        )
        env.add(definition(f"inst{het}", inst, value, is_instance=True))
        env.add(axiom(f"inst{cls}", pi(("α", TYPE), body=const(cls, B(0)))))
    env.add(
        definition(
            "instAddNat",
            const("Add", NAT),
            const("Add.mk", NAT, Const("Nat.add")),
            is_instance=True,
        )
    )
    env.add(axiom("instOfNatNat", pi(("n", NAT), body=const("OfNat", NAT, B(0)))))
    env.add(axiom("instOfNat", pi(("α", TYPE), ("n", NAT), body=const("OfNat", B(1), B(0)))))
    structure(env, "LT", [("α", TYPE)], [("lt", pi(("", B(0)), ("", B(1)), body=PROP))], cls=True)
    env.add(axiom("instLTNat", const("LT", NAT)))
    inductive(
        env,
        "Decidable",
        arrow(PROP, TYPE),
        [
            (
                "isFalse",
                pi(
                    ("p", PROP, "implicit"),
                    ("h", const("Not", B(0))),
                    body=const("Decidable", B(1)),
                ),
            ),
            ("isTrue", pi(("p", PROP, "implicit"), ("h", B(0)), body=const("Decidable", B(1)))),
        ],
        params=1,
    )
    env.add(
        axiom(
            "ite",
            pi(
                ALPHA,
                ("c", PROP),
                ("h", const("Decidable", B(0)), "inst"),
                ("t", B(2)),
                ("e", B(3)),
                body=B(4),
            ),
        )
    )
    env.add(axiom("dec", pi(("p", PROP), body=const("Decidable", B(0)))))
    env.add(axiom("dec'", pi(("p", PROP), body=const("Decidable", B(0)))))
    env.add(
        definition(
            "Vec", arrow(NAT, TYPE), lam(("n", NAT), body=Pi("", fin(B(0)), REAL)), reducible=True
        )
    )
    env.add(axiom("Finset", arrow(TYPE, TYPE)))
    env.add(axiom("Finset.univ", pi(ALPHA, body=const("Finset", B(0)))))
    env.add(
        axiom(
            "Finset.sum",
            pi(ALPHA, ("s", const("Finset", B(0))), ("f", Pi("", B(1), REAL)), body=REAL),
        )
    )
    env.add(axiom("Real.sqrt", arrow(REAL, REAL)))
    # A family: `List.length` in the type.
    env.add(
        Declaration(
            "Vect",
            Kind.INDUCTIVE,
            arrow(TYPE, NAT, TYPE),
            params=1,
            constructors=("Vect.nil", "Vect.cons"),
        )
    )
    env.add(
        Declaration(
            "Vect.nil",
            Kind.CONSTRUCTOR,
            pi(ALPHA, body=const("Vect", B(0), num(0))),
            params=1,
            inductive="Vect",
        )
    )
    env.add(
        Declaration(
            "Vect.cons",
            Kind.CONSTRUCTOR,
            pi(
                ALPHA,
                ("n", NAT, "implicit"),
                ("x", B(1)),
                ("xs", const("Vect", B(2), B(1))),
                body=const("Vect", B(3), add(B(2), num(1))),
            ),
            params=1,
            inductive="Vect",
            index=1,
        )
    )
    # def double : Nat → Nat | 0 => 0 | n + 1 => double n + 2
    env.add(
        definition(
            "double",
            arrow(NAT, NAT),
            lam(
                ("n", NAT),
                body=match(
                    [(B(0), NAT)],
                    NAT,
                    clause([], [num(0)], num(0)),
                    clause(
                        [("n", NAT)],
                        [add(B(0), num(1))],
                        add(App(Const("double"), (B(0),)), num(2)),
                    ),
                ),
            ),
        )
    )
    # def isZero (n : Nat) : Bool := match n with | 0 => true | _ => false
    env.add(
        definition(
            "isZero",
            arrow(NAT, BOOL),
            lam(
                ("n", NAT),
                body=match(
                    [(B(0), NAT)],
                    BOOL,
                    clause([], [num(0)], TRUE),
                    clause([("k", NAT)], [B(0)], FALSE),
                ),
            ),
        )
    )
    return env
