"""Whether a term is homogeneous in an argument, and of which degree: derivations by named rules.

A derivation of degree 1 shows that the term is linear: `f (t • x) = t • f x`, and additive, for
each rule keeps both. The rules are those that hold without knowing sizes; whatever they do not
cover is refused, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from denotary.spec import nat
from denotary.spec.terms import (
    Const,
    FVar,
    Lam,
    Pi,
    Proj,
    Proof,
    Term,
    app,
    beta,
    const,
    instantiate,
    spine,
    subterms,
)

from .meanings import REAL
from .unread import Empty, Unread

if TYPE_CHECKING:
    from .terms import Reader

DEEPEST = 400
"""Steps inside one another."""


class NotHomogeneous(Exception):
    """No rule shows that the term is homogeneous; the text says where that fails."""


@dataclass(frozen=True, slots=True)
class Derivation:
    """A rule applied, and the derivations of what it is applied to.

    `degree` is None for 0, which is homogeneous of every degree.
    """

    rule: str
    degree: int | None
    of: tuple[Derivation, ...] = ()

    def lines(self, indent: int = 0) -> Iterator[str]:
        """The tree as text, one rule a line."""
        degree = "any degree" if self.degree is None else f"degree {self.degree}"
        yield f"{'  ' * indent}{self.rule} ({degree})"
        for part in self.of:
            yield from part.lines(indent + 1)

    @property
    def size(self) -> int:
        return 1 + sum(part.size for part in self.of)


class Homogeneity:
    """Derives degrees in one local of a reader's statement."""

    def __init__(self, reader: Reader, argument: FVar) -> None:
        self.reader = reader
        self.argument = argument
        self.known: dict[Term, Derivation] = {}
        self.depth = 0

    def at_all_arguments(self, term: Term, type: Term) -> Derivation:
        """The derivation for a function at arguments of its own. Raises `NotHomogeneous`."""
        type = self.reader.whnf(type)
        while isinstance(type, Pi):
            try:
                var = self.reader.local(type.name or "x", type.type)
            except Empty:
                return Derivation("there are no entries", None)
            term = beta(term, [var])
            type = self.reader.whnf(_instantiated(type, var))
        if type is not REAL:
            raise NotHomogeneous("it is not a function into ℝ")
        return self.derive(term)

    def derive(self, term: Term) -> Derivation:
        """The derivation for a term of type `ℝ`."""
        found = self.known.get(term)
        if found is None:
            self.depth += 1
            try:
                if self.depth > DEEPEST:
                    raise NotHomogeneous("too many steps inside one another")
                found = self.known[term] = self._derive(term)
            finally:
                self.depth -= 1
        return found

    def _derive(self, term: Term) -> Derivation:
        if not self.mentions(term):
            zero = self.is_zero(term)
            return Derivation("independent of the argument", None if zero else 0)
        head, args = spine(term)
        if head is self.argument:
            if any(self.mentions(arg) for arg in args):
                raise NotHomogeneous("the argument is read at a place that depends on itself")
            return Derivation("the argument, at an index" if args else "the argument", 1)
        if isinstance(head, Const):
            rule = _RULES.get(head.name)
            if rule is not None:
                return rule(self, args)
        try:
            step = self.reader.next(term, head, args)
        except Unread as error:
            raise NotHomogeneous(str(error)) from None
        if step is None:
            name = head.name if isinstance(head, Const | FVar) else type(head).__name__.lower()
            raise NotHomogeneous(f"nothing is known of `{name}`, which the argument goes into")
        inner = self.derive(step)
        if isinstance(head, Const):
            definition = self.reader.reducer.definition(term)
            if definition is not None and not definition.name.startswith("inst"):
                short = definition.name.rsplit(".", 1)[-1]
                return Derivation(f"unfold `{short}`", inner.degree, (inner,))
        if isinstance(head, Proj):
            return Derivation(f"project a field of `{head.struct}`", inner.degree, (inner,))
        return inner

    def mentions(self, term: Term) -> bool:
        return term.has_fvar and any(t is self.argument for t in subterms(term))

    def is_zero(self, term: Term) -> bool:
        try:
            return not self.reader.real(term)
        except Unread:
            return False

    # ---- rules

    def same(self, rule: str, parts: Sequence[Derivation]) -> Derivation:
        """A rule whose parts must be of one degree."""
        degrees = {part.degree for part in parts if part.degree is not None}
        if len(degrees) > 1:
            low, high = min(degrees), max(degrees)
            raise NotHomogeneous(f"{rule} of parts of degree {low} and {high}")
        return Derivation(rule, degrees.pop() if degrees else None, tuple(parts))

    def sum(self, args: Sequence[Term]) -> Derivation:
        return self.same("sum", [self.derive(x) for x in args[-2:]])

    def negative(self, args: Sequence[Term]) -> Derivation:
        inner = self.derive(args[-1])
        return Derivation("negative", inner.degree, (inner,))

    def product(self, args: Sequence[Term]) -> Derivation:
        left, right = (self.derive(x) for x in args[-2:])
        if left.degree is None or right.degree is None:
            return Derivation("product with 0", None, (left, right))
        if left.degree and right.degree:
            return Derivation("product, degrees add", left.degree + right.degree, (left, right))
        inner = left if left.degree else right
        return Derivation("product with something independent", inner.degree, (inner,))

    def quotient(self, args: Sequence[Term]) -> Derivation:
        if self.mentions(args[-1]):
            raise NotHomogeneous("it is divided by something that depends on the argument")
        inner = self.derive(args[-2])
        return Derivation("quotient by something independent", inner.degree, (inner,))

    def power(self, args: Sequence[Term]) -> Derivation:
        n = nat.literal(self.reader.whnf(args[0]))
        if n is None or self.mentions(args[0]):
            raise NotHomogeneous("a power with an exponent that is not a number")
        inner = self.derive(args[1])
        degree = None if inner.degree is None else n * inner.degree
        return Derivation(f"power {n}", degree if n else 0, (inner,))

    def total(self, args: Sequence[Term]) -> Derivation:
        over, _, _, chosen, body, *rest = args
        if self.mentions(chosen) or self.mentions(over):
            raise NotHomogeneous("a sum over a set that depends on the argument")
        try:
            var = self.reader.local("i", self.reader.whnf(over), body)
        except Empty:
            return Derivation("a sum of nothing", None)
        inner = self.derive(app(_applied(body, var), *rest))
        return Derivation("sum over an index", inner.degree, (inner,))

    def condition(self, args: Sequence[Term]) -> Derivation:
        if self.mentions(args[1]):
            raise NotHomogeneous("a condition that depends on the argument")
        parts = [self.derive(_reduced(app(x, *args[5:]))) for x in args[3:5]]
        return self.same("a condition independent of the argument", parts)

    def dependent(self, args: Sequence[Term]) -> Derivation:
        then = beta(args[3], [Proof(args[1])])
        other = beta(args[4], [Proof(const("Not", args[1]))])
        return self.condition((*args[:3], then, other, *args[5:]))


def _instantiated(type: Pi, var: FVar) -> Term:
    return instantiate(type.body, [var])


def _applied(fn: Term, arg: Term) -> Term:
    return beta(fn, [arg])


def _reduced(term: Term) -> Term:
    head, args = spine(term)
    return beta(head, args) if isinstance(head, Lam) else term


_RULES = {
    "Real.add": Homogeneity.sum,
    "Real.sub": Homogeneity.sum,
    "Real.neg": Homogeneity.negative,
    "Real.mul": Homogeneity.product,
    "Real.div": Homogeneity.quotient,
    "Real.npow": Homogeneity.power,
    "Finset.sum": Homogeneity.total,
    "ite": Homogeneity.condition,
    "dite": Homogeneity.dependent,
}

__all__ = ["Derivation", "Homogeneity", "NotHomogeneous"]
