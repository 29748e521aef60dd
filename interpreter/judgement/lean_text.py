"""The values of an instance as Lean text: a `let` a binder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from denotary.interpreter import graph
from denotary.interpreter.machine import Index, Machine, Size, Table
from denotary.interpreter.machine.indices import value as index_value
from denotary.interpreter.machine.values import Builtin, Data, Unit, Value
from denotary.spec.declarations import Kind
from denotary.spec.pretty import pretty
from denotary.spec.terms import FVar, Lit, Term, abstract, instantiate

from .drawing import Arrays, Case
from .functions import Smooth, itself, smooth

if TYPE_CHECKING:
    from .session import Session

LARGEST = 64
"""Numbers of an array that are written out; a larger one is left to the file."""
SIMPLE = 1 << 20
"""Denominators up to which a number is written as a fraction."""
DEEP = 4


class Untold(Exception):
    """A value that has no short Lean text; the text of the exception says what it is."""


def lets(session: Session, case: Case, place: Sequence[int]) -> tuple[str, ...]:
    """The binders in order. `place` is the entry at which a leaf fails: it tells the indices."""
    instance, solution, env = case.instance, session.solution, session.env
    values = dict(zip(instance.vars, instance.env, strict=True))
    writer = _Writer(session.machine, case.arrays)
    known: dict[FVar, Term] = {}
    at = iter(place)
    lines = []
    for binder in session.builder.order:
        label = instance.labels[binder.var]
        value = values[binder.var]
        definition = solution.definitions.get(binder.var)
        type = pretty(env, _put(binder.type, known))
        if definition is not None:
            shown = _one_line(pretty(env, _put(definition, known)))
            lines.append(f"let {label} : {_one_line(type)} := {shown}")
            continue
        value = session.machine.force(value)
        if isinstance(value, Size):
            known[binder.var] = Lit(int(value))
        if isinstance(value, Index) and value.axes:
            k = next(at, None)
            text = "every index" if k is None else str(k)
            lines.append(f"let {label} : {_one_line(type)} := {text}" if k is not None else
                         f"-- {label} : {_one_line(type)} is {text}")  # fmt: skip
            continue
        try:
            text = session.machine.run(lambda value=value: writer.value(value, 0))
            lines.append(f"let {label} : {_one_line(type)} := {text}")
        except Untold as reason:
            lines.append(f"-- {label} : {_one_line(type)} is {reason}")
            lines += writer.parts(label, instance.inputs)
    return tuple(lines)


def _put(term: Term, known: Mapping[FVar, Term]) -> Term:
    vars = list(known)
    return instantiate(abstract(term, vars), [known[v] for v in vars]) if vars else term


def _one_line(text: str) -> str:
    return " ".join(text.split())


class _Writer:
    """Writes values of one machine at given numbers."""

    def __init__(self, m: Machine, arrays: Arrays) -> None:
        self.m = m
        self.arrays = arrays

    def value(self, value: Any, depth: int) -> str:
        """Lean text of a value. Raises `Untold`."""
        m = self.m
        value = m.force(value)
        if depth > DEEP:
            raise Untold("a value that is nested deeply")
        match value:
            case bool():
                return "true" if value else "false"
            case int():
                return str(int(value))
            case str():
                return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
            case Unit():
                return "_"
            case Index():
                if value.axes:
                    raise Untold("an index that varies")
                found = index_value(m, value)
                return str(int(found)) if isinstance(found, int) else self.number(found)
            case Table():
                return self.table(value)
            case Data():
                return self.data(value, depth)
            case Builtin() if value.run is itself:
                return "id"
            case Builtin() if value.run is smooth:
                return self.function(value.held[0])
        if isinstance(value, Value):
            raise Untold(f"a sampled {type(value).__name__.lower()}")
        return self.number(value)

    def number(self, number: Any) -> str:
        known = self.m.domain.known(number)
        if known is not None:
            return literal(known)
        found = self.array(number, ())
        return literal(found.reshape(-1)[0])

    def array(self, number: Any, axes: tuple[Any, ...]) -> np.ndarray:
        if not number.axes <= set(axes):
            raise Untold("a value for each index")
        if any(n.op == "derivative" for n in graph.walk([number])):
            raise Untold("a derivative")
        return np.asarray(graph.evaluate(number, self.arrays, axes))

    def table(self, table: Table) -> str:
        axes = tuple(axis for binder in table.binders for axis in binder)
        sizes = [int(n) for n in table.sizes]
        if int(np.prod(sizes)) > LARGEST:
            raise Untold(f"an array of {' × '.join(map(str, sizes))} numbers")
        if isinstance(table.number, int | str):
            return f"fun {' '.join('_' * len(sizes))} => {self.value(table.number, 0)}"
        return nested(self.array(table.number, axes).reshape(sizes))

    def data(self, value: Data, depth: int) -> str:
        """A constructor at its fields; of a structure, between angle brackets."""
        env = self.m.env
        params = self.m.rules[value.name].params
        parts = [self.value(arg, depth + 1) for arg in value.args[params:]]
        owner = env.find(value.name.rsplit(".", 1)[0])
        if owner is not None and owner.kind is Kind.STRUCTURE:
            return f"⟨{', '.join(parts)}⟩"
        return " ".join([f".{value.name.rsplit('.', 1)[-1]}", *(_argument(p) for p in parts)])

    def function(self, recipe: Smooth) -> str:
        """A sampled function of numbers; others are told by their coefficients."""
        untold = Untold(f"a sampled function ({recipe.family}) of these coefficients")
        (weights, *others) = recipe.weights
        if others or not isinstance(weights, tuple) or len(weights) != 1:
            raise untold
        weight, axes = weights[0]
        if axes or isinstance(self.m.force(recipe.base), Table):
            raise untold
        c, d, w = (self.number(x) for x in (recipe.base, recipe.gain, weight))
        text = _BODIES.get(recipe.family)
        if d == "0" and recipe.family in ("smooth", "affine"):
            text = "{c}"
        if text is None:
            raise untold
        return "fun x => " + text.format(c=c, d=_argument(d), w=_argument(w))

    def parts(self, label: str, inputs: Mapping[str, Any]) -> list[str]:
        """The arrays that belong to a binder, as comments."""
        lines = []
        for name, made in inputs.items():
            if name == label or name.startswith(f"{label}."):
                array = np.asarray(self.arrays[name])
                if array.size <= LARGEST:
                    lines.append(f"--   {name} := {nested(array)}")
                else:
                    shape = " × ".join(map(str, made.shape))
                    lines.append(f"--   {name}: {shape} numbers, in the file")
        return lines


_BODIES = {
    "smooth": "{c} + {d} * (Real.sin ({w} * x) + Real.cos ({w} ^ 2 * x))",
    "affine": "{c} + {d} * ({w} * x)",
    "linear": "{d} * ({w} * x)",
    "constant": "{c}",
    "zero": "0",
}


def nested(array: np.ndarray) -> str:
    """An array as `![…]` of `![…]`."""
    if not array.shape:
        return literal(array[()])
    return f"![{', '.join(nested(part) for part in array)}]"


def literal(value: Any) -> str:
    """A number as Lean writes it: an integer, a simple fraction, or a decimal."""
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if isinstance(value, int | np.integer):
        return str(int(value))
    exact = Fraction(value)
    if exact.denominator <= SIMPLE and abs(exact.numerator) < SIMPLE * SIMPLE:
        return str(exact)
    return repr(float(value))


def _argument(text: str) -> str:
    """Text that can follow a function's name or a product's sign."""
    plain = text.isidentifier() or text.replace(".", "", 1).isdigit() or text[0] in "⟨!("
    return text if plain else f"({text})"


__all__ = ["lets", "literal", "nested"]
