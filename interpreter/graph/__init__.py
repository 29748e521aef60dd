"""A tensor graph with named axes: exact, hash-consed, and free of JAX.

Every number is a `Num` with a set of free `Axis`es; combining nodes takes the union of their axes.
"""

from .arithmetic import (
    TRANSCENDENTAL,
    absolute,
    add,
    ceil,
    div,
    floor,
    gcd,
    inv,
    maximum,
    minimum,
    mod,
    mul,
    natsub,
    nearest,
    neg,
    power,
    round_to,
    rpow,
    sign,
    sqrt,
    sub,
    to_int,
    to_real,
    unary,
)
from .axis import Axis, by_creation
from .derivative import derivative, substitute
from .estimate import Estimate, estimate
from .evaluate import evaluate, evaluate_all
from .folding import folded
from .logic import and_, eq, iff, implies, le, lt, ne, not_, or_, select, xor
from .num import (
    Dtype,
    GraphError,
    Num,
    affine,
    boolean,
    bounds,
    constant,
    input,
    integer,
    iota,
    placeholder,
    real,
    walk,
)
from .reduction import REDUCTIONS, reduce
from .structure import clip, gather, merge, rename, row_major, split, unclipped

__all__ = [
    "REDUCTIONS", "TRANSCENDENTAL", "Axis", "Dtype", "Estimate", "GraphError", "Num", "absolute",
    "add", "affine", "and_", "boolean", "bounds", "by_creation", "ceil", "clip", "constant",
    "derivative", "div", "eq", "estimate", "evaluate", "evaluate_all", "floor", "folded", "gather",
    "gcd", "iff", "implies", "input", "integer", "inv", "iota", "le", "lt", "maximum", "merge",
    "minimum", "mod", "mul", "natsub", "ne", "nearest", "neg", "not_", "or_", "placeholder",
    "power", "real", "reduce", "rename", "round_to", "row_major", "rpow", "select", "sign", "split",
    "sqrt", "sub", "substitute", "to_int", "to_real", "unary", "unclipped", "walk",
    "xor",
]  # fmt: skip
