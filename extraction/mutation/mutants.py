"""The mutants of a theorem: one change in its statement or in a definition that it reaches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from denotary.extraction.mutation.operators import OPERATORS, Site
from denotary.extraction.mutation.places import LIMIT, Place, Rebuild, Role, Walk
from denotary.extraction.mutation.templates import Numerals
from denotary.parser.project import Project
from denotary.spec.check import CheckError, check
from denotary.spec.declarations import Declaration, Kind
from denotary.spec.diagnostics import LeanError
from denotary.spec.environment import Environment, UnknownConstant
from denotary.spec.pretty import pretty
from denotary.spec.reach import Role as Reached
from denotary.spec.reach import dependencies, lookup, reach
from denotary.spec.terms import FVar, Pi, Term, const, instantiate, lift, subterms


@dataclass(frozen=True, slots=True)
class Mutant:
    """A declaration to be changed in one place."""

    number: int
    """Counts the mutants of a theorem, in the order in which they are found."""
    operator: str
    original: Declaration
    place: Place
    put: Term
    """What is there instead; for a hypothesis that is dropped, the statement without it."""

    @property
    def owner(self) -> str:
        """The name of the declaration that is changed."""
        return self.original.name

    @property
    def drops(self) -> Pi | None:
        """The binder of the hypothesis that is dropped, if this is that."""
        term = self.place.term
        return term if self.place.role is Role.BINDER and isinstance(term, Pi) else None

    def changed(self) -> Declaration:
        """The declaration as it is then."""
        return with_term(self.original, self.place.rebuild(self.put))

    @property
    def about_hypothesis(self) -> bool:
        """Whether a hypothesis is dropped or changed."""
        return self.place.role in (Role.BINDER, Role.HYPOTHESIS)

    def spoken_of(self) -> set[str]:
        """The binders that the hypothesis speaks of which is dropped or changed."""
        names: list[str] = []
        type = self.original.type
        for step in self.place.path:
            if step != 1 or not isinstance(type, Pi):
                break
            names.append(type.name)
            type = type.body
        assert isinstance(type, Pi)
        opened = instantiate(type.type, [FVar(k, name) for k, name in enumerate(names)])
        return {t.name for t in subterms(opened) if isinstance(t, FVar)}

    def opposed(self) -> Declaration:
        """For a hypothesis that is dropped or changed: with the negation of what it was besides."""
        old, _ = self._binder(self.original.type)
        if self.drops is not None:
            new = Pi(old.name, const("Not", old.type), old.body, old.info)
        else:
            kept, _ = self._binder(self.changed().type)
            against = Pi("", const("Not", lift(old.type, 1)), lift(kept.body, 1))
            new = Pi(kept.name, kept.type, against, kept.info)
        return with_term(self.original, self._binder(self.original.type)[1](new))

    def _binder(self, type: Term) -> tuple[Pi, Rebuild]:
        """The binder that the place lies in, and the statement with another one there."""
        outer: list[Pi] = []
        for step in self.place.path:
            if step != 1:
                break
            assert isinstance(type, Pi)
            outer.append(type)
            type = type.body

        def rebuild(new: Term) -> Term:
            for pi in reversed(outer):
                new = Pi(pi.name, pi.type, new, pi.info)
            return new

        assert isinstance(type, Pi)
        return type, rebuild

    def texts(self, env: Environment) -> tuple[str, str]:
        """The place as Lean text, and what is there instead."""
        dropped = self.drops
        if dropped is not None:
            return f"({dropped.name} : {pretty(env, dropped.type)})", ""
        return pretty(env, self.place.term), pretty(env, self.put)


class Theorem:
    """A theorem with the project's own definitions that it reaches."""

    def __init__(self, project: Project, name: str) -> None:
        """Raises `LeanError` where the statement does not elaborate."""
        self.project, self.name = project, name
        self.env = project.environment
        self.declaration = project.declare(name)
        self.definitions = [
            found.name
            for found in reach(self.env, name)
            if found.role is Reached.DEFINITION and self._is_own(found.name)
        ]
        self._users: dict[str, set[str]] | None = None

    def _is_own(self, name: str) -> bool:
        """Whether the project says what the constant means, by its own text."""
        return name in self.project.entries and not self.project.is_prelude(name)

    def owners(self) -> list[str]:
        """The declarations that are changed: the theorem, and definitions nearest first."""
        return [self.name, *self.definitions]

    def mutants(self, operators: Iterable[str] = OPERATORS) -> Iterator[Mutant]:
        """All changes, well typed or not."""
        chosen = [OPERATORS[name] for name in operators]
        numerals = Numerals(self.project, self.name)
        number = 0
        for owner in self.owners():
            original = self.env[owner]
            walk = Walk(self.env)
            site = Site(walk, numerals)
            for place in self.places(owner, walk):
                seen = {place.term}
                for kind in chosen:
                    for put in kind.run(site, place):
                        if put not in seen:
                            seen.add(put)
                            yield Mutant(number, kind.name, original, place, put)
                            number += 1

    def places(self, owner: str, walk: Walk | None = None) -> Iterator[Place]:
        """The places of the theorem's statement, or of a definition's value."""
        walk = walk or Walk(self.env)
        original = self.env[owner]
        if owner == self.name:
            found = walk.statement(original.type)
        else:
            found = walk.value(original.value) if original.value is not None else iter(())
        return islice(found, LIMIT)

    # ---- well typed, or not

    def fault(self, mutant: Mutant) -> CheckError | LeanError | UnknownConstant | None:
        """Why a mutant is not well typed; `None` if it is, with all that its change can touch."""
        changed = mutant.changed()
        env = overlay(self.env, changed)
        try:
            check(env, changed)
            for name in self.users(mutant.owner):
                check(env, env[name])
        except (CheckError, LeanError, UnknownConstant) as error:
            return error
        return None

    def users(self, name: str) -> list[str]:
        """The theorem and the definitions whose meaning changes with that of `name`."""
        if self._users is None:
            self._users = {}
            for owner in self.owners():
                found = lookup(self.env, owner)
                for below in dependencies(found) if found is not None else ():
                    self._users.setdefault(below, set()).add(owner)
        found_users: dict[str, None] = {}
        stack = [name]
        while stack:
            for user in sorted(self._users.get(stack.pop(), ())):
                if user not in found_users and user != name:
                    found_users[user] = None
                    stack.append(user)
        return list(found_users)


def with_term(original: Declaration, term: Term) -> Declaration:
    """The declaration with another statement, or another value."""
    if original.kind is Kind.THEOREM:
        return replace(original, type=term)
    return replace(original, value=term)


def overlay(env: Environment, *declarations: Declaration) -> Environment:
    """The constants of `env`, with some in place of those of the same name."""
    made = Environment(env.find)
    for declaration in declarations:
        made.add(declaration)
    return made
