"""Sums over `Fin n` with `n` a polynomial, and functions of indices, in a canonical form.

A sum is an atom: binders with their radices, and one monomial that no binder leaves unconnected.
What does not depend on a binder is taken out, sums of sums are merged, and binders get canonical
names by the places in which they occur. Indices are polynomials in *index variables*; one over
`Fin (m * n)` has a variable for each factor, so that a sum over it is `Σ_i Σ_j`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from .naturals import Naturals
from .poly import INDICATORS, NATURAL, ONE, ZERO, Atom, Mono, Poly, TooLarge, alone, short
from .vanish import REBUILT, outermost

Binder = tuple[Atom, Poly]
TIES = 720
"""Orders of binders that look alike that are tried."""


class Indexed(Naturals):
    """Polynomials with index variables, sums over them and functions of them."""

    def __init__(self) -> None:
        super().__init__()
        self.fresh_count = 0
        self.settled = False
        self.stable: set[Atom] = set()
        """Sums whose binders keep their names when other variables are renamed."""
        self.windows = False
        """Whether a sum under a condition is kept apart from sums around it."""

    def fresh(self, radix: Poly) -> Atom:
        """A new index variable below `radix`."""
        self.fresh_count += 1
        atom = self.atom("var", f"i{self.fresh_count}")
        self.radix[atom] = radix
        return atom

    def atom(self, kind: str, *args: Any) -> Atom:
        known = len(self._atoms)
        atom = super().atom(kind, *args)
        if len(self._atoms) > known and kind in ("sum", "lam"):
            atom.free = atom.free.difference(args[1])
            atom.height += 1
        return atom

    # ---- sums

    def total(self, var: Atom, x: Poly) -> Poly:
        """`Σ_var x`, for `var` below its radix."""
        self.check()
        radix = self.radix[var]
        parts: list[Poly] = []
        for mono, c in x.terms.items():
            inside = [(a, e) for a, e in mono if var in a.free]
            outside = Poly({tuple((a, e) for a, e in mono if var not in a.free): c})
            if inside:
                parts.append(self.mul(outside, self._component(var, inside)))
            else:
                parts.append(self.mul(outside, radix))
        result = self.add(ZERO, *parts)
        if self.sign(x) in (1, 2):
            self.learn(result, 1)
        return result

    def _component(self, var: Atom, inside: Sequence[tuple[Atom, int]]) -> Poly:
        binders = [var]
        factors = []
        for atom, e in inside:
            if atom.kind == "sum" and e > 0:
                for _ in range(e):
                    opened, body = self.opened(atom)
                    binders += opened
                    factors.append(body)
            else:
                factors.append(Poly({((atom, e),): 1}))
        return self.closed(binders, self.product(factors))

    def opened(self, atom: Atom) -> tuple[list[Atom], Poly]:
        """The binders of a sum or function as new variables, and its body over them."""
        radices, bound, body = atom.args
        fresh = [self.fresh(radix) for radix in radices]
        return fresh, self.put(body, dict(zip(bound, map(self.of, fresh), strict=True)))

    def closed(self, binders: Sequence[Atom], x: Poly) -> Poly:
        """`Σ_binders x`, each term by its connected parts."""
        parts = []
        for mono, c in x.terms.items():
            factor = self.const(c)
            for group, atoms in _connected(binders, mono):
                if not group:
                    factor = self.mul(factor, Poly({atoms: 1}))
                elif not atoms:
                    factor = self.mul(factor, self.product(self.radix[b] for b in group))
                else:
                    factor = self.mul(factor, self._sum(group, atoms))
            parts.append(factor)
        return self.add(ZERO, *parts)

    def _sum(self, binders: Sequence[Atom], mono: Mono) -> Poly:
        single = self._at_one(binders, mono)
        if single is not None:
            return single
        body = Poly({mono: 1})
        radices, bound, body = self.canonical(binders, body)
        atom = self.atom("sum", radices, bound, body)
        if self.settled:
            self.stable.add(atom)
        found = self.of(atom)
        if self.windows and any(a.kind in INDICATORS for a, _ in mono):
            self.names += 1
            return self.symbol("name", found)
        return found

    def lam(self, binders: Sequence[Atom], body: Any) -> Atom:
        """The function of indices with this body, a polynomial or an atom."""
        height = body.height + 1
        bound = tuple(self.atom("var", ("bound", height, k)) for k in range(len(binders)))
        renamed = self.put(body, dict(zip(binders, map(self.of, bound), strict=True)))
        return self.atom("lam", tuple(self.radix[b] for b in binders), bound, renamed)

    def _at_one(self, binders: Sequence[Atom], mono: Mono) -> Poly | None:
        """`Σ_b [b = q] x b` as `x q`, under the condition that `q` is a value of `b`."""
        for atom, _ in mono:
            if atom.kind != "zero":
                continue
            for b in binders:
                q = _solved(atom.args[0], b)
                if q is None:
                    continue
                rest = Poly({tuple((a, e) for a, e in mono if a is not atom): 1})
                inside = self.mul(self.natural_or_zero(q), self.below(q, self.radix[b]))
                found = self.mul(inside, self.put(rest, {b: q}))
                return self.closed([x for x in binders if x is not b], found)
        return None

    def one_sum(self, x: Poly) -> Poly | None:
        """`P` if `x` is `Σ_k P`, for a variable `k` that inverses in it depend on.

        All terms must be sums over one such variable; `x` is zero where `P` is.
        """
        found: list[tuple[Mono, Fraction | int, Atom]] = []
        radix: Poly | None = None
        for mono, c in x.terms.items():
            sums = [(a, e) for a, e in mono if a.kind == "sum"]
            if len(sums) != 1 or sums[0][1] != 1:
                return None
            atom = sums[0][0]
            found.append((tuple(item for item in mono if item[0] is not atom), c, atom))
            radix = radix or self._inverted(atom)
        if radix is None or any(atom.args[0].count(radix) != 1 for _, _, atom in found):
            return None
        k = self.fresh(radix)
        parts = []
        for rest, c, atom in found:
            binders, body = self.opened(atom)
            own = binders[atom.args[0].index(radix)]
            inner = self.put(body, {own: self.of(k)})
            inner = self.closed([b for b in binders if b is not own], inner)
            parts.append(self.mul(Poly({rest: c}), inner))
        return self.add(ZERO, *parts)

    def _inverted(self, atom: Atom) -> Poly | None:
        """The radix of a binder of a sum that an inverse or a root in it depends on."""
        radices, bound, body = atom.args
        for inner in body.atoms:
            if inner.kind in ("inv", "sqrt"):
                for b, radix in zip(bound, radices, strict=True):
                    if b in inner.free:
                        return radix
        return None

    def of_all(self, binders: Sequence[Atom], p: Poly) -> Poly:
        """Whether a condition holds for all values of some variables, as an indicator."""
        return p if p == ONE else self.symbol("all", self.lam(binders, p))

    # ---- canonical names

    def canonical(
        self, binders: Sequence[Atom], body: Poly
    ) -> tuple[tuple[Poly, ...], tuple[Atom, ...], Poly]:
        """Radices, names and body of a sum, the same for sums that differ in names alone."""
        colours = {b: hash((self.radix[b], "radix")) for b in binders}
        blind = dict.fromkeys(body.free.difference(binders), _FREE)
        for _ in range(min(len(binders), 3)):
            if len(set(colours.values())) == len(binders):
                break
            colours = {
                b: hash((colours[b], _signature(body, {**blind, **colours, b: _MARK}, {})))
                for b in binders
            }
        groups: dict[int, list[Atom]] = {}
        for b in binders:
            groups.setdefault(colours[b], []).append(b)
        ordered = [groups[c] for c in sorted(groups)]
        height = body.height + 1
        names = tuple(self.atom("var", ("bound", height, k)) for k in range(len(binders)))
        best: tuple[Any, Poly] | None = None
        for k, choice in enumerate(product(*[permutations(g) for g in ordered])):
            if k >= TIES:
                break
            order = [b for group in choice for b in group]
            renamed = self.put(body, dict(zip(order, map(self.of, names), strict=True)))
            rank = sorted(tuple((a.uid, e) for a, e in m) for m in renamed.terms)
            if best is None or rank < best[0]:
                best = (rank, renamed)
        assert best is not None
        self.settled = len(groups) == len(binders)
        radices = tuple(self.radix[b] for group in ordered for b in group)
        return radices, names, best[1]

    # ---- putting values for variables

    def put(self, x: Any, values: Mapping[Atom, Poly]) -> Any:
        """`x` with variables replaced wherever they are."""
        self.check()
        return _Putter(self, values).any(x)


class _Putter:
    def __init__(self, algebra: Indexed, values: Mapping[Atom, Poly]) -> None:
        self.algebra, self.values = algebra, values
        self.keys = frozenset(values)
        self.renaming = all(alone(x) for x in values.values()) and len({*values.values()}) == len(
            values
        )
        """Whether variables take the place of variables, no two the same."""
        self.names_alone = self.renaming and all(
            atom.kind == "var" for x in values.values() for atom in x.atoms
        )
        """Whether they are index variables too: a sign that holds for all values then is kept."""
        self.done: dict[Any, Any] = {}

    def any(self, x: Any) -> Any:
        if isinstance(x, Poly):
            if x.free.isdisjoint(self.keys):
                return x
            found = self.done.get(x)
            if found is None:
                moved = {a: self.poly(a) for a in x.atoms if not a.free.isdisjoint(self.keys)}
                found = self.done[x] = self.moved(x, moved)
                known = self.algebra.signs.get(x) if self.names_alone else 0
                if known:
                    self.algebra.learn(found, known)
            return found
        if isinstance(x, Atom):
            if x.free.isdisjoint(self.keys):
                return x
            if x.kind == "lam" and self.renaming:
                radices, bound, body = x.args
                return self.algebra.atom("lam", self.any(radices), bound, self.any(body))
            if x.kind == "lam":
                binders, body = self.algebra.opened(x)
                return self.algebra.lam(binders, self.any(body))
            return self.algebra.atom(x.kind, *map(self.any, x.args))
        if isinstance(x, tuple):
            return tuple(map(self.any, x))
        if isinstance(x, frozenset):
            return frozenset(map(self.any, x))
        return x

    def moved(self, x: Poly, values: Mapping[Atom, Poly]) -> Poly:
        """`x` with its atoms replaced; at once where they are replaced by others one by one."""
        atoms = {a: alone(v) for a, v in values.items()}
        if not self.renaming or not all(atoms.values()):
            return outermost(self.algebra, x, values)
        terms: dict[Mono, Fraction | int] = {}
        for mono, c in x.terms.items():
            renamed = [(atoms.get(a) or a, e) for a, e in mono]
            key = tuple(sorted(renamed, key=lambda item: item[0].uid))
            terms[key] = c
        if len(terms) < len(x.terms):
            return outermost(self.algebra, x, values)
        return Poly(terms)

    def poly(self, a: Atom) -> Poly:
        if a in self.values:
            return self.values[a]
        found = self.done.get(a)
        if found is None:
            found = self.done[a] = self._poly(a)
        return found

    def _poly(self, a: Atom) -> Poly:
        g = self.algebra
        if a.kind == "sum" and self.renaming and a in g.stable:
            radices, bound, body = a.args
            found = g.atom("sum", radices, bound, self.any(body))
            g.stable.add(found)
            return g.of(found)
        if a.kind == "sum":
            binders, body = g.opened(a)
            return g.closed(binders, self.any(body))
        args = tuple(map(self.any, a.args))
        if a.kind == "name":
            one = args[0].single
            if one is not None and one[1] == 1 and len(one[0]) == 1:
                return g.symbol("name", args[0]) if one[0][0][0].kind == "sum" else args[0]
        if a.kind in REBUILT:
            return REBUILT[a.kind](g, args)
        if a.kind == "nsub":
            return g.natural_sub(args[0], ZERO)
        if a.kind == "clip":
            return g.clip(*args)
        if a.kind in ("ndiv", "nmod"):
            return g.div_mod(*args)[a.kind == "nmod"]
        moved = g.atom(a.kind, *args)
        if a in g.radix and moved not in g.radix:
            g.radix[moved] = self.any(g.radix[a])
        return g.of(moved)


def _solved(x: Poly, b: Atom) -> Poly | None:
    """`q` if `x = 0` says that `b = q`, an integer without `b`."""
    c = x.terms.get(((b, 1),), 0)
    rest = {m: Fraction(-d) / c for m, d in x.terms.items() if m != ((b, 1),)} if c else {}
    if not c or any(b in a.free for m in rest for a, _ in m):
        return None
    if any(d.denominator != 1 for d in rest.values()):
        return None
    if any(e < 0 or a.kind not in NATURAL for m in rest for a, e in m):
        return None
    return Poly({m: short(d) for m, d in rest.items()})


_MARK = hash("the binder that is looked at")
_FREE = hash("a variable of the surroundings")


def _signature(part: Any, colours: Mapping[Atom, int], done: dict[Any, int]) -> int:
    """A hash that does not see names of binders but through their colours."""
    if isinstance(part, Poly):
        return hash(
            tuple(
                sorted(
                    hash((tuple(sorted((_signature(a, colours, done), e) for a, e in mono)), c))
                    for mono, c in part.terms.items()
                )
            )
        )
    if isinstance(part, Atom):
        if part in colours:
            return colours[part]
        if part.free.isdisjoint(colours):
            return hash((part.uid, "closed"))
        found = done.get(part)
        if found is None:
            inner = tuple(_signature(a, colours, done) for a in part.args)
            found = done[part] = hash((part.kind, inner))
        return found
    if isinstance(part, tuple):
        return hash(tuple(_signature(p, colours, done) for p in part))
    if isinstance(part, frozenset):
        return hash(tuple(sorted(_signature(p, colours, done) for p in part)))
    return hash(part)


def _connected(binders: Sequence[Atom], mono: Mono) -> Iterable[tuple[tuple[Atom, ...], Mono]]:
    """The monomial in parts that share no binder, each with its binders."""
    names = set(binders)
    groups: list[tuple[set[Atom], list[tuple[Atom, int]]]] = []
    plain: list[tuple[Atom, int]] = []
    for a, e in mono:
        mine = set(a.free & names)
        if not mine:
            plain.append((a, e))
            continue
        factors = [(a, e)]
        for group in [g for g in groups if g[0] & mine]:
            groups.remove(group)
            mine |= group[0]
            factors += group[1]
        groups.append((mine, factors))
    if plain:
        yield (), tuple(plain)
    for mine, factors in groups:
        yield (
            tuple(b for b in binders if b in mine),
            tuple(sorted(factors, key=lambda item: item[0].uid)),
        )
    used = set().union(*(g[0] for g in groups)) if groups else set()
    rest = tuple(b for b in binders if b not in used)
    if rest:
        yield rest, ()


__all__ = ["Indexed", "TooLarge"]
