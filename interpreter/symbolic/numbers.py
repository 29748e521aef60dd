"""Polynomials over atoms at rational points: exactly, or between bounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from denotary.interpreter.graph.enclosure import Inexact, operation

from .algebra import Algebra
from .poly import Atom, Poly

FUNCTIONS = ("log", "sin", "cos", "tan", "tanh", "sinh", "cosh")
"""Functions of one real that are evaluated."""


class NoValue(Exception):
    """An atom that cannot be evaluated, or a truth value that bounds leave open."""


class Point:
    """Values of the symbols; `value` evaluates polynomials there.

    A value is a `Fraction` where it is exact, and an `Interval` of 60 digits that holds it where a
    root or an exponential is involved.
    """

    def __init__(self, algebra: Algebra, symbols: Callable[[Atom], Fraction | bool]) -> None:
        self.algebra = algebra
        self.symbols = symbols
        self.done: dict[Atom, Any] = {}

    def value(self, x: Poly) -> Any:
        """The value of `x`: exact, or an interval. Raises `NoValue`."""
        total: Any = Fraction(0)
        for mono, c in x.terms.items():
            term: Any = c
            for atom, e in mono:
                v = self.atom(atom)
                factor = self._do("pow", v if e >= 0 else self._inverse(v), abs(e))
                nothing = isinstance(term, Fraction) and term == 0
                term = term if nothing else self._do("mul", term, factor)
            total = self._do("add", total, term)
        return total

    def apart(self, x: Poly) -> bool:
        """Whether `x` is certainly not 0 there. Raises `NoValue`."""
        return self._sign(self.value(x)) not in (0, None)

    def sign(self, x: Poly) -> int:
        """The sign of `x` there. Raises `NoValue` where bounds leave it open."""
        found = self._sign(self.value(x))
        if found is None:
            raise NoValue("bounds leave a sign open")
        return found

    def atom(self, atom: Atom) -> Any:
        found = self.done.get(atom)
        if found is None:
            found = self.done[atom] = self._atom(atom)
        return found

    def _atom(self, atom: Atom) -> Any:
        kind, args = atom.kind, atom.args
        if kind in ("real", "int", "truth"):
            return Fraction(self.symbols(atom))
        if kind == "name":
            return self.value(args[0])
        if kind == "inv":
            return self._inverse(self.value(args[0]))
        if kind == "sqrt":
            x = self.value(args[0])
            if self.sign(args[0]) <= 0:
                return Fraction(0)
            return self._do("sqrt", x)
        if kind == "exp":
            return self._do("exp", self.value(args[0]))
        if kind == "pos":
            return Fraction(self.sign(args[0]) > 0)
        if kind == "zero":
            return Fraction(self.sign(args[0]) == 0)
        if kind == "max":
            best, *rest = args[0]
            for x in rest:
                if self.sign(self.algebra.sub(x, best)) > 0:
                    best = x
            return self.value(best)
        if kind == "fn" and args[0] in FUNCTIONS:
            x = self.value(args[1])
            if args[0] == "log":
                s = self.sign(args[1])
                if s == 0:
                    return Fraction(0)
                x = x if s > 0 else self._do("neg", x)
            return self._do(args[0], x)
        raise NoValue(f"`{args[0] if kind == 'fn' else kind}` has no enclosure")

    def _do(self, op: str, *args: Any) -> Any:
        rule = operation(op)
        if rule is None:
            raise NoValue(f"`{op}` has no enclosure")
        try:
            return rule(*args)
        except Inexact as error:
            raise NoValue(str(error)) from error

    def _inverse(self, x: Any) -> Any:
        s = self._sign(x)
        if s is None:
            raise NoValue("bounds leave open whether a divisor is 0")
        return Fraction(0) if s == 0 else self._do("inv", x)

    @staticmethod
    def _sign(x: Any) -> int | None:
        if isinstance(x, Fraction):
            return (x > 0) - (x < 0)
        if x.low > 0:
            return 1
        if x.high < 0:
            return -1
        return 0 if x.low == x.high == 0 else None


def at(algebra: Algebra, arrays: Mapping[str, Any]) -> Point:
    """The point at which inputs have the entries of `arrays`."""

    def symbol(atom: Atom) -> Fraction:
        name, place = atom.args
        entry = arrays[name][place]
        return Fraction(bool(entry)) if atom.kind == "truth" else Fraction(float(entry))

    return Point(algebra, symbol)
