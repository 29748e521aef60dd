"""How dear a theorem is likely to be, from the text alone: what it reaches, by name.

Only an order is wanted (cheap theorems first), so names are matched by their last component and
nothing is elaborated.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

_WORD = re.compile(r"[^\W\d][\w'!?₀-₉]*")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The text of a declaration that its meaning depends on (for a theorem, no proof)."""

    name: str
    text: str


class Reach:
    """Characters of Lean text that a declaration reaches through the project's own."""

    def __init__(self, excerpts: Mapping[str, Excerpt]) -> None:
        self._size = {name: len(excerpt.text) for name, excerpt in excerpts.items()}
        ends: defaultdict[str, list[str]] = defaultdict(list)
        for name in excerpts:
            ends[name.rpartition(".")[2]].append(name)
        self._uses = {
            name: {
                used
                for word in set(_WORD.findall(excerpt.text))
                for used in ends.get(word, ())
                if used != name
            }
            for name, excerpt in excerpts.items()
        }

    def cost(self, name: str) -> int:
        seen = {name}
        stack = [name]
        while stack:
            for used in self._uses[stack.pop()]:
                if used not in seen:
                    seen.add(used)
                    stack.append(used)
        return sum(self._size[reached] for reached in seen)
