"""An instance: a value for every binder, twice where replicas run apart from a single device."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from denotary.interpreter.graph.num import Num
from denotary.interpreter.machine import Index, Machine, Size, Table, TypeValue
from denotary.interpreter.machine.indices import along, concrete, known
from denotary.interpreter.machine.values import UNIT
from denotary.spec.terms import Const, FVar, Sort, Term, abstract

from .functions import FAMILIES
from .inputs import Input
from .instances import NoSample, Sampler, axes_for
from .leaves import Scope
from .solving import Solution
from .statement import Binder, Replicas, Statement, ordered

SIZES = (2, 3, 4, 5, 6, 7, 8, 9)
"""Default sizes in the order of the binders: distinct, so that mixed-up sizes show."""
EDGES = (1, 3, 1, 5, 2, 7, 1, 3)
"""Sizes of the second sample: ones and odd numbers."""
LARGE = 65
"""The one large size of each further sample, at a binder that changes with the sample."""
MAX_BOOLS = 3
"""Up to so many Bool binders are all tried at both values."""
EMPTIED = 4
"""Up to so many sizes are tried at 0, one at a time."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What tells one instance from another."""

    sizes: Mapping[str, int]
    bools: Mapping[str, bool]
    variant: int
    seed: tuple[int, ...]
    families: tuple[str, ...] = ("smooth",)


@dataclass
class Instance:
    """Values of a statement's binders, `env` in the order of `vars`."""

    choice: Choice
    sampler: Sampler
    vars: tuple[FVar, ...]
    env: tuple[Any, ...]
    scope: Scope
    labels: Mapping[FVar, str]
    replica: Any = None
    replica_env: tuple[Any, ...] = ()
    replica_scope: Scope = field(default_factory=Scope)

    def close(self, term: Term) -> Term:
        """A term over the statement's locals as one over `env`."""
        return abstract(term, self.vars)

    @property
    def inputs(self) -> dict[str, Input]:
        return self.sampler.inputs

    def size(self) -> int:
        """A measure by which instances are large or small."""
        return sum(int(np.prod(made.shape)) for made in self.inputs.values())


class Builder:
    """Builds instances of one statement."""

    def __init__(
        self,
        machine: Machine,
        statement: Statement,
        solution: Solution,
        given: Mapping[str, str],
        over: Replicas | None,
    ) -> None:
        self.machine = machine
        self.statement = statement
        self.solution = solution
        self.given = given
        self.over = over
        data = [*statement.data, *solution.extra]
        self.order = ordered(data, solution.definitions)
        self.labels = _labels(data)
        self.rhos: dict[int, Any] = {}
        self.functions = 0
        """How many binders of the last instance were sampled functions."""
        free = [b for b in data if b.name not in given and b.var not in solution.definitions]
        self.sizes = [b for b in free if _whnf(statement, b) is Const("Nat")]
        self.bools = [b for b in free if _whnf(statement, b) in (Const("Bool"), Sort(0))]

    def choices(self, sample: int, attempt: int, seed: int) -> list[Choice]:
        """The instances of one sample: one for each value of its Bool binders."""
        names = [self.labels[b.var] for b in self.sizes]
        rng = np.random.default_rng([seed, sample, attempt, 1])
        if attempt == 0 and sample == 0:
            sizes = [SIZES[k % len(SIZES)] for k in range(len(names))]
        elif attempt == 0 and sample == 1:
            sizes = [EDGES[k % len(EDGES)] for k in range(len(names))]
            if self.over is not None:
                sizes = [1 if b.var is self.over.size else n for b, n in self.sized(sizes)]
        elif attempt == 0 and (large := self.large(sample)) is not None:
            sizes = [LARGE if k == large else 2 + k % 2 for k in range(len(names))]
        else:
            high = 4 + min(attempt // 4, 8) if attempt else 7
            low = 0 if attempt % 4 == 3 else 1  # at a size of 0 there may be nothing to compare
            sizes = [int(n) for n in rng.integers(low, high, len(names))]
        found = self.combinations(dict(zip(names, sizes, strict=True)), sample, (seed, sample))
        return [replace(choice, families=self.families(attempt, rng)) for choice in found]

    def sized(self, sizes: list[int]) -> Iterator[tuple[Binder, int]]:
        return zip(self.sizes, sizes, strict=True)

    def large(self, sample: int) -> int | None:
        """The place of the binder that is large in a sample; never the one that counts replicas."""
        over = self.over.size if self.over is not None else None
        places = [k for k, binder in enumerate(self.sizes) if binder.var is not over]
        return places[sample % len(places)] if places else None

    def families(self, attempt: int, rng: np.random.Generator) -> tuple[str, ...]:
        """The families of the functions: all alike in turn, then mixed."""
        if not self.functions or attempt == 0:
            return FAMILIES[:1]
        if attempt < len(FAMILIES):
            return (FAMILIES[attempt],)
        return tuple(FAMILIES[int(k)] for k in rng.integers(0, len(FAMILIES), self.functions))

    def emptied(self, seed: int) -> list[Choice]:
        """One size at a time 0, where a theorem that forgets `0 < n` is false; the others small."""
        names = [self.labels[b.var] for b in self.sizes]
        small = dict(zip(names, SIZES * len(names), strict=False))
        return [
            choice
            for k, name in enumerate(names[:EMPTIED])
            for choice in self.combinations({**small, name: 0}, 0, (seed, k))
        ]

    def combinations(
        self, sizes: Mapping[str, int], variant: int, seed: tuple[int, ...]
    ) -> list[Choice]:
        names = [self.labels[b.var] for b in self.bools]
        if len(names) <= MAX_BOOLS:
            values = [list(v) for v in product((False, True), repeat=len(names))]
        else:
            rng = np.random.default_rng([*seed, 2])
            values = [[False] * len(names), [True] * len(names)]
            values += [[bool(b) for b in rng.integers(0, 2, len(names))] for _ in range(2)]
        return [Choice(sizes, dict(zip(names, v, strict=True)), variant, seed) for v in values]

    def build(self, choice: Choice) -> Instance:
        """The instance of a choice. Raises `NoSample` and the machine's errors."""
        return self.machine.run(lambda: self._build(choice))

    def _build(self, choice: Choice) -> Instance:
        sampler = Sampler(self.machine, choice.seed, choice.variant, families=choice.families)
        env, scope, rho = self._values(choice, sampler, None)
        self.functions = len(sampler.functions)
        vars = tuple(b.var for b in self.statement.hypotheses) + tuple(b.var for b in self.order)
        instance = Instance(choice, sampler, vars, env, scope, self.labels)
        if rho is not None:
            instance.replica = rho
            instance.replica_env, instance.replica_scope, _ = self._values(choice, sampler, rho)
        return instance

    def _values(
        self, choice: Choice, sampler: Sampler, rho: Any
    ) -> tuple[tuple[Any, ...], Scope, Any]:
        """Values in order; the replicas' index runs along `rho` if that is given.

        Returns the axis that the replicas would run along as well.
        """
        m = self.machine
        vars = [b.var for b in self.statement.hypotheses]
        values: list[Any] = [UNIT] * len(vars)
        axes: tuple[Any, ...] = ()
        sizes: tuple[int, ...] = ()
        indices: tuple[Any, ...] = ()
        found: Any = None
        for binder in self.order:
            label = self.labels[binder.var]
            definition = self.solution.definitions.get(binder.var)
            if definition is not None:
                value = m.lazy(abstract(definition, vars), values)
            else:
                type = m.evaluate(abstract(binder.type, vars), values)
                sampler.binder = label
                text = self.given.get(binder.name)
                if text is not None:
                    value = _parse(m, type, text)
                elif label in choice.sizes:
                    value = Size(choice.sizes[label])
                elif label in choice.bools:
                    value = choice.bools[label]
                elif isinstance(type, TypeValue) and type.name == "Fin":
                    if int(m.concrete(type.args[0], "size")) == 0:
                        raise NoSample("Fin 0", "it is empty")
                    if rho is not None and self.over and self.over.index is binder.var:
                        value, more = along(m, (rho,), Size(int(rho.size))), (rho,)
                    else:
                        avoid = frozenset(axes) if rho is None else frozenset((*axes, rho))
                        value, more = axes_for(m, type, avoid)
                    axes = (*axes, *more)
                    sizes = (*sizes, int(m.concrete(type.args[0], "size")))
                    indices = (*indices, value)
                else:
                    value = self._sampled(sampler, label, type)
            if self.over and self.over.size is binder.var:
                n = m.concrete(value, "number of replicas")
                value = Size(n, n.factors, replicas=True)
                found = self._rho(int(n)) if n > 1 else None
            vars.append(binder.var)
            values.append(value)
        return tuple(values), Scope(axes, sizes, indices), found

    def _sampled(self, sampler: Sampler, label: str, type: Any) -> Any:
        try:
            return sampler.sample(label, type)
        except NoSample as error:
            raise NoSample(f"{label} : {error.name}", error.reason) from error

    def _rho(self, n: int) -> Any:
        if n not in self.rhos:
            self.rhos[n] = self.machine.domain.axis(n, "r", "replica")
        return self.rhos[n]


def _labels(binders: list[Binder]) -> dict[FVar, str]:
    """A name of its own for every binder."""
    labels: dict[FVar, str] = {}
    for binder in binders:
        label = binder.name
        while label in labels.values():
            label += "'"
        labels[binder.var] = label
    return labels


def _whnf(statement: Statement, binder: Binder) -> Term:
    from denotary.spec.reduce import reducer

    return reducer(statement.env).whnf(binder.type)


def _parse(m: Machine, type: Any, text: str) -> Any:
    """A value written on the command line."""
    name = type.name if isinstance(type, TypeValue) else ""
    match name:
        case "Nat":
            return Size(int(text))
        case "Int":
            return int(text)
        case "Bool":
            return text == "true"
        case "String":
            return text
        case "Fin":
            return concrete(m, int(text), m.concrete(type.args[0], "size"))
        case "Real" | "Rat":
            return m.domain.constant(Fraction(text), "real")
    raise NoSample(name or "this type", "it cannot be written as text")


def describe(m: Machine, instance: Instance, statement: Statement, solution: Solution,
             arrays: Mapping[str, np.ndarray] | None = None) -> dict[str, str]:  # fmt: skip
    """An instance for people: binder to value."""
    names = {h.var: h.name for h in statement.hypotheses}
    values = dict(zip(instance.vars, instance.env, strict=True))
    result: dict[str, str] = {}
    for binder in statement.data:
        label = instance.labels[binder.var]
        by = solution.solved.get(binder.var)
        if by is not None:
            value = m.force(values[binder.var])
            if isinstance(value, Size | bool | str):
                result[label] = _text(value)
            else:
                result[label] = f"solved from {names[by]}"
            continue
        made = instance.inputs.get(label)
        if made is not None:
            if not made.shape and arrays is not None and label in arrays:
                result[label] = f"{float(arrays[label]):.6g}"
            else:
                shape = "×".join(map(str, made.shape)) or "scalar"
                result[label] = f"{_SETS.get(made.dtype, made.dtype)} array {shape}"
        else:
            result[label] = instance.sampler.notes.get(label) or _text(values[binder.var])
    return result


_SETS = {"real": "ℝ", "int": "ℤ", "bool": "Bool"}


def _text(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(int(value))
        case str():
            return f'"{value}"'
        case Index():
            return f"every index below {int(value.size)}" if value.axes else str(known(value))
        case Num() if value.is_const:
            return str(value.value).lower() if value.dtype == "bool" else str(value.value)
        case Table():
            return "array"
        case _:
            return getattr(value, "name", type(value).__name__.lower()).rsplit(".", 1)[-1]
