"""Holds `denotary list` against an independent search for declaration keywords.

    python benchmarks/listing.py DIR

Counts what lines of the project's files look like declarations to a regular expression, compares
that with what `denotary list` finds, line by line, and says of every difference what it is. Exit
status 1 when one is left unexplained.
"""

from __future__ import annotations

import re
import sys
import time
from bisect import bisect_right
from collections import Counter, defaultdict
from pathlib import Path

from denotary.extraction.catalogue import Entry
from denotary.extraction.inventory import inventory
from denotary.extraction.projects import discover, files

KEYWORDS = (
    "theorem", "lemma", "def", "abbrev", "instance", "axiom", "opaque", "structure", "class",
    "inductive", "example", "alias", "irreducible_def",
)  # fmt: skip
MODIFIERS = (
    "private", "protected", "noncomputable", "partial", "unsafe", "nonrec", "scoped", "local",
    "public", "meta",
)  # fmt: skip
LINE = re.compile(
    rf"^[ \t]*(?:@\[[^\]\n]*\]\s*)*(?:(?:{'|'.join(MODIFIERS)})\s+)*({'|'.join(KEYWORDS)})\b(?!\w)"
    r"(?:[ \t]+inductive\b)?[ \t]*([^\s:({\[⦃]*)",
    re.MULTILINE,
)
SKIPPED = re.compile(r'--[^\n]*|/-|-/|"(?:[^"\\]|\\.)*"|\'(?:[^\'\\\n]|\\.)\'', re.DOTALL)


def hidden(text: str) -> tuple[list[int], list[tuple[int, int, str]]]:
    """Ranges of comments and strings, by a scanner of its own; `/- … -/` nest."""
    found: list[tuple[int, int, str]] = []
    at, depth, opened = 0, 0, 0
    while token := SKIPPED.search(text, at):
        at = token.end()
        match token.group()[:2]:
            case "/-":
                opened = token.start() if depth == 0 else opened
                depth += 1
            case "-/" if depth:
                depth -= 1
                if depth == 0:
                    kind = "a docstring" if text[opened : opened + 3] in ("/--", "/-!") else ""
                    found.append((opened, token.end(), kind or "a comment"))
            case "--" if depth:
                at = token.start() + 1  # which may be the start of `--/`
            case "--":
                found.append((token.start(), token.end(), "a comment"))
            case _ if depth:
                at = token.start() + 1
            case _:
                found.append((token.start(), token.end(), "a string"))
    if depth:
        found.append((opened, len(text), "a comment that is not closed"))
    return [start for start, _, _ in found], found


def outside(match: re.Match[str], starts: list[int], ranges: list) -> str:
    """What comment or string a line that looks like a declaration is in; empty for none."""
    n = bisect_right(starts, match.start(1)) - 1
    if n >= 0 and match.start(1) < ranges[n][1]:
        return f"inside {ranges[n][2]}"
    return ""


def explain(text: str, match: re.Match[str]) -> str:
    """Why a line outside of comments that looks like a declaration is none; empty if unknown."""
    at = match.start(1)
    if re.search(r"^#exit\b", text[:at], re.MULTILINE):
        return "after `#exit`"
    before = text[max(0, at - 400) : at]
    if match.group(1) == "example":
        return "an `example`, which has no name"
    if re.search(r"\bderiving\s+(?:noncomputable\s+)?$", before):
        return "`deriving instance`, which declares no text of its own"
    if re.search(r"(?:macro|syntax|elab|notation)[^\n]*(?:=>|`\()[^\n]*\n?[^\n]*$", before) or (
        re.search(r"`\(\s*$|\n\s*`\([^)]*$", before)
    ):
        return "inside a quotation of a macro"
    if re.search(r"attribute\s*\[[^\]]*$", before):
        return "an attribute's name"
    return ""


def same(entry: Entry, keyword: str, name: str) -> bool:
    """Whether a keyword and the word after it may be the beginning of a declaration."""
    if not name or keyword == "instance":
        return True
    bare = re.sub("[«»]", "", name.removeprefix("_root_.").rstrip("."))
    return re.sub("[«»]", "", entry.name).endswith(bare)


def main(folder: str) -> int:
    root = discover(Path(folder), Path.cwd())
    begun = time.perf_counter()
    entries, problems = inventory(root, None)
    took = time.perf_counter() - begun
    ours: defaultdict[str, dict[int, list]] = defaultdict(dict)
    for entry in entries:
        for line in range(entry.start, entry.line + 1):
            ours[entry.file].setdefault(line, []).append(entry)
    lines = 0
    why: Counter[str] = Counter()
    places: defaultdict[str, list[str]] = defaultdict(list)
    seen: set[tuple[str, int, str]] = set()
    for path in files(root.path):
        text = path.read_text(encoding="utf-8-sig")
        file = root.relative(path)
        starts, ranges = hidden(text)
        for match in LINE.finditer(text):
            lines += 1
            line = text.count("\n", 0, match.start(1)) + 1
            keyword, name = match.group(1), match.group(2)
            reason = outside(match, starts, ranges)
            if not reason:
                here = [e for e in ours[file].get(line, ()) if same(e, keyword, name)]
                if here:
                    seen |= {(file, e.line, e.name) for e in here}
                    continue
                reason = explain(text, match) or "NOT FOUND by denotary"
                if any(said.startswith(f"{file}:{line}:") for said in problems):
                    reason = "reported by denotary as not understood"
            why[reason] += 1
            places[reason].append(f"{file}:{line}")
    total = lines - sum(why.values())
    for entry in entries:
        if (entry.file, entry.line, entry.name) not in seen:
            reason = "not at the start of a line, or spread over several: found by denotary alone"
            why[reason] += 1
            places[reason].append(f"{entry.file}:{entry.line}")
    print(f"denotary list: {len(entries)} declarations in {took:.2f} s without a cache")
    print(f"lines that look like one: {lines}, of which {total} are, and were found")
    names = Counter(entry.name for entry in entries)
    again = {name: count for name, count in names.items() if count > 1}
    print(f"names declared more than once: {len(again)}, {sum(again.values())} declarations")
    print(f"not understood while splitting: {len(problems)}")
    for reason, count in why.most_common():
        print(f"{count:6}  {reason}: {', '.join(places[reason][:5])}")
    return int("NOT FOUND by denotary" in why)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
