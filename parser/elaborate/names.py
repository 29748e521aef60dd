"""Name resolution: which constants an identifier can mean at a place in a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from denotary.parser.syntax.tree import Open, Scope


def components(name: str) -> list[str]:
    """`a.«b.c».d` has three."""
    if "«" not in name:
        return name.split(".")
    out, current, quoted = [], "", False
    for ch in name:
        if ch == "." and not quoted:
            out.append(current)
            current = ""
            continue
        quoted = ch == "«" or (quoted and ch != "»")
        current += ch
    return [*out, current]


@dataclass(frozen=True, slots=True)
class Resolved:
    """A constant, and the field names that follow it (`x.f.g`)."""

    name: str
    fields: tuple[str, ...]


def namespaces(namespace: str) -> Iterator[str]:
    """`A.B.C`, `A.B`, `A`, and the root ``""``."""
    while namespace:
        yield namespace
        namespace = namespace.rpartition(".")[0]
    yield ""


def join(namespace: str, name: str) -> str:
    return f"{namespace}.{name}" if namespace else name


def opened(scope: Scope, known: Callable[[str], bool]) -> Iterator[tuple[str, Open]]:
    """The namespaces that the `open`s of a scope mean, in order.

    `open B` inside `A`, or after `open A`, may mean `A.B`. `known` says what is a namespace.
    """
    before: dict[str, None] = {}
    for o in scope.opens:
        meant = dict.fromkeys(
            full
            for base in (*namespaces(o.inside), *before)
            if known(full := join(base, o.namespace))
        )
        yield from ((full, o) for full in meant)
        if not (o.scoped or o.only or o.hiding or o.renaming):
            before |= meant


class Resolver:
    """Resolves names in one scope. `visible` gives the constant that a full name is, if any.

    A `protected` constant is not found by its last component alone, nor `hidden` in its own type.
    """

    def __init__(
        self,
        scope: Scope,
        visible: Callable[[str], str | None],
        exported: Callable[[str], Iterable[str]],
        protected: Callable[[str], bool],
        known_namespace: Callable[[str], bool],
        hidden: str = "",
    ) -> None:
        self.scope = scope
        self._protected = protected
        self._hidden = hidden
        self._visible = visible
        self._exported = exported
        self._memo: dict[str, tuple[Resolved, ...]] = {}
        self._inside: dict[tuple[str, str], Resolver] = {}
        self._known_namespace = known_namespace
        self._opened = [(ns, o) for ns, o in opened(scope, known_namespace) if not o.scoped]

    def inside(self, namespace: str, hidden: str) -> Resolver:
        """The same place, one or more namespaces further in: `def A.f` stands inside `A`."""
        found = self._inside.get((namespace, hidden))
        if found is None:
            scope = replace(self.scope, namespace=namespace)
            found = Resolver(
                scope, self._visible, self._exported, self._protected, self._known_namespace, hidden
            )
            self._inside[namespace, hidden] = found
        return found

    def candidates(self, name: str) -> tuple[Resolved, ...]:
        """Every constant that `name` (or a prefix of it, the rest being fields) can mean."""
        found = self._memo.get(name)
        if found is None:
            found = self._memo[name] = self._candidates(name)
        return found

    def _candidates(self, name: str) -> tuple[Resolved, ...]:
        if name.startswith("_root_."):
            name = name[len("_root_.") :]
            parts = components(name)
            for k in range(len(parts), 0, -1):
                full = ".".join(parts[:k])
                if hit := self._known(full):
                    return (Resolved(hit, tuple(parts[k:])),)
            return ()
        parts = components(name)
        for k in range(len(parts), 0, -1):
            base, fields = ".".join(parts[:k]), tuple(parts[k:])
            hits = self._exact(base)
            if hits:
                return tuple(Resolved(h, fields) for h in hits)
        return ()

    def _known(self, full: str) -> str | None:
        hit = self._visible(full)
        if hit is None:
            hit = next(filter(None, map(self._visible, self._exported(full))), None)
        return hit

    def _named(self, full: str, base: str) -> str | None:
        """The constant that `base` may mean by its full name `full`."""
        hit = self._known(full)
        if hit is None or full == self._hidden or ("." not in base and self._protected(hit)):
            return None
        return hit

    def _exact(self, base: str) -> list[str]:
        for ns in namespaces(self.scope.namespace):
            if ns and (hit := self._named(join(ns, base), base)):
                return [hit]
        hits: list[str] = []
        if root := self._known(base):
            hits.append(root)
        for ns, o in self._opened:
            target: str | None = base
            if (o.only and base not in o.only) or base in o.hiding:
                target = None
            if o.renaming:
                target = {new: old for old, new in o.renaming}.get(base)
            if target is None:
                continue
            hit = self._named(join(ns, target), base)
            if hit and hit not in hits:
                hits.append(hit)
        return hits
