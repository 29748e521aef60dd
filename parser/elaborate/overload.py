"""One text, several meanings in scope: the one that elaborates is meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from denotary.parser.elaborate.elaborator import Elaborator, Typed
from denotary.parser.syntax.tree import Range
from denotary.spec.diagnostics import LeanError
from denotary.spec.terms import Term


def first(
    elab: Elaborator, what: str, names: Sequence[str], readings: Sequence[Callable[[], Typed]],
    expected: Term | None, span: Range, advice: str = "",
) -> Typed:  # fmt: skip
    """The first reading that elaborates to the expected type; a single one is not tried twice."""
    if len(readings) == 1:
        return readings[0]()
    errors: list[LeanError] = []
    for reading in readings:
        mark = elab.metas.mark()
        saved = list(elab.tasks), list(elab.wanted), list(elab.unifier.stuck), list(elab.defaults)
        try:
            term, type = reading()
            if expected is None or elab.unifier.unify(type, expected):
                return term, type
        except LeanError as e:
            errors.append(e)
        elab.metas.undo(mark)
        elab.tasks, elab.wanted, elab.unifier.stuck, elab.defaults = saved
    raise elab.error(
        span, f"{what} is ambiguous and no reading elaborates", expected=" or ".join(names),
        found=errors[0].diagnostic.message if errors else "", advice=advice,
    )  # fmt: skip
