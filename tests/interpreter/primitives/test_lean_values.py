"""Every meaning given in Python, reached from Lean text, against the value of its Lean definition.

The tables are in `lean_values`. Closed expressions are compared with their values; those that
depend on an index are evaluated along all indices at once and compared with themselves at each
index. The last test asks that no primitive was left out.
"""

from __future__ import annotations

import dataclasses
from fractions import Fraction

import numpy as np
import pytest
from building import NAT, Lab, const
from lean_values import INDEXED, VALUES

from denotary.interpreter import graph
from denotary.interpreter.lowering import compile
from denotary.interpreter.machine import (
    Choice,
    Data,
    EvaluationError,
    Index,
    Machine,
    Size,
    indices,
)
from denotary.interpreter.machine.graph_domain import GraphDomain
from denotary.interpreter.primitives import PRIMITIVES, finset
from denotary.parser import load_text
from denotary.spec.terms import Const, Lit

TEXT = "\n".join(
    [f"noncomputable def e{k} : {type} := {e}" for k, (e, type, _) in enumerate(VALUES)]
    + [
        f"noncomputable def t{k} (i : Fin {n}) : {type} := {e}"
        for k, (n, e, type) in enumerate(INDEXED)
    ]
)

UNREACHED = {
    "Classical.propDecidable": "conditions are evaluated as propositions, so that no decision "
    "is looked at; below at a term made by hand",
}
"""Primitives that no Lean text of the tables calls, and why."""

ROUNDING = 1e-12


class Run:
    """Both tables evaluated once, and the primitives that were called on the way."""

    def __init__(self) -> None:
        self.called: set[str] = set()
        recording = {name: self._recording(p) for name, p in PRIMITIVES.items()}
        env = load_text(TEXT).env
        self.machine = Machine(env, GraphDomain(), recording)
        # Another machine: an expression that was evaluated along its index is read from an array.
        self.pointwise = Machine(env, GraphDomain(), recording)
        self.values = [self._attempt(self._closed, k) for k in range(len(VALUES))]
        self.arrays = [self._attempt(self._array, k) for k in range(len(INDEXED))]
        self.points = [self._attempt(self._points, k) for k in range(len(INDEXED))]
        self.compiled = self._compiled()

    def _recording(self, primitive):
        def run(m, *args):
            self.called.add(primitive.name)
            return primitive.run(m, *args)

        return dataclasses.replace(primitive, run=run)

    def _attempt(self, work, k):
        try:
            return work(k)
        except EvaluationError as error:
            return error

    def _closed(self, k):
        m = self.machine
        return m.run(lambda: python(m, m.evaluate(Const(f"e{k}"))))

    def _array(self, k):
        """The number of a row along a new axis, and that axis."""
        m, size = self.machine, Size(INDEXED[k][0])

        def work():
            (axis,) = m.fresh([size], frozenset())
            value = m.apply(m.evaluate(Const(f"t{k}")), [indices.along(m, (axis,), size)])
            dtype = {"ℝ": "real", "ℚ": "real", "Bool": "bool"}.get(INDEXED[k][2], "int")
            return m.number(index_value(m, value), dtype), axis

        return m.run(work)

    def _points(self, k):
        m, size = self.pointwise, Size(INDEXED[k][0])

        def at(i):
            return python(m, m.apply(m.evaluate(Const(f"t{k}")), [indices.concrete(m, i, size)]))

        return m.run(lambda: [at(i) for i in range(size)])

    def _compiled(self):
        """The arrays as one JAX program computes them."""
        known = {
            str(k): (found[0], (found[1],))
            for k, found in enumerate(self.arrays)
            if not isinstance(found, EvaluationError)
        }
        return compile(known).run({})


def index_value(m, value):
    """The number of an index; anything else as it is."""
    value = m.force(value)
    if isinstance(value, Choice):
        raise m.stuck("expected one value along the index")
    return indices.value(m, value) if isinstance(value, Index) else value


def python(m, value):
    """A result without free indices as Python's: sets of elements, lists, tuples, numbers."""
    value = index_value(m, value)
    if isinstance(value, graph.Num):
        return value.value if value.is_const else graph.evaluate(value, {}).item()
    if isinstance(value, Data):
        args = value.args
        match value.name:
            case "List.nil" | "Option.none":
                return [] if value.name == "List.nil" else None
            case "List.cons":
                return [python(m, args[1]), *python(m, args[2])]
            case "Option.some":
                return python(m, args[1])
            case "Prod.mk" | "Subtype.mk":
                first = python(m, args[2])
                return (first, python(m, args[3])) if value.name == "Prod.mk" else first
        return {python(m, x) for x, holds in finset.members(m, value) if holds}
    return int(value) if isinstance(value, Size) else value


@pytest.fixture(scope="module")
def table():
    return Run()


def same(got, expected):
    if isinstance(got, float) or isinstance(expected, float):
        assert isinstance(got, float | Fraction | int) and not isinstance(got, bool)
        assert float(got) == pytest.approx(float(expected), rel=ROUNDING, abs=ROUNDING)
    else:
        assert got == expected
        numbers = int | Fraction
        assert isinstance(got, bool) == isinstance(expected, bool)
        assert isinstance(got, numbers) == isinstance(expected, numbers)


@pytest.mark.parametrize("k", range(len(VALUES)), ids=[f"{e} : {t}" for e, t, _ in VALUES])
def test_value(table, k):
    got = table.values[k]
    if isinstance(got, EvaluationError):
        raise got
    same(got, VALUES[k][2])


@pytest.mark.parametrize("k", range(len(INDEXED)), ids=[f"{e} : {t}" for _, e, t in INDEXED])
def test_along_an_index(table, k):
    for result in (table.points[k], table.arrays[k]):
        if isinstance(result, EvaluationError):
            raise result
    number, axis = table.arrays[k]
    expected = [float(x) for x in table.points[k]]
    for got in (graph.evaluate(number, {}, (axis,)), table.compiled[str(k)]):
        np.testing.assert_allclose(
            got.astype(float), expected, rtol=ROUNDING, atol=ROUNDING, err_msg=INDEXED[k][1]
        )


def test_classical_decisions():
    lab = Lab()
    for n in (2, 3):
        decision = const("Classical.propDecidable", const("Eq", NAT, Lit(n), Lit(3)))
        assert lab.machine.evaluate(decision) is (n == 3)


def test_quantifiers_over_infinite_types_are_refused():
    env = load_text("def all : Bool := decide (∀ n : ℕ, 0 ≤ n)\ndef card : ℕ := Nat.card ℤ").env
    for name in ("all", "card"):
        with pytest.raises(EvaluationError, match="not finite"):
            Machine(env, GraphDomain()).evaluate(Const(name))


def test_every_primitive_is_called_by_the_tables(table):
    assert sorted(PRIMITIVES.keys() - table.called - UNREACHED.keys()) == []
    assert sorted(table.called & UNREACHED.keys()) == []
