"""Drawings of The Bucket King's five buckets, and the data for a picture of a pyramid (`Plot`).

The module `pyramids` draws whole pyramids, in another process.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Final, NamedTuple

from cogs.display.art import Drawing
from cogs.display.art.canvas import INK, WHITE, Canvas, curve, egg, mirror_pair
from engine.buckets.pyramid import Boxes, Pyramid

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from cogs.display.art.canvas import Colour


class Plot(NamedTuple):
    """One pyramid and its marks; `engine.buckets.pyramid` numbers the boxes.

    Plots are named tuples, because these are cheap to send to the drawing process.

    Attributes:
        label: the name on the sign below, perhaps with a number after " · "; empty for no sign.
        pyramid: the buckets; shorter than a whole pyramid while it is being built.
        before: the pyramid before the fall.
        fallen: the boxes that fell from `before`, drawn as dashed outlines.
        chosen: the box that was given up.
        marks: pairs of a box and the letter or number on its bucket.
        parts: the two parts of a split pyramid, else empty.
        attacker: the letter of the animal that attacks the pyramid.
        turn: whether the owner of the pyramid is to act.
        crown: whether the owner has won.
        slots: whether to draw empty boxes, for a pyramid that is being built.
        other: the name on the sign if no font has the letters of the owner's name.
    """

    label: str
    pyramid: Pyramid
    before: Pyramid = ""
    fallen: Boxes = ()
    chosen: int | None = None
    marks: tuple[tuple[int, str], ...] = ()
    parts: tuple[Boxes, ...] = ()
    attacker: str | None = None
    turn: bool = False
    crown: bool = False
    slots: bool = False
    other: str = ""


_EDGE: Final = "#33261c"
RIM: Final = 70


class Pail(NamedTuple):
    """A bucket: its colours from dark to light, the animal in it, and an emoji of that animal."""

    edge: Colour
    fill: Colour
    light: Colour
    animal: Callable[[Canvas], None]
    plain: str


def _draw_eyes(canvas: Canvas, y: float, apart: float, size: float = 5) -> None:
    for x in (64 - apart, 64 + apart):
        canvas.disc((x, y), size, INK)


def _draw_cow(canvas: Canvas) -> None:
    horn = curve((42, 20), (28, 20), (24, 10), (28, 3))
    ear = [(40, 26), (14, 22), (20, 38), (40, 38)]
    for side in mirror_pair(horn):
        canvas.line(side, _EDGE, 12)
        canvas.line(side, "#f3e6c4", 6)
    for side in mirror_pair(ear):
        canvas.shape(side, INK, _EDGE, 5)
    canvas.shape(egg((64, 40), 30, 32, 40), WHITE, _EDGE, 6)
    canvas.shape([*curve((64, 10), (96, 8), (98, 40), (82, 52)), (66, 40)], INK)
    canvas.oval((37, 40, 91, 78), "#f2a9a3", _EDGE, 5)
    for x in (53, 75):
        canvas.oval((x - 4, 49, x + 4, 58), _EDGE)
    canvas.disc((52, 28), 6, INK)
    canvas.disc((77, 28), 6.5, WHITE)
    canvas.disc((77, 28), 3.5, INK)


def _draw_duck(canvas: Canvas) -> None:
    canvas.disc((64, 38), 35, _EDGE)
    canvas.disc((64, 38), 30, "#ffd43b")
    canvas.line([(64, 10), (58, 3)], _EDGE, 8)
    canvas.oval((38, 42, 90, 68), "#f2741d", _EDGE, 5)
    canvas.line(curve((42, 54), (56, 60), (72, 60), (86, 54)), _EDGE, 4)
    _draw_eyes(canvas, 31, 13, 6)


def _draw_horse(canvas: Canvas) -> None:
    ear = [(40, 22), (34, 3), (54, 12)]
    for side in mirror_pair(ear):
        canvas.shape(side, "#a8652f", _EDGE, 6)
    canvas.shape(egg((64, 36), 29, 28, 44), "#a8652f", _EDGE, 6)
    canvas.shape([(57, 12), (71, 12), (69, 46), (59, 46)], "#f7ead2")
    canvas.oval((37, 38, 91, 76), "#d9a878", _EDGE, 5)
    for x in (53, 75):
        canvas.disc((x, 53), 4.5, _EDGE)
    canvas.shape(curve((48, 8), (56, 32), (72, 32), (80, 8)), "#4a2a12", _EDGE, 4)
    _draw_eyes(canvas, 30, 18, 5.5)


def _draw_pig(canvas: Canvas) -> None:
    ear = [(38, 26), (26, 2), (56, 12)]
    for side in mirror_pair(ear):
        canvas.shape(side, "#e77f9c", _EDGE, 6)
    canvas.shape(egg((64, 42), 36, 34, 40), "#f7a6bb", _EDGE, 6)
    canvas.oval((44, 38, 84, 66), "#e77f9c", _EDGE, 5)
    for x in (56, 72):
        canvas.oval((x - 4, 46, x + 4, 58), _EDGE)
    _draw_eyes(canvas, 30, 18)


def _draw_sheep(canvas: Canvas) -> None:
    puffs = ((38, 28), (52, 16), (76, 16), (90, 28), (94, 46), (34, 46), (64, 14))
    for extra, colour in ((5, _EDGE), (0, "#f4f1e8")):
        for centre in puffs:
            canvas.disc(centre, 14 + extra, colour)
    ear = [(44, 36), (20, 40), (26, 54), (46, 50)]
    for side in mirror_pair(ear):
        canvas.shape(side, "#4b4a50", _EDGE, 4)
    canvas.shape(egg((64, 46), 23, 24, 36), "#4b4a50", _EDGE, 5)
    for x in (55, 73):
        canvas.disc((x, 42), 7, WHITE)
        canvas.disc((x, 43), 3.5, INK)


PAILS: Final = {
    "cow": Pail("#6d0f12", "#d6322f", "#f0807b", _draw_cow, "🐮"),
    "duck": Pail("#7a5200", "#f5bd1f", "#ffe48a", _draw_duck, "🦆"),
    "horse": Pail("#12357d", "#2f6fe0", "#8db4f7", _draw_horse, "🐴"),
    "pig": Pail("#451773", "#8b3fd1", "#c99cf0", _draw_pig, "🐷"),
    "sheep": Pail("#0d4a25", "#249a52", "#86d6a3", _draw_sheep, "🐑"),
}


@cache
def draw_head(kind: Pail) -> Image.Image:
    """Return the animal alone, 104 by 88 pixels."""
    canvas = Canvas()
    kind.animal(canvas)
    return canvas.finish().crop((12, 0, 116, 88))


def draw_pail(kind: Pail) -> Image.Image:
    canvas = Canvas()
    kind.animal(canvas)
    canvas.shape([(8, RIM), (120, RIM), (103, 121), (25, 121)], kind.fill, kind.edge, 8)
    canvas.block((5, RIM - 8, 123, RIM + 8), 8, kind.light, kind.edge, 5)
    canvas.shape([(24, RIM + 15), (36, RIM + 15), (41, 112), (33, 112)], kind.light)
    return canvas.finish()


DRAWINGS: Final = tuple(
    Drawing(f"bucket_{animal}", kind.plain, partial(draw_pail, kind))
    for animal, kind in PAILS.items()
)


def draw_card(kind: Pail, number: int) -> Image.Image:
    canvas = Canvas()
    canvas.block((6, 4, 122, 126), 16, WHITE, kind.fill, 8)
    kind.animal(canvas)
    canvas.text((64, 101), str(number), 34, INK)
    return canvas.finish()


CARDS: Final = tuple(
    Drawing(f"card_{number}", "", partial(draw_card, PAILS["pig"], number)) for number in (6, 8)
)
"""Cards of an attack and its defence, for the picture of a turn; they are no emojis."""
