"""What the items of a `do` block do, read off the syntax: assignments, jumps, nested actions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from denotary.parser.elaborate.elaborator import Elaborator
from denotary.parser.syntax import dotree as d
from denotary.parser.syntax import tree


def _parts(item: d.Item) -> Iterator[d.Item]:
    """The items inside an item, those in its terms aside."""
    match item:
        case d.DoLet(_, _, otherwise):
            yield from otherwise or ()
        case d.DoBind(value=value, otherwise=otherwise):
            yield value
            yield from otherwise or ()
        case d.DoIf(then=then, otherwise=otherwise) | d.DoIfLet(then=then, otherwise=otherwise):
            yield from then
            yield from otherwise or ()
        case d.DoUnless(body=body) | d.DoFor(body=body) | d.DoWhile(body=body):
            yield from body
        case d.DoNested(body=body):
            yield from body
        case d.DoMatch(alternatives=alternatives):
            for a in alternatives:
                yield from a.body
        case d.DoTry(body, handlers, last):
            yield from body
            for _, items in handlers:
                yield from items
            yield from last or ()
        case _:
            pass


def inside(items: d.Seq) -> Iterator[d.Item]:
    """The items and all items within them."""
    for item in items:
        yield item
        yield from inside(tuple(_parts(item)))


def assigned(items: d.Seq) -> set[str]:
    """Names that are assigned anew."""
    out: set[str] = set()
    for item in inside(items):
        if isinstance(item, d.DoAssign) or (isinstance(item, d.DoBind) and not item.fresh):
            out |= names(item.target)
    return out


def returns(items: d.Seq) -> bool:
    return any(isinstance(item, d.DoReturn) for item in inside(items))


def jumps(items: d.Seq) -> bool:
    """Whether a `break` or `continue` leaves the items."""
    for item in items:
        if isinstance(item, d.DoBreak | d.DoContinue):
            return True
        if not isinstance(item, d.DoFor | d.DoWhile) and jumps(tuple(_parts(item))):
            return True
    return False


def names(pattern: Any) -> set[str]:
    """Every identifier in a pattern; constructors among them do no harm."""
    if isinstance(pattern, tree.Ident):
        return {pattern.name}
    if isinstance(pattern, tuple):
        return {n for p in pattern for n in names(p)}
    if is_dataclass(pattern) and isinstance(pattern, tree.Node):
        return {n for f in fields(pattern) for n in names(getattr(pattern, f.name))}
    return set()


def lifted(elab: Elaborator, item: d.Item) -> tuple[list[d.Item], d.Item]:
    """The nested actions `(← e)` of the item as items to run before it, and the item without."""
    before: list[d.Item] = []
    match item:
        case d.DoLet(head, mutable, otherwise):
            if not head.binders and not head.rec:
                value = _pull(elab, head.value, before)
                if before:
                    item = d.DoLet(replace(head, value=value), mutable, otherwise, span=item.span)
        case d.DoIf() | d.DoUnless():
            item = replace(item, cond=_pull(elab, item.cond, before))
        case d.DoIfLet() | d.DoAssign():
            item = replace(item, value=_pull(elab, item.value, before))
        case d.DoReturn(value) if value is not None:
            item = replace(item, value=_pull(elab, value, before))
        case d.DoMatch():
            item = replace(item, discrs=_pull(elab, item.discrs, before))
        case d.DoFor():
            item = replace(item, generators=_pull(elab, item.generators, before))
        case d.DoExpr():
            item = replace(item, expr=_pull(elab, item.expr, before))
        case _:
            pass
    return before, item


_BINDS = (tree.Lambda, tree.LambdaMatch, tree.Alternative, tree.PiExpr, tree.Exists, tree.BigOp)


def _pull(elab: Elaborator, node: Any, before: list[d.Item], under: bool = False) -> Any:
    if isinstance(node, tuple):
        made = tuple(_pull(elab, n, before, under) for n in node)
        return made if any(a is not b for a, b in zip(made, node, strict=True)) else node
    if not isinstance(node, tree.Node) or isinstance(node, tree.Do | tree.By):
        return node
    if isinstance(node, d.NestedAction):
        if under:
            raise elab.error(
                node.span, "`(← …)` cannot be taken out of a function or an alternative",
                advice="start a `do` block inside it",
            )  # fmt: skip
        action = _pull(elab, node.expr, before)
        name = f"x✝{node.span[0]}"
        target = tree.Ident(name, span=node.span)
        before.append(d.DoBind(target, None, d.DoExpr(action, span=node.span), span=node.span))
        return target
    if isinstance(node, tree.LetExpr | tree.HaveExpr):
        value = _pull(elab, node.value, before, under)
        body = _pull(elab, node.body, before, True)
        same = value is node.value and body is node.body
        return node if same else replace(node, value=value, body=body)
    under = under or isinstance(node, _BINDS)
    changed = {}
    for f in fields(node):
        old = getattr(node, f.name)
        if isinstance(old, tuple | tree.Node) and f.name != "span":
            new = _pull(elab, old, before, under)
            if new is not old:
                changed[f.name] = new
    return replace(node, **changed) if changed else node
