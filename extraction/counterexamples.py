"""Counterexamples kept in files: written when a theorem is refuted, read to judge it again.

A file is a numpy archive: an array for each input of the instance, by name (`x`, `w.W`), and under
`#denotary` a JSON text that says which theorem it belongs to and how its binders were chosen.
`numpy.load` opens it.
"""

from __future__ import annotations

import io
import json
import re
import shlex
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from denotary.extraction.errors import UsageError
from denotary.extraction.projects import Root
from denotary.interpreter.judgement.refutation import Saved
from denotary.interpreter.judgement.verdict import Refutation, TheoremResult

HEAD = "#denotary"
"""The entry that is not an array of the instance; no Lean binder is called so."""
SCHEMA = 1


def default_folder() -> Path:
    """`counterexamples` in the user's cache folder (`XDG_CACHE_HOME` moves it)."""
    return Path(platformdirs.user_cache_dir("denotary")) / "counterexamples"


def keep(result: TheoremResult, root: Root, folder: Path | None = None) -> TheoremResult:
    """The result with its counterexamples, if it has any, written to files of `folder`.

    The file of the first is called like the theorem, those of others like their leaves besides. A
    folder that cannot be written leaves the result as it is, and its message says so.
    """
    if not result.refutations:
        return result
    folder = default_folder() if folder is None else folder
    kept = []
    for found in result.refutations:
        name = f"{result.name}.{found.leaf}" if kept else result.name
        path = folder / f"{_file_name(name)}.npz"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            save(found, path)
        except OSError as error:
            said = f"the counterexample could not be written to {path}: {error.strerror or error}"
            return replace(result, message="; ".join(filter(None, (result.message, said))))
        kept.append(replace(found, file=str(path), replay=command(result.name, root, path)))
    return replace(result, refutations=tuple(kept))


def command(name: str, root: Root, path: Path) -> str:
    """The command line that judges the counterexample again."""
    words = ["denotary", "check", name, "--instance", str(path)]
    if root.origin != "bundled":
        words += ["--project", str(root.path)]
    return shlex.join(words)


def save(found: Refutation, path: Path) -> None:
    """Write a counterexample. Raises `OSError`."""
    head = json.dumps({"schema": SCHEMA, **found.origin, "lean": list(found.lean)})
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in {HEAD: np.array(head), **found.arrays}.items():
            entry = io.BytesIO()
            np.lib.format.write_array(entry, np.asarray(array), allow_pickle=False)
            archive.writestr(f"{name}.npy", entry.getvalue())


def load(path: Path) -> Saved:
    """A counterexample that `save` wrote. Raises `UsageError`."""
    try:
        with np.load(path, allow_pickle=False) as archive:
            arrays: dict[str, Any] = {name: archive[name] for name in archive.files}
        head = json.loads(str(arrays.pop(HEAD)))
        if head["schema"] != SCHEMA:
            raise ValueError(f"schema {head['schema']}, and this version reads {SCHEMA}")
        return Saved.of(head, arrays)
    except OSError as error:
        reason = error.strerror or str(error)
    except (EOFError, KeyError, TypeError, ValueError, zipfile.BadZipFile) as error:
        reason = f"{type(error).__name__}: {error}"
    raise UsageError(
        f"cannot read the instance in `{path}`",
        expected="a file that `denotary check` wrote for a refuted theorem",
        found=reason,
        advice="the report of a refuted theorem names its file",
    )


def _file_name(name: str) -> str:
    return re.sub(r"[^\w.'-]+", "_", name)
