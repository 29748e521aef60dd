"""The command pass: a file's text to its declarations and the scope that each stands in.

Only what tells commands apart is looked at: comments, strings, and keywords that open a line.
Nothing inside a term is tokenised, so a project of megabytes is listed in a second or two.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from denotary.parser.syntax.commands import (
    DECLARATIONS,
    IN,
    NOTATIONS,
    Commands,
    Found,
    defined_commands,
)
from denotary.parser.syntax.headers import (
    header_range,
    instance_name,
    macro,
    notation,
    open_command,
    words,
)
from denotary.parser.syntax.tokens import IDENTIFIER, WORD_END, is_ordinary
from denotary.parser.syntax.tokens import plain_name as plain
from denotary.parser.syntax.tree import (
    DeclText,
    FileText,
    NotationDecl,
    Open,
    Problem,
    Scope,
    SyntaxText,
    VariableText,
)

_UNIVERSES = re.compile(r"\.\{([^}]*)\}")
_PRIORITY = re.compile(r"\s*\(\s*priority\s*:=\s*([^)]*)\)")
_NAME = re.compile(IDENTIFIER)
_EXIT = re.compile(r"#exit(?![\w.'])")
_SORRY = re.compile(r"(?<![\w.])sorry(?![\w.'])")


class _Frame:
    """One open `namespace`, `section` or `mutual`: what is restored at its `end`."""

    __slots__ = ("kind", "name", "place", "scope")

    def __init__(self, kind: str, name: str, scope: Scope, place: int) -> None:
        self.kind = kind
        self.name = name
        self.scope = scope
        self.place = place


def split(path: Path | str, text: str, defined: frozenset[str] = frozenset()) -> FileText:
    """Splits the text of a Lean file into its declarations. Never raises: see `problems`.

    `defined` are the keywords of commands that the project adds (see `defined_commands`).
    """
    return _Splitter(str(path), text, defined | defined_commands(text)).run()


class _Splitter:
    def __init__(self, path: str, text: str, defined: frozenset[str]) -> None:
        self.path = path
        self.text = text
        self.defined = defined
        self.source = Commands(text, defined)
        self.scope = Scope()
        self.frames: list[_Frame] = []
        self.declarations: list[DeclText] = []
        self.problems: list[Problem] = []
        self.imports: list[str] = []
        self.attribute_commands: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
        self.mutuals = 0
        self.mutual = 0
        self.examples = 0
        self.names: set[str] = set()
        self.sorries = "sorry" in text
        self.scoped: list[NotationDecl] = []
        self.notations: list[NotationDecl] = []
        self.syntaxes: list[SyntaxText] = []
        # What `… in` in front of a declaration adds, for the next declaration only.
        self.before: Scope | None = None
        self.before_opens: list[Open] = []

    def run(self) -> FileText:
        found = self.source.scan()
        text = self.text
        n = len(found)
        for k, command in enumerate(found):
            limit = found[k + 1].start if k + 1 < n else len(text)
            if _EXIT.match(text, command.start):
                break  # Lean reads no further
            self.command(command, self.source.trim(command.after, limit))
        for frame in self.frames:
            # A file may end inside a namespace or section, but not inside `mutual`.
            if frame.kind == "mutual":
                at = (frame.place, frame.place + len("mutual"))
                self.problem(at, "`mutual` is not ended", "`end`", "the end of the file")
        if self.source.comments and self.source.comments[-1][1] == len(text):
            start = self.source.comments[-1][0]
            if text.startswith("/-", start) and (not text.endswith("-/") or len(text) < start + 4):
                self.problem(
                    (start, start + 2), "this comment is not closed", "`-/`", "the end of the file"
                )
        return FileText(
            self.path,
            text,
            tuple(self.imports),
            tuple(self.declarations),
            tuple(self.problems),
            tuple(self.notations),
            tuple(self.syntaxes),
            tuple(self.attribute_commands),
            self.defined,
        )

    # ---- acting on the commands

    def problem(self, span: tuple[int, int], message: str, expected: str, found: str) -> None:
        self.problems.append(Problem(message, expected, found, span=span))

    def command(self, c: Found, end: int) -> None:
        word = c.word
        if word in DECLARATIONS:
            self.declaration(c, end)
            self.before = None
            self.before_opens = []
            return
        action = getattr(self, f"do_{word}", None) if word != "#" else None
        if action is None:
            if word in NOTATIONS:
                self.do_notation(c, end)
            elif word not in ("attribute", "set_option"):
                self.before = None
                self.before_opens = []
            return
        action(c, end)

    def body(self, c: Found, end: int) -> tuple[str, bool]:
        """The command's text without comments, and whether `in` ends it."""
        text = self.text[c.after : end]
        if "--" in text or "/-" in text:
            text = re.sub(r"--[^\n]*|/-(?s:.*?)-/", " ", text)
        m = IN.search(text)
        if m and not text[m.end() :].strip():
            return text[: m.start()], True
        return text, False

    def update(self, scope: Scope, temporary: bool) -> None:
        if temporary:
            self.before = scope
        else:
            self.scope = scope

    def current(self, temporary: bool) -> Scope:
        return self.before if temporary and self.before is not None else self.scope

    def do_import(self, c: Found, end: int) -> None:
        self.imports += [w for w in words(self.text[c.after : end]) if w != "all"][:1]

    def do_namespace(self, c: Found, end: int) -> None:
        m = _NAME.search(self.text, c.after, end)
        if m is None:
            self.problem((c.start, c.after), "`namespace` has no name", "a name", "")
            return
        name = plain(m.group())
        self.frames.append(_Frame("namespace", name, self.scope, c.start))
        inner = f"{self.scope.namespace}.{name}" if self.scope.namespace else name
        self.scope = replace(
            self.scope, namespace=inner, notations=self.with_scoped(self.scope, {inner})
        )

    def with_scoped(self, scope: Scope, names: set[str]) -> tuple[NotationDecl, ...]:
        """The notations of `scope` and those scoped in the namespaces `names`."""
        more = [n for n in self.scoped if n.scoped_in in names and n not in scope.notations]
        return (*scope.notations, *more) if more else scope.notations

    def restore(self, scope: Scope) -> None:
        """Goes back to the scope before a section; notations neither local nor scoped stay."""
        kept = [
            n
            for n in self.scope.notations
            if not n.local and not n.scoped_in and n not in scope.notations
        ]
        self.scope = replace(scope, notations=(*scope.notations, *kept)) if kept else scope

    def do_section(self, c: Found, end: int) -> None:
        line = self.text.find("\n", c.after, end)
        m = _NAME.search(self.text, c.after, end if line < 0 else line)
        name = plain(m.group()) if m else ""
        self.frames.append(_Frame("section", name, self.scope, c.start))

    def do_mutual(self, c: Found, end: int) -> None:
        self.mutuals += 1
        self.mutual = self.mutuals
        self.frames.append(_Frame("mutual", "", self.scope, c.start))

    def do_end(self, c: Found, end: int) -> None:
        line = self.text.find("\n", c.after, end)
        m = _NAME.search(self.text, c.after, end if line < 0 else line)
        name = plain(m.group()) if m else ""
        if not self.frames:
            self.problem(
                (c.start, c.after), f"`end {name}`".replace(" `", "`") + " ends nothing",
                "an open namespace, section or mutual block", f"end {name}",
            )  # fmt: skip
            return
        # `end A.B` may close several, as `namespace A` … `namespace B`.
        rest = name
        while True:
            frame = self.frames.pop()
            self.restore(frame.scope)
            if frame.kind == "mutual":
                self.mutual = 0
            if frame.name == rest:
                return
            if frame.name and rest.endswith("." + frame.name) and self.frames:
                rest = rest[: -len(frame.name) - 1]
                continue
            if rest and frame.name.endswith("." + rest):
                # `end B` inside `namespace A.B` leaves `namespace A` open.
                outer = frame.name[: -len(rest) - 1]
                self.frames.append(_Frame(frame.kind, outer, frame.scope, frame.place))
                if frame.kind == "namespace":
                    base = frame.scope.namespace
                    inner = f"{base}.{outer}" if base else outer
                    self.scope = replace(self.scope, namespace=inner)
                return
            opened = f"{frame.kind} {frame.name}".strip()
            self.problem(
                (c.start, end), f"`end {name}`".replace(" `", "`") + f" does not match `{opened}`",
                f"end {frame.name}".strip(), f"end {name}".strip(),
            )  # fmt: skip
            return

    def do_open(self, c: Found, end: int) -> None:
        text, temporary = self.body(c, end)
        scope = self.current(temporary)
        opens = open_command(text, scope.namespace)
        if temporary:
            self.before_opens += opens
        named = {o.namespace for o in opens if not o.only and not o.hiding and not o.renaming}
        if self.scoped and named:
            base = scope.namespace
            named |= {f"{base}.{n}" for n in named if base}
            scope = replace(scope, notations=self.with_scoped(scope, named))
        self.update(replace(scope, opens=scope.opens + tuple(opens)), temporary)

    def do_variable(self, c: Found, end: int) -> None:
        _, temporary = self.body(c, end)
        scope = self.current(temporary)
        stop = end
        if temporary:
            stop = c.after + [m.start() for m in IN.finditer(self.text[c.after : end])][-1]
        group = VariableText(c.after, stop)
        self.update(replace(scope, variables=(*scope.variables, group)), temporary)

    do_variables = do_variable

    def do_universe(self, c: Found, end: int) -> None:
        text, _ = self.body(c, end)
        self.scope = replace(self.scope, universes=self.scope.universes + tuple(words(text)))

    do_universes = do_universe

    def do_include(self, c: Found, end: int) -> None:
        text, temporary = self.body(c, end)
        scope = self.current(temporary)
        names = tuple(words(text))
        omits = tuple(n for n in scope.omits if n not in names)
        self.update(replace(scope, includes=scope.includes + names, omits=omits), temporary)

    def do_omit(self, c: Found, end: int) -> None:
        text, temporary = self.body(c, end)
        scope = self.current(temporary)
        # `omit [C a]` names the instance by its type: kept with its brackets, blanks squeezed.
        groups = [" ".join(g.split()) for g in re.findall(r"\[[^\]]*\]", text)]
        names = tuple(groups + words(re.sub(r"\[[^\]]*\]", " ", text)))
        includes = tuple(n for n in scope.includes if n not in names)
        self.update(replace(scope, includes=includes, omits=scope.omits + names), temporary)

    def do_attribute(self, c: Found, end: int) -> None:
        pos = self.source.skip(c.after)
        if not self.text.startswith("[", pos):
            return
        attributes: list[str] = []
        pos = self.source.attributes(pos + 1, attributes)
        names = tuple(w for w in words(self.text[pos:end]) if w != "in")
        self.attribute_commands.append((tuple(attributes), names))

    def scoped_in(self, c: Found) -> str:
        """The namespace of `scoped` and `scoped[A]`; nothing for what is not scoped."""
        for word in c.modifiers:
            if word == "scoped":
                return self.scope.namespace
            if word.startswith("scoped["):
                return word[7:-1]
        return ""

    def do_notation(self, c: Found, end: int) -> None:
        decl = notation(
            c.word,
            self.text,
            c.after,
            end,
            "local" in c.modifiers,
            self.scoped_in(c),
        )
        self.add_notation(decl, c, end)

    def do_macro(self, c: Found, end: int) -> None:
        local = "local" in c.modifiers
        self.add_notation(macro(self.text, c.after, end, local, self.scoped_in(c)), c, end)

    def add_notation(self, decl: NotationDecl | None, c: Found, end: int) -> None:
        if decl is None:
            self.do_syntax(c, end)
            return
        self.notations.append(decl)
        if decl.scoped_in:
            self.scoped.append(decl)
        self.scope = replace(self.scope, notations=(*self.scope.notations, decl))

    def do_syntax(self, c: Found, end: int) -> None:
        """Remembers what the command adds to the grammar."""
        front = re.split(r"=>|\n\n", self.text[c.after : end], maxsplit=1)[0]
        found = (q.strip() for q in re.findall(r'"([^"\n]*)"', front))
        literals = tuple(w for w in found if w and not is_ordinary(w))
        if literals:
            self.syntaxes.append(SyntaxText(c.word, literals, (c.start, end)))

    do_elab = do_binder_predicate = do_syntax

    def declaration(self, c: Found, end: int) -> None:
        text = self.text
        kind = DECLARATIONS[c.word]
        pos = c.after
        attributes = list(c.attributes)
        if c.word == "class":
            m = re.compile(r"\s+inductive" + WORD_END).match(text, pos)
            if m:
                kind, pos = "class inductive", m.end()
        if kind == "instance" and (m := _PRIORITY.match(text, pos)):
            attributes.append(f"priority := {m.group(1).strip()}")
            pos = m.end()
        pos = min(self.source.skip(pos), end)
        scope = self.before if self.before is not None else self.scope
        name = ""
        name_span = (pos, pos)
        if kind != "example":
            m = _NAME.match(text, pos, end)
            if m:
                name, name_span = plain(m.group()), m.span()
                pos = m.end()
            elif kind != "instance":
                self.problem(
                    (c.word_start, c.after), f"`{c.word}` has no name", "a name",
                    text[pos : pos + 20].split("\n")[0],
                )  # fmt: skip
                return
        universes: tuple[str, ...] = ()
        if m := _UNIVERSES.match(text, pos, end):
            universes = tuple(u.strip() for u in m.group(1).split(",") if u.strip())
            pos = m.end()
        signature, body = header_range(text, pos, end, kind)
        if c.word == "alias":
            signature, body = (pos, pos), (pos, end)
        if not name:
            if kind == "example":
                self.examples += 1
                name = f"_example_{self.examples}"
            else:
                name = instance_name(text[signature[0] : signature[1]])
                name = self.unused(name, scope.namespace)
        if name.startswith("_root_."):
            name = full = name[7:]
        else:
            full = f"{scope.namespace}.{name}" if scope.namespace else name
        self.names.add(full)
        self.declarations.append(
            DeclText(
                kind,
                name,
                full,
                scope,
                (c.start, end),
                name_span,
                signature,
                body,
                c.doc,
                tuple(attributes),
                c.modifiers,
                universes,
                self.sorry(body),
                self.mutual,
                tuple(self.before_opens),
            )
        )

    def unused(self, name: str, namespace: str) -> str:
        """`instAddFoo`, `instAddFoo_1`, … as Lean numbers them."""
        stem = f"{namespace}." if namespace else ""
        tried, n = name, 0
        while stem + tried in self.names:
            n += 1
            tried = f"{name}_{n}"
        return tried

    def sorry(self, body: tuple[int, int]) -> bool:
        if not self.sorries:
            return False
        found = _SORRY.finditer(self.text, *body)
        return any(not self.source.in_comment(m.start()) for m in found)
