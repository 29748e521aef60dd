"""The syntax tree of `do` blocks: their items, as written."""

from __future__ import annotations

from dataclasses import dataclass

from denotary.parser.syntax.tree import Expr, HaveExpr, LetExpr, Node


class Item(Node):
    """One line of a `do` block."""

    __slots__ = ()


Seq = tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class DoLet(Item):
    """`let [mut] … := …`; `head` is the `let` with a `Hole` for its body.

    `otherwise` are the items of `let p := e | …`.
    """

    head: LetExpr
    mutable: bool = False
    otherwise: Seq | None = None


@dataclass(frozen=True, slots=True)
class DoHave(Item):
    head: HaveExpr


@dataclass(frozen=True, slots=True)
class DoBind(Item):
    """`let [mut] x : T ← item | …`, and `x ← item` (not `fresh`). `target` is a pattern."""

    target: Expr
    type: Expr | None
    value: Item
    mutable: bool = False
    fresh: bool = True
    otherwise: Seq | None = None


@dataclass(frozen=True, slots=True)
class DoAssign(Item):
    """`x := e`, `(x, y) := e`."""

    target: Expr
    type: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True)
class DoIf(Item):
    """`if c then … else …`. `name` is that of `if h : c`."""

    name: str
    cond: Expr
    then: Seq
    otherwise: Seq | None


@dataclass(frozen=True, slots=True)
class DoIfLet(Item):
    """`if let p := e then …`; with `←`, `bind`."""

    pattern: Expr
    value: Expr
    bind: bool
    then: Seq
    otherwise: Seq | None


@dataclass(frozen=True, slots=True)
class DoUnless(Item):
    cond: Expr
    body: Seq


@dataclass(frozen=True, slots=True)
class DoAlternative(Node):
    rows: tuple[tuple[Expr, ...], ...]
    body: Seq


@dataclass(frozen=True, slots=True)
class DoMatch(Item):
    discrs: tuple[tuple[str, Expr], ...]
    alternatives: tuple[DoAlternative, ...]


@dataclass(frozen=True, slots=True)
class DoFor(Item):
    """`for h : p in e, … do …`: generators are (name of the membership or empty, pattern, e)."""

    generators: tuple[tuple[str, Expr, Expr], ...]
    body: Seq


@dataclass(frozen=True, slots=True)
class DoWhile(Item):
    """`while c do …`, and `repeat …` with no condition."""

    cond: Expr | None
    body: Seq
    name: str = ""


@dataclass(frozen=True, slots=True)
class DoReturn(Item):
    value: Expr | None


@dataclass(frozen=True, slots=True)
class DoBreak(Item):
    pass


@dataclass(frozen=True, slots=True)
class DoContinue(Item):
    pass


@dataclass(frozen=True, slots=True)
class DoTry(Item):
    """`try … catch e => …`: handlers are (pattern, items)."""

    body: Seq
    handlers: tuple[tuple[Expr, Seq], ...]
    last: Seq | None = None
    """`finally …`."""


@dataclass(frozen=True, slots=True)
class DoNested(Item):
    """`do …` as an item: its assignments are the surrounding block's."""

    body: Seq


@dataclass(frozen=True, slots=True)
class DoExpr(Item):
    """An action."""

    expr: Expr


@dataclass(frozen=True, slots=True)
class NestedAction(Expr):
    """`(← e)` inside a term: run before the item that it stands in."""

    expr: Expr


@dataclass(frozen=True, slots=True)
class RangeLit(Expr):
    """`[start:stop:step]`."""

    start: Expr | None
    stop: Expr
    step: Expr | None
