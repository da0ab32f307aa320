"""Drawings that only Ducks in a Bucket uses: the bucket, and a 2 that will be a duck in it.

The bucket lies on its side. Its emojis have no gaps between them, so that they join to one picture:
the rim, five places and the bottom.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from cogs.display.art import Drawing
from cogs.display.art.canvas import (
    SIZE,
    TIN,
    TIN_EDGE,
    Canvas,
    curve,
    draw_duck,
    draw_thrown,
    draw_white,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL.Image import Image

_LIGHT: Final = "#dbe5ee"
_SHADE: Final = "#7d93a6"


def _draw_wall(canvas: Canvas, left: float, right: float) -> None:
    """Draw the wall of the bucket between two lines, without edges there."""
    canvas.block((left, 2, right, 126), 0, TIN_EDGE)
    canvas.block((left, 8, right, 120), 0, TIN)


def _draw_place(draw: Callable[[], Image] | None) -> Image:
    """Return a place in the bucket, with a smaller drawing in it, if any."""
    canvas = Canvas()
    _draw_wall(canvas, 0, SIZE)
    canvas.block((8, 14, 120, 116), 22, _SHADE, TIN_EDGE, 4)
    place = canvas.finish()
    if draw is not None:
        place.alpha_composite(draw().resize((104, 104)), (12, 13))
    return place


def _draw_rim() -> Image:
    canvas = Canvas()
    handle = curve((88, 8), (-20, 10), (-20, 118), (88, 120))
    canvas.line(handle, TIN_EDGE, 13)
    canvas.line(handle, TIN, 6)
    _draw_wall(canvas, 88, SIZE)
    canvas.oval((56, 0, 120, 128), TIN_EDGE)
    canvas.oval((64, 8, 112, 120), _LIGHT)
    canvas.oval((74, 18, 110, 110), _SHADE)
    return canvas.finish()


def _draw_bottom() -> Image:
    canvas = Canvas()
    canvas.oval((0, 2, 56, 126), TIN_EDGE)
    canvas.oval((0, 8, 50, 120), TIN)
    _draw_wall(canvas, 0, 28)
    return canvas.finish()


def _draw_two() -> Image:
    """Return a 2 of the roll with a small duck in its corner."""
    die = draw_white(2)
    die.alpha_composite(draw_duck().resize((66, 66)), (0, 62))
    return die


_PLACES: Final = {
    **{f"die_{value}": (f"`{value}`", partial(draw_white, value)) for value in range(1, 7)},
    "duck": ("🦆", draw_duck),
    "thrown": ("✖️", draw_thrown),
    "empty": ("▢", None),
}
"""The text and the drawing of what lies in a place, by key."""

DRAWINGS: Final = (
    Drawing("pail_rim", "🪣 ", _draw_rim),
    *(
        Drawing(f"pail_{key}", f"{text} ", partial(_draw_place, draw))
        for key, (text, draw) in _PLACES.items()
    ),
    Drawing("pail_bottom", " ", _draw_bottom),
    Drawing("two_with_duck", "`2`", _draw_two),
)
