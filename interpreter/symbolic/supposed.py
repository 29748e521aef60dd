"""What the hypotheses of a statement say: signs, sizes, equations to rewrite by."""

from __future__ import annotations

from dataclasses import replace

from denotary.interpreter.judgement.statement import Binder, Statement
from denotary.spec import nat
from denotary.spec.terms import Const, FVar, Pi, Term, instantiate, spine, subterms

from .meanings import REAL
from .opaque import law
from .poly import Atom, alone
from .reduction import Rewrite, put
from .terms import Reader
from .unread import Empty, Split, Unread

SIGNS = {"LT.lt": 2, "LE.le": 1, "Ne": 3}
"""The sign of `right - left` that a relation tells."""


class Supposed:
    """Hypotheses as a reader and its algebra make use of them."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.positive: set[Atom] = set()
        """Sizes that are above 0."""

    def learn(self, name: str, type: Term) -> bool:
        """Make use of a hypothesis; False if it cannot hold."""
        head, args = spine(type)
        if head is Const("And"):
            return all([self.learn(name, arg) for arg in args])
        if not self._sign(head, args):
            return False
        if isinstance(type, Pi):
            self._everywhere(type)
        reader = self.reader
        rule = self._equation(name, type)
        found = law(reader, rule) if rule is not None else None
        if found is not None:
            reader.opaque.setdefault(found.head, []).append(found)
        elif rule is not None and _terminates(rule):
            reader.rewrites = (*reader.rewrites, rule)
        reader.forget()
        return True

    # ---- signs

    def _sign(self, head: Term, args: tuple[Term, ...]) -> bool:
        """Learn what a hypothesis says of a sign; False if it cannot hold."""
        a, reader = self.reader.algebra, self.reader
        if not isinstance(head, Const) or head.name not in SIGNS:
            return True
        low, high = args[-2:]
        try:
            kind = reader.whnf(args[0])
            if kind is REAL:
                a.learn(a.sub(reader.real(high), reader.real(low)), SIGNS[head.name])
            elif kind is nat.NAT and head.name != "LE.le":
                difference = a.sub(reader.natural(high), reader.natural(low))
                c = difference.constant
                if c is not None:
                    return c > 0 if head.name == "LT.lt" else c != 0
                a.learn(difference, SIGNS[head.name])
                one = difference.single
                if one is not None and (one[1] > 0 or head.name == "Ne"):
                    self.positive |= {x for x, _ in one[0] if x.kind == "size"}
        except (Unread, Split):
            return True
        return True

    def _everywhere(self, type: Pi) -> None:
        """Learn the sign of all values of a function from `∀ x …, 0 < f x`."""
        a, reader = self.reader.algebra, self.reader
        opened = self._opened(type)
        if opened is None:
            return
        vars, claim = opened
        head, args = spine(claim)
        if not isinstance(head, Const) or head.name not in SIGNS:
            return
        try:
            if reader.whnf(args[0]) is not REAL:
                return
            difference = a.sub(reader.real(args[-1]), reader.real(args[-2]))
            sign = SIGNS[head.name]
            if head.name == "Ne" and (one := difference.single) is not None and one[1] < 0:
                difference = a.neg(difference)
            atom = alone(difference)
            keys = [reader.key(v, reader.infer(v)) for v in vars]
        except (Unread, Split):
            return
        if atom is None or atom.kind != "app" or len(set(keys)) != len(keys):
            return
        if len(atom.args) - 1 == len(keys) and set(atom.args[1:]) == set(keys):
            a.signs.learn_everywhere(atom.args[0], sign)

    def _opened(self, type: Term) -> tuple[list[FVar], Term] | None:
        """The variables of `∀ x …, p`, and `p`; None where there are premises, or no values."""
        reader = self.reader
        vars: list[FVar] = []
        while isinstance(type, Pi):
            if reader.typer.is_prop(type.type):
                return None
            try:
                vars.append(reader.local(type.name, type.type))
            except Empty:
                return None
            type = instantiate(type.body, [vars[-1]])
        return vars, type

    # ---- equations

    def _equation(self, name: str, type: Term) -> Rewrite | None:
        """A hypothesis `∀ x …, f x = t` as a rule from left to right."""
        opened = self._opened(type)
        if opened is None:
            return None
        vars, claim = opened
        head, args = spine(claim)
        if head is not Const("Eq") or len(args) != 3:
            return None
        return Rewrite(name, tuple(vars), args[1], args[2])


def _terminates(rule: Rewrite) -> bool:
    """Whether a rule's left side is an application that does not come back in its right side."""
    head, _ = spine(rule.left)
    if not isinstance(head, (FVar, Const)):
        return False
    if isinstance(head, FVar) and any(t is head for t in subterms(rule.right)):
        return False
    return set(rule.vars) <= _locals(rule.left)


def _locals(term: Term) -> set[Term]:
    return {t for t in subterms(term) if isinstance(t, FVar)}


# ---- sizes


def substituted(statement: Statement) -> Statement:
    """The statement with sizes replaced by what hypotheses say that they are: `a = b * c`."""
    for binder in statement.hypotheses:
        solved = _solved(statement, binder.type)
        if solved is not None:
            return substituted(with_value(statement, *solved))
    return statement


def _solved(statement: Statement, type: Term) -> tuple[FVar, Term] | None:
    """A size, and a term of the other sizes that it equals."""
    head, args = spine(type)
    if head is not Const("Eq") or len(args) != 3 or args[0] is not nat.NAT:
        return None
    sizes = {b.var for b in statement.data if b.type is nat.NAT}
    for var, value in ((args[2], args[1]), (args[1], args[2])):
        if isinstance(var, FVar) and var in sizes and _locals(value) <= sizes - {var}:
            return var, value
    return None


def with_value(statement: Statement, var: FVar, value: Term) -> Statement:
    """The statement with a value for one of its binders. Sizes come first, for `value` has some."""
    binders = [
        replace(b, type=put(b.type, [var], [value])) for b in statement.binders if b.var is not var
    ]
    binders.sort(key=lambda b: not _is_size(b))
    return Statement(statement.env, tuple(binders), put(statement.conclusion, [var], [value]))


def _is_size(binder: Binder) -> bool:
    return binder.type is nat.NAT
