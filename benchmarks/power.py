"""What checks notice: `denotary mutate` on a sample of theorems.

    python benchmarks/power.py [--every 7] [--first 3] [--lean DIR] [--count 13] [-- OPTION…]

Without `--lean`, every `--every`-th small theorem of the bundled proofs; with it, random theorems
of that project which are equations. What follows `--` goes to `denotary mutate`, for instance
`--sample 6 --jobs 1 --budget 900`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from verdicts import PROOFS, bundled, equations

from denotary.parser.project import load_project


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=7, metavar="K")
    parser.add_argument("--first", type=int, default=3, metavar="N", help="how many are skipped")
    parser.add_argument("--lean", type=Path)
    parser.add_argument("--count", type=int, default=13, help="theorems of --lean")
    parser.add_argument("options", nargs="*")
    asked = parser.parse_args()
    if asked.lean is None:
        _, names, _ = bundled(1)
        names = names[asked.first :: asked.every]
    else:
        names = equations(load_project(asked.lean), asked.count)
    command = [sys.executable, "-m", "denotary", "mutate", *names]
    command += ["--project", str(asked.lean or PROOFS), *asked.options]
    return subprocess.call(command)


if __name__ == "__main__":
    raise SystemExit(main())
