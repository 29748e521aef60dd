"""Whether an example of the result depends on that example of the arguments alone.

Read off a side of an equation at an index whose most significant digits are the example: every
entry of a batch that is read must be of that example, and no sum may run over examples.
"""

from __future__ import annotations

from denotary.spec.terms import FVar

from .poly import Atom, Poly
from .sums import Indexed
from .vanish import below


def separable(algebra: Indexed, x: Poly, example: Atom) -> bool:
    """Whether `x` reads arguments at the example `example` alone, an index variable.

    An argument that is not read at `example` anywhere is no batch. False where that cannot be
    seen.
    """
    reads: dict[FVar, list[bool]] = {}
    atoms = {b for a in x.atoms for b in (a, *below(a))}
    for atom in atoms:
        if atom.kind == "sum" and algebra.radix[example] in atom.args[0]:
            return False
        if atom.kind != "app" or not isinstance(atom.args[0], Atom):
            continue
        head = atom.args[0]
        if head.kind != "head" or not isinstance(head.args[0], FVar):
            continue
        for key in atom.args[1:]:
            if isinstance(key, Poly):
                fine = _of(algebra, key, example)
                if not fine and example in key.free:
                    return False
                reads.setdefault(head.args[0], []).append(fine)
    batches = [fine for fine in reads.values() if any(fine)]
    return bool(batches) and all(all(fine) for fine in batches)


def _of(algebra: Indexed, key: Poly, example: Atom) -> bool:
    """Whether an index is that of an entry of the example: `(… + example) · width + rest`."""
    width: Poly | None = None
    for mono, c in key.terms.items():
        if any(a is example for a, _ in mono):
            if width is not None:
                return False
            width = Poly({tuple((a, e) for a, e in mono if a is not example): c})
    if width is None:
        return False
    quotient, rest = algebra.div_mod(key, width)
    if any(a.kind in ("ndiv", "nmod") for a in quotient.atoms | rest.atoms):
        return False
    others = algebra.sub(quotient, algebra.of(example))
    bound = [a for a in others.free if a.args and isinstance(a.args[0], tuple)]
    return not bound and example not in rest.free and example not in others.free
