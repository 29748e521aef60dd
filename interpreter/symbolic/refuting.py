"""Draws at which a difference is certainly not zero, or has the wrong sign."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from denotary.interpreter.judgement.build import Instance
from denotary.interpreter.judgement.hypotheses import Condition, Tally, satisfy
from denotary.interpreter.judgement.inputs import Manner
from denotary.interpreter.judgement.session import Session

from .entries import Entries, poly
from .numbers import NoValue, Point
from .numbers import at as at_point
from .poly import Poly
from .vanish import below

DRAWS = (Manner.USUAL, Manner.SIGNED, Manner.EDGES, Manner.SIGNED, Manner.USUAL)
"""How numbers are drawn that may tell two sides apart."""
ASKED = 6
"""Symbols that are moved to where a condition on them changes, at most."""
LARGE = 200
"""Terms of a difference from which on it is evaluated before it is shown to be zero."""


class Draws:
    """Draws of one instance that satisfy its hypotheses, each made once."""

    def __init__(
        self,
        session: Session,
        instance: Instance,
        conditions: Sequence[Condition],
        entries: Entries,
    ) -> None:
        self.session, self.instance, self.conditions = session, instance, conditions
        self.entries, self.algebra = entries, entries.algebra
        self.done: dict[int, tuple[Point, Mapping[str, np.ndarray]] | None] = {}

    def apart(self, difference: Poly) -> tuple[Point | None, str]:
        """A point at which `difference` is certainly not zero; else why that is not seen."""
        return self.where(difference, lambda point: point.apart(difference))

    def where(self, x: Poly, fails: Callable[[Point], bool]) -> tuple[Point | None, str]:
        """A point, a draw or near one, at which `fails`, which is about `x`; else why none is seen.

        `fails` may raise `NoValue`.
        """
        reason = ""
        for k in range(len(DRAWS)):
            for point in self.points(x, k):
                try:
                    if self.hold(point) and fails(point):
                        return point, ""
                except NoValue as error:
                    reason = str(error)
        return None, reason

    def differ(self, difference: Poly) -> bool:
        """Whether a large difference is certainly not zero at the first draw."""
        if len(difference.terms) < LARGE and not self.algebra.names:
            return False
        point = self.drawn(0)
        try:
            return point is not None and self.hold(point) and point.apart(difference)
        except NoValue:
            return False

    def drawn(self, k: int) -> Point | None:
        """The point of a draw that satisfies the hypotheses, if one was found."""
        if k not in self.done:
            arrays = satisfy(
                self.instance, self.conditions, DRAWS[k], (self.session.seed, 7, k),
                self.session.programs.evaluate, {c.name: Tally(c.name) for c in self.conditions},
                2,
            )  # fmt: skip
            self.done[k] = None if arrays is None else (at_point(self.algebra, arrays), arrays)
        found = self.done[k]
        return None if found is None else found[0]

    def points(self, x: Poly, k: int) -> Iterator[Point]:
        """A draw, and the draw moved to where a symbol that `x` asks about is 0 or turned."""
        point = self.drawn(k)
        found = self.done[k]
        if point is None or found is None:
            return
        yield point
        arrays = found[1]
        asked = {a for atom in x.atoms for a in (atom, *below(atom)) if a.kind in ("pos", "zero")}
        symbols = {s for a in asked for s in a.args[0].atoms if s.kind == "real"}
        for atom in sorted(symbols, key=lambda a: a.uid)[:ASKED]:
            name, place = atom.args
            for factor in (0, -1):
                moved = {**arrays, name: np.array(arrays[name])}
                moved[name][place] *= factor
                yield at_point(self.algebra, moved)

    def hold(self, point: Point) -> bool:
        return all(self._holds(point, condition) for condition in self.conditions)

    def _holds(self, point: Point, condition: Condition) -> bool:
        if condition.number is None:
            return False
        return all(
            point.value(poly(self.algebra, entry)) == 1
            for entry in self.entries.array(condition.number).flat
        )
