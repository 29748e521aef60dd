"""Mutants that follow from the theorem: an inequality of which a bound is only loosened.

`a ≤ b` gives `a' ≤ b'` where `a' ≤ a` and `b ≤ b'`. Those two are put as a statement of its own,
under the theorem's binders; the definitions that the mutant changes stand in it twice, as they were
and as they are then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import reduce

from denotary.extraction.mutation.mutants import Mutant, Theorem, overlay
from denotary.extraction.mutation.operators import REAL
from denotary.extraction.mutation.templates import put
from denotary.spec.check import CheckError, check
from denotary.spec.declarations import Declaration, Kind
from denotary.spec.diagnostics import LeanError
from denotary.spec.environment import UnknownConstant
from denotary.spec.terms import Const, Pi, Term, const, map_children, spine

MARK = "✝"
"""What the names of changed definitions end in: no Lean name has it that a user can write."""
AT_MOST, AT_LEAST = ("LE.le", "LT.lt"), ("GE.ge", "GT.gt")


def comparison(theorem: Theorem, mutant: Mutant) -> list[Declaration] | None:
    """The statement that bounds are only loosened, last, and the definitions that it needs.

    `None` where the mutant changes something else than the bounds of inequalities between reals in
    the conclusion.
    """
    original, changed = theorem.declaration, mutant.changed()
    needed: list[Declaration] = []
    after = changed.type
    if mutant.owner != theorem.name:
        users = [name for name in theorem.users(mutant.owner) if name != theorem.name]
        names = {name: name + MARK for name in (mutant.owner, *users)}
        for name, other in names.items():
            found = changed if name == mutant.owner else theorem.env[name]
            if found.kind is not Kind.DEF or found.value is None:
                return None
            made = {"type": renamed(found.type, names), "value": renamed(found.value, names)}
            needed.append(replace(found, name=other, **made))
        after = renamed(original.type, names)
    binders: list[Pi] = []
    before = original.type
    while isinstance(before, Pi) and isinstance(after, Pi) and before.type is after.type:
        binders.append(before)
        before, after = before.body, after.body
    claims = loosened(before, after)
    if not claims:
        return None
    type = reduce(lambda rest, claim: const("And", claim, rest), reversed(claims))
    for pi in reversed(binders):
        type = Pi(pi.name, pi.type, type, pi.info)
    statement = replace(original, name=original.name + MARK, type=type)
    env = overlay(theorem.env, *needed, statement)
    try:
        for declaration in (*needed, statement):
            check(env, declaration)
    except (CheckError, LeanError, UnknownConstant):
        return None
    return [*needed, statement]


def loosened(before: Term, after: Term) -> list[Term] | None:
    """What has to hold for `after` to follow from `before`; `None` where that is not known."""
    if before is after:
        return []
    head, args = spine(before)
    other, new = spine(after)
    if head is not other or not isinstance(head, Const) or len(args) != len(new):
        return None
    if head.name == "And":
        parts = [loosened(a, b) for a, b in zip(args, new, strict=True)]
        return None if None in parts else [claim for part in parts for claim in part or ()]
    if head.name not in (*AT_MOST, *AT_LEAST) or args[0] is not REAL or new[0] is not REAL:
        return None
    low, high = (2, 3) if head.name in AT_MOST else (3, 2)
    pairs = ((new[low], args[low]), (args[high], new[high]))
    return [put("atMost", a, b) for a, b in pairs if a is not b]


def renamed(term: Term, names: Mapping[str, str]) -> Term:
    """The term with other constants."""
    known: dict[Term, Term] = {}

    def go(term: Term, depth: int) -> Term:
        if isinstance(term, Const):
            return Const(names.get(term.name, term.name))
        if term not in known:
            known[term] = map_children(term, go)
        return known[term]

    return go(term, 0)
