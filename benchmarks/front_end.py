"""How fast Lean text is read: splitting, parsing and elaborating a folder of Lean files.

    python benchmarks/front_end.py DIR [--sample K] [--seed S]

Prints processor seconds, KB/s, declarations/s and the peak of memory after each stage. Elaboration
takes K declarations at random (50 if not said), with all that their types and values reach.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
from pathlib import Path

from denotary.parser.library.files import prelude_files, read_files
from denotary.parser.project import Project
from denotary.parser.syntax import parse_body, parse_signature, parse_structure
from denotary.spec.diagnostics import LeanError


def peak() -> float:
    """The most memory the process has had, in MB."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / (1024**2 if sys.platform == "darwin" else 1024)


def row(stage: str, seconds: float, declarations: int, size: int, failed: int = 0) -> None:
    rate = f"{size / 1000 / seconds:>9,.0f}" if size else " " * 9
    print(f"{stage:<12}{seconds:>8.2f} s {rate} KB/s {declarations / seconds:>9,.0f} decl/s "
          f"{peak():>7.0f} MB  {failed} not read")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description="the speed of the front end on a folder")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()

    begun = time.process_time()
    files = read_files(asked.folder)
    size = sum(len(f.text.encode()) for f in files)
    count = sum(len(f.declarations) for f in files)
    print(f"{len(files)} files, {size / 1e6:.1f} MB, {count} declarations")
    row("split", time.process_time() - begun, count, size)

    begun, failed = time.process_time(), 0
    project = Project(asked.folder, files, prelude_files())
    for file in files:
        for decl in file.declarations:
            try:
                if decl.kind in ("structure", "class"):
                    parse_structure(file, decl)
                    continue
                parse_signature(file, decl)
                if decl.kind != "theorem":
                    parse_body(file, decl)
            except LeanError:
                failed += 1
    row("parse", time.process_time() - begun, count, size, failed)

    names = project.names()
    random.Random(asked.seed).shuffle(names)
    chosen = names[: asked.sample]
    begun, failed = time.process_time(), 0
    for name in chosen:
        try:
            _ = project.declare(name).value
        except LeanError:
            failed += 1
        failed += name in project.errors
    made = len(list(project.environment.loaded()))
    row("elaborate", time.process_time() - begun, made, 0, failed)


if __name__ == "__main__":
    main()
