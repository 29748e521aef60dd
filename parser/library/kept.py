"""Elaborated declarations kept between runs, under what they depend on (`keys`).

A declaration has two texts: its header, and its value where that is made later. Both are JSON with
the terms as a dump (`spec.dump`), so reading one back runs nothing that it says. What failed is
kept too: errors with their places. What cannot be read is not there.
"""

from __future__ import annotations

import json
import time
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from denotary.parser.elaborate.elaborator import UnknownName, Unmeaning
from denotary.parser.library.keys import Keys
from denotary.parser.library.shelf import Shelf
from denotary.parser.syntax.cursor import ParseError
from denotary.parser.syntax.tree import FileText
from denotary.spec.declarations import Declaration, Field, Kind, ProofStatus, Span
from denotary.spec.diagnostics import Diagnostic, LeanError
from denotary.spec.digest import digest
from denotary.spec.dump import Damaged, dump, load
from denotary.spec.terms import Term

_ERRORS: dict[str, type[LeanError]] = {
    kind.__name__: kind for kind in (LeanError, Unmeaning, UnknownName, ParseError)
}
_KIND = "declarations"
_SECONDS = 0.5
"""How long texts wait for others, to be put on disk together."""


@dataclass(frozen=True, slots=True)
class Header:
    """A declaration without the value that is made later, and what its members are made from."""

    declaration: Declaration
    later: bool = False
    """Whether the value is still to be made; else the declaration has it, or has none."""
    front: int = 0
    """How many arguments are not written in the declaration's own signature."""
    constructor: Term | None = None
    """The type of a structure's constructor."""
    errors: tuple[LeanError, ...] = ()


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a definition, with what went wrong in it."""

    term: Term
    errors: tuple[LeanError, ...] = ()


class Kept:
    """What earlier runs made of the declarations of a project."""

    def __init__(self, shelf: Shelf, keys: Keys) -> None:
        self._shelf = shelf
        self._keys = keys
        self._waiting: list[tuple[bytes, str]] = []
        self._since = 0.0
        weakref.finalize(self, _put, shelf, self._waiting)  # when the process ends, too

    # ---- reading

    def header(self, name: str, file: FileText) -> Header | LeanError | None:
        """The header, or the error for which there is none; `None` where neither is kept."""
        return self._read(name, file, "header", _header)

    def value(self, name: str, file: FileText) -> Value | None:
        return self._read(name, file, "value", _value)

    def _read(
        self,
        name: str,
        file: FileText,
        part: str,
        decode: Callable[[str, str, dict[str, Any]], Any],
    ) -> Any:
        texts = self._shelf.get(_KIND, (self._key(name, file, part, e) for e in (False, True)))
        for text in texts.values():
            try:
                data = json.loads(text)
                if data["name"] == name:
                    return decode(name, file.path, data)
            except (ValueError, KeyError, IndexError, TypeError, Damaged, RecursionError):
                continue
        return None

    def _key(self, name: str, file: FileText, part: str, errors: bool) -> bytes:
        return digest(self._keys.of(file), name, part, self._keys.names() if errors else b"")

    # ---- writing

    def keep_header(self, name: str, file: FileText, made: Header) -> None:
        self._keep(name, file, "header", bool(made.errors), lambda: _encode_header(made, file))

    def keep_failure(self, name: str, file: FileText, error: LeanError) -> None:
        self._keep(name, file, "header", True, lambda: {"failure": _encode_error(error)})

    def keep_value(self, name: str, file: FileText, made: Value) -> None:
        self._keep(name, file, "value", bool(made.errors), lambda: _encode_value(made))

    def _keep(
        self, name: str, file: FileText, part: str, errors: bool, encode: Callable[[], Any]
    ) -> None:
        try:
            text = json.dumps({"name": name, **encode()}, separators=(",", ":"), ensure_ascii=False)
            text.encode()
        except ValueError:
            return  # a term with something open in it, or text that is no Unicode
        if not self._waiting:
            self._since = time.monotonic()
        self._waiting.append((self._key(name, file, part, errors), text))

    def flush(self, now: bool = True) -> None:
        """Put on disk what was made; if not `now`, then when enough of it has gathered."""
        if self._waiting and (now or time.monotonic() - self._since > _SECONDS):
            _put(self._shelf, self._waiting)


def _put(shelf: Shelf, waiting: list[tuple[bytes, str]]) -> None:
    shelf.put(_KIND, waiting)
    waiting.clear()


# ---- headers and values as data


def _encode_header(made: Header, file: FileText) -> dict[str, Any]:
    declared = made.declaration
    value = None if made.later else declared.value
    defaults = [f.default for f in declared.fields]
    terms = [declared.type, value, made.constructor, *defaults]
    rows, at = _dump(terms)
    return {
        "rows": rows,
        "terms": at,
        "kind": declared.kind.value,
        "span": _encode_span(declared.span, file.path),
        "doc": declared.doc,
        "attributes": declared.attributes,
        "proof": declared.proof.value,
        "params": declared.params,
        "constructors": declared.constructors,
        "fields": [(f.name, f.info, f.parent) for f in declared.fields],
        "inductive": declared.inductive,
        "index": declared.index,
        "is_class": declared.is_class,
        "is_instance": declared.is_instance,
        "priority": declared.priority,
        "reducible": declared.reducible,
        "universes": declared.universes,
        "later": made.later,
        "front": made.front,
        "errors": [_encode_error(e) for e in made.errors],
    }


def _header(name: str, path: str, data: dict[str, Any]) -> Header | LeanError:
    if "failure" in data:
        return _error(data["failure"])
    type, value, constructor, *defaults = _load(data["rows"], data["terms"])
    if type is None:
        raise ValueError("no type")
    fields = zip(data["fields"], defaults, strict=True)
    declared = Declaration(
        name,
        Kind(data["kind"]),
        type,
        value,
        span=_span(data["span"], path),
        doc=data["doc"],
        attributes=tuple(data["attributes"]),
        proof=ProofStatus(data["proof"]),
        params=data["params"],
        constructors=tuple(data["constructors"]),
        fields=tuple(Field(n, info, default, parent) for (n, info, parent), default in fields),
        inductive=data["inductive"],
        index=data["index"],
        is_class=data["is_class"],
        is_instance=data["is_instance"],
        priority=data["priority"],
        reducible=data["reducible"],
        universes=tuple(data["universes"]),
    )
    errors = tuple(map(_error, data["errors"]))
    return Header(declared, data["later"], data["front"], constructor, errors)


def _encode_value(made: Value) -> dict[str, Any]:
    rows, at = _dump([made.term])
    return {"rows": rows, "terms": at, "errors": [_encode_error(e) for e in made.errors]}


def _value(name: str, path: str, data: dict[str, Any]) -> Value:
    (term,) = _load(data["rows"], data["terms"])
    if term is None:
        raise ValueError("no value")
    return Value(term, tuple(map(_error, data["errors"])))


def _dump(terms: Sequence[Term | None]) -> tuple[list[Any], list[int]]:
    """Rows of terms, and which rows they are; -1 for a term that is not there."""
    rows, at = dump([t for t in terms if t is not None])
    found = iter(at)
    return rows, [-1 if t is None else next(found) for t in terms]


def _load(rows: list[Any], at: list[int]) -> list[Term | None]:
    made = load(rows)
    return [None if n == -1 else made[n] for n in at]


def _encode_span(span: Span | None, path: str) -> list[Any] | None:
    if span is None:
        return None
    file = str(span.file)
    return [span.start, span.end, span.line, span.column, *([] if file == path else [file])]


def _span(data: list[Any] | None, path: str) -> Span | None:
    if data is None:
        return None
    start, end, line, column, *file = data
    return Span(Path(*file or [path]), start, end, line, column)


def _encode_error(error: LeanError) -> list[Any]:
    if _ERRORS.get(type(error).__name__) is not type(error):
        raise ValueError(f"a {type(error).__name__} is not kept")
    d = error.diagnostic
    return [
        type(error).__name__, d.message, _encode_span(d.span, ""), d.expected, d.found, d.advice
    ]  # fmt: skip


def _error(data: list[Any]) -> LeanError:
    kind, message, span, expected, found, advice = data
    return _ERRORS[kind](Diagnostic(message, _span(span, ""), expected, found, advice))
