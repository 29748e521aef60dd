"""Damaged files: nothing but `LeanError` comes out, and only what is damaged is lost."""

from __future__ import annotations

import time
from functools import cache
from importlib import resources
from pathlib import Path
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mutations import damaged
from reading import read_all

from denotary.parser.library.files import lean_files
from denotary.parser.syntax import split
from denotary.parser.syntax.tree import FileText

SECONDS = 20.0
"""Far more than any file of ours takes to read; what hangs takes longer."""


@cache
def files() -> list[FileText]:
    root = resources.files("denotary.proofs")
    assert isinstance(root, Path)
    found = [split(p, p.read_text(encoding="utf-8")) for p in lean_files(root)]
    return [f for f in found if f.declarations]


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_damage_to_a_declaration_stays_there(random: Random) -> None:
    file = random.choice(files())
    decl = random.choice(file.declarations)
    text = damaged(file, decl, random)
    if text is None:
        return
    begun = time.monotonic()
    again, _ = read_all(text)
    assert time.monotonic() - begun < SECONDS
    others = [d.full_name for d in file.declarations if d is not decl]
    assert [n for n in others if n not in {d.full_name for d in again.declarations}] == []


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_a_cut_file_keeps_what_stands_before_the_cut(random: Random) -> None:
    file = random.choice(files())
    decl = random.choice(file.declarations)
    cut = random.randrange(decl.span[0], len(file.text))
    again, _ = read_all(file.text[:cut])
    before = [d.full_name for d in file.declarations if d.span[1] <= cut]
    assert [d.full_name for d in again.declarations][: len(before)] == before
