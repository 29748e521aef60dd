"""Graphs over replicas looked into: their sums over replicas, and the data that they differ by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from denotary.interpreter import graph
from denotary.interpreter.graph.derivative import rebuild


def summed(nums: Sequence[Any], rho: Any) -> list[Any]:
    """The terms that are summed (or maximised …) over the replicas, each replica's own."""
    return [n.args[0] for n in graph.walk(nums) if n.op == "reduce" and rho in n.attrs[1]]


def without_exchange(nums: Iterable[Any], rho: Any) -> list[Any]:
    """The same numbers where each replica takes every other one to have its own terms.

    `Σ r, t r` becomes `R · t r`: what a program computes whose collectives are left out and
    whose means are means of its own data. Raises `GraphError` where a graph cannot be rebuilt.
    """
    nums = list(nums)
    done: dict[Any, Any] = {}
    for node in graph.walk(nums):
        args = [done[arg] for arg in node.args]
        if node.op == "reduce" and rho in node.attrs[1]:
            op, axes = node.attrs
            inner = args[0]
            rest = [axis for axis in axes if axis is not rho]
            if rest:
                inner = graph.reduce(op, inner, rest)
            done[node] = _alone(op, inner, rho)
        elif all(new is old for new, old in zip(args, node.args, strict=True)):
            done[node] = node
        else:
            done[node] = rebuild(node, args)
    return [done[num] for num in nums]


def _alone(op: str, term: Any, rho: Any) -> Any:
    count = graph.constant(int(rho.size), term.dtype if term.dtype != "bool" else "int")
    if op == "sum":
        return graph.mul(count, term)
    if op == "prod":
        return graph.power(term, int(rho.size))
    return term


@dataclass(frozen=True, slots=True)
class Place:
    """Where replicas are told apart in an input: dimension `dim`, split into `parts`, is indexed
    by the replica along part `part`."""

    dim: int
    parts: tuple[int, ...]
    part: int


def places(nums: Iterable[Any], rho: Any) -> dict[str, set[Place]]:
    """The inputs that each replica reads a slice of its own of."""
    found: dict[str, set[Place]] = {}
    known: dict[Any, tuple[str, dict[Any, Place]]] = {}
    for node in graph.walk(nums):
        if node.op == "input":
            dims = node.attrs[1]
            known[node] = (
                node.attrs[0],
                {axis: Place(k, (int(axis.size),), 0) for k, axis in enumerate(dims)},
            )
        elif node.op in ("rename", "split") and node.args[0] in known:
            name, where = known[node.args[0]]
            known[node] = (name, _moved(node, where))
        elif node.op == "gather" and node.args[0] in known:
            name, where = known[node.args[0]]
            for axis, index in zip(node.attrs[0], node.args[1:], strict=True):
                place = where.get(axis)
                form = graph.affine(index)
                if place is not None and form is not None and rho in form[1]:
                    block = abs(int(form[1][rho]))
                    whole = place.parts == (int(axis.size),)
                    if whole and form[0] == 0 and block * int(rho.size) == int(axis.size):
                        parts = (int(rho.size), block)
                        found.setdefault(name, set()).add(Place(place.dim, parts, 0))
            continue
        else:
            continue
        name, where = known[node]
        if rho in where:
            found.setdefault(name, set()).add(where[rho])
    return found


def _moved(node: Any, where: Mapping[Any, Place]) -> dict[Any, Place]:
    if node.op == "rename":
        links = dict(node.attrs)
        return {links.get(axis, axis): place for axis, place in where.items()}
    axis, parts = node.attrs
    moved = {a: place for a, place in where.items() if a is not axis}
    place = where.get(axis)
    if place is not None and len(place.parts) == 1:
        sizes = tuple(int(part.size) for part in parts)
        moved.update({part: Place(place.dim, sizes, k) for k, part in enumerate(parts)})
    return moved


def duplicated(
    arrays: Mapping[str, np.ndarray], where: Mapping[str, Iterable[Place]]
) -> dict[str, np.ndarray]:
    """The numbers with every replica given the slices of replica 0."""
    result = dict(arrays)
    for name, found in where.items():
        array = np.array(result[name])
        for place in found:
            shape = array.shape
            split = (*shape[: place.dim], *place.parts, *shape[place.dim + 1 :])
            axis = place.dim + place.part
            view = array.reshape(split)
            first = np.take(view, [0], axis=axis)
            array = np.ascontiguousarray(np.broadcast_to(first, split)).reshape(shape)
        result[name] = array
    return result
