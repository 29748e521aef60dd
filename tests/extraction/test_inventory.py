"""Listing file by file: from the cache, never stale, and the same as the project's own."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from denotary.extraction import inventory as module
from denotary.extraction.catalogue import Entry, entries
from denotary.extraction.errors import UsageError
from denotary.extraction.inventory import inventory
from denotary.extraction.projects import Root, open_project
from denotary.extraction.store import Store

TEXT = """\
/-- A docstring
over two lines. -/
@[simp]
def A.f (n : ℕ) : ℕ :=
  n

namespace B

private theorem g : 1 = 1 := by sorry

instance : Add Bool where
  add p q := p || q

example : 1 = 1 := rfl

end B
"""


@pytest.fixture
def root(tmp_path: Path) -> Root:
    folder = tmp_path / "p"
    (folder / "Deep").mkdir(parents=True)
    (folder / "Deep" / "A.lean").write_text(TEXT, encoding="utf-8")
    (folder / "Z.lean").write_text("def z : ℕ := 1\n", encoding="utf-8")
    return Root(folder, "directory")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "results.sqlite")


def test_an_entry_has_its_place_namespace_docstring_and_proof(root: Root) -> None:
    found, problems = inventory(root, None)
    assert problems == []
    assert found == [
        Entry(
            "A.f", "def", "Deep/A.lean", 4, "", "A.f", "", 1, 5, "A docstring\nover two lines.",
            False,
        ),
        Entry("B.g", "theorem", "Deep/A.lean", 9, "sorry", "B.g", "B", 9, 9, "", True),
        Entry(
            "B.instAddBool", "instance", "Deep/A.lean", 11, "", "B.instAddBool", "B", 11, 12, "",
            False,
        ),
        Entry("z", "def", "Z.lean", 1, "", "z", "", 1, 1, "", False),
    ]  # fmt: skip


def test_it_says_what_the_project_says(root: Root, store: Store) -> None:
    own = [replace(e, key=e.name) for e in entries(open_project(root), root).values()]
    assert inventory(root, None)[0] == own
    inventory(root, store)
    assert inventory(root, store)[0] == own


def test_only_changed_files_are_split_again(
    root: Root, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    inventory(root, store)
    split: list[bytes] = []
    real = module.list_bytes
    monkeypatch.setattr(module, "list_bytes", lambda data: split.append(data) or real(data))
    inventory(root, store)
    assert split == []
    (root.path / "Z.lean").write_text("def y : ℕ := 1\n", encoding="utf-8")
    assert inventory(root, store)[0][-1].name == "y"
    assert split == ["def y : ℕ := 1\n".encode()]


def test_a_change_that_keeps_size_and_time_is_seen(root: Root, store: Store) -> None:
    path = root.path / "Z.lean"
    inventory(root, store)
    before = path.stat()
    path.write_text("def x : ℕ := 1\n", encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size
    assert inventory(root, store)[0][-1].name == "x"


def test_a_file_that_is_moved_has_its_new_place(root: Root, store: Store) -> None:
    inventory(root, store)
    (root.path / "Z.lean").rename(root.path / "Y.lean")
    assert inventory(root, store)[0][-1].file == "Y.lean"


def test_what_is_not_understood_has_its_place(root: Root, store: Store) -> None:
    (root.path / "Z.lean").write_text("\n  end Nowhere\n", encoding="utf-8")
    expected = ["Z.lean:2:3: warning: `end Nowhere` ends nothing"]
    assert inventory(root, store)[1] == expected
    assert inventory(root, store)[1] == expected


@pytest.mark.parametrize(
    "text", ["\ufeffdef z : ℕ := 1\n", "\r\n\r\ndef z : ℕ := 1\r\n", "\tdef z : ℕ := 1"]
)
def test_marks_line_ends_and_tabs(root: Root, text: str) -> None:
    (root.path / "Z.lean").write_bytes(text.encode())
    entry = inventory(root, None)[0][-1]
    assert (entry.name, entry.line) == ("z", 3 if "\r" in text else 1)


def test_text_that_is_not_utf8_is_a_usage_error(root: Root, store: Store) -> None:
    (root.path / "Z.lean").write_bytes(b"-- fine\ndef z\xff : N := 1\n")
    with pytest.raises(UsageError) as caught:
        inventory(root, store)
    assert caught.value.diagnostic.message == "`Z.lean` is not UTF-8 text"
    assert caught.value.diagnostic.found == "byte 0xff in line 2"


def test_several_processes_say_the_same(root: Root, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = inventory(root, None)
    monkeypatch.setattr(module, "_MANY", 0)
    assert inventory(root, None) == alone
