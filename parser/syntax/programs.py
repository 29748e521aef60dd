"""`do` blocks: items in one column, each read to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from denotary.parser.syntax.binders import discriminants, pattern_rows, proof_name
from denotary.parser.syntax.blocks import block_end
from denotary.parser.syntax.control import local_head
from denotary.parser.syntax.dotree import (
    DoAlternative,
    DoAssign,
    DoBind,
    DoBreak,
    DoContinue,
    DoExpr,
    DoFor,
    DoHave,
    DoIf,
    DoIfLet,
    DoLet,
    DoMatch,
    DoNested,
    DoReturn,
    DoTry,
    DoUnless,
    DoWhile,
    Item,
    NestedAction,
    Seq,
)
from denotary.parser.syntax.pratt import Parser, prefix
from denotary.parser.syntax.tokens import EOF, IDENT, plain_name
from denotary.parser.syntax.tree import Do, Expr, HaveExpr, Hole, Ident, LetExpr
from denotary.spec.diagnostics import LeanError

ARROWS = ("←", "<-")


@prefix("do", argument=True)
def do(p: Parser, least: int) -> Expr:
    """`do …`; what does not parse is cut out whole, with the reason."""
    at = p.i
    p.i += 1
    state, level = p.state(), p.level
    try:
        items = sequence(p)
        return Do(items, span=p.since(p.starts[at]))
    except LeanError as problem:
        p.restore(state)
        p.level = level
        end = block_end(p, p.i)
        p.i = end
        return Do((), problem.diagnostic, span=(p.starts[at], p.ends[end - 1]))


@prefix(*ARROWS)
def nested_action(p: Parser, least: int) -> Expr:
    start = p.starts[p.i]
    if least > 0:
        p.fail("a term", advice="write `(← e)`, in parentheses")
    p.i += 1
    inner = p.term()
    return NestedAction(inner, span=(start, inner.span[1]))


def sequence(p: Parser) -> Seq:
    """The items: each starts a line at or right of the column of the first, or follows a `;`."""
    if p.keys[p.i] == "{":
        return _bracketed(p)
    i = p.i
    column = p.cols[i]
    if p.keys[i] in _STOPS:
        p.fail("the items of the block", advice="they stand to the right of what opens it")
    out: list[Item] = []
    arguments, forbidden = p.arguments, "do" not in p.arguments
    if forbidden:
        p.arguments = p.arguments | {"do"}
    try:
        with p.saved(column):
            while True:
                out.append(item(p))
                if p.accept(";") and not (p.first[p.i] and p.cols[p.i] < column):
                    if p.keys[p.i] in _STOPS:
                        break
                    continue
                if p.first[p.i] and p.cols[p.i] >= column and p.keys[p.i] not in _STOPS:
                    continue
                break
    finally:
        p.arguments = arguments
    return tuple(out)


_STOPS = frozenset((EOF, "|", "else", "catch", "finally", ")", "]", "}", "⟩", "where", ",", "then"))


def _bracketed(p: Parser) -> Seq:
    opened = p.i
    p.i += 1
    out: list[Item] = []
    with p.bracket():
        while p.keys[p.i] != "}":
            out.append(item(p))
            if not p.accept(";") and not p.first[p.i]:
                break
    p.expect("}", "`;`", opened=opened)
    return tuple(out)


@contextmanager
def _without_do(p: Parser) -> Iterator[None]:
    """A `do` that follows belongs to the loop, not to the term."""
    before = p.arguments
    p.arguments = before - {"do"}
    try:
        yield
    finally:
        p.arguments = before


def item(p: Parser) -> Item:
    key, raw = p.keys[p.i], p.raws[p.i]
    rule = _KEYWORDS.get(key) or (_WORDS.get(raw) if key == IDENT else None)
    if rule is not None:
        return rule(p)
    start = p.starts[p.i]
    target = p.term()
    if isinstance(target, Do) and target.problem is None:
        return DoNested(target.items, span=target.span)
    kind: Expr | None = None
    if isinstance(target, Ident) and p.accept(":"):
        kind = p.term()
    if p.accept(":="):
        value = p.term()
        return DoAssign(target, kind, value, span=(start, value.span[1]))
    if p.keys[p.i] in ARROWS:
        p.i += 1
        inner = item(p)
        return DoBind(target, kind, inner, False, False, _otherwise(p, target), span=p.since(start))
    return DoExpr(target, span=target.span)


def _let(p: Parser) -> Item:
    at = p.i
    start = p.starts[at]
    p.i += 1
    mutable = p.keys[p.i] == IDENT and p.raws[p.i] == "mut"
    if mutable:
        p.i += 1
    mark = p.state()
    made = _arrow_or_pattern(p, start, mutable)
    if made is not None:
        return made
    p.restore(mark)
    p.i = at
    head = local_head(p)
    assert isinstance(head, LetExpr)
    return DoLet(head, mutable, span=head.span)


def _arrow_or_pattern(p: Parser, start: int, mutable: bool) -> Item | None:
    """`let x ← …`, `let p ← …`, `let p := … | …`; None for a plain `let`."""
    i = p.i
    if p.keys[i] == IDENT and p.raws[i] == "rec":
        return None
    kind: Expr | None = None
    try:
        if p.keys[i] == IDENT and p.keys[i + 1] in (*ARROWS, ":"):
            target: Expr = _named(p)
            if p.accept(":"):
                kind = p.term()
        else:
            target = p.term()
            if p.accept(":"):
                kind = p.term()
    except LeanError:
        return None
    if p.keys[p.i] in ARROWS:
        p.i += 1
        inner = item(p)
        rest = _otherwise(p, target)
        return DoBind(target, kind, inner, mutable, True, rest, span=p.since(start))
    if not isinstance(target, Ident) and p.accept(":="):
        value = p.term()
        span = p.since(start)
        if p.accept("|"):
            rest = sequence(p)
            body = Hole(span=(span[1], span[1]))
            head = LetExpr("_", (), kind, value, body, target, span=span)
            return DoLet(head, mutable, rest, span=p.since(start))
    return None


def _otherwise(p: Parser, target: Expr) -> Seq | None:
    """`| …` after a pattern's value."""
    if isinstance(target, Ident) or (p.first[p.i] and p.cols[p.i] < p.column):
        return None
    return sequence(p) if p.accept("|") else None


def _named(p: Parser) -> Expr:
    i = p.i
    p.i += 1
    span = (p.starts[i], p.ends[i])
    return Hole(span=span) if p.raws[i] == "_" else Ident(plain_name(p.raws[i]), span=span)


def _have(p: Parser) -> Item:
    head = local_head(p)
    assert isinstance(head, HaveExpr)
    return DoHave(head, span=head.span)


def _if(p: Parser) -> Item:
    start = p.starts[p.i]
    p.i += 1
    if p.accept("let"):
        pattern = p.term()
        bind = p.keys[p.i] in ARROWS
        p.expect_any(":=", *ARROWS)
        value = p.term()
        p.expect("then")
        then = sequence(p)
        otherwise = _else(p)
        return DoIfLet(pattern, value, bind, then, otherwise, span=p.since(start))
    name = proof_name(p)
    cond = p.term()
    p.expect("then")
    then = sequence(p)
    return DoIf(name, cond, then, _else(p), span=p.since(start))


def _else(p: Parser) -> Seq | None:
    if p.keys[p.i] != "else" or (p.first[p.i] and p.cols[p.i] < p.column):
        return None
    p.i += 1
    if p.keys[p.i] == "if" and not p.first[p.i]:
        return (_if(p),)
    return sequence(p)


def _unless(p: Parser) -> Item:
    start = p.starts[p.i]
    p.i += 1
    with _without_do(p):
        cond = p.term()
    p.expect("do")
    return DoUnless(cond, sequence(p), span=p.since(start))


def _match(p: Parser) -> Item:
    start = p.starts[p.i]
    p.i += 1
    discrs = discriminants(p)
    p.expect("with")
    alternatives: list[DoAlternative] = []
    column = p.cols[p.i]
    with p.saved(column):
        while p.keys[p.i] == "|" and p.cols[p.i] >= column:
            at = p.starts[p.i]
            rows = pattern_rows(p)
            body = sequence(p)
            alternatives.append(DoAlternative(rows, body, span=p.since(at)))
    return DoMatch(discrs, tuple(alternatives), span=p.since(start))


def _for(p: Parser) -> Item:
    start = p.starts[p.i]
    p.i += 1
    generators: list[tuple[str, Expr, Expr]] = []
    while True:
        name = proof_name(p)
        pattern = p.term()
        p.expect("in")
        with _without_do(p):
            generators.append((name, pattern, p.term()))
        if not p.accept(","):
            break
    p.expect("do")
    return DoFor(tuple(generators), sequence(p), span=p.since(start))


def _while(p: Parser) -> Item:
    start = p.starts[p.i]
    p.i += 1
    name = ""
    if p.keys[p.i] == IDENT and p.keys[p.i + 1] == ":":
        name = p.name()
        p.i += 1
    with _without_do(p):
        cond = p.term()
    p.expect("do")
    return DoWhile(cond, sequence(p), name, span=p.since(start))


def _repeat(p: Parser) -> Item:
    start = p.starts[p.i]
    p.i += 1
    return DoWhile(None, sequence(p), span=p.since(start))


def _return(p: Parser) -> Item:
    i = p.i
    p.i += 1
    value: Expr | None = None
    if not p.first[p.i] and p.keys[p.i] not in (*_STOPS, ";"):
        value = p.term()
    return DoReturn(value, span=p.since(p.starts[i]))


def _break(p: Parser) -> Item:
    p.i += 1
    return DoBreak(span=p.since(p.starts[p.i - 1]))


def _continue(p: Parser) -> Item:
    p.i += 1
    return DoContinue(span=p.since(p.starts[p.i - 1]))


def _try(p: Parser) -> Item:
    start = p.starts[p.i]
    for j in range(p.i, len(p.keys)):
        if p.keys[j] == IDENT and p.raws[j] in ("catch", "finally"):
            p.keys[j] = p.raws[j]
    p.i += 1
    body = sequence(p)
    handlers: list[tuple[Expr, Seq]] = []
    last: Seq | None = None
    while p.keys[p.i] == "catch" and not (p.first[p.i] and p.cols[p.i] < p.column):
        p.i += 1
        pattern = p.term()
        p.expect_any("=>", "↦")
        handlers.append((pattern, sequence(p)))
    if p.accept("finally"):
        last = sequence(p)
    return DoTry(body, tuple(handlers), last, span=p.since(start))


_KEYWORDS: dict[str, Callable[[Parser], Item]] = {
    "let": _let, "have": _have, "if": _if, "match": _match,
}  # fmt: skip
_WORDS: dict[str, Callable[[Parser], Item]] = {
    "unless": _unless, "for": _for, "while": _while, "repeat": _repeat, "return": _return,
    "break": _break, "continue": _continue, "try": _try,
}  # fmt: skip
