"""Polynomials over atoms as sympy expressions and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .algebra import Algebra, Atom, Poly

if TYPE_CHECKING:
    import sympy

FACTORED = 400
"""Terms of a polynomial up to which it is factored."""
LONGEST = 240
"""Characters of a formula that is shown whole."""


class Printer:
    """Turns polynomials of one algebra into sympy expressions; equal atoms give equal symbols."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self.done: dict[Atom, Any] = {}

    def expression(self, x: Poly) -> sympy.Expr:
        """`x` as a sympy expression, atoms as symbols and functions."""
        import sympy

        terms = []
        for mono, c in x.terms.items():
            factors: list[Any] = [sympy.Rational(c.numerator, c.denominator)]
            factors += [self.atom(atom) ** e for atom, e in mono]
            terms.append(sympy.Mul(*factors))
        return sympy.Add(*terms)

    def factored(self, x: Poly) -> str:
        """`x` factored by sympy, as text; long ones are cut."""
        import sympy

        expression = self.expression(x)
        if len(x.terms) <= FACTORED:
            expression = sympy.factor(expression)
        text = sympy.sstr(expression)
        return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(x.terms)} terms)"

    def atom(self, atom: Atom) -> Any:
        found = self.done.get(atom)
        if found is None:
            found = self.done[atom] = self._atom(atom)
        return found

    def _atom(self, atom: Atom) -> Any:
        import sympy

        kind, args = atom.kind, atom.args
        if kind in ("real", "int", "truth"):
            name, place = args
            return sympy.Symbol(f"{name}[{','.join(map(str, place))}]" if place else name)
        if kind in ("size", "var", "nat"):
            return sympy.Symbol(str(args[0]), positive=kind == "size" or None)
        if kind == "inv":
            return 1 / self.expression(args[0])
        if kind == "sqrt":
            return sympy.Function("√")(self.expression(args[0]))
        if kind == "exp":
            return sympy.Function("exp")(self.expression(args[0]))
        if kind == "fn":
            return sympy.Function(args[0])(self.expression(args[1]))
        if kind == "max":
            return sympy.Function("max")(*sorted(map(self.expression, args[0]), key=str))
        if kind in ("pos", "zero"):
            sign = ">" if kind == "pos" else "="
            return sympy.Symbol(f"[{sympy.sstr(self.expression(args[0]))} {sign} 0]")
        return sympy.Symbol(self.name(atom))

    def name(self, atom: Atom) -> str:
        """An atom of a kind of its own as text."""
        return f"{atom.kind}({', '.join(self.text(a) for a in atom.args)})"

    def text(self, part: Any) -> str:
        import sympy

        if isinstance(part, Poly):
            return sympy.sstr(self.expression(part))
        if isinstance(part, Atom):
            return sympy.sstr(self.atom(part))
        if isinstance(part, tuple):
            return ", ".join(map(self.text, part))
        return str(part)
