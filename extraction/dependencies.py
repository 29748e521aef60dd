"""What a declaration's result depends on, from the text alone: a hash over all that it reaches.

Nothing is elaborated, so this must not miss anything that elaboration could look at; it may include
more. A declaration reaches every declaration whose last name component is a word of its text, of
the `variable`s and `open`s in force, or of the notations it uses; a word with no dot before it only
what is in an enclosing or an opened namespace. Nobody writes down which
instances are searched, so an instance is reached where all the inductive types and classes that its
result names are: a goal about other types cannot end there. A class reached through `extends` is
found the same way from its parents. A theorem's proof, comments between declarations, docstrings
and places in files do not count.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from denotary.parser.elaborate.names import components, join, namespaces
from denotary.parser.library.files import lakefile
from denotary.parser.library.imports import Imports
from denotary.parser.project import Project
from denotary.parser.syntax.tree import DeclText, FileText, Open, Scope
from denotary.spec.digest import digest

_WORD = re.compile(r"[^\W\d][\w'!?]*")
_BARE = re.compile(r"(?<!\.)\b[^\W\d][\w'!?]*")
_DOTTED = re.compile(r"(?<=\.)[^\W\d][\w'!?]*")
_RIGID = frozenset(("structure", "class", "inductive", "class inductive"))
_EXTENDS = re.compile(r"\bextends\b(.*?)(?=\bwhere\b|:=|$)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Search:
    """A declaration found by instance search rather than by name.

    `needs`: of each set of types, one must be reached. `any`: one set is enough.
    """

    at: int
    needs: tuple[int, ...]
    any: bool


_Ends = defaultdict[str, defaultdict[str, list[int]]]
"""Last component → full name → declarations of that name."""


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a declaration: those that stand alone, and those that stand after a dot."""

    bare: set[str]
    dotted: set[str]
    """Which may be in any namespace, as the type of what is before them tells."""
    file: FileText
    decl: DeclText


class Dependencies:
    """Hashes of what the declarations of a project depend on."""

    def __init__(self, project: Project) -> None:
        self._names = project.names()
        self._at = {name: n for n, name in enumerate(self._names)}
        self._project = project
        self._imports = Imports(project.root, project.files, project.prelude)
        self._own_files = {file.path for file in project.files}
        self._in_force: dict[tuple[object, ...], list[tuple[tuple[str, ...], str]]] = {}
        texts, words, results = self._excerpts()
        ends = self._ends()
        self._protected = {
            n
            for n, name in enumerate(self._names)
            if "protected" in project.text(name)[1].modifiers
        }
        self._uses = [self._used(n, own, ends) for n, own in enumerate(words)]
        kinds = [project.text(name)[1].kind for name in self._names]
        bits: dict[int, int] = {}
        for n, kind in enumerate(kinds):
            if kind in _RIGID:
                bits[n] = 1 << len(bits)
        self._hashes, self._types = self._merkle([digest(text) for text in texts], bits)
        self._searches = list(self._conditions(results, ends, kinds, bits))
        self._found: dict[int, bytes] = {}
        self._common = digest(lakefile(project.root), *self._global())

    def of(self, name: str) -> bytes:
        """The hash for one declaration."""
        n = self._at[name]
        types = self._types[n]
        found = self._found.get(types)
        if found is None:
            found = self._found[types] = self._search(types)
        return digest(self._common, name, self._hashes[n], found)

    # ---- names

    def _ends(self) -> _Ends:
        """Last components of names, with the full names that end in them."""
        ends: _Ends = defaultdict(lambda: defaultdict(list))
        for n, name in enumerate(self._names):
            full = self._project.text(name)[1].full_name
            last = components(full)[-1]
            ends[last][full].append(n)
            if _WORD.fullmatch(last) is None:  # a name in guillemets
                for word in _WORD.findall(last):
                    ends[word][full].append(n)
        for short, full in self._exported():
            for meant in (full, full.rpartition(".")[0]):  # itself, or a member of what is before
                last = components(meant)[-1]
                if meant in ends.get(last, {}):
                    ends[short][short] += ends[last][meant]
        return ends

    def _used(self, n: int, words: _Words, ends: _Ends) -> set[int]:
        """The declarations that the words may mean, without the one itself."""
        found: set[int] = set()
        for word in words.bare - words.dotted:
            if word in ends:
                found.update(self._bare(word, words.file, words.decl, ends[word]))
        for word in words.dotted:
            for keys in ends[word].values() if word in ends else ():
                found.update(self._visible(words.file, keys))
        found.discard(n)
        return found

    def _bare(
        self, word: str, file: FileText, decl: DeclText, names: Mapping[str, Sequence[int]]
    ) -> set[int]:
        """What a word standing alone may mean, as `Resolver` looks for it: inside out."""
        found: set[int] = set(self._visible(file, names.get(join(decl.full_name, word), ())))
        for space in namespaces(decl.full_name.rpartition(".")[0]):
            full = join(space, word)
            if space and full in names:
                keys = self._visible(file, names[full])
                found.update(keys)
                if full != decl.full_name and any(n not in self._protected for n in keys):
                    return found
        spaces = {""}
        for opened in decl.scope.opens:
            spaces |= {join(outer, opened.namespace) for outer in namespaces(opened.inside)}
        for space in spaces:
            found.update(self._visible(file, names.get(join(space, word), ())))
        return found

    def _visible(self, file: FileText, keys: Sequence[int]) -> Sequence[int]:
        """Of the declarations of one full name those that a file may see (see `Table.visible`)."""
        if len(keys) == 1 and not self._names[keys[0]].startswith("_private."):
            return keys
        own, imported, other = [], [], []
        closure = self._imports.closure(file)
        for n in keys:
            path = self._project.text(self._names[n])[0].path
            if path == file.path:
                own.append(n)
            elif not self._names[n].startswith("_private."):
                other.append(n)
                if path in closure:
                    imported.append(n)
        return own or imported or other

    # ---- texts

    def _excerpts(self) -> tuple[list[str], list[_Words], dict[int, str]]:
        texts, words, results = [], [], {}
        scopes: dict[int, str] = {}
        surroundings: dict[str, str] = {}
        for n, name in enumerate(self._names):
            file, decl = self._project.text(name)
            scope = scopes.get(id(decl.scope))
            if scope is None:
                scope = scopes[id(decl.scope)] = _scope(file, decl.scope)
            around = surroundings.get(file.path)
            if around is None:
                closure = ",".join(sorted(self._imports.closure(file)))
                foreign = self._imports.foreign(file)
                around = surroundings[file.path] = f"{closure} {foreign} {_option(file)}"
            own = _own(file, decl)
            notations = "\n".join(self._notations(file, decl, own))
            rest = f"{decl.scope.opens} {decl.scope.universes}"
            texts.append("\x00".join((scope, own, notations, around, rest)))
            opens = {word for o in decl.scope.opens for word in _opened(o)}
            words.append(
                _Words(
                    set(_BARE.findall(f"{scope} {own}")),
                    set(_DOTTED.findall(f"{scope} {own}")) | set(_WORD.findall(notations)) | opens,
                    file,
                    decl,
                )
            )
            if decl.kind == "instance" or "instance" in decl.attributes:
                results[n] = _result(file.text[slice(*decl.signature)])
            elif decl.kind == "class":
                parents = _EXTENDS.search(own)
                if parents:
                    results[n] = parents.group(1)
        return texts, words, results

    def _notations(self, file: FileText, decl: DeclText, text: str) -> Iterator[str]:
        """The project's notations in force of which a symbol is in the text, each as text."""
        scope = decl.scope
        key = (file.path, scope.namespace, scope.opens, scope.notations)
        found = self._in_force.get(key)
        if found is None:
            found = self._in_force[key] = []
            for made in (*scope.notations, *self._imports.notations(file, scope)):
                home = self._imports.home(file, made)
                if home.path in self._own_files:
                    literals = (item.strip() for item in made.items if isinstance(item, str))
                    what = f"{replace(made, rhs=(0, 0))} {home.text[slice(*made.rhs)]}"
                    found.append((tuple(filter(None, literals)), what))
        for literals, what in found:
            if not literals or any(literal in text for literal in literals):
                yield what

    def _exported(self) -> Iterator[tuple[str, str]]:
        for file in self._project.files:
            for found in re.finditer(r"^export\s+([\w.]+)\s*\(([^)]*)\)", file.text, re.MULTILINE):
                for short in found.group(2).split():
                    yield short, f"{found.group(1)}.{short}"

    def _global(self) -> Iterator[str]:
        """What is in force everywhere: attributes given afterwards, names made visible."""
        for file in self._project.files:
            yield from (str(command) for command in file.attribute_commands)
        yield from (f"{short} {full}" for short, full in self._exported())

    # ---- hashes

    def _merkle(self, own: Sequence[bytes], bits: dict[int, int]) -> tuple[list[bytes], list[int]]:
        """For each declaration a hash over all that it reaches by name, and the types among it."""
        hashes: list[bytes] = [b""] * len(own)
        types = [0] * len(own)
        for component in _components(self._uses):
            inside = set(component)
            below = {used for n in component for used in self._uses[n]} - inside
            found = 0
            for n in component:
                found |= bits.get(n, 0)
            for n in below:
                found |= types[n]
            lump = digest(*(own[n] for n in sorted(component)), *sorted({hashes[n] for n in below}))
            for n in component:
                hashes[n] = digest(own[n], lump)
                types[n] = found
        return hashes, types

    def _conditions(
        self,
        results: dict[int, str],
        ends: _Ends,
        kinds: Sequence[str],
        bits: dict[int, int],
    ) -> Iterator[_Search]:
        for n, text in results.items():
            needs = set()
            for word in set(_WORD.findall(text)):
                meant = [m for keys in ends.get(word, {}).values() for m in keys]
                if meant and all(kinds[m] in _RIGID for m in meant):
                    mask = 0
                    for m in meant:
                        mask |= bits[m]
                    needs.add(mask)
            yield _Search(n, tuple(sorted(needs)), kinds[n] == "class")

    def _search(self, types: int) -> bytes:
        """A hash over the instances that a search among these types may look at."""
        left, found = self._searches, []
        while True:
            still = []
            for search in left:
                met = [bool(mask & types) for mask in search.needs]
                if not met or (any(met) if search.any else all(met)):
                    found.append(search.at)
                    types |= self._types[search.at]
                else:
                    still.append(search)
            if len(still) == len(left):
                return digest(*(self._hashes[n] for n in sorted(found)))
            left = still


def _scope(file: FileText, scope: Scope) -> str:
    """What is in force at a place, as text; what is opened there is looked at by itself."""
    variables = [file.text[v.start : v.end] for v in scope.variables]
    return "\n".join((scope.namespace, *scope.includes, *scope.omits, *variables))


def _opened(opened: Open) -> Iterator[str]:
    """The words of an `open`: a type of which constructors are meant, or the names themselves."""
    yield opened.namespace.rpartition(".")[2]
    yield from opened.only
    for old, new in opened.renaming:
        yield from (old, new)


def _own(file: FileText, decl: DeclText) -> str:
    """The declaration without its docstring; of a theorem, without its proof."""
    end = decl.signature[1] if decl.kind == "theorem" else max(decl.signature[1], decl.body[1])
    head = (decl.kind, decl.full_name, decl.attributes, decl.modifiers, decl.universes)
    extra = (decl.in_opens, decl.mutual > 0)
    return f"{head} {extra} {file.text[decl.signature[0] : end]}"


def _option(file: FileText) -> str:
    if "autoImplicit" not in file.text:
        return ""
    return ",".join(re.findall(r"\bautoImplicit\b\W*(?:true|false)", file.text))


def _result(signature: str) -> str:
    """The type in a signature: what follows the first colon outside of brackets."""
    depth = 0
    for at, c in enumerate(signature):
        if c in "([{⦃⟨":
            depth += 1
        elif c in ")]}⦄⟩":
            depth -= 1
        elif c == ":" and depth == 0 and signature[at : at + 2] != ":=":
            return signature[at + 1 :]
    return signature


def _components(edges: Sequence[set[int]]) -> Iterator[list[int]]:
    """Strongly connected components, each after those that it leads to (Tarjan 1972)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    waiting: set[int] = set()
    path: list[int] = []
    for root in range(len(edges)):
        if root in index:
            continue
        stack = [(root, iter(edges[root]))]
        index[root] = low[root] = len(index)
        path.append(root)
        waiting.add(root)
        while stack:
            n, rest = stack[-1]
            for m in rest:
                if m not in index:
                    index[m] = low[m] = len(index)
                    path.append(m)
                    waiting.add(m)
                    stack.append((m, iter(edges[m])))
                    break
                if m in waiting:
                    low[n] = min(low[n], index[m])
            else:
                stack.pop()
                if stack:
                    above = stack[-1][0]
                    low[above] = min(low[above], low[n])
                if low[n] == index[n]:
                    cut = path.index(n) if path[-1] != n else len(path) - 1
                    component = path[cut:]
                    del path[cut:]
                    waiting.difference_update(component)
                    yield component
