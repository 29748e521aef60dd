"""Reading the Lean files of a folder, and those of the prelude."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from denotary.parser.library.shelf import Shelf
from denotary.parser.library.splits import split_all
from denotary.parser.library.walk import lean_files
from denotary.parser.syntax import defined_commands
from denotary.parser.syntax.tree import FileText


def read_files(root: Path, shelf: Shelf | None = None, version: bytes = b"") -> list[FileText]:
    """Every Lean file under `root`, split. Raises OSError, UnicodeDecodeError."""
    texts = [(p, p.read_text(encoding="utf-8-sig")) for p in lean_files(root)]
    defined = frozenset().union(*(defined_commands(text) for _, text in texts))
    return split_all(texts, defined, shelf, version)


_prelude: tuple[FileText, ...] | None = None


def prelude_files(shelf: Shelf | None = None, version: bytes = b"") -> tuple[FileText, ...]:
    """The prelude, in the order of its imports; read once."""
    global _prelude
    if _prelude is None:
        _prelude = _read_prelude(shelf, version)
    return _prelude


def _read_prelude(shelf: Shelf | None, version: bytes) -> tuple[FileText, ...]:
    folder = resources.files("denotary.parser.prelude")
    texts = {
        p.name.removesuffix(".lean"): p.read_text(encoding="utf-8")
        for p in folder.iterdir()
        if p.name.endswith(".lean")
    }
    done: dict[str, FileText] = {}
    names = sorted(texts)
    paths = [Path(str(folder.joinpath(f"{n}.lean"))) for n in names]
    pairs = [(path, texts[n]) for path, n in zip(paths, names, strict=True)]
    parsed = dict(zip(names, split_all(pairs, shelf=shelf, version=version), strict=True))

    def visit(name: str) -> None:
        if name in done or name not in parsed:
            return
        for imported in parsed[name].imports:
            visit(imported.rpartition(".")[2])
        done[name] = parsed[name]

    for name in parsed:
        visit(name)
    return tuple(done.values())


def lakefile(root: Path) -> str:
    """The text of the project's lakefile, or nothing."""
    for name in ("lakefile.toml", "lakefile.lean"):
        try:
            return (root / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
    return ""


def module(root: Path, path: str) -> str:
    """The name by which other files import this one: `A.B` for `A/B.lean`."""
    file = Path(path)
    base = root if root.is_dir() else root.parent
    inside = file.relative_to(base) if file.is_relative_to(base) else file
    return ".".join(part for part in inside.with_suffix("").parts if part != inside.anchor)
