"""Declarations as Lean text: signatures, values, constructors, fields."""

from __future__ import annotations

from denotary.spec.declarations import Declaration, Kind
from denotary.spec.depth import deep
from denotary.spec.environment import Environment
from denotary.spec.layout import LINE, SOFT, Doc, Group, Nest, cat, fill, hang, render
from denotary.spec.pretty import Names, Printer
from denotary.spec.terms import Lam, Pi, Term


@deep
def pretty_declaration(
    env: Environment, declaration: Declaration, width: int = 100, *, value: bool = True
) -> str:
    """The declaration as Lean text: signature, and for a definition its value (if `value`)."""
    return render(_declaration(Printer(env), declaration, value), width)


_KEYWORDS = {
    Kind.THEOREM: "theorem",
    Kind.AXIOM: "axiom",
    Kind.INDUCTIVE: "inductive",
    Kind.STRUCTURE: "structure",
    Kind.CONSTRUCTOR: "constructor",
    Kind.PROJECTION: "projection",
    Kind.RECURSOR: "recursor",
}


def _declaration(printer: Printer, declaration: Declaration, with_value: bool) -> Doc:
    keyword = _KEYWORDS.get(declaration.kind, "def")
    if declaration.is_class:
        keyword = "class"
    elif declaration.is_instance:
        keyword = "instance"
    elif declaration.reducible and declaration.kind is Kind.DEF:
        keyword = "abbrev"
    value = declaration.value if with_value and declaration.kind is Kind.DEF else None
    limit: int | None = None
    if value is not None:
        limit, under = 0, value
        while isinstance(under, Lam):
            under, limit = under.body, limit + 1
    elif declaration.kind in (Kind.INDUCTIVE, Kind.STRUCTURE):
        limit = declaration.params
    binders: list[Pi] = []
    type_ = declaration.type
    while isinstance(type_, Pi) and (limit is None or len(binders) < limit):
        if limit is None and type_.info == "explicit" and not _written(printer, type_):
            break
        binders.append(type_)
        type_ = type_.body
    binders = _named(binders, value)
    docs, names = printer.binders(binders, ())
    head: list[Doc] = [f"{keyword} {declaration.name}", *fill(docs)]
    if declaration.kind is Kind.STRUCTURE:
        return cat(hang(*head, " where", by=4), _fields(printer, declaration, names))
    signature = hang(*head, " :", LINE, printer.term(type_, names), by=4)
    if declaration.kind is Kind.INDUCTIVE:
        return cat(signature, " where", _constructors(printer, declaration, names))
    if value is None:
        return signature
    for _ in binders:
        if isinstance(value, Lam):
            value = value.body
    return Group(cat(signature, " :=", Nest(2, cat(LINE, printer.term(value, names)))))


def _named(binders: list[Pi], value: Term | None) -> list[Pi]:
    """The binders of a signature, those without a name taking the value's."""
    out: list[Pi] = []
    for binder in binders:
        name = binder.name
        if isinstance(value, Lam):
            name, value = name or value.name, value.body
        out.append(Pi(name, binder.type, binder.body, binder.info))
    return out


def _written(printer: Printer, binder: Pi) -> bool:
    """Whether a binder of a statement was written with a name, not as an arrow."""
    made_up = binder.name in ("", "_") or "✝" in binder.name
    return not made_up or printer.uses(binder.body, 0)


def _constructors(printer: Printer, declaration: Declaration, names: Names) -> Doc:
    lines: list[Doc] = []
    for name in declaration.constructors:
        type_ = printer.env[name].type
        for _ in range(declaration.params):
            assert isinstance(type_, Pi)
            type_ = type_.body
        short = name.rpartition(".")[2]
        lines.append(cat(SOFT, hang(f"| {short} :", LINE, printer.term(type_, names))))
    return Nest(2, cat(*lines))


def _fields(printer: Printer, declaration: Declaration, names: Names) -> Doc:
    type_ = printer.env[declaration.constructors[0]].type
    for _ in range(declaration.params):
        assert isinstance(type_, Pi)
        type_ = type_.body
    lines: list[Doc] = []
    for field in declaration.fields:
        assert isinstance(type_, Pi)
        lines.append(cat(SOFT, hang(f"{field.name} :", LINE, printer.term(type_.type, names))))
        names = (*names, field.name)
        type_ = type_.body
    return Nest(2, cat(*lines))
