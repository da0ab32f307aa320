"""Draws pyramids of The Bucket King: standing and fallen buckets, names, attackers.

A `Plot` is one pyramid in the engine's terms. A scene has a large plot and perhaps small ones. A
move changes one or two plots; the others come from the cache. All scenes share a palette.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import ceil
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw, ImageFont, ImageOps

from cogs.buckets.pictures.drawings import PAILS, Pail, Plot, draw_head
from cogs.display.art.canvas import INK, RED, WHITE, Canvas, dash_line, draw_crown
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
from engine.buckets.cards import ANIMALS
from engine.buckets.pyramid import BOXES, NO_BUCKET, ROWS, cleared

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from cogs.display.art.canvas import Point


# Stacked buckets. Above the bottom row, each bucket stands on the rims of two others.

SIDE: Final = 114
"""Distance from a bucket to its neighbour, in pixels of a plot (see `PLOT`)."""

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
    face = draw_head(kind).resize((83, 70))
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


def draw_badge(mark: str) -> Image.Image:
    """Return the letter or number on a bucket that may be given up, as large as a phone needs."""
    canvas = Canvas()
    canvas.disc((64, 74), 48, WHITE, INK, 6)
    canvas.text((64, 74), mark, 70 if len(mark) == 1 else 58, INK)
    return _fit(canvas.finish())


def _fit(picture: Image.Image) -> Image.Image:
    return ImageOps.contain(picture, (SIDE, SIDE))


# Around the buckets: planks, signs with names, attacking animals. A small plot has the same signs
# and attackers as a large one, because they have to be readable.

LETTERS: Final = 27
"""Height of a sign's letters, in pixels of the picture."""

SIGN: Final = 42
"""Height of a sign, in pixels of the picture."""

ATTACK: Final = 84
"""Height of an attacking animal, in pixels of the picture."""

GOLD: Final = "#ffd86b"
WOOD_EDGE: Final = "#5b3a20"


def draw_plank(width: int, height: int, number: str, side: int) -> Image.Image:
    """Return the plank below a pyramid, or below one part of a split pyramid.

    `number`: the number of buckets in the part; empty for a whole pyramid. `side`: -1 for the left
    part, 1 for the right part, 0 for a whole pyramid. A pointer shows the side.
    """
    image, draw = _begin(width, height)
    draw.rounded_rectangle((0, 0, width - 1, height - 1), 8, "#a9744a", WOOD_EDGE, 4)
    _write(draw, (width / 2, 20), number, 34, WHITE)
    if side:
        x = width / 2 + 26 * side
        draw.polygon([(x, 9), (x, 31), (x + 16 * side, 20)], WHITE)
    return image


def draw_attack(letter: str) -> Image.Image:
    """Return the attacking animal, large, for the sky beside the top of a pyramid."""
    kind = OF_LETTER[letter]
    image, draw = _begin(208, 2 * ATTACK)
    for i, y in enumerate((68, 98, 128)):
        draw.line((12, y, 32 + 10 * (i % 2), y), kind.edge, 8)
    image.alpha_composite(ImageOps.contain(draw_head(kind), (156, 120)), (40, 28))
    return image.reduce(2)


def draw_sign(width: int, fill: str, edge: str) -> Image.Image:
    """Return a sign without its words; a golden one has a pointer."""
    image, draw = _begin(2 * width, 2 * SIGN)
    draw.rounded_rectangle((0, 4, 2 * width - 1, 2 * SIGN - 4), 12, fill, edge, 6)
    if fill == GOLD:
        draw.polygon([(20, 26), (20, 58), (42, 42)], INK)
    return image.reduce(2)


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
    name, dot, number = label.rpartition(" · ") if " · " in label else (label, "", "")
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
PLOT: Final = ROWS[0] * SIDE + 2 * MARGIN
"""Width of a plot, in pixels, before it is shrunk to a half (`LARGE`) or a quarter (`SMALL`)."""

LARGE, SMALL = 2, 4

WIDTH: Final = PLOT
"""Width of a picture, in pixels of a phone's screen. Discord counts two of these as one pixel."""

FLOOR: Final = 24 + SIDE + (len(ROWS) - 1) * PITCH
"""Distance from the top to the foot of the bottom row, in pixels of a plot."""

HEIGHT: Final = FLOOR // LARGE + 86
"""Height of a picture whose pyramids stand in one row, in pixels of the picture."""

SECOND: Final = FLOOR // SMALL + 72
"""Height that a second row of small pyramids adds."""

_SKY: Final = "#cfe8f6"
_HILL: Final = "#b4d9a4"
_GRASS: Final = "#86bb68"
_COLOURS: Final = 128
_TOPS: Final = tuple(FLOOR - SIDE - row * PITCH + 6 for row in range(len(ROWS)))
"""Upper edge of each row of buckets, the bottom row first."""


def paint(plots: tuple[Plot, ...]) -> bytes:
    """Return a PNG of a scene, as `draw_scene` does."""
    image = _paint(plots).quantize(palette=_choose_palette(), dither=Image.Dither.NONE)
    return to_png(image)


def _paint(plots: tuple[Plot, ...]) -> Image.Image:
    """Return a scene in full colour."""
    image = _draw_meadow(len(plots) > NEAR).copy()
    for number, plot in enumerate(plots):
        drawn = _draw_plot(plot, SMALL if number else LARGE)
        image.paste(drawn, _find_place(number, len(plots), drawn), drawn)
    return image


NEAR: Final = 3
"""Plots in the first row: the large one, and its neighbours on the right and on the left."""


def _find_place(number: int, plots: int, drawn: Image.Image) -> tuple[int, int]:
    """Return the upper left corner of a plot's drawing."""
    if number < NEAR:
        left = (WIDTH // 4, WIDTH * 3 // 4, 0)[number]
        return left, HEIGHT - drawn.height
    first = (WIDTH - (plots - NEAR) * drawn.width) // 2
    return first + (number - NEAR) * drawn.width, HEIGHT + SECOND - drawn.height


@lru_cache(maxsize=256)
def _draw_plot(plot: Plot, scale: int) -> Image.Image:
    """Return a pyramid, shrunk by `scale`, with everything around it on no ground."""
    image = Image.new("RGBA", (PLOT // scale, FLOOR // scale + 86 + ATTACK * (scale == SMALL)))
    foot = image.height - 58
    for drawing, what, x, top in (*_stack(plot), *_lay_planks(plot)):
        sprite = _draw_sprite(drawing, what, scale)
        image.alpha_composite(sprite, (x // scale, foot + (top - FLOOR) // scale))
    above = 6 if scale == LARGE else 20
    if plot.attacker is not None:
        image.alpha_composite(draw_attack(plot.attacker), (0, above))
    if plot.crown:
        highest = max((BOXES[box][0] for box, each in enumerate(plot.pyramid) if each != NO_BUCKET))
        image.alpha_composite(
            draw_crown().reduce(2),
            ((image.width - 64) // 2, foot + (_TOPS[highest] - FLOOR) // scale - 60),
        )
    if plot.label:
        _put_sign(image, plot)
    return image


Sprite = tuple["Callable[..., Image.Image]", "tuple[Hashable, ...]", int, int]
"""The function that makes a drawing, its arguments, and the drawing's left and upper edge."""


def _stack(plot: Plot) -> Iterator[Sprite]:
    """Yield the buckets from the bottom up, so that each base covers the rims that carry it."""
    for box, (row, column) in enumerate(BOXES):
        x = MARGIN + column * SIDE + row * SIDE // 2
        for draw, what in _pick_drawings(plot, box):
            yield draw, (what,), x, _TOPS[row]


def _pick_drawings(plot: Plot, box: int) -> Iterator[tuple[Callable[..., Image.Image], Hashable]]:
    """Yield the drawings in a box, each with its argument; later ones are painted on top."""
    bucket = plot.pyramid[box] if box < len(plot.pyramid) else NO_BUCKET
    if bucket != NO_BUCKET:
        yield draw_standing, bucket
    elif box in plot.fallen:
        yield draw_given_up if box == plot.chosen else draw_gone, plot.before[box]
    elif plot.slots:
        yield draw_slot, "?" if box == len(plot.pyramid) else ""
    for marked, mark in plot.marks:
        if marked == box:
            yield draw_badge, mark


def _lay_planks(plot: Plot) -> Iterator[Sprite]:
    """Yield the planks; a split pyramid has a numbered plank for each part."""
    if not plot.parts:
        yield draw_plank, (PLOT - 39, 19, "", 0), 20, FLOOR
    for side, part in zip((-1, 1), plot.parts, strict=False):
        width = sum(box < ROWS[0] for box in part) * SIDE + 1
        yield draw_plank, (width, 41, str(len(part)), side), MARGIN + part[0] * SIDE, FLOOR


def _put_sign(image: Image.Image, plot: Plot) -> None:
    """Put the sign with the owner's name below a pyramid."""
    room = 20 if plot.turn else 0
    name, number, length = fit_words(plot.label, image.width - 22 - room, plot.other)
    width = min(image.width - 4, max(90, -(-length // 12) * 12 + 16 + room))
    edge = RED if plot.attacker else WOOD_EDGE
    board = draw_sign(width, GOLD if plot.turn else "#f3e3c6", edge)
    top, middle = image.height - SIGN - 2, image.width // 2
    image.alpha_composite(board, (middle - width // 2, top))
    start = middle - length // 2 + room // 2
    words = draw_words(name, number, length)
    image.paste(INK, (start, top), words)


@lru_cache(maxsize=128)
def _draw_sprite(
    draw: Callable[..., Image.Image], what: tuple[Hashable, ...], scale: int
) -> Image.Image:
    return draw(*what).reduce(scale)


@lru_cache(maxsize=2)
def _draw_meadow(two_rows: bool) -> Image.Image:  # noqa: FBT001 - a key of the cache
    floors = (HEIGHT - 58, HEIGHT + SECOND - 58)[: 1 + two_rows]
    image = Image.new("RGB", (WIDTH, floors[-1] + 58), _SKY)
    draw = ImageDraw.Draw(image)
    for x, w in ((-45, 315), (195, 285), (420, 345)):
        draw.ellipse((x, floors[0] - 45, x + w, floors[0] + 90), _HILL)
    draw.rectangle((0, floors[0] - 6, WIDTH, image.height), _GRASS)
    return image


@cache
def _choose_palette() -> Image.Image:
    """Return the palette for all pictures, chosen from scenes with all animals."""
    letters = "".join(OF_LETTER)
    image = Image.new("RGB", (WIDTH * len(letters), HEIGHT))
    whole = letters * (len(BOXES) // len(letters))
    fallen = tuple(range(1, len(BOXES), 3))
    marks = ((0, "A"), (2, "3"))
    for i, letter in enumerate(letters):
        stands = cleared(whole, fallen)
        plot = Plot("x", stands, whole, fallen, 4, marks, (), letter, turn=i > 1)
        image.paste(_paint((plot,) * NEAR), (i * WIDTH, 0))
    return image.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
