"""A hash of what a declaration means: its statement and every definition that it reaches.

Blind to the names and kinds of binders, to proofs (`Proof` terms, applied theorems, the values of
theorems), documentation, layout and positions. Everything else counts, names of constants included.
A theorem's own name does not. A constant that is unknown or does not elaborate counts by its name.
"""

from __future__ import annotations

from hashlib import sha256

from denotary.spec.declarations import Declaration, Kind
from denotary.spec.depth import deep
from denotary.spec.environment import Environment
from denotary.spec.reach import dependencies, lookup
from denotary.spec.terms import (
    App,
    BVar,
    Clause,
    Const,
    FVar,
    Lam,
    Let,
    Lit,
    Match,
    Pi,
    Proj,
    Proof,
    Sort,
    Term,
    Unsupported,
)


class _Hasher:
    """Digests over one environment: of terms, of declarations alone, and with what they reach."""

    def __init__(self, env: Environment) -> None:
        self.env = env
        self._terms: dict[Term, bytes] = {}
        self._edges: dict[str, list[str]] = {}
        self._done: dict[str, bytes] = {}

    def term(self, term: Term) -> bytes:
        known = self._terms.get(term)
        if known is None:
            known = self._terms[term] = self._node(term)
        return known

    def _node(self, term: Term) -> bytes:
        sub = self.term
        match term:
            case BVar(index):
                return _digest("bvar", str(index))
            case Const(name):
                return _PROOF if self._is_theorem(name) else _digest("const", name)
            case App(Const(name)) if self._is_theorem(name):
                return _PROOF
            case App(fn, args):
                return _digest("app", sub(fn), *map(sub, args))
            case Lam(_, type_, body):
                return _digest("lam", sub(type_), sub(body))
            case Pi(_, type_, body):
                return _digest("pi", sub(type_), sub(body))
            case Let(_, type_, value, body):
                return _digest("let", sub(type_), sub(value), sub(body))
            case Lit(value):
                return _digest("str" if isinstance(value, str) else "nat", str(value))
            case Sort(level):
                return _digest("sort", str(level))
            case Proj(struct, index, expr):
                return _digest("proj", struct, str(index), sub(expr))
            case Proof():
                return _PROOF
            case Match(motive, discrs, clauses):
                parts = [sub(motive), *map(sub, discrs), *map(sub, clauses)]
                return _digest("match", str(len(discrs)), *parts)
            case Clause(vars, patterns, body):
                types = [sub(t) for _, t in vars]
                return _digest("clause", str(len(vars)), *types, *map(sub, patterns), sub(body))
            case Unsupported(type_, reason):
                return _digest("unsupported", sub(type_), reason)
            case FVar(id):
                return _digest("fvar", str(id))
        raise TypeError(f"no fingerprint of a {type(term).__name__}")

    def _is_theorem(self, name: str) -> bool:
        found = lookup(self.env, name)
        return found is not None and found.kind is Kind.THEOREM

    def own(self, declaration: Declaration) -> bytes:
        """The declaration by itself: constants below it count by name."""
        if declaration.kind is Kind.THEOREM:
            return _digest("statement", self.term(declaration.type))
        value = declaration.value
        return _digest(
            "declaration",
            declaration.name,
            self.term(declaration.type),
            b"" if value is None else self.term(value),
            str(declaration.params),
            *declaration.constructors,
            *(f.name for f in declaration.fields),
            declaration.inductive,
            str(declaration.index),
        )

    def edges(self, name: str) -> list[str]:
        known = self._edges.get(name)
        if known is None:
            found = lookup(self.env, name)
            below = dependencies(found) if found is not None else []
            known = self._edges[name] = [n for n in below if not self._is_theorem(n)]
        return known

    def reaching(self, root: str) -> bytes:
        """The digest of `root` with all it reaches; mutually recursive constants as one lump.

        Tarjan's algorithm, without recursion: a component is complete before what depends on it.
        """
        if root in self._done:
            return self._done[root]
        order: dict[str, int] = {root: 0}
        low: dict[str, int] = {root: 0}
        open_: list[str] = [root]
        is_open = {root}
        work = [(root, iter(self.edges(root)))]
        while work:
            name, below = work[-1]
            for child in below:
                if child in self._done:
                    continue
                if child not in order:
                    order[child] = low[child] = len(order)
                    open_.append(child)
                    is_open.add(child)
                    work.append((child, iter(self.edges(child))))
                    break
                if child in is_open:
                    low[name] = min(low[name], order[child])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[name])
                if low[name] == order[name]:
                    at = open_.index(name)
                    members, open_ = open_[at:], open_[:at]
                    is_open.difference_update(members)
                    self._finish(members)
        return self._done[root]

    def _finish(self, members: list[str]) -> None:
        inside = set(members)
        own = {n: self._own_or_unknown(n) for n in members}
        outside = {self._done[c] for n in members for c in self.edges(n) if c not in inside}
        lump = _digest("component", *sorted(own.values()), *sorted(outside))
        for name in members:
            self._done[name] = _digest("member", own[name], lump)

    def _own_or_unknown(self, name: str) -> bytes:
        found = lookup(self.env, name)
        return _digest("unknown", name) if found is None else self.own(found)


def _digest(*parts: str | bytes) -> bytes:
    """A hash in which no two sequences of parts run together."""
    h = sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        h.update(b"%d:" % len(data))
        h.update(data)
    return h.digest()


_PROOF = _digest("proof")


@deep
def fingerprint(env: Environment, name: str) -> str:
    """The meaning of constant `name` as 64 hexadecimal digits (show the first 16).

    Raises `UnknownConstant` when there is no such constant.
    """
    declaration = env[name]
    hasher = env.derived.get(_Hasher)
    if hasher is None:
        hasher = env.derived[_Hasher] = _Hasher(env)
    return hasher.reaching(declaration.name).hex()
