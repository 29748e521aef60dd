"""The term parser's core: precedence climbing over the token lists, with Lean's column rule.

Layout is Lean's own: some forms save their position, and an argument of an application must stand
to the right of the saved column. So no separators are inserted; `let`, alternatives, structure
fields and blocks end where a token fails that test. Brackets forget the saved column.

What each prefix token does is in the table `PREFIX_RULES`, filled by the modules of the term
language (`atoms`, `binding`, `control`, `brackets`, `blocks`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from denotary.parser.syntax import notations as nt
from denotary.parser.syntax.cursor import Cursor
from denotary.parser.syntax.operators import (
    ASCII,
    BRACKETED,
    INFIX,
    ITERATE,
    LEAD,
    MAX,
    POSTFIX,
)
from denotary.parser.syntax.tokens import EOF, FIELD, IDENT, Tokens, plain_name
from denotary.parser.syntax.tree import (
    AppExpr,
    Arrow,
    BinOp,
    Expr,
    Field,
    Hole,
    Ident,
    Index,
    NamedArg,
    NamedPattern,
    Notation,
    NotationDecl,
    UnOp,
)
from denotary.spec.depth import make_room
from denotary.spec.diagnostics import LeanError

PrefixRule = Callable[["Parser", int], Expr]

PREFIX_RULES: dict[str, PrefixRule] = {}
"""How a term begins, by the key of its first token. A rule gets the precedence asked for."""

ARGUMENT_START: set[str] = {IDENT}
"""Keys that may begin an argument of an application."""

MAX_DEPTH = 400
"""Nesting of terms before the parser gives up; Python's own stack is the reason."""


def prefix(*keys: str, argument: bool = False) -> Callable[[PrefixRule], PrefixRule]:
    """Registers a prefix rule; `argument` when the form may stand as an argument."""

    def register(rule: PrefixRule) -> PrefixRule:
        for key in keys:
            PREFIX_RULES[key] = rule
            if argument:
                ARGUMENT_START.add(key)
        return rule

    return register


_MODULI = frozenset(("MOD", "ZMOD", "PMOD", "SMOD"))
"""`a ≡ b [MOD n]`: the bracket is no argument of `b`."""

_OPERATOR, _BRACKETED, _POSTFIX, _ARROW = range(4)
_INFIX: dict[str, tuple[int, int, int, str, int]] = {
    **{op: (*fix, ASCII.get(op, op), _OPERATOR) for op, fix in INFIX.items()},
    **{op: (*fix, op, _BRACKETED) for op, fix in BRACKETED.items()},
    **{op: (MAX, MAX, 0, op, _POSTFIX) for op in POSTFIX},
    "→": (25, 26, 25, "→", _ARROW),
    "->": (25, 26, 25, "→", _ARROW),
}


class Parser(Cursor):
    """A cursor that reads terms."""

    __slots__ = ("arguments", "infix", "level", "notations")

    def __init__(self, tokens: Tokens, file: str, notations: tuple[NotationDecl, ...] = ()) -> None:
        super().__init__(tokens, file)
        make_room()
        self.level = 0
        """How deep the term being read is nested."""
        self.notations = nt.index(notations)
        self.infix = {**_INFIX, **self.notations.infix} if self.notations.infix else _INFIX
        starting = self.notations.starting
        self.arguments = ARGUMENT_START.union(starting) if starting else ARGUMENT_START

    def term(self, least: int = 0) -> Expr:
        """The longest term whose operators bind at least as tightly as `least`."""
        keys = self.keys
        i = self.i
        start = self.starts[i]
        key = keys[i]
        if key == IDENT:
            self.i = i + 1
            raw = self.raws[i]
            left: Expr
            if raw == "_":
                left = Hole("", span=(start, self.ends[i]))
            else:
                left = Ident(raw if "«" not in raw else plain_name(raw), span=(start, self.ends[i]))
            made = MAX
        else:
            self.level += 1
            if self.level > MAX_DEPTH:
                self.fail("a less deeply nested term", "this term is nested too deeply")
            if key == "||" and not self.spaced[i + 1]:
                self.tokens.halve(i)
                key = "|"
            rule = PREFIX_RULES.get(key)
            if (
                rule is None
                or key in self.notations.starting
                or (key == "|" and self.spaced[i + 1])
            ):
                left = self.notation_prefix(least, rule)
            else:
                left = rule(self, least)
            self.level -= 1
            made = MAX
        infix = self.infix
        arguments = self.arguments
        spaced = self.spaced
        while True:
            i = self.i
            key = keys[i]
            rule5 = infix.get(key)
            if rule5 is not None:
                if key == "||" and self.frames and not spaced[i]:
                    self.tokens.halve(i)
                    return left
                prec, lhs, rhs, op, shape = rule5
                if prec < least or made < lhs:
                    return left
                if shape == _OPERATOR:
                    self.i = i + 1
                    if key == "≡" or key == "~":
                        left = self.congruence(left, start, op)
                    else:
                        self.level += 1
                        if self.level > MAX_DEPTH:
                            self.fail("a less deeply nested term", "this term is nested too deeply")
                        right = self.term(rhs)
                        self.level -= 1
                        left = BinOp(
                            op,
                            left,
                            right,
                            (self.starts[i], self.ends[i]),
                            span=(start, right.span[1]),
                        )
                elif shape == _ARROW:
                    self.i = i + 1
                    self.level += 1
                    if self.level > MAX_DEPTH:
                        self.fail("a less deeply nested term", "this term is nested too deeply")
                    right = self.term(25)
                    self.level -= 1
                    left = Arrow(left, right, span=(start, right.span[1]))
                elif shape == _POSTFIX:
                    if spaced[i] and op not in self.notations.infix:
                        return left
                    self.i = i + 1
                    left = UnOp(op, left, True, span=(start, self.ends[i]))
                    continue
                elif shape == nt.TRAILING:
                    left = self.trailing(left, start, self.notations.trailing[key])
                else:
                    left = self.bracketed(left, start, op, rhs)
                made = prec
                continue
            if not spaced[i]:
                # Glued to the left: access.
                if key == FIELD:
                    self.i = i + 1
                    for part in self.fields(self.raws[i][1:]):
                        left = Field(left, part, span=(start, self.ends[i]))
                    continue
                if key == "[" and not self.first[i]:
                    left = self.index(left, start)
                    continue
                if key == ITERATE:
                    self.i = i + 1
                    with self.bracket():
                        times = self.term()
                    self.expect("]", opened=i)
                    left = Notation("_^[_]", (left, times), span=self.since(start))
                    continue
                if key == "@" and type(left) is Ident and not spaced[i + 1]:
                    self.i = i + 1
                    inner = self.term(MAX)
                    left = NamedPattern(left.name, inner, span=(start, inner.span[1]))
                    continue
                if key == ".{":
                    self.i = i + 1
                    while not self.accept("}"):
                        if keys[self.i] == EOF:
                            self.fail("`}`")
                        self.i += 1
                    continue
                if key == "!" and spaced[i + 1]:
                    self.i = i + 1
                    left = UnOp("!", left, True, span=(start, self.ends[i]))
                    continue
            if key in arguments:
                if (
                    least <= LEAD
                    and made >= LEAD
                    and self.cols[i] > self.column
                    and self.starts_argument(i, key)
                ):
                    left = self.application(left, start)
                    made = LEAD
                    continue
                if key == "!" and least <= LEAD and spaced[i] and self.factorial(i):
                    self.i = i + 1
                    left = UnOp("!", left, True, span=(start, self.ends[i]))
                    made = MAX
                    continue
                return left
            if key == "|>.":
                if least > 10:
                    return left
                left = self.pipe(left, start)
                made = 10
                continue
            if key == ".." and made == LEAD and isinstance(left, AppExpr) and spaced[i]:
                if self.interval_bound(i):
                    return left
                self.i = i + 1
                left = replace(left, ellipsis=True, span=(start, self.ends[i]))
                continue
            if key == ".." and made == MAX and least <= LEAD and spaced[i]:
                if self.interval_bound(i):
                    return left
                self.i = i + 1
                left = AppExpr(left, (), True, span=(start, self.ends[i]))
                made = LEAD
                continue
            return left

    def factorial(self, i: int) -> bool:
        """`n !`: nothing that the sign could negate follows."""
        return self.spaced[i + 1] or self.keys[i + 1] in (")", "]", "}", "⟩", ",")

    def interval_bound(self, i: int) -> bool:
        """`a .. b` of an interval integral: something follows the dots on their line."""
        return not self.first[i + 1] and self.keys[i + 1] not in (
            ")",
            "]",
            "}",
            "⟩",
            ",",
            "=>",
            "↦",
            "|",
            ":=",
            EOF,
        )

    @staticmethod
    def fields(raw: str) -> list[str]:
        return [plain_name(raw)] if "«" in raw else raw.split(".")

    def starts_argument(self, i: int, key: str) -> bool:
        """Signs that are both the start of a term and something else after one."""
        if key == "|":
            return (
                self.spaced[i] and not self.spaced[i + 1] and not self.first[i]
                and self.keys[i + 1] not in ("|", "‖")
            )  # fmt: skip
        if key == "‖" and self.frames and self.frames[-1] == "‖":
            return self.spaced[i] and not self.spaced[i + 1]
        if key == "!":
            return self.spaced[i] and not self.factorial(i)
        if key == FIELD:
            return not self.raws[i][1].isdigit()
        if key == "[":
            return self.raws[i + 1] not in _MODULI
        return True

    def application(self, fn: Expr, start: int) -> Expr:
        """The arguments after `fn`."""
        args: list[Expr | NamedArg] = []
        keys, cols = self.keys, self.cols
        named = False
        while True:
            i = self.i
            key = keys[i]
            if key not in self.arguments or cols[i] <= self.column:
                break
            if key == "(" and keys[i + 1] == IDENT and keys[i + 2] == ":=":
                args.append(self.named_argument())
                named = True
                continue
            if key != IDENT and not self.starts_argument(i, key):
                break
            if key == "[" and not self.spaced[i]:
                break
            args.append(self.term(MAX))
        end = self.ends[self.i - 1]
        if isinstance(fn, AppExpr) and not named and not fn.ellipsis:
            return AppExpr(fn.fn, fn.args + tuple(args), span=(start, end))
        return AppExpr(fn, tuple(args), span=(start, end))

    def named_argument(self) -> NamedArg:
        """`(x := e)`, the cursor on its parenthesis."""
        opened = self.i
        self.i += 1
        name = self.name()
        self.i += 1
        with self.bracket():
            self.dots.append([])
            value = self.term()
            self.dots.pop()
        self.expect(")", opened=opened)
        return NamedArg(name, value, span=self.since(self.starts[opened]))

    def index(self, left: Expr, start: int) -> Expr:
        """`a[i]` and its variants, the cursor on the bracket."""
        opened = self.i
        self.i += 1
        with self.bracket():
            at = Hole() if self.keys[self.i] == ":" else self.term()
            if self.accept(":"):
                stop = self.term() if self.keys[self.i] != "]" else Hole()
                self.expect("]", opened=opened)
                return Notation("[:]", (left, at, stop), span=self.since(start))
            if self.accept("|"):
                given = self.term()
                self.expect("]", opened=opened)
                return Notation("_[_|_]", (left, at, given), span=self.since(start))
        self.expect("]", opened=opened)
        i = self.i
        if not self.spaced[i] and self.keys[i] in ("!", "?"):
            self.i += 1
            kind = "!" if self.keys[i] == "!" else "?"
            return Index(left, at, kind, span=self.since(start))
        if not self.spaced[i] and self.keys[i] == "'":
            self.i += 1
            proof = self.term(MAX)
            return Index(left, at, "'", proof, span=self.since(start))
        return Index(left, at, span=self.since(start))

    def pipe(self, left: Expr, start: int) -> Expr:
        """`e |>.name args`."""
        self.i += 1
        i = self.i
        if self.keys[i] not in (IDENT, "NUM"):
            self.fail("a field name")
        self.i += 1
        for part in self.fields(self.raws[i]):
            left = Field(left, part, span=(start, self.ends[i]))
        key = self.keys[self.i]
        if (
            key in self.arguments
            and self.cols[self.i] > self.column
            and self.starts_argument(self.i, key)
        ):
            left = self.application(left, start)
        return left

    def bracketed(self, left: Expr, start: int, op: str, rhs: int) -> Expr:
        """`A →L[𝕜] B`, `f =ᶠ[l] g`: a `Notation` named `→L[_]` with arguments as written."""
        opened = self.i
        self.i += 1
        with self.bracket():
            inner = self.term()
        self.expect("]", opened=opened)
        right = self.term(rhs)
        return Notation(op + "_]", (left, inner, right), span=(start, right.span[1]))

    def congruence(self, left: Expr, start: int, op: str) -> Expr:
        """`a ≡ b [MOD n]`, else the plain operator."""
        sign = (self.starts[self.i - 1], self.ends[self.i - 1])
        right = self.term(51)
        i = self.i
        if self.keys[i] == "[" and self.raws[i + 1] in _MODULI:
            self.i = i + 2
            with self.bracket():
                modulus = self.term()
            self.expect("]", opened=i)
            name = f"{op}[{self.raws[i + 1]}]"
            return Notation(name, (left, right, modulus), span=self.since(start))
        return BinOp(op, left, right, sign, span=(start, right.span[1]))

    # ---- notations declared in the file

    def notation_prefix(self, least: int, rule: PrefixRule | None) -> Expr:
        """A term that starts with a token of a notation in scope, or the error that none does.

        `rule` is what the token does of itself: tried last, as a notation in scope comes first.
        """
        i = self.i
        state, level = self.state(), self.level
        error: LeanError | None = None
        for decl in self.notations.starting.get(self.raws[i], ()):
            try:
                return self.mixfix(decl)
            except LeanError as e:
                error = e
                self.restore(state)
                self.level = level
                state = self.state()
        key = self.keys[i]
        if rule is not None and key != "|":
            return rule(self, least)
        if error is not None:
            raise error
        if nt.is_symbol_name(key):
            self.i = i + 1
            return Ident(key, span=(self.starts[i], self.ends[i]))
        self.fail("a term")

    def trailing(self, left: Expr, start: int, decls: tuple[NotationDecl, ...]) -> Expr:
        """The rest of a notation whose first operand is `left`: the first of `decls` that fits."""
        state, level = self.state(), self.level
        for k, decl in enumerate(decls):
            try:
                args = [left, *self.items(decl, 1)]
                return Notation(nt.name(decl), tuple(args), span=self.since(start))
            except LeanError:
                if k + 1 == len(decls):
                    raise
                self.restore(state)
                self.level = level
                state = self.state()
        raise AssertionError("a trailing notation has a declaration")

    def items(self, decl: NotationDecl, at: int) -> list[Expr]:
        """Reads the items of a notation from the given one on; the operands among them."""
        args: list[Expr] = []
        for item in decl.items[at:]:
            if isinstance(item, str):
                if self.raws[self.i] != item:
                    self.fail(f"`{item}` (of the notation `{nt.name(decl)}`)")
                self.i += 1
            else:
                args.append(self.term(item[1]))
        return args

    def mixfix(self, decl: NotationDecl) -> Expr:
        """Reads a `notation` item by item; `Notation` or `UnOp` with the operands in order."""
        start = self.starts[self.i]
        args = self.items(decl, 0)
        if decl.kind == "prefix":
            operand = self.term(decl.precedence)
            return UnOp(str(decl.items[0]), operand, span=self.since(start))
        return Notation(nt.name(decl), tuple(args), span=self.since(start))
