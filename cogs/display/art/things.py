"""Other things on the table: bucket, goose egg, crown, pieces of a bar."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cogs.display.art.canvas import Canvas, curve, egg
from cogs.display.art.palette import GOLD, GOLD_EDGE, INK, RED, TIN, TIN_EDGE, WHITE

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogs.display.art.canvas import Colour


def draw_pail(canvas: Canvas, fill: Colour, light: Colour, edge: Colour, top: float = 44) -> None:
    """Draw a bucket standing on the ground, its rim at `top`."""
    canvas.shape([(12, top), (116, top), (101, 119), (27, 119)], fill, edge, 8)
    canvas.shape([(24, top + 12), (37, top + 12), (43, 112), (34, 112)], light)
    canvas.oval((7, top - 15, 121, top + 15), edge)
    canvas.oval((14, top - 9, 114, top + 9), light)


def draw_bucket() -> Image:
    """Return the bucket, of tin, with its handle up."""
    canvas = Canvas()
    canvas.line(curve((14, 44), (16, -10), (112, -10), (114, 44)), TIN_EDGE, 8)
    draw_pail(canvas, TIN, "#dbe5ee", TIN_EDGE)
    canvas.oval((20, 38, 108, 50), TIN_EDGE)
    canvas.line(curve((21, 84), (48, 92), (80, 92), (107, 84)), TIN_EDGE, 6)
    return canvas.finish()


def draw_piece(cells: int) -> Image:
    """Return a piece of a way of three cells: dots, and a trail where so many are full."""
    canvas = Canvas()
    for number in range(3):
        left, right = 128 * number / 3, 128 * (number + 1) / 3
        if number < cells:
            canvas.block((left, 44, right, 84), 0, GOLD_EDGE)
            canvas.block((left, 51, right, 77), 0, GOLD)
        else:
            canvas.disc(((left + right) / 2, 64), 12, "#8a8f98")
    return canvas.finish()


def draw_goose_egg() -> Image:
    """Return an egg in its straw, for nothing scored."""
    canvas = Canvas()
    canvas.shape(egg((64, 70), 43, 64, 46), "#fff3d9", "#8a6f3c", 7)
    canvas.shape(egg((50, 52), 10, 20, 12), WHITE)
    for i in range(9):
        x = 12 + 13 * i
        tip = 92 + 9 * math.sin(i * 2.1)
        canvas.line([(64 + (x - 64) * 0.72, 119), (x, tip)], "#8a6f3c", 12)
        canvas.line([(64 + (x - 64) * 0.72, 119), (x, tip)], "#e0b04f", 7)
    return canvas.finish()


def draw_crown() -> Image:
    """Return the crown of the winner."""
    canvas = Canvas()
    points = [(20, 98), (8, 34), (38, 58), (64, 18), (90, 58), (120, 34), (108, 98)]
    canvas.shape(points, GOLD, GOLD_EDGE, 8)
    canvas.block((16, 92, 112, 118), 8, GOLD, GOLD_EDGE, 7)
    for x, y in ((9, 31), (64, 16), (119, 31)):
        canvas.disc((min(max(x, 12), 116), y), 11, GOLD, GOLD_EDGE, 5)
    for x, fill in ((36, "#2563d9"), (64, RED), (92, "#2f9e57")):
        canvas.disc((x, 80), 8.5, fill, INK, 3)
    return canvas.finish()
