"""`denotary show`: a statement as it was written, and what it reaches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.syntax import Syntax
from rich.text import Text

from denotary.extraction import names
from denotary.extraction.catalogue import Entry, entries
from denotary.extraction.projects import Root
from denotary.extraction.report import document
from denotary.spec.declarations import Declaration
from denotary.spec.diagnostics import LeanError
from denotary.spec.terms import constants

if TYPE_CHECKING:
    from denotary.parser.project import Project
    from denotary.parser.syntax.tree import DeclText, FileText
    from denotary.spec.environment import Environment

PROOFS = {
    "proof": "proved in Lean (the proof is not looked at here)",
    "sorry": "NOT proved: its proof is, or contains, `sorry`",
    "axiom": "assumed: an axiom, with no proof",
    "": "not a theorem",
}


@dataclass(frozen=True, slots=True)
class Reached:
    """A declaration of the project that the statement depends on, with its source text."""

    entry: Entry
    text: str
    problem: str = ""
    """Why it does not elaborate, where it does not; what it reaches is then not known."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A declaration as `show` prints it."""

    entry: Entry
    text: str
    """From the keyword to the end of the signature; a definition's body too."""
    doc: str
    context: tuple[str, ...]
    """The `variable` commands in force, as written."""
    layers: tuple[tuple[Reached, ...], ...] | None = None
    """With `--unfold`: layer 0 is what the statement names, layer 1 what those name, …"""
    constants: tuple[str, ...] = ()
    """With `--unfold`: the constants of Lean and Mathlib at the bottom."""
    problem: str = ""


def describe(project: Project, root: Root, query: str, *, unfold: bool = False) -> Shown:
    """Look a declaration up by the end of its name. Raises `UsageError` if it is not just one."""
    known = entries(project, root)
    name = names.resolve(list(known), query, where=root.label)
    file, decl = project.text(name)
    shown = Shown(
        entry=known[name],
        text=source(file, decl),
        doc=decl.doc.strip(),
        context=tuple(file.text[group.start : group.end].strip() for group in decl.scope.variables),
    )
    if not unfold:
        return shown
    layers, bottom, problem = reached(project, known, name)
    return Shown(shown.entry, shown.text, shown.doc, shown.context, layers, bottom, problem)


def source(file: FileText, decl: DeclText) -> str:
    """The declaration's text: a theorem's signature, anything else with its body."""
    end = decl.signature[1] if decl.kind == "theorem" else max(decl.signature[1], decl.body[1])
    return f"{decl.kind} {file.text[decl.name_span[0] : end].strip()}"


def reached(
    project: Project, known: dict[str, Entry], name: str
) -> tuple[tuple[tuple[Reached, ...], ...], tuple[str, ...], str]:
    """What `name` depends on, by distance; the constants below; and why it does not elaborate."""
    environment = project.environment
    layers: list[tuple[Reached, ...]] = []
    bottom: set[str] = set()
    seen = {name}
    frontier, problem = _uses(environment, name, statement_only=True)
    while True:
        found: list[Reached] = []
        following: set[str] = set()
        for used in sorted(_owner(environment, each) for each in frontier):
            if used in seen:
                continue
            seen.add(used)
            if used not in known:
                bottom.add(used)
                continue
            uses, trouble = _uses(environment, used)
            found.append(Reached(known[used], source(*project.text(used)), trouble))
            following |= uses
        if found:
            layers.append(tuple(found))
        if not following:
            return tuple(layers), tuple(sorted(bottom)), problem
        frontier = following


def _uses(
    environment: Environment, name: str, *, statement_only: bool = False
) -> tuple[set[str], str]:
    """The constants in a declaration's type and value, or why it does not elaborate."""
    try:
        declaration = environment.find(name)
        if declaration is None:
            return set(), f"unknown constant `{name}`"
        return set(_constants(environment, declaration, statement_only)), ""
    except LeanError as error:
        return set(), str(error)


def _constants(
    environment: Environment, declaration: Declaration, statement_only: bool
) -> Iterator[str]:
    yield from constants(declaration.type)
    if statement_only and declaration.proof.value != "not a theorem":
        return
    if declaration.value is not None:
        yield from constants(declaration.value)
    for constructor in declaration.constructors:
        made = environment.find(constructor)
        if made is not None:
            yield from constants(made.type)


def _owner(environment: Environment, name: str) -> str:
    """The declaration whose text introduces `name`: a constructor's or projection's type."""
    try:
        declaration = environment.find(name)
    except LeanError:
        return name
    return (declaration.inductive or name) if declaration is not None else name


def encode(shown: Shown) -> dict[str, Any]:
    """The JSON of `denotary show`."""
    parts: dict[str, Any] = {
        "declaration": shown.entry.encode(),
        "text": shown.text,
        "doc": shown.doc,
        "context": list(shown.context),
    }
    if shown.layers is not None:
        parts["reaches"] = [
            [{**item.entry.encode(), "text": item.text, "problem": item.problem} for item in layer]
            for layer in shown.layers
        ]
        parts["constants"] = list(shown.constants)
        parts["problem"] = shown.problem
    return document("show", **parts)


def show(console: Console, shown: Shown) -> None:
    """Print the statement as Lean text, then what it reaches."""
    entry = shown.entry
    console.print(
        Text(entry.name, style="bold") + Text(f"  {entry.file}:{entry.line}", style="dim")
    )
    style = "bold yellow" if entry.proof in ("sorry", "axiom") else ""
    console.print(Text(f"{entry.kind}: {PROOFS[entry.proof]}", style=style))
    if shown.doc:
        console.print(Text("\n" + shown.doc))
    console.print()
    for group in shown.context:
        console.print(lean(f"variable {group}" if not group.startswith("variable") else group))
    console.print(lean(shown.text))
    if shown.layers is None:
        return
    if shown.problem:
        console.print(Text(f"\n{shown.problem}", style="red"))
    for depth, layer in enumerate(shown.layers, 1):
        console.print(Text(f"\nat depth {depth}", style="bold"))
        for item in layer:
            console.print(Text(f"\n-- {item.entry.file}:{item.entry.line}", style="dim"))
            console.print(lean(item.text))
            if item.problem:
                console.print(Text(item.problem, style="red"))
    if shown.constants:
        console.print(Text("\nconstants of Lean and Mathlib at the bottom", style="bold"))
        console.print(Text(", ".join(shown.constants)))


def lean(text: str) -> Syntax:
    return Syntax(text, "lean4", background_color="default", word_wrap=True)
