"""`denotary show`: a statement as it was written, and what it reaches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rich.console import Console
from rich.syntax import Syntax
from rich.text import Text

from denotary.extraction import names
from denotary.extraction.catalogue import Entry, entries
from denotary.extraction.documents import document
from denotary.extraction.projects import Root
from denotary.parser.project import Project
from denotary.parser.syntax.tree import DeclText, FileText
from denotary.spec.diagnostics import LeanError
from denotary.spec.environment import Environment, UnknownConstant
from denotary.spec.fingerprint import fingerprint
from denotary.spec.pretty import pretty
from denotary.spec.reach import dependencies

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
    elaborated: str = ""
    """With `--unfold`: the type as it was understood, every coercion and binder in it."""
    fingerprint: str = ""
    """With `--unfold`: the hash of the statement's meaning; empty where it does not elaborate."""
    problem: str = ""


def describe(project: Project, root: Root, query: str, *, unfold: bool = False) -> Shown:
    """Look a declaration up by the end of its name. Raises `UsageError` if it is not just one."""
    known = entries(project, root)
    entry = names.resolve(list(known.values()), query, where=root.label)
    name = entry.key
    file, decl = project.text(name)
    shown = Shown(
        entry=entry,
        text=source(file, decl),
        doc=decl.doc.strip(),
        context=tuple(file.text[group.start : group.end].strip() for group in decl.scope.variables),
    )
    if not unfold:
        return shown
    layers, bottom, problem = reached(project, known, name)
    return replace(
        shown,
        layers=layers,
        constants=bottom,
        problem=problem,
        elaborated="" if problem else pretty(project.environment, project.declare(name).type),
        fingerprint="" if problem else _fingerprint(project.environment, name),
    )


def _fingerprint(environment: Environment, name: str) -> str:
    try:
        return fingerprint(environment, name)
    except (LeanError, UnknownConstant):
        return ""  # something further down does not elaborate; it is shown at its place


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
    frontier, problem = _uses(project, name)
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
            uses, trouble = _uses(project, used)
            found.append(Reached(known[used], source(*project.text(used)), trouble))
            following |= uses
        if found:
            layers.append(tuple(found))
        if not following:
            return tuple(layers), tuple(sorted(bottom)), problem
        frontier = following


def _uses(project: Project, name: str) -> tuple[set[str], str]:
    """What a declaration's meaning refers to, and what in it does not elaborate."""
    try:
        used = set(dependencies(project.environment[name]))
    except (LeanError, UnknownConstant) as error:
        return set(), str(error)
    return used, "\n".join(str(error) for error in project.errors.get(name, ()))


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
        parts["elaborated"] = shown.elaborated
        parts["fingerprint"] = shown.fingerprint
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
        console.print(Text(f"\n{shown.problem}", style="red"), soft_wrap=True)
    if shown.elaborated:
        console.print(Text("\nas it was understood", style="bold"))
        console.print(lean(shown.elaborated))
    if shown.fingerprint:
        console.print(Text("\nfingerprint ", style="bold") + Text(shown.fingerprint[:16]))
    for depth, layer in enumerate(shown.layers, 1):
        console.print(Text(f"\nat depth {depth}", style="bold"))
        for item in layer:
            console.print(Text(f"\n-- {item.entry.file}:{item.entry.line}", style="dim"))
            console.print(lean(item.text))
            if item.problem:
                console.print(Text(item.problem, style="red"), soft_wrap=True)
    if shown.constants:
        console.print(Text("\nconstants of Lean and Mathlib at the bottom", style="bold"))
        console.print(Text(", ".join(shown.constants)))


def lean(text: str) -> Syntax:
    return Syntax(text, "lean4", background_color="default", word_wrap=True)
