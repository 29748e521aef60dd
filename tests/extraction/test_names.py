"""Short names: the one meant, or a message that says which could be."""

import pytest

from denotary.extraction.catalogue import Entry
from denotary.extraction.errors import UsageError
from denotary.extraction.names import abbreviate, matches, nearest, resolve


def entries(names: list[str], file: str = "A.lean") -> list[Entry]:
    return [Entry(name, "def", file, n + 1, "") for n, name in enumerate(names)]


NAMES = [
    "Proofs.batchShard",
    "Proofs.den_addV_shard",
    "Proofs.SyncKit.mean_shard",
    "Proofs.StableHLO.mean_shard",
    "mean_shard'",
]
KNOWN = entries(NAMES)


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("Proofs.batchShard", "Proofs.batchShard"),
        ("batchShard", "Proofs.batchShard"),
        ("SyncKit.mean_shard", "Proofs.SyncKit.mean_shard"),
        ("mean_shard'", "mean_shard'"),
    ],
)
def test_a_unique_end_of_a_name_resolves(query: str, name: str) -> None:
    assert resolve(KNOWN, query).name == name


def test_an_end_counts_only_at_a_dot() -> None:
    assert matches(KNOWN, "shard") == []
    assert matches(KNOWN, "Shard") == []


def test_a_full_name_wins_over_names_that_end_in_it() -> None:
    assert resolve(entries(["foo", "A.foo"]), "foo").name == "foo"


def test_an_ambiguous_name_lists_every_candidate_and_a_way_out() -> None:
    with pytest.raises(UsageError) as caught:
        resolve(KNOWN, "mean_shard", what="theorem")
    said = caught.value.diagnostic
    assert said.message == "`mean_shard` is ambiguous: 2 theorems end in it"
    assert said.found == "Proofs.StableHLO.mean_shard\nProofs.SyncKit.mean_shard"
    assert said.advice == "give more of the name, e.g. `StableHLO.mean_shard`"


def test_many_candidates_are_counted_not_all_listed() -> None:
    with pytest.raises(UsageError) as caught:
        resolve(entries([f"N{i}.foo" for i in range(20)]), "foo")
    assert caught.value.diagnostic.found.splitlines()[-1] == "… and 12 more"


def test_an_unknown_name_offers_the_nearest() -> None:
    with pytest.raises(UsageError) as caught:
        resolve(KNOWN, "batchshards", where="the bundled proofs")
    said = caught.value.diagnostic
    assert said.message == "no declaration is called `batchshards` in the bundled proofs"
    assert said.advice == "did you mean `Proofs.batchShard`?"


def test_a_name_near_nothing_points_to_the_list() -> None:
    with pytest.raises(UsageError) as caught:
        resolve(KNOWN, "xyzzy")
    assert "denotary list" in caught.value.diagnostic.advice


def test_nearest_compares_as_many_components_as_were_given() -> None:
    assert nearest(NAMES, "SyncKt.mean_shard")[0] == "Proofs.SyncKit.mean_shard"


def test_abbreviate_drops_the_shared_namespace_only() -> None:
    assert abbreviate(["A.B.c", "A.D.e"]) == {"A.B.c": "B.c", "A.D.e": "D.e"}
    assert abbreviate(["A.B.c"]) == {"A.B.c": "c"}
    assert abbreviate(["A.b", "A.b.c"]) == {"A.b": "b", "A.b.c": "b.c"}
    assert abbreviate([]) == {}


def test_one_of_several_of_a_name_is_meant_by_its_file() -> None:
    known = entries(["foo", "A.foo"], "one/T.lean") + entries(["foo"], "two/T.lean")
    with pytest.raises(UsageError) as caught:
        resolve(known, "foo", what="theorem")
    said = caught.value.diagnostic
    assert said.message == "`foo` is ambiguous: 2 theorems are called so"
    assert said.found == "one/T.lean:foo\ntwo/T.lean:foo"
    assert said.advice == "say which file, e.g. `one/T.lean:foo`"
    assert resolve(known, "two/T.lean:foo") is known[2]
    assert resolve(known, "one/T.lean:A.foo") is known[1]
    with pytest.raises(UsageError, match="ambiguous"):
        resolve(known, "T.lean:foo")
    with pytest.raises(UsageError, match="no declaration is called"):
        resolve(known, "three.lean:foo")
