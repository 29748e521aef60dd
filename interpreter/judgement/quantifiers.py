"""Quantifiers over types that cannot be gone through, tested on values that are made up.

A hypothesis `∀ x : ℝ, p x` is evaluated at some values of `x`, from large to tiny,
all at once along an axis of their own. That it holds at these is no proof that it holds: it counts
as tested, not as evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from denotary.interpreter.machine import Machine, Size
from denotary.interpreter.machine.indices import along
from denotary.interpreter.machine.propositions import truth

from .functions import constant
from .instances import Sampler

VALUES = (24, 12, 4)
"""Values tried for a quantifier, by how many of them it stands under."""


@dataclass
class Tester:
    """Tests quantifiers for one hypothesis after the other. `tested` is set when one is met."""

    machine: Machine
    sampler: Sampler
    name: str = ""
    tested: int = 0
    depth: int = 0
    count: int = 0
    notes: dict[str, int] = field(default_factory=dict)

    @contextmanager
    def hypothesis(self, name: str) -> Iterator[None]:
        """Inside, quantifiers are tested in the name of a hypothesis."""
        m = self.machine
        before, m.quantify = m.quantify, self.test
        self.name, self.tested, self.depth, self.count = name, 0, 0, 0
        try:
            yield
        finally:
            m.quantify = before

    def test(self, p: Any) -> Any:
        """Whether `∀ x, p x` holds at the values tried."""
        m = self.machine
        n = Size(VALUES[min(self.depth, len(VALUES) - 1)])
        self.count += 1
        name = f"{self.name}.∀{self.count}"
        family = m.pi(m.type("Fin", n), m.builtin(constant, (m.force(p.domain),)))
        before = set(self.sampler.inputs)
        values = self.sampler.sample(name, family)
        for made in [k for k in self.sampler.inputs if k not in before]:
            self.sampler.inputs[made] = replace(self.sampler.inputs[made], graded=True)
        (axis,) = m.fresh([int(n)], m.axes_of(p))
        self.depth += 1
        try:
            value = m.apply(values, [along(m, (axis,), n)])
            holds = truth(m, m.apply(p.codomain, [value]))
        finally:
            self.depth -= 1
        self.tested = max(self.tested, int(n))
        if isinstance(holds, bool):
            return holds
        return m.plain(m.domain.reduce("all", holds, (axis,)))
