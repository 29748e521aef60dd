"""What a session saw, as the result that goes into a report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from denotary.spec.pretty import pretty
from denotary.spec.terms import FVar

from .hypotheses import never
from .verdict import Hypothesis, Leaf, Status, TheoremResult

if TYPE_CHECKING:
    from .session import Session


def summary(session: Session, available: Sequence[Any]) -> TheoremResult:
    """The result of a session that ran on the devices `available`."""
    met = {h.name for h in session.statement.hypotheses if h.var in confined(session)}
    weak = session.weak - met
    assumed = [t for t in session.tallies.values() if t.reason or t.name in weak]
    leaves = tuple(r.leaf(trusted=not assumed) for r in session.records.by_id.values())
    status, message = _verdict(session, leaves)
    seconds = dict(session.programs.seconds)
    seconds["trace"] += session.evaluation
    runner = session.runner
    return TheoremResult.about(
        session.prepared.declaration,
        status,
        instance={**session.prepared.types, **session.shown},
        samples=len(session.draws),
        rejected=session.bench.counts.rejected,
        draws=tuple(session.draws),
        controls=session.controls,
        refutations=session.refutations if status is Status.REFUTED else (),
        seed=session.seed,
        devices=runner.used,
        platform=available[0].platform if available else "",
        emulated=runner.emulated,
        collectives=runner.collectives,
        leaves=leaves,
        hypotheses=tuple(hypotheses(session)),
        seconds=seconds,
        message=message,
    )


def _verdict(session: Session, leaves: Sequence[Leaf]) -> tuple[Status, str]:
    status = Status.worst(leaf.status for leaf in leaves)
    message = next((leaf.message for leaf in leaves if leaf.status is status), "")
    if session.problem is not None and (not leaves or session.problem[0].rank > status.rank):
        status, message = session.problem
    elif not leaves and not session.draws:
        failed = any(t.failed for t in session.tallies.values())
        if failed or not session.notes:
            status = Status.VACUOUS
            message = never(session.tallies) if failed else "no instance could be compared"
        else:
            status = Status.INCONCLUSIVE
    notes = [message, *session.notes] if message else session.notes
    return status, "; ".join(notes)


def confined(session: Session) -> set[FVar]:
    """Hypotheses that hold by how a variable was defined."""
    return set(session.solution.solved.values())


def hypotheses(session: Session) -> list[Hypothesis]:
    """How each hypothesis was treated, and how often it held."""
    solved = confined(session)
    found = []
    for hypothesis in session.statement.hypotheses:
        tally = session.tallies.get(hypothesis.name)
        treatment = "solved" if hypothesis.var in solved else "evaluated"
        if tally is not None and tally.reason:
            treatment = "assumed"
        elif tally is not None and tally.tested and treatment != "solved":
            treatment = "tested"
        text = pretty(session.env, hypothesis.type)
        counts = (tally.held, tally.failed) if tally is not None else (0, 0)
        found.append(Hypothesis(hypothesis.name, treatment, text, *counts))
    known = {h.name for h in session.statement.hypotheses}
    for tally in session.tallies.values():
        if tally.name not in known:
            treatment = "assumed" if tally.reason else "evaluated"
            if tally.tested and not tally.reason:
                treatment = "tested"
            found.append(Hypothesis(tally.name, treatment, "", tally.held, tally.failed))
    return found
