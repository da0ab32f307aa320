"""What stands around The Bucket King's buckets: planks, signs with names, attacking animals."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from math import ceil
from typing import Final

from PIL import Image, ImageDraw, ImageFont, ImageOps

from cogs.buckets.pictures.drawings import draw_head
from cogs.buckets.pictures.stacked import OF_LETTER
from cogs.display.art.palette import INK, WHITE

LETTERS: Final = 48
"""The height of the letters on a sign: large, since a phone shows two plots in its width."""

SIGN: Final = 76
ATTACK: Final = 168
"""The heights of a sign with the grass around it, and of an attacking animal."""

GOLD: Final = "#ffd86b"
WOOD_EDGE: Final = "#5b3a20"


def draw_plank(width: int, height: int, name: str) -> Image.Image:
    """Return the board below a pyramid, or below a part of one that has a name."""
    image, draw = _begin(width, height)
    draw.rounded_rectangle((0, 0, width - 1, height - 1), 8, "#a9744a", WOOD_EDGE, 4)
    _write(draw, (width / 2, 20), name, 28 if width > 120 else 22, WHITE)
    return image


def draw_attack(letter: str) -> Image.Image:
    """Return the attacking animal, large, for the sky beside the top of a pyramid."""
    kind = OF_LETTER[letter]
    image, draw = _begin(208, ATTACK)
    for i, y in enumerate((68, 98, 128)):
        draw.line((12, y, 32 + 10 * (i % 2), y), kind.edge, 8)
    image.alpha_composite(ImageOps.contain(draw_head(kind), (156, 120)), (40, 28))
    draw.ellipse((146, 104, 206, 164), kind.fill, kind.edge, 6)
    _write(draw, (176, 134), kind.letter, 40, kind.ink)
    return image


def draw_sign(width: int, fill: str, edge: str) -> Image.Image:
    """Return a sign without its words; a golden one has a pointer."""
    image, draw = _begin(width, SIGN)
    draw.rounded_rectangle((0, 6, width - 1, SIGN - 6), 12, fill, edge, 6)
    if fill == GOLD:
        draw.polygon([(22, 24), (22, 52), (42, 38)], INK)
    return image


def draw_words(words: str, length: int) -> Image.Image:
    """Return the words of a sign as a mask."""
    image = Image.new("L", (length, SIGN))
    _write(ImageDraw.Draw(image), (length / 2, SIGN / 2), words, LETTERS, WHITE)
    return image


@lru_cache(maxsize=256)
def fit_words(label: str, room: int) -> tuple[str, int]:
    """Return a label whose first part is cut where it is too long for its room; and its length.

    Characters that the font lacks are left out.
    """
    name, dot, rest = _drop_unknown_letters(label).partition(" · ")
    while (length := _load_font(LETTERS).getlength(name + dot + rest)) > room and name:
        name = name[:-1]
    return name + dot + rest, ceil(length) + 4


def _drop_unknown_letters(label: str) -> str:
    """Return what the font has glyphs for, which is ASCII: no accents, and no other scripts."""
    plain = unicodedata.normalize("NFKD", label)
    return " ".join("".join(c for c in plain if " " <= c <= "~" or c == "·").split())


def _begin(width: int, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGBA", (width, height))
    return image, ImageDraw.Draw(image)


def _write(
    draw: ImageDraw.ImageDraw, centre: tuple[float, float], words: str, size: int, fill: str
) -> None:
    draw.text(centre, words, fill, _load_font(size), "mm", stroke_width=0.9)


@lru_cache(maxsize=8)
def _load_font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
