"""Dice: white, the Boss, gold; a duck in the bucket; a die thrown away, and an empty place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cogs.display.art.canvas import Canvas, curve
from cogs.display.art.palette import (
    BOSS,
    BOSS_EDGE,
    GOLD,
    GOLD_EDGE,
    GREY,
    INK,
    IVORY,
    IVORY_SHADE,
    RED,
    WHITE,
    YELLOW,
    YELLOW_EDGE,
)

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogs.display.art.canvas import Colour, Point

_LAYOUT: Final[dict[int, tuple[Point, ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of a die sit, in steps from its middle."""


def draw_pips(
    canvas: Canvas, value: int, *, centre: Point, step: float, size: float, fill: Colour
) -> None:
    """Draw the pips of a die: `step` apart, each of radius `size`, a single one larger."""
    for dx, dy in _LAYOUT[value]:
        radius = size * 1.35 if value == 1 else size
        canvas.disc((centre[0] + dx * step, centre[1] + dy * step), radius, fill)


def draw_cube(canvas: Canvas, fill: Colour, shade: Colour, edge: Colour) -> None:
    """Draw a die with round corners, its lower side in shadow."""
    canvas.block((5, 5, 123, 125), 27, edge)
    canvas.block((11, 11, 117, 119), 21, shade)
    canvas.block((11, 11, 117, 112), 21, fill)


def draw_white(value: int) -> Image:
    """Return a player's die."""
    canvas = Canvas()
    draw_cube(canvas, IVORY, IVORY_SHADE, INK)
    draw_pips(canvas, value, centre=(64, 62), step=30, size=12.5, fill=INK)
    return canvas.finish()


def draw_gold(value: int) -> Image:
    """Return a die that counts: the point number, or a wild die; framed twice, not only golden."""
    canvas = Canvas()
    draw_cube(canvas, GOLD, GOLD_EDGE, INK)
    canvas.block((17, 17, 111, 107), 15, None, WHITE, 5)
    draw_pips(canvas, value, centre=(64, 62), step=26, size=11.5, fill=INK)
    return canvas.finish()


def draw_boss(value: int) -> Image:
    """Return the Boss die: square, blue, with white pips and a crown."""
    canvas = Canvas()
    crown = [(12, 44), (8, 6), (36, 25), (64, 2), (92, 25), (120, 6), (116, 44)]
    canvas.shape(crown, GOLD, INK, 6)
    canvas.block((6, 32, 122, 126), 6, BOSS_EDGE)
    canvas.block((12, 38, 116, 120), 3, BOSS)
    draw_pips(canvas, value, centre=(64, 79), step=27, size=12, fill=WHITE)
    return canvas.finish()


def draw_duck() -> Image:
    """Return a yellow duck with a 2: a die in the bucket that counts as whatever is best."""
    canvas = Canvas()
    body = [
        *curve((8, 62), (2, 108), (34, 122), (64, 122)),
        *curve((64, 122), (104, 122), (122, 100), (116, 66)),
        *curve((116, 66), (100, 78), (92, 74), (84, 66)),
        *curve((84, 66), (60, 60), (30, 84), (8, 62)),
    ]
    head = (52, 38)
    canvas.shape(body, YELLOW, YELLOW_EDGE, 7)
    canvas.disc(head, 33.5, YELLOW_EDGE)
    canvas.shape([(24, 34), (3, 38), (6, 54), (30, 54)], "#f26b1d", "#8f3a06", 5)
    canvas.disc(head, 30, YELLOW)
    canvas.shape([(30, 60), (78, 52), (88, 80), (28, 84)], YELLOW)
    canvas.disc((44, 32), 6, INK)
    canvas.text((68, 90), "2", 46, INK)
    return canvas.finish()


def draw_thrown() -> Image:
    """Return a die that was thrown away."""
    canvas = Canvas()
    canvas.block((14, 14, 114, 114), 24, "#b5bac1", "#6d6f78", 7)
    canvas.line([(30, 30), (98, 98)], WHITE, 26)
    canvas.line([(98, 30), (30, 98)], WHITE, 26)
    canvas.line([(30, 30), (98, 98)], RED, 17)
    canvas.line([(98, 30), (30, 98)], RED, 17)
    return canvas.finish()


def draw_empty() -> Image:
    """Return a place where no die lies yet."""
    canvas = Canvas()
    canvas.block((10, 10, 118, 118), 26, None, GREY, 9)
    for gap in (42, 74):
        canvas.erase((gap, 0, gap + 12, 128))
        canvas.erase((0, gap, 128, gap + 12))
    return canvas.finish()
