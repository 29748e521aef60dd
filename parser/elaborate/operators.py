"""Operators: arithmetic as Lean's `binop%`, relations as `binrel%`, the rest as plain functions.

The leaves of an arithmetic tree are elaborated first, without an expected type; the largest of
their types (and of the expected type) is found by coercibility; casts go in at the leaves; numerals
come last.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from denotary.parser.elaborate.apply import Call, Done, apply
from denotary.parser.elaborate.coerce import coerce
from denotary.parser.elaborate.context import Context
from denotary.parser.elaborate.elaborator import Cyclic, Elaborator, Postpone, Typed, elaborates
from denotary.parser.elaborate.notation import expand
from denotary.parser.elaborate.shapes import elaborate_any
from denotary.parser.elaborate.transport import transport
from denotary.parser.syntax import tree
from denotary.parser.syntax.tree import Range
from denotary.spec.diagnostics import Diagnostic
from denotary.spec.terms import PROP, Const, Lit, Meta, Pi, Sort, Term, const, spine

ARITHMETIC = {
    "+": ("HAdd.hAdd", "HAdd"),
    "-": ("HSub.hSub", "HSub"),
    "*": ("HMul.hMul", "HMul"),
    "/": ("HDiv.hDiv", "HDiv"),
    "%": ("HMod.hMod", "HMod"),
    "++": ("HAppend.hAppend", "HAppend"),
    "^^^": ("HXor.hXor", "HXor"),
    "&&&": ("HAnd.hAnd", "HAnd"),
    "|||": ("HOr.hOr", "HOr"),
    "<<<": ("HShiftLeft.hShiftLeft", "HShiftLeft"),
    ">>>": ("HShiftRight.hShiftRight", "HShiftRight"),
}
RELATIONS = {
    "=": "Eq",
    "≠": "Ne",
    "!=": "bne",
    "==": "BEq.beq",
    "<": "LT.lt",
    "≤": "LE.le",
    "<=": "LE.le",
    ">": "GT.gt",
    "≥": "GE.ge",
    ">=": "GE.ge",
}
FUNCTIONS = {
    "∘": "Function.comp",
    "×": "Prod",
    "∧": "And",
    "/\\": "And",
    "∨": "Or",
    "\\/": "Or",
    "↔": "Iff",
    "<->": "Iff",
    "&&": "and",
    "||": "or",
    "::": "List.cons",
    "∣": "Dvd.dvd",
    "⊆": "HasSubset.Subset",
    "⊂": "HasSSubset.SSubset",
    "∪": "Union.union",
    "∩": "Inter.inter",
    "\\": "SDiff.sdiff",
    "⊔": "Max.max",
    "⊓": "Min.min",
    "≃": "Equiv",
    "⊕": "Sum",
    "≈": "HasEquiv.Equiv",
    "<$>": "Functor.map",
    ">>=": "Bind.bind",
    ">=>": "Bind.kleisliRight",
    "⬝ᵥ": "dotProduct",
    "*ᵥ": "Matrix.mulVec",
    "ᵥ*": "Matrix.vecMul",
    "×ˢ": "SProd.sprod",
    "≪≫": "Equiv.trans",
    "⁻¹'": "Set.preimage",
    "''": "Set.image",
    "∘ₗ": "LinearMap.comp",
    "∘L": "ContinuousLinearMap.comp",
    "⊗": "TensorProduct",
    "≃ₗ": "LinearEquiv",
    "=ᶠ": "Filter.EventuallyEq",
    "=O": "Asymptotics.IsBigO",
}
_DELAYED = {
    "<|>": "HOrElse.hOrElse",
    ">>": "HAndThen.hAndThen",
    "<*>": "Seq.seq",
    "<*": "SeqLeft.seqLeft",
    "*>": "SeqRight.seqRight",
}
"""Operators whose right side is a function of `Unit`."""
_CORE = {*ARITHMETIC, *RELATIONS, "∧", "∨", "↔", "∘", "×", "^"}
PREFIX = {"¬": "Not", "!": "not", "√": "Real.sqrt"}
POSTFIX = {"⁻¹": "Inv.inv", "ᵀ": "Matrix.transpose", "ᴴ": "Matrix.conjTranspose",
           "!": "Nat.factorial", "ᶜ": "HasCompl.compl"}  # fmt: skip


@dataclass(slots=True)
class Leaf:
    """A leaf of an arithmetic tree; numerals have no type until the tree has one."""

    expr: tree.Expr
    term: Term | None
    type: Term | None


@dataclass(slots=True)
class Node:
    """`build` makes the term from its operands, in the order of the tree."""

    build: Callable[[list[Typed]], Typed]
    operands: list[Node | Leaf]


def _arguments(elab: Elaborator, name: str, args: list[tree.Expr | Done], expected: Term | None,
               ctx: Context, span: Range) -> Typed:  # fmt: skip
    head = Const(name)
    decl = elab.core.env.find(name)
    if decl is None:
        raise elab.unmeaning(span, f"the operator's constant `{name}` has no meaning here")
    return apply(elab, head, decl.type, Call(list(args)), expected, ctx, span)


@elaborates(tree.BinOp)
def _binary(elab: Elaborator, expr: tree.BinOp, expected: Term | None, ctx: Context) -> Typed:
    op = expr.op
    declared: list[tree.Expr] = []
    if op not in _CORE:
        declared = expand(elab, op, (expr.left, expr.right), expr.span)
    if declared:
        return elaborate_any(elab, op, declared, expected, ctx, expr.span)
    if op in ARITHMETIC or op in ("^", "•"):
        return _arithmetic(elab, expr, expected, ctx)
    if op in RELATIONS:
        return _relation(elab, expr, ctx)
    if op == "▸":
        return transport(elab, expr, expected, ctx)
    if op in ("∈", "∉"):
        term, type = _arguments(
            elab, "Membership.mem", [expr.right, expr.left], None, ctx, expr.span
        )
        return (const("Not", term), PROP) if op == "∉" else (term, type)
    if op in ("⊄", "⊈"):
        term, type = _arguments(
            elab, "HasSubset.Subset", [expr.left, expr.right], None, ctx, expr.span
        )
        return const("Not", term), PROP
    if op in ("<|", "|>"):
        fn, argument = (expr.left, expr.right) if op == "<|" else (expr.right, expr.left)
        return elab.infer(tree.AppExpr(fn, (argument,), span=expr.span), ctx, expected)
    if op in ("∧", "∨", "↔", "/\\", "\\/", "<->"):
        left = elab.check(expr.left, PROP, ctx)
        return const(FUNCTIONS[op], left, elab.check(expr.right, PROP, ctx)), PROP
    if op in _DELAYED:
        binder = tree.Binder("_", tree.Ident("_root_.Unit", span=expr.span), span=expr.span)
        late = tree.Lambda((binder,), expr.right, span=expr.right.span)
        if op == "<|>" and expected is not None:
            same = tree.AppExpr(
                tree.Ident("_root_.OrElse.orElse", span=expr.span), (expr.left, late),
                span=expr.span,
            )  # fmt: skip
            return elab.infer(same, ctx, expected)
        return _arguments(elab, _DELAYED[op], [expr.left, late], expected, ctx, expr.span)
    if op == "<&>":
        return _arguments(elab, "Functor.map", [expr.right, expr.left], expected, ctx, expr.span)
    name = FUNCTIONS.get(op)
    if name is None:
        raise elab.unmeaning(expr.op_span if expr.op_span != (0, 0) else expr.span,
                             f"the operator `{op}` has no meaning here")  # fmt: skip
    return _arguments(elab, name, [expr.left, expr.right], expected, ctx, expr.span)


@elaborates(tree.UnOp)
def _unary(elab: Elaborator, expr: tree.UnOp, expected: Term | None, ctx: Context) -> Typed:
    if not expr.postfix and expr.op in ("-", "−"):
        return _arithmetic(elab, expr, expected, ctx)
    if not expr.postfix and expr.op == "¬":
        return const("Not", elab.check(expr.operand, PROP, ctx)), PROP
    declared = expand(elab, expr.op, (expr.operand,), expr.span)
    if declared:
        return elaborate_any(elab, expr.op, declared, expected, ctx, expr.span)
    name = (POSTFIX if expr.postfix else PREFIX).get(expr.op)
    if name is None:
        raise elab.unmeaning(expr.span, f"the operator `{expr.op}` has no meaning here")
    return _arguments(elab, name, [expr.operand], expected, ctx, expr.span)


# ---- trees


def _tree(elab: Elaborator, expr: tree.Expr, ctx: Context) -> Node | Leaf:
    match expr:
        case tree.Paren(inner):
            if _is_arithmetic(inner):
                return _tree(elab, inner, ctx)
            return _leaf(elab, expr, ctx)
        case tree.BinOp(op, left, right) if op in ARITHMETIC:
            name, cls = ARITHMETIC[op]
            operands = [_tree(elab, left, ctx), _tree(elab, right, ctx)]
            return Node(
                lambda xs: _heterogeneous(elab, name, cls, xs[0], xs[1], ctx, expr.span), operands
            )
        case tree.BinOp("^", base, exponent):
            return _power(elab, expr, base, exponent, ctx)
        case tree.BinOp("•", scalar, value):
            by = _leaf(elab, scalar, ctx)

            def scale(xs: list[Typed]) -> Typed:
                s = _typed(elab, by, None, ctx)
                return _heterogeneous(elab, "HSMul.hSMul", "HSMul", s, xs[0], ctx, expr.span)

            return Node(scale, [_tree(elab, value, ctx)])
        case tree.UnOp("-" | "−", operand, False):

            def negate(xs: list[Typed]) -> Typed:
                term, type = xs[0]
                inst = elab.instance(const("Neg", type), ctx, expr.span)
                return const("Neg.neg", type, inst, term), type

            return Node(negate, [_tree(elab, operand, ctx)])
        case _:
            return _leaf(elab, expr, ctx)


def _is_arithmetic(expr: tree.Expr) -> bool:
    match expr:
        case tree.Paren(inner):
            return _is_arithmetic(inner)
        case tree.BinOp(op):
            return op in ARITHMETIC or op in ("^", "•")
        case tree.UnOp(op, _, postfix):
            return op in ("-", "−") and not postfix
        case tree.Num() | tree.Scientific():
            return True
    return False


def _leaf(elab: Elaborator, expr: tree.Expr, ctx: Context) -> Leaf:
    inner = expr
    while isinstance(inner, tree.Paren):
        inner = inner.expr
    if isinstance(inner, tree.Num | tree.Scientific):
        return Leaf(inner, None, None)
    try:
        term, type = elab.infer(expr, ctx, None)
    except Postpone:
        type = elab.type_hole(ctx, expr.span)
        term = elab.postpone(expr, type, ctx)
    return Leaf(expr, term, type)


def _power(
    elab: Elaborator, expr: tree.BinOp, base: tree.Expr, exponent: tree.Expr, ctx: Context
) -> Node:
    raised = _leaf(elab, exponent, ctx)

    def build(xs: list[Typed]) -> Typed:
        by = _typed(elab, raised, Const("Nat") if raised.term is None else None, ctx)
        return _heterogeneous(elab, "HPow.hPow", "HPow", xs[0], by, ctx, expr.span)

    return Node(build, [_tree(elab, base, ctx)])


def _leaves(node: Node | Leaf) -> list[Leaf]:
    return [node] if isinstance(node, Leaf) else [x for o in node.operands for x in _leaves(o)]


@dataclass(slots=True)
class _Analysis:
    largest: Term | None = None
    uncomparable: bool = False


def _analyse(
    elab: Elaborator, leaves: list[Leaf], expected: Term | None, ctx: Context
) -> _Analysis:
    found = _Analysis()
    if expected is not None:
        e = elab.metas.instantiate(expected)
        if not isinstance(spine(e)[0], Meta):
            found.largest = e
    for leaf in leaves:
        if leaf.type is None:
            continue
        type = elab.metas.instantiate(leaf.type)
        if isinstance(spine(type)[0], Meta):
            continue
        if found.largest is None:
            found.largest = type
            continue
        if type is found.largest or _same(elab, type, found.largest):
            continue
        if _coercible(elab, type, found.largest, ctx, leaf.expr.span):
            continue
        if _coercible(elab, found.largest, type, ctx, leaf.expr.span):
            found.largest = type
        else:
            found.uncomparable = True
            return found
    return found


def _same(elab: Elaborator, a: Term, b: Term) -> bool:
    """Equal without assigning anything."""
    mark, waiting = elab.metas.mark(), len(elab.unifier.stuck)
    ok = elab.unifier.unify(a, b)
    elab.metas.undo(mark)
    del elab.unifier.stuck[waiting:]
    return ok


def _coercible(elab: Elaborator, a: Term, b: Term, ctx: Context, span: Range) -> bool:
    if isinstance(a, Pi | Sort) or isinstance(b, Pi | Sort):
        return False
    probe = elab.core.local("x", a).fvar
    mark, wanted = elab.metas.mark(), len(elab.wanted)
    ok = coerce(elab, probe, a, b, span, ctx) is not None
    elab.metas.undo(mark)
    del elab.wanted[wanted:]
    return ok


def _typed(elab: Elaborator, leaf: Leaf, type: Term | None, ctx: Context) -> Typed:
    """The leaf's term at `type` (its own where `type` is `None`), a numeral's where it has none."""
    if leaf.term is None:
        if type is None:
            type = elab.type_hole(ctx, leaf.expr.span)
        return numeral(elab, leaf.expr, type, ctx), type
    assert leaf.type is not None
    if type is None:
        return leaf.term, leaf.type
    have = elab.metas.instantiate(leaf.type)
    return elab.ensure(leaf.term, have, type, leaf.expr.span, ctx), type


def _build(elab: Elaborator, node: Node | Leaf, type: Term | None, ctx: Context) -> Typed:
    if isinstance(node, Leaf):
        return _typed(elab, node, type, ctx)
    return node.build([_build(elab, o, type, ctx) for o in node.operands])


def _arithmetic(elab: Elaborator, expr: tree.Expr, expected: Term | None, ctx: Context) -> Typed:
    node = _tree(elab, expr, ctx)
    leaves = _leaves(node)
    found = _analyse(elab, leaves, expected, ctx)
    type = None if found.uncomparable else found.largest
    return _build(elab, node, type, ctx)


def _heterogeneous(
    elab: Elaborator, name: str, cls: str, left: Typed, right: Typed, ctx: Context, span: Range
) -> Typed:
    """`name left right`, the result type found by the class's output parameter."""
    lt, rt = elab.metas.instantiate(left[1]), elab.metas.instantiate(right[1])
    if isinstance(lt, Meta) and isinstance(rt, Meta) and cls not in ("HPow", "HSMul"):
        elab.unifier.unify(lt, rt)
        lt = rt = elab.metas.instantiate(lt)
    elif cls not in ("HPow", "HSMul"):
        # a side whose type nothing else fixes takes the other's, as Lean's default instances do
        if isinstance(lt, Meta) and not isinstance(spine(rt)[0], Meta):
            elab.unifier.unify(lt, rt)
            lt = rt
        elif isinstance(rt, Meta) and not isinstance(spine(lt)[0], Meta):
            elab.unifier.unify(rt, lt)
            rt = lt
    result: Term = elab.type_hole(ctx, span)
    goal = const(cls, lt, rt, result)
    skips = elab.library.skips
    inst = elab.search.find(goal, ctx, span)
    if inst is None and skips != elab.library.skips:
        # instances were passed over while others were being made: those are there now
        skips = elab.library.skips
        inst = elab.search.find(goal, ctx, span)
    if inst is None and skips != elab.library.skips:
        raise Cyclic(Diagnostic(f"`{cls}` is needed while its instances are being made"), cls)
    if inst is None and not elab.metas.has_metas(const(cls, lt, rt)):
        raise elab.error(
            span, f"no meaning for this operation (`{cls}`) at these types",
            expected=f"an instance of {elab.show(const(cls, lt, rt))}",
        )  # fmt: skip
    if not isinstance(inst, Term):
        inst = elab.instance(goal, ctx, span)
    return const(name, lt, rt, result, inst, left[0], right[0]), elab.metas.instantiate(result)


def _relation(elab: Elaborator, expr: tree.BinOp, ctx: Context) -> Typed:
    name = RELATIONS[expr.op]
    left, right = _tree(elab, expr.left, ctx), _tree(elab, expr.right, ctx)
    leaves = _leaves(left) + _leaves(right)
    found = _analyse(elab, leaves, None, ctx)
    type = None if found.uncomparable else found.largest
    if (
        isinstance(left, Leaf)
        and isinstance(right, Leaf)
        and left.term is not None
        and right.term is not None
        and not _numeric_mix(elab, leaves)
    ):
        type = None
    a = _build(elab, left, type, ctx)
    b = _build(elab, right, type, ctx)
    sides = [Done(*a), Done(*b)]
    ta, tb = elab.metas.head(a[1]), elab.metas.head(b[1])
    if isinstance(ta, Meta) and not isinstance(tb, Meta):
        elab.unifier.unify(ta, tb)
    if name in ("Eq", "Ne"):
        return _equality(elab, name, sides, expr, ctx)
    term, result = _arguments(elab, name, list(sides), None, ctx, expr.span)
    return term, result


def _numeric_mix(elab: Elaborator, leaves: list[Leaf]) -> bool:
    types = [elab.metas.instantiate(x.type) for x in leaves if x.type is not None]
    return len(types) == 2 and not _same(elab, types[0], types[1])


def _equality(
    elab: Elaborator, name: str, sides: list[Done], expr: tree.BinOp, ctx: Context
) -> Typed:
    left, right = sides
    type = elab.metas.instantiate(left.type)
    elab.unifier.span = expr.right.span
    other = elab.metas.instantiate(right.type)
    if elab.unifier.unify(other, type):
        return const(name, type, left.term, right.term), PROP
    made = coerce(elab, right.term, other, type, expr.right.span, ctx)
    if made is not None:
        return const(name, type, left.term, made), PROP
    made = coerce(elab, left.term, type, other, expr.left.span, ctx)
    if made is not None:
        return const(name, other, made, right.term), PROP
    raise elab.error(
        expr.right.span, "the two sides have different types",
        expected=elab.show(type), found=f"{elab.show(right.term)} : {elab.show(other)}",
    )  # fmt: skip


# ---- numerals


def numeral(elab: Elaborator, expr: tree.Expr, type: Term, ctx: Context) -> Term:
    """A numeral at `type`; where nothing fixes the type it will be `ℕ` (or `ℝ`-like decimals)."""
    unknown = elab.metas.head(type)
    if isinstance(unknown, Meta):
        elab.defaults.append((unknown, _default_type(expr)))
    if isinstance(expr, tree.Num):
        lit = Lit(expr.value)
        inst = elab.instance(const("OfNat", type, lit), ctx, expr.span)
        return const("OfNat.ofNat", type, lit, inst)
    assert isinstance(expr, tree.Scientific)
    inst = elab.instance(const("OfScientific", type), ctx, expr.span)
    sign = Const("Bool.true" if expr.negative else "Bool.false")
    return const(
        "OfScientific.ofScientific", type, inst, Lit(expr.mantissa), sign, Lit(expr.digits)
    )


def _default_type(expr: tree.Expr) -> Term:
    return Const("Nat") if isinstance(expr, tree.Num) else Const("Float")


@elaborates(tree.Num, tree.Scientific)
def _numeral(elab: Elaborator, expr: tree.Expr, expected: Term | None, ctx: Context) -> Typed:
    type = elab.type_hole(ctx, expr.span) if expected is None else elab.metas.instantiate(expected)
    head = spine(type)[0]
    if not isinstance(head, Meta):
        reduced = elab.core.whnf(type)
        if isinstance(reduced, Pi | Sort):
            type = elab.type_hole(ctx, expr.span)
    return numeral(elab, expr, type, ctx), type
