"""How arguments are read."""

import pytest

from denotary.options import spread


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("--set R=4", "--set R=4"),
        ("--set R=4 N=2 foo", "--set R=4 --set N=2 foo"),
        ("--set R=4 N=1 --json -", "--set R=4 --set N=1 --json -"),
        ("--set R=4 --set N=2", "--set R=4 --set N=2"),
        ("--set=R=4 N=2", "--set=R=4 --set N=2"),
        ("foo --set R=4 bar N=2", "foo --set R=4 bar N=2"),
        ("foo R=4", "foo R=4"),
        ("--set R", "--set R"),
        ("--set R=4 -- N=2", "--set R=4 -- N=2"),
        ("--set R=4 --seed=3", "--set R=4 --seed=3"),
    ],
)
def test_set_takes_several_assignments(given: str, read: str) -> None:
    assert spread(given.split()) == read.split()
