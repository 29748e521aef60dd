"""Core terms over sizes that are symbols, read as polynomials over atoms.

Definitions are unfolded down to the arithmetic of ℝ and ℕ, indices, sums over `Fin n` and
conditions; what a binder of the statement stands for is an atom. Nothing is evaluated at a size.
"""

from __future__ import annotations

from typing import Any

from denotary.spec import nat
from denotary.spec.terms import (
    Const,
    FVar,
    Lam,
    Pi,
    Proj,
    Sort,
    Term,
    beta,
    instantiate,
    spine,
    subterms,
)

from .derivatives import derivative, directional
from .meanings import KNOWN, POWERS, REAL, REALS, TRUTHS, quantified
from .opaque import taken_out
from .poly import ONE, Atom, Poly
from .reduction import LOCAL, Reduction
from .unread import Empty, Unread, name


class Reader(Reduction):
    """Reads terms over one algebra and one table of locals."""

    # ---- reals

    def real(self, term: Term) -> Poly:
        """A term of type `ℝ`. Raises `Unread` or `Split`."""
        found = self.reals.get(term)
        if found is None:
            found = self._real(self.head(term))
            if self.limit is not None and len(found.terms) > self.limit:
                found = self.algebra.named(found)
            self.reals[term] = found
        return found

    def _real(self, term: Term) -> Poly:
        if isinstance(term, FVar) and term in self.values:
            return self.values[term]
        value = nat.numeral(term)
        if value is not None:
            return self.algebra.const(value)
        head, args = spine(term)
        if isinstance(head, Const):
            rule = REALS.get(head.name)
            if rule is not None:
                return rule(self, args)
            if head.name in KNOWN:
                raise Unread(f"`{head.name}` has no rule here")
        asked = directional(term)
        if asked is not None:
            return derivative(self, asked)
        return taken_out(self, self.neutral(term))

    def truth(self, term: Term) -> Poly:
        """A proposition as an indicator."""
        term = self.head(term)
        if isinstance(term, Pi):
            return quantified(self, term)
        head, args = spine(term)
        rule = TRUTHS.get(head.name) if isinstance(head, Const) else None
        if rule is None:
            raise Unread(f"the condition `{name(head)}` has no rule here")
        return rule(self, args)

    # ---- naturals and indices

    def natural(self, term: Term) -> Poly:
        """A term of type `ℕ`."""
        found = self.naturals.get(term)
        if found is None:
            found = self.naturals[term] = self._natural(term)
        return found

    def _natural(self, term: Term) -> Poly:
        a = self.algebra
        while True:
            value = nat.literal(term)
            if value is not None:
                return a.const(value)
            op = nat.operation(term)
            if op is not None:
                return self.operation(op)
            if isinstance(term, FVar) and term in self.values:
                return self.values[term]
            head, args = spine(term)
            if head is Const("Nat.succ") and len(args) == 1:
                return a.add(self.natural(args[0]), ONE)
            if head is Const("ite") and len(args) == 5:
                return a.select(self.truth(args[1]), self.natural(args[3]), self.natural(args[4]))
            if isinstance(term, Proj) and term.struct == "Fin":
                return self.index(term.expr)
            if isinstance(head, Const) and head.name in ("Fin.val", "Fin.isLt") and len(args) == 2:
                return self.index(args[1])
            step = self.next(term, head, args)
            if step is None:
                self.stuck(term)
                return a.of(a.atom("nat", self.neutral(term)))
            term = step

    def operation(self, op: nat.NatOperation) -> Poly:
        a, x, y = self.algebra, self.natural(op.left), self.natural(op.right)
        match op.name:
            case "Nat.add":
                return a.add(x, y)
            case "Nat.mul":
                return a.mul(x, y)
            case "Nat.sub":
                return a.natural_sub(x, y)
            case "Nat.div":
                return a.div_mod(x, y)[0]
            case "Nat.mod":
                return a.div_mod(x, y)[1]
            case "Nat.pow" if y.constant is not None and y.constant <= POWERS:
                return a.power(x, int(y.constant))
        raise Unread(f"`{op.name}` has no rule here")

    def index(self, term: Term) -> Poly:
        """The number of a term of type `Fin n`."""
        a = self.algebra
        while True:
            if isinstance(term, FVar) and term in self.values:
                return self.values[term]
            value = nat.numeral(term)
            if value is not None:
                size = spine(self.whnf(self.infer(term)))[1]
                return a.div_mod(a.const(value), self.natural(size[0]))[1]
            head, args = spine(term)
            if head is Const("Fin.mk") and len(args) == 3:
                return a.clip(self.natural(args[1]), self.natural(args[0]))
            if head is Const("ite") and len(args) == 5:
                return a.select(self.truth(args[1]), self.index(args[3]), self.index(args[4]))
            step = self.next(term, head, args)
            if step is None:
                self.stuck(term)
                atom = a.atom("nat", self.neutral(term))
                size = spine(self.whnf(self.infer(term)))[1]
                if size:
                    a.radix.setdefault(atom, self.natural(size[0]))
                return a.of(atom)
            term = step

    # ---- what is not computed

    def neutral(self, term: Term) -> Atom:
        """An application of a local, or of a constant without meaning here."""
        a = self.algebra
        head, args = spine(term)
        if isinstance(head, FVar) or (isinstance(head, Const) and head.name not in KNOWN):
            root = a.atom("head", head)
        elif isinstance(head, Proj):
            root = a.atom("proj", head.struct, head.index, self.value(head.expr))
        else:
            raise Unread(f"`{name(head)}` has no rule here")
        if not args:
            return root
        type = self.infer(head)
        keys: list[Any] = []
        for arg in args:
            if not isinstance(type, Pi):
                type = self.whnf(type)
            if not isinstance(type, Pi):
                raise Unread(f"`{name(head)}` is applied but is not a function")
            keys.append(self.key(arg, type.type))
            type = instantiate(type.body, [arg])
        return a.atom("app", root, *keys)

    def key(self, term: Term, type: Term) -> Any:
        """A term of a type as an argument: equal keys mean equal terms."""
        type = self.whnf(type)
        if type is REAL:
            return self.real(term)
        if type is nat.NAT:
            return self.natural(term)
        head, _ = spine(type)
        if head is Const("Fin"):
            return self.index(term)
        if isinstance(type, Pi):
            return self.function(term, type)
        if self.typer.is_prop(type):
            return "proof"
        if isinstance(type, Sort):
            return self.type(term)
        if isinstance(head, FVar):
            return self.algebra.of(self.value(term))
        return self.value(term)

    def type(self, term: Term) -> Atom:
        """A type as an argument; one that depends on an index is not read."""
        term = self.whnf(term)
        if any(isinstance(t, FVar) and t.id >= LOCAL for t in subterms(term)):
            raise Unread("a type that depends on an index")
        return self.algebra.atom("type", term)

    def function(self, term: Term, type: Pi) -> Any:
        """A function as its body over variables of its own, one for each depth of nesting."""
        self.depth += 1
        try:
            var = self.local(f"x{self.depth}", type.type, Const(f"argument {self.depth}"))
            body = self.key(beta(term, [var]), instantiate(type.body, [var]))
        except Empty:
            return "empty"
        finally:
            self.depth -= 1
        if isinstance(body, str) or self.typer.is_prop(type.type):
            return body
        binders = self.digits.get(var)
        if binders is None:
            return self.algebra.atom("fun", var, body)
        return self.algebra.lam(binders, body)

    def value(self, term: Term) -> Atom:
        """A term of any other type."""
        term = self.head(term)
        a = self.algebra
        if isinstance(term, FVar) and term in self.digits:
            (digit,) = self.digits[term]
            return digit
        made = self.reducer.constructor(term)
        if made is None:
            if isinstance(term, Lam) or not isinstance(spine(term)[0], (Const, FVar, Proj)):
                raise Unread(f"`{name(spine(term)[0])}` has no rule here")
            return self.neutral(term)
        declaration, args = made
        type = declaration.type
        keys: list[Any] = []
        for k, arg in enumerate(args):
            type = type if isinstance(type, Pi) else self.whnf(type)
            assert isinstance(type, Pi)
            if k >= declaration.params:
                keys.append(self.key(arg, type.type))
            type = instantiate(type.body, [arg])
        return a.atom("data", declaration.name, *keys)
