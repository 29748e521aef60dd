"""What is being made right now, and which results depend on who asked for them.

A declaration that is needed while it is being made is there in part only: as its header, without
its value, or not at all. What is made from that part could come out otherwise if it were asked for
by itself. Such a result is *provisional*: it serves until that declaration is complete, and is then
taken back, to be made anew when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

Undo = Callable[[], None]


@dataclass(slots=True)
class _Frame:
    name: str
    lowest: int
    """The lowest frame that was met unfinished, from here or from what was asked for here."""
    spoiled: bool = False
    undo: list[Undo] = field(default_factory=list)
    """Takes back what was made from this frame's unfinished declaration, or a lower one's."""


class Frames:
    """A stack of what is being made, innermost last."""

    def __init__(self) -> None:
        self._open: list[_Frame] = []

    def __bool__(self) -> bool:
        return bool(self._open)

    def enter(self, name: str) -> None:
        self._open.append(_Frame(name, len(self._open)))

    def leave(self, undo: Undo) -> bool:
        """End the innermost frame; `undo` takes its result back. Whether it may be kept for good.

        That is, whether it is the same whoever asks for it and whenever.
        """
        frame = self._open.pop()
        above = self._open[-1] if self._open else None
        if above is not None and frame.spoiled:
            above.spoiled = True
        if above is not None and frame.lowest < len(self._open):
            above.lowest = min(above.lowest, frame.lowest)
            above.undo += [*frame.undo, undo]
            return False
        for take_back in frame.undo:
            take_back()
        return not frame.spoiled

    def meet(self, name: str) -> None:
        """The innermost frame looks at `name`, which is being made."""
        for at, frame in enumerate(self._open):
            if frame.name == name:
                self._open[-1].lowest = min(self._open[-1].lowest, at)
                return

    def spoil(self) -> None:
        """What is being made depends on how far a search got, or on how deep the stack was."""
        if self._open:
            self._open[-1].spoiled = True
