"""Which declaration a user means by a short name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

from denotary.extraction.errors import UsageError

_SHOWN = 8
"""How many candidates a message lists."""


def matches(names: Iterable[str], query: str) -> list[str]:
    """The names that `query` may stand for: itself, or every name ending in `.query`."""
    suffix = "." + query
    found = []
    for name in names:
        if name == query:
            return [name]
        if name.endswith(suffix):
            found.append(name)
    return sorted(set(found))


def nearest(names: Iterable[str], query: str, count: int = 3) -> list[str]:
    """Names that look like `query`, best first, compared case-blind on as many components."""
    depth = query.count(".") + 1
    tails: dict[str, list[str]] = {}
    for name in names:
        tail = ".".join(name.split(".")[-depth:]).lower()
        tails.setdefault(tail, []).append(name)
    close = difflib.get_close_matches(query.lower(), tails, n=count, cutoff=0.6)
    return [name for tail in close for name in sorted(tails[tail], key=_depth)][:count]


def _depth(name: str) -> tuple[int, str]:
    return name.count("."), name


def resolve(names: Sequence[str], query: str, *, what: str = "declaration", where: str = "") -> str:
    """The one name in `names` that `query` stands for.

    Raises `UsageError` when there is none (with the nearest names) or several (all listed).
    """
    found = matches(names, query)
    if len(found) == 1:
        return found[0]
    if found:
        shown = found[:_SHOWN]
        more = f"\n… and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        raise UsageError(
            f"`{query}` is ambiguous: {len(found)} {what}s end in it",
            expected=f"a name that only one {what} ends in",
            found="\n".join(shown) + more,
            advice=f"give more of the name, e.g. `{_shortest(found[0], found)}`",
        )
    near = nearest(names, query)
    place = f" in {where}" if where else ""
    raise UsageError(
        f"no {what} is called `{query}`{place}",
        expected=f"one of {len(names)} {what}s, by its full name or the end of it",
        found=f"`{query}`",
        advice=(
            "did you mean " + " or ".join(f"`{name}`" for name in near) + "?"
            if near
            else "`denotary list` shows what there is"
        ),
    )


def _shortest(name: str, others: Sequence[str]) -> str:
    """The shortest end of `name` that singles it out among `others`; `name` if none does."""
    parts = name.split(".")
    for take in range(1, len(parts)):
        tail = ".".join(parts[-take:])
        if matches(others, tail) == [name]:
            return tail
    return name


def abbreviate(names: Sequence[str]) -> dict[str, str]:
    """Each name without the namespace that all of them share."""
    split = [name.split(".") for name in names]
    if not split:
        return {}
    shared = 0
    limit = min(len(parts) for parts in split) - 1
    while shared < limit and len({parts[shared] for parts in split}) == 1:
        shared += 1
    return {".".join(parts): ".".join(parts[shared:]) for parts in split}
