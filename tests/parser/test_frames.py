"""Which results hold whoever asked for them, and when the others are taken back."""

from __future__ import annotations

from denotary.parser.library.frames import Frames


def test_what_meets_nothing_unfinished_is_kept() -> None:
    frames, taken = Frames(), list[str]()
    frames.enter("a")
    frames.enter("b")
    frames.meet("elsewhere")
    assert frames.leave(lambda: taken.append("b"))
    frames.meet("a")  # itself, as a recursive definition does
    assert frames.leave(lambda: taken.append("a"))
    assert not frames and taken == []


def test_what_met_an_unfinished_one_is_taken_back_when_that_is_complete() -> None:
    frames, taken = Frames(), list[str]()
    for name in "abcd":
        frames.enter(name)
    frames.meet("b")
    assert not frames.leave(lambda: taken.append("d"))
    assert not frames.leave(lambda: taken.append("c"))
    assert taken == []
    assert frames.leave(lambda: taken.append("b"))
    assert taken == ["d", "c"]
    assert frames.leave(lambda: taken.append("a"))
    assert taken == ["d", "c"]


def test_a_spoiled_result_spoils_what_asked_for_it() -> None:
    frames = Frames()
    frames.enter("a")
    frames.enter("b")
    frames.spoil()
    assert not frames.leave(lambda: None)
    frames.enter("c")
    assert frames.leave(lambda: None)
    assert not frames.leave(lambda: None)
