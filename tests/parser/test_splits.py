"""Split files that are kept come back equal, with what they share still shared."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

import denotary.proofs
from denotary.parser.library import splits
from denotary.parser.library.splits import split_all
from denotary.parser.library.walk import lean_files
from denotary.parser.syntax.tree import FileText

PROOFS = Path(next(iter(denotary.proofs.__path__)))
TEXT = """\
import A.B
universe u
namespace N
open Nat (succ pred) Int
open List renaming map → each
variable {α : Type u} (x : α)
include x
local notation "⟪" a "," b "⟫" => a + b
scoped infixl:65 " ⊞ " => Nat.add
syntax "∂> " term : term
attribute [simp, instance] foo bar
/-- Doc "quoted" ∑. -/
@[simp] private noncomputable def f : ℕ := 1
open Real in
theorem «a b».c : True := by sorry
end N
mutual
def g : ℕ := 1
end
def k : ℕ := 1
my_command k
def h :=
"""


class Shelf:
    def __init__(self) -> None:
        self.texts: dict[bytes, str] = {}

    def get(self, kind: str, keys: Iterable[bytes]) -> dict[bytes, str]:
        return {k: self.texts[k] for k in keys if k in self.texts}

    def put(self, kind: str, texts: Iterable[tuple[bytes, str]]) -> None:
        self.texts |= dict(texts)


def sharing(file: FileText) -> list[int]:
    """Which objects are the same: scopes, and notations in scopes and in the file."""
    things = [d.scope for d in file.declarations] + list(file.notations)
    things += [n for d in file.declarations for n in d.scope.notations]
    first: dict[int, int] = {}
    return [first.setdefault(id(thing), n) for n, thing in enumerate(things)]


def assert_same(one: FileText, two: FileText) -> None:
    assert repr(one) == repr(two)
    assert one.defined == two.defined
    assert sharing(one) == sharing(two)
    assert [hash(d.scope.opens) for d in one.declarations] == [
        hash(d.scope.opens) for d in two.declarations
    ]


@pytest.mark.parametrize("what", ["text", "proofs"])
def test_a_kept_file_is_as_it_was_split(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [(p, p.read_text(encoding="utf-8")) for p in lean_files(PROOFS)]
    if what == "text":
        texts = [(Path("A.lean"), TEXT), (Path("Empty.lean"), "")]
    shelf, defined = Shelf(), frozenset({"my_command"})
    first = split_all(texts, defined, shelf, b"1")
    monkeypatch.setattr(splits, "split", None)  # nothing is split any more
    again = split_all(texts, defined, shelf, b"1")
    for one, two in zip(first, again, strict=True):
        assert_same(one, two)


@pytest.mark.parametrize("damage", ["", "[]", "{}", "null", '{"imports": 3}'])
def test_a_damaged_text_is_split_anew(damage: str) -> None:
    shelf = Shelf()
    (first,) = split_all([(Path("A.lean"), TEXT)], shelf=shelf)
    shelf.texts = dict.fromkeys(shelf.texts, damage)
    (again,) = split_all([(Path("A.lean"), TEXT)], shelf=shelf)
    assert_same(first, again)


def test_the_commands_that_a_project_defines_count() -> None:
    shelf = Shelf()
    (plain,) = split_all([(Path("A.lean"), TEXT)], shelf=shelf)
    (other,) = split_all([(Path("A.lean"), TEXT)], frozenset({"my_command"}), shelf)
    assert len(shelf.texts) == 2
    assert repr(plain.declarations) != repr(other.declarations)
