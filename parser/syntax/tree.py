"""The syntax tree of Lean text: what was written, before any name is resolved.

Every node ends with `span`, the offsets `(start, end)` in characters of the file it came from.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from denotary.spec.diagnostics import Diagnostic
from denotary.spec.terms import BinderInfo

Range = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    span: Range = (0, 0)


class Expr(Node):
    """A term or type."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """`(x : A)`, `{x : A}`, `⦃x : A⦄`, `[inst : C]`, or a bare `x`; one name each."""

    name: str
    """`_` for an anonymous one; instance binders without a name have the name ``""``."""
    type: Expr | None
    info: BinderInfo = "explicit"
    default: Expr | None = None
    """`(x : A := d)`. An auto-param `:= by tac` is a `By`."""
    pattern: Expr | None = None
    """`fun ⟨a, b⟩ => …`: the pattern; `name` is then `_`."""


# ---- atoms


@dataclass(frozen=True, slots=True)
class Ident(Expr):
    """`foo.bar`, guillemets removed (a component with dots keeps them). `@foo`: `explicit`."""

    name: str
    explicit: bool = False


@dataclass(frozen=True, slots=True)
class DotIdent(Expr):
    """`.name`, resolved by the expected type."""

    name: str


@dataclass(frozen=True, slots=True)
class Num(Expr):
    value: int


@dataclass(frozen=True, slots=True)
class Scientific(Expr):
    """`1.5`, `2e-3`: `mantissa * 10 ^ (-digits if negative else digits)`."""

    mantissa: int
    negative: bool
    digits: int

    @property
    def value(self) -> Fraction:
        power = Fraction(10) ** self.digits
        return self.mantissa / power if self.negative else self.mantissa * power


@dataclass(frozen=True, slots=True)
class Str(Expr):
    value: str


@dataclass(frozen=True, slots=True)
class Char(Expr):
    value: str


@dataclass(frozen=True, slots=True)
class Interpolated(Expr):
    """`s!"…{e}…"`; parts alternate freely. `kind` is the prefix (`s`, `m`, `f`, …)."""

    kind: str
    parts: tuple[str | Expr, ...]


@dataclass(frozen=True, slots=True)
class Hole(Expr):
    """`_`, `?`, or `?name`."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class SortExpr(Expr):
    """`Prop`, `Type`, `Type u`, `Type*`, `Sort u`."""

    level: Literal["Prop", "Type", "Sort"]


@dataclass(frozen=True, slots=True)
class Sorry(Expr):
    pass


# ---- application and access


@dataclass(frozen=True, slots=True)
class NamedArg(Node):
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class AppExpr(Expr):
    """`f a (x := b) ..`; `ellipsis` when the argument list ends with `..`."""

    fn: Expr
    args: tuple[Expr | NamedArg, ...]
    ellipsis: bool = False


@dataclass(frozen=True, slots=True)
class Explicit(Expr):
    """`@e` where `e` is not an identifier (e.g. `@.foo`)."""

    expr: Expr


@dataclass(frozen=True, slots=True)
class Field(Expr):
    """`e.name` or `e.1` glued to something that is not a plain identifier; also `e |>.name`."""

    expr: Expr
    name: str


@dataclass(frozen=True, slots=True)
class Index(Expr):
    """`a[i]`, `a[i]!`, `a[i]?`, `a[i]'h`."""

    expr: Expr
    index: Expr
    kind: Literal["", "!", "?", "'"] = ""
    proof: Expr | None = None


@dataclass(frozen=True, slots=True)
class Paren(Expr):
    """`(e)`. `(· + 1)` arrives as a `Lambda` inside, one binder per `·`."""

    expr: Expr


@dataclass(frozen=True, slots=True)
class Ascription(Expr):
    """`(e : T)`; `type is None` for `(e :)`."""

    expr: Expr
    type: Expr | None


@dataclass(frozen=True, slots=True)
class Coe(Expr):
    """`↑e`, `⇑e` (to a function), `↥e` (to a sort)."""

    kind: Literal["↑", "⇑", "↥"]
    expr: Expr


# ---- binders


@dataclass(frozen=True, slots=True)
class Lambda(Expr):
    binders: tuple[Binder, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class PiExpr(Expr):
    """`∀ x y : A, B`, `(x : A) → B`, `∀ x ∈ s, p`, `∀ x < n, p` (see `bound`)."""

    binders: tuple[Binder, ...]
    body: Expr
    bound: tuple[str, Expr] | None = None
    """`("∈", s)`, `("<", n)`, … when the binder predicate form was used."""
    arrow: bool = False
    """Written as an arrow with a binder."""


@dataclass(frozen=True, slots=True)
class Arrow(Expr):
    domain: Expr
    codomain: Expr


@dataclass(frozen=True, slots=True)
class Exists(Expr):
    """`∃ x y : A, p`, `∃! x, p`, `∃ x ∈ s, p`."""

    binders: tuple[Binder, ...]
    body: Expr
    unique: bool = False
    bound: tuple[str, Expr] | None = None


@dataclass(frozen=True, slots=True)
class BigOp(Expr):
    """`∑ x ∈ s with p, f`, `∏ …`, `⨆ …`, `⨅ …`, `⋃ …`, `⋂ …`, `∫ x in s, f ∂μ`."""

    op: str
    binders: tuple[Binder, ...]
    over: Expr | None
    where: Expr | None
    body: Expr
    measure: Expr | None = None


# ---- control


@dataclass(frozen=True, slots=True)
class LetExpr(Expr):
    """`let x (binders) : T := v; body`; `pattern` for `let ⟨a, b⟩ := v` / `let (a, b) := v`."""

    name: str
    binders: tuple[Binder, ...]
    type: Expr | None
    value: Expr
    body: Expr
    pattern: Expr | None = None
    rec: bool = False
    otherwise: Expr | None = None
    """`let p := v | e`."""
    alternatives: tuple[Alternative, ...] = ()
    """`let f : T | pat => …`."""


@dataclass(frozen=True, slots=True)
class HaveExpr(Expr):
    """`have h (binders) : T := v; body` and `suffices`/`show … from …` (name `this`)."""

    name: str
    binders: tuple[Binder, ...]
    type: Expr | None
    value: Expr
    body: Expr
    pattern: Expr | None = None


@dataclass(frozen=True, slots=True)
class Show(Expr):
    """`show T from e`, `show T by …`, `show T; e`."""

    type: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class If(Expr):
    """`if h : c then a else b`; `name` is ``""`` without `h :`."""

    name: str
    cond: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class IfLet(Expr):
    pattern: Expr
    value: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Alternative(Node):
    """`| p₁, p₂ | q₁, q₂ => body`: one or more rows of patterns. Patterns are expressions."""

    rows: tuple[tuple[Expr, ...], ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class MatchExpr(Expr):
    """`match (motive := m) h : d₁, d₂ with | …`."""

    discrs: tuple[tuple[str, Expr], ...]
    alternatives: tuple[Alternative, ...]
    motive: Expr | None = None


@dataclass(frozen=True, slots=True)
class LambdaMatch(Expr):
    """`fun | p => e | …`."""

    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True, slots=True)
class NamedPattern(Expr):
    """`x@p` inside patterns."""

    name: str
    pattern: Expr


@dataclass(frozen=True, slots=True)
class Inaccessible(Expr):
    """`.(e)` inside patterns."""

    expr: Expr


@dataclass(frozen=True, slots=True)
class Tactic(Node):
    """One tactic, cut out but not analysed, except for the few that build data.

    `name` is its first word (`exact`, `refine`, `show`, `unfold`, `have`, `simp`, …); `term` is
    the term of `exact e`, `refine e`, `show T`, `let/have … := …` (a `LetExpr`/`HaveExpr` whose
    body is a `Hole`), `apply e`; `names` the identifiers after `intro`, `unfold`, …
    """

    name: str
    text: str
    term: Expr | None = None
    names: tuple[str, ...] = ()
    terms: tuple[Expr, ...] = ()
    """What `induction`, `cases` and `match` look at."""
    rules: tuple[tuple[bool, Expr], ...] = ()
    """What `rw` rewrites with; `True` for from right to left."""
    arms: tuple[TacticArm, ...] = ()
    """The alternatives of `induction`, `cases`, `match`; the block of `·`; `obtain`'s pattern."""


@dataclass(frozen=True, slots=True)
class TacticArm:
    """Rows of patterns, and the tactics under them."""

    rows: tuple[tuple[Expr, ...], ...]
    tactics: tuple[Tactic, ...]


@dataclass(frozen=True, slots=True)
class By(Expr):
    tactics: tuple[Tactic, ...]
    text: str
    has_sorry: bool = False


@dataclass(frozen=True, slots=True)
class Do(Expr):
    """`do …`: items of `dotree`, or the `problem` that they do not parse."""

    items: tuple[Any, ...]
    problem: Diagnostic | None = None


# ---- structures and collections


@dataclass(frozen=True, slots=True)
class Anonymous(Expr):
    """`⟨a, b⟩`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class TupleExpr(Expr):
    """`(a, b, c)`; `()` has no items."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class FieldInit(Node):
    """`x.y (binders) := e` in a structure instance or `where` block."""

    path: str
    binders: tuple[Binder, ...]
    type: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True)
class StructInst(Expr):
    """`{ s, t with x := e, y, .. : T }`."""

    sources: tuple[Expr, ...]
    fields: tuple[FieldInit, ...]
    type: Expr | None
    ellipsis: bool = False


@dataclass(frozen=True, slots=True)
class SetBuilder(Expr):
    """`{x : A | p}`, `{x ∈ s | p}`, `{f x | x}` (binder pattern), `{x : A // p}` (`subtype`)."""

    binder: Binder
    pred: Expr
    bound: tuple[str, Expr] | None = None
    subtype: bool = False


@dataclass(frozen=True, slots=True)
class SetLit(Expr):
    """`{a, b, c}`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class ListLit(Expr):
    """`[a, b]`, `#[a, b]` (`array`), `![a, b]` (`vector`), `!![a, b; c, d]` (`matrix`: rows)."""

    kind: Literal["list", "array", "vector", "matrix"]
    items: tuple[Expr, ...]


# ---- operators


@dataclass(frozen=True, slots=True)
class BinOp(Expr):
    """An infix operator as written: `+ - * / ^ ∘ = ≠ ≤ < ∈ ∧ ∨ ↔ → (arrows are Arrow) • …`."""

    op: str
    left: Expr
    right: Expr
    op_span: Range = (0, 0)


@dataclass(frozen=True, slots=True)
class UnOp(Expr):
    """A prefix (`-`, `¬`, `!`, `√`, …) or postfix (`⁻¹`, `ᵀ`, `!`, `ᵒᵖ`) operator."""

    op: str
    operand: Expr
    postfix: bool = False


@dataclass(frozen=True, slots=True)
class Abs(Expr):
    """`|x|`."""

    expr: Expr


@dataclass(frozen=True, slots=True)
class Norm(Expr):
    """`‖x‖`."""

    expr: Expr


@dataclass(frozen=True, slots=True)
class Notation(Expr):
    """A mixfix form the grammar knows as a shape but gives no meaning (`name` says which)."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class BadExpr(Expr):
    """Text that did not parse as a term; `reason` says why (the parser's own message)."""

    text: str
    reason: str


# ---- commands


@dataclass(frozen=True, slots=True)
class Equations:
    """`def f : T | p => e | …`."""

    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True, slots=True)
class WhereBody:
    """`instance : C where x := e …` (a structure instance)."""

    fields: tuple[FieldInit, ...]


Body = Expr | Equations | WhereBody


@dataclass(frozen=True, slots=True)
class Constructor(Node):
    name: str
    binders: tuple[Binder, ...]
    type: Expr | None
    doc: str = ""


@dataclass(frozen=True, slots=True)
class StructField(Node):
    """One name each; `(x y : A)` gives two."""

    name: str
    info: BinderInfo
    binders: tuple[Binder, ...]
    type: Expr | None
    default: Expr | None
    doc: str = ""


@dataclass(frozen=True, slots=True)
class Signature(Node):
    """Binders and result type of a declaration, parsed."""

    binders: tuple[Binder, ...]
    type: Expr | None


@dataclass(frozen=True, slots=True)
class StructureText(Node):
    """`structure S (binders) extends P where mk :: …fields… deriving …`, parsed."""

    binders: tuple[Binder, ...]
    type: Expr | None
    parents: tuple[Expr, ...]
    constructor: str
    """`mk` unless another is given."""
    fields: tuple[StructField, ...]
    deriving: tuple[str, ...] = ()
    constructor_doc: str = ""


DeclKind = Literal[
    "def", "theorem", "abbrev", "instance", "axiom", "opaque", "example",
    "structure", "class", "inductive", "class inductive",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scope:
    """What is in force where a declaration stands. Shared between declarations, never mutated."""

    namespace: str = ""
    """The full current namespace, `""` at top level."""
    opens: tuple[Open, ...] = ()
    """In order of opening; each with the namespace it was opened in."""
    variables: tuple[VariableText, ...] = ()
    """`variable` binder groups in order."""
    includes: tuple[str, ...] = ()
    """Names named by `include` and not since by `omit`."""
    omits: tuple[str, ...] = ()
    universes: tuple[str, ...] = ()
    notations: tuple[NotationDecl, ...] = ()
    private: bool = False


@dataclass(frozen=True, slots=True)
class Open:
    """`open A` / `open A (x y)` / `open A hiding x` / `open A renaming x → y` / `open scoped A`."""

    namespace: str
    inside: str
    only: tuple[str, ...] = ()
    hiding: tuple[str, ...] = ()
    renaming: tuple[tuple[str, str], ...] = ()
    scoped: bool = False


@dataclass(frozen=True, slots=True)
class VariableText:
    """The source range of one `variable …` command's binders; parse with `binders`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, eq=False)
class NotationDecl:
    """`notation`/`infix`/`prefix`/`postfix`: `items` are literal strings and `(name, prec)`s.

    Compared by identity: tables of notations are looked up by the notations in force.
    """

    kind: str
    precedence: int
    items: tuple[str | tuple[str, int], ...]
    rhs: Range
    local: bool
    scoped_in: str = ""


@dataclass(frozen=True, slots=True)
class SyntaxText:
    """A `syntax`, `macro` or `elab` command, or a notation of a shape that is not understood.

    It is not followed: its literals tell where text that does not parse may come from.
    """

    kind: str
    literals: tuple[str, ...]
    span: Range


@dataclass(frozen=True, slots=True)
class DeclText:
    """A declaration found by the splitter: where its parts are, nothing parsed yet.

    All ranges are character offsets into the file. `name` is as written (may be dotted);
    `full_name` has the namespace in front (`_root_.` honoured, `private` names unchanged).
    """

    kind: DeclKind
    name: str
    full_name: str
    scope: Scope
    span: Range
    """From the docstring or first modifier to the end of the body."""
    name_span: Range
    signature: Range
    """Between the name and `:=`, `|`, `where` or the end."""
    body: Range
    """From `:=`, `|`, `where` (included) to the end; empty when there is none."""
    doc: str = ""
    attributes: tuple[str, ...] = ()
    modifiers: tuple[str, ...] = ()
    """`noncomputable`, `private`, `protected`, `partial`, `unsafe`, `nonrec`, `local`, `scoped`."""
    universes: tuple[str, ...] = ()
    has_sorry: bool = False
    mutual: int = 0
    """Number of the `mutual` block it is in, 0 for none."""
    in_opens: tuple[Open, ...] = ()
    """From `open … in` in front of it (already part of `scope.opens`)."""


@dataclass(frozen=True, slots=True)
class Problem(Node):
    """Something the splitter or parser did not understand, reported once."""

    message: str
    expected: str = ""
    found: str = ""


@dataclass(frozen=True, slots=True)
class FileText:
    """A file split into declarations."""

    path: str
    text: str
    imports: tuple[str, ...]
    declarations: tuple[DeclText, ...]
    problems: tuple[Problem, ...] = ()
    notations: tuple[NotationDecl, ...] = ()
    """All that the file declares, in order."""
    syntaxes: tuple[SyntaxText, ...] = ()
    """What it adds to the grammar that is not understood here."""
    attribute_commands: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = field(default=())
    """`attribute [simp, instance] foo bar`: (attributes, names)."""
    defined: frozenset[str] = frozenset()
    """The commands that were taken for such, besides Lean's own."""
