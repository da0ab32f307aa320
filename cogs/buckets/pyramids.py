"""The Bucket King's pyramids as a picture: which buckets stand or fell, and who is attacked.

A `Plot` is one pyramid in terms of the engine (see `engine.buckets.pyramid` for its boxes). A scene
is one or two plots side by side on a meadow. It is composed of drawings that are made once, so it
takes some milliseconds. Finished scenes are kept by their content.
"""

from __future__ import annotations

import io
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw, ImageFont

from cogs.buckets.drawings import draw_head
from cogs.buckets.stacked import (
    OF_LETTER,
    PITCH,
    SIDE,
    draw_badge,
    draw_gone,
    draw_slot,
    draw_standing,
)
from cogs.core.art.palette import INK, RED, WHITE
from engine.buckets.pyramid import BOXES, NO_BUCKET, ROWS

if TYPE_CHECKING:
    from engine.buckets.pyramid import Boxes, Pyramid

MARGIN: Final = 24
WIDTH: Final = ROWS[0] * SIDE + 2 * MARGIN
"""Of a single plot."""

FLOOR: Final = 16 + SIDE + (len(ROWS) - 1) * PITCH
"""Where the bottom row stands, from the top."""

HEIGHT: Final = FLOOR + 80
SIGN: Final = 32
"""The height of the letters on a sign: large, since a phone shows two plots in its width."""

_SKY: Final = "#cfe8f6"
_HILL: Final = "#b4d9a4"
_GRASS: Final = "#86bb68"
_WOOD: Final = "#a9744a"
_WOOD_EDGE: Final = "#5b3a20"
_GOLD: Final = "#ffd86b"
_COLOURS: Final = 96


@dataclass(frozen=True, slots=True)
class Plot:
    """One pyramid and what the picture says about it.

    Attributes:
        label: on the sign below; characters that the font lacks are left out.
        pyramid: what stands; shorter than a whole one while it is being built.
        before: the pyramid before the fall.
        fallen: the boxes that fell from it, drawn as dashed outlines.
        chosen: the box that was given up.
        numbers: boxes with the number by which they are chosen.
        parts: the two parts of a split pyramid, else empty.
        attacker: the letter of the animal that attacks it.
        turn: whether its owner is to act.
        slots: whether it is being built, so that empty boxes are drawn.
    """

    label: str
    pyramid: Pyramid
    before: Pyramid = ""
    fallen: Boxes = ()
    chosen: int | None = None
    numbers: Boxes = ()
    parts: tuple[Boxes, ...] = ()
    attacker: str | None = None
    turn: bool = False
    slots: bool = False


@lru_cache(maxsize=128)
def draw_scene(plots: tuple[Plot, ...], *, wide: bool = False) -> bytes:
    """Return a PNG of one or two plots; `wide`: one plot is as wide as two."""
    places = 2 if wide else len(plots)
    image = _draw_meadow(WIDTH * places).copy()
    left = (WIDTH * places - WIDTH * len(plots)) // 2
    for i, plot in enumerate(plots):
        _draw_plot(image, plot, left + i * WIDTH)
    file = io.BytesIO()
    flat = image.convert("RGB")
    flat.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(file, "PNG")
    return file.getvalue()


@lru_cache(maxsize=2)
def _draw_meadow(width: int) -> Image.Image:
    """Return the background."""
    image = Image.new("RGBA", (width, HEIGHT), _SKY)
    draw = ImageDraw.Draw(image)
    for x, w in ((-60, 420), (260, 380), (560, 460)):
        draw.ellipse((x, FLOOR - 60, x + w, FLOOR + 120), _HILL)
    draw.rectangle((0, FLOOR - 8, width, HEIGHT), _GRASS)
    return image


def _draw_plot(image: Image.Image, plot: Plot, left: int) -> None:
    """Draw a pyramid on its board, with attacker and sign; `left` is its left edge."""
    _draw_planks(image, plot, left)
    # From the bottom up, so that a base covers the rims that carry it.
    for box in range(len(BOXES)):
        for picture in _pick_pictures(plot, box):
            image.alpha_composite(picture, _locate_box(left, box))
    if plot.attacker is not None:
        _draw_attack(image, plot.attacker, left)
    _draw_sign(image, plot, left)


def _pick_pictures(plot: Plot, box: int) -> list[Image.Image]:
    """Return the pictures in a box, the lowest first."""
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


def _locate_box(left: int, box: int) -> tuple[int, int]:
    """Return the top left corner of a box, in pixels."""
    row, column = BOXES[box]
    return left + MARGIN + column * SIDE + row * SIDE // 2, FLOOR - SIDE - row * PITCH + 4


def _draw_planks(image: Image.Image, plot: Plot, left: int) -> None:
    """Draw the board below the pyramid; a split one has a board with a name for each part."""
    runs = [tuple(box for box in part if box < ROWS[0]) for part in plot.parts]
    whole = tuple(range(ROWS[0]))
    draw = ImageDraw.Draw(image)
    for i, run in enumerate(runs or [whole]):
        x0 = left + MARGIN + run[0] * SIDE + (0 if runs else -10)
        x1 = left + MARGIN + (run[-1] + 1) * SIDE + (0 if runs else 10)
        height = 26 if runs else 12
        draw.rounded_rectangle((x0, FLOOR, x1, FLOOR + height), 5, _WOOD, _WOOD_EDGE, 3)
        if runs:
            words = f"{('LEFT', 'RIGHT')[i]} {len(plot.parts[i])}"
            size = 18 if len(run) > 1 else 14
            _write(draw, ((x0 + x1) / 2, FLOOR + 13), words, size, WHITE)


def _draw_attack(image: Image.Image, letter: str, left: int) -> None:
    """Draw the attacking animal, large, beside the top of the pyramid."""
    kind = OF_LETTER[letter]
    draw = ImageDraw.Draw(image)
    for i, y in enumerate((46, 66, 86)):
        draw.line((left + 8, y, left + 22 + 6 * (i % 2), y), kind.edge, 5)
    image.alpha_composite(draw_head(kind), (left + 26, 18))
    draw.ellipse((left + 98, 70, left + 138, 110), kind.fill, kind.edge, 4)
    _write(draw, (left + 118, 90), kind.letter, 26, kind.ink)


def _draw_sign(image: Image.Image, plot: Plot, left: int) -> None:
    """Draw the owner's sign; golden with a pointer where that player is to act."""
    draw = ImageDraw.Draw(image)
    words = _drop_unknown_letters(plot.label)
    length = _load_font(SIGN).getlength(words) / 2
    half = max(60, min(WIDTH / 2 - 8, length + (36 if plot.turn else 18)))
    x, y = left + WIDTH / 2, HEIGHT - 26
    edge = RED if plot.attacker else _WOOD_EDGE
    fill = _GOLD if plot.turn else "#f3e3c6"
    draw.rounded_rectangle((x - half, y - 22, x + half, y + 22), 8, fill, edge, 4)
    if plot.turn:
        tip = x - half + 28
        draw.polygon([(tip - 14, y - 9), (tip - 14, y + 9), (tip, y)], INK)
        x += 10
    _write(draw, (x, y), words, SIGN, INK)


def _drop_unknown_letters(label: str) -> str:
    """Return a label in ASCII, which the font has: accents and other scripts are removed."""
    plain = unicodedata.normalize("NFKD", label)
    return " ".join("".join(c for c in plain if " " <= c <= "~" or c == "·").split())


def _write(
    draw: ImageDraw.ImageDraw, centre: tuple[float, float], words: str, size: int, fill: str
) -> None:
    """Write words with their middle at `centre`."""
    draw.text(centre, words, fill, _load_font(size), "mm", stroke_width=0.6, stroke_fill=fill)


@lru_cache(maxsize=8)
def _load_font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return Pillow's own font in this size."""
    return ImageFont.load_default(size)
