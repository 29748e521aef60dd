"""How often a verdict is wrong: true statements at several seeds, and false ones.

    python benchmarks/verdicts.py [--seeds 5] [--first 0] [--batch 70] [--proofs K]
                                  [--lean DIR] [--count 40] [--timeout 120] [--only WHAT]

True statements are the identities of `identities.py`, every `K`-th small theorem of the bundled
proofs, and, with `--lean`, theorems of another project that are equations. None may be `refuted`.
False statements are the identities' false neighbours. None may be `confirmed`. Prints a count of
each verdict, every wrong verdict, and exits with 1 if there is one.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from identities import batches, false_statements, true_statements

from denotary.interpreter.judgement.judge import judge
from denotary.interpreter.judgement.verdict import Status, TheoremResult
from denotary.parser import load_text
from denotary.parser.project import Project, load_project

PROOFS = Path(__file__).parents[1] / "proofs"


def statuses(texts: list[str], size: int, seed: int) -> Iterator[tuple[str, Status, str]]:
    """The verdict of each statement, judged as leaves of theorems of `size`."""
    for part, source in batches(texts, size):
        result = judge(load_text(source).environment, "it", devices=1, seed=seed, samples=2)
        leaves: dict[int, list[tuple[Status, str]]] = {}
        for leaf in result.leaves:
            digits = leaf.id.split("/")[0].split(":")[0].split(".")[0].split("[")[0]
            number = int(digits) if digits.isdecimal() else 1
            leaves.setdefault(number, []).append((leaf.status, leaf.message))
        for k, text in enumerate(part, 1):
            found = leaves.get(k, [(result.status, result.message)])
            worst = max(found, key=lambda item: item[0].rank)
            yield text, *worst


def theorems(
    project: Project, names: list[str], sizes: dict[str, dict[str, str]], seed: int, timeout: float
) -> Iterator[tuple[str, Status, str]]:
    """The verdict of each theorem of a project. `timeout`: seconds for one."""
    for name in names:
        try:
            result = judge(
                project.environment, name, sizes=sizes.get(name), devices=1, seed=seed,
                timeout=timeout, instances=lambda goal, name=name: project.instance(goal, name),
            )  # fmt: skip
        except Exception as error:  # an elaboration error is no verdict
            result = TheoremResult(name, Status.ERROR, message=str(error))
        yield name, result.status, result.message


def bundled(step: int) -> tuple[Project, list[str], dict[str, dict[str, str]]]:
    """Every `step`-th theorem of our proofs that is small, with its sizes."""
    settings = tomllib.loads((PROOFS / "denotary.toml").read_text(encoding="utf-8"))["theorem"]
    names = [n for n, own in settings.items() if not own.keys() & {"skip", "timeout"}][::step]
    sizes = {n: {k: str(v) for k, v in settings[n].get("set", {}).items()} for n in names}
    return load_project(PROOFS), names, sizes


def equations(project: Project, count: int) -> list[str]:
    """Theorems of a project, at random, that the front end can read."""
    names = [project.full_name(key) for key in project.names()]
    random.Random(0).shuffle(names)
    found = []
    for name in names:
        try:
            declaration = project.environment[name]
        except Exception:  # what cannot be read is not judged here
            continue
        if declaration.kind.value == "theorem" and "Eq" in str(declaration.type)[-4000:]:
            found.append(name)
        if len(found) == count:
            break
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=5, help="how many")
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--batch", type=int, default=70)
    parser.add_argument("--proofs", type=int, default=4, metavar="K")
    parser.add_argument("--lean", type=Path)
    parser.add_argument("--count", type=int, default=40, help="theorems of --lean")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for one theorem")
    parser.add_argument("--only", choices=["true", "false", "proofs", "lean"])
    options = parser.parse_args()
    wrong: list[str] = []

    def run(what: str, found, forbidden: Status, seed: int) -> None:
        begun, counts = time.perf_counter(), Counter[str]()
        for name, status, message in found:
            counts[status.value] += 1
            if status is forbidden and status is Status.CONFIRMED:
                # a theorem with a refuted leaf is drawn less often: this one by itself
                ((_, status, message),) = statuses([name], 1, seed)
                counts[f"{status.value} alone"] += 1
            if status is forbidden:
                wrong.append(f"{what}, seed {seed}: {status.value}: {name}: {message}")
            elif {status, forbidden} != {Status.CONFIRMED, Status.REFUTED}:
                print(f"  {status.value}: {name}: {message[:160]}", flush=True)
        said = ", ".join(f"{count} {status}" for status, count in sorted(counts.items()))
        print(f"{what}, seed {seed}: {said} ({time.perf_counter() - begun:.0f} s)", flush=True)

    for seed in range(options.first, options.first + options.seeds):
        if options.only in (None, "true"):
            texts = true_statements()
            run("identities", statuses(texts, options.batch, seed), Status.REFUTED, seed)
        if options.only in (None, "proofs"):
            found = theorems(*bundled(options.proofs), seed, options.timeout)
            run("proofs", found, Status.REFUTED, seed)
        if options.lean is not None and options.only in (None, "lean"):
            project = load_project(options.lean)
            names = equations(project, options.count)
            found = theorems(project, names, {}, seed, options.timeout)
            run(str(options.lean), found, Status.REFUTED, seed)
    if options.only in (None, "false"):
        texts = false_statements()
        run("false", statuses(texts, options.batch, 0), Status.CONFIRMED, 0)
    print(f"{len(wrong)} wrong verdicts")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
