"""Whether a polynomial over atoms is zero whatever the symbols are, by named steps."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from .algebra import Algebra
from .poly import ONE, ZERO, Atom, Mono, Poly, TooLarge

CASES = 64
"""Cases that are distinguished at most."""
EXPAND = "expand"
TOGETHER = "together"
CASE_SPLIT = "cases"


class Unshown(Exception):
    """Not shown to be zero; `remainder` is what is left in some case."""

    def __init__(self, remainder: Poly) -> None:
        super().__init__("not shown to be zero")
        self.remainder = remainder


class Vanishing:
    """Tries to show polynomials of one algebra to be zero.

    `expand`: all coefficients are zero once both sides are multiplied out. `together`: they are
    after multiplying by denominators that are known not to be zero. `cases`: they are both where
    a denominator (or what an indicator asks about) is zero and where it is not.
    """

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self.cases = 0

    def steps(self, x: Poly) -> list[str]:
        """The steps that show `x` to be zero, none for 0 itself. Raises `Unshown`."""
        self.cases = 0
        steps: dict[str, None] = {}
        try:
            self._show(x, {}, steps)
        except TooLarge:
            raise Unshown(x) from None
        return list(steps) or [EXPAND]

    def _show(self, x: Poly, assumed: Mapping[Atom, Poly], steps: dict[str, None]) -> None:
        x = self._settled(x, assumed)
        while x:
            root = next((a for m in x.terms for a, e in m if a.kind == "sqrt" and e < 0), None)
            if root is not None:
                steps[TOGETHER] = None
                x = self._settled(self.algebra.mul(x, self.algebra.of(root)), assumed)
                continue
            inverse = self._denominator(x)
            if inverse is not None:
                (base,) = inverse.args
                if self.algebra.sign(base) in (2, 3) or assumed.get(self._asks(base)) == ZERO:
                    steps[TOGETHER] = None
                    x = self._settled(self.cleared(x, inverse, base), assumed)
                    continue
                self._split(x, base, inverse, assumed, steps)
                return
            test = max(
                (a for a in x.atoms if a.kind == "zero" and a not in assumed),
                key=lambda a: a.uid,
                default=None,
            )
            if test is None:
                x = self._compared(x, steps)
                continue
            self._split(x, test.args[0], None, assumed, steps)
            return

    def _compared(self, x: Poly, steps: dict[str, None]) -> Poly:
        """What `x` is zero with: `P` for a sum of `P`, or `x` with largest elements written as
        conditions. Raises `Unshown` if there is neither.
        """
        under = self.algebra.one_sum(x)
        if under is not None:
            return under
        largest = {a: self.algebra.as_conditions(*a.args[0]) for a in x.atoms if a.kind == "max"}
        if not largest:
            raise Unshown(x)
        steps[CASE_SPLIT] = None
        return outermost(self.algebra, x, largest)

    def apart(self, x: Poly) -> bool:
        """Whether `x` is known not to be zero, once its denominators are cleared."""
        a = self.algebra
        rest = self.without_denominators(x)
        return not a.zero(rest) or a.above_zero(rest) or a.above_zero(a.neg(rest))

    def without_denominators(self, x: Poly) -> Poly:
        """`x` times its denominators, as far as they are known not to be zero."""
        while (inverse := self._denominator(x)) is not None:
            (base,) = inverse.args
            if self.algebra.zero(base) and not self.algebra.above_zero(base):
                break
            x = self.cleared(x, inverse, base)
        return x

    def _asks(self, base: Poly) -> Atom:
        return self.algebra.atom("zero", base)

    def _split(
        self,
        x: Poly,
        base: Poly,
        inverse: Atom | None,
        assumed: Mapping[Atom, Poly],
        steps: dict[str, None],
    ) -> None:
        """Show `x` to be zero both where `base` is not 0 and where it is."""
        self.cases += 1
        if self.cases > CASES:
            raise Unshown(x)
        asks = self._asks(base)
        apart = x if inverse is None else self.cleared(x, inverse, base)
        if inverse is not None:
            steps[TOGETHER] = None
        self._show(apart, {**assumed, asks: ZERO}, steps)
        if self.apart(base):
            return
        steps[CASE_SPLIT] = None
        at_zero = {asks: ONE, self.algebra.atom("pos", base): ZERO}
        if inverse is not None:
            at_zero[inverse] = ZERO
        one = base.single
        if one is not None and len(one[0]) == 1:
            at_zero[one[0][0][0]] = ZERO
        solved = self.solved(base)
        x = replaced(self.algebra, x, {**at_zero, **solved})
        self._show(x, {**assumed, **at_zero}, steps)

    def solved(self, base: Poly) -> dict[Atom, Poly]:
        """`base = 0` solved for a symbol that occurs in it once, linearly, with a number before."""
        inner = {a for atom in base.atoms for a in below(atom)}
        for mono, c in base.terms.items():
            if len(mono) != 1 or mono[0][1] != 1:
                continue
            (atom, _) = mono[0]
            alone = sum(any(a is atom for a, _ in m) for m in base.terms) == 1
            if atom.kind in ("real", "app") and alone and atom not in inner:
                rest = {m: d for m, d in base.terms.items() if m != mono}
                return {atom: self.algebra.scale(Poly(rest), Fraction(-1) / c)}
        return {}

    def _settled(self, x: Poly, assumed: Mapping[Atom, Poly]) -> Poly:
        """`x` with what was assumed of indicators put in."""
        if assumed and not x.atoms.isdisjoint(assumed):
            return outermost(self.algebra, x, assumed)
        return x

    def _denominator(self, x: Poly) -> Atom | None:
        """The inverse met last in building `x`: it is inside none of the others."""
        found = [a for a in x.atoms if a.kind == "inv"]
        return max(found, key=lambda a: a.uid, default=None)

    def cleared(self, x: Poly, inverse: Atom, base: Poly) -> Poly:
        """`x` times the power of `base` that takes its inverse away."""
        highest = max(e for mono in x.terms for a, e in mono if a is inverse)
        powers = [ONE]
        for _ in range(highest):
            powers.append(self.algebra.mul(powers[-1], base))
        parts: dict[int, dict[Mono, Fraction | int]] = {}
        for mono, c in x.terms.items():
            e = next((e for a, e in mono if a is inverse), 0)
            rest = tuple((a, k) for a, k in mono if a is not inverse)
            parts.setdefault(highest - e, {})[rest] = c
        return self.algebra.add(
            ZERO, *[self.algebra.mul(Poly(part), powers[k]) for k, part in parts.items()]
        )


def below(atom: Atom) -> set[Atom]:
    """The atoms inside the arguments of an atom."""
    found: set[Atom] = set()
    stack: list[object] = list(atom.args)
    while stack:
        part = stack.pop()
        if isinstance(part, Poly):
            stack.extend(part.atoms)
        elif isinstance(part, tuple | frozenset):
            stack.extend(part)
        elif isinstance(part, Atom) and part not in found:
            found.add(part)
            stack.extend(part.args)
    return found


def outermost(algebra: Algebra, x: Poly, values: Mapping[Atom, Poly]) -> Poly:
    """`x` with atoms of its monomials replaced, those inside other atoms left."""
    kept: dict[Mono, Fraction | int] = {}
    parts = []
    for mono, c in x.terms.items():
        if any(a in values for a, _ in mono):
            rest = tuple((a, e) for a, e in mono if a not in values)
            factors = [algebra.power(values[a], e) for a, e in mono if a in values]
            parts.append(algebra.product([Poly({rest: c}), *factors]))
        else:
            kept[mono] = c
    return algebra.add(Poly(kept), *parts)


def replaced(algebra: Algebra, x: Poly, values: Mapping[Atom, Poly]) -> Poly:
    """`x` with atoms replaced wherever they are; functions of them are built anew."""
    done: dict[Atom, Poly] = dict(values)

    def visit(part: object) -> object:
        if isinstance(part, Poly):
            return outermost(algebra, part, {a: atom(a) for a in part.atoms})
        if isinstance(part, Atom):
            return atom(part)
        if isinstance(part, tuple):
            return tuple(map(visit, part))
        if isinstance(part, frozenset):
            return frozenset(map(visit, part))
        return part

    def atom(a: Atom) -> Poly:
        found = done.get(a)
        if found is None:
            args = tuple(map(visit, a.args)) if a.kind in REBUILT else a.args
            found = algebra.of(a) if args == a.args else REBUILT[a.kind](algebra, args)
            done[a] = found
        return found

    result = visit(x)
    assert isinstance(result, Poly)
    return result


REBUILT = {
    "name": lambda g, args: g.named(*args) if args[0] else args[0],
    "inv": lambda g, args: g.inv(*args),
    "sqrt": lambda g, args: g.sqrt(*args),
    "exp": lambda g, args: g.exp(*args),
    "fn": lambda g, args: g.function(*args),
    "max": lambda g, args: g.maximum(*args[0]),
    "pos": lambda g, args: g.pos(*args),
    "zero": lambda g, args: g.zero(*args),
}
