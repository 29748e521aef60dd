"""A theorem from lemmas: its conclusion, claim by claim, by `search`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from denotary.interpreter.judgement.statement import conjuncts, open_statement
from denotary.spec.depth import deep
from denotary.spec.environment import Environment
from denotary.spec.infer import NotTyped
from denotary.spec.pretty import pretty
from denotary.spec.terms import Const, Let, Pi, Term, Unsupported, instantiate, spine, subterms

from .search import STEPS, Search, Spent

SHOWN = 240
"""Characters of a term in a reason."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A part of a conclusion: shown by rules, or why not."""

    id: str
    proved: bool
    used: tuple[str, ...] = ()
    """The rules, theorems and hypotheses, that show it."""
    reason: str = ""


@dataclass
class Composition:
    """What was shown of a theorem by rules."""

    claims: list[Claim] = field(default_factory=list)
    used: tuple[str, ...] = ()
    """The theorems among the rules that show it."""
    problem: str = ""
    steps: int = 0

    @property
    def proved(self) -> bool:
        return not self.problem and bool(self.claims) and all(c.proved for c in self.claims)

    @property
    def reason(self) -> str:
        """Why it is not shown."""
        return self.problem or next(
            (f"{claim.id}: {claim.reason}" for claim in self.claims if not claim.proved), ""
        )


@deep
def compose(
    env: Environment,
    type: Term,
    lemmas: Mapping[str, Term],
    limit: int = STEPS,
    *,
    freely: bool = False,
    deadline: float | None = None,
) -> Composition:
    """Show the proposition `type` by theorems, which are taken to hold, within `limit` steps.

    `lemmas` has their statements. A composition holds where those that it `used` do. `freely` is
    that of `Search`; at `deadline`, a time of `time.monotonic`, it is given up.
    """
    found = Composition()
    if any(isinstance(t, Unsupported) for t in subterms(type)):
        found.problem = "a part of the statement could not be read"
        return found
    search = Search(open_statement(env, type), limit, freely=freely, deadline=deadline)
    try:
        for name, statement in lemmas.items():
            search.rules.add(name, statement)
        for claim in _claims(search, search.statement.conclusion, ()):
            found.claims.append(claim)
            if not claim.proved:
                break
    except Spent as spent:
        found.problem = f"{spent}{_stuck(search)}"
    except (NotTyped, RecursionError) as error:
        found.problem = str(error) or "too deep"
    found.steps = search.count
    names = dict.fromkeys(name for claim in found.claims for name in claim.used)
    found.used = tuple(name for name in names if name in lemmas)
    return found


def _claims(search: Search, type: Term, path: tuple[str, ...]) -> Iterator[Claim]:
    """The claims of a proposition, each as soon as it is decided."""
    id = "/".join(path) or "conclusion"
    if isinstance(type, Let):
        yield from _claims(search, instantiate(type.body, [type.value]), path)
        return
    if isinstance(type, Pi) and not search.typer.is_prop(type.type):
        var = search.local(type.name or "x", type.type, type)
        step = f"∀{type.name}" if type.name not in ("", "_") else "∀"
        with search.inside(search.scope | {var}):
            yield from _claims(search, instantiate(type.body, [var]), (*path, step))
        return
    head, _ = spine(type)
    if head is Const("And"):
        for k, part in enumerate(conjuncts(type), 1):
            inner, _ = spine(part)
            named = isinstance(inner, Const) and search.steps.next(part) is not None
            label = f"{k}:{inner.name.rsplit('.', 1)[-1]}" if named else f"{k}"  # type: ignore[union-attr]
            yield from _claims(search, part, (*path, label))
        return
    begun = len(search.used)
    search.stuck = None
    if not isinstance(head, Const):
        form = (
            "a premise inside the conclusion" if isinstance(type, Pi) else "no proposition by name"
        )
        yield Claim(id, False, reason=form)
        return
    shown = search.applying.by_claim(type)
    if not shown and head is not Const("Eq"):
        step = search.steps.next(type)
        if step is not None:
            yield from _claims(search, step, path)
            return
    if shown or search.holds(type):
        yield Claim(id, True, tuple(dict.fromkeys(search.used[begun:])))
    else:
        yield Claim(id, False, reason=f"no lemma leads on{_stuck(search)}")


def _stuck(search: Search) -> str:
    if search.stuck is None:
        return ""
    env = search.statement.env
    left, right = (_short(pretty(env, t)) for t in (search.stuck.left, search.stuck.right))
    return f" from `{left}` to `{right}`"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
