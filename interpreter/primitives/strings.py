"""Strings as Python strings, characters as strings of length one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from denotary.interpreter.machine import merging
from denotary.interpreter.machine.sizes import Size
from denotary.interpreter.machine.values import Choice

from .collections import from_list, to_list
from .operations import documented
from .registry import primitive

if TYPE_CHECKING:
    from denotary.interpreter.machine import Machine

_SPACE = " \t\r\n"


def _lifted(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of strings, ints and bools; at a choice, of both its values."""

    def run(m: Machine, *args: Any) -> Any:
        values = [m.force(a) for a in args]
        for k, value in enumerate(values):
            if isinstance(value, Choice):
                return merging.split(
                    m, value, lambda v, k=k: run(m, *values[:k], v, *values[k + 1 :])
                )
            if not isinstance(value, str | int):
                raise m.stuck("expected text and concrete numbers to make a string of")
        result = function(*values)
        return Size(result) if type(result) is int else result

    return run


def _ascii(s: str, upper: bool) -> str:
    change = str.upper if upper else str.lower
    return "".join(change(c) if c.isascii() else c for c in s)


def _replace(s: str, pattern: str, by: str) -> str:
    return s.replace(pattern, by) if pattern else s


_ESCAPES = {"\n": "\\n", "\t": "\\t", "\\": "\\\\", '"': '\\"'}


def _quote(s: str) -> str:
    """Lean's `Char.quoteCore`: control characters without a letter of their own in hexadecimal."""
    control = {c: f"\\x{ord(c):02x}" for c in s if ord(c) < 32 or ord(c) == 127}
    return '"' + "".join((control | _ESCAPES).get(c, c) for c in s) + '"'


def _digit(n: int) -> str:
    return "0123456789abcdef"[n] if n < 16 else "*"


def _char(n: int) -> str:
    return chr(n) if n < 0xD800 or 0xDFFF < n < 0x110000 else "\0"


def _letter(c: str) -> bool:
    return c.isascii() and c.isalpha()


documented(
    {
        "Char.ofNat": (_lifted(_char), 1, "the character of a code point, NUL for an invalid one"),
        "Char.toNat": (_lifted(ord), 1, "the code point"),
        "Char.isDigit": (_lifted(lambda c: "0" <= c <= "9"), 1, "whether a decimal digit"),
        "Char.isAlpha": (_lifted(_letter), 1, "whether an ASCII letter"),
        "Char.isAlphanum": (
            _lifted(lambda c: _letter(c) or "0" <= c <= "9"), 1, "whether ASCII letter or digit",
        ),
        "Char.isWhitespace": (_lifted(lambda c: c in _SPACE), 1, "whether white space"),
        "Char.isUpper": (_lifted(lambda c: "A" <= c <= "Z"), 1, "whether an ASCII capital"),
        "Char.isLower": (_lifted(lambda c: "a" <= c <= "z"), 1, "whether an ASCII small letter"),
        "Char.toUpper": (_lifted(lambda c: _ascii(c, True)), 1, "the ASCII capital"),
        "Char.toLower": (_lifted(lambda c: _ascii(c, False)), 1, "the ASCII small letter"),
        "Char.toString": (_lifted(lambda c: c), 1, "the string of one character"),
        "Nat.digitChar": (_lifted(_digit), 1, "the digit below 16, `*` above"),
        "String.append": (_lifted(lambda a, b: a + b), 2, "concatenation"),
        "String.length": (_lifted(len), 1, "the number of characters"),
        "String.beq": (_lifted(lambda a, b: a == b), 2, "whether two strings are the same"),
        "String.push": (_lifted(lambda s, c: s + c), 2, "a character appended"),
        "String.replicate": (_lifted(lambda n, c: c * n), 2, "copies of a character"),
        "String.replace": (_lifted(_replace), 3, "every occurrence replaced"),
        "String.trim": (_lifted(lambda s: s.strip(_SPACE)), 1, "without outer white space"),
        "String.toUpper": (_lifted(lambda s: _ascii(s, True)), 1, "in ASCII capitals"),
        "String.toLower": (_lifted(lambda s: _ascii(s, False)), 1, "in ASCII small letters"),
        "String.startsWith": (_lifted(str.startswith), 2, "whether it begins with a string"),
        "String.endsWith": (_lifted(str.endswith), 2, "whether it ends with a string"),
        "String.contains": (_lifted(lambda s, c: c in s), 2, "whether a character occurs"),
        "String.drop": (_lifted(lambda s, n: s[n:]), 2, "without the first characters"),
        "String.take": (_lifted(lambda s, n: s[:n]), 2, "the first characters"),
        "String.dropRight": (
            _lifted(lambda s, n: s[: max(len(s) - n, 0)]), 2, "without the last characters",
        ),
        "String.lt": (_lifted(lambda a, b: a < b), 2, "lexicographic order"),
        "String.quote": (_lifted(_quote), 1, "in double quotes, escaped"),
        "Nat.repr": (_lifted(lambda n: str(int(n))), 1, "in decimal"),
        "Int.repr": (_lifted(lambda n: str(int(n))), 1, "in decimal"),
    },
    __name__,
)  # fmt: skip


@primitive("String.toList", arity=1)
def to_chars(m: Machine, s: Any) -> Any:
    """`String.toList s`: the characters."""
    return to_list(m, m.type("Char"), _text(m, s))


@primitive("String.ofList", arity=1)
def of_list(m: Machine, characters: Any) -> Any:
    """`String.ofList l`: the string of the characters."""
    return "".join(_text(m, c) for c in from_list(m, characters))


@primitive("String.intercalate", arity=2)
def intercalate(m: Machine, separator: Any, strings: Any) -> Any:
    """`String.intercalate s l`: the strings with `s` between them."""
    return _text(m, separator).join(_text(m, s) for s in from_list(m, strings))


@primitive("String.join", arity=1)
def join(m: Machine, strings: Any) -> Any:
    """`String.join l`: the strings one after another."""
    return "".join(_text(m, s) for s in from_list(m, strings))


@primitive("String.splitOn", arity=2)
def split_on(m: Machine, s: Any, separator: Any) -> Any:
    """`String.splitOn s sep`: the pieces between separators; the whole for an empty one."""
    text, by = _text(m, s), _text(m, separator)
    return to_list(m, m.type("String"), text.split(by) if by else [text])


@primitive("Nat.toDigits", arity=2)
def to_digits(m: Machine, base: Any, n: Any) -> Any:
    """`Nat.toDigits base n`: the digits, most significant first.

    Base 0 gives one digit, `n % 0 = n`; base 1 gives `n + 1` zeros, as Lean's recursion does.
    """
    b, value = int(m.concrete(base, "base")), int(m.concrete(n, "number"))
    if b < 2:
        return to_list(m, m.type("Char"), [_digit(value)] if b == 0 else "0" * (value + 1))
    digits = [_digit(value % b)]
    while value >= b:
        value //= b
        digits.insert(0, _digit(value % b))
    return to_list(m, m.type("Char"), digits)


@primitive("Rat.repr", arity=1)
def rat_repr(m: Machine, q: Any) -> Any:
    """`Rat.repr q`: `3` or `3/4`."""
    known = m.domain.known(m.number(q, "real"))
    if known is None:
        raise m.stuck("expected a concrete rational to print")
    return str(Fraction(known))


def _number(s: str) -> int | None:
    digits = s.replace("_", "")
    good = digits.isascii() and digits.isdigit() and not (s.startswith("_") or s.endswith("_"))
    return int(digits) if good and "__" not in s else None


@primitive("String.toNat?", arity=1)
def to_nat(m: Machine, s: Any) -> Any:
    """`String.toNat? s`: the number that it spells in decimal."""
    value = _number(_text(m, s))
    type = m.type("Nat")
    if value is None:
        return m.data("Option.none", type)
    return m.data("Option.some", type, Size(value))


@primitive("String.toInt?", arity=1)
def to_int(m: Machine, s: Any) -> Any:
    """`String.toInt? s`: the integer that it spells in decimal."""
    text = _text(m, s)
    value = _number(text.removeprefix("-"))
    type = m.type("Int")
    if value is None:
        return m.data("Option.none", type)
    return m.data("Option.some", type, -value if text.startswith("-") else value)


def _text(m: Machine, s: Any) -> str:
    value = m.force(s)
    if not isinstance(value, str):
        raise m.stuck("expected a string that depends on nothing")
    return value
