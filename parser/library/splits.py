"""Files split into declarations, kept between runs under their text.

Scopes and notations are told apart by identity, so a text that is read back shares them as before.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from denotary.parser.library.shelf import Shelf
from denotary.parser.syntax import split
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
from denotary.spec.digest import digest

_KIND = "splits"


def split_all(
    texts: Sequence[tuple[Path, str]],
    defined: frozenset[str] = frozenset(),
    shelf: Shelf | None = None,
    version: bytes = b"",
) -> list[FileText]:
    """The files split, as far as can be from the shelf; `defined` as for `split`."""
    if shelf is None:
        return [split(path, text, defined) for path, text in texts]
    commands = " ".join(sorted(defined))
    keys = [digest(version, commands, text) for _, text in texts]
    known = shelf.get(_KIND, keys)
    files: list[FileText] = []
    new: list[tuple[bytes, str]] = []
    for key, (path, text) in zip(keys, texts, strict=True):
        file = _decode(path, text, known[key]) if key in known else None
        if file is None:
            file = split(path, text, defined)
            try:
                kept = _encode(file)
                kept.encode()
                new.append((key, kept))
            except UnicodeEncodeError:
                pass  # text that is no Unicode is not kept
        files.append(file)
    if new:
        shelf.put(_KIND, new)
    return files


def _encode(file: FileText) -> str:
    scopes = {id(d.scope): d.scope for d in file.declarations}
    notations = {id(n): n for n in file.notations}
    for scope in scopes.values():
        notations |= {id(n): n for n in scope.notations}
    scope_at = {at: n for n, at in enumerate(scopes)}
    notation_at = {at: n for n, at in enumerate(notations)}
    data = {
        "imports": file.imports,
        "notations": [
            (n.kind, n.precedence, n.items, n.rhs, n.local, n.scoped_in)
            for n in notations.values()
        ],
        "declared": [notation_at[id(n)] for n in file.notations],
        "scopes": [
            (
                s.namespace,
                [_open_row(o) for o in s.opens],
                [(v.start, v.end) for v in s.variables],
                s.includes,
                s.omits,
                s.universes,
                [notation_at[id(n)] for n in s.notations],
                s.private,
            )
            for s in scopes.values()
        ],
        "declarations": [
            (
                d.kind, d.name, d.full_name, scope_at[id(d.scope)],
                *d.span, *d.name_span, *d.signature, *d.body,
                d.doc, d.attributes, d.modifiers, d.universes, d.has_sorry, d.mutual,
                [_open_row(o) for o in d.in_opens],
            )
            for d in file.declarations
        ],
        "problems": [(p.message, p.expected, p.found, p.span) for p in file.problems],
        "syntaxes": [(s.kind, s.literals, s.span) for s in file.syntaxes],
        "attributes": file.attribute_commands,
        "defined": sorted(file.defined),
    }  # fmt: skip
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _open_row(o: Open) -> tuple[Any, ...]:
    return (o.namespace, o.inside, o.only, o.hiding, o.renaming, o.scoped)


def _decode(path: Path, text: str, kept: str) -> FileText | None:
    """The file; `None` where the text is no encoded one."""
    try:
        return _file(str(path), text, json.loads(kept))
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        return None


def _file(path: str, text: str, data: dict[str, Any]) -> FileText:
    notations = [
        NotationDecl(
            kind,
            precedence,
            tuple(item if isinstance(item, str) else tuple(item) for item in items),
            _range(rhs),
            local,
            scoped_in,
        )
        for kind, precedence, items, rhs, local, scoped_in in data["notations"]
    ]
    scopes = [_scope(row, notations) for row in data["scopes"]]
    return FileText(
        path,
        text,
        tuple(data["imports"]),
        tuple(_declaration(row, scopes) for row in data["declarations"]),
        tuple(
            Problem(message, expected, found, span=_range(span))
            for message, expected, found, span in data["problems"]
        ),
        tuple(notations[n] for n in data["declared"]),
        tuple(
            SyntaxText(kind, tuple(literals), _range(span))
            for kind, literals, span in data["syntaxes"]
        ),
        tuple((tuple(attributes), tuple(names)) for attributes, names in data["attributes"]),
        frozenset(data["defined"]),
    )


def _scope(row: list[Any], notations: list[NotationDecl]) -> Scope:
    namespace, opens, variables, includes, omits, universes, there, private = row
    return Scope(
        namespace,
        tuple(map(_open, opens)),
        tuple(VariableText(start, end) for start, end in variables),
        tuple(includes),
        tuple(omits),
        tuple(universes),
        tuple(notations[n] for n in there),
        private,
    )


def _declaration(row: list[Any], scopes: list[Scope]) -> DeclText:
    kind, name, full, scope, a, b, c, d, e, f, g, h, doc, attributes, modifiers, *rest = row
    universes, has_sorry, mutual, opens = rest
    return DeclText(
        kind, name, full, scopes[scope], (a, b), (c, d), (e, f), (g, h), doc,
        tuple(attributes), tuple(modifiers), tuple(universes), has_sorry, mutual,
        tuple(map(_open, opens)),
    )  # fmt: skip


def _open(row: list[Any]) -> Open:
    namespace, inside, only, hiding, renaming, scoped = row
    pairs = tuple((old, new) for old, new in renaming)
    return Open(namespace, inside, tuple(only), tuple(hiding), pairs, scoped)


def _range(pair: list[int]) -> tuple[int, int]:
    start, end = pair
    return start, end
