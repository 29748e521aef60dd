"""Which Lean project a command is about, and how to open it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from denotary.extraction.errors import UsageError
from denotary.parser.library.walk import lean_files

if TYPE_CHECKING:
    from denotary.parser.project import Project

LAKEFILES = ("lakefile.toml", "lakefile.lean")

Origin = Literal["lake", "directory", "file", "bundled"]


@dataclass(frozen=True, slots=True)
class Root:
    """Where a project is: a Lake project, any folder of Lean files, or one Lean file."""

    path: Path
    origin: Origin
    keep: bool = True
    """Whether what is elaborated is kept on disk, and taken from there."""

    def encode(self) -> dict[str, Any]:
        return {"project": str(self.path), "origin": self.origin, "keep": self.keep}

    @classmethod
    def decode(cls, data: Mapping[str, Any]) -> Root:
        return cls(Path(data["project"]), data["origin"], data["keep"])

    @property
    def folder(self) -> Path:
        """The folder whose `denotary.toml` applies and that reported paths are relative to."""
        return self.path.parent if self.origin == "file" else self.path

    @property
    def label(self) -> str:
        if self.origin == "bundled":
            return "the bundled proofs"
        return str(self.path)

    def relative(self, file: str | Path) -> str:
        """`file` as shown to users: relative to the project where it lies inside it."""
        path = Path(file)
        if not path.is_absolute():
            return path.as_posix()
        try:
            return path.relative_to(self.folder).as_posix()
        except ValueError:
            return path.as_posix()


def discover(project: Path | None, cwd: Path, *, keep: bool = True) -> Root:
    """The project meant by `--project`, else the Lake project around `cwd`, else our own.

    Raises `UsageError` when `project` does not exist or holds no Lean file.
    """
    return replace(_discover(project, cwd), keep=keep)


def _discover(project: Path | None, cwd: Path) -> Root:
    if project is not None:
        return _explicit(project if project.is_absolute() else cwd / project, project)
    for folder in (cwd, *cwd.parents):
        if _is_lake(folder):
            return Root(folder, "lake")
    return bundled()


def _explicit(path: Path, given: Path) -> Root:
    advice = "give the folder of a Lake project, a folder of .lean files, or one .lean file"
    if not path.exists():
        raise UsageError(
            f"there is no project at `{given}`",
            expected="an existing folder or .lean file",
            found=_missing(path),
            advice=advice,
        )
    path = path.resolve()
    if path.is_file():
        if path.suffix != ".lean":
            raise UsageError(
                f"`{given}` is not a Lean file",
                expected="a name ending in .lean",
                found=path.name,
                advice=advice,
            )
        return Root(path, "file")
    if _is_lake(path):
        return Root(path, "lake")
    if not files(path):
        raise UsageError(
            f"`{given}` holds no Lean project",
            expected=f"{' or '.join(LAKEFILES)}, or at least one .lean file",
            found="neither, in this folder or below it",
            advice=advice,
        )
    return Root(path, "directory")


def _missing(path: Path) -> str:
    for parent in path.parents:
        if parent.exists():
            return f"`{parent}` exists, and has no `{path.relative_to(parent).parts[0]}` in it"
    return "nothing"


def _is_lake(folder: Path) -> bool:
    return any((folder / name).is_file() for name in LAKEFILES)


def bundled() -> Root:
    """The proofs that come with the package."""
    marker = resources.files("denotary.proofs").joinpath("lakefile.toml")
    if not isinstance(marker, Path) or not marker.is_file():
        raise UsageError(
            "the bundled proofs are not where the package should have them",
            expected="a folder denotary/proofs with lakefile.toml, installed on disk",
            found=str(marker),
            advice="reinstall denotary, or give --project",
        )
    return Root(marker.parent.resolve(), "bundled")


def open_project(root: Root) -> Project:
    """Split the project's files into declarations (nothing is elaborated yet).

    What an earlier run has elaborated is taken from the cache, unless the root says otherwise.
    Raises `UsageError` when a file cannot be read or is not UTF-8.
    """
    from denotary.extraction.store import declarations, sources
    from denotary.parser.project import load_project

    shelf = declarations() if root.keep else None
    try:
        return load_project(root.path, shelf, sources("spec", "parser"))
    except UnicodeDecodeError as error:
        raise not_utf8(root) from error
    except OSError as error:
        raise unreadable(error, root.path) from error


def files(path: Path) -> list[Path]:
    """The Lean files of a project. Raises `UsageError` when a folder cannot be read."""
    try:
        return list(lean_files(path))
    except OSError as error:
        raise unreadable(error, path) from error


def unreadable(error: OSError, path: Path) -> UsageError:
    return UsageError(
        f"cannot read `{error.filename or path}`",
        expected="a readable file or folder",
        found=error.strerror or str(error),
        advice="check the path and its permissions",
    )


def not_utf8(root: Root) -> UsageError:
    """Say which file, and where in it."""
    for path in lean_files(root.path):
        data = path.read_bytes()
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            return UsageError(
                f"`{root.relative(path)}` is not UTF-8 text",
                expected="UTF-8",
                found=f"byte 0x{data[error.start]:02x} in line {line}",
                advice="save the file as UTF-8",
            )
    return UsageError(f"a Lean file of {root.label} is not UTF-8 text")
