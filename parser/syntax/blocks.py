"""Blocks cut out of terms: `by` and `calc`, and the few tactics that build data."""

from __future__ import annotations

from denotary.parser.syntax.brackets import CLOSERS, is_opener
from denotary.parser.syntax.operators import signs
from denotary.parser.syntax.pratt import Parser, prefix
from denotary.parser.syntax.tactics import CONTINUES, tactics
from denotary.parser.syntax.tokens import EOF, IDENT
from denotary.parser.syntax.tree import By, Expr, Notation

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
                if cols[j] < column and key not in CONTINUES:
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
    parts = tuple(tactics(p, begin, end))
    p.i = end
    span = (start, p.ends[end - 1])
    sorry = "sorry" in p.keys[begin:end] or "admit" in p.raws[begin:end]
    return By(parts, p.text[span[0] : span[1]], sorry, span=span)


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
