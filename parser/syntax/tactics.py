"""A `by` block cut into tactics, and the parts of those that build data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import TypeVar

from denotary.parser.syntax.binders import discriminants, pattern_rows
from denotary.parser.syntax.brackets import CLOSERS, is_opener
from denotary.parser.syntax.control import local_head
from denotary.parser.syntax.operators import signs
from denotary.parser.syntax.pratt import Parser
from denotary.parser.syntax.tokens import EOF, IDENT, plain_name
from denotary.parser.syntax.tree import Expr, Hole, LetExpr, Tactic, TacticArm
from denotary.spec.diagnostics import LeanError

Part = TypeVar("Part")
CONTINUES = signs("<;> using at")
"""Go on with a tactic in whatever column they stand."""


def tactics(p: Parser, begin: int, end: int) -> list[Tactic]:
    """Cuts the tokens of a block into tactics: one a line in its column, or after `;`."""
    if begin >= end:
        return []
    keys, cols, first = p.keys, p.cols, p.first
    column = cols[begin]
    cuts = [begin]
    depth = functions = 0
    nested = False
    for j in range(begin, end):
        key = keys[j]
        if depth == 0 and j > begin:
            if first[j] and cols[j] <= column and key not in CONTINUES and key != "|":
                cuts.append(j)
                nested, functions = False, 0
            elif key == ";" and not nested:
                cuts.append(j + 1)
        if depth == 0:
            # A `;` after one of these is the inner block's.
            if key in ("by", "do", "·"):
                nested = True
            elif key in ("fun", "λ"):
                functions += 1
            elif key in ("=>", "↦"):
                nested = nested or functions == 0
                functions = max(0, functions - 1)
        if is_opener(key):
            depth += 1
        elif key in CLOSERS:
            depth -= 1
    cuts.append(end)
    out = []
    for a, b in pairwise(cuts):
        stop = b - 1 if b > a and keys[b - 1] == ";" else b
        if stop > a:
            out.append(tactic(p, a, stop))
    return out


_TERMS = signs("exact refine apply show change refine' exact_mod_cast use exists")
_LOCALS = ("let", "have", "haveI", "letI", "by")
_NAMES = ("intro", "intros", "unfold", "rintro", "delta", "classical")


def tactic(p: Parser, a: int, b: int) -> Tactic:
    word = p.raws[a]
    span = (p.starts[a], p.ends[b - 1])
    made = Tactic(word, p.text[span[0] : span[1]], span=span)
    found: Tactic | None = None
    if p.keys[a] in _LOCALS:
        found = _read(p, a, a, b, lambda: _with_term(made, local_head(p)))
    elif word in _TERMS:
        found = _read(p, a, a + 1, b, lambda: _with_term(made, p.term()))
    elif word in _NAMES:
        found = Tactic(word, made.text, None, _names(p, a + 1, b), span=span)
    elif word == "set":
        found = _read(p, a, a + 1, b, lambda: _set(p, made))
    elif word in ("rw", "rwa", "erw"):
        found = _read(p, a, a + 1, b, lambda: _rewrite(p, made))
    elif word in ("by_cases", "obtain", "rcases"):
        found = _read(p, a, a + 1, b, lambda: _cases_on(p, made))
    elif word in ("·", "."):
        inner = TacticArm((), tuple(tactics(p, a + 1, b)))
        found = Tactic("·", made.text, arms=(inner,), span=span)
    elif word in ("induction", "cases", "match"):
        found = _arms(p, a, b, made)
    return found or made


def _with_term(made: Tactic, term: Expr) -> Tactic:
    return Tactic(made.name, made.text, term, span=made.span)


def _names(p: Parser, a: int, b: int) -> tuple[str, ...]:
    kept: list[str] = []
    for j in range(a, b):
        if p.keys[j] == IDENT:
            kept.append(plain_name(p.raws[j]))
        elif p.keys[j] in ("at", "with"):
            break
    return tuple(kept)


@contextmanager
def _range(p: Parser, column: int, i: int, b: int) -> Iterator[None]:
    """Inside, the text ends at token `b`."""
    keys = p.keys
    kept, keys[b] = keys[b], EOF
    state, level = p.state(), p.level
    try:
        p.column, p.depth, p.frames, p.i = column, 0, [], i
        yield
    finally:
        p.restore(state)
        p.level = level
        keys[b] = kept


def _read(p: Parser, a: int, i: int, b: int, rule: Callable[[], Part]) -> Part | None:
    """What `rule` reads from token `i`, if that is all of the tactic at `[a, b)`."""
    with _range(p, p.cols[a], i, b):
        try:
            made = rule()
        except LeanError:
            return None
        done = p.i == b or (p.keys[p.i] == "from" and p.raws[a] == "show")
        return made if done else None


def _set(p: Parser, made: Tactic) -> Tactic:
    """`set x : T := e with h`."""
    start = p.starts[p.i]
    name = p.name()
    kind = p.term() if p.accept(":") else None
    p.expect(":=")
    value = p.term()
    span = p.since(start)
    names: tuple[str, ...] = ()
    if p.accept("with"):
        if p.keys[p.i] in ("←", "<-"):
            p.i += 1
        names = (p.name(),)
    head = LetExpr(name, (), kind, value, Hole(span=(span[1], span[1])), span=span)
    return Tactic(made.name, made.text, head, names, span=made.span)


def _rewrite(p: Parser, made: Tactic) -> Tactic:
    """`rw [a, ← b] at h`: rules with their directions, and the places as names."""
    opened = p.i
    p.expect("[")
    rules: list[tuple[bool, Expr]] = []
    with p.bracket():
        while p.keys[p.i] != "]":
            back = p.keys[p.i] in ("←", "<-")
            p.i += back
            rules.append((back, p.term()))
            if not p.accept(","):
                break
    p.expect("]", opened=opened)
    names: list[str] = []
    if p.accept("at"):
        while p.keys[p.i] == IDENT:
            names.append(p.name())
    return Tactic(made.name, made.text, None, tuple(names), rules=tuple(rules), span=made.span)


def _cases_on(p: Parser, made: Tactic) -> Tactic:
    """`by_cases h : p`, `obtain pat := e`, `rcases e with pat`."""
    if made.name == "by_cases":
        name = ""
        if p.keys[p.i] == IDENT and p.keys[p.i + 1] == ":":
            name = p.name()
            p.i += 1
        return Tactic(made.name, made.text, p.term(), (name,), span=made.span)
    if made.name == "obtain":
        pattern = p.term(1024)
        p.expect(":=")
        value = p.term()
    else:
        value = p.term()
        p.expect("with")
        pattern = p.term(1024)
    arm = TacticArm(((pattern,),), ())
    return Tactic(made.name, made.text, value, (), arms=(arm,), span=made.span)


def _arms(p: Parser, a: int, b: int, made: Tactic) -> Tactic | None:
    """`induction x with | c y ih => …`, `cases`, and `match e, f with | p, q => …`."""
    stop = next((j for j in range(a, b) if p.keys[j] == "with"), b)
    found = None if stop == b else _read(p, a, a + 1, stop, lambda: discriminants(p))
    if found is None:
        return None
    arms: list[TacticArm] = []
    i = stop + 1
    column = p.cols[i]
    while i < b and p.keys[i] == "|":
        with _range(p, p.cols[i], i, b):
            try:
                rows = pattern_rows(p)
            except LeanError:
                return None
            start = p.i
        end = start
        depth = 0
        while end < b:
            key = p.keys[end]
            if depth == 0 and key == "|" and p.first[end] and p.cols[end] <= column:
                break
            depth += is_opener(key) - (key in CLOSERS)
            end += 1
        arms.append(TacticArm(rows, tuple(tactics(p, start, end))))
        i = end
    if i != b:
        return None
    terms = tuple(term for _, term in found)
    return Tactic(made.name, made.text, None, (), terms=terms, arms=tuple(arms), span=made.span)
