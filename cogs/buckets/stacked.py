"""The Bucket King's buckets as they are stacked: a rim that carries, a base that stands on two.

Each is a square of `SIDE` pixels. Animal, letter and colour are always together; a bucket that is
gone is a dashed outline of the same shape with the same letter.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageOps

from cogs.buckets.drawings import PAILS, Pail, head
from cogs.core.art.canvas import Canvas, along
from cogs.core.art.palette import INK, RED, WHITE

if TYPE_CHECKING:
    from cogs.core.art.canvas import Point

SIDE: Final = 57
"""Pixels from a bucket to its neighbour."""

PITCH: Final = 47
"""Pixels from a row to the next: a bucket's base covers a little of the rims below."""

_BODY: Final[list[Point]] = [(7, 34), (121, 34), (106, 121), (22, 121)]
_RIM: Final = (2, 16, 126, 42)
_OUTLINE: Final[list[Point]] = [(4, 18), (124, 18), (124, 40), (106, 120), (22, 120), (4, 40)]
_HEAD: Final = (66, 51)

OF_LETTER: Final = {pail.letter.lower(): pail for pail in PAILS.values()}
"""The five kinds of buckets by the letter that the engine uses."""


@lru_cache(maxsize=8)
def standing(letter: str) -> Image.Image:
    """A bucket in its place."""
    kind = OF_LETTER[letter]
    canvas = Canvas()
    canvas.shape(_BODY, kind.fill, kind.edge, 6)
    canvas.block(_RIM, 9, kind.light, kind.edge, 5)
    canvas.text((92, 80), kind.letter, 34, _ink(kind))
    picture = canvas.finish()
    picture.alpha_composite(ImageOps.contain(head(kind), _HEAD), (12, 54))
    return _fitted(picture)


@lru_cache(maxsize=16)
def gone(letter: str, *, chosen: bool) -> Image.Image:
    """Where a bucket stood that has fallen; `chosen`: it is the one that was given up."""
    kind = OF_LETTER[letter]
    canvas = Canvas()
    canvas.shape(_OUTLINE, f"{WHITE}70")
    for dash in along([*_OUTLINE, _OUTLINE[0]], 13, 11):
        canvas.line(dash, kind.edge, 6)
    canvas.text((64, 80), kind.letter, 40, kind.edge)
    if chosen:
        canvas.disc((64, 28), 25, RED, WHITE, 5)
        for cross in ([(54, 18), (74, 38)], [(74, 18), (54, 38)]):
            canvas.line(cross, WHITE, 7)
    return _fitted(canvas.finish())


@lru_cache(maxsize=2)
def slot(*, following: bool) -> Image.Image:
    """A place that waits for its bucket; `following`: the one to be filled next."""
    canvas = Canvas()
    colour = INK if following else "#5d7f92"
    canvas.shape(_OUTLINE, f"{WHITE}{'c0' if following else '38'}")
    for dash in along([*_OUTLINE, _OUTLINE[0]], 9, 12):
        canvas.line(dash, colour, 7 if following else 4)
    if following:
        canvas.text((64, 76), "?", 44, INK)
    return _fitted(canvas.finish())


@lru_cache(maxsize=16)
def badge(number: int) -> Image.Image:
    """The number by which a bucket is chosen, for its rim."""
    canvas = Canvas()
    canvas.disc((64, 29), 27, WHITE, INK, 6)
    canvas.text((64, 29), str(number), 28 if number < 10 else 24, INK)
    return _fitted(canvas.finish())


def _ink(kind: Pail) -> str:
    return INK if kind.letter == "D" else WHITE


def _fitted(picture: Image.Image) -> Image.Image:
    return ImageOps.contain(picture, (SIDE, SIDE))
