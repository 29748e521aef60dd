"""Tensor graphs evaluated entry by entry, each real of an input being a symbol."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from denotary.interpreter.graph import Axis, Num, walk
from denotary.interpreter.graph.axis import by_creation
from denotary.interpreter.graph.evaluate import align
from denotary.interpreter.graph.exact import RULES, Inexact, folded_value

from .algebra import Algebra
from .poly import ONE, Poly

WORK = 2_000_000
"""Scalar operations at most."""
LONGEST = 64
"""The largest exponent that is multiplied out."""


class Entries:
    """Evaluates graphs over one algebra; equal nodes are evaluated once.

    Entries of reals are polynomials, those of integers and truth values Python's numbers where
    they are known.
    """

    def __init__(self, algebra: Algebra, check: Callable[[], None] = lambda: None) -> None:
        """`check` is called often, and may raise to end it."""
        self.check = check
        self.algebra = algebra
        self.rules = _rules(algebra)
        self.folds: dict[str, Callable[[Any, Any], Any]] = {
            "sum": self.rules["add"], "prod": self.rules["mul"],
            "max": self.rules["max"], "min": self.rules["min"],
            "any": self.rules["or"], "all": self.rules["and"],
        }  # fmt: skip
        self.done: dict[Num, np.ndarray] = {}
        self.work = 0

    def array(self, num: Num, axes: Sequence[Axis] = ()) -> np.ndarray:
        """The entries of `num`, dimension `k` along `axes[k]`.

        Raises `Inexact` for an operation without a rule here, `TooLarge` for too many terms.
        """
        for node in walk([num]):
            if node in self.done:
                continue
            self.work += math.prod(axis.size for axis in node.axes)
            if self.work > WORK:
                raise Inexact("too many operations")
            self.check()
            self.done[node] = self._value(node)
        aligned = align(self.done[num], num.axes, tuple(axes))
        return np.broadcast_to(aligned, [axis.size for axis in axes])

    def _value(self, node: Num) -> np.ndarray:
        if node.op == "input":
            return self._input(node)
        fold = self.folds.get(node.attrs[0]) if node.op == "reduce" else None
        if node.op == "gather" and not all(
            isinstance(k, int) for index in node.args[1:] for k in self.done[index].flat
        ):
            raise Inexact("reading at an index that depends on an input")
        real = node.dtype == "real"
        constant = (lambda v: self.algebra.const(v)) if real else (lambda v: v)
        try:
            return folded_value(node, self.done, self.rules.get(node.op), fold, constant)
        except Inexact as error:
            raise Inexact(f"`{error}` has no algebraic rule") from None

    def _input(self, node: Num) -> np.ndarray:
        name, axes, _ = node.attrs
        found = np.empty([axis.size for axis in axes], dtype=object)
        kind = {"real": "real", "int": "int", "bool": "truth"}[node.dtype]
        for place in np.ndindex(found.shape):
            found[place] = self.algebra.symbol(kind, name, place)
        return np.transpose(found, [axes.index(axis) for axis in by_creation(node.axes)])


def poly(algebra: Algebra, x: Any) -> Poly:
    """A number or a truth value as a polynomial."""
    return x if isinstance(x, Poly) else algebra.const(Fraction(int(x) if x is True else x))


def truth(p: Poly) -> Any:
    """An indicator, as a Python truth value where it is known."""
    return True if p == ONE else p or False


def _rules(a: Algebra) -> dict[str, Callable[..., Any]]:
    """What each operation of the graph does to entries."""

    def lifted(known: Callable[..., Any] | None, work: Callable[..., Any]) -> Callable[..., Any]:
        def rule(*xs: Any) -> Any:
            if known is not None and not any(isinstance(x, Poly) for x in xs):
                return known(*xs)
            return work(*[poly(a, x) for x in xs])

        return rule

    def logical(name: str, work: Callable[..., Poly]) -> Callable[..., Any]:
        return lifted(RULES[name], lambda *xs: truth(work(*xs)))

    def power(x: Any, n: Any) -> Any:
        if isinstance(n, Poly):
            raise Inexact("a power with an exponent that depends on an input")
        if not isinstance(x, Poly):
            return RULES["pow"](x, n)
        if abs(n) > LONGEST and x.constant is None:
            raise Inexact(f"a power of {n}")
        return a.power(x, int(n))

    def rpow(x: Poly, y: Poly) -> Poly:
        n = y.constant
        if n is None or n.denominator != 1 or abs(n) > LONGEST:
            raise Inexact("rpow")
        return a.power(x, int(n))

    def select(c: Any, x: Any, y: Any) -> Any:
        if not isinstance(c, Poly):
            return x if c else y
        if not isinstance(x, Poly) and not isinstance(y, Poly) and x == y:
            return x
        found = a.select(c, poly(a, x), poly(a, y))
        return truth(found) if isinstance(x, bool) or isinstance(y, bool) else found

    def only_known(name: str) -> Callable[..., Any]:
        def rule(*xs: Any) -> Any:
            values = [x.constant if isinstance(x, Poly) else x for x in xs]
            if any(v is None for v in values):
                raise Inexact(name)
            found = RULES[name](*values)
            return found if isinstance(found, bool | int) else a.const(found)

        return rule

    rules: dict[str, Callable[..., Any]] = {
        "add": lifted(RULES["add"], a.add),
        "sub": lifted(RULES["sub"], a.sub),
        "mul": lifted(RULES["mul"], a.mul),
        "neg": lifted(RULES["neg"], a.neg),
        "inv": lifted(None, a.inv),
        "div": lifted(None, a.div),
        "pow": power,
        "rpow": lifted(None, rpow),
        "sqrt": lifted(None, a.sqrt),
        "exp": lifted(None, a.exp),
        "max": lifted(RULES["max"], a.maximum),
        "min": lifted(RULES["min"], a.minimum),
        "abs": lifted(RULES["abs"], a.absolute),
        "sign": lifted(RULES["sign"], lambda x: a.sub(a.scale(a.pos(x), 2), a.sub(ONE, a.zero(x)))),
        "to_real": lifted(None, lambda x: x),
        "lt": logical("lt", lambda x, y: a.pos(a.sub(y, x))),
        "le": logical("le", lambda x, y: a.negation(a.pos(a.sub(x, y)))),
        "eq": logical("eq", lambda x, y: a.zero(a.sub(x, y))),
        "not": logical("not", a.negation),
        "and": logical("and", a.mul),
        "or": logical("or", a.either),
        "xor": logical("xor", lambda x, y: a.sub(a.either(x, y), a.mul(x, y))),
        "select": select,
    }
    for name in ("log", "sin", "cos", "tan", "tanh", "sinh", "cosh", "arctan", "arcsin",
                 "arccos", "erf"):  # fmt: skip
        rules[name] = lifted(None, lambda x, name=name: a.function(name, x))
    for name in ("ediv", "emod", "gcd", "floor", "ceil", "round", "to_int"):
        rules[name] = only_known(name)
    return rules


__all__ = ["Entries", "poly", "truth"]
