"""Short names: the one meant, or a message that says which could be."""

import pytest

from denotary.extraction.errors import UsageError
from denotary.extraction.names import abbreviate, matches, nearest, resolve

NAMES = [
    "Proofs.batchShard",
    "Proofs.den_addV_shard",
    "Proofs.SyncKit.mean_shard",
    "Proofs.StableHLO.mean_shard",
    "mean_shard'",
]


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
    assert resolve(NAMES, query) == name


def test_an_end_counts_only_at_a_dot() -> None:
    assert matches(NAMES, "shard") == []
    assert matches(NAMES, "Shard") == []


def test_a_full_name_wins_over_names_that_end_in_it() -> None:
    assert resolve(["foo", "A.foo"], "foo") == "foo"


def test_an_ambiguous_name_lists_every_candidate_and_a_way_out() -> None:
    with pytest.raises(UsageError) as caught:
        resolve(NAMES, "mean_shard", what="theorem")
    said = caught.value.diagnostic
    assert said.message == "`mean_shard` is ambiguous: 2 theorems end in it"
    assert said.found == "Proofs.StableHLO.mean_shard\nProofs.SyncKit.mean_shard"
    assert said.advice == "give more of the name, e.g. `StableHLO.mean_shard`"


def test_many_candidates_are_counted_not_all_listed() -> None:
    with pytest.raises(UsageError) as caught:
        resolve([f"N{i}.foo" for i in range(20)], "foo")
    assert caught.value.diagnostic.found.splitlines()[-1] == "… and 12 more"


def test_an_unknown_name_offers_the_nearest() -> None:
    with pytest.raises(UsageError) as caught:
        resolve(NAMES, "batchshards", where="the bundled proofs")
    said = caught.value.diagnostic
    assert said.message == "no declaration is called `batchshards` in the bundled proofs"
    assert said.advice == "did you mean `Proofs.batchShard`?"


def test_a_name_near_nothing_points_to_the_list() -> None:
    with pytest.raises(UsageError) as caught:
        resolve(NAMES, "xyzzy")
    assert "denotary list" in caught.value.diagnostic.advice


def test_nearest_compares_as_many_components_as_were_given() -> None:
    assert nearest(NAMES, "SyncKt.mean_shard")[0] == "Proofs.SyncKit.mean_shard"


def test_abbreviate_drops_the_shared_namespace_only() -> None:
    assert abbreviate(["A.B.c", "A.D.e"]) == {"A.B.c": "B.c", "A.D.e": "D.e"}
    assert abbreviate(["A.B.c"]) == {"A.B.c": "c"}
    assert abbreviate(["A.b", "A.b.c"]) == {"A.b": "b", "A.b.c": "b.c"}
    assert abbreviate([]) == {}
