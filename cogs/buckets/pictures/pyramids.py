"""The Bucket King's pyramids as a picture: who stands how, what fell, who is attacked.

A `Plot` is one pyramid in terms of the engine (see `engine.buckets.pyramid` for its boxes). A scene
is one or two plots side by side on a meadow. It is made of strips, about one for each row of
buckets, in colours that are chosen once. A move changes one or two of them; the others are kept.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from PIL import Image, ImageDraw

from cogs.buckets.pictures import around
from cogs.buckets.pictures.around import ATTACK, SIGN
from cogs.buckets.pictures.plots import Plot
from cogs.buckets.pictures.stacked import (
    OF_LETTER,
    PITCH,
    SIDE,
    draw_badge,
    draw_given_up,
    draw_gone,
    draw_slot,
    draw_standing,
)
from cogs.display.art.palette import INK, RED
from cogs.display.art.strips import Strip, join_strips, pack_strip
from engine.buckets.pyramid import BOXES, NO_BUCKET, ROWS, cleared

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

MARGIN: Final = 36
WIDTH: Final = ROWS[0] * SIDE + 2 * MARGIN
"""Of a picture, in pixels: twice what a phone counts, whose screen has two for each.

A plot is drawn as wide. Where there is room for two, all is shrunk to half.
"""

FLOOR: Final = 24 + SIDE + (len(ROWS) - 1) * PITCH
"""Where the bottom row stands, from the top."""

HEIGHT: Final = FLOOR + 120

_SKY: Final = "#cfe8f6"
_HILL: Final = "#b4d9a4"
_GRASS: Final = "#86bb68"
_COLOURS: Final = 128
_TOPS: Final = tuple(FLOOR - SIDE - row * PITCH + 6 for row in range(len(ROWS)))
"""Where each row of buckets begins, the bottom row first."""

_CUTS: Final = (0, *reversed(_TOPS), HEIGHT - SIGN, HEIGHT)
"""Where each strip begins, and where the last one ends."""


class Sprite(NamedTuple):
    """A drawing in its place: how and of what it is drawn, and where its rows begin and end."""

    draw: Callable[..., Image.Image]
    what: tuple[Hashable, ...]
    x: int
    top: int
    height: int


def paint(plots: tuple[Plot, ...], *, wide: bool, sky: int) -> bytes:
    """Return a PNG of a scene, as `draw_scene` does."""
    width = WIDTH * (2 if wide else len(plots))
    first = (width - WIDTH * len(plots)) // 2
    placed = [(plot, first + i * WIDTH) for i, plot in enumerate(plots)]
    sprites = [sprite for plot, left in placed for sprite in _stack(plot, left)]
    top = max(0, min((sprite.top for sprite in sprites), default=_TOPS[0]) - sky)
    sprites += [sprite for plot, left in placed for sprite in _surround(plot, left, top)]
    strips: list[Strip] = []
    for upper, lower in pairwise(_CUTS):
        if lower > top:
            seen = (one for one in sprites if one.top < lower and one.top + one.height > upper)
            strips.append(_draw_strip(width, max(upper, top), lower, tuple(seen)))
    return join_strips(WIDTH, _choose_palette().getpalette() or (), strips)


def _stack(plot: Plot, left: int) -> Iterator[Sprite]:
    """Yield the buckets from the bottom up, so that a base covers the rims that carry it."""
    for box, (row, column) in enumerate(BOXES):
        x = left + MARGIN + column * SIDE + row * SIDE // 2
        for draw, what in _pick_drawings(plot, box):
            yield Sprite(draw, (what,), x, _TOPS[row], SIDE)


def _pick_drawings(plot: Plot, box: int) -> Iterator[tuple[Callable[..., Image.Image], Hashable]]:
    """Yield how a box is drawn, and of what, the lowest drawing first."""
    bucket = plot.pyramid[box] if box < len(plot.pyramid) else NO_BUCKET
    if bucket != NO_BUCKET:
        yield draw_standing, bucket
    elif box in plot.fallen:
        yield draw_given_up if box == plot.chosen else draw_gone, plot.before[box]
    elif plot.slots:
        yield draw_slot, "?" if box == len(plot.pyramid) else ""
    if box in plot.numbers:
        yield draw_badge, box + 1


def _surround(plot: Plot, left: int, top: int) -> Iterator[Sprite]:
    """Yield planks, attacker and sign; a split pyramid has a plank with a name for each part."""
    if not plot.parts:
        yield Sprite(around.draw_plank, (WIDTH - 39, 19, ""), left + 20, FLOOR, 19)
    for side, part in zip(("LEFT", "RIGHT"), plot.parts, strict=False):
        width = sum(box < ROWS[0] for box in part) * SIDE + 1
        what = (width, 41, f"{side} {len(part)}")
        yield Sprite(around.draw_plank, what, left + MARGIN + part[0] * SIDE, FLOOR, 41)
    if plot.attacker is not None:
        yield Sprite(around.draw_attack, (plot.attacker,), left, top, ATTACK)
    words, length = around.fit_words(plot.label, WIDTH - (132 if plot.turn else 80))
    half = min(WIDTH // 2 - 12, max(90, -(-length // 12) * 6 + (54 if plot.turn else 28)))
    middle, top = left + WIDTH // 2, HEIGHT - SIGN
    board = (
        2 * half,
        around.GOLD if plot.turn else "#f3e3c6",
        RED if plot.attacker else around.WOOD_EDGE,
    )
    yield Sprite(around.draw_sign, board, middle - half, top, SIGN)
    start = middle - length // 2 + (16 if plot.turn else 0)
    yield Sprite(around.draw_words, (words, length), start, top, SIGN)


@lru_cache(maxsize=4096)
def _draw_strip(width: int, upper: int, lower: int, sprites: tuple[Sprite, ...]) -> Strip:
    """Return the rows from `upper` to before `lower` of a scene so wide, with these sprites."""
    image = _paint(width, upper, lower, sprites)
    # Finding colours of its own takes six times as long.
    return pack_strip(image.quantize(palette=_choose_palette(), dither=Image.Dither.NONE))


def _paint(width: int, upper: int, lower: int, sprites: Iterable[Sprite]) -> Image.Image:
    """Return the same in all its colours, shrunk to the width of a picture."""
    scale = width // WIDTH
    image = _draw_meadow(width, scale).crop((0, upper // scale, WIDTH, lower // scale))
    for sprite in sprites:
        picture = _draw_sprite(sprite.draw, sprite.what, scale)
        place = (sprite.x // scale, (sprite.top - upper) // scale)
        image.paste(INK if picture.mode == "L" else picture, place, picture)
    return image


@lru_cache(maxsize=128)
def _draw_sprite(
    draw: Callable[..., Image.Image], what: tuple[Hashable, ...], scale: int
) -> Image.Image:
    return draw(*what).reduce(scale)


@lru_cache(maxsize=2)
def _draw_meadow(width: int, scale: int) -> Image.Image:
    """Return the background."""
    image = Image.new("RGB", (width, HEIGHT), _SKY)
    draw = ImageDraw.Draw(image)
    for x, w in ((-90, 630), (390, 570), (840, 690)):
        draw.ellipse((x, FLOOR - 90, x + w, FLOOR + 180), _HILL)
    draw.rectangle((0, FLOOR - 12, width, HEIGHT), _GRASS)
    return image.reduce(scale)


@cache
def _choose_palette() -> Image.Image:
    """Return the colours of all pictures: those of one that shows everything there is."""
    letters = "".join(OF_LETTER)
    image = Image.new("RGB", (WIDTH * len(letters), HEIGHT))
    whole = letters * (len(BOXES) // len(letters))
    fallen = tuple(range(1, len(BOXES), 3))
    for i, letter in enumerate(letters):
        stands = cleared(whole, fallen)
        plot = Plot(letter, stands, whole, fallen, 4, (0, 1, 2, 3), (), letter, turn=i > 1)
        sprites = (*_stack(plot, 0), *_surround(plot, 0, 0))
        image.paste(_paint(WIDTH, 0, HEIGHT, sprites), (i * WIDTH, 0))
    return image.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
