"""The lemmas that a theorem's proof rests on, by their names in its text, and what proves each.

Proofs are not elaborated, so what a proof uses is read off its text: every word in it that ends
the full name of a theorem of the project, and so on from lemma to lemma. Where several theorems
end in a word, the one in the nearest namespace is meant.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from denotary.interpreter.judgement.verdict import ALL_SIZES, Status, TheoremResult
from denotary.parser.project import Project

COMMENT = re.compile(r"--[^\n]*|/-.*?-/", re.DOTALL)
LONGEST = 240
"""Characters of a reason in a list."""
WORD = re.compile(r"[^\W\d][\w'!?₀-₉.]*")


class Mentions:
    """Which theorems of a project the proofs of others mention."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._ends: defaultdict[str, list[str]] = defaultdict(list)
        for key in project.names():
            if project.text(key)[1].kind in ("theorem", "lemma"):
                self._ends[key.rpartition(".")[2]].append(key)
        self._direct: dict[str, tuple[str, ...]] = {}

    def direct(self, name: str) -> tuple[str, ...]:
        """The theorems that the proof of `name` mentions, in the order of its text."""
        found = self._direct.get(name)
        if found is None:
            file, decl = self.project.text(name)
            text = COMMENT.sub(" ", file.text[slice(*decl.body)])
            keys = (_meant(word, self._ends, name) for word in WORD.findall(text))
            found = self._direct[name] = tuple(dict.fromkeys(filter(None, keys)))
        return found

    def used(self, name: str) -> list[tuple[str, int]]:
        """The theorems that the proof of `name` mentions, and those that theirs do, with depths."""
        found: dict[str, int] = {name: 0}
        queue = [name]
        for current in queue:
            for key in self.direct(current):
                if key not in found:
                    found[key] = found[current] + 1
                    queue.append(key)
        return [(key, depth) for key, depth in found.items() if key != name]


def _meant(word: str, ends: dict[str, list[str]], current: str) -> str | None:
    """The theorem that a word in the text of `current` names, if it names one."""
    candidates = [
        key for key in ends.get(word.rpartition(".")[2], ()) if f".{key}".endswith(f".{word}")
    ]
    if not candidates:
        return None
    return max(candidates, key=lambda key: _shared(key, current))


def _shared(one: str, other: str) -> int:
    """How many parts of two names agree from the start."""
    count = 0
    for a, b in zip(one.split("."), other.split("."), strict=False):
        if a != b:
            break
        count += 1
    return count


def lines(lemmas: Iterable[TheoremResult]) -> tuple[str, ...]:
    """The lemmas by what proves them, with the cancellations of those that divide."""
    groups: defaultdict[str, list[TheoremResult]] = defaultdict(list)
    for lemma in lemmas:
        groups[_group(lemma)].append(lemma)
    out: list[str] = []
    for group in sorted(groups, key=_order):
        members = groups[group]
        out.append(f"{group} ({len(members)})")
        for lemma in members:
            out.append(f"  {lemma.name}{_why(lemma)}")
    return tuple(out)


def _group(result: TheoremResult) -> str:
    symbolic = result.symbolic
    if result.status is Status.PROVED and symbolic is not None:
        if symbolic.scope == ALL_SIZES:
            return f"proved (all sizes), by {' and '.join(symbolic.steps) or 'computation'}"
        return "proved at stated sizes only"
    return result.status.value if result.status is not Status.INCONCLUSIVE else "not proved"


def _order(group: str) -> tuple[int, str]:
    ranks = ("proved (all", "proved at", "refuted")
    rank = next((k for k, start in enumerate(ranks) if group.startswith(start)), len(ranks))
    return rank, group


def _why(result: TheoremResult) -> str:
    """What to know of one lemma: its cancellation, its sizes, or why it is not proved."""
    symbolic = result.symbolic
    if result.status is not Status.PROVED or symbolic is None:
        return f": {result.message.splitlines()[0][:LONGEST]}" if result.message else ""
    if "lemmas" in symbolic.steps:
        names = (line.partition(":")[0].rpartition(".")[2] for line in symbolic.derivation)
        return f": from {', '.join(names)}"
    if symbolic.scope != ALL_SIZES:
        return f": at {symbolic.scope}"
    for leaf in result.leaves:
        if leaf.symbolic is not None and "divisors" in leaf.symbolic.steps:
            formulas = leaf.symbolic.derivation
            if formulas:
                return f": {formulas[0]}"
    return ""
