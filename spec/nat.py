"""Natural-number arithmetic as Lean's kernel knows it: operators, literals, the successor view."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd, lcm
from typing import Final, NamedTuple

from denotary.spec.terms import App, Const, Lit, Term, const

NAT: Final = Const("Nat")

OPERATIONS: Final[dict[str, Callable[[int, int], int]]] = {
    "Nat.add": lambda a, b: a + b,
    "Nat.sub": lambda a, b: max(0, a - b),
    "Nat.mul": lambda a, b: a * b,
    "Nat.div": lambda a, b: a // b if b else 0,
    "Nat.mod": lambda a, b: a % b if b else a,
    "Nat.pow": lambda a, b: a**b,
    "Nat.gcd": gcd,
    "Nat.lcm": lcm,
    "Nat.min": min,
    "Nat.max": max,
    "Nat.land": lambda a, b: a & b,
    "Nat.lor": lambda a, b: a | b,
    "Nat.xor": lambda a, b: a ^ b,
    "Nat.shiftLeft": lambda a, b: a << b,
    "Nat.shiftRight": lambda a, b: a >> b,
}
"""Binary functions on `Nat` that are computed on literals (all total, as in Lean)."""

COMPARISONS: Final[dict[str, Callable[[int, int], bool]]] = {
    "Nat.ble": lambda a, b: a <= b,
    "Nat.blt": lambda a, b: a < b,
    "Nat.beq": lambda a, b: a == b,
}
"""Functions `Nat → Nat → Bool` that are computed on literals."""

RELATIONS: Final[dict[str, Callable[[int, int], bool]]] = {
    "LT.lt": lambda a, b: a < b,
    "LE.le": lambda a, b: a <= b,
    "GT.gt": lambda a, b: a > b,
    "GE.ge": lambda a, b: a >= b,
}
"""Order relations, applied as `LT.lt Nat inst a b`."""

_HETEROGENEOUS: Final = {
    "HAdd.hAdd": "Nat.add",
    "HSub.hSub": "Nat.sub",
    "HMul.hMul": "Nat.mul",
    "HDiv.hDiv": "Nat.div",
    "HMod.hMod": "Nat.mod",
    "HPow.hPow": "Nat.pow",
}
_HOMOGENEOUS: Final = {
    "Add.add": "Nat.add",
    "Sub.sub": "Nat.sub",
    "Mul.mul": "Nat.mul",
    "Div.div": "Nat.div",
    "Mod.mod": "Nat.mod",
    "Min.min": "Nat.min",
    "Max.max": "Nat.max",
}


class NatOperation(NamedTuple):
    """A binary operation on `Nat`, whichever of Lean's spellings it was written in."""

    name: str
    left: Term
    right: Term


def operation(term: Term) -> NatOperation | None:
    """`a + b`, `Add.add a b` and `Nat.add a b` on `Nat` as one thing; `None` for anything else."""
    if not isinstance(term, App) or not isinstance(term.fn, Const):
        return None
    name, args = term.fn.name, term.args
    if len(args) == 2 and name in OPERATIONS:
        return NatOperation(name, *args)
    if len(args) == 6 and args[0] is NAT and args[1] is NAT and args[2] is NAT:
        plain = _HETEROGENEOUS.get(name)
        return NatOperation(plain, args[4], args[5]) if plain else None
    if len(args) == 4 and args[0] is NAT:
        plain = _HOMOGENEOUS.get(name)
        return NatOperation(plain, args[2], args[3]) if plain else None
    return None


def literal(term: Term) -> int | None:
    """The value of a written `Nat` numeral: `Lit n`, `OfNat.ofNat Nat (Lit n) _`, `Nat.zero`."""
    if isinstance(term, Lit):
        return term.value if isinstance(term.value, int) else None
    if isinstance(term, Const):
        return 0 if term.name == "Nat.zero" else None
    if numeral(term) is not None and isinstance(term, App) and term.args[0] is NAT:
        return numeral(term)
    return None


def numeral(term: Term) -> int | None:
    """The number in `OfNat.ofNat α (Lit n) _`, of any type."""
    if isinstance(term, App) and isinstance(term.fn, Const) and term.fn.name == "OfNat.ofNat":
        raw = term.args[1] if len(term.args) == 3 else None
        if isinstance(raw, Lit) and isinstance(raw.value, int):
            return raw.value
    return None


def plus(base: Term | None, offset: int) -> Term:
    """`base + offset`; the literal itself without a base."""
    if base is None:
        return Lit(offset)
    return base if offset == 0 else const("Nat.add", base, Lit(offset))
