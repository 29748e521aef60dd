"""Terms and declarations built by hand, with Python functions for binders."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from denotary.interpreter import graph
from denotary.interpreter.machine import Machine
from denotary.interpreter.machine.graph_domain import GraphDomain
from denotary.interpreter.machine.leaves import Inputs, tabulate
from denotary.spec.declarations import Declaration, Field, Kind
from denotary.spec.environment import Environment
from denotary.spec.terms import (
    PROP,
    TYPE,
    Clause,
    Const,
    FVar,
    Lam,
    Lit,
    Match,
    Pi,
    Proof,
    Term,
    abstract,
    app,
    const,
)

_ids = itertools.count()
NAT, REAL, BOOL = Const("Nat"), Const("Real"), Const("Bool")
ANY = Proof(PROP)
MONOID = const("anyMonoid")


def local(name: str = "x") -> FVar:
    return FVar(next(_ids), name)


def lam(*types: Term, body: Callable[..., Term]) -> Term:
    """`fun (x₁ : types₁) … => body x₁ …`; a type may be a function of the earlier variables."""
    return _bind(Lam, types, body)


def pi(*types: Any, body: Callable[..., Term]) -> Term:
    return _bind(Pi, types, body)


def _bind(make: Any, types: tuple[Any, ...], body: Callable[..., Term]) -> Term:
    names = [local(f"x{k}") for k in range(len(types))]
    result = body(*names)
    for k in range(len(types) - 1, -1, -1):
        type = types[k] if isinstance(types[k], Term) else types[k](*names[:k])
        result = make(f"x{k}", type, abstract(result, [names[k]]))
    return result


def fin(n: Term | int) -> Term:
    return const("Fin", nat(n))


def nat(n: Term | int) -> Term:
    return Lit(n) if isinstance(n, int) else n


def vec(n: Term | int) -> Term:
    return pi(fin(n), body=lambda _: REAL)


def fin_mk(n: Term | int, value: Term) -> Term:
    return const("Fin.mk", nat(n), value, ANY)


def add(x: Term, y: Term) -> Term:
    return const("Real.add", x, y)


def mul(x: Term, y: Term) -> Term:
    return const("Real.mul", x, y)


def times(a: Term | int, b: Term | int) -> Term:
    return const("Nat.mul", nat(a), nat(b))


def plus(a: Term | int, b: Term | int) -> Term:
    return const("Nat.add", nat(a), nat(b))


def total(n: Term | int, body: Callable[[Term], Term]) -> Term:
    """`∑ i : Fin n, body i`."""
    univ = const("Finset.univ", fin(n), const("anyFintype"))
    return const("Finset.sum", fin(n), REAL, MONOID, univ, lam(fin(n), body=body))


def join(m: Term | int, n: Term | int, i: Term, j: Term) -> Term:
    """`finProdFinEquiv (i, j)`."""
    pair = const("Prod.mk", fin(m), fin(n), i, j)
    return app(const("Equiv.toFun", ANY, ANY, const("finProdFinEquiv", nat(m), nat(n))), pair)


def parts(m: Term | int, n: Term | int, k: Term) -> tuple[Term, Term]:
    """The components of `finProdFinEquiv.symm k`."""
    pair = app(const("Equiv.invFun", ANY, ANY, const("finProdFinEquiv", nat(m), nat(n))), k)
    return const("Prod.fst", ANY, ANY, pair), const("Prod.snd", ANY, ANY, pair)


def match(discr: Term, *clauses: tuple[int, Callable[..., Term], Callable[..., Term]]) -> Term:
    """`match discr with`, each clause being (number of variables, pattern, body)."""
    out = []
    for n, pattern, body in clauses:
        names = [local(f"p{k}") for k in range(n)]
        out.append(
            Clause(
                tuple((v.name, TYPE) for v in names),
                (abstract(pattern(*names), names),),
                abstract(body(*names), names),
            )
        )
    return Match(lam(TYPE, body=lambda _: TYPE), (discr,), tuple(out))


def define(env: Environment, name: str, type: Term, value: Term) -> Const:
    env.add(Declaration(name, Kind.DEF, type, value))
    return Const(name)


def structure(env: Environment, name: str, params: int, type: Term, fields: list[str]) -> None:
    """A structure whose constructor `name.mk` has the given type."""
    mk = f"{name}.mk"
    sort = pi(*[TYPE] * params, body=lambda *_: TYPE)
    env.add(
        Declaration(
            name, Kind.STRUCTURE, sort, params=params, constructors=(mk,),
            fields=tuple(Field(f, "explicit") for f in fields),
        )
    )  # fmt: skip
    env.add(Declaration(mk, Kind.CONSTRUCTOR, type, params=params, inductive=name))
    for index, f in enumerate(fields):
        env.add(Declaration(f"{name}.{f}", Kind.PROJECTION, TYPE, inductive=name, index=index))


def base() -> Environment:
    """An environment with the types that the helpers above mention."""
    env = Environment()
    for name in ("Real", "String"):
        env.add(Declaration(name, Kind.AXIOM, TYPE))
    for name in ("anyMonoid", "anyFintype"):
        env.add(Declaration(name, Kind.AXIOM, REAL))
    inductives = {"Nat": ("zero", "succ"), "Bool": ("false", "true"), "Int": ("ofNat", "negSucc")}
    for name, constructors in inductives.items():
        names = tuple(f"{name}.{c}" for c in constructors)
        env.add(Declaration(name, Kind.INDUCTIVE, TYPE, constructors=names))
    env.add(Declaration("Nat.zero", Kind.CONSTRUCTOR, NAT, inductive="Nat"))
    succ = pi(NAT, body=lambda _: NAT)
    env.add(Declaration("Nat.succ", Kind.CONSTRUCTOR, succ, inductive="Nat"))
    for name in ("Bool.false", "Bool.true"):
        env.add(Declaration(name, Kind.CONSTRUCTOR, BOOL, inductive="Bool"))
    env.add(Declaration("Fin", Kind.STRUCTURE, pi(NAT, body=lambda _: TYPE), params=1))
    structure(
        env, "Prod", 2,
        pi(
            TYPE, TYPE, lambda a, b: a, lambda a, b, x: b,
            body=lambda a, b, x, y: const("Prod", a, b),
        ),
        ["fst", "snd"],
    )  # fmt: skip
    structure(env, "Equiv", 2, pi(*[TYPE] * 6, body=lambda *_: TYPE), ["toFun", "invFun", "l", "r"])
    for name, n in (("Eq", 3), ("And", 2), ("Or", 2), ("Not", 1), ("True", 0), ("False", 0)):
        type = pi(*[TYPE] * n, body=lambda *_: PROP)
        env.add(Declaration(name, Kind.INDUCTIVE, type, params=min(n, 2)))
    return env


class Lab:
    """A machine over the tensor graph, with inputs that have values."""

    def __init__(self, env: Environment | None = None) -> None:
        self.env = env or base()
        self.machine = Machine(self.env, GraphDomain())
        self.inputs = Inputs(self.machine)
        self.arrays: dict[str, np.ndarray] = {}
        self._rng = np.random.default_rng(0)

    def type(self, term: Term) -> Any:
        return self.machine.evaluate(term)

    def array(self, name: str, type: Term, value: Any = None) -> Any:
        """A value of a type of arrays; random unless given."""
        result = self.inputs.table(name, self.type(type))
        for made in self.inputs.made:
            if made.name not in self.arrays:
                shape = [a.size for a in made.axes]
                drawn = self._rng.normal(size=shape) if value is None else np.reshape(value, shape)
                self.arrays[made.name] = np.asarray(drawn)
        return result

    def run(self, value: Any, type: Term) -> np.ndarray:
        """The value's one array, with one dimension an argument."""
        (leaf,) = tabulate(self.machine, value, self.type(type))
        number = graph.evaluate(leaf.value, self.arrays, leaf.axes)
        return number.reshape(leaf.sizes)

    def apply(self, f: Term, *args: Any) -> Any:
        machine = self.machine
        return machine.run(lambda: machine.apply(machine.evaluate(f), list(args)))
