"""When two type-class instances count as one (a liberality of `convert`)."""

from __future__ import annotations

from denotary.spec.declarations import Kind
from denotary.spec.environment import Environment
from denotary.spec.reduce import Reducer
from denotary.spec.terms import Const, FVar, Pi, Term, spine

SUBSINGLETON_CLASSES = frozenset(
    {
        "Decidable",
        "DecidableEq",
        "DecidablePred",
        "DecidableRel",
        "DecidableLT",
        "DecidableLE",
        "Fintype",
        "Subsingleton",
        "IsEmpty",
        "Unique",
    }
)
"""Classes with at most one instance up to (propositional) equality."""


def class_of(reducer: Reducer, type_: Term) -> str | None:
    """The class that `type_` is an instance type of, below its Pi binders."""
    for form in (type_, reducer.whnf(type_)):
        while isinstance(form, Pi):
            form = form.body
        head = spine(form)[0]
        if isinstance(head, Const):
            found = reducer.env.find(head.name)
            if head.name in SUBSINGLETON_CLASSES or (found is not None and found.is_class):
                return head.name
    return None


def local_instances(env: Environment, term: Term) -> frozenset[Term] | None:
    """The local instances that a canonical instance is built from; `None` for other terms.

    Canonical are locals, projections to parents, and instance declarations applied to those.
    """
    if isinstance(term, FVar):
        return frozenset({term})
    head, args = spine(term)
    if not isinstance(head, Const):
        return None
    found = env[head.name]
    if found.kind is Kind.PROJECTION:
        params = env[found.inductive].params
        return local_instances(env, args[params]) if len(args) == params + 1 else None
    if not found.is_instance:
        return None
    leaves: frozenset[Term] = frozenset()
    type_ = found.type
    for arg in args:
        if not isinstance(type_, Pi):
            return None
        if type_.info == "inst":
            below = local_instances(env, arg)
            if below is None:
                return None
            leaves |= below
        type_ = type_.body
    return leaves
