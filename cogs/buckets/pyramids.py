"""The Bucket King's pyramids as a picture: who stands how, what fell, who is attacked.

A `Plot` is one pyramid in words of the engine (see `engine.buckets.pyramid` for its boxes); a scene
is one or two of them side by side on a meadow. Everything is composed of drawings made once, in
colours chosen once, so a scene takes some milliseconds; finished plots and scenes are kept by their
content.
"""

from __future__ import annotations

import io
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw, ImageFont

from cogs.buckets.drawings import head
from cogs.buckets.stacked import OF_LETTER, PITCH, SIDE, badge, gone, slot, standing
from cogs.core.art.palette import INK, RED, WHITE
from engine.buckets.pyramid import BOXES, NO_BUCKET, ROWS, cleared

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
_COLOURS: Final = 128


@dataclass(frozen=True, slots=True)
class Plot:
    """One pyramid and what is to be seen about it.

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
def scene(plots: tuple[Plot, ...], *, wide: bool = False) -> bytes:
    """A PNG of one or two plots; `wide`: as wide as two in any case."""
    width = WIDTH * (2 if wide else len(plots))
    image = _ground(width).copy()
    first = (width - WIDTH * len(plots)) // 2
    for i, plot in enumerate(plots):
        left = first + i * WIDTH
        image.paste(_drawn(plot, left, width), (left, 0))
    file = io.BytesIO()
    image.save(
        file, "PNG", compress_level=1
    )  # a quarter larger than the smallest, in half the time
    return file.getvalue()


@lru_cache(maxsize=32)
def _drawn(plot: Plot, left: int, width: int) -> Image.Image:
    """A plot, as it stands so far from the left on a meadow of that width."""
    image = _meadow(width).crop((left, 0, left + WIDTH, HEIGHT))
    _draw(image, plot)
    return _reduced(image)


@lru_cache(maxsize=2)
def _ground(width: int) -> Image.Image:
    """A meadow, empty."""
    return _reduced(_meadow(width))


@lru_cache(maxsize=2)
def _meadow(width: int) -> Image.Image:
    image = Image.new("RGB", (width, HEIGHT), _SKY)
    draw = ImageDraw.Draw(image)
    for x, w in ((-60, 420), (260, 380), (560, 460)):
        draw.ellipse((x, FLOOR - 60, x + w, FLOOR + 120), _HILL)
    draw.rectangle((0, FLOOR - 8, width, HEIGHT), _GRASS)
    return image


def _reduced(image: Image.Image) -> Image.Image:
    """The picture in the colours of the palette, which takes a sixth of the time to find its own."""
    return image.quantize(palette=_palette(), dither=Image.Dither.NONE)


@lru_cache(maxsize=1)
def _palette() -> Image.Image:
    """The colours of all pictures: those of one that shows everything there is."""
    letters = "".join(OF_LETTER)
    image = Image.new("RGB", (WIDTH * len(letters), HEIGHT))
    whole = letters * (len(BOXES) // len(letters))
    for i, letter in enumerate(letters):
        part = _meadow(2 * WIDTH).crop((0, 0, WIDTH, HEIGHT))
        fallen = tuple(range(1, len(BOXES), 3))
        stands = cleared(whole, fallen)
        _draw(part, Plot(letter, stands, whole, fallen, 4, tuple(range(4)), (), letter, turn=i > 1))
        image.paste(part, (i * WIDTH, 0))
    return image.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def _draw(image: Image.Image, plot: Plot) -> None:
    _planks(image, plot)
    # From the bottom up, so that a base covers the rims that carry it.
    for box in range(len(BOXES)):
        for picture in _pictures(plot, box):
            image.paste(picture, _place(box), picture)
    if plot.attacker is not None:
        _attack(image, plot.attacker)
    _sign(image, plot)


def _pictures(plot: Plot, box: int) -> list[Image.Image]:
    """What is seen in a box, the lowest first."""
    bucket = plot.pyramid[box] if box < len(plot.pyramid) else NO_BUCKET
    found: list[Image.Image] = []
    if bucket != NO_BUCKET:
        found.append(standing(bucket))
    elif box in plot.fallen:
        found.append(gone(plot.before[box], chosen=box == plot.chosen))
    elif plot.slots:
        found.append(slot(following=box == len(plot.pyramid)))
    if box in plot.numbers:
        found.append(badge(box + 1))
    return found


def _place(box: int) -> tuple[int, int]:
    row, column = BOXES[box]
    return MARGIN + column * SIDE + row * SIDE // 2, FLOOR - SIDE - row * PITCH + 4


def _planks(image: Image.Image, plot: Plot) -> None:
    """The board that the pyramid stands on; one for each part of a split one, with its name."""
    runs = [tuple(box for box in part if box < ROWS[0]) for part in plot.parts]
    whole = tuple(range(ROWS[0]))
    draw = ImageDraw.Draw(image)
    for i, run in enumerate(runs or [whole]):
        x0 = MARGIN + run[0] * SIDE + (0 if runs else -10)
        x1 = MARGIN + (run[-1] + 1) * SIDE + (0 if runs else 10)
        height = 26 if runs else 12
        draw.rounded_rectangle((x0, FLOOR, x1, FLOOR + height), 5, _WOOD, _WOOD_EDGE, 3)
        if runs:
            words = f"{('LEFT', 'RIGHT')[i]} {len(plot.parts[i])}"
            size = 18 if len(run) > 1 else 14
            _write(draw, ((x0 + x1) / 2, FLOOR + 13), words, size, WHITE)


def _attack(image: Image.Image, letter: str) -> None:
    """The attacking animal, large, beside the top of the pyramid."""
    kind = OF_LETTER[letter]
    draw = ImageDraw.Draw(image)
    for i, y in enumerate((46, 66, 86)):
        draw.line((8, y, 22 + 6 * (i % 2), y), kind.edge, 5)
    animal = head(kind)
    image.paste(animal, (26, 18), animal)
    draw.ellipse((98, 70, 138, 110), kind.fill, kind.edge, 4)
    ink = INK if kind.letter == "D" else WHITE
    _write(draw, (118, 90), kind.letter, 26, ink)


def _sign(image: Image.Image, plot: Plot) -> None:
    """Whose pyramid it is; on gold, with a pointer, where that player is to act."""
    draw = ImageDraw.Draw(image)
    words = _drawable(plot.label)
    length = _font(SIGN).getlength(words) / 2
    half = max(60, min(WIDTH / 2 - 8, length + (36 if plot.turn else 18)))
    x, y = WIDTH / 2, HEIGHT - 26
    edge = RED if plot.attacker else _WOOD_EDGE
    fill = _GOLD if plot.turn else "#f3e3c6"
    draw.rounded_rectangle((x - half, y - 22, x + half, y + 22), 8, fill, edge, 4)
    if plot.turn:
        tip = x - half + 28
        draw.polygon([(tip - 14, y - 9), (tip - 14, y + 9), (tip, y)], INK)
        x += 10
    _write(draw, (x, y), words, SIGN, INK)


def _drawable(label: str) -> str:
    """What the font has glyphs for, which is ASCII: no accents, and no other scripts."""
    plain = unicodedata.normalize("NFKD", label)
    return " ".join("".join(c for c in plain if " " <= c <= "~" or c == "·").split())


def _write(
    draw: ImageDraw.ImageDraw, centre: tuple[float, float], words: str, size: int, fill: str
) -> None:
    draw.text(centre, words, fill, _font(size), "mm", stroke_width=0.6, stroke_fill=fill)


@lru_cache(maxsize=8)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
