"""A project: its files split into declarations, elaborated one by one when asked for."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib import resources
from pathlib import Path
from typing import TypeVar

from rapidfuzz import fuzz, process

from denotary.parser.elaborate import declarations as de
from denotary.parser.elaborate.core import OutOfFuel
from denotary.parser.elaborate.elaborator import Cyclic, Elaborator
from denotary.parser.elaborate.names import Resolver
from denotary.parser.syntax import (
    parse_body,
    parse_constructors,
    parse_notation_rhs,
    parse_signature,
    parse_structure,
    parse_variables,
    parse_where,
    split,
)
from denotary.parser.syntax import span as make_span
from denotary.parser.syntax.tree import (
    AppExpr,
    Arrow,
    Binder,
    Constructor,
    DeclText,
    Expr,
    FileText,
    Ident,
    NamedArg,
    NotationDecl,
    Paren,
    PiExpr,
    Range,
    Scope,
    Signature,
    StructureText,
)
from denotary.spec.declarations import Declaration, Field, Kind, ProofStatus, Span
from denotary.spec.diagnostics import Diagnostic, LeanError
from denotary.spec.environment import Environment
from denotary.spec.pretty import pretty
from denotary.spec.terms import Lam, Pi, Term, Unsupported, head_const

_FETCHED = ("build", "lake-packages", "node_modules")
"""Folders that tools fill, besides the hidden ones (`.lake`, `.git`)."""
_EXPORT = re.compile(r"^export\s+([\w.]+)\s*\(([^)]*)\)", re.MULTILINE)
Made = TypeVar("Made")
_AUTO_IMPLICIT = re.compile(r"\bautoImplicit\b\W*(true|false)")
_TYPES = ("structure", "class", "inductive", "class inductive")


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a name is declared. `order` grows along the files as they were loaded."""

    file: FileText
    decl: DeclText
    order: int


@dataclass(frozen=True, slots=True)
class KnownInstance:
    """An instance known by its text; `heads` say what its class's explicit arguments look like."""

    name: str
    priority: int
    heads: tuple[str | None, ...]

    def excluded(self, shape: Sequence[str | None]) -> bool:
        """Whether it is visibly about other types than a goal of this shape."""
        return any(
            h is not None and g is not None and h != g
            for h, g in zip(self.heads, shape, strict=False)
        )


class Project:
    """The declarations of a folder of Lean files (or one file) together with the prelude.

    `errors` keeps what went wrong in values (types raise at once): name → errors.
    """

    def __init__(self, root: Path, files: list[FileText], prelude: list[FileText]) -> None:
        self.root = root
        self.files = files
        self.prelude = prelude
        self.entries: dict[str, Entry] = {}
        self.duplicates: list[Entry] = []
        self.errors: dict[str, list[LeanError]] = {}
        self.environment = Environment(self._provide)
        self._shapes: dict[str, de.StructureShape] = {}
        self._inductives: dict[str, tuple[Term, int, int]] = {}
        self._busy: set[str] = set()
        self._shorts: dict[str, str] | None = None
        self._failures: dict[str, LeanError] = {}
        self._partial: dict[str, Declaration] = {}
        self.skips = 0
        """How often an instance was passed over because it was still being elaborated."""
        self._members: dict[str, dict[str, object]] = {}
        self._where: dict[str, dict[str, Entry]] = {}
        self._classes: dict[str, list[KnownInstance]] | None = None
        self._instance_class: dict[str, str | None] = {}
        self._variables: dict[tuple[str, int, int], tuple[Binder, ...]] = {}
        self._resolvers: dict[tuple[str, int], Resolver] = {}
        self._options: dict[str, bool] = {}
        self._lakefile = _read_lakefile(root)
        self._imported: dict[str, tuple[NotationDecl, ...]] = {}
        self._notation_home: dict[int, FileText] = {}
        self.search_cache: dict[Term, Term | None] = {}
        self.exported: dict[str, str] = {}
        """Names made visible by `export`: short name → full name."""
        order = 0
        for file in (*self.prelude, *self.files):
            for ns, names in _EXPORT.findall(file.text):
                self.exported |= {n: f"{ns}.{n}" for n in names.split()}
            for decl in file.declarations:
                order += 1
                if decl.kind == "example":
                    continue
                name = (
                    _private(file, decl.full_name)
                    if "private" in decl.modifiers
                    else decl.full_name
                )
                if name in self.entries:
                    self.duplicates.append(Entry(file, decl, order))
                else:
                    self.entries[name] = Entry(file, decl, order)

    # ---- what the rest of the tool asks

    def names(self) -> list[str]:
        """Full names of the project's own declarations, in file order."""
        own = {id(f) for f in self.files}
        return [n for n, e in self.entries.items() if id(e.file) in own]

    def text(self, name: str) -> tuple[FileText, DeclText]:
        entry = self.entries[name]
        return entry.file, entry.decl

    def declare(self, name: str) -> Declaration:
        """The elaborated declaration. Raises `LeanError` when its type does not elaborate."""
        found = self.environment.find(name)
        if found is None:
            raise LeanError(Diagnostic(f"unknown declaration `{name}`"))
        return found

    # ---- Library, for the elaborator

    @property
    def env(self) -> Environment:
        return self.environment

    def exists(self, name: str) -> bool:
        if name in self.entries:
            return True
        parent, _, last = name.rpartition(".")
        entry = self.entries.get(parent)
        if entry is None:
            return False
        if entry.decl.kind in _TYPES:
            return last in self._members_of(parent, entry)
        return last in self._where_of(parent, entry)

    def span(self, file: FileText, range: Range) -> Span:
        return make_span(file, range)

    def near(self, name: str) -> list[str]:
        """Up to three full names whose last component resembles that of `name`."""
        if self._shorts is None:
            self._shorts = {}
            for full in self.entries:
                self._shorts.setdefault(full.rpartition(".")[2], full)
        last = name.rpartition(".")[2]
        found = process.extract(
            last, self._shorts.keys(), scorer=fuzz.ratio, limit=3, score_cutoff=75
        )
        return [self._shorts[short] for short, _, _ in found]

    def show(self, term: Term) -> str:
        return pretty(self.environment, term)

    def notation_rhs(self, file: FileText, notation: NotationDecl) -> Expr:
        home = self._notation_home.get(id(notation), file)
        return parse_notation_rhs(home, notation, self._notations(home))

    def notations(self, file: FileText, scope: Scope) -> tuple[NotationDecl, ...]:
        """Notations in force at a place: the file's own first, then those of its imports."""
        return (*reversed(scope.notations), *reversed(self._notations(file)))

    def _notations(self, file: FileText) -> tuple[NotationDecl, ...]:
        """What the files that `file` imports, directly or not, put in scope."""
        found = self._imported.get(file.path)
        if found is None:
            out: list[NotationDecl] = []
            if file in self.files:
                for other in self._closure(file):
                    for n in _exported_notations(other):
                        self._notation_home[id(n)] = other
                        out.append(n)
            found = self._imported[file.path] = tuple(out)
        return found

    def _closure(self, file: FileText) -> list[FileText]:
        modules = {_module(self.root, f): f for f in self.files}
        out: dict[str, FileText] = {}
        stack = list(file.imports)
        while stack:
            name = stack.pop()
            if name in modules and name not in out:
                out[name] = modules[name]
                stack += modules[name].imports
        out.pop(_module(self.root, file), None)
        return list(out.values())

    def instances_of(self, cls: str, shape: Sequence[str | None] = ()) -> Iterable[Declaration]:
        """Instances of the class, by priority, later before earlier; class parents last.

        `shape` tells what the class's arguments are built with, where known. Instances whose text
        shows them to be about other types are left alone: elaborating them would be work for
        nothing, and could lead in a circle.
        """
        if self._classes is None:
            self._classes = self._index_instances()
        for known in self._classes.get(cls.rpartition(".")[2], ()):
            if known.excluded(shape):
                continue
            if known.name in self._busy:
                self.skips += 1
                continue
            try:
                decl = self.environment.find(known.name)
            except Cyclic:
                self.skips += 1
                continue
            except LeanError as e:
                self.errors.setdefault(known.name, []).append(e)
                continue
            if decl is None:  # its class is still being elaborated
                self.skips += 1
            elif self._class_of(decl) == cls:
                yield decl

    def _class_of(self, decl: Declaration) -> str | None:
        if decl.name not in self._instance_class:
            self._instance_class[decl.name] = self._result_class(decl.type)
        return self._instance_class[decl.name]

    # ---- indexing

    def _index_instances(self) -> dict[str, list[KnownInstance]]:
        """Instances by the last component of their class, in the order they are to be tried."""
        out: dict[str, list[KnownInstance]] = {}
        parents: list[tuple[str, str]] = []
        for name, entry in reversed(self.entries.items()):
            decl = entry.decl
            if decl.kind == "instance" or "instance" in decl.attributes:
                try:
                    sig = parse_signature(entry.file, decl, self._notations(entry.file))
                except LeanError:
                    continue
                short = self._class_behind(_class_name(sig.type))
                if short:
                    heads = self._syntactic_heads(entry, sig)
                    known = KnownInstance(name, _priority(entry.file, decl), heads)
                    out.setdefault(short, []).append(known)
            elif decl.kind == "class":
                try:
                    text = parse_structure(entry.file, decl, self._notations(entry.file))
                except LeanError:
                    continue
                for p in text.parents:
                    short = _class_name(p)
                    if short:
                        parents.append((short, f"{name}.to{short}"))
        for short, name in parents:
            out.setdefault(short, []).append(KnownInstance(name, 500, ()))
        for group in out.values():
            group.sort(key=lambda known: -known.priority)
        return out

    def _syntactic_heads(self, entry: Entry, sig: Signature) -> tuple[str | None, ...]:
        """What the explicit arguments of an instance's class are visibly built with."""
        bound = {b.name for b in sig.binders}
        type: Expr | None = sig.type
        while isinstance(type, PiExpr | Arrow | Paren):
            if isinstance(type, PiExpr):
                bound |= {b.name for b in type.binders}
            type = (
                type.codomain
                if isinstance(type, Arrow)
                else (type.body if isinstance(type, PiExpr) else type.expr)
            )
        if not isinstance(type, AppExpr):
            return ()
        resolver = self._resolver(entry.file, entry.decl.scope)
        return tuple(
            None if isinstance(a, NamedArg) else self._head(a, bound, resolver) for a in type.args
        )

    def _head(self, expr: Expr, bound: set[str], resolver: Resolver) -> str | None:
        while isinstance(expr, Paren | AppExpr):
            expr = expr.expr if isinstance(expr, Paren) else expr.fn
        if isinstance(expr, Arrow | PiExpr):
            return "→"
        if not isinstance(expr, Ident) or expr.name in bound or len(expr.name) == 1:
            return None
        found = resolver.candidates(expr.name)
        if len(found) != 1 or found[0].fields:
            return None
        entry = self.entries.get(found[0].name)
        rigid = entry is not None and entry.decl.kind in (*_TYPES, "axiom", "opaque")
        return found[0].name if rigid else None

    def _class_behind(self, short: str) -> str:
        """The class that an abbreviation of classes (`FunLike`) stands for."""
        entry = self.entries.get(short)
        if entry is None or entry.decl.kind != "abbrev":
            return short
        try:
            body = parse_body(entry.file, entry.decl, self._notations(entry.file))
        except LeanError:
            return short
        return (_class_name(body) if isinstance(body, Expr) else "") or short

    def _result_class(self, type: Term) -> str | None:
        while isinstance(type, Pi):
            type = type.body
        name = head_const(type)
        decl = self.environment.find(name) if name is not None else None
        if decl is not None and decl.reducible and decl.kind is Kind.DEF and decl.value is not None:
            inner = decl.value
            while isinstance(inner, Lam):
                inner = inner.body
            return self._result_class(inner)
        return name

    def _members_of(self, name: str, entry: Entry) -> dict[str, object]:
        found = self._members.get(name)
        if found is None:
            found = {}
            try:
                if entry.decl.kind in ("structure", "class"):
                    text = parse_structure(entry.file, entry.decl, self._notations(entry.file))
                    found[text.constructor] = text
                    for p in text.parents:
                        short = _class_name(p)
                        if short:
                            found["to" + short] = p
                    for f in text.fields:
                        found[f.name] = f
                else:
                    for c in parse_constructors(
                        entry.file, entry.decl, self._notations(entry.file)
                    ):
                        found[c.name.rpartition(".")[2]] = c
            except LeanError as e:
                self.errors.setdefault(name, []).append(e)
            self._members[name] = found
        return found

    def _where_of(self, name: str, entry: Entry) -> dict[str, Entry]:
        found = self._where.get(name)
        if found is None:
            found = {}
            try:
                for d in parse_where(entry.file, entry.decl, self._notations(entry.file)):
                    found[d.full_name.rpartition(".")[2]] = Entry(entry.file, d, entry.order)
            except LeanError as e:
                self.errors.setdefault(name, []).append(e)
            self._where[name] = found
        return found

    # ---- elaboration on demand

    def _provide(self, name: str) -> Declaration | None:
        if name in self._busy:
            return self._partial.get(name)
        if name in self._failures:
            raise self._failures[name]
        entry = self.entries.get(name)
        if entry is None:
            return self._member(name)
        self._busy.add(name)
        try:
            return self._elaborate(name, entry)
        except Cyclic:
            raise
        except LeanError as error:
            if self._settled():
                self._failures[name] = error
            raise
        finally:
            self._busy.discard(name)

    def _settled(self) -> bool:
        """Whether nothing but instances is being made: a failure now is a failure for good."""
        return all(
            name not in self.entries or self.entries[name].decl.kind not in _TYPES
            for name in self._busy
        )

    def _member(self, name: str) -> Declaration | None:
        parent, _, last = name.rpartition(".")
        entry = self.entries.get(parent)
        if entry is None:
            return None
        if entry.decl.kind not in _TYPES:
            inner = self._where_of(parent, entry).get(last)
            return self._plain(name, inner) if inner is not None else None
        if last not in self._members_of(parent, entry):
            return None
        if self.environment.find(parent) is None or parent in self._busy:
            return None
        if parent in self._shapes:
            return self._structure_member(parent, entry, last)
        return self._constructor(parent, entry, last)

    def elaborator(self, file: FileText, scope: Scope) -> Elaborator:
        """A fresh elaborator for a place in a file."""
        resolver = self._resolver(file, scope)
        return Elaborator(
            self,
            file,
            resolver,
            scope=scope,
            cache=self.search_cache,
            auto_implicit=self._auto_implicit(file),
        )

    def _resolver(self, file: FileText, scope: Scope) -> Resolver:
        key = (file.path, id(scope))
        resolver = self._resolvers.get(key)
        if resolver is None:

            def private(full: str) -> str | None:
                hidden = _private(file, full)
                return hidden if self.exists(hidden) else None

            resolver = self._resolvers[key] = Resolver(
                scope, self.exists, private, self.exported, self._protected
            )
        return resolver

    def _protected(self, full: str) -> bool:
        entry = self.entries.get(full)
        return entry is not None and "protected" in entry.decl.modifiers

    def _auto_implicit(self, file: FileText) -> bool:
        """Whether unbound names in signatures are bound by themselves: Lean's option.

        On unless the file or the lakefile says otherwise, as Mathlib's projects do.
        """
        found = self._options.get(file.path)
        if found is None:
            said = _AUTO_IMPLICIT.findall(file.text) or _AUTO_IMPLICIT.findall(self._lakefile)
            found = self._options[file.path] = not said or said[-1] == "true"
        return found

    def _scope_variables(self, file: FileText, scope: Scope) -> list[Binder]:
        out: list[Binder] = []
        for v in scope.variables:
            key = (file.path, v.start, v.end)
            found = self._variables.get(key)
            if found is None:
                found = self._variables[key] = parse_variables(
                    file, v, scope.notations + self._notations(file)
                )
            out += found
        return out

    def _elaborate(self, name: str, entry: Entry) -> Declaration:
        match entry.decl.kind:
            case "structure" | "class":
                return self._structure(name, entry)
            case "inductive" | "class inductive":
                return self._inductive(name, entry)
            case _:
                return self._plain(name, entry)

    def _plain(self, name: str, entry: Entry) -> Declaration:
        file, decl = entry.file, entry.decl
        kind = {"theorem": Kind.THEOREM, "axiom": Kind.AXIOM, "opaque": Kind.AXIOM}.get(
            decl.kind, Kind.DEF
        )
        elab = self.elaborator(file, decl.scope)
        sig = parse_signature(file, decl, self._notations(file))
        body = None if kind is not Kind.DEF else parse_body(file, decl, self._notations(file))
        made = self._guard(
            elab, decl, lambda: de.elaborate_signature(
                elab, self._scope_variables(file, decl.scope), decl, sig, body
            ),
        )  # fmt: skip
        if elab.problems:
            self.errors.setdefault(name, []).extend(elab.problems)
        later = kind is Kind.DEF and made.value is None and body is not None
        return Declaration(
            name,
            kind,
            made.type,
            partial(self._value, name, entry, made) if later else made.value,
            span=make_span(file, decl.name_span),
            doc=decl.doc,
            attributes=decl.attributes,
            proof=_proof(decl),
            is_instance=decl.kind == "instance" or "instance" in decl.attributes,
            priority=_priority(file, decl),
            reducible=decl.kind in ("abbrev", "instance") or "reducible" in decl.attributes,
            universes=decl.universes,
        )

    def _value(self, name: str, entry: Entry, made: de.Signature) -> Term:
        file, decl = entry.file, entry.decl
        elab = self.elaborator(file, decl.scope)
        try:
            body = parse_body(file, decl, self._notations(file))
            assert body is not None
            value = self._guard(
                elab, decl, lambda: de.elaborate_value(elab, made, body, decl, name)
            )
            if elab.problems:
                self.errors.setdefault(name, []).extend(elab.problems)
            return value
        except LeanError as e:
            self.errors.setdefault(name, []).append(e)
            place = e.diagnostic.span.place if e.diagnostic.span else ""
            reason = f"`{name}` was not elaborated: {e.diagnostic.message}"
            return Unsupported(made.type, reason, place)

    def _guard(self, elab: Elaborator, decl: DeclText, run: Callable[[], Made]) -> Made:
        try:
            return run()
        except OutOfFuel as e:
            raise elab.error(decl.name_span, f"elaboration of `{decl.name}` {e}") from None

    def _structure(self, name: str, entry: Entry) -> Declaration:
        file, decl = entry.file, entry.decl
        text: StructureText = parse_structure(file, decl, self._notations(file))
        elab = self.elaborator(file, decl.scope)
        variables = self._scope_variables(file, decl.scope)

        def header(type: Term, params: int) -> None:
            self._partial[name] = Declaration(
                name, Kind.STRUCTURE, type, params=params, is_class=decl.kind == "class"
            )

        shape = self._guard(
            elab, decl, lambda: de.elaborate_structure(elab, variables, decl, text, name, header)
        )
        self._shapes[name] = shape
        fields = tuple(Field(n, info, default, parent) for n, info, default, parent in shape.fields)
        return Declaration(
            name, Kind.STRUCTURE, shape.type, span=make_span(file, decl.name_span), doc=decl.doc,
            attributes=decl.attributes, params=shape.params,
            constructors=(f"{name}.{text.constructor}",), fields=fields,
            is_class=decl.kind == "class", universes=decl.universes,
        )  # fmt: skip

    def _structure_member(self, owner: str, entry: Entry, last: str) -> Declaration | None:
        shape = self._shapes[owner]
        decl = self.environment[owner]
        span = decl.span
        name = f"{owner}.{last}"
        if decl.constructors[0] == name:
            return Declaration(name, Kind.CONSTRUCTOR, shape.constructor, span=span,
                               params=shape.params, inductive=owner)  # fmt: skip
        for i, f in enumerate(decl.fields):
            if f.name == last:
                type, value = de.projection(shape, owner, i, decl.is_class)
                parent = self.environment.find(f.parent) if f.parent else None
                return Declaration(
                    name, Kind.PROJECTION, type, value, span=span, params=shape.params,
                    inductive=owner, index=i,
                    is_instance=decl.is_class and parent is not None and parent.is_class,
                    priority=500, reducible=True,
                )  # fmt: skip
        return None

    def _inductive(self, name: str, entry: Entry) -> Declaration:
        file, decl = entry.file, entry.decl
        elab = self.elaborator(file, decl.scope)
        sig = parse_signature(file, decl, self._notations(file))
        variables = self._scope_variables(file, decl.scope)
        made = self._guard(elab, decl, lambda: de.elaborate_inductive(elab, variables, decl, sig))
        self._inductives[name] = made
        constructors = tuple(f"{name}.{c}" for c in self._members_of(name, entry))
        return Declaration(
            name, Kind.INDUCTIVE, made[0], span=make_span(file, decl.name_span), doc=decl.doc,
            attributes=decl.attributes, params=made[1], constructors=constructors,
            is_class=decl.kind == "class inductive", universes=decl.universes,
        )  # fmt: skip

    def _constructor(self, owner: str, entry: Entry, last: str) -> Declaration:
        file, decl = entry.file, entry.decl
        family, params, front = self._inductives[owner]
        ctor = self._members_of(owner, entry)[last]
        assert isinstance(ctor, Constructor)
        elab = self.elaborator(file, decl.scope)
        type = self._guard(
            elab, decl,
            lambda: de.elaborate_constructor(elab, family, params, front, owner, decl, ctor),
        )  # fmt: skip
        index = list(self._members_of(owner, entry)).index(last)
        return Declaration(
            f"{owner}.{last}", Kind.CONSTRUCTOR, type, span=make_span(file, ctor.span),
            doc=ctor.doc, params=params, inductive=owner, index=index,
        )  # fmt: skip


def _read_lakefile(root: Path) -> str:
    for name in ("lakefile.toml", "lakefile.lean"):
        try:
            return (root / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
    return ""


def _module(root: Path, file: FileText) -> str:
    path = Path(file.path)
    base = root if root.is_dir() else root.parent
    inside = path.relative_to(base) if path.is_relative_to(base) else path
    return ".".join(inside.with_suffix("").parts)


def _exported_notations(file: FileText) -> tuple[NotationDecl, ...]:
    if not file.declarations:
        return ()
    return tuple(n for n in file.declarations[-1].scope.notations if not n.local)


def _private(file: FileText, name: str) -> str:
    return f"_private.{Path(file.path).stem}.{name}"


def _proof(decl: DeclText) -> ProofStatus:
    if decl.kind == "axiom":
        return ProofStatus.AXIOM
    if decl.kind != "theorem":
        return ProofStatus.NONE
    return ProofStatus.SORRY if decl.has_sorry else ProofStatus.PRESENT


def _priority(file: FileText, decl: DeclText) -> int:
    head = file.text[decl.span[0] : decl.signature[0]]
    at = head.find("priority")
    if at < 0:
        return 1000
    word = head[at:].split(":=")[-1].strip().split(")")[0].strip()
    if word.isdigit():
        return int(word)
    return {"low": 100, "mid": 500, "high": 10000, "default": 1000}.get(word, 1000)


def _class_name(type: Expr | None) -> str:
    """The last component of the class an instance's type ends in."""
    while True:
        match type:
            case PiExpr(_, body):
                type = body
            case Arrow(_, codomain):
                type = codomain
            case AppExpr(fn):
                type = fn
            case Ident(name):
                return name.rpartition(".")[2]
            case None:
                return ""
            case _:
                inner = getattr(type, "expr", None)
                if not isinstance(inner, Expr):
                    return ""
                type = inner


@cache
def prelude_files() -> tuple[FileText, ...]:
    """The prelude, in the order of its imports."""
    folder = resources.files("denotary.parser.prelude")
    texts = {
        p.name.removesuffix(".lean"): p.read_text(encoding="utf-8")
        for p in folder.iterdir()
        if p.name.endswith(".lean")
    }
    done: dict[str, FileText] = {}
    parsed = {
        n: split(Path(str(folder.joinpath(f"{n}.lean"))), t) for n, t in sorted(texts.items())
    }

    def visit(name: str) -> None:
        if name in done or name not in parsed:
            return
        for imported in parsed[name].imports:
            visit(imported.rpartition(".")[2])
        done[name] = parsed[name]

    for name in parsed:
        visit(name)
    return tuple(done.values())


def lean_files(root: Path) -> Iterator[Path]:
    """The Lean files of a folder in the order of their paths (or the one file).

    Hidden folders and those that tools fill are not entered: `.lake` alone may hold all of Mathlib.
    Raises OSError.
    """
    if root.is_file():
        yield root
        return
    with os.scandir(root) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            if not entry.name.startswith(".") and entry.name not in _FETCHED:
                yield from lean_files(Path(entry.path))
        elif entry.name.endswith(".lean") and entry.name != "lakefile.lean":
            yield Path(entry.path)


def load_project(root: Path | str) -> Project:
    """Split every Lean file under `root` (or the one file). Raises OSError, UnicodeDecodeError."""
    root = Path(root)
    files = [split(p, p.read_text(encoding="utf-8-sig")) for p in lean_files(root)]
    return Project(root, files, list(prelude_files()))


def load_text(text: str, path: str = "Snippet.lean") -> Project:
    """A project of one file given as text, for tests and interactive use."""
    return Project(Path(path), [split(Path(path), text)], list(prelude_files()))
