"""A card with shapes and words, which is readable on light and dark pages.

Shapes are drawn twice as large and then shrunk, which smooths their edges.
"""

from __future__ import annotations

import io
from functools import lru_cache, partial
from html import escape
from itertools import groupby
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING, Final
from unicodedata import bidirectional, category, normalize

import resvg_py
from PIL import Image, ImageColor, ImageDraw, ImageFont
from wcwidth import iter_graphemes

from cogs.display.art.canvas import TEXT, WATER, WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


# Names in pictures: the font of each letter, the width of words, and where to cut them.

FOLDER: Final = Path(__file__).parent / "fonts"

BASE: Final = "NotoSans"
"""Font in which a letter is looked up first."""

FALLBACK: Final = "DroidSansFallback"
"""Font in which a letter is looked up last."""

SIGNS: Final = "NotoEmoji"
"""Font of emojis: in names, and the signs on badges."""

FONTS: Final = sorted(
    (file.stem for file in FOLDER.glob("*.ttf")),
    key=lambda font: (font != BASE, font == FALLBACK, font),
)
"""Fonts in the order in which a letter is looked up."""

_PLAIN: Final = frozenset(
    {BASE, FALLBACK, "NotoSansGeorgian", "NotoSansArmenian", "NotoSansEthiopic"}
)
"""Fonts whose letters, except letters with marks, neither join nor change shape.

Pillow can draw these letters; the others need resvg.
"""

BLEED: Final = 12
"""Free pixels at both ends of a drawn run, because letters can reach beyond their width."""

_SIZE: Final = 32
_UNKNOWN: Final = "\U0010ffff"
"""A character without a glyph in any font, drawn like every missing letter."""


def drop_unknown_letters(name: str) -> str:
    """Replace letters that no font has by their base letters, or drop them."""
    plain = (c if _find_font(c) else normalize("NFKD", c)[:1] for c in name)
    return " ".join("".join(c for c in plain if _find_font(c)).split())


def draw_or_replace(name: str, other: str) -> str:
    """Return a name without the letters that no font has; `other` if only digits are left of it."""
    shown = drop_unknown_letters(name)
    return shown if shown == name or any(category(c)[0] in "LS" for c in shown) else other


def split_by_font(words: str) -> list[tuple[str, str]]:
    """Split words into runs that have one font; return pairs of font file and run.

    Marks stay with their letters. resvg gets one run at a time: given words in several fonts, it
    draws boxes or nothing for some letters of Arabic, Hebrew and Indic scripts, or crashes.
    """
    fonts: list[str] = []
    for letter in words:
        found = _find_font(letter) or BASE
        neutral = category(letter)[0] in "MZPC" and bool(fonts)
        fonts.append(fonts[-1] if neutral and _has(fonts[-1], letter) else found)
    runs = groupby(zip(fonts, words, strict=True), key=lambda pair: pair[0])
    return [(font, "".join(letter for _, letter in run)) for font, run in runs]


def order_runs(words: str) -> list[tuple[str, str]]:
    """Return runs as `split_by_font` does, but in their order on screen, from left to right.

    Words in Arabic or Hebrew begin on the right. A number before such words stays on their left.
    """
    directions = [bidirectional(letter) for letter in words]
    first = next((i for i, found in enumerate(directions) if found in {"L", "R", "AL"}), None)
    if first is None or directions[first] == "L":
        return split_by_font(words)
    return [*split_by_font(words[:first]), *reversed(split_by_font(words[first:]))]


@lru_cache(4096)
def measure(words: str, size: float) -> float:
    """Return the approximate width of words, in the same unit as `size`."""
    widths = (_load(font).getlength(run) for font, run in split_by_font(words))
    return sum(widths) * size / _SIZE


def cut(words: str, size: float, room: float) -> str:
    """Return the words, shortened with … if they do not fit."""
    if measure(words, size) <= room:
        return words
    kept = list(iter_graphemes(words))
    while kept and measure("".join(kept) + "…", size) > room:
        kept.pop()
    return "".join(kept).rstrip() + "…"


@lru_cache(256)
def draw_sign(sign: str, size: float) -> Image.Image:
    """Return the sign of a badge, an emoji of the font `SIGNS`, as a mask."""
    image, letter = Image.new("L", (4 * ceil(size), 4 * ceil(size))), sign.rstrip("\ufe0f")
    middle = image.width / 2, image.height / 2
    ImageDraw.Draw(image).text(middle, letter, 255, _load(SIGNS, 2 * size), anchor="mm")
    return image.reduce(2)


@lru_cache(256)
def draw_run(font: str, run: str, size: float) -> Image.Image:
    """Return words of one font as a mask, centred in height, with `BLEED` added at both ends."""
    width, height = ceil(measure(run, size)) + 2 * BLEED, 2 * ceil(size)
    plain = font in _PLAIN and not any(category(letter)[0] == "M" for letter in run)
    return (_draw_plainly if plain else _shape)(font, run, size, (width, height))


def _draw_plainly(font: str, run: str, size: float, room: tuple[int, int]) -> Image.Image:
    """Draw letters side by side with Pillow, which is thirty times as fast as resvg."""
    width, height = room
    image = Image.new("L", (2 * width, 2 * height))
    place = (2 * BLEED, height + 0.72 * size)
    ImageDraw.Draw(image).text(place, run, 255, _load(font, 2 * size), anchor="ls")
    return image.reduce(2)


def _shape(font: str, run: str, size: float, room: tuple[int, int]) -> Image.Image:
    """Draw letters that have to be joined, turned or stacked, with resvg."""
    width, height = room
    drawn = resvg_py.svg_to_bytes(
        svg_string=f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<text x="{BLEED}" y="{height / 2 + 0.36 * size:.1f}" font-size="{size}" '
        f'font-family="{_load(font).getname()[0]}" xml:space="preserve">{escape(run)}</text></svg>',
        skip_system_fonts=True,
        font_files=[str(FOLDER / f"{font}.ttf")],
    )
    return Image.open(io.BytesIO(drawn)).getchannel("A")


@lru_cache(4096)
def _find_font(letter: str) -> str | None:
    """Return the file of the first font that has a letter; None if none has it."""
    return next((font for font in FONTS if _has(font, letter)), None)


@lru_cache(4096)
def _has(font: str, letter: str) -> bool:
    return _draw(font, letter) != _draw(font, _UNKNOWN)


def _draw(font: str, letter: str) -> bytes:
    """Return a letter drawn in a font, as bytes to compare."""
    image = Image.new("L", (3 * _SIZE, 3 * _SIZE))
    ImageDraw.Draw(image).text((_SIZE, _SIZE), letter, 255, _load(font))
    return image.tobytes()


@lru_cache
def _load(font: str, size: float = _SIZE) -> ImageFont.FreeTypeFont:
    path = str(FOLDER / f"{font}.ttf")
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


def to_png(image: Image.Image) -> bytes:
    """Return a picture as a PNG, compressed quickly."""
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=1)
    return file.getvalue()


_SCALE: Final = 2
_SHADES: Final = 12
"""Steps between a colour and the background.

With more steps, Pillow's approximate search for the nearest colour finds wrong colours.
"""

MOST_COLOURS: Final = 6
"""Largest number of colours that a picture adds to a card's palette, which holds 256 in all."""

XY = tuple[float, float]
Box = tuple[float, float, float, float]


class Card:
    """A card in progress. Lengths are in pixels; boxes are left, top, right, bottom.

    Words are drawn on top of all shapes.
    """

    def __init__(self, height: int, ground: str = WATER) -> None:
        self._ground = ground
        self._image = Image.new("RGB", (WIDTH, height), ground)
        self._words: list[tuple[Image.Image, tuple[int, int], str]] = []
        self._colours: set[str] = set()

    def to_png(self) -> bytes:
        for mask, place, fill in self._words:
            self._image.paste(fill, place, mask)
        palette = _make_palette(frozenset(self._colours), self._ground)
        image = self._image.quantize(palette=palette, dither=Image.Dither.NONE)
        return to_png(image)

    def measure(self, words: str, size: float) -> float:
        """Return the approximate width of words."""
        return measure(drop_unknown_letters(words), size)

    def text(
        self,
        place: XY,
        words: str,
        *,
        fill: str = TEXT,
        size: float = 28,
        anchor: str = "start",
        room: float = WIDTH,
    ) -> None:
        """Write words in a line, cut to fit into `room`.

        Args:
            place: the start, middle or end of the line, as `anchor` says, at half its height.
            words: the text; letters that no font has are replaced or left out.
            fill: the colour.
            size: the size of the letters.
            anchor: "start", "middle" or "end".
            room: the greatest width.
        """
        shown = cut(drop_unknown_letters(words), size, room)
        x, y = place
        x -= measure(shown, size) * {"start": 0, "middle": 0.5, "end": 1}[anchor]
        for font, run in order_runs(shown):
            mask = draw_run(font, run, size)
            self._colours.add(fill)
            self._words.append((mask, (round(x - BLEED), round(y - mask.height / 2)), fill))
            x += measure(run, size)

    def sign(self, middle: XY, sign: str, fill: str, size: float) -> None:
        mask = draw_sign(sign, size)
        corner = round(middle[0] - mask.width / 2), round(middle[1] - mask.height / 2)
        self._colours.add(fill)
        self._words.append((mask, corner, fill))

    def block(self, box: Box, fill: str | None, edge: str | None = None, radius: float = 6) -> None:
        """Draw a rectangle with round corners; `edge` is the colour of an outline inside it."""

        def draw(pen: ImageDraw.ImageDraw, corners: Sequence[XY], inside: int, width: int) -> None:
            (left, top), (right, bottom) = corners
            whole = (left, top, max(right - 1, left), max(bottom - 1, top))
            pen.rounded_rectangle(whole, radius * _SCALE, inside, 255, width)

        for colour, inside, width in ((fill, 255, 0), (edge, 0, 3 * _SCALE)):
            if colour:
                drawn = partial(draw, inside=inside, width=width)
                self._paint(colour, (box[:2], box[2:]), 0, drawn)

    def line(self, points: Sequence[XY], colour: str, width: float) -> None:
        """Draw a line with round joints and ends; a single point draws nothing."""

        def draw(pen: ImageDraw.ImageDraw, scaled: Sequence[XY]) -> None:
            pen.line(scaled, 255, round(width * _SCALE))
            if width > _SCALE and len(scaled) > 1:
                for point in scaled:
                    pen.circle(point, (width / 2 - 0.3) * _SCALE, 255)

        self._paint(colour, points, width, draw)

    def shape(self, points: Sequence[XY], fill: str) -> None:
        self._paint(fill, points, 0, lambda pen, scaled: pen.polygon(scaled, 255))

    def disc(self, centre: XY, radius: float, fill: str) -> None:
        scaled_radius = radius * _SCALE
        self._paint(fill, [centre], radius, lambda pen, at: pen.circle(at[0], scaled_radius, 255))

    def picture(self, middle: XY, image: Image.Image) -> None:
        """Draw an RGBA image centred on `middle`."""
        corner = (round(middle[0] - image.width / 2), round(middle[1] - image.height / 2))
        self._image.paste(image, corner, image)
        self._colours |= _list_colours(image)

    def _paint(
        self,
        colour: str,
        points: Sequence[XY],
        reach: float,
        draw: Callable[[ImageDraw.ImageDraw, Sequence[XY]], None],
    ) -> None:
        """Colour the area that `draw` fills.

        `draw` gets the points enlarged by `_SCALE`. The area reaches at most `reach` pixels beyond
        the points.
        """
        self._colours.add(colour)
        xs, ys = zip(*points, strict=True)
        left, top = floor(min(xs) - reach), floor(min(ys) - reach)
        width, height = ceil(max(xs) + reach) + 1 - left, ceil(max(ys) + reach) + 1 - top
        mask = Image.new("L", (width * _SCALE, height * _SCALE))
        draw(ImageDraw.Draw(mask), [((x - left) * _SCALE, (y - top) * _SCALE) for x, y in points])
        self._image.paste(colour, (left, top), mask.reduce(_SCALE))


@lru_cache(32)
def _make_palette(colours: frozenset[str], ground_colour: str) -> Image.Image:
    """Return an image whose palette has the colours, and their shades towards the background."""
    ground, shades = ImageColor.getrgb(ground_colour), min(_SHADES, 255 // len(colours))
    parts = list(ground)
    for colour in sorted(colours):
        for shade in range(1, shades + 1):
            mixed = zip(ground, ImageColor.getrgb(colour), strict=True)
            parts += [round(dark + (bright - dark) * shade / shades) for dark, bright in mixed]
    image = Image.new("P", (1, 1))
    image.putpalette(parts)
    return image


def _list_colours(image: Image.Image) -> frozenset[str]:
    small = image.reduce(2)
    solid = small.convert("RGB").getcolors(small.width * small.height) or []
    often = sorted(solid, reverse=True)[:MOST_COLOURS]
    return frozenset("#" + bytes(colour).hex() for _, colour in often if isinstance(colour, tuple))
