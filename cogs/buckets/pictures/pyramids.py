"""Draws pyramids of The Bucket King: standing and fallen buckets, names, attackers.

A `Plot` is one pyramid in the engine's terms. A scene has one or two plots side by side on a
meadow. A scene consists of strips, about one for each row of buckets. All scenes share a palette.
A move changes one or two strips; the other strips come from the cache.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont, ImageOps

from cogs.buckets.pictures.drawings import PAILS, Pail, Plot, draw_head
from cogs.display.art.canvas import INK, RED, WHITE, Canvas, dash_line
from cogs.display.art.card import (
    BLEED,
    cut,
    draw_or_replace,
    draw_run,
    measure,
    order_runs,
    split_by_font,
    to_png,
)
from engine.buckets.pyramid import ANIMALS, BOXES, NO_BUCKET, ROWS, cleared

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

    from cogs.display.art.canvas import Point


# Stacked buckets. Above the bottom row, each bucket stands on the rims of two others.

SIDE: Final = 114
"""Distance from a bucket to its neighbour, in pixels of a phone's screen (see `WIDTH`)."""

PITCH: Final = 94
"""Pixels from one row to the next: few enough that a bucket's base overlaps the rims below."""

_BODY: Final[list[Point]] = [(7, 34), (121, 34), (106, 121), (22, 121)]
_RIM: Final = (2, 16, 126, 42)
_OUTLINE: Final[list[Point]] = [(4, 18), (124, 18), (124, 40), (106, 120), (22, 120), (4, 40)]
_FACE: Final = (64, 83)
"""Middle of the animal's face on a bucket."""

OF_LETTER: Final = {animal.letter: PAILS[animal.name] for animal in ANIMALS}
"""Kinds of buckets by the letter that the engine uses."""


def draw_standing(letter: str) -> Image.Image:
    kind = OF_LETTER[letter]
    canvas = Canvas()
    canvas.shape(_BODY, kind.fill, kind.edge, 6)
    canvas.block(_RIM, 9, kind.light, kind.edge, 5)
    return _fit(_add_face(canvas.finish(), kind))


def draw_gone(letter: str) -> Image.Image:
    """Return the outline of a fallen bucket."""
    return _fit(_outline(letter))


def draw_given_up(letter: str) -> Image.Image:
    """Return the outline of a bucket that was given up, with a cross."""
    canvas, picture = Canvas(), _outline(letter)
    canvas.disc((96, 98), 25, RED, WHITE, 5)
    for cross in ([(86, 88), (106, 108)], [(106, 88), (86, 108)]):
        canvas.line(cross, WHITE, 7)
    picture.alpha_composite(canvas.finish())
    return _fit(picture)


def _outline(letter: str) -> Image.Image:
    kind = OF_LETTER[letter]
    canvas = Canvas()
    canvas.shape(_OUTLINE, f"{WHITE}70")
    for dash in dash_line([*_OUTLINE, _OUTLINE[0]], 13, 11):
        canvas.line(dash, kind.edge, 6)
    return _add_face(canvas.finish(), kind)


def _add_face(picture: Image.Image, kind: Pail) -> Image.Image:
    face = draw_head(kind).resize((83, 64))
    picture.alpha_composite(face, (_FACE[0] - 42, _FACE[1] - 32))
    return picture


def draw_slot(sign: str) -> Image.Image:
    """Return an empty box; the box to fill next has a sign in it."""
    canvas = Canvas()
    colour = INK if sign else "#5d7f92"
    canvas.shape(_OUTLINE, f"{WHITE}{'c0' if sign else '38'}")
    for dash in dash_line([*_OUTLINE, _OUTLINE[0]], 9, 12):
        canvas.line(dash, colour, 7 if sign else 4)
    canvas.text((64, 76), sign, 44, INK)
    return _fit(canvas.finish())


def draw_badge(number: int) -> Image.Image:
    """Return the number that players see on the rim of a bucket that they can choose."""
    canvas = Canvas()
    canvas.disc((64, 34), 35, WHITE, INK, 6)
    canvas.text((64, 34), str(number), 48 if number < 10 else 40, INK)
    return _fit(canvas.finish())


def _fit(picture: Image.Image) -> Image.Image:
    return ImageOps.contain(picture, (SIDE, SIDE))


# Around the buckets: planks, signs with names, attacking animals.

LETTERS: Final = 48
"""Height of a sign's letters: large, because two plots side by side are small on a phone."""

SIGN: Final = 76
"""Height of a sign with the grass around it, in pixels."""

ATTACK: Final = 168
"""Height of an attacking animal, in pixels."""

GOLD: Final = "#ffd86b"
WOOD_EDGE: Final = "#5b3a20"


def draw_plank(width: int, height: int, number: str, side: int) -> Image.Image:
    """Return the plank below a pyramid, or below one part of a split pyramid.

    `number`: the number of buckets in the part; empty for a whole pyramid. `side`: -1 for the left
    part, 1 for the right part, 0 for a whole pyramid. A pointer shows the side.
    """
    image, draw = _begin(width, height)
    draw.rounded_rectangle((0, 0, width - 1, height - 1), 8, "#a9744a", WOOD_EDGE, 4)
    _write(draw, (width / 2, 20), number, 28, WHITE)
    if side:
        x = width / 2 + 26 * side
        draw.polygon([(x, 9), (x, 31), (x + 16 * side, 20)], WHITE)
    return image


def draw_attack(letter: str) -> Image.Image:
    """Return the attacking animal, large, for the sky beside the top of a pyramid."""
    kind = OF_LETTER[letter]
    image, draw = _begin(208, ATTACK)
    for i, y in enumerate((68, 98, 128)):
        draw.line((12, y, 32 + 10 * (i % 2), y), kind.edge, 8)
    image.alpha_composite(ImageOps.contain(draw_head(kind), (156, 120)), (40, 28))
    return image


def draw_sign(width: int, fill: str, edge: str) -> Image.Image:
    """Return a sign without its words; a golden one has a pointer."""
    image, draw = _begin(width, SIGN)
    draw.rounded_rectangle((0, 6, width - 1, SIGN - 6), 12, fill, edge, 6)
    if fill == GOLD:
        draw.polygon([(22, 24), (22, 52), (42, 38)], INK)
    return image


def draw_words(name: str, number: str, length: int) -> Image.Image:
    """Return the words of a sign as a mask; the number is on the right in every script."""
    image, x = Image.new("L", (length, SIGN)), 2.0
    for font, run in [*order_runs(name), *split_by_font(number)]:
        mask = draw_run(font, run, LETTERS)
        image.paste(255, (round(x) - BLEED, (SIGN - mask.height) // 2), mask)
        x += measure(run, LETTERS)
    return image


@lru_cache(maxsize=256)
def fit_words(label: str, room: int, other: str = "") -> tuple[str, str, int]:
    """Return a label's name and number and their length in pixels; cut the name to fit `room`.

    `other`: a name for people whose own name cannot be drawn.
    """
    name, dot, number = label.rpartition(" · ")
    rest = dot + number
    shown = cut(draw_or_replace(name, other), LETTERS, room - measure(rest, LETTERS))
    return shown, rest, ceil(measure(shown, LETTERS) + measure(rest, LETTERS)) + 4


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


MARGIN: Final = 36
WIDTH: Final = ROWS[0] * SIDE + 2 * MARGIN
"""Width of a picture, in pixels of a phone's screen. Discord counts two of these as one pixel.

A plot is drawn in this width. A scene with room for two plots is shrunk to half its size.
"""

FLOOR: Final = 24 + SIDE + (len(ROWS) - 1) * PITCH
"""Distance from the top to the foot of the bottom row, in pixels."""

HEIGHT: Final = FLOOR + 120

_SKY: Final = "#cfe8f6"
_HILL: Final = "#b4d9a4"
_GRASS: Final = "#86bb68"
_COLOURS: Final = 128
_TOPS: Final = tuple(FLOOR - SIDE - row * PITCH + 6 for row in range(len(ROWS)))
"""Upper edge of each row of buckets, the bottom row first."""

_CUTS: Final = (0, *reversed(_TOPS), HEIGHT - SIGN, HEIGHT)
"""Upper edge of each strip, and the lower edge of the last strip."""


class Sprite(NamedTuple):
    """A drawing, and its place in the scene.

    Attributes:
        draw: the function that draws it.
        what: the function's arguments.
        x: the left edge.
        top: the upper edge.
        height: the height.
    """

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
    scale = width // WIDTH
    image = Image.new("P", (WIDTH, HEIGHT // scale - top // scale))
    image.putpalette(_choose_palette().getpalette() or ())
    for upper, lower in pairwise(_CUTS):
        if lower > top:
            seen = (one for one in sprites if one.top < lower and one.top + one.height > upper)
            strip = _draw_strip(width, max(upper, top), lower, tuple(seen))
            image.paste(strip, (0, max(upper, top) // scale - top // scale))
    return to_png(image)


def _stack(plot: Plot, left: int) -> Iterator[Sprite]:
    """Yield the buckets from the bottom up, so that each base covers the rims that carry it."""
    for box, (row, column) in enumerate(BOXES):
        x = left + MARGIN + column * SIDE + row * SIDE // 2
        for draw, what in _pick_drawings(plot, box):
            yield Sprite(draw, (what,), x, _TOPS[row], SIDE)


def _pick_drawings(plot: Plot, box: int) -> Iterator[tuple[Callable[..., Image.Image], Hashable]]:
    """Yield the drawings in a box, each with its argument; later ones are painted on top."""
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
    """Yield planks, attacker and sign; a split pyramid has a numbered plank for each part."""
    if not plot.parts:
        yield Sprite(draw_plank, (WIDTH - 39, 19, "", 0), left + 20, FLOOR, 19)
    for side, part in zip((-1, 1), plot.parts, strict=False):
        width = sum(box < ROWS[0] for box in part) * SIDE + 1
        what = (width, 41, str(len(part)), side)
        yield Sprite(draw_plank, what, left + MARGIN + part[0] * SIDE, FLOOR, 41)
    if plot.attacker is not None:
        yield Sprite(draw_attack, (plot.attacker,), left, top, ATTACK)
    if not plot.label:
        return
    name, number, length = fit_words(plot.label, WIDTH - (132 if plot.turn else 80), plot.other)
    half = min(WIDTH // 2 - 12, max(90, -(-length // 12) * 6 + (54 if plot.turn else 28)))
    middle, top = left + WIDTH // 2, HEIGHT - SIGN
    board = (
        2 * half,
        GOLD if plot.turn else "#f3e3c6",
        RED if plot.attacker else WOOD_EDGE,
    )
    yield Sprite(draw_sign, board, middle - half, top, SIGN)
    start = middle - length // 2 + (16 if plot.turn else 0)
    yield Sprite(draw_words, (name, number, length), start, top, SIGN)


@lru_cache(maxsize=512)
def _draw_strip(width: int, upper: int, lower: int, sprites: tuple[Sprite, ...]) -> Image.Image:
    """Return the rows of pixels of a scene from `upper` up to, but not including, `lower`."""
    image = _paint(width, upper, lower, sprites)
    # Choosing a palette for each strip would take six times as long.
    return image.quantize(palette=_choose_palette(), dither=Image.Dither.NONE)


def _paint(width: int, upper: int, lower: int, sprites: Iterable[Sprite]) -> Image.Image:
    """Return the rows from `upper` to `lower` in full colour, shrunk to the width `WIDTH`."""
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
    image = Image.new("RGB", (width, HEIGHT), _SKY)
    draw = ImageDraw.Draw(image)
    for x, w in ((-90, 630), (390, 570), (840, 690)):
        draw.ellipse((x, FLOOR - 90, x + w, FLOOR + 180), _HILL)
    draw.rectangle((0, FLOOR - 12, width, HEIGHT), _GRASS)
    return image.reduce(scale)


@cache
def _choose_palette() -> Image.Image:
    """Return the palette for all pictures, chosen from a scene with all animals."""
    letters = "".join(OF_LETTER)
    image = Image.new("RGB", (WIDTH * len(letters), HEIGHT))
    whole = letters * (len(BOXES) // len(letters))
    fallen = tuple(range(1, len(BOXES), 3))
    for i, letter in enumerate(letters):
        stands = cleared(whole, fallen)
        plot = Plot(f" · {i}", stands, whole, fallen, 4, (0, 1, 2, 3), (), letter, turn=i > 1)
        sprites = (*_stack(plot, 0), *_surround(plot, 0, 0))
        image.paste(_paint(WIDTH, 0, HEIGHT, sprites), (i * WIDTH, 0))
    return image.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
