"""Buck Dice: pieces of the bar that shows somebody's way to 15, three points each."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from cogs.display.art import Drawing
from cogs.display.art.canvas import Canvas
from cogs.display.art.palette import GOLD, GOLD_EDGE

if TYPE_CHECKING:
    from PIL.Image import Image

PIECE: Final = 3
"""The points of a piece."""


def draw_piece(points: int) -> Image:
    """Return a piece of a bar with so many points."""
    canvas = Canvas()
    for number in range(PIECE):
        left, full = 2 + 42 * number, number < points
        box = (left, 34, left + 38, 94)
        canvas.block(box, 9, GOLD if full else "#8a8f9840", GOLD_EDGE if full else "#8a8f98", 5)
    return canvas.finish()


def name_pieces(score: int, most: int) -> list[str]:
    """Return the keys of the drawings that show a score of at most so many points."""
    return [f"bar_{min(max(score - at, 0), PIECE)}" for at in range(0, most, PIECE)]


DRAWINGS: Final = tuple(
    Drawing(f"bar_{points}", "▰" * points + "▱" * (PIECE - points), partial(draw_piece, points))
    for points in range(PIECE + 1)
)
