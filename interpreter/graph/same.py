"""Whether graphs are the same as they stand, whoever built them: a hash without names of axes.

It tells less than evaluating them in a field (`identity`), and costs next to nothing, however many
entries the nodes have.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from .axis import Axis
from .num import Num, walk

COMMUTATIVE = frozenset(("add", "mul", "max", "min", "and", "or", "eq", "gcd"))
"""Operations whose arguments stand in the order in which they happened to be made."""


def form(outputs: Sequence[tuple[Num, Sequence[Axis]]]) -> str:
    """A hash of the outputs: equal ones are made by the same operations of the same inputs.

    Axes and placeholders count by where they first come; the same input names mean the same arrays.
    """
    shapes = _shapes([num for num, _ in outputs])
    numbers: dict[Num, int] = {}
    axes: dict[Axis, int] = {}
    found = hashlib.sha256()

    def axis(part: Axis) -> str:
        return f"axis {axes.setdefault(part, len(axes))}:{part.size}:{part.kind}"

    def tell(node: Num) -> None:
        numbers[node] = len(numbers)
        args = ", ".join(f"%{numbers[arg]}" for arg in _args(node, shapes))
        attrs = _text(_attrs(node), axis, lambda num: f"%{numbers[num]}")
        found.update(f"{node.op} {node.dtype} [{args}] {attrs}\n".encode())

    for num, order in outputs:
        stack = [num]
        while stack:
            node = stack[-1]
            missing = [arg for arg in _args(node, shapes) if arg not in numbers]
            if missing:
                stack.append(missing[0])
                continue
            if node not in numbers:
                tell(node)
            stack.pop()
        found.update(f"%{numbers[num]} {_text(tuple(order), axis, str)}\n".encode())
    return found.hexdigest()


def _shapes(nums: Sequence[Num]) -> dict[Num, bytes]:
    """A hash of each node that is blind to which axes it has, to put arguments in order by."""
    found: dict[Num, bytes] = {}
    for node in walk(nums):
        text = _text(_attrs(node), lambda axis: f"axis {axis.size}", lambda num: "placeholder")
        parts = [found[arg] for arg in node.args]
        if node.op in COMMUTATIVE:
            parts.sort()
        whole = b"|".join((f"{node.op} {node.dtype} {text}".encode(), *parts))
        found[node] = hashlib.sha256(whole).digest()
    return found


def _args(node: Num, shapes: dict[Num, bytes]) -> Sequence[Num]:
    return sorted(node.args, key=shapes.__getitem__) if node.op in COMMUTATIVE else node.args


def _attrs(node: Num) -> tuple[Any, ...]:
    """The last attribute of a placeholder counts all that were ever made."""
    return node.attrs[:-1] if node.op == "placeholder" else node.attrs


def _text(part: Any, axis: Callable[[Axis], str], num: Callable[[Num], str]) -> str:
    if isinstance(part, Axis):
        return axis(part)
    if isinstance(part, Num):
        return num(part)
    if isinstance(part, tuple):
        return f"({', '.join(_text(each, axis, num) for each in part)})"
    return f"{type(part).__name__} {part!r}"
