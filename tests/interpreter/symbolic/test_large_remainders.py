"""What is left of an equation, as text: factored where it is small, cut where it is not."""

from __future__ import annotations

from denotary.interpreter.symbolic.algebra import Algebra
from denotary.interpreter.symbolic.poly import ONE, Poly
from denotary.interpreter.symbolic.printing import LARGE, LONGEST, Printer


def nested(algebra: Algebra, depth: int) -> Poly:
    """Every level stands twice in the next: 2 ^ depth symbols if it is written out."""
    x = algebra.symbol("real", "x", (0,))
    for _ in range(depth):
        x = algebra.add(algebra.exp(x), algebra.inv(algebra.add(x, ONE)))
    return x


def test_a_small_one_is_factored() -> None:
    algebra = Algebra()
    x, y = (algebra.symbol("real", name, ()) for name in "xy")
    square = algebra.power(algebra.sub(x, y), 2)
    assert Printer(algebra).factored(square) == "(x - y)**2"


def test_a_large_one_is_cut() -> None:
    algebra = Algebra()
    x = nested(algebra, 60)
    printer = Printer(algebra)
    assert printer.size(x) > 2**60 > LARGE
    text = printer.factored(x)
    assert text.startswith("exp(exp(exp(")
    assert text.endswith("… (2 terms)")
    assert len(text) < LONGEST + 20
