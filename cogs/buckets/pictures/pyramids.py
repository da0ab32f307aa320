"""The Bucket King's pyramids as a picture: who stands how, what fell, who is attacked.

A scene is one or two plots side by side on a meadow. It is composed of drawings that are made once,
in colours that are chosen once, so it takes some milliseconds. Stacks of buckets change less often
than whose turn it is, so they are kept by their content; so are signs, attackers and scenes.
"""

from __future__ import annotations

import io
import unicodedata
from dataclasses import replace
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont, ImageOps

from cogs.buckets.pictures.drawings import draw_head
from cogs.buckets.pictures.plots import Plot
from cogs.buckets.pictures.stacked import (
    OF_LETTER,
    PITCH,
    SIDE,
    draw_badge,
    draw_gone,
    draw_slot,
    draw_standing,
)
from cogs.display.art.palette import INK, RED, WHITE
from engine.buckets.pyramid import BOXES, NO_BUCKET, ROWS, cleared

MARGIN: Final = 36
WIDTH: Final = ROWS[0] * SIDE + 2 * MARGIN
"""Of a single plot, in pixels: twice what a phone counts, whose screen has two for each."""

FLOOR: Final = 24 + SIDE + (len(ROWS) - 1) * PITCH
"""Where the bottom row stands, from the top."""

HEIGHT: Final = FLOOR + 120
SIGN: Final = 48
"""The height of the letters on a sign: large, since a phone shows two plots in its width."""

_SIGN_HALF: Final = 38
"""Half the height of a sign with the grass around it, at the bottom of a plot."""

_SKY: Final = "#cfe8f6"
_HILL: Final = "#b4d9a4"
_GRASS: Final = "#86bb68"
_WOOD: Final = "#a9744a"
_WOOD_EDGE: Final = "#5b3a20"
_GOLD: Final = "#ffd86b"
_COLOURS: Final = 128


@lru_cache(maxsize=32)
def paint(plots: tuple[Plot, ...], *, wide: bool, sky: int) -> bytes:
    """Return a PNG of a scene, as `draw_scene` does."""
    width = WIDTH * (2 if wide else len(plots))
    image = _render_meadow(width).copy()
    first = (width - WIDTH * len(plots)) // 2
    top = max(0, min(map(_find_top, plots)) - sky)
    for i, plot in enumerate(plots):
        left = first + i * WIDTH
        stack = replace(plot, label="", attacker=None, turn=False)
        image.paste(_render_stack(stack, left, width), (left, 0))
        if plot.attacker is not None:
            image.paste(_render_attack(plot.attacker), (left, top))
        sign = _render_sign(plot.label, turn=plot.turn, attacked=plot.attacker is not None)
        image.paste(sign, (left, HEIGHT - sign.height))
    image = image.crop((0, top, width, HEIGHT))
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=1)  # a fifth larger than the best, in half the time
    return file.getvalue()


@lru_cache(maxsize=16)
def _render_stack(plot: Plot, left: int, width: int) -> Image.Image:
    """Return a plot without sign and attacker, at its place on a meadow of that width."""
    image = _draw_meadow(width).crop((left, 0, left + WIDTH, HEIGHT))
    _draw_stack(image, plot)
    return _reduce_colours(image)


@lru_cache(maxsize=2)
def _render_meadow(width: int) -> Image.Image:
    """Return the background."""
    return _reduce_colours(_draw_meadow(width))


@lru_cache(maxsize=2)
def _draw_meadow(width: int) -> Image.Image:
    image = Image.new("RGB", (width, HEIGHT), _SKY)
    draw = ImageDraw.Draw(image)
    for x, w in ((-90, 630), (390, 570), (840, 690)):
        draw.ellipse((x, FLOOR - 90, x + w, FLOOR + 180), _HILL)
    draw.rectangle((0, FLOOR - 12, width, HEIGHT), _GRASS)
    return image


def _reduce_colours(image: Image.Image) -> Image.Image:
    """Return the picture in the colours of the palette; finding its own takes six times as long."""
    return image.quantize(palette=_choose_palette(), dither=Image.Dither.NONE)


@lru_cache(maxsize=1)
def _choose_palette() -> Image.Image:
    """Return the colours of all pictures: those of one that shows everything there is."""
    letters = "".join(OF_LETTER)
    image = Image.new("RGB", (WIDTH * len(letters), HEIGHT))
    whole = letters * (len(BOXES) // len(letters))
    for i, letter in enumerate(letters):
        part = _draw_meadow(2 * WIDTH).crop((0, 0, WIDTH, HEIGHT))
        fallen = tuple(range(1, len(BOXES), 3))
        stands = cleared(whole, fallen)
        _draw_stack(part, Plot("", stands, whole, fallen, 4, tuple(range(4))))
        _draw_attack(part, letter)
        _draw_sign(part, letter, HEIGHT - _SIGN_HALF, turn=i > 1, attacked=i > 2)
        image.paste(part, (i * WIDTH, 0))
    return image.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def _draw_stack(image: Image.Image, plot: Plot) -> None:
    _draw_planks(image, plot)
    # From the bottom up, so that a base covers the rims that carry it.
    for box in range(len(BOXES)):
        for picture in _pick_pictures(plot, box):
            image.paste(picture, _locate_box(box), picture)


def _pick_pictures(plot: Plot, box: int) -> list[Image.Image]:
    """Return the pictures of a box, the lowest first."""
    bucket = plot.pyramid[box] if box < len(plot.pyramid) else NO_BUCKET
    found: list[Image.Image] = []
    if bucket != NO_BUCKET:
        found.append(draw_standing(bucket))
    elif box in plot.fallen:
        found.append(draw_gone(plot.before[box], chosen=box == plot.chosen))
    elif plot.slots:
        found.append(draw_slot(following=box == len(plot.pyramid)))
    if box in plot.numbers:
        found.append(draw_badge(box + 1))
    return found


def _locate_box(box: int) -> tuple[int, int]:
    row, column = BOXES[box]
    return MARGIN + column * SIDE + row * SIDE // 2, FLOOR - SIDE - row * PITCH + 6


def _find_top(plot: Plot) -> int:
    """Return where the highest box is that is drawn."""
    boxes = (box for box in reversed(range(len(BOXES))) if _pick_pictures(plot, box))
    return _locate_box(next(boxes, 0))[1]


def _draw_planks(image: Image.Image, plot: Plot) -> None:
    """Draw the board below the pyramid; a split one has a board with a name for each part."""
    runs = [tuple(box for box in part if box < ROWS[0]) for part in plot.parts]
    whole = tuple(range(ROWS[0]))
    draw = ImageDraw.Draw(image)
    for i, run in enumerate(runs or [whole]):
        x0 = MARGIN + run[0] * SIDE + (0 if runs else -16)
        x1 = MARGIN + (run[-1] + 1) * SIDE + (0 if runs else 16)
        height = 40 if runs else 18
        draw.rounded_rectangle((x0, FLOOR, x1, FLOOR + height), 8, _WOOD, _WOOD_EDGE, 4)
        if runs:
            words = f"{('LEFT', 'RIGHT')[i]} {len(plot.parts[i])}"
            size = 28 if len(run) > 1 else 22
            _write(draw, ((x0 + x1) / 2, FLOOR + 20), words, size, WHITE)


@lru_cache(maxsize=8)
def _render_attack(letter: str) -> Image.Image:
    """Return the attacking animal, large, in the sky beside the top of a pyramid."""
    image = Image.new("RGB", (208, 168), _SKY)
    _draw_attack(image, letter)
    return _reduce_colours(image)


def _draw_attack(image: Image.Image, letter: str) -> None:
    kind = OF_LETTER[letter]
    draw = ImageDraw.Draw(image)
    for i, y in enumerate((68, 98, 128)):
        draw.line((12, y, 32 + 10 * (i % 2), y), kind.edge, 8)
    animal = ImageOps.contain(draw_head(kind), (156, 120))
    image.paste(animal, (40, 28), animal)
    draw.ellipse((146, 104, 206, 164), kind.fill, kind.edge, 6)
    ink = INK if kind.letter == "D" else WHITE
    _write(draw, (176, 134), kind.letter, 40, ink)


@lru_cache(maxsize=64)
def _render_sign(label: str, *, turn: bool, attacked: bool) -> Image.Image:
    """Draw the owner's sign; golden with a pointer where that player is to act."""
    image = Image.new("RGB", (WIDTH, 2 * _SIGN_HALF), _GRASS)
    _draw_sign(image, label, _SIGN_HALF, turn=turn, attacked=attacked)
    return _reduce_colours(image)


def _draw_sign(image: Image.Image, label: str, y: float, *, turn: bool, attacked: bool) -> None:
    draw = ImageDraw.Draw(image)
    words = _fit(_drop_unknown_letters(label), WIDTH - (132 if turn else 80))
    length = _load_font(SIGN).getlength(words) / 2
    half = max(90, min(WIDTH / 2 - 12, length + (54 if turn else 28)))
    x = WIDTH / 2
    edge = RED if attacked else _WOOD_EDGE
    fill = _GOLD if turn else "#f3e3c6"
    draw.rounded_rectangle((x - half, y - 32, x + half, y + 32), 12, fill, edge, 6)
    if turn:
        tip = x - half + 42
        draw.polygon([(tip - 20, y - 14), (tip - 20, y + 14), (tip, y)], INK)
        x += 16
    _write(draw, (x, y), words, SIGN, INK)


def _fit(label: str, room: float) -> str:
    """Return a label whose first part is cut where it is too long for the sign."""
    name, dot, rest = label.partition(" · ")
    while name and _load_font(SIGN).getlength(name + dot + rest) > room:
        name = name[:-1]
    return name + dot + rest


def _drop_unknown_letters(label: str) -> str:
    """Return what the font has glyphs for, which is ASCII: no accents, and no other scripts."""
    plain = unicodedata.normalize("NFKD", label)
    return " ".join("".join(c for c in plain if " " <= c <= "~" or c == "·").split())


def _write(
    draw: ImageDraw.ImageDraw, centre: tuple[float, float], words: str, size: int, fill: str
) -> None:
    draw.text(centre, words, fill, _load_font(size), "mm", stroke_width=0.9)


@lru_cache(maxsize=8)
def _load_font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
