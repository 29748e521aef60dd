"""Polynomials over atoms as sympy expressions and as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from .algebra import Algebra
from .poly import Atom, Poly, content

if TYPE_CHECKING:
    import sympy

FACTORED = 400
"""Terms of a polynomial up to which it is factored."""
LARGE = 600
"""The size from which on sympy is not asked: it looks at equal parts again and again."""
LONGEST = 240
"""Characters of a formula that is shown whole."""


class Printer:
    """Turns polynomials of one algebra into sympy expressions; equal atoms give equal symbols."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self.done: dict[Atom, Any] = {}
        self.sizes: dict[Poly, int] = {}

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
        """`x` factored by sympy, as text; long ones are cut, and large ones written as they are."""
        import sympy

        if self.size(x) > LARGE:
            c, factor, rest = content(x)
            return cut(_product(Poly({factor: c}), rest), len(x.terms))
        expression = self.expression(x)
        if len(x.terms) <= FACTORED:
            expression = sympy.factor(expression)
        return cut(iter((sympy.sstr(expression),)), len(x.terms))

    def size(self, x: Poly) -> int:
        """The size of `x` written out, atoms inside atoms included."""
        found = self.sizes.get(x)
        if found is None:
            atoms = (atom for mono in x.terms for atom, _ in mono)
            found = self.sizes[x] = len(x.terms) + sum(self._size(atom.args) for atom in atoms)
        return found

    def _size(self, args: Iterable[Any]) -> int:
        total = 1
        for arg in args:
            if isinstance(arg, Poly):
                total += self.size(arg)
            elif isinstance(arg, Atom):
                total += self._size(arg.args)
            elif isinstance(arg, tuple | frozenset):
                total += self._size(arg)
        return total

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
        if kind == "card":
            return sympy.Symbol(f"|{args[0].name}|")
        if kind == "nat":
            return self.atom(args[0])
        if kind == "inv":
            return 1 / self.expression(args[0])
        if kind == "sqrt":
            if (c := args[0].constant) is not None:
                return sympy.sqrt(sympy.Rational(c.numerator, c.denominator))
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


def cut(pieces: Iterator[str], terms: int) -> str:
    """The pieces of a text, as many as fit."""
    text = ""
    for piece in pieces:
        text += piece
        if len(text) > LONGEST:
            return f"{text[:LONGEST]}… ({terms} terms)"
    return text


def _product(factor: Poly, rest: Poly) -> Iterator[str]:
    if factor.constant == 1:
        yield from written(rest)
        return
    yield from written(factor)
    yield "*("
    yield from written(rest)
    yield ")"


def written(part: Any) -> Iterator[str]:
    """A polynomial or an atom as it is, piece by piece: nobody reads a large one to its end."""
    if isinstance(part, Poly):
        for k, (mono, c) in enumerate(part.terms.items()):
            yield " - " if k and c < 0 else " + " if k else "-" if c < 0 else ""
            yield "" if abs(c) == 1 and mono else str(abs(c))
            for j, (atom, e) in enumerate(mono):
                yield "*" if j or abs(c) != 1 else ""
                yield from written(atom)
                yield "" if e == 1 else f"**{e}" if e > 0 else f"**({e})"
        yield "" if part.terms else "0"
        return
    if isinstance(part, tuple):
        for k, arg in enumerate(part):
            yield ", " if k else ""
            yield from written(arg)
        return
    if not isinstance(part, Atom):
        yield str(part)
        return
    kind, args = part.kind, part.args
    if kind in ("real", "int", "truth"):
        yield f"{args[0]}[{','.join(map(str, args[1]))}]" if args[1] else str(args[0])
        return
    if kind == "card":
        yield f"|{args[0].name}|"
        return
    if kind in ("size", "var"):
        yield str(args[0]) if isinstance(args[0], str) else f"k{args[0][1]}{args[0][2]}"
        return
    if kind == "head":
        yield str(getattr(args[0], "name", args[0])).rpartition(".")[2]
        return
    if kind == "app" and not isinstance(args[0], Atom):
        yield str(getattr(args[0], "name", args[0]))
        return
    if kind == "app":
        yield from written(args[0])
        args = args[1:]
    before, after = AROUND.get(kind, (f"{kind}(", ")"))
    yield before
    inside: Iterable[Any] = args[0] if kind == "max" else args  # type: ignore[assignment]
    for k, arg in enumerate(inside):
        yield ", " if k else ""
        yield from written(arg)
    yield after


AROUND = {
    "inv": ("(", ")**(-1)"), "sqrt": ("√(", ")"), "name": ("(", ")"), "nat": ("", ""),
    "pos": ("[", " > 0]"), "zero": ("[", " = 0]"), "app": ("[", "]"), "sum": ("Σ(", ")"),
    "lam": ("(", ")"),
}  # fmt: skip
