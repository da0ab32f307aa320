"""The Bucket King's buckets as they are stacked: a rim that carries, a base that stands on two.

Each is a square of `SIDE` pixels. A bucket always shows its animal, letter and colour. One that is
gone is a dashed outline of the same shape with the same letter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PIL import Image, ImageOps

from cogs.buckets.pictures.drawings import PAILS, draw_head
from cogs.display.art.canvas import Canvas, dash_line
from cogs.display.art.palette import INK, RED, WHITE

if TYPE_CHECKING:
    from cogs.display.art.canvas import Point

SIDE: Final = 114
"""Pixels from a bucket to its neighbour: a phone has some two for each that Discord counts."""

PITCH: Final = 94
"""Pixels from a row to the next: a bucket's base covers a little of the rims below."""

_BODY: Final[list[Point]] = [(7, 34), (121, 34), (106, 121), (22, 121)]
_RIM: Final = (2, 16, 126, 42)
_OUTLINE: Final[list[Point]] = [(4, 18), (124, 18), (124, 40), (106, 120), (22, 120), (4, 40)]
_HEAD: Final = (66, 51)

OF_LETTER: Final = {pail.letter.lower(): pail for pail in PAILS.values()}
"""The five kinds of buckets by the letter that the engine uses."""


def draw_standing(letter: str) -> Image.Image:
    """Return a bucket in its place."""
    kind = OF_LETTER[letter]
    canvas = Canvas()
    canvas.shape(_BODY, kind.fill, kind.edge, 6)
    canvas.block(_RIM, 9, kind.light, kind.edge, 5)
    canvas.text((92, 80), kind.letter, 34, kind.ink)
    picture = canvas.finish()
    picture.alpha_composite(ImageOps.contain(draw_head(kind), _HEAD), (12, 54))
    return _fit(picture)


def draw_gone(letter: str) -> Image.Image:
    """Return the outline of a bucket that has fallen."""
    return _fit(_outline(letter).finish())


def draw_given_up(letter: str) -> Image.Image:
    """Return the outline of a bucket that was given up: it has a cross."""
    canvas = _outline(letter)
    canvas.disc((96, 98), 25, RED, WHITE, 5)
    for cross in ([(86, 88), (106, 108)], [(106, 88), (86, 108)]):
        canvas.line(cross, WHITE, 7)
    return _fit(canvas.finish())


def _outline(letter: str) -> Canvas:
    kind = OF_LETTER[letter]
    canvas = Canvas()
    canvas.shape(_OUTLINE, f"{WHITE}70")
    for dash in dash_line([*_OUTLINE, _OUTLINE[0]], 13, 11):
        canvas.line(dash, kind.edge, 6)
    canvas.text((64, 80), kind.letter, 40, kind.edge)
    return canvas


def draw_slot(sign: str) -> Image.Image:
    """Return an empty place for a bucket; the one to be filled next has a sign in it."""
    canvas = Canvas()
    colour = INK if sign else "#5d7f92"
    canvas.shape(_OUTLINE, f"{WHITE}{'c0' if sign else '38'}")
    for dash in dash_line([*_OUTLINE, _OUTLINE[0]], 9, 12):
        canvas.line(dash, colour, 7 if sign else 4)
    canvas.text((64, 76), sign, 44, INK)
    return _fit(canvas.finish())


def draw_badge(number: int) -> Image.Image:
    """Return the number by which a bucket is chosen, for its rim."""
    canvas = Canvas()
    canvas.disc((64, 34), 35, WHITE, INK, 6)
    canvas.text((64, 34), str(number), 48 if number < 10 else 40, INK)
    return _fit(canvas.finish())


def _fit(picture: Image.Image) -> Image.Image:
    """Return a picture in the size of a bucket."""
    return ImageOps.contain(picture, (SIDE, SIDE))
