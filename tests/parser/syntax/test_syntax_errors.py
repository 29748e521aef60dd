"""What syntax errors say: the place, what was expected, what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from denotary.parser.syntax import parse_body, parse_signature, parse_term, split
from denotary.spec.diagnostics import Diagnostic, LeanError


def error(text: str) -> Diagnostic:
    with pytest.raises(LeanError) as caught:
        parse_term(text)
    return caught.value.diagnostic


@pytest.mark.parametrize(
    ("text", "line", "column", "message", "expected"),
    [
        ("f (x + 1", 1, 9, "`(` opened at 1:3 is not closed", "`)`"),
        ("f (x +\n  1]", 2, 4, "`(` opened at 1:3 is not closed before `]`", "`)`"),
        ("⟨a, b", 1, 6, "`⟨` opened at 1:1 is not closed", "`⟩`"),
        ("f x)", 1, 4, "`)` is not expected here", "an operator"),
        ("x +", 1, 4, "the end of the declaration is not expected here", "a term"),
        ("∑ i ∈ s f i", 1, 12, "", "`,`"),
        ("if a then b", 1, 12, "", "`else`"),
        ("fun x -> x", 1, 7, "", "`=>` or `↦`"),
        ("match x with 0 => 1", 1, 14, "", "`|` and the first pattern"),
        ("let x := 1", 1, 11, "", "`;` or a new line"),
        ("let x = 1; x", 1, 7, "`=` is not expected here", "`:=`"),
        ("{ x := 1, 2 }", 1, 11, "", "a field's name"),
        ("a = b = c", 1, 7, "`=` is not expected here", "an operator"),
        ("∀ , p", 1, 3, "", "the name of a bound variable"),
        ("|x + y", 1, 7, "`|` opened at 1:1 is not closed", "`|`"),
    ],
)
def test_syntax_error(text: str, line: int, column: int, message: str, expected: str) -> None:
    d = error(text)
    assert d.span is not None
    assert (d.span.line, d.span.column) == (line, column), d.render(text)
    assert message in d.message
    assert expected in d.expected


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("f x)", "closes none"),
        ("let x = 1; x", "follows `:=`"),
        ("x := 1", "`:=` starts a value"),
        ("+ 1 → x", ""),
        ("x · y", "`·` makes a function only inside parentheses"),
        ("let x := 1", "starts on a new line"),
        ("if a then b", "needs an `else`"),
    ],
)
def test_advice(text: str, advice: str) -> None:
    assert advice in error(text).advice


def test_a_misspelt_command_is_named() -> None:
    file = split(Path("T.lean"), "def f := 1\ntheorm g : p := h")
    with pytest.raises(LeanError) as caught:
        parse_body(file, file.declarations[0])
    assert "`theorm`" in caught.value.diagnostic.advice


def test_the_text_of_an_error() -> None:
    text = "theorem t (x : ℝ) : x + (y = 1 := h"
    file = split(Path("T.lean"), text)
    with pytest.raises(LeanError) as caught:
        parse_signature(file, file.declarations[0])
    assert caught.value.diagnostic.render(text) == (
        "T.lean:1:32: error: `(` opened at 1:25 is not closed before `:=`\n"
        "  | theorem t (x : ℝ) : x + (y = 1 := h\n"
        "  |                                ^^\n"
        "  expected: `)`\n"
        "  found: `:=`\n"
        "  try: add `)`, or an operator or comma before `:=`"
    )


@pytest.mark.parametrize(
    "text",
    ["(" * 5000 + "x" + ")" * 5000, "x → " * 5000 + "x", "a :: " * 5000 + "b", "f " + "(g " * 5000],
    ids=["brackets", "arrows", "operators", "arguments"],
)
def test_deep_nesting_is_an_error_not_a_crash(text: str) -> None:
    assert "nested too deeply" in error(text).message


def test_long_chains_that_do_not_nest_are_fine() -> None:
    parse_term(" + ".join(["x"] * 5000))
    parse_term("".join(f"let x{i} := {i}\n" for i in range(1000)) + "x0")
