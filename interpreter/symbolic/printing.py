"""Polynomials over atoms as sympy expressions and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .algebra import Algebra
from .poly import Atom, Poly

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

    def cancellations(self, most: int = 4) -> list[str]:
        """How sizes cancelled, as `R * (1/R) = 1`: the shortest of each result."""
        import sympy

        found: dict[str, None] = {}
        for pair in self.algebra.cancelled:
            left, right = (
                Poly({tuple((a, e) for a, e in mono if a.kind == "size"): 1}) for mono in pair
            )
            x, y = self.expression(left), self.expression(right)
            factors = sorted((sympy.sstr(x), sympy.sstr(y)), key=lambda s: ("/" in s, s))
            text = f"({factors[0]}) * ({factors[1]}) = {sympy.sstr(sympy.cancel(x * y))}"
            found.setdefault(text)
        return sorted(found, key=len)[:most]

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
        if kind == "size":
            return sympy.Symbol(str(args[0]), positive=True)
        if kind == "var":
            name = args[0]
            return sympy.Symbol(name if isinstance(name, str) else f"k{name[1]}{name[2]}")
        if kind == "nat":
            return self.atom(args[0])
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
        if kind in ("head", "app", "proj", "sum", "name", "lam", "ndiv", "nmod", "nsub", "clip"):
            return sympy.Symbol(self.indexed(atom))
        return sympy.Symbol(self.name(atom))

    def indexed(self, atom: Atom) -> str:
        """An atom of a statement over sizes, as text."""
        kind = atom.kind
        args: tuple[Any, ...] = atom.args
        if kind == "head":
            name = str(getattr(args[0], "name", args[0]))
            return name.rsplit(".", 1)[-1]
        if kind == "app":
            if not isinstance(args[0], Atom):
                return str(getattr(args[0], "name", args[0]))
            return f"{self.text(args[0])}[{', '.join(self.text(a) for a in args[1:])}]"
        if kind == "proj":
            return f"{self.text(args[2])}.{args[1] + 1}"
        if kind == "sum":
            ranges, bound = args[0], args[1]
            over = ", ".join(
                f"{self.text(b)} < {self.text(r)}" for r, b in zip(ranges, bound, strict=True)
            )
            return f"Σ({over}; {self.text(args[2])})"
        if kind == "lam":
            return f"({', '.join(self.text(b) for b in args[1])} ↦ {self.text(args[2])})"
        if kind == "name":
            return f"({self.text(args[0])})"
        return f"{kind}({', '.join(self.text(a) for a in args)})"

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
