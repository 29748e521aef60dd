"""Laws of roots, inverses, exponentials and indicators in products, for all reals of Lean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .poly import INDICATORS, ONE, ZERO, Atom, Poly

if TYPE_CHECKING:
    from .algebra import Algebra


def lawful(a: Algebra, powers: dict[Atom, int]) -> Poly | None:
    """A product of powers by the laws of roots, inverses, exponentials and indicators.

    None where no law applies beyond what is done to `powers` itself.
    """
    extra: list[Poly] = []
    exponent = ZERO
    exps = 0
    for atom, e in list(powers.items()):
        kind = atom.kind
        if kind in INDICATORS:
            if e > 1:
                powers[atom] = 1
            if kind == "zero":
                (x,) = atom.args
                if powers.get(a.atom("pos", x)):
                    return ZERO
                one = x.single
                if one is not None and len(one[0]) == 1 and powers.get(one[0][0][0]):
                    return ZERO
        elif kind == "sqrt":
            if abs(e) > 1:
                (x,) = atom.args
                powers[atom] = e % 2
                square = a.mul(x, a.pos(x)) if a.sign(x) not in (1, 2) else x
                extra.append(a.power(square, e // 2))
        elif kind == "exp":
            exponent = a.add(exponent, a.scale(atom.args[0], e))
            del powers[atom]
            exps += abs(e)
        elif kind == "inv":
            base = atom.args[0].single
            if base is None or len(base[0]) != 1:
                continue
            (inside, _) = base[0][0]
            m = powers.get(inside, 0)
            if m <= 0:
                continue
            common = min(m, e)
            powers[inside], powers[atom] = m - common, e - common
            if m == e:
                extra.append(a.sub(ONE, a.zero(a.of(inside))))
    if exps:
        if exps == 1 and not extra:
            powers[a.atom("exp", exponent)] = 1
        elif exponent:
            extra.append(a.of(a.atom("exp", exponent)))
    if not extra:
        return None
    rest = {atom: e for atom, e in powers.items() if e}
    mono = tuple(sorted(rest.items(), key=lambda item: item[0].uid))
    return a.product([Poly({mono: 1}), *extra])
