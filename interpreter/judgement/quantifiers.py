"""Quantifiers over types that cannot be gone through, tested on values that are made up.

A hypothesis, or a part of a conclusion, `∀ x : ℝ, p x` is evaluated at some values of `x`, from
large to tiny, all at once along an axis of their own. That it holds at these is no proof that it
holds: it counts as tested, not as evaluated.
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


def many(
    m: Machine, sampler: Sampler, name: str, domain: Any, depth: int, avoid: frozenset[Any]
) -> tuple[Any, Any]:
    """Values of a type along an axis of their own, at `depth` quantifiers of the kind."""
    n = Size(VALUES[min(depth, len(VALUES) - 1)])
    family = m.pi(m.type("Fin", n), m.builtin(constant, (m.force(domain),)))
    before = set(sampler.inputs)
    values = sampler.sample(name, family)
    for made in [k for k in sampler.inputs if k not in before]:
        sampler.inputs[made] = replace(sampler.inputs[made], graded=True)
    (axis,) = m.fresh([int(n)], avoid)
    return m.apply(values, [along(m, (axis,), n)]), axis


def binder(codomain: Any) -> str:
    """The name that a quantifier gives its variable, or nothing."""
    return getattr(getattr(codomain, "lam", None), "name", "")


@dataclass
class Tester:
    """Tests quantifiers for one hypothesis after the other. `tested` is set when one is met."""

    machine: Machine
    sampler: Sampler
    name: str = ""
    tested: int = 0
    depth: int = 0
    count: int = 0
    met: dict[str, int] = field(default_factory=dict)
    """The quantifiers tested, to how many values at once."""

    @contextmanager
    def hypothesis(self, name: str) -> Iterator[None]:
        """Inside, quantifiers are tested in the name of a hypothesis."""
        m = self.machine
        before, m.quantify = m.quantify, self.test
        self.name, self.tested, self.depth, self.count = name, 0, 0, 0
        self.met = {}
        try:
            yield
        finally:
            m.quantify = before

    def test(self, p: Any) -> Any:
        """Whether `∀ x, p x` holds at the values tried."""
        m = self.machine
        self.count += 1
        name = f"{self.name}.∀{self.count}"
        value, axis = many(m, self.sampler, name, p.domain, self.depth, m.axes_of(p))
        self.depth += 1
        try:
            holds = truth(m, m.apply(p.codomain, [value]))
        finally:
            self.depth -= 1
        self.tested = max(self.tested, axis.size)
        self.met[f"∀{binder(p.codomain)}"] = axis.size
        if isinstance(holds, bool):
            return holds
        return m.plain(m.domain.reduce("all", holds, (axis,)))
