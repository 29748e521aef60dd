"""`let`, `have`, `show`, `if`, `match` and the other forms with keywords."""

from __future__ import annotations

from denotary.parser.syntax.atoms import at_pattern
from denotary.parser.syntax.binders import (
    BINDER_START,
    alternatives,
    bracket_binders,
    declared_one,
    discriminants,
)
from denotary.parser.syntax.pratt import Parser, prefix
from denotary.parser.syntax.tokens import EOF, IDENT, plain_name
from denotary.parser.syntax.tree import (
    Alternative,
    Binder,
    Expr,
    HaveExpr,
    Hole,
    Ident,
    If,
    IfLet,
    LambdaMatch,
    LetExpr,
    MatchExpr,
    Notation,
    Show,
)


def separator(p: Parser, what: str) -> None:
    """Between a `let`'s value and its body: `;` or a new line."""
    if p.accept(";"):
        return
    if not p.first[p.i] or p.keys[p.i] == EOF:
        p.fail(
            "`;` or a new line, and the body",
            advice=f"the body of a `{what}` starts on a new line or after `;`; an operator that "
            "continues the value must not stand at the end of the block",
        )


_LOCAL = ("let", "have", "haveI", "letI", "let_fun")


@prefix(*_LOCAL)
def local(p: Parser, least: int) -> Expr:
    """A run of `let`s and `have`s and the body: in a loop, as programs have hundreds of them."""
    heads: list[LetExpr | HaveExpr] = []
    while (word := p.keys[p.i]) in _LOCAL:
        heads.append(local_head(p))
        separator(p, word)
    body = p.term()
    for made in reversed(heads):
        body = with_body(made, body)
    return body


def with_body(made: LetExpr | HaveExpr, body: Expr) -> Expr:
    object.__setattr__(made, "body", body)
    object.__setattr__(made, "span", (made.span[0], body.span[1]))
    return made


def local_head(p: Parser) -> LetExpr | HaveExpr:
    """`let …`/`have …` without the body, which is a `Hole` until it is known."""
    i = p.i
    start = p.starts[i]
    word = p.keys[i]
    p.i += 1
    column = p.cols[i]
    with p.saved(column):
        rec = word == "let" and p.keys[p.i] == IDENT and p.raws[p.i] == "rec"
        if rec:
            p.i += 1
        if p.keys[p.i] == IDENT and p.raws[p.i] == "mut":
            p.i += 1
        name, binders, pattern = _local_name(p, word)
        kind = p.term() if p.accept(":") else None
        value: Expr
        alts: tuple[Alternative, ...] = ()
        otherwise: Expr | None = None
        if p.keys[p.i] == "|":
            alts = alternatives(p)
            value = LambdaMatch(alts, span=p.since(alts[0].span[0]))
        elif p.accept("from") or p.keys[p.i] == "by":
            value = p.term()
        else:
            p.expect(":=", "the type after `:`")
            value = p.term()
            if pattern is not None and p.keys[p.i] == "|" and p.accept("|"):
                otherwise = p.term()
    span = p.since(start)
    body = Hole("", span=(span[1], span[1]))
    if word in ("have", "haveI", "let_fun"):
        return HaveExpr(name, binders, kind, value, body, pattern, span=span)
    return LetExpr(name, binders, kind, value, body, pattern, rec, otherwise, alts, span=span)


def _local_name(p: Parser, word: str) -> tuple[str, tuple[Binder, ...], Expr | None]:
    i = p.i
    key = p.keys[i]
    if key == IDENT:
        pattern = at_pattern(p)
        if pattern is not None:
            return "_", (), pattern
        name = p.name()
        return name, _local_binders(p), None
    if key in (":", ":=", "|") and word != "let":
        return "this", (), None
    if word in ("have", "haveI") and key in BINDER_START and key != "(":
        return "this", _local_binders(p), None
    pattern = p.term(1024)
    return "_", (), pattern


def _local_binders(p: Parser) -> tuple[Binder, ...]:
    out: list[Binder] = []
    while True:
        key = p.keys[p.i]
        if key == IDENT:
            out += declared_one(p)
        elif key in BINDER_START:
            out += bracket_binders(p)
        elif key == "⟨":
            pattern = p.term(1024)
            out.append(Binder("_", None, pattern=pattern, span=pattern.span))
        else:
            return tuple(out)


@prefix("show")
def show(p: Parser, least: int) -> Expr:
    i = p.i
    start = p.starts[i]
    p.i += 1
    kind = p.term()
    if p.accept("from") or p.keys[p.i] == "by":
        value = p.term()
    else:
        separator(p, "show")
        value = p.term()
    return Show(kind, value, span=(start, value.span[1]))


@prefix("suffices")
def suffices(p: Parser, least: int) -> Expr:
    """`suffices h : T from e; body`, as `have h : T := body; e` reads its parts."""
    i = p.i
    start = p.starts[i]
    p.i += 1
    with p.saved(p.cols[i]):
        name = "this"
        if p.keys[p.i] == IDENT and p.keys[p.i + 1] == ":":
            name = p.name()
            p.i += 1
        kind = p.term()
        if p.accept("from") or p.keys[p.i] == "by":
            value = p.term()
        else:
            p.fail("`from` or `by`")
    separator(p, "suffices")
    body = p.term()
    return HaveExpr(name, (), kind, body, value, span=(start, body.span[1]))


@prefix("if")
def conditional(p: Parser, least: int) -> Expr:
    i = p.i
    start = p.starts[i]
    p.i += 1
    if p.accept("let"):
        pattern = p.term()
        p.expect_any(":=", "←", "<-")
        value = p.term()
        p.expect("then")
        then = p.term()
        p.expect("else")
        otherwise = p.term()
        return IfLet(pattern, value, then, otherwise, span=(start, otherwise.span[1]))
    name = ""
    if p.keys[p.i] == IDENT and p.keys[p.i + 1] == ":":
        name = p.name()
        p.i += 1
    cond = p.term()
    p.expect("then")
    then = p.term()
    if p.keys[p.i] != "else":
        p.fail("`else`", advice="a term's `if` needs an `else`")
    p.i += 1
    otherwise = p.term()
    return If(name, cond, then, otherwise, span=(start, otherwise.span[1]))


@prefix("match")
def match(p: Parser, least: int) -> Expr:
    start = p.starts[p.i]
    p.i += 1
    motive: Expr | None = None
    while (
        p.keys[p.i] == "("
        and p.raws[p.i + 1] in ("motive", "generalizing", "dependent")
        and p.keys[p.i + 2] == ":="
    ):
        which = p.raws[p.i + 1]
        value = p.named_argument().value
        if which == "motive":
            motive = value
    discrs = discriminants(p)
    p.expect("with", "`,` and one more term to match on")
    if p.keys[p.i] != "|":
        p.fail("`|` and the first pattern")
    alts = alternatives(p)
    return MatchExpr(discrs, alts, motive, span=p.since(start))


@prefix("nofun", argument=True)
def no_function(p: Parser, least: int) -> Expr:
    p.i += 1
    return LambdaMatch((), span=p.since(p.starts[p.i - 1]))


@prefix("nomatch")
def no_match(p: Parser, least: int) -> Expr:
    start = p.starts[p.i]
    p.i += 1
    return MatchExpr(discriminants(p), (), span=p.since(start))


@prefix("open", "set_option")
def scoped_term(p: Parser, least: int) -> Expr:
    """`open Foo in e`: a `Notation` of the words and the term; `set_option … in e` is `e`."""
    i = p.i
    start = p.starts[i]
    word = p.keys[i]
    p.i += 1
    names: list[Expr] = []
    while p.keys[p.i] not in ("in", EOF):
        if p.keys[p.i] == IDENT:
            names.append(Ident(plain_name(p.raws[p.i]), span=(p.starts[p.i], p.ends[p.i])))
        p.i += 1
    p.expect("in")
    body = p.term()
    if word == "set_option":
        return body
    return Notation("open", (*names, body), span=(start, body.span[1]))
