"""Numbers moved until a condition on them holds, where redrawing them would take for ever.

A condition is a graph of truth values. It is taken apart into atoms (`L ≤ R`, `L < R`, `L = R`),
and an atom that fails is met by the simplest change that does: a bound that is an input of its own
is raised, a vector that has to stay close to something is clipped to it, a side that is an input is
set to the other side, what is too large is scaled down, and what is left is solved by Gauss and
Newton. Values that a quantifier is tested at, and then the functions tested, are never changed.
Whether the condition then holds is evaluated again, never assumed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from denotary.interpreter import graph

from .compare import MULTIPLE, ROUNDOFF
from .inputs import Input

Arrays = dict[str, np.ndarray]
Evaluate = Callable[..., np.ndarray]

TOLERANCE = MULTIPLE * ROUNDOFF
"""An equation of reals holds if its sides differ by this part of what was added up, at most: by
rounding, as in comparing the sides of a conclusion."""
SINGULAR = 2.0**-30
"""Singular values below this part of the largest are taken for 0: slopes from differences of
float64 over steps of 2⁻²⁰ are no better than that."""
UNKNOWNS = 160
"""Numbers that Newton's method is tried on."""
STEPS = 8
HALVINGS = 30


@dataclass(frozen=True, slots=True)
class Atom:
    """A part of a condition. `relation` is `≤`, `<`, `=`, or `holds` for a truth value as it is."""

    relation: str
    left: Any
    right: Any = None
    unless: tuple[Any, ...] = ()
    """Truth values: where one holds, the atom need not."""


def atoms(condition: Any) -> Iterator[Atom]:
    """The parts that all have to hold at every index."""
    stack: list[tuple[Any, tuple[Any, ...]]] = [(condition, ())]
    while stack:
        node, unless = stack.pop()
        claims = [arg for arg in node.args if arg.op != "not"] if node.op == "or" else []
        if node.op == "and":
            stack += [(arg, unless) for arg in node.args]
        elif node.op == "reduce" and node.attrs[0] == "all":
            stack.append((node.args[0], unless))
        elif len(claims) == 1:
            (premise,) = [arg for arg in node.args if arg is not claims[0]]
            stack.append((claims[0], (*unless, premise)))
        else:
            yield replace(_atom(node), unless=unless)


def _atom(node: Any) -> Atom:
    if node.op in ("le", "lt", "eq") and node.args[0].dtype == "real":
        return Atom({"le": "≤", "lt": "<", "eq": "="}[node.op], *node.args)
    if node.op == "not" and node.args[0].op in ("lt", "le"):
        a, b = node.args[0].args
        if a.dtype == "real":
            return Atom("≤" if node.args[0].op == "lt" else "<", b, a)
    return Atom("holds", node)


def holds(condition: Any, arrays: Mapping[str, np.ndarray], evaluate: Evaluate) -> bool:
    """Whether a condition is true; equations of reals to the rounding of their own arithmetic."""
    if bool(np.all(evaluate(condition, arrays, _axes(condition)))):
        return True
    parts = list(atoms(condition))
    if all(part.relation != "=" for part in parts):
        return False
    return all(_holds(part, arrays, evaluate) for part in parts)


def _holds(atom: Atom, arrays: Mapping[str, np.ndarray], evaluate: Evaluate) -> bool:
    if atom.relation == "holds":
        fine = evaluate(atom.left, arrays, _axes(atom.left, *atom.unless))
    else:
        left, right = _sides(atom, arrays, evaluate)
        if atom.relation == "≤":
            fine = left <= right
        elif atom.relation == "<":
            fine = left < right
        else:
            fine = np.abs(left - right) <= TOLERANCE * _scale(atom, arrays, evaluate)
    for premise in atom.unless:
        sides = (atom.left,) if atom.right is None else (atom.left, atom.right)
        fine = fine | evaluate(premise, arrays, _axes(*sides, *atom.unless))
    return bool(np.all(fine))


def _axes(*nodes: Any) -> tuple[Any, ...]:
    return graph.by_creation(frozenset().union(*(node.axes for node in nodes)))


def _sides(
    atom: Atom, arrays: Mapping[str, np.ndarray], evaluate: Evaluate
) -> tuple[np.ndarray, np.ndarray]:
    axes = _axes(atom.left, atom.right, *atom.unless)
    return evaluate(atom.left, arrays, axes), evaluate(atom.right, arrays, axes)


def _scale(atom: Atom, arrays: Mapping[str, np.ndarray], evaluate: Evaluate) -> float:
    """How large the numbers are that an equation's sides are made of."""
    largest = 0.0
    for side in (atom.left, atom.right):
        parts = [side, *side.args] if side.op in ("add", "sub", "reduce") else [side]
        for part in parts:
            values = evaluate(part, arrays, _axes(part))
            if values.size:
                largest = max(largest, float(np.max(np.abs(values))))
    return largest


# ---- changing numbers


def repair(
    condition: Any,
    inputs: Mapping[str, Input],
    order: Sequence[str],
    arrays: Arrays,
    evaluate: Evaluate,
    rng: np.random.Generator,
    only: frozenset[str] = frozenset(),
) -> bool:
    """Change `arrays` so that the atoms of a condition hold, if a way is found.

    `order` lists the binders; of two that could be changed the later one is. `only` are the inputs
    that may be changed, if not all.
    """
    work = _Repair(inputs, order, arrays, evaluate, rng, only)
    fine = True
    for atom in atoms(condition):
        if atom.relation == "holds":
            fine = fine and _holds(atom, arrays, evaluate)
        elif not _holds(atom, arrays, evaluate):
            fine = work.meet(atom) and fine
    return work.together(condition) if not holds(condition, arrays, evaluate) else fine


@dataclass
class _Repair:
    inputs: Mapping[str, Input]
    order: Sequence[str]
    arrays: Arrays
    evaluate: Evaluate
    rng: np.random.Generator
    only: frozenset[str]
    kept: bool = False
    """Whether coefficients of functions stay: a quantifier is tested, not an equation solved."""

    def meet(self, atom: Atom) -> bool:
        sides = [side for side in (atom.left, atom.right, *atom.unless) if side is not None]
        read = {n.attrs[0] for n in graph.walk(sides) if n.op == "input"}
        self.kept = any(self.inputs[name].graded for name in read)
        for way in (self.bound, self.close, self.set, self.scale, self.solved):
            kept = dict(self.arrays)
            with np.errstate(all="ignore"):
                done = way(atom)
            if done and _holds(atom, self.arrays, self.evaluate):
                return True
            self.arrays.clear()
            self.arrays.update(kept)
        return False

    def together(self, condition: Any) -> bool:
        """What is left where atoms want different things of the same numbers."""
        parts = list(atoms(condition))
        equations = [atom for atom in parts if atom.relation == "=" and not atom.unless]
        for way in (self.between, self.newton):
            kept = dict(self.arrays)
            with np.errstate(all="ignore"):
                way(parts if way == self.between else equations)
            if holds(condition, self.arrays, self.evaluate):
                return True
            self.arrays.clear()
            self.arrays.update(kept)
        return False

    # ---- what a side is

    def read(self, node: Any) -> set[str]:
        """The real inputs that a node reads and that may be changed.

        Values that a quantifier is tested at are not: it has to hold at them as they are.
        """
        found = {n.attrs[0] for n in graph.walk([node]) if n.op == "input" and n.dtype == "real"}
        return {name for name in found if self.movable(name)}

    def movable(self, name: str) -> bool:
        made = self.inputs[name]
        if self.only and name not in self.only:
            return False
        return not made.graded and not (self.kept and made.recipe)

    def plain(self, node: Any) -> tuple[str, tuple[Any, ...]] | None:
        """The input that a node is, and its dimensions under the names of the node."""
        names: dict[Any, Any] = {}
        while node.op == "rename":
            step = dict(node.attrs)
            inner = {a: step.get(a, a) for a in node.args[0].axes}
            names = {a: names.get(b, b) for a, b in inner.items()}
            node = node.args[0]
        if node.op != "input" or node.dtype != "real" or not self.movable(node.attrs[0]):
            return None
        return node.attrs[0], tuple(names.get(axis, axis) for axis in node.attrs[1])

    def later(self, names: set[str]) -> list[str]:
        """Names of inputs, the last binder's first."""
        place = {binder: k for k, binder in enumerate(self.order)}
        return sorted(names, key=lambda n: (-place.get(self.inputs[n].binder, -1), n))

    # ---- ways

    def bound(self, atom: Atom) -> bool:
        """`L ≤ c` with `c` an input of its own: the least bound, or a looser one."""
        if atom.relation == "=":
            return False
        options: list[tuple[int, bool, str, tuple[Any, ...], Any]] = []
        places = {binder: k for k, binder in enumerate(self.order)}
        for upper, side, other in ((True, atom.right, atom.left), (False, atom.left, atom.right)):
            found = self.plain(side)
            if found is not None and found[0] not in self.read(other):
                place = places.get(self.inputs[found[0]].binder, -1)
                options.append((place, upper, *found, other))
        for _, upper, name, dims, other in sorted(options, key=lambda o: (len(o[3]), -o[0])):
            axes = (*dims, *(a for a in _axes(other) if a not in dims))
            values = self.evaluate(other, self.arrays, axes)
            inner = tuple(range(len(dims), len(axes)))
            limit = values.max(axis=inner) if upper else values.min(axis=inner)
            slack = np.abs(limit) * self.rng.choice([2.0**-20, 0.25, 0.75]) + 2.0**-24
            if self.rng.integers(0, 3) == 0 and atom.relation == "≤":
                slack = np.zeros_like(slack)
            value = limit + slack if upper else limit - slack
            now = self.arrays[name]
            if not inner:  # entry by entry: what is on the wrong side of 0 is reflected
                other_side = 2 * limit - now
                beyond = np.maximum(other_side, value) if upper else np.minimum(other_side, value)
                value = np.where(np.abs(limit) <= 2.0**-10 * np.abs(now), beyond, value)
            value = np.maximum(now, value) if upper else np.minimum(now, value)
            self.arrays[name] = _outward(value, upper)
            if _holds(atom, self.arrays, self.evaluate):
                return True
        return False

    def close(self, atom: Atom) -> bool:
        """`|x - t| ≤ r`, `|x| ≤ r`, `x - t ≤ r` with `x` an input: `x` clipped to where it is."""
        left, relation = atom.left, atom.relation
        if relation == "=":
            return False
        inner = left.args[0] if left.op == "abs" else left
        target, centre, sign = inner, None, 1.0
        if inner.op in ("sub", "add") and self.plain(inner) is None:
            a, b = inner.args
            target, centre, sign = (a, b, 1.0) if inner.op == "sub" else (a, b, -1.0)
            if not self.free(a, (b, atom.right)):
                target, centre = b, a
                if not self.free(b, (a, atom.right)):
                    return False
        if not self.free(target, (atom.right,) if centre is None else (centre, atom.right)):
            return False
        found = self.plain(target)
        assert found is not None
        name, dims = found
        if any(
            a not in dims
            for a in atom.right.axes | (centre.axes if centre is not None else frozenset())
        ):
            return False
        radius = self.evaluate(atom.right, self.arrays, dims)
        if left.op != "abs" and (
            centre is None or inner.op == "add" or target is not inner.args[0]
        ):
            return False
        middle = 0.0 if centre is None else sign * self.evaluate(centre, self.arrays, dims)
        if np.any(radius < 0):
            return False
        share = self.rng.choice([1.0 - 2.0**-20, 0.5, 0.9])
        offset = self.arrays[name] - middle
        low = -radius * share if left.op == "abs" else -np.inf
        self.arrays[name] = middle + np.clip(offset, low, radius * share)
        return True

    def free(self, node: Any, others: Sequence[Any]) -> bool:
        found = self.plain(node)
        return found is not None and all(found[0] not in self.read(other) for other in others)

    def set(self, atom: Atom) -> bool:
        """`x = t`: `x` becomes `t`."""
        if atom.relation != "=":
            return False
        for side, other in ((atom.left, atom.right), (atom.right, atom.left)):
            found = self.plain(side)
            if found is None or found[0] in self.read(other):
                continue
            name, dims = found
            if other.axes <= set(dims):
                self.arrays[name] = np.array(self.evaluate(other, self.arrays, dims))
                return True
        return False

    def scale(self, atom: Atom) -> bool:
        """What is too large, or of the wrong length, scaled down or to length."""
        groups: dict[str, list[str]] = {}
        for name in self.later(self.read(atom.left) | self.read(atom.right)):
            groups.setdefault(self.inputs[name].binder, []).append(name)
        start = dict(self.arrays)
        for names in groups.values():
            for factor in self.factors(atom):
                for name in names:
                    self.arrays[name] = start[name] * factor
                if _holds(atom, self.arrays, self.evaluate):
                    return True
            self.arrays.update(start)
        return False

    def factors(self, atom: Atom) -> Iterator[Any]:
        if atom.relation == "=":
            left, right = _sides(atom, self.arrays, self.evaluate)
            if left.size != 1:
                return
            a, b = float(left.reshape(-1)[0]), float(right.reshape(-1)[0])
            if a == 0:  # no factor changes that
                return
            ratio = b / a
            for factor in (ratio, 1 / ratio if ratio else 0.0):
                if not math.isfinite(factor):
                    continue
                yield factor
                if factor > 0:
                    yield factor**0.5
            return
        for k in range(1, HALVINGS):
            yield 0.5**k
        for k in range(1, 12):
            yield 2.0**k

    def between(self, parts: Sequence[Atom]) -> bool:
        """An input of its own with bounds on both sides: halfway."""
        lows: dict[str, np.ndarray] = {}
        highs: dict[str, np.ndarray] = {}
        for atom in parts:
            if atom.relation not in ("≤", "<") or atom.unless:
                continue
            for bounds, side, other, pick in (
                (highs, atom.left, atom.right, np.minimum),
                (lows, atom.right, atom.left, np.maximum),
            ):
                found = self.plain(side)
                if found is None or found[0] in self.read(other) or not other.axes <= {*found[1]}:
                    continue
                name, dims = found
                value = self.evaluate(other, self.arrays, dims)
                bounds[name] = pick(bounds.get(name, value), value)
        for name in lows.keys() & highs.keys():
            self.arrays[name] = np.array((lows[name] + highs[name]) / 2)
        return bool(lows.keys() & highs.keys())

    def solved(self, atom: Atom) -> bool:
        return atom.relation == "=" and self.newton([atom])

    def newton(self, equations: Sequence[Atom]) -> bool:
        """The nearest solution of equations in the numbers of one binder, by Gauss and Newton."""
        sides = [side for atom in equations for side in (atom.left, atom.right)]
        for name in self.later(set().union(*map(self.read, sides))):
            start = self.arrays[name]
            if not 0 < start.size <= UNKNOWNS:
                continue
            if self.solve(equations, name):
                return True
            self.arrays[name] = start
        return False

    def gap(self, equations: Sequence[Atom]) -> np.ndarray:
        found = [_sides(atom, self.arrays, self.evaluate) for atom in equations]
        return np.concatenate([(left - right).reshape(-1) for left, right in found])

    def solve(self, equations: Sequence[Atom], name: str) -> bool:
        """Newton's steps until the equations hold, and one more where that brings them nearer.

        What an equation is still off by when it first holds would show as a difference between the
        sides of the conclusion.
        """
        for _ in range(STEPS):
            if not self.step(equations, name):
                return False
            if all(_holds(atom, self.arrays, self.evaluate) for atom in equations):
                x, off = self.arrays[name], np.max(np.abs(self.gap(equations)))
                if not (self.step(equations, name) and np.max(np.abs(self.gap(equations))) < off):
                    self.arrays[name] = x
                return True
        return False

    def step(self, equations: Sequence[Atom], name: str) -> bool:
        """One of Newton's steps; False where no slope is to be had."""
        x = np.array(self.arrays[name], dtype=np.float64)
        residual = self.gap(equations)
        if not np.all(np.isfinite(residual)):
            return False
        columns = []
        for k in range(x.size):
            small = 2.0**-20 * max(1.0, abs(float(x.reshape(-1)[k])))
            moved = []
            for sign in (1, -1):
                y = x.copy()
                y.reshape(-1)[k] += sign * small
                self.arrays[name] = y
                moved.append(self.gap(equations))
            columns.append((moved[0] - moved[1]) / (2 * small))
        jacobian = np.stack(columns, axis=-1)
        if not np.all(np.isfinite(jacobian)):
            return False
        change = np.linalg.lstsq(jacobian, residual, rcond=SINGULAR)[0]
        moved = x - change.reshape(x.shape)
        # what cancelled down to rounding was meant to be zero
        self.arrays[name] = np.where(np.abs(moved) <= TOLERANCE * np.abs(x), 0.0, moved)
        return True


def only_equations(condition: Any) -> bool:
    """Whether a condition is nothing but equations of reals, which no luck makes hold."""
    return all(atom.relation == "=" and not atom.unless for atom in atoms(condition))


def _outward(value: np.ndarray, up: bool) -> np.ndarray:
    """The nearest number of float32 that is no smaller, or no larger."""
    rounded = np.asarray(value, dtype=np.float32)
    wrong = rounded.astype(np.float64) < value if up else rounded.astype(np.float64) > value
    towards = np.float32(np.inf if up else -np.inf)
    return np.where(wrong, np.nextafter(rounded, towards), rounded).astype(np.float64)


__all__ = ["Atom", "atoms", "holds", "only_equations", "repair"]
