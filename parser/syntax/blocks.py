"""Blocks cut out of terms: `by` and `calc`, and the few tactics that build data."""

from __future__ import annotations

from itertools import pairwise

from denotary.parser.syntax.brackets import CLOSERS, is_opener
from denotary.parser.syntax.control import local_head
from denotary.parser.syntax.operators import signs
from denotary.parser.syntax.pratt import Parser, prefix
from denotary.parser.syntax.tokens import EOF, IDENT, plain_name
from denotary.parser.syntax.tree import By, Expr, Notation, Tactic
from denotary.spec.diagnostics import LeanError

_BINDERS = signs("∀ ∃ ∃! ∑ ∏ ⨆ ⨅ ⋃ ⋂ ∫ ∑' ∏' ∀ᶠ ∃ᶠ ∀ᵐ ∫⁻ Σ")
"""A comma follows each of these within the block."""
_TYPED = _BINDERS | signs("have let haveI letI suffices fun λ if match")
_TYPED_WORDS = signs(
    "obtain set generalize rcases cases induction choose rename_i by_cases by_contra"
)
"""A colon may follow each of these within the block; else it ascribes a type to the block."""
_TYPED_ENDS = signs("=> ↦ := then with ,")
_COMMA_WORDS = signs("use exists interval_cases fin_cases cases induction generalize")
"""Tactics that take several arguments with commas between them."""
_BAR_WORDS = signs("rintro rcases obtain first intro rcases' cases' casesm")
"""Tactics whose arguments may have bars."""
_CONTINUES = signs("<;> using at")
"""Go on with a tactic in whatever column they stand."""
_ENDS = signs("termination_by decreasing_by deriving where")


def block_end(p: Parser, i: int) -> int:
    """The index after the block whose first token is at `i`.

    A block ends at a dedent, at a closer that it did not open, at a comma or `else` that belongs
    to what stands around it, and at the words that close a declaration.
    """
    keys, cols, first = p.keys, p.cols, p.first
    if keys[i] == EOF or (first[i] and cols[i] <= p.column):
        return i
    column = cols[i]
    if p.raws[i] == "classical" and first[i + 1] and keys[i + 1] != EOF:
        column = min(column, cols[i + 1])  # the tactics that follow are its own
    depth = commas = ifs = colons = 0
    bars = False
    matching = 0
    j = i
    while True:
        key = keys[j]
        if key == EOF:
            return j
        if depth == 0:
            if first[j] and j > i:
                if cols[j] < column and key not in _CONTINUES:
                    return j
                if cols[j] == column:
                    commas = matching = colons = 0
            if key in CLOSERS:
                return j
            if key in _TYPED or (key == IDENT and p.raws[j] in _TYPED_WORDS):
                colons += 1
            elif key in _TYPED_ENDS:
                colons = max(0, colons - 1)
            if key == ":":
                if colons:
                    colons -= 1
                elif p.depth:
                    return j
            if key == ",":
                if commas:
                    commas -= 1
                elif p.depth and not matching:
                    return j
            elif key in _BINDERS:
                commas += 1
            elif key == "match":
                matching += 1
                bars = True
            elif key == "with":
                matching = max(0, matching - 1)
                bars = True
            elif key == "if":
                ifs += 1
            elif key == "else":
                if ifs == 0:
                    return j
                ifs -= 1
            elif key == "then":
                if ifs == 0:
                    return j
            elif key == "|":
                if not bars and j > i and not first[j] and p.spaced[j] and p.spaced[j + 1]:
                    return j
            elif key in _ENDS and j > i:
                return j
            elif key == IDENT:
                raw = p.raws[j]
                if raw in _COMMA_WORDS:
                    matching += 1
                if raw in _BAR_WORDS:
                    bars = True
            elif key in ("fun", "λ", "let"):
                bars = True
        if is_opener(key):
            depth += 1
        elif key in CLOSERS:
            depth -= 1
        j += 1


@prefix("by")
def by(p: Parser, least: int) -> Expr:
    at = p.i
    p.i += 1
    begin = p.i
    end = block_end(p, begin)
    start = p.starts[at]
    tactics = tuple(_tactics(p, begin, end))
    p.i = end
    span = (start, p.ends[end - 1])
    sorry = "sorry" in p.keys[begin:end] or "admit" in p.raws[begin:end]
    return By(tactics, p.text[span[0] : span[1]], sorry, span=span)


def _tactics(p: Parser, begin: int, end: int) -> list[Tactic]:
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
            if first[j] and cols[j] <= column and key not in _CONTINUES:
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
            out.append(_tactic(p, a, stop))
    return out


_TERM_TACTICS = signs("exact refine apply show change refine' exact_mod_cast")


def _tactic(p: Parser, a: int, b: int) -> Tactic:
    word = p.raws[a]
    span = (p.starts[a], p.ends[b - 1])
    term: Expr | None = None
    names: tuple[str, ...] = ()
    if word in _TERM_TACTICS or p.keys[a] in ("let", "have", "haveI", "letI", "by"):
        term = _within(p, a, b, word)
    elif word in ("intro", "intros", "unfold", "rintro", "delta", "classical"):
        kept = []
        for j in range(a + 1, b):
            if p.keys[j] == IDENT:
                kept.append(plain_name(p.raws[j]))
            elif p.keys[j] in ("at", "with"):
                break
        names = tuple(kept)
    return Tactic(word, p.text[span[0] : span[1]], term, names, span=span)


def _within(p: Parser, a: int, b: int, word: str) -> Expr | None:
    """The term of the tactic at `[a, b)`; None if it is not a term on its own."""
    keys = p.keys
    kept, keys[b] = keys[b], EOF
    state, level = p.state(), p.level
    try:
        p.column, p.depth, p.frames = p.cols[a], 0, []
        if word in _TERM_TACTICS:
            p.i = a + 1
            term = p.term()
        else:
            p.i = a
            term = local_head(p)
        return term if p.i == b or (p.keys[p.i] == "from" and word == "show") else None
    except LeanError:
        return None
    finally:
        p.restore(state)
        p.level = level
        keys[b] = kept


@prefix("calc")
def calc(p: Parser, least: int) -> Expr:
    """`calc a = b := h …`: a `Notation` of relations and proofs in turn."""
    at = p.i
    start = p.starts[at]
    p.i += 1
    args: list[Expr] = []
    column = p.cols[p.i]
    with p.saved(column):
        args.append(p.term())
        if p.accept(":="):
            args.append(p.term())
    if p.first[p.i] and p.keys[p.i] == IDENT and p.raws[p.i] == "_":
        column = p.cols[p.i]
    while p.first[p.i] and p.cols[p.i] == column and p.keys[p.i] != EOF:
        with p.saved(column):
            args.append(p.term())
            p.expect(":=")
            args.append(p.term())
    return Notation("calc", tuple(args), span=p.since(start))
