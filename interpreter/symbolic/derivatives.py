"""`fderiv ℝ f x v` as a polynomial over atoms, where `f` is seen to be differentiable at `x`.

Mathlib's `fderiv` is 0 where a function is not differentiable: so whatever may have a corner, a
pole or a jump is differentiated only where it is known to be away from it, and that for all
components of `f` at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from denotary.spec.terms import Const, FVar, Pi, Proj, Term, beta, spine

from .poly import ONE, ZERO, Atom, Poly
from .printing import Printer
from .unread import Empty, Unread
from .vanish import REBUILT, Vanishing, outermost

if TYPE_CHECKING:
    from .terms import Reader

REAL = Const("Real")
HALF = Fraction(1, 2)
FDERIV = 12
"""Arguments of `fderiv`: two fields' and six of the spaces', then the function and the point."""


@dataclass(frozen=True, slots=True)
class Directional:
    """`fderiv ℝ f x v i …`."""

    source: Term
    target: Term
    f: Term
    x: Term
    v: Term
    at: tuple[Term, ...]


def directional(term: Term) -> Directional | None:
    """The derivative that a term is, if it is one: what `(fderiv ℝ f x) v i` reduces to."""
    head, args = spine(term)
    while isinstance(head, Proj) and head.struct in ("AddHom", "LinearMap", "ContinuousLinearMap"):
        head = head.expr
    made, of = spine(head)
    if made is not Const("fderiv") or len(of) != FDERIV or of[0] is not REAL or not args:
        return None
    return Directional(of[2], of[6], of[10], of[11], args[0], args[1:])


def derivative(reader: Reader, asked: Directional) -> Poly:
    """The derivative, a real. Raises `Unread` where differentiability is not seen."""
    reader.derivatives += 1
    try:
        y, u = (_local(reader, asked.source, name) for name in ("y", "u"))
        places = _places(reader, asked.target)
    except Empty:
        return ZERO
    differential = Differential(reader, asked, y, u)
    value = reader.real(beta(asked.f, [y, *places]))
    found = differential.put_in(differential.of(value))
    return at_places(reader, found, places, asked.at)


def _local(reader: Reader, type: Term, name: str) -> FVar:
    var = reader.local(name, type)
    _indices(reader, type)
    return var


def _indices(reader: Reader, type: Term) -> list[Term]:
    """The index types that a space of arrays is over."""
    found: list[Term] = []
    type = reader.whnf(type)
    while isinstance(type, Pi):
        if type.body.loose:
            raise Unread("a derivative on or into a space of arrays of several sizes")
        found.append(type.type)
        type = reader.whnf(type.body)
    if type is not REAL:
        raise Unread("a derivative on or into a space that is not one of arrays")
    return found


def _places(reader: Reader, type: Term) -> list[FVar]:
    """Locals for the indices of an array."""
    places = [reader.local("j", index) for index in _indices(reader, type)]
    if any(place not in reader.digits for place in places):
        raise Unread("a derivative on or into a space that is not one of arrays")
    return places


def at_places(reader: Reader, x: Poly, places: Sequence[FVar], at: Sequence[Term]) -> Poly:
    """`x`, which is over locals for indices, at given indices."""
    keys = [reader.key(term, reader.infer(term)) for term in at]
    return at_keys(reader, x, places, keys)


def at_keys(reader: Reader, x: Poly, places: Sequence[FVar], keys: Sequence[Poly]) -> Poly:
    """`x`, which is over locals for indices, at indices that are polynomials."""
    a = reader.algebra
    if len(keys) != len(places):
        raise Unread("a derivative that is not taken at all of its indices")
    values: dict[Atom, Poly] = {}
    for place, key in zip(places, keys, strict=True):
        first, *others = reader.digits[place] or (None,)
        for digit in reversed(others):
            assert digit is not None
            key, values[digit] = a.div_mod(key, a.radix[digit])
        if first is not None:
            values[first] = key
    return a.put(x, values)


class Differential:
    """Differentiates polynomials in the entries of one local along another, at a point."""

    def __init__(self, reader: Reader, asked: Directional, y: FVar, u: FVar) -> None:
        self.reader, self.algebra = reader, reader.algebra
        self.y, self.u = y, u
        self.places = _places(reader, asked.source)
        self.values = {
            y: reader.real(app_beta(asked.x, self.places)),
            u: reader.real(app_beta(asked.v, self.places)),
        }
        self.depends: dict[Atom, bool] = {}
        self.done: dict[Atom, Poly] = {}
        self.put: dict[Atom, Poly] = {}

    # ---- what depends on the local

    def local(self, atom: Atom) -> FVar | None:
        """`y` or `u` if the atom is an entry of it."""
        if atom.kind != "app":
            return None
        root = atom.args[0]
        head = root.args[0] if isinstance(root, Atom) and root.kind == "head" else root
        return head if head in self.values else None

    def mentions(self, part: object) -> bool:
        """Whether an expression has entries of `y` or `u` in it."""
        if isinstance(part, Poly):
            return any(self.mentions(atom) for atom in part.atoms)
        if isinstance(part, tuple | frozenset):
            return any(map(self.mentions, part))
        if isinstance(part, FVar):
            return part in self.values
        if not isinstance(part, Atom):
            return False
        found = self.depends.get(part)
        if found is None:
            found = self.depends[part] = self.mentions(part.args)
        return found

    # ---- derivatives

    def of(self, x: Poly) -> Poly:
        """The derivative of a polynomial. Raises `Unread`."""
        a = self.algebra
        parts = [ZERO]
        for mono, c in x.terms.items():
            for atom, e in mono:
                if not self.mentions(atom):
                    continue
                rest = tuple((b, k - (b is atom)) for b, k in mono if b is not atom or k != 1)
                slope = self.atom(atom)
                if slope:
                    parts.append(a.mul(Poly({rest: c * e}), slope))
        return a.add(*parts)

    def atom(self, atom: Atom) -> Poly:
        found = self.done.get(atom)
        if found is None:
            found = self.done[atom] = self._atom(atom)
        return found

    def _atom(self, atom: Atom) -> Poly:
        a, kind, args = self.algebra, atom.kind, atom.args
        if self.local(atom) is self.y:
            if self.mentions(args[1:]):
                raise Unread("the derivative of an entry at an index that moves")
            if not isinstance(args[0], Atom):
                return self.reader.values[self.u]
            return a.symbol("app", a.atom("head", self.u), *args[1:])
        if kind == "sum":
            binders, body = a.opened(atom)
            return a.closed(binders, self.of(body))
        if kind == "name":
            return self.of(args[0])
        if kind == "exp":
            return a.mul(a.of(atom), self.of(args[0]))
        if kind == "inv":
            self.away(args[0])
            return a.neg(a.mul(a.power(a.of(atom), 2), self.of(args[0])))
        if kind == "sqrt":
            self.away(args[0])
            return a.mul(a.scale(self.of(args[0]), HALF), a.inv(a.of(atom)))
        if kind in ("pos", "zero"):
            self.away(args[0])
            self.of(args[0])
            return ZERO
        if kind == "max":
            return self.of(a.as_conditions(*args[0]))
        if kind == "fn":
            return a.mul(self.function(*args), self.of(args[1]))
        raise Unread(f"the derivative of `{kind}`")

    def function(self, name: str, x: Poly) -> Poly:
        """The derivative of a function of one real at `x`."""
        a = self.algebra
        if name == "log":
            self.away(x)
            return a.inv(x)
        if name == "sin":
            return a.function("cos", x)
        if name == "cos":
            return a.neg(a.function("sin", x))
        if name == "sinh":
            return a.function("cosh", x)
        if name == "cosh":
            return a.function("sinh", x)
        if name == "tanh":
            return a.sub(ONE, a.power(a.function("tanh", x), 2))
        if name == "arctan":
            return a.inv(a.add(ONE, a.power(x, 2)))
        raise Unread(f"the derivative of `{name}`")

    def away(self, x: Poly) -> None:
        """Raise `Unread` unless `x` is known not to be zero at the point."""
        vanishing = Vanishing(self.algebra)
        if vanishing.apart(x) or vanishing.apart(self.put_in(x)):
            return
        text = Printer(self.algebra).factored(self.put_in(x))
        raise Unread(f"whether it is differentiable where {text} = 0")

    # ---- the point

    def put_in(self, x: Poly) -> Poly:
        """`x` with the point and the direction for the locals."""
        return outermost(self.algebra, x, {b: self._put(b) for b in x.atoms if self.mentions(b)})

    def _put(self, atom: Atom) -> Poly:
        found = self.put.get(atom)
        if found is None:
            found = self.put[atom] = self._put_anew(atom)
        return found

    def _put_anew(self, atom: Atom) -> Poly:
        a = self.algebra
        local = self.local(atom)
        if local is not None:
            keys = atom.args[1:]
            if self.mentions(keys):
                raise Unread("an entry at an index that moves")
            return at_keys(self.reader, self.values[local], self.places, keys)
        if atom.kind == "sum":
            binders, body = a.opened(atom)
            return a.closed(binders, self.put_in(body))
        if atom.kind == "name":
            return self.put_in(atom.args[0])
        if atom.kind in REBUILT:
            return REBUILT[atom.kind](a, tuple(map(self._part, atom.args)))
        raise Unread(f"`{atom.kind}` of what is differentiated by")

    def _part(self, part: object) -> object:
        if isinstance(part, Poly):
            return self.put_in(part)
        if isinstance(part, frozenset):
            return frozenset(map(self._part, part))
        return part


def app_beta(f: Term, args: Sequence[Term]) -> Term:
    """`f args`, reduced."""
    return beta(f, list(args)) if args else f


__all__ = ["derivative", "directional"]
