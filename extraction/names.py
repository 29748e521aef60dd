"""Which declaration a user means by a short name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

from denotary.extraction.catalogue import Entry
from denotary.extraction.errors import UsageError

_SHOWN = 8
"""How many candidates a message lists."""


def matches(entries: Iterable[Entry], query: str) -> list[Entry]:
    """The declarations that `query` may stand for: those called so, or every one ending in it.

    `FILE:NAME` keeps to files whose path is or ends in `FILE`; it is how one of several
    declarations of the same name is meant.
    """
    file, colon, name = query.rpartition(":")
    suffix = "." + name
    exact, ending = [], []
    for entry in entries:
        if colon and entry.file != file and not entry.file.endswith("/" + file):
            continue
        if entry.name == name:
            exact.append(entry)
        elif entry.name.endswith(suffix):
            ending.append(entry)
    return exact or sorted(ending, key=lambda entry: entry.name)


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


def resolve(
    entries: Sequence[Entry], query: str, *, what: str = "declaration", where: str = ""
) -> Entry:
    """The one declaration that `query` stands for.

    Raises `UsageError` when there is none (with the nearest names) or several (all listed).
    """
    found = matches(entries, query)
    if len(found) == 1:
        return found[0]
    if found:
        same = len({entry.name for entry in found}) < len(found)
        called = [entry.place if same else entry.name for entry in found]
        more = f"\n… and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        short = called[0] if same else _shortest(found[0], found)
        raise UsageError(
            f"`{query}` is ambiguous: {len(found)} {what}s "
            + ("are called so" if found[0].name == query else "end in it"),
            expected=f"a name that only one {what} ends in"
            + (", or FILE:NAME for one of several files" if same else ""),
            found="\n".join(called[:_SHOWN]) + more,
            advice=f"give more of the name, e.g. `{short}`"
            if not same
            else f"say which file, e.g. `{short}`",
        )
    known = dict.fromkeys(entry.name for entry in entries)
    near = nearest(known, query.rpartition(":")[2])
    place = f" in {where}" if where else ""
    raise UsageError(
        f"no {what} is called `{query}`{place}",
        expected=f"one of {len(entries)} {what}s, by its full name or the end of it",
        found=f"`{query}`",
        advice=(
            "did you mean " + " or ".join(f"`{name}`" for name in near) + "?"
            if near
            else "`denotary list` shows what there is"
        ),
    )


def _shortest(entry: Entry, others: Sequence[Entry]) -> str:
    """The shortest end of its name that singles it out among `others`; its name if none does."""
    parts = entry.name.split(".")
    for take in range(1, len(parts)):
        tail = ".".join(parts[-take:])
        if matches(others, tail) == [entry]:
            return tail
    return entry.name


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
