"""Lean's and Mathlib's notation, by constant: what `pretty` prints instead of an application.

Arguments are the explicit ones. Binding powers are Lean's.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Infix(NamedTuple):
    """`left symbol right` at binding power `power`; operands print at the powers given."""

    symbol: str
    power: int
    left: int
    right: int


def _infixl(symbol: str, power: int) -> Infix:
    return Infix(symbol, power, power, power + 1)


def _infixr(symbol: str, power: int) -> Infix:
    return Infix(symbol, power, power + 1, power)


def _infix(symbol: str, power: int) -> Infix:
    return Infix(symbol, power, power + 1, power + 1)


MIN: Final = 0
ARROW: Final = 25
ARG: Final = 1024
APP: Final = 1023
BIG: Final = 67
"""`∑ x, f x`."""

INFIX: Final[dict[str, Infix]] = {
    "Iff": _infix("↔", 20),
    "Or": _infixr("∨", 30),
    "And": _infixr("∧", 35),
    "Prod": _infixr("×", 35),
    "Equiv": _infix("≃", 25),
    "Eq": _infix("=", 50),
    "Ne": _infix("≠", 50),
    "HEq": _infix("≍", 50),
    "LT.lt": _infix("<", 50),
    "LE.le": _infix("≤", 50),
    "GT.gt": _infix(">", 50),
    "GE.ge": _infix("≥", 50),
    "Dvd.dvd": _infix("∣", 50),
    "BEq.beq": _infix("==", 50),
    "and": _infixl("&&", 35),
    "or": _infixl("||", 30),
    "HAppend.hAppend": _infixl("++", 65),
    "HAdd.hAdd": _infixl("+", 65),
    "HSub.hSub": _infixl("-", 65),
    "Add.add": _infixl("+", 65),
    "Sub.sub": _infixl("-", 65),
    "Nat.add": _infixl("+", 65),
    "Nat.sub": _infixl("-", 65),
    "List.cons": _infixr("::", 67),
    "HMul.hMul": _infixl("*", 70),
    "HDiv.hDiv": _infixl("/", 70),
    "HMod.hMod": _infixl("%", 70),
    "Mul.mul": _infixl("*", 70),
    "Div.div": _infixl("/", 70),
    "Nat.mul": _infixl("*", 70),
    "Nat.div": _infixl("/", 70),
    "Nat.mod": _infixl("%", 70),
    "HSMul.hSMul": _infixr("•", 73),
    "HPow.hPow": _infixr("^", 75),
    "Nat.pow": _infixr("^", 75),
    "Function.comp": _infixr("∘", 90),
}

PREFIX: Final[dict[str, tuple[str, int, int]]] = {
    "Not": ("¬", ARG, 40),
    "Neg.neg": ("-", 75, 75),
    "Nat.cast": ("↑", ARG, ARG),
    "Int.cast": ("↑", ARG, ARG),
    "not": ("!", ARG, 40),
}
"""Symbol, own binding power, operand's."""

POSTFIX: Final[dict[str, str]] = {"Inv.inv": "⁻¹", "Nat.factorial": "!"}

AROUND: Final[dict[str, tuple[str, str]]] = {"abs": ("|", "|"), "Norm.norm": ("‖", "‖")}

BINDER: Final[dict[str, str]] = {"Exists": "∃", "ExistsUnique": "∃!"}
"""Applied to one function: `∃ x, p x`."""

BIG_OPERATOR: Final[dict[str, str]] = {"Finset.sum": "∑", "Finset.prod": "∏"}

NAMES: Final[dict[str, str]] = {
    "Nat": "ℕ",
    "Int": "ℤ",
    "Rat": "ℚ",
    "Real": "ℝ",
    "Complex": "ℂ",
    "Bool.true": "true",
    "Bool.false": "false",
    "Option.none": "none",
    "Option.some": "some",
    "List.nil": "[]",
    "Unit.unit": "()",
    "PUnit.unit": "()",
}
"""Constants with a name of their own in Lean text."""
