"""The file of kept results: found again, shared, and lost without harm."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from denotary.extraction.store import Store, default_path, sources
from denotary.spec.digest import digest


def test_what_was_put_is_found_by_kind_and_key(tmp_path: Path) -> None:
    first = Store(tmp_path / "deep" / "r.sqlite")
    first.put("a", [(b"1", "one ∑"), (b"2", "two")])
    first.put("b", [(b"1", "other")])
    first.close()
    again = Store(tmp_path / "deep" / "r.sqlite")
    assert again.get("a", [b"1", b"2", b"3"]) == {b"1": "one ∑", b"2": "two"}
    assert again.get("b", [b"1"]) == {b"1": "other"}


def test_more_keys_than_one_question_holds(tmp_path: Path) -> None:
    store = Store(tmp_path / "r.sqlite")
    texts = {b"%d" % n: str(n) for n in range(2000)}
    store.put("a", texts.items())
    assert store.get("a", texts) == texts


@pytest.mark.parametrize("damage", [b"not a database at all" * 100, b"SQLite format 3\x00" * 200])
def test_a_damaged_file_is_begun_anew(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "r.sqlite"
    path.write_bytes(damage)
    store = Store(path)
    assert store.get("a", [b"1"]) == {}
    store.put("a", [(b"1", "one")])
    store.close()
    assert Store(path).get("a", [b"1"]) == {b"1": "one"}


def test_pages_that_were_damaged_later_give_nothing_wrong(tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    store = Store(path)
    texts = {b"%d" % n: f"text {n} " * 50 for n in range(200)}
    store.put("a", texts.items())
    store.close()
    data = bytearray(path.read_bytes())
    for at in range(5000, len(data), 97):
        data[at] ^= 0xFF
    path.write_bytes(data)
    found = Store(path).get("a", texts)
    assert all(texts[key] == text for key, text in found.items())
    again = Store(path)
    again.put("a", [(b"new", "text")])
    assert Store(path).get("a", [b"new"]) == {b"new": "text"}


def test_a_text_that_was_changed_is_not_given(tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    store = Store(path)
    store.put("a", [(b"1", "one")])
    store.close()
    base = sqlite3.connect(path)
    base.execute("UPDATE kept SET text = 'two'")
    base.commit()
    base.close()
    assert Store(path).get("a", [b"1"]) == {}


def test_a_place_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = Store(tmp_path / "file" / "r.sqlite")
    store.put("a", [(b"1", "one")])
    assert store.get("a", [b"1"]) == {}
    store.close()


def test_runs_at_the_same_time_share_it(tmp_path: Path) -> None:
    def write(part: int) -> None:
        store = Store(tmp_path / "r.sqlite")
        for n in range(50):
            store.put("a", [(b"%d-%d" % (part, n), f"{part}/{n}")])
        store.close()

    threads = [threading.Thread(target=write, args=(part,)) for part in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    keys = [b"%d-%d" % (part, n) for part in range(4) for n in range(50)]
    assert len(Store(tmp_path / "r.sqlite").get("a", keys)) == 200


def test_it_lies_in_the_cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_path() == tmp_path / "denotary" / "results.sqlite"


def test_parts_of_a_hash_do_not_run_together() -> None:
    assert digest("ab", "c") != digest("a", "bc") != digest("abc")


def test_the_hash_of_the_sources_tells_packages_apart() -> None:
    assert sources("spec") == sources("spec") != sources("parser")


def test_a_file_that_grows_too_large_loses_its_older_half(tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    store = Store(path, limit=200_000)
    for n in range(40):
        store.put("a", [(b"%d" % n, str(n) * 5000)])
    store.close()
    again = Store(path, limit=200_000)
    left = [int(key) for key in again.get("a", [b"%d" % n for n in range(40)])]
    assert left and min(left) >= 20 and max(left) == 39
    again.close()
    within = Store(path, limit=400_000)
    assert len(within.get("a", [b"%d" % n for n in range(40)])) == len(left)


def test_another_thread_may_use_it(tmp_path: Path) -> None:
    store = Store(tmp_path / "r.sqlite")
    thread = threading.Thread(target=lambda: store.put("a", [(b"1", "one")]))
    thread.start()
    thread.join()
    assert store.get("a", [b"1"]) == {b"1": "one"}
