"""The way of each player to 15 points, as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from cogs.display.art.card import GOLD, GRID, PAD, WIDTH, Card
from engine.buckdice import BUCK

if TYPE_CHECKING:
    from collections.abc import Sequence

_ROW: Final = 64
_NAME: Final = 250
_END: Final = 112
"""The room for the score, or for the word safe."""

SAFE: Final = "#6cc24a"
_LETTER: Final = 38
_STEP: Final = (WIDTH - 2 * PAD - _NAME - _END) / BUCK


class Walker(NamedTuple):
    """A player on the way: name, points, whether safe, and whether to throw."""

    name: str
    score: int
    safe: bool
    throws: bool

    def describe(self) -> str:
        """Return in words what is drawn."""
        state = ", safe" if self.safe else ", to throw" if self.throws else ""
        return f"{self.name}: {self.score} of {BUCK}{state}"


def draw_trail(walkers: Sequence[Walker]) -> bytes:
    """Return a PNG with a line for each player: a step for a point, gold where it is made."""
    card = Card(_ROW * len(walkers) + PAD)
    for number, walker in enumerate(walkers):
        y = PAD / 2 + _ROW * (number + 0.5)
        if walker.throws:
            card.block((6, y - 28, WIDTH - 6, y + 28), None, GOLD, radius=12)
        card.text((PAD, y), walker.name, size=_LETTER, room=_NAME - 16)
        for step in range(BUCK):
            left = PAD + _NAME + _STEP * step
            made = SAFE if walker.safe else GOLD
            fill = made if walker.safe or step < walker.score else GRID
            card.block((left + 2, y - 20, left + _STEP - 2, y + 20), fill)
        score, fill = ("safe", SAFE) if walker.safe else (str(walker.score), "#f2f3f5")
        card.text((WIDTH - PAD, y), score, fill=fill, size=_LETTER, anchor="end")
    return card.to_png()
