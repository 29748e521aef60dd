"""Which places of a theorem's definitions are reached when it is run.

A definition that is never unfolded is not reached. Of one that is, every arm is replaced by a term
without a meaning; what evaluation stops at is reached, is put back, and so on until it stops
nowhere. That the statement then still means the same is verified.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from denotary.extraction.mutation.mutants import Theorem, overlay, with_term
from denotary.extraction.mutation.places import Path, Place, put_at
from denotary.interpreter.judgement.trial import Tried
from denotary.spec.environment import Environment
from denotary.spec.terms import TYPE, Unsupported

_MARK = re.compile(r"✝arm:(\d+)")

Try = Callable[[Environment], Tried]
"""Evaluates the theorem over an environment, and runs nothing."""


class Reached:
    """What evaluation reaches of the definitions of a theorem."""

    def __init__(self, theorem: Theorem, rehearse: Try, known: Tried) -> None:
        """`known`: what is known of the original."""
        self._unfolded = known.unfolded
        self._theorem = theorem
        self._shut: dict[str, set[Path]] = {}
        arms = {
            name: list(dict.fromkeys(path for place in theorem.places(name) for path in place.arms))
            for name in theorem.definitions
            if name in self._unfolded
        }
        arms = {name: paths for name, paths in arms.items() if paths}
        shut = self._found(arms, rehearse)
        if shut is not None and (not known.meanings or self._same(shut, rehearse, known)):
            self._shut = shut

    def reaches(self, owner: str, place: Place) -> bool:
        """Whether a place of a declaration is evaluated."""
        if owner == self._theorem.name:
            return True
        if owner not in self._unfolded:
            return False
        shut = self._shut.get(owner, ())
        return not any(path in shut for path in place.arms)

    def _found(self, arms: Mapping[str, list[Path]], rehearse: Try) -> dict[str, set[Path]] | None:
        """The arms that are not reached; `None` if that cannot be told."""
        opened: set[tuple[str, Path]] = set()
        while True:
            shut = {
                name: {path for path in paths if (name, path) not in opened}
                for name, paths in arms.items()
            }
            marks: list[tuple[str, Path]] = []
            env = self._without(shut, marks)
            if not marks:
                return shut
            stops = _MARK.findall("\n".join(rehearse(env).faults))
            if not stops:
                return shut
            before = len(opened)
            opened.update(marks[int(stop)] for stop in stops)
            if len(opened) == before:
                return None

    def _without(self, shut: Mapping[str, set[Path]], marks: list[tuple[str, Path]]) -> Environment:
        """The environment without the arms that are shut; `marks` tells them by number."""
        env = self._theorem.env
        changed = []
        for name, paths in shut.items():
            outermost = [p for p in paths if not any(p[:k] in paths for k in range(len(p)))]
            if not outermost:
                continue
            original = env[name]
            assert original.value is not None
            puts = {}
            for path in sorted(outermost):
                puts[path] = Unsupported(TYPE, f"✝arm:{len(marks)}", "")
                marks.append((name, path))
            changed.append(with_term(original, put_at(original.value, puts)))
        return overlay(env, *changed)

    def _same(self, shut: Mapping[str, set[Path]], rehearse: Try, known: Tried) -> bool:
        return rehearse(self._without(shut, [])).meanings == known.meanings
