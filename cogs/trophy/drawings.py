"""Drawings of Trophy Buck: the game's sign, and the dice of four colours."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from cogs.display.art import Drawing
from cogs.display.art.canvas import INK, WHITE, Canvas, curve, egg, mirror_pair, move, turn

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogs.display.art.canvas import Colour


class Coat(NamedTuple):
    """The colours of one kind of dice, and the points that its Points side scores."""

    points: int
    fill: Colour
    shade: Colour
    ink: Colour  # for the number and the symbol


COATS: Final = {
    "brown": Coat(2, "#8a5426", "#55310f", WHITE),
    "white": Coat(4, "#fbf9f2", "#c9c3b4", INK),
    "green": Coat(6, "#1f8a4c", "#0d5029", WHITE),
    "orange": Coat(8, "#f58a1f", "#b0560a", INK),
}


def _draw_die(coat: Coat) -> Canvas:
    canvas = Canvas()
    canvas.block((0, 0, 128, 128), 26, INK)
    canvas.block((5, 5, 123, 123), 21, coat.shade)
    canvas.block((5, 5, 123, 117), 21, coat.fill)
    return canvas


def _draw_worth(canvas: Canvas, coat: Coat) -> None:
    """Write the die's points into a corner, so that players need not distinguish colours."""
    canvas.text((30, 36), str(coat.points), 50, coat.ink)


def draw_back(coat: Coat) -> Image:
    """Return a die in the bag, which shows only its colour and its points."""
    canvas = _draw_die(coat)
    canvas.text((64, 61), str(coat.points), 84, coat.ink)
    return canvas.finish()


def draw_points(coat: Coat) -> Image:
    """Return a side with antlers above the points."""
    canvas = _draw_die(coat)
    half = [
        curve((72, 40), (92, 44), (118, 36), (108, 12)),
        [(106, 30), (90, 12)],
        [(90, 38), (76, 18)],
    ]
    for beam in half:
        for side in mirror_pair(beam, 64):
            canvas.line(side, coat.ink, 8)
    canvas.text((61, 82), f"+{coat.points}", 64, coat.ink)
    return canvas.finish()


def draw_startle(coat: Coat) -> Image:
    """Return a side with a leaping deer."""
    canvas = _draw_die(coat)
    ink = coat.ink
    canvas.shape(turn(egg((68, 80), 34, 16, 18), (68, 80), -18), ink)
    canvas.line([(90, 72), (102, 48)], ink, 15)
    canvas.shape(turn(egg((106, 41), 14, 9, 9), (106, 41), 22), ink)
    for antler in ([(100, 34), (86, 20), (90, 12)], [(93, 27), (79, 23)]):
        canvas.line(antler, ink, 7)
    legs = (
        [(92, 84), (110, 90), (114, 78)],
        [(84, 90), (98, 104), (110, 100)],
        [(46, 90), (30, 96), (18, 110)],
        [(54, 94), (42, 106), (38, 113)],
    )
    for leg in legs:
        canvas.line(leg, ink, 8)
    canvas.line([(40, 84), (32, 72)], ink, 9)
    _draw_worth(canvas, coat)
    return canvas.finish()


def draw_tracks(coat: Coat) -> Image:
    """Return a side with two prints of a cloven hoof."""
    canvas = _draw_die(coat)
    toe = [
        *curve((64, 16), (48, 30), (46, 52), (58, 60)),
        *curve((58, 60), (66, 56), (68, 36), (64, 16)),
    ]
    for dx, dy in ((22, -4), (6, 50)):
        for half in mirror_pair(toe, 70):
            canvas.shape(turn(move(half, dx, dy), (70 + dx, 40 + dy), 12), coat.ink)
    _draw_worth(canvas, coat)
    return canvas.finish()


def draw_buck() -> Image:
    """Return the sign of the game: the head of a buck, with antlers."""
    canvas = Canvas()
    beam = curve((72, 50), (98, 52), (122, 42), (112, 14))
    for horn in (beam, [(116, 38), (98, 15)], [(103, 46), (84, 18)]):
        for side in mirror_pair(horn):
            canvas.line(side, "#5f3c1c", 13)
    for horn in (beam, [(116, 38), (98, 15)], [(103, 46), (84, 18)]):
        for side in mirror_pair(horn):
            canvas.line(side, "#e3c48d", 7)
    for ear in mirror_pair(curve((82, 58), (104, 46), (126, 50), (114, 72), (88, 74))):
        canvas.shape(ear, "#a9743f", "#4f3215", 6)
    canvas.shape(egg((64, 72), 29, 30, 50), "#a9743f", "#4f3215", 7)
    canvas.shape(egg((64, 102), 17, 15, 17), "#ecd9b6")
    canvas.shape(egg((64, 97), 9, 6, 7), INK)
    for x in (49, 79):
        canvas.disc((x, 70), 6, INK)
        canvas.disc((x + 2, 68), 2, WHITE)
    return canvas.finish()


_SIDES: Final = (
    ("points", draw_points, "`+{points}`"),
    ("startle", draw_startle, "`{points}`🦌"),
    ("tracks", draw_tracks, "`{points}`🐾"),
    ("die", draw_back, "{points}"),
)
SPOTS: Final = {"brown": "🟤", "white": "⚪", "green": "🟢", "orange": "🟠"}
"""Emojis for the colours of the dice, for places without pictures."""

DRAWINGS: Final = (
    Drawing("buck", "🦌", draw_buck),
    *(
        Drawing(
            f"{colour}_{side}",
            SPOTS[colour] + plain.format(points=coat.points),
            partial(draw, coat),
        )
        for colour, coat in COATS.items()
        for side, draw, plain in _SIDES
    ),
)
"""The game's sign, and for each kind of dice its sides and a die in the bag."""
