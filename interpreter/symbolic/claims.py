"""The claims of a statement's conclusion, decided for all sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from denotary.interpreter.judgement.statement import Statement, conjuncts
from denotary.spec import nat
from denotary.spec.terms import Const, FVar, Let, Pi, Term, beta, instantiate, spine

from .linear import NotHomogeneous
from .meanings import REAL
from .parts import Part, parts
from .poly import ZERO, Poly, TooLarge
from .printing import Printer
from .scaling import scaled_equation
from .separable import separable
from .sums import Indexed
from .supposed import Supposed
from .terms import Reader
from .unread import Empty, Unread
from .vanish import Unshown, Vanishing

LINEARITY = "linearity"
SEPARABILITY = "separability"
DIVISORS = "divisors"
DERIVATIVES = "derivatives"
NORMAL_FORM = "normal form"
SIGN = "sign"
ENOUGH = {"LE.le": {1, 2}, "LT.lt": {2}, "Ne": {2, 3}}
"""The signs of `right - left` that show an inequality."""
LARGEST_CASE = 4
"""The largest number that a size is told apart from."""
DEEPEST = 40
"""Propositions unfolded inside one another."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A claim of a conclusion in one case, decided for all sizes; or why it is not."""

    id: str
    proved: bool
    reason: str = ""
    domain: str = ""
    """What proves it: one of the domains above."""
    steps: tuple[str, ...] = ()
    derivation: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Way:
    """A choice of normal form: each finds some sides equal that the others do not."""

    windows: bool
    """Whether sums under conditions are kept apart."""
    limit: int | None
    """The terms from which on expressions are named."""
    numbers_last: bool = False
    """Whether digits below numbers are the least significant ones of an index."""
    written_out: bool = False
    """Whether sums and functions over few values are written out, and largest elements are
    conditions."""
    roots_above: bool = False
    """Whether `1 / √x` is written `√x / x`."""


class SizeSplit(Exception):
    """A case in which a size is a number has to be told from the others."""

    def __init__(self, on: FVar, number: int) -> None:
        super().__init__(f"a case for {on.name} = {number}")
        self.on, self.number = on, number


class Attempt:
    """One case: all sizes that are divided by are taken to be above 0."""

    def __init__(
        self,
        statement: Statement,
        check: Callable[[], None],
        way: Way,
        apart: Sequence[tuple[FVar, int]] = (),
    ) -> None:
        """`apart` are sizes and numbers that they are not: cases that are proved elsewhere."""
        self.statement = statement
        self.apart = apart
        self.algebra = Indexed()
        self.algebra.windows = way.windows
        self.algebra.check = check
        self.typer = statement.typer()
        self.reader = Reader(self.typer, self.algebra, (), check, way.limit)
        self.reader.numbers_last = way.numbers_last
        self.algebra.roots_above = way.roots_above
        self.reader.written_out = self.algebra.conditions = way.written_out
        self.supposed = Supposed(self.reader)
        self.vanishing = Vanishing(self.algebra)

    def leaves(self) -> list[Leaf]:
        """The leaves of the conclusion, decided. Raises `Split`, `Empty`, `Unread`."""
        reader = self.reader
        for binder in self.statement.data:
            reader.declare(binder.var, binder.type)
            reader.listed(binder.type)
        for size, number in self.apart:
            self.algebra.learn(self.difference(size, number), 3)
        for binder in self.statement.hypotheses:
            if not self.supposed.learn(binder.name, binder.type):
                return []
        return list(self.claims(self.statement.conclusion, (), 0))

    # ---- the conclusion

    def claims(self, type: Term, path: tuple[str, ...], depth: int) -> Iterator[Leaf]:
        """The leaves of a proposition."""
        id = "/".join(path) or "conclusion"
        if depth > DEEPEST:
            yield Leaf(id, False, "too many named propositions inside one another")
            return
        if isinstance(type, Let):
            yield from self.claims(instantiate(type.body, [type.value]), path, depth)
            return
        if isinstance(type, Pi):
            if self.typer.is_prop(type.type):
                yield Leaf(id, False, "a premise inside the conclusion")
                return
            try:
                var = self.reader.local(type.name, type.type)
            except Empty:
                return
            step = f"∀{type.name}" if type.name not in ("", "_") else "∀"
            yield from self.claims(instantiate(type.body, [var]), (*path, step), depth)
            return
        head, args = spine(type)
        if head is Const("And"):
            for k, part in enumerate(conjuncts(type), 1):
                inner, _ = spine(part)
                label = f"{k}"
                if isinstance(inner, Const) and self.named(part) is not None:
                    label += f":{inner.name.rsplit('.', 1)[-1]}"
                yield from self.claims(part, (*path, label), depth + 1)
            return
        if head is Const("Eq") and len(args) == 3:
            yield self.equation(id, *args)
            return
        if isinstance(head, Const) and head.name in ENOUGH and self.reader.whnf(args[0]) is REAL:
            yield self.comparison(id, head.name, args[-2], args[-1])
            return
        if head is Const("True"):
            yield Leaf(id, True, steps=("trivial",))
            return
        unfolded = self.named(type)
        if unfolded is not None:
            yield from self.claims(unfolded, path, depth + 1)
            return
        name = head.name if isinstance(head, Const) else "this form"
        yield Leaf(id, False, f"a claim with `{name}` is not an equation")

    def named(self, type: Term) -> Term | None:
        """A named proposition unfolded."""
        definition = self.reader.reducer.definition(type)
        if definition is None or definition.value is None:
            return None
        return beta(definition.value, spine(type)[1])

    def equation(self, id: str, type: Term, left: Term, right: Term) -> Leaf:
        """The leaf of an equation: by linearity if it is about that, else by normal forms."""
        try:
            derivation = scaled_equation(self.reader, Part(type, left, right))
        except (Unread, TooLarge, NotHomogeneous):
            derivation = None
        if derivation is not None:
            return Leaf(id, True, "", LINEARITY, (LINEARITY,), derivation)
        steps: dict[str, None] = {}
        before = self.reader.derivatives
        local, difference = True, ZERO
        self.algebra.cancelled.clear()
        self.algebra.divided.clear()
        try:
            for part in parts(self.reader, Part(type, left, right)):
                x, y = self.sides(part)
                difference = self.algebra.sub(x, y)
                found = self.vanishing.steps(difference)
                steps.update(dict.fromkeys(found))
                local = local and any(
                    separable(self.algebra, x, d) and separable(self.algebra, y, d)
                    for d in part.digits
                )
        except Unshown as error:
            self.ask(difference)
            text = Printer(self.algebra).factored(error.remainder)
            return Leaf(id, False, f"not shown to be zero: {text}")
        except (Unread, TooLarge) as error:
            return Leaf(id, False, str(error))
        lines = tuple(Printer(self.algebra).cancellations())
        if self.reader.derivatives > before:
            domain = DERIVATIVES
        elif lines or (self.algebra.divided and not (local and steps)):
            domain = DIVISORS
        else:
            domain = SEPARABILITY if local and steps else NORMAL_FORM
        return Leaf(id, True, "", domain, tuple(steps), lines)

    def comparison(self, id: str, relation: str, left: Term, right: Term) -> Leaf:
        """The leaf of an inequality of reals, by the signs of what the difference is made of."""
        a, reader = self.algebra, self.reader
        try:
            difference = a.sub(reader.real(right), reader.real(left))
        except (Unread, TooLarge) as error:
            return Leaf(id, False, str(error))
        signs = {a.sign(difference)}
        if relation == "Ne":
            signs.add(a.sign(a.neg(difference)))
        if signs & ENOUGH[relation]:
            return Leaf(id, True, "", NORMAL_FORM, (SIGN,))
        text = Printer(a).factored(difference)
        return Leaf(id, False, f"the sign of {text} is not seen")

    def sides(self, part: Part) -> tuple[Poly, Poly]:
        """Both sides of a part as polynomials."""
        a, reader, type = self.algebra, self.reader, part.type
        if type is REAL:
            return reader.real(part.left), reader.real(part.right)
        if type is nat.NAT:
            return reader.natural(part.left), reader.natural(part.right)
        if spine(type)[0] is Const("Fin"):
            return reader.index(part.left), reader.index(part.right)
        x, y = reader.value(part.left), reader.value(part.right)
        return (ZERO, ZERO) if x is y else (a.of(x), a.of(y))

    # ---- sizes

    def difference(self, size: FVar, number: int) -> Poly:
        return self.algebra.sub(self.reader.values[size], self.algebra.const(number))

    def ask(self, x: Poly) -> None:
        """Raise `SizeSplit` if a size of the statement stands in `x` that may be a number there."""
        data = {b.var for b in self.statement.data}
        for atom in sorted(x.atoms, key=lambda a: a.uid):
            if atom.kind not in ("zero", "inv"):
                continue
            base = atom.args[0]
            size = next(iter(base.atoms))
            c, d = base.terms.get(((size, 1),), 0), base.terms.get((), 0)
            if size.kind != "size" or len(base.terms) != 2 or not c or not d:
                continue
            number = Fraction(-d) / c
            if (size.args[1], number) in self.apart:
                continue
            if size.args[1] in data and number.denominator == 1 and 0 < number <= LARGEST_CASE:
                raise SizeSplit(size.args[1], int(number))

    def open_sizes(self) -> list[FVar]:
        """Sizes that were taken to be above 0 without a hypothesis that says so."""
        wanted = self.algebra.used - self.supposed.positive
        found = [atom.args[1] for atom in wanted if atom.kind == "size"]
        data = {b.var for b in self.statement.data}
        if any(var not in data for var in found):
            raise Unread("a size inside the conclusion may be 0")
        return sorted(found, key=lambda v: v.id)
