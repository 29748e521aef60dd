"""Core terms as Lean text for people: notation, hidden implicit arguments, unique binder names."""

from __future__ import annotations

from collections.abc import Sequence

from denotary.spec import nat
from denotary.spec.declarations import Declaration, Kind
from denotary.spec.depth import deep
from denotary.spec.environment import Environment
from denotary.spec.layout import LINE, Doc, Group, Line, Nest, cat, fill, hang, join, render
from denotary.spec.notation import (
    APP,
    ARG,
    AROUND,
    ARROW,
    BIG,
    BIG_OPERATOR,
    BINDER,
    INFIX,
    MIN,
    NAMES,
    POSTFIX,
    PREFIX,
)
from denotary.spec.reach import lookup
from denotary.spec.terms import (
    App,
    BinderInfo,
    BVar,
    Clause,
    Const,
    FVar,
    Lam,
    Let,
    Lit,
    Match,
    Meta,
    Pi,
    Proj,
    Proof,
    Sort,
    Term,
    Unsupported,
    children,
    lift,
    spine,
)

BRACKETS: dict[BinderInfo, tuple[str, str]] = {
    "explicit": ("(", ")"),
    "implicit": ("{", "}"),
    "strict": ("⦃", "⦄"),
    "inst": ("[", "]"),
}
Names = tuple[str, ...]
"""The names of the binders around a place, innermost last."""


class Printer:
    """Turns terms into documents. Stops with `…` after `budget` nodes: terms share subterms."""

    def __init__(self, env: Environment, budget: int = 20_000) -> None:
        self.env = env
        self.budget = budget
        self._uses: dict[tuple[Term, int], bool] = {}

    def term(self, term: Term, names: Names = (), power: int = MIN) -> Doc:
        """The document for `term` where an operand of binding power `power` is expected."""
        self.budget -= 1
        if self.budget < 0:
            return "…"
        match term:
            case BVar(index):
                return names[-1 - index] if index < len(names) else f"#{index - len(names)}"
            case FVar(_, name):
                return name
            case Meta(id):
                return f"?{id}"
            case Const(name):
                return NAMES.get(name) or ("@" if self._hides(name) else "") + name
            case Lit(value):
                return string(value) if isinstance(value, str) else str(value)
            case Sort(level):
                return "Type" if level else "Prop"
            case Proof():
                return "⋯"
            case Unsupported():
                return "⟪unsupported⟫"
            case App():
                return self._application(term, names, power)
            case Proj(struct, index, expr):
                return cat(self.term(expr, names, ARG), f".{self._field(struct, index)}")
            case Pi():
                return self._pi(term, names, power)
            case Lam():
                return parens(self._lambda(term, names), power > MIN)
            case Let():
                return parens(self._let(term, names), power > MIN)
            case Match():
                return parens(self._match(term, names), power > MIN)
        return f"⟪{type(term).__name__}⟫"

    # -- applications

    def explicit(self, head: Term, args: tuple[Term, ...]) -> tuple[Term, ...] | None:
        """The explicit arguments; `None` when an implicit one is still missing."""
        found = lookup(self.env, head.name) if isinstance(head, Const) else None
        if found is None:
            return args
        out: list[Term] = []
        type_ = found.type
        for arg in args:
            if not (isinstance(type_, Pi) and type_.info != "explicit"):
                out.append(arg)
            type_ = type_.body if isinstance(type_, Pi) else type_
        missing = isinstance(type_, Pi) and type_.info in ("implicit", "inst")
        return None if missing and not out else tuple(out)

    def _hides(self, name: str) -> bool:
        found = lookup(self.env, name)
        return (
            found is not None
            and isinstance(found.type, Pi)
            and found.type.info in ("implicit", "inst")
        )

    def _application(self, term: App, names: Names, power: int) -> Doc:
        value = nat.numeral(term)
        if value is not None:
            return str(value)
        explicit = self.explicit(term.fn, term.args)
        if explicit is None:
            docs = [self.term(a, names, ARG) for a in term.args]
            assert isinstance(term.fn, Const)
            return parens(hang(f"@{term.fn.name}", *fill(docs)), power > APP)
        if isinstance(term.fn, Const):
            special = self._special(term.fn.name, explicit, term, names, power)
            if special is not None:
                return special
            head: Doc = NAMES.get(term.fn.name, term.fn.name)
        else:
            head = self.term(term.fn, names, APP)
        return self.applied(head, explicit, names, power)

    def applied(self, head: Doc, args: Sequence[Term], names: Names, power: int) -> Doc:
        if not args:
            return head
        docs = [self.term(a, names, ARG) for a in args]
        return parens(hang(head, *fill(docs)), power > APP)

    def _special(
        self, name: str, args: tuple[Term, ...], term: App, names: Names, power: int
    ) -> Doc | None:
        """The notation for constant `name` applied to explicit `args`, if it has one."""
        if name == "List.cons" and (items := self._list(term)) is not None:
            inside = join(cat(",", LINE), [self.term(t, names) for t in items])
            return Group(cat("[", Nest(1, inside), "]"))
        if name in INFIX and len(args) == 2:
            op = INFIX[name]
            left, right = self.term(args[0], names, op.left), self.term(args[1], names, op.right)
            return parens(hang(left, f" {op.symbol}", LINE, right), power > op.power)
        if name in PREFIX and len(args) == 1:
            symbol, own, operand = PREFIX[name]
            return parens(cat(symbol, self.term(args[0], names, operand)), power > own)
        if name in POSTFIX and len(args) == 1:
            return cat(self.term(args[0], names, ARG), POSTFIX[name])
        if name in AROUND and len(args) == 1:
            before, after = AROUND[name]
            return cat(before, self.term(args[0], names), after)
        if name in BINDER and len(args) == 1 and isinstance(args[0], Lam):
            lam = args[0]
            new, inner = self.bind(lam.name, lam.body, names)
            body = self.term(lam.body, inner)
            return parens(hang(f"{BINDER[name]} {new},", LINE, body), power > MIN)
        if name in BIG_OPERATOR and len(args) == 2:
            return self._big(BIG_OPERATOR[name], args[0], args[1], names, power)
        if name == "ite" and len(args) == 3:
            return self._if(self.term(args[0], names), args[1], args[2], names, names, power)
        if name == "dite" and len(args) == 3:
            return self._dite(args, names, power)
        if name == "DFunLike.coe" and args:
            if len(args) == 1:
                return cat("⇑", self.term(args[0], names, ARG))
            return self.applied(self.term(args[0], names, ARG), args[1:], names, power)
        if name == "OfScientific.ofScientific" and len(args) == 3:
            return decimal(args)
        if name == "Subtype" and len(args) == 1 and isinstance(args[0], Lam):
            new, inner = self.bind(args[0].name, args[0].body, names)
            return hang(f"{{ {new} //", LINE, self.term(args[0].body, inner), " }")
        return self._structural(name, args, term, names, power)

    def _structural(
        self, name: str, args: tuple[Term, ...], term: App, names: Names, power: int
    ) -> Doc | None:
        """Projections as `x.f`, structures as `⟨…⟩`, pairs as `(a, b)`."""
        found = lookup(self.env, name)
        if found is None:
            return None
        owner = lookup(self.env, found.inductive) if found.inductive else None
        if owner is None or owner.is_class:
            return None
        if found.kind is Kind.PROJECTION and len(term.args) > owner.params:
            struct = term.args[owner.params]
            head = cat(self.term(struct, names, ARG), f".{name.rpartition('.')[2]}")
            return self.applied(head, term.args[owner.params + 1 :], names, power)
        if found.kind is Kind.CONSTRUCTOR and owner.kind is Kind.STRUCTURE:
            fields = term.args[owner.params :]
            if len(fields) < self._arity(found) - owner.params:
                return None
            left, right = ("(", ")") if name == "Prod.mk" else ("⟨", "⟩")
            inside = join(cat(",", LINE), [self.term(t, names) for t in fields])
            return Group(cat(left, Nest(1, inside), right))
        return None

    def _arity(self, found: Declaration) -> int:
        type_, n = found.type, 0
        while isinstance(type_, Pi):
            type_, n = type_.body, n + 1
        return n

    def _list(self, term: Term) -> list[Term] | None:
        items: list[Term] = []
        while isinstance(term, App) and term.fn is Const("List.cons") and len(term.args) == 3:
            items.append(term.args[1])
            term = term.args[2]
        return items if spine(term)[0] is Const("List.nil") else None

    def _big(self, symbol: str, over: Term, fn: Term, names: Names, power: int) -> Doc:
        if isinstance(fn, Lam):
            new, inner = self.bind(fn.name, fn.body, names)
            body = self.term(fn.body, inner, BIG)
        else:
            new = fresh("i", names)
            body = self.applied(self.term(fn, names, APP), [FVar(-1, new)], names, BIG)
        where: Doc = ""
        if spine(over)[0] is not Const("Finset.univ"):
            where = cat(" ∈ ", self.term(over, names, 51))
        return parens(hang(f"{symbol} {new}", where, ",", LINE, body), power > BIG)

    def _if(
        self, cond: Doc, then: Term, other: Term, in_then: Names, in_other: Names, power: int
    ) -> Doc:
        below = self.term(other, in_other)
        chained = spine(other)[0] in (Const("ite"), Const("dite"))
        last = cat(" ", below) if chained else Nest(2, cat(LINE, below))
        yes = Nest(2, cat(LINE, self.term(then, in_then)))
        return parens(Group(cat("if ", cond, " then", yes, LINE, "else", last)), power > MIN)

    def _dite(self, args: tuple[Term, ...], names: Names, power: int) -> Doc | None:
        cond, then, other = args
        if not (isinstance(then, Lam) and isinstance(other, Lam)):
            return None
        new, _ = self.bind(then.name, then.body, names)
        if new == "_":
            new = fresh("h", names)
        inner = (*names, new)
        test = cat(f"{new} : ", self.term(cond, names))
        return self._if(test, then.body, other.body, inner, inner, power)

    # -- binders

    def bind(self, name: str, body: Term, names: Names) -> tuple[str, Names]:
        """A name for a binder over `body`, distinct from those in scope; `_` when it is unused."""
        if not self.uses(body, 0):
            return "_", (*names, "_")
        new = fresh(name, names)
        return new, (*names, new)

    def uses(self, term: Term, index: int) -> bool:
        """Whether loose variable `index` occurs in `term`."""
        if term.loose <= index:
            return False
        if isinstance(term, BVar):
            return term.index == index
        key = (term, index)
        known = self._uses.get(key)
        if known is None:
            known = self._uses[key] = any(self.uses(child, index + k) for child, k in _under(term))
        return known

    def _lambda(self, term: Lam, names: Names) -> Doc:
        heads: list[str] = []
        body: Term = term
        while isinstance(body, Lam):
            new, names = self.bind(body.name, body.body, names)
            heads.append(new)
            body = body.body
        return hang(f"fun {' '.join(heads)} =>", LINE, self.term(body, names))

    def _pi(self, term: Pi, names: Names, power: int) -> Doc:
        if term.info == "explicit" and not self.uses(term.body, 0):
            left = self.term(term.type, names, ARROW + 1)
            right = self.term(term.body, (*names, "_"), ARROW)
            return parens(Group(cat(left, " →", LINE, right)), power > ARROW)
        binders: list[Pi] = []
        body: Term = term
        while isinstance(body, Pi) and (body.info != "explicit" or self.uses(body.body, 0)):
            binders.append(body)
            body = body.body
        docs, inner = self.binders(binders, names)
        head = hang("∀ ", docs[0], *fill(docs[1:]), ",")
        return parens(hang(head, LINE, self.term(body, inner)), power > ARROW)

    def binders(self, binders: Sequence[Pi], names: Names) -> tuple[list[Doc], Names]:
        """`(a b : A) {n : ℕ} [Fintype α]`: neighbours of one type and kind share brackets."""
        docs: list[Doc] = []
        run: list[str] = []
        for i, binder in enumerate(binders):
            outer = names
            anonymous = binder.info == "inst" and not self.uses(binder.body, 0)
            new = "_" if anonymous else fresh(binder.name, names)
            names = (*names, new)
            left, right = BRACKETS[binder.info]
            if anonymous:
                docs.append(cat(left, self.term(binder.type, outer), right))
                continue
            run.append(new)
            after = binders[i + 1] if i + 1 < len(binders) else None
            if after is not None and _continues(binder, after):
                continue
            at = names[: len(names) - len(run)]
            type_ = self.term(binders[i - len(run) + 1].type, at)
            docs.append(hang(f"{left}{' '.join(run)} :", LINE, type_, right))
            run = []
        return docs, names

    def _let(self, term: Let, names: Names) -> Doc:
        new, inner = self.bind(term.name, term.body, names)
        value = hang(f"let {new} :=", LINE, self.term(term.value, names))
        return Group(cat(value, Line("; "), self.term(term.body, inner)))

    def _match(self, term: Match, names: Names) -> Doc:
        discrs = join(", ", [self.term(d, names) for d in term.discrs])
        arms = [cat(LINE, self._clause(c, names)) for c in term.clauses]
        return Group(cat("match ", discrs, " with", *arms))

    def _clause(self, clause: Clause, names: Names) -> Doc:
        n = len(clause.vars)
        for i, (name, _) in enumerate(clause.vars):
            used = self.uses(clause.body, n - 1 - i)
            names = (*names, fresh(name, names) if used else "_")
        patterns = join(", ", [self.term(p, names) for p in clause.patterns])
        return hang("| ", patterns, " =>", LINE, self.term(clause.body, names))

    def _field(self, struct: str, index: int) -> str:
        found = lookup(self.env, struct)
        if found is not None and index < len(found.fields):
            return found.fields[index].name
        return str(index + 1)


def _continues(binder: Pi, after: Pi) -> bool:
    """Whether `after` has the same type, one binder further in, and the same brackets."""
    return binder.info == after.info != "inst" and after.type is lift(binder.type, 1)


def _under(term: Term) -> list[tuple[Term, int]]:
    """The children with the number of binders crossed on the way."""
    match term:
        case Lam(_, type_, body) | Pi(_, type_, body):
            return [(type_, 0), (body, 1)]
        case Let(_, type_, value, body):
            return [(type_, 0), (value, 0), (body, 1)]
        case Clause(vars, patterns, body):
            n = len(vars)
            return [
                *((t, i) for i, (_, t) in enumerate(vars)),
                *((p, n) for p in patterns),
                (body, n),
            ]
    return [(c, 0) for c in children(term)]


def fresh(name: str, names: Names) -> str:
    """`name`, or `name_1`, `name_2`, … when it is taken; `x` for a name no user wrote."""
    base = name.split("✝")[0]
    if base in ("", "_") or "." in base:
        base = "x"
    new, n = base, 0
    while new in names:
        n += 1
        new = f"{base}_{n}"
    return new


def parens(doc: Doc, needed: bool) -> Doc:
    return cat("(", Nest(1, doc), ")") if needed else doc


def string(value: str) -> str:
    """A Lean string literal."""
    table = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return '"' + "".join(table.get(c, c) for c in value) + '"'


def decimal(args: tuple[Term, ...]) -> Doc | None:
    """`OfScientific.ofScientific m negative e` as `m · 10^±e` in plain digits."""
    match args:
        case (Lit(int() as digits), Const(sign), Lit(int() as exponent)):
            if sign == "Bool.false":
                return f"{digits}e{exponent}"
            text = str(digits).rjust(exponent + 1, "0")
            return f"{text[:-exponent]}.{text[-exponent:]}" if exponent else text
    return None


@deep
def pretty(env: Environment, term: Term, width: int = 100) -> str:
    """`term` as Lean text, lines of at most `width` columns where possible."""
    return render(Printer(env).term(term), width)
